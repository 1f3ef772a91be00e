use std::collections::{BTreeMap, BTreeSet};

use board_ui::pieces::PieceSet;
use notation::{file, ruleset};

use super::keys::keys;
use super::names::puzzle_key;
use super::*;
use crate::puzzle_sets;
use crate::services::MemoryStorage;
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
    for language in Language::all().filter(|language| *language != Language::english()) {
        let mut keys = keys_of(language);
        let code = language.code();
        for name in names() {
            let variables = keys.remove(&name);
            let variables = variables.unwrap_or_else(|| panic!("{code} lacks the name `{name}`"));
            assert!(variables.is_empty(), "{code}: `{name}` has variables");
        }
        for (key, variables) in &english {
            let found = keys.remove(key).unwrap_or_else(|| panic!("{code} lacks `{key}`"));
            assert_eq!(found, *variables, "{code}: the variables of `{key}`");
        }
        assert!(keys.is_empty(), "{code} has texts that nothing shows: {:?}", keys.keys());
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
