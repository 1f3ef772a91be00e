//! Draws, taking back, aborting, playing again, and claiming what was abandoned.

use std::time::Duration;

use protocol::{Action, NotNow, Presence, Refusal, RoomEvent, RoomOptions, RoomPhase};
use record::{EntryKind, OfferError};
use rules::{Colour, Reason};

use crate::common::{Tester, minutes, moves, pair, play_all, server};

fn reason(tester: &Tester, room: &protocol::RoomId) -> Option<(Option<Colour>, Reason)> {
    let outcome = tester.game(room).end()?.outcome()?;
    Some((outcome.winner, outcome.reason))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_draw_must_be_accepted() {
    let server = server().await;
    let (mut white, mut black, room) = pair(&server, RoomOptions::friendly("standard")).await;
    white.act(&room, Action::OfferDraw).await;
    black.until(|b| b.room(&room).game().offers().draw == Some(Colour::White)).await;
    black.act(&room, Action::AnswerDraw { accept: false }).await;
    white.until(|w| w.heard.iter().any(is_declined)).await;
    assert_eq!(white.room(&room).game().offers().draw, None);
    white.act(&room, Action::OfferDraw).await;
    assert_eq!(white.until_refused().await, Refusal::Offer(OfferError::AskedAlready));
    black.act(&room, Action::OfferDraw).await;
    white.until(|w| w.room(&room).game().offers().draw == Some(Colour::Black)).await;
    white.act(&room, Action::AnswerDraw { accept: true }).await;
    for tester in [&mut white, &mut black] {
        tester.until_phase(&room, RoomPhase::Over).await;
        assert_eq!(reason(tester, &room), Some((None, Reason::Agreement)));
    }
}

fn is_declined(message: &protocol::ToClient) -> bool {
    matches!(message, protocol::ToClient::Event { event: RoomEvent::Recorded { entry, .. }, .. }
        if entry.entry().kind == EntryKind::DeclineDraw(Colour::Black))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_move_is_taken_back_if_the_other_side_lets_it() {
    let server = server().await;
    let options = RoomOptions { clock: minutes(5), ..RoomOptions::friendly("standard") };
    let (mut white, mut black, room) = pair(&server, options).await;
    play_all(&mut white, &mut black, &room, &["e2e4", "e7e5"]).await;
    white.act(&room, Action::AskTakeBack).await;
    black.until(|b| b.room(&room).game().offers().take_back == Some(Colour::White)).await;
    black.act(&room, Action::AnswerTakeBack { accept: true }).await;
    white.until_ply(&room, 0).await;
    black.until_ply(&room, 0).await;
    let states =
        |t: &Tester| t.heard.iter().filter(|m| matches!(m, protocol::ToClient::State(_))).count();
    assert_eq!([states(&white), states(&black)], [1, 1], "entries tell it");
    play_all(&mut white, &mut black, &room, &["d2d4", "d7d5"]).await;
    assert_eq!(moves(&black.game(&room)), ["d2d4", "d7d5"]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn taking_back_can_be_ruled_out() {
    let server = server().await;
    let options = RoomOptions { take_backs: false, ..RoomOptions::friendly("standard") };
    let (mut white, mut black, room) = pair(&server, options).await;
    play_all(&mut white, &mut black, &room, &["e2e4"]).await;
    white.act(&room, Action::AskTakeBack).await;
    let told = white.until_refused().await.to_string();
    assert!(told.contains("not agreed"), "{told}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_can_be_aborted_before_the_second_move() {
    let server = server().await;
    let (mut white, mut black, room) = pair(&server, RoomOptions::friendly("standard")).await;
    play_all(&mut white, &mut black, &room, &["e2e4"]).await;
    black.act(&room, Action::Abort).await;
    white.until_phase(&room, RoomPhase::Over).await;
    assert_eq!(white.game(&room).end(), Some(record::GameEnd::Aborted));

    let (mut white, mut black, room) = pair(&server, RoomOptions::friendly("standard")).await;
    play_all(&mut white, &mut black, &room, &["e2e4", "e7e5"]).await;
    white.act(&room, Action::Abort).await;
    let told = white.until_refused().await.to_string();
    assert!(told.contains("second move"), "{told}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_play_again_with_colours_changed() {
    let server = server().await;
    let options = RoomOptions { rated: true, ..RoomOptions::friendly("standard") };
    let (mut white, mut black, room) = pair(&server, options).await;
    play_all(&mut white, &mut black, &room, &["e2e4", "e7e5"]).await;
    white.act(&room, Action::Resign).await;
    black.until_phase(&room, RoomPhase::Over).await;
    let is_rated = |t: &Tester| match t.room(&room).state().rating_changes {
        [Some(white), Some(black)] => white < 0 && black > 0,
        _ => false,
    };
    black.until(is_rated).await;
    black.act(&room, Action::Rematch).await;
    white.until(|w| w.room(&room).state().seats[1].wants_rematch).await;
    white.act(&room, Action::Rematch).await;
    for tester in [&mut white, &mut black] {
        tester.until(|t| t.client.rooms().count() == 2).await;
    }
    let next = white.room(&room).state().next.clone().expect("another game");
    white.until_phase(&next, RoomPhase::Playing).await;
    black.until_phase(&next, RoomPhase::Playing).await;
    assert_eq!(black.room(&next).role().colour(), Some(Colour::White));
    black.play(&next, "e2e4").await;
    white.until_ply(&next, 1).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_that_was_left_can_be_claimed_after_a_while() {
    let server = server().await;
    let (mut white, mut black, room) = pair(&server, RoomOptions::friendly("standard")).await;
    white.act(&room, Action::ClaimAbandoned).await;
    assert_eq!(white.until_refused().await, Refusal::NotNow(NotNow::PlayerIsHere));
    black.cut();
    let is_away = |tester: &Tester| {
        let presence = tester.room(&room).state().seats[1].presence;
        matches!(presence, Presence::Reconnecting { .. })
    };
    white.until(is_away).await;
    white.act(&room, Action::ClaimAbandoned).await;
    assert!(matches!(white.until_refused().await, Refusal::StillWaiting { .. }));
    server.clock().push(Duration::from_secs(61));
    white.act(&room, Action::ClaimAbandoned).await;
    white.until_phase(&room, RoomPhase::Over).await;
    assert_eq!(reason(&white, &room), Some((Some(Colour::White), Reason::Abandonment)));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_threefold_repetition_is_claimed_where_it_must_be() {
    let server = server().await;
    let (mut white, mut black, room) = pair(&server, RoomOptions::friendly("standard")).await;
    white.act(&room, Action::ClaimDraw).await;
    assert_eq!(white.until_refused().await, Refusal::Offer(OfferError::NoClaim));
    let round = ["g1f3", "g8f6", "f3g1", "f6g8"];
    play_all(&mut white, &mut black, &room, &round).await;
    play_all(&mut white, &mut black, &room, &round).await;
    white.sync().await;
    if white.phase(&room) == Some(RoomPhase::Playing) {
        white.act(&room, Action::ClaimDraw).await;
    }
    black.until_phase(&room, RoomPhase::Over).await;
    assert_eq!(reason(&black, &room), Some((None, Reason::ThreefoldRepetition)));
}
