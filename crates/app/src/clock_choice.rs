//! Which clocks a new game has, as its forms ask for it.

use std::time::Duration;

use egui::Ui;
use record::TimeControl;
use serde::{Deserialize, Serialize};

use crate::date_text;
use crate::style::text;
use crate::style::widgets::Segmented;
use crate::texts::Texts;

/// What the clocks do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ClockChoice {
    /// A time for the whole game.
    Game,
    /// A time for each turn.
    Turn,
    /// No clocks.
    Off,
}

/// All that forms know about a choice.
struct ClockMode {
    choice: ClockChoice,
    /// Its name in configs, and the kind of its time control.
    name: &'static str,
    label: fn(&Texts) -> &'static str,
    about: Option<fn(&Texts) -> &'static str>,
    /// Times that people play, in seconds, with the increment.
    times: &'static [(u64, u64)],
    /// The same over a network.
    network_times: &'static [(u64, u64)],
}

const MODES: [ClockMode; 3] = [
    ClockMode {
        choice: ClockChoice::Game,
        name: "fischer",
        label: |texts| texts.new_game.clock_fischer,
        about: None,
        times: &[(60, 0), (180, 2), (300, 3), (600, 5), (1800, 20), (3600, 30)],
        network_times: &[(60, 0), (180, 2), (300, 3), (600, 5), (900, 10), (1800, 20), (3600, 30)],
    },
    ClockMode {
        choice: ClockChoice::Turn,
        name: "turn",
        label: |texts| texts.new_game.clock_turn,
        about: Some(|texts| texts.new_game.clock_turn_about),
        times: &[(5, 0), (10, 0), (20, 0), (30, 0), (60, 0)],
        network_times: &[(10, 0), (20, 0), (30, 0), (60, 0), (120, 0)],
    },
    ClockMode {
        choice: ClockChoice::Off,
        name: "none",
        label: |texts| texts.new_game.clock_off,
        about: None,
        times: &[],
        network_times: &[],
    },
];

impl ClockChoice {
    /// Each choice with its name in configs.
    pub fn names() -> [(&'static str, ClockChoice); MODES.len()] {
        MODES.each_ref().map(|mode| (mode.name, mode.choice))
    }

    /// The choice that gives such a clock.
    pub fn of(control: TimeControl) -> ClockChoice {
        let mode = MODES.iter().find(|mode| mode.name == control.kind());
        mode.map_or(ClockChoice::Off, |mode| mode.choice)
    }

    fn mode(self) -> &'static ClockMode {
        const { &MODES }.iter().find(|mode| mode.choice == self).unwrap_or(const { &MODES[0] })
    }

    /// Its name in configs.
    pub fn name(self) -> &'static str {
        self.mode().name
    }

    /// Times to choose from, in seconds, with the increment; none without clocks.
    pub fn times(self) -> &'static [(u64, u64)] {
        self.mode().times
    }

    /// The same for games over a network.
    pub fn network_times(self) -> &'static [(u64, u64)] {
        self.mode().network_times
    }

    /// Lets the user choose.
    pub fn show(&mut self, ui: &mut Ui, texts: &Texts) {
        let kinds = MODES.each_ref().map(|mode| (mode.choice, (mode.label)(texts)));
        Segmented::new(texts.new_game.clock, kinds).show(ui, self);
        if let Some(about) = self.mode().about {
            ui.label(text::muted(ui, about(texts)));
        }
    }

    /// A time with its increment, in seconds, as people write it.
    pub fn time_text(self, seconds: u64, increment: u64, texts: &Texts) -> String {
        match self.control(seconds, increment) {
            Some(control) if !control.passes_turns() => date_text::clock(control, texts),
            _ => texts.new_game.seconds(seconds),
        }
    }

    /// The clock with a time and an increment in seconds, which a time for each turn does not have.
    pub fn control(self, seconds: u64, increment: u64) -> Option<TimeControl> {
        let (time, increment) = (Duration::from_secs(seconds), Duration::from_secs(increment));
        TimeControl::of_kind(self.name(), time, increment)
    }
}
