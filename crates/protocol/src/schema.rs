//! The JSON Schema of all messages, generated from their types.

#![expect(dead_code, reason = "of the types that stand for others only the schemas are used")]

use std::borrow::Cow;

use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
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
                json_schema!({ "type": "string", "description": $about, "pattern": $pattern })
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
    format!("^.{{1,{LONGEST_NAME}}}$"),
    format!("A name of 1 to {LONGEST_NAME} characters that can be seen.")
);
text!(
    ChatText,
    "ChatText",
    format!("^.{{1,{LONGEST_CHAT}}}$"),
    format!("A line of 1 to {LONGEST_CHAT} characters that can be seen.")
);

/// Stands for a square.
pub(crate) struct SquareName;
text!(SquareName, "Square", "^[a-p]([1-9]|1[0-6])$", "A square such as `e4` or `n13`.");

/// Stands for a move.
pub(crate) struct MoveText;
text!(
    MoveText,
    "Move",
    "^[a-p]([1-9]|1[0-6])[a-p]([1-9]|1[0-6])[a-z]?$",
    "A move as UCI writes it, such as `e2e4` or `n13n14q`; castling is the king's own step."
);

/// Stands for a colour.
#[derive(JsonSchema)]
#[schemars(rename = "Colour", rename_all = "kebab-case")]
pub(crate) enum ColourName {
    White,
    Black,
}

/// The time of each side.
#[derive(JsonSchema)]
#[schemars(rename = "TimeControl")]
pub(crate) struct TimeControlShape {
    /// `fischer` (time for the game, with an increment a move) or `turn` (time for each turn).
    kind: String,
    /// The time, in milliseconds.
    time_ms: u64,
    /// What is added after each move, in milliseconds.
    #[schemars(default)]
    increment_ms: u64,
}

/// How a game ended.
#[derive(JsonSchema)]
#[schemars(rename = "GameEnd")]
pub(crate) struct GameEndShape {
    /// The winner; null in a draw and in an aborted game.
    winner: Option<ColourName>,
    /// Why: `checkmate`, `resignation`, `time`, `agreement`, `aborted` and so on.
    reason: Option<String>,
}

/// What both clocks are set to.
#[derive(JsonSchema)]
#[schemars(rename = "ClockTimes")]
pub(crate) struct ClockTimesShape {
    /// White's, in milliseconds.
    white_ms: u64,
    /// Black's, in milliseconds.
    black_ms: u64,
}

/// What a perspective sees of a turn under fog.
#[derive(JsonSchema)]
#[schemars(rename = "SeenMove")]
pub(crate) struct SeenTurnShape {
    /// Whose turn it was.
    mover: ColourName,
    /// Where the piece came from, if that was seen.
    #[schemars(default, skip_serializing_if = "Option::is_none")]
    from: Option<SquareName>,
    /// Where it went, if that is seen.
    #[schemars(default, skip_serializing_if = "Option::is_none")]
    to: Option<SquareName>,
    /// What was taken.
    #[schemars(default, skip_serializing_if = "Option::is_none")]
    captured: Option<SeenCaptureShape>,
}

/// A piece that was taken.
#[derive(JsonSchema)]
#[schemars(rename = "SeenCapture")]
pub(crate) struct SeenCaptureShape {
    /// Where it stood.
    square: SquareName,
    /// Its letter, capital if it was White's.
    piece: char,
}

/// What happened in a game, as far as it may be known: one of these, with its clock.
#[derive(JsonSchema)]
#[schemars(rename = "Entry", rename_all = "kebab-case")]
pub(crate) struct EntryShape {
    /// The move.
    #[schemars(skip_serializing_if = "Option::is_none")]
    r#move: Option<MoveText>,
    /// Under fog, a move that is hidden.
    #[schemars(skip_serializing_if = "Option::is_none")]
    hidden_move: Option<()>,
    /// The turn has passed, as its time was up.
    #[schemars(skip_serializing_if = "Option::is_none")]
    pass: Option<()>,
    /// This side offers a draw.
    #[schemars(skip_serializing_if = "Option::is_none")]
    offer_draw: Option<ColourName>,
    /// This side declines a draw. A move declines it as well, without an entry.
    #[schemars(skip_serializing_if = "Option::is_none")]
    decline_draw: Option<ColourName>,
    /// This side asks to take its last move back.
    #[schemars(skip_serializing_if = "Option::is_none")]
    ask_take_back: Option<ColourName>,
    /// This side declines that a move is taken back. A move declines it as well.
    #[schemars(skip_serializing_if = "Option::is_none")]
    decline_take_back: Option<ColourName>,
    /// This number of turns is taken back.
    #[schemars(skip_serializing_if = "Option::is_none")]
    take_back: Option<u32>,
    /// The game stands still until the players are back.
    #[schemars(skip_serializing_if = "Option::is_none")]
    pause: Option<()>,
    /// The game goes on.
    #[schemars(skip_serializing_if = "Option::is_none")]
    resume: Option<()>,
    /// The clocks are set, after a restart of the server.
    #[schemars(skip_serializing_if = "Option::is_none")]
    set_clocks: Option<ClockTimesShape>,
    /// The game ends.
    #[schemars(skip_serializing_if = "Option::is_none")]
    end: Option<GameEndShape>,
    /// How long the present turn has taken, in milliseconds.
    #[schemars(rename = "spent_ms", skip_serializing_if = "Option::is_none")]
    spent: Option<u64>,
    /// What the clock of the side to move showed afterwards, in milliseconds; after a move, with
    /// its increment.
    #[schemars(rename = "clock_ms", skip_serializing_if = "Option::is_none")]
    clock: Option<u64>,
}
