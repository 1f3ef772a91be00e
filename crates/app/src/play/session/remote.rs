//! A game whose referee is a server: what the user does is sent to it, and the client changes the
//! game when it answers.

use std::time::Duration;

use game::SharedGame;
use protocol::Action;
use rules::Move;

use super::Session;
use crate::new_game::PlayerChoice;

/// A request of the user to the server.
#[derive(Clone, Debug, PartialEq)]
pub enum GameIntent {
    /// A move.
    Play(Move),
    /// Anything else.
    Act(Action),
}

impl Session {
    /// Shows a game of a server, which the client keeps up to date.
    pub fn attach(&mut self, game: &SharedGame, now: Duration) {
        if self.is_remote() && self.game.is_same(game) {
            return;
        }
        self.outbox.get_or_insert_default();
        self.display.turns_board = false;
        self.put_on_board(game.clone(), [PlayerChoice::Human, PlayerChoice::Human], now);
        self.refresh_scene(now);
    }

    /// Shows what has happened in the game since the last frame.
    pub fn follow(&mut self, now: Duration) {
        self.process_events(now);
        self.refresh_scene(now);
    }

    /// Is the referee a server?
    pub fn is_remote(&self) -> bool {
        self.outbox.is_some()
    }

    /// Is it a running game of a server, so that hints and evaluation are off?
    pub fn is_remote_play(&self) -> bool {
        self.is_remote() && !self.game().is_over()
    }

    /// Takes the pending intents.
    pub fn take_intents(&mut self) -> Vec<GameIntent> {
        self.outbox.as_mut().map(std::mem::take).unwrap_or_default()
    }

    /// Queues an intent for the server, if it is the referee. Returns whether it is.
    pub(super) fn send(&mut self, intent: GameIntent) -> bool {
        self.outbox.as_mut().map(|outbox| outbox.push(intent)).is_some()
    }

    /// Queues a player's request to the server, if it is the referee. Returns whether it is.
    pub(super) fn send_action(&mut self, action: Action) -> bool {
        match self.user() {
            Some(_) => self.send(GameIntent::Act(action)),
            None => self.is_remote(),
        }
    }
}
