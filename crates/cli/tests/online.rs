//! Windows play each other over real sockets, at a server on this computer.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::{Duration, Instant};

use app::services::{MemoryStorage, Services, StartAddress};
use app::{App, SoundPlayer};
use eframe::egui::accesskit::Role;
use eframe::egui::{Event, Modifiers, PointerButton, Pos2};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};
use server::{Host, ServerConfig};
use store::SqliteStore;

type State = Rc<RefCell<Option<App>>>;

/// A window, whose time is the real one, as the server's is.
struct Window {
    harness: Harness<'static, State>,
    storage: MemoryStorage,
    started: Instant,
}

impl Window {
    /// A program that was started by an address, as a page is, for the first time.
    fn open(address: &str) -> Window {
        Window::again(address, MemoryStorage::default())
    }

    /// The same, with what it has kept.
    fn again(address: &str, storage: MemoryStorage) -> Window {
        let services = Services {
            start: StartAddress::parse(address),
            storage: Rc::new(storage.clone()),
            ..Services::memory()
        };
        let state = State::default();
        let app = Rc::clone(&state);
        let harness = Harness::builder()
            .with_size([1280.0, 800.0])
            .with_max_steps(4)
            .with_context_setup(move |ctx| {
                *app.borrow_mut() = Some(App::new(ctx, services, SoundPlayer::silent()));
            })
            .build_ui_state(
                |ui, state: &mut State| {
                    if let Some(app) = state.borrow_mut().as_mut() {
                        app.ui(ui);
                    }
                },
                state,
            );
        Window { harness, storage, started: Instant::now() }
    }

    fn step(&mut self) {
        // The first frames have come with the harness.
        let now = Duration::from_secs(2) + self.started.elapsed();
        self.harness.input_mut().time = Some(now.as_secs_f64());
        self.harness.step();
    }

    fn shows(&self, part: &str) -> bool {
        self.harness.query_all_by_label_contains(part).next().is_some()
    }

    /// Lets time pass until something is shown.
    #[track_caller]
    fn wait_for(&mut self, part: &str) {
        for _ in 0..6000 {
            self.step();
            if self.shows(part) {
                return;
            }
            std::thread::sleep(Duration::from_millis(2));
        }
        panic!("`{part}` was never shown");
    }

    #[track_caller]
    fn click(&mut self, name: &str) {
        self.wait_for(name);
        let all = self.harness.query_all_by_label(name);
        let mut buttons = all.filter(|node| node.accesskit_node().role() != Role::Label);
        buttons.next().unwrap_or_else(|| panic!("there is no `{name}`")).click();
        drop(buttons);
        self.step();
        self.step();
    }

    /// The middle of a square.
    fn place(&self, square: &str) -> Pos2 {
        let begins = format!("{square} ");
        let is_it = move |node: &egui_kittest::kittest::AccessKitNode<'_>| {
            node.label().is_some_and(|label| label.starts_with(&begins))
        };
        self.harness.get_by(is_it).rect().center()
    }

    fn drag(&mut self, from: &str, to: &str) {
        let (from, to) = (self.place(from), self.place(to));
        let button = |pos, pressed| Event::PointerButton {
            pos,
            button: PointerButton::Primary,
            pressed,
            modifiers: Modifiers::NONE,
        };
        for event in [
            Event::PointerMoved(from),
            button(from, true),
            Event::PointerMoved(from.lerp(to, 0.5)),
            Event::PointerMoved(to),
            button(to, false),
        ] {
            self.harness.event(event);
            self.step();
        }
    }

    /// The link that invites to the game.
    fn link(&self) -> String {
        let all = self.harness.query_all_by_label_contains("/#/game/");
        all.filter_map(|node| node.accesskit_node().label()).next().expect("an invitation")
    }
}

fn host() -> Host {
    Host::start(ServerConfig::default(), Box::new(SqliteStore::in_memory().expect("a store")))
        .expect("a server")
}

#[test]
fn two_windows_play_and_a_third_watches() {
    let host = host();
    let page = format!("http://{}/", host.address());
    let mut one = Window::open(&page);
    one.click("Network");
    one.click("New game");
    one.click("Your colour: White");
    one.click("Make the game");
    one.wait_for("Waiting for an opponent");
    let link = one.link();
    let mut other = Window::open(&link);
    other.wait_for("f13 black pawn");
    one.wait_for("Your move");
    let mut third = Window::open(&link);
    third.wait_for("You are watching");
    for (from, to) in [("f2", "f3"), ("f13", "f12")] {
        let (mover, waits) =
            if from == "f2" { (&mut one, &mut other) } else { (&mut other, &mut one) };
        mover.drag(from, to);
        let stands = format!("{to} {} pawn", if from == "f2" { "white" } else { "black" });
        waits.wait_for(&stands);
        third.wait_for(&stands);
        mover.wait_for(&stands);
    }
    // The second player's program is closed and opened again.
    let storage = other.storage.clone();
    drop(other);
    one.wait_for("reconnecting");
    let mut other = Window::again(&page, storage);
    other.wait_for("f3 white pawn");
    one.drag("g2", "g3");
    other.wait_for("g3 white pawn");
    one.click("Offer a draw (D)");
    other.wait_for("offers a draw");
}

#[test]
fn a_server_that_comes_back_is_found_again() {
    let first = host();
    let address = first.address();
    let mut one = Window::open(&format!("http://{address}/"));
    one.click("Network");
    one.wait_for("Nobody is playing here yet");
    drop(first);
    one.wait_for("cannot be reached");
    let config = ServerConfig { listen: address, ..ServerConfig::default() };
    let _second = Host::start(config, Box::new(SqliteStore::in_memory().expect("a store")))
        .expect("a server");
    one.wait_for("Nobody is playing here yet");
}
