//! The rule sets that are part of the program: its own games, and variants of the world in groups.

use std::sync::{Arc, LazyLock, OnceLock};

use rules::Rules;

use super::{no_files, parse};
use crate::diagnostics::{Diagnostic, nearest};

/// The program's own games, by id.
const OWN: [(&str, &str); 5] = [
    ("xxl", include_str!("../../rulesets/xxl.toml")),
    ("standard", include_str!("../../rulesets/standard.toml")),
    ("king-capture", include_str!("../../rulesets/king-capture.toml")),
    ("casual", include_str!("../../rulesets/casual.toml")),
    ("capablanca", include_str!("../../rulesets/capablanca.toml")),
];

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

macro_rules! variants {
    ($($group:ident $id:literal)*) => {
        [$((
            Group::$group,
            $id,
            include_str!(concat!("../../rulesets/variants/", $id, ".toml")),
        )),*]
    };
}

/// The variants of the world, group by group.
const VARIANTS: [(Group, &str, &str); 25] = variants![
    Popular "chess960"
    Popular "three-check"
    Popular "king-of-the-hill"
    Popular "antichess"
    Popular "horde"
    Popular "racing-kings"
    World "xiangqi"
    World "makruk"
    World "shatranj"
    World "courier"
    Large "grand"
    Large "gothic"
    Large "embassy"
    Large "janus"
    Large "shako"
    Pieces "spartan"
    Pieces "knightmate"
    Pieces "berolina"
    Pieces "torpedo"
    Pieces "coregal"
    Pieces "extinction"
    Pieces "grasshopper"
    Pieces "amazon"
    Small "los-alamos"
    Small "gardner"
];

static COMPILED: LazyLock<Vec<Arc<Rules>>> =
    LazyLock::new(|| OWN.iter().filter_map(|(id, text)| compile(id, text)).collect());

/// Each is compiled when it is first asked for.
static COMPILED_VARIANTS: [OnceLock<Option<Arc<Rules>>>; VARIANTS.len()] =
    [const { OnceLock::new() }; VARIANTS.len()];

fn compile(id: &str, text: &str) -> Option<Arc<Rules>> {
    parse(text, id, &no_files).map(|(rules, _)| rules).ok()
}

/// The ids of the program's own games.
pub fn shipped_ids() -> impl Iterator<Item = &'static str> {
    OWN.iter().map(|(id, _)| *id)
}

/// The ids of the variants that ship besides, with their groups, which follow each other.
pub fn variant_ids() -> impl Iterator<Item = (Group, &'static str)> {
    VARIANTS.iter().map(|(group, id, _)| (*group, *id))
}

/// The ids of everything that ships, the program's own games first.
pub fn all_ids() -> impl Iterator<Item = &'static str> {
    shipped_ids().chain(variant_ids().map(|(_, id)| id))
}

/// A rule set that ships, one of the program's own games or a variant.
pub fn shipped(id: &str) -> Option<Arc<Rules>> {
    let own = COMPILED.iter().find(|rules| rules.id() == id).cloned();
    own.or_else(|| {
        let index = VARIANTS.iter().position(|(_, known, _)| *known == id)?;
        let (_, id, text) = VARIANTS[index];
        COMPILED_VARIANTS[index].get_or_init(|| compile(id, text)).clone()
    })
}

/// The file of a rule set that ships.
pub(super) fn shipped_text(id: &str) -> Option<&'static str> {
    let own = OWN.iter().copied();
    let variants = VARIANTS.iter().map(|(_, id, text)| (*id, *text));
    own.chain(variants).find(|(known, _)| *known == id).map(|(_, text)| text)
}

/// A rule set that ships, or a message that names all of them.
pub fn shipped_or_error(id: &str) -> Result<Arc<Rules>, Diagnostic> {
    shipped(id).ok_or_else(|| {
        let ids = all_ids().collect::<Vec<_>>().join(", ");
        let hint = nearest(id, all_ids()).map(|n| format!("; did you mean `{n}`?"));
        let hint = hint.unwrap_or_default();
        Diagnostic::error(format!("there is no rule set `{id}`; expected one of {ids}{hint}"))
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn all_that_ships_compiles_without_a_word() {
        let variants = VARIANTS.iter().map(|(_, id, text)| (*id, *text));
        let mut ids = BTreeSet::new();
        for (id, text) in OWN.into_iter().chain(variants) {
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
    fn groups_follow_each_other() {
        let mut groups: Vec<Group> = variant_ids().map(|(group, _)| group).collect();
        groups.dedup();
        let all: BTreeSet<Group> = groups.iter().copied().collect();
        assert_eq!(groups.len(), all.len());
    }
}
