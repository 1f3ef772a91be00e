//! Live pointers between moves: ours is sent, and theirs are shown on the board.

use std::time::Duration;

use board_ui::{BoardArrow, BoardPoint, Ink, RemotePointer};
use client::{Client, Room};
use egui::Color32;
use protocol::{LiveState, RoomId};
use rules::Colour;

use crate::play::board::RemoteInput;

/// The live state that was last sent.
#[derive(Debug, Default)]
pub struct LiveSender {
    told: LiveState,
}

impl LiveSender {
    /// Sends the live state, if it has changed.
    pub fn tell(&mut self, live: LiveState, client: &mut Client, room: &RoomId, now: Duration) {
        if live != self.told {
            self.told = live.clone();
            client.show_live(now, room, live);
        }
    }

    /// A move was played, which resets the live state everywhere.
    pub fn forget(&mut self) {
        self.told = LiveState::default();
    }
}

/// The pointers of others, and the arrows that they have drawn.
pub fn remote_pointers(room: &Room, colours: [Color32; 2]) -> RemoteInput {
    let own = room.role().colour();
    let others = Colour::BOTH.into_iter().filter(|side| own != Some(*side) && room.shows_live());
    let mut shown = RemoteInput::default();
    for side in others {
        let live = room.live(side);
        let ink = match side {
            Colour::White => Ink::Yellow,
            Colour::Black => Ink::Red,
        };
        shown.arrows.extend(live.arrows.iter().map(|arrow| BoardArrow {
            from: arrow.from,
            to: arrow.to,
            ink,
        }));
        if !live.is_empty() {
            let place =
                |drag: &protocol::Drag| BoardPoint { file: drag.x - 0.5, rank: drag.y - 0.5 };
            shown.hands.push(RemotePointer {
                colour: colours[side.index()],
                hover: live.hover,
                selected: live.selected,
                drag: live.drag.as_ref().map(|drag| (drag.from, place(drag))),
            });
        }
    }
    shown
}
