//! A measured game as one line of JSON.

use std::sync::Arc;

use notation::pgn::GameResult;
use notation::uci;
use rules::{Colour, Position, Rules};
use serde::Deserialize;
use serde_json::{Value, json};

use super::{LabGame, Plan};

/// Rises when games are played in another way, so that they are not mixed with older ones.
const METHOD: u32 = 2;

/// The first line of a file: by what its games were played.
pub fn head(rules: &Arc<Rules>, plan: &Plan) -> String {
    let text = notation::ruleset::format(rules.spec());
    json!({
        "rules": text,
        "nodes": plan.nodes,
        "seed": plan.seed,
        "method": METHOD,
    })
    .to_string()
}

/// Writes a game as a line.
pub fn format(game: &LabGame, rules: &Arc<Rules>) -> String {
    let first = game.first_move.map(|first| uci::format(&Position::start(rules), first));
    let mut row = json!(game);
    row["first"] = json!(first);
    row["result"] = json!(match game.winner {
        Some(Colour::White) => "1-0",
        None => "1/2-1/2",
        Some(Colour::Black) => "0-1",
    });
    row.to_string()
}

/// The game of a line; nothing if it is not one by these rules.
pub fn parse(line: &str, rules: &Arc<Rules>) -> Option<LabGame> {
    let row: Value = serde_json::from_str(line).ok()?;
    let mut game = LabGame::deserialize(&row).ok()?;
    game.winner = GameResult::from_text(row["result"].as_str()?)?.winner();
    let first = row["first"].as_str();
    game.first_move = first.and_then(|text| uci::parse(&Position::start(rules), text).ok());
    let kinds = rules.piece_types().len();
    let positions = game.odds.iter().chain(&game.material).map(Vec::len);
    let mut lengths = positions.chain([game.moved.len(), game.lost.len()]);
    lengths.all(|length| length == kinds).then_some(game)
}

#[cfg(test)]
mod tests {
    use engine::Engine;

    use super::*;

    #[test]
    fn games_are_written_and_read_again() {
        let rules = notation::ruleset::shipped("gardner").expect("it ships");
        let plan = Plan { nodes: 30, seed: 1 };
        let mut engine = Engine::new(&rules, 1, 1);
        let game = plan.play(&mut engine, 5, &|| false).expect("a game");
        assert!(game.odds.is_some(), "it has uneven armies");
        let line = format(&game, &rules);
        assert_eq!(parse(&line, &rules), Some(game));
        for cut in 0..line.len() {
            assert_eq!(parse(&line[..cut], &rules), None);
        }
        let other = notation::ruleset::shipped("xxl").expect("it ships");
        assert_eq!(parse(&line, &other), None, "other pieces");
    }
}
