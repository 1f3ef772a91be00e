//! Games as PGN: the seven tags that every file has, then the others, then moves in short lines.

use std::borrow::Cow;
use std::io::{self, Write};
use std::time::Duration;

use rules::message::{Fault, FaultMessage};
use rules::{Colour, Position};
use thiserror::Error;

use super::comment::format_time;
use super::scanner::{DEEPEST, too_deep};
use super::variant::name_of;
use super::{Game, is_expressed};
use crate::tree::{Annotation, Cursor, GameTree, TreeNode, TreeStep};
use crate::{fen, ruleset, san};

/// The tags that every game has, and their values if unknown.
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

/// A game that no reader would take.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("{}", self.message())]
pub enum WriteError {
    /// Too many variations lie in each other.
    TooDeep,
}

impl Fault for WriteError {
    fn message(&self) -> FaultMessage {
        let WriteError::TooDeep = self;
        too_deep()
    }
}

/// Writes a game and an empty line behind it, so that another may follow.
///
/// # Errors
/// If the output fails, or variations lie too deep in each other.
pub fn write(output: &mut impl Write, game: &Game) -> io::Result<()> {
    let invalid = |error| io::Error::new(io::ErrorKind::InvalidData, error);
    let text = format(game).map_err(invalid)?;
    output.write_all(text.as_bytes())?;
    output.write_all(b"\n")
}

/// A game as PGN.
///
/// # Errors
/// If variations lie too deep in each other.
pub fn format(game: &Game) -> Result<String, WriteError> {
    let mut text = String::new();
    write_tags(&mut text, game);
    text.push('\n');
    let mut lines = Lines { text, column: 0 };
    write_moves(&mut lines, &game.tree)?;
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
        write_tag(text, "Variant", name_of(rules));
    }
    if rules.spec().fog {
        write_tag(text, "Fog", "1");
    }
    if *game.start() != Position::start(rules) {
        write_tag(text, "SetUp", "1");
        write_tag(text, "FEN", &fen::format(game.start()));
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

fn write_moves(lines: &mut Lines, tree: &GameTree) -> Result<(), WriteError> {
    tree.comments().iter().for_each(|comment| lines.comment(comment, &[]));
    let mut cursor = Cursor::new(tree.start().clone());
    let mut needs_number = true;
    for step in tree.walk() {
        match step {
            TreeStep::Move(id) => {
                let Some(node) = tree.node(id) else { continue };
                needs_number = write_move(lines, cursor.position(), node, needs_number);
                node.turn().into_iter().for_each(|turn| cursor.play(turn));
            }
            TreeStep::Open if cursor.depth() == DEEPEST => return Err(WriteError::TooDeep),
            TreeStep::Open => {
                lines.word("(");
                cursor.open();
                needs_number = true;
            }
            TreeStep::Close => {
                lines.word(")");
                cursor.close();
                needs_number = true;
            }
        }
    }
    Ok(())
}

/// Writes a move with what is said about it; returns whether a move of Black that follows needs a
/// number.
fn write_move(
    lines: &mut Lines,
    position: &Position,
    node: &TreeNode,
    mut needs_number: bool,
) -> bool {
    let said = node.annotation();
    said.before.iter().for_each(|comment| lines.comment(comment, &[]));
    needs_number |= !said.before.is_empty();
    let number = position.fullmove_number();
    match position.turn() {
        Colour::White => lines.word(&format!("{number}.")),
        Colour::Black if needs_number => lines.word(&format!("{number}...")),
        Colour::Black => {}
    }
    node.turn().into_iter().for_each(|turn| lines.word(&san::format_turn(position, turn)));
    write_remarks(lines, said)
}

/// Writes what is said about a move; returns whether there was anything.
fn write_remarks(lines: &mut Lines, said: &Annotation) -> bool {
    said.nags.iter().for_each(|nag| lines.word(&format!("${nag}")));
    let times = [("clk", said.clock), ("emt", said.spent)];
    let command = |(name, time): (&str, Option<Duration>)| {
        time.map(|time| format!("[%{name} {}]", format_time(time)))
    };
    let commands: Vec<String> = times.into_iter().filter_map(command).collect();
    let mut commands = commands.as_slice();
    let is_first = |first: &String| first.contains('}');
    if !commands.is_empty() && said.comments.first().is_none_or(is_first) {
        lines.comment("", std::mem::take(&mut commands));
    }
    for comment in &said.comments {
        lines.comment(comment, std::mem::take(&mut commands));
    }
    !said.nags.is_empty() || !said.comments.is_empty() || !times.iter().all(|t| t.1.is_none())
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
