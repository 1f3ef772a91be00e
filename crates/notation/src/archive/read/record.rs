//! The moves of an archive, from the start position to the one they must lead to.

use std::sync::Arc;

use record::GameEnd;
use rules::{Colour, Outcome, Position, Reason, Rules, Setup, Square, SquareSet, Turn};

use super::about::{read_seconds, texts};
use super::{MOST_FAULTS, fault};
use crate::archive::Archive;
use crate::diagnostics::{Diagnostics, excerpt};
use crate::document::Value;
use crate::fen::{self, FenError};
use crate::pgn::{PASS, PlayedMove};
use crate::tree::{Annotation, may_pass};
use crate::{Field, TableReader, uci};

/// The keys that tell how the game went.
pub(super) struct Record<'a> {
    start: Field<'a>,
    moved_pawns: Field<'a>,
    moves: Field<'a>,
    variations: Field<'a>,
    turn: Field<'a>,
    position: Field<'a>,
    outcome: Field<'a>,
}

impl<'a> Record<'a> {
    pub(super) fn of(file: &mut TableReader<'a>) -> Record<'a> {
        Record {
            start: file.need("start"),
            moved_pawns: file.get("moved_pawns"),
            moves: file.need("moves"),
            variations: file.get("variations"),
            turn: file.need("turn"),
            position: file.get("position"),
            outcome: file.get("outcome"),
        }
    }

    /// Plays the moves from the start position, and compares where they lead.
    pub(super) fn replay(&self, rules: &Arc<Rules>, faults: &mut Diagnostics) -> Option<Archive> {
        let turn = self.read_turn(faults);
        let claimed = read_fen(&self.position, rules, faults);
        let start = self.read_start(rules, faults);
        let mut archive = Archive::new(start?);
        for field in self.moves.list(faults) {
            let played = read_move(&field, archive.position(), faults)?;
            archive.add(played);
            if faults.iter().len() > MOST_FAULTS {
                return None;
            }
        }
        archive.read_variations(&self.variations, faults)?;
        let position = archive.position();
        if let Some(turn) = turn.filter(|turn| *turn != position.turn()) {
            let words =
                format!("is \"{turn}\"; expected \"{}\" after these moves", position.turn());
            faults.push(fault(&self.turn, 105, words));
        }
        if claimed.is_some_and(|claimed| !agrees(&claimed, position)) {
            let expected = fen::format(position);
            let words = format!("is not where the moves lead to; expected {expected:?}");
            faults.push(fault(&self.position, 105, words));
        }
        Some(archive)
    }

    fn read_turn(&self, faults: &mut Diagnostics) -> Option<Colour> {
        const EXPECTED: &str = "expected \"white\" or \"black\", the side to move after the moves";
        let words = match self.turn.node().map(|node| &node.value) {
            Some(Value::Text(name)) if name == "white" => return Some(Colour::White),
            Some(Value::Text(name)) if name == "black" => return Some(Colour::Black),
            Some(other) => format!("is {other}; {EXPECTED}"),
            None => format!("is missing; {EXPECTED}"),
        };
        faults.push(fault(&self.turn, 103, words));
        None
    }

    fn read_start(&self, rules: &Arc<Rules>, faults: &mut Diagnostics) -> Option<Position> {
        let moved = read_squares(&self.moved_pawns, rules, faults);
        let mut setup = read_fen(&self.start, rules, faults)?;
        setup.moved_pawns = moved;
        match Position::new(Arc::clone(rules), setup) {
            Ok((position, warnings)) => {
                let mut warn = |odd| self.start.warning(format_args!("is odd: {odd}"), faults);
                warnings.iter().for_each(&mut warn);
                Some(position)
            }
            Err(found) => {
                let words = format!("is no position: {}", FenError::Setup(found));
                faults.push(fault(&self.start, None, words));
                None
            }
        }
    }

    /// Warns about an end of the game that the board does not show.
    pub(super) fn check_ending(&self, archive: &Archive, faults: &mut Diagnostics) {
        let Some(ending) = archive.ending else { return };
        let outcome = archive.history().outcome();
        let must_show = ending.reason().is_some_and(is_seen_on_the_board);
        let is_odd = match outcome {
            Some(outcome) => {
                outcome.winner != ending.winner() || (must_show && GameEnd::from(outcome) != ending)
            }
            None => must_show,
        };
        if is_odd {
            let shown = outcome.map_or("the game is not over".to_owned(), |o| o.to_string());
            let words = format!("is {}, but by the moves: {shown}", told(ending));
            self.outcome.warning(words, faults);
        }
    }
}

fn is_seen_on_the_board(reason: Reason) -> bool {
    use Reason::{Checkmate, InsufficientMaterial, KingCapture, Stalemate};
    matches!(reason, Checkmate | KingCapture | Stalemate | InsufficientMaterial)
}

fn told(ending: GameEnd) -> String {
    match (ending.winner(), ending.reason()) {
        (winner, Some(reason)) => Outcome { winner, reason }.to_string(),
        (Some(winner), None) => format!("{winner} wins"),
        (None, None) => "draw".to_owned(),
    }
}

/// Reads a FEN without asking whether the position makes sense: kings may have been taken.
fn read_fen(field: &Field<'_>, rules: &Rules, faults: &mut Diagnostics) -> Option<Setup> {
    let text = field.text(faults)?;
    if text.len() > fen::LONGEST {
        let words = format!("is {:?}; expected a FEN", excerpt(text));
        faults.push(fault(field, None, words));
        return None;
    }
    let tell = |why: FenError| {
        faults.push(fault(field, why.code(), format_args!("is no position: {why}")));
    };
    fen::parse_setup(rules.spec(), text).map_err(tell).ok()
}

fn read_squares(field: &Field<'_>, rules: &Rules, faults: &mut Diagnostics) -> SquareSet {
    let parse = |text: &str| match Square::parse_prefix(text) {
        Some((square, "")) if rules.size().contains(square) => Ok(square),
        _ => Err(format!("on a board of {}", rules.size())),
    };
    let squares = field.list(faults);
    squares.iter().map_while(|item| item.parsed("a square such as \"a2\"", parse, faults)).collect()
}

/// Reads a move, or a turn that passed: a text, or a table with what is said about it.
pub(in crate::archive) fn read_move(
    field: &Field<'_>,
    position: &Position,
    faults: &mut Diagnostics,
) -> Option<PlayedMove> {
    match field.node().map(|node| &node.value) {
        Some(Value::Text(text)) => legal_turn(field, text, position, faults).map(PlayedMove::of),
        Some(Value::Table(_)) => {
            let mut table = field.table(faults);
            let text = table.need("move");
            let (clock, spent) = (table.get("clock"), table.get("spent"));
            let (nags, before) = (table.get("nags"), table.get("before"));
            let comments = table.get("comments");
            let turn = text.text(faults).and_then(|t| legal_turn(&text, t, position, faults));
            let played = turn.map(|turn| {
                let annotation = Annotation {
                    before: texts(&before, faults),
                    comments: texts(&comments, faults),
                    nags: read_nags(&nags, faults),
                    clock: read_seconds(&clock, faults),
                    spent: read_seconds(&spent, faults),
                };
                PlayedMove { turn, annotation }
            });
            table.finish(faults);
            played
        }
        _ => {
            field.wrong("a move such as \"e2e4\", or a table with a `move`", faults);
            None
        }
    }
}

fn read_nags(field: &Field<'_>, faults: &mut Diagnostics) -> Vec<u16> {
    let items = field.list(faults);
    let nag = |item: &Field<'_>| item.integer("the number of a glyph", 0..=u16::MAX, faults);
    items.iter().map_while(nag).collect()
}

fn legal_turn(
    field: &Field<'_>,
    text: &str,
    position: &Position,
    faults: &mut Diagnostics,
) -> Option<Turn> {
    let read = match text {
        PASS if may_pass(position) => Ok(Turn::Pass),
        PASS => Err(format!("`{PASS}` lets the turn pass, but the king is in check")),
        _ => uci::parse(position, text).map(Turn::Move).map_err(|why| why.to_string()),
    };
    let tell = |why| {
        let (number, turn) = (position.fullmove_number(), position.turn());
        faults.push(fault(field, 105, format_args!("is move {number} of {turn}: {why}")));
    };
    read.map_err(tell).ok()
}

/// Does a FEN say the same as a position? It may name an en passant square that means nothing.
fn agrees(setup: &Setup, position: &Position) -> bool {
    let found = position.to_setup();
    setup.pieces().eq(found.pieces())
        && setup.turn == found.turn
        && setup.castling == found.castling
        && (setup.en_passant == found.en_passant || found.en_passant.is_none())
        && setup.halfmove_clock == found.halfmove_clock
        && setup.fullmove_number == found.fullmove_number
}
