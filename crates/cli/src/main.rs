//! The `xxlchess` program: every subcommand is a small module of its own.
#![deny(clippy::print_stderr, clippy::print_stdout)]

/// Prints a line on standard error. Unlike `eprintln!`, it does not panic if nobody reads it.
macro_rules! report {
    ($($words:tt)*) => {{
        let _ = std::io::Write::write_fmt(&mut std::io::stderr(), format_args!("{}\n", format_args!($($words)*)));
    }};
}

mod admin;
mod analyse;
mod backup;
mod bench;
mod board;
mod completions;
mod console;
mod convert;
mod files;
mod help;
mod hint;
mod input;
mod inspect;
mod interrupt;
mod lab;
mod lan;
mod learn;
mod lines;
mod log;
mod man;
mod moves;
mod page;
mod perft;
mod progress;
mod puzzles;
mod referee;
mod resources;
mod self_play;
mod serve;
mod solve;
mod tournament;
mod tune;
mod uci;
mod validate;
mod window;
mod worker;

use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::process::ExitCode;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

/// What the program is called.
const NAME: &str = "xxlchess";

/// Big-board chess (14x14, eleven kinds of pieces) and ordinary chess.
///
/// Without a command, the window opens with the start menu.
#[derive(Parser)]
#[command(name = NAME, version = env!("XXLCHESS_VERSION"), max_term_width = 100)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Open the window on the game of a file.
    Play(window::Options),
    /// Host games on the network, with a web page to play them in.
    Serve(serve::Options),
    /// Think for the servers of a cluster.
    Worker(worker::Options),
    /// Mute, kick and ban people on a running server, or list them.
    Admin(admin::Options),
    /// Copy what a server keeps into a file, also while it runs.
    Backup(backup::Options),
    /// Draw a position in the terminal.
    Board(board::Options),
    /// List the legal moves, one a line, in UCI form.
    Moves(moves::Options),
    /// Print all about a position as JSON: check, mate, draws, fog.
    Inspect(inspect::Options),
    /// Play the hint of the free chessboard and show the position.
    Hint(hint::Options),
    /// Count sequences of legal moves.
    Perft(perft::Options),
    /// Check configs, layouts, rule sets, archives, PGN and FEN files.
    Validate(validate::Options),
    /// Convert a game or position into another kind of file.
    Convert(convert::Options),
    /// Comment recorded games: what the engine thinks of their moves.
    Analyse(analyse::Options),
    /// Run as an engine for any chess program that speaks UCI.
    #[command(after_help = uci::EXAMPLES)]
    Uci,
    /// Run as a referee for a program in any language, over JSON lines.
    Referee(referee::Options),
    /// Play engines against each other and measure their strength.
    Match(Box<tournament::Options>),
    /// Measure a fixed, repeatable workload for each rule set.
    Bench(bench::Options),
    /// Count how many positions of a test set the engine solves.
    Solve(solve::Options),
    /// Make puzzles from games of the engine against itself.
    Puzzles(puzzles::Options),
    /// Find better weights for the evaluation, from the engine's games.
    Tune(tune::Options),
    /// Play the engine against itself and keep the games for training.
    SelfPlay(self_play::Options),
    /// Measure a game by self-play: what pieces and moves are worth.
    Lab(lab::Options),
    /// Train the network of a rule set.
    Learn(learn::Options),
    /// Print what a shell needs to complete commands with the Tab key.
    Completions(completions::Options),
    /// Write the manual pages.
    Man(man::Options),
}

/// Everything that a command can fail with is bad input, so they all end with this code; an interrupt
/// has its own.
const BAD_INPUT: u8 = 2;

fn main() -> ExitCode {
    let command = read();
    let mut output = BufWriter::new(io::stdout());
    let done = run(command, &mut output).and_then(|()| Ok(output.flush()?));
    match done {
        Ok(()) if interrupt::is_signalled() => ExitCode::from(interrupt::EXIT_CODE),
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            report!("error: {error:#}");
            if console::is_own() {
                // It would close before anybody has read the message.
                report!("\nPress Enter to close.");
                let _ = io::stdin().read_line(&mut String::new());
            }
            let code = if interrupt::is_signalled() { interrupt::EXIT_CODE } else { BAD_INPUT };
            ExitCode::from(code)
        }
    }
}

/// The whole command line as it is defined.
fn definition() -> clap::Command {
    help::grouped(Arguments::command())
}

/// Reads the command line; what cannot be read ends the program with a message.
fn read() -> Option<Command> {
    let read = definition().try_get_matches();
    let read = read.and_then(|matches| Arguments::from_arg_matches(&matches));
    match read {
        Ok(arguments) => arguments.command,
        Err(error) => {
            let message = file_instead_of_command(&error).map(|file| {
                let message = format!("`{file}` is a file; `{NAME} play {file}` opens it");
                definition().error(ErrorKind::InvalidSubcommand, message)
            });
            message.unwrap_or(error).exit()
        }
    }
}

/// The file that was given where a command is expected, if that is what is wrong.
fn file_instead_of_command(error: &clap::Error) -> Option<&str> {
    match error.get(ContextKind::InvalidSubcommand)? {
        ContextValue::String(name) if Path::new(name).is_file() => Some(name),
        _ => None,
    }
}

fn run(command: Option<Command>, output: &mut dyn Write) -> anyhow::Result<()> {
    let Some(command) = command else { return window::menu() };
    match command {
        Command::Play(options) => window::play(&options),
        Command::Serve(options) => serve::run(&options, output),
        Command::Worker(options) => worker::run(&options, output),
        Command::Admin(options) => admin::run(&options, output),
        Command::Backup(options) => backup::run(&options, output),
        Command::Board(options) => board::run(&options, output),
        Command::Moves(options) => moves::run(&options, output),
        Command::Inspect(options) => inspect::run(&options, output),
        Command::Hint(options) => hint::run(&options, output),
        Command::Perft(options) => perft::run(&options, output),
        Command::Validate(options) => validate::run(&options, output),
        Command::Convert(options) => convert::run(&options, output),
        Command::Analyse(options) => analyse::run(&options, output),
        Command::Uci => uci::run(),
        Command::Referee(options) => referee::run(&options, io::stdin().lock(), output),
        Command::Match(options) => tournament::run(&options, output),
        Command::Bench(options) => bench::run(&options, output),
        Command::Solve(options) => solve::run(&options, output),
        Command::Puzzles(options) => puzzles::run(&options, output),
        Command::Tune(options) => tune::run(&options, output),
        Command::SelfPlay(options) => self_play::run(&options, output),
        Command::Lab(options) => lab::run(&options, output),
        Command::Learn(options) => learn::run(&options, output),
        Command::Completions(options) => completions::run(&options, output),
        Command::Man(options) => man::run(&options, output),
    }
}

/// The reader of the output may stop at any time, as `head` does.
fn is_closed_pipe(error: &anyhow::Error) -> bool {
    let kind = error.downcast_ref::<io::Error>().map(io::Error::kind);
    kind == Some(io::ErrorKind::BrokenPipe)
}
