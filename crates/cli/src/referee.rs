//! `xxlchess referee`: the referee for programs in any language, one JSON object a line.
//!
//! The requests and answers are described in `docs/referee.md`.

use std::io::{BufRead, Write};
use std::sync::Arc;

use anyhow::{Context, anyhow};
use clap::Args;
use notation::fen;
use rules::referee::Record;
use rules::{Colour, PieceType, Referee, Rules};
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
new, can_move, move, is_in_check, legal_moves, history, board, undo.";

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
            let [x, y, dest_x, dest_y] = request.cells()?;
            referee.can_move(x, y, dest_x, dest_y, request.side()?)
        }
        "move" => {
            let [x, y, dest_x, dest_y] = request.cells()?;
            let promotion = request.promotion(rules)?;
            referee.make_move_promoting(x, y, dest_x, dest_y, promotion)
        }
        "is_in_check" => referee.is_in_check(request.side()?),
        "undo" => referee.undo(),
        "legal_moves" => return Ok(json!({ "moves": sorted_moves(referee.position()) })),
        "history" => {
            let records: Vec<_> = referee.history().map(record).collect();
            return Ok(json!({ "history": records }));
        }
        "board" => {
            let fen = fen::format(referee.position());
            return Ok(json!({ "fen": fen, "result": referee.outcome().map(outcome) }));
        }
        other => {
            let cmd = shown(&Value::from(other));
            return Err(anyhow!("`cmd` is {cmd}; expected one of {COMMANDS}"));
        }
    };
    Ok(json!({ "result": result }))
}

const COMMANDS: &str = "new, can_move, move, is_in_check, legal_moves, history, board, undo";

fn new_game(rules: &Arc<Rules>, request: &Request<'_>) -> anyhow::Result<Referee> {
    match request.0.get("fen") {
        None | Some(Value::Null) => Ok(Referee::new(rules)),
        Some(_) => {
            let (position, _) = fen::parse(rules, request.text("fen")?).context("in `fen`")?;
            Ok(Referee::from_position(position))
        }
    }
}

fn record(record: &Record) -> Value {
    match record {
        Record::Move { side, from, to } => json!({
            "type": "move", "side": side.name(),
            "x": from.x, "y": from.y, "dest_x": to.x, "dest_y": to.y,
        }),
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
        if self.0.get("promotion").is_none_or(Value::is_null) {
            return Ok(None);
        }
        let read = |value: &Value| {
            let mut letters = value.as_str()?.chars();
            let letter = letters.next().filter(|_| letters.next().is_none())?;
            rules.piece_type(letter)
        };
        self.field("promotion", "the letter of a piece of this rule set", read).map(Some)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn talk(rules: &str, requests: &str) -> String {
        let options = Options { rules: RulesChoice { rules: rules.to_owned(), fog: false } };
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
            r#"{"error":"`cmd` is \"fly\"; expected one of new, can_move, move, is_in_check, legal_moves, history, board, undo"}"#,
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
}
