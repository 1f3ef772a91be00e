//! Setting up a game: everything that a config can say, and a picture of what comes of it.

mod clock;
mod form;
mod parts;

use std::path::PathBuf;
use std::sync::Arc;

use egui::{Rect, ScrollArea, Sense, Ui, UiBuilder, Vec2};
use notation::diagnostics::Diagnostics;
use notation::{file, ruleset};
use rules::Rules;
use store::Owner;

pub use form::Form;
pub use parts::colour_row;

use crate::context::Context;
use crate::dialogs::{Answer, FileKind, FileRequest, Ticket};
use crate::navigation::{Mode, Navigation};
use crate::new_game::{NewGame, PlayerChoice};
use crate::own_rules;
use crate::picture::{Picture, Shown};
use crate::services::Services;
use crate::style::widgets::{Button, IconButton, Segmented, card, page_head, within};
use crate::style::{Icon, of, space, text};

/// The page on which a game is set up.
pub struct NewGameScreen {
    form: Form,
    /// Rule sets to choose from: those that ship, those of the user, and one from a file.
    choices: Vec<RuleChoice>,
    /// What comes of the choice, for the picture.
    preview: Result<Box<NewGame>, Diagnostics>,
    previewed: Option<Form>,
    picture: Option<Picture>,
    choosing_rules: Option<Ticket>,
    choosing_layout: Option<Ticket>,
    saving: Option<Ticket>,
    /// The profiles that play White and Black, where two people play.
    profiles: [Owner; 2],
    /// The names of programs that play in place of the built-in engine: White or the only
    /// computer, and Black.
    programs: [Option<String>; 2],
}

/// A rule set that can be chosen.
struct RuleChoice {
    /// What stands in the config.
    id: String,
    rules: Arc<Rules>,
}

/// From this width on the board is shown beside the choices.
const LEAST_WIDE: f32 = 620.0;

impl NewGameScreen {
    /// A page with what was chosen last, but for what is given.
    pub fn new(mode: Mode, rules: Option<String>, cx: &mut Context) -> NewGameScreen {
        let last = Form::load(&*cx.services.storage);
        let rules = rules.unwrap_or_else(|| last.rules.clone());
        NewGameScreen::with_form(Form { mode, rules, ..last }, cx)
    }

    /// A page for a game under fog.
    pub fn with_fog(cx: &mut Context) -> NewGameScreen {
        let form = Form::load(&*cx.services.storage);
        NewGameScreen::with_form(Form { mode: Mode::Computer, fog: true, ..form }, cx)
    }

    /// A page for a game by the rules of a file.
    pub fn with_rules(rules: Arc<Rules>, path: PathBuf, cx: &mut Context) -> NewGameScreen {
        let mut screen = NewGameScreen::new(Mode::Computer, None, cx);
        screen.add_rules(rules, path);
        screen
    }

    fn with_form(mut form: Form, cx: &mut Context) -> NewGameScreen {
        let shipped = ruleset::all_ids()
            .filter_map(|id| Some(RuleChoice { id: id.to_owned(), rules: ruleset::shipped(id)? }));
        let own = own_rules::all(&cx.services).into_iter();
        let own = own.map(|(id, rules)| RuleChoice { id, rules });
        let mut choices: Vec<RuleChoice> = shipped.chain(own).collect();
        if choices.iter().all(|choice| choice.id != form.rules) {
            // Rules from a file that was chosen the last time.
            match own_rules::load(&cx.services, form.rules.as_ref()) {
                Ok((rules, _)) => choices.push(RuleChoice { id: form.rules.clone(), rules }),
                Err(_) => form.rules = Form::default().rules,
            }
        }
        NewGameScreen {
            form,
            choices,
            preview: Err(Diagnostics::new()),
            previewed: None,
            picture: None,
            choosing_rules: None,
            choosing_layout: None,
            saving: None,
            profiles: [cx.profiles.current(), None],
            programs: [None, None],
        }
    }

    /// Shows the page.
    pub fn ui(&mut self, ui: &mut Ui, cx: &mut Context) -> Option<Navigation> {
        self.take_answers(cx);
        self.look_ahead(&cx.services);
        let area = ui.available_rect_before_wrap();
        let head = page_head(area, 1180.0);
        let width = head.width();
        let mut navigation = None;
        within(ui, head, |ui| {
            navigation = self.head(ui, cx, width >= LEAST_WIDE);
        });
        let below = head.with_min_y(head.bottom() + space::L).with_max_y(area.bottom());
        let side = (width * 0.36).clamp(230.0, 440.0);
        if width < LEAST_WIDE {
            within(ui, below, |ui| {
                ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
                    ui.set_width(width - space::M);
                    self.modes(ui, cx);
                    ui.add_space(space::S);
                    navigation = self.groups(ui, cx).or(navigation.take());
                    ui.add_space(space::S);
                    navigation = self.summary(ui, cx).or(navigation.take());
                    ui.add_space(space::XL);
                });
            });
            return navigation;
        }
        let form = below.with_max_x(below.right() - side - space::XL);
        within(ui, form.expand2(Vec2::new(4.0, 0.0)), |ui| {
            ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
                ui.set_width(form.width());
                navigation = self.groups(ui, cx).or(navigation.take());
                ui.add_space(space::XL);
            });
        });
        let preview = below.with_min_x(below.right() - side);
        within(ui, preview, |ui| {
            navigation = self.summary(ui, cx).or(navigation.take());
        });
        navigation
    }

    fn head(&mut self, ui: &mut Ui, cx: &Context, is_wide: bool) -> Option<Navigation> {
        let texts = &cx.texts.new_game;
        let mut back = false;
        ui.horizontal_centered(|ui| {
            back = ui.add(IconButton::new(Icon::Back, cx.texts.common.back)).clicked();
            ui.add_space(space::S);
            ui.label(text::title(texts.title));
            if is_wide {
                ui.add_space(space::M);
                self.modes(ui, cx);
            }
        });
        back.then_some(Navigation::Back)
    }

    /// Who plays.
    fn modes(&mut self, ui: &mut Ui, cx: &Context) {
        let texts = &cx.texts.new_game;
        let modes = [
            (Mode::Computer, texts.mode_computer),
            (Mode::TwoPlayers, texts.mode_two),
            (Mode::Watch, texts.mode_watch),
        ];
        Segmented::new(texts.mode, modes).show(ui, &mut self.form.mode);
    }

    /// The picture of the board and the button that starts the game.
    fn summary(&mut self, ui: &mut Ui, cx: &mut Context) -> Option<Navigation> {
        let texts = &cx.texts.new_game;
        let mut navigation = None;
        card(ui, |ui| {
            let side = ui.available_width().min((ui.available_height() - 190.0).max(140.0));
            let (rect, _) =
                ui.allocate_exact_size(Vec2::new(ui.available_width(), side), Sense::hover());
            self.preview(ui, rect, cx);
            ui.add_space(space::S);
            let label = match self.form.mode {
                Mode::Watch => texts.watch,
                _ => texts.start,
            };
            let button =
                Button::primary(label).icon(Icon::Play).large().width(ui.available_width());
            if ui.add(button.enabled(self.preview.is_ok())).clicked() {
                navigation = self.start(cx);
            }
            let save = Button::ghost(texts.save).icon(Icon::Save).small();
            if ui.add(save.width(ui.available_width())).clicked() {
                let request = FileRequest::save(
                    texts.save_title,
                    &[FileKind::Format(&file::CONFIG)],
                    "config",
                );
                self.saving = Some(cx.dialogs.choose_file(request, &cx.services));
            }
        });
        navigation
    }

    /// The board that comes of the choice, or what is wrong with it.
    fn preview(&mut self, ui: &mut Ui, rect: Rect, cx: &Context) {
        let texts = &cx.texts.new_game;
        match &self.preview {
            Ok(game) => {
                let rules = game.rules();
                let picture = self.picture.get_or_insert_with(|| Picture::new(rules));
                picture.paint(ui, rect, &Shown::new(&game.start, game.bottom, cx));
                ui.add_space(space::XS);
                ui.label(text::heading(cx.texts.rule_set(rules)));
                let size = rules.size();
                let size = texts.board_text(size.files(), size.ranks());
                ui.label(text::muted(ui, size));
            }
            Err(faults) => {
                let colours = of(ui).colours;
                let mut inner = ui.new_child(UiBuilder::new().max_rect(rect.shrink(space::S)));
                inner.label(text::heading(texts.unfinished).color(colours.warning));
                ScrollArea::vertical().show(&mut inner, |ui| {
                    ui.label(text::body(cx.texts.faults(faults.errors())).color(colours.muted));
                });
            }
        }
    }

    fn start(&mut self, cx: &mut Context) -> Option<Navigation> {
        self.form.keep(&*cx.services.storage);
        match self.take_preview(&cx.services) {
            Ok(mut game) => {
                if self.form.mode == Mode::TwoPlayers {
                    game.profiles = self.profiles;
                }
                let program =
                    |index: usize| cx.engines.find(self.programs[index].as_deref()?).cloned();
                match self.form.mode {
                    Mode::Watch => game.programs = [program(0), program(1)],
                    Mode::Computer => {
                        let side = usize::from(matches!(game.seats[1], PlayerChoice::Computer(_)));
                        game.programs[side] = program(0);
                    }
                    Mode::TwoPlayers => {}
                }
                Some(Navigation::Play(game))
            }
            Err(faults) => {
                cx.dialogs.error(cx.texts.new_game.unfinished, cx.texts.faults(&faults));
                None
            }
        }
    }

    /// The game that the picture shows; the next one is drawn anew where fate decides.
    fn take_preview(&mut self, services: &Services) -> Result<Box<NewGame>, Diagnostics> {
        self.look_ahead(services);
        self.previewed = None;
        std::mem::replace(&mut self.preview, Err(Diagnostics::new()))
    }

    /// Looks at what comes of the choice, whenever it has changed.
    fn look_ahead(&mut self, services: &Services) {
        if self.previewed.as_ref() != Some(&self.form) {
            self.preview = self.form.start(services).map(Box::new);
            self.previewed = Some(self.form.clone());
        }
    }

    /// Takes the files that were chosen.
    fn take_answers(&mut self, cx: &mut Context) {
        if let Some(Answer::File(path)) = cx.dialogs.answer(&mut self.choosing_rules) {
            match own_rules::load(&cx.services, &path) {
                Ok((rules, _)) => self.add_rules(rules, path),
                Err(faults) => {
                    let title = cx.texts.dialogs.file_faulty(&path.display());
                    cx.dialogs.error(title, cx.texts.faults(&faults));
                }
            }
        }
        if let Some(Answer::File(path)) = cx.dialogs.answer(&mut self.choosing_layout) {
            let form = Form { layout: Some(path.clone()), ..self.form.clone() };
            match form.start(&cx.services) {
                Ok(_) => self.form = form,
                Err(faults) => {
                    let title = cx.texts.dialogs.file_faulty(&path.display());
                    cx.dialogs.error(title, cx.texts.faults(&faults));
                }
            }
        }
        if let Some(Answer::File(path)) = cx.dialogs.answer(&mut self.saving) {
            match cx.services.files.write(&path, self.form.config_text().as_bytes()) {
                Ok(()) => cx.dialogs.notice(cx.texts.new_game.saved(&path.display())),
                Err(error) => {
                    let title = cx.texts.dialogs.cannot_save(&path.display());
                    cx.dialogs.error(title, cx.texts.io_error(&error));
                }
            }
        }
    }

    fn add_rules(&mut self, rules: Arc<Rules>, path: PathBuf) {
        let id = path.display().to_string();
        self.choices.retain(|choice| choice.id != id);
        self.choices.push(RuleChoice { id: id.clone(), rules });
        self.form = Form { rules: id, layout: None, promotion: None, ..self.form.clone() };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_game_is_the_one_that_the_picture_shows() {
        let services = Services::memory();
        let mut screen = NewGameScreen {
            form: Form { rules: "chess960".to_owned(), ..Form::default() },
            choices: Vec::new(),
            preview: Err(Diagnostics::new()),
            previewed: None,
            picture: None,
            choosing_rules: None,
            choosing_layout: None,
            saving: None,
            profiles: [None; 2],
            programs: [None, None],
        };
        let mut starts = Vec::new();
        for _ in 0..8 {
            screen.look_ahead(&services);
            let shown = screen.preview.as_ref().expect("a game").start.clone();
            assert_eq!(screen.take_preview(&services).expect("a game").start, shown);
            starts.push(notation::fen::format(&shown));
        }
        starts.sort();
        starts.dedup();
        assert!(starts.len() > 1, "each game is drawn anew");
    }
}
