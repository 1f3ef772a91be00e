//! Figures.

use std::time::Duration;

/// Prints how long something took, for half and for nearly all.
pub fn print(what: &str, mut times: Vec<Duration>) -> Option<Duration> {
    times.sort_unstable();
    let at = |part: f64| times.get(((times.len() as f64 * part) as usize).min(times.len() - 1));
    if times.is_empty() {
        println!("{what:<36} nothing was measured");
        return None;
    }
    let shown = |part| at(part).map_or(f64::NAN, |time| time.as_secs_f64() * 1e3);
    println!(
        "{what:<36} {:>9} times   p50 {:>7.2} ms   p99 {:>7.2} ms   p99.9 {:>7.2} ms   most {:>7.2} ms",
        times.len(),
        shown(0.5),
        shown(0.99),
        shown(0.999),
        shown(1.0),
    );
    at(0.99).copied()
}
