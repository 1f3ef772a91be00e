//! Every kind of fault in an archive, word for word, and the way to PGN and back.

use std::time::Duration;

use rules::{Colour, History, Position, Reason, Turn};

use super::*;
use crate::diagnostics::Diagnostic;
use crate::pgn::Reader;
use crate::tree::GameTree;
use crate::{pgn, ruleset, uci};

/// A short sound archive; tests change a line of it.
const GAME: &str = r#"{
  "format": "xxlchess-game",
  "version": 1,
  "rules": "standard",
  "fog": false,
  "board": "8x8",
  "start": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
  "moves": [
    "e2e4",
    { "move": "e7e5", "clock": 178.5, "nags": [1], "comments": ["good"] }
  ],
  "turn": "white",
  "position": "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2",
  "outcome": null
}
"#;

/// What the reader says about the archive after some changes, each `old` standing there once.
#[track_caller]
fn check(changes: &[(&str, &str)], expected: &[&str]) {
    let mut text = GAME.to_owned();
    for (old, new) in changes {
        assert_eq!(text.matches(old).count(), 1, "{old}");
        text = text.replace(old, new);
    }
    assert_eq!(said_about(&text), expected, "{text}");
}

fn said_about(text: &str) -> Vec<String> {
    let faults = match parse(text) {
        Ok((_, warnings)) => warnings,
        Err(faults) => {
            assert!(faults.has_errors());
            faults
        }
    };
    faults.iter().map(Diagnostic::to_string).collect()
}

#[test]
fn a_sound_archive_is_read_and_written() {
    check(&[], &[]);
    let (game, _) = parse(GAME).expect("an archive");
    assert_eq!(game.moves().len(), 2);
    assert_eq!(game.moves()[1].annotation.clock, Some(Duration::from_millis(178_500)));
    assert_eq!(format(&game), GAME);
    assert_eq!(format(&Archive::from_history(&game.history())).lines().count(), 15);
}

#[test]
fn code_101_is_a_board_of_the_wrong_size() {
    check(
        &[("\"8x8\"", "\"14x14\"")],
        &["101 line 6, column 12: `board` is \"14x14\"; expected \"8x8\", the board of `standard`"],
    );
    check(
        &[("\"8x8\"", "8")],
        &["101 line 6, column 12: `board` is 8; expected \"8x8\", the board of `standard`"],
    );
    check(
        &[("/pppppppp/8/8/", "/pppppppp/8/")],
        &["101 line 7, column 12: `start` is no position: the board has 7 ranks; expected 8"],
    );
    check(
        &[("/4P3/", "/5P3/")],
        &[
            "101 line 13, column 15: `position` is no position: rank 4 of the board has 9 files; expected 8",
        ],
    );
}

#[test]
fn code_102_is_a_piece_of_another_rule_set_or_of_no_colour() {
    check(
        &[("\"rnbqkbnr/pppppppp", "\"rnbhkbnr/pppppppp")],
        &[
            "102 line 7, column 12: `start` is no position: `h` in rank 8 is no piece of `standard`; \
           expected one of p n b r q k in either case",
        ],
    );
    check(
        &[("\"rnbqkbnr/pppppppp", "\"rnb?kbnr/pppppppp")],
        &[
            "102 line 7, column 12: `start` is no position: `?` in rank 8 is no piece of `standard`; \
           expected one of p n b r q k in either case",
        ],
    );
}

#[test]
fn code_103_is_a_missing_side_to_move() {
    let expected = "expected \"white\" or \"black\", the side to move after the moves";
    check(
        &[("  \"turn\": \"white\",\n", "")],
        &[&format!("103 line 1, column 1: `turn` is missing; {expected}")],
    );
    check(
        &[("\"turn\": \"white\"", "\"turn\": \"w\"")],
        &[&format!("103 line 12, column 11: `turn` is \"w\"; {expected}")],
    );
    check(
        &[("RNBQKBNR w KQkq - 0 1", "RNBQKBNR")],
        &["103 line 7, column 12: `start` is no position: the side to move is missing; expected \
           `w` or `b` after the board"],
    );
}

#[test]
fn code_104_is_another_kind_of_file() {
    let check_text = |text: &str, expected: &str| assert_eq!(said_about(text), [expected]);
    check_text(
        "1. e4 e5 *",
        "104 line 1, column 1: not valid JSON: expected digits on both sides of the decimal point",
    );
    check_text("", "104 the file is empty; expected a JSON object");
    check_text(
        "[1]",
        "104 line 1, column 1: the file is a list; expected a game archive, a table `{...}`",
    );
    check_text(
        "{\"layout\": \"level1.txt\"}",
        "104 line 1, column 1: `format` is missing; expected \"xxlchess-game\", as every game \
         archive has it",
    );
    check(
        &[("xxlchess-game", "xxlchess")],
        &["104 line 2, column 13: `format` is \"xxlchess\"; expected \"xxlchess-game\""],
    );
    check(
        &[("\"version\": 1", "\"version\": 3")],
        &["104 line 3, column 14: `version` is 3; expected 2 or less: a newer program wrote it"],
    );
    for version in ["\"1\"", "0", "1.5"] {
        check(
            &[("\"version\": 1", &format!("\"version\": {version}"))],
            &[&format!("104 line 3, column 14: `version` is {version}; expected 2 or less")],
        );
    }
    check(
        &[("  \"version\": 1,\n", "")],
        &["104 line 1, column 1: `version` is missing; expected 2 or less"],
    );
}

#[test]
fn moves_that_are_no_list_are_the_only_fault() {
    let (before, rest) = GAME.split_once("[\n").expect("the moves");
    let (_, after) = rest.split_once("\n  ]").expect("their end");
    let told = said_about(&format!("{before}\"e2e4\"{after}"));
    assert_eq!(told, ["line 8, column 12: `moves` is \"e2e4\"; expected a list `[...]`"]);
}

#[test]
fn code_105_is_a_move_that_is_not_legal() {
    check(
        &[("\"e2e4\"", "\"e2e5\"")],
        &["105 line 9, column 5: `moves[0]` is move 1 of white: `e2e5` is not legal: the pawn on \
           e2 cannot go to e5"],
    );
    check(
        &[("\"e7e5\"", "\"O-O\"")],
        &[
            "105 line 10, column 15: `moves[1].move` is move 1 of black: `O-O` is no move; expected \
           two squares and perhaps a promotion letter, such as `e2e4` or `c7c8q`",
        ],
    );
    check(
        &[("\"turn\": \"white\"", "\"turn\": \"black\"")],
        &["105 line 12, column 11: `turn` is \"black\"; expected \"white\" after these moves"],
    );
    check(
        &[("/4P3/8/PPPP1PPP/", "/8/4P3/PPPP1PPP/")],
        &["105 line 13, column 15: `position` is not where the moves lead to; expected \
           \"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2\""],
    );
}

#[test]
fn other_faults_name_their_place_as_well() {
    let ids = ruleset::quoted_ids();
    check(&[("\"standard\"", "\"chess\"")], &[]);
    check(
        &[("\"standard\"", "\"standart\"")],
        &[&format!(
            "line 4, column 12: `rules` is \"standart\"; expected {ids}, or `rules_file` with the rules in full"
        )],
    );
    check(
        &[("\"fog\": false", "\"rules_file\": [\"inherits = 'standard'\", \"win = 5\"]")],
        &["line 5, column 17: in `rules_file`: line 2, column 7: `win` is 5; expected \
           \"checkmate\", \"king-capture\" or \"never\""],
    );
    check(
        &[("\"fog\": false", "\"rules_file\": 5")],
        &[
            "line 5, column 17: `rules_file` is 5; expected the lines of a rule set's file, in a list `[...]`",
        ],
    );
    check(
        &[("178.5", "-1"), ("[1]", "[\"!\"]"), ("[\"good\"]", "\"good\"")],
        &[
            "line 10, column 32: `moves[1].clock` is -1; expected a number of seconds, 0 or more",
            "line 10, column 45: `moves[1].nags[0]` is \"!\"; expected the number of a glyph from 0 to 65535",
            "line 10, column 63: `moves[1].comments` is \"good\"; expected a list `[...]`",
        ],
    );
    let check_variations = |list: &str, expected: &str| {
        check(&[("\"fog\"", &format!("\"variations\": [{list}],\n\"fog\""))], &[expected]);
    };
    check_variations(
        r#"{ "at": 3, "moves": ["e2e4"] }"#,
        "line 5, column 26: `variations[0].at` is 3; expected the number of a turn of that line from 1 to 2",
    );
    check_variations(
        r#"{ "at": 1, "moves": [] }"#,
        "line 5, column 38: `variations[0].moves` is empty; expected at least one move",
    );
    check_variations(
        r#"{ "at": 1, "moves": ["d2d4"] }, { "of": 2, "at": 1, "moves": ["e2e4"] }"#,
        "line 5, column 58: `variations[1].of` is 2; expected the number of a variation above from 1 to 1",
    );
    check_variations(
        r#"{ "at": 2, "moves": ["c7c5", "c5c6"] }"#,
        "105 line 5, column 47: `variations[0].moves[1]` is move 2 of white: `c5c6` is not legal: the pawn on c5 is black's, and it is white's move",
    );
    check(
        &[("\"rnbqkbnr/pppppppp", "\"rnbq1bnr/pppppppp")],
        &["line 7, column 12: `start` is no position: black has no king; expected one"],
    );
    check(
        &[(
            "\"outcome\": null",
            "\"outcome\": {\"winner\": \"nobody\", \"reason\": \"boredom\"},\n\"started\": \"now\",\n\"clocks\": {\"white\": {\"seconds\": 1}}",
        )],
        &[
            "line 14, column 25: `outcome.winner` is \"nobody\"; expected \"white\", \"black\", or null for a draw",
            "line 14, column 45: `outcome.reason` is \"boredom\"; expected \"checkmate\", \"king-capture\", \
             \"stalemate\", \"threefold-repetition\", \"perpetual-check\", \"perpetual-chase\", \
             \"fifty-moves\", \
             \"insufficient-material\", \"check-count\", \"goal\", \"extinction\", \"agreement\", \"resignation\", \"time\" or \"abandonment\"",
            "line 15, column 12: `started` is \"now\"; expected a time such as \"2025-03-09T18:30:00Z\" (universal time, to the second)",
            "line 16, column 11: `clocks.kind` is missing; expected \"fischer\" or \"turn\"",
            "line 16, column 11: `clocks.black` is missing; expected a table `{...}`",
            "line 16, column 21: `clocks.white.increment` is missing; expected a number of seconds, 0 or more",
        ],
    );
    check(
        &[("\"fog\"", "\"moved_pawns\": [\"a9\"],\n\"fog\"")],
        &[
            "line 5, column 19: `moved_pawns[0]` is \"a9\"; expected a square such as \"a2\" (on a board of 8x8)",
        ],
    );
    assert_eq!(said_about(&" ".repeat(5 << 20)), ["the archive is larger than 4 MiB"]);
    let keys: String = (0..1001).map(|key| format!("\"{key}\": 0,")).collect();
    check(
        &[("\"fog\"", &format!("\"tags\": {{{keys}\"x\": 0}},\n\"fog\""))],
        &["line 5, column 11: this table has more than 1000 keys"],
    );
}

#[test]
fn what_is_odd_is_a_warning() {
    check(
        &[("\"fog\"", "\"colour\": 1,\n\"fog\"")],
        &["warning: line 5, column 3: unknown key `colour`; it is ignored"],
    );
    check(
        &[("null", "{ \"winner\": \"white\", \"reason\": \"checkmate\" }")],
        &["warning: line 14, column 14: `outcome` is white wins by checkmate, but by the moves: \
           the game is not over"],
    );
    check(
        &[("w KQkq - 0 1\"", "w KQkq e6 0 1\"")],
        &[
            "warning: line 7, column 12: `start` is odd: the en passant square e6 is ignored: no pawn has just passed over it",
        ],
    );
}

#[test]
fn a_moved_pawn_stays_a_moved_pawn() {
    let moved = GAME.replace("\"fog\"", "\"moved_pawns\": [\"e2\"],\n\"fog\"");
    assert_eq!(
        said_about(&moved),
        ["105 line 10, column 5: `moves[0]` is move 1 of white: `e2e4` is not legal: the pawn on \
          e2 cannot go to e4"]
    );
}

#[test]
fn fog_and_own_rules_are_kept() {
    let fogged =
        ruleset::shipped("xxl").expect("it ships").with_fog(true).expect("each side has a king");
    let text = format(&Archive::new(Position::start(&fogged)));
    assert!(text.contains("\"fog\": true") && !text.contains("rules_file"), "{text}");
    assert_eq!(*parse(&text).expect("an archive").0.rules(), fogged);

    let spec = rules::RuleSpec { title: "Foggy".to_owned(), ..fogged.spec().clone() };
    let changed = Rules::compile(spec).expect("a rule set");
    let text = format(&Archive::new(Position::start(&changed)));
    assert!(text.contains("\"rules_file\": [\n"), "{text}");
    assert_eq!(*parse(&text).expect("an archive").0.rules(), changed);
}

#[test]
fn illegal_moves_are_handed_back() {
    let standard = ruleset::shipped("standard").expect("it ships");
    let mut game = Archive::new(Position::start(&standard));
    let step = uci::parse(game.position(), "e2e4").expect("a legal move");
    game.push(PlayedMove::new(step)).expect("a legal move");
    let refused = game.push(PlayedMove::new(step)).expect_err("it was played already");
    assert_eq!((refused.chess_move(), game.moves().len()), (Some(step), 1));
    let twice = [PlayedMove::new(step), PlayedMove::new(step)];
    assert!(GameTree::from_line(Position::start(&standard), twice).is_err());
}

/// A game in which Black's first turn passed, and a moment in its midst.
const PASSED: &str = r#"{
  "format": "xxlchess-game",
  "version": 2,
  "rules": "standard",
  "fog": false,
  "board": "8x8",
  "start": "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
  "moves": [
    "e2e4",
    { "move": "--", "clock": 0, "spent": 20 },
    { "move": "d2d4", "spent": 1.5 }
  ],
  "turn": "black",
  "position": "rnbqkbnr/pppppppp/8/8/3PP3/8/PPP2PPP/RNBQKBNR b KQkq - 0 2",
  "outcome": null,
  "moment": { "thinking": 3.25, "paused": true, "aborted": true, "draw_offer": "white", "take_back_request": "black", "last_draw_offers": { "white": 3 }, "last_take_back_requests": { "white": 1, "black": 2 }, "take_backs": false, "lag_allowance": 0.5, "referee": "elsewhere" }
}
"#;

#[test]
fn turns_that_passed_are_read_and_written() {
    let (game, warnings) = parse(PASSED).expect("an archive");
    assert!(warnings.is_empty(), "{warnings}");
    assert_eq!(format(&game), PASSED);
    assert_eq!(game.moves()[1].turn, Turn::Pass);
    assert_eq!(game.history().turns().nth(1), Some(Turn::Pass));
    assert_eq!(Archive::from_history(&game.history()).position(), game.position());
    let again = through_pgn(&game);
    assert_eq!(again, Archive { resume_state: ResumeState::default(), ..game });
}

#[test]
fn a_turn_does_not_pass_in_check() {
    let text = PASSED.replace("\"e2e4\"", "\"f2f3\", \"e7e5\", \"g2g4\", \"d8h4\"");
    let faults = said_about(&text);
    assert_eq!(
        faults[0],
        "105 line 10, column 15: `moves[4].move` is move 3 of white: `--` lets the turn pass, but \
         the king is in check"
    );
    let (game, _) = parse(GAME).expect("an archive");
    let mut checked = game.clone();
    for text in ["d1h5", "a7a6", "h5f7"] {
        let step = uci::parse(checked.position(), text).expect("a legal move");
        checked.push(PlayedMove::new(step)).expect("a legal move");
    }
    assert!(checked.push(PlayedMove::of(Turn::Pass)).is_err());
    let fogged = ruleset::shipped("standard")
        .expect("it ships")
        .with_fog(true)
        .expect("each side has a king");
    let mut unseen = Archive::new(Position::start(&fogged));
    for text in ["e2e4", "f7f6", "d1h5"] {
        let step = uci::parse(unseen.position(), text).expect("a legal move");
        unseen.push(PlayedMove::new(step)).expect("a legal move");
    }
    unseen.push(PlayedMove::of(Turn::Pass)).expect("under fog nobody is told");
}

#[test]
fn faults_of_the_moment_are_told() {
    let check = |old: &str, new: &str, expected: &str| {
        assert_eq!(PASSED.matches(old).count(), 1, "{old}");
        assert_eq!(said_about(&PASSED.replace(old, new)), [expected]);
    };
    check(
        "3.25",
        "\"long\"",
        "line 16, column 27: `moment.thinking` is \"long\"; expected a number of seconds, 0 or more",
    );
    check(
        "\"white\": 3",
        "\"white\": -1",
        "line 16, column 150: `moment.last_draw_offers.white` is -1; expected a number of turns \
         from 0 to 4294967295",
    );
    check(
        "\"elsewhere\"",
        "\"nobody\"",
        "line 16, column 264: `moment.referee` is \"nobody\"; expected \"here\" or \"elsewhere\"",
    );
}

/// An archive with everything in it.
fn full() -> Archive {
    let (mut game, _) = parse(GAME).expect("an archive");
    let control = |seconds| TimeControl::Turn { time: Duration::from_secs(seconds) };
    game.players = [Some("Anna \"A\"".to_owned()), Some("B\\".to_owned())];
    game.started = Timestamp::parse("2025-03-09T18:30:00Z");
    game.clocks = Some([control(180), control(60)]);
    game.remaining = [Some(Duration::from_millis(170_250)), None];
    game.ending =
        Some(GameEnd::Decided { winner: Some(Colour::Black), reason: Some(Reason::Time) });
    game.tags = vec![("Event".to_owned(), "Open".to_owned())];
    game.comments = vec!["Before it began.".to_owned()];
    game
}

fn through_pgn(game: &Archive) -> Archive {
    let text = pgn::format(&game.to_pgn()).expect("legal moves");
    let read = Reader::new(text.as_bytes()).next().expect("a game");
    let read = read.unwrap_or_else(|error| panic!("{error}\n{text}"));
    Archive::from_pgn(read)
}

#[test]
fn everything_is_written_and_read() {
    let game = full();
    let (read, warnings) = parse(&format(&game)).expect("an archive");
    assert_eq!(read, game);
    assert!(warnings.is_empty(), "{warnings}");
    let twice = Archive { tags: [game.tags.clone(), game.tags.clone()].concat(), ..game.clone() };
    assert_eq!(format(&twice), format(&game));
}

#[test]
fn everything_goes_through_pgn() {
    let mut game = full();
    assert_eq!(through_pgn(&game), game);
    let (time, increment) = (Duration::from_secs(180), Duration::from_millis(1500));
    game.clocks = Some([TimeControl::Fischer { time, increment }; 2]);
    game.remaining = [Some(time), Some(increment)];
    game.ending = Some(GameEnd::Decided { winner: None, reason: None });
    game.tags.push(("Date".to_owned(), "2025.03.08".to_owned()));
    assert_eq!(through_pgn(&game), game);
}

#[test]
fn tags_that_are_not_understood_stay_tags() {
    let text = "[White \"?\"]\n[Black \"\"]\n[TimeControl \"40/7200:3600\"]\n[UTCDate \"2024.??.??\"]\n\
                [UTCTime \"12:00:00\"]\n[Termination \"Time forfeit\"]\n[Reason \"sleep\"]\n\n1. e4 1-0\n";
    let game = Reader::new(text.as_bytes()).next().expect("a game").expect("a sound one");
    let archive = Archive::from_pgn(game);
    assert_eq!(archive.players, [None, Some(String::new())]);
    assert_eq!((archive.clocks, archive.started), (None, None));
    let ending = GameEnd::Decided { winner: Some(Colour::White), reason: Some(Reason::Time) };
    assert_eq!(archive.ending, Some(ending));
    let names: Vec<&str> = archive.tags.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["TimeControl", "UTCDate", "UTCTime", "Termination", "Reason"]);
}

#[test]
fn a_finished_game_knows_its_end() {
    let standard = ruleset::shipped("standard").expect("it ships");
    let mut history = History::new(Position::start(&standard));
    for text in ["f2f3", "e7e5", "g2g4", "d8h4"] {
        let step = uci::parse(history.position(), text).expect("a legal move");
        history.play(step).expect("a legal move");
    }
    let game = Archive::from_history(&history);
    let ending = GameEnd::Decided { winner: Some(Colour::Black), reason: Some(Reason::Checkmate) };
    assert_eq!(game.ending, Some(ending));
    assert_eq!(parse(&format(&game)).expect("an archive"), (game, Default::default()));
}
