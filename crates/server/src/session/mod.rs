//! One conversation with one client, over anything that carries messages both ways.

mod rates;
mod rooms;
mod speak;

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use axum::extract::ws::Message;
use futures_util::{Sink, Stream, StreamExt};
use protocol::{
    MOST_ROOMS, PlayerName, Refusal, Resume, RoomId, ToClient, ToServer, Token, VERSION,
};
use tokio::sync::mpsc;
use tokio::time::Instant;

use crate::hall::Hall;
use crate::identity::{Player, new_token};
use crate::limits::Gate;
use crate::outbox::{Closing, Outbox};
use crate::ranking;
use crate::room::{Entry, RoomMessage};
use crate::server::told;
use rates::{Flood, Rates};

/// So often the client is asked whether it is there, and how far away it is measured.
const PING_INTERVAL: Duration = Duration::from_secs(10);

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
        Session {
            connection: hall.new_connection(),
            outbox: Arc::new(Outbox::new(hall.limits.waiting_messages)),
            rates: Rates::new(&hall.limits, hall.clock.now()),
            hall,
            gate,
            address,
            player: None,
            rooms: HashMap::new(),
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
        if !self.rates.admit_text(now) {
            return self.too_fast();
        }
        let message = match protocol::read::<ToServer>(text) {
            Ok(message) => message,
            Err(error) => {
                self.refuse(None, Refusal::Malformed(error.to_string()));
                return if self.rates.admit_failure(now) { Flow::GoOn } else { Flow::End };
            }
        };
        if !self.rates.admit(&message, now) {
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
        match self.rates.flood() {
            Flood::Silent => Flow::GoOn,
            Flood::Told => {
                self.refuse(None, Refusal::TooFast);
                Flow::GoOn
            }
            Flood::Enough => {
                self.refuse(None, Refusal::TooFast);
                Flow::End
            }
        }
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
