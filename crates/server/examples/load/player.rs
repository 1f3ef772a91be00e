//! One player of one game, who moves when it is time and notes when the other's moves came.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result, anyhow, bail};
use futures_util::{SinkExt, StreamExt};
use protocol::{
    Action, ColourChoice, RoomEvent, RoomId, RoomOptions, TimeControl, ToClient, ToServer, VERSION,
};
use record::EntryKind;
use rules::Colour;
use tokio::net::TcpSocket;
use tokio::sync::{Barrier, oneshot};
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::{MaybeTlsStream, client_async_with_config};

use crate::games::Plan;
use crate::shared::{Received, Socket, hello};

/// Interval between the moves of a player.
const PACE: Duration = Duration::from_secs(2);

/// How a player enters the game.
pub enum Opening {
    /// The player creates the room, and sends its id.
    Create(oneshot::Sender<RoomId>),
    /// The player joins the room whose id arrives.
    Join(oneshot::Receiver<RoomId>),
}

/// What a player has measured, or what went wrong.
pub type Played = Result<Measured>;

pub struct Measured {
    /// How long each move of the other player took.
    pub moves: Vec<Duration>,
    /// How long the end took, from the resignation on.
    pub end: Duration,
    /// Who does not leave in the moment in which their game ends, as people mostly do.
    _socket: Option<Socket>,
}

pub struct Player {
    pub plan: Arc<Plan>,
    pub side: Colour,
    pub address: SocketAddr,
}

/// What a player has seen of the game so far.
struct Progress {
    ply: usize,
    /// Was our move, or our resignation, sent?
    is_sent: bool,
    latencies: Vec<Duration>,
}

impl Player {
    /// Comes in, waits for all others, and plays.
    pub async fn run(
        self,
        opening: Opening,
        barrier: Arc<Barrier>,
        ready: Option<oneshot::Sender<()>>,
    ) -> Played {
        let played = self.come_and_play(opening, barrier, ready).await;
        let (side, number) = (self.side.name(), self.plan.number);
        played.map_err(|error| anyhow!("{side} of game {number}: {error}"))
    }

    async fn come_and_play(
        &self,
        opening: Opening,
        barrier: Arc<Barrier>,
        ready: Option<oneshot::Sender<()>>,
    ) -> Played {
        // Each game comes from an address of its own, as households do.
        let number = self.plan.number;
        let source = Ipv4Addr::new(127, 1, (number / 200) as u8, (number % 200) as u8 + 1);
        let mut socket = connect_from(source.into(), self.address).await?;
        let name = format!("{} {}", self.side.name(), self.plan.number);
        say(&mut socket, &hello(VERSION, &name)).await?;
        let room = self.enter(&mut socket, opening).await?;
        if let Some(ready) = ready {
            let _ = ready.send(());
        }
        meanwhile(&mut socket, barrier.wait()).await?;
        let (moves, end) = self.play(&mut socket, &room).await?;
        let stays = !self.plan.leaving;
        Ok(Measured { moves, end, _socket: stays.then_some(socket) })
    }

    async fn enter(&self, socket: &mut Socket, opening: Opening) -> Result<RoomId> {
        match opening {
            Opening::Create(tell) => {
                let time = Duration::from_secs(3_600);
                let clock = TimeControl::Fischer { time, increment: Duration::ZERO };
                let options = RoomOptions {
                    colour: ColourChoice::White,
                    clock: Some(clock),
                    ..RoomOptions::friendly(self.plan.rules)
                };
                say(socket, &ToServer::Create { options }).await?;
                let room = entered(socket).await?;
                let _ = self.plan.room.set(room.clone());
                let _ = tell.send(room.clone());
                Ok(room)
            }
            Opening::Join(told) => {
                let room = meanwhile(socket, told).await?.context("no room")?;
                say(socket, &ToServer::Join { room, code: None }).await?;
                entered(socket).await
            }
        }
    }

    async fn play(&self, socket: &mut Socket, room: &RoomId) -> Result<(Vec<Duration>, Duration)> {
        let (plan, turns) = (&self.plan, self.plan.moves.len());
        // The games are spread over the pace, White and Black a half of it apart.
        let spread = PACE.mul_f64((plan.number % 997) as f64 / 997.0);
        let begun = *plan.begun.get_or_init(tokio::time::Instant::now) + PACE / 4;
        let half_paces = |count: usize| PACE / 2 * u32::try_from(count).unwrap_or(u32::MAX);
        // All games end together, after the last move of the last one.
        let due = |ply: usize| match ply < turns {
            true => begun + spread + half_paces(ply),
            false => begun + PACE + half_paces(turns + 1),
        };
        let latencies = Vec::with_capacity(turns / 2);
        let mut progress = Progress { ply: 0, is_sent: false, latencies };
        loop {
            let ply = progress.ply;
            let is_next = self.plays_at(ply) && !progress.is_sent;
            let message = tokio::select! {
                message = socket.next() => message,
                () = tokio::time::sleep_until(due(ply)), if is_next => {
                    // The side to move resigns.
                    let action = match plan.moves.get(ply) {
                        Some(&chess_move) => Action::Play { ply, chess_move, thought_ms: None },
                        None => Action::Resign,
                    };
                    plan.sent.note(ply);
                    say(socket, &ToServer::Act { room: room.clone(), action }).await?;
                    progress.is_sent = true;
                    continue;
                }
            };
            match read(message)? {
                Some(ToClient::Event { event: RoomEvent::Recorded { entry, .. }, .. })
                    if ply == turns && matches!(entry.entry().kind, EntryKind::End(_)) =>
                {
                    let resigned = plan.sent.at(turns).context("an end that nobody asked for")?;
                    return Ok((progress.latencies, resigned.elapsed()));
                }
                Some(message) => self.follow(message, &mut progress)?,
                None => {}
            }
        }
    }

    fn plays_at(&self, ply: usize) -> bool {
        ply % 2 == self.side.index()
    }

    fn follow(&self, message: ToClient, progress: &mut Progress) -> Result<()> {
        let ply = progress.ply;
        match message {
            ToClient::Event { event: RoomEvent::Recorded { ply: played, entry, .. }, .. } => {
                let expected = self.plan.moves.get(ply).copied().map(EntryKind::Move);
                let found = entry.entry().kind;
                if matches!(found, EntryKind::Pause | EntryKind::Resume) {
                    return Ok(());
                }
                if played != ply || Some(found) != expected {
                    bail!("{played} {found:?} came, not {ply} {expected:?}");
                }
                if !self.plays_at(ply) {
                    let at = self.plan.sent.at(ply).context("a move that was not sent")?;
                    progress.latencies.push(at.elapsed());
                }
                progress.ply += 1;
                progress.is_sent = false;
                Ok(())
            }
            ToClient::Refused { refusal, .. } => bail!(refusal),
            _ => Ok(()),
        }
    }
}

/// Connects from an address of this machine: all that begin with 127 are its own.
pub async fn connect_from(source: IpAddr, address: SocketAddr) -> Result<Socket> {
    let socket = TcpSocket::new_v4()?;
    socket.bind(SocketAddr::new(source, 0))?;
    let stream = socket.connect(address).await?;
    stream.set_nodelay(true)?;
    let config = WebSocketConfig::default().read_buffer_size(4096).write_buffer_size(0);
    let (url, stream) = (format!("ws://{address}/ws"), MaybeTlsStream::Plain(stream));
    let (socket, _) = client_async_with_config(url, stream, Some(config)).await?;
    Ok(socket)
}

async fn say(socket: &mut Socket, message: &ToServer) -> Result<()> {
    Ok(socket.send(Message::text(protocol::write(message))).await?)
}

/// A message of the protocol, if it is one.
fn read(message: Received) -> Result<Option<ToClient>> {
    match message.context("the server hung up")?? {
        Message::Text(text) => Ok(Some(protocol::read(&text)?)),
        Message::Close(why) => bail!("the server hung up: {why:?}"),
        _ => Ok(None),
    }
}

/// Waits for something, and reads messages meanwhile: a client that answers no ping for long counts as gone
/// by the server, and until all others have come it can take long.
async fn meanwhile<T>(socket: &mut Socket, waiting: impl Future<Output = T>) -> Result<T> {
    let mut waiting = pin!(waiting);
    loop {
        tokio::select! {
            done = &mut waiting => return Ok(done),
            message = socket.next() => {
                if let Some(ToClient::Refused { refusal, .. }) = read(message)? {
                    bail!(refusal);
                }
            }
        }
    }
}

/// Waits until one is in a room.
async fn entered(socket: &mut Socket) -> Result<RoomId> {
    loop {
        match read(socket.next().await)? {
            Some(ToClient::State(state)) => return Ok(state.room),
            Some(ToClient::Refused { refusal, .. }) => bail!(refusal),
            _ => {}
        }
    }
}
