//! A room: one game with its players and spectators, run by one task that nothing else touches.

mod act;
mod come_and_go;
mod fog;
mod keep;
mod put_away;
mod seat;
mod settle;
mod state;
mod tell;

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use game::{Game, GameTerms, Player as GamePlayer, Players, Referee};
use protocol::{
    Action, ChatLine, LobbyEntry, Offers, PlayerName, RoomCode, RoomId, RoomOptions, RoomPhase,
    RulesInfo,
};
use rules::{Colour, Move, Position};
use tokio::sync::{mpsc, oneshot};

use crate::hall::{Hall, rules_info};
use crate::identity::{Player, PlayerKey};
use crate::outbox::Outbox;
pub(crate) use keep::restore;
pub(crate) use seat::Holder;
use seat::Seat;
use state::Audience;

/// For how long the journey of a move is made good at most.
const LAG_ALLOWANCE: Duration = Duration::from_millis(500);

/// How many spectators there are is told so often at most.
const COUNT_INTERVAL: Duration = Duration::from_secs(1);

/// What could not be kept is tried again after this.
const RETRY: Duration = Duration::from_secs(3);

/// So many lines of chat are kept.
const MOST_CHAT: usize = 50;

/// What is said to a room.
pub(crate) enum RoomMessage {
    /// Somebody comes in.
    Enter {
        /// Over which connection.
        visitor: Visitor,
        /// What he wants here.
        entry: Entry,
        /// What lets him into a private room.
        code: Option<RoomCode>,
        /// The last event that he has seen, if he comes back.
        seen: Option<u64>,
        /// Is he in?
        reply: oneshot::Sender<bool>,
    },
    /// Somebody leaves on purpose.
    Leave {
        /// Over which connection.
        connection: u64,
    },
    /// Somebody's connection was lost.
    Lose {
        /// Which connection.
        connection: u64,
    },
    /// Somebody does something.
    Act {
        /// Over which connection.
        connection: u64,
        /// What.
        action: Action,
        /// When it arrived.
        arrived: Duration,
        /// How long a message to him takes there and back.
        round_trip: Duration,
    },
    /// The computer has thought.
    Thought {
        /// After how many turns.
        ply: usize,
        /// What it plays.
        best: Option<Move>,
    },
    /// Asks for the game as PGN.
    Pgn {
        /// What lets one into a private room.
        code: Option<RoomCode>,
        /// The text, if it may be seen now.
        reply: oneshot::Sender<Option<String>>,
    },
    /// The server stops.
    Stop,
}

/// Somebody with a connection.
#[derive(Clone)]
pub(crate) struct Visitor {
    pub(crate) connection: u64,
    pub(crate) outbox: Arc<Outbox>,
    pub(crate) player: Arc<Player>,
}

/// What somebody wants in a room.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Entry {
    /// To play, or to go on playing.
    Play,
    /// To watch; under fog from a side.
    Watch(Option<Colour>),
}

/// Who sits in a new room at once.
pub(crate) struct Opening {
    /// White and Black.
    pub(crate) holders: [Option<Holder>; 2],
}

impl Opening {
    /// The people among them.
    pub(crate) fn players(&self) -> impl Iterator<Item = &PlayerKey> {
        self.holders.iter().flatten().filter_map(Holder::key)
    }
}

/// Where a room is.
pub(crate) struct Place {
    pub(crate) id: RoomId,
    pub(crate) code: Option<RoomCode>,
    pub(crate) options: RoomOptions,
    pub(crate) messages: mpsc::Receiver<RoomMessage>,
    pub(crate) mailbox: mpsc::WeakSender<RoomMessage>,
}

/// Somebody who watches.
struct Spectator {
    outbox: Arc<Outbox>,
    name: PlayerName,
    /// Under fog, from which side.
    view: Option<Colour>,
}

/// Something that spectators are told later.
struct Delayed {
    due: Duration,
    event: Option<Utf8Bytes>,
    /// What whoever comes after it is told.
    state: Utf8Bytes,
}

/// A message on its way to many spectators, some at a time, so that players come first.
struct FanOut {
    /// What is sent to each kind of spectators.
    messages: [Option<Utf8Bytes>; 3],
    /// Those who have not got it yet.
    rest: Vec<(Arc<Outbox>, usize)>,
}

/// A room.
pub(crate) struct Room {
    hall: Arc<Hall>,
    id: RoomId,
    code: Option<RoomCode>,
    options: RoomOptions,
    rules_info: RulesInfo,
    messages: mpsc::Receiver<RoomMessage>,
    mailbox: mpsc::WeakSender<RoomMessage>,
    game: Game,
    seats: [Seat; 2],
    spectators: HashMap<u64, Spectator>,
    /// The number of the last event.
    number: u64,
    offers: Offers,
    chat: VecDeque<ChatLine>,
    rating_changes: [Option<i32>; 2],
    next: Option<RoomId>,
    /// When the game began, in seconds since 1970.
    began: Option<i64>,
    /// How many turns are kept.
    kept: usize,
    /// When what could not be kept, or put away, is tried again.
    retry_at: Option<Duration>,
    is_put_away: bool,
    is_closed: bool,
    /// The server stops, and the game goes on later.
    is_stopped: bool,
    /// After how many turns the computer was asked.
    asked: Option<usize>,
    /// Since when the game waits for its players, after a restart or before a rematch.
    paused_since: Duration,
    /// Since when nobody is here.
    empty_since: Option<Duration>,
    spectators_told: usize,
    spectators_told_at: Duration,
    /// What spectators were told last, for those who come later; under fog for each view.
    spectator_states: [Option<Utf8Bytes>; 3],
    fan_outs: VecDeque<FanOut>,
    /// When the next ones get theirs.
    fan_out_at: Duration,
    delayed: VecDeque<Delayed>,
    released: Option<Utf8Bytes>,
}

/// Opens a room and runs it until it is closed.
pub(crate) async fn open(hall: Arc<Hall>, place: Place, first: Position, opening: Opening) {
    let now = hall.clock.now();
    let game = new_game(first, &place.options, &opening.holders, now);
    let mut room = Room::new(hall, place, game, opening, now);
    for side in Colour::BOTH {
        room.seats[side.index()].away_since = Some(now);
    }
    room.keep_head(now).await;
    room.run().await;
}

/// A game that stands still until its players are there.
fn new_game(
    first: Position,
    options: &RoomOptions,
    holders: &[Option<Holder>; 2],
    now: Duration,
) -> Game {
    let mut game = Game::new(first, terms(options, holders), now);
    game.pause(now);
    game.drain_events();
    game
}

/// What the options of a room say about its game.
fn terms(options: &RoomOptions, holders: &[Option<Holder>; 2]) -> GameTerms {
    GameTerms {
        players: players(holders),
        clocks: options.clock.map(|control| [control; 2]),
        lag_allowance: options.clock.map_or(Duration::ZERO, |_| LAG_ALLOWANCE),
        take_backs: options.take_backs,
        referee: Referee::Here,
    }
}

/// The players as the game knows them.
fn players(holders: &[Option<Holder>; 2]) -> Players {
    let player = |side: Colour| match &holders[side.index()] {
        Some(holder) => holder.game_player(),
        None => GamePlayer::remote(side.name()),
    };
    Players { white: player(Colour::White), black: player(Colour::Black) }
}

impl Room {
    fn new(hall: Arc<Hall>, place: Place, game: Game, opening: Opening, now: Duration) -> Room {
        let Place { id, code, options, messages, mailbox } = place;
        let rules_info = rules_info(game.rules());
        Room {
            hall,
            id,
            code,
            options,
            rules_info,
            messages,
            mailbox,
            game,
            seats: opening.holders.map(Seat::new),
            spectators: HashMap::new(),
            number: keep::first_number(),
            offers: Offers::default(),
            chat: VecDeque::new(),
            rating_changes: [None; 2],
            next: None,
            began: None,
            kept: 0,
            retry_at: None,
            is_put_away: false,
            is_closed: false,
            is_stopped: false,
            asked: None,
            paused_since: now,
            empty_since: Some(now),
            spectators_told: 0,
            spectators_told_at: now,
            spectator_states: [None, None, None],
            fan_outs: VecDeque::new(),
            fan_out_at: now,
            delayed: VecDeque::new(),
            released: None,
        }
    }

    /// The people who play here.
    pub(crate) fn seated(&self) -> Vec<PlayerKey> {
        self.seats.iter().filter_map(|seat| seat.holder.as_ref()?.key().copied()).collect()
    }

    /// Runs the room until it is closed.
    pub(crate) async fn run(mut self) {
        use std::sync::atomic::Ordering::Relaxed;
        self.hall.metrics.rooms.fetch_add(1, Relaxed);
        let now = self.hall.clock.now();
        self.settle(now).await;
        // Until something is due, whoever watches with a delay is told what was before it.
        self.released = Some(self.state_message(Audience::Spectators(None), now));
        self.list();
        while !self.is_closed {
            let hall = Arc::clone(&self.hall);
            let wake = self.next_wake();
            let message = tokio::select! {
                message = self.messages.recv() => message,
                () = hall.clock.sleep_until(wake.unwrap_or(Duration::MAX)) => None,
            };
            let now = hall.clock.now();
            if let Some(message) = message {
                self.handle(message, now).await;
            }
            self.tick(now);
            self.keep_again(now).await;
            self.settle(now).await;
        }
        self.messages.close();
        if !self.is_stopped {
            self.forget_kept().await;
        }
        self.hall.forget(&self.id);
        self.hall.metrics.rooms.fetch_sub(1, Relaxed);
        self.hall.metrics.spectators.fetch_sub(self.spectators.len() as i64, Relaxed);
    }

    async fn handle(&mut self, message: RoomMessage, now: Duration) {
        match message {
            RoomMessage::Enter { visitor, entry, code, seen, reply } => {
                let is_in = self.enter(&visitor, entry, code.as_ref(), seen, now).await;
                // He may be gone by now; then he will be lost next.
                let _ = reply.send(is_in);
            }
            RoomMessage::Leave { connection } => self.leave(connection, now),
            RoomMessage::Lose { connection } => self.lose(connection, now),
            RoomMessage::Act { connection, action, arrived, round_trip } => {
                self.act(connection, action, arrived, round_trip, now).await;
            }
            RoomMessage::Thought { ply, best } => self.play_thought(ply, best, now),
            RoomMessage::Pgn { code, reply } => {
                let _ = reply.send(self.pgn(code.as_ref(), now));
            }
            RoomMessage::Stop => self.stop(now).await,
        }
    }

    /// What the room is doing.
    fn phase(&self) -> RoomPhase {
        if self.game.is_over() {
            RoomPhase::Over
        } else if self.seats.iter().any(|seat| seat.holder.is_none()) {
            RoomPhase::Waiting
        } else if matches!(self.game.phase(), game::Phase::Paused) {
            RoomPhase::Paused
        } else {
            RoomPhase::Playing
        }
    }

    /// Is anything hidden now?
    fn is_foggy(&self) -> bool {
        self.options.fog && !self.game.is_over()
    }

    /// When something is due, if nothing else happens before.
    fn next_wake(&self) -> Option<Duration> {
        let patience = self.hall.patience;
        let counted = (self.spectators_told != self.spectators.len())
            .then(|| self.spectators_told_at + COUNT_INTERVAL);
        let emptied = self.empty_since.map(|since| since + self.patience_when_empty());
        let emptied = emptied.filter(|_| !self.waits_for_store());
        let resumed = (self.phase() == RoomPhase::Paused && self.has_player())
            .then(|| self.paused_since + patience.resume);
        let released = self.delayed.front().map(|delayed| delayed.due);
        let fanned_out = (!self.fan_outs.is_empty()).then_some(self.fan_out_at);
        let due = [counted, emptied, resumed, released, fanned_out, self.retry_at];
        due.into_iter().flatten().chain(self.game.next_tick()).min()
    }

    /// Is the game over and still to be put away? The room is not closed before that.
    fn waits_for_store(&self) -> bool {
        self.phase() == RoomPhase::Over && self.retry_at.is_some()
    }

    fn patience_when_empty(&self) -> Duration {
        match self.phase() {
            RoomPhase::Waiting | RoomPhase::Over => self.hall.patience.empty,
            RoomPhase::Playing | RoomPhase::Paused => self.hall.patience.abandoned,
        }
    }

    /// Lets time pass.
    fn tick(&mut self, now: Duration) {
        self.game.tick(now);
        self.resume_if_due(now);
        self.release_delayed(now);
        self.fan_out(now);
        if self.spectators_told != self.spectators.len()
            && self.spectators_told_at + COUNT_INTERVAL <= now
        {
            self.tell_count(now);
        }
        if self.empty_since.is_some_and(|since| since + self.patience_when_empty() <= now) {
            match self.phase() {
                RoomPhase::Over if self.waits_for_store() => {}
                RoomPhase::Waiting | RoomPhase::Over => self.is_closed = true,
                RoomPhase::Playing | RoomPhase::Paused => {
                    // Nobody came back: whoever was to move has lost.
                    self.empty_since = Some(now);
                    let _over_already = self.game.abandon(now, self.game.turn());
                }
            }
        }
    }

    /// Puts the room on the list, if it is public.
    fn list(&self) {
        if self.options.private || self.is_closed {
            return;
        }
        self.hall.lobby.put(LobbyEntry {
            room: self.id.clone(),
            players: Colour::BOTH.map(|side| self.player_info(side)),
            rules: self.rules_info.clone(),
            fog: self.options.fog,
            clock: self.options.clock,
            rated: self.options.rated,
            take_backs: self.options.take_backs,
            opponent: self.options.opponent.clone(),
            phase: self.phase(),
            ply: self.game.ply(),
            spectators: self.spectators.len(),
        });
    }
}
