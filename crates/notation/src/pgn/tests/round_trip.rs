//! Random games of all rule sets that are written and read again, and files with random damage.

use std::sync::Arc;
use std::time::Duration;

use rules::{Position, Rules, Turn};
use test_kit::random::Random;

use crate::archive::{self, Archive};
use crate::pgn::*;
use crate::tree::{Annotation, GameTree, NodeId, is_legal};
use crate::{fen, ruleset};

fn random_text(random: &mut Random) -> String {
    const WORDS: [&str; 14] = [
        "e4", "word", "}", "(", "[Event", "\"", "\\", "\"]", "%", "é", ";", "[%eval", "0.1]", "1-0",
    ];
    let words: Vec<_> = (0..1 + random.below(30)).map(|_| WORDS[random.below(14)]).collect();
    words.join(" ")
}

/// A random start: the rule set's, or one from a random game.
fn random_start(rules: &Arc<Rules>, random: &mut Random) -> Position {
    let mut start = Position::start(rules);
    for _ in 0..random.below(2) * random.below(40) {
        let legal = start.legal_moves();
        let Some(step) = legal.get(random.below(legal.len().max(1))) else { break };
        start.play_unchecked(*step);
        // A FEN takes every pawn on its second rank for unmoved.
        let read = fen::parse(rules, &fen::format(&start));
        start = read.map_or(Position::start(rules), |(position, _)| position);
    }
    start
}

fn random_annotation(random: &mut Random) -> Annotation {
    let mut said = Annotation::default();
    (0..random.below(2) * random.below(3)).for_each(|_| said.comments.push(random_text(random)));
    (0..random.below(2) * random.below(3)).for_each(|n| said.nags.push(n as u16));
    let clock = Duration::from_millis(random.below(10_000_000) as u64);
    said.clock = Some(clock).filter(|_| random.below(3) == 0);
    said
}

/// Adds a random line after a node, with variations in it and in those.
fn random_line(tree: &mut GameTree, mut node: NodeId, length: usize, random: &mut Random) {
    for _ in 0..length {
        let position = tree.position(node).expect("a node");
        let legal = position.legal_moves();
        let Some(step) = legal.get(random.below(legal.len().max(1))) else { break };
        let is_variation = !tree.node(node).expect("a node").children().is_empty();
        let turn = match random.below(20) {
            0 if is_legal(&position, Turn::Pass) => Turn::Pass,
            _ => Turn::Move(*step),
        };
        let mut annotation = random_annotation(random);
        if is_variation && random.below(3) == 0 {
            annotation.before.push(random_text(random));
        }
        // The same move may stand there already, as it does in some files.
        let next = tree.push(node, turn, annotation);
        if random.below(6) == 0 {
            random_line(tree, node, random.below(length.min(12) + 1), random);
        }
        node = next;
    }
}

fn random_game(rules: &Arc<Rules>, random: &mut Random) -> Game {
    let mut game = Game::new(random_start(rules, random));
    for name in ["Event", "Site", "Date", "Round", "White", "Black", "Mode", "WhiteElo"] {
        game.set_tag(name, random_text(random));
    }
    let length = random.below(100);
    random_line(&mut game.tree, NodeId::ROOT, length, random);
    if random.below(3) == 0 {
        game.tree.comments_mut().push(random_text(random));
    }
    game.result =
        [GameResult::WhiteWins, GameResult::BlackWins, GameResult::Draw, GameResult::Unfinished]
            [random.below(4)];
    game
}

#[test]
fn games_are_read_as_they_were_written() {
    let mut random = Random::new(1);
    let shipped: Vec<_> = ruleset::shipped_ids().filter_map(ruleset::shipped).collect();
    let fogged: Vec<_> =
        shipped.iter().map(|rules| rules.with_fog(true).expect("each side has a king")).collect();
    let games: Vec<_> = (0..10)
        .flat_map(|_| shipped.iter().chain(&fogged))
        .map(|rules| random_game(rules, &mut random))
        .collect();
    let mut file = Vec::new();
    games.iter().for_each(|game| write(&mut file, game).expect("legal moves"));
    let read: Vec<_> = Reader::new(file.as_slice()).collect::<Result<_, _>>().expect("games");
    assert_eq!(read.len(), games.len());
    for (read, game) in read.iter().zip(&games) {
        assert_eq!(read, game);
        let archive = Archive::from_pgn(game.clone());
        assert_eq!(archive.to_pgn().tree, game.tree);
        let (parsed, _) = archive::parse(&archive::format(&archive)).expect("an archive");
        assert_eq!(parsed, archive);
    }
}

#[test]
fn no_bytes_make_the_reader_stumble() {
    const PIECES: &[u8] = b"[]{}()\"\\;%$!?*\n\r\t ..--==xO0112/#+NBRQKabcdefgh12345678\xE9\x80\0";
    let mut random = Random::new(2);
    for _ in 0..2000 {
        let mut file = b"[Event \"a\"]\n\n1. e4 e5 {a} (1. d4) $1 2. Nf3 *\n".repeat(2);
        for _ in 0..random.below(20) {
            let at = random.below(file.len());
            file[at] = PIECES[random.below(PIECES.len())];
        }
        assert!(Reader::new(file.as_slice()).count() < 20);
    }
}
