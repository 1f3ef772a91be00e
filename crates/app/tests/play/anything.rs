//! Random input never stops the window.

use egui::{Event, Key, Modifiers, PointerButton, Pos2, vec2};
use test_kit::random::Random;

use crate::common::Window;

const KEYS: [Key; 34] = [
    Key::ArrowUp,
    Key::ArrowDown,
    Key::ArrowLeft,
    Key::ArrowRight,
    Key::Enter,
    Key::Space,
    Key::Tab,
    Key::Escape,
    Key::Backspace,
    Key::Home,
    Key::End,
    Key::F1,
    Key::A,
    Key::B,
    Key::D,
    Key::E,
    Key::F,
    Key::H,
    Key::K,
    Key::M,
    Key::N,
    Key::O,
    Key::P,
    Key::Q,
    Key::R,
    Key::S,
    Key::T,
    Key::Y,
    Key::Z,
    Key::Plus,
    Key::Minus,
    Key::Comma,
    Key::Num1,
    Key::Delete,
];

/// Does something by chance.
fn act(window: &mut Window, random: &mut Random) {
    let size = window.bounds().size();
    let place = |random: &mut Random| {
        Pos2::new(random.below(size.x as usize) as f32, random.below(size.y as usize) as f32)
    };
    match random.below(20) {
        0..=9 => {
            let modifiers = match random.below(8) {
                0 => Modifiers::COMMAND,
                1 => Modifiers::SHIFT,
                2 => Modifiers::ALT,
                _ => Modifiers::NONE,
            };
            window.harness.key_press_modifiers(modifiers, KEYS[random.below(KEYS.len())]);
        }
        action => {
            let buttons =
                [PointerButton::Primary, PointerButton::Primary, PointerButton::Secondary];
            let button = buttons[random.below(buttons.len())];
            let from = place(random);
            let to = if action < 14 { from } else { place(random) };
            let press = |pos, pressed| Event::PointerButton {
                pos,
                button,
                pressed,
                modifiers: Modifiers::NONE,
            };
            window.happens(Event::PointerMoved(from));
            window.happens(press(from, true));
            window.happens(Event::PointerMoved(to));
            window.happens(press(to, false));
        }
    }
    match random.below(40) {
        0 => {
            let (width, height) = (200 + random.below(1800), 200 + random.below(1000));
            window.harness.set_size(vec2(width as f32, height as f32));
        }
        1 => window.wait(3.0),
        2 => window.type_text("x/.. é"),
        _ => window.frame(),
    }
}

#[test]
fn nothing_that_is_done_by_chance_stops_the_window() {
    for seed in 1..=2 {
        let mut random = Random::new(seed);
        let mut window = crate::common::window();
        for _ in 0..100 {
            act(&mut window, &mut random);
        }
        window.harness.set_size(vec2(792.0, 672.0));
        window.leave_game();
    }
}
