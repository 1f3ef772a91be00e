//! A program that keeps its game after every move is killed again and again, and loses at most
//! the move that it was making.
//!
//! `XXLCHESS_KILLS` says how often, 25 times if nothing is said.

use std::io::Write;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use game::Game;
use notation::{archive, uci};
use record::{GameTerms, TimeControl};
use rules::{Position, Turn};
use test_kit::kill::{kill_after, kills};
use test_kit::random::{self, Random};
use xxlchess_store::{Autosaves, RunningGame, SlotId, UnixTime, archives};

use crate::common::{Folder, open};

/// Says to this very program that it is the one to be killed, and where its store is.
const STORE: &str = "XXLCHESS_KILLED_STORE";
const SEED: &str = "XXLCHESS_KILLED_SEED";

/// What comes before a move in what it prints.
const MARK: &str = "played ";

/// The name of the test below that is the program to be killed.
const PROGRAM: &str = "kill::the_program_that_is_killed";

/// Plays random moves for ever; prints each of them, then saves the game.
#[test]
fn the_program_that_is_killed() {
    let (Ok(path), Ok(seed)) = (std::env::var(STORE), std::env::var(SEED)) else { return };
    let mut random = Random::new(seed.parse().expect("a number"));
    let mut store = open(Path::new(&path));
    let slot = SlotId::random();
    let mut clock = Duration::ZERO;
    loop {
        let ids: Vec<&str> = notation::ruleset::shipped_ids().collect();
        let id = random.pick(&ids).unwrap_or("xxl");
        let rules = notation::ruleset::shipped(id).expect("it ships");
        let second = Duration::from_secs(1);
        let turns = [TimeControl::Turn { time: 20 * second }; 2];
        let terms =
            GameTerms { clocks: random.chance(50).then_some(turns), ..GameTerms::default() };
        let mut game = Game::new(Position::start(&rules), terms, clock);
        println!("{MARK}{id}");
        // The entries in the archive, and the rows since.
        let mut kept: Option<(usize, usize)> = None;
        while !game.is_over() && game.ply() < 300 {
            clock += if random.chance(3) { 25 * second } else { second };
            game.tick(clock);
            if let Some(step) = random::legal_move(&mut random, game.position()) {
                let _ = game.play(clock, step);
            }
            let told =
                game.turns().iter().map(|turn| written(&game, turn.turn)).collect::<Vec<_>>();
            println!("{MARK}{id} {}", told.join(" "));
            std::io::stdout().flush().expect("told");
            let entries = &game.record().entries;
            let saved = UnixTime::now();
            match kept {
                None => {
                    let archive = archive::format(&archives::to_archive(&game, None, clock));
                    let (notes, rows) = (String::new(), Vec::new());
                    let slot = slot.clone();
                    let running = RunningGame { slot, owner: None, saved, archive, rows, notes };
                    store.autosave(&[running]).expect("kept");
                    kept = Some((entries.len(), 0));
                }
                Some((base, rows)) => {
                    let new = &entries[base + rows..];
                    store.append_entries(&slot, rows as u32, new, saved).expect("kept");
                    kept = Some((base, rows + new.len()));
                }
            }
        }
    }
}

fn written(game: &Game, turn: Turn) -> String {
    turn.chess_move().map_or("--".to_owned(), |step| uci::format(game.start(), step))
}

fn start(path: &Path, seed: u64) -> Child {
    Command::new(std::env::current_exe().expect("this program"))
        .args([PROGRAM, "--exact", "--nocapture", "--test-threads=1"])
        .env(STORE, path)
        .env(SEED, seed.to_string())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("it starts")
}

/// Lets the program play for a while and kills it; gives the lines it has printed.
fn kill_at_random(path: &Path, random: &mut Random) -> Vec<String> {
    let child = start(path, random.bits());
    let wanted = random.between(1, 60);
    // Anywhere between this move and a few moves later.
    kill_after(child, MARK, wanted, Duration::from_micros(random.below(8000) as u64))
}

#[test]
fn a_killed_program_loses_at_most_the_move_it_was_making() {
    let folder = Folder::new("kill");
    let path = folder.file("store.db");
    let mut random = Random::new(test_kit::first_seed());
    let mut last_moves_kept = 0;
    for round in 0..kills(25) {
        let lines = kill_at_random(&path, &mut random);
        let told: Vec<&str> = lines.iter().map(String::as_str).collect();
        assert!(!told.is_empty(), "round {round}: nothing was played");
        // A store that is whole opens without a word.
        let mut store = open(&path);
        let left = store.abandoned().expect("read");
        let kept = left.first().map(|running| {
            let archive = archives::resume(running);
            let archive = archive.unwrap_or_else(|| panic!("round {round}: {running:?}"));
            let game = archives::to_game(&archive, Duration::ZERO).expect("it goes on");
            let turns = game.turns().iter().map(|turn| written(&game, turn.turn));
            let turns: Vec<String> = turns.collect();
            format!("{} {}", game.rules().id(), turns.join(" "))
        });
        // Each line has the whole game so far: the last one or the one before it was kept; before
        // the first move of a game, the last state of the game before is.
        let states: Vec<&str> = told.iter().copied().filter(|line| line.contains(' ')).collect();
        match (kept.as_deref(), states.as_slice()) {
            (Some(kept), [.., last]) if kept == *last => last_moves_kept += 1,
            (Some(kept), [.., before, _]) if kept == *before => {}
            (None, [] | [_]) => {}
            (kept, _) => panic!("round {round}: kept {kept:?}, told {:?}", told.last()),
        }
        assert!(left.len() <= 1, "round {round}: {} games", left.len());
        for running in left {
            assert!(store.claim(&running.slot).expect("asked"));
            store.forget_autosave(&running.slot).expect("forgotten");
        }
    }
    println!("{} kills; in {last_moves_kept} of them the last move was kept too", kills(25));
}
