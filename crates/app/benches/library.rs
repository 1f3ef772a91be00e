//! How long the window takes to show a library of ten thousand games.
//!
//! `cargo bench -p xxlchess-app --bench library` prints milliseconds of processor time of the thread that
//! draws, and of the clock until the games are seen.

#[path = "../tests/common/mod.rs"]
mod common;

use std::fs;
use std::path::Path;
use std::time::Duration;

use common::Window;
use notation::archive::Archive;
use notation::pgn::PlayedMove;
use rules::Position;
use store::{Library, Origin, SqliteStore, UnixTime, archives};
use test_kit::random::{self, Random};
use test_kit::stopwatch::measure;

const GAMES: usize = 10_000;

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
        archives::to_record(&archive, None, None, Origin::Imported, UnixTime(number as i64 * 60))
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
