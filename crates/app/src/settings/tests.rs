use super::*;
use crate::services::{MemoryStorage, Storage};

#[test]
fn what_is_kept_is_read_again() {
    let storage = MemoryStorage::default();
    assert_eq!(load(&storage).settings, Settings::default());
    let settings = Settings {
        theme: "night".to_owned(),
        piece_set: Some("letters".to_owned()),
        background: Some("/pictures/sea.jpg".to_owned()),
        highlights: Some(HighlightStyle::Dots),
        coordinates: false,
        show_moves: false,
        notation: Notation::Language,
        piece_cards: false,
        animation: AnimationSpeed::Fast,
        scale: 1.2,
        language: Language::find("de"),
        sound: false,
        sound_volume: 0.25,
        sound_kinds: [false, true, false, true, true],
        music: true,
        music_volume: 1.0,
        auto_queen: true,
        confirm_resign: true,
        premoves: false,
        evaluation: true,
        hint: HintKind::Simple,
        live: false,
    };
    save(&settings, &storage).expect("kept");
    let loaded = load(&storage);
    assert_eq!(loaded.settings, settings);
    assert!(loaded.faults.is_empty(), "{}", loaded.faults);
    save(&Settings::default(), &storage).expect("kept");
    let loaded = load(&storage);
    assert_eq!((loaded.settings, loaded.faults.iter().count()), (Settings::default(), 0));
}

#[test]
fn wrong_values_are_told_and_the_others_kept() {
    let storage = MemoryStorage::default();
    let text = r#"{"music": true, "sound_volume": 7, "hint": "enginee", "colour": 1}"#;
    storage.write(FILE, text.as_bytes()).expect("written");
    let loaded = load(&storage);
    assert!(loaded.settings.music && loaded.moved_to.is_none());
    assert_eq!(loaded.settings.sound_volume, Settings::default().sound_volume);
    let faults = loaded.faults.to_string();
    assert!(faults.contains("`sound_volume` is 7; expected a number from 0 to 1"), "{faults}");
    assert!(faults.contains("did you mean \"engine\"?"), "{faults}");
    assert!(faults.contains("unknown key `colour`"), "{faults}");
}

#[test]
fn a_damaged_file_is_moved_aside() {
    for damaged in [&b"{\"music\": tr"[..], b"[]", b"\xFF\xFF", b""] {
        let storage = MemoryStorage::default();
        storage.write(FILE, damaged).expect("written");
        let loaded = load(&storage);
        assert_eq!(loaded.settings, Settings::default());
        let aside = loaded.moved_to.expect("moved aside");
        assert_eq!(storage.read(&aside).expect("read"), Some(damaged.to_owned()));
        assert_eq!(storage.read(FILE).expect("read"), None);
        assert!(loaded.faults.has_errors());
    }
}

#[test]
fn the_documentation_tells_of_every_setting() {
    let page = test_kit::book::page("docs/playing.md").text;
    let file = serde_json::from_str(&format(&Settings::default())).expect("JSON");
    let serde_json::Value::Object(settings) = file else { panic!("a table") };
    for name in settings.keys() {
        assert!(page.contains(&format!("`{name}`")), "`{name}` is missing in docs/playing.md");
    }
}
