//! What players do between moves.

use protocol::{Action, Drag, LiveState, RoomOptions};
use rules::{Colour, Square};

use crate::common::{Tester, pair, server};

fn square(text: &str) -> Square {
    Square::parse_prefix(text).expect("a square").0
}

fn drag() -> LiveState {
    let drag = Drag { from: square("e2"), x: 4.5, y: 2.5 };
    LiveState { hover: Some(square("e3")), drag: Some(drag), ..LiveState::default() }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_other_player_and_spectators_see_a_hand_until_it_is_gone() {
    let server = server().await;
    let (mut white, mut black, room) = pair(&server, RoomOptions::friendly("standard")).await;
    let mut spectator = Tester::connect(server.address(), "Clara").await;
    spectator.watch(&room).await;
    let now = white.now();
    white.client.show_live(now, &room, drag());
    white.work_off().await;
    for tester in [&mut black, &mut spectator] {
        tester.until(|t| *t.room(&room).live(Colour::White) == drag()).await;
    }
    // A connection that is lost in the middle of a drag lets the piece go.
    white.cut();
    for tester in [&mut black, &mut spectator] {
        tester.until(|t| t.room(&room).live(Colour::White).is_empty()).await;
    }
    white.until(|t| t.client.link() == client::Link::Online).await;
    white.sync().await;
    white.play(&room, "e2e4").await;
    black.until_ply(&room, 1).await;
    spectator.until_ply(&room, 1).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn either_player_can_switch_it_off() {
    let server = server().await;
    let (mut white, mut black, room) = pair(&server, RoomOptions::friendly("standard")).await;
    black.act(&room, Action::AllowLive { on: false }).await;
    white.until(|t| !t.room(&room).shows_live()).await;
    // Also if a client sends it nevertheless.
    white.act(&room, Action::Live { state: drag() }).await;
    white.sync().await;
    black.sync().await;
    assert!(!black.heard.iter().any(|m| matches!(m, protocol::ToClient::Live { .. })));
    black.act(&room, Action::AllowLive { on: true }).await;
    white.until(|t| t.room(&room).shows_live()).await;
    white.act(&room, Action::Live { state: drag() }).await;
    black.until(|t| !t.room(&room).live(Colour::White).is_empty()).await;
}
