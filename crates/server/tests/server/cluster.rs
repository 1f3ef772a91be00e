//! Several nodes with a real PostgreSQL and a real NATS, which the tests start for themselves.

use std::net::SocketAddr;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use protocol::{Action, RoomId, RoomOptions, RoomPhase, ToClient, ToServer};
use store::{PostgresShards, PostgresStore};
use test_kit::broker::Broker;
use test_kit::cluster::Cluster as Database;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::Message;
use xxlchess_server::{Rate, Server, ServerConfig, ServerLimits};

use crate::common::{Tester, as_white, generous, minutes, play_all};
use crate::shared::hello;

/// A database and a broker for some nodes.
pub struct Setting {
    database: Database,
    pub broker: Broker,
}

impl Setting {
    /// Nothing if one of both is not installed.
    pub fn start(name: &str) -> Option<Setting> {
        let started = Database::start(name, &["-F"]).zip(Broker::start());
        if started.is_none() {
            println!("nothing was tried, as there is no PostgreSQL or no NATS server here");
        }
        let (database, broker) = started?;
        database.database("cluster");
        Some(Setting { database, broker })
    }

    async fn node(&self) -> Server {
        self.node_with(generous()).await
    }

    async fn node_with(&self, limits: ServerLimits) -> Server {
        self.node_as(ServerConfig { limits, ..ServerConfig::default() }).await
    }

    pub async fn node_as(&self, config: ServerConfig) -> Server {
        let address = self.database.address("cluster");
        // The store is not to be opened within tokio.
        let opened = std::thread::spawn(move || {
            let store = PostgresStore::open_for_node(&address).expect("it opens");
            (store, PostgresShards::open(&address).expect("it opens"))
        });
        let (store, shards) = opened.join().expect("no panic");
        let config = ServerConfig { broker: Some(self.broker.address()), ..config };
        Server::start_node(config, Box::new(store), Box::new(shards)).await.expect("a node")
    }

    fn sql(&self, sql: &str) {
        assert!(self.database.psql("cluster", sql), "{sql}");
    }
}

/// Two players of different nodes in a running game of which the first has White.
async fn pair(nodes: [&Server; 2], options: RoomOptions) -> (Tester, Tester, RoomId) {
    let mut white = Tester::connect(nodes[0].address(), "Anna").await;
    let mut black = Tester::connect(nodes[1].address(), "Ben").await;
    let room = white.create(RoomOptions { colour: protocol::ColourChoice::White, ..options }).await;
    black.join(&room).await;
    white.until_phase(&room, RoomPhase::Playing).await;
    black.until_phase(&room, RoomPhase::Playing).await;
    (white, black, room)
}

async fn get(address: SocketAddr, path: &str) -> String {
    let mut stream = tokio::net::TcpStream::connect(address).await.expect("it answers");
    let request = format!("GET {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await.expect("sent");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.expect("an answer");
    answer
}

/// Asks until the answer is as it should be.
async fn until_told(address: SocketAddr, path: &str, is_so: impl Fn(&str) -> bool) {
    for _ in 0..400 {
        if is_so(&get(address, path).await) {
            return;
        }
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
    panic!("{path} never told it: {}", get(address, path).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn players_and_spectators_of_all_nodes_are_in_one_game() {
    let Some(setting) = Setting::start("nodes") else { return };
    let nodes = [setting.node().await, setting.node().await, setting.node().await];
    let (mut white, mut black, room) = pair([&nodes[0], &nodes[1]], as_white("standard")).await;
    let mut spectators = Vec::new();
    for (number, node) in nodes.iter().enumerate() {
        for more in ["a", "b"] {
            let who = format!("Watcher {number}{more}");
            let mut spectator = Tester::connect(node.address(), &who).await;
            spectator.watch(&room).await;
            spectators.push(spectator);
        }
        let lists = |text: &str| text.contains(room.as_str()) && text.contains("Ben");
        until_told(node.address(), "/api/games", lists).await;
    }
    white.until(|tester| tester.room(&room).state().spectators == 6).await;
    play_all(&mut white, &mut black, &room, &["f2f3", "e7e5"]).await;
    let pgn = get(nodes[2].address(), &format!("/api/games/{room}.pgn")).await;
    assert!(pgn.contains("1. f3") && pgn.contains("1... e5"), "{pgn}");
    black.act(&room, Action::Chat { text: protocol::ChatText::new("Hello").expect("sound") }).await;
    white.until(|tester| tester.room(&room).state().chat.len() == 1).await;
    play_all(&mut white, &mut black, &room, &["g2g4", "d8h4"]).await;
    for tester in spectators.iter_mut().chain([&mut white, &mut black]) {
        tester.until_phase(&room, RoomPhase::Over).await;
        assert_eq!(crate::common::moves(&tester.game(&room)).join(" "), "f2f3 e7e5 g2g4 d8h4");
    }

    // A rematch is wherever the room is; both come into it.
    black.act(&room, Action::Rematch).await;
    white.act(&room, Action::Rematch).await;
    for tester in [&mut white, &mut black] {
        tester.until(|tester| tester.client.rooms().count() == 2).await;
    }
    for node in nodes {
        node.stop().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn names_limits_and_opponents_are_those_of_all_nodes() {
    let Some(setting) = Setting::start("people") else { return };
    let limits = ServerLimits { rooms_per_player: 2, ..generous() };
    let nodes = [setting.node_with(limits.clone()).await, setting.node_with(limits).await];
    let [one, two] = nodes.each_ref().map(Server::address);
    let mut anna = Tester::connect(one, "Anna").await;
    let other = Tester::connect(two, "Anna").await;
    assert_eq!(other.client.name().as_str(), "Anna 2");

    // Two games at one node are two everywhere.
    let first = anna.create(as_white("standard")).await;
    anna.client.create(as_white("standard"));
    anna.until(|tester| tester.client.rooms().count() == 2).await;
    let token = anna.client.token().cloned();
    until_told(two, "/api/games", |text| text.contains("\"total\":2")).await;
    let mut again = Tester::with_token(two, "Anna", token).await;
    assert_eq!(again.client.name().as_str(), "Anna");
    again.until(|tester| tester.client.rooms().count() == 2).await;
    again.client.create(as_white("standard"));
    assert_eq!(again.until_refused().await, protocol::Refusal::TooManyRooms);
    again.client.leave(&first);
    again.work_off().await;
    anna.until(|tester| tester.client.rooms().count() < 2).await;

    // Opponents are found at other nodes.
    let seek =
        protocol::Seek { rules: "standard".into(), fog: false, clock: minutes(5), rated: false };
    let mut ben = Tester::connect(one, "Ben").await;
    let mut carl = Tester::connect(two, "Carl").await;
    for tester in [&mut ben, &mut carl] {
        tester.say(&ToServer::Seek(seek.clone())).await;
    }
    for tester in [&mut ben, &mut carl] {
        tester.until(|tester| tester.client.rooms().next().is_some()).await;
        let room = tester.client.rooms().next().map(|(id, _)| id.clone()).expect("a room");
        tester.until_phase(&room, RoomPhase::Playing).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_node_that_is_stopped_hands_its_games_over() {
    let Some(setting) = Setting::start("drain") else { return };
    let (first, second) = (setting.node().await, setting.node().await);
    let options = RoomOptions { clock: minutes(10), ..as_white("xxl") };
    let (mut white, mut black, room) = pair([&first, &second], options).await;
    let mut rng = test_kit::random::Random::new(3);
    for _ in 0..6 {
        let next = crate::common::random_move(&mut rng, &white.game(&room)).expect("a move");
        play_all(&mut white, &mut black, &room, &[&next]).await;
    }
    let played = crate::common::moves(&white.game(&room));
    first.stop().await;
    white.move_to(second.address());
    white.until_phase(&room, RoomPhase::Playing).await;
    black.until(|tester| tester.room(&room).state().phase == RoomPhase::Playing).await;
    assert!(black.is_connected());
    assert_eq!(crate::common::moves(&white.game(&room)), played);
    let next = crate::common::random_move(&mut rng, &white.game(&room)).expect("a move");
    play_all(&mut white, &mut black, &room, &[&next]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_node_writes_without_its_lease_is_neither_kept_nor_told() {
    let Some(setting) = Setting::start("fence") else { return };
    let (first, second) = (setting.node().await, setting.node().await);
    let (mut white, mut black, room) = pair([&first, &second], as_white("standard")).await;
    play_all(&mut white, &mut black, &room, &["e2e4"]).await;
    // As if the node had been frozen, and another had taken its shards over meanwhile.
    setting.sql("UPDATE xxlchess.shards SET epoch = epoch + 1, owner = NULL");
    let heard = white.heard.len();
    black.play(&room, "e7e5").await;
    // The room comes back from the database, and the move is sent again there.
    tokio::join!(white.until_ply(&room, 2), black.until_ply(&room, 2));
    let told = |message: &&ToClient| protocol::write(*message).contains("e7e5");
    let states = |message: &&ToClient| matches!(message, ToClient::State(_));
    let first_told = white.heard[heard..].iter().position(|message| told(&message));
    let first_state = white.heard[heard..].iter().position(|message| states(&message));
    assert!(first_state < first_told, "it was told only after the room had come back");
    play_all(&mut white, &mut black, &room, &["g1f3"]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn fog_hides_the_same_across_nodes() {
    let Some(setting) = Setting::start("fogged") else { return };
    let (first, second) = (setting.node().await, setting.node().await);
    let options = RoomOptions { fog: true, ..as_white("standard") };
    let (mut white, mut black, room) = pair([&first, &second], options).await;
    let mut spectator = Tester::connect(second.address(), "Watcher").await;
    spectator.watch(&room).await;
    white.play(&room, "b1c3").await;
    white.until_ply(&room, 1).await;
    for tester in [&mut black, &mut spectator] {
        tester.until(|tester| tester.room(&room).game().ply() == 1).await;
        let told = |message: &ToClient| protocol::write(message).contains("b1c3");
        assert!(!tester.heard.iter().any(told), "hidden from all but White");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn without_the_broker_local_games_go_on_and_the_rest_meets_again() {
    let Some(mut setting) = Setting::start("broker") else { return };
    let (first, second) = (setting.node().await, setting.node().await);
    let (mut white, mut black, far) = pair([&first, &second], as_white("standard")).await;
    let mut anna = Tester::connect(first.address(), "Local 1").await;
    let mut ben = Tester::connect(first.address(), "Local 2").await;
    let near = anna.create(as_white("standard")).await;
    ben.join(&near).await;
    anna.until_phase(&near, RoomPhase::Playing).await;
    setting.broker.stop();
    play_all(&mut anna, &mut ben, &near, &["e2e4", "e7e5"]).await;
    white.play(&far, "e2e4").await;
    white.until_ply(&far, 1).await;
    setting.broker.restart();
    black.until_ply(&far, 1).await;
    play_all(&mut white, &mut black, &far, &["e7e5"]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn limits_of_an_address_are_those_of_all_nodes() {
    let Some(setting) = Setting::start("limits") else { return };
    let limits = ServerLimits {
        connections_per_address: 6,
        rooms_per_address: 2,
        newcomers: Rate { per_second: 1e-6, burst: 4.0 },
        ..generous()
    };
    let nodes = [setting.node_with(limits.clone()).await, setting.node_with(limits).await];
    let [one, two] = nodes.each_ref().map(Server::address);

    // Two rooms at one node are two everywhere.
    let mut anna = Tester::connect(one, "Anna").await;
    let mut ben = Tester::connect(one, "Ben").await;
    anna.create(as_white("standard")).await;
    let second = ben.create(as_white("standard")).await;
    until_told(two, "/api/games", |text| text.contains("\"total\":2")).await;
    let mut carl = Tester::connect(two, "Carl").await;
    let refused = protocol::Refusal::NotNow(protocol::NotNow::NetworkGames);
    carl.client.create(as_white("standard"));
    assert_eq!(carl.until_refused().await, refused);

    // When one is closed, there is space for another, wherever.
    ben.client.leave(&second);
    ben.work_off().await;
    while carl.client.rooms().next().is_none() {
        carl.client.create(as_white("standard"));
        let is_done = |tester: &Tester| {
            let is_refused = |event: &_| matches!(event, client::ClientEvent::Refused { .. });
            tester.client.rooms().next().is_some() || tester.events.iter().any(is_refused)
        };
        carl.until(is_done).await;
        carl.events.clear();
    }
    until_told(one, "/api/games", |text| text.contains("\"total\":2")).await;

    // Two connections here and one there leave three, and three new players leave one.
    let mut others = Vec::new();
    while let Ok((socket, _)) = connect_async(format!("ws://{one}/ws")).await {
        others.push(socket);
        assert!(others.len() <= 3, "the limit is six over all nodes");
    }
    let mut admitted = 0;
    for (socket, who) in others.iter_mut().zip(["Dora", "Emil", "Fred"]) {
        let greeting = hello(protocol::VERSION, who);
        socket.send(Message::text(protocol::write(&greeting))).await.expect("sent");
        let answer = socket.next().await.expect("an answer").expect("a message").to_string();
        admitted += usize::from(answer.contains("\"welcome\""));
        assert!(answer.contains("\"welcome\"") || answer.contains("too-fast"), "{answer}");
    }
    assert!(admitted <= 1, "the limit is four over all nodes");
}

/// Greets a node as a client of some version, and returns the spoken version.
async fn spoken(node: SocketAddr, version: u16, who: &str) -> u16 {
    let (mut socket, _) = connect_async(format!("ws://{node}/ws")).await.expect("a connection");
    let greeting = hello(version, who);
    socket.send(Message::text(protocol::write(&greeting))).await.expect("sent");
    let answer = socket.next().await.expect("an answer").expect("a message").to_string();
    match protocol::read(&answer).expect("of the protocol") {
        ToClient::Welcome { version, .. } => version,
        other => panic!("{other:?}"),
    }
}

/// Waits until that is so.
async fn until_spoken(node: SocketAddr, version: u16, expected: u16) {
    for number in 0..400 {
        if spoken(node, version, &format!("Speaker {number}")).await == expected {
            return;
        }
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
    panic!("version {expected} is never spoken");
}

#[tokio::test(flavor = "multi_thread")]
async fn nodes_of_two_versions_serve_clients_of_both() {
    let Some(setting) = Setting::start("versions") else { return };
    let (now, next) = (protocol::VERSION, protocol::VERSION + 1);
    let limits = generous();
    let config = ServerConfig { limits, newest_version: next, ..ServerConfig::default() };
    let newer = setting.node_as(config.clone()).await;
    assert_eq!(spoken(newer.address(), next, "Alone").await, next);
    let older = setting.node().await;
    // Together they speak what both know.
    until_spoken(newer.address(), next, now).await;
    assert_eq!(spoken(older.address(), next, "New at the old").await, now);
    let (mut white, mut black, room) = pair([&newer, &older], as_white("standard")).await;
    play_all(&mut white, &mut black, &room, &["e2e4", "e7e5"]).await;
    // The upgrade goes on: games go on at the newer node, and at last the newer version is spoken.
    older.stop().await;
    black.move_to(newer.address());
    white.until_phase(&room, RoomPhase::Playing).await;
    play_all(&mut white, &mut black, &room, &["g1f3"]).await;
    until_spoken(newer.address(), next, next).await;
}
