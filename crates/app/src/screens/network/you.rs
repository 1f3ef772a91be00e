//! The user's own account on a server: the link to another device, signed-in devices, blocked players.

use std::time::Duration;

use egui::{Label, Ui};
use protocol::PlayerName;

use super::{PageIntent, small_icon};
use crate::context::Context;
use crate::style::widgets::{Button, QrPicture, group, note, page};
use crate::style::{Icon, space, text};

/// Takes a name along to another device, and lists whom the user has blocked.
#[derive(Default)]
pub struct YouPage {
    code: Option<QrPicture>,
}

/// A button with what it is about.
enum Pressed {
    Make,
    Copy(String),
    Revoke,
    Unblock(PlayerName),
}

impl YouPage {
    /// Shows the page.
    pub fn show(&mut self, ui: &mut Ui, cx: &mut Context) -> Option<PageIntent> {
        let words = &cx.texts.network;
        let now = Duration::from_secs_f64(ui.input(|input| input.time).max(0.0));
        let mut pressed = None;
        let page = page(ui, cx.texts.common.back, words.you, 760.0, |ui| {
            ui.spacing_mut().item_spacing.y = space::M;
            let client = cx.network.client()?;
            ui.label(text::heading(client.name().as_str()));
            note(ui, words.you_about);
            group(ui, words.transfer, |ui| {
                note(ui, words.transfer_about);
                pressed = self.transfer(ui, cx, now);
            });
            let blocked = client.blocked();
            if !blocked.is_empty() {
                group(ui, words.blocked, |ui| {
                    note(ui, words.blocked_about);
                    for player in blocked {
                        ui.horizontal(|ui| {
                            ui.label(text::strong(player.as_str()));
                            if small_icon(ui, Icon::Close, &words.unblock(player.as_str())) {
                                pressed = Some(Pressed::Unblock(player.clone()));
                            }
                        });
                    }
                });
            }
            group(ui, words.devices_revoke, |ui| {
                note(ui, words.devices_revoke_about);
                if ui.add(Button::secondary(words.devices_revoke)).clicked() {
                    pressed = Some(Pressed::Revoke);
                }
            });
            Some(())
        });
        if let (Some(pressed), Some(client)) = (pressed, cx.network.client_mut()) {
            match pressed {
                Pressed::Make => client.ask_transfer(),
                Pressed::Revoke => client.revoke_devices(),
                Pressed::Unblock(player) => client.block(player, false),
                Pressed::Copy(link) => {
                    ui.ctx().copy_text(link);
                    cx.dialogs.notice(words.link_copied);
                }
            }
        }
        page.back.then_some(PageIntent::Games)
    }

    /// The link, once there is one, and a button for the next.
    fn transfer(&mut self, ui: &mut Ui, cx: &Context, now: Duration) -> Option<Pressed> {
        let words = &cx.texts.network;
        let mut pressed = None;
        let issued = cx.network.transfer_link();
        let is_first = issued.is_none();
        if let Some((link, until)) = issued {
            let link = link.reveal();
            if until <= now {
                ui.label(text::body(words.transfer_over));
            } else {
                ui.ctx().request_repaint_after(until - now);
                if self.code.as_ref().is_none_or(|code| code.text() != link) {
                    self.code = Some(QrPicture::new(&link));
                }
                self.code.iter().for_each(|code| code.show(ui, 200.0));
                ui.add(Label::new(text::muted(ui, &link)).truncate());
                if ui.add(Button::primary(words.copy_link).icon(Icon::Copy)).clicked() {
                    pressed = Some(Pressed::Copy(link));
                }
            }
        }
        let button = match is_first {
            true => Button::primary(words.transfer_make),
            false => Button::secondary(words.transfer_again),
        };
        if ui.add(button).clicked() {
            pressed = Some(Pressed::Make);
        }
        pressed
    }
}
