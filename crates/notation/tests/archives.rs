//! Archives that every version must read, and damaged files.

use std::fs;
use std::path::{Path, PathBuf};

use record::TimeControl;
use rules::{Reason, Turn};
use test_kit::random::Random;
use xxlchess_notation::archive::{self, Archive};

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
    for (name, text) in corpus() {
        let game = read(&name, &text);
        assert!(!game.moves().is_empty(), "{name}");
        // As long as this version is the newest, it also writes them so.
        assert_eq!(archive::format(&game), text, "{name}");
    }
}

#[test]
fn the_corpus_has_everything_that_an_archive_can_hold() {
    let games: Vec<(String, Archive)> =
        corpus().iter().map(|(name, text)| (text.clone(), read(name, text))).collect();
    let check = |what: &str, has: &dyn Fn(&str, &Archive) -> bool| {
        assert!(games.iter().any(|(text, game)| has(text, game)), "no archive with {what}");
    };
    for id in xxlchess_notation::ruleset::shipped_ids() {
        check(id, &|_, game| game.rules().id() == id);
    }
    for version in ["\"version\": 1,", "\"version\": 2,"] {
        check(version, &|text, _| text.contains(version));
    }
    check("fog", &|_, game| game.rules().spec().fog);
    check("own rules", &|text, _| text.contains("\"rules_file\""));
    check("own rules and fog", &|text, game| {
        text.contains("\"rules_file\"") && game.rules().spec().fog
    });
    check("moved pawns", &|text, _| text.contains("\"moved_pawns\""));
    check("comments", &|_, game| !game.comments.is_empty());
    check("glyphs", &|_, game| {
        game.moves().iter().any(|played| !played.annotation.nags.is_empty())
    });
    check("variations", &|_, game| game.variations().iter().any(|line| line.of.is_some()));
    check("times", &|_, game| game.moves().iter().any(|played| played.annotation.spent.is_some()));
    check("turns that passed", &|_, game| {
        game.moves().iter().any(|played| played.turn == Turn::Pass)
    });
    for kind in TimeControl::KINDS {
        check("clocks", &|_, game| game.clocks.is_some_and(|clocks| clocks[0].kind() == kind));
    }
    check("no clocks", &|_, game| game.clocks.is_none());
    check("no end", &|_, game| game.ending.is_none());
    for reason in ["checkmate", "king-capture", "resignation", "time", "agreement"] {
        let reason = Reason::from_name(reason);
        check("this end", &|_, game| game.ending.is_some_and(|ending| ending.reason() == reason));
    }
    check("a pause", &|_, game| game.resume_state.is_paused);
    check("an abort", &|_, game| game.resume_state.is_aborted);
    check("a draw offer", &|_, game| game.resume_state.draw_offer.is_some());
    check("a wish to take back", &|_, game| game.resume_state.take_back_request.is_some());
    check("an allowance for lag", &|_, game| !game.resume_state.lag_allowance.is_zero());
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
