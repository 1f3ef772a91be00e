//! What players say to each other besides their moves: draws, giving up, taking moves back.

use std::time::Duration;

use record::{EntryKind, GameEnd, OfferError};
use rules::{Colour, Outcome, Reason};

use crate::undo::count;
use crate::{Event, Game};

/// For how long a resignation can be taken back.
pub const RESIGNATION_GRACE: Duration = Duration::from_secs(5);

/// A game can be aborted before it has this many turns.
const ABORT_BEFORE: usize = 2;

/// Draw and take-back proposals that await an answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OfferState {
    /// Who offers a draw, if anybody does.
    pub draw: Option<Colour>,
    /// Who asks to take a move back, if anybody does.
    pub take_back: Option<Colour>,
    /// For each side how many turns had been played when it last offered a draw.
    pub last_draw: [Option<usize>; 2],
    /// For each side how many turns had been played when it last asked to take a move back.
    pub last_take_back: [Option<usize>; 2],
}

impl OfferState {
    /// Follows an entry that offers or declines something after `ply` turns. The event that it
    /// is, if it is one.
    pub(crate) fn follow(&mut self, kind: EntryKind, ply: usize) -> Option<Event> {
        match kind {
            EntryKind::OfferDraw(by) => {
                self.draw = Some(by);
                self.last_draw[by.index()] = Some(ply);
                Some(Event::DrawOffered { by })
            }
            EntryKind::DeclineDraw(by) => {
                self.draw = None;
                Some(Event::DrawDeclined { by })
            }
            EntryKind::AskTakeBack(by) => {
                self.take_back = Some(by);
                self.last_take_back[by.index()] = Some(ply);
                Some(Event::TakeBackAsked { by })
            }
            EntryKind::DeclineTakeBack(by) => {
                self.take_back = None;
                Some(Event::TakeBackDeclined { by })
            }
            _ => None,
        }
    }

    /// A move answers what the other side has offered, and ends what was asked about the past.
    pub(crate) fn answer_by_playing(&mut self, mover: Colour) -> impl Iterator<Item = Event> {
        let declined = self.draw.take_if(|by| *by != mover);
        let declined = declined.map(|_| Event::DrawDeclined { by: mover });
        let asked = self.take_back.take().map(|asker| Event::TakeBackDeclined { by: !asker });
        declined.into_iter().chain(asked)
    }
}

impl Game {
    /// What is on offer now.
    pub fn offers(&self) -> OfferState {
        self.offers
    }

    /// Offers a draw, or accepts the other side's offer. It stands until it is answered or the
    /// other side moves; then this side must have moved before it may offer again.
    ///
    /// # Errors
    /// Why nothing came of it.
    pub fn offer_draw(&mut self, now: Duration, by: Colour) -> Result<(), OfferError> {
        self.check_running(now)?;
        if !self.rules().spec().draws.agreement {
            return Err(OfferError::NotInTheRules);
        }
        if self.offers.draw == Some(!by) {
            return self.answer_draw(now, by, true);
        }
        if self.asked_already(self.offers.last_draw[by.index()], by) {
            return Err(OfferError::AskedAlready);
        }
        self.commit(EntryKind::OfferDraw(by), now);
        Ok(())
    }

    /// Accepts or declines the other side's offer of a draw.
    ///
    /// # Errors
    /// Why nothing came of it.
    pub fn answer_draw(
        &mut self,
        now: Duration,
        by: Colour,
        accept: bool,
    ) -> Result<(), OfferError> {
        self.check_running(now)?;
        if self.offers.draw != Some(!by) {
            return Err(OfferError::NoOffer);
        }
        if accept {
            self.commit(EntryKind::End(GameEnd::from(Outcome::draw(Reason::Agreement))), now);
        } else {
            self.commit(EntryKind::DeclineDraw(by), now);
        }
        Ok(())
    }

    /// The draw that the side to move may claim, if any.
    pub fn claimable_draw(&self) -> Option<Reason> {
        self.history.claimable_draw().filter(|_| !self.is_over())
    }

    /// Claims a draw by repetition or fifty moves, where that must be claimed.
    ///
    /// # Errors
    /// Why nothing came of it.
    pub fn claim_draw(&mut self, now: Duration, by: Colour) -> Result<(), OfferError> {
        self.check_running(now)?;
        if by != self.turn() {
            return Err(OfferError::NotYourTurn);
        }
        let reason = self.claimable_draw().ok_or(OfferError::NoClaim)?;
        self.commit(EntryKind::End(GameEnd::from(Outcome::draw(reason))), now);
        Ok(())
    }

    /// Gives the game up.
    ///
    /// # Errors
    /// If the game is over.
    pub fn resign(&mut self, now: Duration, by: Colour) -> Result<(), OfferError> {
        self.check_running(now)?;
        self.commit(EntryKind::End(GameEnd::from(Outcome::won_by(!by, Reason::Resignation))), now);
        Ok(())
    }

    /// Can a resignation still be taken back? Only shortly after it, and only where nobody is
    /// elsewhere.
    pub fn can_take_back_resignation(&self, now: Duration) -> bool {
        self.resigned().is_some()
            && !self.players().are_apart()
            && now.saturating_sub(self.ended_at) <= RESIGNATION_GRACE
    }

    /// Plays on after a resignation, with the clocks as they were.
    ///
    /// # Errors
    /// Why the resignation stands.
    pub fn take_back_resignation(&mut self, now: Duration) -> Result<(), OfferError> {
        if !self.is_over() {
            return Err(OfferError::NotOver);
        }
        if !self.can_take_back_resignation(now) {
            return Err(OfferError::ResignationStands);
        }
        self.commit(EntryKind::Reopen, now);
        Ok(())
    }

    /// Breaks the game off before the second move; it does not count.
    ///
    /// # Errors
    /// Why nothing came of it.
    pub fn abort(&mut self, now: Duration) -> Result<(), OfferError> {
        self.check_running(now)?;
        if self.ply() >= ABORT_BEFORE {
            return Err(OfferError::TooLateToAbort);
        }
        self.commit(EntryKind::End(GameEnd::Aborted), now);
        Ok(())
    }

    /// A player has left and will not come back: the other side wins.
    ///
    /// # Errors
    /// If the game is over.
    pub fn abandon(&mut self, now: Duration, by: Colour) -> Result<(), OfferError> {
        self.check_running(now)?;
        self.commit(EntryKind::End(GameEnd::from(Outcome::won_by(!by, Reason::Abandonment))), now);
        Ok(())
    }

    /// Asks the other player, who is elsewhere, to take back one's last move and what followed.
    ///
    /// # Errors
    /// Why nothing came of it.
    pub fn ask_take_back(&mut self, now: Duration, by: Colour) -> Result<(), OfferError> {
        self.check_running(now)?;
        if !self.record.terms.take_backs {
            return Err(OfferError::NotAgreed);
        }
        if self.plies_to_own_turn(by).is_none() {
            return Err(OfferError::NothingToTakeBack);
        }
        let asked = self.asked_already(self.offers.last_take_back[by.index()], by);
        if asked || self.offers.take_back.is_some() {
            return Err(OfferError::AskedAlready);
        }
        self.commit(EntryKind::AskTakeBack(by), now);
        Ok(())
    }

    /// Lets the other side take its move back, or not.
    ///
    /// # Errors
    /// Why nothing came of it.
    pub fn answer_take_back(
        &mut self,
        now: Duration,
        by: Colour,
        accept: bool,
    ) -> Result<(), OfferError> {
        self.check_running(now)?;
        if self.offers.take_back != Some(!by) {
            return Err(OfferError::NoOffer);
        }
        match self.plies_to_own_turn(!by) {
            Some(plies) if accept => self.commit(EntryKind::TakeBack(count(plies)), now),
            _ => self.commit(EntryKind::DeclineTakeBack(by), now),
        }
        Ok(())
    }

    /// A move of a side answers what is on offer.
    pub(crate) fn answer_offers(&mut self, mover: Colour) {
        let answers = self.offers.answer_by_playing(mover);
        self.events.extend(answers);
    }

    /// Who has resigned, if the game ended so.
    pub(crate) fn resigned(&self) -> Option<Colour> {
        let outcome = self.end?.outcome().filter(|o| o.reason == Reason::Resignation)?;
        outcome.winner.map(|winner| !winner)
    }

    /// Has a side asked without having moved since?
    fn asked_already(&self, asked_at: Option<usize>, by: Colour) -> bool {
        asked_at.is_some_and(|ply| {
            let since = self.turns.get(ply..).unwrap_or_default();
            !since.iter().any(|turn| turn.mover == by)
        })
    }

    /// Lets time pass, which may end the game, and refuses what comes after the end.
    fn check_running(&mut self, now: Duration) -> Result<(), OfferError> {
        self.tick(now);
        if self.is_over() { Err(OfferError::Over) } else { Ok(()) }
    }
}
