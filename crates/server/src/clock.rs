//! The clock of the server, which tests can push forward.

use std::time::{Duration, Instant};

use store::UnixTime;
use tokio::sync::watch;

/// The time since the start of the server. All clocks of games run by it.
#[derive(Clone, Debug)]
pub struct ServerClock {
    start: Instant,
    /// The sum of all pushes.
    pushed: watch::Sender<Duration>,
}

impl ServerClock {
    /// A clock that starts now.
    pub fn new() -> ServerClock {
        ServerClock { start: Instant::now(), pushed: watch::Sender::new(Duration::ZERO) }
    }

    /// The time.
    pub fn now(&self) -> Duration {
        self.start.elapsed() + *self.pushed.borrow()
    }

    /// The time of the calendar.
    pub(crate) fn unix(&self) -> UnixTime {
        let pushed = i64::try_from(self.pushed.borrow().as_secs()).unwrap_or(i64::MAX);
        UnixTime::now().plus_seconds(pushed)
    }

    /// Pushes the time forward, so that a test need not wait for it.
    pub fn push(&self, by: Duration) {
        self.pushed.send_modify(|pushed| *pushed += by);
    }

    /// Waits until a time.
    pub async fn sleep_until(&self, at: Duration) {
        let mut pushed = self.pushed.subscribe();
        loop {
            let Some(rest) = at.checked_sub(self.now()).filter(|rest| !rest.is_zero()) else {
                return;
            };
            tokio::select! {
                () = tokio::time::sleep(rest) => {}
                _ = pushed.changed() => {}
            }
        }
    }
}

impl Default for ServerClock {
    fn default() -> ServerClock {
        ServerClock::new()
    }
}
