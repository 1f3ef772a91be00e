//! Reads archives and checks everything in them.

mod about;
mod record;

pub(super) use about::read_seconds;
pub(super) use record::read_move;

use std::io;
use std::sync::Arc;

use rules::Rules;

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

/// Reads an archive, and tells what was odd about it.
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
        let message = format!("the archive is larger than {LARGEST} MiB");
        return Err(Diagnostic::error(message));
    }
    let node = parse_json(text).map_err(|fault| match fault.key {
        None => fault.numbered(104),
        Some(_) => fault,
    })?;
    if !matches!(node.value, Value::Table(_)) {
        let message =
            format!("the file is {}; expected a game archive, a table `{{...}}`", node.value);
        return Err(Diagnostic::error(message).numbered(104).at(node.place));
    }
    match large_table(&node) {
        Some(table) => {
            let message = format!("this table has more than {MOST_KEYS} keys");
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
    let wrong = |field: &Field<'_>, words: String| Err(fault(field, 104, words));
    let is_known = |number: i64| (1..=i64::from(VERSION)).contains(&number);
    match format.node().map(|node| &node.value) {
        None => {
            let words = format!("is missing; expected {FORMAT:?}, as every game archive has it");
            return wrong(format, words);
        }
        Some(Value::Text(text)) if text == FORMAT => {}
        Some(other) => return wrong(format, format!("is {other}; expected {FORMAT:?}")),
    }
    match version.node().map(|node| &node.value) {
        None => wrong(version, format!("is missing; expected {VERSION} or less")),
        Some(Value::Number(number)) if number.integer.is_some_and(is_known) => Ok(()),
        Some(Value::Number(number)) if number.integer.is_some_and(|n| n > VERSION.into()) => {
            let written = &number.written;
            let words =
                format!("is {written}; expected {VERSION} or less: a newer program wrote it");
            wrong(version, words)
        }
        Some(other) => wrong(version, format!("is {other}; expected {VERSION} or less")),
    }
}

/// A fault with a code, in words that follow the name of the key.
fn fault(
    field: &Field<'_>,
    code: impl Into<Option<u16>>,
    words: impl std::fmt::Display,
) -> Diagnostic {
    let message = format!("`{}` {words}", field.key());
    let fault = Diagnostic::error(message).at(field.place()).about(field.key());
    Diagnostic { code: code.into(), ..fault }
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
    let shipped = ruleset::shipped(name);
    if shipped.is_none() {
        let ids = ruleset::quoted_ids();
        id.wrong(format_args!("{ids}, or `rules_file` with the rules in full"), faults);
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
            field.wrong("the lines of a rule set's file, in a list `[...]`", faults);
            return None;
        }
    };
    if text.len() > ruleset::LARGEST << 10 {
        field.error(format_args!("has more than {} KiB", ruleset::LARGEST), faults);
        return None;
    }
    let alone = |_: &str| Err(io::Error::other("an archive has its rules in full"));
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
        found.iter().for_each(|why| field.error(format_args!("is {fog}, but {why}"), faults));
    };
    rules.with_fog(fog).map_err(tell).ok()
}

fn check_board(rules: &Rules, field: &Field<'_>, faults: &mut Diagnostics) {
    let Some(node) = field.node() else { return };
    let expected = rules.size().to_string();
    if node.value != Value::Text(expected.clone()) {
        let id = rules.id();
        let words = format!("is {}; expected {expected:?}, the board of `{id}`", node.value);
        faults.push(fault(field, 101, words));
    }
}
