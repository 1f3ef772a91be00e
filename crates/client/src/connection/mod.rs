//! The client: its connection, which it keeps up by itself, and what it knows.

mod requests;
mod responses;

use std::collections::{BTreeMap, VecDeque};
use std::time::Duration;

use protocol::{
    GamesPage, LiveState, PlayerName, Ranking, Resume, RoomCode, RoomId, Seek, ServerInfo,
    ToClient, ToServer, Token, VERSION,
};
use rules::Colour;

use crate::backoff::Backoff;
use crate::event::ClientEvent;
use crate::lobby::Lobby;
use crate::room::Room;

/// Silence after which the server is pinged.
const PING_AFTER: Duration = Duration::from_secs(8);

/// Silence after which the connection counts as lost.
const SILENCE_TIMEOUT: Duration = Duration::from_secs(16);

/// Timeout of an attempt to connect.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);

/// Minimum interval between updates of pointer, selection and arrows.
const LIVE_INTERVAL: Duration = Duration::from_millis(30);

/// An action for the owner of the wire.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Open a WebSocket to the server; then call [`Client::opened`] or [`Client::closed`].
    Open,
    /// Send a text over it.
    Send(String),
    /// Close it. No report is expected.
    Close,
}

/// How things stand with the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Link {
    /// No connection was requested.
    Idle,
    /// The wire is being opened.
    Opening {
        /// When it was asked for.
        since: Duration,
    },
    /// We have greeted and wait for the answer.
    Greeting {
        /// When we have greeted.
        since: Duration,
    },
    /// The server knows us.
    Online,
    /// The connection was lost; the next attempt follows.
    Waiting {
        /// When it is made.
        until: Duration,
    },
    /// The server speaks another version.
    WrongVersion,
}

/// A request to be in a room, which is repeated after a reconnect.
#[derive(Clone, Debug, Default)]
struct RoomRequest {
    code: Option<RoomCode>,
    plays: bool,
    view: Option<Colour>,
}

/// Our own pointer and selection, to be sent to the others.
#[derive(Debug)]
struct LiveUpdate {
    room: RoomId,
    state: LiveState,
}

/// A client of one server.
#[derive(Debug)]
pub struct Client {
    name: PlayerName,
    token: Option<Token>,
    /// The code of a link by which we become a player of another device.
    transfer: Option<Token>,
    /// The code for another device that the server has given us, and until when it is valid.
    issued: Option<(Token, Duration)>,
    blocked: Vec<PlayerName>,
    link: Link,
    backoff: Backoff,
    /// When the last message arrived, and the unanswered ping with its time.
    last_received: Duration,
    pending_ping: Option<(u64, Duration)>,
    pings: u64,
    latency: Option<Duration>,
    /// Messages to send after the greeting.
    queued: VecDeque<ToServer>,
    effects: VecDeque<Effect>,
    events: VecDeque<ClientEvent>,
    server: Option<ServerInfo>,
    lobby: Lobby,
    found: Option<GamesPage>,
    seek: Option<Seek>,
    rankings: Option<Vec<Ranking>>,
    watches_lobby: bool,
    rooms: BTreeMap<RoomId, Room>,
    room_requests: BTreeMap<RoomId, RoomRequest>,
    live: Option<LiveUpdate>,
    /// When it was last shown.
    live_sent: Option<Duration>,
}

impl Client {
    /// A client with a name and the secret that a server once gave us. The seed spreads the
    /// attempts of many clients.
    pub fn new(name: PlayerName, token: Option<Token>, seed: u64) -> Client {
        Client {
            name,
            token,
            transfer: None,
            issued: None,
            blocked: Vec::new(),
            link: Link::Idle,
            backoff: Backoff::new(seed),
            last_received: Duration::ZERO,
            pending_ping: None,
            pings: 0,
            latency: None,
            queued: VecDeque::new(),
            effects: VecDeque::new(),
            events: VecDeque::new(),
            server: None,
            lobby: Lobby::default(),
            found: None,
            seek: None,
            rankings: None,
            watches_lobby: false,
            rooms: BTreeMap::new(),
            room_requests: BTreeMap::new(),
            live: None,
            live_sent: None,
        }
    }

    /// How things stand.
    pub fn link(&self) -> Link {
        self.link
    }

    /// The player's name.
    pub fn name(&self) -> &PlayerName {
        &self.name
    }

    /// Our secret, if the server has given us one.
    pub fn token(&self) -> Option<&Token> {
        self.token.as_ref()
    }

    /// With whom we do not want to play.
    pub fn blocked(&self) -> &[PlayerName] {
        &self.blocked
    }

    /// The code for another device, and until when it is valid.
    pub fn issued(&self) -> Option<(&Token, Duration)> {
        self.issued.as_ref().map(|(code, until)| (code, *until))
    }

    /// The server's description, once it has greeted us.
    pub fn server(&self) -> Option<&ServerInfo> {
        self.server.as_ref()
    }

    /// How long a message took there and back, the last time that it was measured.
    pub fn latency(&self) -> Option<Duration> {
        self.latency
    }

    /// The list of games.
    pub fn lobby(&self) -> &Lobby {
        &self.lobby
    }

    /// The active seek, if there is one.
    pub fn seeking(&self) -> Option<&Seek> {
        self.seek.as_ref()
    }

    /// The games that were searched for, if any were.
    pub fn found(&self) -> Option<&GamesPage> {
        self.found.as_ref()
    }

    /// Rating lists by rule set; nothing until the server has sent them.
    pub fn rankings(&self) -> Option<&[Ranking]> {
        self.rankings.as_deref()
    }

    /// A room that we are in.
    pub fn room(&self, id: &RoomId) -> Option<&Room> {
        self.rooms.get(id)
    }

    /// A room that we are in, to mute players or to queue premoves.
    pub fn room_mut(&mut self, id: &RoomId) -> Option<&mut Room> {
        self.rooms.get_mut(id)
    }

    /// The code of a private room, as far as we know it: spectators do not receive
    /// it, but have come in by it.
    pub fn code(&self, room: &RoomId) -> Option<&RoomCode> {
        self.room_requests.get(room)?.code.as_ref()
    }

    /// All rooms that we are in.
    pub fn rooms(&self) -> impl Iterator<Item = (&RoomId, &Room)> + Clone {
        self.rooms.iter()
    }

    /// The next action for the owner of the wire.
    pub fn next_effect(&mut self) -> Option<Effect> {
        self.effects.pop_front()
    }

    /// The next event, oldest first.
    pub fn next_event(&mut self) -> Option<ClientEvent> {
        self.events.pop_front()
    }

    /// When [`Client::tick`] has something to do, if nothing else happens before.
    pub fn next_wake(&self) -> Option<Duration> {
        match self.link {
            Link::Idle | Link::WrongVersion => None,
            Link::Opening { since } | Link::Greeting { since } => Some(since + CONNECT_TIMEOUT),
            Link::Waiting { until } => Some(until),
            Link::Online => {
                let quiet = self.last_received
                    + if self.pending_ping.is_some() { SILENCE_TIMEOUT } else { PING_AFTER };
                let live = self.live.as_ref().and(self.live_sent).map(|sent| sent + LIVE_INTERVAL);
                live.into_iter().chain([quiet]).min()
            }
        }
    }

    /// Becomes the player of another device with the next greeting, by the code of a link.
    pub fn take_along(&mut self, code: Token) {
        self.transfer = Some(code);
    }

    /// Connects, and stays connected from now on.
    pub fn connect(&mut self, now: Duration) {
        if matches!(self.link, Link::Idle | Link::Waiting { .. } | Link::WrongVersion) {
            self.open(now);
        }
    }

    /// Leaves the server. Games that go on can be taken up again.
    pub fn disconnect(&mut self) {
        if !matches!(self.link, Link::Idle | Link::Waiting { .. } | Link::WrongVersion) {
            self.effects.push_back(Effect::Close);
        }
        self.link = Link::Idle;
        self.rooms.clear();
        self.room_requests.clear();
        self.queued.clear();
        self.seek = None;
        self.issued = None;
        self.live = None;
        (self.lobby, self.found, self.watches_lobby) = (Lobby::default(), None, false);
    }

    /// The wire is open.
    pub fn opened(&mut self, now: Duration) {
        if !matches!(self.link, Link::Opening { .. }) {
            return;
        }
        self.link = Link::Greeting { since: now };
        let resume = self.room_requests.iter().map(|(room, request)| Resume {
            room: room.clone(),
            code: request.code.clone(),
            seen: self.rooms.get(room).map(Room::number),
            play: request.plays,
            view: request.view,
        });
        let hello = ToServer::Hello {
            version: VERSION,
            name: self.name.clone(),
            token: self.token.clone(),
            resume: resume.collect(),
            transfer: self.transfer.clone(),
        };
        self.effects.push_back(Effect::Send(protocol::write(&hello)));
    }

    /// The wire was closed, or could not be opened.
    pub fn closed(&mut self, now: Duration) {
        if matches!(self.link, Link::Opening { .. } | Link::Greeting { .. } | Link::Online) {
            self.lose(now);
        }
    }

    /// Lets time pass: attempts to connect, questions whether the server is there.
    pub fn tick(&mut self, now: Duration) {
        match self.link {
            Link::Idle | Link::WrongVersion => {}
            Link::Waiting { until } if until <= now => self.open(now),
            Link::Waiting { .. } => {}
            Link::Opening { since } | Link::Greeting { since } => {
                if now.saturating_sub(since) >= CONNECT_TIMEOUT {
                    self.give_up(now);
                }
            }
            Link::Online => {
                let silence = now.saturating_sub(self.last_received);
                if silence >= SILENCE_TIMEOUT {
                    self.give_up(now);
                } else if silence >= PING_AFTER && self.pending_ping.is_none() {
                    self.ping(now);
                }
                self.send_live(now);
            }
        }
    }

    /// Something was received.
    pub fn received(&mut self, now: Duration, text: &str) {
        self.last_received = now;
        match protocol::read::<ToClient>(text) {
            Ok(message) => self.follow(now, message),
            // A server that makes no sense is one that cannot be followed any more.
            Err(_) => self.give_up(now),
        }
    }

    fn ping(&mut self, now: Duration) {
        self.pings += 1;
        self.pending_ping = Some((self.pings, now));
        self.send(&ToServer::Ping { number: self.pings });
    }

    fn open(&mut self, now: Duration) {
        self.link = Link::Opening { since: now };
        self.effects.push_back(Effect::Open);
    }

    fn give_up(&mut self, now: Duration) {
        self.effects.push_back(Effect::Close);
        self.lose(now);
    }

    fn lose(&mut self, now: Duration) {
        if self.link == Link::Online {
            self.events.push_back(ClientEvent::Lost);
        }
        self.link = Link::Waiting { until: now + self.backoff.next() };
        self.pending_ping = None;
        self.live = None;
        for room in self.rooms.values_mut() {
            Colour::BOTH.iter().for_each(|side| room.set_live(*side, LiveState::default()));
        }
    }
}
