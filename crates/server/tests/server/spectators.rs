//! Those who watch: later if so agreed, and never waited for.

use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use protocol::{Action, ChatText, Refusal, RoomOptions, ToClient, ToServer, VERSION};
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::Message;
use xxlchess_server::{ServerConfig, ServerLimits};

use crate::common::{Tester, generous, name, pair, play_all, server, start};
use crate::shared::hello;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_delay_holds_everything_back() {
    let server = server().await;
    let options = RoomOptions { spectator_delay_s: 100, ..RoomOptions::friendly("standard") };
    let (mut white, mut black, room) = pair(&server, options).await;
    server.clock().push(Duration::from_secs(101));
    let mut early = Tester::connect(server.address(), "Clara").await;
    early.watch(&room).await;
    play_all(&mut white, &mut black, &room, &["e2e4", "e7e5"]).await;
    let mut late = Tester::connect(server.address(), "Dora").await;
    late.watch(&room).await;
    early.sync().await;
    assert_eq!((early.game(&room).ply(), late.game(&room).ply()), (0, 0));
    server.clock().push(Duration::from_secs(101));
    early.until_ply(&room, 2).await;
    late.until_ply(&room, 2).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn spectators_only_watch() {
    let server = server().await;
    let (mut white, mut black, room) = pair(&server, RoomOptions::friendly("standard")).await;
    let mut spectator = Tester::connect(server.address(), "Clara").await;
    spectator.watch(&room).await;
    let chat = || Action::Chat { text: ChatText::new("move the knight!").expect("a text") };
    for action in [Action::Resign, Action::OfferDraw, Action::ClaimAbandoned, chat()] {
        spectator.act(&room, action).await;
        assert_eq!(spectator.until_refused().await, Refusal::NotAPlayer);
    }
    spectator.client.join(room.clone(), None);
    assert_eq!(spectator.until_refused().await, Refusal::RoomFull);
    white.act(&room, chat()).await;
    black.until(|t| t.room(&room).chat().count() == 1).await;
    let anna = name("Anna");
    black.client.room_mut(&room).expect("in it").mute(anna, true);
    assert_eq!(black.room(&room).chat().count(), 0);
    white.until(|t| t.room(&room).state().spectators >= 1).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_spectator_who_finds_no_seat_is_a_spectator_still() {
    let server = server().await;
    let (mut white, _black, room) = pair(&server, RoomOptions::friendly("standard")).await;
    let mut spectator = Tester::connect(server.address(), "Clara").await;
    spectator.watch(&room).await;
    spectator.say(&ToServer::Join { room: room.clone(), code: None }).await;
    assert_eq!(spectator.until_refused().await, Refusal::RoomFull);
    spectator.say(&ToServer::Act { room: room.clone(), action: Action::Resign }).await;
    assert_eq!(spectator.until_refused().await, Refusal::NotAPlayer);
    white.until(|t| t.room(&room).state().spectators == 1).await;
    spectator.cut();
    white.until(|t| t.room(&room).state().spectators == 0).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_slow_spectator_is_dropped_and_nobody_waits_for_him() {
    let limits = ServerLimits { waiting_messages: 1000, ..generous() };
    let server = start(ServerConfig { limits, ..ServerConfig::default() }).await;
    let (mut white, mut black, room) = pair(&server, RoomOptions::friendly("standard")).await;
    let (mut slow, _) = connect_async(format!("ws://{}/ws", server.address())).await.expect("in");
    let greeting = hello(VERSION, "Sloth");
    let watch = ToServer::Watch { room: room.clone(), code: None, view: None };
    for message in [greeting, watch] {
        slow.send(Message::text(protocol::write(&message))).await.expect("sent");
    }
    while let Some(Ok(message)) = slow.next().await {
        let Message::Text(text) = message else { continue };
        if matches!(protocol::read(&text), Ok(ToClient::State(_))) {
            break;
        }
    }
    // From now on the spectator reads nothing. The chat of the two fills all buffers between.
    let text = ChatText::new(&"x".repeat(200)).expect("a text");
    let mut said = 0;
    while !server.metrics().contains("xxlchess_dropped_slow_total 1") {
        for _ in 0..200 {
            white.act(&room, Action::Chat { text: text.clone() }).await;
        }
        said += 200;
        white.sync().await;
        black.sync().await;
        assert!(said < 400_000, "he should have been dropped by now");
    }
    play_all(&mut white, &mut black, &room, &["e2e4"]).await;
}
