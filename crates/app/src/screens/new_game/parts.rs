//! The groups of choices on the page.

use egui::Ui;
use engine::level;
use notation::file;
use protocol::ColourChoice;
use rules::{Role, Rules};

use super::NewGameScreen;
use super::form::OwnPiece;
use crate::context::Context;
use crate::dialogs::{FileKind, FileRequest};
use crate::engines::EngineList;
use crate::navigation::{Mode, Navigation};
use crate::persistence::PlayerProfile;
use crate::screens::Page;
use crate::settings::rounded;
use crate::style::widgets::{
    Button, Chips, Dropdown, IconButton, Segmented, Slider, Stepper, TextField, group, row, switch,
    value,
};
use crate::style::{Icon, space, text};
use crate::texts::Texts;

/// The number of ordinary chess among the start positions of Chess960.
const USUAL_NUMBER: u64 = 518;

/// Lets the user choose their colour.
pub fn colour_row(ui: &mut Ui, colour: &mut ColourChoice, texts: &Texts) {
    let words = &texts.new_game;
    row(ui, words.colour, "", |ui| {
        let colours = [
            (ColourChoice::White, texts.common.white),
            (ColourChoice::Random, words.colour_random),
            (ColourChoice::Black, texts.common.black),
        ];
        Segmented::new(words.colour, colours).show(ui, colour);
    });
}

impl NewGameScreen {
    /// All groups.
    pub(super) fn groups(&mut self, ui: &mut Ui, cx: &mut Context) -> Option<Navigation> {
        let texts = &cx.texts.new_game;
        ui.spacing_mut().item_spacing.y = space::S;
        let navigation = group(ui, texts.game, |ui| self.game(ui, cx));
        ui.add_space(space::XS);
        if self.form.mode != Mode::TwoPlayers {
            group(ui, texts.players, |ui| self.players(ui, &cx.engines, cx.texts));
            ui.add_space(space::XS);
        } else if !cx.profiles.everybody().is_empty() {
            group(ui, texts.players, |ui| self.profiles(ui, cx));
            ui.add_space(space::XS);
        }
        group(ui, texts.clock, |ui| self.clock(ui, cx.texts));
        ui.add_space(space::XS);
        group(ui, texts.more, |ui| self.more(ui, cx.texts));
        navigation
    }

    fn rules(&self) -> Option<&Rules> {
        let choice = self.choices.iter().find(|choice| choice.id == self.form.rules);
        choice.map(|choice| &*choice.rules)
    }

    fn game(&mut self, ui: &mut Ui, cx: &mut Context) -> Option<Navigation> {
        let texts = &cx.texts.new_game;
        let mut navigation = None;
        self.rule_set(ui, cx);
        if let Some(rules) = self.rules() {
            let id = rules.id().to_owned();
            ui.label(text::muted(ui, cx.texts.rule_set_description(rules)));
            let learn = Button::secondary(texts.how_it_moves).icon(Icon::Book).small();
            if ui.add(learn).clicked() {
                navigation = Some(Navigation::To(Page::Rules(Some(id))));
            }
        }
        if self.form.mode != Mode::Watch {
            switch(ui, texts.fog, texts.fog_about, &mut self.form.fog);
        }
        self.start_position(ui, cx);
        self.start_number(ui, cx.texts);
        navigation
    }

    fn rule_set(&mut self, ui: &mut Ui, cx: &mut Context) {
        let texts = &cx.texts.new_game;
        row(ui, texts.rules, "", |ui| {
            let mut names: Vec<String> =
                self.choices.iter().map(|choice| cx.texts.rule_set(&choice.rules)).collect();
            names.push(texts.rules_file.to_owned());
            let known = self.choices.iter().position(|choice| choice.id == self.form.rules);
            let mut chosen = known.unwrap_or(0);
            let width = ui.available_width().min(240.0);
            let headings = cx.texts.rule_set_headings();
            let list = Dropdown::new(texts.rules).headings(&headings).search(texts.rules_search);
            if !list.footer().width(width).show(ui, &mut chosen, &names) {
                return;
            }
            match self.choices.get(chosen) {
                Some(choice) => {
                    self.form.rules = choice.id.clone();
                    self.form.layout = None;
                    self.form.number = None;
                    self.form.promotion = None;
                    self.form.board = None;
                }
                None => {
                    let request = FileRequest::open(
                        texts.rules_file_title,
                        &[FileKind::Format(&file::RULE_SET)],
                    );
                    self.choosing_rules = Some(cx.dialogs.choose_file(request, &cx.services));
                }
            }
        });
    }

    fn start_position(&mut self, ui: &mut Ui, cx: &mut Context) {
        let texts = &cx.texts.new_game;
        row(ui, texts.position, "", |ui| {
            let file = self.form.layout.as_ref().and_then(|path| path.file_name());
            let file = file.map(|name| name.to_string_lossy().into_owned());
            let mut names = vec![texts.position_usual.to_owned()];
            names.extend(file.clone());
            names.push(texts.position_file.to_owned());
            let mut chosen = usize::from(file.is_some());
            let width = ui.available_width().min(240.0);
            if !Dropdown::new(texts.position).width(width).show(ui, &mut chosen, &names) {
                return;
            }
            if chosen == 0 {
                self.form.layout = None;
            } else if chosen + 1 == names.len() {
                let request = FileRequest::open(
                    texts.position_file_title,
                    &[FileKind::Format(&file::LAYOUT)],
                );
                self.choosing_layout = Some(cx.dialogs.choose_file(request, &cx.services));
            }
        });
    }

    /// The number of the start position, where there are several.
    fn start_number(&mut self, ui: &mut Ui, texts: &Texts) {
        let (words, count) = (&texts.new_game, self.form.start_count());
        if count < 2 {
            return;
        }
        let mut is_random = self.form.number.is_none();
        switch(ui, words.number_random, &words.number_about(count), &mut is_random);
        if is_random != self.form.number.is_none() {
            self.form.number = (!is_random).then_some(USUAL_NUMBER.min(count - 1));
        }
        if let Some(number) = &mut self.form.number {
            row(ui, words.number, "", |ui| {
                let mut value = *number as usize;
                let written = value.to_string();
                let stepper = Stepper::new(words.number, words.fewer, words.further);
                stepper.show(ui, &mut value, 0..=(count - 1) as usize, &written);
                *number = value as u64;
            });
        }
    }

    /// The profiles at the board; a game between two of them is rated.
    fn profiles(&mut self, ui: &mut Ui, cx: &Context) {
        let everybody = cx.profiles.everybody();
        let guest = (None, cx.texts.profiles.guest.to_owned());
        let person = |it: &PlayerProfile| (Some(it.profile.id), it.profile.name.to_string());
        for (side, label) in [cx.texts.common.white, cx.texts.common.black].into_iter().enumerate()
        {
            row(ui, label, "", |ui| {
                let before = self.profiles[side];
                let choices = [guest.clone()].into_iter().chain(everybody.iter().map(person));
                let list = Dropdown::new(label).width(ui.available_width().min(240.0));
                list.pick(ui, &mut self.profiles[side], choices);
                // A profile cannot play against itself.
                if before != self.profiles[side]
                    && self.profiles[side].is_some()
                    && self.profiles[0] == self.profiles[1]
                {
                    self.profiles[1 - side] = before;
                }
            });
        }
    }

    fn players(&mut self, ui: &mut Ui, engines: &EngineList, texts: &Texts) {
        let words = &texts.new_game;
        if self.form.mode == Mode::Watch {
            self.player(ui, 0, [words.engine_white, words.level_white], engines, texts);
            self.player(ui, 1, [words.engine_black, words.level_black], engines, texts);
            return;
        }
        self.player(ui, 0, [words.engine, words.level], engines, texts);
        colour_row(ui, &mut self.form.colour, texts);
    }

    /// A computer player: an engine, if there are several, and the level of the built-in one.
    fn player(
        &mut self,
        ui: &mut Ui,
        index: usize,
        [engine, level_of]: [&str; 2],
        engines: &EngineList,
        texts: &Texts,
    ) {
        let words = &texts.new_game;
        if !engines.engines.is_empty() {
            row(ui, engine, "", |ui| {
                let list = Dropdown::new(engine).width(ui.available_width().min(240.0));
                let choices = engines.choices(words.engine_built_in);
                ui.push_id(index, |ui| list.pick(ui, &mut self.programs[index], choices));
            });
        }
        let level = match index {
            0 => &mut self.form.level,
            _ => &mut self.form.black_level,
        };
        if self.programs[index].is_none() {
            level_row(ui, level_of, level, texts);
        }
    }

    fn more(&mut self, ui: &mut Ui, texts: &Texts) {
        self.promotion(ui, texts);
        let words = &texts.new_game;
        row(ui, words.speed, words.speed_about, |ui| {
            value(ui, format!("{:.0}", self.form.speed));
            let width = (ui.available_width() - space::S).min(180.0);
            Slider::new(words.speed, 1.0..=40.0, 1.0).width(width).show(ui, &mut self.form.speed);
        });
        row(ui, words.longest, words.longest_about, |ui| {
            let seconds = texts.decimal(rounded(self.form.longest), 1);
            value(ui, words.seconds(seconds));
            let width = (ui.available_width() - space::S).min(180.0);
            let slider = Slider::new(words.longest, 0.0..=3.0, 0.1).width(width);
            slider.show(ui, &mut self.form.longest);
        });
        self.board(ui, texts);
        self.own_pieces(ui, texts);
    }

    /// What pawns become, where they become anything.
    fn promotion(&mut self, ui: &mut Ui, texts: &Texts) {
        let Some(rules) = self.rules() else { return };
        if rules.spec().promotion.is_none() {
            return;
        }
        let usual: Vec<String> = rules
            .promotion_choices()
            .iter()
            .map(|kind| rules.piece_spec(*kind).name.clone())
            .collect();
        let ordinary = |role: Role| matches!(role, Role::Ordinary | Role::CastlingPartner);
        let pieces = rules.spec().pieces.iter().filter(|piece| ordinary(piece.role));
        let mut names: Vec<String> = pieces.map(|piece| piece.name.clone()).collect();
        let own = self.form.pieces.iter().map(|piece| piece.name.trim().to_owned());
        names.extend(own.filter(|name| !name.is_empty()));
        let mut chosen = self.form.promotion.clone().unwrap_or_else(|| usual.clone());
        let words = &texts.new_game;
        row(ui, words.promotion, words.promotion_about, |_| ());
        let shown: Vec<String> = names.iter().map(|name| texts.piece(name)).collect();
        let chips =
            shown.iter().zip(&names).map(|(shown, name)| (shown.as_str(), chosen.contains(name)));
        if let Some(index) = Chips::new(words.promotion).show(ui, chips) {
            let name = names[index].clone();
            match chosen.iter().position(|known| *known == name) {
                // Pawns must become something.
                Some(at) if chosen.len() > 1 => {
                    chosen.remove(at);
                }
                Some(_) => {}
                None => chosen.push(name),
            }
            self.form.promotion = (chosen != usual).then_some(chosen);
        }
    }

    fn board(&mut self, ui: &mut Ui, texts: &Texts) {
        let words = &texts.new_game;
        let mut on = self.form.board.is_some();
        switch(ui, words.board, words.board_about, &mut on);
        let usual = self.rules().map(|rules| rules.size());
        let usual = usual.map_or((14, 14), |size| (size.files().into(), size.ranks().into()));
        if on != self.form.board.is_some() {
            self.form.board = on.then_some(usual);
        }
        if let Some((files, ranks)) = &mut self.form.board {
            for (name, value) in [(words.files, files), (words.ranks, ranks)] {
                row(ui, name, "", |ui| {
                    let written = value.to_string();
                    let stepper = Stepper::new(name, words.fewer, words.further);
                    stepper.show(ui, value, 4..=16, &written);
                });
            }
        }
    }

    fn own_pieces(&mut self, ui: &mut Ui, texts: &Texts) {
        let words = &texts.new_game;
        let mut add = false;
        row(ui, words.pieces, words.pieces_about, |ui| {
            add = ui.add(Button::secondary(words.add_piece).icon(Icon::Plus).small()).clicked();
        });
        let mut removed = None;
        for (index, piece) in self.form.pieces.iter_mut().enumerate() {
            ui.push_id(index, |ui| {
                ui.horizontal(|ui| {
                    let width = ui.available_width() - 36.0 - 60.0 - 5.0 * space::S - 36.0;
                    let name = TextField::new(words.piece_name).hint(words.piece_name);
                    name.width(width * 0.42).show(ui, &mut piece.name);
                    let letter = TextField::new(words.piece_letter).hint(words.piece_letter);
                    letter.width(44.0).show(ui, &mut piece.letter);
                    let moves = TextField::new(words.piece_moves).hint(words.piece_moves_hint);
                    moves.width(width * 0.58).show(ui, &mut piece.moves);
                    let name = words.remove_piece(piece.name.as_str());
                    if ui.add(IconButton::new(Icon::Trash, &name).ghost()).clicked() {
                        removed = Some(index);
                    }
                });
            });
        }
        if add {
            self.form.pieces.push(OwnPiece::default());
        }
        if let Some(index) = removed {
            self.form.pieces.remove(index);
        }
    }
}

/// A level as a slider, with its name and rating.
fn level_row(ui: &mut Ui, name: &str, level: &mut usize, texts: &Texts) {
    let chosen = &level::ALL[*level];
    let about = format!("{} · {}", texts.level(chosen), texts.level_rating(chosen));
    row(ui, name, &about, |ui| {
        let width = ui.available_width().min(260.0);
        let mut value = *level as f32;
        let most = (level::ALL.len() - 1) as f32;
        Slider::new(name, 0.0..=most, 1.0).width(width).show(ui, &mut value);
        *level = value.round() as usize;
    });
}
