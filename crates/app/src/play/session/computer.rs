//! The computer's turns: when it is asked, when its move is played, and how it answers offers.

use std::time::Duration;

use engine::level::{Pace, Thought, TimeLeft, accepts_draw, claims_draw};
use engine::{Clock, Score};
use fastrand::Rng;
use game::TimeControl;
use rules::Colour;

use super::{Session, StatusMessage};
use crate::new_game::Seat;
use crate::play::engine_worker::{EngineReport, EngineRequest, Task};

/// The computer takes at least so long, so that its moves can be followed.
const LEAST_TIME: Duration = Duration::from_millis(350);

/// With less than this on its clock it does not wait for anything.
const HURRY: Duration = Duration::from_secs(3);

/// It thinks about an offer for so long.
const OFFER_TIME: Duration = Duration::from_millis(900);

/// What the computer is doing.
#[derive(Default)]
pub(super) struct Computer {
    /// The moment of the game that it thinks about.
    asked: Option<u64>,
    /// What it has found, until it is played.
    chosen: Option<Thought>,
    /// What it last thought of its own prospects.
    score: Option<Score>,
    /// When it answers an offer of a draw.
    answers_at: Option<Duration>,
}

impl Session {
    /// Is the computer thinking about its move?
    pub fn is_computer_thinking(&self) -> bool {
        self.computer.asked.is_some()
    }

    /// The computer is offered a draw.
    pub(super) fn offer_to_computer(&mut self, now: Duration) {
        self.computer.answers_at = Some(now + OFFER_TIME);
    }

    /// Asks the computer for its move, or stops it when it is not its turn any more.
    pub(super) fn ask_computer(&mut self, now: Duration) {
        let moment = self.game.computer_to_move().is_some().then_some(self.epoch);
        let moment = moment.filter(|_| self.puzzles.is_none());
        if moment == self.computer.asked {
            return;
        }
        self.computer.asked = moment;
        self.computer.chosen = None;
        self.engines.player.stop();
        let side = self.game.turn();
        if moment.is_some()
            && let Seat::Computer(level) = self.seats[side.index()]
        {
            // The window comes first, and both at once would only be in each other's way.
            self.interrupt_analysis();
            self.engines.player.ask(EngineRequest {
                game: self.number,
                history: self.game.history().clone(),
                task: Task::Move(Some(level)),
                limits: Pace::ALONE.limits(level, self.time_left(side, now)),
            });
        }
    }

    /// Takes the computer's move and plays it when it is time.
    pub(super) fn poll_computer(&mut self, now: Duration) {
        self.answer_draw_offer(now);
        if self.computer.asked != Some(self.epoch) {
            return;
        }
        while let Some(report) = self.engines.player.report() {
            match report {
                EngineReport::Chosen(thought) => self.computer.chosen = Some(thought),
                EngineReport::Failed => {
                    let moves = self.game.legal_moves();
                    let best = Rng::with_seed(self.number ^ self.epoch).choice(&moves).copied();
                    self.computer.chosen = Some(Thought { best, ..Thought::default() });
                    self.show_status(StatusMessage::EngineFailed, now);
                }
                EngineReport::Line(_) | EngineReport::Reply { .. } => {}
            }
        }
        if self.computer.chosen.is_none() || !self.may_computer_move(now) {
            return;
        }
        if let Some(thought) = self.computer.chosen.take() {
            self.play_for_computer(&thought, now);
        }
    }

    /// When the computer's move is played, if it is found and only waits.
    pub(super) fn computer_is_due(&self, now: Duration) -> Option<Duration> {
        let found = self.computer.chosen.as_ref().map(|_| self.moved_at + LEAST_TIME);
        let times = [found, self.computer.answers_at];
        times.into_iter().flatten().filter(|time| *time > now).min()
    }

    fn may_computer_move(&self, now: Duration) -> bool {
        let left = self.game.remaining(self.game.turn(), now);
        let is_hurried = left.is_some_and(|left| left < HURRY);
        is_hurried || (self.board_rests && now >= self.moved_at + LEAST_TIME)
    }

    fn play_for_computer(&mut self, thought: &Thought, now: Duration) {
        let side = self.game.turn();
        self.computer.score = thought.score.or(self.computer.score);
        if self.game.claimable_draw().is_some()
            && claims_draw(thought.score)
            && self.game.claim_draw(now, side).is_ok()
        {
            return;
        }
        let played = thought.best.is_some_and(|best| self.game.play(now, best).is_ok());
        if !played && !self.game.is_over() && self.game.turn() == side {
            // Without a legal move, in rules that do not end the game then, nothing else is left.
            let _ = self.game.resign(now, side);
        }
    }

    fn answer_draw_offer(&mut self, now: Duration) {
        let Some(by) = self.game.offers().draw else {
            self.computer.answers_at = None;
            return;
        };
        if self.computer.answers_at.is_some_and(|at| now >= at) {
            self.computer.answers_at = None;
            let accepts = accepts_draw(self.computer.score, self.game.ply());
            // If the game has ended meanwhile, there is nothing to be answered.
            let _ = self.game.answer_draw(now, !by, accepts);
        }
    }

    /// The time that is left to the computer.
    fn time_left(&self, side: Colour, now: Duration) -> TimeLeft {
        match (self.game.time_control(side), self.game.remaining(side, now)) {
            (Some(TimeControl::Fischer { increment, .. }), Some(remaining)) => {
                TimeLeft::Game(Clock { remaining, increment, moves_to_go: None })
            }
            (Some(TimeControl::Turn { .. }), Some(remaining)) => TimeLeft::Turn(remaining),
            _ => TimeLeft::Unlimited,
        }
    }
}
