//! Running games in memory.

use std::cmp::Reverse;

use record::Entry;

use super::{AppendedRows, MemoryStore, Result};
use crate::{
    ArchiveOutcome, ArchivedGame, Autosaves, FinishedGame, FinishedRecord, Library, RatedGame,
    Ratings, RunningGame, SlotId, StoreError, UnixTime, row,
};

impl Autosaves for MemoryStore {
    fn autosave(&mut self, games: &[RunningGame]) -> Result<()> {
        let session = self.session;
        for game in games {
            let owner = game.owner.filter(|profile| self.check_owner(Some(*profile)).is_ok());
            let game = RunningGame { owner, rows: Vec::new(), ..game.clone() };
            let running = &mut self.change().running;
            running.retain(|(_, known)| known.slot != game.slot);
            running.push((session, game));
        }
        Ok(())
    }

    fn append_entries(
        &mut self,
        slot: &SlotId,
        from: u32,
        entries: &[Entry],
        at: UnixTime,
    ) -> Result<()> {
        let rows = entries.iter().map(|entry| row::write(*entry)).collect();
        let (slot, session) = (slot.clone(), self.session);
        let appended = AppendedRows { slot, session, saved: at, from, rows };
        self.append(&appended)?;
        match &mut self.appended {
            Some(waiting) => waiting.push(appended),
            None => self.revision += 1,
        }
        Ok(())
    }

    fn forget_autosave(&mut self, slot: &SlotId) -> Result<()> {
        self.change().running.retain(|(_, game)| game.slot != *slot);
        Ok(())
    }

    fn archive_game(&mut self, game: &FinishedGame) -> Result<ArchiveOutcome> {
        let mut games = Vec::with_capacity(game.records.len());
        for FinishedRecord { replaces, record } in &game.records {
            let mut record = record.clone();
            let owner = record.summary.owner;
            record.summary.owner = owner.filter(|id| self.check_owner(Some(*id)).is_ok());
            let known = replaces.and_then(|id| self.contents.games.iter().find(|g| g.id == id));
            match known.map(|known| (known.id, known.title.clone())) {
                Some((id, title)) => {
                    self.replace_game(id, &ArchivedGame { title, ..record })?;
                    games.push(id);
                }
                None => games.extend(self.add_games(&[record])?),
            }
        }
        if let Some(slot) = &game.slot {
            self.forget_autosave(slot)?;
        }
        let rated = game.rated.clone();
        let rated = rated.map(|rated| RatedGame { game: games.first().copied(), ..rated });
        let changes = match rated.map(|rated| self.record_result(&rated)) {
            None | Some(Err(StoreError::NoProfile | StoreError::SamePlayer)) => [None; 2],
            Some(changes) => changes?,
        };
        Ok(ArchiveOutcome { games, changes })
    }

    fn abandoned(&self) -> Result<Vec<RunningGame>> {
        let left = self.contents.running.iter().filter(|(by, _)| self.has_ended(*by));
        let mut games: Vec<RunningGame> = left.map(|(_, game)| game.clone()).collect();
        games.sort_by(|a, b| (Reverse(a.saved), &a.slot).cmp(&(Reverse(b.saved), &b.slot)));
        Ok(games)
    }

    fn claim(&mut self, slot: &SlotId) -> Result<bool> {
        let is_it = |(by, game): &(u64, RunningGame)| game.slot == *slot && self.has_ended(*by);
        let Some(index) = self.contents.running.iter().position(is_it) else { return Ok(false) };
        let session = self.session;
        self.change().running[index].0 = session;
        Ok(true)
    }
}
