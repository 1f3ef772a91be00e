//! How much time a piece of work takes, for benchmarks.

use std::fs;
use std::hint::black_box;
use std::time::Instant;

/// The processor time that this thread has used, in milliseconds; only Linux tells it.
fn processor_time() -> Option<f64> {
    let text = fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let nanoseconds: f64 = text.split_whitespace().next()?.parse().ok()?;
    Some(nanoseconds / 1e6)
}

/// Does the work and prints its time: of this thread's processor, which other programs do not
/// change much, and by the clock.
pub fn measure<T>(what: &str, work: impl FnOnce() -> T) -> T {
    let (before, clock) = (processor_time(), Instant::now());
    let result = black_box(work());
    let wall = clock.elapsed().as_secs_f64() * 1e3;
    let used = before.zip(processor_time()).map_or(wall, |(before, after)| after - before);
    println!("{what:<44} {used:>9.2} ms of this thread, {wall:>9.2} ms by the clock");
    result
}
