//! `xxlchess referee`: the referee for programs in any language, one JSON object a line.
//!
//! The requests and answers are described in `docs/referee.md`.

use std::io::{BufRead, Write};
use std::sync::Arc;

use anyhow::{Context, anyhow};
use clap::Args;
use notation::fen;
use rules::referee::Record;
use rules::{Colour, PieceType, Position, Referee, Rules, Square};
use serde_json::{Map, Value, json};

use crate::input::RulesChoice;
use crate::inspect::outcome;
use crate::lines::{self, Line};
use crate::moves::sorted_moves;

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Options {
    #[command(flatten)]
    rules: RulesChoice,
}

const EXAMPLES: &str = "\
Examples:
  xxlchess referee --rules king-capture

Then a request a line, such as {\"cmd\":\"board\"}, is answered by a line. Requests:
new, can_move, move, is_in_check, legal_moves, history, history_text, board, undo,
resign, claim.";

/// No request is longer; a line that goes on is skipped to its end.
const LONGEST_REQUEST: usize = 64 * 1024;

pub fn run(
    options: &Options,
    mut input: impl BufRead,
    output: &mut dyn Write,
) -> anyhow::Result<()> {
    let rules = options.rules.load()?;
    let mut referee = Referee::new(&rules);
    while let Some(line) = lines::next(&mut input, LONGEST_REQUEST)? {
        let answer = match line {
            Line::Read(line) if without_mark(&line).trim_ascii().is_empty() => continue,
            Line::Read(line) => serde_json::from_slice(without_mark(&line))
                .context("the request is not valid JSON")
                .and_then(|request| answer(&rules, &mut referee, &request)),
            Line::TooLong => Err(anyhow!("the request is longer than {LONGEST_REQUEST} bytes")),
        };
        let answer = answer.unwrap_or_else(|error| json!({ "error": format!("{error:#}") }));
        writeln!(output, "{answer}")?;
        output.flush()?;
    }
    Ok(())
}

/// A line without the byte-order mark that some programs begin with.
fn without_mark(line: &[u8]) -> &[u8] {
    line.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(line)
}

fn answer(rules: &Arc<Rules>, referee: &mut Referee, request: &Value) -> anyhow::Result<Value> {
    let request = Request::new(request)?;
    let result = match request.text("cmd")? {
        "new" => {
            *referee = new_game(rules, &request)?;
            true
        }
        "can_move" => {
            let ([x, y, dest_x, dest_y], _) = request.movement(referee)?;
            referee.can_move(x, y, dest_x, dest_y, request.side()?)
        }
        "move" => {
            let ([x, y, dest_x, dest_y], promotion) = request.movement(referee)?;
            referee.make_move_promoting(x, y, dest_x, dest_y, promotion)
        }
        "is_in_check" => referee.is_in_check(request.side()?),
        "undo" => referee.undo(),
        "resign" if request.has("side") => referee.resign(request.side()?),
        "resign" => referee.resign(referee.turn()),
        "claim" => referee.claim_draw(),
        "legal_moves" => return Ok(json!({ "moves": sorted_moves(referee.position()) })),
        "history" => {
            let records: Vec<_> = referee.history().map(record).collect();
            return Ok(json!({ "history": records }));
        }
        "history_text" => return Ok(json!({ "history_text": referee.history_text() })),
        "board" => return Ok(board(referee)),
        other => {
            let cmd = shown(&Value::from(other));
            return Err(anyhow!("`cmd` is {cmd}; expected one of {COMMANDS}"));
        }
    };
    Ok(json!({ "result": result }))
}

const COMMANDS: &str = "new, can_move, move, is_in_check, legal_moves, history, history_text, \
                        board, undo, resign, claim";

fn new_game(rules: &Arc<Rules>, request: &Request<'_>) -> anyhow::Result<Referee> {
    match request.0.get("fen") {
        None | Some(Value::Null) => Ok(Referee::new(rules)),
        Some(_) => {
            let (position, _) = fen::parse(rules, request.text("fen")?).context("in `fen`")?;
            Ok(Referee::from_position(position))
        }
    }
}

fn board(referee: &Referee) -> Value {
    let position = referee.position();
    let size = position.rules().size();
    let mut answer = json!({
        "fen": fen::format(position),
        "turn": position.turn().name(),
        "width": size.files(),
        "height": size.ranks(),
        "result": referee.outcome().map(outcome),
    });
    if position.rules().spec().fog {
        let [white, black] = Colour::BOTH.map(|side| view(position, side));
        answer["views"] = json!({ "white": white, "black": black });
    }
    answer
}

/// What a side sees, a text for each row: letters as in FEN, `.` where nothing stands and `?` where
/// the side sees nothing.
fn view(position: &Position, side: Colour) -> Vec<String> {
    let (size, visible) = (position.rules().size(), position.visible(side));
    let cell = |square: Square| match position.piece_at(square) {
        _ if !visible.contains(square) => '?',
        Some(piece) => position.rules().letter(piece),
        None => '.',
    };
    let row = |rank| (0..size.files()).map(|file| cell(Square::new(file, rank))).collect();
    (0..size.ranks()).rev().map(row).collect()
}

fn record(record: &Record) -> Value {
    match record {
        Record::Move { side, from, to, promotion } => {
            let mut record = json!({
                "type": "move", "side": side.name(),
                "x": from.x, "y": from.y, "dest_x": to.x, "dest_y": to.y,
            });
            if let Some(letter) = promotion {
                record["promotion"] = letter.to_string().into();
            }
            record
        }
        Record::Resignation { side } => json!({ "type": "resignation", "side": side.name() }),
        Record::Check { side } => json!({ "type": "check", "side": side.name() }),
        Record::Win { side } => json!({ "type": "win", "side": side.name() }),
        Record::Draw { reason } => json!({ "type": "draw", "reason": reason.name() }),
    }
}

/// The longest part of a request that an error repeats, in characters.
const LONGEST_ECHO: usize = 200;

/// A value as an error shows it.
fn shown(value: &Value) -> String {
    let text = value.to_string();
    match text.char_indices().nth(LONGEST_ECHO) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}

/// A request whose fields are read with messages that name them.
struct Request<'a>(&'a Map<String, Value>);

impl<'a> Request<'a> {
    fn new(value: &'a Value) -> anyhow::Result<Request<'a>> {
        let object = value.as_object();
        object
            .map(Request)
            .ok_or_else(|| anyhow!("the request is {}; expected an object", shown(value)))
    }

    fn field<T>(
        &self,
        name: &str,
        expected: &str,
        read: impl Fn(&'a Value) -> Option<T>,
    ) -> anyhow::Result<T> {
        match self.0.get(name) {
            None => Err(anyhow!("`{name}` is missing; expected {expected}")),
            Some(value) => {
                let wrong = || anyhow!("`{name}` is {}; expected {expected}", shown(value));
                read(value).ok_or_else(wrong)
            }
        }
    }

    fn text(&self, name: &str) -> anyhow::Result<&'a str> {
        self.field(name, "a text", Value::as_str)
    }

    fn side(&self) -> anyhow::Result<Colour> {
        let read = |value: &Value| value.as_str().and_then(Colour::from_name);
        self.field("side", "\"white\" or \"black\"", read)
    }

    /// Whether a field is there and not null.
    fn has(&self, name: &str) -> bool {
        !self.0.get(name).is_none_or(Value::is_null)
    }

    /// A move's columns and rows, and what a pawn is to become; the move as text, or its numbers.
    fn movement(&self, referee: &Referee) -> anyhow::Result<([i32; 4], Option<PieceType>)> {
        let rules = referee.position().rules();
        if !self.has("move") {
            return Ok((self.cells()?, self.promotion(rules)?));
        }
        let read = |value: &Value| {
            let (from, rest) = Square::parse_prefix(value.as_str()?)?;
            let (to, rest) = Square::parse_prefix(rest)?;
            let promotion = if rest.is_empty() { None } else { Some(piece_type(rules, rest)?) };
            let (from, to) = (referee.cell(from), referee.cell(to));
            Some(([from.x, from.y, to.x, to.y], promotion))
        };
        self.field("move", "a move such as \"e2e4\" or \"c7c8q\"", read)
    }

    /// A move's columns and rows; numbers beyond any board stay beyond it.
    fn cells(&self) -> anyhow::Result<[i32; 4]> {
        let whole = |value: &Value| {
            let number = value.as_f64().filter(|number| number.fract() == 0.0)?;
            Some(number.clamp(-1.0, f64::from(u8::MAX)) as i32)
        };
        let cell = |name| self.field(name, "a whole number", whole);
        Ok([cell("x")?, cell("y")?, cell("dest_x")?, cell("dest_y")?])
    }

    fn promotion(&self, rules: &Rules) -> anyhow::Result<Option<PieceType>> {
        if !self.has("promotion") {
            return Ok(None);
        }
        let read = |value: &Value| piece_type(rules, value.as_str()?);
        self.field("promotion", "the letter of a piece of this rule set", read).map(Some)
    }
}

/// The piece type that a text of one letter names.
fn piece_type(rules: &Rules, text: &str) -> Option<PieceType> {
    let mut letters = text.chars();
    rules.piece_type(letters.next().filter(|_| letters.next().is_none())?)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn talk(rules: &str, requests: &str) -> String {
        let options = Options { rules: RulesChoice { rules: Some(rules.to_owned()), fog: false } };
        let mut output = Vec::new();
        run(&options, requests.as_bytes(), &mut output).expect("the pipe holds");
        String::from_utf8(output).expect("text")
    }

    #[test]
    fn a_bad_request_gets_an_error_and_the_game_goes_on() {
        let long = format!("{{\"cmd\":\"{}\"}}\n", "x".repeat(LONGEST_REQUEST));
        let answers = talk(
            "king-capture",
            &format!(
                "not json\n\n[1]\n{{}}\n{{\"cmd\":\"fly\"}}\n{{\"cmd\":\"move\",\"x\":1.5}}\n{long}\
                 {{\"cmd\":\"is_in_check\",\"side\":\"green\"}}\n\
                 {{\"cmd\":\"new\",\"fen\":\"8/8 w\"}}\n\
                 {{\"cmd\":\"move\",\"x\":4,\"y\":6,\"dest_x\":4,\"dest_y\":4}}"
            ),
        );
        let expected = [
            r#"{"error":"the request is not valid JSON: expected ident at line 1 column 2"}"#,
            r#"{"error":"the request is [1]; expected an object"}"#,
            r#"{"error":"`cmd` is missing; expected a text"}"#,
            r#"{"error":"`cmd` is \"fly\"; expected one of new, can_move, move, is_in_check, legal_moves, history, history_text, board, undo, resign, claim"}"#,
            r#"{"error":"`x` is 1.5; expected a whole number"}"#,
            r#"{"error":"the request is longer than 65536 bytes"}"#,
            r#"{"error":"`side` is \"green\"; expected \"white\" or \"black\""}"#,
            r#"{"error":"in `fen`: the board has 2 ranks; expected 8"}"#,
            r#"{"result":true}"#,
        ];
        assert_eq!(answers.lines().collect::<Vec<_>>(), expected);
    }

    #[test]
    fn requests_of_other_languages_are_understood() {
        let long = format!("{{\"cmd\":\"{}\"}}", "x".repeat(1000));
        let answers = talk(
            "standard",
            &format!(
                "\u{FEFF}{{\"cmd\":\"move\",\"x\":4.0,\"y\":6.0,\"dest_x\":4.0,\"dest_y\":4.0}}\n{long}\n"
            ),
        );
        let lines: Vec<_> = answers.lines().collect();
        assert_eq!(lines[0], r#"{"result":true}"#);
        assert!(lines[1].chars().count() < 400 && lines[1].contains("x…"), "{}", lines[1]);
    }

    #[test]
    fn a_won_game_is_on_record() {
        let answers = talk(
            "king-capture",
            r#"{"cmd":"new","fen":"4k3/4P3/8/8/8/8/8/4K2R w - - 0 1"}
               {"cmd":"move","x":7,"y":7,"dest_x":7,"dest_y":0}
               {"cmd":"can_move","x":4,"y":0,"dest_x":4,"dest_y":1,"side":"black"}
               {"cmd":"is_in_check","side":"black"}
               {"cmd":"move","x":4,"y":0,"dest_x":4,"dest_y":1,"promotion":"q"}
               {"cmd":"move","x":4,"y":0,"dest_x":4,"dest_y":1}
               {"cmd":"move","x":7,"y":0,"dest_x":7,"dest_y":1}
               {"cmd":"undo"}
               {"cmd":"board"}
               {"cmd":"history"}
               {"cmd":"legal_moves"}"#,
        );
        let lines: Vec<_> = answers.lines().collect();
        assert_eq!(lines[..4], [r#"{"result":true}"#; 4]);
        assert_eq!(lines[4], r#"{"result":false}"#);
        assert!(lines[9].contains(r#"{"side":"black","type":"check"}"#), "{}", lines[9]);
    }
    #[test]
    fn a_move_can_be_a_text() {
        let answers = talk(
            "standard",
            r#"{"cmd":"can_move","move":"e7e5","side":"black"}
               {"cmd":"move","move":"e2e4"}
               {"cmd":"move","move":"e2e4"}
               {"cmd":"move","move":"p14p16"}
               {"cmd":"move","move":"castles"}
               {"cmd":"new","fen":"7k/P7/6K1/8/8/8/8/8 w - - 0 1"}
               {"cmd":"move","move":"a7a8r"}
               {"cmd":"history"}
               {"cmd":"history_text"}"#,
        );
        let lines: Vec<_> = answers.lines().collect();
        assert_eq!(lines[..4], [true, true, false, false].map(|r| format!("{{\"result\":{r}}}")));
        let wrong =
            r#"{"error":"`move` is \"castles\"; expected a move such as \"e2e4\" or \"c7c8q\""}"#;
        assert_eq!(lines[4], wrong);
        assert!(lines[7].contains(r#""promotion":"r","side":"white","type":"move""#), "{answers}");
        let told =
            "White moves (0, 1) to (0, 0), promoting to r\\nBlack is in check\\nWhite wins\\n";
        assert_eq!(lines[8], format!("{{\"history_text\":\"{told}\"}}"));
    }

    #[test]
    fn every_listed_move_plays_what_it_says() {
        let answers = talk(
            "janus",
            r#"{"cmd":"new","fen":"r3k4r/10/10/10/10/10/10/R3K4R w KQkq - 0 1"}
               {"cmd":"can_move","move":"e8b8","side":"black"}
               {"cmd":"can_move","move":"e1j1","side":"white"}
               {"cmd":"move","move":"e1i1"}
               {"cmd":"history"}
               {"cmd":"move","move":"e8a8"}
               {"cmd":"board"}"#,
        );
        let lines: Vec<_> = answers.lines().collect();
        assert_eq!(lines[..4], [r#"{"result":true}"#; 4], "{answers}");
        assert!(lines[4].contains(r#""dest_x":8,"dest_y":7"#), "{answers}");
        assert!(lines[6].contains("1kr6r/10/10/10/10/10/10/R6RK1 w"), "{answers}");
        for (rules, castling) in [("standard", "e1h1"), ("chess960", "e1g1")] {
            let answers = talk(
                rules,
                &format!(
                    "{{\"cmd\":\"new\",\"fen\":\"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"}}\n\
                     {{\"cmd\":\"move\",\"move\":\"{castling}\"}}\n{{\"cmd\":\"board\"}}"
                ),
            );
            assert!(answers.contains("5RK1 b"), "{rules}: {answers}");
        }
        // A pawn of grand chess need not promote on the eighth rank, but must on the tenth.
        let answers = talk(
            "grand",
            r#"{"cmd":"new","fen":"5k4/10/10/P9/10/10/10/10/10/5K4 w - - 0 1"}
               {"cmd":"move","move":"a7a8"}
               {"cmd":"board"}
               {"cmd":"new","fen":"5k4/10/10/P9/10/10/10/10/10/5K4 w - - 0 1"}
               {"cmd":"move","move":"a7a8n"}
               {"cmd":"board"}"#,
        );
        let lines: Vec<_> = answers.lines().collect();
        assert!(lines[2].contains("5k4/10/P9/"), "{answers}");
        assert!(lines[5].contains("5k4/10/N9/"), "{answers}");
    }

    #[test]
    fn players_can_resign_and_claim_draws() {
        let answers = talk(
            "xxl",
            r#"{"cmd":"claim"}
               {"cmd":"resign"}
               {"cmd":"resign"}
               {"cmd":"move","move":"a2a4"}
               {"cmd":"history"}
               {"cmd":"board"}
               {"cmd":"undo"}
               {"cmd":"resign","side":"black"}
               {"cmd":"new","fen":"7k6/14/14/14/14/14/14/14/14/14/14/14/14/Q6K6 w - - 99 80"}
               {"cmd":"claim"}
               {"cmd":"move","move":"a1a2"}
               {"cmd":"claim"}
               {"cmd":"move","move":"h14g14"}
               {"cmd":"history"}
               {"cmd":"undo"}
               {"cmd":"move","move":"h14g14"}"#,
        );
        let lines: Vec<_> = answers.lines().collect();
        let results =
            |range: std::ops::Range<usize>| lines[range].join(" ").replace("{\"result\":", "");
        assert_eq!(results(0..4), "false} true} false} false}");
        let resigned =
            r#"{"history":[{"side":"white","type":"resignation"},{"side":"black","type":"win"}]}"#;
        assert_eq!(lines[4], resigned);
        assert!(lines[5].contains(r#""reason":"resignation","winner":"black""#), "{answers}");
        assert_eq!(results(6..13), "true} true} true} false} true} true} false}");
        assert!(lines[13].ends_with(r#"{"reason":"fifty-moves","type":"draw"}]}"#), "{answers}");
        assert_eq!(results(14..16), "true} true}");
    }

    #[test]
    fn the_board_tells_turn_and_size_and_under_fog_what_each_side_sees() {
        let rules = RulesChoice { rules: Some("standard".to_owned()), fog: true };
        let mut output = Vec::new();
        let requests = b"{\"cmd\":\"move\",\"move\":\"e2e4\"}\n{\"cmd\":\"board\"}";
        run(&Options { rules }, &requests[..], &mut output).expect("the pipe holds");
        let text = String::from_utf8(output).expect("text");
        let answer: Value =
            serde_json::from_str(text.lines().nth(1).expect("a line")).expect("JSON");
        assert_eq!(
            (&answer["turn"], &answer["width"], &answer["height"]),
            (&json!("black"), &json!(8), &json!(8))
        );
        assert_eq!(answer["views"]["black"][0], "rnbqkbnr");
        assert_eq!(answer["views"]["black"][7], "????????");
        assert_eq!(answer["views"]["white"][7], "RNBQKBNR");
        assert_eq!(answer["views"]["white"][1], "????????");
    }
}
