//! The shipped config, and files that are no configs.

use std::fs;
use std::path::Path;

use rules::Position;
use test_kit::book::{page, root};
use test_kit::random::Random;
use xxlchess_notation::config::Config;
use xxlchess_notation::fen;

/// The configs that `docs/config.md` shows.
fn examples() -> Vec<String> {
    page("docs/config.md").texts_of("json", Some("config"))
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
fn the_documentation_begins_with_the_shipped_config() {
    let shipped = fs::read_to_string(root().join("config.json")).expect("it ships");
    assert_eq!(examples().first(), Some(&shipped));
}

#[test]
fn damaged_configs_are_told_and_never_crash() {
    let samples = examples();
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
