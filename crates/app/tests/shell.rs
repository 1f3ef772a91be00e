//! Drives the window by mouse and keyboard, finding everything by the name that screen readers say.

mod common;

use std::path::Path;

use common::{Window, window};
use egui::{Key, Role};
use egui_kittest::kittest::{By, NodeT, Queryable};

#[test]
fn the_menu_can_be_walked_through_with_the_keyboard_alone() {
    let mut window = window();
    window.press(&[Key::ArrowDown]);
    assert!(window.has_focus("Play the computer"));
    window.press(&[Key::ArrowRight]);
    assert!(window.has_focus("Two players"));
    window.press(&[Key::ArrowDown]);
    assert!(window.has_focus("Puzzles"));
    window.press(&[Key::Enter]);
    assert!(window.shows("First steps"));
    window.press(&[Key::Escape]);
    assert!(window.shows("Ready for a game?"));
}

#[test]
fn tab_reaches_everything_and_enter_opens_the_settings() {
    let mut window = window();
    for _ in 0..40 {
        window.press(&[Key::Tab]);
        if window.has_focus("Settings") {
            break;
        }
    }
    assert!(window.has_focus("Settings"));
    window.press(&[Key::Enter]);
    assert!(window.shows("Gliding pieces"));
}

#[test]
fn every_page_opens_and_leads_back() {
    let mut window = window();
    for (card, shown) in [
        ("Play the computer", "Start the game"),
        ("Two players", "Start the game"),
        ("Fog of war", "Start the game"),
        ("Watch a game", "Watch the game"),
        ("Puzzles", "First steps"),
        ("Learn the rules", "The pieces"),
        ("Settings", "Gliding pieces"),
        ("Your games", "No games yet"),
        ("Ranking", "Nobody is rated yet"),
        ("Player: Guest", "Who is playing?"),
    ] {
        window.click(card);
        assert!(window.shows(shown), "{card} does not show {shown}");
        window.click("Back");
        assert!(window.shows("Ready for a game?"), "{card} does not lead back");
    }
}

#[test]
fn the_level_of_the_menu_is_the_level_of_the_next_game() {
    let mut window = window();
    assert!(window.shows_part("rating 1299"));
    window.click("More");
    window.click("More");
    window.click("Play the computer");
    assert!(window.shows_part("Level 5 · rating"));
    window.press(&[Key::Escape]);
    assert!(window.shows_part("rating 1639"), "and stays so");
}

#[test]
fn another_theme_is_seen_at_once_and_kept() {
    let mut window = window();
    window.click("Settings");
    let before = window.background();
    window.click("Day");
    assert_eq!(window.theme(), "day");
    assert_ne!(window.background(), before);
    assert!(window.kept("settings.json").contains("\"theme\": \"day\""));
    // The next start shows it again.
    let again = window.start_again();
    assert_eq!(again.theme(), "day");
}

/// A small picture as a file.
fn png() -> Vec<u8> {
    let mut bytes = Vec::new();
    let to = &mut std::io::Cursor::new(&mut bytes);
    image::RgbImage::new(8, 8).write_to(to, image::ImageFormat::Png).expect("written");
    bytes
}

#[test]
fn a_picture_of_ones_own_can_be_put_behind_everything_and_removed() {
    let mut window = Window::with(|_, files| {
        files.write(Path::new("/sea.png"), &png()).expect("written");
    });
    window.click("Settings");
    assert!(!window.shows("Remove the picture"));
    window.click_far("Choose…");
    window.type_text("sea.png");
    window.press(&[Key::Enter]);
    assert!(window.kept("settings.json").contains("\"background\": \"/sea.png\""));
    assert!(window.shows("sea.png"));
    window.wait_for_backdrop();
    assert!(window.has_backdrop() && !window.shows("Close"));
    let mut again = window.start_again();
    again.wait_for_backdrop();
    assert!(again.has_backdrop(), "the next start shows it again");
    again.click("Settings");
    again.click_far("Remove the picture");
    assert!(!again.has_backdrop());
    assert!(again.kept("settings.json").contains("\"background\": null"));
}

#[test]
fn a_background_that_cannot_be_shown_is_told_and_the_theme_has_its_own() {
    let theme = b"inherits = 'night'\nname = 'Mine'\n[background]\npicture = 'sea.png'\n";
    for (picture, expected) in [
        (None, "themes/sea.png: there is no such file"),
        (Some(&b"no picture"[..]), "themes/sea.png: it is not a PNG or JPEG picture"),
        (Some(&png()[..50]), "themes/sea.png: it is damaged: "),
        (Some(&png()[..]), ""),
    ] {
        let mut window = Window::with(|storage, _| {
            storage.write("settings.json", b"{\"theme\": \"mine\"}").expect("written");
            storage.write("themes/mine.toml", theme).expect("written");
            if let Some(bytes) = picture {
                storage.write("themes/sea.png", bytes).expect("written");
            }
        });
        window.wait_for_backdrop();
        assert_eq!(window.has_backdrop(), expected.is_empty());
        let is_told = window.shows("The background picture cannot be shown");
        assert_eq!(is_told, !expected.is_empty(), "{expected}");
        assert!(window.shows_part(expected), "{expected}");
    }
}

#[test]
fn switches_are_kept_at_once() {
    let mut window = window();
    window.click("Settings");
    window.click_far("Music");
    assert!(window.kept("settings.json").contains("\"music\": true"));
    window.click_far("Hints: Simple rule");
    assert!(window.kept("settings.json").contains("\"hint\": \"simple\""));
}

#[test]
fn a_damaged_settings_file_is_put_aside_with_a_message() {
    let window = Window::with(|storage, _| {
        storage.write("settings.json", b"{ \"music\": tru").expect("written");
    });
    assert!(window.shows("The settings could not be read"));
    assert!(window.kept("settings.json.damaged").contains("tru"));
}

#[test]
fn a_broken_file_is_told_with_its_place_and_the_game_stays() {
    let mut window = Window::with(|_, files| {
        let broken = b"{\n  \"layout\": \"none.txt\",\n  \"fog\": 3\n}";
        files.write(Path::new("/broken.json"), broken).expect("written");
    });
    window.click("Play");
    assert!(window.plays("xxl"));
    window.leave_game();
    window.choose_file();
    window.type_text("broken.json");
    window.press(&[Key::Enter]);
    assert!(window.shows("/broken.json cannot be opened"));
    assert!(window.shows_part("line 3, column 10: `fog` is 3; expected true or false"));
    window.click("Close");
    assert!(!window.shows_part("line 3"));
    assert!(window.plays("xxl"), "the game that was going on is still there");
    window.click("Back");
    window.click("Continue");
    assert!(window.plays("xxl"));
}

#[test]
fn a_broken_config_at_the_start_leaves_the_menu() {
    let mut window = Window::with(|_, files| {
        files.write(Path::new("/c.json"), b"{\"fog\": 1}").expect("written");
    });
    window.open_file("/c.json");
    assert!(window.shows_part("line 1, column 9: `fog` is 1"));
    window.press(&[Key::Escape]);
    assert!(window.shows("Ready for a game?"));
}

#[test]
fn a_game_is_set_up_and_its_choices_are_remembered() {
    let mut window = window();
    window.click("Play the computer");
    window.click("Your colour: Black");
    window.click_far("Clock: No clock");
    window.click("Start the game");
    assert!(window.plays("xxl"));
    let kept = window.kept("new-game.json");
    assert!(kept.contains("\"player_colour\": \"black\""), "{kept}");
    assert!(kept.contains("\"clock\": \"none\""), "{kept}");
}

#[test]
fn choices_can_be_saved_as_a_config_and_nothing_is_replaced_unasked() {
    let mut window = Window::with(|_, files| {
        files.write(Path::new("/config.json"), b"old").expect("written");
    });
    window.click("Two players");
    window.click("Save as a config…");
    window.click("Save");
    assert!(window.shows_part("config.json is already there"));
    window.click("Keep it");
    assert_eq!(window.file("/config.json"), "old");
    window.click("Save");
    window.click("Replace");
    assert!(window.file("/config.json").contains("\"opponent\": \"human\""));
}

#[test]
fn the_file_dialog_goes_through_folders_by_keyboard() {
    let mut window = Window::with(|_, files| {
        files.write(Path::new("/games/a.pgn"), b"1. e4 e5 *").expect("written");
    });
    window.choose_file();
    window.type_text("games");
    window.press(&[Key::Enter]);
    assert!(window.shows("a.pgn"));
    window.type_text("b.pgn");
    window.press(&[Key::Enter]);
    assert!(window.shows("There is no /games/b.pgn."));
    window.press(&[Key::Escape]);
    assert!(window.shows("No games yet"));
    window.click("Open a file…");
    assert!(window.shows("a.pgn"), "the dialog opens where it was left");
    window.click("a.pgn");
    window.click("Open");
    assert!(window.plays("standard"));
}

#[test]
fn several_games_of_a_file_can_be_chosen_from() {
    let mut window = Window::with(|_, files| {
        let games = b"[White \"Anna\"]\n\n1. e4 *\n\n[White \"Ben\"]\n\n1. d4 *\n";
        files.write(Path::new("/two.pgn"), games).expect("written");
    });
    window.open_file("/two.pgn");
    assert!(window.shows("1. Anna – ?"));
    window.click("2. Ben – ?");
    assert!(window.plays("standard"));
}

#[test]
fn rules_of_a_file_lead_to_a_new_game() {
    let mut window = Window::with(|_, files| {
        let rules = b"inherits = 'xxl'\ntitle = 'My own'\n";
        files.write(Path::new("/mine.toml"), rules).expect("written");
    });
    window.open_file("/mine.toml");
    assert!(window.shows("Rules: My own"));
    window.click("Start the game");
    assert!(window.plays("mine"));
}

#[test]
fn every_page_fits_every_window() {
    for size in [[480.0, 420.0], [792.0, 672.0], [1280.0, 800.0], [2560.0, 1440.0]] {
        let mut window = Window::of_size(size);
        for card in ["Play the computer", "Puzzles", "Your games", "Ranking", "Settings"] {
            window.click(card);
            assert!(window.shows("Back"), "{card} at {size:?}");
            window.press(&[Key::Escape]);
        }
        let rects = window.rects_of(&["Play the computer", "Learn the rules", "Play", "Settings"]);
        let bounds = window.bounds();
        assert!(rects.iter().all(|rect| bounds.contains_rect(*rect)), "{size:?}: {rects:?}");
    }
}

#[test]
fn nothing_lies_under_a_button_on_a_phone() {
    let mut window = Window::of_size([320.0, 568.0]);
    let text_place = |window: &Window, text| window.harness.get_by_label(text).rect();
    window.click("Puzzles");
    let about = text_place(&window, "Ten minutes from nothing to a first game");
    let begin = window.rects_of(&["Begin"])[0];
    assert!(!about.intersects(begin), "{about:?} lies under {begin:?}");
    window.press(&[Key::Escape]);
    // The number of games is left out where it has no room.
    window.click("Your games");
    assert!(!window.shows("0 games"));
    window.press(&[Key::Escape]);
    // The rules stand below the board, with the whole width for themselves.
    window.click("Learn the rules");
    assert!(text_place(&window, "Aim").left() < 60.0);
    let mut window = Window::of_size([792.0, 672.0]);
    window.click("Your games");
    assert!(window.shows("0 games"));
}

/// What can be pressed, dragged or typed into.
const PRESSED: [Role; 8] = [
    Role::Button,
    Role::CheckBox,
    Role::RadioButton,
    Role::ComboBox,
    Role::Slider,
    Role::SpinButton,
    Role::ListItem,
    Role::TextInput,
];

#[test]
fn everything_that_can_be_pressed_has_a_name() {
    let mut window = window();
    for card in
        ["Play the computer", "Puzzles", "Learn the rules", "Settings", "Your games", "Ranking"]
    {
        window.click(card);
        let nameless: Vec<_> = window
            .harness
            .query_all(By::new().predicate(|node| {
                PRESSED.contains(&node.role()) && node.label().is_none_or(|name| name.is_empty())
            }))
            .collect();
        assert!(nameless.is_empty(), "{card}: {nameless:?}");
        window.press(&[Key::Escape]);
    }
}

#[test]
fn a_theme_that_there_is_not_is_told() {
    let mut window = Window::with(|_, files| {
        files.write(Path::new("/c.json"), b"{\"theme\": \"nigth\"}").expect("written");
    });
    window.open_file("/c.json");
    assert!(window.plays("xxl"));
    assert!(window.shows_part("there is no theme `nigth`"));
    assert!(window.shows_part("did you mean `night`?"));
}

#[test]
fn fog_is_chosen_for_one_game_and_not_for_the_next() {
    let mut window = window();
    window.click("Fog of war");
    window.click("Start the game");
    assert!(window.app().history().is_some_and(|game| game.position().rules().spec().fog));
    window.leave_game();
    window.click("Play");
    assert!(window.app().history().is_some_and(|game| !game.position().rules().spec().fog));
    window.leave_game();
    window.click("Fog of war");
    window.click("Who plays: Two computers");
    assert!(!window.shows("Fog of war"), "who watches sees everything");
    window.click_far("Watch the game");
    assert!(window.app().history().is_some_and(|game| !game.position().rules().spec().fog));
}

#[test]
fn escape_closes_an_open_list_before_it_leaves_the_page() {
    let mut window = window();
    window.click("Play the computer");
    window.click("Rules: XXL chess");
    assert!(window.shows("King capture"));
    window.press(&[Key::Escape]);
    assert!(window.shows("Start the game") && !window.shows("King capture"));
    window.press(&[Key::Escape]);
    assert!(window.shows("Ready for a game?"));
}

#[test]
fn a_file_can_be_opened_by_key_from_the_library_and_the_menu() {
    let mut window = window();
    for page in ["Your games", ""] {
        if !page.is_empty() {
            window.click(page);
        }
        window.harness.key_press_modifiers(egui::Modifiers::COMMAND, Key::O);
        window.rest();
        assert!(window.shows("Open a game, a position or rules"), "{page}");
        window.press(&[Key::Escape]);
        window.leave_game();
    }
}

#[test]
fn the_window_itself_has_a_name() {
    let window = window();
    assert_eq!(window.harness.root().accesskit_node().label().as_deref(), Some("XXL Chess"));
}

#[test]
fn the_quick_start_says_what_it_starts() {
    let window = Window::of_size([1280.0, 800.0]);
    assert!(window.shows("XXL chess · 3 min + 2 s"));
}
