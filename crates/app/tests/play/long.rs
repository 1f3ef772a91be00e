//! A long session: the computer plays itself for thousands of moves.

use app::services::Storage;
use egui::Key;

use crate::common::Window;
use crate::table::Playing;

/// Two computers that move at random and at once.
const GAME: &str = r#"{"mode": "watch", "rules": "xxl", "opponent": "cpu",
    "difficulty": "random", "black_level": "random", "clock": "turn",
    "time_controls": {"player": {"seconds": 2}, "cpu": {"seconds": 2}}}"#;

/// The memory that the program uses, in kibibytes.
fn memory() -> usize {
    let pages = std::fs::read_to_string("/proc/self/statm").expect("Linux tells it");
    4 * pages.split_whitespace().nth(1).and_then(|word| word.parse().ok()).unwrap_or(0)
}

/// How many moves the game has.
fn moves_of(window: &Window) -> usize {
    let app = window.harness.state().borrow();
    app.as_ref().and_then(|app| app.game()).map_or(0, |game| game.history().len())
}

/// How many moves are played: ten thousand when everything is asked for.
fn moves_to_play() -> usize {
    if std::env::var_os("XXLCHESS_FULL").is_some() { 10_000 } else { 1_000 }
}

/// The last tenths of a session need no more memory than the first.
#[test]
fn r4_2_memory_does_not_grow_over_thousands_of_moves() {
    let keep = |storage: &dyn Storage| storage.write("new-game.json", GAME.as_bytes());
    let mut window = Window::with(|storage, _| keep(storage).expect("written"));
    window.click("Watch a game");
    window.click_far("Watch the game");
    let mut last = 0;
    let (mut moves, mut games) = (0, 1);
    let mut figures = vec![memory()];
    let all = moves_to_play();
    while moves < all {
        window.frame();
        std::thread::sleep(std::time::Duration::from_millis(1));
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
        if moves * 10 / all >= figures.len() {
            figures.push(memory());
            println!("{moves} moves in {games} games: {} KiB", memory());
        }
    }
    let grown = figures[10].saturating_sub(figures[2]);
    assert!(grown < 8 * 1024, "{figures:?}");
}
