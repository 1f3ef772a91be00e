//! The ranking lists, for the lobby and for the HTTP API. To read them takes the longer the more people
//! play, so that they are read again only after a while, and cached meanwhile.

use std::collections::HashMap;
use std::time::Duration;

use protocol::{RankedPlayer, Ranking};
use store::{RankingRow, RulesKey};
use tokio::sync::Mutex;
use tokio::time::Instant;

use crate::store_actor::{StoreFailure, StoreHandle};

/// The most rows of a ranking that are sent.
const MOST_ROWS: usize = 100;

/// A list is cached for this multiple of the time that it took to read: reading takes a twentieth of
/// the store's time at most.
const STAYS_FOR: u32 = 20;

/// The lists as they were last read: of one rule set, or of all by which rated games were played.
#[derive(Debug, Default)]
pub(crate) struct Rankings {
    read: Mutex<HashMap<Option<RulesKey>, Kept>>,
}

#[derive(Clone, Debug)]
struct Kept {
    rankings: Vec<Ranking>,
    until: Instant,
}

impl Rankings {
    /// The ranking of one rule set, or of all.
    pub(crate) async fn read(
        &self,
        storage: &StoreHandle,
        rules: Option<RulesKey>,
    ) -> Result<Vec<Ranking>, StoreFailure> {
        // Others who ask meanwhile wait for the same answer.
        let mut kept = self.read.lock().await;
        let begun = Instant::now();
        if let Some(known) = kept.get(&rules).filter(|known| begun < known.until) {
            return Ok(known.rankings.clone());
        }
        let rankings = read(storage, rules.clone()).await?;
        let until = begun + lifetime(begun.elapsed());
        // Clients may ask for rules that do not exist.
        if rankings.iter().any(|ranking| !ranking.players.is_empty()) {
            kept.insert(rules, Kept { rankings: rankings.clone(), until });
        }
        Ok(rankings)
    }
}

/// How long a list is cached, by the time that it took to read.
fn lifetime(took: Duration) -> Duration {
    took.saturating_mul(STAYS_FOR)
}

async fn read(
    storage: &StoreHandle,
    rules: Option<RulesKey>,
) -> Result<Vec<Ranking>, StoreFailure> {
    let read = storage.with(move |store| {
        let keys = match rules {
            Some(rules) => vec![rules],
            None => store.rated_rules()?,
        };
        keys.into_iter().map(|key| Ok((store.ranking(&key)?, key))).collect::<Result<Vec<_>, _>>()
    });
    let told = |(rows, key): (Vec<RankingRow>, RulesKey)| Ranking {
        rules: key.as_str().to_owned(),
        title: key.title(),
        fog: key.has_fog(),
        players: rows.iter().take(MOST_ROWS).map(player).collect(),
    };
    Ok(read.await?.into_iter().map(told).collect())
}

fn player(row: &RankingRow) -> RankedPlayer {
    let [won, drawn, lost] = row.results;
    RankedPlayer {
        name: row.profile.name.to_string(),
        rating: row.rating.value.round() as i32,
        deviation: row.rating.deviation.round() as i32,
        provisional: row.rating.is_provisional(),
        won,
        drawn,
        lost,
    }
}

#[cfg(test)]
mod tests {
    use store::{
        Competitor, ProfileId, ProfileName, Profiles, RatedGame, Ratings, SqliteStore, UnixTime,
    };

    use super::*;

    fn profile(store: &mut SqliteStore, name: &str) -> ProfileId {
        let name = ProfileName::new(name).expect("a name");
        store.create_profile(&name, UnixTime(0)).expect("a profile")
    }

    #[tokio::test]
    async fn lists_that_take_long_are_shared() {
        let mut store = SqliteStore::in_memory().expect("a store");
        let players = ["Anna", "Ben"].map(|name| Competitor::Profile(profile(&mut store, name)));
        let rules = RulesKey::from_text("standard");
        let (winner, at) = (None, UnixTime(0));
        let game = RatedGame { players, winner, rules: rules.clone(), at, game: None };
        store.record_result(&game).expect("rated");
        let (storage, _thread) =
            StoreHandle::start(Box::new(store), Duration::from_secs(60)).expect("a thread");
        let rankings = Rankings::default();
        let read = rankings.read(&storage, None).await.expect("read");
        assert_eq!(read[0].players.len(), 2);
        // As if that had taken long: nothing is read again until its time is over.
        let known = |until| Kept { rankings: Vec::new(), until };
        let now = Instant::now();
        rankings.read.lock().await.insert(None, known(now + lifetime(Duration::from_secs(60))));
        assert!(rankings.read(&storage, None).await.expect("known").is_empty());
        rankings.read.lock().await.insert(None, known(now));
        assert_eq!(rankings.read(&storage, None).await.expect("read").len(), 1);
        // Rules without rated games are not cached.
        let unknown = Some(RulesKey::from_text("anything"));
        rankings.read(&storage, unknown.clone()).await.expect("read");
        assert!(!rankings.read.lock().await.contains_key(&unknown));
    }
}
