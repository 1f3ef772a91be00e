//! What a file is: first by its content, and then its name must agree.

use std::fmt;

use super::ending_of;
use crate::diagnostics::{Diagnostic, Place};

/// The kinds of files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// A `config.json`.
    Config,
    /// A game archive, JSON as well.
    Archive,
    /// A rule set, in TOML.
    RuleSet,
    /// A layout, a grid of letters.
    Layout,
    /// Games as PGN.
    Pgn,
    /// Positions as FEN, one on each line.
    Fen,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Kind::Config => "a config (JSON)",
            Kind::Archive => "a game archive (JSON)",
            Kind::RuleSet => "a rule set (TOML)",
            Kind::Layout => "a layout",
            Kind::Pgn => "PGN",
            Kind::Fen => "FEN",
        })
    }
}

/// The kinds that an ending stands for; the first where the content leaves it open.
const ENDINGS: [(&str, &[Kind]); 6] = [
    ("json", &[Kind::Config, Kind::Archive]),
    ("toml", &[Kind::RuleSet]),
    ("txt", &[Kind::Layout]),
    ("pgn", &[Kind::Pgn]),
    ("fen", &[Kind::Fen]),
    ("epd", &[Kind::Fen]),
];

/// As much of a file as is looked at.
const LOOKED_AT: usize = 1 << 16;

/// Tells what a file is by its content.
///
/// # Errors
/// With code 104, if the content is nothing that is known, or the ending of the name stands for
/// something else.
pub fn inspect(name: &str, bytes: &[u8]) -> Result<Kind, Diagnostic> {
    let wrong = |message: String| {
        let start = Place { line: 1, column: 1 };
        Err(Diagnostic::error(message).numbered(104).at(start))
    };
    if bytes.starts_with(b"\xFF\xFE") || bytes.starts_with(b"\xFE\xFF") {
        return wrong("the file is UTF-16; expected UTF-8, please save it as such".to_owned());
    }
    let ending = ending_of(name);
    let known = ENDINGS.iter().find(|(known, _)| Some(*known) == ending.as_deref());
    let found = kind_of(bytes);
    match (known, found) {
        (Some((_, kinds)), Some(found)) if kinds.contains(&found) => Ok(found),
        (Some((ending, kinds)), found) => match (found, kinds) {
            // Its reader knows best what is wrong.
            (None | Some(Kind::Layout), [Kind::Layout | Kind::Pgn | Kind::Fen | Kind::RuleSet]) => {
                Ok(kinds[0])
            }
            // Games may start with a comment.
            (Some(Kind::Config | Kind::Archive), [Kind::Pgn]) if !is_json(bytes) => Ok(Kind::Pgn),
            (Some(found), _) => wrong(format!(
                "the name ends in `.{ending}`, but this looks like {found}; expected {}",
                list(kinds)
            )),
            (None, _) => wrong(format!(
                "the name ends in `.{ending}`, but this is no JSON; expected {}",
                list(kinds)
            )),
        },
        (None, Some(found)) => Ok(found),
        (None, None) => wrong(
            "this is no file of a known kind; expected a config, a game archive, a rule set, a \
             layout, PGN or FEN"
                .to_owned(),
        ),
    }
}

fn list(kinds: &[Kind]) -> String {
    kinds.iter().map(Kind::to_string).collect::<Vec<_>>().join(" or ")
}

/// What the content looks like, if it looks like anything.
fn kind_of(bytes: &[u8]) -> Option<Kind> {
    let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    let text = String::from_utf8_lossy(&bytes[..bytes.len().min(LOOKED_AT)]);
    let is_said = |line: &&str| !line.trim().is_empty() && !line.trim_start().starts_with('#');
    let line = text.lines().find(is_said)?.trim();
    match line.as_bytes().first()? {
        b'{' => Some(kind_of_json(&text)),
        b'[' if is_tag(line) => Some(Kind::Pgn),
        b'[' if line[1..].starts_with(|c: char| c == '[' || c.is_alphabetic()) => {
            Some(Kind::RuleSet)
        }
        b'[' => Some(Kind::Config),
        b'%' | b';' => Some(Kind::Pgn),
        _ if is_assignment(line) => Some(Kind::RuleSet),
        _ if is_board(line) => Some(Kind::Fen),
        byte if byte.is_ascii_digit() => Some(Kind::Pgn),
        _ if text.chars().all(|c| c.is_ascii_alphabetic() || c == '.' || c.is_whitespace()) => {
            Some(Kind::Layout)
        }
        _ => None,
    }
}

/// Does a `{` start JSON, and not a comment of a game?
fn is_json(bytes: &[u8]) -> bool {
    let text = String::from_utf8_lossy(&bytes[..bytes.len().min(LOOKED_AT)]);
    let inside = text.trim_start_matches('\u{FEFF}').trim_start().strip_prefix('{');
    inside
        .is_some_and(|inside| matches!(inside.trim_start().chars().next(), None | Some('"' | '}')))
}

/// Configs and archives have no key in common that would tell them apart wrongly.
fn kind_of_json(text: &str) -> Kind {
    let has_key = |key: &str| text.contains(key);
    let is_archive = ["\"format\"", "\"moves\"", "\"turn\""].into_iter().any(has_key);
    // A clock of a config may be of the kind `"turn"`.
    let is_config =
        ["\"layout\"", "\"time_controls\"", "\"clock\": \"turn\""].into_iter().any(has_key);
    if is_archive && (has_key("\"format\"") || !is_config) { Kind::Archive } else { Kind::Config }
}

/// Is it a tag of a PGN file, such as `[Event "Open"]`?
fn is_tag(line: &str) -> bool {
    let name = line[1..].trim_start();
    let rest = name.trim_start_matches(|c: char| c.is_alphanumeric() || c == '_');
    rest.len() < name.len() && rest.trim_start().starts_with('"')
}

/// Is it a key of a TOML file with its value?
fn is_assignment(line: &str) -> bool {
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '"' | '\'');
    line.split_once('=').is_some_and(|(key, _)| {
        let key = key.trim_end();
        // `e8=Q` is a move.
        key.len() > 2 && key.chars().all(is_part) && !key.contains(|c: char| c.is_ascii_digit())
    })
}

/// Does it start with the ranks of a board?
fn is_board(line: &str) -> bool {
    let first = line.split_ascii_whitespace().next().unwrap_or_default();
    first.contains('/') && first.chars().all(|c| c.is_ascii_alphanumeric() || c == '/')
}
