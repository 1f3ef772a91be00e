//! Creating and entering rooms.

use std::sync::Arc;
use std::time::Duration;

use protocol::{
    Action, ColourChoice, MOST_ROOMS, Opponent, Refusal, RoomCode, RoomId, RoomOptions,
    RulesChoice, Seek, ToClient,
};
use store::RulesKey;
use tokio::sync::oneshot;

use super::Session;
use crate::identity::{Player, random_bits};
use crate::limiter::{RateKind, network};
use crate::pairing::Seeker;
use crate::quota::Owner;
use crate::room::{Admission, EnterAs, Occupant, RoomMessage, Visitor};
use crate::room_creation::NewRoom;
use crate::room_handle::RoomHandle;

/// The rating that pairing assumes for unrated players.
const UNRATED: i32 = 1500;

impl Session {
    /// Creates a room and enters it.
    pub(super) async fn create(
        &mut self,
        player: &Arc<Player>,
        options: RoomOptions,
    ) -> Result<(), Refusal> {
        let connection = self.connection;
        self.rooms.retain(|_, room| !room.is_closed(connection));
        if self.rooms.len() >= MOST_ROOMS {
            return Err(Refusal::TooManyRooms);
        }
        let is_own = matches!(options.rules, RulesChoice::Own { .. });
        self.admit_at_rate(RateKind::Creations)?;
        if is_own {
            self.admit_at_rate(RateKind::Compilations)?;
        }
        let wrong = |text: &str| Refusal::Options(text.to_owned());
        let (mut options, first) = self.server.compiler.first_position(options).await?;
        // Any player could add a ranking list of their own.
        options.rated &= !is_own;
        let other = match &options.opponent {
            Opponent::Anyone => None,
            Opponent::Level(_) if !self.server.engines.plays() => {
                return Err(wrong("this server does not play itself"));
            }
            Opponent::Level(name) => {
                let level = engine::level::find(name);
                Some(Occupant::Level(level.ok_or_else(|| wrong("expected the name of a level"))?))
            }
        };
        let key = RulesKey::of(first.rules());
        let own = self.server.occupant(player, key).await?;
        let is_white = match options.colour {
            ColourChoice::White => true,
            ColourChoice::Black => false,
            ColourChoice::Random => random_bits().is_ok_and(|bits| bits & 1 == 0),
        };
        let occupants = if is_white { [Some(own), other] } else { [other, Some(own)] };
        let owner = Owner { player: Some(player.key), address: Some(network(self.address)) };
        let new = NewRoom { options, first, occupants, owner, code: None };
        let room = self.server.create_room(new).await?;
        self.enter(player, room, EnterAs::Player, None, None).await;
        Ok(())
    }

    /// Looks for an opponent. Once there is one, a room is made in which both have a seat.
    pub(super) async fn seek(&mut self, player: &Arc<Player>, seek: Seek) -> Result<(), Refusal> {
        self.admit_at_rate(RateKind::Creations)?;
        let (_, first) = self.server.compiler.first_position(seek.options()).await?;
        let rating = match self.server.occupant(player, RulesKey::of(first.rules())).await? {
            Occupant::Person { rating: Some(rating), .. } => rating.value,
            _ => UNRATED,
        };
        let seeker = Seeker {
            connection: self.connection,
            player: Arc::clone(player),
            outbox: Arc::clone(&self.outbox),
            seek,
            rating,
            address: Some(network(self.address)),
        };
        let request = self.request.take();
        let seeker = match self.server.cluster() {
            Some(cluster) => cluster.seek_elsewhere(seeker, request),
            None => Some(seeker),
        };
        if let Some(seeker) = seeker {
            self.server.seek(seeker, request).await;
        }
        Ok(())
    }

    /// Enters a room, or refuses.
    pub(super) async fn enter(
        &mut self,
        player: &Arc<Player>,
        room: RoomId,
        role: EnterAs,
        code: Option<RoomCode>,
        seen: Option<u64>,
    ) {
        let connection = self.connection;
        self.rooms.retain(|_, room| !room.is_closed(connection));
        if self.rooms.len() >= MOST_ROOMS && !self.rooms.contains_key(&room) {
            return self.refuse(Some(room), Refusal::TooManyRooms);
        }
        // Few attempts for those who guess codes, also where there is no room: no answer reveals
        // whether there is one.
        let has_code = code.is_some();
        if has_code && !self.rates.may_fail(self.server.clock.now()) {
            return self.refuse(Some(room), Refusal::TooFast);
        }
        let Some(handle) = self.server.room(&room) else {
            return self.fail(room, has_code);
        };
        let visitor = Visitor {
            connection: self.connection,
            outbox: Arc::clone(&self.outbox),
            player: Arc::clone(player),
            address: network(self.address),
            request: self.request,
        };
        let admission = match &handle {
            RoomHandle::Here(mailbox) => {
                let (reply, answer) = oneshot::channel();
                let message = RoomMessage::Enter { visitor, role, code, seen, reply };
                if mailbox.send(message).await.is_err() {
                    return self.fail(room, has_code);
                }
                answer.await.unwrap_or(Admission::NoRoom)
            }
            RoomHandle::Elsewhere(cluster, room) => {
                cluster.enter(room, visitor, role, code, seen).await
            }
        };
        match admission {
            Admission::Playing | Admission::Watching => {
                self.request = None;
                self.rooms.insert(room, handle);
            }
            Admission::Refused => {
                self.request = None;
                self.rooms.remove(&room);
                self.count_failure(has_code);
            }
            Admission::NoRoom => self.fail(room, has_code),
            // They enter as soon as a node answers for the room.
            Admission::Elsewhere => {
                self.rooms.insert(room.clone(), handle);
                self.refuse(Some(room), Refusal::Failed);
            }
        }
    }

    /// Leaves a room, which confirms it.
    pub(super) async fn leave(&mut self, room: RoomId) {
        let Some(mailbox) = self.rooms.remove(&room) else {
            return self.refuse(Some(room), Refusal::NotInRoom);
        };
        let (connection, request) = (self.connection, self.request.take());
        let _ = mailbox.send(RoomMessage::Leave { connection, request }).await;
    }

    /// Does something in a room, which answers.
    pub(super) async fn act(&mut self, room: RoomId, action: Action, arrived: Duration) {
        let Some(mailbox) = self.rooms.get(&room) else {
            return self.refuse(Some(room), Refusal::NotInRoom);
        };
        let (connection, request, round_trip) = (self.connection, self.request, self.round_trip);
        let message = RoomMessage::Act { connection, request, action, arrived, round_trip };
        if mailbox.send(message).await.is_err() {
            self.rooms.remove(&room);
            self.answer(&ToClient::Left { room });
        }
        self.request = None;
    }

    /// There is no such room.
    fn fail(&mut self, room: RoomId, has_code: bool) {
        self.rooms.remove(&room);
        self.count_failure(has_code);
        self.refuse(Some(room), Refusal::NoRoom);
    }

    fn count_failure(&mut self, has_code: bool) {
        if has_code {
            self.rates.admit_failure(self.server.clock.now());
        }
    }
}
