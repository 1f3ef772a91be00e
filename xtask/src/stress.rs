//! Plays many fast games by all kinds of rules and fails on any crash, illegal move or time loss.

use std::fs::{self, File};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::Arc;
use std::time::Instant;

use anyhow::{Context, Result, bail};
use clap::Args;
use notation::{fen, ruleset};
use rules::{Position, Rules};
use serde::Deserialize;
use test_kit::random::{self, Random};

use crate::project;

/// The number of random rule sets, with random pieces.
const MADE_UP: usize = 12;
/// How many odd positions games start from, for each rule set that has them.
const ODD_POSITIONS: usize = 50;
/// Games that are longer are drawn: by some rules they would never end.
const MOST_MOVES: &str = "200";

/// What the user asks for.
#[derive(Args, Debug)]
pub struct Options {
    /// The program; it is built unless it is given
    #[arg(long, value_name = "PATH")]
    binary: Option<PathBuf>,
    #[arg(long, value_name = "N", default_value_t = 1000)]
    games: usize,
    #[arg(long, value_name = "N", default_value_t = NonZeroUsize::MIN)]
    concurrency: NonZeroUsize,
    #[arg(long, value_name = "BASE+INC", default_value = "1+0.01")]
    time: String,
    /// By how many milliseconds a clock may be overstepped
    #[arg(long, value_name = "MS", default_value_t = 50)]
    margin: usize,
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
}

/// Games by one rule set between two players.
struct Bout {
    name: String,
    rules: String,
    players: [String; 2],
    more: Vec<String>,
}

/// What came of some games; of two players, or of one.
#[derive(Clone, Copy, Default, Deserialize)]
#[serde(default)]
struct Tally {
    games: usize,
    time_losses: usize,
    crashes: usize,
    illegal_moves: usize,
}

/// What a match prints at its end, as far as it matters here.
#[derive(Deserialize)]
struct MatchReport {
    results: Vec<Tally>,
    players: Vec<Tally>,
}

impl Tally {
    fn add(&mut self, other: Tally) {
        self.games += other.games;
        self.time_losses += other.time_losses;
        self.crashes += other.crashes;
        self.illegal_moves += other.illegal_moves;
    }

    fn faults(self) -> usize {
        self.time_losses + self.crashes + self.illegal_moves
    }
}

/// Plays all bouts, also after one has failed, and fails if anything went wrong.
pub fn run(options: &Options) -> Result<()> {
    let binary = match &options.binary {
        Some(path) => path.canonicalize().with_context(|| format!("{}", path.display()))?,
        None => project::build(&["--release", "--package", "xxlchess"], "xxlchess")?,
    };
    let folder = project::metadata()?.target_directory.join("stress");
    fs::create_dir_all(&folder).with_context(|| format!("{}", folder.display()))?;
    let bouts = bouts(&binary, &folder, options.seed)?;
    // Each opening is played with both colours.
    let games = options.games.div_ceil(bouts.len()).next_multiple_of(2).max(2);
    let mut total = Tally::default();
    for bout in &bouts {
        let begin = Instant::now();
        let tally = bout.play(&binary, &folder, games, options)?;
        let Tally { games, time_losses, crashes, illegal_moves } = tally;
        let time = begin.elapsed().as_secs_f64();
        println!(
            "{:<32} {games:>4} games, {time_losses} time losses, {crashes} crashes, {illegal_moves} \
             illegal moves {time:>7.1} s",
            bout.name
        );
        total.add(tally);
    }
    let Tally { games, time_losses, crashes, illegal_moves } = total;
    println!(
        "{games} games at {}, {time_losses} time losses, {crashes} crashes, {illegal_moves} illegal moves",
        options.time
    );
    if total.faults() > 0 {
        bail!("{} games went wrong; what was said is in {}", total.faults(), folder.display());
    }
    Ok(())
}

/// Everything that is played: shipped, example and made-up rule sets, odd positions, fog, levels;
/// one thread and two; inside the program and over UCI.
fn bouts(binary: &Path, folder: &Path, seed: u64) -> Result<Vec<Bout>> {
    let one = "builtin name=one".to_owned();
    let two = "builtin option.Threads=2 name=two".to_owned();
    let uci = |threads: usize| {
        let binary = binary.display();
        format!("'cmd:{binary}' uci option.Threads={threads} name=uci{threads}")
    };
    let bout = |name: &str, rules: &str, players: [&String; 2], more: &[&str]| Bout {
        name: name.to_owned(),
        rules: rules.to_owned(),
        players: players.map(Clone::clone),
        more: more.iter().map(|word| (*word).to_owned()).collect(),
    };
    let mut bouts = Vec::new();
    for id in ruleset::shipped_ids() {
        bouts.push(bout(id, id, [&one, &two], &[]));
        bouts.push(bout(&format!("{id} over UCI"), id, [&uci(1), &uci(2)], &[]));
        bouts.push(bout(&format!("{id} under fog"), id, [&one, &two], &["--fog"]));
    }
    for (rules, level, other) in [("xxl", "5", "careful"), ("standard", "9", "1")] {
        let players = [level, other].map(str::to_owned);
        bouts.push(bout(&format!("{rules}, levels"), rules, [&players[0], &players[1]], &[]));
    }
    for name in ["ten-by-ten", "twelve-by-ten", "sixteen"] {
        let path = project::root().join(format!("rulesets/examples/{name}.toml"));
        bouts.push(bout(name, &path.display().to_string(), [&one, &two], &[]));
    }
    let mut random = Random::new(seed);
    for id in ["xxl", "standard", "capablanca", "king-capture"] {
        let rules = ruleset::shipped_or_error(id)?;
        let path = folder.join(format!("odd-{id}.epd"));
        fs::write(&path, odd_positions(&rules, &mut random).join("\n"))?;
        let openings = path.display().to_string();
        let name = format!("{id}, odd positions");
        bouts.push(bout(&name, id, [&one, &two], &["--openings", &openings]));
    }
    for number in 1..=MADE_UP {
        let rules = playable_rules(&mut random);
        let path = folder.join(format!("made-up-{number}.toml"));
        fs::write(&path, ruleset::format(rules.spec()))?;
        let name = format!("made up {number}, {}", rules.size());
        bouts.push(bout(&name, &path.display().to_string(), [&one, &two], &[]));
    }
    Ok(bouts)
}

/// Positions that no game would reach.
fn odd_positions(rules: &Arc<Rules>, random: &mut Random) -> Vec<String> {
    let mut positions = Vec::new();
    while positions.len() < ODD_POSITIONS {
        let setup = random::odd_setup(random, rules.spec());
        if let Ok((position, warnings)) = Position::new(Arc::clone(rules), setup)
            && warnings.is_empty()
            && is_playable(&position)
        {
            positions.push(fen::format(&position));
        }
    }
    positions
}

/// A made-up rule set in which there is something to play for.
fn playable_rules(random: &mut Random) -> Arc<Rules> {
    loop {
        let rules = random::rules(random);
        let position = Position::start(&rules);
        if is_playable(&position) && position.pieces().count() >= 8 {
            return rules;
        }
    }
}

fn is_playable(position: &Position) -> bool {
    position.outcome().is_none() && position.legal_moves().len() > 1
}

impl Bout {
    fn play(&self, binary: &Path, folder: &Path, games: usize, options: &Options) -> Result<Tally> {
        let name: String =
            self.name.chars().map(|c| if c.is_alphanumeric() { c } else { '-' }).collect();
        let log = folder.join(format!("{name}.log"));
        let file = File::create(&log).with_context(|| format!("{}", log.display()))?;
        let mut command = project::program(binary);
        command.arg("match").args(&self.players).args(["--rules", &self.rules]).args(&self.more);
        command.args(["--games", &games.to_string(), "--time", &options.time]);
        command.args(["--concurrency", &options.concurrency.to_string()]);
        command.args(["--seed", &options.seed.to_string(), "--max-moves", MOST_MOVES]);
        command.args(["--json", "--hash", "8", "--margin", &options.margin.to_string()]);
        command.stderr(Stdio::from(file));
        let output = command.output().with_context(|| format!("{}", binary.display()))?;
        let text = String::from_utf8_lossy(&output.stdout);
        if !output.status.success() {
            let said = fs::read_to_string(&log).unwrap_or_default();
            let last: Vec<&str> = said.lines().rev().take(3).collect();
            bail!("{}: the match ended with {}: {}", self.name, output.status, last.join(" | "));
        }
        let tally = tally(&text);
        match tally {
            Some(tally) if tally.games == games => Ok(tally),
            _ => bail!("{}: {games} games were to be played, but it said: {text}", self.name),
        }
    }
}

fn tally(text: &str) -> Option<Tally> {
    let MatchReport { results, players } = serde_json::from_str(text).ok()?;
    let mut tally = Tally::default();
    results.into_iter().chain(players).for_each(|part| tally.add(part));
    (tally.games > 0).then_some(tally)
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[test]
    fn results_are_read() {
        let text = r#"{"results": [{"first": "one", "second": "two", "games": 30, "wins": 15}],
            "players": [{"name": "one", "time_losses": 1, "crashes": 0, "illegal_moves": 2},
            {"name": "two", "time_losses": 0, "crashes": 3, "illegal_moves": 0}], "sprt": null}"#;
        let tally = tally(text).expect("a result");
        assert_eq!((tally.games, tally.time_losses), (30, 1));
        assert_eq!((tally.crashes, tally.illegal_moves, tally.faults()), (3, 2, 6));
        assert!(super::tally("nothing").is_none());
    }

    #[derive(Debug, Parser)]
    struct Chore {
        #[command(flatten)]
        options: Options,
    }

    #[test]
    fn options_are_read() {
        let read = |text: &str| Chore::try_parse_from(format!("stress {text}").split(' '));
        let options = read("--games 60 --concurrency 4 --time 2+0.02").expect("sound").options;
        assert_eq!((options.games, options.concurrency.get()), (60, 4));
        assert_eq!(options.time, "2+0.02");
        for wrong in ["--games x", "--games", "--speed 3"] {
            assert!(read(wrong).is_err(), "{wrong}");
        }
    }
}
