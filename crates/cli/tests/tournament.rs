//! Matches against programs that misbehave, and against our own one over UCI. They are timed, so
//! they do not run beside other tests.

#![cfg(unix)]

// The tests of other commands use all of it.
#[allow(dead_code)]
#[path = "commands/program.rs"]
mod program;

use std::fs;
use std::process::Stdio;
use std::time::Duration;

use program::{argument, as_text, file, prints, program, refuses, run};

const PROGRAM: &str = env!("CARGO_BIN_EXE_xxlchess");

fn fake(protocol: &str, behaviour: &str) -> String {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/fake-engine.sh");
    format!("{protocol}:sh '{script}' {behaviour} name=fake")
}

/// Plays two games against a fake; checks the count of its faults and what ended the games.
fn check(protocol: &str, behaviour: &str, limit: &[&str], faults: &str, why: &str) {
    let fake = fake(protocol, behaviour);
    let mut arguments =
        vec!["match", "random", &fake, "--rules", "standard", "--games", "2", "--plies", "2"];
    arguments.extend(limit);
    let output = run(&arguments);
    assert!(output.status.success(), "{behaviour}: {output:?}");
    let (text, log) = (as_text(output.stdout), as_text(output.stderr));
    assert!(text.starts_with("random vs fake: 2 games, +2 -0 =0, 100.0 %"), "{text}");
    assert!(text.contains(&format!("\nfake: {faults}\n")), "{behaviour}: {text}");
    assert!(text.contains("\nrandom: 0 time losses, 0 crashes, 0 illegal moves\n"), "{text}");
    assert!(log.contains(why), "{behaviour}: {log}");
}

#[test]
fn who_misbehaves_loses() {
    let nodes = ["--nodes", "10"];
    let illegal = "0 time losses, 0 crashes, 2 illegal moves";
    check("cmd", "illegal", &nodes, illegal, "`e2e5` is not legal");
    check("cmd", "nonsense", &nodes, illegal, "`(none)` is no move");
    check("cmd", "crash", &nodes, "0 time losses, 2 crashes, 0 illegal moves", "exit status: 3");
}

#[test]
fn who_says_nothing_loses() {
    let crashes = "0 time losses, 2 crashes, 0 illegal moves";
    check("cmd", "silent", &["--nodes", "10", "--patience", "0.2"], crashes, "no answer");
    let times = "2 time losses, 0 crashes, 0 illegal moves";
    check("cmd", "silent", &["--time", "0.2"], times, "wins: time");
    check("cecp", "silent", &["--time", "0.2"], times, "wins: time");
}

#[test]
fn claims_are_checked() {
    let time = ["--time", "5"];
    check("cecp", "resign", &time, "0 time losses, 0 crashes, 0 illegal moves", "resignation");
    let illegal = "0 time losses, 0 crashes, 2 illegal moves";
    check("cecp", "claim", &time, illegal, "claims 1/2-1/2 without a cause");
    check("cecp", "crash", &time, "0 time losses, 2 crashes, 0 illegal moves", "exit status: 3");
}

#[test]
fn programs_that_cannot_play_are_refused() {
    let fake = fake("cmd", "illegal");
    let refused = |arguments: &[&str], why: &str| {
        let log = refuses(&[&["match", "random"], arguments].concat());
        assert!(log.contains(why), "{log}");
    };
    refused(&[&fake, "--rules", "xxl"], "plays ordinary chess only, not `xxl`");
    refused(&[&format!("{fake} option.Skill=3")], "has no option `Skill`");
    refused(&["cmd:/no/such/program"], "cannot start `/no/such/program`");
    refused(&["nobody"], "there is no level and no program `nobody`");
    refused(&["cecp:sh", "--nodes", "5"], "knows no limit of nodes");
    refused(&["careful", "greedy", "--sprt", "0,5"], "for two engines");
    refused(&["careful", "--openings", "/no/such/file"], "/no/such/file");
}

#[test]
fn our_program_plays_the_same_over_uci() {
    let uci = format!("cmd:'{PROGRAM}' uci name=uci");
    let game = ["match", &uci, "builtin", "--rules", "capablanca", "--games", "2"];
    let text = prints(&[&game[..], &["--nodes", "200", "--max-moves", "30"]].concat());
    assert!(text.contains("uci: 0 time losses, 0 crashes, 0 illegal moves"), "{text}");
    // The same player on both sides: what one wins, the other wins with the colours reversed.
    assert!(text.contains(" 50.0 %"), "{text}");
}

#[test]
fn records_can_be_repeated_and_read_again() {
    let play = |name: &str, concurrency: &str| {
        let path = file(&format!("match/{name}"), "");
        let game = ["match", "level:2", "careful", "--rules", "xxl", "--games", "4"];
        let limits = ["--nodes", "100", "--seed", "3", "--max-moves", "20"];
        let out = ["--concurrency", concurrency, "--pgn", argument(&path)];
        prints(&[&game[..], &limits, &out].concat());
        fs::read_to_string(&path).expect("a record")
    };
    let once = play("once.pgn", "1");
    assert_eq!(once, play("again.pgn", "2"));
    let games: Vec<_> = notation::pgn::Reader::new(once.as_bytes()).collect();
    assert_eq!(games.len(), 4);
    for game in games {
        let game = game.expect("a sound game");
        assert!(game.tree.main_line().count() > 8);
        let limits = (game.tag("TimeControl"), game.tag("Limit"));
        assert_eq!(limits, (Some("-"), Some("100 nodes a move")));
    }
}

#[test]
fn results_can_be_json_and_games_have_a_date() {
    let pgn = file("match/dated.pgn", "");
    let game =
        ["match", "random", "greedy", "--rules", "standard", "--games", "2", "--nodes", "10"];
    let text =
        prints(&[&game[..], &["--max-moves", "3", "--json", "--pgn", argument(&pgn)]].concat());
    let report: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let result = &report["results"][0];
    assert_eq!((&result["games"], &result["draws"]), (&2.into(), &2.into()), "{text}");
    assert_eq!(result["superiority"], 0.5, "{text}");
    assert_eq!(report["players"][1]["name"], "greedy", "{text}");
    let games = fs::read_to_string(&pgn).expect("it is written");
    assert!(games.contains("[Date \"20"), "{games}");
}

/// What a reader's end or an interrupt leaves behind: nothing.
#[test]
fn an_interrupted_match_ends_at_once() {
    let ends = |opponent: &str, nodes: &str, signal: &str| {
        let child = program()
            .args(["match", "builtin", opponent, "--rules", "standard", "--nodes", nodes])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        std::thread::sleep(Duration::from_millis(700));
        // As `timeout` does, once to the program and once to its group.
        test_kit::kill::send_signal(&child, signal);
        test_kit::kill::send_signal(&child, signal);
        let output = child.wait_with_output().expect("it ends");
        assert_eq!(output.status.code(), Some(130), "{output:?}");
        let text = as_text(output.stdout);
        assert!(text.starts_with("builtin vs other: 0 games"), "{text}");
    };
    ends(&fake("cmd", "silent").replace("name=fake", "name=other"), "10", "INT");
    // Without an end this would take years.
    ends("builtin name=other", "1000000000000000", "TERM");
}
