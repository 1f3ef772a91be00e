//! Running games by SQL, each with the window in which it is.

use std::cmp::Reverse;

use record::Entry;

use super::library::{insert, replace};
use super::profiles::{is_known, number, owner};
use super::ratings::rate;
use super::running_games::{self, NewEntries};
use super::{Database, Purpose, Result, Row, values};
use crate::{
    ArchiveOutcome, ArchivedGame, Autosaves, FinishedGame, FinishedRecord, GameId, RatedGame,
    RunningGame, SlotId, StoreError, UnixTime,
};

impl<D: Database> Autosaves for D {
    fn autosave(&mut self, games: &[RunningGame]) -> Result<()> {
        self.transaction(Purpose::Change, |tables| {
            // A profile that was deleted in another window does not cost the game.
            let sql = "INSERT INTO live_games (game, instance, owner, saved, head, notes) \
                       VALUES (?, ?, (SELECT id FROM profiles WHERE id = ?), ?, ?, ?) \
                       ON CONFLICT (game) DO UPDATE SET instance = excluded.instance, \
                       owner = excluded.owner, saved = excluded.saved, \
                       head = excluded.head, notes = excluded.notes";
            games.iter().try_for_each(|game| {
                let RunningGame { slot, owner, saved, archive, notes, .. } = game;
                let (slot, owner) = (slot.as_str(), number(*owner));
                let values = values![slot, tables.instance(), owner, saved.0, archive, notes];
                tables.execute(sql, values)?;
                running_games::truncate(tables, slot, 0)
            })
        })
    }

    fn append_entries(
        &mut self,
        slot: &SlotId,
        from: u32,
        entries: &[Entry],
        at: UnixTime,
    ) -> Result<()> {
        let game = slot.as_str();
        self.transaction(Purpose::WriteOwn, |tables| {
            // If the entry before is missing, the game could not be replayed.
            let follows = match from.checked_sub(1) {
                None => tables.has("SELECT 1 FROM live_games WHERE game = ?", values![game])?,
                Some(last) => {
                    let sql = "SELECT 1 FROM entries WHERE game = ? AND number = ?";
                    tables.has(sql, values![game, last])?
                }
            };
            if !follows {
                return Err(StoreError::NoGame);
            }
            running_games::append(tables, &[NewEntries { game, from, entries, at }])
        })
    }

    fn forget_autosave(&mut self, slot: &SlotId) -> Result<()> {
        self.transaction(Purpose::Change, |tables| running_games::forget(tables, slot.as_str()))
    }

    fn archive_game(&mut self, game: &FinishedGame) -> Result<ArchiveOutcome> {
        self.transaction(Purpose::Change, |tables| archive_game(tables, game, game.rated.clone()))
    }

    fn abandoned(&self) -> Result<Vec<RunningGame>> {
        self.transaction(Purpose::Read, |tables| {
            let sql = "SELECT instance, game, owner, saved, \
                       (SELECT max(at) FROM entries WHERE entries.game = live_games.game), \
                       head, notes FROM live_games WHERE instance IS NOT NULL";
            let mut rows = running_games::rows(tables)?;
            let mut left = Vec::new();
            for (instance, mut game) in tables.all(sql, &[], running)? {
                if !tables.is_there(&instance)? {
                    (game.rows, _) = rows.remove(game.slot.as_str()).unwrap_or_default();
                    left.push(game);
                }
            }
            left.sort_by(|a, b| (Reverse(a.saved), &a.slot).cmp(&(Reverse(b.saved), &b.slot)));
            Ok(left)
        })
    }

    fn claim(&mut self, slot: &SlotId) -> Result<bool> {
        self.transaction(Purpose::Change, |tables| {
            let sql = "SELECT instance FROM live_games WHERE game = ? AND instance IS NOT NULL";
            let holder: Option<String> = tables.first(sql, values![slot.as_str()], Row::next)?;
            let is_abandoned = match holder {
                Some(holder) => !tables.is_there(&holder)?,
                None => false,
            };
            if is_abandoned {
                let sql = "UPDATE live_games SET instance = ? WHERE game = ?";
                tables.execute(sql, values![tables.instance(), slot.as_str()])?;
            }
            Ok(is_abandoned)
        })
    }
}

/// Archives a game within a transaction, with its rating.
pub(super) fn archive_game(
    tables: &impl Database,
    game: &FinishedGame,
    rated: Option<RatedGame>,
) -> Result<ArchiveOutcome> {
    let records = game.records.iter().map(|ended| put_into_library(tables, ended));
    let games = records.collect::<Result<Vec<_>>>()?;
    if let Some(slot) = &game.slot {
        running_games::forget(tables, slot.as_str())?;
    }
    let rated = rated.map(|rated| RatedGame { game: games.first().copied(), ..rated });
    let changes = match rated.map(|rated| rate(tables, &rated)) {
        None | Some(Err(StoreError::NoProfile | StoreError::SamePlayer)) => [None; 2],
        Some(changes) => changes?,
    };
    Ok(ArchiveOutcome { games, changes })
}

/// Keeps an ended game in place of its older state, or as a new one.
fn put_into_library(tables: &impl Database, ended: &FinishedRecord) -> Result<GameId> {
    if let Some(id) = ended.replaces {
        let sql = "SELECT title FROM games WHERE id = ?";
        if let Some(title) = tables.first(sql, values![id.0], Row::next)? {
            let mut record = ArchivedGame { title, ..ended.record.clone() };
            if !is_known(tables, record.summary.owner)? {
                record.summary.owner = None;
            }
            replace(tables, id, &record)?;
            return Ok(id);
        }
    }
    insert(tables, &ended.record)
}

fn running(row: &mut Row) -> Result<(String, RunningGame)> {
    let instance = row.next()?;
    let (slot, owner) = (SlotId::named(row.next::<String>()?), owner(row)?);
    let (head, last): (i64, Option<i64>) = (row.next()?, row.next()?);
    let saved = UnixTime(last.map_or(head, |last| last.max(head)));
    let (archive, notes, rows) = (row.next()?, row.next()?, Vec::new());
    Ok((instance, RunningGame { slot, owner, saved, archive, rows, notes }))
}
