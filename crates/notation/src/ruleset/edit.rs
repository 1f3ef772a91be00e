//! Changes a rule set's file in place, so that its comments and whatever is not changed stay as written.

use std::sync::Arc;

use rules::{RuleSpec, Rules};
use toml_edit::{DocumentMut, Item, Table, TableLike, value};

use super::{FindText, MOST_ANCESTORS, RuleDraft, compile, draft_of, format};
use crate::diagnostics::Diagnostics;

/// What a rule set's file says, though it may be faulty.
#[derive(Clone, Debug)]
pub struct Inspection {
    /// What it says, if it can be read that far.
    pub spec: Option<RuleSpec>,
    /// The rules, if nothing is wrong with them.
    pub rules: Option<Arc<Rules>>,
    /// What is wrong or odd.
    pub faults: Diagnostics,
}

/// Looks at a rule set's file while it is being written; `find` as in [`parse`](super::parse).
pub fn inspect(text: &str, id: &str, find: FindText<'_>) -> Inspection {
    let mut faults = Diagnostics::new();
    let draft = draft_of(text, std::path::Path::new(""), find, MOST_ANCESTORS, &mut faults);
    let places = draft.as_ref().map(RuleDraft::places).unwrap_or_default();
    let spec = draft.and_then(|draft| draft.into_spec(id, &mut faults));
    let sound = spec.clone().filter(|_| !faults.has_errors());
    let rules = sound.and_then(|spec| compile(spec, &places, &mut faults));
    Inspection { spec, rules, faults }
}

/// The file of a rule set after it was changed from `old`, which it says now, to `new`.
///
/// Only keys that differ are touched. What cannot be changed in place, such as the name of an inherited
/// piece, makes a new file of the whole rule set.
///
/// ```
/// use xxlchess_notation::ruleset;
///
/// let text = "# Mine.\ninherits = \"xxl\"\n";
/// let old = ruleset::inspect(text, "mine", &ruleset::no_files).spec.expect("it can be read");
/// let new = rules::RuleSpec { fog: true, ..old.clone() };
/// assert_eq!(ruleset::edit(text, &old, &new, &ruleset::no_files), "# Mine.\ninherits = \"xxl\"\nfog = true\n");
/// ```
pub fn edit(text: &str, old: &RuleSpec, new: &RuleSpec, find: FindText<'_>) -> String {
    let whole = || format(new);
    let documents = [text, &format(old), &format(new)].map(str::parse::<DocumentMut>);
    let [Ok(mut file), Ok(before), Ok(after)] = documents else { return whole() };
    if change(&mut file, &before, &after).is_none() {
        return whole();
    }
    let edited = file.to_string();
    match inspect(&edited, &new.id, find).spec.as_ref() == Some(new) {
        true => edited,
        false => whole(),
    }
}

/// Makes a file say `after` where that differs from `before`; nothing if it cannot be done.
fn change(file: &mut DocumentMut, before: &Table, after: &Table) -> Option<()> {
    let inherits = file.contains_key("inherits");
    let keys = before.iter().chain(after.iter()).map(|(key, _)| key);
    for key in keys.filter(|key| *key != "pieces") {
        let (old, new) = (before.get(key), after.get(key));
        if says(old) == says(new) {
            continue;
        }
        // Tables such as `[ends]` are changed key by key.
        match (old.and_then(Item::as_table), new.and_then(Item::as_table)) {
            (None, None) => set(file.as_table_mut(), key, new, inherits),
            (old, new) => {
                let empty = Table::new();
                let (old, new) = (old.unwrap_or(&empty), new.unwrap_or(&empty));
                let table = file.entry(key).or_insert(Item::Table(Table::new()));
                change_keys(table.as_table_like_mut()?, old, new, inherits);
            }
        }
    }
    change_pieces(file, before, after)
}

fn change_keys(file: &mut dyn TableLike, before: &Table, after: &Table, inherits: bool) {
    for (key, _) in before.iter().chain(after.iter()) {
        let (old, new) = (before.get(key), after.get(key));
        if says(old) != says(new) {
            set(file, key, new, inherits);
        }
    }
}

/// Sets a key, or takes it away; what is inherited is switched off.
fn set(file: &mut dyn TableLike, key: &str, item: Option<&Item>, inherits: bool) {
    match item {
        Some(item) => match file.get_mut(key) {
            Some(known) => *known = item.clone(),
            None => drop(file.insert(key, item.clone())),
        },
        None if inherits => drop(file.insert(key, value(false))),
        None => drop(file.remove(key)),
    }
}

/// What an item says, without the blanks around it.
fn says(item: Option<&Item>) -> String {
    item.map(|item| item.to_string().trim().to_owned()).unwrap_or_default()
}

/// Changes entries of `[[pieces]]`. Pieces keep their order: some are changed in their places, or some
/// are taken away, or new ones come last.
fn change_pieces(file: &mut DocumentMut, before: &Table, after: &Table) -> Option<()> {
    let list = |table: &Table| -> Vec<Table> {
        let tables = table.get("pieces").and_then(Item::as_array_of_tables);
        tables.map(|tables| tables.iter().cloned().collect()).unwrap_or_default()
    };
    let (before, after) = (list(before), list(after));
    let name = |table: &Table| table.get("name").and_then(Item::as_str).map(str::to_owned);
    let lines = |tables: &[Table]| tables.iter().map(Table::to_string).collect::<Vec<_>>();
    if lines(&before) == lines(&after) {
        return Some(());
    }
    let tables = file.get_mut("pieces")?.as_array_of_tables_mut()?;
    if after.len() < before.len() {
        let left: Vec<_> = after.iter().map(name).collect();
        let gone = before.iter().map(name).filter(|name| !left.contains(name));
        for gone in gone {
            let index = tables.iter().position(|table| name(table) == gone)?;
            tables.remove(index);
        }
    }
    let old = before.iter().filter(|piece| {
        after.len() >= before.len() || after.iter().any(|other| name(other) == name(piece))
    });
    for (old, new) in old.zip(&after).filter(|(old, new)| old.to_string() != new.to_string()) {
        let entry = tables.iter_mut().find(|table| name(table) == name(old))?;
        if says(old.get("betza")) != says(new.get("betza")) {
            entry.remove("combines");
        }
        change_keys(entry, old, new, false);
    }
    after.iter().skip(before.len()).for_each(|new| tables.push(new.clone()));
    Some(())
}

#[cfg(test)]
mod tests {
    use rules::{Castling, PieceSpec, betza};

    use super::super::no_files;
    use super::*;

    fn spec(text: &str) -> RuleSpec {
        inspect(text, "own", &no_files).spec.unwrap_or_else(|| panic!("it cannot be read: {text}"))
    }

    /// Makes a change, and checks that the file says it.
    fn changed(text: &str, change: impl FnOnce(&mut RuleSpec)) -> String {
        let old = spec(text);
        let mut new = old.clone();
        change(&mut new);
        let edited = edit(text, &old, &new, &no_files);
        assert_eq!(spec(&edited), new, "{edited}");
        edited
    }

    const CANNONS: &str = "\
# A game with cannons.
inherits = \"standard\" # everything else
title = \"Cannons\"

[ends]
checks = 5 # many

# The new piece.
[[pieces]]
name = \"cannon\"
symbol = \"c\"
betza = \"mRcpR\" # as in xiangqi
";

    #[test]
    fn only_what_changes_is_touched() {
        let edited = changed(CANNONS, |spec| spec.castling = Some(Castling::by_steps(3)));
        assert!(edited.starts_with("# A game with cannons.\ninherits = \"standard\" # every"));
        assert!(edited.contains("castling = { king_step = 3 }\n"), "{edited}");
        assert!(edited.contains("# The new piece.\n"), "{edited}");
        let edited = changed(CANNONS, |spec| {
            let cannon = spec.pieces.last_mut().expect("a cannon");
            cannon.movement = betza::parse("mRcpRN").expect("a movement");
            cannon.value = 6.0;
        });
        assert!(edited.contains("# The new piece.\n") && !edited.contains("mRcpR"), "{edited}");
        let edited = changed(CANNONS, |spec| spec.ends.checks = None);
        assert!(edited.contains("checks = false"), "{edited}");
        let edited = changed(CANNONS, |spec| spec.ends.row = Some(5));
        assert!(edited.contains("checks = 5 # many\nrow = 5\n"), "{edited}");
    }

    #[test]
    fn pieces_come_and_go() {
        let wazir = PieceSpec::new("wazir", 'w', betza::parse("W").expect("a movement"));
        let edited = changed(CANNONS, |spec| spec.pieces.push(PieceSpec { value: 1.5, ..wazir }));
        assert!(edited.contains("# The new piece.") && edited.contains("name = \"wazir\""));
        let edited = changed(&edited, |spec| drop(spec.pieces.remove(6)));
        assert!(!edited.contains("cannon\"") && edited.contains("wazir"), "{edited}");
    }

    #[test]
    fn what_cannot_be_changed_in_place_makes_a_new_file() {
        let edited = changed(CANNONS, |spec| spec.pieces[1].name = "castle".to_owned());
        assert!(!edited.contains("inherits") && edited.contains("name = \"castle\""));
        let edited = changed(CANNONS, |spec| drop(spec.pieces.remove(6)));
        assert!(edited.contains("# A game with cannons.") && !edited.contains("mRcpR"), "{edited}");
    }

    #[test]
    fn all_that_ships_can_be_changed() {
        for id in super::super::all_ids() {
            let text = super::super::shipped::shipped_text(id).expect("it ships");
            let edited = changed(text, |spec| spec.pieces[0].drawing = Some("rook+knight".into()));
            changed(&edited, |spec| spec.title = "Another title".to_owned());
        }
    }

    #[test]
    fn faulty_files_are_looked_at_as_far_as_possible() {
        let text = "inherits = 'standard'\nstart = '8/8/8/8/8/8/8/8'\n";
        let seen = inspect(text, "own", &no_files);
        assert!(seen.spec.is_some() && seen.rules.is_none() && seen.faults.has_errors());
        assert!(inspect("board = '8x8'", "own", &no_files).spec.is_none());
        assert!(inspect("board = ", "own", &no_files).spec.is_none());
    }
}
