//! A server on a free port, and clients that talk to it as the window does.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use client::{Client, ClientEvent, Room};
use futures_util::{SinkExt, StreamExt};
use game::Game;
use notation::uci;
use protocol::{
    Action, ColourChoice, PlayerName, Refusal, RoomId, RoomOptions, RoomPhase, TimeControl,
    ToClient, ToServer, Token, UciMove,
};
use rules::{Colour, Move};
use store::SqliteStore;
use test_kit::random::{self, Random};
use tokio_tungstenite::tungstenite::Message;
use xxlchess_server::{Rate, Server, ServerConfig, ServerLimits};

use crate::shared::Wire;
pub use crate::shared::moves;

/// Longer than anything here takes; a test that hangs ends.
const FOR_EVER: Duration = Duration::from_secs(30);

/// ServerLimits that no test meets by accident.
pub fn generous() -> ServerLimits {
    let much = Rate { per_second: 1e6, burst: 1e6 };
    ServerLimits {
        messages: much,
        live: much,
        chat: much,
        creations: much,
        compilations: much,
        newcomers: much,
        sessions: much,
        requests: much,
        joins: much,
        page_requests: much,
        ..ServerLimits::default()
    }
}

pub async fn start(config: ServerConfig) -> Server {
    let store = SqliteStore::in_memory().expect("a store");
    Server::start(config, Box::new(store)).await.expect("a server")
}

pub async fn server() -> Server {
    start(ServerConfig { limits: generous(), ..ServerConfig::default() }).await
}

pub fn name(text: &str) -> PlayerName {
    PlayerName::new(text).expect("a name")
}

/// The moves that a player under fog may play now.
pub fn own_moves(tester: &Tester, room: &RoomId) -> Vec<UciMove> {
    let game = tester.room(room).game();
    let fog = game.fog().expect("fog");
    fog.moves().iter().map(|found| UciMove::of(game.rules(), *found)).collect()
}

pub fn move_text(text: &str) -> UciMove {
    text.parse().expect("a move")
}

/// A friendly game in which the creator has White.
pub fn as_white(rules: &str) -> RoomOptions {
    RoomOptions { colour: ColourChoice::White, ..RoomOptions::friendly(rules) }
}

pub fn minutes(minutes: u64) -> Option<TimeControl> {
    Some(TimeControl::Fischer {
        time: Duration::from_secs(minutes * 60),
        increment: Duration::ZERO,
    })
}

/// A client with a real connection.
pub struct Tester {
    pub client: Client,
    wire: Wire,
    start: Instant,
    /// Everything that was received.
    pub heard: Vec<ToClient>,
    pub events: Vec<ClientEvent>,
}

impl Tester {
    pub async fn connect(address: SocketAddr, who: &str) -> Tester {
        Tester::with_token(address, who, None).await
    }

    pub async fn with_token(address: SocketAddr, who: &str, token: Option<Token>) -> Tester {
        Tester::with_client(address, Client::new(name(who), token, 1)).await
    }

    pub async fn with_client(address: SocketAddr, client: Client) -> Tester {
        let mut tester = Tester {
            client,
            wire: Wire::new(address),
            start: Instant::now(),
            heard: Vec::new(),
            events: Vec::new(),
        };
        tester.client.connect(Duration::ZERO);
        tester.until(|tester| tester.client.server().is_some()).await;
        tester
    }

    pub fn now(&self) -> Duration {
        self.start.elapsed()
    }

    /// Talks until something is so.
    pub async fn until(&mut self, is_so: impl Fn(&Tester) -> bool) {
        let talking = async {
            loop {
                self.work_off().await;
                if is_so(self) {
                    return;
                }
                self.listen().await;
            }
        };
        if tokio::time::timeout(FOR_EVER, talking).await.is_err() {
            let last: Vec<_> = self.heard.iter().rev().take(4).collect();
            panic!("it never came to be; {:?}, heard last {last:#?}", self.client.link());
        }
    }

    /// Exchanges messages until the rating changes of a game arrive, which come after its end.
    pub async fn until_rated(&mut self, room: &RoomId) {
        self.until(|t| t.room(room).state().rating_changes.iter().all(Option::is_some)).await;
    }

    /// Sends what is to be sent.
    pub async fn work_off(&mut self) {
        self.wire.work_off(&mut self.client, self.start).await;
        self.events.extend(std::iter::from_fn(|| self.client.next_event()));
    }

    async fn listen(&mut self) {
        let now = self.start.elapsed();
        let Some(socket) = &mut self.wire.socket else {
            // The client would wait before it tries again; tests need not.
            let wake = self.client.next_wake().unwrap_or(now);
            self.start -= wake.saturating_sub(now);
            tokio::time::sleep(Duration::from_millis(5)).await;
            self.client.tick(self.start.elapsed());
            return;
        };
        let message = socket.next().await;
        if let Some(Ok(Message::Text(text))) = &message {
            self.heard.push(protocol::read(text).expect("a message of the protocol"));
        }
        self.wire.receive(message, &mut self.client, self.start);
    }

    /// Cuts the connection without a word.
    pub fn cut(&mut self) {
        self.wire.socket = None;
        self.client.closed(self.start.elapsed());
    }

    /// Goes to another server, as after a restart.
    pub fn move_to(&mut self, address: SocketAddr) {
        self.wire.address = address;
        self.cut();
    }

    pub async fn create(&mut self, options: RoomOptions) -> RoomId {
        self.client.create(options);
        self.until(|tester| tester.client.rooms().next().is_some()).await;
        self.client.rooms().map(|(id, _)| id.clone()).next().expect("a room")
    }

    pub async fn join(&mut self, room: &RoomId) {
        self.client.join(room.clone(), None);
        self.until(|tester| tester.client.room(room).is_some()).await;
    }

    pub async fn watch(&mut self, room: &RoomId) {
        self.client.watch(room.clone(), None, None);
        self.until(|tester| tester.client.room(room).is_some()).await;
    }

    pub fn room(&self, room: &RoomId) -> &Room {
        self.client.room(room).expect("in the room")
    }

    pub fn game(&self, room: &RoomId) -> Game {
        self.room(room).game().open().expect("an open game").clone()
    }

    /// The legal move that is written so.
    pub fn legal(&self, room: &RoomId, text: &str) -> Move {
        self.room(room).game().find(move_text(text)).expect("a legal move")
    }

    pub fn phase(&self, room: &RoomId) -> Option<RoomPhase> {
        self.client.room(room).map(|room| room.state().phase)
    }

    pub async fn until_phase(&mut self, room: &RoomId, phase: RoomPhase) {
        self.until(|tester| tester.phase(room) == Some(phase)).await;
    }

    /// Waits until a number of turns were played and confirmed.
    pub async fn until_ply(&mut self, room: &RoomId, ply: usize) {
        let is_there = |tester: &Tester| {
            let Some(room) = tester.client.room(room) else { return false };
            room.game().ply() == ply && room.pending().is_none()
        };
        self.until(is_there).await;
    }

    pub async fn play(&mut self, room: &RoomId, text: &str) {
        self.client.play(self.now(), room, self.legal(room, text)).expect("a move of ours");
        self.work_off().await;
    }

    pub async fn act(&mut self, room: &RoomId, action: Action) {
        self.client.act(room, action);
        self.work_off().await;
    }

    /// Sends something that the client would not send.
    pub async fn say(&mut self, message: &ToServer) {
        self.say_text(protocol::write(message)).await;
    }

    pub async fn say_text(&mut self, text: String) {
        let socket = self.wire.socket.as_mut().expect("a connection");
        // The server may have closed it already.
        let _ = socket.send(Message::text(text)).await;
    }

    /// Waits for a refusal, and forgets it.
    pub async fn until_refused(&mut self) -> Refusal {
        let refusal = |event: &ClientEvent| match event {
            ClientEvent::Refused { refusal, .. } => Some(refusal.clone()),
            _ => None,
        };
        self.until(|tester| tester.events.iter().any(|event| refusal(event).is_some())).await;
        let found = self.events.iter().find_map(refusal).expect("a refusal");
        self.events.retain(|event| refusal(event).is_none());
        found
    }

    /// Is the connection open?
    pub fn is_connected(&self) -> bool {
        self.wire.socket.is_some()
    }

    /// Makes sure that the server has handled everything that was sent.
    pub async fn sync(&mut self) {
        let number = u64::MAX - self.heard.len() as u64;
        self.say(&ToServer::Ping { number }).await;
        let pong = ToClient::Pong { number };
        self.until(|tester| tester.heard.contains(&pong)).await;
    }
}

/// Two players in a running game of which the first has White.
pub async fn pair(server: &Server, options: RoomOptions) -> (Tester, Tester, RoomId) {
    let mut white = Tester::connect(server.address(), "Anna").await;
    let mut black = Tester::connect(server.address(), "Ben").await;
    let room = white.create(RoomOptions { colour: ColourChoice::White, ..options }).await;
    black.join(&room).await;
    white.until_phase(&room, RoomPhase::Playing).await;
    black.until_phase(&room, RoomPhase::Playing).await;
    (white, black, room)
}

/// Plays moves in turn, each waited for by both.
pub async fn play_all(white: &mut Tester, black: &mut Tester, room: &RoomId, moves: &[&str]) {
    for chess_move in moves {
        let ply = white.game(room).ply();
        let mover = if ply.is_multiple_of(2) { &mut *white } else { &mut *black };
        mover.play(room, chess_move).await;
        // Both read messages meanwhile: the mover may have to send the move again.
        tokio::join!(white.until_ply(room, ply + 1), black.until_ply(room, ply + 1));
    }
}

/// A random move of the side to move.
pub fn random_move(rng: &mut Random, game: &Game) -> Option<String> {
    let chess_move = random::legal_move(rng, game.position())?;
    Some(uci::format(game.position(), chess_move))
}

pub const BOTH: [Colour; 2] = Colour::BOTH;
