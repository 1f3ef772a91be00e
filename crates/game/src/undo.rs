//! Taking turns back, playing them again, and starting over.

use std::time::Duration;

use record::EntryKind;
use rules::Colour;

use crate::offers::OfferState;
use crate::{Event, Game, PlayedTurn};

/// Why nothing was taken back or played again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum UndoError {
    /// There is nothing to take back, or to play again.
    #[error("there is nothing to take back or to play again")]
    Nothing,
    /// The other player is elsewhere and must be asked.
    #[error("the other player must be asked before a move is taken back")]
    NeedsConsent,
}

impl Game {
    /// Takes back a number of turns, or as many as there are. Both clocks show again what they
    /// showed then, and a game that was over goes on.
    ///
    /// # Errors
    /// Why nothing was taken back.
    pub fn undo(&mut self, now: Duration, plies: usize) -> Result<(), UndoError> {
        self.check_consent()?;
        match plies.min(self.ply()) {
            0 => Err(UndoError::Nothing),
            plies => {
                self.commit(EntryKind::TakeBack(count(plies)), now);
                Ok(())
            }
        }
    }

    /// Plays a number of turns again that were taken back, or as many as there are, until a new move
    /// is played.
    ///
    /// # Errors
    /// Why nothing was played again.
    pub fn redo(&mut self, now: Duration, plies: usize) -> Result<(), UndoError> {
        self.check_consent()?;
        let plies = plies.min(self.undone.len());
        if plies == 0 {
            return Err(UndoError::Nothing);
        }
        self.commit(EntryKind::PutBack(count(plies)), now);
        Ok(())
    }

    /// Takes back what a player means by "my last move": the last turn where two people share
    /// the screen; against the computer, back to the turn that the person had last.
    ///
    /// # Errors
    /// Why nothing was taken back.
    pub fn take_back(&mut self, now: Duration) -> Result<(), UndoError> {
        let plies = match self.players().only_human() {
            Some(human) => self.plies_to_own_turn(human).ok_or(UndoError::Nothing)?,
            None => 1,
        };
        self.undo(now, plies)
    }

    /// Plays again what [`Game::take_back`] took back.
    ///
    /// # Errors
    /// Why nothing was played again.
    pub fn put_back(&mut self, now: Duration) -> Result<(), UndoError> {
        let plies = match self.players().only_human() {
            Some(human) => {
                // On to the next turn of the person, or as far as it goes.
                let own = |turn: &PlayedTurn| turn.mover == human;
                let later = self.undone.iter().rev().skip(1).position(own);
                later.map_or(self.undone.len(), |between| between + 1)
            }
            None => 1,
        };
        self.redo(now, plies)
    }

    /// Is there anything that [`Game::take_back`] would take back?
    pub fn can_take_back(&self) -> bool {
        let own_turn = self.players().only_human().map(|human| self.plies_to_own_turn(human));
        !self.players().are_apart() && own_turn.unwrap_or((self.ply() > 0).then_some(1)).is_some()
    }

    /// Is there anything to play again?
    pub fn can_put_back(&self) -> bool {
        !self.players().are_apart() && !self.undone.is_empty()
    }

    /// Starts the game again from its first position with full clocks.
    pub fn restart(&mut self, now: Duration) {
        self.commit(EntryKind::Restart, now);
    }

    /// How many turns must be taken back so that a side is to move where it last moved.
    pub(crate) fn plies_to_own_turn(&self, side: Colour) -> Option<usize> {
        self.turns.iter().rev().position(|turn| turn.mover == side).map(|later| later + 1)
    }

    /// Takes turns back; the caller has checked that there are enough.
    pub(crate) fn rewind(&mut self, plies: u32, now: Duration) {
        debug_assert!(plies as usize <= self.turns.len(), "{plies} turns were played");
        for _ in 0..plies {
            self.history.undo();
            self.undone.extend(self.turns.pop());
        }
        self.tell(Event::Undone { plies: plies as usize });
        self.jump(now);
    }

    /// Plays turns again that were taken back; the caller has checked that there are enough.
    pub(crate) fn advance(&mut self, plies: u32, now: Duration) {
        debug_assert!(plies as usize <= self.undone.len(), "{plies} turns were taken back");
        for _ in 0..plies {
            if let Some(turn) = self.undone.pop() {
                let legal = self.history.play_turn(turn.turn);
                debug_assert!(legal.is_ok(), "{:?} was legal before", turn.turn);
                self.turns.push(turn);
            }
        }
        self.tell(Event::Redone { plies: plies as usize });
        self.jump(now);
    }

    /// After a jump in the game: sets the clocks, and drops what was said at another turn.
    fn jump(&mut self, now: Duration) {
        self.end = None;
        self.premoves = Default::default();
        self.offers = OfferState::default();
        self.clock.set(self.turn(), self.clocks_now(), now);
    }

    /// What both clocks showed at the start of the present turn, by the record of the turns.
    pub(crate) fn clocks_now(&self) -> [Duration; 2] {
        Colour::BOTH.map(|colour| {
            let Some(control) = self.clock.control(colour) else { return Duration::ZERO };
            let own = |turn: &&PlayedTurn| turn.mover == colour;
            let shown = self.turns.iter().rev().filter(own).find_map(|turn| turn.clock_after);
            shown.map_or(control.time(), |shown| control.for_next_turn(shown))
        })
    }

    fn check_consent(&self) -> Result<(), UndoError> {
        if self.players().are_apart() { Err(UndoError::NeedsConsent) } else { Ok(()) }
    }
}

/// A number of turns as an entry has it. The number of turns of any game fits.
pub(crate) fn count(plies: usize) -> u32 {
    u32::try_from(plies).unwrap_or(u32::MAX)
}
