//! Running games in SQLite, each with the window in which it is.

use rusqlite::{OptionalExtension, Row, params};

use super::profiles::{number, owner};
use super::{Change, Result, SqliteStore};
use crate::{Autosaves, RunningGame, SlotId, UnixTime};

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
        change.run(|tables| {
            tables.prepare_cached("DELETE FROM running WHERE slot = ?")?.execute([slot.as_str()])
        })?;
        change.commit()
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
