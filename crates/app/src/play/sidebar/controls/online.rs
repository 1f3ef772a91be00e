//! The buttons of a game over the network.

use protocol::RoomPhase;

use super::{Control, cancel_premoves, control, more};
use crate::play::command::Command;
use crate::play::online::{OnlineCommand, OnlineView};
use crate::play::sidebar::Sidebar;
use crate::style::Icon;

/// What belongs to playing.
pub fn playing(side: &Sidebar<'_>, online: &OnlineView<'_>) -> Vec<Control> {
    let (texts, words) = (&side.texts.play, &side.texts.network);
    let state = online.room.state();
    let mut controls = vec![control(Icon::Flip, texts.word_flip, texts.flip, Command::Flip)];
    if let Some(own) = online.own() {
        let goes_on = state.phase == RoomPhase::Playing && online.is_online;
        let game = side.session.game();
        let has_moved = game.ply() > usize::from(game.start().turn() != own);
        controls.push(
            control(Icon::Undo, texts.word_undo, words.ask_take_back, Command::Undo)
                .enabled(goes_on && state.options.take_backs && has_moved),
        );
        let name = match (game.claimable_draw(), game.offers().draw) {
            (Some(_), _) => texts.draw_claim,
            (None, Some(by)) if by != own => texts.draw_accept,
            _ => texts.draw_offer,
        };
        controls.push(control(Icon::Scales, texts.word_draw, name, Command::Draw).enabled(goes_on));
        let (icon, word, name) = match side.session.aborts() {
            true => (Icon::Close, texts.word_abort, words.abort),
            false => (Icon::Flag, texts.word_resign, texts.resign),
        };
        controls.push(control(icon, word, name, Command::Resign).enabled(goes_on));
        let seat = &state.seats[own.index()];
        let (icon, word, name, command, is_on) = match state.options.fog {
            true => {
                let command = OnlineCommand::ShowView;
                (Icon::Eye, texts.word_view, words.show_view, command, seat.shows_view)
            }
            false => (Icon::Hand, texts.word_live, words.live, OnlineCommand::Live, seat.live),
        };
        let button = control(icon, word, name, Command::Online(command));
        controls.push(button.enabled(goes_on).on(is_on));
        controls.extend(cancel_premoves(side));
    }
    if online.shows_chat {
        return controls;
    }
    let name = match online.unread {
        0 => words.chat.to_owned(),
        unread => words.chat_unread(unread),
    };
    let chat = control(Icon::Chat, texts.word_chat, &name, Command::Online(OnlineCommand::Chat));
    controls.push(chat.on(online.unread > 0));
    controls
}

/// Keeping and leaving.
pub fn persistence(side: &Sidebar<'_>, online: &OnlineView<'_>) -> Vec<Control> {
    let (texts, words) = (&side.texts.play, &side.texts.network);
    let mut controls = Vec::new();
    if online.phase() == RoomPhase::Over {
        let button =
            control(Icon::Eye, texts.word_evaluation, texts.evaluation, Command::Evaluation);
        controls.push(button.on(side.session.shows_evaluation()));
        controls.push(control(Icon::Save, texts.save_short, texts.save, Command::Save));
    }
    controls.push(more(side));
    controls.push(control(
        Icon::Quit,
        texts.word_leave,
        words.leave,
        Command::Online(OnlineCommand::Leave),
    ));
    controls
}
