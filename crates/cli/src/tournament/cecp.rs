//! What programs say in the protocol of XBoard, taken apart.

use engine::Score;
use notation::uci::MoveError;
use notation::{san, uci};
use rules::{Move, Position};

/// Scores from here on stand for mates.
const MATE: i32 = 100_000;

/// A line that matters to a match.
#[derive(Debug, PartialEq, Eq)]
pub enum Message<'a> {
    /// What the program can do: names and values.
    Features(Vec<(&'a str, &'a str)>),
    /// The program plays a move.
    Move(&'a str),
    /// The answer to a ping.
    Pong(&'a str),
    /// The program says how the game ended, such as `1-0`.
    Result(&'a str),
    /// The program gives up.
    Resign,
    /// The program does not know a command.
    Unknown(&'a str),
    /// The program does not accept what it was told.
    Refusal(&'a str),
    /// What the program thinks: how far ahead, and how good it is.
    Thinking { depth: u32, evaluation: Score },
    /// Anything else.
    Other,
}

impl Message<'_> {
    /// Takes a line apart.
    pub fn parse(line: &str) -> Message<'_> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match word {
            "feature" => Message::Features(features(rest)),
            "move" => Message::Move(rest),
            "pong" => Message::Pong(rest),
            "resign" => Message::Resign,
            "1-0" | "0-1" | "1/2-1/2" => Message::Result(word),
            "Error" if rest.contains("Illegal") => Message::Refusal(rest),
            "Error" => Message::Unknown(rest),
            "Illegal" => Message::Refusal(line),
            "tellusererror" if rest.starts_with("Illegal") => Message::Refusal(rest),
            _ => match line.strip_prefix("My move is") {
                Some(text) => Message::Move(text.trim_start_matches([' ', ':']).trim()),
                None => thinking(line).unwrap_or(Message::Other),
            },
        }
    }
}

/// `depth score time nodes line`, the score in hundredths of a pawn.
fn thinking(line: &str) -> Option<Message<'_>> {
    let mut words = line.split_whitespace();
    // Some programs mark the depth, as in `12&`.
    let depth = words.next()?.trim_end_matches(|c: char| !c.is_ascii_digit()).parse().ok()?;
    let score: i32 = words.next()?.parse().ok()?;
    for _ in ["time", "nodes"] {
        words.next()?.parse::<i64>().ok()?;
    }
    let evaluation = match score.checked_abs()? {
        size if size < MATE => Score::Centipawns(score),
        size => Score::MateIn(score.signum() * (size - MATE)),
    };
    Some(Message::Thinking { depth, evaluation })
}

/// Reads `name=value name="value with blanks"`.
fn features(mut text: &str) -> Vec<(&str, &str)> {
    let mut found = Vec::new();
    while let Some((name, rest)) = text.split_once('=') {
        let (value, after) = match rest.strip_prefix('"') {
            Some(quoted) => quoted.split_once('"').unwrap_or((quoted, "")),
            None => rest.split_once(char::is_whitespace).unwrap_or((rest, "")),
        };
        found.push((name.trim(), value));
        text = after;
    }
    found
}

/// A move as the protocol writes it: as two squares.
pub fn write_move(position: &Position, chess_move: Move) -> String {
    shift_ranks(position, &uci::format(position, chess_move), -1)
}

/// Reads a move; programs write two squares, or as people do.
pub fn read_move(position: &Position, text: &str) -> Result<Move, MoveError> {
    uci::parse(position, &shift_ranks(position, text, 1)).or_else(|why| {
        // A text that is no pair of squares may still be `O-O`.
        san::parse(position, text).map_err(|_| why)
    })
}

/// XBoard counts the ranks of a board from 0 when there are ten of them, so that one digit is
/// enough; on all other boards it counts from 1.
fn shift_ranks(position: &Position, text: &str, by: i32) -> String {
    if position.rules().size().ranks() != 10 {
        return text.to_owned();
    }
    let mut shifted = String::new();
    let mut rest = text;
    while !rest.is_empty() {
        let letters = rest.find(|c: char| c.is_ascii_digit()).unwrap_or(rest.len());
        let (word, after) = rest.split_at(letters);
        let digits = after.find(|c: char| !c.is_ascii_digit()).unwrap_or(after.len());
        let (number, after) = after.split_at(digits);
        shifted += word;
        match number.parse::<u8>() {
            Ok(rank) => shifted += &(i32::from(rank) + by).to_string(),
            Err(_) => shifted += number,
        }
        rest = after;
    }
    shifted
}

#[cfg(test)]
mod tests {
    use super::*;
    use notation::{fen, ruleset};

    #[test]
    fn lines_are_taken_apart() {
        let check = |line: &str, expected: Message| assert_eq!(Message::parse(line), expected);
        check("move e2e4", Message::Move("e2e4"));
        check("My move is: a10a9", Message::Move("a10a9"));
        check("My move is : b1c3", Message::Move("b1c3"));
        check("pong 3", Message::Pong("3"));
        check("1/2-1/2 {Draw by repetition}", Message::Result("1/2-1/2"));
        check("resign", Message::Resign);
        check("Illegal move: e2e5", Message::Refusal("Illegal move: e2e5"));
        let refused = "(Illegal move or unknown command): d1e3";
        check(&format!("Error {refused}"), Message::Refusal(refused));
        check("tellusererror Illegal position", Message::Refusal("Illegal position"));
        check("tellusererror hello", Message::Other);
        check("# a remark", Message::Other);
        check("Error (unknown command): x", Message::Unknown("(unknown command): x"));
        let thinks = |depth, evaluation| Message::Thinking { depth, evaluation };
        check("9 156 1084 48000 Nf3 Nc6", thinks(9, Score::Centipawns(156)));
        check("9. -7 0 1", thinks(9, Score::Centipawns(-7)));
        check(" 4& 100003 12 99 Qh5", thinks(4, Score::MateIn(3)));
        check("4 -100002 12 99", thinks(4, Score::MateIn(-2)));
        check("1. e4 e5 2. d4", Message::Other);
        check("4 -2147483648 1 1", Message::Other);
        check("", Message::Other);
    }

    #[test]
    fn features_may_be_quoted() {
        let line = r#"feature ping=1 myname="A B = C" variants="normal,fairy" done=1"#;
        let expected =
            vec![("ping", "1"), ("myname", "A B = C"), ("variants", "normal,fairy"), ("done", "1")];
        assert_eq!(Message::parse(line), Message::Features(expected));
        assert_eq!(Message::parse(r#"feature a="b"#), Message::Features(vec![("a", "b")]));
    }

    #[test]
    fn moves_are_read_in_either_form() {
        let rules = ruleset::shipped("standard").expect("it ships");
        let text = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
        let (position, _) = fen::parse(&rules, text).expect("a position");
        let check = |text: &str, expected: &str| {
            let found = read_move(&position, text).expect("a move");
            assert_eq!(uci::format(&position, found), expected);
        };
        check("e1g1", "e1g1");
        check("O-O", "e1g1");
        check("O-O-O", "e1c1");
        check("Rxa8+", "a1a8");
        let why = read_move(&position, "e1e3").expect_err("kings do not leap");
        assert_eq!(why.to_string(), "`e1e3` is not legal: the king on e1 cannot go to e3");
    }

    #[test]
    fn ten_ranks_are_counted_from_nothing() {
        let ten = "inherits = 'standard'\nboard = '8x10'\n\
                   start = 'rnbqkbnr/pppppppp/8/8/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1'\n\
                   promotion = { rank = 10, choices = ['queen'] }";
        let (rules, _) = ruleset::parse(ten, "ten", &ruleset::no_files).expect("rules");
        let position = Position::start(&rules);
        let step = uci::parse(&position, "a2a4").expect("a move");
        assert_eq!(write_move(&position, step), "a1a3");
        assert_eq!(read_move(&position, "a1a3"), Ok(step));
        assert_eq!(shift_ranks(&position, "a9b10q", -1), "a8b9q");
        assert_eq!(shift_ranks(&position, "é99999999999", 1), "é99999999999");
    }
}
