//! How the evaluation learns: self-play games, training samples, the CPU trainer and the tuner.

pub mod game_file;
pub mod samples;
pub mod self_play;
pub mod trainer;
pub mod tuning;
pub mod variations;

use std::thread;

/// Works on each item in a thread of its own; the results are in the order of the items.
fn in_parallel<T: Send, R: Send>(
    items: impl Iterator<Item = T>,
    work: impl Fn(T) -> R + Sync,
) -> Vec<R> {
    thread::scope(|scope| {
        let work = &work;
        let threads: Vec<_> = items.map(|item| scope.spawn(move || work(item))).collect();
        let join = |thread: thread::ScopedJoinHandle<R>| {
            thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        };
        threads.into_iter().map(join).collect()
    })
}
