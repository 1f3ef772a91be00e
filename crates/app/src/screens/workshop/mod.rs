//! The workshop: a game is invented by clicking, with its file beside it, and tried out at once.

mod array;
mod draft;
mod laboratory;
mod movement_grid;
mod piece_grid;
mod pieces;
mod rules_tab;
mod trial;
mod zones;

use std::sync::Arc;

use board_ui::PieceRenderer;
use egui::{
    Align, FontId, Key, KeyboardShortcut, Layout, Modifiers, Rect, ScrollArea, TextEdit, Ui, Vec2,
    vec2,
};
use notation::diagnostics::Severity;
use rules::{Position, Rules};

use array::ArrayTools;
use draft::GameDraft;
use laboratory::Laboratory;
use pieces::PieceTools;
use trial::Trial;
use zones::ZoneTools;

use crate::context::Context;
use crate::navigation::Navigation;
use crate::new_game::{NewGame, PlayerChoice, against_computer};
use crate::own_rules;
use crate::play::PieceAtlases;
use crate::style::widgets::{Button, IconButton, card, headed_page, note, paragraph, within_named};
use crate::style::{Icon, of, space, text};
use crate::texts::Texts;

/// What the tools of the workshop work on.
struct Bench<'a> {
    draft: &'a mut GameDraft,
    art: &'a PieceAtlases,
    cx: &'a mut Context,
}

/// A part of the game that is worked on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Tab {
    /// Title, size and start array.
    Board,
    Pieces,
    Rules,
    /// The computer plays against itself.
    Trial,
    /// Games of the computer against itself, measured.
    Laboratory,
    File,
}

/// What was asked for at the top of the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum WorkshopIntent {
    Undo,
    Redo,
    Save,
    Share,
    Host,
    Play,
}

/// From this width on the tools stand beside the board.
const LEAST_WIDE: f32 = 620.0;

/// From this width on the file has a column of its own.
const LEAST_FILE: f32 = 1100.0;

/// The size of the pieces where there is no board, in points.
const PICTURE: f32 = 56.0;

/// The height of a tab.
const TAB: f32 = 46.0;

/// From this width on the buttons at the top have words.
const LEAST_WORDS: f32 = 900.0;

/// The screen on which games are invented: a draft, its tabs and its file.
pub struct WorkshopScreen {
    draft: GameDraft,
    tab: Tab,
    art: PieceAtlases,
    array: ArrayTools,
    pieces: PieceTools,
    zones: ZoneTools,
    trial: Option<Trial>,
    laboratory: Option<Laboratory>,
}

impl WorkshopScreen {
    /// Goes on with the game that was last worked on.
    pub fn new(cx: &mut Context) -> Option<WorkshopScreen> {
        let draft = GameDraft::open(&cx.services.storage, cx.texts.workshop.new_title)?;
        let shown = NewGame::new(
            Position::start(draft.shown()),
            [PlayerChoice::Human, PlayerChoice::Human],
        );
        Some(WorkshopScreen {
            tab: Tab::Board,
            art: PieceAtlases::new(&shown, cx),
            array: ArrayTools::new(saved(cx)),
            pieces: PieceTools::default(),
            zones: ZoneTools::default(),
            trial: None,
            laboratory: None,
            draft,
        })
    }

    /// Shows the game, the tools of a part of it, and the file.
    pub fn ui(&mut self, ui: &mut Ui, cx: &mut Context) -> Option<Navigation> {
        self.pieces.take_drawing(&mut self.draft, cx);
        if let Some(laboratory) = &mut self.laboratory {
            laboratory.poll(self.draft.rules());
        }
        let mut intent = self.shortcut(ui, cx);
        let buttons = Buttons::new(&self.draft, cx.texts);
        let is_wide = ui.available_width() >= LEAST_WIDE;
        let title = cx.texts.workshop.title;
        let mut at_head = None;
        let page = headed_page(
            ui,
            cx.texts.common.back,
            title,
            f32::INFINITY,
            |ui| at_head = is_wide.then(|| buttons.show(ui)).flatten(),
            |ui, column| {
                let column = column.with_max_y(column.bottom() - space::L);
                self.art.follow(ui.ctx(), self.draft.shown(), rules::Colour::White, cx);
                self.parts(ui, column, cx, is_wide, &buttons)
            },
        );
        intent = intent.or(at_head).or(page.inner);
        let navigation = intent.and_then(|intent| self.dispatch(intent, ui, cx));
        page.back.then_some(Navigation::Back).or(navigation)
    }

    /// Everything below the head of the page.
    fn parts(
        &mut self,
        ui: &mut Ui,
        column: Rect,
        cx: &mut Context,
        is_wide: bool,
        buttons: &Buttons,
    ) -> Option<WorkshopIntent> {
        let (mut area, mut intent) = (column, None);
        let has_file = column.width() >= LEAST_FILE;
        if has_file {
            let width = (column.width() * 0.28).min(420.0);
            let file_place = column.with_min_x(column.right() - width);
            area.max.x -= width + space::L;
            within_named(ui, file_place, "file", |ui| file(ui, &mut self.draft, cx.texts));
        }
        let (main, side) = match is_wide {
            true => {
                let width = (column.width() * 0.36).clamp(276.0, 340.0);
                let side = area.with_min_x(area.right() - width);
                (area.with_max_x(side.left() - space::L), side)
            }
            false => {
                let height = area.width().min(area.height() * 0.5);
                let main = area.with_max_y(area.top() + height);
                (main, area.with_min_y(main.bottom() + space::S))
            }
        };
        within_named(ui, main, "main", |ui| self.main(ui, cx));
        within_named(ui, side, "side", |ui| {
            self.tabs(ui, cx.texts, has_file);
            let scroll = ScrollArea::vertical().id_salt(self.tab as usize).auto_shrink(false);
            scroll.show(ui, |ui| {
                ui.spacing_mut().item_spacing = Vec2::splat(space::S);
                if !is_wide {
                    ui.horizontal_wrapped(|ui| intent = buttons.show(ui));
                }
                self.verdict(ui, cx.texts);
                let is_usable = self.draft.is_readable() || self.tab == Tab::File;
                ui.add_enabled_ui(is_usable, |ui| self.tools(ui, cx));
                ui.add_space(space::S);
            });
        });
        intent
    }

    /// The tools of the part that is worked on.
    fn tools(&mut self, ui: &mut Ui, cx: &mut Context) {
        let (texts, is_sound) = (cx.texts, self.draft.rules().is_some());
        let mut bench = Bench { draft: &mut self.draft, art: &self.art, cx };
        match (self.tab, &mut self.trial, &mut self.laboratory) {
            (Tab::Board, ..) => self.array.side(ui, &mut bench),
            (Tab::Pieces, ..) => self.pieces.side(ui, &mut bench),
            (Tab::Rules, ..) => rules_tab::show(ui, bench.draft, &mut self.zones, texts),
            (Tab::Trial, Some(trial), _) => trial.side(ui, cx),
            (Tab::Laboratory, _, Some(laboratory)) => laboratory.side(ui, is_sound, texts),
            (Tab::File, ..) => file(ui, bench.draft, texts),
            (Tab::Trial | Tab::Laboratory, ..) => {}
        }
    }

    /// What is looked at and clicked on.
    fn main(&mut self, ui: &mut Ui, cx: &mut Context) {
        match self.tab {
            Tab::Pieces => {
                // No board prepares the pictures here.
                self.art.prepare(ui.ctx(), PICTURE);
                let mut bench = Bench { draft: &mut self.draft, art: &self.art, cx };
                self.pieces.grid(ui, &mut bench);
            }
            Tab::Trial => {
                let Some(rules) = self.draft.rules() else { return };
                let trial = self.trial.get_or_insert_with(|| Trial::new(rules, ui.ctx(), cx));
                trial.board(ui, rules, cx);
            }
            Tab::Laboratory => {
                if let (None, Some(rules)) = (&self.laboratory, self.draft.rules()) {
                    self.laboratory = Some(Laboratory::new(rules, ui.ctx(), cx));
                }
                self.laboratory.iter().for_each(|laboratory| laboratory.charts(ui, cx.texts));
            }
            Tab::Board | Tab::Rules | Tab::File => {
                let zones = (self.tab == Tab::Rules).then_some(&mut self.zones);
                self.array.board(ui, &mut self.draft, zones, &mut self.art, cx);
            }
        }
    }

    fn tabs(&mut self, ui: &mut Ui, texts: &Texts, has_file: bool) {
        let words = &texts.workshop;
        let tabs = [
            (Tab::Board, Icon::Restart, words.tab_board, words.board),
            (Tab::Pieces, Icon::Crown, words.tab_pieces, words.pieces),
            (Tab::Rules, Icon::Book, words.tab_rules, words.rules),
            (Tab::Trial, Icon::Eye, words.tab_trial, words.trial),
            (Tab::Laboratory, Icon::Scales, words.tab_laboratory, words.laboratory),
            (Tab::File, Icon::File, words.tab_file, words.file),
        ];
        if has_file && self.tab == Tab::File {
            self.tab = Tab::Board;
        }
        let shown = || tabs.into_iter().filter(|(tab, ..)| !has_file || *tab != Tab::File);
        let count = shown().count() as f32;
        let width = (ui.available_width() - (count - 1.0) * space::XS) / count;
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = space::XS;
            for (tab, icon, word, name) in shown() {
                let button = IconButton::new(icon, name).word(word).size(TAB).width(width);
                if ui.add(button.selected(self.tab == tab)).clicked() {
                    self.tab = tab;
                    self.draft.end_step();
                }
            }
        });
        let name = tabs.iter().find(|(tab, ..)| *tab == self.tab).map_or("", |(.., name)| name);
        ui.label(text::heading(name));
        ui.add_space(space::XS);
    }

    /// What is wrong or odd, in words.
    fn verdict(&mut self, ui: &mut Ui, texts: &Texts) {
        let colours = of(ui).colours;
        card(ui, |ui| {
            if self.draft.faults().is_empty() {
                let sound = text::muted(ui, texts.workshop.is_sound);
                paragraph(ui, sound);
            }
            for fault in self.draft.faults() {
                let ink = match fault.severity {
                    Severity::Error => colours.danger,
                    Severity::Warning => colours.warning,
                };
                paragraph(ui, text::body(texts.fault(fault)).color(ink));
            }
        });
    }

    /// Keys that do the same as the buttons.
    fn shortcut(&self, ui: &Ui, cx: &Context) -> Option<WorkshopIntent> {
        if cx.dialogs.is_open() {
            return None;
        }
        let typing = ui.ctx().text_edit_focused();
        let pressed = |modifiers: Modifiers, key: Key| {
            ui.input_mut(|input| input.consume_shortcut(&KeyboardShortcut::new(modifiers, key)))
        };
        let (command, shift) = (Modifiers::COMMAND, Modifiers::COMMAND | Modifiers::SHIFT);
        match () {
            () if pressed(command, Key::S) => Some(WorkshopIntent::Save),
            () if typing => None,
            () if pressed(shift, Key::Z) || pressed(command, Key::Y) => Some(WorkshopIntent::Redo),
            () if pressed(command, Key::Z) => Some(WorkshopIntent::Undo),
            () => None,
        }
    }

    fn dispatch(
        &mut self,
        intent: WorkshopIntent,
        ui: &Ui,
        cx: &mut Context,
    ) -> Option<Navigation> {
        let words = &cx.texts.workshop;
        let start = self.draft.rules().map(Position::start);
        match intent {
            WorkshopIntent::Undo => self.draft.undo(),
            WorkshopIntent::Redo => self.draft.redo(),
            WorkshopIntent::Share => {
                ui.ctx().copy_text(self.draft.text().to_owned());
                cx.dialogs.notice(words.copied);
            }
            WorkshopIntent::Save => {
                let id = draft::id_of(&self.draft.spec().title);
                let storage = &*cx.services.storage;
                match own_rules::keep(storage, &id, self.draft.text()) {
                    Ok(()) => {
                        cx.dialogs.notice(words.saved(&self.draft.spec().title));
                        self.array.own = saved(cx);
                    }
                    Err(error) => {
                        let title = cx.texts.dialogs.cannot_save(&id);
                        cx.dialogs.error(title, cx.texts.io_error(&error));
                    }
                }
            }
            WorkshopIntent::Play => {
                return Some(Navigation::Play(Box::new(against_computer(start?))));
            }
            WorkshopIntent::Host => {
                let game = NewGame::new(start?, [PlayerChoice::Human, PlayerChoice::Human]);
                let game = NewGame { over_network: true, ..game };
                return Some(Navigation::Play(Box::new(game)));
            }
        }
        None
    }
}

/// Shows the file as far as there is room; it can be typed into.
fn file(ui: &mut Ui, draft: &mut GameDraft, texts: &Texts) {
    let words = &texts.workshop;
    let mut typed = draft.text().to_owned();
    card(ui, |ui| {
        note(ui, words.file_about);
        let height = ui.available_height().clamp(240.0, 2000.0);
        ScrollArea::both().id_salt("file").max_height(height).show(ui, |ui| {
            let edit = TextEdit::multiline(&mut typed)
                .font(FontId::monospace(12.0))
                .text_color(of(ui).colours.text)
                .desired_width(f32::INFINITY)
                .lock_focus(true);
            let response = ui.add(edit).accessible_name(words.file);
            if response.changed() {
                draft.set_text(Some("typing"), typed);
            }
            if response.lost_focus() {
                draft.end_step();
            }
        });
    });
}

/// The rule sets that the user has saved.
fn saved(cx: &Context) -> Vec<Arc<Rules>> {
    own_rules::all(&cx.services).into_iter().map(|(_, rules)| rules).collect()
}

/// The buttons at the top of the page.
struct Buttons {
    texts: &'static Texts,
    can_undo: bool,
    can_redo: bool,
    is_sound: bool,
}

impl Buttons {
    fn new(draft: &GameDraft, texts: &'static Texts) -> Buttons {
        let (can_undo, can_redo) = (draft.can_undo(), draft.can_redo());
        Buttons { texts, can_undo, can_redo, is_sound: draft.rules().is_some() }
    }

    fn show(&self, ui: &mut Ui) -> Option<WorkshopIntent> {
        let words = &self.texts.workshop;
        let mut intent = None;
        let has_words = ui.ctx().content_rect().width() >= LEAST_WORDS;
        ui.spacing_mut().item_spacing = vec2(space::XS, space::XS);
        let play = Button::primary(words.play).icon(Icon::Play).enabled(self.is_sound);
        if ui.add(play).clicked() {
            intent = Some(WorkshopIntent::Play);
        }
        for (asked, icon, name, is_enabled) in [
            (WorkshopIntent::Host, Icon::Wifi, words.host, self.is_sound),
            (WorkshopIntent::Save, Icon::Save, words.save, self.is_sound),
            (WorkshopIntent::Share, Icon::Share, words.share, true),
            (WorkshopIntent::Redo, Icon::Redo, words.redo, self.can_redo),
            (WorkshopIntent::Undo, Icon::Undo, words.undo, self.can_undo),
        ] {
            let is_known = matches!(asked, WorkshopIntent::Undo | WorkshopIntent::Redo);
            let response = match has_words && !is_known {
                true => ui.add(Button::secondary(name).icon(icon).enabled(is_enabled)),
                false => ui.add(IconButton::new(icon, name).enabled(is_enabled)),
            };
            if response.clicked() {
                intent = Some(asked);
            }
        }
        intent
    }
}

/// A line with a choice at its right, and a sentence about it below.
fn choice_row(ui: &mut Ui, name: &str, about: &str, choice: impl FnOnce(&mut Ui)) {
    ui.scope(|ui| {
        let gap = std::mem::replace(&mut ui.spacing_mut().item_spacing.y, 0.0);
        let size = vec2(ui.available_width(), 38.0);
        ui.allocate_ui_with_layout(size, Layout::right_to_left(Align::Center), |ui| {
            choice(ui);
            let left = Layout::left_to_right(Align::Center);
            ui.allocate_ui_with_layout(ui.available_size(), left, |ui| {
                paragraph(ui, text::strong(name));
            });
        });
        if !about.is_empty() {
            note(ui, about);
            ui.add_space(gap);
        }
    });
}
