//! Connections to servers: WebSockets, on a desktop and in a browser.

use std::ops::ControlFlow;
use std::sync::mpsc::{self, Receiver};

use ewebsock::{Options, WsEvent, WsMessage, WsSender};

use super::Wake;

/// Opens wires to servers.
pub trait Wires {
    /// Opens one, which calls `wake` whenever something has come. It is open once it says so.
    ///
    /// # Errors
    /// Why it cannot even be tried.
    fn open(&self, url: &str, wake: Wake) -> Result<Box<dyn Wire>, String>;
}

/// A wire to a server. It is closed when it is dropped.
pub trait Wire {
    /// Sends a text.
    fn send(&mut self, text: String);

    /// The next thing that came over it. It never waits.
    fn receive(&mut self) -> Option<FromWire>;
}

/// What comes over a wire.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FromWire {
    Opened,
    Text(String),
    /// It is closed, or could not be opened; perhaps with why.
    Closed(Option<String>),
}

/// Wires that are WebSockets, on a desktop and in a browser alike.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sockets;

impl Wires for Sockets {
    fn open(&self, url: &str, wake: Wake) -> Result<Box<dyn Wire>, String> {
        #[cfg(not(target_arch = "wasm32"))]
        choose_cryptography();
        let (sender, events) = mpsc::channel();
        let options =
            Options { max_incoming_frame_size: protocol::LONGEST_TO_CLIENT, ..Options::default() };
        let on_event = move |event| {
            let is_heard = sender.send(event).is_ok();
            wake();
            if is_heard { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        };
        let sender = ewebsock::ws_connect(url.to_owned(), options, Box::new(on_event))?;
        Ok(Box::new(Socket { sender, events }))
    }
}

/// Without a choice of ours, one would be made by which other crates are there.
#[cfg(not(target_arch = "wasm32"))]
fn choose_cryptography() {
    // It fails only if a choice was made already.
    let _ = rustls::crypto::ring::default_provider().install_default();
}

struct Socket {
    sender: WsSender,
    events: Receiver<WsEvent>,
}

impl Wire for Socket {
    fn send(&mut self, text: String) {
        self.sender.send(WsMessage::Text(text));
    }

    fn receive(&mut self) -> Option<FromWire> {
        loop {
            return Some(match self.events.try_recv().ok()? {
                WsEvent::Opened => FromWire::Opened,
                WsEvent::Message(WsMessage::Text(text)) => FromWire::Text(text),
                // The messages of this program are texts; pings are answered below us.
                WsEvent::Message(_) => continue,
                // Browsers hide from pages why a connection came to nothing.
                WsEvent::Error(_) if cfg!(target_arch = "wasm32") => FromWire::Closed(None),
                WsEvent::Error(why) => FromWire::Closed(Some(why)),
                WsEvent::Closed => FromWire::Closed(None),
            });
        }
    }
}
