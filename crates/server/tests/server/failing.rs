//! A store that fails for a while, as a database that is restarted: nothing is lost by it.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use protocol::{Action, RoomOptions, RoomPhase};
use record::{Entry, EntryKind};
use rules::Colour;
use store::*;
use tokio::runtime::Builder;
use xxlchess_server::{Server, ServerConfig, Timeouts};

use crate::common::{Tester, as_white, generous, minutes, pair, play_all};
use crate::http::get;
use crate::restart::Threads;

type Result<T> = std::result::Result<T, StoreError>;

/// A store in memory that fails on demand, and can be inspected from outside.
#[derive(Clone)]
pub struct Failing {
    store: Arc<Mutex<SqliteStore>>,
    fails: Arc<AtomicBool>,
    hangs: Arc<AtomicBool>,
    /// Does everything but putting games away work?
    has_full_library: Arc<AtomicBool>,
}

impl Default for Failing {
    fn default() -> Failing {
        let store = SqliteStore::in_memory().expect("a store");
        Failing {
            store: Arc::new(Mutex::new(store)),
            fails: Arc::default(),
            hangs: Arc::default(),
            has_full_library: Arc::default(),
        }
    }
}

impl Failing {
    fn set(&self, fails: bool) {
        self.fails.store(fails, Ordering::Relaxed);
    }

    /// Blocks or unblocks all callers from now on.
    fn hang(&self, hangs: bool) {
        self.hangs.store(hangs, Ordering::Relaxed);
    }

    fn look_for_room(&self) -> Result<()> {
        match self.has_full_library.load(Ordering::Relaxed) {
            true => Err(StoreError::NoGame),
            false => Ok(()),
        }
    }

    pub fn inside(&self) -> MutexGuard<'_, SqliteStore> {
        self.store.lock().expect("no test has failed")
    }

    fn reach(&self) -> Result<MutexGuard<'_, SqliteStore>> {
        while self.hangs.load(Ordering::Relaxed) {
            std::thread::sleep(Duration::from_millis(1));
        }
        match self.fails.load(Ordering::Relaxed) {
            true => {
                let (place, why) = ("the database".to_owned(), "nobody answers".to_owned());
                Err(StoreError::Unreachable { place, why })
            }
            false => Ok(self.inside()),
        }
    }
}

/// Passes everything on to the store inside, if it can be reached.
macro_rules! pass_on {
    ($($topic:ident {
        $(look $look:ident($($seen:ident: $seen_type:ty),*) -> $found:ty;)*
        $(change $change:ident($($given:ident: $given_type:ty),*) -> $done:ty;)*
    })*) => {$(
        impl $topic for Failing {
            $(fn $look(&self, $($seen: $seen_type),*) -> Result<$found> {
                self.reach()?.$look($($seen),*)
            })*
            $(fn $change(&mut self, $($given: $given_type),*) -> Result<$done> {
                if stringify!($change) == "archive_rooms" {
                    self.look_for_room()?;
                }
                self.reach()?.$change($($given),*)
            })*
        }
    )*};
}

pass_on! {
    Profiles {
        look profiles() -> Vec<Profile>;
        look profile_named(name: &ProfileName) -> Option<ProfileId>;
        look idle_profiles(unplayed: UnixTime, idle: UnixTime) -> Vec<Profile>;
        look picture(profile: ProfileId) -> Option<Picture>;
        look preferences(owner: Owner) -> BTreeMap<String, String>;
        change create_profile(name: &ProfileName, now: UnixTime) -> ProfileId;
        change rename_profile(profile: ProfileId, name: &ProfileName) -> ();
        change delete_profile(profile: ProfileId) -> ();
        change set_picture(profile: ProfileId, picture: Option<&Picture>) -> ();
        change set_preference(owner: Owner, key: &str, value: Option<&str>) -> ();
    }
    Library {
        look games(query: &GameQuery) -> Page;
        look game(id: GameId) -> Option<(LibraryGame, String)>;
        look statistics(owner: Owner, utc_offset: i32) -> Statistics;
        change add_games(games: &[ArchivedGame]) -> Vec<GameId>;
        change replace_game(id: GameId, game: &ArchivedGame) -> ();
        change rename_game(id: GameId, title: &str) -> ();
        change delete_game(id: GameId, now: UnixTime) -> ();
        change restore_game(id: GameId) -> ();
        change empty_bin(before: UnixTime) -> u64;
    }
    Ratings {
        look rating(profile: ProfileId, rules: &RulesKey) -> Option<Rating>;
        look rated_games(profile: ProfileId, rules: &RulesKey) -> u64;
        look encounters(
            profile: ProfileId,
            opponent: &Competitor,
            rules: &RulesKey,
            since: UnixTime
        ) -> u64;
        look ranking(rules: &RulesKey) -> Vec<RankingRow>;
        look rating_history(profile: ProfileId, rules: &RulesKey) -> Vec<RatingPoint>;
        look rated_rules() -> Vec<RulesKey>;
        change record_result(game: &RatedGame) -> [Option<RatingChange>; 2];
    }
    Puzzles {
        look puzzles(owner: Owner) -> Vec<PuzzleProgress>;
        change note_puzzle(owner: Owner, attempt: &PuzzleAttempt) -> PuzzleProgress;
    }
    Autosaves {
        look abandoned() -> Vec<RunningGame>;
        change autosave(games: &[RunningGame]) -> ();
        change append_entries(slot: &SlotId, from: u32, entries: &[Entry], at: UnixTime) -> ();
        change forget_autosave(slot: &SlotId) -> ();
        change archive_game(game: &FinishedGame) -> ArchiveOutcome;
        change claim(slot: &SlotId) -> bool;
    }
    Meta {
        look meta(key: &str) -> Option<String>;
        look metas(prefix: &str) -> Vec<(String, String)>;
        change set_meta(key: &str, value: Option<&str>) -> ();
        change take_meta(key: &str) -> Option<String>;
    }
    Rooms {
        look rooms() -> Vec<SavedRoom>;
        change save_rooms(changes: &[RoomChange]) -> ();
        change save_leased(changes: &[RoomChange], leases: &[Lease]) -> Vec<bool>;
        change archive_rooms(rooms: &[FinishedRoom], counting: RatingPolicy<'_>) -> Vec<ArchiveOutcome>;
    }
}

impl Store for Failing {
    fn place(&self) -> String {
        self.inside().place()
    }
}

pub async fn start(store: &Failing) -> Server {
    start_with(store, Timeouts::default()).await
}

async fn start_with(store: &Failing, timeouts: Timeouts) -> Server {
    let config = ServerConfig { limits: generous(), timeouts, ..ServerConfig::default() };
    Server::start(config, Box::new(store.clone())).await.expect("a server")
}

/// How many turns of the only room are kept, less those that were taken back.
fn turns(store: &Failing) -> u32 {
    let entries = store.inside().rooms().expect("read")[0].entries().expect("rows");
    entries.iter().fold(0, |turns, entry| match entry.kind {
        EntryKind::TakeBack(plies) => turns - plies,
        kind => turns + u32::from(kind.is_turn()),
    })
}

/// Longer than the server waits before it tries again.
const LATER: Duration = Duration::from_secs(10);

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_game_that_ends_while_the_store_fails_is_put_away_later() {
    let store = Failing::default();
    let server = start(&store).await;
    let options = RoomOptions { rated: true, ..as_white("standard") };
    let (mut white, mut black, room) = pair(&server, options).await;
    play_all(&mut white, &mut black, &room, &["e2e4"]).await;
    assert!(!white.room(&room).state().unsaved);
    store.set(true);
    // The game goes on meanwhile, and a broadcast before its turns says that it is not saved.
    play_all(&mut white, &mut black, &room, &["e7e5", "g1f3"]).await;
    for tester in [&white, &black] {
        assert!(tester.room(&room).state().unsaved);
        let place = |text: &str| {
            tester.heard.iter().position(|message| protocol::write(message).contains(text))
        };
        assert!(place(r#""unsaved":{"on":true}"#).expect("told") < place("e7e5").expect("played"));
    }
    let mut late = Tester::connect(server.address(), "Clara").await;
    late.watch(&room).await;
    assert!(late.room(&room).state().unsaved);
    black.act(&room, Action::Resign).await;
    white.until_phase(&room, RoomPhase::Over).await;
    assert_eq!(white.room(&room).state().rating_changes, [None; 2]);
    assert_eq!(turns(&store), 1);
    store.set(false);
    server.clock().push(LATER);
    let is_rated = |t: &Tester| t.room(&room).state().rating_changes.iter().all(Option::is_some);
    white.until(is_rated).await;
    assert_eq!(turns(&store), 3);
    white.until(|t| !t.room(&room).state().unsaved).await;
    assert!(store.inside().game_of_room(room.as_str()).expect("read").is_some());
    let rules = RulesKey::from_text("standard");
    assert_eq!(store.inside().ranking(&rules).expect("read").len(), 2);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_could_not_be_kept_is_kept_without_another_turn() {
    let store = Failing::default();
    let server = start(&store).await;
    let (mut white, mut black, room) = pair(&server, as_white("standard")).await;
    play_all(&mut white, &mut black, &room, &["e2e4", "e7e5", "g1f3"]).await;
    store.set(true);
    // Two turns are taken back, which the store does not hear of, and another one is played.
    black.act(&room, Action::AskTakeBack).await;
    white.until(|t| t.room(&room).game().offers().take_back.is_some()).await;
    white.act(&room, Action::AnswerTakeBack { accept: true }).await;
    white.until_ply(&room, 1).await;
    black.until_ply(&room, 1).await;
    store.set(false);
    server.clock().push(LATER);
    while turns(&store) != 1 {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    play_all(&mut white, &mut black, &room, &["c7c5"]).await;
    assert_eq!(turns(&store), 2);
    // Another server goes on from there.
    let next = start(&store).await;
    white.move_to(next.address());
    white.until(|t| t.phase(&room) == Some(RoomPhase::Paused)).await;
    assert_eq!(white.game(&room).ply(), 2);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobodys_clock_pays_for_a_slow_store() {
    let store = Failing::default();
    let timeouts = Timeouts { store: Duration::from_secs(60), ..Timeouts::default() };
    let server = start_with(&store, timeouts).await;
    let options = RoomOptions { clock: minutes(1), ..as_white("standard") };
    let (mut white, mut black, room) = pair(&server, options).await;
    play_all(&mut white, &mut black, &room, &["e2e4", "e7e5"]).await;
    store.hang(true);
    white.play(&room, "g1f3").await;
    white.sync().await;
    server.clock().push(Duration::from_secs(50));
    store.hang(false);
    black.until_ply(&room, 3).await;
    let left = black.room(&room).remaining(Colour::Black, black.now()).expect("clocks");
    assert!(left > Duration::from_secs(40), "{left:?}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_store_that_hangs_is_noticed_and_games_go_on() {
    let store = Failing::default();
    let short = Duration::from_millis(100);
    let timeouts = Timeouts { store: short, stop: short, ..Timeouts::default() };
    let server = start_with(&store, timeouts).await;
    let (mut white, mut black, room) = pair(&server, as_white("standard")).await;
    assert_eq!(get(server.address(), "/api/ready").await.0, 200);
    store.hang(true);
    play_all(&mut white, &mut black, &room, &["e2e4", "e7e5"]).await;
    assert_eq!(get(server.address(), "/api/ready").await.0, 503);
    assert_eq!(get(server.address(), "/api/health").await.0, 200);
    assert!(!server.metrics().contains("xxlchess_store_failures_total 0\n"));
    assert!(server.metrics().contains("xxlchess_unsaved_rooms 1\n"));
    // It also stops.
    server.stop().await;
    store.hang(false);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_end_is_told_before_it_is_put_away_and_a_kill_between_costs_nothing() {
    let store = Failing::default();
    store.has_full_library.store(true, Ordering::Relaxed);
    let (threads, server) = start_killable(&store).await;
    let options = RoomOptions { rated: true, ..as_white("standard") };
    let (mut white, mut black, room) = pair(&server, options).await;
    play_all(&mut white, &mut black, &room, &["e2e4", "e7e5"]).await;
    black.act(&room, Action::Resign).await;
    // Both know the end, and it is kept.
    white.until_phase(&room, RoomPhase::Over).await;
    black.until_phase(&room, RoomPhase::Over).await;
    let is_kept = || {
        let entries = store.inside().rooms().expect("read")[0].entries().expect("rows");
        entries.iter().any(|entry| matches!(entry.kind, EntryKind::End(_)))
    };
    assert!(is_kept());
    assert_eq!(store.inside().game_of_room(room.as_str()).expect("read"), None);
    drop((threads, server));
    store.has_full_library.store(false, Ordering::Relaxed);
    let rules = RulesKey::from_text("standard");
    // Once, however often it is killed afterwards.
    for round in 0..2 {
        let (threads, server) = start_killable(&store).await;
        while store.inside().game_of_room(room.as_str()).expect("read").is_none() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        white.move_to(server.address());
        white.until(|t| t.client.link() == client::Link::Online).await;
        white.until_phase(&room, RoomPhase::Over).await;
        let ranking = store.inside().ranking(&rules).expect("read");
        let games: Vec<[u64; 3]> = ranking.iter().map(|row| row.results).collect();
        assert_eq!(games, [[1, 0, 0], [0, 0, 1]], "round {round}");
        for row in ranking {
            let page = store.inside().games(&GameQuery::of(Some(row.profile.id))).expect("read");
            assert_eq!(page.total, 1, "round {round}");
        }
        drop((threads, server));
    }
}

/// A server with threads of its own, which end without a word when they are dropped.
async fn start_killable(store: &Failing) -> (Threads, Server) {
    let runtime = Builder::new_multi_thread().worker_threads(1).enable_all().build();
    let runtime = runtime.expect("threads");
    let (config, store) = (ServerConfig::default(), Box::new(store.clone()));
    let config = ServerConfig { limits: generous(), ..config };
    let starting = runtime.spawn(Server::start(config, store));
    let server = starting.await.expect("not killed yet").expect("a server");
    (Threads::new(runtime), server)
}
