//! Rooms from within: an engine that never answers, and a task that fails.

use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;
use std::time::Duration;

use protocol::{
    Action, ColourChoice, Opponent, PlayerName, Refusal, RoomId, RoomOptions, RoomPhase,
    TimeControl, ToClient,
};
use store::{MemoryStore, RulesKey};
use tokio::sync::{mpsc, oneshot};

use super::{EnterAs, InitialSeats, Occupant, RoomMessage, Visitor};
use crate::engine_pool::EnginePool;
use crate::identity::{Identities, Player, new_token};
use crate::outbox::{Next, Outbox};
use crate::quota::Owner;
use crate::server::ServerConfig;
use crate::server_state::{NewRoom, ServerState};
use crate::store_actor::StoreHandle;

const ADDRESS: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

/// Somebody who plays, or wants to.
struct Guest {
    player: Arc<Player>,
    outbox: Arc<Outbox>,
    connection: u64,
}

impl Guest {
    fn new(server: &ServerState, name: &str) -> Guest {
        let name = PlayerName::new(name).expect("a name");
        let player = server.identities.register(&new_token().expect("random bits"), &name);
        let outbox = Arc::new(Outbox::new(1000, 1 << 20));
        Guest { player, outbox, connection: server.new_connection() }
    }

    fn visitor(&self) -> Visitor {
        Visitor {
            connection: self.connection,
            outbox: Arc::clone(&self.outbox),
            player: Arc::clone(&self.player),
            address: ADDRESS,
        }
    }

    /// The next message.
    async fn heard(&self) -> ToClient {
        loop {
            match self.outbox.next() {
                Next::Send(text) => return protocol::read(&text).expect("a message"),
                Next::Close(why) => panic!("closed: {why:?}"),
                Next::Wait => self.outbox.woken().await,
            }
        }
    }

    /// The next message that fits.
    async fn until(&self, fits: impl Fn(&ToClient) -> bool) -> ToClient {
        loop {
            let message = self.heard().await;
            if fits(&message) {
                return message;
            }
        }
    }
}

async fn server(engines: EnginePool) -> Arc<ServerState> {
    let (storage, _thread) =
        StoreHandle::start(Box::new(MemoryStore::new()), Duration::from_secs(60))
            .expect("a thread");
    let identities = Identities::new(&[], storage.clone());
    let config = ServerConfig::default();
    ServerState::with_engines(&config, storage, identities, None, engines)
}

/// A room against the weakest level, with its player in it, who has White.
async fn room(server: &Arc<ServerState>, guest: &Guest) -> (RoomId, mpsc::Sender<RoomMessage>) {
    let clock = TimeControl::Fischer { time: Duration::from_secs(60), increment: Duration::ZERO };
    let options = RoomOptions {
        clock: Some(clock),
        colour: ColourChoice::White,
        opponent: Opponent::Level("random".to_owned()),
        ..RoomOptions::friendly("standard")
    };
    let first = options.first_position().expect("a position");
    let key = RulesKey::of(first.rules());
    let own = server.occupant(&guest.player, key).await.expect("a profile");
    let level = Occupant::Level(engine::level::find("random").expect("a level"));
    let new = NewRoom {
        options,
        first,
        seats: InitialSeats { occupants: [Some(own), Some(level)] },
        owner: Owner { player: Some(guest.player.key), address: Some(ADDRESS) },
        code: None,
    };
    let id = server.create_room(new).await.expect("a room");
    let mailbox = server.room(&id).expect("listed");
    assert!(enter(&mailbox, guest).await);
    (id, mailbox)
}

async fn enter(mailbox: &mpsc::Sender<RoomMessage>, guest: &Guest) -> bool {
    let (reply, answer) = oneshot::channel();
    let (visitor, role) = (guest.visitor(), EnterAs::Player);
    let message = RoomMessage::Enter { visitor, role, code: None, seen: None, reply };
    mailbox.send(message).await.is_ok() && answer.await.expect("an answer")
}

#[tokio::test]
async fn the_computers_clock_stands_while_its_question_waits() {
    let server = server(EnginePool::stalled()).await;
    let guest = Guest::new(&server, "Anna");
    let (_, mailbox) = room(&server, &guest).await;
    let chess_move = "e2e4".parse().expect("a move");
    let action = Action::Play { ply: 0, chess_move, thought_ms: None };
    let (arrived, round_trip) = (server.clock.now(), Duration::ZERO);
    let connection = guest.connection;
    let act = RoomMessage::Act { connection, action, arrived, round_trip };
    mailbox.send(act).await.expect("open");
    guest.until(|message| protocol::write(message).contains("e2e4")).await;
    // An hour later nobody has lost on time.
    server.clock.push(Duration::from_secs(3600));
    let clara = Guest::new(&server, "Clara");
    let (reply, answer) = oneshot::channel();
    let (visitor, role) = (clara.visitor(), EnterAs::Spectator(None));
    let message = RoomMessage::Enter { visitor, role, code: None, seen: None, reply };
    mailbox.send(message).await.expect("open");
    assert!(answer.await.expect("an answer"));
    let ToClient::State(state) = clara.heard().await else { panic!("expected a state") };
    let clocks = state.clocks.expect("clocks");
    assert_eq!((state.phase, clocks.running), (RoomPhase::Playing, false));
    assert!(clocks.black_ms > 50_000, "{clocks:?}");
}

#[tokio::test]
async fn taking_back_leaves_one_question_at_most() {
    let server = server(EnginePool::stalled()).await;
    let guest = Guest::new(&server, "Anna");
    let (_, mailbox) = room(&server, &guest).await;
    let (arrived, round_trip) = (server.clock.now(), Duration::ZERO);
    let connection = guest.connection;
    for _ in 0..2000 {
        let chess_move = "e2e4".parse().expect("a move");
        for action in [Action::Play { ply: 0, chess_move, thought_ms: None }, Action::AskTakeBack] {
            let act = RoomMessage::Act { connection, action, arrived, round_trip };
            mailbox.send(act).await.expect("the room lives");
        }
        while !matches!(guest.outbox.next(), Next::Wait) {}
        assert!(server.engines.waiting() <= 1);
    }
}

#[tokio::test]
async fn a_room_whose_task_fails_is_removed_told_and_counted() {
    let server = server(EnginePool::stalled()).await;
    let guest = Guest::new(&server, "Anna");
    let (id, mailbox) = room(&server, &guest).await;
    mailbox.send(RoomMessage::Panic).await.expect("open");
    let refused = guest.until(|message| matches!(message, ToClient::Refused { .. })).await;
    let failed = ToClient::Refused { room: Some(id.clone()), refusal: Refusal::Failed };
    assert_eq!(refused, failed);
    assert_eq!(guest.heard().await, ToClient::Left { room: id.clone() });
    mailbox.closed().await;
    while server.quotas.bytes() > 0 {
        tokio::task::yield_now().await;
    }
    assert!(server.room(&id).is_none() && server.rooms_of(&guest.player.key).is_empty());
    assert!(server.lobby.entries().is_empty());
    assert!(server.metrics_text().contains("xxlchess_failed_rooms_total 1\n"));
    assert!(server.metrics_text().contains("xxlchess_rooms 0\n"));
    assert_eq!(server.engines.waiting(), 0);
}
