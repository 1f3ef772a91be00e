//! People: quick games, and what operators and players do about those who misbehave.

use std::path::PathBuf;
use std::time::Duration;

use client::{Client, ClientEvent};
use protocol::{
    Action, ChatText, Refusal, RoomOptions, RoomPhase, Seek, TimeControl, ToClient, ToServer, Token,
};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::UnixStream;
use xxlchess_server::{AdminReply, AdminRequest, Server, ServerConfig};

use crate::common::{Tester, generous, name, pair, server, start};
use crate::restart::{self, Folder};

fn seek(minutes: u64) -> Seek {
    let time = Duration::from_secs(60 * minutes);
    let clock = Some(TimeControl::Fischer { time, increment: Duration::ZERO });
    Seek { rules: "standard".to_owned(), fog: false, clock, rated: true }
}

fn is_seeking(tester: &Tester) -> bool {
    tester.heard.contains(&ToClient::Seeking { on: true })
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_looks_for_the_same_is_paired() {
    let server = server().await;
    let mut anna = Tester::connect(server.address(), "Anna").await;
    let mut ben = Tester::connect(server.address(), "Ben").await;
    let mut clara = Tester::connect(server.address(), "Clara").await;
    anna.client.seek(seek(3));
    anna.until(is_seeking).await;
    // Another kind of game, and the same player once more, are no opponents.
    ben.client.seek(seek(5));
    ben.until(is_seeking).await;
    anna.client.seek(seek(3));
    anna.sync().await;
    clara.client.seek(seek(3));
    clara.until(|t| t.client.rooms().next().is_some()).await;
    let room = clara.client.rooms().map(|(id, _)| id.clone()).next().expect("a room");
    for tester in [&mut anna, &mut clara] {
        tester.until_phase(&room, RoomPhase::Playing).await;
        let state = tester.room(&room).state();
        assert!(state.options.rated && state.options.clock == seek(3).clock);
        assert!(tester.client.seeking().is_none());
    }
    // Who does not wait any more is not paired.
    ben.client.cancel_seek();
    ben.until(|t| t.heard.contains(&ToClient::Seeking { on: false })).await;
    let mut dora = Tester::connect(server.address(), "Dora").await;
    dora.client.seek(seek(5));
    dora.until(is_seeking).await;
    assert_eq!(ben.client.rooms().count(), 0);
    // Nor is one who is gone.
    drop(dora);
    while server.metrics().contains("xxlchess_connections 4\n") {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    ben.client.seek(seek(5));
    ben.sync().await;
    assert_eq!(ben.client.rooms().count(), 0);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_plays_with_those_they_have_blocked() {
    let server = server().await;
    let mut anna = Tester::connect(server.address(), "Anna").await;
    let mut eve = Tester::connect(server.address(), "Eve").await;
    anna.say(&ToServer::Block { player: name("EVE"), on: true }).await;
    anna.client.seek(seek(3));
    anna.until(is_seeking).await;
    eve.client.seek(seek(3));
    eve.until(is_seeking).await;
    let room = anna.create(RoomOptions::friendly("standard")).await;
    eve.client.join(room.clone(), None);
    assert_eq!(eve.until_refused().await, Refusal::RoomFull);
    anna.say(&ToServer::Block { player: name("Eve"), on: false }).await;
    anna.sync().await;
    eve.join(&room).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn blocks_outlast_a_restart_and_another_name() {
    let folder = Folder::new("blocks");
    let (threads, server) = restart::start(&folder.0).await;
    let mut anna = Tester::connect(server.address(), "Anna").await;
    let mut eve = Tester::connect(server.address(), "Eve").await;
    anna.client.block(name("eve"), true);
    anna.until(|t| !t.client.blocked().is_empty()).await;
    anna.client.block(name("Nobody"), true);
    assert_eq!(anna.until_refused().await, Refusal::NoPlayer);
    drop((threads, server));

    let (_threads, server) = restart::start(&folder.0).await;
    let secret = anna.client.token().cloned();
    let mut anna = Tester::with_token(server.address(), "Anna", secret).await;
    assert_eq!(anna.client.blocked(), [name("eve")]);
    let secret = eve.client.token().cloned();
    eve = Tester::with_token(server.address(), "Evelyn", secret).await;
    assert_eq!(eve.client.name().as_str(), "Evelyn");
    let room = anna.create(RoomOptions::friendly("standard")).await;
    eve.client.join(room.clone(), None);
    assert_eq!(eve.until_refused().await, Refusal::RoomFull);
    // They are still known by the name that they had.
    anna.client.block(name("Eve"), false);
    anna.until(|t| t.client.blocked().is_empty()).await;
    eve.join(&room).await;
}

/// A device that opens a link.
async fn opens(server: &Server, code: &Token) -> Tester {
    let mut client = Client::new(name("Phone"), None, 1);
    client.take_along(code.clone());
    Tester::with_client(server.address(), client).await
}

async fn code(tester: &mut Tester) -> Token {
    tester.client.ask_transfer();
    tester.until(|t| t.client.issued().is_some()).await;
    tester.client.issued().map(|(code, _)| code.clone()).expect("a code")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_link_takes_name_and_games_to_another_device_once() {
    let server = server().await;
    let (mut anna, mut ben, room) = pair(&server, RoomOptions::friendly("standard")).await;
    let secret = anna.client.token().cloned();
    let link = code(&mut anna).await;
    let mut phone = opens(&server, &link).await;
    assert_eq!(phone.client.name().as_str(), "Anna");
    assert!(phone.client.token().is_some() && phone.client.token() != secret.as_ref());
    phone.until_phase(&room, RoomPhase::Playing).await;
    phone.play(&room, "e2e4").await;
    ben.until_ply(&room, 1).await;
    anna.until_ply(&room, 1).await;
    // The next one who opens it is a newcomer.
    let mut thief = opens(&server, &link).await;
    assert_eq!(thief.until_refused().await, Refusal::Transfer);
    thief.until(|t| t.client.link() == client::Link::Online).await;
    assert_eq!(thief.client.name().as_str(), "Phone");
    // Both devices are known the next time.
    let known = phone.client.token().cloned();
    phone.cut();
    phone.until(|t| t.client.link() == client::Link::Online).await;
    assert_eq!((phone.client.name().as_str(), phone.client.token()), ("Anna", known.as_ref()));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn lost_links_and_devices_are_revoked() {
    let server = server().await;
    let (mut anna, _ben, room) = pair(&server, RoomOptions::friendly("standard")).await;
    let link = code(&mut anna).await;
    let mut phone = opens(&server, &link).await;
    let lost = code(&mut anna).await;
    // The computer is lost: the phone stays.
    phone.client.revoke_devices();
    phone.until(|t| t.events.contains(&ClientEvent::DevicesRevoked(1))).await;
    let secret = anna.client.token().cloned();
    anna.until(|t| t.client.token() != secret.as_ref()).await;
    assert_eq!(anna.client.name().as_str(), "Anna 2", "the old secret is nobody's");
    let mut thief = opens(&server, &lost).await;
    assert_eq!(thief.until_refused().await, Refusal::Transfer);
    phone.until_phase(&room, RoomPhase::Playing).await;
    // The phone can go on to another device.
    let link = code(&mut phone).await;
    let tablet = opens(&server, &link).await;
    assert_eq!(tablet.client.name().as_str(), "Anna");
}

fn socket(test: &str) -> PathBuf {
    std::env::temp_dir().join(format!("xxlchess-{test}-{}.sock", std::process::id()))
}

async fn ask(test: &str, request: &AdminRequest) -> AdminReply {
    let mut stream = UnixStream::connect(socket(test)).await.expect("it listens");
    stream.write_all(protocol::write(request).as_bytes()).await.expect("sent");
    stream.shutdown().await.expect("sent");
    let mut text = String::new();
    stream.read_to_string(&mut text).await.expect("an answer");
    protocol::read(&text).expect("a reply")
}

async fn done(test: &str, request: AdminRequest) -> String {
    match ask(test, &request).await {
        AdminReply::Done(text) => text,
        AdminReply::Failed(text) => panic!("{request:?}: {text}"),
    }
}

async fn with_socket(test: &str) -> Server {
    let admin_socket = Some(socket(test));
    start(ServerConfig { limits: generous(), admin_socket, ..ServerConfig::default() }).await
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn operators_mute_kick_ban_rename_and_delete() {
    let server = with_socket("admin").await;
    let (mut white, mut eve, room) = pair(&server, RoomOptions::friendly("standard")).await;
    let secret = eve.client.token().cloned();
    let listed = done("admin", AdminRequest::List).await;
    assert!(listed.contains("Anna\t127.0.0.1\t1 games"), "{listed}");
    let player = "BEN".to_owned();

    done("admin", AdminRequest::Mute { player: player.clone(), on: true }).await;
    let text = ChatText::new("insult").expect("a text");
    eve.act(&room, Action::Chat { text: text.clone() }).await;
    assert_eq!(eve.until_refused().await, Refusal::Muted);
    let measures = done("admin", AdminRequest::Measures).await;
    assert!(measures.contains("mute:") && measures.contains("Ben"), "{measures}");
    done("admin", AdminRequest::Mute { player: player.clone(), on: false }).await;
    eve.act(&room, Action::Chat { text }).await;
    white.until(|t| t.room(&room).chat().count() == 1).await;

    let report = ChatText::new("he insults").expect("a text");
    white.say(&ToServer::Report { player: name("Ben"), text: report }).await;
    white.sync().await;
    let reports = done("admin", AdminRequest::Reports).await;
    assert!(reports.contains("Anna (127.0.0.1) about Ben: he insults"), "{reports}");

    done("admin", AdminRequest::Rename { player: player.clone(), name: "Bob".into() }).await;
    done("admin", AdminRequest::Kick { player: "bob".to_owned() }).await;
    eve.until(|t| !t.is_connected()).await;
    let mut eve = Tester::with_token(server.address(), "Anna", secret.clone()).await;
    assert_eq!(eve.client.name().as_str(), "Bob");

    done("admin", AdminRequest::Ban { whom: "Bob".to_owned(), on: true }).await;
    eve.until(|t| {
        t.heard
            .iter()
            .any(|message| matches!(message, ToClient::Refused { refusal: Refusal::Banned, .. }))
    })
    .await;
    done("admin", AdminRequest::Ban { whom: "Bob".to_owned(), on: false }).await;
    let _eve = Tester::with_token(server.address(), "Bob", secret.clone()).await;
    done("admin", AdminRequest::Delete { player: "Bob".to_owned() }).await;
    let again = Tester::with_token(server.address(), "Bob", secret.clone()).await;
    assert_ne!(again.client.token(), secret.as_ref(), "they are not known any more");

    let failed = ask("admin", &AdminRequest::Kick { player: "nobody".to_owned() }).await;
    assert!(matches!(failed, AdminReply::Failed(_)));
    done("admin", AdminRequest::Ban { whom: "127.0.0.0/8".to_owned(), on: true }).await;
    let url = format!("ws://{}/ws", server.address());
    assert!(tokio_tungstenite::connect_async(url.as_str()).await.is_err());
    done("admin", AdminRequest::Ban { whom: "127.0.0.0/8".to_owned(), on: false }).await;
    assert!(tokio_tungstenite::connect_async(url.as_str()).await.is_ok());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_socket_is_for_one_user_and_a_stale_one_is_replaced() {
    use std::os::unix::fs::PermissionsExt;
    let server = with_socket("stale").await;
    let mode = std::fs::metadata(socket("stale")).expect("there").permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    server.stop().await;
    let _server = with_socket("stale").await;
    assert_eq!(done("stale", AdminRequest::List).await, "");
}
