//! Serde modules for values of other crates: squares and colours by name, times in milliseconds.
//!
//! They are used as `#[serde(with = "record::names::name")]`.

use std::fmt::Display;
use std::time::Duration;

use rules::{Colour, Square};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A value that is written by its name.
pub trait Named: Display + Sized {
    /// A description of the expected name, for error messages.
    const EXPECTED: &'static str;

    /// The value of this name.
    fn from_name(name: &str) -> Option<Self>;
}

impl Named for Square {
    const EXPECTED: &'static str = "a square such as `e4`";

    fn from_name(name: &str) -> Option<Square> {
        Square::parse_prefix(name).filter(|(_, rest)| rest.is_empty()).map(|(square, _)| square)
    }
}

impl Named for Colour {
    const EXPECTED: &'static str = "`white` or `black`";

    fn from_name(name: &str) -> Option<Colour> {
        Colour::from_name(name)
    }
}

/// A value by its name, such as `n14` or `white`.
pub mod name {
    use super::*;

    /// Writes a value.
    pub fn serialize<T: Named, S: Serializer>(value: &T, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(value)
    }

    /// Reads a value.
    pub fn deserialize<'de, T: Named, D: Deserializer<'de>>(from: D) -> Result<T, D::Error> {
        let name = String::deserialize(from)?;
        T::from_name(&name)
            .ok_or_else(|| D::Error::custom(format!("expected {}, found {name:?}", T::EXPECTED)))
    }
}

/// A value by its name, or null.
pub mod name_or_not {
    use super::*;

    #[derive(Serialize, Deserialize)]
    #[serde(transparent)]
    struct ByName<T: Named>(#[serde(with = "name")] T);

    /// Writes a value or null.
    pub fn serialize<T: Named + Copy, S: Serializer>(
        value: &Option<T>,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        value.map(ByName).serialize(to)
    }

    /// Reads a value or null.
    pub fn deserialize<'de, T: Named, D: Deserializer<'de>>(
        from: D,
    ) -> Result<Option<T>, D::Error> {
        Ok(Option::<ByName<T>>::deserialize(from)?.map(|value| value.0))
    }
}

/// A length of time in whole milliseconds.
pub mod milliseconds {
    use super::*;

    /// Writes a length of time; what is below a millisecond is cut off.
    pub fn serialize<S: Serializer>(time: &Duration, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_u64(whole(*time))
    }

    /// Reads a length of time.
    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Duration, D::Error> {
        u64::deserialize(from).map(Duration::from_millis)
    }

    /// The whole milliseconds of a length of time.
    pub fn whole(time: Duration) -> u64 {
        u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
    }
}

/// A length of time in whole milliseconds, or null.
pub mod milliseconds_or_not {
    use super::*;

    /// Writes a length of time or null.
    pub fn serialize<S: Serializer>(time: &Option<Duration>, to: S) -> Result<S::Ok, S::Error> {
        time.map(milliseconds::whole).serialize(to)
    }

    /// Reads a length of time or null.
    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Duration>, D::Error> {
        Ok(Option::<u64>::deserialize(from)?.map(Duration::from_millis))
    }
}
