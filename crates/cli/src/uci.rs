//! `xxlchess uci`: the engine for chess programs that speak UCI.
//!
//! Commands are read on one thread while the engine searches on another, so that it can be stopped
//! at any time. Nothing that is read ends the program but `quit` and the end of the input.

mod command;
mod options;
mod output;
mod session;

use std::io::{self, BufRead};

use session::Session;

/// Speaks UCI on standard input and output until `quit` or the end of the input.
pub fn run() -> anyhow::Result<()> {
    speak(io::stdin().lock(), io::stdout())
}

/// Speaks UCI over any reader and writer.
fn speak(mut input: impl BufRead, output: impl io::Write + Send + 'static) -> anyhow::Result<()> {
    let mut session = Session::new(output::Output::new(output));
    let mut line = Vec::new();
    loop {
        line.clear();
        let is_over = input.read_until(b'\n', &mut line)? == 0;
        if is_over || !session.obey(&String::from_utf8_lossy(&line)) {
            // A search without limits ends with the input, any other is finished first.
            session.close(is_over);
            return Ok(());
        }
    }
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
        assert!(text.contains("info depth 4 seldepth") && text.contains(" pv "));
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
        assert!(text.contains("Fen: ") && text.contains("evaluation"), "{text}");
    }

    #[test]
    fn a_search_without_end_can_be_stopped() {
        let text = answers("go infinite\nstop\ngo ponder wtime 1000 btime 1000\nponderhit\n");
        assert_eq!(text.matches("bestmove ").count(), 2, "{text}");
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
