//! Files are told apart, checked and converted.

use std::num::NonZeroUsize;

use std::io;
use std::path::Path;

use super::*;
use crate::ruleset;

const GAME: &str = include_str!("../../tests/archives/standard-comments.json");
const FOG: &str = include_str!("../../tests/archives/standard-fog.json");
const OWN: &str = include_str!("../../tests/archives/user-pieces.json");
const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

fn nothing(path: &Path) -> io::Result<Vec<u8>> {
    Err(io::Error::new(io::ErrorKind::NotFound, path.display().to_string()))
}

fn said_about(name: &str, bytes: &[u8]) -> String {
    let standard = ruleset::shipped("standard");
    let options = Options { rules: standard, ..Options::default() };
    match validate(name, bytes, &nothing, &options) {
        Ok(warnings) => format!("{warnings}ok"),
        Err(faults) => faults.to_string().trim_end().to_owned(),
    }
}

#[track_caller]
fn check_kind(name: &str, text: &str, expected: Result<&Format, &str>) {
    let found = inspect(name, text.as_bytes()).map_err(|fault| fault.to_string());
    assert_eq!(found, expected.map_err(str::to_owned), "{name}: {text}");
}

#[test]
fn the_content_tells_the_kind() {
    for name in ["", "game", "a.b/game", "x.unknown"] {
        check_kind(name, GAME, Ok(&ARCHIVE));
        check_kind(name, "{}", Ok(&CONFIG));
        check_kind(name, "\u{FEFF}\n{ \"layout\": \"x\", \"clock\": \"turn\" }", Ok(&CONFIG));
        check_kind(name, "# mine\n\ninherits = 'xxl'\n", Ok(&RULE_SET));
        check_kind(name, "[[pieces]]\nname = 'x'", Ok(&RULE_SET));
        check_kind(name, "[draws]\n", Ok(&RULE_SET));
        check_kind(name, "[Event \"x\"]\n", Ok(&PGN));
        check_kind(name, "1. e4 e5 *", Ok(&PGN));
        check_kind(name, "% comment\n", Ok(&PGN));
        check_kind(name, START, Ok(&FEN));
        check_kind(name, "\n\nRNBQKBNR\n\n  ..pp\r\n", Ok(&LAYOUT));
    }
    check_kind("games.pgn", "{ a comment } e4 *", Ok(&PGN));
    check_kind("GAMES.PGN", "e4 e5", Ok(&PGN));
    check_kind("a.txt", "", Ok(&LAYOUT));
    check_kind("a.txt", "RNBQ?", Ok(&LAYOUT));
    check_kind("a.fen", "", Ok(&FEN));
    check_kind("a.toml", "?", Ok(&RULE_SET));
}

#[test]
fn code_104_is_a_name_that_does_not_fit_the_content() {
    let wrong = |words: &str| format!("104 line 1, column 1: {words}");
    let check = |name, text, words: &str| check_kind(name, text, Err(&wrong(words)));
    check(
        "a.json",
        "RNBQKBNR\n",
        "the name ends in `.json`, but this looks like a layout; expected a config (JSON) or a game archive (JSON)",
    );
    check(
        "a.json",
        "hello, world",
        "the name ends in `.json`, but this is no JSON; expected a config (JSON) or a game archive (JSON)",
    );
    check(
        "a.txt",
        GAME,
        "the name ends in `.txt`, but this looks like a game archive (JSON); expected a layout",
    );
    check(
        "a.pgn",
        "{\"layout\": \"x\"}",
        "the name ends in `.pgn`, but this looks like a config (JSON); expected PGN",
    );
    check(
        "a.fen",
        "[Event \"x\"]",
        "the name ends in `.fen`, but this looks like PGN; expected FEN",
    );
    check(
        "a.toml",
        START,
        "the name ends in `.toml`, but this looks like FEN; expected a rule set (TOML)",
    );
    check(
        "readme",
        "Hello, world!",
        "this is no file of a known kind; expected a config, a game archive, a rule set, PGN, FEN or a layout",
    );
    let utf16 = inspect("a.json", b"\xFF\xFE{\0").expect_err("it is UTF-16");
    assert_eq!(
        utf16.to_string(),
        wrong("the file is UTF-16; expected UTF-8, please save it as such")
    );
}

#[test]
fn files_of_every_kind_are_checked() {
    let ids = ruleset::listed_ids();
    let check = |name: &str, text: &str, expected: &str| {
        assert_eq!(said_about(name, text.as_bytes()), expected, "{text}");
    };
    check("a.json", GAME, "ok");
    check("a.json", "{}", "ok");
    check("a.toml", "inherits = 'xxl'", "ok");
    check("a.txt", "....K\n\n\n....k", "ok");
    check("a.pgn", "1. e4 e5 *", "ok");
    check("a.pgn", "", "warning: there is no game in the file\nok");
    check("a.fen", &format!("# start\n\n{START}\n4k3/8/8/8/8/8/8/4K3 b"), "ok");
    check("a.epd", "4k3/8/8/8/8/8/8/4K3 b - - bm Kd7; id \"one\";", "ok");
    check(
        "a.json",
        "{\"layout\": \"b.txt\", \"fgo\": true}",
        "warning: line 1, column 21: unknown key `fgo`; did you mean `fog`?\n\
         line 1, column 12: `layout` is \"b.txt\"; expected the path of a file (there is no b.txt)",
    );
    check(
        "a.toml",
        "inherits = 'other.toml'",
        &format!(
            "line 1, column 12: `inherits` is \"other.toml\"; expected one of {ids} or the path of a file (other.toml: other.toml)"
        ),
    );
    check("a.txt", "K\n\n\n", "line 1, column 1: white has no king; expected one `k`");
    check(
        "a.pgn",
        "1. e4 e6 2. Ke3 *\n\n1. d4 *",
        "105 line 1, column 13: game 1: move 2 of White: `Ke3` is not legal: no king can go to e3",
    );
    check(
        "a.fen",
        &format!("{START}\n4k3/8/8/8/8/8/8/4K3\n"),
        "103 line 2, column 1: the side to move is missing; expected `w` or `b` after the board",
    );
    check("a.fen", "#", "104 there is no FEN in the file; expected one on each line");
    check(
        "a.fen",
        "4k3/8/8/8/8/8/8/r3K3 b",
        "warning: line 1, column 1: white is in check although it is not to move\nok",
    );
}

#[test]
fn a_fen_finds_its_rules() {
    let check = |fen: &str, expected: &str, told: &str| {
        let (position, warnings) = read_fen(fen, &Options::default()).expect("a position");
        assert_eq!((position.rules().id(), warnings.to_string().as_str()), (expected, told));
    };
    check(START, "standard", "");
    check("rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR w", "capablanca", "");
    check(
        "rnbqQbnr/1pppp1pp/p4p2/8/4P3/8/PPPP1PPP/RNB1KBNR b - - 0 3",
        "king-capture",
        "warning: read by the rules of `king-capture`; by those of `standard`: black has no king; expected one\n",
    );
    check(
        "8/8/8/8/8/8/P7/8 w",
        "casual",
        "warning: read by the rules of `casual`; by those of `standard`: white has no king; expected one; black has no king; expected one\n",
    );
    for (fen, fault) in
        [("", "xxl"), ("4/4/4/4 w", "expected 14"), ("8/8/8/8/8/8/8/Z7 w", "standard")]
    {
        let told = read_fen(fen, &Options::default()).expect_err("no position").to_string();
        assert!(fen.is_empty() || told.contains(fault), "{told}");
    }
}

#[test]
fn a_layout_finds_its_rules() {
    let check = |text: &str, expected: &str, told: &str| {
        let (position, warnings) = read_layout(text, &Options::default()).expect("a position");
        assert_eq!((position.rules().id(), warnings.to_string().as_str()), (expected, told));
    };
    check("....K\n\n\n....k", "xxl", "");
    let full = "RNBQKBNR\nPPPPPPPP\n\n\n\n\npppppppp\nrnbqkbnr\n";
    check(full, "standard", "warning: read by the rules of `standard`\n");
    check(
        &full.replace('K', "."),
        "king-capture",
        "warning: read by the rules of `king-capture`; by those of `standard`: black has no king; expected one `K`\n",
    );
}

#[test]
fn bad_files_of_any_size_are_told_within_a_second() {
    let million = |text: &str, bytes: usize| text.repeat(bytes / text.len());
    let mut files = vec![
        ("a.json", format!("{{\"format\": \"xxlchess-game\", \"a\": {}", million("[", 50 << 20))),
        (
            "a.json",
            format!(
                "{{\"format\": \"xxlchess-game\", \"version\": 1, \"a\": [{}1]}}",
                million("1,", 4000 << 10)
            ),
        ),
        ("a.json", format!("{{\"levels\": [{}1]}}", million("{\"a\":1,\"b\":2},", 900 << 10))),
        ("a.json", million("x", 50 << 20)),
        ("a.txt", million("xyz\n", 50 << 20)),
        ("a.txt", million("xyz\n", 1 << 20)),
        ("a.fen", million("1/2/3/4\n", 50 << 20)),
        ("a.fen", million("1/2/3/4", 20 << 20)),
        ("a.epd", million("1/2/3/4", 20 << 20)),
        ("a.pgn", million("1. e5 *\n\n", 20 << 20)),
        ("a.toml", million("x = 1\n", 50 << 20)),
        ("a.toml", (0..8000).map(|n| format!("x{n} = 1\n")).collect()),
        ("a", million("\u{0}", 50 << 20)),
    ];
    let keys: String = (0..900).map(|n| format!("\"k{n}\": 1,")).collect();
    files.push(("a.json", format!("{{{keys} \"format\": \"xxlchess-game\", \"version\": 1}}")));
    for (name, text) in files {
        let result = validate(name, text.as_bytes(), &nothing, &Options::default());
        let shown: String = text.chars().take(60).collect();
        let faults = result.expect_err(&shown);
        assert!(faults.iter().len() <= MOST_FAULTS + 1, "{shown}");
        assert!(faults.iter().all(|fault| fault.message.to_string().len() < 2000), "{shown}");
    }
}

#[track_caller]
fn converted(input: &str, text: &str, output: &str) -> String {
    match convert(input, text.as_bytes(), output, &Options::default()) {
        Ok(Converted { text, faults }) => format!("{faults}{text}"),
        Err(faults) => faults.to_string(),
    }
}

#[test]
fn archives_become_other_files() {
    assert_eq!(converted("a.json", GAME, "b.json"), GAME);
    assert_eq!(
        converted("a.json", GAME, "b.fen"),
        "warning: a FEN cannot hold comments, annotation signs; left out\n\
         rnbq1bnr/ppppkppp/8/4Q3/4P3/8/PPPP1PPP/RNB1KBNR b KQ - 0 3\n"
    );
    assert_eq!(
        converted("a.json", GAME, "b.txt"),
        "warning: a layout cannot hold comments, annotation signs; left out\n\
         warning: a layout cannot say that it is black's move; it is read as white's\n\
         RNBQ.BNR\nPPPPKPPP\n........\n....q...\n....p...\n........\npppp.ppp\nrnb.kbnr\n"
    );
    let pgn = converted("a.json", GAME, "b.pgn");
    assert!(
        pgn.ends_with(
            "{ a \"quick\" one } 1. e4 { [%clk 0:05:01.5] best \\ by test } 1... e5 2. Qh5 $6 {\n\
         [%eval 0.1] } 2... Ke7 $4 $201 { oh no } { dear } 3. Qxe5# 1-0\n"
        ),
        "{pgn}"
    );
    assert_eq!(converted("b.pgn", &pgn, "a.json"), GAME);
    assert_eq!(converted("b.pgn", &converted("a.json", FOG, "b.pgn"), "a.json"), FOG);
    let own = converted("a.json", OWN, "b.pgn");
    let warning =
        "warning: the rules of `xxl` are not part of a PGN; whoever reads it needs their file\n";
    assert!(own.starts_with(warning), "{own}");
}

#[test]
fn positions_become_games_without_moves() {
    let game = converted("a.fen", &format!("{START}\n{START}"), "a.json");
    assert!(
        game.starts_with("warning: the file has several positions; only the first is converted\n{"),
        "{game}"
    );
    let two = format!("# two\n{START}\n\n4k3/8/8/8/8/8/8/4K3 b - - 0 1\n");
    let bare = "4k3/8/8/8/8/8/8/4K3 b - - 0 1";
    assert_eq!(converted("a.fen", &two, "b.fen"), format!("{START}\n{bare}\n"));
    let games = converted("a.fen", &two, "b.pgn");
    assert!(games.contains("\n\n[Event \"?\"]") && games.contains(bare), "{games}");
    let drawn = converted("a.fen", &two, "b.txt");
    assert!(drawn.starts_with("warning: the file has several positions"), "{drawn}");
    assert_eq!(
        converted("a.fen", &format!("8/8 w\n{bare}"), "b.fen"),
        format!("101 line 1, column 1: the board has 2 ranks; expected 14\n{bare}\n")
    );
    assert_eq!(converted("a.fen", "#", "b.fen"), "104 there is no FEN in the file\n");
    let json = game.split_once('\n').expect("a warning").1;
    assert!(json.contains("\"moves\": [],\n"), "{json}");
    assert_eq!(converted("a.json", json, "a.fen"), format!("{START}\n"));
    let drawn = converted("a.fen", START, "a.txt");
    let options =
        Options { rules: ruleset::shipped("standard"), player: Colour::Black, game: None };
    let fen = convert("a.txt", drawn.as_bytes(), "b.fen", &options).expect("a layout");
    assert_eq!(fen.text, format!("{START}\n"));
    let turned = convert("a.fen", START.as_bytes(), "a.txt", &options).expect("a position");
    assert!(turned.text.starts_with("rnbkqbnr\n"), "{}", turned.text);
    assert_eq!(
        converted("a.fen", "4k3/8/8/8/8/8/8/4K2R w - - 0 1", "a.txt"),
        "warning: a layout cannot say which kings and rooks have moved; none counts as moved\n\
         ....K...\n........\n........\n........\n........\n........\n........\n....k..r\n"
    );
}

#[test]
fn games_of_a_pgn_file_are_converted() {
    let two = "1. e4 *\n\n1. d4 *\n";
    let first = converted("a.pgn", two, "a.json");
    let warning = "warning: the file has several games; only the first is converted\n{";
    assert!(first.starts_with(warning), "{first}");
    assert_eq!(
        converted("a.pgn", "1. e4! *\n\n1. e5 *\n\n1. d4! *\n", "a.fen"),
        "warning: a FEN cannot hold annotation signs; left out\n\
         105 line 3, column 4: game 2: move 1 of White: `e5` is not legal: no pawn can go to e5\n\
         rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1\n\
         rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1\n"
    );
    assert_eq!(converted("a.pgn", two, "b.pgn").matches("[Event ").count(), 2);
    let pick = |name: &str, text: &str, number| {
        let options = Options { game: NonZeroUsize::new(number), ..Options::default() };
        match convert(name, text.as_bytes(), "a.fen", &options) {
            Ok(converted) => format!("{}{}", converted.faults, converted.text),
            Err(faults) => faults.to_string().trim_end().to_owned(),
        }
    };
    let second = "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1\n";
    assert_eq!(pick("a.pgn", two, 2), second);
    assert_eq!(pick("a.fen", &format!("{START}\n{second}"), 2), second);
    assert_eq!(pick("a.pgn", two, 3), "there is no game 3 in the file; there are 2");
    assert_eq!(pick("a.json", GAME, 2), "there is no game 2 in the file; there is 1");
    assert_eq!(converted("a.pgn", "", "b.json"), "there is no game in the file\n");
    assert_eq!(
        converted("a.pgn", "1. e5 *", "b.json"),
        "105 line 1, column 4: game 1: move 1 of White: `e5` is not legal: no pawn can go to e5\n"
    );
}

#[test]
fn variations_are_converted_and_what_is_lost_is_told() {
    let moves = "1. e4 $1 ( 1. d4 { so } ( 1. c4 ) 1... d5 ) 1... e5 ( { or } 1... c5 ) *\n";
    let moves = &moves.replace(" ( 1. c4 )", "");
    let pgn = converted("a.pgn", moves, "b.pgn");
    assert!(pgn.ends_with(moves), "{pgn}");
    let json = converted("a.pgn", moves, "b.json");
    assert!(json.starts_with('{'), "{json}");
    assert_eq!(converted("b.json", &json, "b.pgn"), pgn);
    let fen = converted("a.pgn", moves, "b.fen");
    assert!(
        fen.starts_with("warning: a FEN cannot hold variations, annotation signs; left out\n"),
        "{fen}"
    );
    let pawns = include_str!("../../tests/archives/moved-pawns.json");
    let pgn = converted("a.json", pawns, "b.pgn");
    let told = "warning: a PGN cannot hold `moved_pawns`, the pawns on their second rank that have moved; left out\n";
    assert!(pgn.starts_with(told), "{pgn}");
    let moment = include_str!("../../tests/archives/standard-turn-clock-passes.json");
    let pgn = converted("a.json", moment, "b.pgn");
    let told = "warning: a PGN cannot hold `moment`, with which the game could go on exactly as it was; left out\n";
    assert!(pgn.starts_with(told), "{pgn}");
}

#[test]
fn faulty_games_are_told_and_the_others_converted() {
    let file = "1. e4 *\n\n1. e5 *\n\n1. d4 (1. Ke3) *\n";
    let text = converted("a.pgn", file, "b.pgn");
    let told = "105 line 3, column 4: game 2: move 1 of White: `e5` is not legal: no pawn can go to e5\n\
         warning: line 5, column 11: game 3: move 1 of White: `Ke3` is not legal: no king can go to e3; the rest of the variation is left out\n";
    assert!(text.starts_with(told), "{text}");
    assert_eq!(text.matches("[Event ").count(), 2);
    assert!(!converted("a.pgn", "1. e5 *", "b.pgn").contains("[Event "));
    let many = "1. e5 *\n\n".repeat(150) + "1. d4 *";
    let text = converted("a.pgn", &many, "b.pgn");
    assert!(text.contains("50 more faults are not listed\n[Event "), "{text}");
}

#[test]
fn pgn_that_contradicts_itself_gets_a_warning() {
    let check = |text: &str, expected: &str| {
        assert_eq!(said_about("a.pgn", text.as_bytes()), format!("warning: {expected}\nok"));
    };
    check(
        "1. f3 e5 2. g4 Qh4# 1-0",
        "line 1, column 21: game 1: the result is `1-0`, but by the moves: black wins by checkmate",
    );
    check(
        "[FEN \"P3k3/8/8/8/8/8/8/4K3 w\"]\n\n*",
        "line 1, column 1: game 1: the tag `FEN`: the pawn of white on a8 stands on its last rank, where it should have promoted",
    );
}

#[test]
fn what_cannot_be_converted_is_told() {
    let names =
        "expected it to end in `.json` for an archive, `.pgn`, `.fen`, or `.txt` for a layout\n";
    assert_eq!(
        converted("a.json", GAME, "b.png"),
        format!("the name of the output is `b.png`; {names}")
    );
    assert_eq!(
        converted("a.json", "{}", "b.fen"),
        "the file is a config (JSON); expected a game archive, PGN, FEN or a layout\n"
    );
    assert_eq!(
        converted("a.fen", "4k3/3P4/8/8/8/8/3p4/4K3 w - - 0 1", "b.txt"),
        format!("{}\n", crate::layout::PawnsHavePassed)
    );
    for output in ["b.json", "b.pgn", "b.fen"] {
        assert_eq!(converted("a.pgn", "\n", output), "there is no game in the file\n");
    }
}
