//! What follows from the events of a game: they are saved first, and then broadcast.

use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use game::Event;
use protocol::{Offers, RoomEvent};
use store::UnixTime;

use super::Room;
use super::delayed::Change;

/// The list of games shows how far a game is, but not after every turn.
const LIST_EVERY: usize = 10;

impl Room {
    /// Saves and broadcasts everything that has happened, until nothing more follows from it.
    pub(super) async fn process_events(&mut self, mut now: Duration) {
        loop {
            self.answer_for_computer(now);
            let events = self.game.drain_events();
            if events.is_empty() {
                break;
            }
            self.has_taken_back |= events.iter().any(|e| matches!(e, Event::Undone { .. }));
            if events.contains(&Event::Resumed) && self.began.is_none() {
                self.began = Some(UnixTime::now().0);
                self.server.metrics.games_started.fetch_add(1, Relaxed);
            }
            // Nobody's clock pays for the store: it runs when the event is sent.
            self.game.hold_clock(now, true);
            self.save(&events).await;
            now = self.server.clock.now();
            self.game.hold_clock(now, false);
            // First, so that a turn without this word before it is one that is kept.
            self.tell_unsaved(now);
            // Before the broadcast, so that everybody sees whether the computer's clock runs.
            self.ask_computer(now);
            for event in events {
                self.publish(event, now).await;
            }
        }
        if self.game.is_over() && !self.saving.is_archived && self.saving.retry_at.is_none() {
            self.archive(now).await;
        }
        self.ask_computer(now);
    }

    async fn publish(&mut self, event: Event, now: Duration) {
        match event {
            Event::Played { ply, .. } | Event::Passed { ply, .. } => {
                self.broadcast_turn(ply, now);
                if ply.is_multiple_of(LIST_EVERY) {
                    self.list();
                }
            }
            Event::Undone { .. } => {
                self.offers = Offers::default();
                let (ply, clocks) = (self.game.ply(), self.clocks(now));
                self.broadcast_states(Some(Change::TakenBack { ply, clocks }), now);
            }
            Event::Resumed => {
                let event = RoomEvent::Started {
                    seats: Box::new(self.seat_states(now)),
                    clocks: self.clocks(now),
                };
                self.broadcast_with_fog_states(event, now);
                self.list();
            }
            Event::Paused => self.broadcast(RoomEvent::Paused { clocks: self.clocks(now) }, now),
            Event::Ended(end) => {
                self.archive(now).await;
                self.offers = Offers::default();
                let event = RoomEvent::Ended {
                    end,
                    clocks: self.clocks(now),
                    rating_changes: self.rating_changes,
                };
                self.broadcast(event, now);
                if self.options.fog {
                    self.broadcast_states(Some(Change::Final), now);
                }
                self.server.release_seats(&self.seats.players(), &self.id);
                self.server.engines.forget(&self.id);
                self.list();
            }
            Event::DrawOffered { .. }
            | Event::DrawDeclined { .. }
            | Event::TakeBackAsked { .. }
            | Event::TakeBackDeclined { .. } => self.broadcast_offers(now),
            // Of the players' own screens, or things that do not happen on a server.
            Event::LowTime { .. }
            | Event::PremoveQueued { .. }
            | Event::PremovesDropped { .. }
            | Event::Redone { .. }
            | Event::HandOver { .. }
            | Event::ResignationTakenBack { .. }
            | Event::Restarted
            | Event::PlayedInFog { .. }
            | Event::Resynced => {}
        }
    }

    /// Under fog the player to move needs the legal moves as well.
    fn broadcast_with_fog_states(&mut self, event: RoomEvent, now: Duration) {
        self.broadcast(event, now);
        if self.is_foggy() {
            // Spectators who see later see no views.
            self.broadcast_states(None, now);
        }
    }

    fn broadcast_offers(&mut self, now: Duration) {
        let offers = self.game.offers();
        let offers = Offers { draw: offers.draw, take_back: offers.take_back };
        if offers != self.offers {
            self.offers = offers;
            self.broadcast(RoomEvent::Offers(offers), now);
        }
    }
}
