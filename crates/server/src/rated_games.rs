//! Which results count for the ratings, so that throwaway opponents gain nothing.

use store::{Competitor, FinishedGame, ProfileId, RatedGame, Ratings, StoreError};

/// Maximum number of rated games of two players within a day.
const MOST_A_DAY: u64 = 3;
const DAY: i64 = 24 * 3600;

/// Number of rated games after which a player's results affect settled ratings.
const ESTABLISHED_AFTER: u64 = 10;

/// The game as it counts, if it does. A rating that is settled moves only by opponents who are
/// established; levels of the computer are.
pub(crate) fn counted(
    ratings: &dyn Ratings,
    ended: &FinishedGame,
) -> Result<Option<RatedGame>, StoreError> {
    let Some(game) = &ended.rated else { return Ok(None) };
    let since = game.at.plus_seconds(-DAY);
    for (side, profile) in profiles(game) {
        let opponent = &game.players[1 - side];
        if ratings.encounters(profile, opponent, &game.rules, since)? >= MOST_A_DAY {
            return Ok(None);
        }
    }
    let mut counted = game.clone();
    for (side, profile) in profiles(game) {
        let is_established = match &game.players[1 - side] {
            Competitor::Fixed { .. } => true,
            Competitor::Profile(other) => {
                ratings.rated_games(*other, &game.rules)? >= ESTABLISHED_AFTER
            }
        };
        if !is_established
            && let Some(rating) = ratings.rating(profile, &game.rules)?
            && !rating.is_provisional()
        {
            let record = ended.records.first();
            let name = record.map(|ended| ended.record.summary.players[side].clone());
            let name = name.unwrap_or_default();
            counted.players[side] = Competitor::Fixed { name, rating };
        }
    }
    Ok(Some(counted))
}

/// The players of a game whose ratings are kept here, each with the number of their side.
fn profiles(game: &RatedGame) -> impl Iterator<Item = (usize, ProfileId)> {
    game.players.iter().enumerate().filter_map(|(side, player)| match player {
        Competitor::Profile(profile) => Some((side, *profile)),
        Competitor::Fixed { .. } => None,
    })
}

#[cfg(test)]
mod tests {
    use rules::Colour;
    use store::{ProfileId, ProfileName, Profiles, Ratings, RulesKey, SqliteStore, UnixTime};

    use super::*;

    fn profile(store: &mut SqliteStore, name: &str) -> ProfileId {
        let name = ProfileName::new(name).expect("a name");
        store.create_profile(&name, UnixTime(0)).expect("a profile")
    }

    fn won(players: [ProfileId; 2], at: i64) -> RatedGame {
        RatedGame {
            players: players.map(Competitor::Profile),
            winner: Some(Colour::White),
            rules: RulesKey::from_text("standard"),
            at: UnixTime(at),
            game: None,
        }
    }

    fn ended(game: RatedGame) -> FinishedGame {
        FinishedGame { slot: None, records: Vec::new(), rated: Some(game) }
    }

    #[test]
    fn three_games_of_a_pair_count_a_day() {
        let mut store = SqliteStore::in_memory().expect("a store");
        let players = [profile(&mut store, "Anna"), profile(&mut store, "Ben")];
        let mut count = |at| {
            let game = counted(&store, &ended(won(players, at))).expect("read");
            game.map(|game| store.record_result(&game).expect("rated")).is_some()
        };
        assert_eq!([1, 2, 3, 4, 5].map(|n| count(1000 + n)), [true, true, true, false, false]);
        assert!(count(1000 + DAY + 10), "the next day");
    }

    #[test]
    fn throwaway_opponents_do_not_move_a_settled_rating() {
        let mut store = SqliteStore::in_memory().expect("a store");
        let anna = profile(&mut store, "Anna");
        let level = Competitor::level("Level 5", 1639);
        for number in 0..40 {
            let players = [Competitor::Profile(anna), level.clone()];
            let winner = Some(if number % 2 == 0 { Colour::White } else { Colour::Black });
            let game = RatedGame { players, winner, ..won([anna, anna], number * DAY) };
            store.record_result(&game).expect("rated");
        }
        let rules = RulesKey::from_text("standard");
        let before = store.rating(anna, &rules).expect("read").expect("a rating");
        assert!(!before.is_provisional());
        for number in 0..20 {
            let name = format!("Throwaway {number}");
            let new = profile(&mut store, &name);
            let game = won([anna, new], 100 * DAY + number);
            let game = counted(&store, &ended(game)).expect("read");
            let changes = store.record_result(&game.expect("counted")).expect("rated");
            assert!(changes[0].is_none() && changes[1].is_some(), "only the new one moves");
        }
        let after = store.rating(anna, &rules).expect("read").expect("a rating");
        assert_eq!(after.value, before.value);
    }
}
