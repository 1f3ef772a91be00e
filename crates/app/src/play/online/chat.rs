//! The chat of a room: the lines, a field to type in, and buttons to mute, report and block players.

use client::Room;
use egui::{
    Align, CornerRadius, Key, Layout, Rect, ScrollArea, Sense, StrokeKind, Ui, UiBuilder, Vec2,
};
use protocol::{ChatLine, ChatText, LONGEST_CHAT, PlayerInfo, PlayerName, RoomRole};

use crate::style::widgets::{IconButton, TextField, paragraph, within};
use crate::style::{Icon, of, radius, space, text};
use crate::texts::Texts;

/// Something that the chat asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChatIntent {
    /// To say something.
    Say(ChatText),
    /// To mute a player, or to unmute them.
    Mute(PlayerName, bool),
    /// Report a player who misbehaves to the operator.
    Report(PlayerName),
    /// Block a player, or unblock them.
    Block(PlayerName, bool),
}

/// What the chat remembers from frame to frame.
#[derive(Debug, Default)]
pub struct Chat {
    typed: String,
    /// Was it opened where it is not always shown?
    is_open: bool,
    /// How many lines came that were not shown.
    unread: usize,
    /// Number of lines that were shown last; the list scrolls to new ones.
    lines: usize,
}

/// The height of the line in which one types, enough for a thumb.
const ENTRY: f32 = 40.0;

impl Chat {
    /// Marks a number of lines as read.
    pub fn skip(&mut self, lines: usize) {
        self.lines = lines;
    }

    /// A line has come.
    pub fn came(&mut self) {
        self.unread += 1;
    }

    /// How many lines came that were not shown.
    pub fn unread(&self) -> usize {
        self.unread
    }

    /// Was it opened where it is not always shown?
    pub fn is_open(&self) -> bool {
        self.is_open
    }

    /// Opens or closes it where it is not always shown.
    pub fn toggle(&mut self) {
        self.is_open = !self.is_open;
    }

    /// Shows the chat in a rectangle, and returns what was asked for.
    pub fn show(
        &mut self,
        ui: &mut Ui,
        rect: Rect,
        room: &Room,
        blocked: &[PlayerName],
        texts: &Texts,
    ) -> Option<ChatIntent> {
        self.unread = 0;
        // What lies under the chat is not to be clicked through it.
        ui.interact(rect, ui.scope_id().with("chat"), Sense::click_and_drag());
        let tokens = of(ui);
        let corners = CornerRadius::same(radius::L);
        let colours = &tokens.colours;
        ui.painter().rect(rect, corners, colours.surface, tokens.line(), StrokeKind::Inside);
        let inner = rect.shrink(space::M);
        let (list, entry) = inner.split_top_bottom_at_y(inner.bottom() - ENTRY);
        let builder = UiBuilder::new().max_rect(list.with_max_y(list.bottom() - space::XS));
        let wish = ui
            .scope_builder(builder.layout(Layout::top_down(Align::Min)), |ui| {
                ui.set_clip_rect(list.intersect(ui.clip_rect()));
                let wish = head(ui, room, blocked, texts);
                self.list(ui, room, texts);
                wish
            })
            .inner;
        within(ui, entry, |ui| self.entry(ui, texts)).or(wish)
    }

    fn list(&mut self, ui: &mut Ui, room: &Room, texts: &Texts) {
        let lines: Vec<&ChatLine> = room.chat().collect();
        if lines.is_empty() {
            ui.label(text::muted(ui, texts.network.chat_empty));
            return;
        }
        let is_new = std::mem::replace(&mut self.lines, lines.len()) != lines.len();
        ScrollArea::vertical().auto_shrink(false).stick_to_bottom(true).show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 3.0;
            for line in lines {
                let colours = of(ui).colours;
                let ink = match line.from.role {
                    RoomRole::Spectator => colours.muted,
                    RoomRole::White | RoomRole::Black => colours.accent,
                };
                ui.horizontal_wrapped(|ui| {
                    ui.spacing_mut().item_spacing.x = 6.0;
                    ui.label(text::strong(line.from.name.as_str()).color(ink).size(13.0));
                    paragraph(ui, text::body(line.text.as_str()).size(13.0));
                });
            }
            if is_new {
                ui.scroll_to_cursor(Some(Align::BOTTOM));
            }
        });
    }

    fn entry(&mut self, ui: &mut Ui, texts: &Texts) -> Option<ChatIntent> {
        let texts = &texts.network;
        let mut said = None;
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = space::XS;
            let width = ui.available_width() - ENTRY - space::XS;
            let is_long = self.typed.chars().count() > LONGEST_CHAT;
            let field = TextField::new(texts.chat).hint(texts.chat_hint).width(width);
            let response = field.wrong(is_long).show(ui, &mut self.typed);
            let entered = response.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
            let button = IconButton::new(Icon::Up, texts.chat_send)
                .size(ENTRY)
                .enabled(!self.typed.trim().is_empty() && !is_long);
            let pressed = ui.add(button).clicked();
            if is_long {
                response.on_hover_text(texts.chat_wrong);
            } else if entered || pressed {
                said = ChatText::new(&self.typed).ok();
                self.typed.clear();
                response.request_focus();
            }
        });
        said.map(ChatIntent::Say)
    }
}

/// The heading, and buttons for each player who can be muted, reported or blocked.
fn head(ui: &mut Ui, room: &Room, blocked: &[PlayerName], texts: &Texts) -> Option<ChatIntent> {
    let own = room.role().colour();
    let players = room.state().seats.iter().enumerate();
    let players = players.filter(|(index, _)| own.is_none_or(|c| c.index() != *index));
    let others: Vec<&PlayerInfo> = players.filter_map(|(_, seat)| seat.player.as_ref()).collect();
    let mut wish = None;
    ui.horizontal(|ui| {
        ui.label(text::heading(texts.network.chat));
        let watching = room.state().spectators;
        if watching > 0 {
            ui.label(text::muted(ui, texts.network.watching(watching)));
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.spacing_mut().item_spacing = Vec2::splat(space::XS);
            for PlayerInfo { name, level, .. } in others {
                let is_muted = room.is_muted(name);
                let (icon, words) = match is_muted {
                    true => (Icon::Mute, texts.network.chat_unmute(name.as_str())),
                    false => (Icon::Sound, texts.network.chat_mute(name.as_str())),
                };
                let button = IconButton::new(icon, &words).ghost().size(30.0).selected(is_muted);
                if ui.add(button).clicked() {
                    wish = Some(ChatIntent::Mute(name.clone(), !is_muted));
                }
                if level.is_some() {
                    continue;
                }
                let words = texts.network.report(name.as_str());
                if ui.add(IconButton::new(Icon::Flag, &words).ghost().size(30.0)).clicked() {
                    wish = Some(ChatIntent::Report(name.clone()));
                }
                // Spectators do not play with them, and have little room.
                if own.is_none() {
                    continue;
                }
                let is_blocked = blocked.iter().any(|other| other.key() == name.key());
                let words = match is_blocked {
                    true => texts.network.unblock(name.as_str()),
                    false => texts.network.block(name.as_str()),
                };
                let button = IconButton::new(Icon::Close, &words).ghost().size(30.0);
                if ui.add(button.selected(is_blocked)).clicked() {
                    wish = Some(ChatIntent::Block(name.clone(), !is_blocked));
                }
            }
        });
    });
    wish
}
