//! Under fog: every message to each side is checked, and none reveals what is hidden.

use game::Game;
use protocol::{Action, LiveState, RoomId, RoomOptions, RoomPhase, ToClient};
use record::{EntryKind, GameTerms};
use rules::{Colour, Position};
use std::time::Duration;
use test_kit::random::Random;

use crate::common::{BOTH, Tester, as_white, own_moves, pair, server};
use crate::fog_check::{check, check_spectator, turns};

/// Does what must give nothing away.
async fn tempt(mover: &mut Tester, room: &RoomId, ply: usize) {
    // What is shown between moves is never passed on.
    mover.act(room, Action::Live { state: LiveState::default() }).await;
    // Nor does a refusal tell anything.
    let chess_move = "a1a1".parse().expect("a move");
    let wrong = Action::Play { ply, chess_move, thought_ms: None };
    mover.say(&protocol::ToServer::Act { room: room.clone(), action: wrong }).await;
    let told = mover.until_refused().await.to_string();
    assert_eq!(told, "the piece cannot go there");
    mover.sync().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_hidden_is_told_to_anybody() {
    for (rules, seed) in [("king-capture", 3), ("xxl", 4), ("standard", 5), ("xiangqi", 6)] {
        let server = server().await;
        let options = RoomOptions { fog: true, ..RoomOptions::friendly(rules) };
        let first = options.first_position().expect("rules");
        let mut game = Game::new(first, GameTerms::default(), Duration::ZERO);
        game.confirm_hand_over(Duration::ZERO);
        let (white, black, room) = pair(&server, options).await;
        let mut players = [white, black];
        let mut spectator = Tester::connect(server.address(), "Clara").await;
        spectator.watch(&room).await;
        let mut rng = Random::new(seed);
        for ply in 0..40 {
            let mover = &mut players[ply % 2];
            mover.until_ply(&room, ply).await;
            mover
                .until(|tester| {
                    tester.phase(&room) == Some(RoomPhase::Over)
                        || !own_moves(tester, &room).is_empty()
                })
                .await;
            let choices = own_moves(mover, &room);
            let text = choices[rng.below(choices.len())];
            tempt(mover, &room, ply).await;
            mover.play(&room, &text.to_string()).await;
            let position: &Position = game.position();
            let chess_move = notation::uci::parse(position, &text.to_string()).expect("legal");
            game.play(Duration::ZERO, chess_move).expect("our turn");
            game.confirm_hand_over(Duration::ZERO);
            players[ply % 2].sync().await;
            if game.is_over() {
                break;
            }
            for player in &mut players {
                player.until_ply(&room, ply + 1).await;
            }
        }
        for (player, side) in players.iter_mut().zip(BOTH) {
            player.sync().await;
            check(&player.heard, side, &game);
        }
        spectator.sync().await;
        check_spectator(&spectator.heard, &game);
        if !game.is_over() {
            players[0].act(&room, Action::Resign).await;
        }
        // Afterwards all see everything.
        let [white, black] = &mut players;
        for tester in [white, black, &mut spectator] {
            tester
                .until(|t| {
                    t.phase(&room) == Some(RoomPhase::Over) && t.room(&room).game().open().is_some()
                })
                .await;
            assert_eq!(tester.game(&room).ply(), game.ply());
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn spectators_see_a_view_with_consent() {
    let server = server().await;
    let options = RoomOptions { fog: true, ..as_white("king-capture") };
    let (mut white, mut black, room) = pair(&server, options).await;
    let mut spectator = Tester::connect(server.address(), "Clara").await;
    spectator.watch(&room).await;
    let viewer = |tester: &Tester| tester.room(&room).game().fog().expect("fog").viewer();
    assert_eq!(viewer(&spectator), None);
    black.act(&room, Action::ShowView { on: true }).await;
    spectator.until(|tester| viewer(tester) == Some(Colour::Black)).await;
    white.until(|tester| !own_moves(tester, &room).is_empty()).await;
    let first = own_moves(&white, &room)[0].to_string();
    white.play(&room, &first).await;
    spectator.until_ply(&room, 1).await;
    let last = spectator.heard.iter().rev().find_map(|message| turns(message).pop());
    assert_eq!(last.map(|(_, turn)| turn), Some(EntryKind::HiddenMove), "White did not consent");
    black.act(&room, Action::ShowView { on: false }).await;
    spectator.until(|tester| viewer(tester).is_none()).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_claim_tells_nothing_about_hidden_pieces() {
    let server = server().await;
    let options = RoomOptions { fog: true, ..RoomOptions::friendly("xxl") };
    let (mut white, _black, room) = pair(&server, options).await;
    white.act(&room, Action::ClaimDraw).await;
    let told = white.until_refused().await.to_string();
    assert_eq!(told, "under fog no draw can be claimed");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn under_fog_a_move_is_taken_back_by_an_entry() {
    let server = server().await;
    let options = RoomOptions { fog: true, ..as_white("standard") };
    let (mut white, mut black, room) = pair(&server, options).await;
    let may_play = |tester: &Tester, text: &str| {
        own_moves(tester, &room).iter().any(|found| found.to_string() == text)
    };
    white.until(|t| may_play(t, "e2e4")).await;
    white.play(&room, "e2e4").await;
    black.until(|t| may_play(t, "e7e5")).await;
    white.until_ply(&room, 1).await;
    white.act(&room, Action::AskTakeBack).await;
    black.until(|t| t.room(&room).game().offers().take_back == Some(Colour::White)).await;
    black.act(&room, Action::AnswerTakeBack { accept: true }).await;
    white.until(|t| t.room(&room).game().ply() == 0 && may_play(t, "d2d4")).await;
    black.until_ply(&room, 0).await;
    white.play(&room, "d2d4").await;
    black.until(|t| may_play(t, "e7e5")).await;
    for tester in [&white, &black] {
        let states = tester.heard.iter().filter(|m| matches!(m, ToClient::State(_)));
        assert_eq!(states.count(), 1, "entries tell it");
        assert_eq!(tester.room(&room).game().offers().take_back, None);
    }
    let moves = black.heard.iter().flat_map(turns).map(|(_, turn)| turn);
    assert!(moves.into_iter().all(|turn| turn == EntryKind::HiddenMove));
}
