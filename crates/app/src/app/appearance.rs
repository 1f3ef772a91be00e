//! Theme, background and volume: from the settings, or from the config of the game that is shown.

use egui::Ui;
use notation::diagnostics::{Diagnostic, Diagnostics};
use sound::{SoundKind, Volume};

use super::App;
use super::pages::Screen;
use crate::backdrop::{Source, over_picture};
use crate::context::Context;
use crate::play::PlayScreen;
use crate::style;

/// The volumes and switches of sounds and music.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct VolumeSettings {
    sound: bool,
    sound_volume: Volume,
    kinds: [bool; SoundKind::ALL.len()],
    music: bool,
    music_volume: Volume,
}

impl App {
    /// Reports a theme that does not exist, and shows the user's own instead.
    pub(super) fn check_theme(&mut self) -> Diagnostics {
        let library = &self.cx.library;
        match self.overrides.theme.take_if(|name| library.find(name).is_none()) {
            Some(name) => Diagnostic::warning(library.missing(&name)).about("theme").into(),
            None => Diagnostics::new(),
        }
    }

    /// Shows another theme as soon as one is chosen, here or by a game's config.
    pub(super) fn follow_theme(&mut self, ctx: &egui::Context) {
        let wanted = match (&self.overrides.theme, self.screens.last()) {
            (Some(theme), Some(Screen::Play)) => theme,
            _ => &self.cx.settings.theme,
        };
        let mut theme = self.cx.library.find_or_default(wanted).clone();
        let picture = Source::wanted(self.cx.settings.background.as_deref(), &theme);
        if picture.is_some() {
            theme.interface = over_picture(theme.interface);
        }
        if theme != self.cx.theme {
            self.cx.theme = theme;
            style::apply(ctx, &self.cx.theme);
        }
        let texts = self.cx.texts;
        let Context { theme, services, dialogs, .. } = &mut self.cx;
        let picture = picture.map(|source| (source, theme.interface));
        if let Some(fault) = self.backdrop.follow(ctx, picture, services, texts) {
            dialogs.error(texts.dialogs.background_faulty, fault);
        }
    }

    /// Applies the volumes of the settings, or of the game's config.
    pub(super) fn follow_volume(&mut self, ctx: &egui::Context) {
        let Context { settings, sounds, .. } = &mut self.cx;
        let is_playing = matches!(self.screens.last(), Some(Screen::Play));
        let overrides = Some(&self.overrides).filter(|_| is_playing);
        let percent = |part: f32| Volume::percent((part * 100.0).round() as u8);
        let wanted = VolumeSettings {
            sound: overrides.and_then(|overrides| overrides.sound).unwrap_or(settings.sound),
            sound_volume: percent(settings.sound_volume),
            kinds: settings.sound_kinds,
            music: overrides.and_then(|overrides| overrides.music).unwrap_or(settings.music),
            music_volume: percent(settings.music_volume),
        };
        if self.applied_volume != Some(wanted) {
            sounds.set_sound_volume(wanted.sound_volume);
            sounds.set_music_volume(wanted.music_volume);
            sounds.set_kinds(wanted.kinds);
            sounds.set_sounds(wanted.sound);
            sounds.set_music(wanted.music);
            self.applied_volume = Some(wanted);
        }
        if ctx.input(|input| input.pointer.any_pressed() || !input.keys_down.is_empty()) {
            sounds.user_acted();
        }
    }

    /// Where a board lies over it, the background need not be painted.
    pub(super) fn paint_background(&self, ui: &Ui) {
        let (painter, rect) = (ui.painter(), ui.max_rect());
        let (background, picture) = (&self.cx.theme.background, self.backdrop.texture());
        let game = match self.screens.last() {
            Some(Screen::Play) => self.game.as_ref(),
            Some(Screen::Online) => self.online.as_ref(),
            _ => None,
        };
        match game.and_then(PlayScreen::covered) {
            Some(covered) => {
                style::paint_background_around(painter, rect, covered, background, picture);
            }
            None => style::paint_background(painter, rect, background, picture),
        }
    }
}
