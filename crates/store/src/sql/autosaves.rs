//! Running games by SQL, each with the window in which it is.

use super::library::{insert, replace};
use super::profiles::{is_known, number, owner};
use super::ratings::rate;
use super::{Database, Purpose, Result, Row, values};
use crate::{
    Autosaves, EndedGame, EndedRecord, GameId, PutAway, RatedGame, RunningGame, SlotId, StoreError,
    UnixTime,
};

impl<D: Database> Autosaves for D {
    fn autosave(&mut self, games: &[RunningGame]) -> Result<()> {
        self.whole(Purpose::Change, |tables| {
            // A profile that was deleted in another window does not cost the game.
            let sql = "INSERT INTO running (slot, instance, owner, saved, archive, notes) \
                       VALUES (?, ?, (SELECT id FROM profiles WHERE id = ?), ?, ?, ?) \
                       ON CONFLICT (slot) DO UPDATE SET instance = excluded.instance, \
                       owner = excluded.owner, saved = excluded.saved, \
                       archive = excluded.archive, notes = excluded.notes";
            games.iter().try_for_each(|game| {
                let RunningGame { slot, owner, saved, archive, notes } = game;
                let (slot, owner) = (slot.as_str(), number(*owner));
                let values = values![slot, tables.instance(), owner, saved.0, archive, notes];
                tables.execute(sql, values).map(drop)
            })
        })
    }

    fn forget_autosave(&mut self, slot: &SlotId) -> Result<()> {
        self.whole(Purpose::Change, |tables| forget(tables, slot))
    }

    fn put_away(&mut self, game: &EndedGame) -> Result<PutAway> {
        self.whole(Purpose::Change, |tables| put_away(tables, game))
    }

    fn abandoned(&self) -> Result<Vec<RunningGame>> {
        let sql = "SELECT instance, slot, owner, saved, archive, notes FROM running \
                   ORDER BY saved DESC, slot";
        let mut left = Vec::new();
        for (instance, game) in self.all(sql, &[], running)? {
            if !self.is_there(&instance)? {
                left.push(game);
            }
        }
        Ok(left)
    }

    fn claim(&mut self, slot: &SlotId) -> Result<bool> {
        self.whole(Purpose::Change, |tables| {
            let sql = "SELECT instance FROM running WHERE slot = ?";
            let holder: Option<String> = tables.first(sql, values![slot.as_str()], Row::next)?;
            let is_abandoned = match holder {
                Some(holder) => !tables.is_there(&holder)?,
                None => false,
            };
            if is_abandoned {
                let sql = "UPDATE running SET instance = ? WHERE slot = ?";
                tables.execute(sql, values![tables.instance(), slot.as_str()])?;
            }
            Ok(is_abandoned)
        })
    }
}

fn forget(tables: &impl Database, slot: &SlotId) -> Result<()> {
    tables.execute("DELETE FROM running WHERE slot = ?", values![slot.as_str()]).map(drop)
}

/// Puts a game away within a change.
pub(super) fn put_away(tables: &impl Database, game: &EndedGame) -> Result<PutAway> {
    let records = game.records.iter().map(|ended| put_into_library(tables, ended));
    let games = records.collect::<Result<Vec<_>>>()?;
    if let Some(slot) = &game.slot {
        forget(tables, slot)?;
    }
    let rated = game.rated.clone().map(|rated| RatedGame { game: games.first().copied(), ..rated });
    let changes = match rated.map(|rated| rate(tables, &rated)) {
        None | Some(Err(StoreError::NoProfile | StoreError::SamePlayer)) => [None; 2],
        Some(changes) => changes?,
    };
    Ok(PutAway { games, changes })
}

/// Keeps an ended game in place of its older state, or as a new one.
fn put_into_library(tables: &impl Database, ended: &EndedRecord) -> Result<GameId> {
    let mut record = ended.record.clone();
    if !is_known(tables, record.summary.owner)? {
        record.summary.owner = None;
    }
    if let Some(id) = ended.replaces {
        let sql = "SELECT title FROM games WHERE id = ?";
        if let Some(title) = tables.first(sql, values![id.0], Row::next)? {
            record.title = title;
            replace(tables, id, &record)?;
            return Ok(id);
        }
    }
    insert(tables, &record)
}

fn running(row: &mut Row) -> Result<(String, RunningGame)> {
    let instance = row.next()?;
    let game = RunningGame {
        slot: SlotId::named(row.next::<String>()?),
        owner: owner(row)?,
        saved: UnixTime(row.next()?),
        archive: row.next()?,
        notes: row.next()?,
    };
    Ok((instance, game))
}
