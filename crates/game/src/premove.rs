//! Premoves: moves that a player makes while the other side thinks, played in their turn.

use std::collections::BTreeMap;
use std::time::Duration;

use rules::{Colour, Move, Piece, PieceType, Position, Role, Rules, Square, SquareSet, Turn, View};

use crate::premove_targets::pattern;
use crate::{Event, Game, MoveAttempt, Phase};

/// The most premoves in a queue.
pub const MOST_PREMOVES: usize = 32;

/// A move that waits for its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Premove {
    /// Where the piece will stand then.
    pub from: Square,
    /// Where it is to go.
    pub to: Square,
    /// What a pawn becomes; the first choice if it is not said.
    pub promotion: Option<PieceType>,
}

/// Why a premove was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PremoveError {
    /// The game is over or stands still.
    #[error("nobody can move now")]
    NotPlaying,
    /// It is this side's turn: it can simply move.
    #[error("it is your turn: play the move")]
    YourTurn,
    /// The computer needs no premoves, and two people at one screen have none.
    #[error("this player has no premoves")]
    NotForThisPlayer,
    /// No piece of this side will stand there.
    #[error("no piece of yours will stand on {0}")]
    NoPiece(Square),
    /// The piece does not move so on any board.
    #[error("the piece on {from} never goes to {to}")]
    NeverAMove {
        /// Where it will stand.
        from: Square,
        /// Where it was to go.
        to: Square,
    },
    /// There are too many already.
    #[error("there are {MOST_PREMOVES} premoves already")]
    TooMany,
}

/// The queued premoves of one side, the next one first. What a premove can be depends on the
/// view of that side, and on a position of the game for the pawns that may step twice.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Premoves(Vec<Premove>);

/// Pieces as they stand on a board.
type Pieces = BTreeMap<Square, Piece>;

impl Premoves {
    pub(crate) fn as_slice(&self) -> &[Premove] {
        &self.0
    }

    /// Empties the queue. Tells how many premoves there were.
    pub(crate) fn clear(&mut self) -> usize {
        std::mem::take(&mut self.0).len()
    }

    /// What is seen, with the premoves made.
    pub(crate) fn pieces(&self, view: &View) -> Pieces {
        let mut pieces: Pieces = view.pieces().iter().copied().collect();
        for (number, premove) in self.0.iter().enumerate() {
            apply(*premove, view, &self.0[..number], &mut pieces);
        }
        pieces
    }

    /// Where a piece could go after the premoves: wherever its way of moving leads on some board,
    /// castling and captures of pawns included.
    pub(crate) fn targets(&self, position: &Position, view: &View, from: Square) -> SquareSet {
        match self.pieces(view).get(&from).filter(|piece| piece.colour() == view.viewer()) {
            Some(piece) => pattern(position, *piece, from) | castling_targets(view, from, &self.0),
            None => SquareSet::EMPTY,
        }
    }

    /// Appends a premove that makes sense on some board.
    pub(crate) fn queue(
        &mut self,
        position: &Position,
        view: &View,
        premove: Premove,
    ) -> Result<(), PremoveError> {
        let Premove { from, to, promotion } = premove;
        if self.0.len() >= MOST_PREMOVES {
            return Err(PremoveError::TooMany);
        }
        if self.pieces(view).get(&from).is_none_or(|piece| piece.colour() != view.viewer()) {
            return Err(PremoveError::NoPiece(from));
        }
        let choices = view.rules().promotion_choices_of(view.viewer());
        let is_choice = promotion.is_none_or(|kind| choices.contains(&kind));
        if !is_choice || !self.targets(position, view, from).contains(to) {
            return Err(PremoveError::NeverAMove { from, to });
        }
        self.0.push(premove);
        Ok(())
    }

    /// Takes the next premove, if there is one, as the move that it is now. If it is none, all are
    /// dropped, and it is told how many.
    pub(crate) fn take_next(
        &mut self,
        rules: &Rules,
        attempt: impl FnOnce(Square, Square) -> MoveAttempt,
    ) -> Option<Result<Move, usize>> {
        let next = *self.0.first()?;
        let found = match attempt(next.from, next.to) {
            MoveAttempt::Legal(chess_move) => Some(chess_move),
            MoveAttempt::Promotion(moves) => {
                let choice = choice(rules, next);
                moves.into_iter().find(|chess_move| chess_move.promotion() == choice)
            }
            MoveAttempt::LeavesKingInCheck { .. } | MoveAttempt::NotAMove => None,
        };
        Some(match found {
            Some(chess_move) => {
                self.0.remove(0);
                Ok(chess_move)
            }
            None => Err(self.clear()),
        })
    }
}

impl Game {
    /// The premoves of a side, the next one first.
    pub fn premoves(&self, side: Colour) -> &[Premove] {
        self.premoves[side.index()].as_slice()
    }

    /// Where a piece could go as a premove after those that wait already: wherever its way of
    /// moving leads on some board, castling and captures of pawns included.
    pub fn premove_targets(&self, side: Colour, from: Square) -> SquareSet {
        self.premoves[side.index()].targets(self.position(), &self.view(side), from)
    }

    /// Queues a premove.
    ///
    /// # Errors
    /// Why it was refused.
    pub fn queue_premove(
        &mut self,
        now: Duration,
        side: Colour,
        premove: Premove,
    ) -> Result<(), PremoveError> {
        self.tick(now);
        if !self.players().may_premove(side) {
            return Err(PremoveError::NotForThisPlayer);
        }
        if self.phase() != Phase::Playing {
            return Err(PremoveError::NotPlaying);
        }
        if self.turn() == side {
            return Err(PremoveError::YourTurn);
        }
        let view = self.view(side);
        self.premoves[side.index()].queue(self.history.position(), &view, premove)?;
        self.tell(Event::PremoveQueued { side });
        Ok(())
    }

    /// Empties the queue of a side. Tells how many premoves there were.
    pub fn cancel_premoves(&mut self, side: Colour) -> usize {
        self.premoves[side.index()].clear()
    }

    /// The board as a side sees it with its premoves made, in rising order of squares.
    pub fn pieces_with_premoves(&self, side: Colour) -> Vec<(Square, Piece)> {
        self.premoves[side.index()].pieces(&self.view(side)).into_iter().collect()
    }

    /// Plays the premoves of the side to move, as long as there are any.
    pub(crate) fn play_premoves(&mut self, now: Duration) {
        while self.phase() == Phase::Playing {
            let side = self.turn();
            let mut queue = std::mem::take(&mut self.premoves[side.index()]);
            let next = queue.take_next(self.rules(), |from, to| self.attempt(from, to));
            self.premoves[side.index()] = queue;
            match next {
                None => return,
                Some(Ok(chess_move)) => {
                    self.commit_turn(Turn::Move(chess_move), now, Duration::ZERO, true);
                }
                Some(Err(count)) => self.tell(Event::PremovesDropped { side, count }),
            }
        }
    }
}

/// What a pawn of a premove becomes if it promotes.
fn choice(rules: &Rules, premove: Premove) -> Option<PieceType> {
    premove.promotion.or_else(|| rules.promotion_choices().first().copied())
}

fn apply(premove: Premove, view: &View, earlier: &[Premove], pieces: &mut Pieces) {
    let Premove { from, to, .. } = premove;
    let rules = view.rules();
    let rook = castling_rook(from, to, view, earlier);
    let Some(piece) = pieces.remove(&from) else { return };
    let promotes = rules.piece_spec(piece.kind()).role == Role::Pawn
        && rules.promotion_zone(piece.colour()).contains(to);
    let kind = choice(rules, premove).filter(|_| promotes).unwrap_or(piece.kind());
    if let Some((rook_from, rook_to)) = rook
        && let Some(rook) = pieces.remove(&rook_from)
    {
        pieces.insert(rook_to, rook);
        pieces.insert(castling_king_to(rules, from, to), piece);
        return;
    }
    pieces.insert(to, Piece::new(kind, piece.colour()));
}

/// The rook that goes with a king's premove from one square to another, if that is castling:
/// where it comes from and where it goes.
fn castling_rook(
    from: Square,
    to: Square,
    view: &View,
    earlier: &[Premove],
) -> Option<(Square, Square)> {
    if !castling_targets(view, from, earlier).contains(to) {
        return None;
    }
    let east = to.file() > from.file();
    let to = castling_king_to(view.rules(), from, to);
    let rook_to = view.rules().size().offset(to, if east { -1 } else { 1 }, 0)?;
    Some((nearest_rook(view, from, east)?, rook_to))
}

/// Where the king ends that castles from one square to another, which may be that of the rook.
fn castling_king_to(rules: &Rules, from: Square, to: Square) -> Square {
    match rules.castling_files() {
        Some(files) => Square::new(files[usize::from(to.file() > from.file())], to.rank()),
        None => to,
    }
}

/// Where the king could castle to from a square on some board: they and the rook have not
/// moved, nor will they by earlier premoves.
fn castling_targets(view: &View, from: Square, earlier: &[Premove]) -> SquareSet {
    let rules = view.rules();
    let is_touched =
        |square| earlier.iter().any(|premove| [premove.from, premove.to].contains(&square));
    let Some(castling) = rules.spec().castling else { return SquareSet::EMPTY };
    let king = rules.royal().map(|kind| Piece::new(kind, view.viewer()));
    if king.is_none() || view.piece_at(from) != king || is_touched(from) {
        return SquareSet::EMPTY;
    }
    let towards = |east: bool| {
        nearest_rook(view, from, east).filter(|rook| !is_touched(*rook))?;
        if castling.files.is_some() {
            return nearest_rook(view, from, east);
        }
        let step = i32::from(castling.king_step);
        rules.size().offset(from, if east { step } else { -step }, 0)
    };
    [true, false].into_iter().filter_map(towards).collect()
}

/// The rook with a castling right that is nearest to the king in a direction.
fn nearest_rook(view: &View, king: Square, east: bool) -> Option<Square> {
    let rooks = view.castling_rooks().iter();
    rooks
        .filter(|rook| (rook.file() > king.file()) == east)
        .min_by_key(|rook| rook.file().abs_diff(king.file()))
}
