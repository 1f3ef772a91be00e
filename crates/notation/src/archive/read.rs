//! Reads archives and checks everything in them.

mod about;
mod record;

pub(super) use about::read_seconds;
pub(super) use record::read_move;

use std::sync::Arc;

use rules::{Rules, message};

use super::{Archive, FORMAT, VERSION};
use crate::diagnostics::{Diagnostic, Diagnostics};
use crate::document::{Node, Value};
use crate::ruleset;
use crate::{Field, TableReader, parse_json};

/// The largest archive, in MiB: a hundred thousand moves with their clocks.
pub(crate) const LARGEST: usize = 4;

/// The most keys of a table.
const MOST_KEYS: usize = 1000;

/// Maximum number of faults; then reading stops.
const MOST_FAULTS: usize = 100;

/// Reads an archive, and returns what was odd about it.
///
/// # Errors
/// Everything that is wrong with it, with line, column, key and what was expected. Their codes:
/// 101 for a board of the wrong size, 102 for a piece that the rule set does not
/// have, 103 for a missing side to move, 104 for a file that is no archive, and 105 for an illegal
/// move, or a position that the moves do not lead to.
pub fn parse(text: &str) -> Result<(Archive, Diagnostics), Diagnostics> {
    let mut faults = Diagnostics::new();
    let archive = read(text, &mut faults);
    faults.sort();
    match archive {
        Some(archive) if !faults.has_errors() => Ok((archive, faults)),
        _ => Err(faults),
    }
}

fn read(text: &str, faults: &mut Diagnostics) -> Option<Archive> {
    let node = document(text).map_err(|fault| faults.push(fault)).ok()?;
    let mut file = Field::root(&node).table(faults);
    check_format(&file.get("format"), &file.get("version"))
        .map_err(|fault| faults.push(fault))
        .ok()?;
    let rules = read_rules(&mut file, faults);
    let about = about::read(&mut file, faults);
    let record = record::Record::of(&mut file);
    let archive = match &rules {
        Some(rules) => record.replay(rules, faults),
        None => None,
    };
    file.finish(faults);
    let archive = about.added_to(archive?);
    record.check_ending(&archive, faults);
    Some(archive)
}

/// The tree of the file, if it can be an archive at all.
fn document(text: &str) -> Result<Node, Diagnostic> {
    if text.len() > LARGEST << 20 {
        let message =
            message!("archive-size", "the archive is larger than {most} MiB", most = LARGEST);
        return Err(Diagnostic::error(message));
    }
    let node = parse_json(text).map_err(|fault| match fault.key {
        None => fault.numbered(104),
        Some(_) => fault,
    })?;
    if !matches!(node.value, Value::Table(_)) {
        let expected = message!("expected-archive", "a game archive, a table `{{...}}`");
        return Err(Field::root(&node).unexpected(expected).numbered(104));
    }
    match large_table(&node) {
        Some(table) => {
            let message =
                message!("archive-keys", "this table has more than {most} keys", most = MOST_KEYS);
            Err(Diagnostic::error(message).at(table.place))
        }
        None => Ok(node),
    }
}

/// The first table with more keys than any real archive has.
fn large_table(node: &Node) -> Option<&Node> {
    match &node.value {
        Value::Table(entries) if entries.len() > MOST_KEYS => Some(node),
        Value::Table(entries) => entries.iter().find_map(|(_, node)| large_table(node)),
        Value::List(items) => items.iter().find_map(large_table),
        _ => None,
    }
}

/// Is it an archive, and of a version that is known?
fn check_format(format: &Field<'_>, version: &Field<'_>) -> Result<(), Diagnostic> {
    let text = || format!("{FORMAT:?}");
    match format.node().map(|node| &node.value) {
        Some(Value::Text(text)) if text == FORMAT => {}
        found => {
            let expected = match found {
                Some(_) => message!("expected-format", "{format}", format = text()),
                None => message!(
                    "expected-format-always",
                    "{format}, as every game archive has it",
                    format = text()
                ),
            };
            return Err(format.unexpected(expected).numbered(104));
        }
    }
    let expected = message!("expected-version", "{newest} or less", newest = VERSION);
    let number = match version.node().map(|node| &node.value) {
        Some(Value::Number(number)) => number.integer,
        _ => None,
    };
    let expected = match number {
        Some(number) if (1..=i64::from(VERSION)).contains(&number) => return Ok(()),
        Some(number) if number > VERSION.into() => {
            message!("newer-version", "{expected}: a newer program wrote it", expected)
        }
        _ => expected,
    };
    Err(version.unexpected(expected).numbered(104))
}

fn read_rules(file: &mut TableReader<'_>, faults: &mut Diagnostics) -> Option<Arc<Rules>> {
    let (id, rules_file) = (file.need("rules"), file.get("rules_file"));
    let (fog, board) = (file.get("fog"), file.get("board"));
    let name = id.text(faults);
    let rules = match (name, rules_file.node()) {
        (Some(name), Some(_)) => own_rules(name, &rules_file, faults),
        (Some(name), None) => shipped_rules(name, &id, faults),
        (None, _) => None,
    };
    let rules = with_fog(rules?, &fog, faults)?;
    check_board(&rules, &board, faults);
    Some(rules)
}

fn shipped_rules(name: &str, id: &Field<'_>, faults: &mut Diagnostics) -> Option<Arc<Rules>> {
    let shipped = ruleset::shipped(ruleset::id_of(name));
    if shipped.is_none() {
        let expected = message!(
            "expected-archived-rules",
            "{ids}, or `rules_file` with the rules in full",
            ids = ruleset::quoted_ids()
        );
        id.report(expected, faults);
    }
    shipped
}

/// A rule set that the archive has in full, as a text or as a list of lines.
fn own_rules(name: &str, field: &Field<'_>, faults: &mut Diagnostics) -> Option<Arc<Rules>> {
    let text = match field.node().map(|node| &node.value) {
        Some(Value::List(_)) => {
            let lines = field.list(faults);
            let lines = lines.iter().map(|line| line.text(faults)).collect::<Option<Vec<_>>>();
            lines?.join("\n")
        }
        Some(Value::Text(text)) => text.clone(),
        _ => {
            let expected =
                message!("expected-lines", "the lines of a rule set's file, in a list `[...]`");
            field.report(expected, faults);
            return None;
        }
    };
    if text.len() > ruleset::LARGEST << 10 {
        let most = ruleset::LARGEST;
        field.error(message!("archived-rules-size", "has more than {most} KiB", most), faults);
        return None;
    }
    let alone = |_: &str| Err(message!("rules-in-full", "an archive has its rules in full"));
    let parsed = ruleset::parse(&text, name, &alone);
    let (rules, told) = match parsed {
        Ok((rules, warnings)) => (Some(rules), warnings),
        Err(errors) => (None, errors),
    };
    for told in told.iter().take(MOST_FAULTS) {
        let told = told.clone().in_file(field.key());
        faults.push(told.at(field.place()).about(field.key()));
    }
    rules
}

fn with_fog(rules: Arc<Rules>, field: &Field<'_>, faults: &mut Diagnostics) -> Option<Arc<Rules>> {
    let fog = match field.node() {
        Some(_) => field.bool(faults)?,
        None => rules.spec().fog,
    };
    if fog == rules.spec().fog {
        return Some(rules);
    }
    let tell = |found: Vec<rules::RuleFault>| {
        for why in found {
            let fog = fog.to_string();
            field.error(message!("fog-does-not-fit", "is {fog}, but {why}", fog, why), faults);
        }
    };
    rules.with_fog(fog).map_err(tell).ok()
}

fn check_board(rules: &Rules, field: &Field<'_>, faults: &mut Diagnostics) {
    let Some(node) = field.node() else { return };
    let expected = rules.size().to_string();
    if node.value != Value::Text(expected.clone()) {
        let expected = message!(
            "expected-board",
            "{size}, the board of `{rules}`",
            size = format!("{expected:?}"),
            rules = rules.id()
        );
        faults.push(field.unexpected(expected).numbered(101));
    }
}
