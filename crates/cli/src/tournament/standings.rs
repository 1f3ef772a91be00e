//! The results of a match so far, and how they are told.

use std::collections::HashMap;
use std::io::{self, Write};

use rules::Colour;
use serde_json::{Value, json};
use store::GameScore;

use super::contest::{Contest, Finished};
use super::elo::Tally;
use super::game::Ending;
use super::player::Failure;
use super::sprt::{Sprt, Verdict};

/// What went wrong with a player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Faults {
    /// Games lost on time.
    pub time_losses: u64,
    /// Games in which the program ended or said nothing.
    pub crashes: u64,
    /// Games with illegal moves or wrong claims.
    pub illegal: u64,
}

/// All results of a match.
pub struct Standings {
    names: Vec<String>,
    pairs: Vec<(usize, usize)>,
    tallies: Vec<Tally>,
    faults: Vec<Faults>,
    /// The first game of openings of which the second one is still missing.
    halves: HashMap<(usize, usize), GameScore>,
    sprt: Option<Sprt>,
}

impl Standings {
    /// The standings before the first game.
    pub fn new(contest: &Contest, sprt: Option<Sprt>) -> Standings {
        Standings {
            names: contest.engines.iter().map(|spec| spec.name.clone()).collect(),
            pairs: contest.pairs.clone(),
            tallies: vec![Tally::default(); contest.pairs.len()],
            faults: vec![Faults::default(); contest.engines.len()],
            halves: HashMap::new(),
            sprt,
        }
    }

    /// Counts a game.
    pub fn add(&mut self, finished: &Finished) {
        let Finished { job, played } = finished;
        let (first, _) = self.pairs[job.pair];
        let colour = if job.players[0] == first { Colour::White } else { Colour::Black };
        let score = GameScore::of(colour, played.ending.winner());
        let tally = &mut self.tallies[job.pair];
        tally.add(score);
        match self.halves.remove(&(job.pair, job.round)) {
            Some(other) => tally.add_pair(score, other),
            None => {
                self.halves.insert((job.pair, job.round), score);
            }
        }
        if let Ending::Failed { loser, failure } = &played.ending {
            let faults = &mut self.faults[job.players[loser.index()]];
            match failure {
                Failure::Time => faults.time_losses += 1,
                Failure::Crash(_) | Failure::Hang => faults.crashes += 1,
                Failure::Illegal(_) => faults.illegal += 1,
                Failure::Resignation | Failure::Interrupted => {}
            }
        }
    }

    /// Was no game played at all?
    pub fn is_empty(&self) -> bool {
        self.tallies.iter().all(|tally| tally.games() == 0)
    }

    /// Has the test come to an end?
    pub fn is_decided(&self) -> bool {
        let verdict = |sprt: Sprt| sprt.verdict(&self.tallies[0].pairs);
        self.sprt.map(verdict).is_some_and(|verdict| verdict != Verdict::Open)
    }

    /// How one game ended, in a line.
    pub fn game_line(&self, finished: &Finished, total: usize) -> String {
        let Finished { job, played } = finished;
        let [white, black] = job.players.map(|player| &self.names[player]);
        let result = played.ending.result();
        let moves = played.record.tree.main_line().count().div_ceil(2);
        format!(
            "game {} of {total}: {white} - {black} {result} ({}, {moves} moves); {}",
            job.number + 1,
            played.ending,
            self.short_line(job.pair),
        )
    }

    /// The score of a pair, as short as possible.
    pub fn short_line(&self, pair: usize) -> String {
        let Tally { wins, losses, draws, .. } = self.tallies[pair];
        let (first, second) = self.pairs[pair];
        format!("{} - {}: +{wins} -{losses} ={draws}", self.names[first], self.names[second])
    }

    /// Tells all results.
    pub fn report(&self, output: &mut dyn Write) -> io::Result<()> {
        for ((first, second), tally) in self.pairs.iter().zip(&self.tallies) {
            let Tally { wins, losses, draws, .. } = tally;
            writeln!(
                output,
                "{} vs {}: {} games, +{wins} -{losses} ={draws}, {:.1} %, Elo {}, LOS {:.1} %",
                self.names[*first],
                self.names[*second],
                tally.games(),
                100.0 * tally.points(),
                tally.elo(),
                100.0 * tally.likelihood_of_superiority(),
            )?;
        }
        if let Some(sprt) = self.sprt {
            self.report_test(sprt, output)?;
        }
        for (name, faults) in self.names.iter().zip(&self.faults) {
            let Faults { time_losses, crashes, illegal } = faults;
            writeln!(
                output,
                "{name}: {time_losses} time losses, {crashes} crashes, {illegal} illegal moves"
            )?;
        }
        output.flush()
    }

    /// All results for programs.
    pub fn to_json(&self) -> Value {
        let pair = |((first, second), tally): (&(usize, usize), &Tally)| {
            json!({
                "first": self.names[*first],
                "second": self.names[*second],
                "games": tally.games(),
                "wins": tally.wins,
                "losses": tally.losses,
                "draws": tally.draws,
                "points": tally.points(),
                "elo": tally.elo().to_json(),
                "superiority": tally.likelihood_of_superiority(),
                "pairs": tally.pairs,
            })
        };
        let player = |(name, faults): (&String, &Faults)| {
            json!({
                "name": name,
                "time_losses": faults.time_losses,
                "crashes": faults.crashes,
                "illegal_moves": faults.illegal,
            })
        };
        let test = |sprt: Sprt| {
            let pairs = &self.tallies[0].pairs;
            json!({
                "elo0": sprt.elo0,
                "elo1": sprt.elo1,
                "llr": sprt.log_likelihood_ratio(pairs),
                "bounds": sprt.bounds(),
                "verdict": sprt.verdict(pairs).to_string(),
            })
        };
        json!({
            "results": self.pairs.iter().zip(&self.tallies).map(pair).collect::<Vec<_>>(),
            "players": self.names.iter().zip(&self.faults).map(player).collect::<Vec<_>>(),
            "sprt": self.sprt.map(test),
        })
    }

    fn report_test(&self, sprt: Sprt, output: &mut dyn Write) -> io::Result<()> {
        let pairs = &self.tallies[0].pairs;
        let (lower, upper) = sprt.bounds();
        writeln!(
            output,
            "SPRT {}..{} Elo: LLR {:.2} ({lower:.2}, {upper:.2}), {}; pairs {pairs:?}",
            sprt.elo0,
            sprt.elo1,
            sprt.log_likelihood_ratio(pairs),
            sprt.verdict(pairs),
        )
    }
}
