//! How a game ended.

use rules::{Colour, Outcome, Reason};
use serde::{Deserialize, Serialize};

use crate::names;

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(try_from = "Written", into = "Written")]
pub enum GameEnd {
    /// A win or a draw.
    Decided {
        /// The winner; `None` in a draw.
        winner: Option<Colour>,
        /// The reason; missing where a file does not give it.
        reason: Option<Reason>,
    },
    /// It was broken off before it had really begun, and does not count.
    Aborted,
}

impl GameEnd {
    /// The winner, if there is one.
    pub const fn winner(self) -> Option<Colour> {
        match self {
            GameEnd::Decided { winner, .. } => winner,
            GameEnd::Aborted => None,
        }
    }

    /// Why it ended, if that is known and it was not aborted.
    pub const fn reason(self) -> Option<Reason> {
        match self {
            GameEnd::Decided { reason, .. } => reason,
            GameEnd::Aborted => None,
        }
    }

    /// The winner and the reason; `None` if the game does not count. Where the reason is not known,
    /// it is the usual one: resignation, or a draw by agreement.
    pub fn outcome(self) -> Option<Outcome> {
        let GameEnd::Decided { winner, reason } = self else { return None };
        let usual = if winner.is_some() { Reason::Resignation } else { Reason::Agreement };
        Some(Outcome { winner, reason: reason.unwrap_or(usual) })
    }
}

impl From<Outcome> for GameEnd {
    fn from(outcome: Outcome) -> GameEnd {
        GameEnd::Decided { winner: outcome.winner, reason: Some(outcome.reason) }
    }
}

/// How a game ended.
#[derive(Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct Written {
    /// The winner; null in a draw and in an aborted game.
    #[serde(with = "names::name_or_not")]
    #[cfg_attr(feature = "schema", schemars(with = "Option<crate::schema::ColourName>"))]
    winner: Option<Colour>,
    /// Why: `checkmate`, `resignation`, `time`, `agreement`, `aborted` and so on.
    reason: Option<String>,
}

/// The reason for the end of a game is none that is known.
#[derive(Debug, thiserror::Error)]
#[error("expected the end of a game, found {0:?}")]
struct ReasonError(String);

const ABORTED: &str = "aborted";

impl TryFrom<Written> for GameEnd {
    type Error = ReasonError;

    fn try_from(written: Written) -> Result<GameEnd, ReasonError> {
        let Some(name) = written.reason else {
            return Ok(GameEnd::Decided { winner: written.winner, reason: None });
        };
        if name == ABORTED {
            return Ok(GameEnd::Aborted);
        }
        match Reason::from_name(&name) {
            Some(reason) => Ok(GameEnd::Decided { winner: written.winner, reason: Some(reason) }),
            None => Err(ReasonError(name)),
        }
    }
}

impl From<GameEnd> for Written {
    fn from(end: GameEnd) -> Written {
        let reason = match end {
            GameEnd::Aborted => Some(ABORTED),
            GameEnd::Decided { reason, .. } => reason.map(Reason::name),
        };
        Written { winner: end.winner(), reason: reason.map(str::to_owned) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_end_can_be_written_and_read() {
        let reasons = Reason::ALL.map(Some).into_iter().chain([None]);
        let decided =
            reasons.map(|reason| GameEnd::Decided { winner: Some(Colour::Black), reason });
        for end in decided.chain([GameEnd::Aborted]) {
            let text = serde_json::to_string(&end).expect("written");
            assert_eq!(serde_json::from_str::<GameEnd>(&text).expect("an end"), end);
        }
        let aborted = serde_json::to_string(&GameEnd::Aborted).expect("written");
        assert_eq!(aborted, r#"{"winner":null,"reason":"aborted"}"#);
        let unknown = serde_json::from_str::<GameEnd>(r#"{"winner":null,"reason":"boredom"}"#);
        assert!(unknown.is_err());
    }
}
