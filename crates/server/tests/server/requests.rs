//! What a client that is not ours may rely on: versions, unknown fields, and answers that name
//! their request.

use futures_util::{SinkExt, StreamExt};
use protocol::VERSION;
use serde_json::{Value, json};
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::Message;
use xxlchess_server::Server;

use crate::common::server;
use crate::shared::Socket;

/// A client that sends and receives JSON.
pub struct Raw(Socket);

impl Raw {
    pub async fn connect(server: &Server) -> Raw {
        Raw(connect_async(format!("ws://{}/ws", server.address())).await.expect("a server").0)
    }

    /// A client that the server has greeted.
    pub async fn greeted(server: &Server, name: &str) -> Raw {
        let mut raw = Raw::connect(server).await;
        let welcome = raw.ask(json!({"id": 1, "hello": {"version": VERSION, "name": name}})).await;
        assert!(welcome["welcome"]["token"].is_string(), "{welcome}");
        raw
    }

    async fn say(&mut self, message: &Value) {
        self.0.send(Message::text(message.to_string())).await.expect("sent");
    }

    async fn hear(&mut self) -> Value {
        loop {
            match self.0.next().await.expect("open").expect("a message") {
                Message::Text(text) => return serde_json::from_str(&text).expect("JSON"),
                Message::Close(_) => panic!("closed"),
                _ => {}
            }
        }
    }

    /// The answer to a request: the message that has its id.
    pub async fn ask(&mut self, request: Value) -> Value {
        self.say(&request).await;
        loop {
            let message = self.hear().await;
            if message["id"] == request["id"] {
                return message;
            }
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_closed_connection_is_closed_from_both_sides() {
    let server = server().await;
    let Raw(mut socket) = Raw::greeted(&server, "Anna").await;
    socket.close(None).await.expect("sent");
    while let Some(message) = socket.next().await {
        message.expect("a message, and no connection that breaks");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_newest_version_that_both_know_is_spoken() {
    let server = server().await;
    for (asked, spoken) in [(VERSION, Some(VERSION)), (VERSION + 7, Some(VERSION)), (1, None)] {
        let mut raw = Raw::connect(&server).await;
        let answer = raw.ask(json!({"id": 5, "hello": {"version": asked, "name": "Anna"}})).await;
        match spoken {
            Some(spoken) => assert_eq!(answer["welcome"]["version"], spoken, "{answer}"),
            None => assert_eq!(answer["refused"]["refusal"]["version"]["server"], VERSION),
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_message_with_an_unknown_field_is_refused_with_its_name() {
    let server = server().await;
    let mut raw = Raw::greeted(&server, "Anna").await;
    let room = "k3f7q2m9xa";
    for request in [
        json!({"id": 2, "join": {"room": room, "colour": "white"}}),
        json!({"id": 3, "create": {"options": {"rules": {"shipped": "xxl"}, "colours": 2}}}),
        json!({"id": 4, "act": {"room": room, "action": {"play": {"ply": 0, "moves": "e2e4"}}}}),
    ] {
        let answer = raw.ask(request.clone()).await;
        let why = answer["refused"]["refusal"]["malformed"].as_str().expect("a refusal");
        assert!(why.contains("unknown field `"), "{request}: {why}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_request_with_an_id_has_one_answer_with_it() {
    let server = server().await;
    let mut anna = Raw::greeted(&server, "Anna").await;
    let mut ben = Raw::greeted(&server, "Ben").await;
    let options = json!({"rules": {"shipped": "standard"}, "colour": "white"});
    let state = anna.ask(json!({"id": 2, "create": {"options": options}})).await;
    let room = state["state"]["room"].as_str().expect("a room").to_owned();
    let state = ben.ask(json!({"id": 2, "join": {"room": room}})).await;
    assert_eq!(state["state"]["role"], "black");
    let act = |id: u64, action: Value| json!({"id": id, "act": {"room": room, "action": action}});
    let play = |ply: u64, text: &str| json!({"play": {"ply": ply, "move": text}});
    for (request, kind) in [
        (json!({"id": 10, "ping": {"number": 3}}), "pong"),
        (json!({"id": 11, "ask-ranking": null}), "ranking"),
        (json!({"id": 12, "ask-games": {"search": "anna"}}), "games"),
        (json!({"id": 13, "watch-lobby": {"on": true}}), "done"),
        (act(14, play(0, "e2e4")), "done"),
        (act(15, play(1, "e7e5")), "refused"),
        (act(16, json!({"chat": {"text": "Hello"}})), "done"),
        (act(17, json!("ask-take-back")), "done"),
        (act(18, json!({"live": {"state": {"hover": "e4"}}})), "done"),
        (json!({"id": 19, "watch": {"room": "k3f7q2m9xa"}}), "refused"),
        (json!({"id": 20, "join": {"room": room}}), "state"),
        (json!({"id": 21, "leave": {"room": room}}), "left"),
        (json!({"id": 22, "leave": {"room": room}}), "refused"),
        (json!({"id": 23, "hello": {"version": VERSION, "name": "Anna"}}), "refused"),
    ] {
        let answer = anna.ask(request.clone()).await;
        assert!(answer.get(kind).is_some(), "{request} is answered by {answer}");
    }
}
