//! The `xxlchess` program: every subcommand is a small module of its own.

mod analyse;
mod bench;
mod board;
mod convert;
mod hint;
mod input;
mod inspect;
mod lan;
mod learn;
mod moves;
mod page;
mod perft;
mod puzzles;
mod referee;
mod self_play;
mod serve;
mod solve;
mod tournament;
mod tune;
mod uci;
mod validate;
mod window;

use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Big-board chess (14x14, eleven kinds of pieces) and ordinary chess.
///
/// Without a command, the window opens with the start menu.
#[derive(Parser)]
#[command(name = "xxlchess", version, max_term_width = 100)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Open the window straight on the game that a config describes.
    Play(window::Options),
    /// Draw a position in the terminal.
    Board(board::Options),
    /// List the legal moves, one a line, in UCI form.
    Moves(moves::Options),
    /// Tell everything about a position as one JSON object.
    Inspect(inspect::Options),
    /// Play the hint of the free chessboard and show the position.
    Hint(hint::Options),
    /// Count sequences of legal moves.
    Perft(perft::Options),
    /// Check configs, layouts, rule sets, archives, PGN and FEN files.
    Validate(validate::Options),
    /// Turn a game or position into another kind of file.
    Convert(convert::Options),
    /// Make puzzles from games of the computer against itself.
    Puzzles(puzzles::Options),
    /// Be the referee of a game for another program, over JSON lines.
    Referee(referee::Options),
    /// Host games for others on the network, with the web page to play them in.
    Serve(serve::Options),
    /// Play as an engine in any chess program that speaks UCI.
    Uci,
    /// Play engines against each other, and measure how much stronger one is.
    Match(Box<tournament::Options>),
    /// Tell what the engine thinks of the moves of recorded games.
    Analyse(analyse::Options),
    /// Measure a fixed, repeatable workload for each rule set.
    Bench(bench::Options),
    /// Count how many positions of a test set the engine solves.
    Solve(solve::Options),
    /// Find better weights for the engine's evaluation, from its own games.
    Tune(tune::Options),
    /// Train the network that corrects the evaluation, on the engine's own games.
    Learn(learn::Options),
}

/// Everything that a command can fail with is bad input, so they all end with this code.
const BAD_INPUT: u8 = 2;

fn main() -> ExitCode {
    let command = Arguments::parse().command;
    let mut output = BufWriter::new(io::stdout());
    let done = run(command, &mut output).and_then(|()| Ok(output.flush()?));
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::from(BAD_INPUT)
        }
    }
}

fn run(command: Option<Command>, output: &mut dyn Write) -> anyhow::Result<()> {
    let Some(command) = command else { return window::menu() };
    match command {
        Command::Play(options) => window::play(&options),
        Command::Board(options) => board::run(&options, output),
        Command::Moves(options) => moves::run(&options, output),
        Command::Inspect(options) => inspect::run(&options, output),
        Command::Hint(options) => hint::run(&options, output),
        Command::Perft(options) => perft::run(&options, output),
        Command::Validate(options) => validate::run(&options, output),
        Command::Convert(options) => convert::run(&options, output),
        Command::Puzzles(options) => puzzles::run(&options, output),
        Command::Referee(options) => referee::run(&options, io::stdin().lock(), output),
        Command::Serve(options) => serve::run(&options, output),
        Command::Uci => uci::run(),
        Command::Match(options) => tournament::run(&options, output),
        Command::Analyse(options) => analyse::run(&options, output),
        Command::Bench(options) => bench::run(&options, output),
        Command::Solve(options) => solve::run(&options, output),
        Command::Tune(options) => tune::run(&options, output),
        Command::Learn(options) => learn::run(&options, output),
    }
}

/// Whoever reads the output may stop at any time, as `head` does.
fn is_closed_pipe(error: &anyhow::Error) -> bool {
    let kind = error.downcast_ref::<io::Error>().map(io::Error::kind);
    kind == Some(io::ErrorKind::BrokenPipe)
}
