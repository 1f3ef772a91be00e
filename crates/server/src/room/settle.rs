//! What follows from what has happened in a game: it is kept first, and then told.

use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use game::{Event, PlayedTurn};
use protocol::{Offers, RoomEvent, UciMove};
use rules::{Colour, Move};
use store::UnixTime;

use super::seat::Holder;
use super::state::{Audience, milliseconds};
use super::{Room, RoomMessage};
use crate::engine_pool::Question;

/// The longest that the computer thinks.
const LONGEST_THOUGHT: Duration = Duration::from_secs(1);

/// The list of games shows how far a game is, but not after every turn.
const LIST_EVERY: usize = 10;

impl Room {
    /// Keeps and tells everything that has happened, until nothing more follows from it.
    pub(super) async fn settle(&mut self, now: Duration) {
        loop {
            self.answer_for_computer(now);
            let events = self.game.drain_events();
            if events.is_empty() {
                break;
            }
            if events.contains(&Event::Resumed) && self.began.is_none() {
                self.began = Some(UnixTime::now().0);
                self.hall.metrics.games_started.fetch_add(1, Relaxed);
            }
            self.keep(&events, now).await;
            for event in events {
                self.tell_event(event, now).await;
            }
        }
        if self.game.is_over() && !self.is_put_away && self.retry_at.is_none() {
            self.put_away(now).await;
        }
        self.ask_computer(now);
    }

    async fn tell_event(&mut self, event: Event, now: Duration) {
        match event {
            Event::Played { ply, turn, .. } => self.tell_move(ply, turn, now),
            Event::Passed { ply, side } => self.tell_pass(ply, side, now),
            Event::Undone { .. } => {
                self.offers = Offers::default();
                self.tell_states(now);
            }
            Event::Resumed => {
                let event = RoomEvent::Started {
                    seats: Box::new(self.seat_states(now)),
                    clocks: self.clocks(now),
                };
                self.tell_under_fog_too(event, now);
                self.list();
            }
            Event::Paused => self.tell(RoomEvent::Paused { clocks: self.clocks(now) }, now),
            Event::Ended(end) => {
                self.put_away(now).await;
                self.offers = Offers::default();
                let event = RoomEvent::Ended {
                    end,
                    clocks: self.clocks(now),
                    rating_changes: self.rating_changes,
                };
                self.tell(event, now);
                if self.options.fog {
                    self.tell_states(now);
                }
                self.hall.unseat(&self.id);
                self.list();
            }
            Event::DrawOffered { .. }
            | Event::DrawDeclined { .. }
            | Event::TakeBackAsked { .. }
            | Event::TakeBackDeclined { .. } => self.tell_offers(now),
            // Of the players' own screens, or things that do not happen on a server.
            Event::LowTime { .. }
            | Event::PremoveQueued { .. }
            | Event::PremovesDropped { .. }
            | Event::Redone { .. }
            | Event::HandOver { .. }
            | Event::ResignationTakenBack { .. }
            | Event::Restarted => {}
        }
    }

    /// Under fog, whoever is to move needs his moves as well.
    fn tell_under_fog_too(&mut self, event: RoomEvent, now: Duration) {
        self.tell(event, now);
        if self.is_foggy() {
            self.tell_states(now);
        }
    }

    fn tell_offers(&mut self, now: Duration) {
        let offers = self.game.offers();
        let offers = Offers { draw: offers.draw, take_back: offers.take_back };
        if offers != self.offers {
            self.offers = offers;
            self.tell(RoomEvent::Offers(offers), now);
        }
    }

    fn tell_move(&mut self, ply: usize, turn: PlayedTurn, now: Duration) {
        let clocks = self.clocks(now);
        if self.options.fog {
            self.tell_each(now, |room, audience| RoomEvent::Seen {
                record: room.turn_record(&turn, audience),
                view: room.fog_view_while_foggy(audience),
                clocks,
            });
        } else if let Some(chess_move) = turn.chess_move() {
            let chess_move = UciMove::of(self.game.rules(), chess_move);
            let spent_ms = milliseconds(turn.spent);
            self.tell(RoomEvent::Played { ply, chess_move, spent_ms, clocks }, now);
        }
        if ply.is_multiple_of(LIST_EVERY) {
            self.list();
        }
    }

    fn tell_pass(&mut self, ply: usize, side: Colour, now: Duration) {
        let clocks = self.clocks(now);
        if self.options.fog {
            let Some(turn) = self.game.turns().get(ply).copied() else { return };
            self.tell_each(now, |room, audience| RoomEvent::Seen {
                record: room.turn_record(&turn, audience),
                view: room.fog_view_while_foggy(audience),
                clocks,
            });
        } else {
            self.tell(RoomEvent::Passed { ply, side, clocks }, now);
        }
    }

    /// After the last move nothing is hidden, but that is told with the end.
    fn fog_view_while_foggy(&self, audience: Audience) -> Option<Box<protocol::FogView>> {
        self.fog_view(audience).map(Box::new)
    }

    /// The computer takes no draw, and lets moves be taken back.
    fn answer_for_computer(&mut self, now: Duration) {
        for side in Colour::BOTH {
            if !matches!(self.seats[side.index()].holder, Some(Holder::Level(_))) {
                continue;
            }
            let offers = self.game.offers();
            if offers.draw == Some(!side) {
                let _over_already = self.game.answer_draw(now, side, false);
            }
            if offers.take_back == Some(!side) {
                let _over_already = self.game.answer_take_back(now, side, true);
            }
        }
    }

    /// Lets the computer think, if it is its turn and it was not asked yet.
    fn ask_computer(&mut self, now: Duration) {
        let Some(name) = self.game.computer_to_move() else {
            self.asked = None;
            return;
        };
        let ply = self.game.ply();
        if self.asked == Some(ply) {
            return;
        }
        let Some(level) = engine::level::find(name) else { return };
        let left = self.game.remaining(self.game.turn(), now);
        let time = left.map_or(LONGEST_THOUGHT, |left| (left / 20).min(LONGEST_THOUGHT));
        let mailbox = self.mailbox.clone();
        let answer = move |best| {
            // The room may be closed by now.
            if let Some(mailbox) = mailbox.upgrade() {
                let _ = mailbox.blocking_send(RoomMessage::Thought { ply, best });
            }
        };
        let question = Question {
            history: self.game.history().clone(),
            level,
            time,
            seed: self.number,
            answer: Box::new(answer),
        };
        match self.hall.engines.ask(question) {
            Ok(()) => self.asked = Some(ply),
            // Too many are being thought about: the first legal move is better than none.
            Err(question) => {
                let best = question.history.position().legal_moves().first().copied();
                (question.answer)(best);
            }
        }
    }

    /// Plays what the computer has thought of, if it still is its turn.
    pub(super) fn play_thought(&mut self, ply: usize, best: Option<Move>, now: Duration) {
        if self.game.ply() != ply || self.game.computer_to_move().is_none() {
            return;
        }
        let side = self.game.turn();
        let played = best.map(|best| self.game.play_by(now, side, best, Duration::ZERO));
        if !matches!(played, Some(Ok(()))) {
            tracing::error!(room = %self.id, ?best, "the computer has no move");
            let _over_already = self.game.resign(now, side);
        }
    }
}
