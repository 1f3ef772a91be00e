//! Web workers, for the engine where there are no threads.

use std::sync::Arc;

/// Called whenever there is something new to be looked at.
pub type Wake = Arc<dyn Fn() + Send + Sync>;

/// Has the window painted again, with what is new.
pub fn repaint(window: &egui::Context) -> Wake {
    let window = window.clone();
    Arc::new(move || window.request_repaint())
}

/// Starts workers, such as those of a browser.
pub trait WebWorkers {
    /// Starts one, which calls `wake` whenever it has written; nothing if that cannot be done.
    fn start(&self, wake: Wake) -> Option<Box<dyn WebWorker>>;
}

/// A worker that exchanges messages. It is terminated when it is dropped, in the middle
/// of whatever it does.
pub trait WebWorker {
    /// Sends it a message.
    fn send(&mut self, message: &str);

    /// The next thing that came from it.
    fn receive(&mut self) -> Option<FromWorker>;
}

/// A message or event of a worker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FromWorker {
    Message(String),
    /// It has crashed.
    Died,
}
