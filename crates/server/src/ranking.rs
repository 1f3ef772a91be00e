//! The ranking lists, for the lobby and for the HTTP API.

use protocol::{RankedPlayer, Ranking};
use store::{RankingRow, RulesKey};

use crate::store_actor::{StoreFailure, StoreHandle};

/// The most rows of a ranking that are sent.
const MOST_ROWS: usize = 100;

/// The ranking of one rule set, or of all by which rated games were played.
pub(crate) async fn read(
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
