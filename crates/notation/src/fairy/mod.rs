//! Variants in the format of Fairy-Stockfish's `variants.ini`: sections of keys that inherit from others.
//!
//! A section that can be expressed becomes a rule set; any other is refused by the names of the keys that
//! cannot. Rule sets are written back as such sections.

mod betza;
mod convert;
mod draft;
mod export;
mod moves;

use std::collections::BTreeMap;

use rules::RuleSpec;
use thiserror::Error;

use crate::diagnostics::excerpt;
use draft::Draft;
pub use export::{ExportError, section};
pub use moves::{format_move, parse_move};

/// What Fairy-Stockfish has built in.
const BUILT_IN: &str = include_str!("builtin.ini");

/// How many sections may inherit from each other in a row.
const MOST_ANCESTORS: usize = 16;

/// Why a section is no rule set.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FairyError {
    /// There is no such section.
    #[error("there is no variant `{}`", excerpt(.0))]
    Unknown(String),
    /// Nothing stands in its brackets before a colon.
    #[error("it has no name")]
    NoName,
    /// It inherits from a section that is not there.
    #[error("it inherits from `{}`, which is not there", excerpt(.0))]
    UnknownBase(String),
    /// It inherits from others in a ring, or in too long a row.
    #[error("it inherits in a ring, or from more than {MOST_ANCESTORS} variants in a row")]
    EndlessBase,
    /// Keys that cannot be expressed here.
    #[error("it cannot be expressed because of {}", list(.0))]
    Refused(Vec<String>),
    /// A key whose value cannot be read.
    #[error("`{key}` is `{}`; expected {expected}", excerpt(value))]
    BadValue {
        /// As it stands before the equals sign.
        key: String,
        /// As it stands after the equals sign.
        value: String,
        /// Which values can be read there.
        expected: &'static str,
    },
    /// The rules contradict each other.
    #[error("{0}")]
    Unsound(String),
}

fn bad(key: &str, value: &str, expected: &'static str) -> FairyError {
    FairyError::BadValue { key: key.to_owned(), value: value.to_owned(), expected }
}

fn list(keys: &[String]) -> String {
    keys.iter().map(|key| format!("`{}`", excerpt(key))).collect::<Vec<_>>().join(", ")
}

/// One section of a file.
#[derive(Clone, Debug)]
struct Section {
    base: Option<String>,
    keys: BTreeMap<String, String>,
}

/// All sections of a file, and those that Fairy-Stockfish has built in.
#[derive(Clone, Debug)]
pub struct Variants {
    sections: BTreeMap<String, Section>,
    /// The names of the file, in its order.
    names: Vec<String>,
}

impl Variants {
    /// What is built in, without a file.
    pub fn built_in() -> Variants {
        let mut variants = Variants { sections: BTreeMap::new(), names: Vec::new() };
        variants.add(BUILT_IN);
        variants
    }

    /// The sections of a file, which may inherit from each other and from what is built in.
    pub fn parse(text: &str) -> Variants {
        Variants::built_in().and(text)
    }

    /// The sections of another file, which may inherit from all that there are.
    #[must_use]
    pub fn and(mut self, text: &str) -> Variants {
        self.names.clear();
        self.add(text);
        self
    }

    /// The names in the order of the file.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.names.iter().map(String::as_str)
    }

    /// All names, of the file and of what is built in.
    pub fn all_names(&self) -> impl Iterator<Item = &str> {
        self.sections.keys().map(String::as_str)
    }

    /// Is there a section of this name?
    pub fn contains(&self, name: &str) -> bool {
        self.sections.contains_key(name)
    }

    /// The rule set of a section.
    ///
    /// # Errors
    /// If there is no such section, or it cannot be expressed.
    pub fn rule_set(&self, name: &str) -> Result<RuleSpec, FairyError> {
        if name.is_empty() {
            return Err(FairyError::NoName);
        }
        let spec = convert::rule_set(name, &self.draft(name, MOST_ANCESTORS)?)?;
        let faults = spec.faults();
        match faults.first() {
            Some(fault) => Err(FairyError::Unsound(fault.to_string())),
            None => Ok(spec),
        }
    }

    /// A FEN of a variant as Fairy-Stockfish writes it, as we write it: hands are left out, promoted
    /// pieces have their own letters.
    ///
    /// # Errors
    /// If there is no such section, or pieces are in hand.
    pub fn our_fen(&self, name: &str, fen: &str) -> Result<String, FairyError> {
        convert::our_fen(&self.draft(name, MOST_ANCESTORS)?, fen)
    }

    fn draft(&self, name: &str, ancestors: usize) -> Result<Draft, FairyError> {
        let section =
            self.sections.get(name).ok_or_else(|| FairyError::Unknown(name.to_owned()))?;
        let mut draft = match &section.base {
            Some(base) if !self.sections.contains_key(base) => {
                return Err(FairyError::UnknownBase(base.clone()));
            }
            Some(_) if ancestors == 0 => return Err(FairyError::EndlessBase),
            Some(base) => self.draft(base, ancestors - 1)?,
            None => Draft::default(),
        };
        draft.apply(&section.keys)?;
        Ok(draft)
    }

    fn add(&mut self, text: &str) {
        let mut current: Option<String> = None;
        for line in text.lines().map(str::trim) {
            if let Some(rest) = line.strip_prefix('[') {
                let header = rest.split(']').next().unwrap_or_default();
                let (name, base) = match header.split_once(':') {
                    Some((name, base)) => (name, Some(base.trim().to_owned())),
                    None => (header, None),
                };
                let name = name.trim().to_owned();
                self.names.push(name.clone());
                let section = Section { base, keys: BTreeMap::new() };
                self.sections.insert(name.clone(), section);
                current = Some(name);
            } else if !line.starts_with([';', '#'])
                && let Some((key, value)) = line.split_once('=')
                && let Some(section) = current.as_ref().and_then(|name| self.sections.get_mut(name))
            {
                section.keys.insert(key.trim().to_owned(), value.trim().to_owned());
            }
        }
    }
}

#[cfg(test)]
mod tests;
