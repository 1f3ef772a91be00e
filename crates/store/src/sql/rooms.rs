//! The rooms of a game server by SQL.

use std::collections::{HashMap, HashSet};

use super::autosaves::put_away;
use super::other::remember;
use super::{Database, Purpose, Result, Row, Value, values};
use crate::rooms::game_key;
use crate::{EndedGame, Meta, PutAway, RoomChange, Rooms, SavedRoom};

impl<D: Database> Rooms for D {
    fn save_rooms(&mut self, changes: &[RoomChange]) -> Result<()> {
        self.whole(Purpose::WriteOwn, |tables| {
            stretches(changes).into_iter().try_for_each(|changes| save(tables, changes))
        })
    }

    fn rooms(&self) -> Result<Vec<SavedRoom>> {
        self.whole(Purpose::Read, |tables| {
            let head = |row: &mut Row| {
                Ok(SavedRoom { room: row.next()?, head: row.next()?, turns: Vec::new() })
            };
            let mut rooms = tables.all("SELECT room, head FROM rooms ORDER BY room", &[], head)?;
            let sql = "SELECT room, turn FROM room_turns ORDER BY number";
            let turn = |row: &mut Row| Ok((row.next()?, row.next()?));
            let mut turns: HashMap<String, Vec<String>> = HashMap::new();
            for (room, turn) in tables.all(sql, &[], turn)? {
                turns.entry(room).or_default().push(turn);
            }
            for room in &mut rooms {
                room.turns = turns.remove(&room.room).unwrap_or_default();
            }
            Ok(rooms)
        })
    }

    fn put_away_room(&mut self, room: &str, game: &EndedGame) -> Result<PutAway> {
        let key = game_key(room);
        self.whole(Purpose::Change, |tables| {
            if tables.meta(&key)?.is_some() {
                return Ok(PutAway::default());
            }
            let done = put_away(tables, game)?;
            if let Some(first) = done.games.first() {
                remember(tables, &key, &first.number().to_string())?;
            }
            Ok(done)
        })
    }
}

/// The changes in parts in which no room occurs twice, so that the order within one is all the
/// same. Usually there is one part: a room waits until it was kept before it goes on.
fn stretches(changes: &[RoomChange]) -> Vec<&[RoomChange]> {
    let (mut parts, mut begin, mut rooms) = (Vec::new(), 0, HashSet::new());
    for (index, change) in changes.iter().enumerate() {
        if !rooms.insert(change.room()) {
            parts.push(&changes[begin..index]);
            (begin, rooms) = (index, HashSet::from([change.room()]));
        }
    }
    parts.push(&changes[begin..]);
    parts
}

fn save(tables: &impl Database, changes: &[RoomChange]) -> Result<()> {
    let (mut heads, mut new_turns) = (Vec::new(), Vec::new());
    for change in changes {
        match change {
            RoomChange::Forget { room } => {
                tables.execute("DELETE FROM rooms WHERE room = ?", values![room])?;
            }
            RoomChange::Keep { room, head, keep, turns } => {
                if let Some(head) = head {
                    heads.push([Value::from(room), head.into()]);
                    // A head comes also when moves are taken back.
                    let sql = "DELETE FROM room_turns WHERE room = ? AND number >= ?";
                    tables.execute(sql, values![room, *keep])?;
                }
                let numbered = turns.iter().zip(*keep..);
                new_turns
                    .extend(numbered.map(|(turn, n)| [Value::from(room), n.into(), turn.into()]));
            }
        }
    }
    let sql = "INSERT INTO rooms (room, head) VALUES (?, ?) \
               ON CONFLICT (room) DO UPDATE SET head = excluded.head";
    tables.insert_all(sql, &heads)?;
    let sql = "INSERT INTO room_turns (room, number, turn) VALUES (?, ?, ?) \
               ON CONFLICT (room, number) DO UPDATE SET turn = excluded.turn";
    tables.insert_all(sql, &new_turns)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_room_occurs_once_in_each_part() {
        for (rooms, expected) in [
            ("", vec![""]),
            ("abc", vec!["abc"]),
            ("abacca", vec!["ab", "ac", "ca"]),
            ("aab", vec!["a", "ab"]),
        ] {
            let forget = |room: char| RoomChange::Forget { room: room.to_string() };
            let changes: Vec<RoomChange> = rooms.chars().map(forget).collect();
            let parts = stretches(&changes);
            let named = |part: &&[RoomChange]| part.iter().map(RoomChange::room).collect();
            assert_eq!(parts.iter().map(named).collect::<Vec<String>>(), expected, "{rooms}");
        }
    }
}
