//! Ratings by Glicko-2: every game changes them at once, and they grow less certain with time.

use rules::Colour;
use serde::{Deserialize, Serialize};
use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, decay_deviation, glicko2};

use crate::time::DAY;
use crate::{GameId, Profile, ProfileId, RulesKey, StoreError, UnixTime};

/// How certain the rating of a level of the computer player is: it was measured by many games.
pub const LEVEL_DEVIATION: f64 = 50.0;

/// A rating that is less certain than this is provisional.
const PROVISIONAL: f64 = 110.0;

/// Days without a game that make one rating period.
const PERIOD_DAYS: i64 = 30;

/// Maximum number of rating periods that are applied.
const MOST_PERIODS: i64 = 120;

/// A playing strength and its uncertainty.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Rating {
    /// The rating, on the scale of the levels.
    pub value: f64,
    /// The deviation: with 95 % certainty the true strength is within twice of it.
    pub deviation: f64,
    /// The Glicko-2 volatility.
    pub volatility: f64,
}

impl Default for Rating {
    /// The rating before the first game.
    fn default() -> Rating {
        Rating::from(Glicko2Rating::new())
    }
}

impl Rating {
    /// A rating that is known from elsewhere.
    pub fn known(value: f64, deviation: f64) -> Rating {
        Rating { value, deviation, ..Rating::default() }
    }

    /// Are there too few games to be sure?
    pub fn is_provisional(&self) -> bool {
        self.deviation > PROVISIONAL
    }

    /// The rating after some time without games.
    #[must_use]
    pub fn after_rest(self, seconds: i64) -> Rating {
        let periods = (seconds / (PERIOD_DAYS * DAY)).clamp(0, MOST_PERIODS);
        let rested = (0..periods).fold(self.glicko(), |rating, _| decay_deviation(&rating));
        Rating::from(rested)
    }

    /// The rating after a game.
    #[must_use]
    pub fn after_game(self, opponent: Rating, score: GameScore) -> Rating {
        let outcome = match score {
            GameScore::Win => Outcomes::WIN,
            GameScore::Draw => Outcomes::DRAW,
            GameScore::Loss => Outcomes::LOSS,
        };
        let config = Glicko2Config::new();
        Rating::from(glicko2(&self.glicko(), &opponent.glicko(), &outcome, &config).0)
    }

    fn glicko(self) -> Glicko2Rating {
        let Rating { value, deviation, volatility } = self;
        Glicko2Rating { rating: value, deviation, volatility }
    }
}

impl From<Glicko2Rating> for Rating {
    fn from(rating: Glicko2Rating) -> Rating {
        let Glicko2Rating { rating: value, deviation, volatility } = rating;
        Rating { value, deviation, volatility }
    }
}

/// The score of one side in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum GameScore {
    /// Nothing.
    Loss,
    /// Half a point.
    Draw,
    /// A point.
    Win,
}

impl GameScore {
    /// The score of a side.
    pub fn of(side: Colour, winner: Option<Colour>) -> GameScore {
        match winner {
            None => GameScore::Draw,
            Some(winner) if winner == side => GameScore::Win,
            Some(_) => GameScore::Loss,
        }
    }
}

/// A player of a rated game.
#[derive(Clone, Debug, PartialEq)]
pub enum Competitor {
    /// A profile, whose rating changes.
    Profile(ProfileId),
    /// A player with a fixed rating: a level, or a player of another server.
    Fixed {
        /// Name shown in the rating history.
        name: String,
        /// Rating on the scale of the levels.
        rating: Rating,
    },
}

impl Competitor {
    /// A level of the computer player, with its measured rating.
    pub fn level(name: impl Into<String>, rating: i32) -> Competitor {
        let rating = Rating::known(f64::from(rating), LEVEL_DEVIATION);
        Competitor::Fixed { name: name.into(), rating }
    }
}

/// A game that counts.
#[derive(Clone, Debug, PartialEq)]
pub struct RatedGame {
    /// The players of White and Black.
    pub players: [Competitor; 2],
    /// The winner; `None` in a draw.
    pub winner: Option<Colour>,
    /// The rules; each rule set has its own ratings.
    pub rules: RulesKey,
    /// When it ended.
    pub at: UnixTime,
    /// The game in the library, if it is there.
    pub game: Option<GameId>,
}

impl RatedGame {
    /// Checks that two different people play.
    pub(crate) fn check(&self) -> Result<(), StoreError> {
        match &self.players {
            [Competitor::Profile(white), Competitor::Profile(black)] if white == black => {
                Err(StoreError::SamePlayer)
            }
            _ => Ok(()),
        }
    }
}

/// The change of a rating by a game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RatingChange {
    /// The rating before the game, as certain as it was by then.
    pub before: Rating,
    /// The rating now.
    pub after: Rating,
}

impl RatingChange {
    /// The points won or lost, as people read them.
    pub fn points(&self) -> i64 {
        (self.after.value.round() - self.before.value.round()) as i64
    }
}

/// A row of the ranking list.
#[derive(Clone, Debug, PartialEq)]
pub struct RankingRow {
    /// The rated person.
    pub profile: Profile,
    /// The rating after the last game.
    pub rating: Rating,
    /// Games won, drawn and lost.
    pub results: [u64; 3],
    /// When the last game ended.
    pub last: UnixTime,
}

impl RankingRow {
    /// How many games were rated.
    pub fn games(&self) -> u64 {
        self.results.iter().sum()
    }
}

/// A point of the curve that shows how a rating changed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RatingPoint {
    /// When the game ended.
    pub at: UnixTime,
    /// The rating after it.
    pub rating: Rating,
    /// The other player's name.
    pub opponent: String,
    /// The other player's rating before the game.
    pub opponent_rating: f64,
    /// The player's score.
    pub score: GameScore,
    /// The game in the library, if it is there.
    pub game: Option<GameId>,
}

/// A rating as it is kept, with when it was last changed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Standing {
    pub(crate) rating: Rating,
    pub(crate) last: UnixTime,
}

/// The effect of a game on the rating of one profile.
pub(crate) struct Rated {
    pub(crate) profile: ProfileId,
    pub(crate) change: RatingChange,
    /// The next point of its curve.
    pub(crate) point: RatingPoint,
}

/// The effects of a game on the ratings of White and Black, as far as they are profiles; `standings` are
/// those before it, nothing for a profile that has not played yet.
pub(crate) fn rated(
    game: &RatedGame,
    names: [String; 2],
    standings: [Option<Standing>; 2],
) -> [Option<Rated>; 2] {
    let changes = changes(game, standings);
    Colour::BOTH.map(|side| {
        let (own, other) = (side.index(), (!side).index());
        let Competitor::Profile(profile) = game.players[own] else { return None };
        let point = RatingPoint {
            at: game.at,
            rating: changes[own].after,
            opponent: names[other].clone(),
            opponent_rating: changes[other].before.value,
            score: GameScore::of(side, game.winner),
            game: game.game,
        };
        Some(Rated { profile, change: changes[own], point })
    })
}

fn changes(game: &RatedGame, standings: [Option<Standing>; 2]) -> [RatingChange; 2] {
    let before = |index: usize| match &game.players[index] {
        Competitor::Fixed { rating, .. } => *rating,
        Competitor::Profile(_) => standings[index].map_or_else(Rating::default, |standing| {
            standing.rating.after_rest(game.at.0.saturating_sub(standing.last.0))
        }),
    };
    let before = [before(0), before(1)];
    Colour::BOTH.map(|side| {
        let (own, other) = (before[side.index()], before[(!side).index()]);
        RatingChange { before: own, after: own.after_game(other, GameScore::of(side, game.winner)) }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_inventors_example_is_met_game_by_game() {
        // Win against 1400, losses against 1550 and 1700: by periods of one game each, the rating
        // ends near the 1464 that one period of three games gives.
        let start = Rating { value: 1500.0, deviation: 200.0, volatility: 0.06 };
        let games = [
            (Rating::known(1400.0, 30.0), GameScore::Win),
            (Rating::known(1550.0, 100.0), GameScore::Loss),
            (Rating::known(1700.0, 300.0), GameScore::Loss),
        ];
        let end =
            games.iter().fold(start, |rating, (other, score)| rating.after_game(*other, *score));
        assert!((end.value - 1464.0).abs() < 8.0, "{end:?}");
        assert!((end.deviation - 151.5).abs() < 3.0, "{end:?}");
    }

    #[test]
    fn rest_makes_less_certain_and_never_worse() {
        let rating = Rating { value: 1700.0, deviation: 60.0, volatility: 0.06 };
        assert_eq!(rating.after_rest(0).value, 1700.0);
        assert_eq!(rating.after_rest(-DAY), rating.after_rest(0));
        let [month, year, forever] = [31, 366, 100_000].map(|days| rating.after_rest(days * DAY));
        assert!(60.0 < month.deviation && month.deviation < year.deviation);
        assert!(year.deviation < forever.deviation && forever.deviation <= 350.0);
    }

    #[test]
    fn the_farthest_ratings_stay_finite() {
        for score in [GameScore::Win, GameScore::Draw, GameScore::Loss] {
            let mut rating = Rating::default();
            for _ in 0..500 {
                let other = Rating::known(if score == GameScore::Win { 0.0 } else { 3692.0 }, 50.0);
                rating = rating.after_game(other, score);
                let Rating { value, deviation, volatility } = rating;
                assert!(value.is_finite() && deviation > 0.0 && volatility > 0.0, "{rating:?}");
            }
        }
    }

    #[test]
    fn what_one_wins_the_other_loses() {
        let game = RatedGame {
            players: [Competitor::Profile(ProfileId(1)), Competitor::level("5", 1455)],
            winner: Some(Colour::White),
            rules: RulesKey::from_text("xxl"),
            at: UnixTime(0),
            game: None,
        };
        let [white, black] = changes(&game, [None, None]);
        assert!(white.points() > 0 && black.points() < 0);
        assert_eq!((white.before, black.before.value), (Rating::default(), 1455.0));
        assert!(white.after.deviation < white.before.deviation);
        let same = [Competitor::Profile(ProfileId(1)), Competitor::Profile(ProfileId(1))];
        assert!(RatedGame { players: same, ..game }.check().is_err());
    }
}
