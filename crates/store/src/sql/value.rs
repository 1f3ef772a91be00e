//! Values on their way into a database, and rows on their way out.

use std::borrow::Cow;

use super::Result;
use crate::StoreError;

/// The value of a column.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Value<'a> {
    Null,
    Integer(i64),
    Real(f64),
    Text(Cow<'a, str>),
    Blob(Cow<'a, [u8]>),
}

/// The values of a statement, each of a type of its own.
macro_rules! values {
    ($($value:expr),* $(,)?) => {
        &[$($crate::sql::Value::from($value)),*]
    };
}
pub(super) use values;

impl From<i64> for Value<'_> {
    fn from(number: i64) -> Self {
        Value::Integer(number)
    }
}

impl From<u32> for Value<'_> {
    fn from(number: u32) -> Self {
        Value::Integer(number.into())
    }
}

impl From<f64> for Value<'_> {
    fn from(number: f64) -> Self {
        Value::Real(number)
    }
}

impl<'a> From<&'a str> for Value<'a> {
    fn from(text: &'a str) -> Self {
        Value::Text(text.into())
    }
}

impl<'a> From<&'a String> for Value<'a> {
    fn from(text: &'a String) -> Self {
        Value::Text(text.into())
    }
}

impl From<String> for Value<'_> {
    fn from(text: String) -> Self {
        Value::Text(text.into())
    }
}

impl<'a> From<&'a [u8]> for Value<'a> {
    fn from(bytes: &'a [u8]) -> Self {
        Value::Blob(bytes.into())
    }
}

impl<'a, T: Into<Value<'a>>> From<Option<T>> for Value<'a> {
    fn from(value: Option<T>) -> Self {
        value.map_or(Value::Null, T::into)
    }
}

/// A row, whose columns are taken one after the other.
#[derive(Debug)]
pub(crate) struct Row {
    columns: std::vec::IntoIter<Value<'static>>,
}

impl Row {
    /// The next column.
    ///
    /// # Errors
    /// If it is of another type: another program wrote it.
    pub(crate) fn next<T: FromValue>(&mut self) -> Result<T> {
        let value = self.columns.next().unwrap_or(Value::Null);
        T::from_value(value).map_err(|found| {
            StoreError::Image(format!("expected {} in a table, found {found:?}", T::EXPECTED))
        })
    }
}

impl From<Vec<Value<'static>>> for Row {
    fn from(columns: Vec<Value<'static>>) -> Row {
        Row { columns: columns.into_iter() }
    }
}

/// A Rust type that a column can be read as.
pub(crate) trait FromValue: Sized {
    /// The expected type, for messages.
    const EXPECTED: &'static str;

    /// Makes it, or gives the value back.
    fn from_value(value: Value<'static>) -> std::result::Result<Self, Value<'static>>;
}

impl FromValue for i64 {
    const EXPECTED: &'static str = "a whole number";

    fn from_value(value: Value<'static>) -> std::result::Result<i64, Value<'static>> {
        match value {
            Value::Integer(number) => Ok(number),
            other => Err(other),
        }
    }
}

/// A count; one below zero was tampered with, and counts as none.
impl FromValue for u64 {
    const EXPECTED: &'static str = i64::EXPECTED;

    fn from_value(value: Value<'static>) -> std::result::Result<u64, Value<'static>> {
        i64::from_value(value).map(|number| u64::try_from(number).unwrap_or_default())
    }
}

impl FromValue for f64 {
    const EXPECTED: &'static str = "a number";

    fn from_value(value: Value<'static>) -> std::result::Result<f64, Value<'static>> {
        match value {
            Value::Real(number) => Ok(number),
            other => Err(other),
        }
    }
}

impl FromValue for String {
    const EXPECTED: &'static str = "a text";

    fn from_value(value: Value<'static>) -> std::result::Result<String, Value<'static>> {
        match value {
            Value::Text(text) => Ok(text.into_owned()),
            other => Err(other),
        }
    }
}

impl FromValue for Vec<u8> {
    const EXPECTED: &'static str = "bytes";

    fn from_value(value: Value<'static>) -> std::result::Result<Vec<u8>, Value<'static>> {
        match value {
            Value::Blob(bytes) => Ok(bytes.into_owned()),
            other => Err(other),
        }
    }
}

impl<T: FromValue> FromValue for Option<T> {
    const EXPECTED: &'static str = T::EXPECTED;

    fn from_value(value: Value<'static>) -> std::result::Result<Option<T>, Value<'static>> {
        match value {
            Value::Null => Ok(None),
            other => T::from_value(other).map(Some),
        }
    }
}
