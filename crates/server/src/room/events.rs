//! Processing of new entries of a game: they are saved first, and then broadcast.

use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use protocol::RoomEvent;
use record::EntryKind;
use store::UnixTime;

use super::delayed::Change;
use super::{Lifecycle, Room};

/// The list of games shows how far a game is, but not after every turn.
const LIST_EVERY_TURNS: usize = 10;

impl Room {
    /// Saves and broadcasts everything that has happened, until nothing more follows from it.
    pub(super) async fn process_entries(&mut self, mut now: Duration) {
        loop {
            self.answer_for_computer(now);
            self.game.drain_events();
            let entries = &self.game.record().entries[self.published..];
            let kinds: Vec<EntryKind> = entries.iter().map(|entry| entry.kind).collect();
            if kinds.is_empty() {
                break;
            }
            self.has_taken_back |= kinds.iter().any(|kind| matches!(kind, EntryKind::TakeBack(_)));
            if kinds.contains(&EntryKind::Resume) && self.began.is_none() {
                self.began = Some(UnixTime::now().0);
                self.server.metrics.games_started.fetch_add(1, Relaxed);
            }
            // Clocks are not charged for the store: they run when the entry is sent.
            self.game.hold_clock(now, true);
            self.save().await;
            if self.lifecycle == Lifecycle::Lost {
                return;
            }
            now = self.server.clock.now();
            self.game.hold_clock(now, false);
            // First, so that a turn without this word before it is one that is kept.
            self.broadcast_unsaved(now);
            // Before the broadcast, so that it shows whether the computer's clock runs.
            self.ask_computer(now);
            for kind in kinds {
                self.publish(kind, now);
            }
        }
        if self.lifecycle != Lifecycle::Lost {
            self.archive_if_over();
        }
        self.ask_computer(now);
    }

    /// Broadcasts the next entry, and what belongs to it.
    fn publish(&mut self, kind: EntryKind, now: Duration) {
        if kind == EntryKind::Resume {
            self.broadcast(RoomEvent::Seats(Box::new(self.seat_states(now))), now);
        }
        let ply = self.broadcast_entry(now);
        match kind {
            EntryKind::End(_) => {
                if self.options.fog {
                    self.broadcast_states(Some(Change::Final), now);
                }
                self.server.release_seats(&self.seats.players(), &self.id);
                self.server.engines.forget(&self.id);
                self.list();
                self.server.metrics.games_ended.fetch_add(1, Relaxed);
            }
            EntryKind::Resume => self.list(),
            _ if kind.is_turn() && ply.is_multiple_of(LIST_EVERY_TURNS) => self.list(),
            _ => {}
        }
    }
}
