//! Making rooms: new ones, if need be in the place of idle ones, and those that were saved.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use protocol::{Refusal, RoomCode, RoomId, RoomOptions};
use rules::Position;
use store::{Lease, SavedRoom, UnixTime};
use tokio::sync::{mpsc, oneshot};

use crate::identity::{PlayerKey, random_bits};
use crate::quota::{Exceeded, Owner, Share};
use crate::room::{self, Occupant, RestoreError, RoomMessage};
use crate::server_state::ServerState;

/// The capacity of a room's mailbox. Senders wait when it is full.
const MAILBOX_CAPACITY: usize = 64;

/// Maximum idle rooms evicted per creation.
const MOST_EVICTIONS: usize = 4;

/// The longest wait for a room that is to be closed.
const EVICTION_TIMEOUT: Duration = Duration::from_secs(2);

/// A room to be created.
pub(crate) struct NewRoom {
    pub(crate) options: RoomOptions,
    /// The rules and the position that the options name.
    pub(crate) first: Position,
    /// The initial occupants of White and Black.
    pub(crate) occupants: [Option<Occupant>; 2],
    pub(crate) owner: Owner,
    /// The code of the room before a rematch, so that its spectators can follow.
    pub(crate) code: Option<RoomCode>,
}

/// A room that is being created. Its type is erased, as rooms create rooms for rematches.
pub(crate) type Creation<'a> = Pin<Box<dyn Future<Output = Result<RoomId, Refusal>> + Send + 'a>>;

impl ServerState {
    /// Creates a room. If there are too many, idle ones make room for it.
    pub(crate) fn create_room(self: &Arc<ServerState>, new: NewRoom) -> Creation<'_> {
        Box::pin(self.create(new))
    }

    async fn create(self: &Arc<ServerState>, new: NewRoom) -> Result<RoomId, Refusal> {
        if self.is_stopping.load(Relaxed) {
            return Err(Refusal::Stopping);
        }
        let NewRoom { options, first, occupants, owner, code } = new;
        let share = self.open_share(owner, room::rules_bytes(&options, first.rules())).await?;
        let failed = |error| {
            tracing::error!(%error, "no random bits");
            Refusal::Failed
        };
        let (id, lease) = match self.cluster() {
            Some(cluster) => cluster.new_room().map(|(id, lease)| (id, Some(lease)))?,
            None => (RoomId::from_random(random_bits().map_err(failed)?), None),
        };
        let code = match code {
            _ if !options.private => None,
            Some(code) => Some(code),
            None => Some(RoomCode::from_random(random_bits().map_err(failed)?)),
        };
        let players = occupants.iter().flatten().filter_map(Occupant::key).copied();
        let players: Vec<PlayerKey> = players.collect();
        let (mailbox, messages) = mpsc::channel(MAILBOX_CAPACITY);
        if !self.registry.lock().insert(&id, mailbox, owner, &players, self.limits.rooms_per_player)
        {
            return Err(Refusal::TooManyRooms);
        }
        // The shard may have been handed over since; then no node would look for the room here.
        if let (Some(cluster), Some(lease)) = (self.cluster(), lease)
            && !cluster.holds(lease)
        {
            drop(messages);
            self.registry.lock().remove(&id, &players);
            return Err(Refusal::Failed);
        }
        players.iter().for_each(|player| self.broadcast_seat(*player, &id, true));
        let params = room::RoomParams { id: id.clone(), code, options, share, lease };
        tokio::spawn(room::open(Arc::clone(self), params, messages, first, occupants));
        Ok(id)
    }

    /// Counts a new room, in the place of an idle one if there are too many.
    async fn open_share(&self, owner: Owner, bytes: usize) -> Result<Share, Refusal> {
        for _ in 0..MOST_EVICTIONS {
            match self.quotas.open(owner, bytes) {
                Ok(share) => return Ok(share),
                Err(exceeded) => {
                    if !self.evict(exceeded, owner).await {
                        return Err(exceeded.refuse_room());
                    }
                }
            }
        }
        self.quotas.open(owner, bytes).map_err(Exceeded::refuse_room)
    }

    /// Closes the oldest idle room, of an address or of all, and waits until it is gone.
    async fn evict(&self, exceeded: Exceeded, owner: Owner) -> bool {
        let now = self.clock.now();
        let (done, gone) = oneshot::channel();
        let Some(mailbox) = self.registry.lock().take_idle(exceeded, owner, now, &self.timeouts)
        else {
            return false;
        };
        // A room whose mailbox is full is not idle any more.
        if mailbox.try_send(RoomMessage::Evict { done }).is_err() {
            return true;
        }
        self.metrics.evicted_rooms.fetch_add(1, Relaxed);
        // The sender is dropped with the room.
        let _ = tokio::time::timeout(EVICTION_TIMEOUT, gone).await;
        true
    }

    /// Brings back rooms from the store. One that cannot be read does not cost the others; it stays
    /// in the store.
    pub(crate) fn restore(
        self: &Arc<ServerState>,
        rooms: &[SavedRoom],
        last_alive: Option<UnixTime>,
        lease: Option<Lease>,
    ) {
        for saved in rooms {
            if let Err(error) = self.restore_room(saved, last_alive, lease) {
                let error = error.to_string();
                tracing::error!(room = saved.room, error, "a game cannot go on");
            }
        }
    }

    fn restore_room(
        self: &Arc<ServerState>,
        saved: &SavedRoom,
        last_alive: Option<UnixTime>,
        lease: Option<Lease>,
    ) -> Result<(), RestoreError> {
        let (mailbox, messages) = mpsc::channel(MAILBOX_CAPACITY);
        let room = room::restore(self, saved, last_alive, lease)?;
        let (id, players) = (room.id(), room.seated());
        self.registry.lock().insert(id, mailbox, room.owner(), &players, usize::MAX);
        players.iter().for_each(|player| self.broadcast_seat(*player, id, true));
        tokio::spawn(room.run(messages));
        Ok(())
    }
}
