//! What the server counts, in the text format that Prometheus reads.

use std::fmt::Write;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering::Relaxed};
use std::time::Duration;

/// The upper ends of the buckets for how long a move takes within the server, in microseconds.
const BUCKETS: [u64; 9] = [250, 500, 1_000, 2_500, 5_000, 10_000, 25_000, 50_000, 100_000];

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
    pub(crate) refusals: AtomicU64,
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

impl Metrics {
    /// Counts a move that was broadcast so long after its arrival.
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

    /// All of it as text, with what is counted elsewhere.
    pub fn text(&self, room_bytes: usize, engine_questions: usize) -> String {
        let gauges = [
            ("connections", "Open connections", &self.connections),
            ("rooms", "Rooms", &self.rooms),
            ("unsaved_rooms", "Rooms with turns that could not be saved yet", &self.unsaved_rooms),
            ("spectators", "Spectators of all rooms", &self.spectators),
        ];
        let counters = [
            ("refused_connections_total", "Connections over a limit", &self.refused_connections),
            ("games_started_total", "Games that began", &self.games_started),
            ("games_ended_total", "Games that ended", &self.games_ended),
            ("messages_in_total", "Messages from clients", &self.messages_in),
            ("messages_out_total", "Messages to clients", &self.messages_out),
            ("refusals_total", "Requests that were refused", &self.refusals),
            ("too_fast_total", "Messages over a rate", &self.too_fast),
            ("dropped_slow_total", "Connections dropped for being slow", &self.dropped_slow),
            ("store_failures_total", "Changes that could not be kept", &self.store_failures),
            ("evicted_rooms_total", "Idle rooms closed for new ones", &self.evicted_rooms),
            ("failed_rooms_total", "Rooms whose task failed", &self.failed_rooms),
            ("over_quota_total", "Actions refused for want of memory", &self.over_quota),
        ];
        let mut text = String::new();
        let mut add = |name: &str, about: &str, kind: &str, value: String| {
            let name = format!("xxlchess_{name}");
            // Writing to a text cannot fail.
            let _ = writeln!(text, "# HELP {name} {about}.\n# TYPE {name} {kind}\n{name} {value}");
        };
        for (name, about, value) in gauges {
            add(name, about, "gauge", value.load(Relaxed).to_string());
        }
        add("room_bytes", "Memory that rooms may use", "gauge", room_bytes.to_string());
        let questions = engine_questions.to_string();
        add("engine_questions", "Questions that wait for the engine", "gauge", questions);
        for (name, about, value) in counters {
            add(name, about, "counter", value.load(Relaxed).to_string());
        }
        if let Some(bytes) = resident_bytes() {
            add("resident_memory_bytes", "Memory in use", "gauge", bytes.to_string());
        }
        self.add_moves(&mut text);
        text
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

/// The resident memory of the process, on Linux.
fn resident_bytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kibibytes: u64 = line.split_whitespace().next()?.parse().ok()?;
    Some(kibibytes * 1024)
}
