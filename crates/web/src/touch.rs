//! Makes one tap of what a browser reports twice: once as a pointer, once as a finger.

use eframe::egui::{Event, PointerButton, TouchPhase, pos2};

/// Knows whether the finger, or the main button of the mouse, is down.
#[derive(Default)]
pub struct TouchFilter {
    is_down: bool,
}

impl TouchFilter {
    /// Removes earlier reports, and ends what the browser has broken off.
    pub fn tidy(&mut self, events: &mut Vec<Event>) {
        let told = std::mem::take(events);
        for event in told {
            match event {
                Event::PointerButton { button: PointerButton::Primary, pressed, .. } => {
                    if pressed != self.is_down {
                        self.is_down = pressed;
                        events.push(event);
                    }
                }
                Event::Touch { phase: TouchPhase::Cancel, .. } => {
                    events.push(event);
                    self.let_go(events);
                }
                event => events.push(event),
            }
        }
    }

    /// The finger is gone without having done anything: it lets go far away from everything.
    fn let_go(&mut self, events: &mut Vec<Event>) {
        events.push(Event::PointerGone);
        if std::mem::take(&mut self.is_down) {
            events.push(Event::PointerButton {
                pos: pos2(-1e4, -1e4),
                button: PointerButton::Primary,
                pressed: false,
                modifiers: Default::default(),
            });
            events.push(Event::PointerGone);
        }
    }
}
