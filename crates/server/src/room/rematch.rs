//! The rematch: who wants one, and the room in which it is played.

use protocol::RoomId;
use rules::Colour;

use super::seat::Seats;

/// How far the players are with a rematch.
#[derive(Default)]
pub(super) struct Rematch {
    wanted_by: [bool; 2],
    /// The room of the rematch.
    pub(super) room: Option<RoomId>,
}

impl Rematch {
    pub(super) fn is_wanted_by(&self, side: Colour) -> bool {
        self.wanted_by[side.index()]
    }

    /// Is there nothing that a side can add?
    pub(super) fn is_settled_for(&self, side: Colour) -> bool {
        self.room.is_some() || self.is_wanted_by(side)
    }

    pub(super) fn set_wanted(&mut self, side: Colour, is_wanted: bool) {
        self.wanted_by[side.index()] = is_wanted;
    }

    /// Do both want one? The computer always does.
    pub(super) fn is_agreed(&self, seats: &Seats) -> bool {
        let wants = |side: Colour| self.is_wanted_by(side) || seats[side].level().is_some();
        Colour::BOTH.into_iter().all(wants)
    }
}
