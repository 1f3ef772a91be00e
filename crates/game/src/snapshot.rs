//! A running game as plain data, to be saved and to go on later exactly as it was.
//!
//! Premoves, and turns that were taken back, belong to the moment and are not saved.

use std::sync::Arc;
use std::time::Duration;

use rules::{Colour, Move, Piece, Position, Rules, Setup, SetupFault, Square, Turn};

use crate::end::is_on_the_board;
use crate::{Game, GameEnd, GameTerms, Offers, PlayedTurn};

/// Everything that is needed to go on with a game, but for the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Snapshot {
    /// Where the game started.
    pub start: Setup,
    /// What happened at each turn.
    pub turns: Vec<SavedTurn>,
    /// Who plays, and by which clocks.
    pub terms: GameTerms,
    /// What the clocks of White and Black showed, if there are clocks; if that is not known, it
    /// follows from the record of the turns and the thinking time.
    pub remaining: Option<[Duration; 2]>,
    /// How long the side to move had been thinking.
    pub thinking_time: Duration,
    /// Were the clocks stopped?
    pub is_paused: bool,
    /// Proposals that awaited an answer.
    pub offers: Offers,
    /// How the game ended, if it had.
    pub end: Option<GameEnd>,
}

/// A move or a pass with its clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SavedTurn {
    /// The move, or that the turn passed.
    pub turn: Turn,
    /// How long it took; nothing if that is not known.
    pub spent: Duration,
    /// What the mover's clock showed after it, if that is known.
    pub clock_after: Option<Duration>,
}

/// Why a saved game cannot go on.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SnapshotError {
    /// The start is no position of these rules.
    #[error("the start is no position: {}", told(.0))]
    Start(Vec<SetupFault>),
    /// A piece stands at the start that these rules do not have.
    #[error("the piece on {square} is none of these rules")]
    ForeignPiece {
        /// Where it stands.
        square: Square,
    },
    /// A move is not legal.
    #[error("turn {number} is {chess_move:?}, which is not legal")]
    Illegal {
        /// The number of the turn, from 1.
        number: usize,
        /// As the snapshot has it.
        chess_move: Move,
    },
    /// A turn passed while the side was in check, which loses instead.
    #[error("turn {number} passed in check")]
    PassInCheck {
        /// The number of the turn, from 1.
        number: usize,
    },
    /// There are times on clocks that do not exist.
    #[error("there are times, but no clocks")]
    TimesWithoutClocks,
    /// The game is said to have ended in a way that the board does not show.
    #[error("the game is said to have ended by {0}, which the board does not show")]
    End(rules::Outcome),
}

fn told(faults: &[SetupFault]) -> String {
    faults.iter().map(SetupFault::to_string).collect::<Vec<_>>().join("; ")
}

impl Game {
    /// The game as it stands, as plain data.
    pub fn snapshot(&self, now: Duration) -> Snapshot {
        let saved = |turn: &PlayedTurn| SavedTurn {
            turn: turn.turn,
            spent: turn.spent,
            clock_after: turn.clock_after,
        };
        let [white, black] = Colour::BOTH.map(|colour| self.remaining(colour, now));
        Snapshot {
            start: self.start().to_setup(),
            turns: self.turns.iter().map(saved).collect(),
            terms: self.terms.clone(),
            remaining: white.zip(black).map(|(white, black)| [white, black]),
            thinking_time: self.thinking_time(now),
            is_paused: self.is_paused,
            offers: self.offers,
            end: self.end,
        }
    }

    /// A saved game that goes on now: the clock of the side to move runs at once, unless the
    /// game was paused or the board has to be handed over first. Time that passed while the game
    /// was saved counts for nobody.
    ///
    /// # Errors
    /// What does not fit together.
    pub fn from_snapshot(
        rules: &Arc<Rules>,
        snapshot: Snapshot,
        now: Duration,
    ) -> Result<Game, SnapshotError> {
        let is_foreign = |piece: Piece| piece.kind().index() >= rules.piece_types().len();
        let foreign = snapshot.start.pieces().find(|(_, piece)| is_foreign(*piece));
        if let Some((square, _)) = foreign {
            return Err(SnapshotError::ForeignPiece { square });
        }
        let (start, _) =
            Position::new(Arc::clone(rules), snapshot.start).map_err(SnapshotError::Start)?;
        if snapshot.terms.clocks.is_none() && snapshot.remaining.is_some() {
            return Err(SnapshotError::TimesWithoutClocks);
        }
        let mut game = Game::new(start, snapshot.terms, now);
        game.end = None;
        for (saved, number) in snapshot.turns.into_iter().zip(1..) {
            game.replay(saved, number)?;
        }
        game.is_paused = snapshot.is_paused;
        game.offers = snapshot.offers;
        game.clock.set(game.turn(), game.clocks_now(), now);
        game.clock.set_spent(snapshot.thinking_time);
        if let Some(remaining) = snapshot.remaining {
            game.clock.set_remaining(remaining);
        }
        match snapshot.end {
            Some(end) => {
                let outcome = end.outcome().filter(|outcome| is_on_the_board(*outcome));
                if let Some(outcome) = outcome.filter(|_| game.end_on_the_board() != Some(end)) {
                    return Err(SnapshotError::End(outcome));
                }
                game.finish(end, now);
            }
            None => game.begin_turn(now),
        }
        game.events.clear();
        Ok(game)
    }

    /// Plays a saved turn, whether or not the game had ended before it: records from elsewhere
    /// go on after a third repetition.
    fn replay(&mut self, saved: SavedTurn, number: usize) -> Result<(), SnapshotError> {
        let position = self.position();
        let mut turn = PlayedTurn::before(position, saved.turn);
        match saved.turn {
            Turn::Pass if position.shows_check(turn.mover) => {
                return Err(SnapshotError::PassInCheck { number });
            }
            Turn::Pass => self.history.pass(),
            Turn::Move(chess_move) => {
                let refused = |chess_move| SnapshotError::Illegal { number, chess_move };
                self.history.play(chess_move).map_err(refused)?;
            }
        }
        turn.gives_check = turn.chess_move().is_some() && self.position().shows_check(!turn.mover);
        (turn.spent, turn.clock_after) = (saved.spent, saved.clock_after);
        self.turns.push(turn);
        Ok(())
    }
}
