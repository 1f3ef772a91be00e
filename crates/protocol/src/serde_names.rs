//! Words of `rules` as they are written in messages: squares and colours by their names.

use rules::{Colour, Square};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A square by its name, such as `n14`.
#[derive(Serialize, Deserialize)]
#[serde(transparent)]
struct SquareName(#[serde(with = "square")] Square);

/// A colour by its name.
#[derive(Serialize, Deserialize)]
#[serde(transparent)]
struct ColourName(#[serde(with = "colour")] Colour);

pub(crate) mod square {
    use super::*;

    pub(crate) fn serialize<S: Serializer>(square: &Square, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(square)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Square, D::Error> {
        let text = std::borrow::Cow::<str>::deserialize(from)?;
        match Square::parse_prefix(&text) {
            Some((square, "")) => Ok(square),
            _ => Err(D::Error::custom(format!("expected a square such as `e4`, found {text:?}"))),
        }
    }
}

pub(crate) mod colour {
    use super::*;

    pub(crate) fn serialize<S: Serializer>(colour: &Colour, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(colour.name())
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Colour, D::Error> {
        let text = std::borrow::Cow::<str>::deserialize(from)?;
        Colour::from_name(&text)
            .ok_or_else(|| D::Error::custom(format!("expected `white` or `black`, found {text:?}")))
    }
}

pub(crate) mod square_or_not {
    use super::*;

    pub(crate) fn serialize<S: Serializer>(
        square: &Option<Square>,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        square.map(SquareName).serialize(to)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
        from: D,
    ) -> Result<Option<Square>, D::Error> {
        Ok(Option::<SquareName>::deserialize(from)?.map(|square| square.0))
    }
}

pub(crate) mod colour_or_not {
    use super::*;

    pub(crate) fn serialize<S: Serializer>(
        colour: &Option<Colour>,
        to: S,
    ) -> Result<S::Ok, S::Error> {
        colour.map(ColourName).serialize(to)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
        from: D,
    ) -> Result<Option<Colour>, D::Error> {
        Ok(Option::<ColourName>::deserialize(from)?.map(|colour| colour.0))
    }
}
