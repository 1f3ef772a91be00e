//! The record of a game: every change is an entry that is appended and applied, and replaying the
//! entries restores the game.
//!
//! Premoves belong to the moment and are not recorded.

use std::time::Duration;

use record::{ClockTimes, Entry, EntryKind, GameEnd, GameRecord, UciMove};
use rules::message::Fault;
use rules::{Outcome, Position, Turn, faults};

use crate::clock::Clock;
use crate::end::is_on_the_board;
use crate::offers::OfferState;
use crate::{Event, Game, PlayedTurn};

faults! {
    /// Why a record cannot be replayed. Entries are numbered from 1.
    #[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
    #[error("{}", self.message())]
    pub enum ReplayError {
        /// A move is not legal.
        Illegal {
            /// The number of the entry.
            number: usize,
            /// The move, as the entry has it.
            chess_move: UciMove,
        } => message!(
            "entry-illegal",
            "entry {number} plays {chess_move}, which is not legal",
            number,
            chess_move = chess_move.to_string()
        ),
        /// A turn passed while the side was in check, which loses instead.
        PassInCheck {
            /// The number of the entry.
            number: usize,
        } => message!("entry-passes-in-check", "entry {number} passes in check"),
        /// A turn comes after the end of the game.
        AfterEnd {
            /// The number of the entry.
            number: usize,
        } => message!("entry-after-end", "entry {number} comes after the end of the game"),
        /// More turns are taken back, or played again, than there are.
        NoSuchTurns {
            /// The number of the entry.
            number: usize,
        } => message!(
            "entry-without-turns",
            "entry {number} takes back or plays again more turns than there are"
        ),
        /// Another turn was played here before the referee sent this one.
        OtherTurn {
            /// The number of the entry.
            number: usize,
        } => message!(
            "entry-of-another-turn",
            "entry {number} is not the turn that was played here"
        ),
        /// A move is hidden by fog.
        Hidden {
            /// The number of the entry.
            number: usize,
        } => message!("entry-hidden", "entry {number} is a hidden move"),
        /// The game is said to have ended in a way that the board does not show.
        End(outcome: Outcome) => message!(
            "record-end",
            "the game is said to have ended by {outcome}, which the board does not show",
            outcome = *outcome
        ),
    }
}

impl Game {
    /// What was agreed, and everything that has happened so far.
    pub fn record(&self) -> &GameRecord {
        &self.record
    }

    /// Restores a game that goes on now: the clock of the side to move runs at once, unless the
    /// game was paused or the board has to be handed over first. Time that has passed since the
    /// last entry counts for neither side.
    ///
    /// A game may go on after a third repetition, as records from elsewhere do.
    ///
    /// # Errors
    /// What in the record does not fit together.
    pub fn replay(start: Position, record: GameRecord, now: Duration) -> Result<Game, ReplayError> {
        let GameRecord { terms, entries } = record;
        let mut game = Game::unstarted(start, terms, now);
        game.start_turn(now);
        for (entry, number) in entries.into_iter().zip(1..) {
            if !entry.kind.is_turn() {
                game.clock.set_spent(entry.spent, now);
            }
            game.append(entry, number, now)?;
            if begins_turn(entry.kind) {
                game.start_turn(now);
            }
        }
        if game.end.is_none() {
            game.end_if_decided(now);
        }
        game.events.clear();
        Ok(game)
    }

    /// Checks an entry that was made elsewhere or before, appends it and applies it.
    pub(crate) fn append(
        &mut self,
        entry: Entry,
        number: usize,
        now: Duration,
    ) -> Result<(), ReplayError> {
        let turn = self.checked_turn(entry.kind, number)?;
        self.record.entries.push(entry);
        match turn {
            Some(turn) => self.apply_turn(turn, entry, now, false),
            None => self.apply(entry.kind, now),
        }
        Ok(())
    }

    /// Appends an entry that happens now, and applies it.
    pub(crate) fn commit(&mut self, kind: EntryKind, now: Duration) {
        let spent = self.clock.spent(now);
        let clock = self.clock.remaining(self.turn(), now);
        self.record.entries.push(Entry { kind, spent, clock });
        self.apply(kind, now);
        if begins_turn(kind) {
            self.begin_turn(now);
        }
    }

    /// Appends a turn that is known to be legal, and all that follows from it. The mover's clock
    /// is not charged for `credit`.
    pub(crate) fn commit_turn(
        &mut self,
        turn: Turn,
        now: Duration,
        credit: Duration,
        is_premove: bool,
    ) {
        let kind = match turn {
            Turn::Move(chess_move) => EntryKind::Move(UciMove::of(self.rules(), chess_move)),
            Turn::Pass => EntryKind::Pass,
        };
        let (spent, clock) = self.clock.turn_times(now, credit);
        let entry = Entry { kind, spent, clock };
        self.record.entries.push(entry);
        self.apply_turn(turn, entry, now, is_premove);
        self.begin_turn(now);
    }

    /// The turn that an entry is, if it is one and can come next.
    fn checked_turn(&self, kind: EntryKind, number: usize) -> Result<Option<Turn>, ReplayError> {
        let has_turns = |plies: u32, most: usize| {
            usize::try_from(plies).is_ok_and(|plies| (1..=most).contains(&plies))
        };
        match kind {
            EntryKind::HiddenMove => Err(ReplayError::Hidden { number }),
            _ if kind.is_turn() && self.is_over() => Err(ReplayError::AfterEnd { number }),
            EntryKind::Move(chess_move) => match chess_move.find(self.position()) {
                Some(found) => Ok(Some(Turn::Move(found))),
                None => Err(ReplayError::Illegal { number, chess_move }),
            },
            EntryKind::Pass if self.position().shows_check(self.turn()) => {
                Err(ReplayError::PassInCheck { number })
            }
            EntryKind::Pass => Ok(Some(Turn::Pass)),
            EntryKind::TakeBack(plies) if !has_turns(plies, self.ply()) => {
                Err(ReplayError::NoSuchTurns { number })
            }
            EntryKind::PutBack(plies) if !has_turns(plies, self.undone.len()) => {
                Err(ReplayError::NoSuchTurns { number })
            }
            EntryKind::End(end) => match end.outcome().filter(|told| is_on_the_board(*told)) {
                Some(outcome) if self.end_on_the_board() != Some(end) => {
                    Err(ReplayError::End(outcome))
                }
                _ => Ok(None),
            },
            _ => Ok(None),
        }
    }

    fn apply_turn(&mut self, turn: Turn, entry: Entry, now: Duration, is_premove: bool) {
        let mut played = PlayedTurn::before(self.position(), turn);
        let legal = self.history.play_turn(turn);
        debug_assert!(legal.is_ok(), "{turn:?} was legal");
        let is_move = played.chess_move().is_some();
        played.gives_check = is_move && self.position().shows_check(!played.mover);
        (played.spent, played.clock_after) = (entry.spent, entry.clock);
        self.clock.end_turn(entry.clock, now);
        let ply = self.turns.len();
        self.turns.push(played);
        self.undone.clear();
        if is_move {
            self.tell(Event::Played { ply, turn: played, is_premove });
            self.answer_offers(played.mover);
        } else {
            self.tell(Event::Passed { ply, side: played.mover });
        }
    }

    /// Applies an entry that is no turn.
    fn apply(&mut self, kind: EntryKind, now: Duration) {
        match kind {
            EntryKind::Move(_) | EntryKind::HiddenMove | EntryKind::Pass => {
                debug_assert!(false, "{kind:?} is a turn");
            }
            EntryKind::OfferDraw(_)
            | EntryKind::DeclineDraw(_)
            | EntryKind::AskTakeBack(_)
            | EntryKind::DeclineTakeBack(_) => {
                let event = self.offers.follow(kind, self.ply());
                self.events.extend(event);
            }
            EntryKind::TakeBack(plies) => self.rewind(plies, now),
            EntryKind::PutBack(plies) => self.advance(plies, now),
            EntryKind::Pause => {
                self.is_paused = true;
                self.run_clock(now);
                self.tell(Event::Paused);
            }
            EntryKind::Resume => {
                self.is_paused = false;
                self.run_clock(now);
                self.tell(Event::Resumed);
            }
            EntryKind::SetClocks(ClockTimes { white, black }) => {
                self.clock.set_remaining([white, black]);
            }
            EntryKind::End(end) => self.finish(end, now),
            EntryKind::Reopen => {
                let by = self.resigned();
                self.end = None;
                self.run_clock(now);
                by.into_iter().for_each(|by| self.tell(Event::ResignationTakenBack { by }));
            }
            EntryKind::Restart => {
                while self.history.undo().is_some() {}
                self.turns.clear();
                self.undone.clear();
                self.end = None;
                self.is_paused = false;
                self.clock = Clock::new(&self.record.terms, self.turn());
                self.premoves = Default::default();
                self.offers = OfferState::default();
                self.tell(Event::Restarted);
            }
        }
    }

    /// Ends the game if the board says that it is over. Returns whether it does.
    pub(crate) fn end_if_decided(&mut self, now: Duration) -> bool {
        let end = self.end_on_the_board();
        end.into_iter().for_each(|end| self.commit(EntryKind::End(end), now));
        end.is_some()
    }

    /// Marks the game as ended.
    fn finish(&mut self, end: GameEnd, now: Duration) {
        self.end = Some(end);
        self.ended_at = now;
        self.awaits_hand_over = false;
        self.is_paused = false;
        self.premoves = Default::default();
        self.offers = OfferState::default();
        self.run_clock(now);
        self.tell(Event::Ended(end));
    }
}

/// Does another turn begin after an entry?
pub(crate) const fn begins_turn(kind: EntryKind) -> bool {
    kind.is_turn()
        || matches!(kind, EntryKind::TakeBack(_) | EntryKind::PutBack(_) | EntryKind::Restart)
}
