//! Setting a game up on a server.

use std::sync::Arc;

use egui::Ui;
use notation::ruleset;
use protocol::{ColourChoice, Opponent, RoomOptions, RulesChoice, Seek, ServerInfo};
use rules::{Colour, Position, Rules};
use serde::{Deserialize, Serialize};

use super::PageIntent;
use super::custom_start::CustomStart;
use crate::clock_choice::ClockChoice;
use crate::context::Context;
use crate::dialogs::{Answer, FileRequest, Ticket};
use crate::new_game::NewGame;
use crate::open_file;
use crate::own_rules;
use crate::screens::new_game::colour_row;
use crate::style::widgets::{
    Button, Chips, Dropdown, Segmented, Slider, group, headed_page, row, scrolled_column, switch,
};
use crate::style::{Icon, space};
use crate::texts::Texts;

/// The document in which the last choice is kept.
const FILE: &str = "network-game.json";

/// Spectator delays to choose from, in seconds.
const DELAYS: [u32; 6] = [0, 10, 30, 60, 180, 600];

/// What is chosen, as it is kept for the next time.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct CreateForm {
    rules: String,
    /// Rules or a start from a file, which can be chosen like those that ship.
    own: Option<CustomStart>,
    /// Are they chosen?
    plays_own: bool,
    #[serde(skip)]
    choosing: Option<Ticket>,
    /// Rule sets that the user has saved.
    #[serde(skip)]
    saved: Vec<CustomStart>,
    level: Option<String>,
    colour: ColourChoice,
    clock: ClockChoice,
    /// Seconds and increment.
    #[serde(alias = "game_time")]
    time: (u64, u64),
    /// The seconds of each turn, as earlier versions kept them.
    #[serde(skip_serializing)]
    turn_time: Option<(u64, u64)>,
    rated: bool,
    fog: bool,
    private: bool,
    take_backs: bool,
    delay: u32,
}

impl Default for CreateForm {
    fn default() -> CreateForm {
        CreateForm {
            rules: "xxl".to_owned(),
            own: None,
            plays_own: false,
            choosing: None,
            saved: Vec::new(),
            level: None,
            colour: ColourChoice::Random,
            clock: ClockChoice::Game,
            time: (600, 5),
            turn_time: None,
            rated: false,
            fog: false,
            private: false,
            take_backs: true,
            delay: 0,
        }
    }
}

impl CreateForm {
    /// What was chosen last.
    pub fn load(cx: &Context) -> CreateForm {
        let bytes = cx.services.storage.read(FILE).ok().flatten();
        let last = bytes.and_then(|bytes| CreateForm::parse(&bytes));
        let start = |(_, rules): (String, Arc<Rules>)| {
            CustomStart::new(&Position::start(&rules), rules.id())
        };
        let saved = own_rules::all(&cx.services).into_iter().map(start).collect();
        CreateForm { saved, ..last.unwrap_or_default() }
    }

    /// Reads what was kept.
    fn parse(bytes: &[u8]) -> Option<CreateForm> {
        let mut form: CreateForm = serde_json::from_slice(bytes).ok()?;
        if let (ClockChoice::Turn, Some(time)) = (form.clock, form.turn_time.take()) {
            form.time = time;
        }
        form.turn_time = None;
        Some(form)
    }

    /// What was chosen last, but for what a game asks for that is to be played over the network.
    pub fn of(game: &NewGame, cx: &Context) -> CreateForm {
        let mut form = CreateForm::load(cx);
        let name = game.source.as_ref().and_then(|path| path.file_name());
        let name = name.map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        form.choose(CustomStart::new(&game.start, &name));
        form.level = None;
        form.colour = match game.bottom {
            Colour::White => ColourChoice::White,
            Colour::Black => ColourChoice::Black,
        };
        form.clock = ClockChoice::Off;
        if let Some(clocks) = game.clocks {
            let control = clocks[game.bottom.index()];
            form.clock = ClockChoice::of(control);
            form.time = (control.time().as_secs().max(1), control.increment().as_secs());
        }
        form
    }

    /// Chooses rules or a start from a file.
    fn choose(&mut self, own: CustomStart) {
        self.fog = own.fog;
        self.plays_own = own.shipped_id().is_none();
        match own.shipped_id() {
            Some(id) => self.rules = id.to_owned(),
            None => self.own = Some(own),
        }
    }

    /// Takes the file that was chosen.
    fn take_answer(&mut self, cx: &mut Context) {
        let Some(Answer::File(path)) = cx.dialogs.answer(&mut self.choosing) else { return };
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let title = || cx.texts.dialogs.file_faulty(&path.display());
        match open_file::open(&path, &*cx.services.files) {
            Ok(opened) => match CustomStart::from_file(&opened, &name) {
                Some(own) => self.choose(own),
                None => cx.dialogs.error(title(), cx.texts.network.rules_file_games),
            },
            Err(faults) => cx.dialogs.error(title(), cx.texts.faults(&faults)),
        }
    }

    /// Shows the page.
    pub fn show(&mut self, ui: &mut Ui, cx: &mut Context) -> Option<PageIntent> {
        self.take_answer(cx);
        let texts = cx.texts;
        let mut wants_file = false;
        let server = cx.network.client()?.server()?.clone();
        let (mut is_made, mut is_sought) = (false, false);
        let seek = self.seek();
        let page = headed_page(
            ui,
            texts.common.back,
            texts.network.create_title,
            760.0,
            |ui| {
                let button = Button::primary(texts.network.create_yes).icon(Icon::Check);
                is_made = ui.add(button).clicked();
                if seek.is_some() {
                    let button = Button::secondary(texts.network.quick).icon(Icon::People);
                    is_sought = ui.add(button).clicked();
                }
            },
            |ui, column| {
                scrolled_column(ui, column, |ui| {
                    ui.spacing_mut().item_spacing.y = space::M;
                    group(ui, texts.network.opponent, |ui| self.opponent(ui, &server, texts));
                    group(ui, texts.network.rules, |ui| wants_file = self.rules(ui, texts));
                    group(ui, texts.new_game.clock, |ui| self.clock(ui, texts));
                });
            },
        );
        if wants_file {
            let request = FileRequest::open(texts.network.rules_file_title, &open_file::kinds());
            self.choosing = Some(cx.dialogs.choose_file(request, &cx.services));
        }
        if is_made || is_sought {
            // If the choice cannot be kept, the game can be played all the same.
            let _ = serde_json::to_vec(self).map(|bytes| cx.services.storage.write(FILE, &bytes));
            match seek.filter(|_| is_sought) {
                Some(seek) => cx.network.seek(seek),
                None => cx.network.create(self.options()),
            }
            return Some(PageIntent::Games);
        }
        page.back.then_some(PageIntent::Games)
    }

    fn opponent(&mut self, ui: &mut Ui, server: &ServerInfo, texts: &Texts) {
        let words = &texts.network;
        let mut against_level = self.level.is_some() && !server.levels.is_empty();
        if !server.levels.is_empty() {
            row(ui, words.opponent, "", |ui| {
                let choices = [(false, words.opponent_anyone), (true, words.opponent_level)];
                Segmented::new(words.opponent, choices).show(ui, &mut against_level);
            });
        }
        if against_level {
            let known = |name: &String| server.levels.iter().position(|level| level.name == *name);
            let usual = server.levels.len() / 2;
            let mut index = self.level.as_ref().and_then(known).unwrap_or(usual);
            let level = &server.levels[index];
            let rating = texts.new_game.rating(level.rating);
            let about = format!("{} · {rating}", words.level_name(&level.name));
            row(ui, texts.new_game.level, &about, |ui| {
                let mut value = index as f32;
                let most = (server.levels.len() - 1) as f32;
                let width = ui.available_width().min(240.0);
                let slider = Slider::new(texts.new_game.level, 0.0..=most, 1.0).width(width);
                slider.show(ui, &mut value);
                index = value.round() as usize;
            });
            self.level = server.levels.get(index).map(|level| level.name.clone());
        } else {
            self.level = None;
            row(ui, words.visibility, if self.private { words.hidden_about } else { "" }, |ui| {
                let choices = [(false, words.visible), (true, words.hidden)];
                Segmented::new(words.visibility, choices).show(ui, &mut self.private);
            });
        }
        colour_row(ui, &mut self.colour, texts);
    }

    /// Returns whether a file is to be chosen.
    fn rules(&mut self, ui: &mut Ui, texts: &Texts) -> bool {
        let words = &texts.network;
        let mut wants_file = false;
        let shipped: Vec<(&str, String)> = ruleset::all_ids()
            .filter_map(|id| Some((id, texts.rule_set(&*ruleset::shipped(id)?))))
            .collect();
        let about = if self.chosen_own().is_some() { words.rules_file_about } else { "" };
        row(ui, words.rules, about, |ui| {
            let file = self.own.iter().filter(|own| !self.saved.contains(own));
            let own: Vec<CustomStart> = self.saved.iter().chain(file).cloned().collect();
            let titles = own.iter().map(|own| own.title.clone());
            let mut names: Vec<String> =
                shipped.iter().map(|(_, title)| title.clone()).chain(titles).collect();
            let files = names.len();
            names.push(words.rules_file.to_owned());
            let known = shipped.iter().position(|(id, _)| *id == self.rules).unwrap_or(0);
            let plays = self.chosen_own().and_then(|it| own.iter().position(|own| own == it));
            let mut chosen = plays.map_or(known, |index| shipped.len() + index);
            let before = chosen;
            let width = ui.available_width().min(240.0);
            let headings = texts.rule_set_headings();
            let list = Dropdown::new(words.rules).headings(&headings).footer();
            list.search(texts.new_game.rules_search).width(width).show(ui, &mut chosen, &names);
            wants_file = chosen == files;
            if let Some((id, _)) = shipped.get(chosen) {
                (self.rules, self.plays_own) = ((*id).to_owned(), false);
            } else if chosen != before && !wants_file {
                self.choose(own[chosen - shipped.len()].clone());
            }
        });
        // Only games that ship are rated.
        let can_be_rated = self.chosen_own().is_none();
        let switches = [
            (true, words.fog, words.fog_about, &mut self.fog),
            (can_be_rated, words.rated, words.rated_about, &mut self.rated),
            (true, words.take_backs, words.take_backs_about, &mut self.take_backs),
        ];
        for (_, name, about, on) in switches.into_iter().filter(|(is_shown, ..)| *is_shown) {
            switch(ui, name, about, on);
        }
        row(ui, words.delay, "", |ui| {
            let name = |delay: &u32| match delay {
                0 => words.delay_none.to_owned(),
                seconds => words.delay_text(seconds),
            };
            let delays = DELAYS.map(|delay| (delay, name(&delay)));
            Dropdown::new(words.delay).width(140.0).pick(ui, &mut self.delay, delays);
        });
        wants_file
    }

    /// Rules or a start from a file, if they are chosen.
    fn chosen_own(&self) -> Option<&CustomStart> {
        self.own.as_ref().filter(|_| self.plays_own)
    }

    fn clock(&mut self, ui: &mut Ui, texts: &Texts) {
        let before = self.clock;
        self.clock.show(ui, texts);
        let (clock, times) = (self.clock, self.clock.network_times());
        if times.is_empty() {
            return;
        }
        if clock != before && !times.contains(&self.time) {
            self.time = times[times.len() / 2];
        }
        let chosen = &mut self.time;
        let name = |(time, increment): &(u64, u64)| clock.time_text(*time, *increment, texts);
        let names: Vec<String> = times.iter().map(name).collect();
        let chips = times.iter().zip(&names).map(|(time, name)| (name.as_str(), *chosen == *time));
        if let Some(index) = Chips::new(texts.new_game.presets).show(ui, chips) {
            *chosen = times[index];
        }
    }

    /// A quick game of this kind, if it can be one: by rules that ship, against anyone, for all.
    fn seek(&self) -> Option<Seek> {
        let RoomOptions { rules, start, fog, clock, opponent, rated, private, .. } = self.options();
        match (rules, opponent) {
            (RulesChoice::Shipped(rules), Opponent::Anyone) if start.is_none() && !private => {
                Some(Seek { rules, fog, clock, rated })
            }
            _ => None,
        }
    }

    /// The game as the server is asked for it.
    fn options(&self) -> RoomOptions {
        let shipped = || RulesChoice::Shipped(self.rules.clone());
        let start = self.chosen_own().and_then(|own| own.start.clone());
        let (time, increment) = self.time;
        RoomOptions {
            rules: self.chosen_own().map_or_else(shipped, |own| own.rules.clone()),
            fog: self.fog,
            clock: self.clock.control(time, increment),
            colour: self.colour,
            opponent: match &self.level {
                Some(level) => Opponent::Level(level.clone()),
                None => Opponent::Anyone,
            },
            rated: self.rated && self.chosen_own().is_none(),
            start,
            number: None,
            private: self.private && self.level.is_none(),
            take_backs: self.take_backs,
            spectator_delay_s: self.delay,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whatever_can_be_chosen_makes_a_game() {
        for (_, clock) in ClockChoice::names() {
            for rules in ruleset::shipped_ids() {
                let form = CreateForm { clock, rules: rules.to_owned(), ..CreateForm::default() };
                assert!(form.options().first_position().is_ok(), "{form:?}");
            }
        }
        for (_, clock) in ClockChoice::names() {
            for time in clock.network_times() {
                let form = CreateForm { clock, time: *time, ..CreateForm::default() };
                assert_eq!(form.options().check(), Ok(()));
            }
        }
        for delay in DELAYS {
            assert!(delay <= protocol::MOST_DELAY_S);
        }
    }

    #[test]
    fn a_start_of_ones_own_is_not_rated() {
        let fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
        let rules = ruleset::shipped("standard").expect("it ships");
        let (position, _) = notation::fen::parse(&rules, fen).expect("a position");
        let mut form = CreateForm { rated: true, ..CreateForm::default() };
        form.choose(CustomStart::new(&position, "small.fen"));
        let options = form.options();
        assert!(!options.rated && options.start.as_deref() == Some(fen));
        assert_eq!(options.check(), Ok(()));
        form.choose(CustomStart::new(&rules::Position::start(&rules), "usual"));
        assert_eq!((form.rules.as_str(), form.chosen_own()), ("standard", None));
        assert!(form.options().rated);
    }

    #[test]
    fn the_choice_is_kept() {
        let form = CreateForm { private: true, level: Some("3".into()), ..CreateForm::default() };
        let kept = serde_json::to_vec(&form).expect("written");
        assert_eq!(CreateForm::parse(&kept), Some(form));
        assert_eq!(CreateForm::parse(b"{}"), Some(CreateForm::default()));
        for (clock, time) in [("Game", (300, 3)), ("Turn", (20, 0))] {
            let earlier =
                format!(r#"{{"clock":"{clock}","game_time":[300,3],"turn_time":[20,0]}}"#);
            let form = CreateForm::parse(earlier.as_bytes()).expect("read");
            assert_eq!((form.time, form.turn_time), (time, None));
        }
    }
}
