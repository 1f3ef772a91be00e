//! Games and positions on their way to files of the user's and the clipboard, and back.

use std::path::Path;
use std::time::Duration;

use egui::{Event, Ui};
use notation::archive::Archive;
use notation::diagnostics::Diagnostics;
use notation::file::{self, Content, Format};
use notation::pgn;
use rules::{Position, Rules};

use super::session::Session;
use crate::context::Context;
use crate::dialogs::{FileKind, FileRequest, Ticket};
use crate::picture::Shown;
use crate::texts::Texts;

/// Lets the user choose a file to save the game in.
pub fn choose(session: &Session, cx: &mut Context) -> Ticket {
    let name = format!("{}.{}", session.game().rules().id(), file::ARCHIVE.ending());
    let request = FileRequest::save(cx.texts.play.save_title, &FileKind::games(), name);
    cx.dialogs.choose_file(request, &cx.services)
}

/// Lets the user choose a file to save a board with these rules in, as a picture.
pub fn choose_picture(rules: &Rules, cx: &mut Context) -> Ticket {
    let name = format!("{}.png", rules.id());
    let request = FileRequest::save(cx.texts.play.save_picture, &[FileKind::Picture], name);
    cx.dialogs.choose_file(request, &cx.services)
}

/// Copies a game as PGN.
pub fn copy_pgn(game: &pgn::Game, egui: &egui::Context, cx: &mut Context) {
    match pgn::format(game) {
        Ok(text) => {
            egui.copy_text(text);
            cx.dialogs.notice(cx.texts.analysis.pgn_copied);
        }
        Err(error) => cx.dialogs.error(cx.texts.analysis.not_written, cx.texts.fault(error)),
    }
}

/// Copies a position as FEN.
pub fn copy_fen(position: &Position, egui: &egui::Context, cx: &mut Context) {
    egui.copy_text(notation::fen::format(position));
    cx.dialogs.notice(cx.texts.analysis.fen_copied);
}

/// The text that was pasted, if any was.
pub fn pasted(ui: &Ui) -> Option<String> {
    let text = |event: &Event| match event {
        Event::Paste(text) => Some(text.trim().to_owned()),
        _ => None,
    };
    ui.input(|input| input.events.iter().find_map(text))
}

/// The format of games that the name of a file says; an archive if it says none.
pub fn format_of(path: &Path) -> &'static Format {
    let ending = path.extension().unwrap_or_default();
    let mut formats = file::FORMATS.into_iter().filter(|it| it.content == Content::Games);
    formats.find(|it| ending.eq_ignore_ascii_case(it.ending())).unwrap_or(&file::ARCHIVE)
}

/// A game as a file of a format.
///
/// # Errors
/// Why it cannot be written, in words.
pub fn written(game: &Archive, format: &Format, texts: &Texts) -> Result<String, String> {
    let text = format.write(game, &file::Options::default(), &mut Diagnostics::new());
    text.map_err(|faults| texts.faults(&faults))
}

/// Saves the game in the format that the name says, or the board as a picture.
pub fn save(session: &Session, path: &Path, cx: &mut Context, now: Duration) {
    let game = session.game();
    let Some(game) = game.open() else { return };
    let record = session.archive(game, now);
    let is = |kind: &str| path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case(kind));
    let written = match () {
        () if is("png") => {
            let scene = session.scene();
            let position = game.position_at(scene.ply);
            let shown =
                Shown { last_move: scene.last_move, ..Shown::new(&position, session.bottom(), cx) };
            shown.png().map_err(|error| cx.texts.image_error(&error))
        }
        () => written(&record, format_of(path), cx.texts).map(String::into_bytes),
    };
    write(path, written, cx);
}

/// Writes a file, and reports the result to the user.
pub fn write(path: &Path, written: Result<Vec<u8>, String>, cx: &mut Context) {
    let write = |bytes: Vec<u8>| cx.services.files.write(path, &bytes);
    let saved = written.and_then(|bytes| write(bytes).map_err(|error| cx.texts.io_error(&error)));
    match saved {
        Ok(()) => cx.dialogs.notice(cx.texts.play.saved(&path.display())),
        Err(error) => {
            let title = cx.texts.dialogs.cannot_save(&path.display());
            cx.dialogs.error(title, error);
        }
    }
}
