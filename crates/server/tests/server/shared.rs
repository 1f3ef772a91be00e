//! What the tests and the load generator share: a client's wire, and the moves of a game as text.

use std::net::SocketAddr;
use std::time::Instant;

use client::{Client, Effect};
use futures_util::SinkExt;
use game::{Game, PlayedTurn};
use notation::uci;
use protocol::{PlayerName, ToServer};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

pub type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

/// What has come over a wire; nothing at its end.
pub type Received = Option<Result<Message, Error>>;

/// The wire of a client, which can be cut.
pub struct Wire {
    pub address: SocketAddr,
    pub socket: Option<Socket>,
}

impl Wire {
    /// A wire to a server, not open yet.
    pub fn new(address: SocketAddr) -> Wire {
        Wire { address, socket: None }
    }

    /// Does what the client asks for. Its time began at a moment.
    pub async fn work_off(&mut self, client: &mut Client, start: Instant) {
        while let Some(output) = client.next_effect() {
            match output {
                Effect::Open => match connect_async(format!("ws://{}/ws", self.address)).await {
                    Ok((socket, _)) => {
                        self.socket = Some(socket);
                        client.opened(start.elapsed());
                    }
                    Err(_) => client.closed(start.elapsed()),
                },
                Effect::Send(text) => {
                    if let Some(socket) = &mut self.socket {
                        // If it is cut, that is heard next.
                        let _ = socket.send(Message::text(text)).await;
                    }
                }
                Effect::Close => self.socket = None,
            }
        }
    }

    /// Gives the client what was received, if it is a message or the end.
    pub fn receive(&mut self, message: Received, client: &mut Client, start: Instant) {
        match message {
            Some(Ok(Message::Text(text))) => client.received(start.elapsed(), &text),
            Some(Ok(Message::Close(_)) | Err(_)) | None => {
                self.socket = None;
                client.closed(start.elapsed());
            }
            Some(Ok(_)) => {}
        }
    }
}

/// The greeting of a new player.
pub fn hello(version: u16, name: &str) -> ToServer {
    let name = PlayerName::new(name).expect("a name");
    ToServer::Hello { version, name, token: None, resume: Vec::new(), transfer: None }
}

/// All moves of a game as text.
pub fn moves(game: &Game) -> Vec<String> {
    let mut position = game.start().clone();
    let text = |turn: &PlayedTurn| match turn.chess_move() {
        Some(chess_move) => {
            let text = uci::format(&position, chess_move);
            position.play_unchecked(chess_move);
            text
        }
        None => {
            position.pass();
            "--".to_owned()
        }
    };
    game.turns().iter().map(text).collect()
}
