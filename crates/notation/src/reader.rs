//! Typed values out of a parsed file, with every fault collected on the way.
//!
//! ```
//! # use xxlchess_notation::{Field, parse_json, diagnostics::Diagnostics};
//! # use rules::message;
//! # let node = parse_json(r#"{"layout": "level1.txt", "clock": {"secnods": 5}}"#)?;
//! # let faults = &mut Diagnostics::new();
//! let mut file = Field::root(&node).table(faults);
//! let layout = file.need("layout").text(faults);
//! let mut clock = file.get("clock").table(faults);
//! let expected = message!("seconds", "a number of seconds");
//! let seconds = clock.get("seconds").number(expected, 0.0.., faults).unwrap_or(600.0);
//! clock.finish(faults);
//! file.finish(faults);
//! # assert_eq!((layout, seconds, faults.iter().count()), (Some("level1.txt"), 600.0, 1));
//! # Ok::<(), xxlchess_notation::diagnostics::Diagnostic>(())
//! ```

use std::{
    fmt::Display,
    ops::{Bound, RangeBounds},
};

use rules::message;
use rules::message::{FaultMessage, either};

use crate::{
    diagnostics::{
        Diagnostic, Diagnostics, Severity, TextPosition, about_key, excerpt, nearest, with_hint,
    },
    document::{Key, Node, Value},
};

#[cfg(test)]
mod tests;

/// A value that a file has, or could have, under some key.
///
/// Each reading method gives `None` if the value is absent, and says why if that is a fault: it
/// is needed but missing, or is not what was expected.
#[derive(Debug, Clone)]
pub struct Field<'a> {
    node: Option<&'a Node>,
    key: String,
    place: Option<TextPosition>,
    needed: bool,
}

impl<'a> Field<'a> {
    /// The whole file.
    pub fn root(node: &'a Node) -> Self {
        Self::item(node, String::new())
    }

    fn item(node: &'a Node, key: String) -> Self {
        Self { node: Some(node), key, place: Some(node.place), needed: true }
    }

    /// The path of the key, such as `pieces[2].betza`; empty for the whole file.
    pub fn key(&self) -> &str {
        &self.key
    }

    /// Where the value stands; if it is absent, where the table starts that lacks it.
    pub fn place(&self) -> Option<TextPosition> {
        self.place
    }

    /// The value as it is, for those that may be of several kinds.
    pub fn node(&self) -> Option<&'a Node> {
        self.node
    }

    /// A string, or a fault if the value is something else.
    pub fn text(&self, faults: &mut Diagnostics) -> Option<&'a str> {
        let expected = || message!("expected-text", "a text in quotes");
        self.read(expected, faults, |value| match value {
            Value::Text(text) => Some(text.as_str()),
            _ => None,
        })
    }

    /// A text that `parse` can make something of; `what` is, for example, "a square such as e4".
    pub fn parsed<T, E: Into<FaultMessage>>(
        &self,
        what: FaultMessage,
        parse: impl FnOnce(&'a str) -> Result<T, E>,
        faults: &mut Diagnostics,
    ) -> Option<T> {
        let text = match self.node.map(|node| &node.value) {
            Some(Value::Text(text)) => text,
            _ => return self.read(|| what, faults, |_| None),
        };
        let tell = |why: E| {
            let expected = message!("expected-because", "{what} ({why})", what, why = why.into());
            self.report(expected, faults);
        };
        parse(text).map_err(tell).ok()
    }

    /// A finite number within the range; `what` is, for example, "a number of seconds".
    pub fn number(
        &self,
        what: FaultMessage,
        range: impl RangeBounds<f64>,
        faults: &mut Diagnostics,
    ) -> Option<f64> {
        let fits = |number: &f64| number.is_finite() && range.contains(number);
        self.read(
            || within(what, &range),
            faults,
            |value| match value {
                Value::Number(number) => Some(number.value).filter(fits),
                _ => None,
            },
        )
    }

    /// A whole number within the range; `what` is, for example, "a whole number of squares".
    pub fn integer<T: TryFrom<i64> + PartialOrd + Display>(
        &self,
        what: FaultMessage,
        range: impl RangeBounds<T>,
        faults: &mut Diagnostics,
    ) -> Option<T> {
        self.read(
            || within(what, &range),
            faults,
            |value| match value {
                Value::Number(number) => {
                    T::try_from(number.integer?).ok().filter(|integer| range.contains(integer))
                }
                _ => None,
            },
        )
    }

    /// `true` or `false`.
    pub fn bool(&self, faults: &mut Diagnostics) -> Option<bool> {
        let expected = || message!("expected-switch", "true or false");
        self.read(expected, faults, |value| match value {
            Value::Bool(value) => Some(*value),
            _ => None,
        })
    }

    /// One of the given texts, and what it stands for.
    pub fn choice<T: Clone>(&self, choices: &[(&str, T)], faults: &mut Diagnostics) -> Option<T> {
        let found = match self.node.map(|node| &node.value) {
            Some(Value::Text(text)) => Some(text.as_str()),
            _ => None,
        };
        if let Some((_, chosen)) = choices.iter().find(|(name, _)| Some(*name) == found) {
            return Some(chosen.clone());
        }
        let expected = || {
            let names = choices.iter().map(|(name, _)| *name);
            let choices = either(names.clone().map(|name| format!("{name:?}")));
            let near = found.and_then(|found| nearest(found, names));
            let expected = message!("expected-choice", "{choices}", choices);
            with_hint(expected, near.map(|near| format!("{near:?}")))
        };
        self.read(expected, faults, |_| None)
    }

    /// The items of a list; none if the list is absent or faulty.
    pub fn list(&self, faults: &mut Diagnostics) -> Vec<Field<'a>> {
        let expected = || message!("expected-list", "a list `[...]`");
        let items = self.read(expected, faults, |value| match value {
            Value::List(items) => Some(items),
            _ => None,
        });
        let items = items.into_iter().flatten().enumerate();
        items.map(|(index, node)| Field::item(node, format!("{}[{index}]", self.key))).collect()
    }

    /// A reader of a table; if the table is absent or faulty, one that finds and needs nothing.
    pub fn table(&self, faults: &mut Diagnostics) -> TableReader<'a> {
        let entries = self.read(
            || EXPECTED_TABLE,
            faults,
            |value| match value {
                Value::Table(entries) => Some(entries.as_slice()),
                _ => None,
            },
        );
        let (path, place) = (self.key.clone(), self.place);
        TableReader { entries, path, place, asked: Vec::new() }
    }

    /// What a function reads of a table; keys that it does not ask for are warned about.
    pub fn whole_table<T>(
        &self,
        faults: &mut Diagnostics,
        read: impl FnOnce(&mut TableReader<'a>, &mut Diagnostics) -> T,
    ) -> T {
        let mut table = self.table(faults);
        let value = read(&mut table, faults);
        table.finish(faults);
        value
    }

    /// Says that the value is something else than expected.
    pub fn report(&self, expected: FaultMessage, faults: &mut Diagnostics) {
        faults.push(self.unexpected(expected));
    }

    /// Says that something makes the value unusable, in words that follow the name of the key.
    pub fn error(&self, words: FaultMessage, faults: &mut Diagnostics) {
        faults.push(self.fault(words));
    }

    /// Says that something is odd about the value, in words that follow the name of the key.
    pub fn warning(&self, words: FaultMessage, faults: &mut Diagnostics) {
        faults.push(Diagnostic { severity: Severity::Warning, ..self.fault(words) });
    }

    /// The fault that the value is something else than expected.
    pub(crate) fn unexpected(&self, expected: FaultMessage) -> Diagnostic {
        self.fault(match self.node {
            Some(node) => message!(
                "is-unexpected",
                "is {found}; expected {expected}",
                found = &node.value,
                expected
            ),
            None => missing(expected),
        })
    }

    /// An error in words that follow the name of the key.
    pub(crate) fn fault(&self, words: FaultMessage) -> Diagnostic {
        let fault = match self.key.as_str() {
            "" => Diagnostic::error(message!("file-words", "the file {words}", words)),
            key => about_key(key, words),
        };
        fault.at(self.place)
    }

    fn read<T>(
        &self,
        expected: impl FnOnce() -> FaultMessage,
        faults: &mut Diagnostics,
        read: impl FnOnce(&'a Value) -> Option<T>,
    ) -> Option<T> {
        let value = self.node.and_then(|node| read(&node.value));
        if value.is_none() && self.needed {
            self.report(expected(), faults);
        }
        value
    }
}

/// In words that follow the name of the key.
pub(crate) fn missing(expected: FaultMessage) -> FaultMessage {
    message!("is-missing", "is missing; expected {expected}", expected)
}

/// What is expected where a table should be.
pub const EXPECTED_TABLE: FaultMessage = message!("expected-table", "a table `{{...}}`");

/// Takes a table apart, and knows in the end which keys were not read.
#[derive(Debug)]
#[must_use = "`finish` reports the unknown keys"]
pub struct TableReader<'a> {
    entries: Option<&'a [(Key, Node)]>,
    path: String,
    place: Option<TextPosition>,
    asked: Vec<&'a str>,
}

impl<'a> TableReader<'a> {
    /// The value of a key that may be absent.
    pub fn get(&mut self, name: &'a str) -> Field<'a> {
        self.field(name, false)
    }

    /// The value of a key if it is there, of one that is not offered to who mistypes another.
    pub fn given(&mut self, name: &'a str) -> Option<Field<'a>> {
        let is_there = self.entries.unwrap_or_default().iter().any(|(key, _)| key.name == name);
        is_there.then(|| self.get(name))
    }

    /// The value of a key that must be there.
    pub fn need(&mut self, name: &'a str) -> Field<'a> {
        self.field(name, self.entries.is_some())
    }

    /// Every value, for tables whose keys are free, such as names of pieces.
    pub fn entries(&mut self) -> Vec<(&'a Key, Field<'a>)> {
        let entries = self.entries.unwrap_or_default();
        self.asked.extend(entries.iter().map(|(key, _)| key.name.as_str()));
        let field =
            |(key, node): &'a (Key, Node)| (key, Field::item(node, self.path_of(&key.name)));
        entries.iter().map(field).collect()
    }

    /// Whether the file has this table at all.
    pub fn is_present(&self) -> bool {
        self.entries.is_some()
    }

    /// Warns about the keys that were not read.
    pub fn finish(self, faults: &mut Diagnostics) {
        for (key, _) in self.entries.unwrap_or_default() {
            if self.asked.contains(&key.name.as_str()) {
                continue;
            }
            let path = self.path_of(&key.name);
            let message = match nearest(&key.name, self.asked.iter().copied()) {
                Some(near) => {
                    let message = message!("unknown-key", "unknown key `{key}`", key = &path);
                    with_hint(message, Some(format!("`{near}`")))
                }
                None => message!("ignored-key", "unknown key `{key}`; it is ignored", key = &path),
            };
            faults.push(Diagnostic::warning(message).at(key.place).about(path));
        }
    }

    fn field(&mut self, name: &'a str, needed: bool) -> Field<'a> {
        self.asked.push(name);
        let entries = self.entries.unwrap_or_default();
        let key = self.path_of(name);
        match entries.iter().find(|(key, _)| key.name == name) {
            Some((_, node)) => Field::item(node, key),
            None => Field { node: None, key, place: self.place, needed },
        }
    }

    fn path_of(&self, name: &str) -> String {
        let is_plain = |char: char| char.is_alphanumeric() || char == '_' || char == '-';
        let name = match excerpt(name) {
            name if !name.is_empty() && name.chars().all(is_plain) => name.into_owned(),
            name => format!("{name:?}"),
        };
        match self.path.as_str() {
            "" => name,
            path => format!("{path}.{name}"),
        }
    }
}

/// "a number, 0 or more", "a number from 1 to 5", and so on.
fn within<T: Display>(what: FaultMessage, range: &impl RangeBounds<T>) -> FaultMessage {
    let low = match range.start_bound() {
        Bound::Unbounded => None,
        Bound::Included(low) => Some(message!("or-more", "{low} or more", low = low.to_string())),
        Bound::Excluded(low) => {
            Some(message!("more-than", "more than {low}", low = low.to_string()))
        }
    };
    let high = match range.end_bound() {
        Bound::Unbounded => None,
        Bound::Included(high) => {
            Some(message!("at-most", "at most {high}", high = high.to_string()))
        }
        Bound::Excluded(high) => {
            Some(message!("less-than", "less than {high}", high = high.to_string()))
        }
    };
    match (range.start_bound(), range.end_bound(), low, high) {
        (Bound::Included(low), Bound::Included(high), ..) => message!(
            "from-to",
            "{what} from {low} to {high}",
            what,
            low = low.to_string(),
            high = high.to_string()
        ),
        (.., Some(low), Some(high)) => {
            message!("within", "{what}, {low} and {high}", what, low, high)
        }
        (.., Some(bound), None) | (.., None, Some(bound)) => {
            message!("bounded", "{what}, {bound}", what, bound)
        }
        (.., None, None) => what,
    }
}
