//! Creating and entering rooms.

use std::sync::Arc;

use protocol::{
    ColourChoice, MOST_ROOMS, Opponent, Refusal, RoomCode, RoomId, RoomOptions, RulesChoice,
};
use store::RulesKey;
use tokio::sync::oneshot;

use super::Session;
use crate::identity::{Player, random_bits};
use crate::limiter::network;
use crate::quota::Owner;
use crate::room::{EnterAs, InitialSeats, Occupant, RoomMessage, Visitor};
use crate::server_state::NewRoom;

impl Session {
    /// Creates a room and enters it.
    pub(super) async fn create(
        &mut self,
        player: &Arc<Player>,
        options: RoomOptions,
    ) -> Result<(), Refusal> {
        self.rooms.retain(|_, mailbox| !mailbox.is_closed());
        if self.rooms.len() >= MOST_ROOMS {
            return Err(Refusal::TooManyRooms);
        }
        let now = self.server.clock.now();
        let is_own = matches!(options.rules, RulesChoice::Own { .. });
        if !self.limiter.admit_creation(self.address, now)
            || (is_own && !self.limiter.admit_compilation(self.address, now))
        {
            return Err(Refusal::TooFast);
        }
        let wrong = |text: &str| Refusal::Options(text.to_owned());
        let (mut options, first) = self.server.compiler.first_position(options).await?;
        // Everybody could add a ranking list of their own.
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
        let own = self.server.occupant(player, key).await.map_err(|error| {
            tracing::error!(%error, "nobody can sit down");
            Refusal::Failed
        })?;
        let is_white = match options.colour {
            ColourChoice::White => true,
            ColourChoice::Black => false,
            ColourChoice::Random => random_bits().is_ok_and(|bits| bits & 1 == 0),
        };
        let occupants = if is_white { [Some(own), other] } else { [other, Some(own)] };
        let owner = Owner { player: Some(player.key), address: Some(network(self.address)) };
        let seats = InitialSeats { occupants };
        let new = NewRoom { options, first, seats, owner, code: None };
        let room = self.server.create_room(new).await?;
        self.enter(player, room, EnterAs::Player, None, None).await;
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
        self.rooms.retain(|_, mailbox| !mailbox.is_closed());
        if self.rooms.len() >= MOST_ROOMS && !self.rooms.contains_key(&room) {
            return self.refuse(Some(room), Refusal::TooManyRooms);
        }
        // Few attempts for those who guess codes, also where there is no room: no answer reveals
        // whether there is one.
        let has_code = code.is_some();
        if has_code && !self.rates.may_fail(self.server.clock.now()) {
            return self.refuse(Some(room), Refusal::TooFast);
        }
        let Some(mailbox) = self.server.room(&room) else {
            return self.fail(room, has_code);
        };
        let visitor = Visitor {
            connection: self.connection,
            outbox: Arc::clone(&self.outbox),
            player: Arc::clone(player),
            address: network(self.address),
            request: self.request,
        };
        let (reply, answer) = oneshot::channel();
        let message = RoomMessage::Enter { visitor, role, code, seen, reply };
        if mailbox.send(message).await.is_err() {
            return self.fail(room, has_code);
        }
        match answer.await {
            Ok(true) => {
                self.request = None;
                self.rooms.insert(room, mailbox);
            }
            Ok(false) => {
                self.request = None;
                self.rooms.remove(&room);
                self.count_failure(has_code);
            }
            Err(_) => self.fail(room, has_code),
        }
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
