//! A client is driven without any wire, by a server that is played by the test.

use std::time::Duration;

use game::Premove;
use protocol::{
    Action, Clocks, FogView, LiveState, MoveRefusal, PlayerInfo, PlayerName, Presence, Refusal,
    RoomEvent, RoomId, RoomOptions, RoomPhase, RoomRole, RoomState, SeatState, SeenTurn,
    ServerInfo, TimeControl, ToClient, ToServer, Token, UciMove, VisibleEntry,
};
use record::{Entry, EntryKind, GameEnd, Perspective};
use rules::{Colour, Move, Outcome, Reason, Square};

use crate::{Client, ClientEvent, Effect, Link};

const SECOND: Duration = Duration::from_secs(1);

fn name(text: &str) -> PlayerName {
    PlayerName::new(text).expect("a name")
}

fn text(text: &str) -> UciMove {
    text.parse().expect("a move")
}

fn square(text: &str) -> Square {
    Square::parse_prefix(text).expect("a square").0
}

fn room() -> RoomId {
    RoomId::from_random(5)
}

fn welcome() -> ToClient {
    ToClient::Welcome {
        version: protocol::VERSION,
        name: name("Anna"),
        token: Some(Token::from_bytes([7; 16])),
        rooms: Vec::new(),
        blocked: Vec::new(),
        server: ServerInfo {
            name: "Test".into(),
            program: "0".into(),
            rules: Vec::new(),
            levels: Vec::new(),
            grace_ms: 60_000,
            lan: None,
        },
    }
}

fn seat(player: &str) -> SeatState {
    SeatState {
        player: Some(PlayerInfo { name: name(player), rating: None, level: None }),
        presence: Presence::Here,
        live: true,
        shows_view: false,
        wants_rematch: false,
    }
}

fn state(options: RoomOptions, role: RoomRole, number: u64, moves: &[&str]) -> RoomState {
    let position = options.first_position().expect("rules");
    RoomState {
        room: room(),
        number,
        role,
        options,
        code: None,
        seats: [seat("Anna"), seat("Ben")],
        phase: RoomPhase::Playing,
        start: notation::fen::format(&position),
        entries: moves.iter().map(|chess_move| turn(chess_move)).collect(),
        view: None,
        clocks: None,
        rating_changes: [None; 2],
        chat: Vec::new(),
        spectators: 0,
        next: None,
        unsaved: false,
    }
}

/// A turn of an open game.
fn turn(chess_move: &str) -> VisibleEntry {
    open(EntryKind::Move(text(chess_move)))
}

/// An entry of an open game.
fn open(kind: EntryKind) -> VisibleEntry {
    Entry::new(kind).visible(Colour::White, Perspective::NEUTRAL, false)
}

fn played(number: u64, ply: usize, chess_move: &str) -> ToClient {
    recorded(number, ply, EntryKind::Move(text(chess_move)))
}

fn recorded(number: u64, ply: usize, kind: EntryKind) -> ToClient {
    let event = RoomEvent::Recorded { ply, entry: open(kind), view: None, clocks: None };
    ToClient::Event { room: room(), number, event }
}

/// A client and what came out of it.
struct Bench {
    client: Client,
    now: Duration,
}

impl Bench {
    fn online() -> Bench {
        let mut bench = Bench { client: Client::new(name("Anna"), None, 1), now: SECOND };
        bench.client.connect(bench.now);
        bench.open();
        bench.tell(&welcome());
        bench.said();
        bench
    }

    fn in_room(role: RoomRole, moves: &[&str]) -> Bench {
        let mut bench = Bench::online();
        bench.client.join(room(), None);
        bench.state(state(RoomOptions::friendly("standard"), role, 4, moves));
        bench.said();
        bench.events();
        bench
    }

    fn open(&mut self) {
        assert_eq!(self.client.next_effect(), Some(Effect::Open));
        self.client.opened(self.now);
    }

    fn tell(&mut self, message: &ToClient) {
        self.client.received(self.now, &protocol::write(message));
    }

    fn state(&mut self, state: RoomState) {
        self.tell(&ToClient::State(Box::new(state)));
    }

    fn said(&mut self) -> Vec<ToServer> {
        let effects = std::iter::from_fn(|| self.client.next_effect());
        let sent = effects.filter_map(|output| match output {
            Effect::Send(text) => Some(protocol::read(&text).expect("a message")),
            Effect::Open | Effect::Close => None,
        });
        sent.filter(|message| !matches!(message, ToServer::Ping { .. })).collect()
    }

    fn events(&mut self) -> Vec<ClientEvent> {
        std::iter::from_fn(|| self.client.next_event()).collect()
    }

    fn lose_and_come_back(&mut self) -> ToServer {
        self.client.closed(self.now);
        assert!(matches!(self.client.link(), Link::Waiting { .. }));
        self.now = self.client.next_wake().expect("another attempt");
        self.client.tick(self.now);
        self.open();
        self.said().remove(0)
    }

    fn moves(&self) -> usize {
        self.client.room(&room()).expect("in it").game().ply()
    }

    /// Plays a legal move.
    fn play(&mut self, chess_move: &str) -> bool {
        let found = self.client.room(&room()).expect("in it").game().find(text(chess_move));
        let nonsense = Move::new(square("a1"), square("a1"), rules::MoveKind::Plain);
        self.client.play(self.now, &room(), found.unwrap_or(nonsense)).is_ok()
    }
}

fn play(ply: usize, chess_move: &str) -> impl Fn(&ToServer) -> bool {
    let expected = text(chess_move);
    move |message| {
        matches!(message, ToServer::Act { action: Action::Play { ply: at, chess_move, .. }, .. }
            if *at == ply && *chess_move == expected)
    }
}

#[test]
fn a_move_that_may_be_lost_is_sent_again_and_played_once() {
    let mut bench = Bench::in_room(RoomRole::White, &[]);
    assert!(bench.play("e2e4"), "our turn");
    assert_eq!(bench.moves(), 1, "it is on the board at once");
    assert!(!bench.play("d2d4"));
    assert!(bench.said().iter().any(play(0, "e2e4")));

    let hello = bench.lose_and_come_back();
    let ToServer::Hello { token, resume, .. } = hello else { panic!("a greeting") };
    assert_eq!(token, Some(Token::from_bytes([7; 16])));
    assert_eq!((resume[0].room.clone(), resume[0].seen), (room(), Some(4)));
    bench.tell(&welcome());
    bench.tell(&ToClient::Resumed { room: room(), clocks: None });
    assert!(bench.said().iter().any(play(0, "e2e4")), "it was not confirmed");

    bench.tell(&played(5, 0, "e2e4"));
    assert_eq!((bench.moves(), bench.client.room(&room()).expect("in it").pending()), (1, None));
    bench.lose_and_come_back();
    bench.tell(&welcome());
    bench.state(state(RoomOptions::friendly("standard"), RoomRole::White, 6, &["e2e4", "e7e5"]));
    assert!(!bench.said().iter().any(play(0, "e2e4")), "it was confirmed");
    assert_eq!(bench.moves(), 2);
}

#[test]
fn whoever_asked_to_sit_down_still_wants_to_after_the_connection_was_lost() {
    let mut bench = Bench::online();
    bench.client.join(room(), None);
    bench.said();
    let ToServer::Hello { resume, .. } = bench.lose_and_come_back() else { panic!("a greeting") };
    assert!(resume[0].play && resume[0].seen.is_none());
}

#[test]
fn a_state_in_which_our_move_is_missing_gets_it_again() {
    let mut bench = Bench::in_room(RoomRole::White, &["e2e4", "e7e5"]);
    bench.client.closed(bench.now);
    assert!(bench.play("g1f3"), "also while we are away");
    assert!(bench.said().is_empty());
    bench.now = bench.client.next_wake().expect("another attempt");
    bench.client.tick(bench.now);
    bench.open();
    bench.tell(&welcome());
    bench.state(state(RoomOptions::friendly("standard"), RoomRole::White, 9, &["e2e4", "e7e5"]));
    assert!(bench.said().iter().any(play(2, "g1f3")));
    assert_eq!(bench.moves(), 3);
}

/// As after a server was killed: the game waits for the other player, who comes back later.
#[test]
fn a_move_that_may_be_lost_waits_until_the_game_goes_on() {
    let mut bench = Bench::in_room(RoomRole::White, &["e2e4", "e7e5"]);
    assert!(bench.play("g1f3"));
    assert!(bench.said().iter().any(play(2, "g1f3")));
    bench.lose_and_come_back();
    bench.tell(&welcome());
    let mut paused =
        state(RoomOptions::friendly("standard"), RoomRole::White, 9, &["e2e4", "e7e5"]);
    paused.phase = RoomPhase::Paused;
    paused.entries.push(open(EntryKind::Pause));
    bench.state(paused);
    assert!(!bench.said().iter().any(play(2, "g1f3")), "it would be refused");
    bench.tell(&recorded(10, 2, EntryKind::Resume));
    assert!(bench.said().iter().any(play(2, "g1f3")));
    bench.tell(&played(11, 2, "g1f3"));
    assert_eq!((bench.moves(), bench.client.room(&room()).expect("in it").pending()), (3, None));
}

#[test]
fn a_refused_move_is_taken_from_the_board() {
    let mut bench = Bench::in_room(RoomRole::White, &[]);
    assert!(bench.play("e2e4"), "our turn");
    let refusal = Refusal::Move { ply: 0, reason: MoveRefusal::Illegal, why: "no".into() };
    bench.tell(&ToClient::Refused { room: Some(room()), refusal });
    bench.state(state(RoomOptions::friendly("standard"), RoomRole::White, 4, &[]));
    assert_eq!(bench.moves(), 0);
    assert!(bench.client.room(&room()).expect("in it").is_our_turn());
}

#[test]
fn events_are_followed_once_and_in_order() {
    let mut bench = Bench::in_room(RoomRole::Black, &[]);
    bench.tell(&played(5, 0, "e2e4"));
    bench.tell(&played(5, 0, "e2e4"));
    assert_eq!((bench.moves(), bench.said().len()), (1, 0));
    bench.tell(&played(7, 2, "d2d4"));
    assert!(matches!(&bench.said()[..], [ToServer::Join { .. }]), "one is missing");
}

/// The creator of a game waits for an opponent, whose name also enters the record.
#[test]
fn whoever_sits_down_later_is_known_by_name() {
    let empty = SeatState { player: None, ..seat("Ben") };
    let mut bench = Bench::online();
    bench.client.join(room(), None);
    let waiting = state(RoomOptions::friendly("standard"), RoomRole::White, 3, &[]);
    let seats = [seat("Anna"), empty.clone()];
    bench.state(RoomState { seats, phase: RoomPhase::Waiting, ..waiting });
    let names = |bench: &Bench| {
        let game = bench.client.room(&room()).expect("in it").game();
        Colour::BOTH.map(|side| game.players().of(side).name.clone())
    };
    assert_eq!(names(&bench), ["Anna", "?"]);
    for (number, player) in [(4, seat("Ben")), (5, empty)] {
        let event = RoomEvent::Seats(Box::new([seat("Anna"), player]));
        bench.tell(&ToClient::Event { room: room(), number, event });
        assert_eq!(names(&bench), ["Anna", "Ben"], "also when they are gone");
    }
}

#[test]
fn offers_are_followed_and_end_with_the_answer() {
    let mut bench = Bench::in_room(RoomRole::White, &["e2e4", "e7e5"]);
    let offers = |bench: &Bench| {
        let offers = bench.client.room(&room()).expect("in it").game().offers();
        (offers.draw, offers.take_back)
    };
    bench.tell(&recorded(5, 2, EntryKind::OfferDraw(Colour::Black)));
    assert_eq!(offers(&bench), (Some(Colour::Black), None));
    bench.tell(&recorded(6, 2, EntryKind::DeclineDraw(Colour::White)));
    assert_eq!(offers(&bench), (None, None));
    // An offer that crosses our move on its way is answered by it.
    assert!(bench.play("g1f3"), "our turn");
    bench.tell(&recorded(7, 2, EntryKind::AskTakeBack(Colour::Black)));
    assert_eq!(offers(&bench), (None, Some(Colour::Black)));
    bench.tell(&played(8, 2, "g1f3"));
    assert_eq!((offers(&bench), bench.moves()), ((None, None), 3));
}

#[test]
fn turns_are_taken_back_and_the_game_goes_on() {
    let mut bench = Bench::in_room(RoomRole::White, &["e2e4", "e7e5"]);
    bench.tell(&recorded(5, 2, EntryKind::AskTakeBack(Colour::White)));
    bench.tell(&recorded(6, 2, EntryKind::TakeBack(2)));
    assert_eq!(bench.moves(), 0);
    assert!(bench.play("d2d4"), "our turn again");
    bench.tell(&played(7, 0, "d2d4"));
    bench.tell(&played(8, 1, "d7d5"));
    assert_eq!((bench.moves(), bench.said().len()), (2, 1));
    // The server took something back while our move was on its way: it sends the whole state.
    assert!(bench.play("c2c4"), "our turn");
    bench.said();
    bench.tell(&recorded(9, 2, EntryKind::TakeBack(1)));
    assert!(matches!(&bench.said()[..], [ToServer::Join { .. }]));
    let mut told = state(RoomOptions::friendly("standard"), RoomRole::White, 9, &["d2d4", "d7d5"]);
    told.entries.push(open(EntryKind::TakeBack(1)));
    bench.state(told);
    assert_eq!(bench.moves(), 1);
}

#[test]
fn pauses_and_ends_are_followed() {
    let mut bench = Bench::in_room(RoomRole::White, &["e2e4", "e7e5"]);
    let phase = |bench: &Bench| bench.client.room(&room()).expect("in it").state().phase;
    bench.tell(&recorded(5, 2, EntryKind::Pause));
    assert_eq!((phase(&bench), bench.play("g1f3")), (RoomPhase::Paused, false));
    bench.tell(&recorded(6, 2, EntryKind::Resume));
    assert_eq!(phase(&bench), RoomPhase::Playing);
    let end = GameEnd::from(Outcome::won_by(Colour::Black, Reason::Resignation));
    bench.tell(&recorded(7, 2, EntryKind::End(end)));
    assert_eq!(phase(&bench), RoomPhase::Over);
    assert_eq!(bench.client.room(&room()).expect("in it").game().end(), Some(end));
}

#[test]
fn a_premove_is_sent_when_its_turn_comes() {
    let mut bench = Bench::in_room(RoomRole::Black, &[]);
    let now = bench.now;
    let premove = Premove { from: square("e7"), to: square("e5"), promotion: None };
    let mut game = bench.client.room(&room()).expect("in it").shared_game().clone();
    game.write().queue_premove(now, Colour::Black, premove).expect("a premove");
    bench.tell(&played(5, 0, "e2e4"));
    assert!(bench.said().iter().any(play(1, "e7e5")));
    bench.tell(&played(6, 1, "e7e5"));
    assert_eq!((bench.moves(), bench.said().len()), (2, 0));
}

#[test]
fn clocks_run_between_messages() {
    let mut bench = Bench::online();
    bench.client.join(room(), None);
    let clock = Some(TimeControl::Fischer { time: 60 * SECOND, increment: Duration::ZERO });
    let options = RoomOptions { clock, ..RoomOptions::friendly("standard") };
    bench.state(state(options, RoomRole::White, 4, &[]));
    let clocks = Clocks { white_ms: 60_000, black_ms: 50_000, running: true };
    let entry = open(EntryKind::Resume);
    let event = RoomEvent::Recorded { ply: 0, entry, view: None, clocks: Some(clocks) };
    bench.tell(&ToClient::Event { room: room(), number: 5, event });
    let mirror = bench.client.room(&room()).expect("in it");
    assert_eq!(mirror.remaining(Colour::White, bench.now + SECOND), Some(59 * SECOND));
    assert_eq!(mirror.remaining(Colour::Black, bench.now + SECOND), Some(50 * SECOND));
}

#[test]
fn silence_is_noticed() {
    let mut bench = Bench::online();
    bench.tell(&ToClient::Pong { number: 1 });
    bench.events();
    bench.now = bench.client.next_wake().expect("a question");
    bench.client.tick(bench.now);
    bench.now = bench.client.next_wake().expect("an end of patience");
    bench.client.tick(bench.now);
    assert_eq!(bench.events(), [ClientEvent::Lost]);
    assert!(matches!(bench.client.link(), Link::Waiting { .. }));
}

#[test]
fn another_version_ends_it() {
    let mut bench = Bench { client: Client::new(name("Anna"), None, 1), now: SECOND };
    bench.client.connect(SECOND);
    bench.open();
    bench.tell(&ToClient::Refused { room: None, refusal: Refusal::Version { server: 9 } });
    assert_eq!((bench.client.link(), bench.client.next_wake()), (Link::WrongVersion, None));
    assert_eq!(bench.events(), [ClientEvent::WrongVersion { server: 9 }]);
}

#[test]
fn the_hand_is_shown_not_too_often_and_the_last_wins() {
    let mut bench = Bench::in_room(RoomRole::White, &[]);
    for place in ["a1", "b1", "c1"] {
        let state = LiveState { hover: Some(square(place)), ..LiveState::default() };
        bench.client.show_live(bench.now, &room(), state);
    }
    assert_eq!(bench.said().len(), 1);
    bench.now = bench.client.next_wake().expect("more to be shown");
    bench.client.tick(bench.now);
    let said = bench.said();
    let [ToServer::Act { action: Action::Live { state }, .. }] = &said[..] else {
        panic!("{said:?}")
    };
    assert_eq!(state.hover, Some(square("c1")));
}

#[test]
fn own_games_are_taken_up_after_a_restart() {
    let mut bench = Bench { client: Client::new(name("Anna"), None, 1), now: SECOND };
    bench.client.connect(SECOND);
    bench.open();
    bench.said();
    let ToClient::Welcome { version, name, token, server, .. } = welcome() else { return };
    bench.tell(&ToClient::Welcome {
        version,
        name,
        token,
        rooms: vec![room()],
        blocked: vec![],
        server,
    });
    assert_eq!(bench.said(), [ToServer::Join { room: room(), code: None }]);
}

#[test]
fn fog_shows_what_was_told_and_nothing_else() {
    let mut bench = Bench::online();
    bench.client.join(room(), None);
    let options = RoomOptions { fog: true, ..RoomOptions::friendly("king-capture") };
    let mut told = state(options, RoomRole::White, 1, &[]);
    let files = usize::from(told.options.first_position().expect("rules").rules().size().files());
    let ranks = told.start.split('/').count();
    let board = vec![files.to_string(); ranks - 1].join("/") + "/" + "K" + &(files - 1).to_string();
    told.view = Some(FogView {
        viewer: Colour::White,
        ply: 0,
        turn: Colour::White,
        visible: [vec![1], vec![0; ranks - 1]].concat(),
        board,
        last: Some(SeenTurn { mover: Colour::Black, from: None, to: None, captured: None }),
        moves: vec![text("a1a2")],
    });
    bench.state(told);
    let mirror = bench.client.room(&room()).expect("in it");
    let view = mirror.game().view_at(0, None);
    assert_eq!((view.visible().len(), view.pieces().len()), (1, 1));
    assert!(!bench.play("a1b1") && bench.play("a1a2"));
}
