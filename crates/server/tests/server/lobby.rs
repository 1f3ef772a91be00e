//! The list of games.

use protocol::{RoomOptions, RoomPhase};

use crate::common::{Tester, as_white, server};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn public_games_are_listed_while_they_are_there() {
    let server = server().await;
    let mut looker = Tester::connect(server.address(), "Clara").await;
    looker.client.watch_lobby(true);
    looker.until(|t| t.client.lobby().is_known()).await;
    let mut anna = Tester::connect(server.address(), "Anna").await;
    let room = anna.create(as_white("xxl")).await;
    let mut secret = Tester::connect(server.address(), "Dora").await;
    secret.create(RoomOptions { private: true, ..as_white("xxl") }).await;
    looker.until(|t| !t.client.lobby().entries().is_empty()).await;
    let entry = looker.client.lobby().entries()[0].clone();
    assert_eq!((&entry.room, entry.phase), (&room, RoomPhase::Waiting));
    assert_eq!(entry.players[0].as_ref().map(|p| p.name.as_str()), Some("Anna"));
    let mut ben = Tester::connect(server.address(), "Ben").await;
    ben.join(&room).await;
    let phase = |t: &Tester| t.client.lobby().entries().first().map(|entry| entry.phase);
    looker.until(|t| phase(t) == Some(RoomPhase::Playing)).await;
    // A room that waits is closed when its creator leaves.
    let second = secret.client.rooms().map(|(id, _)| id.clone()).next().expect("a room");
    secret.client.leave(&second);
    secret.work_off().await;
    secret.sync().await;
    secret.client.join(second, None);
    assert_eq!(secret.until_refused().await, protocol::Refusal::NoRoom);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn names_are_made_different() {
    let server = server().await;
    let first = Tester::connect(server.address(), "Anna").await;
    let second = Tester::connect(server.address(), "ANNA").await;
    assert_eq!(first.client.name().as_str(), "Anna");
    assert_eq!(second.client.name().as_str(), "ANNA 2");
    assert!(second.events.iter().any(|e| matches!(e, client::ClientEvent::Renamed(_))));
    drop(first);
    drop(second);
}
