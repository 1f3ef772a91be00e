//! Screens in every language, and in one that is longer than all of them: nothing is cut off.

mod common;
#[path = "play/table.rs"]
#[allow(dead_code, reason = "each program of tests uses a part of it")]
mod table;
#[path = "network/wire.rs"]
#[allow(dead_code, reason = "each program of tests uses a part of it")]
mod wire;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use egui::epaint::{ClippedShape, RectShape, TextShape};
use egui::{
    Align2, Color32, Event, FontData, FontDefinitions, FontFamily, FontId, Key, Modifiers, Pos2,
    Rect, Shape, vec2,
};
use egui_kittest::Harness;
use fluent_syntax::ast::{Entry, Expression, InlineExpression, Pattern, PatternElement, Resource};
use fluent_syntax::{parser, serializer};
use protocol::{
    ChatLine, ChatSender, ChatText, Clocks, GameEnd, Presence, RoomEvent, RoomOptions, RoomPhase,
    RoomRole, TimeControl, ToClient,
};
use record::EntryKind;
use rules::{Colour, Outcome, Reason};
use wire::{Table, entry, name, recorded, state, welcome};
use xxlchess_app::Language;
use xxlchess_app::services::{Files, MemoryFiles, Services};

/// The size with which the window opens, and that of a small laptop.
const SIZES: [[f32; 2]; 2] = [[792.0, 672.0], [1280.0, 800.0]];

/// Two puzzles that can be solved in one move.
const PUZZLES: &str = r#"{"rules": "standard", "max_movement_time": 0.05, "levels": [
    {"fen": "6k1/5ppp/8/8/8/8/8/KR6 w - - 0 1", "goal": "mate in 1"},
    {"fen": "kr6/8/8/8/8/8/5PPP/6K1 b - - 0 1", "goal": "mate in 1"}]}"#;

/// A config with a fault, and with a layout that is not there.
const FAULTY: &str = "{\n  \"fog\": 1,\n  \"layout\": \"b.txt\"\n}";

/// A game that a mistake loses.
const MISTAKE: &str = "1. f3 e5 2. g4 Qh4# 0-1";

/// Several games, one of them with long names.
const MANY_GAMES: &str = r#"[White "Anna-Katharina of Hohenfels"]
[Black "Bartholomew the Younger"]
[Event "Championship of the whole world, second round"]
[Result "1/2-1/2"]

1. e4 e5 1/2-1/2

1. d4 *

1. c4 c5 0-1
"#;

/// An engine in the settings.
const ENGINES: &str = r#"{"engines": [{"name": "Stockfish 17", "path": "/opt/stockfish"}]}"#;

/// Games whose moves are long: a promotion with check and a reply to it, and a mate on the last rank.
const LONG_MOVES: [(&str, &str); 2] = [
    (
        "/promotion.pgn",
        r#"[FEN "r3k3/1P6/8/8/8/8/1p6/R3K3 w - - 0 1"]

1. bxa8=Q+ Kd7 2. Kd2 bxa1=Q 3. Qd5+ *"#,
    ),
    (
        "/mate.pgn",
        r#"[Variant "xxl"]
[FEN "8k5/5A3p4/6p1p5/1p12/6g7/1G12/14/14/14/4N9/4P3C5/11N2/1PP2PPGPP1PP1/7K6 w - - 0 91"]

91. Ag14# 1-0"#,
    ),
];

/// English with accents, and about a third longer. The messages of faults, which are English in the
/// sources only, are made of the German ones.
fn pseudo_language() -> Language {
    let german = Language::find("de").expect("it ships").sources().iter();
    let faults = german.filter(|source| source.contains("\nfault-"));
    let sources = Language::english().sources().iter().chain(faults);
    Language::from_sources("qps", sources.map(|source| pseudo(source)))
}

fn pseudo(source: &str) -> String {
    let mut resource = parser::parse(source.to_owned()).expect("a file without faults");
    for entry in &mut resource.body {
        if let Entry::Message(message) = entry {
            message.value.iter_mut().for_each(lengthen);
            message.attributes.iter_mut().for_each(|attribute| lengthen(&mut attribute.value));
        }
    }
    serializer::serialize(&resource)
}

fn lengthen(pattern: &mut Pattern<String>) {
    for element in &mut pattern.elements {
        match element {
            PatternElement::TextElement { value } => *value = lengthened(value),
            PatternElement::Placeable { expression: Expression::Select { variants, .. } } => {
                variants.iter_mut().for_each(|variant| lengthen(&mut variant.value));
            }
            PatternElement::Placeable { .. } => {}
        }
    }
}

/// Every vowel gets an accent, and every second one is doubled.
fn lengthened(text: &str) -> String {
    let mut count = 0;
    let mut longer = String::new();
    for letter in text.chars() {
        let accented = match letter {
            'a' => 'ä',
            'e' => 'é',
            'i' => 'î',
            'o' => 'ø',
            'u' => 'ü',
            'A' => 'Å',
            'E' => 'É',
            'O' => 'Ö',
            'U' => 'Ü',
            other => other,
        };
        longer.push(accented);
        if accented != letter {
            count += 1;
            if count % 2 == 0 {
                longer.push(accented);
            }
            if count % 5 == 0 {
                longer.push(accented);
            }
        }
    }
    longer
}

/// The constant texts of a language by their keys.
fn constants(language: Language) -> BTreeMap<String, String> {
    let mut texts = BTreeMap::new();
    for source in language.sources() {
        let resource: Resource<&str> = parser::parse(*source).expect("a file without faults");
        for entry in &resource.body {
            let Entry::Message(message) = entry else { continue };
            let Some(pattern) = &message.value else { continue };
            let parts: Option<String> = pattern.elements.iter().map(constant).collect();
            texts.extend(parts.map(|text| (message.id.name.to_owned(), text)));
        }
    }
    texts
}

fn constant<'s>(element: &PatternElement<&'s str>) -> Option<&'s str> {
    match element {
        PatternElement::TextElement { value } => Some(value),
        PatternElement::Placeable {
            expression: Expression::Inline(InlineExpression::StringLiteral { value }),
        } => Some(value),
        PatternElement::Placeable { .. } => None,
    }
}

/// A window in a language, whose widgets are found by the keys of their texts.
struct Tour {
    table: Table,
    texts: BTreeMap<String, String>,
    name: String,
    faults: Vec<String>,
}

impl Tour {
    fn new(language: Language, size: [f32; 2]) -> Tour {
        let files = MemoryFiles::default();
        for path in ["/games/a.json", "/games/b.pgn", "/level1.txt"] {
            files.write(Path::new(path), b"1. e4 *").expect("written");
        }
        files.write(Path::new("/puzzles.json"), PUZZLES.as_bytes()).expect("written");
        files.write(Path::new("/faulty.json"), FAULTY.as_bytes()).expect("written");
        for (path, game) in LONG_MOVES {
            files.write(Path::new(path), game.as_bytes()).expect("written");
        }
        files.write(Path::new("/mistake.pgn"), MISTAKE.as_bytes()).expect("written");
        files.write(Path::new("/many.pgn"), MANY_GAMES.as_bytes()).expect("written");
        let services = Services { language, files: Box::new(files), ..Services::memory() };
        services.storage.write("engines.json", ENGINES.as_bytes()).expect("written");
        let table = Table::with_services(services, size);
        let name = format!("{} at {}x{}", language.code(), size[0], size[1]);
        Tour { table, texts: constants(language), name, faults: Vec::new() }
    }

    fn text(&self, key: &str) -> String {
        self.texts.get(key).unwrap_or_else(|| panic!("there is no text {key}")).clone()
    }

    fn click(&mut self, key: &str) {
        let text = self.text(key);
        self.table.window.click(&text);
    }

    /// Waits for an engine, which thinks on a thread of its own.
    fn wait_for_engine(&mut self, part: &str) {
        for _ in 0..3000 {
            self.table.window.harness.step();
            if self.table.window.shows_part(part) {
                return;
            }
            std::thread::sleep(std::time::Duration::from_millis(10));
        }
        panic!("{}: `{part}` was never shown", self.name);
    }

    /// Looks at what is further down.
    fn scroll(&mut self, screen: &str) {
        self.scroll_at(self.table.window.bounds().center(), screen);
    }

    /// Looks at what is further down beside the board.
    fn scroll_side(&mut self, screen: &str) {
        let side = self.table.window.bounds().right_center() - vec2(120.0, 0.0);
        self.scroll_at(side, screen);
    }

    fn scroll_at(&mut self, place: Pos2, screen: &str) {
        for _ in 0..3 {
            self.table.window.scroll(place, -600.0);
            // The hint of what is under the pointer would lie on something.
            self.table.window.harness.event(Event::PointerGone);
            self.table.window.rest();
            self.look(screen);
        }
    }

    /// Looks at what is shown.
    fn look(&mut self, screen: &str) {
        let output = self.table.window.harness.output();
        let has_modal =
            self.table.window.harness.ctx.memory(|memory| memory.top_modal_layer().is_some());
        let bounds = self.table.window.bounds();
        let found = cut_texts(&output.shapes, bounds, !has_modal);
        self.faults.extend(found.into_iter().map(|fault| format!("{screen}: {fault}")));
    }
}

/// What is painted, in order, with its clip rectangle.
enum Painted<'a> {
    Text(&'a TextShape, Rect),
    Ground(&'a RectShape),
}

fn flatten<'a>(shape: &'a Shape, clip: Rect, painted: &mut Vec<Painted<'a>>) {
    match shape {
        Shape::Vec(shapes) => shapes.iter().for_each(|shape| flatten(shape, clip, painted)),
        Shape::Text(text) => painted.push(Painted::Text(text, clip)),
        Shape::Rect(rect) => painted.push(Painted::Ground(rect)),
        _ => {}
    }
}

/// The texts that are cut off at a side, or cut short, or wider than the button or card they stand on, or painted
/// over another text.
fn cut_texts(shapes: &[ClippedShape], bounds: Rect, checks_overlap: bool) -> Vec<String> {
    let mut painted = Vec::new();
    shapes.iter().for_each(|it| flatten(&it.shape, it.clip_rect, &mut painted));
    let mut faults = Vec::new();
    let mut texts: Vec<(Rect, &str)> = Vec::new();
    for (index, it) in painted.iter().enumerate() {
        let Painted::Text(text, clip) = it else { continue };
        let rect = text.galley.rect.translate(text.pos.to_vec2());
        let words = text.galley.text();
        let visible = rect.intersect(*clip).intersect(bounds);
        if words.trim().is_empty() || !visible.is_positive() {
            continue;
        }
        let is_path = words.starts_with('/') || words.contains("://");
        if text.galley.elided && !is_path {
            faults.push(format!("cut short: {words:?}"));
        }
        let window = clip.intersect(bounds).expand(1.0);
        if rect.left() < window.left() || rect.right() > window.right() {
            faults.push(format!("cut off: {words:?} at {rect:?} in {clip:?}"));
        }
        let under = painted[..index].iter().rev().find_map(|it| match it {
            Painted::Ground(ground) if ground.rect.contains(rect.center()) => Some(ground.rect),
            _ => None,
        });
        if let Some(ground) = under.filter(|ground| ground.height() > 16.0) {
            let ground = ground.expand(1.5);
            if rect.left() < ground.left() || rect.right() > ground.right() {
                faults.push(format!("wider than its ground: {words:?} at {rect:?} on {ground:?}"));
            }
        }
        if checks_overlap {
            // What is painted: a line of chat stands behind a name, and its lines begin before it.
            let ink = text.galley.mesh_bounds.translate(text.pos.to_vec2());
            let shrunk = ink.intersect(visible).shrink(1.0);
            for (other, other_words) in &texts {
                let common = shrunk.intersect(*other);
                if common.is_positive() && shrunk.is_positive() {
                    faults.push(format!("{words:?} lies on {other_words:?}"));
                }
            }
            texts.push((shrunk, words));
        }
    }
    faults
}

/// English is shorter than the language that is made of it.
fn languages() -> impl Iterator<Item = Language> {
    let others = Language::all().filter(|language| *language != Language::english());
    others.chain([pseudo_language()])
}

fn in_every_language(visit: fn(&mut Tour)) {
    let mut faults = Vec::new();
    for language in languages() {
        for size in SIZES {
            let mut tour = Tour::new(language, size);
            visit(&mut tour);
            tour.faults.sort();
            tour.faults.dedup();
            faults.extend(tour.faults.iter().map(|fault| format!("{}: {fault}", tour.name)));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn setting_a_game_up() {
    in_every_language(|tour| {
        for card in ["menu-computer", "menu-two-players", "menu-watch", "menu-fog"] {
            tour.click(card);
            tour.look(card);
            tour.scroll(card);
            tour.click("common-back");
        }
    });
}

#[test]
fn playing_a_game() {
    in_every_language(|tour| {
        tour.click("menu-computer");
        tour.click("new-game-start");
        tour.look("game");
        tour.table.window.press(&[Key::F1]);
        tour.look("keys");
        tour.table.window.press(&[Key::F1]);
        tour.table.window.press(&[Key::E]);
        tour.look("evaluation");
        tour.table.window.press(&[Key::Escape]);
        tour.look("resigned");
        tour.table.window.harness.run_steps(500);
        tour.look("over");
    });
}

/// In the window's first size, and in the smallest that it can have, there is little room beside the board.
#[test]
fn the_narrow_bar_holds_the_longest_moves() {
    let mut faults = Vec::new();
    for size in [SIZES[0], [480.0, 420.0]] {
        for (path, _) in LONG_MOVES {
            let mut tour = Tour::new(pseudo_language(), size);
            tour.table.window.open_file(path);
            tour.table.window.wait(1.0);
            tour.table.window.press(&[Key::End]);
            tour.table.window.wait(1.0);
            tour.look(path);
            faults.extend(tour.faults.iter().map(|fault| format!("{size:?}: {fault}")));
        }
        let mut tour = Tour::new(pseudo_language(), size);
        tour.table.window.open_file("/puzzles.json");
        tour.table.window.drag("b1", "b8");
        let solved = tour.text("play-puzzle-solved");
        tour.table.window.wait_for(&solved);
        tour.look("solved");
        tour.table.window.harness.key_press_modifiers(Modifiers::COMMAND, Key::S);
        tour.table.window.rest();
        tour.look("saving");
        faults.extend(tour.faults.iter().map(|fault| format!("{size:?}: {fault}")));
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn opening_a_faulty_file() {
    in_every_language(|tour| {
        tour.table.window.open_file("/faulty.json");
        tour.look("faults");
        if tour.name.starts_with("de ") {
            for told in [
                "Zeile 2, Spalte 10: `fog` ist 1; erwartet: true oder false",
                "Zeile 3, Spalte 13: `layout` ist \"b.txt\"; erwartet wird der Pfad einer Datei (/b.txt gibt es nicht)",
            ] {
                assert!(tour.table.window.shows_part(told), "{told}");
            }
        }
    });
}

#[test]
fn solving_puzzles() {
    in_every_language(|tour| {
        tour.table.window.open_file("/puzzles.json");
        tour.look("puzzle");
        tour.table.window.drag("b1", "b7");
        let wrong = tour.text("play-puzzle-wrong");
        tour.table.window.wait_for(&wrong);
        tour.look("a wrong move");
        tour.table.window.press(&[Key::Enter]);
        tour.table.window.drag("b1", "b8");
        let solved = tour.text("play-puzzle-solved");
        tour.table.window.wait_for(&solved);
        tour.look("solved");
    });
}

#[test]
fn the_pages_of_players() {
    in_every_language(|tour| {
        let guest = tour.text("profiles-guest");
        tour.table.window.click_part(&guest);
        tour.look("players");
        tour.click("profiles-new");
        tour.look("new profile");
        tour.table.window.type_text("Anna");
        tour.table.window.press(&[Key::Enter]);
        tour.look("profile");
        tour.scroll("profile");
        for (button, leave) in [("profiles-rename", Key::Escape), ("profiles-delete", Key::Escape)]
        {
            tour.click(button);
            tour.look(button);
            tour.table.window.press(&[leave]);
        }
    });
}

#[test]
fn playing_over_the_network() {
    in_every_language(|tour| {
        tour.click("menu-network");
        tour.click("network-address");
        tour.table.window.type_text("10.0.0.7");
        tour.click("network-connect");
        tour.look("connecting");
        tour.table.open();
        tour.table.tell(&welcome());
        // Until the notice about the name is gone, which lies on something.
        tour.table.window.wait(12.0);
        tour.look("empty lobby");
        tour.table.tell(&ToClient::Lobby { rooms: vec![entry("Ben", RoomPhase::Waiting)] });
        tour.look("lobby");
        tour.click("network-create");
        tour.look("a new game");
        tour.scroll("a new game");
        tour.click("common-back");
        tour.click("network-join");
        let time = std::time::Duration::from_secs(180);
        let clock = Some(TimeControl::Fischer { time, increment: time / 90 });
        let options = RoomOptions { clock, ..RoomOptions::friendly("standard") };
        tour.table.state(state(options, RoomRole::White, 1, &["e2e4", "e7e5"]));
        tour.look("game");
        let clocks = Some(Clocks { white_ms: 9_000, black_ms: 60_000, running: true });
        let presence = Presence::Reconnecting { claim_in_ms: 30_000 };
        let text = ChatText::new("Good luck!").expect("a line");
        let from = ChatSender { name: name("Ben"), role: RoomRole::Black };
        let end = GameEnd::from(Outcome::won_by(Colour::Black, Reason::Resignation));
        let offered = |kind| match recorded(2, kind) {
            RoomEvent::Recorded { ply, entry, view, .. } => {
                RoomEvent::Recorded { ply, entry, view, clocks }
            }
            other => other,
        };
        let events = [
            offered(EntryKind::OfferDraw(Colour::Black)),
            offered(EntryKind::AskTakeBack(Colour::Black)),
            RoomEvent::Presence { side: Colour::Black, presence },
            RoomEvent::Chat(ChatLine { from, text }),
            RoomEvent::Unsaved { on: true },
            RoomEvent::Spectators { count: 3 },
            RoomEvent::RatingChanges([Some(-8), Some(8)]),
            offered(EntryKind::End(end)),
            RoomEvent::RematchOffered { by: Colour::Black },
        ];
        for (event, number) in events.into_iter().zip(2..) {
            tour.table.happens(number, event);
            tour.look(&format!("event {number}"));
        }
    });
}

#[test]
fn inventing_a_game() {
    in_every_language(|tour| {
        tour.click("workshop-title");
        for tab in ["board", "pieces", "rules", "trial", "laboratory", "file"] {
            let key = format!("workshop-{tab}");
            // In a large window the file is always there.
            if tab != "file" || tour.table.window.bounds().width() < 1000.0 {
                tour.click(&key);
            }
            tour.look(&key);
            let side = tour.table.window.bounds().right_center() - vec2(120.0, 0.0);
            for _ in 0..4 {
                tour.table.window.scroll(side, -500.0);
                tour.table.window.harness.event(Event::PointerGone);
                tour.table.window.rest();
                tour.look(&key);
            }
        }
    });
}

#[test]
fn analysing_a_game() {
    in_every_language(|tour| {
        tour.click("menu-analysis");
        tour.look("an empty board");
        tour.table.window.press(&[Key::Escape]);
        tour.table.window.open_file("/mistake.pgn");
        tour.table.window.press(&[Key::A]);
        tour.look("analysis");
        tour.table.window.press(&[Key::Home]);
        tour.table.window.drag("e2", "e4");
        tour.look("variation");
        tour.click("analysis-review");
        tour.look("reviewing");
        let learn = tour.text("analysis-learn");
        tour.wait_for_engine(&learn);
        tour.look("review");
        for _ in 0..4 {
            tour.table.window.press(&[Key::ArrowRight]);
            tour.look("reviewed move");
        }
        tour.table.window.click_part(&learn);
        tour.look("mistake");
        tour.click("analysis-show-solution");
        tour.look("solution");
    });
}

#[test]
fn editing_a_position() {
    in_every_language(|tour| {
        tour.click("editor-title");
        tour.look("editor");
        tour.click("editor-clear");
        tour.look("no kings");
        tour.click("editor-start");
        tour.scroll_side("editor");
    });
}

#[test]
fn learning_the_pieces() {
    in_every_language(|tour| {
        tour.click("menu-puzzles");
        tour.click("lessons-begin");
        tour.look("lesson");
        tour.scroll_side("lesson");
    });
}

#[test]
fn choosing_a_game_of_a_file() {
    in_every_language(|tour| {
        tour.table.window.open_file("/many.pgn");
        tour.look("games");
        tour.scroll("games");
    });
}

#[test]
fn listing_engines() {
    in_every_language(|tour| {
        tour.click("common-settings");
        for _ in 0..3 {
            tour.scroll("settings");
        }
        let engines = tour.text("settings-engines-about");
        assert!(tour.table.window.shows(&engines) && tour.table.window.shows("Stockfish 17"));
    });
}

#[test]
fn every_other_page() {
    in_every_language(|tour| {
        tour.look("menu");
        for card in [
            "menu-network",
            "menu-puzzles",
            "menu-games",
            "menu-rules",
            "common-settings",
            "profiles-ranking",
        ] {
            tour.click(card);
            tour.look(card);
            tour.scroll(card);
            tour.click("common-back");
        }
        tour.table.window.harness.key_press_modifiers(Modifiers::COMMAND, Key::O);
        tour.table.window.rest();
        tour.look("choosing a file");
    });
}

#[test]
fn what_is_cut_off_is_found() {
    let mut fonts = FontDefinitions::empty();
    let inter = include_bytes!("../../../assets/fonts/Inter-Regular.otf");
    fonts.font_data.insert("Inter".to_owned(), Arc::new(FontData::from_static(inter)));
    for family in [FontFamily::Proportional, FontFamily::Monospace] {
        fonts.families.insert(family, vec!["Inter".to_owned()]);
    }
    let paint = |width: f32| {
        let fonts = fonts.clone();
        let setup = move |ctx: &egui::Context| ctx.set_fonts(fonts);
        let mut harness = Harness::builder().with_context_setup(setup).build_ui(move |ui| {
            let place = Rect::from_min_size(ui.max_rect().min, vec2(width, 20.0));
            let clipped = ui.painter().with_clip_rect(place);
            let (font, ink) = (FontId::proportional(14.0), Color32::WHITE);
            clipped.text(place.left_center(), Align2::LEFT_CENTER, "A long text", font, ink);
        });
        harness.run();
        cut_texts(&harness.output().shapes, harness.ctx.content_rect(), true).len()
    };
    assert_eq!((paint(40.0), paint(200.0)), (1, 0));
}
