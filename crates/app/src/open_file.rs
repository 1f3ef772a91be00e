//! Opens any file that the program knows and makes a game of it, or reports what is wrong.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use notation::archive::Archive;
use notation::config::{Config, ReadFile};
use notation::diagnostics::{Diagnostic, Diagnostics, text_of, unreadable};
use notation::file::{self, Content, Games};
use notation::ruleset;
use rules::{Rules, message};

use crate::dialogs::FileKind;
use crate::new_game::{NewGame, against_computer};
use crate::services::{Files, Storage};
use crate::theme::ThemeLibrary;

/// What a file holds.
#[derive(Debug)]
pub enum Opened {
    Game(Box<NewGame>),
    /// Several games, one of which is to be chosen.
    Games(Vec<Archive>),
    /// Rules to play a game by.
    Rules(Arc<Rules>, PathBuf),
}

/// The kinds of files that can be opened: all formats.
pub fn kinds() -> Vec<FileKind> {
    file::FORMATS.into_iter().map(FileKind::Format).collect()
}

/// Number of games of a file that can be chosen from.
const MOST_GAMES: usize = 5000;

/// Opens a file, whatever its kind.
///
/// # Errors
/// Everything that is wrong with it, with its place.
pub fn open(path: &Path, files: &dyn Files) -> Result<Opened, Diagnostics> {
    let bytes = files.read(path).map_err(|error| {
        let why = unreadable(path, &error);
        Diagnostic::error(message!("opened-not-read", "the file cannot be read: {why}", why))
    })?;
    let name = path.display().to_string();
    let format = file::inspect(&name, &bytes)?;
    let options = file::Options::default();
    let mut opened = match format.content {
        Content::Config => Opened::Game(Box::new(config(path, files)?)),
        Content::Rules => {
            Opened::Rules(rule_set(path, &|path| files.read(path))?.0, path.to_owned())
        }
        Content::Games => several(file::read_games(format, &name, &bytes, &options)?)?,
        Content::Positions => {
            let first = file::Options { game: NonZeroUsize::new(1), ..options };
            let (game, warnings) = file::read_game(&name, &bytes, &first)?;
            let mut game = against_computer(game.start().clone());
            game.warnings = warnings;
            Opened::Game(Box::new(game))
        }
    };
    if let Opened::Game(game) = &mut opened {
        game.source = Some(path.to_owned());
    }
    Ok(opened)
}

/// The game that a config describes.
///
/// # Errors
/// Everything that is wrong with it or a file that it names, with its place.
pub fn config(path: &Path, files: &dyn Files) -> Result<NewGame, Diagnostics> {
    let (setup, warnings) = Config::load(path, &|path| files.read(path))?;
    let mut game = NewGame::from_setup(setup, warnings)?;
    game.source = Some(path.to_owned());
    Ok(game)
}

/// Checks a config as the window does, with its level and its theme, and returns what was odd.
///
/// # Errors
/// Everything that is wrong with it or a file that it names, with its place.
pub fn check_config(
    path: &Path,
    read: ReadFile<'_>,
    storage: &dyn Storage,
) -> Result<Diagnostics, Diagnostics> {
    let (setup, warnings) = Config::load(path, read)?;
    let theme = setup.config.theme.clone();
    let game = NewGame::from_setup(setup, warnings)?;
    let (themes, _) = ThemeLibrary::load(storage);
    match theme.filter(|theme| themes.find(&theme.value).is_none()) {
        Some(theme) => Err(theme.at(Diagnostic::error(themes.missing(&theme.value))).into()),
        None => Ok(game.warnings),
    }
}

/// The rules in a user's file, and what was odd about it.
///
/// # Errors
/// Everything that is wrong with it, with its place.
pub fn rule_set(path: &Path, read: ReadFile<'_>) -> Result<(Arc<Rules>, Diagnostics), Diagnostics> {
    let bytes = read(path).map_err(|error| Diagnostic::error(unreadable(path, &error)))?;
    ruleset::parse_file(text_of(&bytes)?, path, read)
}

/// Several games, or one.
fn several(games: Games<'_>) -> Result<Opened, Diagnostics> {
    let (mut sound, mut faults) = (Vec::new(), Diagnostics::new());
    for game in games.take(MOST_GAMES) {
        match game {
            Ok(game) => sound.push(game),
            Err(wrong) => faults.append(wrong),
        }
    }
    match sound.len() {
        0 if faults.has_errors() => Err(faults),
        0 => Err(Diagnostic::error(file::no_game()).into()),
        1 => {
            let (game, warnings) = sound.remove(0);
            let mut game = NewGame::from_archive(game);
            game.warnings = warnings;
            game.warnings.append(faults);
            Ok(Opened::Game(Box::new(game)))
        }
        _ => Ok(Opened::Games(sound.into_iter().map(|(game, _)| game).collect())),
    }
}

#[cfg(test)]
mod tests {
    use rules::Colour;

    use super::*;
    use crate::services::MemoryFiles;

    fn open_text(name: &str, text: &str) -> Result<Opened, Diagnostics> {
        let files = MemoryFiles::default();
        let path = Path::new("/").join(name);
        files.write(&path, text.as_bytes()).expect("written");
        open(&path, &files)
    }

    fn game(opened: Result<Opened, Diagnostics>) -> NewGame {
        match opened.expect("it opens") {
            Opened::Game(game) => *game,
            other => panic!("one game, not {other:?}"),
        }
    }

    #[test]
    fn every_kind_of_file_opens() {
        assert_eq!(game(open_text("a.json", "{}")).rules().id(), "xxl");
        assert_eq!(game(open_text("a.pgn", "1. e4 e5 *")).rules().id(), "standard");
        let fen = "6k1/5ppp/8/8/8/8/8/K3R3 b - - 0 1";
        assert_eq!(game(open_text("a.fen", fen)).bottom, Colour::Black);
        let layout = include_str!("../../../level1.txt");
        assert_eq!(game(open_text("level1.txt", layout)).start.pieces().count(), 56);
        let rules = open_text("mine.toml", "inherits = 'xxl'\ntitle = 'Mine'");
        assert!(matches!(rules, Ok(Opened::Rules(rules, _)) if rules.id() == "mine"));
        let two = open_text("two.pgn", "1. e4 *\n\n[White \"A\"]\n\n1. d4 *\n");
        assert!(matches!(two, Ok(Opened::Games(games)) if games.len() == 2));
    }

    #[test]
    fn what_is_wrong_is_told_with_its_place() {
        let check = |name: &str, text: &str, expected: &str| {
            let faults = open_text(name, text).expect_err("it is wrong").to_string();
            assert!(faults.contains(expected), "{faults}");
        };
        check("a.json", "{\n  \"fog\": 1}", "line 2, column 10: `fog` is 1");
        check("a.json", "{\"layout\": \"b.txt\"}", "there is no /b.txt");
        check("a.pgn", "1. e4 e4 *", "line 1, column 7");
        check("a.fen", "8/8 w", "line 1, column 1: the board has 2 ranks");
        check("a.txt", "K\nk..x", "line 2, column 4");
        let missing = open(Path::new("/none.json"), &MemoryFiles::default());
        assert!(missing.expect_err("not there").to_string().contains("/none.json"));
    }
}
