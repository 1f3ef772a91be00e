//! The shipped config, every example of the documentation, and files that are no configs.

use std::fs;
use std::path::{Path, PathBuf};

use notation::config::Config;
use notation::{fen, layout, ruleset};
use rules::{Colour, Position};
use test_kit::random::Random;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The fenced blocks of a kind in `docs/config.md`.
fn examples(kind: &str) -> Vec<String> {
    let page = fs::read_to_string(root().join("docs/config.md")).expect("the page");
    let fence = format!("```{kind}\n");
    let blocks = page.split(&fence).skip(1);
    blocks.filter_map(|rest| Some(rest.split_once("```")?.0.to_owned())).collect()
}

#[test]
fn the_shipped_config_is_the_start_of_xxl() {
    let loaded = Config::load(&root().join("config.json"), &|path| fs::read(path));
    let (game, warnings) = loaded.unwrap_or_else(|faults| panic!("{faults}"));
    assert!(warnings.is_empty(), "{warnings}");
    assert_eq!(game.position, Position::start(&game.rules));
    assert_eq!(
        fen::format(&game.position),
        "rnbhcgakgcebnr/pppppppppppppp/14/14/14/14/14/14/14/14/14/14/PPPPPPPPPPPPPP/RNBHCGAKGCEBNR w KQkq - 0 1"
    );
}

#[test]
fn every_example_of_the_documentation_is_read_without_a_word() {
    let configs = examples("json");
    assert!(configs.len() >= 6, "only {} examples", configs.len());
    assert_eq!(
        Some(&fs::read_to_string(root().join("config.json")).expect("it ships")),
        configs.first()
    );
    for text in configs {
        let faults = match Config::parse(&text) {
            Ok((_, warnings)) => warnings,
            Err(faults) => faults,
        };
        assert!(faults.is_empty(), "{text}\n{faults}");
        open(&text);
    }
    let standard = ruleset::shipped("standard").expect("it ships");
    for text in examples("layout") {
        for player in Colour::BOTH {
            let (position, _) = layout::parse(&standard, &text, player).expect("a layout");
            assert_eq!(position, Position::start(&standard));
        }
    }
}

/// Makes a game of a config, in which every layout has the two kings and little more.
fn open(text: &str) {
    let read = |path: &Path| match path.file_name().and_then(|name| name.to_str()) {
        Some("config.json") => Ok(text.as_bytes().to_vec()),
        Some("level1.txt") => fs::read(root().join("level1.txt")),
        _ => Ok(b"....K\n\n\n...q\n....k".to_vec()),
    };
    if let Err(faults) = Config::load(Path::new("config.json"), &read) {
        panic!("{text}\n{faults}");
    }
}

#[test]
fn damaged_configs_are_told_and_never_crash() {
    let samples = examples("json");
    let pieces = [
        "{",
        "}",
        "[",
        "]",
        ",",
        ":",
        "\"",
        "null",
        "-1",
        "1e999",
        "0",
        "true",
        "é",
        "\u{FEFF}",
        "\n",
        "\\",
        "\"layout\"",
        "16x16",
        "xxl",
        "\0",
    ];
    let mut random = Random::new(1);
    let mut next = |below| random.below(below);
    for _ in 0..3000 {
        let mut chars: Vec<char> = samples[next(samples.len())].chars().collect();
        for _ in 0..=next(3) {
            let from = next(chars.len());
            let to = (from + next(6)).min(chars.len());
            chars.splice(from..to, pieces[next(pieces.len())].chars());
        }
        let text: String = chars.into_iter().collect();
        let read = |path: &Path| match path.ends_with("config.json") {
            true => Ok(text.as_bytes().to_vec()),
            false => Ok(b"K\n\n\nk".to_vec()),
        };
        if let Err(faults) = Config::load(Path::new("config.json"), &read) {
            assert!(faults.has_errors(), "{text}");
        }
    }
}
