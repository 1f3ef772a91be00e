//! Looking at other moments of a game than the present one: stepping, jumping and replaying.

use std::time::Duration;

/// Which moment of a game is shown. It belongs to the viewer and changes nothing in the game,
/// whose clocks go on meanwhile.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cursor {
    place: CursorState,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum CursorState {
    /// The present, wherever it moves.
    #[default]
    Live,
    /// After so many turns.
    At(usize),
    /// Replaying from a turn on, one after each interval.
    Replay { from: usize, since: Duration, interval: Duration },
}

impl Cursor {
    /// At the present.
    pub fn live() -> Cursor {
        Cursor::default()
    }

    /// After how many turns the game is shown, of a game that has `len` of them.
    pub fn ply(&self, now: Duration, len: usize) -> usize {
        match self.place {
            CursorState::Live => len,
            CursorState::At(ply) => ply.min(len),
            CursorState::Replay { from, since, interval } => {
                let passed = now.saturating_sub(since).as_nanos();
                let steps = passed.checked_div(interval.as_nanos()).unwrap_or(u128::MAX);
                let steps = usize::try_from(steps).unwrap_or(usize::MAX);
                from.saturating_add(steps).min(len)
            }
        }
    }

    /// Does it show the present, whatever comes?
    pub fn is_live(&self) -> bool {
        self.place == CursorState::Live
    }

    /// Is the game being replayed, and not at its end yet?
    pub fn is_replaying(&self, now: Duration, len: usize) -> bool {
        matches!(self.place, CursorState::Replay { .. }) && self.ply(now, len) < len
    }

    /// When the next turn is shown, if the game is being replayed.
    pub fn next_step(&self, now: Duration, len: usize) -> Option<Duration> {
        match self.place {
            CursorState::Replay { from, since, interval } if self.is_replaying(now, len) => {
                let steps = u32::try_from(self.ply(now, len) - from.min(len) + 1).ok()?;
                since.checked_add(interval.checked_mul(steps)?)
            }
            _ => None,
        }
    }

    /// Shows the game at a ply; at the last one, the present.
    pub fn jump(&mut self, ply: usize, len: usize) {
        self.place = if ply >= len { CursorState::Live } else { CursorState::At(ply) };
    }

    /// Back to the present.
    pub fn go_live(&mut self) {
        self.place = CursorState::Live;
    }

    /// Shows the start of the game.
    pub fn first(&mut self, len: usize) {
        self.jump(0, len);
    }

    /// One turn back; a replay stops.
    pub fn back(&mut self, now: Duration, len: usize) {
        let ply = self.ply(now, len);
        self.jump(ply.saturating_sub(1), len);
    }

    /// One turn forward, at the last one to the present; a replay stops.
    pub fn forward(&mut self, now: Duration, len: usize) {
        let ply = self.ply(now, len);
        self.jump(ply.saturating_add(1), len);
    }

    /// Replays from what is shown, or from the start if that is the end; a turn each `interval`.
    /// Called again, it changes the speed.
    pub fn replay(&mut self, now: Duration, len: usize, interval: Duration) {
        let shown = self.ply(now, len);
        let from = if shown >= len { 0 } else { shown };
        self.place = CursorState::Replay { from, since: now, interval };
    }

    /// Stops a replay where it is.
    pub fn stop(&mut self, now: Duration, len: usize) {
        if let CursorState::Replay { .. } = self.place {
            self.jump(self.ply(now, len), len);
        }
    }
}
