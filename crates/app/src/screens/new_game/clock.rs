//! The clocks of a new game.

use egui::Ui;

use super::NewGameScreen;
use super::form::Time;
use crate::date_text::clock_time;
use crate::style::widgets::{Chips, Stepper, row, switch};
use crate::texts::Texts;

/// The times that a stepper goes through, in seconds.
const TIMES: [usize; 34] = [
    5, 10, 15, 20, 30, 45, 60, 90, 120, 150, 180, 240, 300, 360, 420, 480, 540, 600, 720, 900,
    1200, 1500, 1800, 2400, 2700, 3600, 4500, 5400, 6300, 7200, 9000, 10800, 14400, 18000,
];

/// The increments that a stepper goes through, in seconds.
const INCREMENTS: [usize; 19] =
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 15, 20, 25, 30, 40, 45, 60, 120];

impl NewGameScreen {
    /// The group of the clocks.
    pub(super) fn clock(&mut self, ui: &mut Ui, texts: &Texts) {
        let words = &texts.new_game;
        let form = &mut self.form;
        form.clock.show(ui, texts);
        let times = form.clock.times();
        if times.is_empty() {
            return;
        }
        let name = |time: &(u64, u64)| form.clock.time_text(time.0, time.1, texts);
        let names: Vec<String> = times.iter().map(name).collect();
        let chips = times.iter().zip(&names).map(|(time, name)| {
            (name.as_str(), form.time == Time::of(*time) && form.other_time.is_none())
        });
        if let Some(index) = Chips::new(words.presets).show(ui, chips) {
            form.time = Time::of(times[index]);
            form.other_time = None;
        }
        time_rows(ui, [words.minutes, words.increment], &mut form.time, texts);
        let mut differs = form.other_time.is_some();
        switch(ui, words.other_time, "", &mut differs);
        if differs != form.other_time.is_some() {
            form.other_time = differs.then_some(form.time);
        }
        if let Some(time) = &mut form.other_time {
            time_rows(ui, [words.other_minutes, words.other_increment], time, texts);
        }
    }
}

fn time_rows(ui: &mut Ui, names: [&str; 2], time: &mut Time, texts: &Texts) {
    let words = &texts.new_game;
    let parts =
        [(names[0], &mut time.seconds, &TIMES[..]), (names[1], &mut time.increment, &INCREMENTS)];
    for (name, seconds, choices) in parts {
        row(ui, name, "", |ui| {
            let mut index = nearest(choices, *seconds);
            let written = clock_time(*seconds as u64, texts);
            let stepper = Stepper::new(name, words.less_time, words.more_time).width(170.0);
            if stepper.show(ui, &mut index, 0..=choices.len() - 1, &written) {
                *seconds = choices[index];
            }
        });
    }
}

fn nearest(choices: &[usize], seconds: usize) -> usize {
    let distance = |index: &usize| choices[*index].abs_diff(seconds);
    (0..choices.len()).min_by_key(distance).unwrap_or(0)
}
