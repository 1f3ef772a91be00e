use board_ui::contrast;

use super::*;
use crate::services::{MemoryStorage, Storage};

fn find_none(_: &str) -> Option<Theme> {
    None
}

#[test]
fn every_shipped_theme_can_be_read() {
    for (id, text) in SHIPPED {
        let (theme, warnings) = parse(text, id, &find_none).unwrap_or_else(|f| panic!("{id}: {f}"));
        assert!(warnings.is_empty(), "{id}: {warnings}");
        assert!(board_ui::pieces::PieceSet::by_id(&theme.piece_set).is_some(), "{id}");
    }
    let (library, _) = ThemeLibrary::load(&MemoryStorage::default());
    assert_eq!(library.themes().len(), SHIPPED.len());
    assert_eq!(library.find_or_default("no such").id, DEFAULT);
}

#[test]
fn every_file_in_the_folder_ships() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../assets/themes");
    for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
        let name = entry.file_name().into_string().expect("a plain name");
        let id = name.strip_suffix(".toml").expect("themes are TOML");
        assert!(SHIPPED.iter().any(|(known, _)| *known == id), "`{id}` is not in the list");
    }
}

#[test]
fn texts_can_be_read_in_every_theme() {
    let (library, _) = ThemeLibrary::load(&MemoryStorage::default());
    for theme in library.themes() {
        let Interface { text, muted, surface, background, accent, on_accent, .. } = theme.interface;
        for (ink, ground, least) in [
            (text, surface, 7.0),
            (text, background, 7.0),
            (muted, surface, 4.5),
            (muted, background, 4.5),
            (on_accent, accent, 4.5),
        ] {
            let found = contrast(ink, ground);
            assert!(found >= least, "{}: {ink:?} on {ground:?} has only {found}", theme.id);
        }
    }
}

#[test]
fn the_default_theme_has_the_colours_of_the_first_game() {
    let (library, _) = ThemeLibrary::load(&MemoryStorage::default());
    let board = library.find_or_default(DEFAULT).board;
    let [r, g, b, _] = board.selected.to_srgba_unmultiplied();
    assert!(g > r && g > b, "selected is green");
    let [r, g, b, _] = board.moves.to_srgba_unmultiplied();
    assert!(b > r && b > g, "moves are blue");
    let [r, g, b, _] = board.captures.to_srgba_unmultiplied();
    assert!(r > g && r > b && g > 100, "captures are light red");
    let [r, g, b, _] = board.last_move.to_srgba_unmultiplied();
    assert!(r > b + 80 && g > b + 80, "the last move is yellow");
    let [r, g, b, _] = board.check.to_srgba_unmultiplied();
    assert!(r < 200 && g < 60 && b < 60, "check is dark red");
    let [r, g, b, _] = board.mated.to_srgba_unmultiplied();
    assert!(r > 200 && g < 80 && b < 80, "the mated king is red");
    let [r, g, b, _] = board.contributing.to_srgba_unmultiplied();
    assert!(r > 200 && (100..200).contains(&g) && b < 80, "contributing pieces are orange");
}

#[test]
fn the_referees_theme_shows_the_selected_square_blue_and_its_destinations_green() {
    let (library, _) = ThemeLibrary::load(&MemoryStorage::default());
    let board = library.find("referee").expect("it ships").board;
    let [r, g, b, _] = board.selected.to_srgba_unmultiplied();
    assert!(b > r && b > g, "selected is blue");
    for target in [board.moves, board.captures] {
        let [r, g, b, _] = target.to_srgba_unmultiplied();
        assert!(g > r && g > b, "destinations are green");
    }
}

#[test]
fn a_users_theme_can_inherit_and_is_told_its_faults() {
    let storage = MemoryStorage::default();
    let write = |name: &str, text: &str| {
        storage.write(&format!("{FOLDER}/{name}"), text.as_bytes()).expect("written");
    };
    write("mine.toml", "inherits = 'night'\nname = 'Mine'\n[board]\nlight = '#ffffff'\n");
    write("wrong.toml", "inherits = 'night'\nname = 'Wrong'\n[board]\nlight = 'white'\n");
    write("notes.txt", "nothing");
    let (library, faults) = ThemeLibrary::load(&storage);
    let mine = library.find("mine").expect("it can be read");
    let night = library.find("night").expect("it ships");
    assert_eq!((mine.board.light, mine.board.dark), (Color32::WHITE, night.board.dark));
    assert_eq!(faults.len(), 1);
    let told = faults[0].1.to_string();
    assert!(told.contains("line 4, column 9: `board.light` is \"white\"; expected"), "{told}");
    let (_, faults) = (0, parse("name = 'Short'", "short", &find_none).expect_err("incomplete"));
    assert!(faults.to_string().contains("`interface` is missing"), "{faults}");
}

#[test]
fn a_picture_is_inherited_unless_a_pattern_takes_its_place() {
    let storage = MemoryStorage::default();
    let write = |name: &str, text: &str| {
        storage.write(&format!("{FOLDER}/{name}"), text.as_bytes()).expect("written");
    };
    write("a.toml", "inherits = 'night'\nname = 'A'\n[background]\npicture = 'sea.jpg'\n");
    write("b.toml", "inherits = 'a'\nname = 'B'\n[background]\ntop = '#000000'\n");
    write("c.toml", "inherits = 'a'\nname = 'C'\n[background]\npattern = 'rings'\n");
    write("d.toml", "inherits = 'a'\nname = 'D'\n[background]\npicture = 3\n");
    let (library, faults) = ThemeLibrary::load(&storage);
    let picture = |id: &str| library.find(id).and_then(|theme| theme.background.picture.clone());
    assert_eq!((picture("a"), picture("b")), (Some("sea.jpg".into()), Some("sea.jpg".into())));
    assert_eq!((picture("night"), picture("c")), (None, None));
    let told = faults[0].1.to_string();
    assert!(told.contains("`background.picture` is 3"), "{told}");
}
