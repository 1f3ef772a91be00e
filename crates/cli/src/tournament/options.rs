//! What can be said about a match on the command line.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;

use super::budget::{Budget, game_time, move_time};
use super::contest::{Contest, Pairing};
use super::game::Conduct;
use super::openings::Book;
use super::spec::{EngineSpec, tell_apart};
use super::sprt::{Sprt, claims};
use crate::input::RulesChoice;
use crate::interrupt::Interrupt;
use crate::resources;

/// How many random moves a game starts with, if nothing else is said.
const USUAL_PLIES: usize = 8;

/// The options of `xxlchess match`.
#[derive(Args)]
#[command(after_long_help = ENGINES)]
pub struct Options {
    /// The players, each in quotes if it has more than one word (see below).
    #[arg(required = true, num_args = 2.., value_name = "ENGINE")]
    engines: Vec<String>,
    #[command(flatten)]
    rules: RulesChoice,
    /// How many games each pair plays; each opening is played with both colours.
    #[arg(long, value_name = "N", default_value = "100", value_parser = resources::positive::<usize>)]
    games: usize,
    /// Who plays whom, where there are more than two.
    #[arg(long, value_enum, default_value_t = Pairing::All)]
    pairs: Pairing,
    /// Time for the game and for each move, in seconds [default: 10+0.1].
    #[arg(long, value_name = "BASE+INC", group = "budget", value_parser = game_time)]
    time: Option<Budget>,
    /// Time for each move, in seconds.
    #[arg(long, value_name = "SECONDS", group = "budget", value_parser = move_time)]
    movetime: Option<Duration>,
    /// Positions for each move: games can be repeated exactly.
    #[arg(long, value_name = "N", group = "budget", value_parser = resources::positive::<u64>)]
    nodes: Option<u64>,
    /// How many moves each player looks ahead.
    #[arg(long, value_name = "N", group = "budget", value_parser = resources::positive::<u32>)]
    depth: Option<u32>,
    /// Openings: positions (FEN or EPD, one a line) or games (PGN).
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,
    /// Random moves of either side at the start [default: 8]; of games in a file, how many to use.
    #[arg(long, value_name = "N")]
    plies: Option<usize>,
    /// Decides openings and all else that is random.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// How many games are played at a time.
    #[arg(long, value_name = "N", default_value = "1", value_parser = resources::threads)]
    concurrency: usize,
    /// Memory of each engine for positions, in MiB.
    #[arg(long, value_name = "MIB", default_value = "16", value_parser = resources::hash)]
    hash: usize,
    /// End as soon as it is clear which of two rating differences holds.
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true, value_parser = claims)]
    sprt: Option<(f64, f64)>,
    /// How often a test may find an improvement where there is none.
    #[arg(long, value_name = "PART", default_value_t = 0.05, requires = "sprt", value_parser = part)]
    alpha: f64,
    /// How often a test may miss an improvement.
    #[arg(long, value_name = "PART", default_value_t = 0.05, requires = "sprt", value_parser = part)]
    beta: f64,
    /// Write the games to this file; `-` is standard output.
    #[arg(long, value_name = "FILE")]
    pub(super) pgn: Option<PathBuf>,
    /// Print the results as one JSON object.
    #[arg(long)]
    pub(super) json: bool,
    #[command(flatten)]
    conduct: Conduct,
}

const ENGINES: &str = "\
An ENGINE is a level or a program, followed by its settings, all in one pair of quotes:

  builtin                        our engine at full strength
  random, greedy, careful, ...   one of its levels; level:6 or 6 for those with numbers
  cmd:PROGRAM ARGUMENTS          a program that speaks UCI; `cmd:` may be left out
  cecp:PROGRAM ARGUMENTS         a program that speaks the protocol of XBoard

  name=NAME                      how it is called in the results
  option.NAME=VALUE              an option of the engine, such as option.Threads=1;
                                 option.RulesFile=FILE gives another xxlchess the rules of a file
  variant=NAME                   what it calls the rules, if not by the usual name
  log=FILE                       write all messages to and from the program to this file
  time=, movetime=, nodes=, depth=   its own limits, if they are not those of the match

Ctrl-C ends the match at once and prints the result of the finished games.

Examples:

  xxlchess match careful random --rules xxl --games 20
  xxlchess match builtin 'stockfish name=sf option.Threads=1' --rules standard --time 10+0.1
  xxlchess match builtin 'gnuchess --uci' --rules standard --sprt 0,10 --games 5000
  xxlchess match builtin 'cecp:fairymax' --rules standard --movetime 1
  xxlchess match 'builtin option.Threads=2 name=two' 'builtin name=one' --pgn games.pgn
";

impl Options {
    /// The match that is asked for.
    pub(super) fn contest(&self, interrupt: Interrupt) -> anyhow::Result<Contest> {
        let rules = self.rules.load()?;
        let engines = self.engines.iter().map(|text| EngineSpec::parse(text));
        let mut engines = engines.collect::<anyhow::Result<Vec<_>>>()?;
        tell_apart(&mut engines);
        let book = match &self.openings {
            Some(path) => Book::read(path, &rules, self.plies, self.seed)?,
            None => Book::Random { plies: self.plies.unwrap_or(USUAL_PLIES), seed: self.seed },
        };
        let contest = Contest {
            pairs: self.pairs.pairs(engines.len()),
            rules,
            engines,
            games: self.games,
            budget: self.budget(),
            book,
            conduct: self.conduct.clone(),
            seed: self.seed,
            hash: self.hash,
            concurrency: self.concurrency,
            interrupt,
        };
        contest.check()?;
        Ok(contest)
    }

    fn budget(&self) -> Budget {
        let usual =
            Budget::Clock { base: Duration::from_secs(10), increment: Duration::from_millis(100) };
        self.time
            .or(self.movetime.map(Budget::MoveTime))
            .or(self.nodes.map(Budget::Nodes))
            .or(self.depth.map(Budget::Depth))
            .unwrap_or(usual)
    }

    /// The test that is asked for.
    pub(super) fn sprt(&self) -> Option<Sprt> {
        let (elo0, elo1) = self.sprt?;
        Some(Sprt { elo0, elo1, alpha: self.alpha, beta: self.beta })
    }
}

/// Reads a part of one.
fn part(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number| *number > 0.0 && *number < 0.5);
    number.ok_or_else(|| "expected a part such as 0.05, below 0.5".to_owned())
}
