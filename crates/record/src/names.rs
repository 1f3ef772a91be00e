//! Serde modules for values of other crates: squares and colours by name, times in milliseconds.
//!
//! They are used as `#[serde(with = "record::names::colour")]`.

use std::borrow::Cow;
use std::time::Duration;

use rules::{Colour, Square};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

#[derive(Serialize, Deserialize)]
#[serde(transparent)]
struct SquareName(#[serde(with = "square")] Square);

#[derive(Serialize, Deserialize)]
#[serde(transparent)]
struct ColourName(#[serde(with = "colour")] Colour);

/// A square by its name, such as `n14`.
pub mod square {
    use super::*;

    /// Writes a square.
    pub fn serialize<S: Serializer>(square: &Square, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(square)
    }

    /// Reads a square.
    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Square, D::Error> {
        let text = Cow::<str>::deserialize(from)?;
        match Square::parse_prefix(&text) {
            Some((square, "")) => Ok(square),
            _ => Err(D::Error::custom(format!("expected a square such as `e4`, found {text:?}"))),
        }
    }
}

/// A colour by its name, `white` or `black`.
pub mod colour {
    use super::*;

    /// Writes a colour.
    pub fn serialize<S: Serializer>(colour: &Colour, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(colour.name())
    }

    /// Reads a colour.
    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Colour, D::Error> {
        let text = Cow::<str>::deserialize(from)?;
        Colour::from_name(&text)
            .ok_or_else(|| D::Error::custom(format!("expected `white` or `black`, found {text:?}")))
    }
}

/// A square by its name, or null.
pub mod square_or_not {
    use super::*;

    /// Writes a square or null.
    pub fn serialize<S: Serializer>(square: &Option<Square>, to: S) -> Result<S::Ok, S::Error> {
        square.map(SquareName).serialize(to)
    }

    /// Reads a square or null.
    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Square>, D::Error> {
        Ok(Option::<SquareName>::deserialize(from)?.map(|square| square.0))
    }
}

/// A colour by its name, or null.
pub mod colour_or_not {
    use super::*;

    /// Writes a colour or null.
    pub fn serialize<S: Serializer>(colour: &Option<Colour>, to: S) -> Result<S::Ok, S::Error> {
        colour.map(ColourName).serialize(to)
    }

    /// Reads a colour or null.
    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Colour>, D::Error> {
        Ok(Option::<ColourName>::deserialize(from)?.map(|colour| colour.0))
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
