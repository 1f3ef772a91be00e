//! Ratings in SQLite.

use rules::Colour;
use rusqlite::{Connection, OptionalExtension, Row, params};

use super::error::is_orphan;
use super::profiles::profile;
use super::{Change, Result, SqliteStore};
use crate::rating::{Standing, changes};
use crate::{
    Competitor, GameId, ProfileId, RankingRow, RatedGame, Rating, RatingChange, RatingPoint,
    Ratings, RulesKey, Score, StoreError, UnixTime,
};

impl Ratings for SqliteStore {
    fn record_result(&mut self, game: &RatedGame) -> Result<[Option<RatingChange>; 2]> {
        let change = self.change()?;
        let told = rate(&change, game)?;
        change.commit()?;
        Ok(told)
    }

    fn rating(&self, profile: ProfileId, rules: &RulesKey) -> Result<Option<Rating>> {
        let found = self.read(|tables| standing(tables, &Competitor::Profile(profile), rules))?;
        Ok(found.map(|standing| standing.rating))
    }

    fn ranking(&self, rules: &RulesKey) -> Result<Vec<RankingRow>> {
        self.read(|tables| {
            let sql = "SELECT id, name, created, rating, deviation, volatility, wins, draws, losses, \
                       last FROM ratings JOIN profiles ON id = profile WHERE rules = ? \
                       ORDER BY rating DESC, name_key";
            let mut statement = tables.prepare_cached(sql)?;
            let rows = statement.query_map([rules.as_str()], ranking_row)?;
            rows.filter_map(rusqlite::Result::transpose).collect()
        })
    }

    fn rating_history(&self, profile: ProfileId, rules: &RulesKey) -> Result<Vec<RatingPoint>> {
        self.read(|tables| {
            let sql = "SELECT at, rating, deviation, volatility, opponent, opponent_rating, score, \
                       game FROM rating_changes WHERE profile = ? AND rules = ? ORDER BY id";
            let mut statement = tables.prepare_cached(sql)?;
            let rows = statement.query_map(params![profile.0, rules.as_str()], point)?;
            rows.filter_map(rusqlite::Result::transpose).collect()
        })
    }

    fn rated_rules(&self) -> Result<Vec<RulesKey>> {
        self.read(|tables| {
            let sql = "SELECT DISTINCT rules FROM ratings ORDER BY rules";
            let mut statement = tables.prepare_cached(sql)?;
            let rows = statement.query_map([], |row| row.get::<_, String>(0))?;
            rows.map(|rules| rules.map(RulesKey::from_text)).collect()
        })
    }
}

/// Rates a game within a change. If it cannot be rated, nothing has changed.
pub(super) fn rate(change: &Change<'_>, game: &RatedGame) -> Result<[Option<RatingChange>; 2]> {
    game.check()?;
    let names = change.run(|tables| {
        let [white, black] = &game.players;
        Ok([name(tables, white)?, name(tables, black)?])
    })?;
    let [Some(white), Some(black)] = names else { return Err(StoreError::NoProfile) };
    let names = [white, black];
    let changes = change.run(|tables| {
        let standing = |side: usize| standing(tables, &game.players[side], &game.rules);
        Ok(changes(game, [standing(0)?, standing(1)?]))
    })?;
    let mut told = [None; 2];
    for side in Colour::BOTH {
        let (own, other) = (side.index(), (!side).index());
        let Competitor::Profile(profile) = game.players[own] else { continue };
        let point = RatingPoint {
            at: game.at,
            rating: changes[own].after,
            opponent: names[other].clone(),
            opponent_rating: changes[other].before.value,
            score: Score::of(side, game.winner),
            game: game.game,
        };
        let kept = keep(&change.transaction, profile, &game.rules, &point);
        kept.map_err(|error| match is_orphan(&error) {
            true => StoreError::NoGame,
            false => change.place.error(error),
        })?;
        told[own] = Some(changes[own]);
    }
    Ok(told)
}

/// What a history calls somebody; nothing if he is a profile that is gone.
fn name(tables: &Connection, competitor: &Competitor) -> rusqlite::Result<Option<String>> {
    match competitor {
        Competitor::Fixed { name, .. } => Ok(Some(name.clone())),
        Competitor::Profile(profile) => {
            let sql = "SELECT name FROM profiles WHERE id = ?";
            tables.prepare_cached(sql)?.query_row([profile.0], |row| row.get(0)).optional()
        }
    }
}

fn standing(
    tables: &Connection,
    competitor: &Competitor,
    rules: &RulesKey,
) -> rusqlite::Result<Option<Standing>> {
    let Competitor::Profile(profile) = competitor else { return Ok(None) };
    let sql = "SELECT rating, deviation, volatility, last FROM ratings \
               WHERE profile = ? AND rules = ?";
    let mut statement = tables.prepare_cached(sql)?;
    let read =
        |row: &Row<'_>| Ok(Standing { rating: rating(row, 0)?, last: UnixTime(row.get(3)?) });
    statement.query_row(params![profile.0, rules.as_str()], read).optional()
}

/// Keeps a point of the curve, and the rating that it leads to.
fn keep(
    tables: &Connection,
    profile: ProfileId,
    rules: &RulesKey,
    point: &RatingPoint,
) -> rusqlite::Result<()> {
    let Rating { value, deviation, volatility } = point.rating;
    let sql = "INSERT INTO rating_changes (profile, rules, at, rating, deviation, volatility, \
               opponent, opponent_rating, score, game) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
    tables.prepare_cached(sql)?.execute(params![
        profile.0,
        rules.as_str(),
        point.at.0,
        value,
        deviation,
        volatility,
        point.opponent,
        point.opponent_rating,
        point.score.half_points(),
        point.game.map(GameId::number),
    ])?;
    let sql = "INSERT INTO ratings (profile, rules, rating, deviation, volatility, wins, draws, \
               losses, last) VALUES (?1, ?2, ?3, ?4, ?5, ?6 = 2, ?6 = 1, ?6 = 0, ?7) \
               ON CONFLICT (profile, rules) DO UPDATE SET rating = ?3, deviation = ?4, \
               volatility = ?5, wins = wins + (?6 = 2), draws = draws + (?6 = 1), \
               losses = losses + (?6 = 0), last = ?7";
    tables.prepare_cached(sql)?.execute(params![
        profile.0,
        rules.as_str(),
        value,
        deviation,
        volatility,
        point.score.half_points(),
        point.at.0,
    ])?;
    Ok(())
}

fn rating(row: &Row<'_>, first: usize) -> rusqlite::Result<Rating> {
    Ok(Rating {
        value: row.get(first)?,
        deviation: row.get(first + 1)?,
        volatility: row.get(first + 2)?,
    })
}

fn ranking_row(row: &Row<'_>) -> rusqlite::Result<Option<RankingRow>> {
    let count = |index| row.get::<_, i64>(index).map(|n| u64::try_from(n).unwrap_or_default());
    let (rating, last) = (rating(row, 3)?, UnixTime(row.get(9)?));
    let results = [count(6)?, count(7)?, count(8)?];
    Ok(profile(row, 0)?.map(|profile| RankingRow { profile, rating, results, last }))
}

fn point(row: &Row<'_>) -> rusqlite::Result<Option<RatingPoint>> {
    let (at, rating) = (UnixTime(row.get(0)?), rating(row, 1)?);
    let (opponent, opponent_rating) = (row.get(4)?, row.get(5)?);
    let game = row.get::<_, Option<i64>>(7)?.map(GameId);
    let score = Score::from_half_points(row.get(6)?);
    Ok(score.map(|score| RatingPoint { at, rating, opponent, opponent_rating, score, game }))
}
