//! Saving a game to a file of the user's.

use std::path::Path;
use std::time::Duration;

use notation::{archive, pgn};

use super::session::Session;
use crate::context::Context;
use crate::dialogs::{FileKind, FileRequest, Ticket};

/// Lets the user choose a file to save the game in.
pub fn choose(session: &Session, cx: &mut Context<'_>) -> Ticket {
    let name = format!("{}.json", session.game().rules().id());
    let kinds = [FileKind::Game, FileKind::Pgn];
    let request = FileRequest::save(cx.texts.play.save_title, &kinds, name);
    cx.dialogs.choose_file(request, cx.services)
}

/// Saves the game; the name says whether as an archive or as PGN.
pub fn save(session: &Session, path: &Path, cx: &mut Context<'_>, now: Duration) {
    let game = session.game();
    let Some(game) = game.open() else { return };
    let record = session.archive(game, now);
    let is_pgn = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("pgn"));
    let written = match is_pgn {
        true => pgn::format(&record.to_pgn()).map_err(|error| error.to_string()),
        false => Ok(archive::format(&record)),
    };
    let saved = written.and_then(|text| {
        cx.services.files.write(path, text.as_bytes()).map_err(|error| error.to_string())
    });
    match saved {
        Ok(()) => cx.dialogs.notice(cx.texts.play.saved(&path.display())),
        Err(error) => {
            let title = cx.texts.dialogs.cannot_save(&path.display());
            cx.dialogs.error(title, error);
        }
    }
}
