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
    fn open(&self, url: &str, wake: Wake) -> Result<Box<dyn Wire>, WireFault>;
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
    Closed(Option<WireFault>),
}

/// Why a wire is not there, with what the system said about it, in its own words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WireFault {
    /// It could not even be tried.
    Untried(String),
    /// It was tried, and nobody answered as a server does.
    Unanswered(String),
    /// It was open.
    Broken(String),
}

/// Wires that are WebSockets, on a desktop and in a browser alike.
#[derive(Clone, Copy, Debug, Default)]
pub struct Sockets;

impl Wires for Sockets {
    fn open(&self, url: &str, wake: Wake) -> Result<Box<dyn Wire>, WireFault> {
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
        let sender = ewebsock::ws_connect(url.to_owned(), options, Box::new(on_event));
        let sender = sender.map_err(WireFault::Untried)?;
        Ok(Box::new(Socket { sender, events, was_opened: false }))
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
    was_opened: bool,
}

impl Wire for Socket {
    fn send(&mut self, text: String) {
        self.sender.send(WsMessage::Text(text));
    }

    fn receive(&mut self) -> Option<FromWire> {
        loop {
            return Some(match self.events.try_recv().ok()? {
                WsEvent::Opened => {
                    self.was_opened = true;
                    FromWire::Opened
                }
                WsEvent::Message(WsMessage::Text(text)) => FromWire::Text(text),
                // The messages of this program are texts; pings are answered below us.
                WsEvent::Message(_) => continue,
                // Browsers hide from pages why a connection came to nothing.
                WsEvent::Error(_) if cfg!(target_arch = "wasm32") => FromWire::Closed(None),
                WsEvent::Error(why) if self.was_opened => {
                    FromWire::Closed(Some(WireFault::Broken(why)))
                }
                WsEvent::Error(why) => FromWire::Closed(Some(WireFault::Unanswered(why))),
                WsEvent::Closed => FromWire::Closed(None),
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::TcpListener;
    use std::sync::Arc;
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_server_that_is_not_there_does_not_answer() {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
        let address = listener.local_addr().expect("it listens");
        drop(listener);
        let (wake, woken) = mpsc::channel();
        let wake = Arc::new(move || wake.send(()).unwrap_or_default());
        let mut wire = Sockets.open(&format!("ws://{address}"), wake).expect("it can be tried");
        woken.recv_timeout(Duration::from_secs(60)).expect("it ends");
        let heard = wire.receive();
        let Some(FromWire::Closed(Some(WireFault::Unanswered(_)))) = heard else {
            panic!("{heard:?}");
        };
    }
}
