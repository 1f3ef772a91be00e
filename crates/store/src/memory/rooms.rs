//! The rooms of a game server in memory.

use super::{MemoryStore, Result};
use crate::rooms::game_key;
use crate::{
    Counting, EndedRoom, Lease, Meta, PutAway, RoomChange, Rooms, SavedRoom, StoreError, UnixTime,
    row,
};

impl Rooms for MemoryStore {
    fn save_rooms(&mut self, changes: &[RoomChange]) -> Result<()> {
        let mut rooms = self.contents.rooms.clone();
        for change in changes {
            match change {
                RoomChange::Forget { room } => {
                    rooms.remove(room);
                }
                RoomChange::Keep { room, head, keep, entries, at } => {
                    let known = match head {
                        Some(head) => {
                            let known = rooms.entry(room.clone()).or_insert_with(|| SavedRoom {
                                room: room.clone(),
                                head: String::new(),
                                rows: Vec::new(),
                                at: UnixTime(0),
                            });
                            known.head.clone_from(head);
                            known
                        }
                        None => rooms.get_mut(room).ok_or(StoreError::NoGame)?,
                    };
                    if !entries.is_empty() {
                        known.at = *at;
                    }
                    known.rows.truncate(usize::try_from(*keep).unwrap_or(usize::MAX));
                    known.rows.extend(entries.iter().map(|entry| row::write(*entry)));
                }
            }
        }
        self.change().rooms = rooms;
        Ok(())
    }

    fn save_leased(&mut self, changes: &[RoomChange], _: &[Lease]) -> Result<Vec<bool>> {
        self.save_rooms(changes)?;
        Ok(vec![true; changes.len()])
    }

    fn rooms(&self) -> Result<Vec<SavedRoom>> {
        Ok(self.contents.rooms.values().cloned().collect())
    }

    fn put_away_rooms(
        &mut self,
        rooms: &[EndedRoom],
        counting: Counting<'_>,
    ) -> Result<Vec<PutAway>> {
        rooms.iter().map(|ended| self.put_away_room(ended, counting)).collect()
    }
}

impl MemoryStore {
    fn put_away_room(&mut self, ended: &EndedRoom, counting: Counting<'_>) -> Result<PutAway> {
        if self.game_of_room(&ended.room)?.is_some() {
            return Ok(PutAway::default());
        }
        let rated = counting(self, &ended.game)?;
        let done = self.put_away_as(&ended.game, rated)?;
        if let Some(first) = done.games.first() {
            self.set_meta(&game_key(&ended.room), Some(&first.number().to_string()))?;
        }
        Ok(done)
    }
}
