//! Why a written move is not legal, as a message that helps.

use record::UciMove;
use rules::message::{Argument, Fault, FaultMessage, either};
use rules::{
    BoardSize, CastlingFault, Colour, Move, MoveKind, Position, Rules, Square, faults, message,
};
use thiserror::Error;

faults! {
    /// Why a move is not legal.
    #[derive(Clone, Debug, PartialEq, Eq, Error)]
    #[error("{}", self.message())]
    #[allow(missing_docs)]
    pub enum Illegality {
        OffBoard { square: Square, size: BoardSize } => message!(
            "off-board",
            "{square} is not on this {size} board"
        ),
        NoPiece(square: Square) => message!("no-piece", "there is no piece on {square}"),
        NotYours { square: Square, piece: String, owner: Colour } => message!(
            "not-yours",
            "the {piece} on {square} is {owner}'s, and it is {turn}'s move",
            piece = Argument::Piece(piece.clone()),
            square,
            owner,
            turn = !*owner
        ),
        CannotGo { piece: String, from: Square, to: Square } => message!(
            "cannot-go",
            "the {piece} on {from} cannot go to {to}",
            piece = Argument::Piece(piece.clone()),
            from,
            to
        ),
        /// The text of the move may give the file or the rank from which the piece goes, counted from 0.
        NoneCanGo { piece: String, to: Square, file: Option<u8>, rank: Option<u8> } =
            none_can_go(Argument::Piece(piece.clone()), *to, *file, *rank),
        LeavesKingInCheck => message!("leaves-king-in-check", "it would leave the king in check"),
        GivesCheck => message!("gives-check", "no move may give check here"),
        FacesKing => message!("faces-king", "the kings would face each other on an open line"),
        MustTake => message!("must-take", "a piece can be taken, and who can take must take"),
        TakesKing => message!("takes-king", "a king is never taken here"),
        CastlesInCheck => message!(
            "castles-in-check",
            "a king may not castle out of, through or into check"
        ),
        NoCastling = CastlingFault::NotInTheRules.message(),
        NoRookToCastle => message!(
            "no-rook-to-castle",
            "there is no rook on that side with which the king may castle"
        ),
        CastlingIsBlocked => message!(
            "castling-is-blocked",
            "a piece stands between the king and the rook"
        ),
        GameOver => message!("king-is-taken", "a king has been taken: the game is over"),
        AlreadyWon => message!("game-over", "the game is over"),
        PromotionMissing { choices: Choices } => message!(
            "promotion-missing",
            "what the pawn becomes is missing; expected {choices}",
            choices = either(choices.letters())
        ),
        PromotionChoice { letter: char, choices: Choices } = promotion_choice(*letter, choices),
    }
}

fn promotion_choice(letter: char, choices: &Choices) -> FaultMessage {
    match choices.letters() {
        [] => message!(
            "no-promotion",
            "nothing becomes `{letter}` in this move; no pawn promotes",
            letter
        ),
        letters => message!(
            "promotion-choice",
            "a pawn cannot become `{letter}`; expected {choices}",
            letter,
            choices = either(letters)
        ),
    }
}

fn none_can_go(piece: Argument, to: Square, file: Option<u8>, rank: Option<u8>) -> FaultMessage {
    match (file, rank) {
        (None, None) => message!("none-can-go", "no {piece} can go to {to}", piece, to),
        (Some(file), Some(rank)) => message!(
            "none-can-go-from",
            "no {piece} can go to {to} from {from}",
            piece,
            to,
            from = Square::new(file, rank)
        ),
        (Some(file), None) => message!(
            "none-can-go-from-file",
            "no {piece} can go to {to} from file {file}",
            piece,
            to,
            file = (b'a' + file) as char
        ),
        (None, Some(rank)) => message!(
            "none-can-go-from-rank",
            "no {piece} can go to {to} from rank {rank}",
            piece,
            to,
            rank = rank + 1
        ),
    }
}

/// The letters of what a pawn may become.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choices(Vec<char>);

impl Choices {
    /// What the pawn becomes in each of these moves.
    pub(crate) fn of(rules: &Rules, moves: &[Move]) -> Choices {
        let kinds = moves.iter().filter_map(|m| m.promotion());
        Choices(kinds.filter_map(|kind| super::letter(rules, kind)).collect())
    }

    /// The small letters, the usual choice first; none where no pawn promotes.
    pub fn letters(&self) -> &[char] {
        &self.0
    }
}

impl Illegality {
    /// Why nothing can go from one square to another.
    pub(crate) fn of_step(position: &Position, from: Square, to: Square) -> Illegality {
        let rules = position.rules();
        let size = rules.size();
        if let Some(square) = [from, to].into_iter().find(|square| !size.contains(*square)) {
            return Illegality::OffBoard { square, size };
        }
        if position.is_cut_short() {
            return Illegality::AlreadyWon;
        }
        if is_over(position) {
            return Illegality::GameOver;
        }
        let Some(piece) = position.piece_at(from) else { return Illegality::NoPiece(from) };
        let name = rules.piece_spec(piece.kind()).name.clone();
        if piece.colour() != position.turn() {
            return Illegality::NotYours { square: from, piece: name, owner: piece.colour() };
        }
        let asked = UciMove { from, to, promotion: None };
        let is_meant = |free: &Position, m: Move| asked.goes(free, m);
        let check = Illegality::because_of_check(position, is_meant);
        let must_take = || Illegality::because_one_must_take(position, is_meant);
        check.or_else(must_take).unwrap_or(Illegality::CannotGo { piece: name, from, to })
    }

    /// Why none of the moves that are meant is legal, if only check forbids one.
    pub(crate) fn because_of_check(
        position: &Position,
        is_meant: impl Fn(&Position, Move) -> bool,
    ) -> Option<Illegality> {
        let free = without_check(position)?;
        let forbidden = free.legal_moves().into_iter().find(|m| is_meant(&free, *m))?;
        if forbidden.kind() == MoveKind::Castling {
            return Some(Illegality::CastlesInCheck);
        }
        let (mover, restrictions) = (position.turn(), position.rules().spec().restrictions);
        if Some(forbidden.to()) == position.king(!mover) {
            let may_fly =
                restrictions.kings_apart && position.king(mover) == Some(forbidden.from());
            return (!may_fly).then_some(Illegality::TakesKing);
        }
        let mut after = position.clone();
        after.play_unchecked(forbidden);
        Some(match () {
            () if after.is_in_check(mover) => Illegality::LeavesKingInCheck,
            () if restrictions.no_check && after.is_in_check(!mover) => Illegality::GivesCheck,
            () if restrictions.kings_apart => Illegality::FacesKing,
            () => Illegality::LeavesKingInCheck,
        })
    }

    /// Why a move that takes nothing is not legal, if that is because another one takes something.
    fn because_one_must_take(
        position: &Position,
        is_meant: impl Fn(&Position, Move) -> bool,
    ) -> Option<Illegality> {
        let must = position.rules().spec().restrictions.must_capture;
        let mut moves = if must { position.moves_ignoring_check() } else { Vec::new() };
        moves.retain(|found| is_meant(position, *found));
        let takes = |found: Move| position.is_capture(found);
        let is_quiet = moves.first().is_some_and(|found| !takes(*found));
        (is_quiet && position.legal_moves().into_iter().any(takes)).then_some(Illegality::MustTake)
    }

    /// Why the king cannot castle to the right, as White sees it, or to the left.
    pub(crate) fn of_castling(position: &Position, right: bool) -> Illegality {
        let towards = |from: Square, to: Square| (to.file() > from.file()) == right;
        let has_rook = position.king(position.turn()).is_some_and(|king| {
            position.castling_rooks(position.turn()).iter().any(|rook| towards(king, rook))
        });
        let is_meant =
            |_: &Position, m: Move| m.kind() == MoveKind::Castling && towards(m.from(), m.to());
        if position.rules().spec().castling.is_none() {
            Illegality::NoCastling
        } else if is_over(position) {
            Illegality::GameOver
        } else if !has_rook {
            Illegality::NoRookToCastle
        } else {
            Illegality::because_of_check(position, is_meant)
                .unwrap_or(Illegality::CastlingIsBlocked)
        }
    }
}

/// Has a king been taken where that ends the game?
pub(crate) fn is_over(position: &Position) -> bool {
    position.rules().king_capture_wins()
        && Colour::BOTH.iter().any(|colour| position.king(*colour).is_none())
}

/// The position as if check did not count, where it does.
fn without_check(position: &Position) -> Option<Position> {
    let rules = position.rules();
    if !rules.check_counts() {
        return None;
    }
    let (free, _) = Position::new(rules.with_fog(true).ok()?, position.to_setup()).ok()?;
    Some(free)
}
