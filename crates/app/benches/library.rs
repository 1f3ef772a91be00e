//! How long the window takes to show a library of ten thousand games.
//!
//! `cargo bench -p app --bench library` prints milliseconds of processor time of the thread that
//! draws, and of the clock until the games are seen.

#[path = "../tests/common/mod.rs"]
mod common;

use std::fs;
use std::hint::black_box;
use std::path::Path;
use std::time::{Duration, Instant};

use common::Window;
use notation::archive::Archive;
use notation::pgn::PlayedMove;
use rules::Position;
use store::{Library, Origin, SqliteStore, UnixTime, record};
use test_kit::random::{self, Random};

const GAMES: usize = 10_000;

/// The processor time that this thread has used, in milliseconds.
fn processor_time() -> Option<f64> {
    let text = fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let nanoseconds: f64 = text.split_whitespace().next()?.parse().ok()?;
    Some(nanoseconds / 1e6)
}

fn measure<T>(what: &str, work: impl FnOnce() -> T) -> T {
    let (before, clock) = (processor_time(), Instant::now());
    let result = black_box(work());
    let wall = clock.elapsed().as_secs_f64() * 1e3;
    let used = before.zip(processor_time()).map_or(wall, |(before, after)| after - before);
    println!("{what:<40} {used:>8.1} ms of this thread, {wall:>8.1} ms by the clock");
    result
}

/// A store with games of all rule sets that ship.
fn fill(path: &Path) {
    let (mut store, _) = SqliteStore::open(path).expect("a store");
    let mut random = Random::new(5);
    let ids: Vec<&str> = notation::ruleset::shipped_ids().collect();
    let game = |number: usize, random: &mut Random| {
        let rules = notation::ruleset::shipped(ids[number % ids.len()]).expect("it ships");
        let mut archive = Archive::new(Position::start(&rules));
        for _ in 0..random.between(10, 60) {
            let Some(step) = random::legal_move(random, archive.position()) else { break };
            archive.push(PlayedMove::new(step)).expect("legal");
        }
        record::to_record(&archive, None, None, Origin::Imported, UnixTime(number as i64 * 60))
    };
    for batch in 0..GAMES / 1000 {
        let games: Vec<_> =
            (0..1000).map(|number| game(batch * 1000 + number, &mut random)).collect();
        store.add_games(&games).expect("kept");
    }
}

/// Frames until something is seen.
fn until(window: &mut Window, part: &str) {
    for _ in 0..2000 {
        if window.shows_part(part) {
            return;
        }
        window.harness.step();
        std::thread::sleep(Duration::from_micros(200));
    }
    panic!("{part} was never shown");
}

fn main() {
    let folder = std::env::temp_dir().join(format!("xxlchess-window-bench-{}", std::process::id()));
    let path = folder.join("xxlchess.db");
    fill(&path);
    let mut window = measure("starting the program", || Window::on_disk(path));
    measure("a hundred frames of the menu", || window.harness.run_steps(100));
    measure("the first frames of the library", || window.click("Your games"));
    measure("until the games are seen", || until(&mut window, "10\u{2009}000 games"));
    measure("a hundred frames of the library", || window.harness.run_steps(100));
    window.click("Search");
    measure("typing a word and seeing what is found", || {
        window.harness.event(egui::Event::Text("capablanca".to_owned()));
        until(&mut window, "2\u{2009}000 games");
    });
    drop(window);
    let _ = fs::remove_dir_all(&folder);
}
