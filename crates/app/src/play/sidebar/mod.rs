//! What stands beside the board: cards with clocks, messages, moves and buttons.

mod card;
mod controls;
mod evaluation;
mod message;
mod moves;
mod online;
mod puzzle;

use std::cell::RefCell;
use std::sync::Arc;
use std::time::Duration;

use egui::{
    Align, CornerRadius, Frame, Layout, Margin, Rect, StrokeKind, Ui, UiBuilder, pos2, vec2,
};

use super::command::Command;
use super::layout::{Arrangement, Kind, STRIP};
use super::online::OnlineView;
use super::piece_atlases::PieceAtlases;
use super::session::Session;
use crate::avatar::Avatars;
use crate::move_text::MoveText;
use crate::persistence::PlayerProfile;
use crate::settings::Notation;
use crate::style::{of, radius, space, text};
use crate::texts::Texts;

pub use controls::{SPEEDS, speed_of};
pub use moves::MoveList;

/// Below this width everything is written smaller.
const TIGHT: f32 = 180.0;

/// What everything beside the board is shown from.
pub struct Sidebar<'a> {
    /// The game.
    pub session: &'a Session,
    /// The pictures of the pieces.
    pub art: &'a PieceAtlases,
    /// Every text.
    pub texts: &'static Texts,
    /// The time.
    pub now: Duration,
    /// What is known of a game over the network.
    pub online: Option<OnlineView<'a>>,
    /// How moves are written.
    pub notation: Notation,
    /// Has the last move arrived on the board? Its consequences are shown then.
    pub board_rests: bool,
    /// The profiles that play White and Black, where they are known.
    pub profiles: [Option<&'a PlayerProfile>; 2],
    pub avatars: RefCell<&'a mut Avatars>,
}

impl Sidebar<'_> {
    /// What turns moves in standard notation into what is shown.
    fn move_text(&self) -> MoveText<'_> {
        let rules = Arc::clone(self.session.game().rules());
        MoveText { rules, notation: self.notation, texts: self.texts }
    }

    /// The number of the first move.
    fn first_number(&self) -> usize {
        self.session.game().start().fullmove_number() as usize
    }

    /// Shows everything and returns what was asked for.
    pub fn show(
        &self,
        ui: &mut Ui,
        arrangement: &Arrangement,
        moves: &mut MoveList,
    ) -> Option<Command> {
        let rect = arrangement.side;
        match arrangement.kind {
            Kind::Narrow => self.narrow(ui, rect, moves),
            Kind::Beside => self.beside(ui, arrangement, moves),
            Kind::Below => self.below(ui, rect, moves),
            Kind::Upright => {
                card::strip(ui, arrangement.above(), self, !self.session.bottom());
                self.upright(ui, rect, moves)
            }
            Kind::Sideways => self.sideways(ui, rect, moves),
        }
    }

    fn narrow(&self, ui: &mut Ui, rect: Rect, moves: &mut MoveList) -> Option<Command> {
        let bottom = self.session.bottom();
        let mut rest = rect.shrink(6.0);
        if self.session.puzzles().is_none() {
            let height = card::narrow_height(self);
            let (top_card, below) = rest.split_top_bottom_at_y(rest.top() + height);
            let (between, bottom_card) = below.split_top_bottom_at_y(below.bottom() - height);
            card::narrow(ui, top_card, self, !bottom, true);
            card::narrow(ui, bottom_card, self, bottom, false);
            rest = between.shrink2(vec2(0.0, 6.0));
        }
        let (middle, grid, button) = controls::above_grid(self, rest);
        let command = controls::grid(ui, grid, self, button);
        let asked = clipped(ui, middle.with_max_y(middle.bottom() - 6.0), |ui| {
            let tight = middle.width() < TIGHT;
            let asked = puzzle::show(ui, self, tight).or(message::show(ui, self, tight));
            if evaluation::bar(ui, self) {
                ui.add_space(space::XS);
            }
            asked.or(moves.show(ui, self, tight))
        });
        command.or(asked)
    }

    fn beside(
        &self,
        ui: &mut Ui,
        arrangement: &Arrangement,
        moves: &mut MoveList,
    ) -> Option<Command> {
        let bottom = self.session.bottom();
        let [top_card, mut panel, controls, bottom_card] = beside_parts(arrangement.side);
        card::wide(ui, top_card, self, !bottom);
        card::wide(ui, bottom_card, self, bottom);
        if self.online.is_some() && arrangement.chat.is_none() {
            panel = with_chat(panel).0;
        }
        let command = controls::panel(ui, controls, self);
        command.or(self.panel(ui, panel, moves))
    }

    /// Messages, the engine's opinion and the moves.
    fn panel(&self, ui: &mut Ui, rect: Rect, moves: &mut MoveList) -> Option<Command> {
        let tokens = of(ui);
        let corners = CornerRadius::same(radius::L);
        let colours = &tokens.colours;
        ui.painter().rect(rect, corners, colours.surface, tokens.line(), StrokeKind::Inside);
        clipped(ui, rect.shrink(space::M), |ui| {
            let mut command = puzzle::show(ui, self, false);
            command = command.or(message::show(ui, self, false));
            if self.session.puzzles().is_none() {
                ui.horizontal(|ui| {
                    ui.label(text::heading(self.texts.play.moves));
                    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                        evaluation::score(ui, self);
                    });
                });
            }
            evaluation::bar(ui, self);
            evaluation::line(ui, self);
            ui.add_space(space::XS);
            command.or(moves.show(ui, self, false))
        })
    }

    fn below(&self, ui: &mut Ui, rect: Rect, moves: &mut MoveList) -> Option<Command> {
        let bottom = self.session.bottom();
        let gap = space::S;
        let half = (rect.width() - gap) / 2.0;
        let left = rect.with_max_x(rect.left() + half);
        let right = rect.with_min_x(rect.right() - half);
        let height = card::HEIGHT.min((rect.height() - gap) / 2.0);
        let top_card = left.with_max_y(left.top() + height);
        let bottom_card = Rect::from_min_max(pos2(left.left(), top_card.bottom() + gap), left.max);
        let bottom_card = bottom_card.with_max_y(bottom_card.top() + height);
        card::wide(ui, top_card, self, !bottom);
        card::wide(ui, bottom_card, self, bottom);
        let under = left.with_min_y(bottom_card.bottom() + gap);
        let command = controls::grid(ui, under, self, controls::SMALL);
        command.or(self.panel(ui, right, moves))
    }

    /// The line of the player at the bottom, the message, the moves, and large buttons within
    /// reach of a thumb.
    fn upright(&self, ui: &mut Ui, rect: Rect, moves: &mut MoveList) -> Option<Command> {
        let bottom = self.session.bottom();
        let (strip, rest) = rect.split_top_bottom_at_y(rect.top() + STRIP);
        card::strip(ui, strip, self, bottom);
        let rest = rest.with_max_y(rest.bottom() - space::S);
        self.for_thumbs(ui, rest, 64.0, moves)
    }

    /// The line of one player at the top, of the other at the bottom, and the rest between them.
    fn sideways(&self, ui: &mut Ui, rect: Rect, moves: &mut MoveList) -> Option<Command> {
        let bottom = self.session.bottom();
        let (above, rest) = rect.split_top_bottom_at_y(rect.top() + STRIP);
        let (rest, below) = rest.split_top_bottom_at_y(rest.bottom() - STRIP);
        card::strip(ui, above, self, !bottom);
        card::strip(ui, below, self, bottom);
        self.for_thumbs(ui, rest, 120.0, moves)
    }

    /// The message and the moves, which have a least height, with large buttons under them.
    fn for_thumbs(
        &self,
        ui: &mut Ui,
        rect: Rect,
        least_moves: f32,
        moves: &mut MoveList,
    ) -> Option<Command> {
        let rest = rect.shrink2(vec2(space::S, 0.0));
        let spare = (rest.height() - least_moves) / 3.0 - space::S;
        let buttons = controls::panel_height(spare.clamp(controls::SMALL, controls::THUMB));
        let (panel, controls) = rest.split_top_bottom_at_y(rest.bottom() - buttons);
        let command = controls::panel(ui, controls, self);
        command.or(self.panel(ui, panel.with_max_y(panel.bottom() - space::S), moves))
    }
}

/// The place of the chat where there is room for it at all times.
pub fn chat_place(arrangement: &Arrangement) -> Option<Rect> {
    let [_, panel, _, _] = beside_parts(arrangement.side);
    let within = || (arrangement.kind == Kind::Beside).then(|| with_chat(panel).1);
    arrangement.chat.or_else(within)
}

/// From top to bottom: a card, the panel, the buttons and the other card.
fn beside_parts(rect: Rect) -> [Rect; 4] {
    let height = card::height(rect);
    let (top_card, rest) = rect.split_top_bottom_at_y(rect.top() + height);
    let (rest, bottom_card) = rest.split_top_bottom_at_y(rest.bottom() - height);
    let rest = rest.shrink2(vec2(0.0, space::M));
    let buttons = controls::panel_height(controls::button_height(rect.width()));
    let (panel, controls) = rest.split_top_bottom_at_y(rest.bottom() - buttons);
    [top_card, panel.with_max_y(panel.bottom() - space::M), controls, bottom_card]
}

/// What is left of the panel above the chat, and the place of the chat.
fn with_chat(panel: Rect) -> (Rect, Rect) {
    let height = (panel.height() * 0.42).clamp(150.0, 260.0).min(panel.height() * 0.6);
    let (above, chat) = panel.split_top_bottom_at_y(panel.bottom() - height);
    (above.with_max_y(above.bottom() - space::M), chat)
}

/// Shows something within a rectangle and nothing outside of it.
fn clipped<R>(ui: &mut Ui, rect: Rect, contents: impl FnOnce(&mut Ui) -> R) -> R {
    let builder = UiBuilder::new().max_rect(rect).layout(Layout::top_down(Align::Min));
    let scope = ui.scope_builder(builder, |ui| {
        ui.set_clip_rect(rect.expand(4.0).intersect(ui.clip_rect()));
        contents(ui)
    });
    scope.inner
}

/// A frame for something that must be read.
fn raised(ui: &Ui) -> Frame {
    let tokens = of(ui);
    Frame::new()
        .fill(tokens.colours.raised)
        .corner_radius(CornerRadius::same(radius::M))
        .inner_margin(Margin::symmetric(12, 10))
}
