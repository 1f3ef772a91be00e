//! Layouts: a position as a grid of letters, drawn as the human player sees it.
//!
//! Small letters are White's and capital letters Black's, other than in FEN. A layout holds the
//! pieces only: all of them count as unmoved, and White is to move.

use std::sync::Arc;

use rules::message::{Argument, Fault, FaultMessage, either};
use rules::{
    BoardSize, Colour, Piece, PieceType, Position, Role, RuleSpec, Rules, Setup, SetupWarning,
    Square, Win, message,
};
use thiserror::Error;

use crate::diagnostics::{Diagnostic, Diagnostics, LineIndex, TextPosition, not_listed};
use crate::fen;

#[cfg(test)]
mod tests;

/// Maximum number of faults that are listed; a text that is no layout at all has thousands.
const MOST_FAULTS: usize = 30;

/// Why a position cannot be written as a layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("{}", self.message())]
pub struct PawnsHavePassed;

impl Fault for PawnsHavePassed {
    fn message(&self) -> FaultMessage {
        message!(
            "pawns-have-passed",
            "a layout cannot show this position: every pawn has passed all those of the other \
             side, so the board would be taken for turned; expected another format, such as FEN"
        )
    }
}

/// Reads a layout drawn for a player into a position, with what was odd about it.
///
/// # Errors
/// Everything that is wrong with the layout, with line and column.
pub fn parse(
    rules: &Arc<Rules>,
    text: &str,
    player: Colour,
) -> Result<(Position, Vec<SetupWarning>), Diagnostics> {
    let setup = parse_setup(rules.spec(), text, player)?;
    position_of(rules, setup)
}

/// Reads a layout for a rule set that need not have been compiled yet.
///
/// # Errors
/// Everything that is wrong with the layout, with line and column.
pub fn parse_setup(rules: &RuleSpec, text: &str, player: Colour) -> Result<Setup, Diagnostics> {
    let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
    if let Some(fault) = other_format(text) {
        return Err(fault.into());
    }
    let mut grid = GridReader::new(rules);
    for (row, line) in rows(text).enumerate() {
        grid.read_row(row, line);
    }
    grid.check_kings();
    let mut setup = grid.finish(player)?;
    setup.castling = rules.unmoved_rooks(&setup);
    Ok(setup)
}

/// Writes the pieces of a position as the player sees them, with `.` for an empty square.
///
/// # Errors
/// If every pawn of the player has passed every pawn of the other side: no layout is read so.
pub fn format(position: &Position, player: Colour) -> Result<String, PawnsHavePassed> {
    let rules = position.rules();
    let size = rules.size();
    let rows_of = |side| position.pawns(side).iter().map(|square| row_of(size, player, square));
    if stands_on_its_head(rows_of(player), rows_of(!player)) {
        return Err(PawnsHavePassed);
    }
    let mut text = String::new();
    for row in 0..size.ranks() {
        for column in 0..size.files() {
            let piece = position.piece_at(square_at(size, player, row, column));
            text.push(piece.map_or('.', |piece| letter_of(rules.spec(), piece)));
        }
        text.push('\n');
    }
    Ok(text)
}

pub(crate) fn position_of(
    rules: &Arc<Rules>,
    setup: Setup,
) -> Result<(Position, Vec<SetupWarning>), Diagnostics> {
    Position::new(Arc::clone(rules), setup).map_err(|found| {
        let mut faults = Diagnostics::new();
        found.iter().for_each(|fault| faults.push(Diagnostic::error(fault)));
        faults
    })
}

/// The square that a player sees in a row from the top and a column from the left.
fn square_at(size: BoardSize, player: Colour, row: u8, column: u8) -> Square {
    let square = Square::new(column, size.ranks() - 1 - row);
    match player {
        Colour::White => square,
        Colour::Black => size.turned(square),
    }
}

/// The row from the top in which a player sees a square.
fn row_of(size: BoardSize, player: Colour, square: Square) -> u8 {
    size.ranks() - 1 - square.rank_for(player, size)
}

/// Does every pawn of the player stand above every one of the other side, if both have some?
fn stands_on_its_head(
    own_pawn_rows: impl Iterator<Item = u8>,
    other_pawn_rows: impl Iterator<Item = u8>,
) -> bool {
    match (own_pawn_rows.max(), other_pawn_rows.min()) {
        (Some(lowest), Some(highest)) => lowest < highest,
        _ => false,
    }
}

/// Small letters are White's.
fn letter_of(rules: &RuleSpec, piece: Piece) -> char {
    let letter = rules.pieces[piece.kind().index()].letter;
    match piece.colour() {
        Colour::White => letter,
        Colour::Black => letter.to_ascii_uppercase(),
    }
}

fn piece_of(rules: &RuleSpec, letter: char) -> Option<Piece> {
    let colour = if letter.is_ascii_uppercase() { Colour::Black } else { Colour::White };
    rules.piece_type(letter).map(|kind| Piece::new(kind, colour))
}

/// An index as people count it, from 1.
fn counted(index: usize) -> u32 {
    u32::try_from(index).map_or(u32::MAX, |index| index.saturating_add(1))
}

/// The row and the column, if they are on the board.
fn cell(size: BoardSize, row: usize, column: usize) -> Option<(u8, u8)> {
    let below = |number: usize, limit| u8::try_from(number).ok().filter(|number| *number < limit);
    Some((below(row, size.ranks())?, below(column, size.files())?))
}

/// The lines up to their last piece; they end with LF or CRLF, or CR if there is nothing else.
fn rows(text: &str) -> impl Iterator<Item = &str> {
    let end = if text.contains('\n') { '\n' } else { '\r' };
    text.split(end).map(|line| line.trim_end_matches([' ', '.', '\t', '\r']))
}

/// Recognises files that are something else, so as not to complain about every letter.
fn other_format(text: &str) -> Option<Diagnostic> {
    let start = text.trim_start();
    let line = start.lines().next().unwrap_or_default();
    let formats: &[&str] = match line.chars().next()? {
        '{' => &["JSON"],
        '[' if line[1..].starts_with(|next: char| next.is_ascii_uppercase()) => &["PGN"],
        '[' => &["JSON", "TOML"],
        _ if line.contains(" = ") => &["TOML"],
        _ if line.matches('/').count() >= 3 => &["FEN"],
        _ => return None,
    };
    let message = message!(
        "no-layout",
        "this looks like {format}; expected a layout: a row of the board on each line, with a \
         letter for a piece and a blank or `.` for an empty square",
        format = either(formats.iter().copied())
    );
    let place = LineIndex::new(text).place(text.len() - start.len());
    Some(Diagnostic::error(message).numbered(104).at(place))
}

fn unknown_letter(rules: &RuleSpec, letter: char) -> Diagnostic {
    let shown = match letter {
        _ if letter.is_control() || letter.is_whitespace() => {
            let code = format!("U+{:04X}", letter as u32);
            Argument::from(message!("unseen-character", "the character {code}", code))
        }
        _ => format!("`{letter}`").into(),
    };
    let message = message!(
        "layout-unknown-piece",
        "{letter} is no piece of `{rules}`; expected one of {letters} in either case, a blank or \
         `.`",
        letter = shown,
        rules = &rules.id,
        letters = fen::letters(rules)
    );
    Diagnostic::error(message).numbered(102)
}

fn beyond_the_board(size: BoardSize, letter: char, others: usize) -> Diagnostic {
    let (rows, squares) = (size.ranks(), size.files());
    let message = match others {
        0 => message!(
            "beyond-the-board",
            "the piece `{letter}` is beyond the board; expected at most {rows} rows of {squares} \
             squares",
            letter,
            rows,
            squares
        ),
        more => message!(
            "more-beyond-the-board",
            "the piece `{letter}` and {more} more of this row are beyond the board; expected at \
             most {rows} rows of {squares} squares",
            letter,
            more,
            rows,
            squares
        ),
    };
    Diagnostic::error(message).numbered(101)
}

/// A piece and the cell it is drawn in.
struct Drawn {
    piece: Piece,
    row: u8,
    column: u8,
}

/// Takes in a layout row by row, and all its faults.
struct GridReader<'a> {
    rules: &'a RuleSpec,
    royal: Option<PieceType>,
    drawn: Vec<Drawn>,
    /// The places of all kings of each colour, also of those that stand beyond the board.
    kings: [Vec<TextPosition>; 2],
    faults: Diagnostics,
    untold: usize,
}

impl<'a> GridReader<'a> {
    fn new(rules: &'a RuleSpec) -> GridReader<'a> {
        let royal = rules.with_role(Role::Royal);
        let (drawn, kings, faults) = Default::default();
        GridReader { rules, royal, drawn, kings, faults, untold: 0 }
    }

    fn read_row(&mut self, row: usize, line: &str) {
        let place = |column| TextPosition { line: counted(row), column: counted(column) };
        let tab = line.chars().position(|char| char == '\t');
        if let Some(tab) = tab {
            let message = || {
                message!(
                    "layout-tab",
                    "a tab stands before a piece; expected a blank for each empty square"
                )
            };
            self.fault(place(tab), || Diagnostic::error(message()));
        }
        let mut beyond = Vec::new();
        for (column, letter) in line.chars().enumerate() {
            if [' ', '.', '\t'].contains(&letter) {
                continue;
            }
            let Some(piece) = piece_of(self.rules, letter) else {
                let rules = self.rules;
                self.fault(place(column), || unknown_letter(rules, letter));
                continue;
            };
            if Some(piece.kind()) == self.royal {
                self.kings[piece.colour().index()].push(place(column));
            }
            if tab.is_some_and(|tab| tab < column) {
                continue; // its position is unknown
            }
            match cell(self.rules.size, row, column) {
                Some((row, column)) => self.drawn.push(Drawn { piece, row, column }),
                None => beyond.push((letter, place(column))),
            }
        }
        if let [(letter, place), others @ ..] = beyond.as_slice() {
            let size = self.rules.size;
            self.fault(*place, || beyond_the_board(size, *letter, others.len()));
        }
    }

    /// Where kings decide the game, each side has one; where they are taken, one may be missing.
    fn check_kings(&mut self) {
        let kings_decide = self.rules.win != Win::Never || self.rules.fog;
        let Some(royal) = self.royal.filter(|_| kings_decide) else { return };
        let are_taken = self.rules.win == Win::KingCapture || self.rules.fog;
        let is_over = are_taken && self.kings.iter().any(|kings| !kings.is_empty());
        for colour in Colour::BOTH {
            let letter = letter_of(self.rules, Piece::new(royal, colour));
            let kings = std::mem::take(&mut self.kings[colour.index()]);
            let Some((first, others)) = kings.split_first() else {
                if is_over {
                    continue;
                }
                let message = message!(
                    "layout-no-king",
                    "{colour} has no king; expected one `{letter}`",
                    colour,
                    letter
                );
                self.fault(TextPosition { line: 1, column: 1 }, || Diagnostic::error(message));
                continue;
            };
            for place in others {
                let message = || {
                    message!(
                        "layout-several-kings",
                        "{colour} has a king already, at {first}; expected one `{letter}`",
                        colour,
                        first,
                        letter
                    )
                };
                self.fault(*place, || Diagnostic::error(message()));
            }
        }
    }

    fn fault(&mut self, place: TextPosition, fault: impl FnOnce() -> Diagnostic) {
        if self.faults.iter().len() < MOST_FAULTS {
            self.faults.push(fault().at(place));
        } else {
            self.untold += 1;
        }
    }

    /// Puts the pieces onto the board, turned if the drawing stands on its head.
    fn finish(mut self, player: Colour) -> Result<Setup, Diagnostics> {
        self.faults.sort();
        if self.untold > 0 {
            self.faults.push(Diagnostic::error(not_listed(self.untold)));
        }
        if self.faults.has_errors() {
            return Err(self.faults);
        }
        let pawn = self.rules.with_role(Role::Pawn);
        let rows_of = |side| {
            let pawn = pawn.map(|kind| Piece::new(kind, side));
            self.drawn.iter().filter(move |drawn| Some(drawn.piece) == pawn).map(|drawn| drawn.row)
        };
        let is_turned = stands_on_its_head(rows_of(player), rows_of(!player));
        let viewer = if is_turned { !player } else { player };
        let mut setup = Setup::default();
        for Drawn { piece, row, column } in self.drawn {
            setup.put(square_at(self.rules.size, viewer, row, column), piece);
        }
        Ok(setup)
    }
}
