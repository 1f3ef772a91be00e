//! Names under which values of other crates are stored.

use record::GameEnd;
use rules::{Colour, Reason};

/// The name of a draw in place of a winner.
const DRAW: &str = "draw";

/// The winner's name, or that there is none.
pub(crate) fn result_name(ending: GameEnd) -> &'static str {
    ending.winner().map_or(DRAW, Colour::name)
}

/// The name of the reason for an end.
pub(crate) fn reason_name(ending: GameEnd) -> Option<&'static str> {
    ending.reason().map(Reason::name)
}

/// The end of a game by these names; nothing for names that are not known.
pub(crate) fn ending(result: &str, reason: Option<&str>) -> Option<GameEnd> {
    let winner = match result {
        DRAW => None,
        name => Some(Colour::from_name(name)?),
    };
    Some(GameEnd::Decided { winner, reason: reason.and_then(Reason::from_name) })
}

/// Ends of games in a text that a store is kept in.
pub(crate) mod ending_text {
    use record::GameEnd;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub(crate) fn serialize<S: Serializer>(
        ending: &Option<GameEnd>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        let names = ending.map(|ending| (super::result_name(ending), super::reason_name(ending)));
        names.serialize(serializer)
    }

    pub(crate) fn deserialize<'a, D: Deserializer<'a>>(
        deserializer: D,
    ) -> Result<Option<GameEnd>, D::Error> {
        let names = Option::<(String, Option<String>)>::deserialize(deserializer)?;
        Ok(names.and_then(|(result, reason)| super::ending(&result, reason.as_deref())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_mean_what_they_meant() {
        for winner in [None, Some(Colour::White), Some(Colour::Black)] {
            for reason in Reason::ALL.map(Some).into_iter().chain([None]) {
                let end = GameEnd::Decided { winner, reason };
                assert_eq!(ending(result_name(end), reason_name(end)), Some(end));
            }
        }
        assert_eq!(ending("nobody", None), None);
    }
}
