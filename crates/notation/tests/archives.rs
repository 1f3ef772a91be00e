//! Archives that every version must read, the documentation's example, and damaged files.

use std::fs;
use std::path::{Path, PathBuf};

use notation::archive::{self, Archive};
use test_kit::random::Random;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Every archive of the corpus with its name.
fn corpus() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/archives");
    let mut files: Vec<PathBuf> = fs::read_dir(folder)
        .expect("the corpus")
        .map(|entry| entry.expect("a readable folder").path())
        .collect();
    files.sort();
    let text = |path: &PathBuf| fs::read_to_string(path).expect("a text");
    files.iter().map(|path| (path.display().to_string(), text(path))).collect()
}

fn read(name: &str, text: &str) -> Archive {
    match archive::parse(text) {
        Ok((game, warnings)) => {
            assert!(warnings.is_empty(), "{name}: {warnings}");
            game
        }
        Err(faults) => panic!("{name}: {faults}"),
    }
}

#[test]
fn every_archive_of_the_corpus_is_read_without_a_word() {
    let corpus = corpus();
    assert!(corpus.len() >= 10, "only {} archives", corpus.len());
    for (name, text) in corpus {
        let game = read(&name, &text);
        assert!(!game.moves().is_empty(), "{name}");
        // As long as this version is the newest, it also writes them so.
        assert_eq!(archive::format(&game), text, "{name}");
    }
}

#[test]
fn the_examples_of_the_documentation_are_archives() {
    let page = fs::read_to_string(root().join("docs/archive.md")).expect("the page");
    let examples = page.split("```json\n").skip(1);
    let examples: Vec<_> = examples.filter_map(|rest| rest.split_once("```")).collect();
    assert_eq!(examples.len(), 2);
    for (example, _) in examples {
        let game = read("docs/archive.md", example);
        assert_eq!(archive::format(&game), example);
    }
}

#[test]
fn damaged_archives_are_told_and_never_crash() {
    let samples: Vec<Vec<u8>> = corpus().into_iter().map(|(_, text)| text.into_bytes()).collect();
    let pieces =
        ["{", "}", "[", "]", ",", "\"", "null", "-1", "1e999", "é", "\n", "\\", "w", "/9/"];
    let mut random = Random::new(1);
    let mut next = |below| random.below(below);
    for round in 0..2000 {
        let mut bytes = samples[next(samples.len())].clone();
        for _ in 0..=next(3) {
            let from = next(bytes.len());
            match next(3) {
                0 => bytes[from] = next(256) as u8,
                1 => drop(bytes.splice(
                    from..(from + next(6)).min(bytes.len()),
                    pieces[next(pieces.len())].bytes(),
                )),
                _ => drop(bytes.drain(from..(from + next(40)).min(bytes.len()))),
            }
        }
        let text = String::from_utf8_lossy(&bytes);
        if let Err(faults) = archive::parse(&text) {
            assert!(faults.has_errors(), "round {round}: {text}");
        }
    }
}
