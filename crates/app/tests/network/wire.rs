//! A server that is played by the test, at the other end of a wire without sockets.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::path::Path;
use std::rc::Rc;

use protocol::{
    Clocks, LevelInfo, LobbyEntry, PlayerInfo, PlayerName, Presence, RoomEvent, RoomId,
    RoomOptions, RoomPhase, RoomRole, RoomState, RulesInfo, SeatState, ServerInfo, ToClient,
    ToServer, Token, UciMove, VisibleEntry,
};
use record::{Entry, EntryKind, Perspective};
use rules::Colour;
use xxlchess_app::services::{
    Files, FromWire, MemoryFiles, Services, StartAddress, Wake, Wire, WireFault, Wires,
};

use crate::common::Window;

/// Files of the user's.
const FILES: [(&str, &str); 2] = [
    (
        "/wild.toml",
        "inherits = 'standard'\ntitle = 'Wild'\nstart = '4k3/8/8/8/8/8/8/4K2R w K - 0 1'\n",
    ),
    (
        "/lan.json",
        r#"{"opponent": "lan", "rules": "standard", "player_colour": "black",
            "time_controls": {"player": {"seconds": 120, "increment": 1}}}"#,
    ),
];

/// What goes over the wire.
#[derive(Default)]
struct Script {
    incoming: VecDeque<FromWire>,
    said: Vec<ToServer>,
    opened: Vec<String>,
}

/// The server's end of the wire.
#[derive(Clone, Default)]
pub struct FakeServer(Rc<RefCell<Script>>);

impl Wires for FakeServer {
    fn open(&self, url: &str, _wake: Wake) -> Result<Box<dyn Wire>, WireFault> {
        self.0.borrow_mut().opened.push(url.to_owned());
        self.0.borrow_mut().incoming.clear();
        Ok(Box::new(FakeServer(Rc::clone(&self.0))))
    }
}

impl Wire for FakeServer {
    fn send(&mut self, text: String) {
        let message = protocol::read(&text).expect("what the server understands");
        self.0.borrow_mut().said.push(message);
    }

    fn receive(&mut self) -> Option<FromWire> {
        self.0.borrow_mut().incoming.pop_front()
    }
}

/// A window and the server that it talks to.
pub struct Table {
    pub window: Window,
    pub server: FakeServer,
}

impl Table {
    /// A program that was just started, in a page that was opened by an address if one is given.
    pub fn start(address: &str, size: [f32; 2]) -> Table {
        let files = MemoryFiles::default();
        for (path, text) in FILES {
            files.write(Path::new(path), text.as_bytes()).expect("written");
        }
        let (files, start) = (Box::new(files), StartAddress::parse(address));
        Table::with_services(Services { files, start, ..Services::memory() }, size)
    }

    /// A program with services of the test's own, but for the wires.
    pub fn with(services: Services) -> Table {
        Table::with_services(services, [792.0, 672.0])
    }

    pub fn with_services(services: Services, size: [f32; 2]) -> Table {
        let server = FakeServer::default();
        let services = Services { wires: Rc::new(server.clone()), ..services };
        Table { window: Window::with_services(services, size), server }
    }

    /// A program in the hall of a server.
    pub fn online() -> Table {
        Table::online_at([1280.0, 800.0])
    }

    pub fn online_at(size: [f32; 2]) -> Table {
        let mut table = Table::start("", size);
        table.window.click("Network");
        table.enter();
        table
    }

    /// Types the server's address where one is asked for, and is welcomed.
    pub fn enter(&mut self) {
        self.window.click("Address or invitation");
        self.window.type_text("10.0.0.7");
        self.window.click("Connect");
        self.open();
        self.tell(&welcome());
        self.said();
    }

    /// A program in a game by some options.
    pub fn in_game(options: RoomOptions, role: RoomRole, moves: &[&str]) -> Table {
        let mut table = Table::online();
        table.tell(&ToClient::Lobby { rooms: vec![entry("Ben", RoomPhase::Waiting)] });
        table.window.click("Join");
        table.state(state(options, role, 1, moves));
        table.said();
        table
    }

    /// The wire is open.
    pub fn open(&mut self) {
        self.hear(FromWire::Opened);
    }

    /// Something comes over the wire.
    pub fn hear(&mut self, heard: FromWire) {
        self.server.0.borrow_mut().incoming.push_back(heard);
        self.window.wait(0.2);
    }

    /// The server says something.
    pub fn tell(&mut self, message: &ToClient) {
        self.hear(FromWire::Text(protocol::write(message)));
    }

    /// The server tells everything about the room.
    pub fn state(&mut self, state: RoomState) {
        self.tell(&ToClient::State(Box::new(state)));
    }

    /// Something happens in the room.
    pub fn happens(&mut self, number: u64, event: RoomEvent) {
        self.tell(&ToClient::Event { room: room(), number, event });
    }

    /// What was said since the last time, but for pings.
    pub fn said(&mut self) -> Vec<ToServer> {
        let mut said = std::mem::take(&mut self.server.0.borrow_mut().said);
        said.retain(|message| !matches!(message, ToServer::Ping { .. }));
        said
    }

    /// What was done in the room since the last time, but for what hands do.
    pub fn acts(&mut self) -> Vec<protocol::Action> {
        let actions = self.said().into_iter().filter_map(|message| match message {
            ToServer::Act { action: protocol::Action::Live { .. }, .. } => None,
            ToServer::Act { action, .. } => Some(action),
            _ => None,
        });
        actions.collect()
    }

    /// The addresses that were opened.
    pub fn opened(&self) -> Vec<String> {
        self.server.0.borrow().opened.clone()
    }
}

pub fn name(text: &str) -> PlayerName {
    PlayerName::new(text).expect("a name")
}

pub fn text(text: &str) -> UciMove {
    text.parse().expect("a move")
}

pub fn room() -> RoomId {
    RoomId::from_random(5)
}

pub fn token() -> Token {
    Token::from_bytes([7; 16])
}

pub fn welcome() -> ToClient {
    ToClient::Welcome {
        version: protocol::VERSION,
        name: name("Guest"),
        token: Some(token()),
        rooms: Vec::new(),
        blocked: Vec::new(),
        server: ServerInfo {
            name: "Club".into(),
            program: "0".into(),
            rules: Vec::new(),
            levels: ["1", "2", "3"]
                .map(|name| LevelInfo { name: name.into(), rating: 1000 })
                .into(),
            grace_ms: 60_000,
            lan: None,
        },
    }
}

fn player(called: &str) -> PlayerInfo {
    PlayerInfo { name: name(called), rating: None, level: None }
}

pub fn entry(called: &str, phase: RoomPhase) -> LobbyEntry {
    LobbyEntry {
        room: room(),
        players: [Some(player(called)), None],
        rules: RulesInfo { id: "standard".into(), title: "Chess".into(), size: [8, 8], own: false },
        fog: false,
        clock: None,
        rated: true,
        take_backs: true,
        opponent: Default::default(),
        phase,
        ply: 0,
        spectators: 0,
    }
}

fn seat(called: &str) -> SeatState {
    SeatState {
        player: Some(player(called)),
        presence: Presence::Here,
        live: true,
        shows_view: false,
        wants_rematch: false,
    }
}

/// A room in which a guest plays Ben, or watches Anna and Ben.
pub fn state(options: RoomOptions, role: RoomRole, number: u64, moves: &[&str]) -> RoomState {
    let position = options.first_position().expect("rules");
    let seats = match role {
        RoomRole::White => [seat("Guest"), seat("Ben")],
        RoomRole::Black => [seat("Ben"), seat("Guest")],
        RoomRole::Spectator => [seat("Anna"), seat("Ben")],
    };
    let clocks = options.clock.map(|clock| Clocks {
        white_ms: clock.time().as_millis() as u64,
        black_ms: clock.time().as_millis() as u64,
        running: true,
    });
    RoomState {
        room: room(),
        number,
        role,
        options,
        code: None,
        seats,
        phase: RoomPhase::Playing,
        start: notation::fen::format(&position),
        entries: moves.iter().map(|chess_move| turn(Some(chess_move))).collect(),
        view: None,
        clocks,
        rating_changes: [None; 2],
        chat: Vec::new(),
        spectators: 0,
        next: None,
        unsaved: false,
    }
}

pub fn played(ply: usize, chess_move: &str) -> RoomEvent {
    RoomEvent::Recorded { ply, entry: turn(Some(chess_move)), view: None, clocks: None }
}

/// Something other than a turn.
pub fn recorded(ply: usize, kind: EntryKind) -> RoomEvent {
    RoomEvent::Recorded { ply, entry: open(kind), view: None, clocks: None }
}

/// An entry that hides nothing.
pub fn open(kind: EntryKind) -> VisibleEntry {
    Entry::new(kind).visible(Colour::White, Perspective::NEUTRAL, false)
}

/// A turn as a client knows it: a move, or one that is hidden by fog.
pub fn turn(chess_move: Option<&str>) -> VisibleEntry {
    let entry = Entry::new(EntryKind::Move(text(chess_move.unwrap_or("a1a2"))));
    entry.visible(Colour::White, Perspective::NEUTRAL, chess_move.is_none())
}
