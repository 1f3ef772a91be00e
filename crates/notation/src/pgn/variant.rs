//! Which rules a game is played by, from the names that files give them.

use std::sync::Arc;

use rules::{Position, Rules};

use crate::diagnostics::Diagnostic;
use crate::ruleset;

/// Names that the world has for ordinary chess.
const ORDINARY: [&str; 7] =
    ["chess", "standard", "normal", "orthodox", "regular", "fromposition", "setup"];

/// Names that the world has for ordinary chess under fog.
const FOGGED: [&str; 3] = ["fogofwar", "dark", "darkness"];

/// Other names of variants that ship, folded, with their ids.
const ALIASES: [(&str, &str); 6] = [
    ("3check", "three-check"),
    ("fischerandom", "chess960"),
    ("fischerrandom", "chess960"),
    ("koth", "king-of-the-hill"),
    ("race", "racing-kings"),
    ("racing", "racing-kings"),
];

/// What the world calls variants that ship, where that is not their id.
const WORLD_NAMES: [(&str, &str); 6] = [
    ("antichess", "Antichess"),
    ("chess960", "Chess960"),
    ("horde", "Horde"),
    ("king-of-the-hill", "King of the Hill"),
    ("racing-kings", "Racing Kings"),
    ("three-check", "Three-check"),
];

/// What a tag calls these rules, so that others read it too: the id of those that only we know.
pub(super) fn name_of(rules: &Rules) -> &str {
    let is_theirs = |rules: &Rules| {
        ruleset::shipped(rules.id()).is_some_and(|shipped| shipped.spec() == rules.spec())
    };
    let known = WORLD_NAMES.iter().find(|(id, _)| *id == rules.id());
    known.filter(|_| is_theirs(rules)).map_or(rules.id(), |(_, name)| name)
}

/// Finds rules that do not ship, by what a file calls them.
pub(super) type Resolver = Box<dyn FnMut(&str) -> Result<Arc<Rules>, Diagnostic> + Send>;

/// The rule set that ships and is meant by a name: its id or its title in any case, blanks and
/// dashes apart, with or without "chess"; or one of the world's names for ordinary chess.
pub fn rules_named(name: &str) -> Option<Arc<Rules>> {
    let folded = fold(name);
    if ORDINARY.contains(&folded.as_str()) {
        return ruleset::shipped("standard");
    }
    if FOGGED.contains(&folded.as_str()) {
        return ruleset::shipped("standard").and_then(|rules| rules.with_fog(true).ok());
    }
    let ids = ruleset::all_ids();
    let mut shipped = ids.filter_map(ruleset::shipped);
    shipped.find(|rules| is_called(rules, &folded))
}

/// Does another program mean these rules by a name? The name may be the id without its dashes, as in
/// `kingofthehill`, or one of the world's names.
pub fn is_name_of(name: &str, rules: &Rules) -> bool {
    let folded = fold(name);
    let is_ordinary = rules.id() == "standard" && ORDINARY.contains(&folded.as_str());
    is_ordinary || is_called(rules, &folded)
}

fn is_called(rules: &Rules, folded: &str) -> bool {
    fold(rules.id()) == folded
        || fold(&rules.spec().title) == folded
        || ALIASES.contains(&(folded, rules.id()))
}

/// A name in small letters and digits alone, without "chess" at its end.
fn fold(name: &str) -> String {
    let letters = name.chars().filter(|letter| letter.is_alphanumeric());
    let folded: String = letters.flat_map(char::to_lowercase).collect();
    match folded.strip_suffix("chess") {
        Some(rest) if !rest.is_empty() => rest.to_owned(),
        _ => folded,
    }
}

/// Finds the rules of one game after the other; most files have the same for all.
#[derive(Default)]
pub(super) struct Variants {
    default: Option<Arc<Rules>>,
    resolver: Option<Resolver>,
    last: Option<(Asked, Position)>,
}

/// What the tags of a game say about its rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Asked {
    pub(super) variant: Option<String>,
    pub(super) fog: Option<bool>,
}

impl Variants {
    /// The start position of the rules that are asked for, or why there are none.
    pub(super) fn start(&mut self, asked: Asked) -> Result<Position, Diagnostic> {
        if let Some((last, start)) = &self.last
            && *last == asked
        {
            return Ok(start.clone());
        }
        let rules = match &asked.variant {
            Some(name) => self.find(name)?,
            None => self.usual()?,
        };
        let rules = match asked.fog {
            Some(fog) if fog != rules.spec().fog => ruleset::with_fog(&rules, fog)?,
            _ => rules,
        };
        let start = Position::start(&rules);
        self.last = Some((asked, start.clone()));
        Ok(start)
    }

    /// From now on games without a name are played by these rules.
    pub(super) fn set_default(&mut self, rules: Arc<Rules>) {
        self.default = Some(rules);
        self.last = None;
    }

    /// From now on this finds rules that do not ship.
    pub(super) fn set_resolver(&mut self, resolver: Resolver) {
        self.resolver = Some(resolver);
        self.last = None;
    }

    fn usual(&self) -> Result<Arc<Rules>, Diagnostic> {
        match &self.default {
            Some(rules) => Ok(Arc::clone(rules)),
            None => ruleset::shipped_or_error("standard"),
        }
    }

    fn find(&mut self, name: &str) -> Result<Arc<Rules>, Diagnostic> {
        let is_default = |rules: &&Arc<Rules>| is_called(rules, &fold(name));
        if let Some(rules) = self.default.as_ref().filter(is_default) {
            return Ok(Arc::clone(rules));
        }
        if let Some(rules) = rules_named(name) {
            return Ok(rules);
        }
        match &mut self.resolver {
            Some(resolver) => resolver(name),
            None => ruleset::shipped_or_error(name),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_the_world_are_known() {
        let check = |name, expected: Option<(&str, bool)>| {
            let rules = rules_named(name);
            let found = rules.as_ref().map(|rules| (rules.id(), rules.spec().fog));
            assert_eq!(found, expected, "{name}");
        };
        for name in ["Standard", "chess", "Chess", "From Position", "STANDARD CHESS", "normal"] {
            check(name, Some(("standard", false)));
        }
        for name in ["xxl", "XXL", "XXL Chess", "xxl-chess"] {
            check(name, Some(("xxl", false)));
        }
        for name in ["King Capture", "king_capture", "kingcapture"] {
            check(name, Some(("king-capture", false)));
        }
        check("Capablanca", Some(("capablanca", false)));
        check("Capablanca chess", Some(("capablanca", false)));
        check("Fog of War", Some(("standard", true)));
        check("Chess960", Some(("chess960", false)));
        check("King of the Hill", Some(("king-of-the-hill", false)));
        check("3check", Some(("three-check", false)));
        check("Fischerandom", Some(("chess960", false)));
        for (id, name) in WORLD_NAMES {
            check(name, Some((id, false)));
            let rules = ruleset::shipped(id).expect("it ships");
            assert_eq!(name_of(&rules), name);
        }
        assert_eq!(name_of(&ruleset::shipped("xxl").expect("it ships")), "xxl");
        for name in ["", "Atomic", "chess chess chess!"] {
            check(name, None);
        }
    }
}
