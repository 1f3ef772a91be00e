//! The real program as other programs drive it over UCI.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

use test_kit::random::Random;

use crate::program::{file, program};

/// A conversation in which each answer is waited for, as user interfaces do.
struct Dialogue {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Dialogue {
    fn begin() -> Dialogue {
        let mut child = program()
            .arg("uci")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let input = child.stdin.take().expect("a pipe");
        let output = BufReader::new(child.stdout.take().expect("a pipe"));
        Dialogue { child, input, output }
    }

    fn say(&mut self, line: &str) {
        writeln!(self.input, "{line}").expect("it listens");
    }

    /// All lines up to the one that begins like this.
    fn until(&mut self, beginning: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let mut line = String::new();
            let length = self.output.read_line(&mut line).expect("text");
            assert!(length > 0, "no `{beginning}` in {lines:?}");
            lines.push(line.trim_end().to_owned());
            if line.starts_with(beginning) {
                return lines;
            }
        }
    }

    fn end(mut self) {
        drop(self.input);
        let status = self.child.wait().expect("it ends");
        assert!(status.success(), "{status}");
    }
}

#[test]
fn options_are_those_that_user_interfaces_look_for() {
    let mut dialogue = Dialogue::begin();
    dialogue.say("uci");
    let lines = dialogue.until("uciok");
    for (name, kind) in [
        ("Hash", "spin default 16 min 1 max "),
        ("Threads", "spin default 1 min 1 max "),
        ("Clear Hash", "button"),
        ("Ponder", "check default false"),
        ("MultiPV", "spin default 1 min 1 max "),
        ("UCI_Variant", "combo default chess var "),
        ("UCI_LimitStrength", "check default false"),
        ("UCI_Elo", "spin default "),
        ("UCI_AnalyseMode", "check default false"),
    ] {
        let option = format!("option name {name} type {kind}");
        assert!(lines.iter().any(|line| line.starts_with(&option)), "{option} in {lines:?}");
    }
    let variants = lines.iter().find(|line| line.contains("UCI_Variant")).expect("seen above");
    for variant in ["chess", "xxl", "capablanca", "king-capture", "casual"] {
        assert!(format!("{variants} ").contains(&format!(" var {variant} ")), "{variants}");
    }
    assert!(lines.iter().any(|line| line.starts_with("id name xxlchess ")));
    assert!(lines.iter().any(|line| line.starts_with("id author ")));
    dialogue.end();
}

#[test]
fn every_form_of_go_gives_one_move() {
    let mut dialogue = Dialogue::begin();
    dialogue.say("setoption name Ponder value true");
    for go in [
        "go wtime 300 btime 300",
        "go wtime 300 btime 300 winc 10 binc 10",
        "go wtime 300 btime 300 movestogo 5",
        "go wtime -20 btime -20",
        "go depth 3",
        "go nodes 500",
        "go movetime 20",
        "go mate 2 nodes 2000",
        "go searchmoves g1f3 b1c3 depth 2",
    ] {
        dialogue.say("position startpos moves e2e4 e7e5");
        dialogue.say(go);
        let lines = dialogue.until("bestmove ");
        assert!(lines.iter().any(|line| line.starts_with("info depth 1 ")), "{go}: {lines:?}");
    }
    for (go, end) in [
        ("go infinite", "stop"),
        ("go", "stop"),
        ("go ponder wtime 300 btime 300", "ponderhit"),
        ("go ponder wtime 300 btime 300", "stop"),
        ("go mate 1", "stop"),
    ] {
        dialogue.say(go);
        dialogue.say("isready");
        let lines = dialogue.until("readyok");
        assert!(!lines.iter().any(|line| line.starts_with("bestmove")), "{go}: {lines:?}");
        dialogue.say(end);
        dialogue.until("bestmove ");
    }
    dialogue.say("position startpos");
    dialogue.say("go perft 2");
    assert_eq!(dialogue.until("Nodes searched: ").last().expect("a line"), "Nodes searched: 400");
    dialogue.end();
}

#[test]
fn several_lines_and_weaker_players_can_be_asked_for() {
    let mut dialogue = Dialogue::begin();
    dialogue.say("setoption name MultiPV value 3");
    dialogue.say("go depth 4");
    let lines = dialogue.until("bestmove ");
    for rank in 1..=3 {
        let part = format!(" multipv {rank} score ");
        assert!(lines.iter().any(|line| line.contains(&part)), "{part} in {lines:?}");
    }
    dialogue.say("setoption name MultiPV value 1");
    dialogue.say("setoption name UCI_LimitStrength value true");
    dialogue.say("setoption name UCI_Elo value 800");
    dialogue.say("ucinewgame");
    dialogue.say("position startpos");
    dialogue.say("go wtime 60000 btime 60000");
    dialogue.until("bestmove ");
    // Analysis is always done with full strength, so it can go deeper than the weak player does.
    dialogue.say("setoption name UCI_AnalyseMode value true");
    dialogue.say("go depth 6");
    let lines = dialogue.until("bestmove ");
    assert!(lines.iter().any(|line| line.starts_with("info depth 6 ")), "{lines:?}");
    dialogue.end();
}

#[test]
fn a_network_can_be_loaded_from_a_file() {
    let networks = concat!(env!("CARGO_MANIFEST_DIR"), "/../engine/networks");
    let mut dialogue = Dialogue::begin();
    let mut answer = |file: &str| {
        dialogue.say(&format!("setoption name EvalFile value {file}"));
        dialogue.say("position startpos moves e2e4");
        dialogue.say("go nodes 2000");
        dialogue.until("bestmove")
    };
    let shipped = answer("<empty>").pop();
    assert_eq!(answer(&format!("{networks}/standard.nnue")).pop(), shipped);
    assert!(answer(&format!("{networks}/xxl.nnue"))[0].contains("trained for other rules"));
    assert!(answer("/no/such/file")[0].contains("cannot read /no/such/file"));
    // The static evaluation is by that network as well.
    dialogue.say(&format!("setoption name EvalFile value {networks}/universal.nnue"));
    dialogue.say("eval");
    dialogue.until("evaluation by the universal network");
    dialogue.end();
}

#[test]
fn quitting_ends_a_search() {
    let mut dialogue = Dialogue::begin();
    dialogue.say("setoption name UCI_Variant value xxl");
    dialogue.say("go infinite");
    dialogue.say("quit");
    assert!(dialogue.child.wait().expect("it ends").success());
    // So does whoever just goes away.
    let mut dialogue = Dialogue::begin();
    dialogue.say("go infinite");
    dialogue.end();
}

/// Words of the protocol, and others that look like them.
const WORDS: [&str; 37] = [
    "go",
    "position",
    "fen",
    "startpos",
    "moves",
    "e2e4",
    "setoption",
    "name",
    "value",
    "Hash",
    "UCI_Variant",
    "xxl",
    "-1",
    "99999999999999999999",
    "depth",
    "nodes",
    "infinite",
    "stop",
    "searchmoves",
    "ponder",
    "mate",
    "perft",
    "1",
    "d",
    "eval",
    "uci",
    "isready",
    "k7/8/8 b",
    "ucinewgame",
    "MultiPV",
    "Threads",
    "UCI_Elo",
    "true",
    "RulesFile",
    "EvalFile",
    "/dev/null",
    "\u{fe}é",
];

/// Lines of such words in any order, and of any bytes.
fn junk(lines: usize) -> Vec<u8> {
    let mut random = Random::new(9);
    let mut junk = Vec::new();
    for _ in 0..lines {
        if random.chance(60) {
            for _ in 0..random.between(1, 9) {
                junk.extend(random.pick(&WORDS).unwrap_or_default().as_bytes());
                junk.push(b' ');
            }
        } else {
            let length = random.between(0, 300);
            junk.extend((0..length).map(|_| random.below(256) as u8));
        }
        junk.push(b'\n');
    }
    junk
}

#[test]
fn junk_never_ends_the_program() {
    let mut junk = junk(400);
    junk.extend(std::iter::repeat_n(b'z', 3 << 20));
    junk.extend(
        b"\nstop\nsetoption name UCI_Variant value chess\nposition startpos\ngo nodes 50\n",
    );
    let mut child = program()
        .arg("uci")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut input = child.stdin.take().expect("a pipe");
    let mut output = child.stdout.take().expect("a pipe");
    let reader = std::thread::spawn(move || {
        let mut text = String::new();
        output.read_to_string(&mut text).map(|_| text)
    });
    input.write_all(&junk).expect("it listens");
    drop(input);
    let result = child.wait_with_output().expect("it ends");
    assert!(result.status.success(), "{result:?}");
    assert!(result.stderr.is_empty(), "{}", String::from_utf8_lossy(&result.stderr));
    let text = reader.join().expect("no panic").expect("text in UTF-8");
    let last = text.lines().last().unwrap_or_default();
    assert!(last.starts_with("bestmove "), "{last}");
}

#[test]
fn variants_of_files_are_spoken_as_fairy_stockfish_speaks_them() {
    let folder = file("fairy/flip.ini", "").parent().expect("a folder").to_owned();
    let flip = file(
        "fairy/flip.ini",
        "[flip:chess]\nfers = f\npromotedPieceType = n:f\npieceDemotion = true\ncastling = false\n\
         promotionRegionWhite = *5 *6 *7 *8\npromotionRegionBlack = *4 *3 *2 *1\n\
         enPassantRegion = -\n",
    );
    let hill = file("fairy/hill.ini", "[high:flip]\nflagPiece = k\nflagRegion = d4 e4\n");
    let both = std::env::join_paths([&flip, &hill]).expect("paths");
    let mut dialogue = Dialogue::begin();
    let path = both.to_str().expect("a text");
    dialogue.say(&format!("setoption name VariantPath value {path}"));
    dialogue.say("uci");
    let options = dialogue.until("uciok").join("\n");
    assert!(options.contains(" var flip") && options.contains(" var high"), "{options}");
    dialogue.say("setoption name UCI_Variant value high");
    let mut moves = |position: &str| {
        dialogue.say(&format!("position {position}"));
        dialogue.say("go perft 1");
        dialogue.until("Nodes searched").join("\n")
    };
    let promoting = moves("startpos moves b1c3 a7a6");
    assert!(promoting.contains("c3d5+: 1") && promoting.contains("c3d5: 1"), "{promoting}");
    let demoting = moves("startpos moves b1c3 a7a6 c3d5+ a6a5");
    assert!(demoting.contains("d5e6-: 1") && demoting.contains("d5e6: 1"), "{demoting}");
    let from_fen = moves("fen rnbqkbnr/1ppppppp/p7/3+N4/8/8/PPPPPPPP/R1BQKBNR w - - 0 2");
    assert_eq!(from_fen.lines().filter(|line| line.starts_with("d5")).count(), 8, "{from_fen}");
    dialogue.say(&format!("setoption name VariantPath value {}", folder.display()));
    assert!(dialogue.until("info string").concat().contains("fairy"), "it cannot be read");
    dialogue.end();
}
