//! The moves of an archive, from the start position to the one they must lead to.

use std::sync::Arc;

use record::GameEnd;
use rules::message::{Argument, Fault, FaultMessage};
use rules::{Colour, Outcome, Position, Reason, Rules, Setup, Square, SquareSet, Turn, message};

use super::MOST_FAULTS;
use super::about::{read_seconds, texts};
use crate::archive::Archive;
use crate::diagnostics::{Diagnostics, no_position};
use crate::document::Value;
use crate::fen::{self, FenError};
use crate::pgn::{PlayedMove, pass_in_check};
use crate::san::PASS;
use crate::tree::{Annotation, may_pass};
use crate::{Field, TableReader, uci};

/// The keys of the course of the game.
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
        let moves = self.moves.list(faults);
        if !matches!(self.moves.node().map(|node| &node.value), Some(Value::List(_))) {
            // Nothing says where the moves lead.
            return None;
        }
        for field in moves {
            let played = read_move(&field, archive.position(), faults)?;
            archive.add(played);
            if faults.iter().len() > MOST_FAULTS {
                return None;
            }
        }
        archive.read_variations(&self.variations, faults)?;
        let position = archive.position();
        if turn.is_some_and(|turn| turn != position.turn()) {
            let expected = message!(
                "turn-after-moves",
                "\"{turn}\" after these moves",
                turn = position.turn()
            );
            faults.push(self.turn.unexpected(expected).numbered(105));
        }
        if claimed.is_some_and(|claimed| !agrees(&claimed, position)) {
            let words = message!(
                "other-position",
                "is not where the moves lead to; expected {expected}",
                expected = format!("{:?}", fen::format(position))
            );
            faults.push(self.position.fault(words).numbered(105));
        }
        Some(archive)
    }

    fn read_turn(&self, faults: &mut Diagnostics) -> Option<Colour> {
        match self.turn.node().map(|node| &node.value) {
            Some(Value::Text(name)) if name == "white" => return Some(Colour::White),
            Some(Value::Text(name)) if name == "black" => return Some(Colour::Black),
            _ => {}
        }
        let expected =
            message!("expected-turn", "\"white\" or \"black\", the side to move after the moves");
        faults.push(self.turn.unexpected(expected).numbered(103));
        None
    }

    fn read_start(&self, rules: &Arc<Rules>, faults: &mut Diagnostics) -> Option<Position> {
        let moved = read_squares(&self.moved_pawns, rules, faults);
        let mut setup = read_fen(&self.start, rules, faults)?;
        setup.moved_pawns = moved;
        match Position::new(Arc::clone(rules), setup) {
            Ok((position, warnings)) => {
                for odd in warnings {
                    self.start.warning(message!("odd-start", "is odd: {odd}", odd), faults);
                }
                Some(position)
            }
            Err(found) => {
                let fault = no_position(self.start.key(), &FenError::Setup(found));
                faults.push(fault.at(self.start.place()));
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
            let shown = match outcome {
                Some(outcome) => outcome.into(),
                None => Argument::from(message!("not-over", "the game is not over")),
            };
            let words = message!(
                "other-outcome",
                "is {ending}, but by the moves: {shown}",
                ending = told(ending),
                shown
            );
            self.outcome.warning(words, faults);
        }
    }
}

fn is_seen_on_the_board(reason: Reason) -> bool {
    use Reason::{Checkmate, InsufficientMaterial, KingCapture, Stalemate};
    matches!(reason, Checkmate | KingCapture | Stalemate | InsufficientMaterial)
}

fn told(ending: GameEnd) -> Argument {
    match (ending.winner(), ending.reason()) {
        (winner, Some(reason)) => Outcome { winner, reason }.into(),
        (Some(winner), None) => message!("wins", "{winner} wins", winner).into(),
        (None, None) => message!("draw", "draw").into(),
    }
}

/// Reads a FEN without asking whether the position makes sense: kings may have been taken.
fn read_fen(field: &Field<'_>, rules: &Rules, faults: &mut Diagnostics) -> Option<Setup> {
    let text = field.text(faults)?;
    if text.len() > fen::LONGEST {
        field.report(message!("expected-fen", "a FEN"), faults);
        return None;
    }
    let tell = |why| faults.push(no_position(field.key(), &why).at(field.place()));
    fen::parse_setup(rules.spec(), text).map_err(tell).ok()
}

fn read_squares(field: &Field<'_>, rules: &Rules, faults: &mut Diagnostics) -> SquareSet {
    let parse = |text: &str| match Square::parse_prefix(text) {
        Some((square, "")) if rules.size().contains(square) => Ok(square),
        _ => Err(message!("square-meaning", "on a board of {size}", size = rules.size())),
    };
    let expected = || message!("expected-square", "a square such as \"a2\"");
    let squares = field.list(faults);
    squares.iter().map_while(|item| item.parsed(expected(), parse, faults)).collect()
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
            let expected =
                message!("expected-move", "a move such as \"e2e4\", or a table with a `move`");
            field.report(expected, faults);
            None
        }
    }
}

fn read_nags(field: &Field<'_>, faults: &mut Diagnostics) -> Vec<u16> {
    let items = field.list(faults);
    let expected = || message!("glyph-number", "the number of a glyph");
    let nag = |item: &Field<'_>| item.integer(expected(), 0..=u16::MAX, faults);
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
        PASS => Err(pass_in_check(PASS)),
        _ => uci::parse(position, text).map(Turn::Move).map_err(|why| why.message()),
    };
    let tell = |why: FaultMessage| {
        let words = message!(
            "archived-move",
            "is move {number} of {colour}: {why}",
            number = position.fullmove_number(),
            colour = position.turn(),
            why
        );
        faults.push(field.fault(words).numbered(105));
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
