//! Playing moves: what may be played, what is refused and why.

use std::time::Duration;

use record::Authority;
use rules::{Colour, Move, Square, Turn};

use crate::{Game, Phase};

/// Why a move was refused. Nothing has changed then.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlayError {
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// The clocks are stopped.
    #[error("the game is paused")]
    Paused,
    /// The board waits for the next player to confirm.
    #[error("the board is waiting for the next player")]
    HandOver,
    /// It is the other side's turn.
    #[error("it is {turn}'s turn")]
    NotYourTurn {
        /// Whose turn it is.
        turn: Colour,
    },
    /// The move is legal but for the king, who must be defended.
    #[error("the move leaves the king on {king} in check")]
    LeavesKingInCheck {
        /// The king's square, which flashes.
        king: Square,
    },
    /// A pawn promotes, and it was not said to what.
    #[error("the pawn promotes: say what it becomes")]
    NeedsPromotion,
    /// The piece cannot go there.
    #[error("the piece on {from} cannot go to {to}")]
    Illegal {
        /// Where it stands.
        from: Square,
        /// Where it was to go.
        to: Square,
    },
}

/// What comes of carrying a piece from one square to another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoveAttempt {
    /// It is a legal move.
    Legal(Move),
    /// A pawn promotes, and the player picks one of these moves.
    Promotion(Vec<Move>),
    /// It would be legal if the king were not left in check.
    LeavesKingInCheck {
        /// The king's square, which flashes.
        king: Square,
    },
    /// It is no move.
    NotAMove,
}

impl Game {
    /// What comes of carrying a piece of the side to move from one square to another.
    pub fn attempt(&self, from: Square, to: Square) -> MoveAttempt {
        if self.phase() != Phase::Playing {
            return MoveAttempt::NotAMove;
        }
        let fits = |chess_move: &Move| (chess_move.from(), chess_move.to()) == (from, to);
        let mut moves = self.position().legal_moves();
        moves.retain(fits);
        match moves.as_slice() {
            [] => match self.king_left_in_check(from, to) {
                Some(king) => MoveAttempt::LeavesKingInCheck { king },
                None => MoveAttempt::NotAMove,
            },
            [first, _, ..] if first.promotion().is_some() => MoveAttempt::Promotion(moves),
            [first, ..] => MoveAttempt::Legal(*first),
        }
    }

    /// Plays a move of the side to move.
    ///
    /// # Errors
    /// Why the move was refused.
    pub fn play(&mut self, now: Duration, chess_move: Move) -> Result<(), PlayError> {
        let position = self.position();
        let mover = position.piece_at(chess_move.from()).map(|piece| piece.colour());
        self.play_by(now, mover.unwrap_or(position.turn()), chess_move, Duration::ZERO)
    }

    /// Plays a move for a player who is elsewhere. Their clock is not charged for `credit`, the
    /// time that the move has travelled, as far as the clocks allow for it.
    ///
    /// # Errors
    /// Why the move was refused.
    pub fn play_by(
        &mut self,
        now: Duration,
        by: Colour,
        chess_move: Move,
        credit: Duration,
    ) -> Result<(), PlayError> {
        let judges = self.record.terms.referee == Authority::Here;
        if judges && self.clock.is_running() && self.clock.is_up(now, credit) {
            self.time_is_up(now);
        }
        self.check_turn(by)?;
        if !self.position().is_legal(chess_move) {
            return Err(self.refusal(chess_move));
        }
        self.commit_turn(Turn::Move(chess_move), now, credit, false);
        self.play_premoves(now);
        Ok(())
    }

    /// May this side do something with its turn now?
    fn check_turn(&self, by: Colour) -> Result<(), PlayError> {
        match self.phase() {
            Phase::Over(_) => Err(PlayError::Over),
            Phase::Paused => Err(PlayError::Paused),
            Phase::HandOver(_) => Err(PlayError::HandOver),
            Phase::Playing if by != self.turn() => {
                Err(PlayError::NotYourTurn { turn: self.turn() })
            }
            Phase::Playing => Ok(()),
        }
    }

    fn refusal(&self, chess_move: Move) -> PlayError {
        let (from, to) = (chess_move.from(), chess_move.to());
        match self.attempt(from, to) {
            MoveAttempt::Promotion(_) if chess_move.promotion().is_none() => {
                PlayError::NeedsPromotion
            }
            MoveAttempt::LeavesKingInCheck { king } => PlayError::LeavesKingInCheck { king },
            _ => PlayError::Illegal { from, to },
        }
    }

    /// The king that a move, otherwise legal, leaves in check.
    fn king_left_in_check(&self, from: Square, to: Square) -> Option<Square> {
        let position = self.position();
        let king = position.king(position.turn()).filter(|_| position.rules().check_counts())?;
        // The other king is never taken where check counts.
        if position.king(!position.turn()) == Some(to) {
            return None;
        }
        let moves = position.moves_ignoring_check();
        let chess_move = moves.into_iter().find(|m| (m.from(), m.to()) == (from, to))?;
        let mut after = position.clone();
        after.play_unchecked(chess_move);
        // Castling through an attacked square leaves nobody in check and is just no move.
        let is_left = position.is_in_check(position.turn()) || after.is_in_check(position.turn());
        is_left.then_some(king)
    }
}
