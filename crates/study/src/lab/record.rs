//! A measured game as one line of JSON.

use std::sync::Arc;

use notation::uci;
use rules::{Colour, Position, Rules};
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
    json!({
        "number": game.number,
        "result": name(game.winner),
        "plies": game.plies,
        "first": first,
        "odds": game.odds,
        "moved": game.moved,
        "lost": game.lost,
        "material": game.material,
    })
    .to_string()
}

/// The game of a line; nothing if it is not one by these rules.
pub fn parse(line: &str, rules: &Arc<Rules>) -> Option<LabGame> {
    let value: Value = serde_json::from_str(line).ok()?;
    let kinds = rules.piece_types().len();
    let counts = |key: &str| -> Option<Vec<u32>> {
        let list: Vec<u32> = value[key].as_array()?.iter().map(number).collect::<Option<_>>()?;
        (list.len() == kinds).then_some(list)
    };
    let row = |row: &Value| -> Option<Vec<i8>> {
        let small = |n: &Value| n.as_i64().and_then(|n| i8::try_from(n).ok());
        let row: Vec<i8> = row.as_array()?.iter().map(small).collect::<Option<_>>()?;
        (row.len() == kinds).then_some(row)
    };
    let first = value["first"].as_str();
    let odds = match &value["odds"] {
        Value::Null => None,
        odds => Some(row(odds)?),
    };
    Some(LabGame {
        number: number(&value["number"])?,
        winner: winner(value["result"].as_str()?)?,
        plies: number(&value["plies"])?,
        first_move: first.and_then(|text| uci::parse(&Position::start(rules), text).ok()),
        odds,
        moved: counts("moved")?,
        lost: counts("lost")?,
        material: value["material"].as_array()?.iter().map(row).collect::<Option<_>>()?,
    })
}

fn number(value: &Value) -> Option<u32> {
    value.as_u64().and_then(|number| u32::try_from(number).ok())
}

fn name(winner: Option<Colour>) -> &'static str {
    match winner {
        Some(Colour::White) => "1-0",
        None => "1/2-1/2",
        Some(Colour::Black) => "0-1",
    }
}

fn winner(text: &str) -> Option<Option<Colour>> {
    let all = [Some(Colour::White), None, Some(Colour::Black)];
    all.into_iter().find(|winner| name(*winner) == text)
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
