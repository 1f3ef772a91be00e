//! The rooms of a game server by SQL.

use super::{Database, Purpose, Result, Row, values};
use crate::{RoomChange, Rooms, SavedRoom};

impl<D: Database> Rooms for D {
    fn save_rooms(&mut self, changes: &[RoomChange]) -> Result<()> {
        self.whole(Purpose::WriteOwn, |tables| {
            changes.iter().try_for_each(|change| save(tables, change))
        })
    }

    fn rooms(&self) -> Result<Vec<SavedRoom>> {
        self.whole(Purpose::Read, |tables| {
            let head = |row: &mut Row| {
                Ok(SavedRoom { room: row.next()?, head: row.next()?, turns: Vec::new() })
            };
            let mut rooms = tables.all("SELECT room, head FROM rooms ORDER BY room", &[], head)?;
            for room in &mut rooms {
                let sql = "SELECT turn FROM room_turns WHERE room = ? ORDER BY number";
                room.turns = tables.all(sql, values![&room.room], Row::next)?;
            }
            Ok(rooms)
        })
    }
}

fn save(tables: &impl Database, change: &RoomChange) -> Result<()> {
    match change {
        RoomChange::Forget { room } => {
            tables.execute("DELETE FROM rooms WHERE room = ?", values![room])?;
        }
        RoomChange::Keep { room, head, keep, turns } => {
            if let Some(head) = head {
                let sql = "INSERT INTO rooms (room, head) VALUES (?, ?) \
                           ON CONFLICT (room) DO UPDATE SET head = excluded.head";
                tables.execute(sql, values![room, head])?;
                let sql = "DELETE FROM room_turns WHERE room = ? AND number >= ?";
                tables.execute(sql, values![room, *keep])?;
            }
            let sql = "INSERT INTO room_turns (room, number, turn) VALUES (?, ?, ?) \
                       ON CONFLICT (room, number) DO UPDATE SET turn = excluded.turn";
            for (turn, number) in turns.iter().zip(*keep..) {
                tables.execute(sql, values![room, number, turn])?;
            }
        }
    }
    Ok(())
}
