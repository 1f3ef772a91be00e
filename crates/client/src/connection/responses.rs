//! Handling of the server's messages.

use std::time::Duration;

use protocol::{
    Clocks, OLDEST_VERSION, PlayerName, Refusal, RoomEvent, RoomId, RoomPhase, RoomRole, RoomState,
    ServerInfo, ToClient, ToServer, Token,
};
use record::EntryKind;

use super::{Client, Effect, Link};
use crate::event::ClientEvent;
use crate::room::Room;

impl Client {
    /// Handles a message of the server.
    pub(super) fn follow(&mut self, now: Duration, message: ToClient) {
        match message {
            ToClient::Welcome { version, .. } if version < OLDEST_VERSION => {
                self.take_refusal(None, Refusal::Version { server: version });
            }
            ToClient::Welcome { name, token, rooms, blocked, server, .. } => {
                self.blocked = blocked;
                self.take_welcome(name, token, server);
                self.come_online(now, rooms);
            }
            ToClient::Pong { number } => {
                if let Some((_, at)) = self.pending_ping.take_if(|(pinged, _)| *pinged == number) {
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
            ToClient::Games(page) => {
                self.found = Some(page);
                self.events.push_back(ClientEvent::LobbyChanged);
            }
            ToClient::Ranking { rankings } => {
                self.rankings = Some(rankings);
                self.events.push_back(ClientEvent::Ranked);
            }
            ToClient::State(state) => self.take_state(now, *state),
            ToClient::Resumed { room, clocks } => self.resume(now, room, clocks),
            ToClient::Event { room, number, event } => self.take_event(now, room, number, event),
            ToClient::Live { room, from, state } => {
                if let Some(mirror) = self.rooms.get_mut(&room) {
                    mirror.set_live(from, state);
                    self.events.push_back(ClientEvent::Live { room, side: from });
                }
            }
            ToClient::Left { room } => self.drop_room(&room),
            ToClient::Seeking { on } => {
                if !on {
                    self.seek = None;
                }
            }
            ToClient::Paired { room } => {
                self.seek = None;
                self.join(room.clone(), None);
                self.events.push_back(ClientEvent::Paired(room));
            }
            ToClient::Blocked { players } => self.blocked = players,
            ToClient::Transfer { code, seconds } => {
                self.issued = Some((code, now + Duration::from_secs(seconds)));
            }
            ToClient::DevicesRevoked { count } => {
                self.issued = None;
                self.events.push_back(ClientEvent::DevicesRevoked(count));
            }
            // We send no ids.
            ToClient::Done => {}
            ToClient::Refused { room, refusal } => self.take_refusal(room, refusal),
        }
        if self.pending_ping.is_some_and(|(_, at)| at < now) {
            self.pending_ping = None;
        }
    }

    fn take_welcome(&mut self, name: PlayerName, token: Option<Token>, server: ServerInfo) {
        self.server = Some(server);
        let is_taken_along = self.transfer.take().is_some();
        if is_taken_along || name != self.name {
            self.name = name.clone();
            self.events.push_back(match is_taken_along {
                true => ClientEvent::TakenAlong(name),
                false => ClientEvent::Renamed(name),
            });
        }
        if let Some(token) = token {
            self.token = Some(token.clone());
            self.events.push_back(ClientEvent::NewToken(token));
        }
    }

    fn come_online(&mut self, now: Duration, running: Vec<RoomId>) {
        self.link = Link::Online;
        self.last_received = now;
        self.backoff.reset();
        self.events.push_back(ClientEvent::Online);
        if self.watches_lobby {
            self.send(&ToServer::WatchLobby { on: true });
        }
        // Our own games that go on, for instance from before this program was restarted.
        for room in running {
            if !self.room_requests.contains_key(&room) {
                self.join(room, None);
            }
        }
        if let Some(seek) = self.seek.clone() {
            self.send(&ToServer::Seek(seek));
        }
        while let Some(message) = self.queued.pop_front() {
            self.send(&message);
        }
        self.ping(now);
    }

    /// Nothing has happened in a room while we were away.
    fn resume(&mut self, now: Duration, room: RoomId, clocks: Option<Clocks>) {
        if let Some(mirror) = self.rooms.get_mut(&room) {
            mirror.show_clocks(clocks, now);
            self.events.push_back(ClientEvent::Replaced(room.clone()));
            self.send_unconfirmed(&room);
        }
    }

    /// A move of ours may not have arrived. While the game stands still it would be refused; it is
    /// sent when the game goes on.
    fn send_unconfirmed(&mut self, room: &RoomId) {
        let mirror = self.rooms.get(room).filter(|room| room.state().phase != RoomPhase::Paused);
        let unconfirmed = mirror.and_then(Room::unconfirmed);
        unconfirmed.into_iter().for_each(|action| self.act_if_online(room, action));
    }

    fn take_event(&mut self, now: Duration, room: RoomId, number: u64, event: RoomEvent) {
        let Some(mirror) = self.rooms.get_mut(&room) else { return };
        // Events before a full state are already part of it.
        if number <= mirror.number() {
            return;
        }
        if mirror.follow(number, &event, now).is_err() {
            return self.ask_for_state(room);
        }
        let goes_on = matches!(&event, RoomEvent::Recorded { entry, .. }
            if entry.entry().kind == EntryKind::Resume);
        if goes_on {
            self.send_unconfirmed(&room);
        }
        let Some(mirror) = self.rooms.get_mut(&room) else { return };
        let premove = mirror.take_premove();
        let plays = mirror.role().colour().is_some();
        premove.into_iter().for_each(|action| self.act_if_online(&room, action));
        // Our seat in the next game is kept for us.
        if let (RoomEvent::Rematch { room: next }, true) = (&event, plays) {
            self.join(next.clone(), None);
        }
        self.events.push_back(ClientEvent::Happened { room, event });
    }

    fn take_state(&mut self, now: Duration, state: RoomState) {
        let room = state.room.clone();
        let code = state.code.clone();
        let request = self.room_requests.entry(room.clone()).or_default();
        request.code = code.or(request.code.take());
        request.plays |= state.role.colour().is_some();
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
            Ok(()) => self.send_unconfirmed(&room),
            Err(why) => {
                self.leave(&room);
                let refusal = Refusal::Malformed(why.to_string());
                self.events.push_back(ClientEvent::Refused { room: Some(room), refusal });
            }
        }
    }

    fn ask_for_state(&mut self, room: RoomId) {
        let request = self.room_requests.entry(room.clone()).or_default().clone();
        let role = self.rooms.get(&room).map(Room::role);
        match role {
            Some(RoomRole::White | RoomRole::Black) => {
                self.send(&ToServer::Join { room, code: request.code })
            }
            _ => self.send(&ToServer::Watch { room, code: request.code, view: request.view }),
        }
    }

    fn take_refusal(&mut self, room: Option<RoomId>, refusal: Refusal) {
        if let Refusal::Version { server } = refusal {
            self.effects.push_back(Effect::Close);
            self.link = Link::WrongVersion;
            self.events.push_back(ClientEvent::WrongVersion { server });
            return;
        }
        if refusal == Refusal::Transfer {
            self.transfer = None;
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
                self.drop_room(id);
            }
        }
        self.events.push_back(ClientEvent::Refused { room, refusal });
    }

    /// We are not in a room any more, and do not come back to it.
    fn drop_room(&mut self, room: &RoomId) {
        self.room_requests.remove(room);
        if self.rooms.remove(room).is_some() {
            self.events.push_back(ClientEvent::Left(room.clone()));
        }
    }
}
