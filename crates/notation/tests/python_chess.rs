//! Games with nested variations that python-chess has written, with its own view of their trees.
//!
//! Each line of a `.tree` file is a node, parents first: depth, move, annotation glyphs, clock and
//! time spent in seconds, evaluation, drawn shapes, the comment before the move and the one after it.

use std::time::Duration;

use rules::{Score, Turn};
use xxlchess_notation::pgn::{self, Game, Reader};
use xxlchess_notation::tree::NodeId;
use xxlchess_notation::uci;

/// The trees of all games of a file, as python-chess shows them.
fn shown(file: &str) -> String {
    let games = Reader::new(file.as_bytes());
    games.map(|game| shown_tree(&game.expect("a sound game"))).collect()
}

fn shown_tree(game: &Game) -> String {
    let tree = &game.tree;
    let mut text = String::new();
    let mut open = vec![(NodeId::ROOT, 0)];
    while let Some((id, depth)) = open.pop() {
        let node = tree.node(id).expect("a node");
        let said = node.annotation();
        let step = match node.turn() {
            Some(Turn::Move(step)) => uci::format(game.start(), step),
            Some(Turn::Pass) => "0000".to_owned(),
            None => "start".to_owned(),
        };
        let mut nags = said.nags.clone();
        nags.sort_unstable();
        let mut shapes: Vec<_> = said.shapes().iter().map(ToString::to_string).collect();
        shapes.sort_unstable();
        let list =
            |items: Vec<String>| if items.is_empty() { "-".to_owned() } else { items.join(",") };
        let seconds = |time: Option<Duration>| {
            time.map_or("-".to_owned(), |time| time.as_secs_f64().to_string())
        };
        let score = said.eval().map_or("-".to_owned(), |eval| match eval.score {
            Score::Centipawns(score) => format!("{:.2}", f64::from(score) / 100.0),
            Score::MateIn(moves) => format!("#{moves}"),
        });
        let fields = [
            depth.to_string(),
            step,
            list(nags.iter().map(u16::to_string).collect()),
            seconds(said.clock),
            seconds(said.spent),
            score,
            list(shapes),
            said.before.join(" "),
            said.comments.join(" "),
        ];
        text += &format!("{}\n", fields.join("\t"));
        open.extend(node.children().iter().rev().map(|child| (*child, depth + 1)));
    }
    text
}

#[test]
fn trees_come_back_equal() {
    for (file, tree) in [
        (include_str!("pgn/variations.pgn"), include_str!("pgn/variations.tree")),
        (include_str!("pgn/shapes.pgn"), include_str!("pgn/shapes.tree")),
    ] {
        assert_eq!(shown(file), tree);
        let games = Reader::new(file.as_bytes()).map(|game| game.expect("a sound game"));
        let written: Vec<_> = games.map(|game| pgn::format(&game).expect("not too deep")).collect();
        assert_eq!(shown(&written.join("\n")), tree);
    }
}
