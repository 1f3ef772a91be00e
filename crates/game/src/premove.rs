//! Premoves: moves that a player makes while the other side thinks, played in their turn.

use std::collections::BTreeMap;
use std::time::Duration;

use rules::{Colour, Move, Piece, PieceType, Position, Role, Square, SquareSet, Turn};

use crate::reach::pattern;
use crate::{Attempt, Event, Game, Phase};

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

/// The premoves of a side, the next one first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Premoves(pub(crate) Vec<Premove>);

/// Pieces as they stand on a board.
pub(crate) type Pieces = BTreeMap<Square, Piece>;

impl Game {
    /// The premoves of a side, the next one first.
    pub fn premoves(&self, side: Colour) -> &[Premove] {
        &self.premoves[side.index()].0
    }

    /// May this side queue premoves at all? It must be played by a person, and the other side
    /// not by somebody at the same screen.
    pub fn has_premoves(&self, side: Colour) -> bool {
        !self.players().is_computer(side) && !self.players().share_a_screen()
    }

    /// Where a piece could go as a premove after those that wait already: wherever its way of
    /// moving leads on some board, castling and captures of pawns included.
    pub fn premove_targets(&self, side: Colour, from: Square) -> SquareSet {
        let pieces = self.pieces_after_premoves(side);
        match pieces.get(&from).filter(|piece| piece.colour() == side) {
            Some(piece) => {
                pattern(self.position(), *piece, from)
                    | self.castling_targets(side, from, self.premoves(side))
            }
            None => SquareSet::EMPTY,
        }
    }

    /// Where a piece's way of moving leads on some board, castling left out.
    pub fn pattern_of(&self, piece: Piece, from: Square) -> SquareSet {
        pattern(self.position(), piece, from)
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
        let Premove { from, to, .. } = premove;
        if !self.has_premoves(side) {
            return Err(PremoveError::NotForThisPlayer);
        }
        if self.phase() != Phase::Playing {
            return Err(PremoveError::NotPlaying);
        }
        if self.turn() == side {
            return Err(PremoveError::YourTurn);
        }
        if self.premoves(side).len() >= MOST_PREMOVES {
            return Err(PremoveError::TooMany);
        }
        let pieces = self.pieces_after_premoves(side);
        if pieces.get(&from).is_none_or(|piece| piece.colour() != side) {
            return Err(PremoveError::NoPiece(from));
        }
        let choices = self.rules().promotion_choices_of(side);
        let is_choice = premove.promotion.is_none_or(|kind| choices.contains(&kind));
        if !is_choice || !self.premove_targets(side, from).contains(to) {
            return Err(PremoveError::NeverAMove { from, to });
        }
        self.premoves[side.index()].0.push(premove);
        self.tell(Event::PremoveQueued { side });
        Ok(())
    }

    /// Empties the queue of a side. Tells how many premoves there were.
    pub fn cancel_premoves(&mut self, side: Colour) -> usize {
        std::mem::take(&mut self.premoves[side.index()].0).len()
    }

    /// The board as a side sees it with its premoves made, in rising order of squares.
    pub fn pieces_with_premoves(&self, side: Colour) -> Vec<(Square, Piece)> {
        self.pieces_after_premoves(side).into_iter().collect()
    }

    /// Plays the premoves of whoever is to move, as long as there are any.
    pub(crate) fn play_premoves(&mut self, now: Duration) {
        while self.phase() == Phase::Playing {
            let side = self.turn();
            let queue = &mut self.premoves[side.index()].0;
            if queue.is_empty() {
                return;
            }
            let next = queue.remove(0);
            match self.as_move(next) {
                Some(chess_move) => {
                    self.commit_turn(Turn::Move(chess_move), now, Duration::ZERO, true);
                }
                None => {
                    let count = 1 + self.cancel_premoves(side);
                    self.tell(Event::PremovesDropped { side, count });
                }
            }
        }
    }

    fn as_move(&self, premove: Premove) -> Option<Move> {
        match self.attempt(premove.from, premove.to) {
            Attempt::Legal(chess_move) => Some(chess_move),
            Attempt::Promotion(moves) => {
                let choice = self.choice(premove);
                moves.into_iter().find(|chess_move| chess_move.promotion() == choice)
            }
            Attempt::LeavesKingInCheck { .. } | Attempt::NotAMove => None,
        }
    }

    /// What a pawn of a premove becomes if it promotes.
    fn choice(&self, premove: Premove) -> Option<PieceType> {
        premove.promotion.or_else(|| self.rules().promotion_choices().first().copied())
    }

    /// What a side sees, with its premoves made.
    fn pieces_after_premoves(&self, side: Colour) -> Pieces {
        let view = self.position().view(side);
        let mut pieces: Pieces = view.pieces().iter().copied().collect();
        let premoves = self.premoves(side);
        for (number, premove) in premoves.iter().enumerate() {
            self.apply_premove(*premove, side, &premoves[..number], &mut pieces);
        }
        pieces
    }

    fn apply_premove(
        &self,
        premove: Premove,
        side: Colour,
        earlier: &[Premove],
        pieces: &mut Pieces,
    ) {
        let Premove { from, to, .. } = premove;
        let rook = self.castling_rook(from, to, side, earlier);
        let Some(piece) = pieces.remove(&from) else { return };
        let promotes = self.rules().piece_spec(piece.kind()).role == Role::Pawn
            && self.rules().promotion_zone(piece.colour()).contains(to);
        let kind = self.choice(premove).filter(|_| promotes).unwrap_or(piece.kind());
        if let Some((rook_from, rook_to)) = rook
            && let Some(rook) = pieces.remove(&rook_from)
        {
            pieces.insert(rook_to, rook);
            pieces.insert(self.castling_king_to(from, to), piece);
            return;
        }
        pieces.insert(to, Piece::new(kind, piece.colour()));
    }

    /// The rook that goes with a king's premove from one square to another, if that is castling:
    /// where it comes from and where it goes.
    fn castling_rook(
        &self,
        from: Square,
        to: Square,
        side: Colour,
        earlier: &[Premove],
    ) -> Option<(Square, Square)> {
        if !self.castling_targets(side, from, earlier).contains(to) {
            return None;
        }
        let east = to.file() > from.file();
        let to = self.castling_king_to(from, to);
        let rook_to = self.rules().size().offset(to, if east { -1 } else { 1 }, 0)?;
        Some((nearest_rook(self.position(), side, from, east)?, rook_to))
    }

    /// Where the king ends that castles from one square to another, which may be that of the rook.
    fn castling_king_to(&self, from: Square, to: Square) -> Square {
        match self.rules().castling_files() {
            Some(files) => Square::new(files[usize::from(to.file() > from.file())], to.rank()),
            None => to,
        }
    }

    /// Where the king could castle to from a square on some board: he and the rook have not
    /// moved, nor will they by earlier premoves.
    fn castling_targets(&self, side: Colour, from: Square, earlier: &[Premove]) -> SquareSet {
        let position = self.position();
        let is_touched =
            |square| earlier.iter().any(|premove| [premove.from, premove.to].contains(&square));
        let Some(castling) = position.rules().spec().castling else { return SquareSet::EMPTY };
        if position.king(side) != Some(from) || is_touched(from) {
            return SquareSet::EMPTY;
        }
        let towards = |east: bool| {
            nearest_rook(position, side, from, east).filter(|rook| !is_touched(*rook))?;
            if castling.files.is_some() {
                return nearest_rook(position, side, from, east);
            }
            let step = i32::from(castling.king_step);
            position.rules().size().offset(from, if east { step } else { -step }, 0)
        };
        [true, false].into_iter().filter_map(towards).collect()
    }
}

/// The rook with a castling right that is nearest to the king in a direction.
fn nearest_rook(position: &Position, side: Colour, king: Square, east: bool) -> Option<Square> {
    let rooks = position.castling_rooks(side).iter();
    rooks
        .filter(|rook| (rook.file() > king.file()) == east)
        .min_by_key(|rook| rook.file().abs_diff(king.file()))
}
