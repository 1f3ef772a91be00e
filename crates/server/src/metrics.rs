//! The metrics of the server, in the text format of Prometheus.

use std::collections::BTreeMap;
use std::fmt::{Display, Write};
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use parking_lot::Mutex;

/// The upper ends of the buckets for how long a move takes within the server, in microseconds.
const BUCKETS: [u64; 15] = [
    250, 500, 1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000, 250_000, 500_000, 1_000_000,
    2_500_000, 5_000_000, 10_000_000,
];

/// Everything that is counted.
#[derive(Debug, Default)]
pub struct Metrics {
    pub(crate) connections: AtomicI64,
    pub(crate) refused_connections: AtomicU64,
    pub(crate) rooms: AtomicI64,
    pub(crate) unsaved_rooms: AtomicI64,
    pub(crate) spectators: AtomicI64,
    pub(crate) games_started: AtomicU64,
    pub(crate) games_ended: AtomicU64,
    pub(crate) messages_in: AtomicU64,
    pub(crate) messages_out: AtomicU64,
    /// Refusals by reason.
    refusals: Mutex<BTreeMap<String, u64>>,
    pub(crate) too_fast: AtomicU64,
    pub(crate) dropped_slow: AtomicU64,
    pub(crate) store_failures: AtomicU64,
    pub(crate) evicted_rooms: AtomicU64,
    pub(crate) failed_rooms: AtomicU64,
    pub(crate) over_quota: AtomicU64,
    moves: AtomicU64,
    move_microseconds: AtomicU64,
    move_buckets: [AtomicU64; BUCKETS.len()],
}

/// Gauges that other parts of the server hold.
pub(crate) struct Elsewhere {
    pub(crate) room_bytes: usize,
    pub(crate) engine_questions: usize,
    pub(crate) store_jobs: usize,
    pub(crate) archive_queue: usize,
    pub(crate) seekers: usize,
}

impl Metrics {
    /// Counts a broadcast move, by the time since its arrival.
    pub(crate) fn count_move(&self, took: Duration) {
        let micros = u64::try_from(took.as_micros()).unwrap_or(u64::MAX);
        self.moves.fetch_add(1, Relaxed);
        self.move_microseconds.fetch_add(micros, Relaxed);
        for (bucket, end) in self.move_buckets.iter().zip(BUCKETS) {
            if micros <= end {
                bucket.fetch_add(1, Relaxed);
            }
        }
    }

    /// Counts something that was refused.
    pub(crate) fn count_refusal(&self, reason: impl Into<String>) {
        *self.refusals.lock().entry(reason.into()).or_default() += 1;
    }

    /// All of it as text, with what is counted elsewhere.
    pub(crate) fn text(&self, elsewhere: &Elsewhere) -> String {
        let mut text = String::new();
        for (name, about, value) in [
            ("connections", "Open connections", &self.connections),
            ("rooms", "Rooms", &self.rooms),
            ("unsaved_rooms", "Rooms with turns that could not be saved yet", &self.unsaved_rooms),
            ("spectators", "Spectators of all rooms", &self.spectators),
        ] {
            write_metric(&mut text, name, about, value.load(Relaxed));
        }
        for (name, about, value) in [
            ("room_bytes", "Memory that rooms may use", elsewhere.room_bytes),
            ("engine_questions", "Questions that wait for the engine", elsewhere.engine_questions),
            ("store_jobs", "Jobs that wait for the store", elsewhere.store_jobs),
            ("ended_games", "Games that wait to be put away", elsewhere.archive_queue),
            ("seekers", "Players who look for an opponent", elsewhere.seekers),
        ] {
            write_metric(&mut text, name, about, value);
        }
        for (name, about, value) in [
            ("refused_connections_total", "Connections over a limit", &self.refused_connections),
            ("games_started_total", "Games that began", &self.games_started),
            ("games_ended_total", "Games that ended", &self.games_ended),
            ("messages_in_total", "Messages from clients", &self.messages_in),
            ("messages_out_total", "Messages to clients", &self.messages_out),
            ("too_fast_total", "Messages over a rate", &self.too_fast),
            ("dropped_slow_total", "Connections dropped for being slow", &self.dropped_slow),
            ("store_failures_total", "Changes that could not be kept", &self.store_failures),
            ("evicted_rooms_total", "Idle rooms closed for new ones", &self.evicted_rooms),
            ("failed_rooms_total", "Rooms whose task failed", &self.failed_rooms),
            ("over_quota_total", "Actions refused for want of memory", &self.over_quota),
        ] {
            write_metric(&mut text, name, about, value.load(Relaxed));
        }
        if let Some(bytes) = resident_bytes() {
            write_metric(&mut text, "resident_memory_bytes", "Memory in use", bytes);
        }
        self.add_refusals(&mut text);
        self.add_moves(&mut text);
        text
    }

    fn add_refusals(&self, text: &mut String) {
        let name = "xxlchess_refusals_total";
        let about = "Requests that were refused, by reason.";
        let _ = writeln!(text, "# HELP {name} {about}\n# TYPE {name} counter");
        for (reason, count) in self.refusals.lock().iter() {
            let _ = writeln!(text, "{name}{{reason=\"{reason}\"}} {count}");
        }
    }

    fn add_moves(&self, text: &mut String) {
        let name = "xxlchess_move_seconds";
        let count = self.moves.load(Relaxed);
        let sum = self.move_microseconds.load(Relaxed) as f64 / 1e6;
        let about = "How long a move takes from its arrival until it was told to everybody.";
        let _ = writeln!(text, "# HELP {name} {about}\n# TYPE {name} histogram");
        for (bucket, end) in self.move_buckets.iter().zip(BUCKETS) {
            let (end, value) = (end as f64 / 1e6, bucket.load(Relaxed));
            let _ = writeln!(text, "{name}_bucket{{le=\"{end}\"}} {value}");
        }
        let _ = writeln!(text, "{name}_bucket{{le=\"+Inf\"}} {count}");
        let _ = writeln!(text, "{name}_sum {sum}\n{name}_count {count}");
    }
}

/// Writes a number that is counted; one whose name ends with `_total` never falls.
pub(crate) fn write_metric(text: &mut String, name: &str, about: &str, value: impl Display) {
    let kind = if name.ends_with("_total") { "counter" } else { "gauge" };
    let end = if about.ends_with('?') { "" } else { "." };
    let name = format!("xxlchess_{name}");
    // Writing to a text cannot fail.
    let _ = writeln!(text, "# HELP {name} {about}{end}\n# TYPE {name} {kind}\n{name} {value}");
}

/// The resident memory of the process, on Linux.
fn resident_bytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kibibytes: u64 = line.split_whitespace().next()?.parse().ok()?;
    Some(kibibytes * 1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_dashboard_shows_what_is_counted() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../packaging/grafana/xxlchess.json");
        let dashboard = std::fs::read_to_string(path).expect("the dashboard");
        let metrics = Metrics::default();
        metrics.count_refusal("too-fast");
        metrics.count_move(Duration::from_secs(3));
        let elsewhere = Elsewhere {
            room_bytes: 1,
            engine_questions: 2,
            store_jobs: 3,
            archive_queue: 5,
            seekers: 4,
        };
        let text = metrics.text(&elsewhere);
        assert!(text.contains("xxlchess_refusals_total{reason=\"too-fast\"} 1\n"), "{text}");
        assert!(text.contains("xxlchess_move_seconds_bucket{le=\"2.5\"} 0\n"), "{text}");
        assert!(text.contains("xxlchess_move_seconds_bucket{le=\"5\"} 1\n"), "{text}");
        assert!(text.contains("xxlchess_store_jobs 3\n"), "{text}");
        let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let mut count = 0;
        for (place, _) in dashboard.match_indices("xxlchess_") {
            let name: String = dashboard[place..].chars().take_while(|c| is_part(*c)).collect();
            assert!(text.contains(&name), "{name} is not counted");
            count += 1;
        }
        assert!(count > 10);
    }
}
