//! One conversation with one client, over anything that carries messages both ways.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use axum::extract::ws::{CloseFrame, Message, Utf8Bytes, close_code};
use futures_util::{Sink, SinkExt, Stream, StreamExt};
use protocol::{
    Action, ColourChoice, MOST_ROOMS, Opponent, PlayerName, Refusal, Resume, RoomCode, RoomId,
    RoomOptions, ToClient, ToServer, Token, VERSION,
};
use store::RulesKey;
use tokio::sync::{mpsc, oneshot};
use tokio::time::Instant;

use crate::hall::Hall;
use crate::identity::{Player, new_token, random_bits};
use crate::limits::{Bucket, Gate, Rate};
use crate::outbox::{Closing, Next, Outbox};
use crate::ranking;
use crate::room::{Entry, Holder, Opening, RoomMessage, Visitor};
use crate::server::told;

/// So often the client is asked whether it is there, and how far away it is measured.
const PING_INTERVAL: Duration = Duration::from_secs(10);

/// After so many messages over the rate the conversation is ended.
const MOST_FLOODED: u32 = 200;

/// A conversation.
struct Session {
    hall: Arc<Hall>,
    gate: Arc<Gate>,
    address: IpAddr,
    connection: u64,
    outbox: Arc<Outbox>,
    player: Option<Arc<Player>>,
    rooms: HashMap<RoomId, mpsc::Sender<RoomMessage>>,
    rates: Rates,
    round_trip: Duration,
}

/// What the client may still do.
struct Rates {
    /// Everything together, counted before anything is read.
    all: Bucket,
    messages: Bucket,
    live: Bucket,
    chat: Bucket,
    creations: Bucket,
    failures: Bucket,
    flooded: u32,
}

/// Is there more to be said?
#[derive(PartialEq, Eq)]
enum Flow {
    GoOn,
    End,
}

/// Talks with a client until one of both has enough.
pub(crate) async fn converse<S, E>(hall: Arc<Hall>, gate: Arc<Gate>, address: IpAddr, mut socket: S)
where
    S: Stream<Item = Result<Message, E>> + Sink<Message> + Unpin,
{
    hall.metrics.connections.fetch_add(1, Relaxed);
    let mut session = Session::new(hall, gate, address);
    session.run(&mut socket).await;
    session.end().await;
}

impl Session {
    fn new(hall: Arc<Hall>, gate: Arc<Gate>, address: IpAddr) -> Session {
        let (limits, now) = (&hall.limits, hall.clock.now());
        let (messages, live) = (limits.messages, limits.live);
        let all = Rate {
            per_second: messages.per_second + live.per_second,
            burst: messages.burst + live.burst,
        };
        let rates = Rates {
            all: Bucket::new(all, now),
            messages: Bucket::new(messages, now),
            live: Bucket::new(live, now),
            chat: Bucket::new(limits.chat, now),
            creations: Bucket::new(limits.creations, now),
            failures: Bucket::new(limits.failures, now),
            flooded: 0,
        };
        Session {
            connection: hall.new_connection(),
            outbox: Arc::new(Outbox::new(limits.waiting_messages)),
            hall,
            gate,
            address,
            player: None,
            rooms: HashMap::new(),
            rates,
            round_trip: Duration::ZERO,
        }
    }

    async fn run<S, E>(&mut self, socket: &mut S)
    where
        S: Stream<Item = Result<Message, E>> + Sink<Message> + Unpin,
    {
        let outbox = Arc::clone(&self.outbox);
        let mut hang_up = self.hall.hang_up.subscribe();
        let (begun, mut heard) = (Instant::now(), Instant::now());
        // The first one soon, so that the way is known before the first move.
        let mut next_ping = Instant::now() + Duration::from_millis(500);
        loop {
            if self.say_all(socket).await == Flow::End {
                return;
            }
            let patience = match self.player {
                None => begun + self.hall.limits.greeting,
                Some(_) => heard + self.hall.limits.silence,
            };
            let message = tokio::select! {
                message = socket.next() => message,
                () = outbox.woken() => continue,
                () = told(&mut hang_up) => {
                    outbox.close(Closing::Stopping);
                    continue;
                }
                () = tokio::time::sleep_until(next_ping.min(patience)) => {
                    if Instant::now() >= patience {
                        return;
                    }
                    next_ping = Instant::now() + PING_INTERVAL;
                    let sent = self.hall.clock.now().as_micros().to_be_bytes();
                    let ping = Message::Ping(sent.to_vec().into());
                    if self.say(socket, ping).await == Flow::End {
                        return;
                    }
                    continue;
                }
            };
            heard = Instant::now();
            let flow = match message {
                Some(Ok(Message::Text(text))) => self.hear(&text).await,
                Some(Ok(Message::Pong(sent))) => self.measure(&sent),
                Some(Ok(Message::Ping(_))) => Flow::GoOn,
                Some(Ok(Message::Binary(_))) => {
                    self.refuse(None, Refusal::Malformed("expected text, found bytes".to_owned()));
                    Flow::End
                }
                Some(Ok(Message::Close(_)) | Err(_)) | None => return,
            };
            if flow == Flow::End {
                self.outbox.close(Closing::Misbehaved);
            }
        }
    }

    /// Sends everything that waits.
    async fn say_all<S, E>(&mut self, socket: &mut S) -> Flow
    where
        S: Stream<Item = Result<Message, E>> + Sink<Message> + Unpin,
    {
        let mut said = 0;
        let flow = loop {
            match self.outbox.next() {
                Next::Send(text) => {
                    said += 1;
                    if self.feed(socket, Message::Text(text)).await == Flow::End {
                        return Flow::End;
                    }
                }
                Next::Close(why) => {
                    let _ = self.feed(socket, Message::Close(Some(farewell(why)))).await;
                    break Flow::End;
                }
                Next::Wait => break Flow::GoOn,
            }
        };
        if said > 0 || flow == Flow::End {
            self.hall.metrics.messages_out.fetch_add(said, Relaxed);
            if self.patiently(socket.flush()).await == Flow::End {
                return Flow::End;
            }
        }
        flow
    }

    async fn say<S, E>(&self, socket: &mut S, message: Message) -> Flow
    where
        S: Stream<Item = Result<Message, E>> + Sink<Message> + Unpin,
    {
        self.patiently(socket.send(message)).await
    }

    async fn feed<S, E>(&self, socket: &mut S, message: Message) -> Flow
    where
        S: Stream<Item = Result<Message, E>> + Sink<Message> + Unpin,
    {
        self.patiently(socket.feed(message)).await
    }

    /// Waits until something was sent, unless too much waits behind it by then.
    async fn patiently<E>(&self, sending: impl Future<Output = Result<(), E>>) -> Flow {
        let mut sending = std::pin::pin!(sending);
        loop {
            tokio::select! {
                sent = &mut sending => {
                    return if sent.is_ok() { Flow::GoOn } else { Flow::End };
                }
                () = self.outbox.woken() => {
                    if self.outbox.is_too_slow() {
                        return Flow::End;
                    }
                }
            }
        }
    }

    fn measure(&mut self, sent: &[u8]) -> Flow {
        if let Ok(bytes) = <[u8; 16]>::try_from(sent) {
            let sent = u64::try_from(u128::from_be_bytes(bytes)).unwrap_or(u64::MAX);
            self.round_trip = self.hall.clock.now().saturating_sub(Duration::from_micros(sent));
        }
        Flow::GoOn
    }

    async fn hear(&mut self, text: &str) -> Flow {
        let now = self.hall.clock.now();
        self.hall.metrics.messages_in.fetch_add(1, Relaxed);
        if !self.rates.all.take(now) {
            return self.too_fast();
        }
        let message = match protocol::read::<ToServer>(text) {
            Ok(message) => message,
            Err(error) => {
                self.refuse(None, Refusal::Malformed(error.to_string()));
                return if self.rates.failures.take(now) { Flow::GoOn } else { Flow::End };
            }
        };
        let bucket = match &message {
            ToServer::Act { action: Action::Live { .. }, .. } => &mut self.rates.live,
            ToServer::Act { action: Action::Chat { .. }, .. } => &mut self.rates.chat,
            // Both cost more than others.
            ToServer::Create { .. } | ToServer::AskRanking => &mut self.rates.creations,
            _ => &mut self.rates.messages,
        };
        if !bucket.take(now) {
            return self.too_fast();
        }
        match (&self.player, message) {
            (None, ToServer::Hello { version, name, token, resume }) => {
                self.greet(version, name, token, resume).await
            }
            (Some(player), message) if !matches!(message, ToServer::Hello { .. }) => {
                let player = Arc::clone(player);
                self.answer(player, message, now).await;
                Flow::GoOn
            }
            _ => {
                self.refuse(None, Refusal::Greeting);
                Flow::End
            }
        }
    }

    fn too_fast(&mut self) -> Flow {
        self.hall.metrics.too_fast.fetch_add(1, Relaxed);
        self.rates.flooded += 1;
        // Not for each of them: that would be a flood as well.
        if self.rates.flooded % 20 == 1 {
            self.refuse(None, Refusal::TooFast);
        }
        if self.rates.flooded > MOST_FLOODED { Flow::End } else { Flow::GoOn }
    }

    async fn greet(
        &mut self,
        version: u16,
        name: PlayerName,
        token: Option<Token>,
        resume: Vec<Resume>,
    ) -> Flow {
        if version != VERSION {
            self.refuse(None, Refusal::Version { server: VERSION });
            return Flow::End;
        }
        let (player, new_token) = match self.recognise(&name, token).await {
            Ok(recognised) => recognised,
            Err(refusal) => {
                self.refuse(None, refusal);
                return Flow::End;
            }
        };
        self.outbox.send(&ToClient::Welcome {
            version: VERSION,
            name: player.name(),
            token: new_token,
            rooms: self.hall.rooms_of(&player.key),
            server: self.hall.info(),
        });
        self.player = Some(Arc::clone(&player));
        for Resume { room, code, seen, play, view } in resume.into_iter().take(MOST_ROOMS) {
            let entry = if play { Entry::Play } else { Entry::Watch(view) };
            self.enter(&player, room, entry, code, seen).await;
        }
        Flow::GoOn
    }

    /// Who is it? Whoever has a secret that nobody was given is somebody new.
    async fn recognise(
        &self,
        name: &PlayerName,
        token: Option<Token>,
    ) -> Result<(Arc<Player>, Option<Token>), Refusal> {
        let failed = |error: &dyn std::fmt::Display| {
            tracing::error!(%error, "nobody can be recognised");
            Refusal::Failed
        };
        if let Some(token) = &token {
            let found = self.hall.identities.find(token).await;
            if let Some(player) = found.map_err(|error| failed(&error))? {
                self.hall.identities.rename(&player, name).await;
                return Ok((player, None));
            }
        }
        if !self.gate.admit_newcomer(self.address, self.hall.clock.now()) {
            return Err(Refusal::TooFast);
        }
        let token = new_token().map_err(|error| failed(&error))?;
        Ok((self.hall.identities.welcome(&token, name), Some(token)))
    }

    async fn answer(&mut self, player: Arc<Player>, message: ToServer, now: Duration) {
        match message {
            ToServer::Hello { .. } => {}
            ToServer::Ping { number } => self.outbox.send(&ToClient::Pong { number }),
            ToServer::WatchLobby { on: true } => {
                self.hall.lobby.watch(self.connection, Arc::clone(&self.outbox));
            }
            ToServer::WatchLobby { on: false } => self.hall.lobby.unwatch(self.connection),
            ToServer::AskRanking => match ranking::read(&self.hall.storage, None).await {
                Ok(rankings) => self.outbox.send(&ToClient::Ranking { rankings }),
                Err(error) => {
                    tracing::error!(%error, "the ranking cannot be read");
                    self.refuse(None, Refusal::Failed);
                }
            },
            ToServer::Create { options } => {
                if let Err(refusal) = self.create(&player, options).await {
                    self.refuse(None, refusal);
                }
            }
            ToServer::Join { room, code } => {
                self.enter(&player, room, Entry::Play, code, None).await;
            }
            ToServer::Watch { room, code, view } => {
                self.enter(&player, room, Entry::Watch(view), code, None).await;
            }
            ToServer::Leave { room } => match self.rooms.remove(&room) {
                Some(mailbox) => {
                    let connection = self.connection;
                    let _ = mailbox.send(RoomMessage::Leave { connection }).await;
                }
                None => self.refuse(Some(room), Refusal::NotInRoom),
            },
            ToServer::Act { room, action } => {
                let Some(mailbox) = self.rooms.get(&room) else {
                    self.refuse(Some(room), Refusal::NotInRoom);
                    return;
                };
                let (connection, round_trip) = (self.connection, self.round_trip);
                let message = RoomMessage::Act { connection, action, arrived: now, round_trip };
                if mailbox.send(message).await.is_err() {
                    self.rooms.remove(&room);
                    self.outbox.send(&ToClient::Left { room });
                }
            }
        }
    }

    async fn create(&mut self, player: &Arc<Player>, options: RoomOptions) -> Result<(), Refusal> {
        self.rooms.retain(|_, mailbox| !mailbox.is_closed());
        if self.rooms.len() >= MOST_ROOMS {
            return Err(Refusal::TooManyRooms);
        }
        let wrong = |text: &str| Refusal::Options(text.to_owned());
        let first =
            options.first_position().map_err(|fault| Refusal::Options(fault.to_string()))?;
        let other = match &options.opponent {
            Opponent::Anyone => None,
            Opponent::Level(_) if !self.hall.engines.plays() => {
                return Err(wrong("this server does not play itself"));
            }
            Opponent::Level(name) => {
                let level = engine::level::find(name);
                Some(Holder::Level(level.ok_or_else(|| wrong("expected the name of a level"))?))
            }
        };
        let key = RulesKey::of(first.rules());
        let own = self.hall.holder(player, key).await.map_err(|error| {
            tracing::error!(%error, "nobody can sit down");
            Refusal::Failed
        })?;
        let is_white = match options.colour {
            ColourChoice::White => true,
            ColourChoice::Black => false,
            ColourChoice::Random => random_bits().is_ok_and(|bits| bits & 1 == 0),
        };
        let holders = if is_white { [Some(own), other] } else { [other, Some(own)] };
        let (room, _) = self.hall.create(options, Opening { holders })?;
        self.enter(player, room, Entry::Play, None, None).await;
        Ok(())
    }

    async fn enter(
        &mut self,
        player: &Arc<Player>,
        room: RoomId,
        entry: Entry,
        code: Option<RoomCode>,
        seen: Option<u64>,
    ) {
        self.rooms.retain(|_, mailbox| !mailbox.is_closed());
        if self.rooms.len() >= MOST_ROOMS && !self.rooms.contains_key(&room) {
            return self.refuse(Some(room), Refusal::TooManyRooms);
        }
        let Some(mailbox) = self.hall.room(&room) else {
            return self.fail(room);
        };
        // Whoever guesses codes has few attempts.
        let has_code = code.is_some();
        if has_code && self.rates.failures.is_empty(self.hall.clock.now()) {
            return self.refuse(Some(room), Refusal::TooFast);
        }
        let visitor = Visitor {
            connection: self.connection,
            outbox: Arc::clone(&self.outbox),
            player: Arc::clone(player),
        };
        let (reply, answer) = oneshot::channel();
        let message = RoomMessage::Enter { visitor, entry, code, seen, reply };
        if mailbox.send(message).await.is_err() {
            return self.fail(room);
        }
        match answer.await {
            Ok(true) => {
                self.rooms.insert(room, mailbox);
            }
            Ok(false) => {
                self.rooms.remove(&room);
                if has_code {
                    self.rates.failures.take(self.hall.clock.now());
                }
            }
            Err(_) => self.fail(room),
        }
    }

    /// There is no such room.
    fn fail(&mut self, room: RoomId) {
        self.rooms.remove(&room);
        self.refuse(Some(room), Refusal::NoRoom);
    }

    fn refuse(&self, room: Option<RoomId>, refusal: Refusal) {
        self.hall.metrics.refusals.fetch_add(1, Relaxed);
        self.outbox.send(&ToClient::Refused { room, refusal });
    }

    async fn end(self) {
        self.hall.lobby.unwatch(self.connection);
        for mailbox in self.rooms.into_values() {
            let connection = self.connection;
            // A room that is closed has lost everybody already.
            let _ = mailbox.send(RoomMessage::Lose { connection }).await;
        }
        if let Some(player) = self.player {
            self.hall.identities.release(player);
        }
        self.hall.metrics.connections.fetch_sub(1, Relaxed);
    }
}

fn farewell(why: Closing) -> CloseFrame {
    let (code, reason) = match why {
        Closing::TooSlow => (close_code::POLICY, "too slow"),
        Closing::Misbehaved => (close_code::POLICY, "refused"),
        Closing::Stopping => (close_code::RESTART, "the server is being stopped"),
    };
    CloseFrame { code, reason: Utf8Bytes::from_static(reason) }
}
