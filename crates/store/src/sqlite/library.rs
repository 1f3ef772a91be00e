//! The library in SQLite.

use std::time::Duration;

use rusqlite::types::Value;
use rusqlite::{Connection, OptionalExtension, Row, params, params_from_iter};

use super::profiles::{number, owner};
use super::{Result, SqliteStore};
use crate::profile::folded;
use crate::{
    GameId, GameQuery, GameRecord, GameSummary, Library, LibraryGame, Origin, Owner, Page,
    RulesKey, SortBy, Statistics, StoreError, UnixTime, names,
};

/// The columns of a game as [`shown`] reads them.
const COLUMNS: &str = "id, owner, side, origin, white, black, rules, began, saved, result, reason, \
                       level, clock, turns, milliseconds, fen, remarks, title, deleted";

/// The same columns as [`written`] gives them, with those for searching and sorting.
const WRITTEN: &str = "owner, side, origin, white, black, rules, began, saved, result, reason, \
                       level, clock, turns, milliseconds, fen, remarks, title, title_key, \
                       opponent_key, search_key";
const WRITTEN_COUNT: usize = 20;

impl Library for SqliteStore {
    fn add_games(&mut self, games: &[GameRecord]) -> Result<Vec<GameId>> {
        let change = self.change()?;
        let ids =
            change.run_for(|tables| games.iter().map(|game| insert(tables, game)).collect())?;
        change.commit()?;
        Ok(ids)
    }

    fn replace_game(&mut self, id: GameId, game: &GameRecord) -> Result<()> {
        let change = self.change()?;
        let replaced = change.run_for(|tables| replace(tables, id, game))?;
        if !replaced {
            return Err(StoreError::NoGame);
        }
        change.commit()
    }

    fn games(&self, query: &GameQuery) -> Result<Page> {
        let (condition, mut values) = condition(query);
        self.read(|tables| {
            let whole = tables.unchecked_transaction()?;
            let sql = format!("SELECT count(*) FROM games WHERE {condition}");
            let counted = params_from_iter(&values);
            let total =
                whole.prepare_cached(&sql)?.query_row(counted, |row| row.get::<_, i64>(0))?;
            let order = order(query);
            let sql = format!(
                "SELECT {COLUMNS} FROM games WHERE {condition} ORDER BY {order} LIMIT ? OFFSET ?"
            );
            let bounded = |number: u64| Value::from(i64::try_from(number).unwrap_or(i64::MAX));
            values.extend([bounded(query.limit), bounded(query.offset)]);
            let mut statement = whole.prepare_cached(&sql)?;
            let rows = statement.query_map(params_from_iter(values), shown)?;
            let games = rows.collect::<rusqlite::Result<_>>()?;
            Ok(Page { games, total: u64::try_from(total).unwrap_or_default() })
        })
    }

    fn game(&self, id: GameId) -> Result<Option<(LibraryGame, String)>> {
        self.read(|tables| {
            let sql = format!(
                "SELECT {COLUMNS}, text FROM games JOIN archives ON game = id WHERE id = ?"
            );
            let mut statement = tables.prepare_cached(&sql)?;
            statement.query_row([id.0], |row| Ok((shown(row)?, row.get("text")?))).optional()
        })
    }

    fn rename_game(&mut self, id: GameId, title: &str) -> Result<()> {
        self.update_game(|tables| {
            let sql = "UPDATE games SET title = ?, title_key = ? WHERE id = ?";
            tables.execute(sql, params![title, folded(title), id.0])
        })
    }

    fn delete_game(&mut self, id: GameId, now: UnixTime) -> Result<()> {
        self.update_game(|tables| {
            tables.execute("UPDATE games SET deleted = ? WHERE id = ?", [now.0, id.0])
        })
    }

    fn restore_game(&mut self, id: GameId) -> Result<()> {
        self.update_game(|tables| {
            tables.execute("UPDATE games SET deleted = NULL WHERE id = ?", [id.0])
        })
    }

    fn empty_bin(&mut self, before: UnixTime) -> Result<u64> {
        let change = self.change()?;
        let deleted = change
            .run(|tables| tables.execute("DELETE FROM games WHERE deleted < ?", [before.0]))?;
        change.commit()?;
        Ok(deleted as u64)
    }

    fn statistics(&self, owner: Owner, utc_offset: i32) -> Result<Statistics> {
        self.read(|tables| super::statistics::of(tables, owner, utc_offset))
    }
}

impl SqliteStore {
    fn update_game(
        &mut self,
        run: impl FnOnce(&Connection) -> rusqlite::Result<usize>,
    ) -> Result<()> {
        let change = self.change()?;
        change.update(StoreError::NoGame, run)?;
        change.commit()
    }
}

pub(super) fn insert(tables: &Connection, game: &GameRecord) -> rusqlite::Result<GameId> {
    let marks = vec!["?"; WRITTEN_COUNT].join(", ");
    let sql = format!("INSERT INTO games ({WRITTEN}) VALUES ({marks})");
    let id = tables.prepare_cached(&sql)?.insert(params_from_iter(written(game)))?;
    let sql = "INSERT INTO archives (game, text) VALUES (?, ?)";
    tables.prepare_cached(sql)?.execute(params![id, game.archive])?;
    Ok(GameId(id))
}

/// Tells whether the game was there to be replaced.
pub(super) fn replace(
    tables: &Connection,
    id: GameId,
    game: &GameRecord,
) -> rusqlite::Result<bool> {
    let marks = vec!["?"; WRITTEN_COUNT].join(", ");
    let sql = format!("UPDATE games SET ({WRITTEN}) = ({marks}) WHERE id = ?");
    let values = written(game).into_iter().chain([id.0.into()]);
    let replaced = tables.prepare_cached(&sql)?.execute(params_from_iter(values))?;
    let sql = "UPDATE archives SET text = ? WHERE game = ?";
    tables.prepare_cached(sql)?.execute(params![game.archive, id.0])?;
    Ok(replaced > 0)
}

/// The columns of a game that are written, in the order of [`WRITTEN`].
fn written(game: &GameRecord) -> [Value; WRITTEN_COUNT] {
    let summary = &game.summary;
    let [white, black] = summary.players.clone();
    let text = |text: Option<&'static str>| text.map(str::to_owned);
    [
        number(summary.owner).into(),
        text(summary.side.map(rules::Colour::name)).into(),
        summary.origin.name().to_owned().into(),
        white.into(),
        black.into(),
        summary.rules.as_str().to_owned().into(),
        summary.began.map(|time| time.0).into(),
        summary.saved.0.into(),
        text(summary.ending.map(names::result_name)).into(),
        text(summary.ending.and_then(names::reason_name)).into(),
        summary.level.clone().into(),
        summary.clock.clone().into(),
        summary.turns.into(),
        milliseconds(summary.time_played).into(),
        summary.fen.clone().into(),
        summary.remarks.clone().into(),
        game.title.clone().into(),
        folded(&game.title).into(),
        summary.opponent_key().into(),
        summary.search_text().into(),
    ]
}

/// A length of time as it is kept.
pub(super) fn milliseconds(time: Duration) -> i64 {
    i64::try_from(time.as_millis()).unwrap_or(i64::MAX)
}

/// A length of time that was kept.
pub(super) fn duration(milliseconds: i64) -> Duration {
    Duration::from_millis(u64::try_from(milliseconds).unwrap_or_default())
}

fn shown(row: &Row<'_>) -> rusqlite::Result<LibraryGame> {
    let side: Option<String> = row.get("side")?;
    let origin: String = row.get("origin")?;
    let result: Option<String> = row.get("result")?;
    let reason: Option<String> = row.get("reason")?;
    Ok(LibraryGame {
        id: GameId(row.get("id")?),
        title: row.get("title")?,
        summary: GameSummary {
            owner: owner(row.get("owner")?),
            side: side.as_deref().and_then(names::side),
            origin: Origin::from_name(&origin).unwrap_or(Origin::Imported),
            players: [row.get("white")?, row.get("black")?],
            rules: RulesKey::from_text(row.get::<_, String>("rules")?),
            began: row.get::<_, Option<i64>>("began")?.map(UnixTime),
            saved: UnixTime(row.get("saved")?),
            ending: result.and_then(|result| names::ending(&result, reason.as_deref())),
            level: row.get("level")?,
            clock: row.get("clock")?,
            turns: row.get("turns")?,
            time_played: duration(row.get("milliseconds")?),
            fen: row.get("fen")?,
            remarks: row.get("remarks")?,
        },
        deleted: row.get::<_, Option<i64>>("deleted")?.map(UnixTime),
    })
}

/// Which games are asked for, with the values that belong to the question marks.
fn condition(query: &GameQuery) -> (String, Vec<Value>) {
    let mut condition = "owner IS ? AND deleted IS NULL".to_owned();
    if query.in_bin {
        condition = "owner IS ? AND deleted IS NOT NULL".to_owned();
    }
    let mut values: Vec<Value> = vec![number(query.owner).into()];
    if let Some(rules) = &query.rules {
        condition += " AND rules = ?";
        values.push(rules.as_str().to_owned().into());
    }
    for word in query.words() {
        condition += " AND (instr(search_key, ?) OR instr(title_key, ?))";
        values.extend([word.clone().into(), word.into()]);
    }
    (condition, values)
}

fn order(query: &GameQuery) -> String {
    let column = match query.sort {
        SortBy::Date => "date",
        SortBy::Title => "title_key",
        SortBy::Opponent => "opponent_key",
        SortBy::Rules => "rules",
        SortBy::Result => "score",
        SortBy::Turns => "turns",
    };
    let direction = if query.descending { "DESC" } else { "ASC" };
    match query.sort {
        SortBy::Date => format!("{column} {direction}, id DESC"),
        _ => format!("{column} {direction}, date DESC, id DESC"),
    }
}
