//! Which results count for the ratings, so that nobody gains by throwaway opponents.

use store::{Competitor, RatedGame, ServerStore, StoreError};

/// So many games of two players count within a day.
const MOST_A_DAY: usize = 3;
const DAY: i64 = 24 * 3600;

/// A player with so many rated games is an opponent whose results move settled ratings.
const ESTABLISHED_AFTER: usize = 10;

/// The game as it counts, if it does. A rating that is settled moves only by opponents who are
/// established; levels of the computer are.
pub(crate) fn counted(
    store: &dyn ServerStore,
    mut game: RatedGame,
    names: &[String; 2],
) -> Result<Option<RatedGame>, StoreError> {
    let mut is_established = [true; 2];
    for (side, player) in game.players.iter().enumerate() {
        let Competitor::Profile(profile) = player else { continue };
        let history = store.rating_history(*profile, &game.rules)?;
        let since = game.at.0 - DAY;
        let against = |opponent: &str| {
            let of_pair = history.iter().filter(|point| point.opponent == opponent);
            of_pair.filter(|point| point.at.0 > since).count()
        };
        if against(&names[1 - side]) >= MOST_A_DAY {
            return Ok(None);
        }
        is_established[side] = history.len() >= ESTABLISHED_AFTER;
    }
    for (side, player) in game.players.iter_mut().enumerate() {
        let Competitor::Profile(profile) = player else { continue };
        if let Some(rating) = store.rating(*profile, &game.rules)?
            && !rating.is_provisional()
            && !is_established[1 - side]
        {
            *player = Competitor::Fixed { name: names[side].clone(), rating };
        }
    }
    Ok(Some(game))
}

#[cfg(test)]
mod tests {
    use rules::Colour;
    use store::{MemoryStore, ProfileId, ProfileName, Profiles, Ratings, RulesKey, UnixTime};

    use super::*;

    fn profile(store: &mut MemoryStore, name: &str) -> ProfileId {
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

    fn names(names: [&str; 2]) -> [String; 2] {
        names.map(str::to_owned)
    }

    #[test]
    fn three_games_of_a_pair_count_a_day() {
        let mut store = MemoryStore::new();
        let players = [profile(&mut store, "Anna"), profile(&mut store, "Ben")];
        let mut count = |at| {
            let game = counted(&store, won(players, at), &names(["Anna", "Ben"])).expect("read");
            game.map(|game| store.record_result(&game).expect("rated")).is_some()
        };
        assert_eq!([1, 2, 3, 4, 5].map(|n| count(1000 + n)), [true, true, true, false, false]);
        assert!(count(1000 + DAY + 10), "the next day");
    }

    #[test]
    fn throwaway_opponents_do_not_move_a_settled_rating() {
        let mut store = MemoryStore::new();
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
            let game = counted(&store, game, &names(["Anna", &name])).expect("read");
            let changes = store.record_result(&game.expect("counted")).expect("rated");
            assert!(changes[0].is_none() && changes[1].is_some(), "only the new one moves");
        }
        let after = store.rating(anna, &rules).expect("read").expect("a rating");
        assert_eq!(after.value, before.value);
    }
}
