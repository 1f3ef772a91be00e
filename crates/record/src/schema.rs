//! JSON Schemas of the values that JSON has as texts.

use std::borrow::Cow;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

use crate::UciMove;

/// The schema of a text with a pattern.
pub fn text(about: &str, pattern: &str) -> Schema {
    json_schema!({ "type": "string", "description": about, "pattern": pattern })
}

/// Stands for a square, which is written by its name.
pub struct SquareName;

impl JsonSchema for SquareName {
    fn schema_name() -> Cow<'static, str> {
        "Square".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        text("A square such as `e4` or `n13`.", "^[a-p]([1-9]|1[0-6])$")
    }
}

impl JsonSchema for UciMove {
    fn schema_name() -> Cow<'static, str> {
        "Move".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        text(
            "A move as UCI writes it, such as `e2e4` or `n13n14q`; castling is the king's own step.",
            "^[a-p]([1-9]|1[0-6])[a-p]([1-9]|1[0-6])[a-z]?$",
        )
    }
}

/// Stands for a colour, which is written by its name.
pub struct ColourName;

impl JsonSchema for ColourName {
    fn schema_name() -> Cow<'static, str> {
        "Colour".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({ "type": "string", "description": "A side.", "enum": ["white", "black"] })
    }
}
