//! Those who mean no good: floods, forged secrets, broken messages, foreign pages.

use futures_util::{SinkExt, StreamExt};
use protocol::{
    Action, LONGEST_TO_SERVER, Refusal, RoomOptions, ToClient, ToServer, Token, VERSION,
};
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::http::HeaderValue;
use xxlchess_server::{Rate, ServerConfig, ServerLimits};

use crate::common::{Tester, generous, move_text, moves, name, pair, play_all, server, start};
use crate::shared::hello;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_forged_token_is_nobody() {
    let server = server().await;
    let (mut white, mut black, room) = pair(&server, RoomOptions::friendly("standard")).await;
    let forged = Token::from_bytes([9; 16]);
    let mut thief = Tester::with_token(server.address(), "Anna", Some(forged.clone())).await;
    assert_ne!(thief.client.token(), Some(&forged), "he got a secret of his own");
    assert_eq!(thief.client.name(), &name("Anna 2"));
    thief.client.join(room.clone(), None);
    assert_eq!(thief.until_refused().await, Refusal::RoomFull);
    let play = Action::Play { ply: 0, chess_move: move_text("e2e4"), thought_ms: None };
    thief.say(&ToServer::Act { room: room.clone(), action: play.clone() }).await;
    assert_eq!(thief.until_refused().await, Refusal::NotInRoom);
    thief.watch(&room).await;
    thief.say(&ToServer::Act { room: room.clone(), action: play }).await;
    assert_eq!(thief.until_refused().await, Refusal::NotAPlayer);
    play_all(&mut white, &mut black, &room, &["d2d4"]).await;
    assert_eq!(moves(&black.game(&room)), ["d2d4"]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_private_room_needs_its_code() {
    let server = server().await;
    let mut white = Tester::connect(server.address(), "Anna").await;
    let options = RoomOptions { private: true, ..RoomOptions::friendly("standard") };
    let room = white.create(options).await;
    let code = white.room(&room).state().code.clone().expect("a code");
    let mut black = Tester::connect(server.address(), "Ben").await;
    black.client.join(room.clone(), None);
    assert_eq!(black.until_refused().await, Refusal::NoRoom);
    black.client.join(room.clone(), Some(protocol::RoomCode::from_random(1)));
    assert_eq!(black.until_refused().await, Refusal::NoRoom);
    black.client.join(room.clone(), Some(code));
    black.until(|t| t.client.room(&room).is_some()).await;
    // Guessing is cut off soon.
    let mut thief = Tester::connect(server.address(), "Eve").await;
    let mut refusals = Vec::new();
    for guess in 0..12 {
        thief.client.watch(room.clone(), Some(protocol::RoomCode::from_random(guess)), None);
        refusals.push(thief.until_refused().await);
    }
    assert_eq!(refusals.last(), Some(&Refusal::TooFast));
    // Nor does the answer tell whether there is a room.
    let missing = protocol::RoomId::from_random(99);
    thief.client.watch(missing, Some(protocol::RoomCode::from_random(1)), None);
    assert_eq!(thief.until_refused().await, Refusal::TooFast);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn floods_are_cut_off() {
    let few = Rate { per_second: 0.001, burst: 5.0 };
    let limits = ServerLimits { messages: few, live: few, ..generous() };
    let server = start(ServerConfig { limits, ..ServerConfig::default() }).await;
    let mut flood = Tester::connect(server.address(), "Eve").await;
    for number in 0..300 {
        flood.say(&ToServer::Ping { number }).await;
    }
    flood.until(|t| !t.is_connected()).await;
    flood.work_off().await;
    let was_told = |t: &Tester| {
        t.events
            .iter()
            .any(|e| matches!(e, client::ClientEvent::Refused { refusal: Refusal::TooFast, .. }))
    };
    assert!(was_told(&flood));
    assert!(server.metrics().contains("xxlchess_too_fast_total"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_sends_much_has_a_rate() {
    let few = Rate { per_second: 0.001, burst: 3.0 };
    let limits = ServerLimits { joins: few, requests: few, ..generous() };
    let server = start(ServerConfig { limits, ..ServerConfig::default() }).await;
    let was_told = |t: &Tester| {
        t.heard.iter().any(|m| matches!(m, ToClient::Refused { refusal: Refusal::TooFast, .. }))
    };
    let mut eve = Tester::connect(server.address(), "Eve").await;
    let lists = |t: &Tester| {
        t.heard.iter().filter(|message| matches!(message, ToClient::Lobby { .. })).count()
    };
    for _ in 0..10 {
        eve.say(&ToServer::WatchLobby { on: true }).await;
    }
    eve.sync().await;
    assert!(was_told(&eve) && lists(&eve) == 3, "{}", lists(&eve));
    // Searches count for the address, whatever connection they come by.
    let mut found = 0;
    for name in ["Fay", "Gil", "Hal"] {
        let mut other = Tester::connect(server.address(), name).await;
        for _ in 0..2 {
            other.say(&ToServer::AskGames { search: String::new(), page: 0 }).await;
        }
        other.sync().await;
        found += other.heard.iter().filter(|m| matches!(m, ToClient::Games(_))).count();
    }
    assert_eq!(found, 3);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn floods_of_pings_are_cut_off() {
    let few = Rate { per_second: 0.001, burst: 5.0 };
    let limits = ServerLimits { messages: few, live: few, ..generous() };
    let server = start(ServerConfig { limits, ..ServerConfig::default() }).await;
    let url = format!("ws://{}/ws", server.address());
    let (mut flood, _) = connect_async(url).await.expect("a connection");
    let greeting = hello(VERSION, "Eve");
    flood.send(Message::text(protocol::write(&greeting))).await.expect("sent");
    for number in 0..300_u32 {
        let payload = number.to_be_bytes().to_vec();
        let ping = match number % 2 {
            0 => Message::Ping(payload.into()),
            _ => Message::Pong(payload.into()),
        };
        if flood.send(ping).await.is_err() {
            break;
        }
    }
    // Without a rate the server would answer pings for ever.
    while let Some(Ok(message)) = flood.next().await {
        if message.is_close() {
            break;
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn broken_and_huge_messages_are_cut_off() {
    let server = server().await;
    let mut eve = Tester::connect(server.address(), "Eve").await;
    for text in ["", "nonsense", "{}", "{\"act\":{}}", "[[[[[[", "{\"create\":{\"options\":{}}}"] {
        eve.say_text(text.to_owned()).await;
        assert!(matches!(eve.until_refused().await, Refusal::Malformed(_)), "{text}");
    }
    eve.say_text("x".repeat(LONGEST_TO_SERVER + 1)).await;
    eve.until(|t| !t.is_connected()).await;

    let mut rude = Tester::connect(server.address(), "Rude").await;
    let again = hello(VERSION, "Rude");
    rude.say(&again).await;
    assert_eq!(rude.until_refused().await, Refusal::Greeting);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn pages_from_elsewhere_and_too_many_connections_are_turned_away() {
    let limits = ServerLimits { connections_per_address: 3, ..generous() };
    let server = start(ServerConfig { limits, ..ServerConfig::default() }).await;
    let url = format!("ws://{}/ws", server.address());
    let with_origin = |origin: String| {
        let mut request = url.as_str().into_client_request().expect("a request");
        let value = HeaderValue::from_str(&origin).expect("a header");
        request.headers_mut().insert("origin", value);
        request
    };
    let foreign = connect_async(with_origin("http://evil.example".to_owned())).await;
    let told = foreign.expect_err("a foreign page").to_string();
    assert!(told.contains("403"), "{told}");
    let own = connect_async(with_origin(format!("http://{}", server.address()))).await;
    let _own = own.expect("its own page");
    let mut others = Vec::new();
    while let Ok((socket, _)) = connect_async(url.as_str()).await {
        others.push(socket);
        assert!(others.len() < 10, "the limit is three");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn options_that_make_no_sense_are_refused() {
    let server = server().await;
    let mut anna = Tester::connect(server.address(), "Anna").await;
    let file = "board = \"nonsense\"".to_owned();
    let own = protocol::RulesChoice::Own { id: "mine".to_owned(), file };
    for options in [
        RoomOptions::friendly("no-such-rules"),
        RoomOptions { rules: own, ..RoomOptions::friendly("xxl") },
        RoomOptions { spectator_delay_s: 10_000, ..RoomOptions::friendly("xxl") },
        RoomOptions { start: Some("8/8".to_owned()), ..RoomOptions::friendly("standard") },
        RoomOptions {
            opponent: protocol::Opponent::Level("99".to_owned()),
            ..RoomOptions::friendly("standard")
        },
    ] {
        anna.client.create(options);
        assert!(matches!(anna.until_refused().await, Refusal::Options(_)));
    }
    for _ in 0..8 {
        anna.client.create(RoomOptions::friendly("standard"));
    }
    anna.until(|t| t.client.rooms().count() == 8).await;
    anna.client.create(RoomOptions::friendly("standard"));
    assert_eq!(anna.until_refused().await, Refusal::TooManyRooms);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rules_of_ones_own_have_a_rate_that_reconnecting_does_not_refill() {
    let few = Rate { per_second: 0.0001, burst: 2.0 };
    let limits = ServerLimits { compilations: few, ..generous() };
    let server = start(ServerConfig { limits, ..ServerConfig::default() }).await;
    let own = |file: String| RoomOptions {
        rules: protocol::RulesChoice::Own { id: "mine".to_owned(), file },
        rated: true,
        ..RoomOptions::friendly("standard")
    };
    let mut eve = Tester::connect(server.address(), "Eve").await;
    // However much is wrong with them, the message stays short.
    eve.client.create(own("nonsense = 1\n".repeat(3000)));
    let Refusal::Options(why) = eve.until_refused().await else { panic!("another refusal") };
    assert!(why.len() <= 4096, "{}", why.len());
    let mut eve = Tester::connect(server.address(), "Eve").await;
    let room = eve.create(own("inherits = \"standard\"\n".to_owned())).await;
    assert!(!eve.room(&room).state().options.rated, "only rules that ship are rated");
    let mut eve = Tester::connect(server.address(), "Eve").await;
    eve.client.create(own("inherits = \"standard\"\n".to_owned()));
    assert_eq!(eve.until_refused().await, Refusal::TooFast);
    eve.create(RoomOptions::friendly("standard")).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_is_called_as_a_level_is() {
    let server = server().await;
    let eve = Tester::connect(server.address(), "level 18").await;
    assert_eq!(eve.client.name(), &name("Player"));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_comes_back_again_and_again_has_to_wait() {
    let sessions = Rate { per_second: 1.0, burst: 3.0 };
    let limits = ServerLimits { sessions, ..generous() };
    let server = start(ServerConfig { limits, ..ServerConfig::default() }).await;
    let url = format!("ws://{}/ws", server.address());
    let connects = async || tokio_tungstenite::connect_async(url.as_str()).await.is_ok();
    for _ in 0..3 {
        assert!(connects().await);
    }
    assert!(!connects().await, "each is closed at once, but there were too many");
    server.clock().push(std::time::Duration::from_secs(2));
    assert!(connects().await);
}
