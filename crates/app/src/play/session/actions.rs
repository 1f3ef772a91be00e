//! What the user does: moves, premoves, taking back, browsing, resigning.

use std::time::Duration;

use game::{Attempt, Message, OfferError, Premove};
use rules::{Colour, Move, PieceType, Square};
use sound::Cue;

use super::{Intent, Pace, Promotion, Session, StatusMessage};
use crate::persistence::time;

impl Session {
    /// Tries to move a piece from one square to another: a move, a premove, or one that is
    /// refused.
    pub fn try_move(&mut self, from: Square, to: Square, now: Duration) {
        if !self.is_live() || self.promotion.is_some() {
            return;
        }
        if self.is_hinted(from, to) {
            self.play_hint(now);
        } else if let Some(side) = self.premover() {
            let premove = Premove { from, to, promotion: None };
            if !self.send_intent(Intent::Premove(premove)) {
                // A premove that makes no sense is simply not taken.
                let _ = self.game.queue_premove(now, side, premove);
            }
        } else if self.game.human_to_move().is_some() && self.may_solve() {
            self.attempt(from, to, now);
        }
        self.process_events(now);
        self.refresh_scene(now);
    }

    fn attempt(&mut self, from: Square, to: Square, now: Duration) {
        let attempt = self.attempt_in_fog(from, to);
        match attempt.unwrap_or_else(|| self.game.attempt(from, to)) {
            Attempt::Legal(chess_move) => self.play(chess_move, now),
            Attempt::Promotion(moves) => {
                let first = moves.first().copied().filter(|_| self.preferences.auto_queen);
                match first {
                    Some(chess_move) => self.play(chess_move, now),
                    None => {
                        let choices = moves.iter().filter_map(|m| m.promotion()).collect();
                        self.cancel_hint();
                        self.promotion = Some(Promotion { from, to, choices, moves });
                    }
                }
            }
            Attempt::LeavesKingInCheck { king } => {
                self.cues.push(Cue::Refused);
                self.flash = Some(king);
                self.show_status(StatusMessage::Game(Message::DefendYourKing), now);
            }
            Attempt::NotAMove => {}
        }
    }

    fn play(&mut self, chess_move: Move, now: Duration) {
        self.clear_hint();
        if !self.send_move(chess_move) {
            // This fails only if the time has run out meanwhile.
            let _ = self.game.play(now, chess_move);
        }
    }

    /// Chooses what the waiting pawn becomes.
    pub fn promote(&mut self, kind: PieceType, now: Duration) {
        let Some(promotion) = self.promotion.take() else { return };
        let chosen = promotion.moves.into_iter().find(|m| m.promotion() == Some(kind));
        if let Some(chess_move) = chosen {
            self.play(chess_move, now);
        }
        self.process_events(now);
        self.refresh_scene(now);
    }

    /// The pawn stays where it is.
    pub fn cancel_promotion(&mut self) {
        self.promotion = None;
    }

    /// Drops all premoves.
    pub fn cancel_premoves(&mut self) {
        self.send_intent(Intent::CancelPremoves);
        for side in Colour::BOTH {
            self.game.cancel_premoves(side);
        }
    }

    /// The premoves that wait, as from and to.
    pub fn premoves(&self) -> Vec<(Square, Square)> {
        let side = self.game.players().only_human().filter(|_| self.is_live());
        let waiting = side.map(|side| match self.fog_snapshot() {
            Some(fog_snapshot) => &fog_snapshot.premoves[..],
            None => self.game.premoves(side),
        });
        let waiting = waiting.unwrap_or_default();
        waiting.iter().map(|premove| (premove.from, premove.to)).collect()
    }

    /// The next player sits down at the hidden board.
    pub fn confirm_hand_over(&mut self, now: Duration) {
        self.game.confirm_hand_over(now);
        self.refresh_scene(now);
    }

    /// Can anything be taken back?
    pub fn can_undo(&self) -> bool {
        self.game.can_take_back()
    }

    /// Can anything be played again?
    pub fn can_redo(&self) -> bool {
        self.game.can_put_back()
    }

    /// Takes back the user's last move; while an earlier moment is shown, all moves after it.
    pub fn undo(&mut self, now: Duration) {
        let shown = self.cursor.ply(now, self.game.ply());
        // If there is nothing to take back, nothing happens.
        let _ = match self.game.ply() - shown {
            0 => self.game.take_back(now),
            plies => self.game.undo(now, plies),
        };
        self.reset_judgement();
        self.process_events(now);
        self.refresh_scene(now);
    }

    /// Plays again what was taken back.
    pub fn redo(&mut self, now: Duration) {
        let _ = self.game.put_back(now);
        self.process_events(now);
        self.refresh_scene(now);
    }

    /// Starts again from the first position.
    pub fn restart(&mut self, now: Duration) {
        self.game.restart(now);
        self.started = time::now().timestamp();
        self.resigned_here = false;
        self.is_held = false;
        self.reset_judgement();
        self.process_events(now);
        self.refresh_scene(now);
    }

    /// Gives the game up for the user.
    pub fn resign(&mut self, now: Duration) {
        let Some(user) = self.user() else { return };
        if self.game.resign(now, user).is_ok() {
            self.resigned_here = true;
        }
        self.process_events(now);
        self.refresh_scene(now);
    }

    /// Plays on after all.
    pub fn take_back_resignation(&mut self, now: Duration) {
        if self.can_take_back_resignation(now) {
            let _ = self.game.take_back_resignation(now);
        }
        self.process_events(now);
        self.refresh_scene(now);
    }

    /// Claims the draw that there is, or accepts the one that is offered, or offers one.
    ///
    /// # Errors
    /// Why nothing came of it.
    pub fn draw(&mut self, now: Duration) -> Result<(), OfferError> {
        let user = self.user().ok_or(OfferError::NotYourTurn)?;
        let done = match self.game.claimable_draw() {
            Some(_) if self.game.turn() == user => self.game.claim_draw(now, user),
            _ => self.game.offer_draw(now, user),
        };
        self.process_events(now);
        self.refresh_scene(now);
        done
    }

    /// Accepts or declines what the other player at this screen has offered.
    pub fn answer_draw(&mut self, accept: bool, now: Duration) {
        if let Some(by) = self.draw_to_answer() {
            let _ = self.game.answer_draw(now, by, accept);
        }
        self.process_events(now);
        self.refresh_scene(now);
    }

    /// The side at this screen that has a draw offer to answer.
    pub fn draw_to_answer(&self) -> Option<Colour> {
        let by = !self.game.offers().draw?;
        self.game.players().is_human(by).then_some(by)
    }

    /// Turns the board around.
    pub fn flip(&mut self) {
        self.turns_board = false;
        self.bottom = !self.bottom;
    }

    /// Lets the board turn to the side to move, or no longer.
    pub fn set_turns_board(&mut self, turns: bool) {
        self.turns_board = turns;
    }

    /// Shows the game after a number of turns.
    pub fn jump(&mut self, ply: usize, now: Duration) {
        self.browse(now, |cursor, len| cursor.jump(ply, len));
    }

    /// One turn back.
    pub fn step_back(&mut self, now: Duration) {
        self.browse(now, |cursor, len| cursor.back(now, len));
    }

    /// One turn forward.
    pub fn step_forward(&mut self, now: Duration) {
        self.browse(now, |cursor, len| cursor.forward(now, len));
    }

    /// Back to the present.
    pub fn go_live(&mut self, now: Duration) {
        self.browse(now, |cursor, _| cursor.go_live());
    }

    /// Replays the game from what is shown, or stops.
    pub fn toggle_replay(&mut self, now: Duration) {
        let interval = self.replay_interval;
        if self.is_replaying(now) {
            self.browse(now, |cursor, len| cursor.stop(now, len));
        } else if self.game.ply() > 0 {
            self.browse(now, |cursor, len| cursor.replay(now, len, interval));
        }
    }

    /// How long each turn of a replay is shown.
    pub fn replay_interval(&self) -> Duration {
        self.replay_interval
    }

    /// Replays with another speed, also a replay that is running.
    pub fn set_replay_interval(&mut self, interval: Duration, now: Duration) {
        self.replay_interval = interval;
        if self.is_replaying(now) {
            self.browse(now, |cursor, len| cursor.replay(now, len, interval));
        }
    }

    /// Pauses the clocks while the screen is not shown.
    pub fn pause(&mut self, now: Duration) {
        if self.is_remote() {
            return;
        }
        self.game.pause(now);
        self.process_events(now);
        self.ask_computer(now);
        self.interrupt_analysis();
    }

    /// The user is back.
    pub fn resume(&mut self, now: Duration) {
        if !self.is_held && !self.is_remote() {
            self.game.resume(now);
        }
    }

    /// Stops a game that the computer plays against itself, or lets it go on.
    pub fn toggle_hold(&mut self, now: Duration) {
        self.is_held = !self.is_held && self.user().is_none();
        match self.is_held {
            true => self.pause(now),
            false => self.resume(now),
        }
    }

    fn browse(&mut self, now: Duration, change: impl FnOnce(&mut game::Cursor, usize)) {
        let len = self.plies();
        change(&mut self.cursor, len);
        self.pace = Pace::Browsing;
        self.promotion = None;
        self.cancel_hint();
        self.refresh_scene(now);
    }
}
