//! Messages in a game over the network: connections, offers, the end and what follows.

use std::time::Duration;

use egui::{Color32, Ui};
use protocol::RoomPhase;
use rules::Colour;

use super::Sidebar;
use super::message::{banner, choices};
use crate::play::command::Command;
use crate::play::online::{OnlineCommand, OnlineView};
use crate::style::widgets::Button;
use crate::style::{of, space, text};

/// The messages beside the board of a game over the network.
pub struct OnlinePanel<'a, 's> {
    pub side: &'a Sidebar<'s>,
    pub online: &'a OnlineView<'s>,
    /// Is there room for one word beside another?
    pub narrow: bool,
}

impl OnlinePanel<'_, '_> {
    /// Shows the messages, and returns what was answered.
    pub fn show(&self, ui: &mut Ui) -> Option<Command> {
        let (texts, state) = (&self.side.texts.network, self.online.room.state());
        let colours = of(ui).colours;
        if !self.online.is_online {
            self.tell(ui, texts.lost, colours.warning);
            return None;
        }
        let mut command = None;
        match self.online.phase() {
            RoomPhase::Waiting | RoomPhase::Over => {}
            RoomPhase::Paused => self.tell(ui, texts.paused, colours.muted),
            RoomPhase::Playing => command = self.offers(ui),
        }
        if matches!(self.online.phase(), RoomPhase::Playing | RoomPhase::Paused) {
            command = command.or(self.away(ui));
        }
        if state.unsaved {
            self.tell(ui, texts.unsaved, colours.warning);
        }
        if state.spectators > 0 && !self.online.shows_chat {
            self.tell(ui, &texts.watching(state.spectators), colours.muted);
        }
        command.or(self.spectator(ui))
    }

    fn tell(&self, ui: &mut Ui, said: &str, colour: Color32) {
        banner(ui, said, colour, self.narrow);
    }

    fn name(&self, colour: Colour) -> String {
        self.online.name(colour).unwrap_or_else(|| self.side.texts.network.nobody.to_owned())
    }

    fn offers(&self, ui: &mut Ui) -> Option<Command> {
        let (texts, play) = (&self.side.texts.network, &self.side.texts.play);
        let offers = self.online.room.game().offers();
        let colours = of(ui).colours;
        let mut command = None;
        type Answer = fn(bool) -> Command;
        let take_back: Answer = |accept| Command::Online(OnlineCommand::AnswerTakeBack(accept));
        let theirs = |by: Option<Colour>| by.map(|by| self.name(by)).unwrap_or_default();
        let draw_by = texts.draw_by(theirs(offers.draw));
        let take_back_by = texts.take_back_by(theirs(offers.take_back));
        let asked = [
            (offers.draw, draw_by, texts.draw_own, Command::AnswerDraw as Answer),
            (offers.take_back, take_back_by, texts.take_back_own, take_back),
        ];
        for (by, theirs, ours, answer) in asked {
            let Some(by) = by else { continue };
            if self.online.own() == Some(by) {
                self.tell(ui, ours, colours.muted);
                continue;
            }
            self.tell(ui, &theirs, colours.accent);
            if self.online.own().is_some() {
                let answers = [(play.accept, answer(true)), (play.decline, answer(false))];
                command = command.or(choices(ui, self.narrow, &answers));
            }
        }
        command
    }

    /// A player is away: after a while the game can be claimed.
    fn away(&self, ui: &mut Ui) -> Option<Command> {
        let texts = &self.side.texts.network;
        let warning = of(ui).colours.warning;
        let own = self.online.own();
        let mut command = None;
        for colour in Colour::BOTH {
            if !self.online.is_away(colour) || own == Some(colour) {
                continue;
            }
            let name = self.name(colour);
            let left = self.online.claim_at[colour.index()];
            let left = left.filter(|_| own.is_some()).map(|at| at.saturating_sub(self.side.now));
            match left.filter(|left| !left.is_zero()) {
                Some(left) => {
                    let seconds = left.as_secs() + 1;
                    self.tell(ui, &texts.away_claim_in(name, seconds), warning);
                    ui.ctx().request_repaint_after(Duration::from_millis(500));
                }
                None => self.tell(ui, &texts.away(name), warning),
            }
            if left.is_some_and(|left| left.is_zero()) {
                let button = Button::primary(texts.claim).small().width(ui.available_width());
                if ui.add(button).clicked() {
                    command = Some(Command::Online(OnlineCommand::Claim));
                }
                ui.add_space(space::XS);
            }
        }
        command
    }

    /// What follows the end of a game; it stands below the result. `with_review`, that is offered in
    /// the same row.
    pub fn over(&self, ui: &mut Ui, with_review: bool) -> Option<Command> {
        if !self.online.is_online || self.online.phase() != RoomPhase::Over {
            return None;
        }
        let texts = &self.side.texts.network;
        let state = self.online.room.state();
        let change = |colour: Colour| {
            let points = format!("{:+}", state.rating_changes[colour.index()]?);
            Some(texts.rating_change(self.name(colour), points))
        };
        let changes: Vec<String> = Colour::BOTH.into_iter().filter_map(change).collect();
        if !changes.is_empty() {
            ui.vertical_centered(|ui| ui.label(text::muted(ui, changes.join(" · "))));
            ui.add_space(space::XS);
        }
        let leave = (texts.lobby_back, Command::Online(OnlineCommand::Leave));
        let review = with_review.then_some((self.side.texts.play.review, Command::Review));
        let Some(own) = self.online.own() else {
            if let Some(review) = review {
                return choices(ui, self.narrow, &[review, leave]);
            }
            let button = Button::secondary(leave.0).small().width(ui.available_width());
            return ui.add(button).clicked().then_some(leave.1);
        };
        let wants = |colour: Colour| state.seats[colour.index()].wants_rematch;
        if wants(!own) && state.next.is_none() {
            let accent = of(ui).colours.accent;
            self.tell(ui, &texts.rematch_by(self.name(!own)), accent);
        }
        let words = if wants(own) { texts.rematch_asked } else { texts.rematch };
        let again = (words, Command::Restart);
        let offered: Vec<_> = [again, leave].into_iter().chain(review).collect();
        choices(ui, self.narrow, &offered)
    }

    fn spectator(&self, ui: &mut Ui) -> Option<Command> {
        if self.online.own().is_some() || self.online.phase() == RoomPhase::Over {
            return None;
        }
        let texts = &self.side.texts.network;
        let state = self.online.room.state();
        let muted = of(ui).colours.muted;
        self.tell(ui, texts.spectating, muted);
        if !state.options.fog {
            return None;
        }
        let mut command = None;
        let shows = |colour: &Colour| state.seats[colour.index()].shows_view;
        for colour in Colour::BOTH.into_iter().filter(shows) {
            let words = texts.fog_view(self.name(colour));
            let button = Button::secondary(&words).small().width(ui.available_width());
            if ui.add(button).clicked() {
                command = Some(Command::Online(OnlineCommand::View(colour)));
            }
        }
        if !Colour::BOTH.iter().any(shows) {
            ui.label(text::muted(ui, texts.fog_hidden));
        }
        ui.add_space(space::XS);
        command
    }
}
