//! The memory of a room, which is counted before it grows.

use std::sync::Arc;

use protocol::{Action, Refusal, RoomOptions, RulesChoice};
use rules::Rules;

use super::Room;
use super::delayed::DelayedFeed;

/// The memory of one entry: in the record, in the history of the game, and in what spectators see
/// later.
const ENTRY_BYTES: usize = 256;

/// The most that one action adds: a turn or a line of chat, and the events that follow from it.
const ACTION_BYTES: usize = 4 * 1024;

/// The tables of one piece type: squares for moving and taking, for both sides.
const PIECE_TYPE_BYTES: usize = 32 * 1024;

/// The memory of the rules of a room: nothing where it shares rules that ship.
pub(crate) fn rules_bytes(options: &RoomOptions, rules: &Arc<Rules>) -> usize {
    match &options.rules {
        RulesChoice::Shipped(id)
            if notation::ruleset::shipped(id)
                .is_some_and(|shipped| Arc::ptr_eq(&shipped, rules)) =>
        {
            0
        }
        RulesChoice::Shipped(_) => rules.spec().pieces.len() * PIECE_TYPE_BYTES,
        // The file is in the options, and once more in what spectators see later.
        RulesChoice::Own { file, .. } => {
            rules.spec().pieces.len() * PIECE_TYPE_BYTES + 2 * file.len()
        }
    }
}

impl Room {
    /// Makes sure that there is memory for an action. Moves may use all that the room may have;
    /// everything else leaves half of it, so that chat cannot stop a game. A game can
    /// always be ended.
    pub(super) fn admit(&mut self, action: &Action) -> Result<(), Refusal> {
        let grows_by = self.growing_bytes() + ACTION_BYTES;
        let wanted = match action {
            Action::Play { .. } => grows_by,
            Action::Resign
            | Action::Abort
            | Action::ClaimDraw
            | Action::ClaimAbandoned
            | Action::AnswerDraw { accept: true }
            | Action::Live { .. } => return Ok(()),
            _ => 2 * grows_by,
        };
        let grown = self.share.grow_to(self.rules_bytes + wanted);
        grown.map_err(|exceeded| {
            self.server.metrics.over_quota.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
            exceeded.refuse_growth()
        })
    }

    /// Gives back the memory that is not needed any more.
    pub(super) fn release_memory(&mut self) {
        self.share.shrink_to(self.rules_bytes + 2 * (self.growing_bytes() + ACTION_BYTES));
    }

    fn growing_bytes(&self) -> usize {
        let delayed = self.spectators.delayed.as_ref().map_or(0, DelayedFeed::bytes);
        self.game.record().entries.len() * ENTRY_BYTES + self.chat.bytes() + delayed
    }
}
