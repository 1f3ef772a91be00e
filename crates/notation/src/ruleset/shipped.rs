//! The rule sets that are part of the program: its own games, and variants of the world in groups.

use std::sync::{Arc, OnceLock};

use rules::message::{Argument, list};
use rules::{Rules, message};

use super::{no_files, parse};
use crate::diagnostics::{Diagnostic, nearest, with_hint};

/// What variants have in common.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Group {
    /// Ordinary chess with another aim or start, as it is played on the web.
    Popular,
    /// Games with a history of their own.
    World,
    /// More than eight files.
    Large,
    /// Other pieces and armies.
    Pieces,
    /// Fewer than eight files.
    Small,
}

// What ships: the group, which the program's own games do not have, the id and the file.
include!(concat!(env!("OUT_DIR"), "/shipped.rs"));

/// Each is compiled when it is first asked for.
static COMPILED: [OnceLock<Option<Arc<Rules>>>; SHIPPED.len()] =
    [const { OnceLock::new() }; SHIPPED.len()];

/// The ids of the program's own games.
pub fn shipped_ids() -> impl Iterator<Item = &'static str> {
    SHIPPED.iter().filter(|(group, ..)| group.is_none()).map(|(_, id, _)| *id)
}

/// The ids of the variants that ship besides, with their groups, which follow each other.
pub fn variant_ids() -> impl Iterator<Item = (Group, &'static str)> {
    SHIPPED.iter().filter_map(|(group, id, _)| Some(((*group)?, *id)))
}

/// The ids of everything that ships, the program's own games first.
pub fn all_ids() -> impl Iterator<Item = &'static str> {
    SHIPPED.iter().map(|(_, id, _)| *id)
}

/// The ids of everything that ships, for messages.
pub(crate) fn listed_ids() -> Argument {
    list(all_ids())
}

/// The ids of everything that ships in quotes, for messages about JSON files.
pub(crate) fn quoted_ids() -> Argument {
    list(all_ids().map(|id| format!("{id:?}")))
}

/// The id of the rule set that a user means: what other programs call `chess` is `standard`.
pub fn id_of(name: &str) -> &str {
    if name == "chess" { "standard" } else { name }
}

/// A rule set that ships, one of the program's own games or a variant.
pub fn shipped(id: &str) -> Option<Arc<Rules>> {
    let index = all_ids().position(|known| known == id)?;
    let (_, id, text) = SHIPPED[index];
    let compile = || parse(text, id, &no_files).map(|(rules, _)| rules).ok();
    COMPILED[index].get_or_init(compile).clone()
}

/// The file of a rule set that ships.
pub(super) fn shipped_text(id: &str) -> Option<&'static str> {
    SHIPPED.iter().find(|(_, known, _)| *known == id).map(|(_, _, text)| *text)
}

/// A rule set that ships, by the name that a user gives it, or a message that names all of them.
pub fn shipped_or_error(id: &str) -> Result<Arc<Rules>, Diagnostic> {
    shipped(id_of(id)).ok_or_else(|| {
        let message = message!(
            "no-rule-set",
            "there is no rule set `{id}`; expected one of {ids}",
            id,
            ids = listed_ids()
        );
        let near = nearest(id, all_ids()).map(|near| format!("`{near}`"));
        Diagnostic::error(with_hint(message, near))
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn all_that_ships_compiles_without_a_word() {
        let mut ids = BTreeSet::new();
        for &(_, id, text) in SHIPPED {
            let loaded = parse(text, id, &no_files);
            let (rules, warnings) = loaded.unwrap_or_else(|faults| panic!("{id}: {faults}"));
            assert!(warnings.is_empty(), "{id}: {warnings}");
            assert_eq!(shipped(id).expect("it compiles"), rules);
            assert!(ids.insert(id), "{id} is there twice");
            let spec = rules.spec();
            assert!(!spec.title.is_empty() && spec.description.matches('.').count() >= 1, "{id}");
        }
    }

    #[test]
    fn own_games_come_first() {
        let usual = ["xxl", "standard", "king-capture", "casual", "capablanca"];
        assert!(all_ids().take(5).eq(usual), "{:?}", all_ids().collect::<Vec<_>>());
        let mut groups: Vec<Option<Group>> = SHIPPED.iter().map(|(group, ..)| *group).collect();
        assert!(groups.is_sorted(), "{groups:?}");
        groups.dedup();
        assert_eq!(groups.len(), 6);
    }
}
