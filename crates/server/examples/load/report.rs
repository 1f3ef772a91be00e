//! Figures.

use std::time::Duration;

/// The time within which such a part of some things was done.
pub fn percentile(times: &mut [Duration], part: f64) -> Duration {
    times.sort_unstable();
    let place = ((times.len() as f64 * part) as usize).min(times.len().saturating_sub(1));
    times.get(place).copied().unwrap_or_default()
}

/// Prints how long something took, for half and for nearly all.
pub fn print(what: &str, mut times: Vec<Duration>) -> Option<Duration> {
    if times.is_empty() {
        println!("{what:<36} nothing was measured");
        return None;
    }
    let [p50, p99, p999, most] =
        [0.5, 0.99, 0.999, 1.0].map(|part| percentile(&mut times, part).as_secs_f64() * 1e3);
    println!(
        "{what:<36} {:>9} times   p50 {p50:>7.2} ms   p99 {p99:>7.2} ms   p99.9 {p999:>7.2} ms   \
         most {most:>7.2} ms",
        times.len(),
    );
    Some(percentile(&mut times, 0.99))
}
