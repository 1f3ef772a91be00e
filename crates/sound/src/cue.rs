//! The short sounds of the game, one for each thing that happens.

use std::sync::Arc;

use kira::Frame;

use crate::recording::{Recording, Tock};
use crate::synth::Room;

/// Makes [`Cue`] of a table: each cue with its name, its kind, and how it sounds.
macro_rules! cues {
    ($($(#[$is:meta])* $cue:ident $name:literal $kind:ident => $sound:expr;)+) => {
        /// Something that happens and can be heard.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Cue {
            $($(#[$is])* $cue),+
        }

        impl Cue {
            /// Every cue there is.
            pub const ALL: [Self; [$($name),+].len()] = [$(Self::$cue),+];

            /// A short name in lower case.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$cue => $name),+
                }
            }

            /// The kind of sounds that it is one of.
            #[must_use]
            pub fn kind(self) -> SoundKind {
                match self {
                    $(Self::$cue => SoundKind::$kind),+
                }
            }

            /// Makes the sound, the same at every call, with [`CUE_RATE`](crate::CUE_RATE) frames a second.
            #[must_use]
            pub fn render(self) -> Arc<[Frame]> {
                match self {
                    $(Self::$cue => $sound),+
                }
            }
        }
    };
}

cues! {
    /// A piece was put on an empty square.
    Move "move" Moves =>
        record(0.32).tock(0.0, PIECE).finish(TABLE, 0.30, 0.60);
    /// A piece was taken.
    Capture "capture" Moves =>
        record(0.42)
            .tock(0.0, Tock { pitch: 1.52, hardness: 1.0, gain: 0.62, place: 0.08 })
            .tock(0.058, Tock { pitch: 0.90, hardness: 0.75, gain: 1.0, place: -0.04 })
            .finish(TABLE, 0.34, 0.72);
    /// A king is in check.
    Check "check" Warnings =>
        record(0.95)
            .tock(0.0, Tock { gain: 0.80, ..PIECE })
            .bell(0.045, E5, 0.28, -0.15)
            .bell(0.165, A5, 0.30, 0.15)
            .finish(HALL, 0.32, 0.58);
    /// Castling.
    Castle "castle" Moves =>
        record(0.50)
            .tock(0.0, Tock { place: -0.12, ..PIECE })
            .tock(0.150, Tock { pitch: 0.91, gain: 0.92, place: 0.12, ..PIECE })
            .finish(TABLE, 0.30, 0.60);
    /// A pawn became something better.
    Promote "promote" Moves =>
        record(1.25)
            .tock(0.0, Tock { gain: 0.75, ..PIECE })
            .bell(0.060, D5, 0.24, -0.25)
            .bell(0.145, FIS5, 0.25, -0.10)
            .bell(0.230, A5, 0.26, 0.10)
            .bell(0.315, D6, 0.30, 0.25)
            .finish(HALL, 0.36, 0.58);
    /// A game begins.
    Start "start" Results =>
        record(1.00)
            .bar(0.0, D4, 0.55, 1.0)
            .bar(0.120, A4, 0.55, 1.0)
            .bar(0.240, D5, 0.60, 1.0)
            .finish(HALL, 0.32, 0.29);
    /// The game is over, and the listener has won.
    Win "win" Results =>
        record(2.10)
            .bar(0.0, A4, 0.50, 1.0)
            .bar(0.130, D5, 0.52, 1.0)
            .bar(0.260, FIS5, 0.54, 1.0)
            .bar(0.430, D4, 0.50, 1.6)
            .bell(0.430, A4, 0.30, -0.30)
            .bell(0.445, D5, 0.34, 0.0)
            .bell(0.460, A5, 0.40, 0.30)
            .finish(HALL, 0.42, 0.42);
    /// The game is over, and the listener has lost.
    Lose "lose" Results =>
        record(2.10)
            .bar(0.0, FIS4, 0.52, 1.0)
            .bar(0.190, E4, 0.50, 1.0)
            .bar(0.380, D4, 0.50, 1.0)
            .bar(0.640, B2, 0.46, 1.5)
            .bar(0.650, FIS3, 0.40, 1.5)
            .bar(0.660, B3, 0.46, 1.5)
            .bell(0.660, D4, 0.22, 0.0)
            .finish(HALL, 0.42, 0.34);
    /// The game is over without a winner.
    Draw "draw" Results =>
        record(1.80)
            .bar(0.0, E4, 0.46, 1.0)
            .bar(0.012, A4, 0.46, 1.0)
            .bell(0.020, B4, 0.22, 0.0)
            .bar(0.330, D4, 0.46, 1.5)
            .bar(0.342, A4, 0.42, 1.5)
            .bell(0.350, E5, 0.20, 0.0)
            .finish(HALL, 0.42, 0.36);
    /// Little time is left; may be played again every second.
    LowTime "low-time" Warnings =>
        record(0.32)
            .tock(0.0, Tock { pitch: 2.9, hardness: 0.35, gain: 0.9, place: 0.0 })
            .tock(0.120, Tock { pitch: 2.45, hardness: 0.35, gain: 1.0, place: 0.0 })
            .finish(TABLE, 0.25, 0.42);
    /// A button was pressed.
    Click "click" Buttons =>
        record(0.09)
            .tock(0.0, Tock { pitch: 2.6, hardness: 0.0, gain: 1.0, place: 0.0 })
            .finish(TABLE, 0.08, 0.20);
    /// An invalid action of the user.
    Refused "refused" Buttons =>
        record(0.36).bar(0.0, B3, 0.8, 0.20).bar(0.105, FIS3, 0.9, 0.18).finish(TABLE, 0.25, 0.25);
    /// A move was planned ahead.
    Premove "premove" Buttons =>
        record(0.20)
            .tock(0.0, Tock { pitch: 1.65, hardness: 0.1, gain: 1.0, place: 0.0 })
            .finish(TABLE, 0.25, 0.30);
    /// A message or an offer has come.
    Notify "notify" Messages =>
        record(0.95)
            .bell(0.0, B5, 0.46, 0.12)
            .bell(0.140, FIS5, 0.50, -0.12)
            .finish(HALL, 0.34, 0.21);
}

/// A kind of sounds that can be turned off by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SoundKind {
    /// Pieces are put down.
    Moves,
    /// Check, and little time.
    Warnings,
    /// A game begins or ends.
    Results,
    /// A request that needs an answer.
    Messages,
    /// Actions of the user apart from moves.
    Buttons,
}

impl SoundKind {
    /// Every kind there is.
    pub const ALL: [Self; 5] =
        [Self::Moves, Self::Warnings, Self::Results, Self::Messages, Self::Buttons];
}

impl Cue {
    /// How much the cue has to say against others of the same moment; nothing for those that are
    /// over at once and disturb no other.
    pub(crate) fn weight(self) -> Option<u8> {
        match self {
            Self::Win | Self::Lose | Self::Draw => Some(5),
            Self::Check => Some(4),
            Self::Promote => Some(3),
            Self::LowTime => Some(2),
            Self::Notify => Some(1),
            Self::Start => Some(0),
            Self::Move
            | Self::Capture
            | Self::Castle
            | Self::Click
            | Self::Refused
            | Self::Premove => None,
        }
    }

    /// Whether each playing may differ a little in pitch and loudness, as a hand never puts a piece
    /// down twice alike. Sounds with notes keep their pitch.
    pub(crate) fn varies(self) -> bool {
        matches!(self, Self::Move | Self::Capture | Self::Castle | Self::Premove)
    }
}

/// An ordinary piece with felt under its foot.
const PIECE: Tock = Tock { pitch: 1.0, hardness: 0.45, gain: 1.0, place: 0.0 };

/// The table in front of the player: hardly any echo.
const TABLE: Room = Room { size: 0.55, decay: 0.22, brightness: 3200.0 };

/// Where notes ring.
const HALL: Room = Room { size: 1.3, decay: 1.1, brightness: 3600.0 };

// All notes are taken from D E F♯ A B, which every key of the music contains, so that a cue never
// clashes with what is playing.
const B2: f32 = 47.0;
const FIS3: f32 = 54.0;
const B3: f32 = 59.0;
const D4: f32 = 62.0;
const E4: f32 = 64.0;
const FIS4: f32 = 66.0;
const A4: f32 = 69.0;
const B4: f32 = 71.0;
const D5: f32 = 74.0;
const E5: f32 = 76.0;
const FIS5: f32 = 78.0;
const A5: f32 = 81.0;
const B5: f32 = 83.0;
const D6: f32 = 86.0;

fn record(seconds: f32) -> Recording {
    Recording::new(seconds, 0x0b0a_4d1e)
}
