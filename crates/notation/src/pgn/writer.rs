//! Games as PGN: the seven tags that every file has, then the others, then moves in short lines.

use std::borrow::Cow;
use std::io::{self, Write};
use std::time::Duration;

use rules::{Colour, Position, Turn};
use thiserror::Error;

use super::comment::format_time;
use super::{Game, PASS, PlayedMove, is_expressed, may_pass};
use crate::{fen, ruleset, san, uci};

/// The tags that every game has, and what stands in them if nobody knows.
const ROSTER: [(&str, &str); 7] = [
    ("Event", "?"),
    ("Site", "?"),
    ("Date", "????.??.??"),
    ("Round", "?"),
    ("White", "?"),
    ("Black", "?"),
    ("Result", "*"),
];

/// The longest line of moves.
const WIDTH: usize = 80;

/// A recorded game has an illegal move, which nobody could read again.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("move {number} of {}, `{text}`, is not legal", colour.title())]
pub struct WriteError {
    /// The number of the move, as the game counts.
    pub number: u32,
    /// Whose move it is.
    pub colour: Colour,
    /// The move as UCI writes it.
    pub text: String,
}

/// Writes a game and an empty line behind it, so that another may follow.
///
/// # Errors
/// If the output fails, or a move is not legal.
pub fn write(output: &mut impl Write, game: &Game) -> io::Result<()> {
    let invalid = |error| io::Error::new(io::ErrorKind::InvalidData, error);
    let text = format(game).map_err(invalid)?;
    output.write_all(text.as_bytes())?;
    output.write_all(b"\n")
}

/// A game as PGN.
///
/// # Errors
/// If a move is not legal.
pub fn format(game: &Game) -> Result<String, WriteError> {
    let mut text = String::new();
    write_tags(&mut text, game);
    text.push('\n');
    let mut lines = Lines { text, column: 0 };
    write_moves(&mut lines, game)?;
    lines.word(game.result.text());
    lines.end();
    Ok(lines.text)
}

fn write_tags(text: &mut String, game: &Game) {
    for (name, unknown) in ROSTER {
        let value =
            if name == "Result" { game.result.text() } else { game.tag(name).unwrap_or(unknown) };
        write_tag(text, name, value);
    }
    let is_other =
        |name: &str| !is_expressed(name) && ROSTER.iter().all(|(known, _)| *known != name);
    for (name, value) in game.tags.iter().filter(|(name, _)| is_other(name)) {
        write_tag(text, &tag_name(name), value);
    }
    let rules = game.rules();
    if ruleset::shipped("standard").is_none_or(|standard| standard != *rules) {
        write_tag(text, "Variant", rules.id());
    }
    if rules.spec().fog {
        write_tag(text, "Fog", "1");
    }
    if game.start != Position::start(rules) {
        write_tag(text, "SetUp", "1");
        write_tag(text, "FEN", &fen::format(&game.start));
    }
}

fn write_tag(text: &mut String, name: &str, value: &str) {
    text.push('[');
    text.push_str(name);
    text.push_str(" \"");
    for letter in value.chars() {
        match letter {
            '"' | '\\' => text.extend(['\\', letter]),
            '\n' | '\r' => text.push(' '),
            _ => text.push(letter),
        }
    }
    text.push_str("\"]\n");
}

/// A name that can stand in a tag.
fn tag_name(name: &str) -> Cow<'_, str> {
    let is_bad = |c: char| c == ' ' || c.is_ascii_control() || matches!(c, '"' | '[' | ']');
    match name {
        "" => Cow::Borrowed("_"),
        _ if name.contains(is_bad) => Cow::Owned(name.replace(is_bad, "_")),
        _ => Cow::Borrowed(name),
    }
}

fn write_moves(lines: &mut Lines, game: &Game) -> Result<(), WriteError> {
    game.comments.iter().for_each(|comment| lines.comment(comment, &[]));
    let mut position = game.start.clone();
    let mut legal = Vec::new();
    let mut needs_number = true;
    for played in &game.moves {
        legal.clear();
        position.legal_moves_into(&mut legal);
        let (number, colour) = (position.fullmove_number(), position.turn());
        let written = match played.turn {
            Turn::Move(chess_move) => san::format_among(&position, chess_move, &legal)
                .ok_or_else(|| uci::format(&position, chess_move)),
            Turn::Pass if may_pass(&position) => Ok(PASS.to_owned()),
            Turn::Pass => Err(PASS.to_owned()),
        };
        let text = written.map_err(|text| WriteError { number, colour, text })?;
        match colour {
            Colour::White => lines.word(&format!("{number}.")),
            Colour::Black if needs_number => lines.word(&format!("{number}...")),
            Colour::Black => {}
        }
        lines.word(&text);
        needs_number = write_remarks(lines, played);
        played.play_unchecked(&mut position);
    }
    Ok(())
}

/// Writes what is said about a move; tells whether there was anything.
fn write_remarks(lines: &mut Lines, played: &PlayedMove) -> bool {
    played.nags.iter().for_each(|nag| lines.word(&format!("${nag}")));
    let times = [("clk", played.clock), ("emt", played.spent)];
    let command = |(name, time): (&str, Option<Duration>)| {
        time.map(|time| format!("[%{name} {}]", format_time(time)))
    };
    let commands: Vec<String> = times.into_iter().filter_map(command).collect();
    let mut commands = commands.as_slice();
    let is_first = |first: &String| first.contains('}');
    if !commands.is_empty() && played.comments.first().is_none_or(is_first) {
        lines.comment("", std::mem::take(&mut commands));
    }
    for comment in &played.comments {
        lines.comment(comment, std::mem::take(&mut commands));
    }
    !played.nags.is_empty() || !played.comments.is_empty() || !times.iter().all(|t| t.1.is_none())
}

/// Words, broken into lines.
struct Lines {
    text: String,
    column: usize,
}

impl Lines {
    /// Adds a word, on a new line if it does not fit on this one.
    fn word(&mut self, word: &str) {
        let length = word.chars().count();
        if self.column > 0 && self.column + 1 + length > WIDTH {
            self.end();
        }
        self.add(word, length);
    }

    fn add(&mut self, word: &str, length: usize) {
        if self.column > 0 {
            self.text.push(' ');
            self.column += 1;
        }
        self.text.push_str(word);
        self.column += length;
    }

    fn end(&mut self) {
        self.text.push('\n');
        self.column = 0;
    }

    fn comment(&mut self, comment: &str, commands: &[String]) {
        if comment.contains('}') {
            // A brace would end the comment too early; the other kind ends with its line.
            let words: Vec<_> = comment.split_whitespace().collect();
            self.word(";");
            self.add(&words.join(" "), WIDTH);
            return self.end();
        }
        self.word("{");
        commands.iter().flat_map(|text| text.split(' ')).for_each(|word| self.word(word));
        for word in comment.split_whitespace() {
            // These would mean something else at the start of a line.
            if word.starts_with('%') || word.starts_with("[Event") {
                self.add(word, word.chars().count());
            } else {
                self.word(word);
            }
        }
        self.word("}");
    }
}
