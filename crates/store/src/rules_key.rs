//! A rule set's name in the store, under which its games are counted and rated.

use std::fmt;

use notation::ruleset;
use rules::Rules;
use serde::{Deserialize, Serialize};

/// Suffix of the id of rules that do not ship, or were changed.
const OWN: &str = "*";

/// Suffix under fog.
const FOG: &str = "+fog";

/// A rule set as the store knows it: its id, whether it is a user's own, and whether there is fog.
///
/// It is written `xxl`, `standard+fog` or `my-rules*`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct RulesKey(String);

impl RulesKey {
    /// The key of rules.
    pub fn of(rules: &Rules) -> RulesKey {
        let fog = rules.spec().fog;
        let is_own = !notation::archive::is_shipped(rules);
        let mark = |is_set: bool, mark: &'static str| if is_set { mark } else { "" };
        RulesKey(format!("{}{}{}", rules.id(), mark(is_own, OWN), mark(fog, FOG)))
    }

    /// A key as it was written.
    pub fn from_text(text: impl Into<String>) -> RulesKey {
        RulesKey(text.into())
    }

    /// The key as it is written.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The id of the rule set.
    pub fn id(&self) -> &str {
        let id = self.0.strip_suffix(FOG).unwrap_or(&self.0);
        id.strip_suffix(OWN).unwrap_or(id)
    }

    /// Is it played under fog?
    pub fn has_fog(&self) -> bool {
        self.0.ends_with(FOG)
    }

    /// Is it a user's own?
    pub fn is_own(&self) -> bool {
        self.0.strip_suffix(FOG).unwrap_or(&self.0).ends_with(OWN)
    }

    /// Does the rule set ship?
    pub fn ships(&self) -> bool {
        !self.is_own() && ruleset::shipped(self.id()).is_some()
    }

    /// The name shown to people: the rule set's title if it ships, else its id.
    pub fn title(&self) -> String {
        let shipped = ruleset::shipped(self.id()).filter(|_| !self.is_own());
        let title = shipped.map(|rules| rules.spec().title.clone());
        title.filter(|title| !title.is_empty()).unwrap_or_else(|| self.id().to_owned())
    }
}

impl fmt::Display for RulesKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use rules::RuleSpec;

    use super::*;

    #[test]
    fn keys_tell_what_is_played() {
        let standard = ruleset::shipped("standard").expect("it ships");
        let spec = RuleSpec { en_passant: false, ..standard.spec().clone() };
        let changed = Rules::compile(spec).expect("sound rules");
        for (rules, text, fog, own) in [
            (standard.clone(), "standard", false, false),
            (standard.with_fog(true).expect("each side has a king"), "standard+fog", true, false),
            (changed.clone(), "standard*", false, true),
            (changed.with_fog(true).expect("each side has a king"), "standard*+fog", true, true),
        ] {
            let key = RulesKey::of(&rules);
            assert_eq!((key.as_str(), key.id()), (text, "standard"));
            assert_eq!((key.has_fog(), key.is_own()), (fog, own));
        }
        assert_eq!(RulesKey::from_text("nothing").title(), "nothing");
        for (key, ships) in
            [("standard", true), ("standard+fog", true), ("standard*", false), ("nothing", false)]
        {
            assert_eq!(RulesKey::from_text(key).ships(), ships, "{key}");
        }
    }
}
