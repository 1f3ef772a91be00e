//! Playing over the network: the one connection of the program, kept up while it is wanted.
//!
//! [`client`] says what is to be done and keeps a mirror of every room; here it is given a wire,
//! the time, and a place to keep its secrets. Screens ask for things and look at the mirror.

mod address;
mod keys;

use std::collections::{BTreeMap, VecDeque};
use std::io;
use std::rc::Rc;
use std::time::Duration;

use client::{Client, ClientEvent, Effect, Link, Room};
use protocol::{
    Invitation, PlayerName, Refusal, RoomCode, RoomEvent, RoomId, RoomOptions, RoomPhase, Seek,
    Token, TransferLink,
};
use rules::Colour;
use store::Owner;

pub use address::{AddressError, Destination, ServerAddress};

use keys::Keys;

use crate::services::{FromWire, Services, Wake, Wire, WireFault, Wires};

/// An event of the connection that concerns the whole program.
#[derive(Debug)]
pub enum NetworkEvent {
    /// A room that was asked for is open: it is to be shown.
    Opened {
        room: RoomId,
        /// Was it made here, or entered before?
        is_known: bool,
    },
    /// Our name is taken; the server has given us this one.
    Renamed(PlayerName),
    /// We play as the player of another device from now on.
    TakenAlong(PlayerName),
    /// Number of our other devices that were signed out.
    DevicesRevoked(usize),
    /// The server has refused something.
    Refused(Refusal),
    /// Something could not be kept.
    NotKept(io::Error),
}

/// The program on the network.
pub struct Network {
    wires: Rc<dyn Wires>,
    keys: Keys,
    wake: Wake,
    connection: Option<Connection>,
    /// A link with which the page was opened, until the user was asked about it.
    offered: Option<Destination>,
    events: VecDeque<NetworkEvent>,
    now: Duration,
}

/// The connection to one server.
struct Connection {
    server: ServerAddress,
    owner: Owner,
    /// Does this program run the server?
    hosts: bool,
    client: Client,
    wire: Option<Box<dyn Wire>>,
    /// Why the last attempt came to nothing.
    fault: Option<WireFault>,
    /// Rooms of which something is new, with what has happened.
    changes: BTreeMap<RoomId, Vec<RoomEvent>>,
    /// Rooms that are shown as soon as we are in them, with what lets us in.
    wanted: BTreeMap<RoomId, Option<RoomCode>>,
    /// The server has given us another name.
    renamed: Option<PlayerName>,
    /// We have become the player of another device.
    taken_along: Option<PlayerName>,
    /// Requests that wait until the connection is up.
    deferred: Vec<JoinRequest>,
    /// A room is being made, and will be shown.
    is_creating: bool,
    /// A game of ours that is going on is shown, as nothing else was asked for yet.
    opens_own: bool,
}

/// A request to join or watch a room.
#[derive(Clone, Debug)]
struct JoinRequest {
    room: RoomId,
    code: Option<RoomCode>,
    kind: JoinKind,
}

#[derive(Clone, Copy, Debug)]
enum JoinKind {
    /// As a player.
    Join,
    /// As a spectator, perhaps with the eyes of a side.
    Watch(Option<Colour>),
}

impl Network {
    /// Starts without a connection; `wake` is called whenever something has come.
    pub fn new(services: &Services, wake: Wake) -> Network {
        Network {
            wires: Rc::clone(&services.wires),
            keys: Keys::load(Rc::clone(&services.storage)),
            wake,
            connection: None,
            offered: None,
            events: VecDeque::new(),
            now: Duration::ZERO,
        }
    }

    /// The servers that were visited, the last one first: address and name.
    pub fn visited(&self) -> Vec<(String, String)> {
        let owned = |(address, name): (&str, &str)| (address.to_owned(), name.to_owned());
        self.keys.servers().map(owned).collect()
    }

    /// The name that guests use; empty if none was entered.
    pub fn guest(&self) -> &str {
        self.keys.guest()
    }

    /// Remembers what guests call themselves.
    pub fn set_guest(&mut self, name: &str) {
        self.keys.set_guest(name);
    }

    /// Where we played or watched a game when the program ended.
    pub fn playing_at(&self) -> Option<Destination> {
        self.keys.playing_at()
    }

    /// Did this program host the server there?
    pub fn hosted(&self) -> bool {
        self.keys.hosts()
    }

    /// Does this program run the server that we are connected to?
    pub fn hosts(&self) -> bool {
        self.connection.as_ref().is_some_and(|connection| connection.hosts)
    }

    /// A game of ours goes on at a server that cannot be reached: its host.
    pub fn waits_for(&self) -> Option<&str> {
        let connection = self.connection.as_ref()?;
        let is_waiting = connection.fault.is_some() && connection.client.link() != Link::Online;
        self.keys.playing_at().filter(|_| is_waiting)?;
        Some(connection.server.host())
    }

    /// Remembers where a game is going on in which we play, or which we watch.
    fn remember_playing(&mut self) {
        let Some(connection) = &self.connection else { return };
        if connection.client.link() != Link::Online {
            return;
        }
        let (place, hosts) = (connection.place(), connection.hosts);
        self.keys.set_playing_at(place, hosts);
    }

    /// Forgets a server that was visited.
    pub fn forget(&mut self, address: &str) {
        self.keys.forget(address);
    }

    /// A link that takes a player along to this device, about which the user is to be asked.
    pub fn offer(&mut self, destination: Destination) {
        self.offered = Some(destination);
    }

    /// That link, once.
    pub fn take_offered(&mut self) -> Option<Destination> {
        self.offered.take()
    }

    /// Becomes the player of another device, by the code of a link; to be called as soon as we
    /// connect.
    pub fn take_along(&mut self, code: Token) {
        if let Some(client) = self.client_mut() {
            client.take_along(code);
        }
    }

    /// A link that takes us along to another device, and until when it is valid, once the server
    /// has given us its code.
    pub fn transfer_link(&self) -> Option<(TransferLink, Duration)> {
        let (code, until) = self.client()?.issued()?;
        Some((TransferLink { server: self.public_server()?, code: code.clone() }, until))
    }

    /// Plays under a name of our own again where we were the player of another device.
    pub fn forget_taken_along(&mut self, owner: Owner) {
        if let Some(connection) = &self.connection {
            self.keys.set_taken_along(&connection.server, owner, None);
        }
    }

    /// Connects to a server under a name, in place of the one before; `hosts` says whether this
    /// program runs it. A player who was taken along from another device keeps their name.
    pub fn connect(&mut self, server: ServerAddress, name: PlayerName, owner: Owner, hosts: bool) {
        self.disconnect();
        self.keys.catch_up();
        let taken_along = self.keys.taken_along(&server, owner);
        let name = taken_along.and_then(|name| PlayerName::new(name).ok()).unwrap_or(name);
        let mut client = Client::new(name, self.keys.token(&server, owner), fastrand::u64(..));
        client.connect(self.now);
        client.watch_lobby(true);
        self.connection = Some(Connection {
            server,
            owner,
            hosts,
            client,
            wire: None,
            fault: None,
            changes: BTreeMap::new(),
            wanted: BTreeMap::new(),
            renamed: None,
            taken_along: None,
            deferred: Vec::new(),
            is_creating: false,
            opens_own: true,
        });
        self.poll(self.now);
    }

    /// Leaves the server. Games that go on can be taken up again.
    pub fn disconnect(&mut self) {
        if let Some(mut connection) = self.connection.take() {
            connection.client.disconnect();
        }
    }

    /// Leaves the server for good: the next start does not lead back to it.
    pub fn give_up(&mut self) {
        self.disconnect();
        self.keys.set_playing_at(None, false);
    }

    /// Tries to connect at once instead of waiting.
    pub fn try_now(&mut self) {
        if let Some(connection) = &mut self.connection {
            connection.client.connect(self.now);
        }
        self.poll(self.now);
    }

    /// The server that we are connected to, or try to reach.
    pub fn server(&self) -> Option<&ServerAddress> {
        self.connection.as_ref().map(|connection| &connection.server)
    }

    /// What is known there.
    pub fn client(&self) -> Option<&Client> {
        self.connection.as_ref().map(|connection| &connection.client)
    }

    /// What can be done there.
    pub fn client_mut(&mut self) -> Option<&mut Client> {
        self.connection.as_mut().map(|connection| &mut connection.client)
    }

    /// Why the last attempt to connect came to nothing.
    pub fn fault(&self) -> Option<&WireFault> {
        self.connection.as_ref()?.fault.as_ref()
    }

    /// Does the server know us now?
    pub fn is_online(&self) -> bool {
        self.client().is_some_and(|client| client.link() == Link::Online)
    }

    /// Makes a room, which is shown when it is there.
    pub fn create(&mut self, options: RoomOptions) {
        if let Some(connection) = &mut self.connection {
            connection.is_creating = true;
            connection.opens_own = false;
            connection.client.create(options);
        }
    }

    /// Looks for an opponent; the game is shown when there is one.
    pub fn seek(&mut self, seek: Seek) {
        if let Some(connection) = &mut self.connection {
            connection.opens_own = false;
            connection.client.seek(seek);
        }
    }

    /// Sits down in a room, which is shown then. If it is full, it is watched.
    pub fn join(&mut self, room: RoomId, code: Option<RoomCode>) {
        self.enter(JoinRequest { room, code, kind: JoinKind::Join });
    }

    /// Watches a game, which is shown then; under fog with the eyes of a side.
    pub fn watch(&mut self, room: RoomId, code: Option<RoomCode>, view: Option<Colour>) {
        self.enter(JoinRequest { room, code, kind: JoinKind::Watch(view) });
    }

    fn enter(&mut self, request: JoinRequest) {
        let Some(connection) = &mut self.connection else { return };
        connection.opens_own = false;
        if connection.client.room(&request.room).is_some() {
            self.events.push_back(NetworkEvent::Opened { room: request.room, is_known: true });
        } else if connection.client.link() == Link::Online {
            connection.ask(request);
        } else {
            connection.deferred.push(request);
        }
    }

    /// Leaves a room for good, or for now if we play there.
    pub fn leave(&mut self, room: &RoomId) {
        if let Some(connection) = &mut self.connection {
            connection.client.leave(room);
        }
    }

    /// A link that invites to a room, from other computers too.
    pub fn invitation(&self, room: &RoomId) -> Option<Invitation> {
        let connection = self.connection.as_ref()?;
        connection.client.room(room)?;
        let code = connection.client.code(room).cloned();
        Some(Invitation { server: self.public_server()?, room: room.clone(), code })
    }

    /// The address of the server, from other computers too.
    fn public_server(&self) -> Option<String> {
        let connection = self.connection.as_ref()?;
        let lan = connection.client.server().and_then(|server| server.lan.as_deref());
        let lan = lan.and_then(|lan| ServerAddress::parse(lan).ok());
        let server = lan.filter(|_| connection.server.is_this_computer());
        Some(server.as_ref().unwrap_or(&connection.server).to_string())
    }

    /// What has happened in a room since the last time; nothing if nothing is new.
    pub fn take_changes(&mut self, room: &RoomId) -> Option<Vec<RoomEvent>> {
        self.connection.as_mut()?.changes.remove(room)
    }

    /// The next thing that the whole program must know of.
    pub fn next_event(&mut self) -> Option<NetworkEvent> {
        let not_kept = || self.keys.take_fault().map(NetworkEvent::NotKept);
        self.events.pop_front().or_else(not_kept)
    }

    /// When [`Network::poll`] has something to do, if nothing comes before.
    pub fn next_wake(&self) -> Option<Duration> {
        self.client()?.next_wake()
    }

    /// Takes what has come, sends what is to be sent, and lets time pass.
    pub fn poll(&mut self, now: Duration) {
        self.now = now;
        let Some(connection) = &mut self.connection else { return };
        connection.receive(now);
        connection.client.tick(now);
        connection.flush(&*self.wires, &self.wake, now);
        while let Some(event) = connection.client.next_event() {
            let event = connection.take(event, &mut self.keys);
            self.events.extend(event);
        }
        // What has happened may have led to something that is to be said.
        connection.flush(&*self.wires, &self.wake, now);
        self.remember_playing();
    }
}

impl Connection {
    /// What leads back to the games that are going on: the server knows those in which we play.
    fn place(&self) -> Option<String> {
        let mut running =
            self.client.rooms().filter(|(_, room)| room.state().phase != RoomPhase::Over);
        if running.clone().any(|(_, room)| room.role().colour().is_some()) {
            return Some(self.server.to_string());
        }
        let (room, _) = running.find(|(_, room)| room.state().phase != RoomPhase::Waiting)?;
        let (room, code) = (room.clone(), self.client.code(room).cloned());
        Some(Invitation { server: self.server.to_string(), room, code }.to_string())
    }

    fn ask(&mut self, JoinRequest { room, code, kind }: JoinRequest) {
        self.wanted.insert(room.clone(), code.clone());
        match kind {
            JoinKind::Join => self.client.join(room, code),
            JoinKind::Watch(view) => self.client.watch(room, code, view),
        }
    }

    fn receive(&mut self, now: Duration) {
        while let Some(received) = self.wire.as_mut().and_then(|wire| wire.receive()) {
            match received {
                FromWire::Opened => self.client.opened(now),
                FromWire::Text(text) => self.client.received(now, &text),
                FromWire::Closed(why) => {
                    self.fault = why;
                    self.wire = None;
                    self.client.closed(now);
                }
            }
        }
    }

    fn flush(&mut self, wires: &dyn Wires, wake: &Wake, now: Duration) {
        while let Some(output) = self.client.next_effect() {
            match (output, &mut self.wire) {
                (Effect::Open, _) => match wires.open(&self.server.socket(), wake.clone()) {
                    Ok(wire) => self.wire = Some(wire),
                    Err(why) => {
                        self.fault = Some(why);
                        self.client.closed(now);
                    }
                },
                (Effect::Send(text), Some(wire)) => wire.send(text),
                (Effect::Send(_), None) => {}
                (Effect::Close, _) => self.wire = None,
            }
        }
    }

    /// Follows an event of the client, and returns what concerns the whole program.
    fn take(&mut self, event: ClientEvent, keys: &mut Keys) -> Option<NetworkEvent> {
        match event {
            ClientEvent::Online => {
                self.fault = None;
                for request in std::mem::take(&mut self.deferred) {
                    self.ask(request);
                }
                let (server, owner) = (&self.server, self.owner);
                let is_new = |name: &PlayerName| keys.is_renamed(server, owner, name.as_str());
                let renamed = self.renamed.take().filter(is_new);
                self.remember(None, keys);
                let taken_along = self.taken_along.take();
                if let Some(name) = &taken_along {
                    keys.set_taken_along(&self.server, self.owner, Some(name.as_str()));
                }
                let told = taken_along.map(NetworkEvent::TakenAlong);
                told.or(renamed.map(NetworkEvent::Renamed))
            }
            ClientEvent::NewToken(token) => {
                self.remember(Some((self.owner, token)), keys);
                None
            }
            ClientEvent::Renamed(name) => {
                self.renamed = Some(name);
                None
            }
            ClientEvent::TakenAlong(name) => {
                self.taken_along = Some(name);
                None
            }
            ClientEvent::DevicesRevoked(count) => Some(NetworkEvent::DevicesRevoked(count)),
            ClientEvent::Entered(room) => self.entered(room),
            ClientEvent::Replaced(room) | ClientEvent::Left(room) => {
                self.changes.entry(room).or_default();
                None
            }
            ClientEvent::Happened { room, event } => {
                if let RoomEvent::Rematch { room: next } = &event {
                    self.follow_rematch(&room, next);
                }
                self.changes.entry(room).or_default().push(event);
                None
            }
            ClientEvent::Refused { room, refusal } => self.refused(room, refusal),
            ClientEvent::WrongVersion { server } => {
                Some(NetworkEvent::Refused(Refusal::Version { server }))
            }
            ClientEvent::Paired(room) => {
                self.wanted.insert(room, None);
                None
            }
            ClientEvent::Lost
            | ClientEvent::LobbyChanged
            | ClientEvent::Ranked
            | ClientEvent::Live { .. } => None,
        }
    }

    /// We are in a room: one that was asked for is shown.
    fn entered(&mut self, room: RoomId) -> Option<NetworkEvent> {
        self.changes.entry(room.clone()).or_default();
        let plays = self.client.room(&room).is_some_and(is_played);
        let is_made = plays && (self.is_creating || self.opens_own);
        let is_wanted = self.wanted.remove(&room).is_some() || is_made;
        let is_known = self.is_creating || self.opens_own;
        if is_wanted {
            (self.is_creating, self.opens_own) = (false, false);
        }
        is_wanted.then_some(NetworkEvent::Opened { room, is_known })
    }

    fn refused(&mut self, room: Option<RoomId>, refusal: Refusal) -> Option<NetworkEvent> {
        self.is_creating = false;
        let Some(room) = room else { return Some(NetworkEvent::Refused(refusal)) };
        // The other seat was taken meanwhile: watch the game instead.
        if refusal == Refusal::RoomFull
            && let Some(code) = self.wanted.get(&room).cloned()
        {
            self.client.watch(room, code, None);
            return None;
        }
        self.wanted.remove(&room);
        self.changes.entry(room).or_default();
        Some(NetworkEvent::Refused(refusal))
    }

    /// The two play again: both go there by themselves, and so do we who watch.
    fn follow_rematch(&mut self, room: &RoomId, next: &RoomId) {
        let plays = self.client.room(room).is_some_and(|mirror| mirror.role().colour().is_some());
        let code = self.client.code(room).cloned();
        self.wanted.insert(next.clone(), code.clone());
        if !plays {
            self.client.watch(next.clone(), code, None);
        }
    }

    fn remember(&self, secret: Option<(Owner, Token)>, keys: &mut Keys) {
        let name = self.client.server().map_or("", |server| server.name.as_str());
        keys.visit(&self.server, name, secret);
    }
}

/// Do we play in a room, and does the game go on?
fn is_played(room: &Room) -> bool {
    room.role().colour().is_some() && room.state().phase != RoomPhase::Over
}
