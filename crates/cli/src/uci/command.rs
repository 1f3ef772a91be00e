//! What a line of UCI says, without asking whether it makes sense here.

use std::str::SplitWhitespace;
use std::time::Duration;

use anyhow::Context;
use engine::Limits;

/// A line from the user interface.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Command {
    /// Say who you are and which options you have.
    Uci,
    /// Answer when everything is done.
    IsReady,
    /// The next position is from another game.
    NewGame,
    /// Change an option.
    SetOption { name: String, value: Option<String> },
    /// Set up a position: a FEN, or the start if there is none, and moves from there.
    Position { fen: Option<String>, moves: Vec<String> },
    /// Think.
    Go(Box<Go>),
    /// Stop thinking.
    Stop,
    /// The expected move was played.
    PonderHit,
    /// Show the board.
    Display,
    /// Show the evaluation.
    Eval,
    /// End the program.
    Quit,
    /// Nothing to do.
    Nothing,
    /// Not understood, and why.
    Unknown(String),
}

/// How to think.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Go {
    pub(crate) perft: Option<u32>,
    /// What can be said without knowing the position and the options.
    pub(crate) limits: Limits,
    /// White's and Black's time.
    pub(crate) time: [Option<Duration>; 2],
    pub(crate) increment: [Duration; 2],
    pub(crate) moves_to_go: Option<u32>,
    pub(crate) search_moves: Vec<String>,
    /// What was not understood. The rest of the command still counts, because the GUI waits for a
    /// move.
    pub(crate) faults: Vec<String>,
}

/// Deeper counts would never end.
const DEEPEST_PERFT: u32 = 100;

/// Words of `go` that end a list of moves.
const GO_WORDS: [&str; 13] = [
    "perft",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "searchmoves",
    "infinite",
    "ponder",
];

impl Command {
    /// Reads a line. As the protocol asks, unknown words before the command are skipped.
    pub(crate) fn parse(line: &str) -> Command {
        let mut words = line.split_whitespace();
        while let Some(word) = words.next() {
            return match word {
                "uci" => Command::Uci,
                "isready" => Command::IsReady,
                "ucinewgame" => Command::NewGame,
                "setoption" => set_option(words),
                "position" => position(words),
                "go" => go(words),
                "stop" => Command::Stop,
                "ponderhit" => Command::PonderHit,
                "d" => Command::Display,
                "eval" => Command::Eval,
                "quit" => Command::Quit,
                "debug" | "register" => Command::Nothing,
                _ => continue,
            };
        }
        match line.trim() {
            "" => Command::Nothing,
            line => Command::Unknown(format!("unknown command: {}", shortened(line))),
        }
    }
}

fn shortened(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).take(60).collect()
}

fn set_option(words: SplitWhitespace) -> Command {
    let mut words = words.skip_while(|word| *word != "name").skip(1);
    let name: Vec<_> = words.by_ref().take_while(|word| *word != "value").collect();
    let value: Vec<_> = words.collect();
    if name.is_empty() {
        return Command::Unknown("expected setoption name NAME [value VALUE]".to_owned());
    }
    let value = (!value.is_empty()).then(|| value.join(" "));
    Command::SetOption { name: name.join(" "), value }
}

fn position(mut words: SplitWhitespace) -> Command {
    let fen = match words.next() {
        Some("startpos") => {
            words.by_ref().take_while(|word| *word != "moves").for_each(drop);
            None
        }
        Some("fen") => {
            let fields: Vec<_> = words.by_ref().take_while(|word| *word != "moves").collect();
            Some(fields.join(" "))
        }
        _ => return Command::Unknown("expected position startpos or position fen".to_owned()),
    };
    Command::Position { fen, moves: words.map(str::to_owned).collect() }
}

fn go(words: SplitWhitespace) -> Command {
    let mut go = Go::default();
    let mut words = words.peekable();
    while let Some(word) = words.next() {
        match word {
            "infinite" => go.limits.infinite = true,
            "ponder" => go.limits.ponder = true,
            "searchmoves" => {
                let more = |word: &&str| !GO_WORDS.contains(word);
                while let Some(chess_move) = words.next_if(more) {
                    go.search_moves.push(chess_move.to_owned());
                }
            }
            _ if !GO_WORDS.contains(&word) => {
                go.faults.push(format!("go does not know {}", shortened(word)));
            }
            _ => {
                let number = words.next_if(|word| !GO_WORDS.contains(word)).unwrap_or_default();
                if let Err(why) = set_limit(&mut go, word, number) {
                    go.faults.push(why.to_string());
                }
            }
        }
    }
    Command::Go(Box::new(go))
}

fn set_limit(go: &mut Go, word: &str, number: &str) -> anyhow::Result<()> {
    let wrong = || format!("go {word} expects a number, not {:?}", shortened(number));
    let value: i64 = number.parse().ok().with_context(wrong)?;
    // Some programs send negative times when the flag has fallen.
    let value = value.max(0) as u64;
    let small = value.min(u32::MAX.into()) as u32;
    let time = Duration::from_millis(value.min(1 << 40));
    match word {
        "perft" => go.perft = Some(small.min(DEEPEST_PERFT)),
        "depth" => go.limits.depth = Some(small.max(1)),
        "nodes" => go.limits.nodes = Some(value.max(1)),
        "mate" => go.limits.mate = Some(small),
        "movetime" => go.limits.move_time = Some(time),
        "wtime" => go.time[0] = Some(time),
        "btime" => go.time[1] = Some(time),
        "winc" => go.increment[0] = time,
        "binc" => go.increment[1] = time,
        _ => go.moves_to_go = (small > 0).then_some(small),
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_understood() {
        let set = |name: &str, value: Option<&str>| Command::SetOption {
            name: name.to_owned(),
            value: value.map(str::to_owned),
        };
        for (line, command) in [
            ("uci", Command::Uci),
            ("  joho  isready ", Command::IsReady),
            ("setoption name Clear Hash", set("Clear Hash", None)),
            ("setoption name RulesFile value /a b/c.toml", set("RulesFile", Some("/a b/c.toml"))),
            ("", Command::Nothing),
        ] {
            assert_eq!(Command::parse(line), command, "{line}");
        }
        let Command::Go(go) = Command::parse("go searchmoves e2e4 d2d4 wtime -5 winc 7 ponder")
        else {
            panic!("not understood");
        };
        assert_eq!(go.search_moves, ["e2e4", "d2d4"]);
        assert_eq!((go.time[0], go.increment[0]), (Some(Duration::ZERO), Duration::from_millis(7)));
        assert!(go.limits.ponder);
    }

    #[test]
    fn junk_is_named() {
        for line in ["setoption", "position", "position x", "é\u{7}"] {
            assert!(matches!(Command::parse(line), Command::Unknown(_)), "{line}");
        }
    }

    #[test]
    fn what_is_sound_of_a_search_counts() {
        for (line, faults) in [
            ("go depth 3", 0),
            ("go depth x depth 3", 1),
            ("go nodes depth 3", 1),
            ("go x y depth 3 z", 3),
            ("go depth 3 wtime", 1),
        ] {
            let Command::Go(go) = Command::parse(line) else { panic!("{line}") };
            assert_eq!((go.limits.depth, go.faults.len()), (Some(3), faults), "{line}");
        }
    }
}
