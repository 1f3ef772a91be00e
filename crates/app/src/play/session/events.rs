//! Turns events of the game into sounds, status messages and changes of the view.

use std::time::Duration;

use game::{Event, PlayedTurn, Status};
use record::{GameEnd, Perspective};
use rules::Colour;
use sound::Cue;

use super::{Pace, ScoreSheet, Session, StatusMessage};

impl Session {
    /// Processes all events since the last call.
    pub(super) fn process_events(&mut self, now: Duration) {
        let events = self.game.write().drain_events();
        let ends = events.iter().any(|event| matches!(event, Event::Ended(_)));
        for event in events {
            self.process_event(event, ends, now);
        }
    }

    /// Processes one event; `ends` says whether the game is over with it.
    fn process_event(&mut self, event: Event, ends: bool, now: Duration) {
        let to = self.perspective();
        match event {
            Event::Played { turn, .. } => {
                self.display.cues.push(cue_of(&turn, ends));
                self.follow_change(Pace::Playing, now);
            }
            Event::PlayedInFog { ply } => {
                let seen = self.game().seen_turn(ply, None);
                let takes = seen.is_some_and(|turn| turn.captured.is_some());
                self.display.cues.push(if takes { Cue::Capture } else { Cue::Move });
                self.follow_change(Pace::Playing, now);
            }
            Event::Passed { side, .. } => {
                self.follow_change(Pace::Playing, now);
                self.display.notify(Status::TurnPassed { side, to }, now);
            }
            Event::Undone { .. } | Event::Redone { .. } => {
                self.display.cues.push(Cue::Move);
                self.display.cursor.go_live();
                self.follow_change(Pace::Browsing, now);
            }
            Event::Restarted => {
                self.display.cues.push(Cue::Start);
                self.display.cursor.go_live();
                self.number = self.number.wrapping_add(1);
                self.follow_change(Pace::Browsing, now);
            }
            Event::Resynced => {
                let sheet = ScoreSheet::new(&self.game());
                // Moves were taken back or refused, or some have come, or the fog is gone.
                if sheet.entries() != self.sheet().entries() {
                    self.display.sheet = sheet;
                    self.display.cursor.go_live();
                    self.follow_change(Pace::Browsing, now);
                }
            }
            Event::LowTime { side } => {
                if self.is_of_interest(side) {
                    self.display.cues.push(Cue::LowTime);
                }
            }
            Event::PremoveQueued { .. } => self.display.cues.push(Cue::Premove),
            Event::PremovesDropped { .. } => {
                self.display.cues.push(Cue::Refused);
                self.display.show_status(StatusMessage::PremovesDropped, now);
            }
            // Beside a game of a server stands what is on offer, with buttons to answer.
            Event::DrawOffered { .. }
            | Event::DrawDeclined { .. }
            | Event::TakeBackAsked { .. }
                if self.is_remote() => {}
            Event::DrawOffered { by } => {
                if self.game().players().is_computer(!by) {
                    self.opponent.offer_draw(now);
                }
                self.display.notify(Status::DrawOffered { by, to }, now);
            }
            Event::DrawDeclined { by } => {
                self.display.notify(Status::DrawDeclined { by, to }, now);
            }
            Event::TakeBackAsked { by } => {
                self.display.notify(Status::TakeBackAsked { by, to }, now);
            }
            Event::ResignationTakenBack { .. } => {
                self.resigned_here = false;
                self.follow_change(Pace::Playing, now);
            }
            Event::Ended(end) => {
                self.display.ended();
                self.clear_hint();
                self.display.cues.push(end_cue(end, to));
                self.epoch += 1;
                self.has_ended = true;
            }
            Event::HandOver { .. } => self.display.select = Some(None),
            Event::TakeBackDeclined { .. } | Event::Paused | Event::Resumed => {}
        }
    }

    /// The position has changed: resets everything that was about the one before.
    fn follow_change(&mut self, pace: Pace, now: Duration) {
        self.epoch += 1;
        self.display.changed(pace, now);
        self.clear_hint();
        self.display.sheet.follow(&self.game.read());
    }

    /// Does an event of a side concern the people at the screen?
    fn is_of_interest(&self, side: Colour) -> bool {
        self.game().players().only_human().is_none_or(|human| human == side)
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
