//! Rooms from within: an engine that never answers, and a task that fails.

use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;
use std::time::Duration;

use protocol::{
    Action, ColourChoice, Opponent, PlayerName, Refusal, RoomEvent, RoomId, RoomOptions, RoomPhase,
    TimeControl, ToClient, UciMove,
};
use store::{RulesKey, SqliteStore};
use tokio::sync::{mpsc, oneshot};

use super::{EnterAs, Occupant, RoomMessage, Visitor};
use crate::engine_pool::EnginePool;
use crate::identity::{Identities, Player, new_token};
use crate::moderation::Moderation;
use crate::outbox::{Next, Outbox};
use crate::quota::Owner;
use crate::room_creation::NewRoom;
use crate::server::ServerConfig;
use crate::server_state::ServerState;
use crate::store_actor::StoreHandle;

const ADDRESS: IpAddr = IpAddr::V4(Ipv4Addr::LOCALHOST);

/// A connected player.
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
            request: None,
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
    let store = SqliteStore::in_memory().expect("a store");
    let (storage, _thread) =
        StoreHandle::start(Box::new(store), Duration::from_secs(60)).expect("a thread");
    let identities = Identities::new(&[], storage.clone());
    let config = ServerConfig::default();
    let moderation = Moderation::default();
    ServerState::new(&config, storage, identities, moderation, None, engines)
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
        occupants: [Some(own), Some(level)],
        owner: Owner { player: Some(guest.player.key), address: Some(ADDRESS) },
        code: None,
    };
    let id = server.create_room(new).await.expect("a room");
    let mailbox = server.local_room(&id).expect("listed");
    assert!(enter(&mailbox, guest).await);
    (id, mailbox)
}

async fn enter(mailbox: &mpsc::Sender<RoomMessage>, guest: &Guest) -> bool {
    enter_as(EnterAs::Player, mailbox, guest).await
}

/// The state that a new spectator receives.
async fn watch(mailbox: &mpsc::Sender<RoomMessage>, guest: &Guest) -> Box<protocol::RoomState> {
    assert!(enter_as(EnterAs::Spectator(None), mailbox, guest).await);
    let ToClient::State(state) = guest.heard().await else { panic!("expected a state") };
    state
}

async fn enter_as(role: EnterAs, mailbox: &mpsc::Sender<RoomMessage>, guest: &Guest) -> bool {
    let (reply, answer) = oneshot::channel();
    let visitor = guest.visitor();
    let message = RoomMessage::Enter { visitor, role, code: None, seen: None, reply };
    mailbox.send(message).await.is_ok() && answer.await.expect("an answer").is_in()
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
    let act = RoomMessage::Act { connection, request: None, action, arrived, round_trip };
    mailbox.send(act).await.expect("open");
    guest.until(|message| protocol::write(message).contains("e2e4")).await;
    // An hour later neither side has lost on time.
    server.clock.push(Duration::from_secs(3600));
    let state = watch(&mailbox, &Guest::new(&server, "Clara")).await;
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
            let act = RoomMessage::Act { connection, request: None, action, arrived, round_trip };
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
    assert_eq!(server.lobby.search("", 0).total, 0);
    assert!(server.metrics_text().contains("xxlchess_failed_rooms_total 1\n"));
    assert!(server.metrics_text().contains("xxlchess_rooms 0\n"));
    assert_eq!(server.engines.waiting(), 0);
}

/// Delayed pongs look like lag, which is compensated by a limited time in all.
#[tokio::test]
async fn a_long_way_is_credited_within_a_limit() {
    let server = server(EnginePool::stalled()).await;
    let [anna, ben] = ["Anna", "Ben"].map(|name| Guest::new(&server, name));
    let clock = TimeControl::Fischer { time: Duration::from_secs(3600), increment: Duration::ZERO };
    let options = RoomOptions { clock: Some(clock), ..RoomOptions::friendly("xxl") };
    let first = options.first_position().expect("a position");
    let mut position = first.clone();
    let mut occupants = [None, None];
    for (guest, occupant) in [&anna, &ben].into_iter().zip(&mut occupants) {
        let key = RulesKey::of(first.rules());
        *occupant = Some(server.occupant(&guest.player, key).await.expect("a profile"));
    }
    let owner = Owner { player: Some(anna.player.key), address: Some(ADDRESS) };
    let new = NewRoom { options, first, occupants, owner, code: None };
    let id = server.create_room(new).await.expect("a room");
    let mailbox = server.local_room(&id).expect("listed");
    assert!(enter(&mailbox, &anna).await && enter(&mailbox, &ben).await);
    for ply in 0..120 {
        server.clock.push(Duration::from_secs(1));
        let guest = if ply % 2 == 0 { &anna } else { &ben };
        let legal = position.legal_moves();
        let chess_move = legal[ply * 7 % legal.len()];
        let text = UciMove::of(position.rules(), chess_move);
        position.play_unchecked(chess_move);
        let act = RoomMessage::Act {
            connection: guest.connection,
            request: None,
            action: Action::Play { ply, chess_move: text, thought_ms: Some(0) },
            arrived: server.clock.now(),
            round_trip: Duration::from_secs(10),
        };
        mailbox.send(act).await.expect("open");
        let is_played = |message: &ToClient| matches!(message, ToClient::Event { event: RoomEvent::Recorded { ply: p, .. }, .. } if *p == ply);
        anna.until(is_played).await;
    }
    let state = watch(&mailbox, &Guest::new(&server, "Clara")).await;
    // Sixty seconds of thinking; half a second a move would be thirty, and twenty are the most.
    let spent = 3_600_000 - state.clocks.expect("clocks").white_ms;
    assert!(spent >= 39_000, "{spent} ms");
}
