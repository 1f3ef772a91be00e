//! Quick games: people who look for the same kind of game are paired, by rating if there is a choice.

use std::net::IpAddr;
use std::sync::Arc;

use parking_lot::Mutex;
use protocol::{Refusal, Seek, ToClient};
use store::RulesKey;

use crate::identity::{Player, random_bits};
use crate::outbox::Outbox;
use crate::quota::Owner;
use crate::room_creation::NewRoom;
use crate::server_state::ServerState;

/// A player who looks for an opponent.
#[derive(Debug)]
pub(crate) struct Seeker {
    pub(crate) connection: u64,
    pub(crate) player: Arc<Player>,
    pub(crate) outbox: Arc<Outbox>,
    pub(crate) seek: Seek,
    pub(crate) rating: i32,
    /// The network they come from.
    pub(crate) address: Option<IpAddr>,
}

/// The waiting seekers, longest wait first.
#[derive(Debug, Default)]
pub(crate) struct Pairing {
    waiting: Mutex<Vec<Seeker>>,
}

impl Pairing {
    /// Finds an opponent for a seeker, who waits if there is none: another player who looks for the
    /// same, fits, and is nearest in rating.
    pub(crate) fn seek(
        &self,
        seeker: Seeker,
        fits: impl Fn(&Seeker, &Seeker) -> bool,
    ) -> Option<(Seeker, Seeker)> {
        let mut waiting = self.waiting.lock();
        // A new seek of a player replaces the old one.
        waiting.retain(|other| other.connection != seeker.connection);
        let is_opponent = |other: &Seeker| {
            other.seek == seeker.seek
                && other.player.key != seeker.player.key
                && (other.player.profile().is_none()
                    || other.player.profile() != seeker.player.profile())
                && fits(&seeker, other)
        };
        let nearest = waiting
            .iter()
            .enumerate()
            .filter(|(_, other)| is_opponent(other))
            .min_by_key(|(_, other)| other.rating.abs_diff(seeker.rating))
            .map(|(index, _)| index);
        match nearest {
            Some(index) => Some((waiting.remove(index), seeker)),
            None => {
                waiting.push(seeker);
                None
            }
        }
    }

    /// Lets a seeker wait again whose game could not begin.
    pub(crate) fn put_back(&self, seeker: Seeker) {
        self.waiting.lock().insert(0, seeker);
    }

    /// Removes the seek of a connection. True if there was one.
    pub(crate) fn cancel(&self, connection: u64) -> bool {
        let mut waiting = self.waiting.lock();
        let before = waiting.len();
        waiting.retain(|seeker| seeker.connection != connection);
        waiting.len() < before
    }

    /// Removes the seeks of some connections.
    pub(crate) fn cancel_all(&self, is_it: impl Fn(u64) -> bool) {
        self.waiting.lock().retain(|seeker| !is_it(seeker.connection));
    }

    /// How many wait.
    pub(crate) fn waiting(&self) -> usize {
        self.waiting.lock().len()
    }
}

impl ServerState {
    /// Looks for an opponent for a seeker, and confirms it. Once there is one, a room is created in which
    /// both have a seat.
    pub(crate) async fn seek(self: &Arc<ServerState>, seeker: Seeker, request: Option<u64>) {
        let outbox = Arc::clone(&seeker.outbox);
        if let Err(refusal) = self.try_pair(seeker, request).await {
            self.metrics.count_refusal(refusal.reason());
            end_seek(&outbox);
            outbox.answer(request, &ToClient::Refused { room: None, refusal });
        }
    }

    async fn try_pair(
        self: &Arc<ServerState>,
        seeker: Seeker,
        request: Option<u64>,
    ) -> Result<(), Refusal> {
        let (options, first) = self.compiler.first_position(seeker.seek.options()).await?;
        let key = RulesKey::of(first.rules());
        let outbox = Arc::clone(&seeker.outbox);
        let fits = |one: &Seeker, other: &Seeker| {
            !one.player.blocks(&other.player) && !other.player.blocks(&one.player)
        };
        let Some((other, seeker)) = self.pairing.seek(seeker, fits) else {
            outbox.answer(request, &ToClient::Seeking { on: true });
            return Ok(());
        };
        let own = self.occupant(&seeker.player, key.clone()).await?;
        let theirs = self.occupant(&other.player, key).await?;
        let is_white = random_bits().is_ok_and(|bits| bits & 1 == 0);
        let occupants = if is_white { [own, theirs] } else { [theirs, own] }.map(Some);
        let owner = Owner { player: Some(seeker.player.key), address: seeker.address };
        let new = NewRoom { options, first, occupants, owner, code: None };
        match self.create_room(new).await {
            Ok(room) => {
                let paired = ToClient::Paired { room };
                end_seek(&other.outbox);
                end_seek(&seeker.outbox);
                other.outbox.send(&paired);
                seeker.outbox.answer(request, &paired);
                Ok(())
            }
            Err(refusal) => {
                self.pairing.put_back(other);
                Err(refusal)
            }
        }
    }

    /// Cancels a seek, here and at other nodes.
    pub(crate) fn cancel_seek(&self, connection: u64) {
        self.pairing.cancel(connection);
        if let Some(cluster) = self.cluster() {
            cluster.cancel_seek(connection);
        }
    }
}

/// Cancels a forwarded seek on behalf of the node of its connection.
fn end_seek(outbox: &Outbox) {
    if let Some(way) = outbox.way() {
        way.end_seek();
    }
}
