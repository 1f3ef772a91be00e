//! A game over the network: moves, offers, talk, hands, fog, and lost connections.

use std::time::Duration;

use egui::Key;
use protocol::{
    Action, ChatLine, ChatSender, ChatText, Clocks, FogView, GameEnd, LiveState, MoveRefusal,
    Presence, Refusal, RoomEvent, RoomId, RoomOptions, RoomPhase, RoomRole, TimeControl, ToClient,
    ToServer,
};
use record::EntryKind;
use rules::{Colour, Outcome, Reason, Square};
use xxlchess_app::services::FromWire;

use crate::wire::{Table, entry, name, open, played, recorded, room, state, text, turn, welcome};

fn chess() -> RoomOptions {
    RoomOptions::friendly("standard")
}

fn square(text: &str) -> Square {
    Square::parse_prefix(text).expect("a square").0
}

#[test]
fn moves_are_shown_at_once_and_sent() {
    let mut table = Table::in_game(chess(), RoomRole::White, &[]);
    table.window.drag("e2", "e4");
    assert_eq!(table.window.reads("e4"), "e4 white pawn", "before the server has said anything");
    let acts = table.acts();
    assert!(
        matches!(&acts[..], [Action::Play { ply: 0, chess_move, .. }]
        if *chess_move == text("e2e4")),
        "{acts:?}"
    );
    table.happens(2, played(0, "e2e4"));
    table.happens(3, played(1, "e7e5"));
    assert_eq!(table.window.reads("e5"), "e5 black pawn");
    assert!(table.window.shows("Go to move 1. e5"));
}

#[test]
fn a_move_that_is_refused_is_taken_back() {
    let mut table = Table::in_game(chess(), RoomRole::White, &[]);
    table.window.drag("e2", "e4");
    let why = "it is black's turn".into();
    let refusal = Refusal::Move { ply: 0, reason: MoveRefusal::NotYourTurn, why };
    table.tell(&ToClient::Refused { room: Some(room()), refusal });
    table.state(state(chess(), RoomRole::White, 1, &[]));
    assert_eq!(table.window.reads("e2"), "e2 white pawn");
    assert!(table.window.shows("The server says: it is the other side's turn"));
}

#[test]
fn premoves_are_played_when_their_turn_comes() {
    let mut table = Table::in_game(chess(), RoomRole::Black, &[]);
    table.window.drag("e7", "e5");
    assert!(table.acts().is_empty(), "it is not our turn");
    assert!(table.window.shows_part("Cancel premoves"));
    table.happens(2, played(0, "e2e4"));
    let acts = table.acts();
    assert!(matches!(&acts[..], [Action::Play { ply: 1, .. }]), "{acts:?}");
    assert_eq!(table.window.reads("e5"), "e5 black pawn");
}

#[test]
fn offers_are_answered() {
    let mut table = Table::in_game(chess(), RoomRole::White, &["e2e4", "e7e5"]);
    table.happens(2, recorded(2, EntryKind::OfferDraw(Colour::Black)));
    assert!(table.window.shows("Ben offers a draw"));
    table.window.click("Decline");
    assert_eq!(table.acts(), [Action::AnswerDraw { accept: false }]);
    table.happens(3, recorded(2, EntryKind::DeclineDraw(Colour::White)));
    assert!(!table.window.shows("Ben offers a draw"));
    table.happens(4, recorded(2, EntryKind::AskTakeBack(Colour::Black)));
    assert!(table.window.shows("Ben asks to take a move back"));
    table.window.click("Accept");
    assert_eq!(table.acts(), [Action::AnswerTakeBack { accept: true }]);
    table.happens(5, recorded(2, EntryKind::TakeBack(1)));
    assert_eq!(table.window.reads("e7"), "e7 black pawn", "taken back");
    assert!(!table.window.shows("Ben asks to take a move back"));
    table.window.click("Offer a draw (D)");
    table.window.click("Ask to take a move back (Ctrl+Z)");
    assert_eq!(table.acts(), [Action::OfferDraw, Action::AskTakeBack]);
}

#[test]
fn a_game_is_broken_off_given_up_and_played_again() {
    let mut table = Table::in_game(chess(), RoomRole::White, &[]);
    table.window.click("Break the game off");
    assert_eq!(table.acts(), [Action::Abort]);
    let mut table = Table::in_game(chess(), RoomRole::White, &["e2e4", "e7e5"]);
    table.window.press(&[Key::Escape]);
    assert!(table.acts().is_empty(), "it is asked first, as it cannot be taken back");
    table.window.click("Resign");
    assert_eq!(table.acts(), [Action::Resign]);
    let outcome = Outcome { winner: Some(Colour::Black), reason: Reason::Resignation };
    let rating_changes = [Some(-8), Some(8)];
    let end = GameEnd::from(outcome);
    table.happens(2, RoomEvent::RatingChanges(rating_changes));
    table.happens(3, recorded(2, EntryKind::End(end)));
    assert!(table.window.shows("You resigned") && table.window.shows("Guest -8 · Ben +8"));
    let result = table.window.place_of_part("You resigned");
    let rematch = table.window.rects_of(&["Rematch"])[0];
    assert!(result.bottom() <= rematch.top(), "first the result, then what can be done");
    table.window.click_part("More");
    table.window.click("Copy the link");
    assert!(table.window.shows("The link is copied"));
    table.happens(4, RoomEvent::RematchOffered { by: Colour::Black });
    assert!(table.window.shows("Ben wants a rematch"));
    table.window.click("Rematch");
    assert_eq!(table.acts(), [Action::Rematch]);
    let next = RoomId::from_random(77);
    table.happens(5, RoomEvent::Rematch { room: next.clone() });
    assert!(table.said().contains(&ToServer::Join { room: next.clone(), code: None }));
    let mut again = state(chess(), RoomRole::Black, 0, &["d2d4"]);
    again.room = next;
    table.state(again);
    assert_eq!(table.window.reads("d4"), "d4 white pawn", "the next game is shown");
}

#[test]
fn a_game_that_we_end_with_our_own_move_is_kept() {
    let mut table = Table::in_game(chess(), RoomRole::Black, &["f2f3", "e7e5", "g2g4"]);
    table.window.drag("d8", "h4");
    assert!(table.window.shows("You won by checkmate"));
    table.happens(2, played(3, "d8h4"));
    let end = GameEnd::from(Outcome { winner: Some(Colour::Black), reason: Reason::Checkmate });
    table.happens(3, recorded(4, EntryKind::End(end)));
    for button in ["Leave (M)", "Leave", "Back", "Your games"] {
        table.window.click(button);
    }
    assert!(table.window.shows("1 game"));
}

#[test]
fn who_looks_back_to_the_start_can_still_resign() {
    let mut table = Table::in_game(chess(), RoomRole::White, &["e2e4", "e7e5", "d2d4"]);
    table.window.click("To the start (Home)");
    assert!(table.window.shows("Resign (Esc)") && !table.window.shows("Break the game off"));
    table.window.press(&[Key::Escape]);
    table.window.click("Resign");
    assert_eq!(table.acts(), [Action::Resign]);
}

#[test]
fn people_talk_and_can_be_muted() {
    let mut table = Table::in_game(chess(), RoomRole::White, &[]);
    let line = |said: &str| {
        RoomEvent::Chat(ChatLine {
            from: ChatSender { name: name("Ben"), role: RoomRole::Black },
            text: ChatText::new(said).expect("a line"),
        })
    };
    table.happens(2, line("hello there"));
    assert!(table.window.shows("hello there"));
    table.window.click("Mute Ben");
    assert!(!table.window.shows("hello there"));
    table.happens(3, line("are you there?"));
    assert!(!table.window.shows("are you there?"));
    table.window.click("Listen to Ben again");
    assert!(table.window.shows("are you there?"));
}

#[test]
fn people_are_reported_and_blocked() {
    let mut table = Table::in_game(chess(), RoomRole::White, &[]);
    table.window.click("Report Ben");
    table.window.type_text("insults");
    table.window.click("Report");
    let text = ChatText::new("insults").expect("a line");
    assert_eq!(table.said(), [ToServer::Report { player: name("Ben"), text }]);
    assert!(table.window.shows("The report was sent to the operator of the server"));
    table.window.click("Block Ben");
    assert_eq!(table.said(), [ToServer::Block { player: name("Ben"), on: true }]);
    table.tell(&ToClient::Blocked { players: vec![name("Ben")] });
    assert!(table.window.shows("Ben is blocked") && table.window.shows("Listen to Ben again"));
    table.window.click("Do not block Ben any more");
    assert_eq!(table.said(), [ToServer::Block { player: name("Ben"), on: false }]);
}

#[test]
fn what_is_typed_into_the_chat_is_no_command() {
    let mut table = Table::in_game(chess(), RoomRole::White, &["e2e4", "e7e5"]);
    table.window.focus_text_field("Chat");
    table.window.type_text("resign? no, flip!");
    table.window.press(&[Key::R, Key::F, Key::D, Key::M]);
    assert!(table.acts().is_empty());
    table.window.press(&[Key::Enter]);
    let said = ChatText::new("resign? no, flip!").expect("a line");
    assert_eq!(table.acts(), [Action::Chat { text: said }]);
}

#[test]
fn a_lost_connection_comes_back_by_itself() {
    let mut table = Table::in_game(chess(), RoomRole::White, &["e2e4"]);
    table.hear(FromWire::Closed(None));
    assert!(table.window.shows("Connection lost – reconnecting…"));
    table.said();
    table.window.wait(1.0);
    assert_eq!(table.opened().len(), 2);
    table.open();
    let hello = table.said();
    assert!(
        matches!(&hello[..], [ToServer::Hello { token: Some(_), resume, .. }]
        if resume.iter().any(|wish| wish.room == room() && wish.seen == Some(1))),
        "{hello:?}"
    );
    table.tell(&welcome());
    table.state(state(chess(), RoomRole::White, 3, &["e2e4", "e7e5"]));
    assert!(!table.window.shows("Connection lost – reconnecting…"));
    assert_eq!(table.window.reads("e5"), "e5 black pawn");
}

#[test]
fn an_opponent_who_is_gone_loses_after_a_while() {
    let mut table = Table::in_game(chess(), RoomRole::White, &["e2e4", "e7e5"]);
    let presence = Presence::Reconnecting { claim_in_ms: 3000 };
    table.happens(2, RoomEvent::Presence { side: Colour::Black, presence });
    assert!(table.window.shows_part("Ben is reconnecting… You can claim the win in"));
    assert!(!table.window.shows("Claim the win"));
    table.window.wait(4.0);
    table.window.click("Claim the win");
    assert_eq!(table.acts(), [Action::ClaimAbandoned]);
    table.happens(3, RoomEvent::Presence { side: Colour::Black, presence: Presence::Here });
    assert!(!table.window.shows_part("Ben is reconnecting"));
}

#[test]
fn clocks_come_from_the_server() {
    let time = Duration::from_secs(60);
    let clock = TimeControl::Fischer { time, increment: Duration::ZERO };
    let options = RoomOptions { clock: Some(clock), ..chess() };
    let mut table = Table::in_game(options, RoomRole::White, &["e2e4", "e7e5"]);
    let clocks = Clocks { white_ms: 45_000, black_ms: 31_000, running: true };
    let entry = turn(Some("g1f3"));
    table.happens(2, RoomEvent::Recorded { ply: 2, entry, view: None, clocks: Some(clocks) });
    assert!(table.window.shows_part("0:45"), "White's stands");
    assert!(table.window.shows_part("0:30"), "Black's runs");
    table.window.wait(60.0);
    assert!(!table.window.shows_part("on time"), "only the server lets a flag fall");
}

#[test]
fn hands_are_seen_unless_somebody_does_not_want_it() {
    let mut table = Table::in_game(chess(), RoomRole::White, &[]);
    let hands = |table: &mut Table| {
        let lives = |message: &ToServer| {
            matches!(message, ToServer::Act { action: Action::Live { .. }, .. })
        };
        table.said().iter().filter(|message| lives(message)).count()
    };
    table.window.click_square("e2");
    assert!(hands(&mut table) > 0, "hovering and selecting");
    let state = LiveState { hover: Some(square("e7")), ..LiveState::default() };
    table.tell(&ToClient::Live { room: room(), from: Colour::Black, state });
    table.window.click("Show each other’s hands");
    assert_eq!(table.acts(), [Action::AllowLive { on: false }]);
    table.happens(2, RoomEvent::LiveAllowed { side: Colour::White, on: false });
    table.window.click_square("d2");
    assert_eq!(hands(&mut table), 0);
}

/// What White sees of a board under fog.
fn fog_view(ply: usize, turn: Colour, board: &str, moves: &[&str]) -> Box<FogView> {
    Box::new(FogView {
        viewer: Colour::White,
        ply,
        turn,
        visible: vec![0xFF, 0xFF, 0xFF, 0, 0, 0, 0, 0],
        board: board.to_owned(),
        last: None,
        moves: moves.iter().map(|chess_move| text(chess_move)).collect(),
    })
}

/// A turn under fog: a move of ours, or one of which nothing is told.
fn seen(chess_move: Option<&str>, view: Box<FogView>) -> RoomEvent {
    let (ply, entry) = (view.ply - 1, turn(chess_move));
    RoomEvent::Recorded { ply, entry, view: Some(view), clocks: None }
}

/// A game under fog in which we are to move.
fn in_fog() -> Table {
    let start = "8/8/8/8/8/8/PPPPPPPP/RNBQKBNR";
    let mut told = state(fog(), RoomRole::White, 1, &[]);
    told.view = Some(*fog_view(0, Colour::White, start, &["e2e3", "e2e4"]));
    let mut table = Table::online();
    table.tell(&ToClient::Lobby { rooms: vec![entry("Ben", RoomPhase::Waiting)] });
    table.window.click("Join");
    table.state(told);
    table.said();
    table
}

fn fog() -> RoomOptions {
    RoomOptions { fog: true, ..chess() }
}

/// One move was played, and nothing else was done.
#[track_caller]
fn assert_plays(table: &mut Table, wanted_ply: usize, wanted: &str) {
    let acts = table.acts();
    assert!(
        matches!(&acts[..], [Action::Play { ply, chess_move, .. }]
        if (*ply, chess_move) == (wanted_ply, &text(wanted))),
        "{acts:?}"
    );
}

#[test]
fn under_fog_only_what_the_server_tells_is_shown() {
    let mut table = in_fog();
    assert_eq!(table.window.reads("e2"), "e2 white pawn");
    assert_eq!(table.window.reads("e7"), "e7 hidden");
    assert!(!table.window.shows("Show each other’s hands"), "nothing of hands under fog");
    table.window.click_square("e2");
    assert_eq!(table.window.reads("e3"), "e3 empty, can move here");
    assert!(table.said().is_empty(), "and nothing is told of ours");
    table.window.click_square("e3");
    assert_plays(&mut table, 0, "e2e3");
    let after = "8/8/8/8/8/4P3/PPPP1PPP/RNBQKBNR";
    table.happens(2, seen(Some("e2e3"), fog_view(1, Colour::Black, after, &[])));
    assert_eq!(table.window.reads("e3"), "e3 white pawn");
    assert!(table.window.shows("Go to move 1. e2e3"));
    // What was seen before can be looked at again.
    table.window.click("One move back (Alt+Left)");
    assert_eq!(table.window.reads("e2"), "e2 white pawn");
    assert_eq!(table.window.reads("e3"), "e3 empty");
    table.window.click("One move forward (Alt+Right)");
    assert_eq!(table.window.reads("e3"), "e3 white pawn");
    table.happens(3, seen(None, fog_view(2, Colour::White, after, &["d2d3"])));
    assert!(table.window.shows("Go to move 1. ?"), "what it was is hidden");
    // When it is over, everything is shown.
    let outcome = Outcome { winner: Some(Colour::White), reason: Reason::Resignation };
    let end = GameEnd::from(outcome);
    table.happens(4, recorded(2, EntryKind::End(end)));
    let mut told = state(fog(), RoomRole::White, 5, &["e2e3", "e7e5"]);
    told.phase = RoomPhase::Over;
    told.entries.push(open(EntryKind::End(end)));
    table.state(told);
    assert_eq!(table.window.reads("e5"), "e5 black pawn");
    assert!(table.window.shows("You won by resignation"));
}

#[test]
fn under_fog_premoves_are_played_or_dropped_when_their_turn_comes() {
    let mut table = in_fog();
    table.window.click_square("e2");
    table.window.click_square("e3");
    assert_plays(&mut table, 0, "e2e3");
    let after = "8/8/8/8/8/4P3/PPPP1PPP/RNBQKBNR";
    table.happens(2, seen(Some("e2e3"), fog_view(1, Colour::Black, after, &[])));
    // A move for our turn waits, and another one behind it.
    for (from, to) in [("d2", "d3"), ("d3", "d4")] {
        table.window.click_square(from);
        table.window.click_square(to);
    }
    assert!(table.acts().is_empty(), "it is not our turn");
    table.happens(3, seen(None, fog_view(2, Colour::White, after, &["d2d3"])));
    assert_plays(&mut table, 2, "d2d3");
    // The next one cannot be played when its turn comes, and is dropped.
    let after = "8/8/8/8/8/3PP3/PPP2PPP/RNBQKBNR";
    table.happens(4, seen(Some("d2d3"), fog_view(3, Colour::Black, after, &[])));
    table.happens(5, seen(None, fog_view(4, Colour::White, after, &["a2a3"])));
    assert!(table.acts().is_empty());
}

#[test]
fn how_many_watch_stands_beside_the_board() {
    let mut table = Table::in_game(chess(), RoomRole::White, &["e2e4", "e7e5"]);
    assert!(!table.window.shows("3 watching"));
    table.happens(2, RoomEvent::Spectators { count: 3 });
    assert!(table.window.shows("3 watching"));
}

#[test]
fn nobody_is_helped_by_the_engine_against_others() {
    let mut table = Table::in_game(chess(), RoomRole::White, &["e2e4", "e7e5"]);
    table.window.press(&[Key::H, Key::E]);
    table.window.wait(1.0);
    assert!(!table.window.shows_part("Evaluation"));
    assert!(!table.window.shows_part("Hint"));
    table.window.press(&[Key::R]);
    assert!(table.acts().is_empty());
    assert_eq!(table.window.reads("e4"), "e4 white pawn");
}
