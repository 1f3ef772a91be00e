//! The JSON Schema of all messages, generated from their types.

use std::borrow::Cow;

use record::schema::text as text_schema;
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde_json::{Map, Value, json};

use crate::{
    ChatText, LONGEST_CHAT, LONGEST_NAME, PlayerName, RoomCode, RoomId, ToClient, ToServer, Token,
    VERSION,
};

/// What clients send (`to_server`) and servers send (`to_client`), each as a JSON Schema.
pub fn schema() -> Value {
    let settings = SchemaSettings::draft2020_12();
    let to_server = settings.clone().for_deserialize().into_generator();
    let to_client = settings.for_serialize().into_generator();
    json!({
        "version": VERSION,
        "to_server": with_ids(to_server.into_root_schema_for::<ToServer>()),
        "to_client": with_ids(to_client.into_root_schema_for::<ToClient>()),
    })
}

/// Every message may have an id beside it; one that is a mere word becomes an object then.
fn with_ids(schema: Schema) -> Value {
    let mut schema = schema.to_value();
    let id = json!({
        "type": "integer",
        "minimum": 0,
        "description": "The id of a request and of the message that answers it.",
    });
    let Some(variants) = schema.get_mut("oneOf").and_then(Value::as_array_mut) else {
        return schema;
    };
    let mut words = Vec::new();
    for variant in variants.iter_mut() {
        if let Some(word) = variant.get("const").and_then(Value::as_str) {
            let mut properties = Map::from_iter([("id".to_owned(), id.clone())]);
            properties.insert(word.to_owned(), json!({ "type": "null" }));
            words.push(json!({
                "type": "object",
                "description": variant.get("description"),
                "properties": properties,
                "required": [word],
                "additionalProperties": false,
            }));
        } else if let Some(properties) =
            variant.get_mut("properties").and_then(Value::as_object_mut)
        {
            properties.insert("id".to_owned(), id.clone());
        }
    }
    variants.extend(words);
    schema
}

/// A text with a pattern.
macro_rules! text {
    ($kind:ty, $name:literal, $pattern:expr, $about:expr) => {
        impl JsonSchema for $kind {
            fn schema_name() -> Cow<'static, str> {
                $name.into()
            }

            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                text_schema($about, $pattern)
            }
        }
    };
}

text!(RoomId, "RoomId", "^[0-9a-z]{10}$", "The id of a room: ten small letters and digits.");
text!(
    RoomCode,
    "RoomCode",
    "^[0-9a-z]{8}$",
    "The code of a private room: eight small letters and digits."
);
text!(Token, "Token", "^[0-9a-fA-F]{32}$", "A player's secret: 32 hexadecimal digits.");
text!(
    PlayerName,
    "PlayerName",
    &format!("^.{{1,{LONGEST_NAME}}}$"),
    &format!("A name of 1 to {LONGEST_NAME} characters that can be seen.")
);
text!(
    ChatText,
    "ChatText",
    &format!("^.{{1,{LONGEST_CHAT}}}$"),
    &format!("A line of 1 to {LONGEST_CHAT} characters that can be seen.")
);
