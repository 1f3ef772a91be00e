//! Running games in SQLite, each with the window in which it is.

use rusqlite::{Connection, OptionalExtension, Row, params};

use super::library::{insert, replace};
use super::profiles::{number, owner};
use super::ratings::rate;
use super::{Change, Result, SqliteStore};
use crate::{
    Autosaves, EndedGame, EndedRecord, GameId, PutAway, RatedGame, RunningGame, SlotId, StoreError,
    UnixTime,
};

impl Autosaves for SqliteStore {
    fn autosave(&mut self, games: &[RunningGame]) -> Result<()> {
        let instance = self.presence.instance().to_owned();
        let change = self.change()?;
        change.run(|tables| {
            // A profile that was deleted in another window does not cost the game.
            let sql = "INSERT INTO running (slot, instance, owner, saved, archive, notes) \
                       VALUES (?1, ?2, (SELECT id FROM profiles WHERE id = ?3), ?4, ?5, ?6) \
                       ON CONFLICT (slot) DO UPDATE SET instance = excluded.instance, \
                       owner = excluded.owner, saved = excluded.saved, \
                       archive = excluded.archive, notes = excluded.notes";
            let mut statement = tables.prepare_cached(sql)?;
            for game in games {
                let (slot, owner, saved) = (game.slot.as_str(), number(game.owner), game.saved.0);
                let (archive, notes) = (&game.archive, &game.notes);
                statement.execute(params![slot, instance, owner, saved, archive, notes])?;
            }
            Ok(())
        })?;
        change.commit()
    }

    fn forget_autosave(&mut self, slot: &SlotId) -> Result<()> {
        let change = self.change()?;
        change.run(|tables| forget(tables, slot))?;
        change.commit()
    }

    fn put_away(&mut self, game: &EndedGame) -> Result<PutAway> {
        let change = self.change()?;
        let keep = |ended: &EndedRecord| change.run_for(|tables| put_into_library(tables, ended));
        let games = game.records.iter().map(keep).collect::<Result<Vec<_>>>()?;
        if let Some(slot) = &game.slot {
            change.run(|tables| forget(tables, slot))?;
        }
        let rated =
            game.rated.clone().map(|rated| RatedGame { game: games.first().copied(), ..rated });
        let changes = match rated.map(|rated| rate(&change, &rated)) {
            None | Some(Err(StoreError::NoProfile | StoreError::SamePlayer)) => [None; 2],
            Some(changes) => changes?,
        };
        change.commit()?;
        Ok(PutAway { games, changes })
    }

    fn abandoned(&self) -> Result<Vec<RunningGame>> {
        let games: Vec<(String, RunningGame)> = self.read(|tables| {
            let sql = "SELECT instance, slot, owner, saved, archive, notes FROM running \
                       ORDER BY saved DESC, slot";
            tables.prepare_cached(sql)?.query_map([], running)?.collect()
        })?;
        let is_left = |instance: &str| !self.presence.is_there(instance);
        Ok(games.into_iter().filter(|(by, _)| is_left(by)).map(|(_, game)| game).collect())
    }

    fn claim(&mut self, slot: &SlotId) -> Result<bool> {
        let presence = &self.presence;
        let change = Change::begin(&mut self.connection, &self.place)?;
        let holder: Option<String> = change.run(|tables| {
            let sql = "SELECT instance FROM running WHERE slot = ?";
            tables.query_row(sql, [slot.as_str()], |row| row.get(0)).optional()
        })?;
        let is_abandoned = holder.is_some_and(|holder| !presence.is_there(&holder));
        if is_abandoned {
            change.run(|tables| {
                let sql = "UPDATE running SET instance = ? WHERE slot = ?";
                tables.execute(sql, [presence.instance(), slot.as_str()])
            })?;
        }
        change.commit()?;
        Ok(is_abandoned)
    }
}

fn forget(tables: &Connection, slot: &SlotId) -> rusqlite::Result<usize> {
    tables.prepare_cached("DELETE FROM running WHERE slot = ?")?.execute([slot.as_str()])
}

/// Keeps an ended game in place of its older state, or as a new one.
fn put_into_library(tables: &Connection, ended: &EndedRecord) -> rusqlite::Result<GameId> {
    let mut record = ended.record.clone();
    let sql = "SELECT id FROM profiles WHERE id = ?";
    let known = number(record.summary.owner)
        .map(|id| tables.query_row(sql, [id], |row| row.get(0)).optional());
    record.summary.owner = owner(known.transpose()?.flatten());
    if let Some(id) = ended.replaces {
        let sql = "SELECT title FROM games WHERE id = ?";
        let title = tables.query_row(sql, [id.number()], |row| row.get(0)).optional()?;
        if let Some(title) = title {
            record.title = title;
            replace(tables, id, &record)?;
            return Ok(id);
        }
    }
    insert(tables, &record)
}

fn running(row: &Row<'_>) -> rusqlite::Result<(String, RunningGame)> {
    let game = RunningGame {
        slot: SlotId::named(row.get::<_, String>(1)?),
        owner: owner(row.get(2)?),
        saved: UnixTime(row.get(3)?),
        archive: row.get(4)?,
        notes: row.get(5)?,
    };
    Ok((row.get(0)?, game))
}
