//! Statistics by SQL, over the games that count.

use rusqlite::{Connection, Row, params};

use super::library::duration;
use super::profiles::number;
use crate::time::DAY;
use crate::{DayTally, Owner, RulesKey, Statistics, Tally};

/// The games that count: somebody's own that were played here and are not in the bin.
const OWN: &str = "FROM games WHERE owner IS ?1 AND origin = 'played' AND deleted IS NULL";

/// The columns of a tally, as [`tally`] reads them.
const TALLY: &str = "count(*), count(*) FILTER (WHERE score = 2), count(*) FILTER (WHERE score = 1), \
                     count(*) FILTER (WHERE score = 0), coalesce(sum(milliseconds), 0)";

/// What somebody's games amount to, at one moment.
pub(super) fn of(
    tables: &Connection,
    owner: Owner,
    utc_offset: i32,
) -> rusqlite::Result<Statistics> {
    let owner = number(owner);
    let whole = tables.unchecked_transaction()?;
    let sql = format!("SELECT {TALLY} {OWN} AND result IS NOT NULL");
    let total = whole.prepare_cached(&sql)?.query_row([owner], |row| tally(row, 0))?;
    let sql = format!("SELECT count(*) {OWN} AND result IS NULL");
    let unfinished = whole.prepare_cached(&sql)?.query_row([owner], |row| count(row, 0))?;
    let by_rules = grouped(&whole, "rules", owner)?;
    let by_rules =
        by_rules.into_iter().map(|(rules, tally)| (RulesKey::from_text(rules), tally)).collect();
    let (longest_streak, current_streak) = streaks(&whole, owner)?;
    Ok(Statistics {
        total,
        unfinished,
        by_rules,
        by_level: grouped(&whole, "level", owner)?,
        days: days(&whole, owner, utc_offset)?,
        longest_streak,
        current_streak,
    })
}

/// Tallies by what stands in a column, most played first.
fn grouped(
    tables: &Connection,
    column: &str,
    owner: Option<i64>,
) -> rusqlite::Result<Vec<(String, Tally)>> {
    let sql = format!(
        "SELECT {column}, {TALLY} {OWN} AND result IS NOT NULL AND {column} IS NOT NULL \
         GROUP BY {column} ORDER BY count(*) DESC, {column}"
    );
    let mut statement = tables.prepare_cached(&sql)?;
    let rows = statement.query_map([owner], |row| Ok((row.get(0)?, tally(row, 1)?)))?;
    rows.collect()
}

fn days(
    tables: &Connection,
    owner: Option<i64>,
    utc_offset: i32,
) -> rusqlite::Result<Vec<DayTally>> {
    // Division rounds towards zero; the first day of 1970 and those before it do not matter much,
    // but they are counted rightly.
    let sql = format!(
        "SELECT (saved + ?2 - (((saved + ?2) % {DAY}) + {DAY}) % {DAY}) / {DAY} AS day, {TALLY} \
         {OWN} AND result IS NOT NULL GROUP BY day ORDER BY day"
    );
    let mut statement = tables.prepare_cached(&sql)?;
    let day = |row: &Row<'_>| Ok(DayTally { day: row.get(0)?, tally: tally(row, 1)? });
    statement.query_map(params![owner, utc_offset], day)?.collect()
}

/// The most wins in a row, and the wins since the last game that was not won.
fn streaks(tables: &Connection, owner: Option<i64>) -> rusqlite::Result<(u64, u64)> {
    // Every game that was not won ends a row; wins between two of them have the same number of
    // ends before them.
    let sql = format!(
        "WITH scored AS (
             SELECT score, count(*) FILTER (WHERE score < 2) OVER (ORDER BY saved, id) AS ends
             {OWN} AND score IS NOT NULL
         ),
         streaks AS (
             SELECT ends, count(*) FILTER (WHERE score = 2) AS wins FROM scored GROUP BY ends
         )
         SELECT coalesce(max(wins), 0),
                coalesce((SELECT wins FROM streaks ORDER BY ends DESC LIMIT 1), 0)
         FROM streaks"
    );
    let mut statement = tables.prepare_cached(&sql)?;
    statement.query_row([owner], |row| Ok((count(row, 0)?, count(row, 1)?)))
}

fn tally(row: &Row<'_>, first: usize) -> rusqlite::Result<Tally> {
    Ok(Tally {
        games: count(row, first)?,
        wins: count(row, first + 1)?,
        draws: count(row, first + 2)?,
        losses: count(row, first + 3)?,
        time_played: duration(row.get(first + 4)?),
    })
}

fn count(row: &Row<'_>, index: usize) -> rusqlite::Result<u64> {
    Ok(u64::try_from(row.get::<_, i64>(index)?).unwrap_or_default())
}
