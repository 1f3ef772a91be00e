//! A value together with the key that gave it, so that later faults can still be located.

use std::fmt::Display;

use rules::message;
use rules::message::FaultMessage;

use crate::Field;
use crate::diagnostics::{Diagnostic, TextPosition, excerpt};

/// A value that a file gives under a key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Located<T> {
    /// As the file gives it, after it was checked.
    pub value: T,
    /// The key, such as `levels[2].layout`.
    pub key: String,
    /// Where the value stands, if it comes from a file at all.
    pub place: Option<TextPosition>,
}

impl<T> Located<T> {
    /// A value that comes from no file, such as one chosen in a menu.
    pub fn new(key: &str, value: T) -> Located<T> {
        Located { value, key: key.to_owned(), place: None }
    }

    pub(super) fn by(field: &Field<'_>, value: T) -> Located<T> {
        Located { value, key: field.key().to_owned(), place: field.place() }
    }
}

impl<T> Located<T> {
    /// The fault at the value.
    pub fn at(&self, fault: Diagnostic) -> Diagnostic {
        fault.at(self.place).about(self.key.clone())
    }
}

impl<T: Display> Located<T> {
    /// What the file says, as the beginning of a sentence.
    pub(super) fn quoted(&self) -> FaultMessage {
        let value = format!("{:?}", excerpt(&self.value.to_string()));
        message!("key-is", "`{key}` is {value}", key = &self.key, value)
    }
}
