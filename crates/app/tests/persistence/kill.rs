//! The window is killed at random moments, again and again, and loses at most the move that was
//! being made.
//!
//! `XXLCHESS_KILLS` says how often, 10 times if nothing is said.

use std::io::Write;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use notation::archive::{self, Archive};
use notation::pgn::PlayedMove;
use notation::uci;
use rules::{History, Position};
use store::{Autosaves, GameQuery, Library, SqliteStore, archives};
use test_kit::kill::{kill_after, kills};
use test_kit::random::Random;
use xxlchess_app::{GlideSettings, NewGame, PlayerChoice};

use crate::common::Window;

/// Says to this very program that it is the one to be killed, and where its store is.
const STORE: &str = "XXLCHESS_KILLED_WINDOW";

/// What comes before a game in what it prints.
const MARK: &str = "shown ";

/// The name of the test below that is the program to be killed.
const PROGRAM: &str = "kill::the_window_that_is_killed";

/// A window in which the computer plays against itself for ever; it tells what is on the board.
#[test]
fn the_window_that_is_killed() {
    let Ok(path) = std::env::var(STORE) else { return };
    let mut window = Window::on_disk(path.into());
    let ids: Vec<&str> = notation::ruleset::shipped_ids().collect();
    for id in ids.iter().cycle() {
        let rules = notation::ruleset::shipped(id).expect("it ships");
        let random = PlayerChoice::Computer(engine::level::find("random").expect("a level"));
        let glide = GlideSettings { speed: 1e6, longest: Duration::from_millis(1) };
        let game = NewGame::new(Position::start(&rules), [random, random]);
        window.app().play(NewGame { glide, ..game });
        let mut shown = String::new();
        for _ in 0..2000 {
            window.harness.step();
            let history = window.app().history().expect("a game");
            let now = written(&history);
            if now != shown {
                println!("{MARK}{id} {now}");
                std::io::stdout().flush().expect("told");
                shown = now;
            }
            if history.outcome().is_some() || history.len() > 120 {
                break;
            }
        }
        // Do not start another game in the frame in which one ends.
        std::thread::sleep(Duration::from_millis(30));
        window.rest();
    }
}

fn written(history: &History) -> String {
    let moves = history.moves().map(|step| uci::format(history.start(), step));
    moves.collect::<Vec<_>>().join(" ")
}

fn start(path: &Path) -> Child {
    Command::new(std::env::current_exe().expect("this program"))
        .args([PROGRAM, "--exact", "--nocapture", "--test-threads=1"])
        .env(STORE, path)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("it starts")
}

/// Lets the window play for a while and kills it; gives the games that it has shown.
fn kill_at_random(path: &Path, random: &mut Random) -> Vec<String> {
    let wanted = 1 + random.below(60);
    // Anywhere between this move and a few moves later.
    kill_after(start(path), MARK, wanted, Duration::from_micros(random.below(20_000) as u64))
}

/// A game of the store as the window tells it.
fn told(archive: &Archive) -> String {
    let steps = archive.moves().iter().filter_map(PlayedMove::chess_move);
    let moves: Vec<String> = steps.map(|step| uci::format(archive.start(), step)).collect();
    format!("{} {}", archive.rules().id(), moves.join(" "))
}

/// Everything that the next start would find: the game that was left, and the last of the library.
fn found(path: &Path) -> Vec<String> {
    let (mut store, notice) = SqliteStore::open(path).expect("it opens");
    assert_eq!(notice, None, "the store is whole");
    let running = store.abandoned().expect("read");
    assert!(running.len() <= 1, "{} games were left", running.len());
    let mut found: Vec<String> = running
        .iter()
        .map(|game| told(&archives::resume(game).expect("a game that goes on")))
        .collect();
    let query = GameQuery { limit: 1, ..GameQuery::of(None) };
    for game in store.games(&query).expect("read").games {
        let (_, text) = store.game(game.id).expect("read").expect("it is there");
        let (archive, warnings) = archive::parse(&text).unwrap_or_else(|faults| panic!("{faults}"));
        assert!(warnings.is_empty(), "{warnings}");
        found.push(told(&archive));
    }
    for game in running {
        assert!(store.claim(&game.slot).expect("asked"));
        store.forget_autosave(&game.slot).expect("forgotten");
    }
    found
}

#[test]
fn a_killed_window_loses_at_most_the_move_that_was_being_made() {
    let folder = std::env::temp_dir().join(format!("xxlchess-killed-{}", std::process::id()));
    let path = folder.join("xxlchess.db");
    let mut random = Random::new(std::process::id().into());
    let mut last_moves_kept = 0;
    for round in 0..kills(10) {
        let lines = kill_at_random(&path, &mut random);
        assert!(!lines.is_empty(), "round {round}: nothing was played");
        let found = found(&path);
        let last = lines.last().map(String::as_str).unwrap_or_default();
        let before = lines.len().checked_sub(2).map(|index| lines[index].as_str());
        // What is kept may be ahead of what was told.
        if found.iter().any(|game| game.starts_with(last)) {
            last_moves_kept += 1;
            continue;
        }
        // Of the first move of the first game there may be nothing yet.
        let is_kept = before.is_none_or(|before| found.iter().any(|game| game == before));
        assert!(is_kept, "round {round}: shown {last:?} after {before:?}, found {found:?}");
    }
    let _ = std::fs::remove_dir_all(&folder);
    println!("{} kills; in {last_moves_kept} of them the last move was kept too", kills(10));
}
