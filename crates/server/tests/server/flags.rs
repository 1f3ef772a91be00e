//! The clocks are the server's: both flags, turns that pass, and moves that were on their way.

use std::time::Duration;

use protocol::{RoomOptions, RoomPhase, TimeControl};
use rules::{Colour, Reason};

use crate::common::{BOTH, minutes, moves, pair, play_all, server};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_side_can_lose_on_time() {
    for loser in BOTH {
        let server = server().await;
        let options = RoomOptions { clock: minutes(1), ..RoomOptions::friendly("standard") };
        let (mut white, mut black, room) = pair(&server, options).await;
        if loser == Colour::Black {
            play_all(&mut white, &mut black, &room, &["e2e4"]).await;
        }
        server.clock().push(Duration::from_secs(50));
        white.sync().await;
        assert_eq!(white.phase(&room), Some(RoomPhase::Playing), "there is time left");
        server.clock().push(Duration::from_secs(20));
        for tester in [&mut white, &mut black] {
            tester.until_phase(&room, RoomPhase::Over).await;
            let outcome =
                tester.game(&room).end().and_then(record::GameEnd::outcome).expect("decided");
            assert_eq!((outcome.winner, outcome.reason), (Some(!loser), Reason::Time));
            let left = tester.room(&room).remaining(loser, tester.now());
            assert_eq!(left, Some(Duration::ZERO));
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn clocks_show_the_same_to_everybody_and_gain_increments() {
    let server = server().await;
    let clock =
        TimeControl::Fischer { time: Duration::from_secs(600), increment: Duration::from_secs(60) };
    let options = RoomOptions { clock: Some(clock), ..RoomOptions::friendly("standard") };
    let (mut white, mut black, room) = pair(&server, options).await;
    server.clock().push(Duration::from_secs(300));
    white.play(&room, "e2e4").await;
    white.until_ply(&room, 1).await;
    black.until_ply(&room, 1).await;
    for tester in [&white, &black] {
        let left = tester.room(&room).remaining(Colour::White, tester.now()).expect("clocks");
        // Ten minutes less five, and one more; how fast this machine is plays no part.
        assert!(left > Duration::from_secs(300) && left < Duration::from_secs(400), "{left:?}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_turn_passes_where_each_has_its_own_time() {
    let server = server().await;
    let clock = TimeControl::Turn { time: Duration::from_secs(1_000) };
    let options = RoomOptions { clock: Some(clock), ..RoomOptions::friendly("standard") };
    let (mut white, mut black, room) = pair(&server, options).await;
    server.clock().push(Duration::from_secs(1_001));
    white.until_ply(&room, 1).await;
    black.until_ply(&room, 1).await;
    black.play(&room, "e7e5").await;
    white.until_ply(&room, 2).await;
    assert_eq!(moves(&white.game(&room)), ["--", "e7e5"]);
}
