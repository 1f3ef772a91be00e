//! What happened in a game, in order, so that a window can show it and a server can broadcast it.

use record::GameEnd;
use rules::Colour;

use crate::PlayedTurn;

/// Something that happened.
///
/// Under fog [`Event::Played`] holds more than the other side may know; who passes events on to
/// players sends what [`Game::view`](crate::Game::view) shows them instead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// A move was played.
    Played {
        /// How many turns came before it.
        ply: usize,
        /// The move and what it did.
        turn: PlayedTurn,
        /// Was it waiting in the queue of premoves?
        is_premove: bool,
    },
    /// A remote referee has sent a move under fog, which may be hidden.
    PlayedInFog {
        /// How many turns came before it.
        ply: usize,
    },
    /// A turn passed without a move, as its time was up.
    Passed {
        /// How many turns came before it.
        ply: usize,
        /// Whose turn it was.
        side: Colour,
    },
    /// A side's time is getting low.
    LowTime {
        /// Whose time.
        side: Colour,
    },
    /// A side put a premove into its queue.
    PremoveQueued {
        /// The side whose queue it is.
        side: Colour,
    },
    /// A premove could not be played, and the whole queue was dropped.
    PremovesDropped {
        /// Whose queue.
        side: Colour,
        /// How many premoves were in it.
        count: usize,
    },
    /// A side offers a draw.
    DrawOffered {
        /// Who offers it.
        by: Colour,
    },
    /// A draw offer was declined, by word or by playing on.
    DrawDeclined {
        /// Who declined it.
        by: Colour,
    },
    /// A side asks to take its last move back.
    TakeBackAsked {
        /// Who asks.
        by: Colour,
    },
    /// A request to take a move back was declined, by word or by playing on.
    TakeBackDeclined {
        /// Who declined it.
        by: Colour,
    },
    /// Turns were taken back.
    Undone {
        /// How many.
        plies: usize,
    },
    /// Turns that had been taken back were played again.
    Redone {
        /// How many.
        plies: usize,
    },
    /// The board is hidden until the next player confirms that they sit there.
    HandOver {
        /// Who is next.
        to: Colour,
    },
    /// The clocks were stopped.
    Paused,
    /// The clocks run again.
    Resumed,
    /// A player who had resigned plays on.
    ResignationTakenBack {
        /// Who had resigned.
        by: Colour,
    },
    /// The game is over.
    Ended(GameEnd),
    /// The game started again from its first position.
    Restarted,
    /// A remote referee has sent the whole game anew: turns may be missing, and fog may be gone.
    Resynced,
}
