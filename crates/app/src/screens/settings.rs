//! The settings.

use std::path::Path;
use std::sync::Arc;

use board_ui::pieces::{Atlas, PieceSet, PieceStyle};
use egui::{
    Align2, Color32, CornerRadius, CursorIcon, Rect, Response, Role, Sense, Stroke, StrokeKind, Ui,
    Vec2, WidgetInfo,
};
use notation::ruleset;
use rules::{Colour, Piece, Rules};
use sound::SoundKind;

use crate::context::Context;
use crate::dialogs::{Answer, FileKind, FileRequest, Ticket};
use crate::navigation::Navigation;
use crate::settings::{AnimationSpeed, HighlightStyle, HintKind, Notation, SCALES, Settings};
use crate::style::widgets::{
    Button, Dropdown, IconButton, Segmented, Slider, focus_ring, group, note, page, row, switch,
    value,
};
use crate::style::{Icon, mix, of, radius, space, text};
use crate::texts::{Language, Texts};
use crate::theme::{FOLDER, Theme};

#[derive(Default)]
pub struct SettingsScreen {
    pieces: Option<SamplePieces>,
    /// A picture for the background is being chosen.
    choosing: Option<Ticket>,
    #[cfg(not(target_arch = "wasm32"))]
    engines: super::engines::EngineSettings,
}

/// A few pieces for the pictures of the themes.
struct SamplePieces {
    rules: Arc<Rules>,
    atlas: Atlas,
}

impl SettingsScreen {
    /// Shows the page.
    pub fn ui(&mut self, ui: &mut Ui, cx: &mut Context) -> Option<Navigation> {
        let texts = cx.texts;
        let words = &texts.settings;
        let page = page(ui, texts.common.back, words.title, 860.0, |ui| {
            ui.spacing_mut().item_spacing.y = space::S;
            group(ui, words.theme, |ui| {
                self.themes(ui, cx);
                self.background(ui, cx);
            });
            ui.add_space(space::XS);
            group(ui, words.look, |ui| appearance(ui, &mut cx.settings, texts));
            ui.add_space(space::XS);
            group(ui, words.play, |ui| playing(ui, &mut cx.settings, texts));
            ui.add_space(space::XS);
            group(ui, words.sound, |ui| sound(ui, &mut cx.settings, texts));
            ui.add_space(space::XS);
            #[cfg(not(target_arch = "wasm32"))]
            if cx.services.files.picker().is_none() {
                group(ui, words.engines, |ui| self.engines.show(ui, cx));
                ui.add_space(space::XS);
            }
            group(ui, words.language, |ui| language(ui, cx));
        });
        page.back.then_some(Navigation::Back)
    }

    /// A small picture of each theme, to be chosen.
    fn themes(&mut self, ui: &mut Ui, cx: &mut Context) {
        let width = ui.available_width();
        let gap = space::M;
        let columns = ((width + gap) / (150.0 + gap)).floor().clamp(2.0, 5.0);
        let tile = (width - gap * (columns - 1.0)) / columns;
        if self.pieces.is_none() {
            self.pieces = ruleset::shipped("standard").map(|rules| {
                let style = PieceStyle::new(PieceSet::default(), Arc::clone(&rules));
                SamplePieces { rules, atlas: Atlas::new(style) }
            });
        }
        let cell = (tile - 2.0 * space::S) / 5.0;
        if let Some(pieces) = &mut self.pieces {
            let set = crate::picture::piece_set(&cx.settings, &cx.theme);
            let style = PieceStyle::new(set, Arc::clone(&pieces.rules));
            pieces.atlas.prepare(ui.ctx(), &style, cell);
        }
        let library = &cx.library;
        egui::Grid::new("themes").spacing(Vec2::splat(gap)).show(ui, |ui| {
            for (index, theme) in library.themes().iter().enumerate() {
                let chosen = theme.id == cx.theme.id;
                if self.theme_tile(ui, theme, cx.texts.theme(theme), tile, chosen).clicked() {
                    cx.settings.theme = theme.id.clone();
                }
                if (index + 1) % columns as usize == 0 {
                    ui.end_row();
                }
            }
        });
        let words = &cx.texts.settings;
        // Nobody can put a file into the storage of a browser.
        let told = match cx.services.files.picker() {
            Some(_) => words.your_themes_desktop.to_owned(),
            None => words.your_themes(cx.services.storage.place(FOLDER)),
        };
        ui.add_space(space::XS);
        note(ui, told);
    }

    /// A picture of the user's own behind everything.
    fn background(&mut self, ui: &mut Ui, cx: &mut Context) {
        if let Some(Answer::File(path)) = cx.dialogs.answer(&mut self.choosing) {
            cx.settings.background = Some(path.display().to_string());
        }
        let words = &cx.texts.settings;
        // A browser gives a file once; at the next start it could not be read again.
        if cx.services.files.picker().is_some() {
            row(ui, words.background, words.background_desktop, |_| ());
            return;
        }
        let chosen = cx.settings.background.clone();
        let about = chosen.as_deref().map(|path| Path::new(path).file_name().unwrap_or_default());
        let about = about.map(|name| name.to_string_lossy());
        row(ui, words.background, about.as_deref().unwrap_or(words.background_about), |ui| {
            if ui.add(Button::secondary(words.background_choose).small()).clicked() {
                let request = FileRequest::open(words.background_title, &[FileKind::Picture]);
                self.choosing = Some(cx.dialogs.choose_file(request, &cx.services));
            }
            let remove = IconButton::new(Icon::Close, words.background_of_theme).size(30.0);
            if chosen.is_some() && ui.add(remove.ghost()).clicked() {
                cx.settings.background = None;
            }
        });
    }

    fn theme_tile(
        &self,
        ui: &mut Ui,
        theme: &Theme,
        name: String,
        width: f32,
        chosen: bool,
    ) -> Response {
        let colours = &of(ui).colours;
        let board_height = (width - 2.0 * space::S) / 5.0 * 3.0;
        let size = Vec2::new(width, board_height + 2.0 * space::S + 26.0);
        let (rect, response) = ui.allocate_exact_size(size, Sense::click());
        response
            .widget_info(|| WidgetInfo::selected(Role::RadioButton, true, chosen, name.as_str()));
        if !ui.is_rect_visible(rect) {
            return response;
        }
        let hover = ui.ctx().animate_bool_responsive(response.id, response.hovered());
        let line = match chosen {
            true => Stroke::new(2.0, colours.accent),
            false => Stroke::new(1.0, mix(colours.outline, colours.muted, hover)),
        };
        let painter = ui.painter();
        let corners = CornerRadius::same(radius::M);
        painter.rect(rect, corners, theme.interface.surface, line, StrokeKind::Inside);
        let board = Rect::from_min_size(
            rect.min + Vec2::splat(space::S),
            Vec2::new(width - 2.0 * space::S, board_height),
        );
        self.paint_sample(ui, board, theme);
        let at = egui::pos2(rect.left() + space::M, rect.bottom() - 18.0);
        let ink = theme.interface.text;
        let (font, room) = (text::strong_font(), rect.width() - space::M - 32.0);
        text::paint(painter, at, Align2::LEFT_CENTER, &name, font, ink, room);
        let dot = egui::pos2(rect.right() - 18.0, rect.bottom() - 18.0);
        painter.circle_filled(dot, 5.0, theme.interface.accent);
        focus_ring(ui, &response, rect, radius::M);
        response.on_hover_cursor(CursorIcon::PointingHand)
    }

    /// Five files and three ranks of a board, with what a theme paints on it.
    fn paint_sample(&self, ui: &Ui, rect: Rect, theme: &Theme) {
        let painter = ui.painter().with_clip_rect(rect.intersect(ui.clip_rect()));
        let cell = rect.width() / 5.0;
        let marks = [
            ((0, 1), theme.board.selected),
            ((1, 1), theme.board.moves),
            ((2, 0), theme.board.captures),
            ((3, 2), theme.board.last_move),
            ((4, 1), theme.board.check),
        ];
        for column in 0..5 {
            for row in 0..3 {
                let at = rect.min + Vec2::new(column as f32, row as f32) * cell;
                let tile = Rect::from_min_size(at, Vec2::splat(cell));
                let is_light = (column + row) % 2 == 0;
                let fill = if is_light { theme.board.light } else { theme.board.dark };
                painter.rect_filled(tile, 0.0, fill);
                if let Some((_, mark)) = marks.iter().find(|(at, _)| *at == (column, row)) {
                    painter.rect_filled(tile, 0.0, *mark);
                }
            }
        }
        let Some(pieces) = &self.pieces else { return };
        let sample = [
            ((0, 1), 'n', Colour::White),
            ((2, 0), 'b', Colour::Black),
            ((3, 2), 'q', Colour::White),
            ((4, 1), 'k', Colour::Black),
        ];
        for ((column, row), letter, colour) in sample {
            let Some(kind) = pieces.rules.piece_type(letter) else { continue };
            let at = rect.min + Vec2::new(column as f32, row as f32) * cell;
            let tile = Rect::from_min_size(at, Vec2::splat(cell));
            pieces.atlas.paint(&painter, Piece::new(kind, colour), tile, Color32::WHITE);
        }
    }
}

fn appearance(ui: &mut Ui, settings: &mut Settings, texts: &Texts) {
    let words = &texts.settings;
    row(ui, words.piece_set, "", |ui| {
        let of_theme = (None, words.of_theme.to_owned());
        let choices = PieceSet::ALL.map(|set| (Some(set.id.to_owned()), texts.piece_set(&set)));
        let choices = [of_theme].into_iter().chain(choices);
        Dropdown::new(words.piece_set).pick(ui, &mut settings.piece_set, choices);
    });
    row(ui, words.highlights, words.highlights_about, |ui| {
        let choices = [
            (None, words.of_theme),
            (Some(HighlightStyle::Tiles), words.tiles),
            (Some(HighlightStyle::Dots), words.dots),
        ];
        Segmented::new(words.highlights, choices).show(ui, &mut settings.highlights);
    });
    switch(ui, words.coordinates, words.coordinates_about, &mut settings.coordinates);
    switch(ui, words.show_moves, words.show_moves_about, &mut settings.show_moves);
    row(ui, words.notation, words.notation_about, |ui| {
        let choices = [
            (Notation::Figurines, words.notation_figurines),
            (Notation::Letters, words.notation_letters),
            (Notation::Language, words.notation_language),
        ];
        Segmented::new(words.notation, choices).show(ui, &mut settings.notation);
    });
    switch(ui, words.piece_cards, words.piece_cards_about, &mut settings.piece_cards);
    row(ui, words.animation, words.animation_about, |ui| {
        let choices = [
            (AnimationSpeed::Off, words.animation_off),
            (AnimationSpeed::Slow, words.animation_slow),
            (AnimationSpeed::Normal, words.animation_normal),
            (AnimationSpeed::Fast, words.animation_fast),
        ];
        Segmented::new(words.animation, choices).show(ui, &mut settings.animation);
    });
    row(ui, words.scale, "", |ui| {
        percent(ui, settings.scale, texts);
        Slider::new(words.scale, SCALES, 0.1).show(ui, &mut settings.scale);
    });
}

fn playing(ui: &mut Ui, settings: &mut Settings, texts: &Texts) {
    let words = &texts.settings;
    switch(ui, words.auto_queen, words.auto_queen_about, &mut settings.auto_queen);
    switch(ui, words.confirm_resign, words.confirm_resign_about, &mut settings.confirm_resign);
    switch(ui, words.premoves, words.premoves_about, &mut settings.premoves);
    switch(ui, words.live, words.live_about, &mut settings.live);
    switch(ui, words.evaluation, words.evaluation_about, &mut settings.evaluation);
    row(ui, words.hint, words.hint_about, |ui| {
        let choices =
            [(HintKind::Engine, words.hint_engine), (HintKind::Simple, words.hint_simple)];
        Segmented::new(words.hint, choices).show(ui, &mut settings.hint);
    });
}

fn sound(ui: &mut Ui, settings: &mut Settings, texts: &Texts) {
    let words = &texts.settings;
    switch(ui, words.sounds, words.sounds_about, &mut settings.sound);
    volume(ui, words.sound_volume, settings.sound, &mut settings.sound_volume, texts);
    for (kind, is_heard) in SoundKind::ALL.into_iter().zip(&mut settings.sound_kinds) {
        let (name, about) = match kind {
            SoundKind::Moves => (words.sound_moves, words.sound_moves_about),
            SoundKind::Warnings => (words.sound_warnings, words.sound_warnings_about),
            SoundKind::Results => (words.sound_results, words.sound_results_about),
            SoundKind::Messages => (words.sound_messages, words.sound_messages_about),
            SoundKind::Buttons => (words.sound_buttons, words.sound_buttons_about),
        };
        ui.add_enabled_ui(settings.sound, |ui| switch(ui, name, about, is_heard));
    }
    switch(ui, words.music, words.music_about, &mut settings.music);
    volume(ui, words.music_volume, settings.music, &mut settings.music_volume, texts);
}

fn language(ui: &mut Ui, cx: &mut Context) {
    let words = &cx.texts.settings;
    row(ui, words.language, "", |ui| {
        let of_system = (None, words.language_of_system(cx.services.language.name()));
        let choices = Language::all().map(|it| (Some(it), it.name().to_owned()));
        let choices = [of_system].into_iter().chain(choices);
        Dropdown::new(words.language).width(240.0).pick(ui, &mut cx.settings.language, choices);
    });
}

fn volume(ui: &mut Ui, name: &str, enabled: bool, part: &mut f32, texts: &Texts) {
    row(ui, name, "", |ui| {
        ui.add_enabled_ui(enabled, |ui| {
            percent(ui, *part, texts);
            Slider::new(name, 0.0..=1.0, 0.05).show(ui, part);
        });
    });
}

fn percent(ui: &mut Ui, part: f32, texts: &Texts) {
    let percent = (part * 100.0).round() as i32;
    value(ui, texts.settings.percent(percent));
}
