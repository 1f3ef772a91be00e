//! Many who watch one game: they take what they are sent and note when it came.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow, bail};
use futures_util::{SinkExt, StreamExt};
use protocol::{RoomId, ToServer, VERSION};
use tokio::runtime::Runtime;
use tokio::task::JoinHandle;
use tokio_tungstenite::connect_async_with_config;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;

use crate::games::Sent;
use crate::shared::{Socket, hello};

/// Number of spectators that connect at a time.
const AT_ONCE: usize = 50;

/// Spectators of one game.
pub struct Crowd {
    runtime: Runtime,
    watching: Vec<JoinHandle<Vec<Duration>>>,
}

impl Crowd {
    /// Connects a number of spectators, to each of some addresses in turn. They share a thread that gives way to the players.
    pub fn gather(
        addresses: &[SocketAddr],
        room: &RoomId,
        count: usize,
        sent: &Arc<Sent>,
    ) -> Result<Crowd> {
        let runtime = crate::new_runtime()?;
        let mut watching = Vec::with_capacity(count);
        while watching.len() < count {
            let number = AT_ONCE.min(count - watching.len());
            let first = watching.len();
            let address = |who: usize| addresses[who % addresses.len()];
            let coming =
                (first..first + number).map(|who| connect(address(who), room.clone(), who));
            let sockets = runtime.block_on(futures_util::future::join_all(coming));
            for (socket, who) in sockets.into_iter().zip(first + 1..) {
                let socket = socket.map_err(|error| anyhow!("spectator {who}: {error}"))?;
                watching.push(runtime.spawn(watch(socket, Arc::clone(sent))));
            }
        }
        Ok(Crowd { runtime, watching })
    }

    /// When everything is over: how long each move took to each of them.
    pub fn disperse(self, turns: usize) -> Result<Vec<Duration>> {
        let mut all = Vec::new();
        for (watching, who) in self.watching.into_iter().zip(1..) {
            let times = self
                .runtime
                .block_on(async { tokio::time::timeout(Duration::from_secs(20), watching).await });
            let times = times.with_context(|| format!("spectator {who} did not see the end"))??;
            if times.len() != turns {
                bail!("spectator {who} saw {} of {turns} moves", times.len());
            }
            all.extend(times);
        }
        self.runtime.shutdown_background();
        Ok(all)
    }
}

async fn connect(address: SocketAddr, room: RoomId, who: usize) -> Result<Socket> {
    let config = WebSocketConfig::default().read_buffer_size(2048).write_buffer_size(0);
    let url = format!("ws://{address}/ws");
    let (mut socket, _) = connect_async_with_config(url, Some(config), true).await?;
    let greeting = hello(VERSION, &format!("Spectator {who}"));
    let watch = ToServer::Watch { room, code: None, view: None };
    for message in [greeting, watch] {
        socket.send(Message::text(protocol::write(&message))).await?;
    }
    while let Some(message) = socket.next().await {
        if let Message::Text(text) = message?
            && text.starts_with("{\"state\"")
        {
            return Ok(socket);
        }
    }
    bail!("turned away")
}

/// Watches until the game is over. Messages are not read further than needed: there are many.
async fn watch(mut socket: Socket, sent: Arc<Sent>) -> Vec<Duration> {
    let mut times = Vec::new();
    while let Some(Ok(message)) = socket.next().await {
        let Message::Text(text) = message else { continue };
        let Some((_, rest)) = text.split_once("{\"recorded\":{\"ply\":") else { continue };
        if rest.contains("\"entry\":{\"move\":") {
            let digits = rest.split(',').next().and_then(|ply| ply.parse::<usize>().ok());
            if digits == Some(times.len())
                && let Some(at) = sent.at(times.len())
            {
                times.push(Instant::now().saturating_duration_since(at));
            }
        } else if rest.contains("\"entry\":{\"end\":") {
            break;
        }
    }
    times
}
