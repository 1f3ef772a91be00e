//! The client: its connection, which it keeps up by itself, and what it knows.

use std::collections::{BTreeMap, VecDeque};
use std::time::Duration;

use protocol::{
    Action, LiveState, MoveText, PlayerName, Ranking, Refusal, Resume, Role, RoomCode, RoomEvent,
    RoomId, RoomOptions, RoomState, ServerInfo, ToClient, ToServer, Token, VERSION,
};
use rules::Colour;

use crate::backoff::Backoff;
use crate::event::ClientEvent;
use crate::lobby::Lobby;
use crate::room::Room;

/// After so long without a word the server is asked whether it is there.
const QUIET: Duration = Duration::from_secs(8);

/// After so long without a word the connection is taken for lost.
const SILENT: Duration = Duration::from_secs(16);

/// An attempt to connect that takes longer is given up.
const PATIENCE: Duration = Duration::from_secs(10);

/// What a player does between moves is sent so often at most.
const LIVE_INTERVAL: Duration = Duration::from_millis(30);

/// What is to be done on the wire.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Output {
    /// Open a WebSocket to the server; then tell [`Client::opened`] or [`Client::closed`].
    Open,
    /// Send a text over it.
    Send(String),
    /// Close it. Nothing needs to be told of it.
    Close,
}

/// How things stand with the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Link {
    /// Nobody asked to connect.
    Idle,
    /// The wire is being opened.
    Opening {
        /// Since when.
        since: Duration,
    },
    /// We have greeted and wait for the answer.
    Greeting {
        /// Since when.
        since: Duration,
    },
    /// The server knows us.
    Online,
    /// The connection was lost; the next attempt follows.
    Waiting {
        /// When.
        until: Duration,
    },
    /// The server speaks another version.
    WrongVersion,
}

/// What we asked to be in: asked again after the connection was lost.
#[derive(Clone, Debug, Default)]
struct Wish {
    code: Option<RoomCode>,
    plays: bool,
    view: Option<Colour>,
}

/// What is to be shown of our own hand.
#[derive(Debug)]
struct OwnLive {
    room: RoomId,
    state: LiveState,
}

/// A client of one server.
#[derive(Debug)]
pub struct Client {
    name: PlayerName,
    token: Option<Token>,
    link: Link,
    backoff: Backoff,
    /// When something was last heard, and when we have asked since.
    heard: Duration,
    asked: Option<(u64, Duration)>,
    pings: u64,
    latency: Option<Duration>,
    /// What is to be said as soon as the server knows us.
    unsaid: VecDeque<ToServer>,
    outputs: VecDeque<Output>,
    events: VecDeque<ClientEvent>,
    server: Option<ServerInfo>,
    lobby: Lobby,
    rankings: Option<Vec<Ranking>>,
    watches_lobby: bool,
    rooms: BTreeMap<RoomId, Room>,
    wishes: BTreeMap<RoomId, Wish>,
    live: Option<OwnLive>,
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
            link: Link::Idle,
            backoff: Backoff::new(seed),
            heard: Duration::ZERO,
            asked: None,
            pings: 0,
            latency: None,
            unsaid: VecDeque::new(),
            outputs: VecDeque::new(),
            events: VecDeque::new(),
            server: None,
            lobby: Lobby::default(),
            rankings: None,
            watches_lobby: false,
            rooms: BTreeMap::new(),
            wishes: BTreeMap::new(),
            live: None,
            live_sent: None,
        }
    }

    /// How things stand.
    pub fn link(&self) -> Link {
        self.link
    }

    /// What we are called.
    pub fn name(&self) -> &PlayerName {
        &self.name
    }

    /// Our secret, if the server has given us one.
    pub fn token(&self) -> Option<&Token> {
        self.token.as_ref()
    }

    /// What the server offers, once it has greeted us.
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

    /// Who is how strong, by rule set; nothing until the server has told.
    pub fn rankings(&self) -> Option<&[Ranking]> {
        self.rankings.as_deref()
    }

    /// A room that we are in.
    pub fn room(&self, id: &RoomId) -> Option<&Room> {
        self.rooms.get(id)
    }

    /// A room that we are in, to mute somebody or to queue premoves.
    pub fn room_mut(&mut self, id: &RoomId) -> Option<&mut Room> {
        self.rooms.get_mut(id)
    }

    /// All rooms that we are in.
    pub fn rooms(&self) -> impl Iterator<Item = (&RoomId, &Room)> {
        self.rooms.iter()
    }

    /// What is to be done on the wire next.
    pub fn next_output(&mut self) -> Option<Output> {
        self.outputs.pop_front()
    }

    /// What happened, oldest first.
    pub fn next_event(&mut self) -> Option<ClientEvent> {
        self.events.pop_front()
    }

    /// When [`Client::tick`] has something to do, if nothing else happens before.
    pub fn next_wake(&self) -> Option<Duration> {
        match self.link {
            Link::Idle | Link::WrongVersion => None,
            Link::Opening { since } | Link::Greeting { since } => Some(since + PATIENCE),
            Link::Waiting { until } => Some(until),
            Link::Online => {
                let quiet = self.heard + if self.asked.is_some() { SILENT } else { QUIET };
                let live = self.live.as_ref().and(self.live_sent).map(|sent| sent + LIVE_INTERVAL);
                live.into_iter().chain([quiet]).min()
            }
        }
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
            self.outputs.push_back(Output::Close);
        }
        self.link = Link::Idle;
        self.rooms.clear();
        self.wishes.clear();
        self.unsaid.clear();
        self.live = None;
        (self.lobby, self.watches_lobby) = (Lobby::default(), false);
    }

    /// The wire is open.
    pub fn opened(&mut self, now: Duration) {
        if !matches!(self.link, Link::Opening { .. }) {
            return;
        }
        self.link = Link::Greeting { since: now };
        let resume = self.wishes.iter().map(|(room, wish)| Resume {
            room: room.clone(),
            code: wish.code.clone(),
            seen: self.rooms.get(room).map(Room::number),
            play: wish.plays,
            view: wish.view,
        });
        let hello = ToServer::Hello {
            version: VERSION,
            name: self.name.clone(),
            token: self.token.clone(),
            resume: resume.collect(),
        };
        self.outputs.push_back(Output::Send(protocol::write(&hello)));
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
                if now.saturating_sub(since) >= PATIENCE {
                    self.give_up(now);
                }
            }
            Link::Online => {
                let silence = now.saturating_sub(self.heard);
                if silence >= SILENT {
                    self.give_up(now);
                } else if silence >= QUIET && self.asked.is_none() {
                    self.ping(now);
                }
                self.send_live(now);
            }
        }
    }

    /// Something was received.
    pub fn received(&mut self, now: Duration, text: &str) {
        self.heard = now;
        match protocol::read::<ToClient>(text) {
            Ok(message) => self.follow(now, message),
            // A server that makes no sense is one that cannot be followed any more.
            Err(_) => self.give_up(now),
        }
    }

    /// Asks for the list of games, and to be told of changes.
    pub fn watch_lobby(&mut self, on: bool) {
        self.watches_lobby = on;
        self.lobby = Lobby::default();
        self.say(ToServer::WatchLobby { on });
    }

    /// Asks who is how strong.
    pub fn ask_ranking(&mut self) {
        self.say(ToServer::AskRanking);
    }

    /// Makes a room. [`ClientEvent::Entered`] tells when we are in it.
    pub fn create(&mut self, options: RoomOptions) {
        self.say(ToServer::Create { options });
    }

    /// Sits down in a room.
    pub fn join(&mut self, room: RoomId, code: Option<RoomCode>) {
        self.wishes.insert(room.clone(), Wish { code: code.clone(), plays: true, view: None });
        self.say(ToServer::Join { room, code });
    }

    /// Watches a game; under fog with the view of a side, if he allows it.
    pub fn watch(&mut self, room: RoomId, code: Option<RoomCode>, view: Option<Colour>) {
        self.wishes.insert(room.clone(), Wish { code: code.clone(), plays: false, view });
        self.say(ToServer::Watch { room, code, view });
    }

    /// Leaves a room.
    pub fn leave(&mut self, room: &RoomId) {
        self.wishes.remove(room);
        if self.rooms.remove(room).is_some() {
            self.say(ToServer::Leave { room: room.clone() });
            self.events.push_back(ClientEvent::Left(room.clone()));
        }
    }

    /// Plays a move. It is on the board at once, and sent until the server has confirmed it.
    ///
    /// # Errors
    /// Why it cannot be played.
    pub fn play(&mut self, now: Duration, room: &RoomId, text: MoveText) -> Result<(), String> {
        let mirror = self.rooms.get_mut(room).ok_or("you are not in this game")?;
        let action = mirror.play(now, text)?;
        self.live = None;
        self.act_if_online(room, action);
        Ok(())
    }

    /// Does something else in a room. While the connection is lost it is not done.
    pub fn act(&mut self, room: &RoomId, action: Action) {
        if self.rooms.contains_key(room) {
            self.act_if_online(room, action);
        }
    }

    /// Shows what we do between moves, now or a little later, if it is shown at all.
    pub fn show_live(&mut self, now: Duration, room: &RoomId, state: LiveState) {
        let is_shown = self
            .rooms
            .get(room)
            .is_some_and(|mirror| mirror.role().colour().is_some() && mirror.shows_live());
        if is_shown && self.link == Link::Online {
            self.live = Some(OwnLive { room: room.clone(), state });
            self.send_live(now);
        }
    }

    fn send_live(&mut self, now: Duration) {
        let is_due = |sent: Duration| now.saturating_sub(sent) >= LIVE_INTERVAL;
        if !self.live_sent.is_none_or(is_due) {
            return;
        }
        if let Some(OwnLive { room, state }) = self.live.take() {
            self.live_sent = Some(now);
            self.act_if_online(&room, Action::Live { state });
        }
    }

    fn act_if_online(&mut self, room: &RoomId, action: Action) {
        if self.link == Link::Online {
            self.send(&ToServer::Act { room: room.clone(), action });
        }
    }

    fn say(&mut self, message: ToServer) {
        if self.link == Link::Online {
            self.send(&message);
        } else if !matches!(
            message,
            // These follow from what is wished when we are back.
            ToServer::Join { .. } | ToServer::Watch { .. } | ToServer::WatchLobby { .. }
        ) {
            self.unsaid.push_back(message);
        }
    }

    fn send(&mut self, message: &ToServer) {
        self.outputs.push_back(Output::Send(protocol::write(message)));
    }

    fn ping(&mut self, now: Duration) {
        self.pings += 1;
        self.asked = Some((self.pings, now));
        self.send(&ToServer::Ping { number: self.pings });
    }

    fn open(&mut self, now: Duration) {
        self.link = Link::Opening { since: now };
        self.outputs.push_back(Output::Open);
    }

    fn give_up(&mut self, now: Duration) {
        self.outputs.push_back(Output::Close);
        self.lose(now);
    }

    fn lose(&mut self, now: Duration) {
        if self.link == Link::Online {
            self.events.push_back(ClientEvent::Lost);
        }
        self.link = Link::Waiting { until: now + self.backoff.next() };
        self.asked = None;
        self.live = None;
        for room in self.rooms.values_mut() {
            Colour::BOTH.iter().for_each(|side| room.set_live(*side, LiveState::default()));
        }
    }

    fn follow(&mut self, now: Duration, message: ToClient) {
        match message {
            ToClient::Welcome { name, token, rooms, server, .. } => {
                self.server = Some(server);
                if name != self.name {
                    self.name = name.clone();
                    self.events.push_back(ClientEvent::Renamed(name));
                }
                if let Some(token) = token {
                    self.token = Some(token.clone());
                    self.events.push_back(ClientEvent::NewToken(token));
                }
                self.come_online(now, rooms);
            }
            ToClient::Pong { number } => {
                if let Some((_, at)) = self.asked.take_if(|(asked, _)| *asked == number) {
                    self.latency = Some(now.saturating_sub(at));
                }
            }
            ToClient::Lobby { rooms } => {
                self.lobby.replace(rooms);
                self.events.push_back(ClientEvent::LobbyChanged);
            }
            ToClient::LobbyChanged { changed, gone } => {
                self.lobby.change(changed, &gone);
                self.events.push_back(ClientEvent::LobbyChanged);
            }
            ToClient::Ranking { rankings } => {
                self.rankings = Some(rankings);
                self.events.push_back(ClientEvent::Ranked);
            }
            ToClient::State(state) => self.take_state(now, *state),
            ToClient::Resumed { room, clocks } => {
                if let Some(mirror) = self.rooms.get_mut(&room) {
                    mirror.set_clocks(clocks, now);
                    let unconfirmed = mirror.unconfirmed();
                    self.events.push_back(ClientEvent::Replaced(room.clone()));
                    unconfirmed.into_iter().for_each(|action| self.act_if_online(&room, action));
                }
            }
            ToClient::Event { room, number, event } => {
                let Some(mirror) = self.rooms.get_mut(&room) else { return };
                // Whatever was told before everything was told anew is known.
                if number <= mirror.number() {
                    return;
                }
                match mirror.follow(number, &event, now) {
                    Ok(()) => {
                        let premove = mirror.take_premove();
                        let plays = mirror.role().colour().is_some();
                        premove.into_iter().for_each(|action| self.act_if_online(&room, action));
                        // Our seat in the next game is kept for us.
                        if let (RoomEvent::Rematch { room: next }, true) = (&event, plays) {
                            self.join(next.clone(), None);
                        }
                        self.events.push_back(ClientEvent::Happened { room, event });
                    }
                    Err(_) => self.ask_for_state(room),
                }
            }
            ToClient::Live { room, from, state } => {
                if let Some(mirror) = self.rooms.get_mut(&room) {
                    mirror.set_live(from, state);
                    self.events.push_back(ClientEvent::Live { room, side: from });
                }
            }
            ToClient::Left { room } => {
                self.wishes.remove(&room);
                if self.rooms.remove(&room).is_some() {
                    self.events.push_back(ClientEvent::Left(room));
                }
            }
            ToClient::Refused { room, refusal } => self.take_refusal(room, refusal),
        }
        if self.asked.is_some_and(|(_, at)| at < now) {
            self.asked = None;
        }
    }

    fn come_online(&mut self, now: Duration, running: Vec<RoomId>) {
        self.link = Link::Online;
        self.heard = now;
        self.backoff.reset();
        self.events.push_back(ClientEvent::Online);
        if self.watches_lobby {
            self.send(&ToServer::WatchLobby { on: true });
        }
        // Our own games that go on, for instance from before this program was restarted.
        for room in running {
            if !self.wishes.contains_key(&room) {
                self.join(room, None);
            }
        }
        while let Some(message) = self.unsaid.pop_front() {
            self.send(&message);
        }
        self.ping(now);
    }

    fn take_state(&mut self, now: Duration, state: RoomState) {
        let room = state.room.clone();
        let code = state.code.clone();
        let wish = self.wishes.entry(room.clone()).or_default();
        wish.code = code.or(wish.code.take());
        wish.plays |= state.role.colour().is_some();
        let taken = match self.rooms.get_mut(&room) {
            Some(mirror) => {
                self.events.push_back(ClientEvent::Replaced(room.clone()));
                mirror.replace(state, now)
            }
            None => Room::new(state, now).map(|mirror| {
                self.rooms.insert(room.clone(), mirror);
                self.events.push_back(ClientEvent::Entered(room.clone()));
            }),
        };
        match taken {
            Ok(()) => {
                let unconfirmed = self.rooms.get(&room).and_then(Room::unconfirmed);
                unconfirmed.into_iter().for_each(|action| self.act_if_online(&room, action));
            }
            Err(why) => {
                self.leave(&room);
                let refusal = Refusal::Malformed(why);
                self.events.push_back(ClientEvent::Refused { room: Some(room), refusal });
            }
        }
    }

    fn ask_for_state(&mut self, room: RoomId) {
        let wish = self.wishes.entry(room.clone()).or_default().clone();
        let role = self.rooms.get(&room).map(Room::role);
        match role {
            Some(Role::White | Role::Black) => self.send(&ToServer::Join { room, code: wish.code }),
            _ => self.send(&ToServer::Watch { room, code: wish.code, view: wish.view }),
        }
    }

    fn take_refusal(&mut self, room: Option<RoomId>, refusal: Refusal) {
        if let Refusal::Version { server } = refusal {
            self.outputs.push_back(Output::Close);
            self.link = Link::WrongVersion;
            self.events.push_back(ClientEvent::WrongVersion { server });
            return;
        }
        if let Some(id) = &room {
            if let (Refusal::Move { .. }, Some(mirror)) = (&refusal, self.rooms.get_mut(id)) {
                mirror.withdraw();
            }
            let is_shut_out = matches!(
                refusal,
                Refusal::NoRoom | Refusal::RoomFull | Refusal::NotInRoom | Refusal::TooManyRooms
            );
            if is_shut_out {
                self.wishes.remove(id);
                if self.rooms.remove(id).is_some() {
                    self.events.push_back(ClientEvent::Left(id.clone()));
                }
            }
        }
        self.events.push_back(ClientEvent::Refused { room, refusal });
    }
}
