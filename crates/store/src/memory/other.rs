//! Puzzles, running games and small things in memory.

use std::cmp::Reverse;

use record::Entry;

use super::{AppendedRows, MemoryStore, Result};
use crate::{
    ArchivedGame, Autosaves, EndedGame, EndedRecord, Library, Meta, Owner, PutAway, PuzzleAttempt,
    PuzzleProgress, Puzzles, RatedGame, Ratings, RunningGame, SlotId, StoreError, UnixTime, row,
};

impl Puzzles for MemoryStore {
    fn note_puzzle(&mut self, owner: Owner, attempt: &PuzzleAttempt) -> Result<PuzzleProgress> {
        self.check_owner(owner)?;
        let puzzles = &mut self.change().puzzles;
        let is_it = |(solver, known): &(Owner, PuzzleProgress)| {
            *solver == owner && known.puzzle == attempt.puzzle
        };
        let index = puzzles.iter().position(is_it).unwrap_or_else(|| {
            puzzles.push((owner, PuzzleProgress::new(&attempt.puzzle)));
            puzzles.len() - 1
        });
        let progress = &mut puzzles[index].1;
        progress.add(attempt);
        Ok(progress.clone())
    }

    fn puzzles(&self, owner: Owner) -> Result<Vec<PuzzleProgress>> {
        let own = self.contents.puzzles.iter().filter(|(solver, _)| *solver == owner);
        let mut puzzles: Vec<PuzzleProgress> = own.map(|(_, progress)| progress.clone()).collect();
        puzzles.sort_by(|a, b| a.puzzle.cmp(&b.puzzle));
        Ok(puzzles)
    }
}

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

    fn put_away(&mut self, game: &EndedGame) -> Result<PutAway> {
        let mut games = Vec::with_capacity(game.records.len());
        for EndedRecord { replaces, record } in &game.records {
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
        Ok(PutAway { games, changes })
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

impl Meta for MemoryStore {
    fn meta(&self, key: &str) -> Result<Option<String>> {
        Ok(self.contents.meta.get(key).cloned())
    }

    fn metas(&self, prefix: &str) -> Result<Vec<(String, String)>> {
        let from = self.contents.meta.range(prefix.to_owned()..);
        let found = from.take_while(|(key, _)| key.starts_with(prefix));
        Ok(found.map(|(key, value)| (key.clone(), value.clone())).collect())
    }

    fn set_meta(&mut self, key: &str, value: Option<&str>) -> Result<()> {
        let meta = &mut self.change().meta;
        match value {
            Some(value) => meta.insert(key.to_owned(), value.to_owned()),
            None => meta.remove(key),
        };
        Ok(())
    }

    fn take_meta(&mut self, key: &str) -> Result<Option<String>> {
        Ok(self.change().meta.remove(key))
    }
}
