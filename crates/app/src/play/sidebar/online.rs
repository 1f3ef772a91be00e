//! What is to be told in a game over the network: connections, offers, the end and what follows.

use egui::Ui;
use protocol::RoomPhase;
use rules::Colour;

use super::Sidebar;
use super::message::{banner, choices, pair};
use crate::play::command::Command;
use crate::play::online::{OnlineCommand, OnlineView};
use crate::style::widgets::Button;
use crate::style::{of, space, text};

/// Shows what is to be told, and tells what was answered.
pub fn show(
    ui: &mut Ui,
    side: &Sidebar<'_>,
    online: &OnlineView<'_>,
    narrow: bool,
) -> Option<Command> {
    let texts = &side.texts.network;
    let colours = of(ui).colours;
    if !online.is_online {
        banner(ui, texts.lost, colours.warning, narrow);
        return None;
    }
    let mut command = match online.phase() {
        RoomPhase::Waiting => None,
        RoomPhase::Paused => {
            banner(ui, texts.paused, colours.muted, narrow);
            None
        }
        RoomPhase::Playing => offers(ui, side, online, narrow),
        RoomPhase::Over => None,
    };
    if matches!(online.phase(), RoomPhase::Playing | RoomPhase::Paused) {
        command = command.or(away(ui, side, online, narrow));
    }
    if online.room.state().unsaved {
        banner(ui, texts.unsaved, colours.warning, narrow);
    }
    let watching = online.room.state().spectators;
    if watching > 0 && !online.shows_chat {
        banner(ui, &texts.watching(watching), colours.muted, narrow);
    }
    command.or(spectator(ui, side, online, narrow))
}

fn name(side: &Sidebar<'_>, online: &OnlineView<'_>, colour: Colour) -> String {
    online.name(colour).unwrap_or_else(|| side.texts.network.nobody.to_owned())
}

fn offers(
    ui: &mut Ui,
    side: &Sidebar<'_>,
    online: &OnlineView<'_>,
    narrow: bool,
) -> Option<Command> {
    let texts = &side.texts.network;
    let offers = online.room.game().offers();
    let muted = of(ui).colours.muted;
    let mut command = None;
    type Answer = fn(bool) -> Command;
    let theirs = |by: Option<Colour>| by.map(|by| name(side, online, by)).unwrap_or_default();
    let draw_by = texts.draw_by(theirs(offers.draw));
    let take_back_by = texts.take_back_by(theirs(offers.take_back));
    let asked = [
        (offers.draw, draw_by, texts.draw_own, draw as Answer),
        (offers.take_back, take_back_by, texts.take_back_own, take_back as Answer),
    ];
    for (by, theirs, ours, answer) in asked {
        let Some(by) = by else { continue };
        if online.own() == Some(by) {
            banner(ui, ours, muted, narrow);
            continue;
        }
        banner(ui, &theirs, of(ui).colours.accent, narrow);
        if online.own().is_some() {
            let words = (side.texts.play.accept, side.texts.play.decline);
            command =
                command.or(pair(ui, narrow, (words.0, answer(true)), (words.1, answer(false))));
        }
    }
    command
}

fn draw(accept: bool) -> Command {
    Command::AnswerDraw(accept)
}

fn take_back(accept: bool) -> Command {
    Command::Online(OnlineCommand::AnswerTakeBack(accept))
}

/// A player is away: after a while the game can be claimed.
fn away(ui: &mut Ui, side: &Sidebar<'_>, online: &OnlineView<'_>, narrow: bool) -> Option<Command> {
    let texts = &side.texts.network;
    let warning = of(ui).colours.warning;
    let mut command = None;
    for colour in Colour::BOTH {
        if !online.is_away(colour) || online.own() == Some(colour) {
            continue;
        }
        let name = name(side, online, colour);
        let left = online.claim_at[colour.index()].map(|at| at.saturating_sub(side.now));
        match left.filter(|_| online.own().is_some()) {
            Some(left) if left.is_zero() => {
                banner(ui, &texts.away(name), warning, narrow);
                let button = Button::primary(texts.claim).small().width(ui.available_width());
                if ui.add(button).clicked() {
                    command = Some(Command::Online(OnlineCommand::Claim));
                }
                ui.add_space(space::XS);
            }
            Some(left) => {
                let seconds = left.as_secs() + 1;
                banner(ui, &texts.away_claim_in(name, seconds), warning, narrow);
                ui.ctx().request_repaint_after(std::time::Duration::from_millis(500));
            }
            None => banner(ui, &texts.away(name), warning, narrow),
        }
    }
    command
}

/// What follows the end of a game; it stands below the result. `with_review`, that is offered in the
/// same row.
pub fn over(
    ui: &mut Ui,
    side: &Sidebar<'_>,
    online: &OnlineView<'_>,
    narrow: bool,
    with_review: bool,
) -> Option<Command> {
    if !online.is_online || online.phase() != RoomPhase::Over {
        return None;
    }
    let texts = &side.texts.network;
    let state = online.room.state();
    let changes: Vec<String> = Colour::BOTH
        .into_iter()
        .filter_map(|colour| {
            let change = state.rating_changes[colour.index()]?;
            let points = format!("{change:+}");
            Some(texts.rating_change(name(side, online, colour), points))
        })
        .collect();
    if !changes.is_empty() {
        ui.vertical_centered(|ui| ui.label(text::muted(ui, changes.join(" · "))));
        ui.add_space(space::XS);
    }
    let leave = (texts.lobby_back, Command::Online(OnlineCommand::Leave));
    let review = with_review.then_some((side.texts.play.review, Command::Review));
    let Some(own) = online.own() else {
        if let Some(review) = review {
            return pair(ui, narrow, review, leave);
        }
        let button = Button::secondary(leave.0).small().width(ui.available_width());
        return ui.add(button).clicked().then_some(leave.1);
    };
    let wants = |colour: Colour| state.seats[colour.index()].wants_rematch;
    if wants(!own) && state.next.is_none() {
        let said = texts.rematch_by(name(side, online, !own));
        banner(ui, &said, of(ui).colours.accent, narrow);
    }
    let words = if wants(own) { texts.rematch_asked } else { texts.rematch };
    let again = (words, Command::Restart);
    let offered: Vec<_> = [again, leave].into_iter().chain(review).collect();
    choices(ui, narrow, &offered)
}

fn spectator(
    ui: &mut Ui,
    side: &Sidebar<'_>,
    online: &OnlineView<'_>,
    narrow: bool,
) -> Option<Command> {
    if online.own().is_some() || online.phase() == RoomPhase::Over {
        return None;
    }
    let texts = &side.texts.network;
    let state = online.room.state();
    let muted = of(ui).colours.muted;
    banner(ui, texts.spectating, muted, narrow);
    if !state.options.fog {
        return None;
    }
    let mut command = None;
    let shown = Colour::BOTH.into_iter().filter(|side| state.seats[side.index()].shows_view);
    let mut is_shown = false;
    for colour in shown {
        is_shown = true;
        let words = texts.fog_view(name(side, online, colour));
        let button = Button::secondary(&words).small().width(ui.available_width());
        if ui.add(button).clicked() {
            command = Some(Command::Online(OnlineCommand::View(colour)));
        }
    }
    if !is_shown {
        ui.label(text::muted(ui, texts.fog_hidden));
    }
    ui.add_space(space::XS);
    command
}
