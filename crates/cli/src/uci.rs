//! `xxlchess uci`: the engine for chess programs that speak UCI.
//!
//! Commands are read on one thread while the engine searches on another, so that it can be stopped
//! at any time. Nothing that is read ends the program but `quit` and the end of the input.

mod command;
mod options;
mod output;
mod session;

use std::io::{self, BufRead};

use crate::lines::{self, Line};
use session::Session;

/// What the help says below the options.
pub const EXAMPLES: &str = "\
Examples:
  xxlchess uci

In your chess program, add an engine with this command. Its options UCI_Variant and RulesFile choose
the rules. In a terminal, `uci` lists all options and `quit` ends.";

/// Speaks UCI on standard input and output until `quit` or the end of the input.
pub fn run() -> anyhow::Result<()> {
    speak(io::stdin().lock(), io::stdout())
}

/// No line that means anything is longer: this is room for a game of a hundred thousand moves.
const LONGEST_LINE: usize = 1 << 20;

/// Speaks UCI over any reader and writer.
fn speak(mut input: impl BufRead, output: impl io::Write + Send + 'static) -> anyhow::Result<()> {
    let mut session = Session::new(output::Output::new(output));
    while let Some(line) = lines::next(&mut input, LONGEST_LINE)? {
        match line {
            Line::TooLong => session.refuse_long_line(LONGEST_LINE),
            Line::Read(line) if session.obey(&String::from_utf8_lossy(&line)) => {}
            Line::Read(_) => {
                session.close(false);
                return Ok(());
            }
        }
    }
    // A search without limits ends with the input, any other is finished first.
    session.close(true);
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::io::{Cursor, Write};
    use std::sync::{Arc, Mutex};

    use super::*;

    #[derive(Clone, Default)]
    struct Shared(Arc<Mutex<Vec<u8>>>);

    impl Write for Shared {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().expect("not poisoned").write(bytes)
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    fn answers(input: &str) -> String {
        let output = Shared::default();
        speak(Cursor::new(input.to_owned()), output.clone()).expect("nothing to fail");
        let bytes = output.0.lock().expect("not poisoned").clone();
        String::from_utf8(bytes).expect("text")
    }

    #[test]
    fn a_game_can_be_played() {
        let text = answers(
            "uci\nisready\nucinewgame\nposition startpos moves e2e4 e7e5\ngo depth 4\nisready\n",
        );
        assert!(text.contains("uciok") && text.contains("readyok"));
        assert!(text.contains("info depth 4 seldepth") && text.contains(" multipv 1 score "));
        for word in [" nodes ", " nps ", " hashfull ", " time ", " pv "] {
            assert!(text.contains(word), "{word} in {text}");
        }
        assert_eq!(text.matches("bestmove ").count(), 1, "{text}");
    }

    #[test]
    fn other_boards_are_chosen_by_an_option() {
        let text = answers(
            "setoption name UCI_Variant value xxl\nposition startpos moves a2a4\ngo nodes 2000\n\
             go perft 2\nd\neval\n",
        );
        assert!(text.contains("bestmove "), "{text}");
        assert!(text.contains("Nodes searched: "), "{text}");
        assert!(text.contains("Fen: ") && text.contains("evaluation for black: "), "{text}");
        assert!(text.contains("pieces: pawn ") && text.contains(", amazon "), "{text}");
    }

    #[test]
    fn a_search_without_end_can_be_stopped() {
        let text = answers("go infinite\nstop\ngo ponder wtime 1000 btime 1000\nponderhit\n");
        assert_eq!(text.matches("bestmove ").count(), 2, "{text}");
    }

    #[test]
    fn questions_are_answered_while_it_thinks() {
        let text = answers("go infinite\nisready\neval\nd\ngo perft 1\nisready\n");
        assert_eq!(text.matches("readyok").count(), 2, "{text}");
        assert!(text.contains("evaluation for white: ") && text.contains("Fen: "), "{text}");
        assert!(text.contains("Nodes searched: 20"), "{text}");
        // The count ended the search, which gave its move before.
        assert_eq!(text.matches("bestmove ").count(), 1, "{text}");
    }

    #[test]
    fn counts_can_be_stopped() {
        let text =
            answers("go perft 3\nposition startpos moves e2e4\ngo perft 0\ngo perft 30\nquit\n");
        assert!(text.contains("Nodes searched: 8902\n"), "{text}");
        assert!(text.contains("Nodes searched: 0\n"), "{text}");
        assert!(text.ends_with("info string stopped\n"), "{text}");
    }

    #[test]
    fn the_end_of_the_game_is_told() {
        let mate = "position fen R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1\ngo depth 3\n";
        assert!(answers(mate).ends_with("info depth 0 score mate 0\nbestmove (none)\n"));
        let stalemate = "position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\ngo infinite\n";
        assert!(answers(stalemate).ends_with("info depth 0 score cp 0\nbestmove (none)\n"));
    }

    #[test]
    fn whoever_says_go_gets_a_move() {
        for go in ["go depth 2 nonsense", "go searchmoves e2e9 depth 2", "go depth x", "go mate 1"]
        {
            let text = answers(&format!("{go}\n"));
            assert_eq!(text.matches("bestmove ").count(), 1, "{go}: {text}");
        }
        let text = answers("go searchmoves a2a3 e2e9 depth 3\n");
        assert!(text.contains("bestmove a2a3"), "{text}");
    }

    #[test]
    fn lines_without_end_are_skipped() {
        let long = "x".repeat(3 * LONGEST_LINE);
        let text = answers(&format!("{long}\nisready\n{long}"));
        assert_eq!(text.matches("info string a line of more than").count(), 2, "{text}");
        assert!(text.contains("readyok"), "{text}");
    }

    #[test]
    fn junk_changes_nothing() {
        let junk = "position fen x\nposition startpos moves e2e5 e7e5\nsetoption\ngo depth x\n\
                    setoption name Hash value -1\nsetoption name Threads value 99999999\n\
                    setoption name UCI_Variant value nonsense\nsetoption name Nonsense value 1\n\
                    setoption name RulesFile value /does/not/exist\n\u{0}\u{1}\ngo searchmoves e2e9\n\
                    position fen 8/8/8/8/8/8/8/8 w - - 0 1\nstop\nponderhit\n";
        let text = answers(&format!("{junk}go nodes 100\n"));
        assert!(text.matches("bestmove ").count() >= 1, "{text}");
        assert!(text.contains("info string"), "{text}");
    }
}
