//! Statistics by SQL, over the games that count.

use super::library::duration;
use super::profiles::number;
use super::{Database, Result, Row, values};
use crate::time::DAY;
use crate::{DayTally, Owner, RulesKey, Statistics, Tally};

/// The games that count: the owner's, played here and not in the bin.
const OWN: &str = "FROM games WHERE owner IS ? AND origin = 'played' AND deleted IS NULL";

/// The columns of a tally, as [`tally`] reads them.
const TALLY: &str = "count(*), count(*) FILTER (WHERE score = 2), count(*) FILTER (WHERE score = 1), \
                     count(*) FILTER (WHERE score = 0), CAST(coalesce(sum(milliseconds), 0) AS bigint)";

/// The statistics of an owner.
pub(super) fn of(tables: &impl Database, owner: Owner, utc_offset: i32) -> Result<Statistics> {
    let owner = number(owner);
    let sql = format!("SELECT {TALLY} {OWN} AND result IS NOT NULL");
    let total = tables.first(&sql, values![owner], tally)?.unwrap_or_default();
    let sql = format!("SELECT count(*) {OWN} AND result IS NULL");
    let unfinished = tables.first(&sql, values![owner], Row::next)?.unwrap_or_default();
    let by_rules = grouped(tables, "rules", owner)?;
    let by_rules =
        by_rules.into_iter().map(|(rules, tally)| (RulesKey::from_text(rules), tally)).collect();
    let (longest_streak, current_streak) = streaks(tables, owner)?;
    Ok(Statistics {
        total,
        unfinished,
        by_rules,
        by_level: grouped(tables, "level", owner)?,
        days: days(tables, owner, utc_offset)?,
        longest_streak,
        current_streak,
    })
}

/// Tallies by what stands in a column, most played first.
fn grouped(
    tables: &impl Database,
    column: &str,
    owner: Option<i64>,
) -> Result<Vec<(String, Tally)>> {
    let sql = format!(
        "SELECT {column}, {TALLY} {OWN} AND result IS NOT NULL AND {column} IS NOT NULL \
         GROUP BY {column} ORDER BY count(*) DESC, {column}"
    );
    tables.all(&sql, values![owner], |row| Ok((row.next()?, tally(row)?)))
}

fn days(tables: &impl Database, owner: Option<i64>, utc_offset: i32) -> Result<Vec<DayTally>> {
    // Division rounds towards zero; the first day of 1970 and those before it do not matter much,
    // but they are counted rightly.
    let sql = format!(
        "SELECT (saved + ? - (((saved + ?) % {DAY}) + {DAY}) % {DAY}) / {DAY} AS day, {TALLY} \
         {OWN} AND result IS NOT NULL GROUP BY day ORDER BY day"
    );
    let offset = i64::from(utc_offset);
    let day = |row: &mut Row| Ok(DayTally { day: row.next()?, tally: tally(row)? });
    tables.all(&sql, values![offset, offset, owner], day)
}

/// The most wins in a row, and the wins since the last game that was not won.
fn streaks(tables: &impl Database, owner: Option<i64>) -> Result<(u64, u64)> {
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
    let read = |row: &mut Row| Ok((row.next()?, row.next()?));
    Ok(tables.first(&sql, values![owner], read)?.unwrap_or_default())
}

fn tally(row: &mut Row) -> Result<Tally> {
    Ok(Tally {
        games: row.next()?,
        wins: row.next()?,
        draws: row.next()?,
        losses: row.next()?,
        time_played: duration(row.next()?),
    })
}
