//! One connection of a client, over anything that carries messages both ways.

mod people;
mod rates;
mod rooms;
mod send;

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use axum::extract::ws::Message;
use futures_util::{Sink, SinkExt, Stream, StreamExt};
use protocol::{
    Action, MOST_ROOMS, OLDEST_VERSION, PlayerName, Refusal, Resume, RoomId, ToClient, ToServer,
    Token,
};
use tokio::time::{Instant, timeout};

use crate::identity::{Player, PlayerKey};
use crate::limiter::RateKind;
use crate::outbox::{CloseReason, Outbox};
use crate::room::{EnterAs, RoomMessage};
use crate::room_handle::RoomHandle;
use crate::server::signalled;
use crate::server_state::{Online, ServerState};
use people::Speaker;
use rates::{Flood, Rates};

/// The interval of pings, which also measure the round trip.
const PING_INTERVAL: Duration = Duration::from_secs(10);

/// The longest text of a refusal, in bytes.
const LONGEST_REFUSAL: usize = 4096;

/// A connection.
struct Session {
    server: Arc<ServerState>,
    address: IpAddr,
    connection: u64,
    outbox: Arc<Outbox>,
    player: Option<Arc<Player>>,
    /// The digest of the secret by which they are known.
    device: Option<PlayerKey>,
    rooms: HashMap<RoomId, RoomHandle>,
    rates: Rates,
    round_trip: Duration,
    /// When the ping was sent that is not answered yet.
    pinged: Option<Duration>,
    /// The id of the request that is being handled, until it is answered.
    request: Option<u64>,
}

/// Does the connection go on?
#[derive(PartialEq, Eq)]
enum Flow {
    Continue,
    Close,
}

/// Serves a connection until it is closed.
pub(crate) async fn run<S, E>(server: Arc<ServerState>, address: IpAddr, mut socket: S)
where
    S: Stream<Item = Result<Message, E>> + Sink<Message> + Unpin,
{
    server.metrics.connections.fetch_add(1, Relaxed);
    let mut session = Session::new(server, address);
    session.run(&mut socket).await;
    session.disconnect().await;
}

impl Session {
    fn new(server: Arc<ServerState>, address: IpAddr) -> Session {
        Session {
            connection: server.new_connection(),
            outbox: Arc::new(Outbox::new(
                server.limits.waiting_messages,
                server.limits.waiting_bytes,
            )),
            rates: Rates::new(&server.limits, server.clock.now()),
            server,
            address,
            player: None,
            device: None,
            rooms: HashMap::new(),
            round_trip: Duration::ZERO,
            pinged: None,
            request: None,
        }
    }

    async fn run<S, E>(&mut self, socket: &mut S)
    where
        S: Stream<Item = Result<Message, E>> + Sink<Message> + Unpin,
    {
        let outbox = Arc::clone(&self.outbox);
        let mut hang_up = self.server.hang_up.subscribe();
        let (begun, mut heard) = (Instant::now(), Instant::now());
        // The first one soon, so that the way is known before the first move.
        let mut next_ping = Instant::now() + Duration::from_millis(500);
        loop {
            if self.send_queued(socket).await == Flow::Close {
                return;
            }
            let deadline = match self.player {
                None => begun + self.server.limits.greeting,
                Some(_) => heard + self.server.limits.silence,
            };
            let message = tokio::select! {
                message = socket.next() => message,
                () = outbox.woken() => continue,
                () = signalled(&mut hang_up) => {
                    outbox.close(CloseReason::Stopping);
                    continue;
                }
                () = tokio::time::sleep_until(next_ping.min(deadline)) => {
                    if Instant::now() >= deadline {
                        return;
                    }
                    next_ping = Instant::now() + PING_INTERVAL;
                    let now = self.server.clock.now();
                    self.pinged = Some(now);
                    let ping = Message::Ping(ping_payload(now).to_vec().into());
                    if self.until_sent(socket.send(ping)).await == Flow::Close {
                        return;
                    }
                    continue;
                }
            };
            heard = Instant::now();
            let flow = match message {
                Some(Ok(Message::Text(text))) => self.receive(&text).await,
                Some(Ok(Message::Pong(sent))) => self.receive_pong(&sent),
                Some(Ok(Message::Ping(_))) => self.receive_ping(),
                Some(Ok(Message::Binary(_))) => {
                    self.refuse(None, Refusal::Malformed("expected text, found bytes".to_owned()));
                    Flow::Close
                }
                Some(Ok(Message::Close(_))) => {
                    // The answer, which closes the connection properly, waits to be sent.
                    let answered = timeout(self.server.limits.greeting, socket.flush());
                    let _ = answered.await;
                    return;
                }
                Some(Err(_)) | None => return,
            };
            if flow == Flow::Close {
                self.outbox.close(CloseReason::Misbehaved);
            }
        }
    }

    /// A pong measures the round trip, if it answers the last ping.
    fn receive_pong(&mut self, payload: &[u8]) -> Flow {
        let now = self.server.clock.now();
        if !self.rates.admit_text(now) {
            return self.too_fast();
        }
        if let Some(sent) = self.pinged.take_if(|sent| ping_payload(*sent) == payload) {
            self.round_trip = now.saturating_sub(sent);
        }
        Flow::Continue
    }

    fn receive_ping(&mut self) -> Flow {
        match self.rates.admit_text(self.server.clock.now()) {
            true => Flow::Continue,
            false => self.too_fast(),
        }
    }

    async fn receive(&mut self, text: &str) -> Flow {
        let now = self.server.clock.now();
        self.server.metrics.messages_in.fetch_add(1, Relaxed);
        if !self.rates.admit_text(now) {
            return self.too_fast();
        }
        let (request, message) = protocol::read_with_id::<ToServer>(text);
        self.request = request;
        let message = match message {
            Ok(message) => message,
            Err(error) => {
                self.refuse(None, Refusal::Malformed(error.to_string()));
                return if self.rates.admit_failure(now) { Flow::Continue } else { Flow::Close };
            }
        };
        if !self.rates.admit(&message, now) {
            return self.too_fast();
        }
        match (&self.player, message) {
            (None, ToServer::Hello { version, name, token, resume, transfer }) => {
                self.greet(version, name, token, transfer, resume).await
            }
            (Some(player), message) if !matches!(message, ToServer::Hello { .. }) => {
                let player = Arc::clone(player);
                if let Err(refusal) = self.dispatch(player, message, now).await {
                    self.refuse(None, refusal);
                }
                // Whatever was passed on to a room is answered there.
                if self.request.is_some() {
                    self.answer(&ToClient::Done);
                }
                Flow::Continue
            }
            _ => {
                self.refuse(None, Refusal::Greeting);
                Flow::Close
            }
        }
    }

    fn too_fast(&mut self) -> Flow {
        self.server.metrics.too_fast.fetch_add(1, Relaxed);
        match self.rates.flood() {
            Flood::Silent => Flow::Continue,
            Flood::Told => {
                self.refuse(None, Refusal::TooFast);
                Flow::Continue
            }
            Flood::Enough => {
                let player = self.player.as_ref().map(|player| player.name().to_string());
                tracing::warn!(address = %self.address, player, "a flood is cut off");
                self.refuse(None, Refusal::TooFast);
                Flow::Close
            }
        }
    }

    async fn greet(
        &mut self,
        version: u16,
        name: PlayerName,
        token: Option<Token>,
        transfer: Option<Token>,
        resume: Vec<Resume>,
    ) -> Flow {
        // The spoken version must be known to the client and to all nodes of a cluster.
        let own = self.server.newest_version;
        let own = self.server.cluster().map_or(own, |cluster| cluster.common_version(own));
        let version = version.min(own);
        if version < OLDEST_VERSION {
            self.refuse(None, Refusal::Version { server: own });
            return Flow::Close;
        }
        let Speaker { player, device, token } = match self.identify(&name, token, transfer).await {
            Ok(speaker) => speaker,
            Err(refusal) => {
                self.refuse(None, refusal);
                return Flow::Close;
            }
        };
        self.answer(&ToClient::Welcome {
            version,
            name: player.name(),
            token,
            rooms: self.server.rooms_of(&player.key),
            blocked: player.blocked(),
            server: self.server.info(),
        });
        (self.player, self.device) = (Some(Arc::clone(&player)), Some(device));
        let (address, outbox) = (self.address, Arc::clone(&self.outbox));
        let online = Online { player: Arc::clone(&player), device, address, outbox };
        self.server.put_online(self.connection, online);
        let mut resume: Vec<Resume> = resume.into_iter().take(MOST_ROOMS).collect();
        if self.server.cluster().is_some() {
            // Rooms of other nodes may have to be waited for.
            resume.sort_by_key(|resume| self.server.local_room(&resume.room).is_none());
        }
        for Resume { room, code, seen, play, view } in resume {
            let role = if play { EnterAs::Player } else { EnterAs::Spectator(view) };
            self.enter(&player, room, role, code, seen).await;
        }
        Flow::Continue
    }

    async fn dispatch(
        &mut self,
        player: Arc<Player>,
        message: ToServer,
        now: Duration,
    ) -> Result<(), Refusal> {
        match message {
            ToServer::Hello { .. } => debug_assert!(false, "greetings are handled before"),
            ToServer::Ping { number } => self.answer(&ToClient::Pong { number }),
            ToServer::AskGames { search, page } => {
                // As by HTTP.
                self.admit_at_rate(RateKind::Requests)?;
                let found = self.server.lobby.search(&search, page);
                self.answer(&ToClient::Games(found));
            }
            ToServer::WatchLobby { on: true } => {
                self.server.lobby.watch(self.connection, Arc::clone(&self.outbox));
            }
            ToServer::WatchLobby { on: false } => self.server.lobby.unwatch(self.connection),
            ToServer::AskRanking => {
                let read = self.server.rankings(None).await;
                let rankings = read.map_err(|error| {
                    tracing::error!(%error, "the ranking cannot be read");
                    Refusal::Failed
                })?;
                self.answer(&ToClient::Ranking { rankings });
            }
            ToServer::Seek(seek) => self.seek(&player, seek).await?,
            ToServer::CancelSeek => {
                self.server.cancel_seek(self.connection);
                self.answer(&ToClient::Seeking { on: false });
            }
            ToServer::Report { player: about, text } => {
                self.report(&player, &about, &text).await?;
            }
            ToServer::Block { player: whom, on } => self.block(&player, &whom, on).await?,
            ToServer::AskTransfer => self.issue_transfer(&player).await?,
            ToServer::RevokeDevices => self.revoke_devices(&player).await?,
            ToServer::Act { room, action: Action::Chat { .. } }
                if self.server.moderation.is_muted(&player) =>
            {
                self.refuse(Some(room), Refusal::Muted);
            }
            ToServer::Create { options } => self.create(&player, options).await?,
            ToServer::Join { room, code } => {
                self.enter(&player, room, EnterAs::Player, code, None).await;
            }
            ToServer::Watch { room, code, view } => {
                self.enter(&player, room, EnterAs::Spectator(view), code, None).await;
            }
            ToServer::Leave { room } => self.leave(room).await,
            ToServer::Act { room, action } => self.act(room, action, now).await,
        }
        Ok(())
    }

    /// Makes sure that the address may do something once more.
    fn admit_at_rate(&self, kind: RateKind) -> Result<(), Refusal> {
        match self.server.limiter.admit_at_rate(kind, self.address, self.server.clock.now()) {
            true => Ok(()),
            false => Err(Refusal::TooFast),
        }
    }

    fn refuse(&mut self, room: Option<RoomId>, refusal: Refusal) {
        self.server.metrics.count_refusal(refusal.reason());
        self.answer(&ToClient::Refused { room, refusal: shortened(refusal) });
    }

    /// Answers the present request.
    fn answer(&mut self, message: &ToClient) {
        self.outbox.answer(self.request.take(), message);
    }

    async fn disconnect(self) {
        self.server.take_offline(self.connection);
        for mailbox in self.rooms.into_values() {
            let connection = self.connection;
            // A closed room has no members any more.
            let _ = mailbox.send(RoomMessage::Disconnect { connection }).await;
        }
        if let Some(player) = self.player {
            self.server.identities.release(player);
        }
        self.server.metrics.connections.fetch_sub(1, Relaxed);
    }
}

fn ping_payload(sent: Duration) -> [u8; 16] {
    sent.as_micros().to_be_bytes()
}

/// A refusal whose text is not too long: some quote what was received.
fn shortened(mut refusal: Refusal) -> Refusal {
    if let Refusal::Malformed(text) | Refusal::Options(text) = &mut refusal
        && text.len() > LONGEST_REFUSAL
    {
        text.truncate(text.floor_char_boundary(LONGEST_REFUSAL - 3));
        text.push('…');
    }
    refusal
}
