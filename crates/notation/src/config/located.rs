//! A value together with the key that gave it, so that later faults can still be located.

use std::fmt::Display;

use crate::Field;
use crate::diagnostics::{Diagnostic, Diagnostics, Place, excerpt};

/// A value that a file gives under a key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Located<T> {
    /// As the file gives it, after it was checked.
    pub value: T,
    /// The key, such as `levels[2].layout`.
    pub key: String,
    /// Where the value stands, if it comes from a file at all.
    pub place: Option<Place>,
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

impl<T: Display> Located<T> {
    /// Says that the value makes the file unusable, in words that follow it.
    pub(super) fn error(&self, words: impl Display, faults: &mut Diagnostics) {
        faults.push(self.told(Diagnostic::error(self.sentence(words))));
    }

    /// Says that the value is odd, in words that follow it.
    pub(super) fn warning(&self, words: impl Display, faults: &mut Diagnostics) {
        faults.push(self.told(Diagnostic::warning(self.sentence(words))));
    }

    fn sentence(&self, words: impl Display) -> String {
        let value = self.value.to_string();
        format!("`{}` is {:?}{words}", self.key, excerpt(&value))
    }

    fn told(&self, fault: Diagnostic) -> Diagnostic {
        fault.at(self.place).about(self.key.clone())
    }
}
