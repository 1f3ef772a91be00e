//! A NATS server of a test's own, which ends with it.

use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

/// A NATS server at a free port of this machine.
pub struct Broker {
    server: Child,
    port: u16,
}

impl Broker {
    /// Starts a server; nothing if it is not installed.
    ///
    /// # Panics
    /// If it does not answer.
    pub fn start() -> Option<Broker> {
        let port = free_port();
        let broker = Broker { server: serve(port)?, port };
        broker.wait_until_it_answers();
        Some(broker)
    }

    /// Where nodes connect to it.
    pub fn address(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }

    /// Ends it.
    pub fn stop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
    }

    /// Ends it, and starts it again at the same port.
    ///
    /// # Panics
    /// If it does not start.
    pub fn restart(&mut self) {
        self.stop();
        self.server = serve(self.port).expect("it was there before");
        self.wait_until_it_answers();
    }

    fn wait_until_it_answers(&self) {
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, self.port));
        for _ in 0..200 {
            if TcpStream::connect(address).is_ok() {
                return;
            }
            thread::sleep(Duration::from_millis(50));
        }
        panic!("the broker does not answer");
    }
}

impl Drop for Broker {
    fn drop(&mut self) {
        self.stop();
    }
}

/// A port that is free now.
///
/// # Panics
/// If there is none.
pub fn free_port() -> u16 {
    let free = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).and_then(|free| free.local_addr());
    free.expect("a free port").port()
}

fn serve(port: u16) -> Option<Child> {
    // Debian has it where only administrators look.
    ["nats-server", "/usr/sbin/nats-server"].into_iter().find_map(|program| {
        let mut server = Command::new(program);
        server.args(["-a", "127.0.0.1", "-p", &port.to_string()]);
        server.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().ok()
    })
}
