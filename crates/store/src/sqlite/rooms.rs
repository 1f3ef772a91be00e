//! The rooms of a game server in SQLite.

use rusqlite::{Connection, params};

use super::{Result, SqliteStore};
use crate::{RoomChange, Rooms, SavedRoom};

impl Rooms for SqliteStore {
    fn save_rooms(&mut self, changes: &[RoomChange]) -> Result<()> {
        let transaction = self.change()?;
        transaction.run(|tables| changes.iter().try_for_each(|change| save(tables, change)))?;
        transaction.commit()
    }

    fn rooms(&self) -> Result<Vec<SavedRoom>> {
        self.read(|tables| {
            let whole = tables.unchecked_transaction()?;
            let mut heads = whole.prepare_cached("SELECT room, head FROM rooms ORDER BY room")?;
            let mut turns = whole
                .prepare_cached("SELECT turn FROM room_turns WHERE room = ? ORDER BY number")?;
            let rooms = heads.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
            rooms
                .map(|room| {
                    let (room, head): (String, String) = room?;
                    let turns = turns.query_map([&room], |row| row.get(0))?;
                    let turns = turns.collect::<rusqlite::Result<_>>()?;
                    Ok(SavedRoom { room, head, turns })
                })
                .collect()
        })
    }
}

fn save(tables: &Connection, change: &RoomChange) -> rusqlite::Result<()> {
    match change {
        RoomChange::Forget { room } => {
            tables.prepare_cached("DELETE FROM rooms WHERE room = ?")?.execute([room])?;
        }
        RoomChange::Keep { room, head, keep, turns } => {
            if let Some(head) = head {
                let sql = "INSERT INTO rooms (room, head) VALUES (?, ?) \
                           ON CONFLICT (room) DO UPDATE SET head = excluded.head";
                tables.prepare_cached(sql)?.execute([room, head])?;
                let sql = "DELETE FROM room_turns WHERE room = ? AND number >= ?";
                tables.prepare_cached(sql)?.execute(params![room, keep])?;
            }
            let sql = "INSERT OR REPLACE INTO room_turns (room, number, turn) VALUES (?, ?, ?)";
            let mut insert = tables.prepare_cached(sql)?;
            for (turn, number) in turns.iter().zip(*keep..) {
                insert.execute(params![room, number, turn])?;
            }
        }
    }
    Ok(())
}
