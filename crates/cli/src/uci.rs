//! `xxlchess uci`: the engine for chess programs that speak UCI.
//!
//! Commands are obeyed on one thread while the engine searches on another, so that it can be stopped
//! at any time. Nothing that is read ends the program but `quit` and the end of the input.

mod command;
mod inbox;
mod options;
mod output;
mod session;

use std::io::{self, BufRead, BufReader};

use inbox::Inbox;
use session::Session;

/// What the help says below the options.
pub const EXAMPLES: &str = "\
Examples:
  xxlchess uci

In your chess program, add an engine with this command. Its options UCI_Variant and RulesFile choose
the rules. In a terminal, `uci` lists all options and `quit` ends.";

/// Speaks UCI on standard input and output until `quit` or the end of the input.
pub fn run() -> anyhow::Result<()> {
    speak(BufReader::new(io::stdin()), io::stdout())
}

/// Speaks UCI over any reader and writer.
fn speak(
    input: impl BufRead + Send + 'static,
    output: impl io::Write + Send + 'static,
) -> anyhow::Result<()> {
    let mut session = Session::new(output::Output::new(output));
    let mut inbox = Inbox::new(input);
    while let Some(command) = inbox.next(|| session.is_busy())? {
        if !session.obey(command) {
            session.quit();
            return Ok(());
        }
    }
    // A search without limits ends with the input, any other is finished first.
    session.settle();
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::io::{Cursor, Write};
    use std::sync::{Arc, Mutex};

    use super::inbox::LONGEST_LINE;
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
        let text = answers(
            "go perft 3\nposition startpos moves e2e4\ngo perft 0\ngo perft 30\nstop\nquit\n",
        );
        assert!(text.contains("Nodes searched: 8902\n"), "{text}");
        assert!(text.contains("Nodes searched: 1\n"), "{text}");
        assert!(text.ends_with("info string stopped\n"), "{text}");
    }

    #[test]
    fn what_ends_by_itself_is_finished_before_the_next_command() {
        let text = answers("go perft 3\nquit\n");
        assert!(text.contains("Nodes searched: 8902\n"), "{text}");
        let text = answers("go depth 5\nposition startpos moves e2e4\ngo depth 4\nposition x\n");
        assert!(text.contains("info depth 5 ") && text.contains("pv e7"), "{text}");
        assert_eq!(text.matches("bestmove ").count(), 2, "{text}");
    }

    #[test]
    fn questions_are_answered_before_what_waits_in_line() {
        let text = answers("go perft 30\nposition startpos moves e2e4\nisready\nstop\nd\n");
        let (ready, stopped) = (text.find("readyok"), text.find("info string stopped"));
        assert!(ready < stopped && stopped.is_some(), "{text}");
        assert!(text.contains("Fen: rnbqkbnr/pppppppp/8/8/4P3/"), "{text}");
    }

    /// The word after the last time that a mark is there.
    fn last_after<'a>(text: &'a str, mark: &str) -> &'a str {
        let rest = &text[text.rfind(mark).expect("the mark") + mark.len()..];
        rest.split([' ', '\n']).next().expect("a word")
    }

    #[test]
    fn the_last_line_is_that_of_the_move_to_play() {
        for nodes in [1, 10, 100, 777, 5_000, 12_345] {
            let text = answers(&format!("go nodes {nodes}\n"));
            assert_eq!(last_after(&text, "bestmove "), last_after(&text, " pv "), "{text}");
        }
        // However short it thinks, it does not overlook a mate in one.
        let mate = "position fen 6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1\ngo infinite\nstop\n";
        assert!(answers(mate).contains("bestmove e1e8"), "{}", answers(mate));
    }

    #[test]
    fn the_same_nodes_give_the_same_answer() {
        let position = "position startpos moves d2d3 b7b5 g1f3 c8a6 c2c4 c7c6 c1e3 d8a5 b1d2 g7g6";
        let text = answers(&format!("{position}\ngo nodes 20000\ngo depth 9\ngo nodes 20000\n"));
        let found: Vec<_> = text.lines().filter(|line| line.contains("bestmove")).collect();
        assert_eq!(found[0], found[2], "{text}");
    }

    #[test]
    fn players_who_do_not_look_ahead_keep_to_the_protocol() {
        for level in ["random", "greedy", "careful"] {
            let set = format!("setoption name Level value {level}");
            let text = answers(&format!("{set}\ngo depth 3 searchmoves a2a3\n"));
            assert!(text.contains("bestmove a2a3") && text.contains(" score cp "), "{text}");
            let text = answers(&format!("{set}\ngo infinite\nisready\nstop\n"));
            let (ready, best) = (text.find("readyok"), text.find("bestmove"));
            assert!(ready < best, "{text}");
        }
    }

    #[test]
    fn the_end_of_the_game_is_told() {
        let mate = "position fen R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1\ngo depth 3\n";
        assert!(answers(mate).ends_with("info depth 0 score mate 0\nbestmove (none)\n"));
        let stalemate = "position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\ngo infinite\n";
        assert!(answers(stalemate).ends_with("info depth 0 score cp 0\nbestmove (none)\n"));
        let taken = "setoption name UCI_Variant value king-capture\n\
                     position startpos moves e2e4 f7f5 d1h5 a7a6 h5e8\ngo depth 3\n";
        assert!(answers(taken).ends_with("info depth 0 score mate 0\nbestmove (none)\n"));
    }

    #[test]
    fn under_fog_it_plays_by_what_it_sees() {
        let rules = std::env::temp_dir().join(format!("xxlchess-fog-{}.toml", std::process::id()));
        std::fs::write(&rules, "inherits = 'standard'\nfog = true\n").expect("a file");
        let set = format!("setoption name RulesFile value {}", rules.display());
        let text = answers(&format!("{set}\nposition startpos moves e2e4\nd\ngo nodes 500\n"));
        std::fs::remove_file(&rules).expect("it was there");
        assert_eq!(text.matches("bestmove ").count(), 1, "{text}");
        assert!(!text.contains(" score "), "{text}");
        assert!(
            !text.contains('?'),
            "the board is drawn whole, for those who look into it: {text}"
        );
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
    fn a_search_for_a_mate_that_is_not_there_ends() {
        // It is finished before the next command, and not stopped by it.
        let text = answers("go mate 1\nposition startpos moves e2e4\nd\n");
        let (last, best) = (text.find("info depth 6 "), text.find("bestmove "));
        assert!(last.is_some() && last < best, "{text}");
        let mate = "position fen 7k/8/6K1/8/8/8/8/Q7 w - - 0 1\ngo mate 3\nd\n";
        assert!(answers(mate).contains(" score mate 1 "), "{}", answers(mate));
    }

    #[test]
    fn chances_are_shown_if_they_are_asked_for() {
        assert!(!answers("go depth 2\n").contains(" wdl "));
        let text = answers("setoption name UCI_ShowWDL value true\ngo depth 3\n");
        let told = text.lines().find_map(|line| line.split_once(" wdl ")).expect("chances").1;
        let parts: Vec<u32> =
            told.split(' ').take(3).map(|part| part.parse().expect("a number")).collect();
        assert!(parts.iter().sum::<u32>() == 1000 && parts[1] > 400, "{text}");
        let lost = "position fen 7k/8/6K1/8/8/8/8/Q7 w - - 0 1\ngo depth 2\n";
        let text = answers(&format!("setoption name UCI_ShowWDL value true\n{lost}"));
        assert!(text.contains(" score mate 1 wdl 1000 0 0 "), "{text}");
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
