//! Which clocks a new game has, as its forms ask for it.

use std::time::Duration;

use egui::Ui;
use record::TimeControl;
use serde::{Deserialize, Serialize};

use crate::date_text::time_control;
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

impl ClockChoice {
    /// Each choice with its name in configs.
    pub const NAMES: [(&str, ClockChoice); 3] =
        [("fischer", ClockChoice::Game), ("turn", ClockChoice::Turn), ("none", ClockChoice::Off)];

    /// Lets the user choose.
    pub fn show(&mut self, ui: &mut Ui, texts: &Texts) {
        let words = &texts.new_game;
        let kinds = [
            (ClockChoice::Game, words.clock_fischer),
            (ClockChoice::Turn, words.clock_turn),
            (ClockChoice::Off, words.clock_off),
        ];
        Segmented::new(words.clock, kinds).show(ui, self);
        if *self == ClockChoice::Turn {
            ui.label(text::muted(ui, words.clock_turn_about));
        }
    }

    /// A time with its increment, in seconds, as people write it.
    pub fn time_text(self, seconds: u64, increment: u64, texts: &Texts) -> String {
        match self {
            ClockChoice::Turn => texts.new_game.seconds(seconds),
            _ => time_control(seconds, increment),
        }
    }

    /// The clock with a time and an increment in seconds, which a time for each turn does not have.
    pub fn control(self, seconds: u64, increment: u64) -> Option<TimeControl> {
        let (time, increment) = (Duration::from_secs(seconds), Duration::from_secs(increment));
        match self {
            ClockChoice::Game => Some(TimeControl::Fischer { time, increment }),
            ClockChoice::Turn => Some(TimeControl::Turn { time }),
            ClockChoice::Off => None,
        }
    }
}
