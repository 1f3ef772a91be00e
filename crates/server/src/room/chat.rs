//! The last lines of chat of a room.

use std::collections::VecDeque;

use protocol::ChatLine;

use super::delayed::chat_bytes;

/// The most lines of chat that a room keeps.
pub(super) const MOST_CHAT: usize = 50;

/// The last lines of chat.
#[derive(Default)]
pub(super) struct Chat {
    lines: VecDeque<ChatLine>,
    bytes: usize,
}

impl Chat {
    /// Adds a line, in place of the oldest if there are many.
    pub(super) fn push(&mut self, line: ChatLine) {
        self.bytes += chat_bytes(&line);
        self.lines.push_back(line);
        if self.lines.len() > MOST_CHAT
            && let Some(oldest) = self.lines.pop_front()
        {
            self.bytes -= chat_bytes(&oldest);
        }
    }

    /// The lines, oldest first.
    pub(super) fn lines(&self) -> Vec<ChatLine> {
        self.lines.iter().cloned().collect()
    }

    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }
}
