//! Configs with the files that they name.

use rules::Position;

use super::*;

#[test]
fn paths_of_any_length_are_told_in_a_line() {
    let path = "far/".repeat(1000) + "away.txt";
    let faults = load(&format!(r#"{{"layout": "{path}"}}"#), &[]).expect_err("no such file");
    let [fault] = told(&faults).try_into().expect("one fault");
    assert!(fault.ends_with("/far/away.txt)") && fault.len() < 500, "{fault}");
}

#[test]
fn a_missing_layout_is_told_with_both_paths() {
    check_load(
        SAMPLE,
        &[],
        &[
            "line 2, column 13: `layout` is \"level1.txt\"; expected the path of a file (there is no games/level1.txt)",
        ],
    );
}

#[test]
fn faults_of_all_files_are_told_together() {
    let text = r#"{"layout": "a.txt", "player_colour": 5, "colour": 1, "levels": [
        {"layout": "b.txt", "goal": "win"}, {"layout": "c.txt", "goal": "capture a20"},
        {"fen": "8/8 w", "goal": "win"}, {"fen": "8/8/8/8/8/8/8/8 w", "goal": "win"},
        {"layout": "d.txt", "goal": "capture p16"}, {"layout": "d.txt", "goal": "capture a1"}
    ], "rules": "standard"}"#;
    let files = [("a.txt", "K x\n"), ("b.txt", "{}"), ("d.txt", "k\n\n\nK")];
    check_load(
        text,
        &files,
        &[
            "line 1, column 38: `player_colour` is 5; expected \"white\" or \"black\"",
            "warning: line 1, column 41: unknown key `colour`; did you mean `player_colour`?",
            "line 2, column 73: `levels[1].goal` is \"capture a20\"; expected \"mate in N\" with N from 1 to 99, \"win\", \"draw\" or \"capture SQUARE\"",
            "in `a.txt`: line 1, column 1: white has no king; expected one `k`",
            "102 in `a.txt`: line 1, column 3: `x` is no piece of `standard`; expected one of p n b r q k in either case, a blank or `.`",
            "104 in `b.txt`: line 1, column 1: this looks like JSON; expected a layout: a row of the board on each line, with a letter for a piece and a blank or `.` for an empty square",
            "101 line 3, column 17: `levels[2].fen` is no position: the board has 2 ranks; expected 8",
            "line 3, column 50: `levels[3].fen` is no position: white has no king; expected one; black has no king; expected one",
            "line 4, column 37: `levels[4].goal` is \"capture p16\"; expected a square of the 8x8 board",
            "warning: line 4, column 81: `levels[5].goal` is \"capture a1\", but no black piece stands on a1",
        ],
    );
}

#[test]
fn a_layout_is_drawn_for_the_player() {
    let text = r#"{"layout": "a.txt", "player_colour": "black", "rules": "standard"}"#;
    check_load(
        text,
        &[("a.txt", "r   k\n\n\n\n\n\n\n    K\n")],
        &["3k4/8/8/8/8/8/8/3K3R w K - 0 1"],
    );
    check_load(text, &[("a.txt", "\u{FEFF}k\n\n\n\n\n\n\nK\n")], &["7k/8/8/8/8/8/8/7K w - - 0 1"]);
    check_load(
        text,
        &[("a.txt", "K\n\nr\nk")],
        &[
            "8/8/8/8/7K/7R/8/7k w - - 0 1",
            "warning: in `a.txt`: black is in check although it is not to move",
        ],
    );
}

#[test]
fn a_changed_board_needs_a_layout() {
    let text = r#"{"board": "10x6"}"#;
    check_load(
        text,
        &[],
        &[
            "line 1, column 11: `layout` is missing; expected one, since the start position of `xxl` does not fit a board of 10x6",
        ],
    );
    check_load(
        r#"{"board": "10x6", "layout": 5}"#,
        &[],
        &["line 1, column 29: `layout` is 5; expected a text in quotes"],
    );
    let text = r#"{"board": "10x6", "layout": "a.txt"}"#;
    let small = game(text, &[("a.txt", "R   K    R\nPPPPPPPPPP\n\n\npppppppppp\nr   k    r\n")]);
    assert_eq!(
        fen::format(&small.position),
        "r3k4r/pppppppppp/10/10/PPPPPPPPPP/R3K4R w KQkq - 0 1"
    );
    assert_eq!(Position::start(&small.rules), small.position);
}

#[test]
fn promotion_moves_with_the_board() {
    let rank = |rules: &str, board: &str| {
        let text = format!(r#"{{"rules": "{rules}", "board": "{board}", "layout": "a.txt"}}"#);
        let game = game(&text, &[("a.txt", "K\nk")]);
        game.rules.spec().promotion.as_ref().map(|promotion| promotion.rank)
    };
    assert_eq!(rank("xxl", "14x14"), Some(8));
    assert_eq!(rank("xxl", "16x10"), Some(8));
    assert_eq!(rank("xxl", "14x6"), Some(6));
    assert_eq!(rank("standard", "10x10"), Some(10));
    assert_eq!(rank("standard", "6x6"), Some(6));
    assert_eq!(rank("king-capture", "6x6"), None);
}

#[test]
fn rules_can_be_changed() {
    let text = r#"{"rules": "king-capture", "promotion": ["queen", "n", "unicorn"], "fog": true,
        "pieces": [{"name": "unicorn", "symbol": "u", "combines": ["knight", "camel"], "sprite": "u.png"},
        {"name": "knight", "value": 3}]}"#;
    let changed = game(text, &[("u.png", "a picture")]);
    assert!(changed.rules.spec().fog && changed.rules.king_capture_wins());
    let letters: Vec<_> = changed
        .rules
        .promotion_choices()
        .iter()
        .map(|kind| changed.rules.piece_spec(*kind).letter)
        .collect();
    assert_eq!(letters, ['q', 'n', 'u']);
    let piece = changed.rules.piece_named("unicorn").expect("the new piece");
    assert_eq!(changed.sprites, [Sprite { piece, file: "games/u.png".into() }]);
    let knight = changed.rules.piece_named("knight").expect("the knight");
    assert_eq!(changed.rules.piece_spec(knight).value, 3.0);
}

#[test]
fn a_picture_that_is_missing_is_told() {
    check_load(
        r#"{"pieces": [{"name": "unicorn", "symbol": "u", "betza": "NC", "sprite": "u.png"}]}"#,
        &[],
        &[
            "line 1, column 12: the `sprite` of \"unicorn\" is \"u.png\"; expected the path of a picture (there is no games/u.png)",
        ],
    );
}

#[test]
fn a_layout_is_also_found_from_the_working_folder() {
    let read = |path: &Path| match path.to_str() {
        Some("games/config.json") => Ok(br#"{"layout": "boards/a.txt"}"#.to_vec()),
        Some("boards/a.txt") => Ok(b"K\nk".to_vec()),
        _ => Err(io::ErrorKind::NotFound.into()),
    };
    let (setup, _) = Config::load(Path::new("games/config.json"), &read).expect("it is found");
    assert_eq!(setup.position.pieces().count(), 2);
}

#[test]
fn faulty_changes_are_told_with_their_place() {
    let check = |text, expected| check_load(text, &[("a.txt", "K\nk"), ("b.txt", "x")], expected);
    check(
        r#"{"layout": "a.txt",
        "pieces": [{"name": "x", "betza": "N"}, {"name": "y", "symbol": "y", "combines": ["knihgt"]}]}"#,
        &[
            "line 2, column 20: the piece `x` has no `symbol`; expected one small letter",
            "line 2, column 49: the piece `y` combines `knihgt`, which is not known; did you mean `knight`?",
        ],
    );
    check(
        r#"{"promotion": ["king", "z"]}"#,
        &["line 1, column 15: `promotion` names `z`, which is no piece of this rule set"],
    );
    check(
        r#"{"pieces": [{"name": "x", "symbol": "n", "betza": "N"}], "promotion": ["king"]}"#,
        &[
            "line 1, column 12: `pieces`: `knight` and `x` both have the letter `n`",
            "line 1, column 71: `promotion`: pawns cannot promote to `king`",
        ],
    );
    check(
        r#"{"pieces": [{"name": "knight", "symbol": "s"}]}"#,
        &[
            "line 1, column 12: `layout` is missing; expected one, since the start position of `xxl` does not fit the changed pieces",
        ],
    );
    check(
        r#"{"rules": "capablanca", "board": "4x4", "layout": "b.txt"}"#,
        &[
            "102 in `b.txt`: line 1, column 1: `x` is no piece of `capablanca`; expected one of p n b r q k a c in either case, a blank or `.`",
            "in `b.txt`: line 1, column 1: white has no king; expected one `k`",
            "in `b.txt`: line 1, column 1: black has no king; expected one `K`",
            "line 1, column 34: `castling`: the king castles by 3 squares; expected 2 to 2",
        ],
    );
    check(
        r#"{"rules": "casual", "board": "4x4", "layout": "b.txt"}"#,
        &[
            "102 in `b.txt`: line 1, column 1: `x` is no piece of `casual`; expected one of p n b r q k in either case, a blank or `.`",
        ],
    );
}

#[test]
fn a_rule_set_of_ones_own_can_be_named_and_changed() {
    let ids = ruleset::listed_ids();
    let files = [
        ("my/rules.toml", "inherits = 'parent.toml'\ntitle = 'Mine'\n"),
        ("my/parent.toml", "inherits = 'standard'\nstart = '4k3/8/8/8/8/8/8/4K3'\n"),
        ("bad.toml", "inherits = 'nothing.toml'\nfog = 1\n"),
    ];
    let text = r#"{"rules": "my/rules.toml"}"#;
    check_load(text, &files, &["4k3/8/8/8/8/8/8/4K3 w - - 0 1"]);
    assert_eq!(game(text, &files).rules.id(), "rules");
    let foggy = game(r#"{"rules": "my/rules.toml", "fog": true}"#, &files);
    assert!(foggy.rules.spec().fog);
    assert_eq!(foggy.rules.spec().title, "Mine");
    check_load(
        r#"{"rules": "bad.toml"}"#,
        &files,
        &[
            "in `bad.toml`: line 2, column 7: `fog` is 1; expected true or false",
            &format!(
                "in `bad.toml`: line 1, column 12: `inherits` is \"nothing.toml\"; expected one of {ids} or the path of a file (there is no games/nothing.toml)"
            ),
        ],
    );
    check_load(
        r#"{"rules": "none.toml", "layout": "none.txt"}"#,
        &files,
        &[
            "line 1, column 34: `layout` is \"none.txt\"; expected the path of a file (there is no games/none.txt)",
            "line 1, column 11: `rules` is \"none.toml\"; expected the path of a file (there is no games/none.toml)",
        ],
    );
}

#[test]
fn puzzles_are_set_up() {
    let text = r#"{"rules": "standard", "player_colour": "black", "levels": [
        {"layout": "a.txt", "goal": "mate in 2", "text": "Find it.", "name": "One"},
        {"layout": "a.txt", "side": "white", "goal": "win"},
        {"fen": "4k3/8/8/8/8/8/8/4K2R w K -", "goal": "capture h8", "solution": "h1h8 e8d7"},
        {"fen": "4k3/8/8/8/8/8/8/4K2R w K -", "side": "black", "goal": "draw"}
    ]}"#;
    let files = [("a.txt", "k\n\n\n\n\n\n\nK\n")];
    let puzzles = game(text, &files).puzzles;
    let found: Vec<_> = puzzles
        .iter()
        .map(|p| format!("{} {} {}", fen::format(&p.position), p.side, p.goal))
        .collect();
    assert_eq!(
        found,
        [
            "7k/8/8/8/8/8/8/7K b - - 0 1 black mate in 2",
            "K7/8/8/8/8/8/8/k7 w - - 0 1 white win",
            "4k3/8/8/8/8/8/8/4K2R w K - 0 1 white capture h8",
            "4k3/8/8/8/8/8/8/4K2R w K - 0 1 black draw",
        ]
    );
    assert_eq!((puzzles[0].name.as_str(), puzzles[0].text.as_str()), ("One", "Find it."));
    let solution: Vec<_> = puzzles[2].solution.iter().map(|m| format!("{m:?}")).collect();
    assert_eq!(solution, ["h1h8", "e8d7"]);
    check_load(
        text,
        &files,
        &[
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "warning: line 4, column 55: `levels[2].goal` is \"capture h8\", but no black piece stands on h8",
        ],
    );
}

#[test]
fn a_solution_reaches_the_goal() {
    let check = |goal: &str, solution: &str, is_right: bool| {
        let fen = "7k/8/5K2/8/8/8/8/R6n w - -";
        let text = format!(
            r#"{{"rules": "standard", "levels": [{{"fen": "{fen}", "goal": "{goal}", "solution": "{solution}"}}]}}"#
        );
        let told = format!(
            "line 1, column {}: `levels[0].solution` is {solution:?}, which does not reach the goal `{goal}`",
            96 + goal.len()
        );
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        check_load(&text, &[], &[if is_right { start } else { &told }]);
    };
    check("mate in 2", "f6g6 h8g8 a1a8", true);
    check("mate in 1", "f6g6 h8g8 a1a8", false);
    check("mate in 2", "f6g6 h8g8", false);
    check("win", "f6g6 h8g8", true);
    check("draw", "f6g6 h8g8 a1a8", false);
    check("capture h1", "a1h1", true);
    check("capture h1", "a1a2", false);
}

#[test]
fn a_solution_is_made_of_legal_moves() {
    let level = r#"{"fen": "4k3/8/8/8/8/8/8/4K2R w K -", "goal": "win", "solution": SOLUTION}"#;
    let config = |solution| {
        let level = level.replace("SOLUTION", solution);
        format!(r#"{{"rules": "standard", "levels": [{level}]}}"#)
    };
    let (why, number) = (
        "line 1, column 99: `levels[0].solution` is \"h1h8 e8e6\": move 2: ",
        "line 1, column 99: `levels[0].solution` is 5; expected a text in quotes",
    );
    check_load(&config("5"), &[], &[number]);
    let faults = load(&config(r#""h1h8 e8e6""#), &[]).expect_err("an illegal move");
    assert!(told(&faults)[0].starts_with(why), "{:?}", told(&faults));
}

#[test]
fn mate_is_no_goal_where_there_is_none() {
    let text =
        r#"{"rules": "casual", "levels": [{"fen": "8/8/8/8/8/8/8/8 w", "goal": "mate in 3"}]}"#;
    check_load(
        text,
        &[],
        &[
            "line 1, column 69: `levels[0].goal` is \"mate in 3\"; expected another goal, since `casual` knows no mate",
        ],
    );
}

#[test]
fn a_config_from_a_menu_is_opened_as_well() {
    let ids = ruleset::listed_ids();
    let layout = Some(Located::new("layout", "level1.txt".to_owned()));
    let mut config = Config { layout, ..Config::default() };
    let read = |path: &Path| match path == Path::new("level1.txt") {
        true => Ok(LEVEL1.as_bytes().to_vec()),
        false => Err(io::ErrorKind::NotFound.into()),
    };
    let (game, warnings) = config.clone().open(Path::new(""), &read).expect("a game");
    assert!(warnings.is_empty());
    assert_eq!(fen::format(&game.position), XXL_START);
    config.rules = ConfigRules::Shipped("xyz".to_owned());
    assert_eq!(
        told(&config.open(Path::new(""), &read).expect_err("no such rules")),
        [format!("there is no rule set `xyz`; expected one of {ids}")]
    );
}
