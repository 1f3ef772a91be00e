//! `bench`, `solve` and `tune` measure the same every time.

use std::fs;

use crate::program::{argument, as_text, file, lines, refuses, run};

#[test]
fn the_workload_is_the_same_every_time() {
    let run = || lines(&["bench", "--rules", "capablanca", "--depth", "4"]);
    let count = |lines: &[String]| lines.last().cloned().expect("a total");
    let once = run();
    assert_eq!(once.len(), 3, "{once:?}");
    assert!(once[1].starts_with("capablanca     search"), "{once:?}");
    assert!(count(&once).starts_with("nodes "), "{once:?}");
    assert_eq!(count(&once), count(&run()));

    let json = lines(&["bench", "--rules", "capablanca", "--depth", "4", "--json"]).join("\n");
    let json: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(format!("nodes {}", json["nodes"]), count(&once));
    assert_eq!(json["rule_sets"][0]["moves"]["nodes"], 28_741_319);
}

#[test]
fn workloads_are_named() {
    let message = refuses(&["bench", "--rules", "nonsense"]);
    assert!(message.contains("`nonsense`") && message.contains("twelve-by-ten"), "{message}");
    refuses(&["bench", "--depth", "0"]);
}

#[test]
fn bench_compares_with_another_engine() {
    let peer = format!("'{}' uci name=twin", env!("CARGO_BIN_EXE_xxlchess"));
    let found = lines(&["bench", "--peer", &peer, "--nodes", "2000"]);
    assert!(found[0].starts_with("standard       search        12000 nodes"), "{found:?}");
    assert!(found[1].starts_with("standard       peer          12000 nodes"), "{found:?}");
    assert!(found[2].ends_with(" times the rate of twin"), "{found:?}");
    assert!(refuses(&["bench", "--peer", "builtin"]).contains("speaks UCI"));
}

#[test]
fn positions_are_solved_and_counted() {
    let text = "# two mates and one that is none\n\
                6k1/5ppp/8/8/8/8/8/R3K3 w - - bm Ra8; dm 1; id \"one\";\n\n\
                k7/8/2K5/8/8/8/8/1R6 w - - 0 1 dm 2;\n\
                4k3/8/8/8/8/8/8/4K3 w - - dm 3; id \"three\";\n";
    let path = file("solve/mates.epd", text);
    let arguments = ["solve", argument(&path), "--rules", "standard", "--nodes", "20000"];
    let lines = lines(&arguments);
    assert_eq!(lines.last().map(String::as_str), Some("solved 2 of 3 (66.7 %)"), "{lines:?}");
}

#[test]
fn faults_of_test_sets_are_named() {
    for (name, text, why) in [
        ("empty", "\n# nothing\n", "has no positions"),
        ("move", "\n4k3/8/8/8/8/8/8/4K3 w - - bm Qa4;\n", "move.epd:2: "),
        ("fen", "4k3/8/8/8/8/8/8 w - - bm Kd1;\n", "fen.epd:1: "),
        ("nothing", "4k3/8/8/8/8/8/8/4K3 w - -\n", "nothing is asked for"),
    ] {
        let path = file(&format!("solve/{name}.epd"), text);
        let message = refuses(&["solve", argument(&path), "--rules", "standard"]);
        assert!(message.contains(why), "{message}");
    }
    refuses(&["solve", "/no/such/file"]);
    let path = file("solve/sound.epd", "6k1/5ppp/8/8/8/8/8/K3R3 w - - bm Re8;\n");
    for (option, value) in [("--nodes", "0"), ("--depth", "0"), ("--threads", "0"), ("--hash", "0")]
    {
        refuses(&["solve", argument(&path), "--rules", "standard", option, value]);
    }
    let large = refuses(&["solve", argument(&path), "--hash", "99999999999"]);
    assert!(large.contains("expected a number from 1 to 131072"), "{large}");
}

#[test]
fn tuning_does_not_depend_on_the_number_of_threads() {
    let tune = |threads: &str| {
        let weights = file(&format!("tune/weights-{threads}"), "");
        let samples = file(&format!("tune/samples-{threads}"), "");
        let games =
            ["tune", "--rules", "standard", "--games", "30", "--nodes", "40", "--seed", "4"];
        let rounds = ["--rounds", "1", "--threads", threads];
        let files = ["--out", argument(&weights), "--samples", argument(&samples)];
        let printed = lines(&[&games[..], &rounds, &files].concat());
        let read = |path| fs::read_to_string(path).expect("a file");
        (printed, read(&weights), read(&samples))
    };
    let (printed, weights, samples) = tune("1");
    assert_eq!((printed.clone(), weights.clone(), samples.clone()), tune("3"));
    assert!(weights.contains("pawn: Tapered::new("), "{weights}");
    assert!(printed[0].starts_with("error 0."), "{printed:?}");
    // The same positions from the file give the same weights.
    let path = file("tune/samples", &samples);
    let again = lines(&["tune", "--from", argument(&path), "--rounds", "1"]);
    assert!(again.join("\n").starts_with(&weights), "{again:?}");
}

#[test]
fn faults_of_tuning_are_named() {
    for (arguments, why) in [
        (&["tune", "--games", "0"][..], "--games"),
        (&["tune", "--rules", "nonsense"], "nonsense"),
        (&["tune", "--from", "/no/such/file"], "/no/such/file"),
        (&["tune", "--from", "x", "--seed", "3"], "--seed"),
        (&["tune", "--samples", "/no/such/folder/file"], "/no/such/folder/file"),
    ] {
        let message = refuses(arguments);
        assert!(message.contains(why), "{message}");
    }
    let output = run(&["tune", "--games", "2", "--nodes", "20", "--rules", "standard"]);
    let message = as_text(output.stderr);
    assert_eq!(output.status.code(), Some(2), "{message}");
    assert!(message.contains("positions are too few to tune on"), "{message}");
    let path = file("tune/broken", "standard; 0; 4k3/8/8/8/8/8/8/4K3 w - - 0 1; 2-0\n");
    let message = refuses(&["tune", "--from", argument(&path)]);
    assert!(message.contains("broken:1: `2-0` is no result"), "{message}");
}

#[test]
fn self_play_goes_on_where_it_was_ended_and_networks_learn_from_it() {
    let folder = file("self-play/empty", "");
    let folder = folder.parent().expect("a folder").join("games");
    let _ = fs::remove_dir_all(&folder);
    let play = |games: &str| {
        let rest = ["--nodes", "30", "--games", games, "--out", argument(&folder)];
        lines(&[&["self-play", "--rules", "standard"][..], &rest].concat())
    };
    let path = folder.join("standard.games");
    assert_eq!(play("15"), [argument(&path)]);
    let few = fs::read(&path).expect("games");
    play("40");
    let more = fs::read(&path).expect("games");
    assert!(more.starts_with(&few) && more.len() > few.len());
    play("40");
    assert_eq!(fs::read(&path).expect("games"), more);

    let (samples, network) = (folder.join("samples"), folder.join("small.nnue"));
    let learn = |result: &[&str]| {
        let from = ["learn", "--rules", "standard", "--from", argument(&path)];
        lines(&[&from, result].concat())
    };
    let written = learn(&["--samples", argument(&samples)]);
    assert!(written[0].ends_with(" samples"), "{written:?}");
    assert!(fs::read(&samples).expect("samples").starts_with(b"XXLS"));
    let varied = learn(&["--samples", argument(&samples), "--variations", "6"]);
    assert!(varied[0].ends_with(" samples") && varied != written, "{varied:?}");
    refuses(&["learn", "--rules", "standard", "--variations", "1", "--out", "x"]);
    let learned = learn(&["--width", "32", "--epochs", "1", "--out", argument(&network)]);
    assert!(learned[0].starts_with("error 0."), "{learned:?}");
    let message = refuses(&["learn", "--rules", "xxl", "--from", argument(&path), "--out", "x"]);
    assert!(message.contains("were played by other rules than `xxl`"), "{message}");
    refuses(&["learn", "--rules", "standard", "--from", argument(&path)]);
    refuses(&["learn", "--out", "x", "--width", "33"]);
}
