//! Every config, layout and puzzle that comes with the program can be played.

use std::fs;
use std::path::{Path, PathBuf};

use notation::config::Config;
use notation::file::{self, Options};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The files of a folder with one of these endings.
fn files(folder: &Path, endings: &[&str]) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("the folder is there").flatten();
    let has_ending = |path: &PathBuf| {
        let ending = path.extension().and_then(|ending| ending.to_str());
        ending.is_some_and(|ending| endings.contains(&ending))
    };
    entries.map(|entry| entry.path()).filter(has_ending).collect()
}

#[test]
fn every_config_can_be_played() {
    let mut configs = files(&root().join("configs"), &["json"]);
    configs.push(root().join("config.json"));
    assert!(configs.len() > 10);
    for path in configs {
        let name = path.display();
        let (setup, warnings) =
            Config::load(&path, &|path| fs::read(path)).unwrap_or_else(|f| panic!("{name}: {f}"));
        assert!(warnings.is_empty(), "{name}: {warnings}");
        let legal = setup.position.legal_moves().len();
        assert!(legal > 0, "{name}: there is nothing to play");
        for puzzle in &setup.puzzles {
            assert_eq!(puzzle.position.turn(), puzzle.side, "{name}: somebody else is to move");
            assert!(!puzzle.position.legal_moves().is_empty(), "{name}");
        }
    }
}

#[test]
fn every_config_and_layout_is_told_apart_by_its_content() {
    for path in files(&root().join("configs"), &["json", "txt"]) {
        let name = path.display().to_string();
        let bytes = fs::read(&path).expect("it is there");
        let expected = match path.extension().is_some_and(|ending| ending == "txt") {
            true => &file::LAYOUT,
            false => &file::CONFIG,
        };
        assert_eq!(file::inspect(&name, &bytes), Ok(expected), "{name}");
        let read = |path: &Path| fs::read(path);
        // Layouts with pieces or boards of their own are read with their config.
        if *expected == file::CONFIG {
            let checked = file::validate(&name, &bytes, &read, &Options::default());
            assert!(checked.is_ok(), "{name}: {checked:?}");
        }
    }
}
