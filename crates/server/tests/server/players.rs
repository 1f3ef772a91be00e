//! Who is known to the server, and for how long.

use std::time::Duration;

use protocol::{Action, RoomOptions, RoomPhase};
use store::Profiles;
use xxlchess_server::Server;

use crate::common::{Tester, as_white, pair, play_all};
use crate::failing::{Failing, start};

const DAY: Duration = Duration::from_secs(24 * 3600);

fn names(store: &Failing) -> Vec<String> {
    let profiles = store.inside().profiles().expect("read");
    profiles.iter().map(|profile| profile.name.to_string()).collect()
}

/// Waits until these players are kept. Time goes on meanwhile: a player whose game is just being closed
/// is forgotten at a later look.
async fn until_names(server: &Server, store: &Failing, expected: &[&str]) {
    for wait in 1.. {
        if names(store) == expected {
            return;
        }
        tokio::time::sleep(Duration::from_millis(5)).await;
        if wait % 20 == 0 {
            server.clock().push(DAY / 24);
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_has_not_played_for_long_is_forgotten() {
    let store = Failing::default();
    let server = start(&store).await;
    let (mut white, mut black, room) = pair(&server, as_white("standard")).await;
    play_all(&mut white, &mut black, &room, &["e2e4", "e7e5"]).await;
    black.act(&room, Action::Resign).await;
    white.until_phase(&room, RoomPhase::Over).await;
    let mut passer = Tester::connect(server.address(), "Passer").await;
    passer.create(RoomOptions::friendly("standard")).await;
    let mut stayer = Tester::connect(server.address(), "Stayer").await;
    stayer.create(RoomOptions::friendly("standard")).await;
    let secret = passer.client.token().cloned();
    drop((white, black, passer));
    while !server.metrics().contains("xxlchess_connections 1\n") {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    assert_eq!(names(&store), ["Anna", "Ben", "Passer", "Stayer"]);
    server.clock().push(6 * DAY);
    stayer.sync().await;
    assert_eq!(names(&store).len(), 4);
    // Who has finished no game is forgotten after a week, unless they are here.
    server.clock().push(2 * DAY);
    until_names(&server, &store, &["Anna", "Ben", "Stayer"]).await;
    let mut other = Tester::connect(server.address(), "Passer").await;
    assert_eq!(other.client.name().as_str(), "Passer", "the name is free again");
    let passer = Tester::with_token(server.address(), "Passer", secret.clone()).await;
    assert_ne!(passer.client.token(), secret.as_ref(), "the secret is not known any more");
    other.sync().await;
    server.clock().push(730 * DAY);
    until_names(&server, &store, &["Stayer"]).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_wants_a_taken_name_keeps_the_one_they_have() {
    let store = Failing::default();
    let server = start(&store).await;
    let _anna = Tester::connect(server.address(), "Anna").await;
    let mut second = Tester::connect(server.address(), "Anna").await;
    second.create(RoomOptions::friendly("standard")).await;
    let secret = second.client.token().cloned();
    assert_eq!(second.client.name().as_str(), "Anna 2");
    drop(second);
    for _ in 0..3 {
        let again = Tester::with_token(server.address(), "Anna", secret.clone()).await;
        assert_eq!(again.client.name().as_str(), "Anna 2");
    }
}
