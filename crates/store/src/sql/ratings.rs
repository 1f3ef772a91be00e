//! Ratings by SQL.

use super::profiles::profile;
use super::{Database, Purpose, Result, Row, values};
use crate::rating::{Rated, Standing, rated};
use crate::{
    Competitor, GameId, GameScore, ProfileId, RankingRow, RatedGame, Rating, RatingChange,
    RatingPoint, Ratings, RulesKey, StoreError, UnixTime,
};

/// Number of recent games searched for previous encounters.
const MOST_SEARCHED_GAMES: i64 = 1000;

impl<D: Database> Ratings for D {
    fn record_result(&mut self, game: &RatedGame) -> Result<[Option<RatingChange>; 2]> {
        self.transaction(Purpose::Change, |tables| rate(tables, game))
    }

    fn rating(&self, profile: ProfileId, rules: &RulesKey) -> Result<Option<Rating>> {
        let found = standing(self, &Competitor::Profile(profile), rules)?;
        Ok(found.map(|standing| standing.rating))
    }

    fn rated_games(&self, profile: ProfileId, rules: &RulesKey) -> Result<u64> {
        let sql = "SELECT wins + draws + losses FROM ratings WHERE profile = ? AND rules = ?";
        let games = self.first(sql, values![profile.0, rules.as_str()], Row::next)?;
        Ok(games.unwrap_or_default())
    }

    fn encounters(
        &self,
        profile: ProfileId,
        opponent: &Competitor,
        rules: &RulesKey,
        since: UnixTime,
    ) -> Result<u64> {
        let (name, id) = match opponent {
            Competitor::Fixed { name, .. } => (Some(name.clone()), None),
            Competitor::Profile(id) => {
                let sql = "SELECT name FROM profiles WHERE id = ?";
                (self.first(sql, values![id.0], Row::next)?, Some(id.0))
            }
        };
        let sql = "SELECT count(*) FROM (SELECT at, opponent, game FROM rating_changes \
                   WHERE profile = ? AND rules = ? ORDER BY id DESC LIMIT ?) AS own \
                   WHERE at > ? AND (opponent = ? OR EXISTS (SELECT 1 FROM rating_changes \
                   WHERE rating_changes.game = own.game AND rating_changes.profile = ?))";
        let values = values![profile.0, rules.as_str(), MOST_SEARCHED_GAMES, since.0, name, id];
        Ok(self.first(sql, values, Row::next)?.unwrap_or_default())
    }

    fn ranking(&self, rules: &RulesKey) -> Result<Vec<RankingRow>> {
        let sql = "SELECT id, name, created, rating, deviation, volatility, wins, draws, losses, \
                   last FROM ratings JOIN profiles ON id = profile WHERE rules = ? \
                   ORDER BY rating DESC, name_key";
        Ok(self.all(sql, values![rules.as_str()], ranking_row)?.into_iter().flatten().collect())
    }

    fn rating_history(&self, profile: ProfileId, rules: &RulesKey) -> Result<Vec<RatingPoint>> {
        let sql = "SELECT at, rating, deviation, volatility, opponent, opponent_rating, game, \
                   score FROM rating_changes WHERE profile = ? AND rules = ? ORDER BY id";
        let points = self.all(sql, values![profile.0, rules.as_str()], point)?;
        Ok(points.into_iter().flatten().collect())
    }

    fn rated_rules(&self) -> Result<Vec<RulesKey>> {
        let sql = "SELECT DISTINCT rules FROM ratings ORDER BY rules";
        self.all(sql, &[], |row| Ok(RulesKey::from_text(row.next::<String>()?)))
    }
}

/// Rates a game within a change. If it cannot be rated, nothing has changed.
pub(super) fn rate(tables: &impl Database, game: &RatedGame) -> Result<[Option<RatingChange>; 2]> {
    game.check()?;
    let [white, black] = &game.players;
    let names = [name(tables, white)?, name(tables, black)?];
    if let Some(id) = game.game
        && !tables.has("SELECT id FROM games WHERE id = ?", values![id.0])?
    {
        return Err(StoreError::NoGame);
    }
    let standings = [standing(tables, white, &game.rules)?, standing(tables, black, &game.rules)?];
    let rated = rated(game, names, standings);
    for Rated { profile, point, .. } in rated.iter().flatten() {
        keep(tables, *profile, &game.rules, point)?;
    }
    Ok(rated.map(|rated| rated.map(|rated| rated.change)))
}

/// Name shown in the rating history; the profile must exist.
fn name(tables: &impl Database, competitor: &Competitor) -> Result<String> {
    match competitor {
        Competitor::Fixed { name, .. } => Ok(name.clone()),
        Competitor::Profile(profile) => {
            let sql = "SELECT name FROM profiles WHERE id = ?";
            tables.first(sql, values![profile.0], Row::next)?.ok_or(StoreError::NoProfile)
        }
    }
}

fn standing(
    tables: &impl Database,
    competitor: &Competitor,
    rules: &RulesKey,
) -> Result<Option<Standing>> {
    let Competitor::Profile(profile) = competitor else { return Ok(None) };
    let sql = "SELECT rating, deviation, volatility, last FROM ratings \
               WHERE profile = ? AND rules = ?";
    let read = |row: &mut Row| Ok(Standing { rating: rating(row)?, last: UnixTime(row.next()?) });
    tables.first(sql, values![profile.0, rules.as_str()], read)
}

/// Keeps a point of the curve, and the rating that it leads to.
fn keep(
    tables: &impl Database,
    profile: ProfileId,
    rules: &RulesKey,
    point: &RatingPoint,
) -> Result<()> {
    let Rating { value, deviation, volatility } = point.rating;
    let sql = "INSERT INTO rating_changes (profile, rules, at, rating, deviation, volatility, \
               opponent, opponent_rating, score, game) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
    let values = values![
        profile.0,
        rules.as_str(),
        point.at.0,
        value,
        deviation,
        volatility,
        &point.opponent,
        point.opponent_rating,
        point.score.half_points(),
        point.game.map(GameId::number),
    ];
    tables.execute(sql, values)?;
    let sql = "INSERT INTO ratings (profile, rules, rating, deviation, volatility, wins, draws, \
               losses, last) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) \
               ON CONFLICT (profile, rules) DO UPDATE SET rating = excluded.rating, \
               deviation = excluded.deviation, volatility = excluded.volatility, \
               wins = ratings.wins + excluded.wins, draws = ratings.draws + excluded.draws, \
               losses = ratings.losses + excluded.losses, last = excluded.last";
    let one_for = |score: GameScore| i64::from(point.score == score);
    let values = values![
        profile.0,
        rules.as_str(),
        value,
        deviation,
        volatility,
        one_for(GameScore::Win),
        one_for(GameScore::Draw),
        one_for(GameScore::Loss),
        point.at.0,
    ];
    tables.execute(sql, values).map(drop)
}

fn rating(row: &mut Row) -> Result<Rating> {
    Ok(Rating { value: row.next()?, deviation: row.next()?, volatility: row.next()? })
}

fn ranking_row(row: &mut Row) -> Result<Option<RankingRow>> {
    let (profile, rating) = (profile(row)?, rating(row)?);
    let (results, last) = ([row.next()?, row.next()?, row.next()?], UnixTime(row.next()?));
    Ok(profile.map(|profile| RankingRow { profile, rating, results, last }))
}

fn point(row: &mut Row) -> Result<Option<RatingPoint>> {
    let (at, rating) = (UnixTime(row.next()?), rating(row)?);
    let (opponent, opponent_rating) = (row.next()?, row.next()?);
    let game = row.next::<Option<i64>>()?.map(GameId);
    let score = GameScore::from_half_points(row.next()?);
    Ok(score.map(|score| RatingPoint { at, rating, opponent, opponent_rating, score, game }))
}

impl GameScore {
    /// Twice the points, so that it is a whole number.
    const fn half_points(self) -> i64 {
        self as i64
    }

    /// The score worth this number of half points.
    fn from_half_points(half_points: i64) -> Option<GameScore> {
        let scores = [GameScore::Loss, GameScore::Draw, GameScore::Win];
        scores.into_iter().find(|score| score.half_points() == half_points)
    }
}
