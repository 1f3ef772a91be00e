//! The memory of a room, which is counted before it grows.

use std::net::IpAddr;
use std::sync::Arc;

use protocol::{Action, RoomOptions, RulesChoice};
use rules::Rules;

use crate::identity::PlayerKey;
use crate::quota::{Exceeded, Owner, Share};

/// The memory of one entry: in the record, in the history of the game, and in what spectators see
/// later.
pub(super) const ENTRY_BYTES: usize = 256;

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

/// The memory of a room, as its owner is charged for it.
pub(super) struct Memory {
    rules_bytes: usize,
    share: Share,
}

impl Memory {
    pub(super) fn new(rules_bytes: usize, share: Share) -> Memory {
        Memory { rules_bytes, share }
    }

    /// The account that the room is charged to.
    pub(super) fn owner(&self) -> Owner {
        self.share.owner()
    }

    /// Charges the address of the creator as well, if it was not known until they came back.
    /// Returns whether it is new.
    pub(super) fn learn_address(&mut self, player: &PlayerKey, address: IpAddr) -> bool {
        let owner = self.owner();
        let is_new = owner.address.is_none() && owner.player.as_ref() == Some(player);
        if is_new {
            self.share.set_address(address);
        }
        is_new
    }

    /// Makes sure that there is memory for an action in a room that uses `bytes`. Moves may use all
    /// that the room may have; everything else leaves half of it, so that chat cannot stop a game. A
    /// game can always be ended.
    pub(super) fn admit(&mut self, action: &Action, bytes: usize) -> Result<(), Exceeded> {
        let grows_by = bytes + ACTION_BYTES;
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
        self.share.grow_to(self.rules_bytes + wanted)
    }

    /// Gives back the memory that a room that uses `bytes` does not need any more.
    pub(super) fn release(&mut self, bytes: usize) {
        self.share.shrink_to(self.rules_bytes + 2 * (bytes + ACTION_BYTES));
    }
}
