//! The computer's turns: one live question for its move, and its answers to offers.

use std::time::Duration;

use engine::Score;
use engine::level::{Decision, TimeLeft, accepts_draw};
use game::Game;
use protocol::RoomId;
use rules::Colour;
use sha2::{Digest, Sha256};

use crate::engine_pool::{Answer, Inquiry, Progress};

/// The computer player of a room.
pub(super) struct Computer {
    /// The same for all moves of the game, and after a restart.
    seed: u64,
    /// The question about the present position, with a key that identifies the position.
    inquiry: Option<(Inquiry, (usize, u64))>,
    /// The score of its last search.
    score: Option<Score>,
}

impl Computer {
    pub(super) fn new(room: &RoomId) -> Computer {
        let mut hasher = Sha256::new();
        hasher.update(room.to_string());
        let bytes = hasher.finalize();
        let seed = bytes.iter().take(8).fold(0, |seed, byte| seed << 8 | u64::from(*byte));
        Computer { seed, inquiry: None, score: None }
    }

    /// Waits until there is something new of the question; for ever if there is none.
    pub(super) async fn changed(&mut self) -> Progress {
        match &mut self.inquiry {
            Some((inquiry, _)) => inquiry.changed().await,
            None => std::future::pending().await,
        }
    }

    /// Answers the offers of its opponent. It lets moves be taken back.
    pub(super) fn answer_offers(&self, game: &mut Game, side: Colour, now: Duration) {
        let offers = game.offers();
        if offers.draw == Some(!side) {
            let accepts = accepts_draw(self.score, game.ply());
            let _over_already = game.answer_draw(now, side, accepts);
        }
        if offers.take_back == Some(!side) {
            let _over_already = game.answer_take_back(now, side, true);
        }
    }

    /// Lets the computer think, if it is its turn and it was not asked yet, and cancels a question
    /// that is out of date. While the question waits, the computer's clock stands. `ask` asks for the
    /// next move of a game, of a player with this seed.
    pub(super) fn think(
        &mut self,
        game: &mut Game,
        now: Duration,
        ask: impl FnOnce(&Game, u64) -> Option<Inquiry>,
    ) {
        let moment = (game.ply(), game.position().hash());
        let is_to_move = game.computer_to_move().is_some();
        if !is_to_move || self.inquiry.as_ref().is_some_and(|(_, of)| *of != moment) {
            self.inquiry = None;
        }
        if is_to_move && self.inquiry.is_none() {
            self.inquiry = ask(game, self.seed).map(|inquiry| (inquiry, moment));
        }
        if let Some((inquiry, _)) = &self.inquiry
            && inquiry.progress() == Progress::Waiting
        {
            game.hold_clock(now, true);
        }
    }

    /// Takes in how far the question is: its clock runs again, or its move is played.
    pub(super) fn follow(&mut self, progress: Progress, game: &mut Game, now: Duration) {
        match progress {
            Progress::Waiting => game.hold_clock(now, true),
            Progress::Thinking => game.hold_clock(now, false),
            Progress::Done(answer) => {
                self.inquiry = None;
                self.play(answer, game, now);
            }
            // It is asked again, with the time that is left now.
            Progress::Lost => self.inquiry = None,
        }
    }

    /// Plays the computer's move, or claims a draw in its place. An engine that has failed plays
    /// any move.
    fn play(&mut self, answer: Answer, game: &mut Game, now: Duration) {
        if game.computer_to_move().is_none() {
            return;
        }
        let side = game.turn();
        self.score = answer.score.or(self.score);
        let (position, can_claim) = (game.position(), game.claimable_draw().is_some());
        let seed = self.seed ^ game.ply() as u64;
        // If the game has ended meanwhile, there is nothing to be done.
        let _over_already =
            match Decision::new(answer.best, answer.score, position, can_claim, seed) {
                Decision::ClaimDraw => game.claim_draw(now, side).is_ok(),
                Decision::Play(best) => game.play_by(now, side, best, Duration::ZERO).is_ok(),
                Decision::Resign => game.resign(now, side).is_ok(),
            };
    }
}

/// The time of the side to move.
pub(super) fn time_left(game: &Game, now: Duration) -> TimeLeft {
    let side = game.turn();
    let clock = game.time_control(side).zip(game.remaining(side, now));
    clock.map_or(TimeLeft::Unlimited, |(control, remaining)| {
        TimeLeft::of(remaining, control.increment(), control.passes_turns())
    })
}
