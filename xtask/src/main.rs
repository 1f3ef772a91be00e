//! The project's chores, run as `cargo xtask <command>`; each command is one module.

mod check;
mod comments;
mod compare;
mod fuzz;
mod layers;
mod load;
mod package;
mod project;
mod screenshots;
mod spsa;
mod stress;
mod tools;
mod type_names;
mod web;

use std::process::ExitCode;

use anyhow::Result;
use clap::Parser;
use project::Skipped;

/// The project's chores.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask", max_term_width = 100)]
enum Chore {
    /// Everything that must hold besides the tests: style, docs, wasm, dependencies
    Check {
        /// Parts of the names of checks; all of them unless some are named
        #[arg(value_name = "NAME")]
        names: Vec<String>,
    },
    /// Fails when a crate depends on a crate that it should not know
    Layers,
    /// Plays random games and compares every move list with Fairy-Stockfish
    ComparePyffish {
        /// --all for every variant that can be expressed, --required, and what the script takes
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<String>,
    },
    /// Reads and writes random games with variations as python-chess does
    ComparePgn {
        /// --required, and what the script takes
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        arguments: Vec<String>,
    },
    /// Runs every fuzz target
    Fuzz {
        /// How long each of them runs
        #[arg(default_value_t = 60)]
        seconds: u32,
    },
    /// Plays fast games by all kinds of rules; fails on a crash, illegal move or time loss
    Stress(stress::Options),
    /// Tunes the parameters of the search by matches of opposite random changes
    Spsa(spsa::Options),
    /// Kills the program while it plays; fails if a game is lost
    KillLoop {
        /// How often
        #[arg(long, default_value_t = 200)]
        times: u64,
    },
    /// Puts load on a game server and checks every game
    Load {
        /// GAMES, SPECTATORS, TURNS, leaving, postgres; 1000 games, 5000 spectators, 60 turns
        arguments: Vec<String>,
    },
    /// Cuts connections and kills the game server while games go on
    Faults {
        /// MINUTES, GAMES, SEED, postgres; 10 minutes, 100 games
        arguments: Vec<String>,
    },
    /// Shows all of a cluster, or the proofs that are named, as a table
    Cluster {
        /// SECONDS, GAMES, SPECTATORS, SEED, PROOF...; 600 seconds, 30 games, 5000 spectators
        arguments: Vec<String>,
    },
    /// Plays games beside clients that misbehave
    Attack {
        /// SECONDS, GAMES, part of a name; 30 seconds each, 200 games
        arguments: Vec<String>,
    },
    /// Sends a game server messages that were changed at random; a panic anywhere fails
    FuzzServer {
        /// SECONDS, CLIENTS, SEED
        arguments: Vec<String>,
    },
    /// Measures how much of `rules` and `notation` the tests run
    Coverage,
    /// Takes the pictures of the window in docs/screenshots, and the film of the README
    Screenshots(screenshots::Options),
    /// Builds the web page into dist/web; programs built afterwards carry it inside
    Web(web::Options),
    /// Plays in the page with Chromium, and takes pictures of it
    WebTest {
        /// Files of tests; all of them unless some are named
        files: Vec<String>,
    },
    /// Makes packages to give away, with checksums
    Package(package::Options),
}

fn main() -> ExitCode {
    match Chore::parse().run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if error.is::<Skipped>() => {
            println!("skipped: {error}");
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

impl Chore {
    fn run(&self) -> Result<()> {
        match self {
            Chore::Check { names } => check::run(names),
            Chore::Layers => layers::run(),
            Chore::ComparePyffish { arguments } => compare::pyffish(arguments),
            Chore::ComparePgn { arguments } => compare::pgn(arguments),
            Chore::Fuzz { seconds } => fuzz::run(*seconds),
            Chore::Stress(options) => stress::run(options),
            Chore::Spsa(options) => spsa::run(options),
            Chore::KillLoop { times } => load::kill_loop(*times),
            Chore::Load { arguments } => load::start("games", arguments),
            Chore::Faults { arguments } => load::start("faults", arguments),
            Chore::Cluster { arguments } => load::cluster(arguments),
            Chore::Attack { arguments } => load::start("attack", arguments),
            Chore::FuzzServer { arguments } => load::start("fuzz", arguments),
            Chore::Coverage => tools::coverage(),
            Chore::Screenshots(options) => screenshots::run(options),
            Chore::Web(options) => web::build(options),
            Chore::WebTest { files } => web::test(files),
            Chore::Package(options) => package::run(options),
        }
    }
}
