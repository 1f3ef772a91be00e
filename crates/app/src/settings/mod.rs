//! The settings, and their file.

mod file;
#[cfg(test)]
mod tests;

use rules::named;
use sound::SoundKind;

use crate::texts::Language;

pub(crate) use file::{A_NUMBER, format, parse, rounded};
pub use file::{FILE, PREFERENCE, load, save};

/// Everything that can be set. Games do not change it; a config may, for one game.
#[derive(Clone, Debug, PartialEq)]
pub struct Settings {
    /// The id of the theme.
    pub theme: String,
    /// The name of the piece set; the theme's own if it is not said.
    pub piece_set: Option<String>,
    /// The path of a picture behind everything; the theme's background if it is not said.
    pub background: Option<String>,
    /// How squares are marked; as the theme does it if it is not said.
    pub highlights: Option<HighlightStyle>,
    /// Are the squares' names shown at the edge of the board?
    pub coordinates: bool,
    /// Are the moves of a selected piece shown?
    pub show_moves: bool,
    /// How moves are written.
    pub notation: Notation,
    /// Is a piece that chess does not have explained when the pointer rests on it?
    pub piece_cards: bool,
    /// How fast pieces glide.
    pub animation: AnimationSpeed,
    /// How large texts and buttons are, 1 for the usual size.
    pub scale: f32,
    /// The language of the window; that of the system if it is not said.
    pub language: Option<Language>,
    /// Are there sounds?
    pub sound: bool,
    /// How loud they are, from 0 to 1.
    pub sound_volume: f32,
    /// Are the sounds of this kind heard? In the order of [`SoundKind::ALL`].
    pub sound_kinds: [bool; SoundKind::ALL.len()],
    /// Is there music?
    pub music: bool,
    /// How loud it is, from 0 to 1.
    pub music_volume: f32,
    /// Do pawns become the first choice without asking?
    pub auto_queen: bool,
    /// Is there a question before resigning?
    pub confirm_resign: bool,
    /// Can moves be entered while the other side thinks?
    pub premoves: bool,
    /// Is the engine's opinion of the game shown beside the board?
    pub evaluation: bool,
    /// Whose hint the hint button shows.
    pub hint: HintKind,
    /// Over the network, is seen what hands do between moves?
    pub live: bool,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            theme: crate::theme::DEFAULT.to_owned(),
            piece_set: None,
            background: None,
            highlights: None,
            coordinates: true,
            show_moves: true,
            notation: Notation::Figurines,
            piece_cards: true,
            animation: AnimationSpeed::Normal,
            scale: 1.0,
            language: None,
            sound: true,
            sound_volume: 0.5,
            // Buttons are quiet.
            sound_kinds: SoundKind::ALL.map(|kind| kind != SoundKind::Buttons),
            music: false,
            music_volume: 0.3,
            auto_queen: false,
            confirm_resign: false,
            premoves: true,
            evaluation: false,
            hint: HintKind::Engine,
            live: true,
        }
    }
}

/// The sizes of texts and buttons that can be chosen.
pub const SCALES: std::ops::RangeInclusive<f32> = 0.8..=1.6;

named! {
    /// How squares are marked.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum HighlightStyle {
        /// The whole square is coloured, as in the original game.
        Tiles = "tiles",
        /// Moves are dots and captures rings.
        Dots = "dots",
    }

    /// How moves are written.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum Notation {
        /// Small pictures of the pieces.
        Figurines = "figurines",
        /// The letters of files and of the world's books: `N` for a knight.
        Letters = "letters",
        /// The letters of the user's language.
        Language = "language",
    }

    /// How fast pieces glide, compared with what the config says.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum AnimationSpeed {
        /// They are there at once.
        Off = "off",
        /// Half as fast.
        Slow = "slow",
        /// As the config says.
        Normal = "normal",
        /// Twice as fast.
        Fast = "fast",
    }

    /// Whose hint is shown.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum HintKind {
        /// The engine's best move.
        Engine = "engine",
        /// The simple rule of the free chessboard: captures first, then to the right.
        Simple = "simple",
    }
}

impl AnimationSpeed {
    /// How many times as fast as the config says; nothing when pieces do not glide.
    pub fn factor(self) -> Option<f32> {
        match self {
            AnimationSpeed::Off => None,
            AnimationSpeed::Slow => Some(0.5),
            AnimationSpeed::Normal => Some(1.0),
            AnimationSpeed::Fast => Some(2.0),
        }
    }
}
