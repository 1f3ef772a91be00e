//! The computer's turns: one live question for its move, and its answers to offers.

use std::time::Duration;

use engine::Score;
use engine::level::{Decision, Pace, TimeLeft, accepts_draw};

use super::Room;
use super::seat::Occupant;
use crate::engine_pool::{Answer, Inquiry, Progress, Question};

/// The computer player of a room.
pub(super) struct Computer {
    /// The same for all moves of the game.
    seed: u64,
    /// The question about the present position, with a key that identifies the position.
    inquiry: Option<(Inquiry, (usize, u64))>,
    /// The score of its last search.
    score: Option<Score>,
}

impl Computer {
    pub(super) fn new(seed: u64) -> Computer {
        Computer { seed, inquiry: None, score: None }
    }

    /// Waits until there is something new of the question; for ever if there is none.
    pub(super) async fn changed(&mut self) -> Progress {
        match &mut self.inquiry {
            Some((inquiry, _)) => inquiry.changed().await,
            None => std::future::pending().await,
        }
    }
}

impl Room {
    /// Answers offers for the computer. It lets moves be taken back.
    pub(super) fn answer_for_computer(&mut self, now: Duration) {
        let Some(side) = self.seats.computer() else { return };
        let offers = self.game.offers();
        if offers.draw == Some(!side) {
            let accepts = accepts_draw(self.computer.score, self.game.ply());
            let _over_already = self.game.answer_draw(now, side, accepts);
        }
        if offers.take_back == Some(!side) {
            let _over_already = self.game.answer_take_back(now, side, true);
        }
    }

    /// Lets the computer think, if it is its turn and it was not asked yet, and cancels a question
    /// that is out of date. While the question waits, the computer's clock stands.
    pub(super) fn ask_computer(&mut self, now: Duration) {
        let moment = (self.game.ply(), self.game.position().hash());
        let is_to_move = self.game.computer_to_move().is_some();
        if !is_to_move || self.computer.inquiry.as_ref().is_some_and(|(_, of)| *of != moment) {
            self.computer.inquiry = None;
        }
        if is_to_move && self.computer.inquiry.is_none() {
            let inquiry = self.inquire(now);
            self.computer.inquiry = inquiry.map(|inquiry| (inquiry, moment));
        }
        if let Some((inquiry, _)) = &self.computer.inquiry
            && inquiry.progress() == Progress::Waiting
        {
            self.game.hold_clock(now, true);
        }
    }

    fn inquire(&self, now: Duration) -> Option<Inquiry> {
        let side = self.game.turn();
        let Some(Occupant::Level(level)) = self.seats[side].occupant else {
            debug_assert!(false, "the computer has the seat of {side}");
            return None;
        };
        let question = Question {
            room: self.id.clone(),
            owner: self.share.owner(),
            level,
            seed: self.computer.seed,
            options: self.options.clone(),
            history: self.game.history().clone(),
            limits: Pace::shared(self.server.limits.thinking_time)
                .limits(level, self.time_left(now)),
        };
        self.server.engines.ask(question)
    }

    /// Takes in how far the question is: its clock runs again, or its move is played.
    pub(super) fn follow_computer(&mut self, progress: Progress, now: Duration) {
        match progress {
            Progress::Waiting => self.game.hold_clock(now, true),
            Progress::Thinking => self.game.hold_clock(now, false),
            Progress::Done(answer) => {
                self.computer.inquiry = None;
                self.play_answer(answer, now);
            }
            // It is asked again, with the time that is left now.
            Progress::Lost => self.computer.inquiry = None,
        }
    }

    /// Plays the computer's move, or claims a draw in its place. An engine that has failed plays
    /// any move.
    fn play_answer(&mut self, answer: Answer, now: Duration) {
        if self.game.computer_to_move().is_none() {
            return;
        }
        let side = self.game.turn();
        self.computer.score = answer.score.or(self.computer.score);
        let (position, can_claim) = (self.game.position(), self.game.claimable_draw().is_some());
        let seed = self.computer.seed ^ self.game.ply() as u64;
        // If the game has ended meanwhile, there is nothing to be done.
        let _over_already =
            match Decision::new(answer.best, answer.score, position, can_claim, seed) {
                Decision::ClaimDraw => self.game.claim_draw(now, side).is_ok(),
                Decision::Play(best) => self.game.play_by(now, side, best, Duration::ZERO).is_ok(),
                Decision::Resign => self.game.resign(now, side).is_ok(),
            };
    }

    fn time_left(&self, now: Duration) -> TimeLeft {
        let side = self.game.turn();
        let clock = self.game.time_control(side).zip(self.game.remaining(side, now));
        clock.map_or(TimeLeft::Unlimited, |(control, remaining)| {
            TimeLeft::of(remaining, control.increment(), control.passes_turns())
        })
    }
}
