//! Whole games by all rules, and moves that are none.

use protocol::{Action, Opponent, RoomOptions, RoomPhase, RulesChoice, ToServer};
use rules::{Colour, Reason};
use test_kit::random::Random;

use crate::common::{
    Tester, as_white, move_text, moves, own_moves, pair, play_all, random_move, server,
};

/// Plays random moves to the end, or until one resigns, before two spectators.
async fn whole_game(options: RoomOptions, seed: u64) {
    let server = server().await;
    let (white, black, room) = pair(&server, options).await;
    let mut players = [white, black];
    let mut first = Tester::connect(server.address(), "Clara").await;
    first.watch(&room).await;
    let mut rng = Random::new(seed);
    let mut ply = 0;
    while players[0].phase(&room) == Some(RoomPhase::Playing) && ply < 80 {
        let mover = &mut players[ply % 2];
        let Some(text) = random_move(&mut rng, &mover.game(&room)) else { break };
        mover.play(&room, &text).await;
        ply += 1;
        for player in &mut players {
            player.until_ply(&room, ply).await;
        }
        // An end on the board follows the move.
        players[0].sync().await;
        players[1].sync().await;
    }
    if players[0].phase(&room) != Some(RoomPhase::Over) {
        players[ply % 2].act(&room, Action::Resign).await;
    }
    let mut late = Tester::connect(server.address(), "Dora").await;
    late.watch(&room).await;
    let [mut white, mut black] = players;
    for tester in [&mut white, &mut black, &mut first, &mut late] {
        tester.until_phase(&room, RoomPhase::Over).await;
    }
    let expected = (moves(&white.game(&room)), white.game(&room).end());
    assert!(expected.0.len() == ply && expected.1.is_some());
    for tester in [&black, &first, &late] {
        assert_eq!((moves(&tester.game(&room)), tester.game(&room).end()), expected);
    }
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_whole_game_by_each_rule_set() {
    for (id, seed) in notation::ruleset::shipped_ids().zip(1..) {
        whole_game(RoomOptions::friendly(id), seed).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_whole_game_by_a_users_own_rules() {
    let file = include_str!("../../../notation/rulesets/examples/twelve-by-ten.toml").to_owned();
    let rules = RulesChoice::Own { id: "mine".to_owned(), file };
    whole_game(RoomOptions { rules, ..RoomOptions::friendly("xxl") }, 9).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn mate_ends_a_game() {
    let server = server().await;
    let (mut white, mut black, room) = pair(&server, RoomOptions::friendly("standard")).await;
    play_all(&mut white, &mut black, &room, &["f2f3", "e7e5", "g2g4", "d8h4"]).await;
    for tester in [&mut white, &mut black] {
        tester.until_phase(&room, RoomPhase::Over).await;
        let outcome = tester.game(&room).end().and_then(record::GameEnd::outcome).expect("decided");
        assert_eq!((outcome.winner, outcome.reason), (Some(Colour::Black), Reason::Checkmate));
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_no_move_changes_nothing() {
    let server = server().await;
    let (mut white, mut black, room) = pair(&server, as_white("standard")).await;
    let play = |ply, text| ToServer::Act {
        room: room.clone(),
        action: Action::Play { ply, chess_move: move_text(text), thought_ms: None },
    };
    for (mover, ply, text, told) in [
        (true, 0, "e2e5", "not legal"),
        (true, 0, "e7e5", "not legal"),
        (true, 0, "a5a6", "no piece"),
        (true, 3, "e2e4", "turn 0"),
        (false, 0, "e7e5", "white's turn"),
        (false, 0, "e2e4", "white's turn"),
    ] {
        let tester = if mover { &mut white } else { &mut black };
        tester.say(&play(ply, text)).await;
        let refusal = tester.until_refused().await.to_string();
        assert!(refusal.contains(told), "{text}: {refusal}");
    }
    play_all(&mut white, &mut black, &room, &["e2e4"]).await;
    // Sent again, as after a lost connection, it is played once.
    white.say(&play(0, "e2e4")).await;
    white.sync().await;
    black.sync().await;
    assert_eq!(
        (moves(&white.game(&room)), moves(&black.game(&room)).len()),
        (vec!["e2e4".into()], 1)
    );
    assert!(!white.events.iter().any(|e| matches!(e, client::ClientEvent::Refused { .. })));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_servers_engine_plays_and_takes_moves_back() {
    let server = server().await;
    for (level, fog) in [("greedy", false), ("1", false), ("2", true)] {
        let mut player = Tester::connect(server.address(), "Anna").await;
        let options = RoomOptions {
            opponent: Opponent::Level(level.to_owned()),
            fog,
            ..as_white(if fog { "king-capture" } else { "standard" })
        };
        let room = player.create(options).await;
        player.until_phase(&room, RoomPhase::Playing).await;
        let first = if fog {
            player.until(|t| !own_moves(t, &room).is_empty()).await;
            own_moves(&player, &room)[0].to_string()
        } else {
            "e2e4".to_owned()
        };
        player.play(&room, &first).await;
        player.until_ply(&room, 2).await;
        player.act(&room, Action::AskTakeBack).await;
        player.until_ply(&room, 0).await;
        player.act(&room, Action::Resign).await;
        player.until_phase(&room, RoomPhase::Over).await;
        player.act(&room, Action::Rematch).await;
        player.until(|tester| tester.client.rooms().count() == 2).await;
    }
}
