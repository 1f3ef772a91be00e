//! Files as the world has them, faulty files, and games as they are written.

mod round_trip;

use std::fmt::Write as _;
use std::io::{self, Read};
use std::sync::Arc;

use rules::{Turn, message};

use super::*;
use crate::archive::{self, Archive};
use crate::tree::{TreeNode, TreeStep};
use crate::{diagnostics::Diagnostic, ruleset, uci};

/// What is in a file: a line for each game or fault.
fn summary<R: Read>(reader: Reader<R>) -> Vec<String> {
    let line = |item: Result<Game, PgnError>| match item {
        Ok(game) => game_line(&game),
        Err(error) => error.to_string(),
    };
    reader.map(line).collect()
}

fn game_line(game: &Game) -> String {
    let mut line = String::new();
    for (name, value) in &game.tags {
        let _ = write!(line, "[{name} {value}] ");
    }
    game.tree.comments().iter().for_each(|comment| line += &format!("{{{comment}}} "));
    for step in game.tree.walk() {
        let id = match step {
            TreeStep::Move(id) => id,
            TreeStep::Open => {
                line += "( ";
                continue;
            }
            TreeStep::Close => {
                line += ") ";
                continue;
            }
        };
        let played = game.tree.played(id).expect("a move");
        let parent = game.tree.node(id).and_then(TreeNode::parent).expect("a move");
        let position = game.tree.position(parent).expect("a position");
        let said = &played.annotation;
        said.before.iter().for_each(|comment| line += &format!("{{{comment}}} "));
        line += &played.san(&position);
        said.nags.iter().for_each(|nag| line += &format!("${nag}"));
        for (sign, time) in [('@', said.clock), ('~', said.spent)] {
            time.iter().for_each(|time| line += &format!("{sign}{}", time.as_secs_f64()));
        }
        said.comments.iter().for_each(|comment| line += &format!("{{{comment}}}"));
        line.push(' ');
        assert!(played.is_legal(&position), "{:?}", played.turn);
    }
    line + game.result.text()
}

fn check(file: impl AsRef<[u8]>, expected: &[&str]) {
    let file = file.as_ref();
    assert_eq!(summary(Reader::new(file)), expected, "{}", String::from_utf8_lossy(file));
}

#[test]
fn plain_games_are_read() {
    check("", &[]);
    check(" \r\n\n\t", &[]);
    check("1. e4 e5 1-0", &["e4 e5 1-0"]);
    check("[Event \"a\"]\n[White \"b\"]\n\n1. e4 e5 *\n", &["[Event a] [White b] e4 e5 *"]);
    check("[Event \"a\"]\n\n1-0\n\n[Event \"b\"]\n\n0-1\n", &["[Event a] 1-0", "[Event b] 0-1"]);
}

#[test]
fn move_numbers_come_in_all_forms() {
    for text in [
        "1. e4 e5 2. Nf3",
        "1.e4 e5 2.Nf3",
        "1 e4 e5 2 Nf3",
        "1. e4 1... e5 2. Nf3",
        "1.e4 1...e5 2.Nf3",
        "1. e4 1. ... e5 2. Nf3",
        "1. e4 … e5 2.Nf3",
        "e4 e5 Nf3",
        "1.\ne4\n\ne5\n2.\r\nNf3",
        "7. e4 7. e5 9999999999999999999999. Nf3",
    ] {
        check(text, &["e4 e5 Nf3 *"]);
    }
    check(
        "1. e4e5",
        &[
            "game 1, line 1, column 4: move 1 of White: `e4e5` is not legal: there is no piece on e4",
        ],
    );
}

#[test]
fn remarks_are_kept() {
    check("{intro} 1. e4 {a} {b\n c} ; d } d\ne5 *", &["{intro} e4{a}{b c}{d } d} e5 *"]);
    check(
        "1. e4! e5 $3$14 2. Nf3!? Nc6?! 3. Bb5 !! a6 +- 4. a3 ± h6 ∓ *",
        &["e4$1 e5$3$14 Nf3$5 Nc6$6 Bb5$3 a6$18 a3$16 h6$17 *"],
    );
    check(
        "1. e4 {[%clk 0:10:00]} e5 {[%eval 0.2] [%clk 0:09:58.5] ok} *",
        &["e4@600 e5@598.5{[%eval 0.2] ok} *"],
    );
    check("1. e4 {[%emt 0:00:01]} e5 {} { } *", &["e4~1 e5 *"]);
    check("% nothing\n1. e4\n%1. d4\n e5 *", &["e4 e5 *"]);
    check("$1 1. e4 *", &["e4$1 *"]);
}

#[test]
fn variations_are_kept() {
    check("1. e4 ( 1. d4 {)} (1. c4 ;)\n e5) ) e5 (\n%)\n) *", &["e4 ( d4{)} ) ( c4{)} e5 ) e5 *"]);
    check(
        "1. e4 ({so} 1. d4! d5 (1... Nf6)) ($6 1. e4 c5) e5 2. Nf3 (2. -- d5) *",
        &["e4 ( {so} d4$1 d5 ( Nf6 ) ) ( e4$6 c5 ) e5 Nf3 ( -- d5 ) *"],
    );
    check("1. e4 e5 2. Ke2 Ke7 (2... a6 1-0) 1/2-1/2", &["e4 e5 Ke2 Ke7 ( a6 ) 1/2-1/2"]);
    check("1. e4 ({only words}) e5 *", &["e4{only words} e5 *"]);
    check("(1. d4) {c} 1. e4 ((1. c4) 1. d4) e5 *", &["{c} e4 ( d4 ) e5 *"]);
    check("1. e4 (N) e5 (=) 2. Nf3 (2. d4 [odd] > $ $99999 *) *", &["e4 e5 Nf3 ( d4 ) *"]);
}

/// What is odd about the games of a file.
fn warnings(file: &str) -> Vec<String> {
    let mut reader = Reader::new(file.as_bytes());
    let mut told = Vec::new();
    while let Some(game) = reader.next() {
        game.expect("it is read all the same");
        told.extend(reader.warnings().iter().map(ToString::to_string));
    }
    told
}

#[test]
fn faulty_variations_end_with_a_warning() {
    check("1. e4 (1. d4 d6 2. Ke3 Nf6 (2... a6) h6) e5 (White wins) *", &["e4 ( d4 d6 ) e5 *"]);
    assert_eq!(
        warnings("1. e4 (1. d4 d6 2. Ke3 Nf6) e5 (1... f6 2. Qh5+ --) *\n\n1. e4 (x) *"),
        [
            "game 1, line 1, column 20: move 2 of White: `Ke3` is not legal: no king can go to e3; the rest of the variation is left out",
            "game 1, line 1, column 49: move 2 of Black: `--` lets the turn pass, but the king is in check; the rest of the variation is left out",
            "game 2, line 3, column 8: move 1 of White: `x` is no move; expected one such as `e4`, `Nf3`, `Rad1`, `exd5`, `e8=Q` or `O-O`; the rest of the variation is left out",
        ]
    );
}

#[test]
fn results_that_contradict_are_told() {
    let check = |file: &str, expected: &[&str]| assert_eq!(warnings(file), expected, "{file}");
    check(
        "[Result \"1-0\"]\n\n1. f3 e5 2. g4 Qh4# *",
        &[
            "game 1, line 1, column 1: the result is `1-0`, but by the moves: black wins by checkmate",
        ],
    );
    check(
        "[Result \"1-0\"]\n\n1. e4 0-1",
        &[
            "game 1, line 3, column 7: the tag `Result` is `1-0`, but the moves end with `0-1`; the tag counts",
        ],
    );
    check(
        "1. f3 e5 2. g4 Qh4# 1/2-1/2",
        &[
            "game 1, line 1, column 21: the result is `1/2-1/2`, but by the moves: black wins by checkmate",
        ],
    );
    for sound in
        ["1. f3 e5 2. g4 Qh4# 0-1", "1. f3 e5 2. g4 Qh4#", "1. e4 1-0", "1. e4 (1. d4 0-1) 1-0"]
    {
        check(sound, &[]);
    }
}

#[test]
fn sloppy_files_are_read() {
    let two = ["[Event a] e4 e5 *", "[Event b] d4 d5 1-0"];
    check("[Event \"a\"]\n1. e4 e5\n[Event \"b\"]\n1. d4 d5 1-0", &two);
    check("[Event \"a\"] 1. e4 e5 * [Event \"b\"] 1. d4 d5 1-0", &two);
    check(
        "\u{FEFF}[Event \"a\"]\r\n\r\n1. e4 e5 *\r\n\r\n\u{FEFF}[Event \"b\"]\r\n1.d4 d5 1-0",
        &two,
    );
    check("[Event \"a\"]\r\r1. e4 e5 *\r\r[Event \"b\"]\r1. d4 d5 1-0\r", &two);
    check(
        "[Event \"a\"]\n\n[Event \"b\"]\n[Event \"c\"]\n",
        &["[Event a] *", "[Event b] *", "[Event c] *"],
    );
    check("[White \"a\"]\n\n[White \"b\"]\n\n*", &["[White a] *", "[White b] *"]);
    check("[White \"a\"]\n\n[Black \"b\"]\n\n*", &["[White a] [Black b] *"]);
    check("[Event \"a\"]\n[Result \"1-0\"]\n\n1. e4 e5", &["[Event a] e4 e5 1-0"]);
    check("[Event \"a\"]\n[Result \"1-0\"]\n\n1. e4 e5 *", &["[Event a] e4 e5 1-0"]);
    check(
        "1. e4 e5 1-0 {White won on time}\n\n1. d4 d5 1/2\n\n{end}",
        &["e4 e5 1-0", "d4 d5 1/2-1/2"],
    );
    check("1. e4 d5 2. exd5 c5 3. dxc6 e.p. + Nxc6 ½–½", &["e4 d5 exd5 c5 dxc6 Nxc6 1/2-1/2"]);
    check("1-0\n\n1. e4 e5 0-1\n0-1", &["e4 e5 0-1"]);
}

#[test]
fn tags_are_read_as_they_stand() {
    let check = |tag: &str, expected: &str| check(tag, &[&format!("[{expected}] *")]);
    check(r#"[Site "a \"b\" c\\d"]"#, r#"Site a "b" c\d"#);
    check(r#"[Site "a "b" c"]"#, r#"Site a "b" c"#);
    check(r#"[Site "C:\games\"]"#, r#"Site C:\games\"#);
    check(r#"[Site "C:\games\\"]"#, r#"Site C:\games\"#);
    check(r#"[ Site  "x"  ]"#, "Site x");
    check(r#"[Site"x"]"#, "Site x");
    check("[White \"\"]", "White ");
    check("[White \"a\"][White \"b\"]", "White b");
    check("[White \"{;%()$\"]", "White {;%()$");
}

#[test]
fn old_files_have_old_letters() {
    check(
        b"[White \"H\xFCbner\"]\n1. e4 {\x84gut\x94} *",
        &["[White Hübner] e4{„gut“} *".replace('“', "”").as_str()],
    );
    check("[White \"Hübner\"]", &["[White Hübner] *"]);
}

#[test]
fn a_faulty_game_does_not_hide_the_next() {
    let ids = ruleset::listed_ids();
    let next = "\n\n[Event \"b\"]\n\n1. d4 d5 1-0\n";
    let check = |text: &str, expected: &str| {
        check(format!("{text}{next}"), &[expected, "[Event b] d4 d5 1-0"]);
    };
    check(
        "1. e4 e5 2. Ke3 Nf6 3. Qh9 *",
        "game 1, line 1, column 13: move 2 of White: `Ke3` is not legal: no king can go to e3",
    );
    check(
        "[Event \"a\"]\n\n1. e4 f6 2. Qh5+ -- *",
        "game 1, line 3, column 18: move 2 of Black: `--` lets the turn pass, but the king is in check",
    );
    check(
        "1. e4 {open",
        "game 1, line 1, column 7: the comment that starts here never ends; expected a `}`",
    );
    check(
        "1. e4 (1. d4 (1. c4)",
        "game 1, line 1, column 7: the variation that starts here never ends; expected a `)`",
    );
    check(
        "1. e4 (1. d4 {",
        "game 1, line 1, column 14: the comment that starts here never ends; expected a `}`",
    );
    check(
        "1. e4 e5) 2. d4",
        "game 1, line 1, column 9: `)` is out of place; expected a move, a comment or a result",
    );
    check(
        "1. e4 [%clk 1]",
        "game 1, line 1, column 7: `[` is out of place; expected a move, a comment or a result",
    );
    check(
        "1. e4 $ e5",
        "game 1, line 1, column 7: `$` is followed by no small number; expected a glyph such as `$1`",
    );
    check(
        "1. e4 $65536 e5",
        "game 1, line 1, column 7: `$` is followed by no small number; expected a glyph such as `$1`",
    );
    check(
        "[Event \"a]\n\n1. e4",
        "game 1, line 1, column 1: the tag is malformed; expected one such as `[Event \"Open\"]`",
    );
    check(
        "[Event]\n1. e4 *",
        "game 1, line 1, column 1: the tag is malformed; expected one such as `[Event \"Open\"]`",
    );
    check(
        "[Event \"a\"]\n[FEN \"8/8/8/8/8/8/8/8 w\"]\n\n*",
        "game 1, line 2, column 1: the tag `FEN`: white has no king; expected one; black has no king; expected one",
    );
    check(
        "[Variant \"Atomc\"]\n\n*",
        &format!(
            "game 1, line 1, column 1: the tag `Variant` is `Atomc`: there is no rule set `Atomc`; expected one of {ids}"
        ),
    );
    check(
        "[Fog \"thick\"]\n1. e4 *",
        "game 1, line 1, column 1: the tag `Fog` is `thick`; expected `1` or `0`",
    );
}

#[test]
fn faults_at_the_end_have_their_place() {
    check(
        "1. e4\n\n{open\n\n",
        &["game 1, line 3, column 1: the comment that starts here never ends; expected a `}`"],
    );
    check(
        "1. e4 e5 *\n(",
        &[
            "e4 e5 *",
            "game 2, line 2, column 1: the variation that starts here never ends; expected a `)`",
        ],
    );
    check(
        "\u{FF}\u{FE}",
        &[
            "game 1, line 1, column 1: this is no PGN; expected tags such as `[Event \"Open\"]` or moves such as `1. e4`",
        ],
    );
    check(
        b"\xFF\xFE[\0E\0",
        &["game 1, line 1, column 1: the file is UTF-16; expected UTF-8 or Latin-1"],
    );
    let no_pgn = "game 1, line 1, column 1: this is no PGN; expected tags such as `[Event \"Open\"]` or moves such as `1. e4`";
    check("Dear Sir, please find my game enclosed.", &[no_pgn]);
    check("{\"layout\": \"level1.txt\"}", &[no_pgn]);
}

#[test]
fn codes_name_the_kind_of_fault() {
    let check = |file: &str, expected: Option<u16>| {
        let fault = Reader::new(file.as_bytes()).next().expect("a game").expect_err("it is faulty");
        assert_eq!((fault.code(), fault.diagnostic().code), (expected, expected), "{file}");
    };
    check("[FEN \"8/8/8/8/8/8/8 w\"]", Some(101));
    check("[FEN \"8/8/8/8/8/8/8/c7 w\"]", Some(102));
    check("[FEN \"8/8/8/8/8/8/8/8\"]", Some(103));
    check("[JSON]", Some(104));
    check("some text", Some(104));
    check("{}", Some(104));
    check("1. e5", Some(105));
    check("[Variant \"x\"]", None);
}

#[test]
fn the_rules_come_from_the_tags() {
    let check = |tags: &str, expected: Option<(&str, bool)>| {
        let own = ruleset::parse("inherits = 'xxl'", "mine", &ruleset::no_files);
        let own = own.expect("a rule set").0;
        let two_kings = "inherits = 'casual'\nstart = 'kk6/8/8/8/8/8/8/KK6'";
        let kings = ruleset::parse(two_kings, "kings", &ruleset::no_files);
        let kings = kings.expect("a rule set").0;
        let resolver = move |name: &str| match name {
            "games/mine.toml" => Ok(Arc::clone(&own)),
            "games/kings.toml" => Ok(Arc::clone(&kings)),
            _ => Err(Diagnostic::error(message!("no-file", "no such file"))),
        };
        let capture = ruleset::shipped("king-capture").expect("it ships");
        let reader =
            Reader::new(tags.as_bytes()).with_default_rules(capture).with_resolver(resolver);
        let games: Vec<_> = reader.map(Result::ok).collect();
        let found = games[0].as_ref().map(|game| (game.rules().id(), game.rules().spec().fog));
        assert_eq!(found, expected, "{tags}");
    };
    check("[Event \"a\"]", Some(("king-capture", false)));
    check("[Variant \"From Position\"]", Some(("standard", false)));
    check("[Variant \"XXL\"]\n[Fog \"1\"]", Some(("xxl", true)));
    check("[Variant \"fog of war\"]", Some(("standard", true)));
    check("[Variant \"fog of war\"]\n[fog \"off\"]", Some(("standard", false)));
    check("[Variant \"games/mine.toml\"]", Some(("mine", false)));
    check("[Variant \"games/other.toml\"]", None);
    // Under fog kings are taken, so that there must be one for each side.
    check("[Variant \"games/kings.toml\"]", Some(("kings", false)));
    check("[Variant \"games/kings.toml\"]\n[Fog \"1\"]", None);
    let game =
        "[Variant \"xxl\"]\n[FEN \"k13/14/14/14/14/14/14/14/14/14/14/14/14/7K6 b\"]\n3... Ka13 *";
    let game = Reader::new(game.as_bytes()).next().expect("a game").expect("it is legal");
    let step = game.tree.main_moves().next().and_then(|played| played.chess_move());
    assert_eq!(uci::format(game.start(), step.expect("a move")), "a14a13");
}

/// The same text over and over, without end.
struct Endless(&'static [u8], usize);

impl Read for Endless {
    fn read(&mut self, target: &mut [u8]) -> io::Result<usize> {
        for byte in target.iter_mut() {
            *byte = self.0[self.1 % self.0.len()];
            self.1 += 1;
        }
        Ok(target.len())
    }
}

#[test]
fn abuse_is_told_and_takes_no_memory() {
    let check = |head: &'static str, text: &'static [u8], megabytes: u64, expected: &str| {
        let body = Endless(text, 0).take(megabytes << 20);
        let tail = "\n\n[Event \"b\"]\n\n1. d4 *";
        let reader = Reader::new(head.as_bytes().chain(body).chain(tail.as_bytes()));
        assert_eq!(summary(reader), [expected, "[Event b] d4 *"]);
    };
    check(
        "1. ",
        b"x",
        2,
        "game 1, line 1, column 4: the word that starts here is longer than 255 bytes",
    );
    check(
        "1. e4 ;",
        b"x",
        2,
        "game 1, line 1, column 7: the comment that starts here is longer than 1048576 bytes",
    );
    check(
        "1. e4 {",
        b"x",
        2,
        "game 1, line 1, column 7: the comment that starts here never ends; expected a `}`",
    );
    check(
        "[White \"",
        b"x",
        2,
        "game 1, line 1, column 1: the tag is malformed; expected one such as `[Event \"Open\"]`",
    );
    check(
        "1. e4 ",
        b"(",
        2,
        "game 1, line 1, column 7: the variation that starts here never ends; expected a `)`",
    );
    check("1. e4 ", b"$1 ", 3, "game 1, line 1, column 2097151: the game is larger than 64 MiB");
    let deep = format!("1. e4 {}{} e5 *", "(".repeat(257), ")".repeat(257));
    let told = "game 1, line 1, column 7: variations lie in each other more than 256 deep";
    assert_eq!(summary(Reader::new(deep.as_bytes())), [told]);
    let long = format!("[White \"{}\"]\n1. e4 *", "x".repeat(1 << 20));
    let told = "game 1, line 1, column 1: the tag that starts here is longer than 1048576 bytes";
    assert_eq!(summary(Reader::new(long.as_bytes())), [told]);
    let tags: String = (0..1001).map(|n| format!("[T{n} \"\"]\n")).collect();
    let told = "game 1, line 1001, column 1: the game has more than 1000 tags";
    assert_eq!(summary(Reader::new(tags.as_bytes())), [told]);
}

/// Fails after a while.
struct Broken;

impl Read for Broken {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        Err(io::Error::other("the disk is gone"))
    }
}

#[test]
fn a_broken_file_ends_the_games() {
    let reader = Reader::new("1. e4 *\n1. d4".as_bytes().chain(Broken));
    let told = "game 2, line 2, column 4: the file cannot be read: the disk is gone";
    assert_eq!(summary(reader), ["e4 *", told]);
}

#[test]
fn games_are_written_in_short_lines() {
    let check = |file: &str, expected: &str| {
        let game = Reader::new(file.as_bytes()).next().expect("a game").expect("it is legal");
        let text = format(&game).expect("it is legal");
        let (tags, moves) = text.split_once("\n\n").expect("an empty line");
        let roster = "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"?\"]\n[Black \"?\"]\n";
        let tags = tags.strip_prefix(roster).expect("the roster");
        assert_eq!(format!("{tags}\n{moves}"), expected);
        let again = Reader::new(text.as_bytes()).next().expect("a game").expect("it is legal");
        assert_eq!(again.tree, game.tree);
    };
    check("1. e4", "[Result \"*\"]\n1. e4 *\n");
    check(
        "[Mode \"a\\\"\\\\b\"]\n[Variant \"XXL\"]\n[Fog \"1\"]\n1. a4 0-1",
        "[Result \"0-1\"]\n[Mode \"a\\\"\\\\b\"]\n[Variant \"xxl\"]\n[Fog \"1\"]\n1. a4 0-1\n",
    );
    check(
        "[FEN \"4k3/8/8/8/8/8/8/4K3 b - - 3 9\"]\n9... Kd8 10. Kd1 Kc8",
        "[Result \"*\"]\n[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/4K3 b - - 3 9\"]\n9... Kd8 10. Kd1 Kc8 *\n",
    );
    check(
        "{a b} 1. e4 $1 $200 {x} {[%clk 0:01:02.50]} e5 ;y } z\n 2. Nf3 ;q } [%clk 1]\n Nf6 *",
        "[Result \"*\"]\n{ a b } 1. e4 $1 $200 { [%clk 0:01:02.5] x } 1... e5 ; y } z\n2. Nf3 { [%clk 0:00:01] } ; q }\n2... Nf6 *\n",
    );
    let long = format!("1. e4 {{{} [Event \"x\"] % %}} e5", "word ".repeat(15));
    let words = "word ".repeat(14);
    check(
        &long,
        &format!(
            "[Result \"*\"]\n1. e4 {{ {}\nword [Event \"x\"] % % }} 1... e5 *\n",
            words.trim_end()
        ),
    );
}

#[test]
fn turns_that_passed_are_null_moves() {
    for pass in ["--", "Z0", "0000"] {
        let text = format!("[White \"a\"]\n\n1. {pass} e5 {{[%emt 0:00:02] so}} 2. e4 {pass} *");
        check(&text, &["[White a] -- e5~2{so} e4 -- *"]);
        let game = Reader::new(text.as_bytes()).next().expect("a game").expect("it is legal");
        let written = format(&game).expect("it is legal");
        let moves = "1. -- e5 { [%emt 0:00:02] so } 2. e4 -- *\n";
        assert_eq!(written.split_once("\n\n").expect("moves").1, moves);
        let again = Reader::new(written.as_bytes()).next().expect("a game").expect("it is legal");
        assert_eq!(again.tree, game.tree);
    }
}

#[test]
fn variations_are_written_as_they_are_read() {
    let moves = "1. e4 $1 ( { so } 1. d4 { why not } 1... d5 ( 1... Nf6 2. c4 ) 2. c4 ) ( 1. c4 )
1... e5 ( 1... c5 ) 2. Nf3 *
";
    let game = Reader::new(moves.as_bytes()).next().expect("a game").expect("it is legal");
    let written = format(&game).expect("it is not too deep");
    assert_eq!(written.split_once("\n\n").expect("moves").1, moves);
}

/// A game whose variations lie so deep in each other: each is in place of the last move.
fn nested(depth: usize) -> String {
    format!("[White \"a\"]\n\n1. -- --{}{} *", " (-- --".repeat(depth), ")".repeat(depth))
}

#[test]
fn variations_are_as_deep_as_can_be_read() {
    let text = nested(256);
    let mut game = Reader::new(text.as_bytes()).next().expect("a game").expect("it is legal");
    let written = format(&game).expect("it is not too deep");
    let again = Reader::new(written.as_bytes()).next().expect("a game").expect("it is legal");
    assert!(again.tree == game.tree);
    let archive = Archive::from_pgn(game.clone());
    assert!(archive.to_pgn().tree == game.tree);
    let (parsed, _) = archive::parse(&archive::format(&archive)).expect("an archive");
    assert!(parsed == archive);
    let line = game.tree.lines().pop().expect("the deepest");
    let parent = line.nodes.first().expect("a move");
    let knight = uci::parse(&game.tree.position(*parent).expect("a node"), "g8f6");
    game.tree.add(*parent, Turn::Move(knight.expect("a legal move"))).expect("a legal move");
    assert_eq!(format(&game), Err(WriteError::TooDeep));
    let fault = "game 1, line 3, column 10: variations lie in each other more than 256 deep";
    assert_eq!(summary(Reader::new(nested(257).as_bytes())), [fault]);
}
