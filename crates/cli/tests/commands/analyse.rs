//! Recorded games with what the engine thinks of them.

use std::fs;

use crate::program::{argument, prints, program, refuses};

fn file(name: &str, text: &str) -> std::path::PathBuf {
    crate::program::file(&format!("analyse/{name}"), text)
}

#[test]
fn the_games_themselves_are_never_written_over() {
    let path = file("kept.pgn", FOOLS_MATE);
    let name = argument(&path);
    let message = refuses(&["analyse", name, "--nodes", "10", "--out", name]);
    assert!(message.contains("expected another one"), "{message}");
    assert_eq!(fs::read_to_string(&path).expect("it is there"), FOOLS_MATE);
}

const FOOLS_MATE: &str = "[White \"Anna\"]\n[Black \"Ben\"]\n\n1. f3 {oh} e5 2. g4 Qh4# 0-1\n\n[Variant \"xxl\"]\n\n1. a4 *\n";

#[test]
fn blunders_are_marked_in_the_record() {
    let path = file("fool.pgn", FOOLS_MATE);
    let text = prints(&["analyse", argument(&path), "--depth", "4"]);
    let games: Vec<_> = notation::pgn::Reader::new(text.as_bytes())
        .collect::<Result<_, _>>()
        .expect("what was written can be read");
    assert_eq!(games.len(), 2);
    let game = &games[0];
    assert_eq!((game.tag("White"), game.tag("Black")), (Some("Anna"), Some("Ben")));
    let said: Vec<_> = game.tree.main_moves().map(|played| played.annotation).collect();
    assert_eq!(said[2].nags, [4], "{text}");
    assert!(said[2].comments[0].contains("#-1"), "{text}");
    assert!(said[2].comments[0].contains("Blunder; better is"), "{text}");
    assert!(said[3].nags.is_empty() && said[1].nags.is_empty(), "{text}");
    assert_eq!(said[0].comments[1], "oh");
    // A second look changes nothing.
    let again = file("again.pgn", &text);
    let second = prints(&["analyse", argument(&again), "--depth", "4"]);
    assert_eq!(second, text);
}

#[test]
fn a_table_is_told_beside_the_record() {
    let path = file("table.pgn", FOOLS_MATE);
    let out = file("out.pgn", "");
    let text = prints(&["analyse", argument(&path), "--nodes", "2000", "--out", argument(&out)]);
    let lines: Vec<_> = text.lines().collect();
    assert_eq!(lines[0], "Anna - Ben 0-1");
    assert!(lines[3].starts_with("2. g4 ") && lines[3].ends_with("Blunder"), "{text}");
    assert!(lines[4].contains("black wins by checkmate"), "{text}");
    assert!(lines[5].starts_with("White (Anna): ") && lines[5].ends_with(" 1 blunders"), "{text}");
    assert!(lines[6].ends_with(" 0 blunders"), "{text}");
    assert!(fs::read_to_string(&out).expect("a record").contains("$4"));
}

#[test]
fn reasons_are_told_in_words_and_as_json() {
    let path = file("reason.pgn", FOOLS_MATE);
    let name = argument(&path);
    let text = prints(&["analyse", name, "--depth", "4"]);
    assert!(text.replace('\n', " ").contains("It allows mate in 1: Qh4#."), "{text}");
    let text = prints(&["analyse", name, "--depth", "4", "--json"]);
    let games: Vec<serde_json::Value> =
        text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    let blunder = &games[0]["moves"][2];
    assert_eq!((&blunder["move"], &blunder["grade"]), (&"g4".into(), &"blunder".into()));
    assert_eq!(blunder["eval"]["mate"], -1);
    assert_eq!(blunder["explanation"]["kind"], "allows-mate");
    assert_eq!(games[0]["sides"]["white"]["grades"]["blunder"], 1);
    assert_eq!(games[1]["rules"], "xxl");
}

#[test]
fn a_file_without_games_is_refused() {
    let path = file("none.pgn", "\n");
    let message = refuses(&["analyse", argument(&path)]);
    assert!(message.contains("has no games; expected at least one"), "{message}");
}

#[test]
fn the_best_move_is_named_wherever_another_was_played() {
    let path = file("best.pgn", "1. a4 e5 (1... d5) 2. f3 Qh4+ 3. g3 Qxg3+ *");
    let text = prints(&["analyse", argument(&path), "--depth", "3"]);
    let game = notation::pgn::Reader::new(text.as_bytes()).next().expect("a game");
    let game = game.expect("it is sound");
    assert_eq!(game.tree.lines().len(), 2, "{text}");
    let said: Vec<_> = game.tree.main_moves().map(|played| played.annotation).collect();
    // The queen must not stay where she can be taken.
    let last = &said[5].comments[0];
    assert!(last.starts_with("[%eval ") && last.contains("] Blunder; better is Q"), "{text}");
    let only = &said[4].comments[0];
    assert!(only.starts_with("[%eval ") && only.ends_with(']'), "{text}");
    let first = &said[0].comments[0];
    assert!(first.starts_with("[%eval ") && first.contains("] best is "), "{text}");
}

#[test]
fn a_game_in_the_fog_is_judged_with_open_eyes() {
    let moves = "1. e4 e5 2. Qh5 Nc6 3. Qxf7 a6 4. Qxe8 1-0";
    let path = file("fog.pgn", &format!("[Variant \"standard\"]\n[Fog \"1\"]\n\n{moves}\n"));
    let text = prints(&["analyse", argument(&path), "--nodes", "2000"]);
    let game = notation::pgn::Reader::new(text.as_bytes()).next().expect("a game");
    let game = game.expect("it is sound");
    let said: Vec<_> = game.tree.main_moves().map(|played| played.annotation).collect();
    // The queen could have been taken, and takes the king instead.
    assert_eq!((&said[4].nags[..], &said[5].nags[..]), (&[4][..], &[4][..]), "{text}");
    let comment = &said[5].comments[0];
    assert!(comment.starts_with("[%eval #1,") && comment.contains("better is Kxf7"), "{text}");
}

/// What is analysed when an interrupt comes is kept, and the old file stays until then.
#[cfg(unix)]
#[test]
fn an_interrupt_keeps_what_was_done() {
    use std::process::Stdio;
    use std::time::Duration;

    // A game that is over needs no thought, and another one takes years.
    const OVER: &str = "[FEN \"R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1\"]\n\n1-0\n\n";
    const LONG: &str = "[Event \"long\"]\n\n1. e4 *\n\n";
    let interrupted = |name: &str, games: &str, told: &str| {
        let path = file(&format!("{name}.pgn"), games);
        let out = file(&format!("{name}-out.pgn"), "old");
        let [name, out_name] = [&path, &out].map(|path| argument(path));
        let unfinished = out.with_extension("pgn.unfinished");
        let child = program()
            .args(["analyse", name, "--nodes", "1000000000000000", "--out", out_name])
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("it starts");
        let is_at_work = || {
            fs::metadata(&unfinished).is_ok_and(|file| {
                let is_first = games.starts_with(LONG);
                is_first || file.len() > 0
            })
        };
        while !is_at_work() {
            std::thread::sleep(Duration::from_millis(5));
        }
        assert_eq!(fs::read_to_string(&out).expect("it stays"), "old");
        test_kit::kill::send_signal(&child, "TERM");
        let output = child.wait_with_output().expect("it ends");
        let message = String::from_utf8_lossy(&output.stderr);
        assert!(message.contains(told), "{message}");
        assert_eq!(output.status.code(), Some(130));
        assert!(!unfinished.exists());
        fs::read_to_string(&out).expect("it is there")
    };
    let games = [LONG, OVER].concat();
    assert_eq!(interrupted("first", &games, "interrupted; 0 of 2 games"), "old");
    let games = [OVER, LONG].concat();
    let kept = interrupted("second", &games, "interrupted; 1 of 2 games");
    assert!(kept.contains("[FEN \"R5k1") && !kept.contains("long"), "{kept}");
}
