//! What one user, one address and all together may use: no user fills the server for the others.

use std::time::Duration;

use protocol::{Action, ChatText, NotNow, Opponent, Refusal, RoomOptions, RoomPhase, RulesChoice};
use xxlchess_server::{Server, ServerConfig, ServerLimits};

use crate::common::{Tester, as_white, generous, pair, play_all, server, start};

fn against_computer() -> RoomOptions {
    RoomOptions { opponent: Opponent::Level("random".to_owned()), ..as_white("standard") }
}

/// Rules whose file is as long as it may be.
fn long_rules() -> RulesChoice {
    let file = format!("inherits = \"standard\"\n# {}\n", "x".repeat(47_000));
    RulesChoice::Own { id: "long".to_owned(), file }
}

/// A number among the metrics.
fn metric(server: &Server, name: &str) -> u64 {
    let text = server.metrics();
    let line = text.lines().find_map(|line| line.strip_prefix(&format!("xxlchess_{name} ")));
    line.expect("a metric").parse().expect("a number")
}

async fn until_metric(server: &Server, name: &str, value: u64) {
    while metric(server, name) != value {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_spectators_see_later_is_stored_as_events() {
    let server = server().await;
    let options =
        RoomOptions { rules: long_rules(), spectator_delay_s: 600, ..as_white("standard") };
    let (mut white, mut black, room) = pair(&server, options).await;
    let before = metric(&server, "room_bytes");
    for round in 0..1000 {
        white.act(&room, Action::AllowLive { on: round % 2 == 0 }).await;
        white.act(&room, Action::ShowView { on: round % 2 == 0 }).await;
    }
    for _ in 0..20 {
        white.play(&room, "e2e4").await;
        white.until_ply(&room, 1).await;
        white.act(&room, Action::AskTakeBack).await;
        black.until(|t| t.room(&room).game().offers().take_back.is_some()).await;
        black.act(&room, Action::AnswerTakeBack { accept: true }).await;
        white.until_ply(&room, 0).await;
        black.until_ply(&room, 0).await;
    }
    white.sync().await;
    let grown = metric(&server, "room_bytes") - before;
    // As states these would be more than 94 million bytes.
    assert!(grown <= 128 * 1024, "{grown}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn talk_is_refused_over_the_budget_of_a_room_and_moves_are_not() {
    let limits = ServerLimits { bytes_per_room: 96 * 1024, ..generous() };
    let server = start(ServerConfig { limits, ..ServerConfig::default() }).await;
    let options = RoomOptions { spectator_delay_s: 600, ..as_white("standard") };
    let (mut white, mut black, room) = pair(&server, options).await;
    let text = ChatText::new(&"x".repeat(200)).expect("a text");
    for _ in 0..400 {
        black.act(&room, Action::Chat { text: text.clone() }).await;
    }
    let Refusal::NotNow(why) = black.until_refused().await else { panic!("another refusal") };
    assert_eq!(why, NotNow::GameMemory);
    assert!(metric(&server, "over_quota_total") > 0);
    assert!(metric(&server, "room_bytes") <= 96 * 1024);
    play_all(&mut white, &mut black, &room, &["e2e4", "e7e5", "g1f3", "b8c6"]).await;
    // When spectators have seen it, there is room again.
    server.clock().push(Duration::from_secs(601));
    black.sync().await;
    black.events.clear();
    let said = black.room(&room).chat().count();
    // The room may hear a message before it looks at the time.
    while black.room(&room).chat().count() == said {
        black.act(&room, Action::Chat { text: text.clone() }).await;
        black.sync().await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_joins_a_delayed_game_sees_what_the_others_see() {
    let server = server().await;
    let options = RoomOptions { spectator_delay_s: 100, ..as_white("standard") };
    let (mut white, mut black, room) = pair(&server, options).await;
    let mut early = Tester::connect(server.address(), "Clara").await;
    early.watch(&room).await;
    play_all(&mut white, &mut black, &room, &["e2e4", "e7e5", "g1f3"]).await;
    white.act(&room, Action::AskTakeBack).await;
    black.until(|t| t.room(&room).game().offers().take_back.is_some()).await;
    black.act(&room, Action::AnswerTakeBack { accept: true }).await;
    white.until_ply(&room, 2).await;
    let text = ChatText::new("well played").expect("a text");
    black.act(&room, Action::Chat { text }).await;
    // Otherwise the chat may come after what White does next.
    white.until(|t| !t.room(&room).state().chat.is_empty()).await;
    white.act(&room, Action::AllowLive { on: false }).await;
    white.act(&room, Action::OfferDraw).await;
    black.until(|t| t.room(&room).game().offers().draw.is_some()).await;
    server.clock().push(Duration::from_secs(101));
    early.until(|t| t.room(&room).game().offers().draw.is_some()).await;
    let mut late = Tester::connect(server.address(), "Dora").await;
    late.watch(&room).await;
    assert_eq!(late.game(&room).turns(), early.game(&room).turns());
    let [early_state, late_state] = [&early, &late].map(|tester| {
        let state = tester.room(&room).state();
        (state.number, state.entries.clone(), state.chat.clone(), state.seats.clone(), state.phase)
    });
    assert_eq!(early_state, late_state);
    black.act(&room, Action::AnswerDraw { accept: true }).await;
    black.until_phase(&room, RoomPhase::Over).await;
    server.clock().push(Duration::from_secs(101));
    early.until_phase(&room, RoomPhase::Over).await;
    late.until_phase(&room, RoomPhase::Over).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_address_has_so_many_rooms_and_its_oldest_idle_one_goes_first() {
    let limits = ServerLimits { rooms_per_address: 2, ..generous() };
    let server = start(ServerConfig { limits, ..ServerConfig::default() }).await;
    let mut eve = Tester::connect(server.address(), "Eve").await;
    let first = eve.create(against_computer()).await;
    let mut mallory = Tester::connect(server.address(), "Mallory").await;
    let second = mallory.create(RoomOptions::friendly("standard")).await;
    let mut anna = Tester::connect(server.address(), "Anna").await;
    anna.client.create(RoomOptions::friendly("standard"));
    let Refusal::NotNow(why) = anna.until_refused().await else { panic!("another refusal") };
    assert_eq!(why, NotNow::NetworkGames);
    // Reconnecting or another name does not help; once a player has left, there is space.
    drop(eve);
    until_metric(&server, "connections", 2).await;
    server.clock().push(Duration::from_secs(61));
    anna.create(RoomOptions::friendly("standard")).await;
    assert_eq!(metric(&server, "evicted_rooms_total"), 1);
    until_metric(&server, "rooms", 2).await;
    anna.client.watch(first, None, None);
    anna.until(|t| t.events.iter().any(|e| matches!(e, client::ClientEvent::Refused { refusal, .. } if *refusal == Refusal::NoRoom))).await;
    assert!(mallory.client.room(&second).is_some());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_full_server_closes_idle_rooms_and_none_that_is_in_use() {
    let limits = ServerLimits { rooms: 3, ..generous() };
    let server = start(ServerConfig { limits, ..ServerConfig::default() }).await;
    // A game between people who are both away for a moment stays.
    let (white, black, game) = pair(&server, RoomOptions::friendly("standard")).await;
    drop((white, black));
    let mut eve = Tester::connect(server.address(), "Eve").await;
    eve.create(against_computer()).await;
    let mut anna = Tester::connect(server.address(), "Anna").await;
    anna.create(RoomOptions::friendly("standard")).await;
    let mut ben = Tester::connect(server.address(), "Ben").await;
    ben.client.create(RoomOptions::friendly("standard"));
    assert_eq!(ben.until_refused().await, Refusal::Full);
    drop(eve);
    until_metric(&server, "connections", 2).await;
    ben.client.create(RoomOptions::friendly("standard"));
    assert_eq!(ben.until_refused().await, Refusal::Full, "she may be back at once");
    server.clock().push(Duration::from_secs(61));
    ben.create(RoomOptions::friendly("standard")).await;
    ben.watch(&game).await;
    assert_eq!((ben.phase(&game), metric(&server, "rooms")), (Some(RoomPhase::Playing), 3));
    assert_eq!(anna.client.rooms().count(), 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_against_the_computer_that_was_left_ends_after_minutes() {
    let server = server().await;
    let mut eve = Tester::connect(server.address(), "Eve").await;
    let room = eve.create(against_computer()).await;
    eve.until_phase(&room, RoomPhase::Playing).await;
    let (white, black, game) = pair(&server, RoomOptions::friendly("standard")).await;
    drop((eve, white, black));
    until_metric(&server, "connections", 0).await;
    server.clock().push(Duration::from_secs(16 * 60));
    until_metric(&server, "games_ended_total", 1).await;
    server.clock().push(Duration::from_secs(3 * 60));
    until_metric(&server, "rooms", 1).await;
    let mut anna = Tester::connect(server.address(), "Anna").await;
    anna.watch(&game).await;
    assert_eq!(anna.phase(&game), Some(RoomPhase::Playing), "people have a day");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_waits_for_those_who_play_and_take_back() {
    let server = server().await;
    let mut eve = Tester::connect(server.address(), "Eve").await;
    let strong = RoomOptions { opponent: Opponent::Level("18".to_owned()), ..as_white("standard") };
    let room = eve.create(strong).await;
    eve.until_phase(&room, RoomPhase::Playing).await;
    for _ in 0..300 {
        let chess_move = crate::common::move_text("e2e4");
        let play = Action::Play { ply: 0, chess_move, thought_ms: None };
        for action in [play, Action::AskTakeBack] {
            eve.say(&protocol::ToServer::Act { room: room.clone(), action }).await;
        }
    }
    let mut anna = Tester::connect(server.address(), "Anna").await;
    let own = anna.create(against_computer()).await;
    anna.until_phase(&own, RoomPhase::Playing).await;
    for (number, text) in ["a2a3", "b2b3", "c2c3"].into_iter().enumerate() {
        anna.play(&own, text).await;
        anna.until_ply(&own, 2 * number + 2).await;
        assert!(metric(&server, "engine_questions") <= 1);
    }
    eve.sync().await;
    assert_eq!((metric(&server, "rooms"), metric(&server, "failed_rooms_total")), (2, 0));
}
