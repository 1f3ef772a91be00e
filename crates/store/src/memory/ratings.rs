//! Ratings in memory: the last point of a curve is the rating.

use super::{KeptPoint, MemoryStore, Result};
use crate::rating::{Rated, Standing, rated};
use crate::{
    Competitor, GameId, GameScore, ProfileId, RankingRow, RatedGame, Rating, RatingChange,
    RatingPoint, Ratings, RulesKey, StoreError, UnixTime,
};

impl MemoryStore {
    fn points<'a>(
        &'a self,
        profile: ProfileId,
        rules: &'a RulesKey,
    ) -> impl DoubleEndedIterator<Item = &'a RatingPoint> {
        let own = move |kept: &&KeptPoint| kept.profile == profile && kept.rules == *rules;
        self.contents.ratings.iter().filter(own).map(|kept| &kept.point)
    }

    fn standing(&self, competitor: &Competitor, rules: &RulesKey) -> Option<Standing> {
        let Competitor::Profile(profile) = competitor else { return None };
        let last = self.points(*profile, rules).next_back();
        last.map(|point| Standing { rating: point.rating, last: point.at })
    }

    fn name(&self, competitor: &Competitor) -> String {
        match competitor {
            Competitor::Fixed { name, .. } => name.clone(),
            Competitor::Profile(id) => {
                let kept = self.contents.profiles.iter().find(|kept| kept.profile.id == *id);
                kept.map(|kept| kept.profile.name.to_string()).unwrap_or_default()
            }
        }
    }
}

impl Ratings for MemoryStore {
    fn record_result(&mut self, game: &RatedGame) -> Result<[Option<RatingChange>; 2]> {
        game.check()?;
        for player in &game.players {
            if let Competitor::Profile(profile) = player {
                self.check_owner(Some(*profile))?;
            }
        }
        let is_there = |id| self.contents.games.iter().any(|game| game.id == id);
        if !game.game.is_none_or(is_there) {
            return Err(StoreError::NoGame);
        }
        let standings = [0, 1].map(|side| self.standing(&game.players[side], &game.rules));
        let names = [0, 1].map(|side| self.name(&game.players[side]));
        let rated = rated(game, names, standings);
        for Rated { profile, point, .. } in rated.iter().flatten() {
            let (profile, rules, point) = (*profile, game.rules.clone(), point.clone());
            self.change().ratings.push(KeptPoint { profile, rules, point });
        }
        Ok(rated.map(|rated| rated.map(|rated| rated.change)))
    }

    fn rating(&self, profile: ProfileId, rules: &RulesKey) -> Result<Option<Rating>> {
        Ok(self.points(profile, rules).next_back().map(|point| point.rating))
    }

    fn rated_games(&self, profile: ProfileId, rules: &RulesKey) -> Result<u64> {
        Ok(self.points(profile, rules).count() as u64)
    }

    fn encounters(
        &self,
        profile: ProfileId,
        opponent: &Competitor,
        rules: &RulesKey,
        since: UnixTime,
    ) -> Result<u64> {
        let name = self.name(opponent);
        let is_theirs = |game: GameId| match opponent {
            Competitor::Profile(id) => {
                self.points(*id, rules).any(|point| point.game == Some(game))
            }
            Competitor::Fixed { .. } => false,
        };
        let recent = self.points(profile, rules).rev().take(1000).filter(|p| p.at > since);
        let against = recent.filter(|p| p.opponent == name || p.game.is_some_and(is_theirs));
        Ok(against.count() as u64)
    }

    fn ranking(&self, rules: &RulesKey) -> Result<Vec<RankingRow>> {
        let row = |kept: &super::KeptProfile| {
            let profile = kept.profile.clone();
            let last = self.points(profile.id, rules).next_back()?;
            let count = |score: GameScore| {
                self.points(profile.id, rules).filter(|point| point.score == score).count() as u64
            };
            let results = [GameScore::Win, GameScore::Draw, GameScore::Loss].map(count);
            Some(RankingRow { rating: last.rating, last: last.at, results, profile })
        };
        let mut rows: Vec<RankingRow> = self.contents.profiles.iter().filter_map(row).collect();
        rows.sort_by(|a, b| {
            let by_rating = b.rating.value.total_cmp(&a.rating.value);
            by_rating.then_with(|| a.profile.name.key().cmp(&b.profile.name.key()))
        });
        Ok(rows)
    }

    fn rating_history(&self, profile: ProfileId, rules: &RulesKey) -> Result<Vec<RatingPoint>> {
        Ok(self.points(profile, rules).cloned().collect())
    }

    fn rated_rules(&self) -> Result<Vec<RulesKey>> {
        let mut rules: Vec<RulesKey> =
            self.contents.ratings.iter().map(|kept| kept.rules.clone()).collect();
        rules.sort();
        rules.dedup();
        Ok(rules)
    }
}
