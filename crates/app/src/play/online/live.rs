//! Live pointers of others between moves, shown on the board.

use board_ui::{BoardArrow, BoardPoint, Ink, RemotePointer};
use client::Room;
use egui::Color32;
use rules::Colour;

use crate::play::board::RemoteInput;

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
