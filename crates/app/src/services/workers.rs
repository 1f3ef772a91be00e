//! Helpers that think beside the page, where there are no threads.

use std::sync::Arc;

/// Called whenever there is something new to be looked at.
pub type Wake = Arc<dyn Fn() + Send + Sync>;

/// Starts helpers that work beside what is shown, such as the workers of a browser.
pub trait Workers {
    /// Starts one, which calls `wake` whenever it has written; nothing if that cannot be done.
    fn start(&self, wake: Wake) -> Option<Box<dyn Worker>>;
}

/// A helper that is written to and writes back. It ends at once when it is dropped, in the middle
/// of whatever it does.
pub trait Worker {
    /// Sends it a message.
    fn send(&mut self, message: &str);

    /// The next thing that came from it.
    fn receive(&mut self) -> Option<FromWorker>;
}

/// What comes from a helper.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FromWorker {
    /// A message.
    Message(String),
    /// It has ended by a fault and will not write again.
    Died,
}
