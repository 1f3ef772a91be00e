use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::{fs, io};

use ::rules::message;
use board_ui::pieces::{PictureFault, PieceSet, SpriteError};
use notation::config::Config;
use notation::diagnostics::Diagnostics;
use notation::{file, ruleset};
use protocol::Refusal;
use store::StoreError;

use super::faults::fault_key;
use super::keys::keys;
use super::names::puzzle_key;
use super::*;
use crate::engines::EngineFault;
use crate::puzzle_sets;
use crate::services::{HostingFault, MemoryStorage, WireFault};
use crate::theme::ThemeLibrary;

fn keys_of(language: Language) -> BTreeMap<String, BTreeSet<String>> {
    let sources = language.sources().iter();
    sources.flat_map(|source| keys(source).expect("a file without faults")).collect()
}

/// The names of everything that ships, which are English in its own files.
fn names() -> BTreeSet<String> {
    let rule_sets: Vec<_> = ruleset::all_ids().filter_map(ruleset::shipped).collect();
    let (library, _) = ThemeLibrary::load(&MemoryStorage::default());
    let pieces = rule_sets.iter().flat_map(|rules| &rules.spec().pieces);
    let mut names: BTreeSet<String> = pieces
        .flat_map(|piece| ["", ".letter"].map(|part| format!("piece-{}{part}", piece.name)))
        .collect();
    for rules in &rule_sets {
        names.insert(format!("ruleset-{}", rules.id()));
        names.insert(format!("ruleset-{}.description", rules.id()));
    }
    names.extend(library.themes().iter().map(|theme| format!("theme-{}", theme.id)));
    names.extend(file::FORMATS.iter().map(|format| format!("format-{}", format.id)));
    names.extend(PieceSet::ALL.iter().map(|set| format!("piece-set-{}", set.id)));
    for puzzle in puzzle_sets::shipped().iter().flat_map(|set| &set.puzzles) {
        let key = puzzle_key(puzzle);
        names.extend((!puzzle.text.is_empty()).then(|| format!("{key}.text")));
        names.extend((!puzzle.name.is_empty()).then_some(key));
    }
    names
}

/// The messages of faults in the sources, by their keys, with the names of their arguments.
fn faults() -> BTreeMap<String, BTreeSet<String>> {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the folder of the crates");
    let mut faults = BTreeMap::new();
    for file in
        ["rules", "notation", "game", "app"].iter().flat_map(|name| sources(&crates.join(name)))
    {
        for (id, english) in messages(&file) {
            let known = faults.insert(fault_key(&id), arguments(&english));
            assert!(known.is_none(), "two faults have the id `{id}`");
        }
    }
    faults
}

/// The Rust files in the folder `src` of a crate, without tests.
fn sources(folder: &Path) -> Vec<String> {
    let mut files = Vec::new();
    let mut folders = vec![folder.join("src")];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder").flatten() {
            let path = entry.path();
            match path.file_stem().expect("a name").to_str() {
                Some("tests") => {}
                _ if path.is_dir() => folders.push(path),
                _ => files.push(fs::read_to_string(path).expect("a text")),
            }
        }
    }
    files
}

/// The ids and the English sentences of `message!` in a file.
fn messages(source: &str) -> impl Iterator<Item = (String, String)> {
    let code = source.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let lines = code.lines().map(str::trim).filter(|line| !line.starts_with("//"));
    let code = lines.collect::<Vec<_>>().join("\n");
    let calls = code.split("message!(").skip(1).map(str::to_owned).collect::<Vec<_>>();
    calls.into_iter().filter_map(|call| {
        let (id, rest) = literal(&call)?;
        Some((id, literal(rest.strip_prefix(',')?)?.0))
    })
}

/// The text in quotes at the beginning, and what follows.
fn literal(code: &str) -> Option<(String, &str)> {
    let text = code.trim_start().strip_prefix('"')?;
    let is_end = |(index, _): &(usize, &str)| {
        let slashes = text[..*index].chars().rev().take_while(|c| *c == '\\').count();
        slashes % 2 == 0
    };
    let (end, _) = text.match_indices('"').find(is_end)?;
    Some((text[..end].to_owned(), &text[end + 1..]))
}

/// The names in braces; a brace that is written twice stands for itself.
fn arguments(english: &str) -> BTreeSet<String> {
    let plain = english.replace("{{", "").replace("}}", "");
    let parts = plain.split('{').skip(1);
    parts.filter_map(|part| part.split_once('}')).map(|(name, _)| name.to_owned()).collect()
}

#[test]
fn a_pawn_is_worth_one_in_every_language() {
    for (code, expected) in [("en", "worth 1 pawn"), ("de", "einen Bauern wert")] {
        let language = Language::find(code).expect("it ships");
        assert_eq!(language.texts().worth(1.0), expected);
    }
}

#[test]
fn every_language_has_every_text_with_the_same_variables() {
    let english = keys_of(Language::english());
    let faults = faults();
    for language in Language::all().filter(|language| *language != Language::english()) {
        let mut keys = keys_of(language);
        let code = language.code();
        for name in names() {
            let variables = keys.remove(&name);
            let variables = variables.unwrap_or_else(|| panic!("{code} lacks the name `{name}`"));
            assert!(variables.is_empty(), "{code}: `{name}` has variables");
        }
        for (key, variables) in english.iter().chain(&faults) {
            let found = keys.remove(key).unwrap_or_else(|| panic!("{code} lacks `{key}`"));
            assert_eq!(found, *variables, "{code}: the variables of `{key}`");
        }
        assert!(keys.is_empty(), "{code} has texts that nothing shows: {:?}", keys.keys());
    }
}

#[test]
fn faults_are_told_in_german() {
    let german = Language::find("de").expect("it ships").texts();
    let english = Language::english().texts();
    let check = |faults: Diagnostics, expected: &str| {
        assert_eq!(german.faults(&faults), expected);
        assert_eq!(english.faults(&faults), faults.to_string().trim_end());
    };
    let rules = |text: &str| match ruleset::parse(text, "own", &ruleset::no_files) {
        Ok((_, warnings)) => warnings,
        Err(faults) => faults,
    };
    check(
        rules("inherits = 'standard'\npieces = [{ name = 'wazir', symbol = 'w', betza = 'Wa' }]"),
        "Zeile 2, Spalte 51: `pieces[0].betza` ist \"Wa\"; erwartet: Züge in Betza-Notation (Zeichen 2: `a` \
         (noch einmal ziehen) wird hier nicht gespielt; erwartet wird ein Atom aus WFDANHCLZGRBKQ, ein \
         Zusatz aus fblrvshmcpgnjie oder eine Reichweite)",
    );
    check(
        rules("inherits = 'standard'\nwni = 'never'\n[castling]\nking_step = 9"),
        "Warnung: Zeile 2, Spalte 1: unbekannter Schlüssel `wni`; ist `win` gemeint?\n\
         Zeile 3, Spalte 1: `castling`: der König rochiert um 9 Felder; erwartet werden 2 bis 6",
    );
    check(
        rules("inherits = 'standard'\n[castling]\nking_step = 99"),
        "Zeile 3, Spalte 13: `castling.king_step` ist 99; erwartet: eine Zahl von Feldern von 2 bis 14",
    );
    let config = Config::parse("{\n\"player_colour\": \"White\", \"clok\": \"none\"}");
    check(
        config.expect("it can be read").1,
        "Warnung: Zeile 2, Spalte 18: `player_colour` ist \"White\"; verstanden als \"white\", erwartet wird \
         dieses Wort\n\
         Warnung: Zeile 2, Spalte 27: unbekannter Schlüssel `clok`; ist `clock` gemeint?",
    );
    let fen = file::read_fen("8/8/8/8/8/8/8/KK6 w", &file::Options::default());
    check(
        fen.expect("some rules can hold it").1,
        "Warnung: gelesen nach den Regeln von `casual`; nach denen von `standard`: Weiß hat 2 Könige, auf a1 \
         und b1; erwartet wird einer; Schwarz hat keinen König; erwartet wird einer",
    );
    let pgn = "1. e4 e5 (1... Qd4) *\n\n1. e4 e5 2. Nf6 *\n\n1. f3 e5 2. g4 Qh4# 1-0\n";
    let read = file::validate_games(pgn.as_bytes(), &file::Options::default());
    check(
        read.expect_err("a move is illegal"),
        "Warnung: Zeile 1, Spalte 16: Partie 1: Zug 1 von Schwarz: `Qd4` ist nicht erlaubt: nach d4 kann \
         diese Figur nicht ziehen: Dame; der Rest der Variante ist weggelassen\n\
         105 Zeile 3, Spalte 13: Partie 2: Zug 2 von Weiß: `Nf6` ist nicht erlaubt: nach f6 kann diese Figur \
         nicht ziehen: Springer\n\
         Warnung: Zeile 5, Spalte 21: Partie 3: das Ergebnis ist `1-0`, aber nach den Zügen gilt: Schwarz hat \
         durch Schachmatt gewonnen",
    );
}

#[test]
fn errors_of_the_system_are_told_in_german() {
    let german = Language::find("de").expect("it ships").texts();
    let denied = || io::Error::from(io::ErrorKind::PermissionDenied);
    let (store, refusals) = (&german.store, &german.refusals);
    assert_eq!(german.io_error(&denied()), refusals.no_permission);
    for (kind, told) in [
        (io::ErrorKind::ReadOnlyFilesystem, "dort kann nichts geschrieben werden"),
        (io::ErrorKind::InvalidFilename, "so kann keine Datei heißen"),
    ] {
        assert_eq!(german.io_error(&kind.into()), told);
    }
    let folder = message!("is-folder", "it is a folder");
    let folder = io::Error::new(io::ErrorKind::IsADirectory, folder);
    assert_eq!(german.io_error(&folder), "das ist ein Ordner");
    let engine = EngineFault::NotStarted(denied());
    assert_eq!(
        german.fault(&engine),
        "es kann nicht gestartet werden: der Zugriff auf diese Datei ist nicht erlaubt (permission denied)"
    );
    let place = || "a.db".to_owned();
    let busy = StoreError::Serving { place: place() };
    assert_eq!(german.store_error(&busy), store.serving("a.db"));
    let address = ([10, 0, 0, 7], 8064).into();
    for (fault, told) in [
        (
            HostingFault::Listen { address, why: io::ErrorKind::AddrInUse.into() },
            refusals.cannot_listen(&address, refusals.port_in_use),
        ),
        (HostingFault::Thread(denied()), refusals.no_thread(refusals.no_permission)),
        (HostingFault::Store(StoreError::ReadOnly { place: place() }), store.read_only("a.db")),
    ] {
        assert_eq!(german.hosting_fault(&fault), told);
    }
    let unanswered = WireFault::Unanswered("refused".to_owned());
    assert_eq!(german.wire_fault(&unanswered), "Es kam keine Verbindung zustande (refused).");
}

#[test]
fn faulty_pictures_of_pieces_are_told_in_german() {
    let german = Language::find("de").expect("it ships").texts();
    for (reason, told) in [
        (SpriteError::Blank, "darin ist nichts zu sehen"),
        (SpriteError::Png("no end".to_owned()), "es ist kein lesbares PNG (no end)"),
        (
            SpriteError::TooLarge { width: 4000, height: 30 },
            "es hat 4000 × 30 Pixel; erlaubt sind höchstens 2048 × 2048",
        ),
    ] {
        let fault = PictureFault { piece: "knight".to_owned(), reason };
        let expected = format!("Das Bild für Springer kann nicht verwendet werden: {told}");
        assert_eq!(german.picture_fault(&fault), expected);
    }
}

#[test]
fn details_of_refusals_stand_in_a_german_sentence() {
    let german = Language::find("de").expect("it ships").texts();
    for (refusal, told) in [
        (Refusal::Malformed("x".to_owned()), "eine Nachricht war nicht verständlich (x)"),
        (Refusal::Options("x".to_owned()), "diese Partie kann nicht angelegt werden (x)"),
    ] {
        assert_eq!(german.refusal(&refusal), told);
    }
}

#[test]
fn no_key_is_there_twice() {
    for language in Language::all() {
        let all = language.sources().iter().map(|source| keys(source).expect("no faults").len());
        assert_eq!(all.sum::<usize>(), keys_of(language).len(), "{language:?}");
    }
}

#[test]
fn a_locale_leads_to_its_language_or_to_english() {
    for (locale, code) in [
        ("de", "de"),
        ("de-AT", "de"),
        ("de_DE.UTF-8", "de"),
        ("en-GB", "en"),
        ("C", "en"),
        ("xx", "en"),
        ("", "en"),
    ] {
        assert_eq!(Language::of_locale(locale).code(), code, "{locale}");
    }
}

#[test]
fn variables_are_filled_in_without_marks_around_them() {
    let english = Language::english().texts();
    assert_eq!(english.menu.puzzles_about(3, 7), "3 of 7 solved");
    assert_eq!(english.profiles.record(1, 2, 3), "+3 =1 −2");
    assert_eq!(english.board.piece("knight", "white"), "white knight");
    assert_eq!(english.worth(3.625), "worth about 3½ pawns");
    assert_eq!(english.worth(1.0), "worth 1 pawn");
    let german = Language::find("de").expect("it ships").texts();
    assert_eq!(german.library.moves(1), "1 Zug");
    assert_eq!(german.library.moves(12), "12 Züge");
    assert_eq!(german.piece("knight"), "Springer");
    assert_eq!(
        (german.piece("unicorn").as_str(), german.decimal(1.5, 1).as_str()),
        ("unicorn", "1,5")
    );
}

#[test]
fn what_a_language_lacks_is_shown_in_english() {
    let texts = Language::from_sources("xx", ["menu-greeting = Hullo".to_owned()]).texts();
    assert_eq!(texts.menu.greeting, "Hullo");
    assert_eq!(texts.menu.puzzles_about(1, 2), "1 of 2 solved");
    assert_eq!(texts.common.back, "Back");
}
