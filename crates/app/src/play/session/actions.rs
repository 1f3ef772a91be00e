//! What the user does: moves, premoves, taking back, resigning.

use std::time::Duration;

use game::{Game, MoveAttempt, Premove, Status};
use protocol::Action;
use record::OfferError;
use rules::{Colour, Move, PieceType, Square};
use sound::Cue;

use super::{GameIntent, Promotion, Session, StatusMessage};
use crate::persistence::time;

/// A game over the network is broken off, and not given up, while fewer turns were played.
const FEWEST_TO_RESIGN: usize = 2;

impl Session {
    /// Tries to move a piece from one square to another: a move, a premove, or one that is
    /// refused.
    pub fn try_move(&mut self, from: Square, to: Square, now: Duration) {
        if !self.is_live() || self.promotion().is_some() {
            return;
        }
        if self.is_hinted(from, to) {
            self.play_hint(now);
        } else if let Some(side) = self.premover() {
            let premove = Premove { from, to, promotion: None };
            // A premove that makes no sense is simply not taken.
            let _ = self.game.write().queue_premove(now, side, premove);
        } else if self.can_move().is_some() {
            self.attempt(from, to, now);
        }
        self.follow(now);
    }

    fn attempt(&mut self, from: Square, to: Square, now: Duration) {
        let attempt = self.game().attempt(from, to);
        match attempt {
            MoveAttempt::Legal(chess_move) => self.play(chess_move, now),
            MoveAttempt::Promotion(moves) => {
                let first = moves.first().copied().filter(|_| self.preferences.auto_queen);
                match first {
                    Some(chess_move) => self.play(chess_move, now),
                    None => {
                        let own = self.scene().view.piece_at(from).map(|piece| piece.kind());
                        self.cancel_hint();
                        self.display.promotion = Some(Promotion::new(from, to, own, moves));
                    }
                }
            }
            MoveAttempt::LeavesKingInCheck { king } => {
                self.display.cues.push(Cue::Refused);
                self.display.highlight = Some(king);
                self.display.show_status(StatusMessage::Game(Status::DefendYourKing), now);
            }
            MoveAttempt::NotAMove => {}
        }
    }

    fn play(&mut self, chess_move: Move, now: Duration) {
        self.clear_hint();
        if !self.send(GameIntent::Play(chess_move)) {
            // This fails only if the time has run out meanwhile.
            let _ = self.game.write().play(now, chess_move);
        }
    }

    /// Chooses what the waiting pawn becomes.
    pub fn promote(&mut self, kind: PieceType, now: Duration) {
        let Some(promotion) = self.display.promotion.take() else { return };
        if let Some(chess_move) = promotion.choose(kind) {
            self.play(chess_move, now);
        }
        self.follow(now);
    }

    /// The pawn stays where it is.
    pub fn cancel_promotion(&mut self) {
        self.display.promotion = None;
    }

    /// Drops all premoves.
    pub fn cancel_premoves(&mut self) {
        self.game.write().cancel_premoves();
    }

    /// The premoves that wait, as from and to.
    pub fn premoves(&self) -> Vec<(Square, Square)> {
        let game = self.game();
        let side = game.players().only_human().filter(|_| self.is_live());
        let waiting = side.map(|side| game.premoves(side)).unwrap_or_default();
        waiting.iter().map(|premove| (premove.from, premove.to)).collect()
    }

    /// The next player sits down at the hidden board.
    pub fn confirm_hand_over(&mut self, now: Duration) {
        self.with_game(|game| game.confirm_hand_over(now));
        self.refresh_scene(now);
    }

    /// Can anything be taken back?
    pub fn can_undo(&self) -> bool {
        self.game().open().is_some_and(Game::can_take_back)
    }

    /// Can anything be played again?
    pub fn can_redo(&self) -> bool {
        self.game().open().is_some_and(Game::can_put_back)
    }

    /// Takes back the user's last move; while an earlier moment is shown, all moves after it. Over
    /// the network it asks for it.
    pub fn undo(&mut self, now: Duration) {
        if self.send_action(Action::AskTakeBack) {
            return;
        }
        let cursor = self.display.cursor;
        self.with_game(|game| {
            // If there is nothing to take back, nothing happens.
            let _ = match game.ply() - cursor.ply(now, game.ply()) {
                0 => game.take_back(now),
                plies => game.undo(now, plies),
            };
        });
        self.reset_judgement();
        self.follow(now);
    }

    /// Plays again what was taken back.
    pub fn redo(&mut self, now: Duration) {
        self.with_game(|game| game.put_back(now));
        self.follow(now);
    }

    /// Starts again from the first position. Over the network it asks for another game.
    pub fn restart(&mut self, now: Duration) {
        if self.is_remote() {
            if self.game().is_over() {
                self.send_action(Action::Rematch);
            }
            return;
        }
        self.with_game(|game| game.restart(now));
        self.hold_first_clock(now);
        self.started = time::now().timestamp();
        self.resigned_here = false;
        self.is_held = false;
        self.reset_judgement();
        self.follow(now);
    }

    /// Is a game over the network so short that it is broken off, and not given up?
    pub fn aborts(&self) -> bool {
        self.is_remote() && self.game().ply() < FEWEST_TO_RESIGN
    }

    /// Gives the game up for the user.
    pub fn resign(&mut self, now: Duration) {
        let action = if self.aborts() { Action::Abort } else { Action::Resign };
        if self.send_action(action) {
            return;
        }
        let Some(user) = self.user() else { return };
        if matches!(self.with_game(|game| game.resign(now, user)), Some(Ok(()))) {
            self.resigned_here = true;
        }
        self.follow(now);
    }

    /// Plays on after all.
    pub fn take_back_resignation(&mut self, now: Duration) {
        if self.can_take_back_resignation(now) {
            self.with_game(|game| game.take_back_resignation(now));
        }
        self.follow(now);
    }

    /// Claims the draw that there is, or accepts the one that is offered, or offers one.
    ///
    /// # Errors
    /// Why nothing came of it.
    pub fn draw(&mut self, now: Duration) -> Result<(), OfferError> {
        let claims = self.game().claimable_draw().is_some();
        if self.send_action(if claims { Action::ClaimDraw } else { Action::OfferDraw }) {
            return Ok(());
        }
        let user = self.user().ok_or(OfferError::NotYourTurn)?;
        let done = self.with_game(|game| match game.turn() == user && claims {
            true => game.claim_draw(now, user),
            false => game.offer_draw(now, user),
        });
        self.follow(now);
        done.unwrap_or(Ok(()))
    }

    /// Accepts or declines what the other player has offered.
    pub fn answer_draw(&mut self, accept: bool, now: Duration) {
        if self.send_action(Action::AnswerDraw { accept }) {
            return;
        }
        if let Some(by) = self.draw_to_answer() {
            self.with_game(|game| game.answer_draw(now, by, accept));
        }
        self.follow(now);
    }

    /// The side at this screen that has a draw offer to answer.
    pub fn draw_to_answer(&self) -> Option<Colour> {
        let game = self.game();
        let by = !game.open()?.offers().draw?;
        game.players().is_human(by).then_some(by)
    }

    /// Stops the clock of the first turn, where it is to wait for the first move.
    pub(super) fn hold_first_clock(&mut self, now: Duration) {
        if self.clock_waits {
            self.with_game(|game| game.hold_clock(now, true));
        }
    }

    /// Pauses the clocks while the screen is not shown.
    pub fn pause(&mut self, now: Duration) {
        if self.is_remote() {
            return;
        }
        self.with_game(|game| game.pause(now));
        self.process_events(now);
        self.ask_opponent(now);
        self.interrupt_analysis();
    }

    /// The user is back.
    pub fn resume(&mut self, now: Duration) {
        if !self.is_held && !self.is_remote() {
            self.with_game(|game| game.resume(now));
        }
    }

    /// Stops a game that the computer plays against itself, or lets it go on.
    pub fn toggle_hold(&mut self, now: Duration) {
        self.is_held = !self.is_held && self.user().is_none() && !self.is_remote();
        match self.is_held {
            true => self.pause(now),
            false => self.resume(now),
        }
    }
}
