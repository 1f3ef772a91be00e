//! How the game plays: the computer plays it against itself.

use std::sync::Arc;

use egui::Ui;
use engine::level::{self, Pace, TimeLeft};
use game::Status;
use record::{GameEnd, Perspective};
use rules::{Colour, History, Position, Rules};

use crate::context::Context;
use crate::new_game::USUAL_LEVEL;
use crate::picture::{Picture, Shown};
use crate::play::{EngineHandle, EngineReport, EngineRequest, Task};
use crate::services::repaint;
use crate::style::widgets::{Button, card, note, paragraph};
use crate::style::{Icon, space, text};

/// How long each move stays, in seconds.
const PER_MOVE: f64 = 0.7;

/// How long the end of a game stays.
const AT_END: f64 = 5.0;

/// A game that the computer plays against itself.
pub struct Trial {
    engine: EngineHandle,
    history: History,
    number: u64,
    is_asked: bool,
    is_paused: bool,
    next_at: f64,
    picture: Picture,
}

impl Trial {
    /// A game by these rules, from its beginning.
    pub fn new(rules: &Arc<Rules>, egui: &egui::Context, cx: &Context) -> Trial {
        Trial {
            engine: EngineHandle::new(1, repaint(egui), cx.services.workers.as_ref()),
            history: start(rules),
            number: fastrand::u64(..),
            is_asked: false,
            is_paused: false,
            next_at: 0.0,
            picture: Picture::new(rules),
        }
    }

    fn restart(&mut self, rules: &Arc<Rules>) {
        self.engine.stop();
        self.history = start(rules);
        (self.number, self.is_asked) = (fastrand::u64(..), false);
    }

    /// Shows the board, and plays on when it is time; a changed game begins anew.
    pub fn board(&mut self, ui: &mut Ui, rules: &Arc<Rules>, cx: &Context) {
        if !Arc::ptr_eq(self.history.position().rules(), rules) {
            self.restart(rules);
        }
        self.play_on(ui.ctx());
        let last_move = self.history.moves().next_back().map(|last| (last.from(), last.to()));
        let shown = Shown { last_move, ..Shown::new(self.history.position(), Colour::White, cx) };
        // At the top, as the board is on the other tabs.
        let (room, size) = (ui.available_rect_before_wrap(), rules.size());
        let height = room.width() * f32::from(size.ranks()) / f32::from(size.files());
        let place = room.with_max_y(room.top() + height.min(room.height()));
        self.picture.paint(ui, place, &shown);
    }

    fn play_on(&mut self, egui: &egui::Context) {
        let now = egui.input(|input| input.time);
        let left = self.next_at - now;
        if self.is_paused {
            return;
        }
        if left > 0.0 {
            egui.request_repaint_after_secs(left as f32);
            return;
        }
        if self.history.outcome().is_some() {
            let rules = Arc::clone(self.history.position().rules());
            self.restart(&rules);
        }
        if !self.is_asked
            && let Some(level) = level::find(USUAL_LEVEL)
        {
            self.is_asked = true;
            self.engine.ask(EngineRequest {
                game: self.number,
                history: self.history.clone(),
                task: Task::Move(Some(level)),
                limits: Pace::ALONE.limits(level, TimeLeft::Unlimited),
                opponent_clock: None,
            });
        }
        while let Some(report) = self.engine.report() {
            let best = match report {
                EngineReport::Chosen(thought) => thought.best,
                EngineReport::Failed => None,
                _ => continue,
            };
            self.is_asked = false;
            match best {
                Some(best) if self.history.play(best).is_ok() => {}
                // Neither side can move, and no rule ends the game then.
                _ => self.history = History::new(self.history.start().clone()),
            }
            let is_over = self.history.outcome().is_some();
            self.next_at = now + if is_over { AT_END } else { PER_MOVE };
            egui.request_repaint_after_secs((self.next_at - now) as f32);
        }
    }

    /// What stands beside the board.
    pub fn side(&mut self, ui: &mut Ui, cx: &Context) {
        let (texts, words) = (cx.texts, &cx.texts.workshop);
        card(ui, |ui| {
            note(ui, words.trial_about);
            ui.add_space(space::S);
            let position = self.history.position();
            let told = match self.history.outcome() {
                Some(outcome) => {
                    let (end, to) =
                        (GameEnd::from(outcome), Perspective::Spectator { view_of: None });
                    texts.game_status(Status::Over { end, to })
                }
                None => words.trial_move(position.fullmove_number(), texts.side(position.turn())),
            };
            paragraph(ui, text::strong(told));
            ui.add_space(space::S);
            let width = ui.available_width();
            let (icon, name) = match self.is_paused {
                true => (Icon::Play, words.go_on),
                false => (Icon::Pause, words.pause),
            };
            if ui.add(Button::secondary(name).icon(icon).width(width)).clicked() {
                self.is_paused = !self.is_paused;
            }
            let again = Button::secondary(words.again).icon(Icon::Restart).width(width);
            if ui.add(again).clicked() {
                let rules = Arc::clone(position.rules());
                self.restart(&rules);
            }
        });
    }
}

/// A random one of the start positions, where they are numbered.
fn start(rules: &Arc<Rules>) -> History {
    let count = rules.spec().start_count();
    let numbered = Position::numbered_start(rules, fastrand::u64(..count.max(1)));
    History::new(numbered.unwrap_or_else(|| Position::start(rules)))
}
