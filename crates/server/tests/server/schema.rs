//! The schema of the messages: it is served, every example fits it, and the reference in
//! `docs/protocol.md` is made from it.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use protocol::{ToClient, ToServer, read_with_id};
use serde_json::{Value, json};

use crate::common::server;
use crate::http::get;
use crate::requests::Raw;

/// Set, the reference is written into the page instead of being compared with it.
const UPDATE: &str = "XXLCHESS_UPDATE_DOCS";

const BEGIN: &str = "<!-- The rest is made from the types of the messages. -->\n";

fn docs(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs").join(name)
}

/// The examples, each as it is written.
fn lines() -> Vec<String> {
    let text = std::fs::read_to_string(docs("examples/messages.jsonl")).expect("the examples");
    text.lines().map(str::to_owned).collect()
}

fn examples() -> Vec<Value> {
    lines().iter().map(|line| serde_json::from_str(line).expect(line)).collect()
}

/// Why a value does not fit a schema. Only what our schemas use is understood.
fn fault(schema: &Value, root: &Value, value: &Value) -> Option<String> {
    if schema == &Value::Bool(true) {
        return None;
    }
    if let Some(reference) = schema["$ref"].as_str() {
        let name = reference.rsplit('/').next().expect("a name");
        return fault(&root["$defs"][name], root, value);
    }
    for (key, is_enough) in [("oneOf", 1), ("anyOf", 1)] {
        if let Some(choices) = schema[key].as_array() {
            let faults: Vec<String> =
                choices.iter().filter_map(|choice| fault(choice, root, value)).collect();
            if choices.len() - faults.len() < is_enough {
                return Some(format!("{value} fits none: {}", faults.join("; ")));
            }
        }
    }
    if let Some(constant) = schema.get("const")
        && constant != value
    {
        return Some(format!("expected {constant}, found {value}"));
    }
    if let Some(words) = schema["enum"].as_array()
        && !words.contains(value)
    {
        return Some(format!("expected one of {words:?}, found {value}"));
    }
    let is_of = |kind: &str| match kind {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "integer" => value.is_u64() || value.is_i64(),
        "number" => value.is_number(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        other => panic!("unknown type {other}"),
    };
    let kinds: Vec<&str> = match &schema["type"] {
        Value::String(kind) => vec![kind],
        Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    };
    if !kinds.is_empty() && !kinds.iter().any(|kind| is_of(kind)) {
        return Some(format!("expected {kinds:?}, found {value}"));
    }
    if let Some(object) = value.as_object() {
        let known = schema["properties"].as_object();
        for (name, value) in object {
            match known.and_then(|known| known.get(name)) {
                Some(schema) => {
                    if let Some(fault) = fault(schema, root, value) {
                        return Some(format!("{name}: {fault}"));
                    }
                }
                None if schema["additionalProperties"] == json!(false) => {
                    return Some(format!("unknown field {name}"));
                }
                None => {}
            }
        }
        for name in schema["required"].as_array().into_iter().flatten() {
            if !object.contains_key(name.as_str().expect("a name")) {
                return Some(format!("{name} is missing"));
            }
        }
    }
    if let Some(items) = value.as_array() {
        let places = schema["prefixItems"].as_array();
        for (index, item) in items.iter().enumerate() {
            let schema = places.and_then(|places| places.get(index)).unwrap_or(&schema["items"]);
            if !schema.is_null()
                && let Some(fault) = fault(schema, root, item)
            {
                return Some(format!("{index}: {fault}"));
            }
        }
    }
    None
}

fn is_to_server(example: &Value) -> bool {
    read_with_id::<ToServer>(&example.to_string()).1.is_ok()
}

#[test]
fn every_example_fits_its_type_and_its_schema() {
    let schema = protocol::schema();
    for example in examples() {
        let text = example.to_string();
        let root = match is_to_server(&example) {
            true => &schema["to_server"],
            false => {
                let (_, message) = read_with_id::<ToClient>(&text);
                let message = message.unwrap_or_else(|error| panic!("{text}: {error}"));
                // The examples show all that a server writes.
                let written: Value =
                    serde_json::from_str(&protocol::write(&message)).expect("JSON");
                let mut bare = example.clone();
                if let Some(object) = bare.as_object_mut() {
                    object.remove("id");
                }
                if message != ToClient::Done {
                    assert_eq!(bare, written);
                }
                &schema["to_client"]
            }
        };
        assert_eq!(fault(root, root, &example), None, "{text}");
    }
}

#[test]
fn what_does_not_fit_is_noticed() {
    let schema = protocol::schema();
    let root = &schema["to_server"];
    for wrong in [
        json!({"ping": {}}),
        json!({"ping": {"number": "1"}}),
        json!({"ping": {"number": 1, "nomber": 2}}),
        json!({"act": {"room": "k3f7q2m9xa", "action": "win"}}),
        json!("ask"),
    ] {
        assert!(fault(root, root, &wrong).is_some(), "{wrong}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_example_can_be_sent() {
    let server = server().await;
    let mut anna = Raw::greeted(&server, "Anna").await;
    let options = json!({"rules": {"shipped": "standard"}, "colour": "white"});
    let state = anna.ask(json!({"id": 2, "create": {"options": options}})).await;
    let room = state["state"]["room"].as_str().expect("a room").to_owned();
    let mut ben = Raw::greeted(&server, "Ben").await;
    ben.ask(json!({"id": 2, "join": {"room": room}})).await;
    for (mut request, id) in examples().into_iter().filter(is_to_server).zip(100..) {
        if request.get("hello").is_some() {
            let mut other = Raw::connect(&server).await;
            request["id"] = json!(id);
            assert!(other.ask(request).await.get("welcome").is_some());
            continue;
        }
        if let Some(word) = request.as_str() {
            request = json!({ word: null });
        }
        let text = request.to_string().replace("k3f7q2m9xa", &room);
        let mut request: Value = serde_json::from_str(&text).expect("JSON");
        request["id"] = json!(id);
        let answer = anna.ask(request).await;
        let refusal = &answer["refused"]["refusal"];
        let is_understood = refusal.get("malformed").is_none() && refusal.get("options").is_none();
        assert!(is_understood, "{text}: {answer}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_schema_is_served() {
    let server = server().await;
    let (status, body) = get(server.address(), "/api/schema").await;
    let schema: Value = serde_json::from_str(&body).expect("JSON");
    assert_eq!((status, schema), (200, protocol::schema()));
}

#[test]
fn the_page_about_the_protocol_lists_every_message_and_field() {
    let path = docs("protocol.md");
    let page = std::fs::read_to_string(&path).expect("the page");
    let (prose, listed) = page.split_once(BEGIN).expect("a mark");
    let reference = reference();
    if std::env::var_os(UPDATE).is_some() {
        std::fs::write(&path, format!("{prose}{BEGIN}{reference}")).expect("written");
    } else {
        assert_eq!(listed, reference, "set {UPDATE}=1 to write it anew");
    }
}

/// All messages and the types in them, as Markdown.
fn reference() -> String {
    let schema = protocol::schema();
    let mut text = String::new();
    for (title, side) in
        [("Messages to the server", "to_server"), ("Messages to the client", "to_client")]
    {
        let _ = write!(text, "\n## {title}\n");
        for variant in schema[side]["oneOf"].as_array().expect("variants") {
            let Some((name, content)) = named(variant) else { continue };
            let _ = write!(text, "\n### `{name}`\n\n{}\n", about(variant));
            add_fields(&mut text, content.unwrap_or(&Value::Null));
            let is_it = |(example, _): &(Value, String)| {
                is_to_server(example) == (side == "to_server")
                    && (example.as_str() == Some(&name) || example.get(&name).is_some())
            };
            let mut examples = examples().into_iter().zip(lines());
            let (_, example) = examples.find(is_it).unwrap_or_else(|| panic!("{name}"));
            let _ = write!(text, "\n```json messages\n{example}\n```\n");
        }
    }
    let _ = write!(text, "\n## Types\n");
    let mut types = schema["to_client"]["$defs"].as_object().expect("types").clone();
    types.extend(schema["to_server"]["$defs"].as_object().expect("types").clone());
    for (name, definition) in &types {
        let _ = write!(text, "\n### {name}\n\n{}\n", about(definition));
        let variants = definition["oneOf"].as_array();
        if let Some(variants) = variants {
            let _ = write!(text, "\n| value | meaning |\n|---|---|\n");
            for variant in variants {
                let Some((name, content)) = tagged(variant) else { continue };
                let told = about(variant).replace('\n', " ");
                let form = match content {
                    None => format!("`\"{name}\"`"),
                    Some(content) if content["type"] == "null" => {
                        format!("`{{\"{name}\": null}}`")
                    }
                    Some(content) => format!("`{{\"{name}\": …}}`: {}", inline(content)),
                };
                let _ = writeln!(text, "| {form} | {told} |");
            }
        }
        add_fields(&mut text, definition);
        for word in definition["enum"].as_array().into_iter().flatten() {
            let _ = write!(text, "\n- `{word}`");
        }
        if definition["enum"].is_array() {
            text.push('\n');
        }
    }
    text
}

/// The name of a message, and its content. A word with an id beside it was listed already.
fn named(variant: &Value) -> Option<(String, Option<&Value>)> {
    tagged(variant).filter(|(_, content)| content.is_none_or(|content| content["type"] != "null"))
}

/// The name of a variant, and its content.
fn tagged(variant: &Value) -> Option<(String, Option<&Value>)> {
    if let Some(word) = variant["const"].as_str() {
        return Some((word.to_owned(), None));
    }
    let name = variant["required"].as_array()?.first()?.as_str()?;
    Some((name.to_owned(), Some(&variant["properties"][name])))
}

fn about(schema: &Value) -> String {
    let told = schema["description"].as_str().unwrap_or_default();
    // Links between types are for those who read the source.
    let told = told.replace("(crate::ToClient::", "(ToClient::");
    let mut text = String::new();
    for part in told.split('[') {
        match part.split_once(']') {
            Some((name, rest)) if text_is_link(name) => {
                let name = name.trim_matches('`').rsplit("::").next().unwrap_or_default();
                let rest =
                    rest.strip_prefix('(').and_then(|r| r.split_once(')')).map_or(rest, |r| r.1);
                let _ = write!(text, "`{}`{rest}", kebab(name));
            }
            _ => text.push_str(part),
        }
    }
    text
}

fn text_is_link(name: &str) -> bool {
    name.starts_with('`') && name.ends_with('`')
}

/// A name as it is written in messages.
fn kebab(name: &str) -> String {
    let mut text = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() && !text.is_empty() {
            text.push('-');
        }
        text.extend(letter.to_lowercase());
    }
    text
}

fn add_fields(text: &mut String, schema: &Value) {
    if let Some(reference) = schema["$ref"].as_str() {
        let _ = write!(text, "\nIts content is a {}.\n", link(reference));
    }
    let Some(fields) = schema["properties"].as_object() else { return };
    let _ = write!(text, "\n| field | type | default | meaning |\n|---|---|---|---|\n");
    for (name, field) in fields {
        let is_required =
            schema["required"].as_array().is_some_and(|names| names.contains(&json!(name)));
        let default = match &field["default"] {
            _ if is_required => "required".to_owned(),
            Value::Null => "none".to_owned(),
            value => format!("`{value}`"),
        };
        let told = about(field).replace('\n', " ");
        let _ = writeln!(text, "| `{name}` | {} | {default} | {told} |", kind(field));
    }
}

/// The fields of something in one line.
fn inline(schema: &Value) -> String {
    match schema["properties"].as_object() {
        Some(fields) => {
            let field = |(name, field): (&String, &Value)| format!("`{name}` {}", kind(field));
            fields.iter().map(field).collect::<Vec<_>>().join(", ")
        }
        None => kind(schema),
    }
}

fn link(reference: &str) -> String {
    let name = reference.rsplit('/').next().unwrap_or_default();
    format!("[{name}](#{})", name.to_lowercase())
}

/// A type in words.
fn kind(schema: &Value) -> String {
    if let Some(reference) = schema["$ref"].as_str() {
        return link(reference);
    }
    if let Some(choices) = schema["anyOf"].as_array() {
        return choices.iter().map(kind).collect::<Vec<_>>().join(" or ");
    }
    let one = |name: &str| match name {
        "array" => match schema["prefixItems"].as_array() {
            Some(items) => {
                format!("[{}]", items.iter().map(kind).collect::<Vec<_>>().join(", "))
            }
            None => format!("list of {}", kind(&schema["items"])),
        },
        "boolean" => "`true` or `false`".to_owned(),
        "integer" => "whole number".to_owned(),
        "string" => "text".to_owned(),
        "null" => "`null`".to_owned(),
        other => other.to_owned(),
    };
    match &schema["type"] {
        Value::String(name) => one(name),
        Value::Array(names) => {
            names.iter().filter_map(Value::as_str).map(one).collect::<Vec<_>>().join(" or ")
        }
        _ => "anything".to_owned(),
    }
}

/// The small clients of the book play a game, each with what it is written in, if that is here.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_clients_of_the_book_play_a_game() {
    let server = server().await;
    for (program, options, file) in [
        ("python3", &[][..], "examples/client.py"),
        ("node", &["--experimental-websocket"][..], "examples/client.mjs"),
    ] {
        let mut command = std::process::Command::new(program);
        command.args(options).arg(docs(file)).arg(server.address().to_string());
        let run = tokio::task::spawn_blocking(move || command.output()).await.expect("run");
        let Ok(output) = run else {
            println!("{file} was not tried, as there is no {program} here");
            continue;
        };
        let told = String::from_utf8_lossy(&output.stdout);
        let error = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{file}: {told}{error}");
        let end = told.lines().last().unwrap_or_default();
        assert!(end.starts_with("ended: {\"winner\""), "{file}: {told}{error}");
    }
}
