//! Tunes the parameters of the search by simultaneous perturbation (SPSA, Spall 1992): a match between two
//! random changes of all parameters in opposite directions, and a step towards the one that wins.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use anyhow::{Context, Result, bail};
use clap::Args;
use serde::{Deserialize, Serialize};
use test_kit::random::Random;

use crate::project;

/// How fast steps and perturbations shrink, as is usual.
const STEP_DECAY: f64 = 0.602;
const PERTURBATION_DECAY: f64 = 0.101;
/// The part of all rounds that dampens the first steps.
const DAMPING: f64 = 0.1;
/// Perturbations of the last round, as part of the range of a parameter.
const LAST_PERTURBATION: f64 = 1.0 / 20.0;
/// Steps of the last round, as part of the square of the perturbation.
const LAST_STEP: f64 = 0.002;

/// What the user asks for.
#[derive(Args)]
pub struct Options {
    #[arg(long, value_name = "ID", default_value = "standard")]
    rules: String,
    #[arg(long, value_name = "N", default_value_t = 8000)]
    nodes: usize,
    #[arg(long, value_name = "N", default_value_t = 2000)]
    rounds: usize,
    /// How many games a round has, in pairs
    #[arg(long, value_name = "N", default_value_t = 4)]
    games: usize,
    #[arg(long, value_name = "N", default_value_t = 1)]
    concurrency: usize,
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: usize,
    /// The parameters to tune; all of them unless some are named
    #[arg(long, value_name = "NAME,NAME...", value_delimiter = ',')]
    only: Vec<String>,
    /// Where tuning is kept between rounds, so that it can be continued
    #[arg(long, value_name = "FILE", default_value = "spsa.json")]
    state: PathBuf,
}

/// A parameter as the program describes it.
#[derive(Clone, Debug, PartialEq)]
struct Parameter {
    name: String,
    value: f64,
    least: f64,
    most: f64,
}

/// What is kept between rounds, so that tuning can be continued.
#[derive(Default, Serialize, Deserialize)]
struct State {
    rounds: usize,
    values: BTreeMap<String, f64>,
}

/// The part of a match's result that matters here.
#[derive(Deserialize)]
struct MatchResult {
    results: Vec<Tally>,
}

#[derive(Deserialize)]
struct Tally {
    wins: u32,
    losses: u32,
}

/// Plays all rounds that are missing, and prints the values that were found.
pub fn run(options: &Options) -> Result<()> {
    let binary = build()?;
    let parameters = parameters(&binary, &options.only)?;
    let mut state = State::read(&options.state)?;
    while state.rounds < options.rounds {
        let seed = options.seed + state.rounds;
        let mut random = Random::new(seed as u64);
        let directions: Vec<f64> =
            parameters.iter().map(|_| if random.below(2) == 0 { 1.0 } else { -1.0 }).collect();
        let round = Round::new(state.rounds + 1, options.rounds);
        let players = [1.0, -1.0].map(|side| {
            let changed = parameters.iter().zip(&directions).map(|(parameter, direction)| {
                let centre = state.value(parameter);
                let value = centre + side * direction * round.perturbation(parameter);
                (parameter.name.as_str(), parameter.whole(value, &mut random))
            });
            player(&binary, changed)
        });
        let lead = play(&binary, &players, options, seed)?;
        for (parameter, direction) in parameters.iter().zip(&directions) {
            let step = round.step(parameter) * f64::from(lead) * direction;
            let value = state.value(parameter) + step;
            state.values.insert(parameter.name.clone(), parameter.within(value));
        }
        state.rounds += 1;
        state.write(&options.state)?;
        println!("round {} of {}: {lead:+}", state.rounds, options.rounds);
    }
    for parameter in &parameters {
        let (before, after) = (parameter.value, state.value(parameter));
        println!("{:<28} {before:>8} {after:>10.1}", parameter.name);
    }
    Ok(())
}

impl Parameter {
    /// Reads a line such as `option name aspiration type spin default 11 min 4 max 40`. The names of
    /// parameters begin with a small letter, those of the usual options with a capital one.
    fn read(line: &str) -> Option<Parameter> {
        let mut words = line.strip_prefix("option name ")?.split(' ');
        let name = words.next().filter(|name| name.starts_with(char::is_lowercase))?.to_owned();
        let rest: Vec<&str> = words.collect();
        let ["type", "spin", "default", value, "min", least, "max", most] = rest[..] else {
            return None;
        };
        let number = |text: &str| text.parse().ok();
        Some(Parameter { name, value: number(value)?, least: number(least)?, most: number(most)? })
    }

    fn within(&self, value: f64) -> f64 {
        value.clamp(self.least, self.most)
    }

    /// A whole number near a value: the nearer one is the likelier, so that on average it is the value.
    fn whole(&self, value: f64, random: &mut Random) -> i64 {
        let chance = random.below(1 << 16) as f64 / f64::from(1 << 16);
        (self.within(value) + chance).floor().min(self.most) as i64
    }
}

/// How far a round goes.
struct Round {
    number: f64,
    all: f64,
}

impl Round {
    fn new(number: usize, all: usize) -> Round {
        Round { number: number as f64, all: all as f64 }
    }

    /// By how much a parameter is changed in either direction.
    fn perturbation(&self, parameter: &Parameter) -> f64 {
        let last = (parameter.most - parameter.least) * LAST_PERTURBATION;
        last * (self.all / self.number).powf(PERTURBATION_DECAY)
    }

    /// By how much a parameter moves for each game by which one side leads.
    fn step(&self, parameter: &Parameter) -> f64 {
        let damping = DAMPING * self.all;
        let last = (parameter.most - parameter.least) * LAST_PERTURBATION;
        let gain = LAST_STEP * last * last;
        gain * ((damping + self.all) / (damping + self.number)).powf(STEP_DECAY)
            / self.perturbation(parameter)
    }
}

impl State {
    fn read(path: &Path) -> Result<State> {
        match fs::read(path) {
            Ok(bytes) => serde_json::from_slice(&bytes)
                .with_context(|| format!("{} is no state of this chore", path.display())),
            Err(_) => Ok(State::default()),
        }
    }

    /// Replaces the file at once, so that an interrupt leaves one or the other.
    fn write(&self, path: &Path) -> Result<()> {
        let new = path.with_extension("new");
        let place = || format!("{}", path.display());
        fs::write(&new, serde_json::to_vec_pretty(self)?).with_context(place)?;
        fs::rename(&new, path).with_context(place)
    }

    fn value(&self, parameter: &Parameter) -> f64 {
        self.values.get(&parameter.name).copied().unwrap_or(parameter.value)
    }
}

/// Builds the program with parameters that can be changed, beside the one that others use.
fn build() -> Result<PathBuf> {
    let options = ["--release", "--package", "xxlchess", "--features", "tuning"];
    let built = project::build(&options, "xxlchess")?;
    let copy = project::metadata()?.target_directory.join("spsa");
    fs::copy(&built, &copy).with_context(|| format!("{}", copy.display()))?;
    Ok(copy)
}

/// The parameters of the program, or those that are named.
fn parameters(binary: &Path, only: &[String]) -> Result<Vec<Parameter>> {
    let mut child = project::program(binary)
        .arg("uci")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .with_context(|| format!("{} cannot be started", binary.display()))?;
    child.stdin.take().context("no input")?.write_all(b"uci\nquit\n")?;
    let output = child.wait_with_output()?;
    let lines = String::from_utf8_lossy(&output.stdout);
    let all: Vec<Parameter> = lines.lines().filter_map(Parameter::read).collect();
    if let Some(name) = only.iter().find(|name| all.iter().all(|known| known.name != **name)) {
        bail!("there is no parameter `{name}`");
    }
    let is_wanted = |parameter: &Parameter| only.is_empty() || only.contains(&parameter.name);
    Ok(all.into_iter().filter(is_wanted).collect())
}

/// A player of a match: the program with some of its options.
fn player<'a>(binary: &Path, options: impl Iterator<Item = (&'a str, i64)>) -> String {
    let options: String = options.map(|(name, value)| format!(" option.{name}={value}")).collect();
    format!("'cmd:{}' uci{options}", binary.display())
}

/// By how many games the first player leads after a match.
fn play(binary: &Path, players: &[String; 2], options: &Options, seed: usize) -> Result<i32> {
    let games = options.games.next_multiple_of(2).max(2);
    let mut command = project::program(binary);
    command
        .arg("match")
        .args([format!("{} name=plus", players[0]), format!("{} name=minus", players[1])]);
    command.args(["--rules", &options.rules, "--json", "--hash", "8", "--draw", "40,8,8"]);
    command.args(["--resign", "4,800", "--nodes", &options.nodes.to_string()]);
    command.args(["--games", &games.to_string(), "--seed", &seed.to_string()]);
    command.args(["--concurrency", &options.concurrency.to_string()]);
    let answer = project::output(&mut command)?;
    let result: MatchResult =
        serde_json::from_slice(&answer).context("the match told no result")?;
    let tally = result.results.first().context("the match told no result")?;
    Ok(tally.wins as i32 - tally.losses as i32)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parameter() -> Parameter {
        Parameter { name: "aspiration".to_owned(), value: 11.0, least: 4.0, most: 40.0 }
    }

    #[test]
    fn parameters_are_read() {
        let line = "option name aspiration type spin default 11 min 4 max 40";
        assert_eq!(Parameter::read(line), Some(parameter()));
        let line = "option name Hash type spin default 16 min 1 max 1024";
        assert_eq!(Parameter::read(line), None);
    }

    #[test]
    fn whole_values_are_right_on_average() {
        let mut random = Random::new(1);
        let sum: i64 = (0..1000).map(|_| parameter().whole(7.25, &mut random)).sum();
        assert!((7200..7300).contains(&sum), "{sum}");
        assert_eq!(parameter().whole(100.0, &mut random), 40);
    }

    #[test]
    fn steps_and_perturbations_shrink_to_those_of_the_last_round() {
        let (first, last) = (Round::new(1, 1000), Round::new(1000, 1000));
        assert!(first.step(&parameter()) > last.step(&parameter()));
        assert!(first.perturbation(&parameter()) > last.perturbation(&parameter()));
        assert!((last.perturbation(&parameter()) - 1.8).abs() < 1e-9);
        assert!((last.step(&parameter()) - 0.002 * 1.8).abs() < 1e-9);
    }
}
