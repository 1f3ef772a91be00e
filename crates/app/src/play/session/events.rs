//! Turns events of the game into sounds, status messages and changes of the view.

use std::time::Duration;

use game::{Event, GameEnd, Message, Perspective, PlayedTurn};
use rules::Colour;
use sound::Cue;

use super::{Pace, Session, StatusMessage};

impl Session {
    /// Processes all events since the last call.
    pub(super) fn process_events(&mut self, now: Duration) {
        let events = self.game.drain_events();
        let ends = events.iter().any(|event| matches!(event, Event::Ended(_)));
        for event in events {
            self.process_event(event, ends, now);
        }
    }

    /// Processes one event; `ends` says whether the game is over with it.
    pub(super) fn process_event(&mut self, event: Event, ends: bool, now: Duration) {
        let to = self.perspective();
        match event {
            Event::Played { turn, .. } => {
                self.cues.push(cue_of(&turn, ends));
                self.follow_change(Pace::Playing, now);
            }
            Event::Passed { side, .. } => {
                self.follow_change(Pace::Playing, now);
                self.notify(Message::TurnPassed { side, to }, now);
            }
            Event::Undone { .. } | Event::Redone { .. } => {
                self.cues.push(Cue::Move);
                self.cursor.go_live();
                self.follow_change(Pace::Browsing, now);
            }
            Event::Restarted => {
                self.cues.push(Cue::Start);
                self.cursor.go_live();
                self.number = self.number.wrapping_add(1);
                self.follow_change(Pace::Browsing, now);
            }
            Event::LowTime { side } => {
                if self.is_of_interest(side) && !self.is_low_told(side) {
                    self.cues.push(Cue::LowTime);
                }
            }
            Event::PremoveQueued { .. } => self.cues.push(Cue::Premove),
            Event::PremovesDropped { .. } => {
                self.cues.push(Cue::Refused);
                self.show_status(StatusMessage::PremovesDropped, now);
            }
            Event::DrawOffered { by } => {
                if self.game.players().is_computer(!by) {
                    self.offer_to_computer(now);
                }
                self.notify(Message::DrawOffered { by, to }, now);
            }
            Event::DrawDeclined { by } => self.notify(Message::DrawDeclined { by, to }, now),
            Event::TakeBackAsked { by } => self.notify(Message::TakeBackAsked { by, to }, now),
            Event::ResignationTakenBack { .. } => {
                self.resigned_here = false;
                self.follow_change(Pace::Playing, now);
            }
            Event::Ended(end) => {
                self.promotion = None;
                self.clear_hint();
                self.status = None;
                self.cues.push(end_cue(end, to));
                self.epoch += 1;
            }
            Event::HandOver { .. } => self.select = Some(None),
            Event::TakeBackDeclined { .. } | Event::Paused | Event::Resumed => {}
        }
    }

    /// Shows a status message with a sound.
    fn notify(&mut self, message: Message, now: Duration) {
        self.cues.push(Cue::Notify);
        self.show_status(StatusMessage::Game(message), now);
    }

    /// The position has changed: resets everything that was about the one before.
    pub(super) fn follow_change(&mut self, pace: Pace, now: Duration) {
        self.epoch += 1;
        self.pace = pace;
        self.moved_at = now;
        self.promotion = None;
        self.status = None;
        self.clear_hint();
        self.sheet.follow(&self.game);
    }

    /// Does an event of a side concern the people at the screen?
    fn is_of_interest(&self, side: Colour) -> bool {
        self.game.players().only_human().is_none_or(|human| human == side)
    }
}

fn cue_of(turn: &PlayedTurn, ends: bool) -> Cue {
    if turn.gives_check && !ends {
        Cue::Check
    } else if turn.is_promotion() {
        Cue::Promote
    } else if turn.is_castling() {
        Cue::Castle
    } else if turn.is_capture() {
        Cue::Capture
    } else {
        Cue::Move
    }
}

fn end_cue(end: GameEnd, to: Perspective) -> Cue {
    let winner = end.outcome().and_then(|outcome| outcome.winner);
    match (winner, to) {
        (None, _) => Cue::Draw,
        (Some(winner), Perspective::Player(you)) if winner != you => Cue::Lose,
        (Some(_), _) => Cue::Win,
    }
}
