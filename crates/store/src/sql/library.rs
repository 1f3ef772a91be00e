//! The library by SQL.

use std::time::Duration;

use rules::Colour;

use super::profiles::{check_owner, number, owner};
use super::{Database, Purpose, Result, Row, Value, values};
use crate::profile::folded;
use crate::{
    ArchivedGame, GameId, GameQuery, GameSummary, Library, LibraryGame, Origin, Owner, Page,
    RulesKey, SortBy, Statistics, StoreError, UnixTime, codec,
};

/// The columns of a game as [`shown`] reads them.
const COLUMNS: &str = "id, deleted, title, owner, side, origin, white, black, rules, began, saved, \
                       result, reason, level, clock, turns, milliseconds, fen, remarks";

/// The columns that are written, as [`written`] gives them, with those for searching and sorting.
const WRITTEN: &str = "owner, side, origin, white, black, rules, began, saved, result, reason, \
                       level, clock, turns, milliseconds, fen, remarks, title, title_key, \
                       opponent_key, search_key";
const WRITTEN_COUNT: usize = 20;

impl<D: Database> Library for D {
    fn add_games(&mut self, games: &[ArchivedGame]) -> Result<Vec<GameId>> {
        self.transaction(Purpose::Change, |tables| {
            games.iter().try_for_each(|game| check_owner(tables, game.summary.owner))?;
            games.iter().map(|game| insert(tables, game)).collect()
        })
    }

    fn replace_game(&mut self, id: GameId, game: &ArchivedGame) -> Result<()> {
        self.transaction(Purpose::Change, |tables| {
            if !tables.has("SELECT id FROM games WHERE id = ?", values![id.0])? {
                return Err(StoreError::NoGame);
            }
            check_owner(tables, game.summary.owner)?;
            replace(tables, id, game)
        })
    }

    fn games(&self, query: &GameQuery) -> Result<Page> {
        let (condition, mut values) = condition(query);
        self.transaction(Purpose::Read, |tables| {
            let sql = format!("SELECT count(*) FROM games WHERE {condition}");
            let total = tables.first(&sql, &values, Row::next)?.unwrap_or_default();
            let order = order(query);
            let sql = format!(
                "SELECT {COLUMNS} FROM games WHERE {condition} ORDER BY {order} LIMIT ? OFFSET ?"
            );
            let bounded = |number: u64| Value::from(i64::try_from(number).unwrap_or(i64::MAX));
            values.extend([bounded(query.limit), bounded(query.offset)]);
            Ok(Page { games: tables.all(&sql, &values, shown)?, total })
        })
    }

    fn game(&self, id: GameId) -> Result<Option<(LibraryGame, String)>> {
        let sql =
            format!("SELECT {COLUMNS}, text FROM games JOIN archives ON game = id WHERE id = ?");
        self.first(&sql, values![id.0], |row| Ok((shown(row)?, row.next()?)))
    }

    fn rename_game(&mut self, id: GameId, title: &str) -> Result<()> {
        let sql = "UPDATE games SET title = ?, title_key = ? WHERE id = ?";
        self.update(StoreError::NoGame, sql, values![title, folded(title), id.0])
    }

    fn delete_game(&mut self, id: GameId, now: UnixTime) -> Result<()> {
        let sql = "UPDATE games SET deleted = ? WHERE id = ?";
        self.update(StoreError::NoGame, sql, values![now.0, id.0])
    }

    fn restore_game(&mut self, id: GameId) -> Result<()> {
        let sql = "UPDATE games SET deleted = NULL WHERE id = ?";
        self.update(StoreError::NoGame, sql, values![id.0])
    }

    fn empty_bin(&mut self, before: UnixTime) -> Result<u64> {
        let sql = "DELETE FROM games WHERE deleted < ?";
        self.transaction(Purpose::Change, |tables| tables.execute(sql, values![before.0]))
    }

    fn statistics(&self, owner: Owner, utc_offset: i32) -> Result<Statistics> {
        self.transaction(Purpose::Read, |tables| super::statistics::of(tables, owner, utc_offset))
    }
}

/// Adds a game. If its owner is gone, it becomes a guest's.
pub(super) fn insert(tables: &impl Database, game: &ArchivedGame) -> Result<GameId> {
    let marks = vec!["?"; WRITTEN_COUNT - 1].join(", ");
    let owner = "(SELECT id FROM profiles WHERE id = ?)";
    let sql = format!("INSERT INTO games ({WRITTEN}) VALUES ({owner}, {marks}) RETURNING id");
    let made: Option<i64> = tables.first(&sql, &written(game), Row::next)?;
    debug_assert!(made.is_some(), "an insertion tells its number");
    let id = made.ok_or(StoreError::NoGame)?;
    let sql = "INSERT INTO archives (game, text) VALUES (?, ?)";
    tables.execute(sql, values![id, &game.archive])?;
    Ok(GameId(id))
}

/// Keeps a game, whose owner is there, in place of one that is there too.
pub(super) fn replace(tables: &impl Database, id: GameId, game: &ArchivedGame) -> Result<()> {
    let marks = vec!["?"; WRITTEN_COUNT].join(", ");
    let sql = format!("UPDATE games SET ({WRITTEN}) = ({marks}) WHERE id = ?");
    let mut values = written(game).to_vec();
    values.push(id.0.into());
    tables.execute(&sql, &values)?;
    let sql = "UPDATE archives SET text = ? WHERE game = ?";
    tables.execute(sql, values![&game.archive, id.0]).map(drop)
}

/// The columns of a game that are written, in the order of [`WRITTEN`].
fn written(game: &ArchivedGame) -> [Value<'_>; WRITTEN_COUNT] {
    let summary = &game.summary;
    let [white, black] = &summary.players;
    [
        number(summary.owner).into(),
        summary.side.map(Colour::name).into(),
        summary.origin.name().into(),
        white.into(),
        black.into(),
        summary.rules.as_str().into(),
        summary.began.map(|time| time.0).into(),
        summary.saved.0.into(),
        summary.ending.map(codec::result_name).into(),
        summary.ending.and_then(codec::reason_name).into(),
        summary.level.as_deref().into(),
        summary.clock.as_deref().into(),
        summary.turns.into(),
        milliseconds(summary.time_played).into(),
        (&summary.fen).into(),
        (&summary.remarks).into(),
        (&game.title).into(),
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

fn shown(row: &mut Row) -> Result<LibraryGame> {
    let id = GameId(row.next()?);
    let deleted = row.next::<Option<i64>>()?.map(UnixTime);
    let title = row.next()?;
    let owner = owner(row)?;
    let side = row.next::<Option<String>>()?.as_deref().and_then(Colour::from_name);
    let origin = Origin::from_name(&row.next::<String>()?).unwrap_or(Origin::Imported);
    let players = [row.next()?, row.next()?];
    let rules = RulesKey::from_text(row.next::<String>()?);
    let began = row.next::<Option<i64>>()?.map(UnixTime);
    let saved = UnixTime(row.next()?);
    let (result, reason): (Option<String>, Option<String>) = (row.next()?, row.next()?);
    let ending = result.and_then(|result| codec::ending(&result, reason.as_deref()));
    let summary = GameSummary {
        owner,
        side,
        origin,
        players,
        rules,
        began,
        saved,
        ending,
        level: row.next()?,
        clock: row.next()?,
        turns: u32::try_from(row.next::<u64>()?).unwrap_or(u32::MAX),
        time_played: duration(row.next()?),
        fen: row.next()?,
        remarks: row.next()?,
    };
    Ok(LibraryGame { id, title, summary, deleted })
}

/// Which games are asked for, with the values that belong to the question marks.
fn condition(query: &GameQuery) -> (String, Vec<Value<'_>>) {
    let mut condition = "owner IS ? AND deleted IS NULL".to_owned();
    if query.in_bin {
        condition = "owner IS ? AND deleted IS NOT NULL".to_owned();
    }
    let mut values: Vec<Value<'_>> = vec![number(query.owner).into()];
    if let Some(rules) = &query.rules {
        condition += " AND rules = ?";
        values.push(rules.as_str().into());
    }
    for word in query.words() {
        condition += " AND (instr(search_key, ?) > 0 OR instr(title_key, ?) > 0)";
        values.extend([word.clone().into(), word.into()]);
    }
    (condition, values)
}

fn order(query: &GameQuery) -> String {
    let direction = if query.descending { "DESC" } else { "ASC" };
    // Databases do not agree on where games without a result belong.
    let missing = if query.descending { "NULLS LAST" } else { "NULLS FIRST" };
    let first = match query.sort {
        SortBy::Date => return format!("date {direction}, id DESC"),
        SortBy::Title => format!("title_key {direction}"),
        SortBy::Opponent => format!("opponent_key {direction}"),
        SortBy::Rules => format!("rules {direction}"),
        SortBy::Result => format!("score {direction} {missing}"),
        SortBy::Turns => format!("turns {direction}"),
    };
    format!("{first}, date DESC, id DESC")
}
