//! Servers that stop, or are killed, and start again.

use std::path::{Path, PathBuf};
use std::time::Duration;

use protocol::{Action, Opponent, RoomOptions, RoomPhase, ToClient};
use rules::Colour;
use store::SqliteStore;
use tokio::runtime::{Builder, Runtime};
use xxlchess_server::{Server, ServerConfig};

use crate::common::{Tester, as_white, generous, minutes, moves, pair, play_all};

/// A store that is gone after the test.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new(name: &str) -> Folder {
        let name = format!("xxlchess-server-{name}-{}", std::process::id());
        let path = std::env::temp_dir().join(name);
        let _ = std::fs::remove_dir_all(&path);
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Threads of a server's own. Dropped, they are killed in the midst of whatever they do.
pub struct Threads(Option<Runtime>);

impl Threads {
    pub fn new(runtime: Runtime) -> Threads {
        Threads(Some(runtime))
    }
}

impl Drop for Threads {
    fn drop(&mut self) {
        if let Some(runtime) = self.0.take() {
            runtime.shutdown_background();
        }
    }
}

/// A server with threads of its own, which can be killed.
pub async fn start(folder: &Path) -> (Threads, Server) {
    let runtime =
        Builder::new_multi_thread().worker_threads(1).enable_all().build().expect("threads");
    let (store, notice) = SqliteStore::open_for_server(&folder.join("server.db")).expect("a store");
    assert_eq!(notice, None);
    let config = ServerConfig { limits: generous(), ..ServerConfig::default() };
    let starting = runtime.spawn(Server::start(config, Box::new(store)));
    let server = starting.await.expect("not killed yet").expect("a server");
    (Threads::new(runtime), server)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_is_killed_brings_all_games_back() {
    let folder = Folder::new("killed");
    let (threads, server) = start(&folder.0).await;
    let options = RoomOptions { clock: minutes(10), rated: true, ..RoomOptions::friendly("xxl") };
    let (mut white, mut black, room) = pair(&server, options).await;
    let mut other = Tester::connect(server.address(), "Clara").await;
    let against_computer =
        RoomOptions { opponent: Opponent::Level("random".into()), ..as_white("standard") };
    let second = other.create(against_computer).await;
    other.until_phase(&second, RoomPhase::Playing).await;
    other.play(&second, "e2e4").await;
    other.until_ply(&second, 2).await;
    play_all(&mut white, &mut black, &room, &["a2a4", "a13a11", "b2b3"]).await;
    server.clock().push(Duration::from_secs(100));
    black.play(&room, "b13b12").await;
    white.until_ply(&room, 4).await;
    black.until_ply(&room, 4).await;
    let played = moves(&white.game(&room));
    let text = protocol::ChatText::new("hello").expect("a text");
    black.act(&room, Action::Chat { text }).await;
    white.until(|t| t.room(&room).chat().count() == 1).await;
    white.act(&room, Action::Chat { text: protocol::ChatText::new("hi").expect("a text") }).await;
    // The second line has come when the first was kept.
    black.until(|t| t.room(&room).chat().count() == 2).await;
    // Nothing is said or kept any more.
    drop((threads, server));

    let (_threads, server) = start(&folder.0).await;
    for tester in [&mut white, &mut black, &mut other] {
        tester.move_to(server.address());
        tester.until(|t| t.client.link() == client::Link::Online).await;
    }
    for tester in [&mut white, &mut black] {
        tester.until_phase(&room, RoomPhase::Playing).await;
        assert_eq!(moves(&tester.game(&room)), played);
        assert!(tester.room(&room).chat().any(|line| line.text.as_str() == "hello"), "kept");
        let left = tester.room(&room).remaining(Colour::Black, tester.now()).expect("clocks");
        assert!(left <= Duration::from_secs(500), "what was spent stays spent: {left:?}");
    }
    play_all(&mut white, &mut black, &room, &["c2c3", "c13c12"]).await;
    other.until_phase(&second, RoomPhase::Playing).await;
    other.play(&second, "d2d4").await;
    other.until_ply(&second, 4).await;
    // The end is rated and archived as if nothing had happened.
    black.act(&room, Action::Resign).await;
    white.until_phase(&room, RoomPhase::Over).await;
    white.until(|t| t.room(&room).state().rating_changes[0].is_some_and(|points| points > 0)).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_copy_of_a_running_server_goes_on_elsewhere() {
    let (folder, other) = (Folder::new("copied"), Folder::new("copy"));
    let (threads, server) = start(&folder.0).await;
    let (mut white, mut black, room) = pair(&server, RoomOptions::friendly("standard")).await;
    play_all(&mut white, &mut black, &room, &["e2e4", "e7e5"]).await;
    std::fs::create_dir_all(&other.0).expect("a folder");
    SqliteStore::back_up(&folder.0.join("server.db"), &other.0.join("server.db")).expect("copied");
    // What comes after it is not in the copy.
    play_all(&mut white, &mut black, &room, &["g1f3"]).await;
    drop((threads, server));
    let (_threads, server) = start(&other.0).await;
    for tester in [&mut white, &mut black] {
        tester.move_to(server.address());
        tester.until(|t| moves(&t.game(&room)) == ["e2e4", "e7e5"]).await;
        tester.until_phase(&room, RoomPhase::Playing).await;
    }
    play_all(&mut white, &mut black, &room, &["f1c4", "b8c6"]).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_thought_when_the_server_was_killed_has_spent_that_time() {
    let folder = Folder::new("thinking");
    let (threads, server) = start(&folder.0).await;
    let options = RoomOptions { clock: minutes(10), ..RoomOptions::friendly("standard") };
    let (mut white, mut black, room) = pair(&server, options).await;
    play_all(&mut white, &mut black, &room, &["e2e4", "e7e5"]).await;
    server.clock().push(Duration::from_secs(200));
    // A chat line is kept, and changes nothing about how long White has thought.
    for (tester, text) in [(&mut black, "well?"), (&mut white, "wait")] {
        let text = protocol::ChatText::new(text).expect("a text");
        tester.act(&room, Action::Chat { text }).await;
    }
    black.until(|t| t.room(&room).chat().count() == 2).await;
    until_alive_is_noted(&folder.0, 200).await;
    drop((threads, server));

    for round in 0..2 {
        let (threads, server) = start(&folder.0).await;
        for tester in [&mut white, &mut black] {
            tester.heard.clear();
            tester.move_to(server.address());
            let is_back = |t: &Tester| t.heard.iter().any(|m| matches!(m, ToClient::State(_)));
            tester.until(is_back).await;
        }
        white.until_phase(&room, RoomPhase::Playing).await;
        let left = white.room(&room).remaining(Colour::White, white.now()).expect("clocks");
        // Once, however often it is killed afterwards.
        let about = Duration::from_secs(340)..Duration::from_secs(403);
        assert!(about.contains(&left), "round {round}: {left:?}");
        drop((threads, server));
    }
}

/// Waits until the server has recorded that it ran a number of seconds after the test began.
async fn until_alive_is_noted(folder: &Path, later: i64) {
    let wanted = store::UnixTime::now().0 + later - 5;
    loop {
        let store = SqliteStore::open(&folder.join("server.db")).expect("a store").0;
        let noted = store::Meta::meta(&store, "server:alive").expect("read");
        if noted.and_then(|time| time.parse().ok()).is_some_and(|time: i64| time >= wanted) {
            return;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_is_stopped_keeps_clocks_as_they_are() {
    let folder = Folder::new("stopped");
    let (threads, server) = start(&folder.0).await;
    let options = RoomOptions { clock: minutes(10), ..RoomOptions::friendly("standard") };
    let (mut white, mut black, room) = pair(&server, options).await;
    play_all(&mut white, &mut black, &room, &["e2e4", "e7e5"]).await;
    server.clock().push(Duration::from_secs(200));
    server.stop().await;
    white.until(|t| !t.is_connected()).await;
    drop(white);
    drop(threads);

    let (_threads, server) = start(&folder.0).await;
    black.move_to(server.address());
    black.until_phase(&room, RoomPhase::Paused).await;
    let left = black.room(&room).remaining(Colour::White, black.now()).expect("clocks");
    assert!(left <= Duration::from_secs(400), "{left:?}");
    // White does not come back at once: after a while the game goes on without them.
    server.clock().push(Duration::from_secs(21));
    black.until_phase(&room, RoomPhase::Playing).await;
    server.clock().push(Duration::from_secs(60));
    black.act(&room, Action::ClaimAbandoned).await;
    black.until_phase(&room, RoomPhase::Over).await;
}

/// A database that the first version of the program has written: its rooms go on.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn rooms_of_the_first_version_go_on() {
    let folder = Folder::new("first-version");
    std::fs::create_dir_all(&folder.0).expect("a folder");
    let sample = Path::new(env!("CARGO_MANIFEST_DIR")).join("../store/tests/data/server.db");
    std::fs::copy(sample, folder.0.join("server.db")).expect("copied");
    for round in 0..2 {
        let (threads, server) = start(&folder.0).await;
        for (room, ply, end) in [
            ("hyzqzhy62s", 4, Some("black wins by time")),
            ("cgkndy2w7j", 4, None),
            ("42mbr2a2g3", 3, None),
            ("pujx5utf55", 2, None),
            ("uu23cutyp7", 4, Some("black wins by checkmate")),
            ("zsdby9rdc8", 1, Some("white wins by resignation")),
        ] {
            let mut tester = Tester::connect(server.address(), "Watcher").await;
            let id = protocol::RoomId::new(room).expect("an id");
            tester.watch(&id).await;
            tester.until_ply(&id, ply).await;
            let state = tester.room(&id).state();
            let expected = if end.is_some() { RoomPhase::Over } else { RoomPhase::Paused };
            assert_eq!(state.phase, expected, "{room}, round {round}");
            let told = tester.room(&id).game().end().and_then(|end| end.outcome());
            let told = told.map(|outcome| outcome.to_string());
            assert_eq!(told.as_deref(), end, "{room}");
        }
        let mut tester = Tester::connect(server.address(), "Watcher").await;
        let turn_clock = protocol::RoomId::new("cgkndy2w7j").expect("an id");
        tester.watch(&turn_clock).await;
        let game = tester.game(&turn_clock);
        let turns = game.turns();
        assert!(turns[2].chess_move().is_none(), "a turn had passed");
        assert_eq!(turns[2].spent, Duration::from_secs(1_001));
        // The second round reads what this version writes.
        server.stop().await;
        drop(threads);
    }
}
