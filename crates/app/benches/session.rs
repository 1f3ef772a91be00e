//! How much memory a long session takes: the computer plays itself for ten thousand moves.
//!
//! `cargo bench -p xxlchess-app --bench session` prints kibibytes after each thousand; the later ones should
//! be alike.

#[path = "../tests/common/mod.rs"]
mod common;

use std::time::Duration;

use common::Window;
use egui::Key;
use xxlchess_app::services::Storage;

const MOVES: usize = 10_000;

/// Two computers that move at random and at once.
const GAME: &str = r#"{"mode": "watch", "rules": "xxl", "opponent": "cpu",
    "difficulty": "random", "black_level": "random", "clock": "turn",
    "time_controls": {"player": {"seconds": 2}, "cpu": {"seconds": 2}}}"#;

/// The memory that the program uses, in kibibytes; only Linux tells it.
fn memory() -> usize {
    let pages = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    4 * pages.split_whitespace().nth(1).and_then(|word| word.parse().ok()).unwrap_or(0)
}

/// How many moves the game has.
fn moves_of(window: &Window) -> usize {
    let app = window.harness.state().borrow();
    app.as_ref().and_then(|app| app.history()).map_or(0, |history| history.len())
}

/// The next sixtieth of a second.
fn frame(window: &mut Window) {
    let now = window.harness.ctx.input(|input| input.time);
    window.harness.input_mut().time = Some(now + 1.0 / 60.0);
    window.harness.step();
}

fn main() {
    let keep = |storage: &dyn Storage| storage.write("new-game.json", GAME.as_bytes());
    let mut window = Window::with(|storage, _| keep(storage).expect("written"));
    window.click("Watch a game");
    window.click_far("Watch the game");
    let (mut moves, mut games, mut last) = (0, 1, 0);
    let mut told = 0;
    while moves < MOVES {
        frame(&mut window);
        std::thread::sleep(Duration::from_millis(1));
        let now = moves_of(&window);
        moves += now.abs_diff(last);
        last = now;
        if window.shows("Play again") || last >= 600 {
            window.press(&[Key::R]);
            if window.shows("Start again?") {
                window.click("Start again");
            }
            (last, games) = (moves_of(&window), games + 1);
        }
        if moves / 1000 > told {
            told = moves / 1000;
            println!("{moves:>6} moves in {games:>2} games: {:>6} KiB", memory());
        }
    }
}
