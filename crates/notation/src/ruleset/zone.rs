//! Squares of each side as rule sets write them: `d4 e4`, `*8` for a rank, `d*` for a file, `d1-f3`.

use rules::message::FaultMessage;
use rules::{BoardSize, Colour, Square, SquareSet, Zones, message};

use crate::diagnostics::Diagnostics;
use crate::document::Value;
use crate::quote::quoted;
use crate::{Field, TableReader};

/// Squares of both sides before the size of the board is known.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct ZoneDraft {
    white: Vec<Term>,
    /// White's from the other end of the board, if nothing is said.
    black: Option<Vec<Term>>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Term {
    All,
    File(u8),
    Rank(u8),
    /// From one corner to the other.
    Rectangle(Square, Square),
}

const EXPECTED: FaultMessage =
    message!("expected-squares", "squares such as \"d4 e4\", \"*8\", \"d*\" or \"d1-f3\"");

impl ZoneDraft {
    /// Reads a text, which is White's view, or a table with a text for each side.
    pub(super) fn read(field: &Field<'_>, faults: &mut Diagnostics) -> Option<ZoneDraft> {
        match field.node()?.value {
            Value::Table(_) => field.whole_table(faults, ZoneDraft::read_sides),
            _ => {
                let white = field.parsed(EXPECTED, parse, faults)?;
                Some(ZoneDraft { white, black: None })
            }
        }
    }

    fn read_sides(table: &mut TableReader<'_>, faults: &mut Diagnostics) -> Option<ZoneDraft> {
        let white = table.need("white").parsed(EXPECTED, parse, faults);
        let black = table.need("black").parsed(EXPECTED, parse, faults);
        Some(ZoneDraft { white: white?, black: Some(black?) })
    }

    /// The squares on a board; those beside it are left out.
    pub(super) fn on(&self, size: BoardSize) -> Zones {
        let squares = |terms: &[Term]| -> SquareSet {
            size.squares().filter(|square| terms.iter().any(|term| term.has(*square))).collect()
        };
        let white = squares(&self.white);
        let black = self.black.as_deref().map_or_else(|| mirrored(white, size), squares);
        [white, black]
    }
}

impl Term {
    fn has(self, square: Square) -> bool {
        match self {
            Term::All => true,
            Term::File(file) => square.file() == file,
            Term::Rank(rank) => square.rank() == rank,
            Term::Rectangle(a, b) => {
                let within = |n: u8, a: u8, b: u8| (a.min(b)..=a.max(b)).contains(&n);
                within(square.file(), a.file(), b.file())
                    && within(square.rank(), a.rank(), b.rank())
            }
        }
    }
}

/// The same squares seen from the other side, on the same files.
fn mirrored(squares: SquareSet, size: BoardSize) -> SquareSet {
    let rank = |square: Square| square.rank_for(Colour::Black, size);
    squares.iter().map(|square| Square::new(square.file(), rank(square))).collect()
}

fn parse(text: &str) -> Result<Vec<Term>, FaultMessage> {
    let terms = text.split_ascii_whitespace().filter(|term| *term != "-");
    let none = |term| message!("no-squares", "`{term}` is none", term);
    terms.map(|term| parse_term(term).ok_or_else(|| none(term))).collect()
}

fn parse_term(term: &str) -> Option<Term> {
    let square = |text: &str| match Square::parse_prefix(text) {
        Some((square, "")) => Some(square),
        _ => None,
    };
    if term == "*" {
        return Some(Term::All);
    }
    if let Some(rank) = term.strip_prefix('*') {
        return square(&format!("a{rank}")).map(|square| Term::Rank(square.rank()));
    }
    if let Some(file) = term.strip_suffix('*') {
        return square(&format!("{file}1")).map(|square| Term::File(square.file()));
    }
    let (from, to) = term.split_once('-').unwrap_or((term, term));
    Some(Term::Rectangle(square(from)?, square(to)?))
}

/// Writes the squares of both sides as a value of a rule set's file.
pub(super) fn format(zones: Zones, size: BoardSize) -> String {
    let [white, black] = zones.map(|zone| quoted(&format_side(zone, size)));
    match zones[1] == mirrored(zones[0], size) {
        true => white,
        false => format!("{{ white = {white}, black = {black} }}"),
    }
}

fn format_side(zone: SquareSet, size: BoardSize) -> String {
    let is_whole = |rank: u8| (0..size.files()).all(|file| zone.contains(Square::new(file, rank)));
    let mut terms = Vec::new();
    for rank in 0..size.ranks() {
        let on_rank = |square: &Square| square.rank() == rank;
        match is_whole(rank) {
            true => terms.push(format!("*{}", rank + 1)),
            false => terms.extend(zone.iter().filter(on_rank).map(|square| square.to_string())),
        }
    }
    match terms.len() {
        0 => "-".to_owned(),
        count if count == usize::from(size.ranks()) && (0..size.ranks()).all(is_whole) => {
            "*".to_owned()
        }
        _ => terms.join(" "),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_are_read_and_written() {
        let size = BoardSize::new(9, 10).expect("a size");
        let check = |text: &str, expected: &str| {
            let draft = ZoneDraft { white: parse(text).expect(text), black: None };
            assert_eq!(format(draft.on(size), size), format!("\"{expected}\""), "{text}");
        };
        check("*8 *9 *10", "*8 *9 *10");
        check("d1-f3", "d1 e1 f1 d2 e2 f2 d3 e3 f3");
        check("e5 d5", "d5 e5");
        check("*", "*");
        check("-", "-");
        check("b* p16", "b1 b2 b3 b4 b5 b6 b7 b8 b9 b10");
        for bad in ["d", "*17", "z*", "d1-", "8*"] {
            assert!(parse(bad).is_err(), "{bad}");
        }
    }
}
