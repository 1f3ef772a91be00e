//! A window on a game, and what a player does there.

use std::path::Path;
use std::time::Duration;

use egui::{Event, Key, Modifiers, PointerButton, Pos2, Rect, ViewportId};
use egui_kittest::Node;
use egui_kittest::kittest::{NodeT, Queryable};
use xxlchess_app::services::Files;

use crate::common::Window;

/// The time between two frames while something moves, in seconds.
const FRAME: f64 = 1.0 / 60.0;

/// The time between two frames when nothing does.
const PAUSE: f64 = 0.25;

/// A window on the game of a config, with pieces that do not glide for long.
pub fn play(config: &str) -> Window {
    play_layout(config, "")
}

/// The same, from a drawing of the board if there is one.
pub fn play_layout(config: &str, layout: &str) -> Window {
    let quick = r#""piece_movement_speed": 100, "max_movement_time": 0.05"#;
    open(&format!("{quick}, {config}"), layout)
}

/// A window on the game of a config, exactly as it is, and a drawing of the board if there is one.
pub fn open(config: &str, layout: &str) -> Window {
    let drawn = if layout.is_empty() { "" } else { r#", "layout": "a.txt""# };
    let mut window = Window::with(|_, files| {
        write(files, "/game.json", &format!("{{{config}{drawn}}}"));
        write(files, "/a.txt", layout);
    });
    window.open_file("/game.json");
    window.rest();
    window
}

/// Writes a file of the user's.
pub fn write(files: &dyn Files, path: &str, text: &str) {
    files.write(Path::new(path), text.as_bytes()).expect("written");
}

/// Two people at an ordinary board, from a drawing of it if there is one.
pub fn two_players(layout: &str) -> Window {
    play_layout(r#""rules": "standard", "opponent": "human", "clock": "none""#, layout)
}

/// An ordinary board on which the computer has Black and moves at random.
pub fn against_computer() -> Window {
    play(r#""rules": "standard", "difficulty": "random", "clock": "none""#)
}

fn square_node<'n>(window: &'n Window, name: &str) -> Node<'n> {
    let begins = format!("{name} ");
    window.harness.get_by(move |node| node.label().is_some_and(|label| label.starts_with(&begins)))
}

fn button(pos: Pos2, button: PointerButton, pressed: bool) -> Event {
    Event::PointerButton { pos, button, pressed, modifiers: Modifiers::NONE }
}

/// One frame after a number of seconds.
fn step(window: &mut Window, seconds: f64) {
    let now = window.harness.ctx.input(|input| input.time);
    window.harness.input_mut().time = Some(now + seconds);
    window.harness.step();
}

/// What a player does in the window, and sees there.
impl Window {
    /// The place of a square, whatever stands there.
    pub fn place(&self, name: &str) -> Rect {
        square_node(self, name).rect()
    }

    /// The whole name of a square.
    pub fn reads(&self, name: &str) -> String {
        square_node(self, name).accesskit_node().label().unwrap_or_default()
    }

    /// Is another frame wanted at once?
    pub fn moves(&self) -> bool {
        let output = self.harness.output().viewport_output.get(&ViewportId::ROOT);
        output.is_some_and(|output| output.repaint_delay == Duration::ZERO)
    }

    /// One frame at the usual pace.
    pub fn frame(&mut self) {
        step(self, FRAME);
    }

    /// Lets time pass.
    pub fn wait(&mut self, seconds: f64) {
        for _ in 0..=(seconds / PAUSE).ceil() as usize {
            step(self, PAUSE);
        }
    }

    /// Waits until the computer, which thinks on its own thread, has done something.
    pub fn wait_for(&mut self, part: &str) {
        for _ in 0..20_000 {
            if self.shows_part(part) {
                return;
            }
            step(self, PAUSE);
            std::thread::sleep(Duration::from_millis(1));
        }
        panic!("{part} was never shown");
    }

    /// Something happens in a frame of its own.
    pub fn happens(&mut self, event: Event) {
        self.harness.event(event);
        self.frame();
    }

    pub fn click_square(&mut self, name: &str) {
        let pos = self.place(name).center();
        self.click_at(pos, PointerButton::Primary);
    }

    pub fn click_at(&mut self, pos: Pos2, with: PointerButton) {
        self.happens(Event::PointerMoved(pos));
        self.happens(button(pos, with, true));
        self.happens(button(pos, with, false));
        self.wait(0.2);
    }

    /// Drags a piece and looks at once.
    pub fn drag_now(&mut self, from: &str, to: &str) {
        let (from, to) = (self.place(from).center(), self.place(to).center());
        self.happens(Event::PointerMoved(from));
        self.happens(button(from, PointerButton::Primary, true));
        for part in 1..=4 {
            self.happens(Event::PointerMoved(from + (to - from) * part as f32 / 4.0));
        }
        self.happens(button(to, PointerButton::Primary, false));
    }

    /// Drags a piece and lets everything settle.
    pub fn drag(&mut self, from: &str, to: &str) {
        self.drag_now(from, to);
        self.wait(0.2);
    }

    pub fn combination(&mut self, modifiers: Modifiers, key: Key) {
        self.harness.key_press_modifiers(modifiers, key);
        self.rest();
    }
}
