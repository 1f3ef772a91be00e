//! Connections that are lost and come back.

use protocol::{Presence, RoomOptions, RoomPhase};
use rules::Colour;
use test_kit::random::Random;

use crate::common::{Tester, minutes, moves, pair, play_all, random_move, server};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_goes_on_after_its_connection_was_lost() {
    let server = server().await;
    let options = RoomOptions { clock: minutes(60), ..RoomOptions::friendly("standard") };
    let (mut white, mut black, room) = pair(&server, options).await;
    play_all(&mut white, &mut black, &room, &["e2e4"]).await;
    black.cut();
    let presence = |t: &Tester| t.room(&room).state().seats[1].presence;
    white.until(|t| matches!(presence(t), Presence::Reconnecting { .. })).await;
    let reply = black.legal(&room, "e7e5");
    black.client.play(black.now(), &room, reply).expect("our turn");
    black.until_ply(&room, 2).await;
    white.until_ply(&room, 2).await;
    assert_eq!(presence(&white), Presence::Here);
    let both = [&white, &black].map(|t| t.room(&room).remaining(Colour::White, t.now()).is_some());
    assert_eq!(both, [true, true]);
    assert_eq!(moves(&white.game(&room)), ["e2e4", "e7e5"]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn whoever_forgot_everything_but_his_token_is_led_back() {
    let server = server().await;
    let (mut white, mut black, room) = pair(&server, RoomOptions::friendly("standard")).await;
    play_all(&mut white, &mut black, &room, &["e2e4", "e7e5"]).await;
    let token = white.client.token().cloned();
    drop(white);
    let mut white = Tester::with_token(server.address(), "Anna", token).await;
    white.until(|t| t.client.room(&room).is_some()).await;
    play_all(&mut white, &mut black, &room, &["g1f3"]).await;
    assert_eq!(white.room(&room).role().colour(), Some(Colour::White));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn connections_that_are_cut_at_random_lose_no_move() {
    let server = server().await;
    let (white, black, room) = pair(&server, RoomOptions::friendly("xxl")).await;
    let mut players = [white, black];
    let mut spectator = Tester::connect(server.address(), "Clara").await;
    spectator.watch(&room).await;
    let mut rng = Random::new(11);
    for ply in 0..60 {
        let mover = &mut players[ply % 2];
        mover.until_ply(&room, ply).await;
        let text = random_move(&mut rng, &mover.game(&room)).expect("a move");
        if rng.chance(30) {
            mover.cut();
            let next = mover.legal(&room, &text);
            mover.client.play(mover.now(), &room, next).expect("ours");
        } else {
            mover.play(&room, &text).await;
            if rng.chance(30) {
                // The move may or may not have arrived.
                mover.cut();
            }
        }
        mover.until_ply(&room, ply + 1).await;
        if rng.chance(20) {
            players[(ply + 1) % 2].cut();
        }
        if rng.chance(20) {
            spectator.cut();
        }
        if players[ply % 2].phase(&room) == Some(RoomPhase::Over) {
            break;
        }
    }
    let length = players.iter().map(|player| player.game(&room).ply()).max().unwrap_or_default();
    for tester in players.iter_mut().chain([&mut spectator]) {
        tester.until_ply(&room, length).await;
    }
    let [white, black] = &players;
    assert_eq!(moves(&white.game(&room)), moves(&black.game(&room)));
    assert_eq!(moves(&white.game(&room)), moves(&spectator.game(&room)));
}
