//! The rooms of a game server by SQL.

use std::collections::HashSet;

use super::autosaves::archive_game;
use super::meta::set_value;
use super::running_games::{self, NewEntries};
use super::{Database, Purpose, Result, Row, Value};
use crate::rooms::game_key;
use crate::{
    ArchiveOutcome, FinishedRoom, Lease, Meta, RatingPolicy, RoomChange, Rooms, SavedRoom, UnixTime,
};

impl<D: Database> Rooms for D {
    fn save_rooms(&mut self, changes: &[RoomChange]) -> Result<()> {
        self.transaction(Purpose::WriteOwn, |tables| {
            batches(changes).into_iter().try_for_each(|changes| save(tables, changes))
        })
    }

    fn save_leased(&mut self, changes: &[RoomChange], leases: &[Lease]) -> Result<Vec<bool>> {
        self.transaction(Purpose::WriteOwn, |tables| {
            let held = tables.are_held(leases)?;
            let kept = changes.iter().zip(&held).filter(|(_, is_held)| **is_held);
            let kept: Vec<RoomChange> = kept.map(|(change, _)| change.clone()).collect();
            batches(&kept).into_iter().try_for_each(|changes| save(tables, changes))?;
            Ok(held)
        })
    }

    fn rooms(&self) -> Result<Vec<SavedRoom>> {
        self.transaction(Purpose::Read, |tables| {
            let head = |row: &mut Row| {
                let (room, head) = (row.next()?, row.next()?);
                Ok(SavedRoom { room, head, rows: Vec::new(), at: UnixTime(0) })
            };
            let sql = "SELECT game, head FROM live_games WHERE instance IS NULL ORDER BY game";
            let mut rooms = tables.all(sql, &[], head)?;
            let mut rows = running_games::rows(tables)?;
            for room in &mut rooms {
                (room.rows, room.at) = rows.remove(&room.room).unwrap_or_default();
            }
            Ok(rooms)
        })
    }

    fn archive_rooms(
        &mut self,
        rooms: &[FinishedRoom],
        counting: RatingPolicy<'_>,
    ) -> Result<Vec<ArchiveOutcome>> {
        self.transaction(Purpose::Change, |tables| {
            rooms.iter().map(|ended| archive_room(tables, ended, counting)).collect()
        })
    }
}

fn archive_room<D: Database>(
    tables: &D,
    ended: &FinishedRoom,
    counting: RatingPolicy<'_>,
) -> Result<ArchiveOutcome> {
    let key = game_key(&ended.room);
    if tables.meta(&key)?.is_some() {
        return Ok(ArchiveOutcome::default());
    }
    let rated = counting(tables, &ended.game)?;
    let done = archive_game(tables, &ended.game, rated)?;
    if let Some(first) = done.games.first() {
        set_value(tables, &key, &first.number().to_string())?;
    }
    Ok(done)
}

/// Splits the changes into batches in which no room occurs twice, so that the order within a batch
/// does not matter. Usually there is one batch: a room waits until its last change is saved.
fn batches(changes: &[RoomChange]) -> Vec<&[RoomChange]> {
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
    let (mut heads, mut new) = (Vec::new(), Vec::new());
    for change in changes {
        match change {
            RoomChange::Forget { room } => running_games::forget(tables, room)?,
            RoomChange::Keep { room, head, keep, entries, at } => {
                if let Some(head) = head {
                    heads.push([Value::from(room), at.0.into(), head.into(), "".into()]);
                    // A room that is written anew also has a head.
                    running_games::truncate(tables, room, *keep)?;
                }
                new.push(NewEntries { game: room, from: *keep, entries, at: *at });
            }
        }
    }
    let sql = "INSERT INTO live_games (game, saved, head, notes) VALUES (?, ?, ?, ?) \
               ON CONFLICT (game) DO UPDATE SET saved = excluded.saved, head = excluded.head";
    tables.insert_all(sql, &heads)?;
    running_games::append(tables, &new)
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
            let parts = batches(&changes);
            let named = |part: &&[RoomChange]| part.iter().map(RoomChange::room).collect();
            assert_eq!(parts.iter().map(named).collect::<Vec<String>>(), expected, "{rooms}");
        }
    }
}
