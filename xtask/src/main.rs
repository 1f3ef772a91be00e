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

use anyhow::{Context, Result, bail};
use project::Skipped;

/// One row of the help page.
struct Command {
    name: &'static str,
    arguments: &'static str,
    summary: &'static str,
    run: fn(&[String]) -> Result<()>,
}

const COMMANDS: &[Command] = &[
    Command {
        name: "check",
        arguments: "[NAME...]",
        summary: "everything that must hold besides the tests: style, docs, wasm, dependencies",
        run: check::run,
    },
    Command {
        name: "layers",
        arguments: "",
        summary: "fails when a crate depends on a crate that it should not know",
        run: |_| layers::run(),
    },
    Command {
        name: "compare-pyffish",
        arguments: "[--games N] [--seed S] [--required]",
        summary: "plays random games and compares every move list with Fairy-Stockfish",
        run: compare::pyffish,
    },
    Command {
        name: "compare-pgn",
        arguments: "[--games N] [--seed S] [--required]",
        summary: "reads and writes random games with variations as python-chess does (1000 unless given)",
        run: compare::pgn,
    },
    Command {
        name: "fuzz",
        arguments: "[SECONDS]",
        summary: "runs every fuzz target for SECONDS (60 unless given)",
        run: fuzz::run,
    },
    Command {
        name: "stress",
        arguments: stress::ARGUMENTS,
        summary: "plays fast games by all kinds of rules; fails on a crash, illegal move or time loss",
        run: stress::run,
    },
    Command {
        name: "spsa",
        arguments: spsa::ARGUMENTS,
        summary: "tunes the parameters of the search by matches of opposite random changes",
        run: spsa::run,
    },
    Command {
        name: "kill-loop",
        arguments: load::KILL_ARGUMENTS,
        summary: "kills the program N times (200 unless given) while it plays; fails if a game is lost",
        run: load::kill_loop,
    },
    Command {
        name: "load",
        arguments: "[GAMES] [SPECTATORS] [TURNS] [leaving] [postgres]",
        summary: "puts load on a game server and checks every game; 1000 games, 5000 spectators, 60 turns",
        run: |arguments| load::start("games", arguments),
    },
    Command {
        name: "faults",
        arguments: "[MINUTES] [GAMES] [SEED] [postgres]",
        summary: "cuts connections and kills the game server while games go on; 10 minutes, 100 games",
        run: |arguments| load::start("faults", arguments),
    },
    Command {
        name: "cluster",
        arguments: "[SECONDS] [GAMES] [SPECTATORS] [SEED] [PROOF...]",
        summary: "shows all of a cluster, or the proofs that are named, as a table; 600 seconds, 30 games, 5000 spectators",
        run: load::cluster,
    },
    Command {
        name: "attack",
        arguments: "[SECONDS] [GAMES] [PART OF A NAME]",
        summary: "plays games beside clients that misbehave; 30 seconds each, 200 games",
        run: |arguments| load::start("attack", arguments),
    },
    Command {
        name: "fuzz-server",
        arguments: "[SECONDS] [CLIENTS] [SEED]",
        summary: "sends a game server messages that were changed at random; a panic anywhere fails",
        run: |arguments| load::start("fuzz", arguments),
    },
    Command {
        name: "coverage",
        arguments: "",
        summary: "measures how much of `rules` and `notation` the tests run",
        run: |_| tools::coverage(),
    },
    Command {
        name: "screenshots",
        arguments: screenshots::ARGUMENTS,
        summary: "takes the pictures of the window in docs/screenshots, and the film of the README",
        run: screenshots::run,
    },
    Command {
        name: "web",
        arguments: web::ARGUMENTS,
        summary: "builds the web page into dist/web; programs built afterwards carry it inside",
        run: web::build,
    },
    Command {
        name: "web-test",
        arguments: "[FILE...]",
        summary: "plays in the page with Chromium, and takes pictures of it",
        run: web::test,
    },
    Command {
        name: "package",
        arguments: package::ARGUMENTS,
        summary: "makes packages to give away, with checksums; all of them unless some are named",
        run: package::run,
    },
];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match dispatch(&arguments) {
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

fn dispatch(arguments: &[String]) -> Result<()> {
    let Some((name, rest)) = arguments.split_first() else {
        print_help();
        bail!("no command was given");
    };
    if matches!(name.as_str(), "--help" | "-h" | "help") {
        print_help();
        return Ok(());
    }
    let command = COMMANDS.iter().find(|command| command.name == name).with_context(|| {
        format!("there is no command `{name}`; `cargo xtask --help` lists them")
    })?;
    if command.arguments.is_empty() && !rest.is_empty() {
        bail!("`{name}` takes no arguments, but was given `{}`", rest.join(" "));
    }
    (command.run)(rest)
}

fn print_help() {
    println!("The project's chores.\n\nUsage: cargo xtask <command>\n");
    for Command { name, arguments, summary, .. } in COMMANDS {
        println!("  {}\n      {summary}", format!("{name} {arguments}").trim_end());
    }
}
