//! How long a library of ten thousand games takes to be imported, opened, listed and searched.
//!
//! `cargo bench -p xxlchess-store --bench library` prints milliseconds of processor time, which other
//! programs on the machine do not change much.

use std::fs;
use std::path::Path;

use notation::pgn::{self, Game, GameResult, PlayedMove, Reader};
use notation::tree::GameTree;
use rules::{Colour, Position};
use test_kit::random::{self, Random};
use test_kit::stopwatch::measure;
use xxlchess_store::{
    Autosaves, GameQuery, Library, Origin, ProfileName, Profiles, RunningGame, SlotId, SortBy,
    SqliteStore, UnixTime, archives, import,
};

const GAMES: usize = 10_000;
const NAMES: [&str; 8] =
    ["Anna", "Ben", "Carlos", "Dora", "Emil", "Fatima", "Gustav, K.", "Łukasz"];

/// A PGN file of games of 40 to 120 random moves.
fn file() -> String {
    let rules = notation::ruleset::shipped("standard").expect("it ships");
    let mut random = Random::new(1);
    let mut text = String::new();
    for number in 0..GAMES {
        let mut game = Game::new(Position::start(&rules));
        let (mut position, mut moves) = (game.start().clone(), Vec::new());
        for _ in 0..random.between(40, 120) {
            let Some(step) = random::legal_move(&mut random, &position) else { break };
            position.play_unchecked(step);
            moves.push(PlayedMove::new(step));
        }
        game.tree = GameTree::from_line(game.start().clone(), moves).expect("legal moves");
        let results = [GameResult::WhiteWins, GameResult::BlackWins, GameResult::Draw];
        game.result = random.pick(&results).unwrap_or(GameResult::Draw);
        let day = format!("{}.{:02}.{:02}", 1950 + number % 75, 1 + number % 12, 1 + number % 28);
        game.set_tag("Event", format!("Open {}", number % 97));
        game.set_tag("Date", day);
        game.set_tag("White", random.pick(&NAMES).unwrap_or("?"));
        game.set_tag("Black", random.pick(&NAMES).unwrap_or("?"));
        text += &pgn::format(&game).expect("no variations");
        text.push('\n');
    }
    text
}

fn main() {
    let folder = std::env::temp_dir().join(format!("xxlchess-bench-{}", std::process::id()));
    let path = folder.join("store.db");
    let text = file();
    println!("{GAMES} games, {:.1} MB of PGN", text.len() as f64 / 1e6);
    measure("reading the PGN alone", || Reader::new(text.as_bytes()).filter(Result::is_ok).count());
    let (mut store, _) = measure("opening an empty store", || open(&path));
    let name = ProfileName::new("Anna").expect("a name");
    let anna = Some(store.create_profile(&name, UnixTime(0)).expect("kept"));
    let done = measure("importing the PGN", || {
        let reader = Reader::new(text.as_bytes());
        import::pgn(&mut store, reader, anna, UnixTime(0), |_| true).expect("kept")
    });
    assert_eq!(done.added, GAMES as u64);
    play(&mut store, anna);
    drop(store);
    let size = fs::metadata(&path).map_or(0, |about| about.len());
    println!("{:.1} MB on the disk", size as f64 / 1e6);
    let (mut store, _) = measure("opening it with all games", || open(&path));
    let query = GameQuery::of(anna);
    measure("the first hundred games", || store.games(&query).expect("read"));
    measure("the first hundred games again", || store.games(&query).expect("read"));
    let last = GameQuery { offset: GAMES as u64 - 100, ..query.clone() };
    measure("the last hundred games", || store.games(&last).expect("read"));
    for search in ["gustav", "open 42 draw", "nothing of the kind"] {
        let found = GameQuery { search: search.to_owned(), ..query.clone() };
        let page =
            measure(&format!("searching \"{search}\""), || store.games(&found).expect("read"));
        println!("{:>50} games", page.total);
    }
    for sort in SortBy::ALL {
        let sorted = GameQuery { sort, descending: false, ..query.clone() };
        measure(&format!("sorting by {sort:?}"), || store.games(&sorted).expect("read"));
    }
    measure("statistics", || store.statistics(anna, 0).expect("read"));
    let game = store.games(&query).expect("read").games[0].id;
    let (_, archive) = measure("one game", || store.game(game).expect("read")).expect("there");
    let running = RunningGame {
        slot: SlotId::random(),
        owner: anna,
        saved: UnixTime(0),
        archive,
        notes: String::new(),
        rows: Vec::new(),
    };
    measure("keeping a running game a hundred times", || {
        (0..100).for_each(|_| store.autosave(std::slice::from_ref(&running)).expect("kept"));
    });
    drop(store);
    let _ = fs::remove_dir_all(&folder);
}

fn open(path: &Path) -> (SqliteStore, Option<xxlchess_store::Notice>) {
    SqliteStore::open(path).expect("a store")
}

/// Statistics count games that were played here: two thousand of the last year.
fn play(store: &mut SqliteStore, owner: xxlchess_store::Owner) {
    let rules = notation::ruleset::shipped("xxl").expect("it ships");
    let archive = notation::archive::Archive::new(Position::start(&rules));
    let record = |number: i64| {
        let (side, saved) = (Some(Colour::White), UnixTime(1_700_000_000 + number * 15_000));
        let mut game = archives::to_record(&archive, owner, side, Origin::Played, saved);
        let winner = [None, Some(Colour::White), Some(Colour::Black)][number as usize % 3];
        game.summary.ending = Some(record::GameEnd::Decided { winner, reason: None });
        game.summary.level = Some((number % 9).to_string());
        game
    };
    let games: Vec<_> = (0..2000).map(record).collect();
    store.add_games(&games).expect("kept");
}
