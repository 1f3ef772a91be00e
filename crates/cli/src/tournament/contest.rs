//! All games of a match: who plays whom, several at a time.

use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use anyhow::anyhow;
use clap::ValueEnum;
use fastrand::Rng;
use rules::Rules;

use super::budget::Budget;
use super::builtin::{BuiltIn, Searcher};
use super::cecp_client::CecpClient;
use super::game::{Conduct, Contestant, Played, play};
use super::openings::Book;
use super::player::Player;
use super::spec::{EngineKind, EngineSpec};
use super::uci_client::UciClient;
use crate::interrupt::Interrupt;

/// Who plays whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Pairing {
    /// Everybody plays everybody.
    All,
    /// The first plays all others.
    First,
    /// Everybody plays the next one in the list.
    Neighbours,
}

impl Pairing {
    /// The pairs among a number of players.
    pub fn pairs(self, players: usize) -> Vec<(usize, usize)> {
        let all = (0..players).flat_map(|a| (a + 1..players).map(move |b| (a, b)));
        let is_wanted = |(a, b): &(usize, usize)| match self {
            Pairing::All => true,
            Pairing::First => *a == 0,
            Pairing::Neighbours => a + 1 == *b,
        };
        all.filter(is_wanted).collect()
    }
}

/// Everything that decides a match.
pub struct Contest {
    /// The rules of all games.
    pub rules: Arc<Rules>,
    /// The players.
    pub engines: Vec<EngineSpec>,
    /// Who plays whom, as numbers of players.
    pub pairs: Vec<(usize, usize)>,
    /// How many games each pair plays.
    pub games: usize,
    /// What players may use who have nothing of their own.
    pub budget: Budget,
    /// Where games start.
    pub book: Book,
    /// How games are conducted.
    pub conduct: Conduct,
    /// Decides all that is random.
    pub seed: u64,
    /// The memory of each player for positions, in mebibytes.
    pub hash: usize,
    /// How many games are played at a time.
    pub concurrency: usize,
    /// Ends the match.
    pub interrupt: Interrupt,
}

/// A game to be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Job {
    /// The number of the game in the match, from 0.
    pub number: usize,
    /// The number of the pair.
    pub pair: usize,
    /// The number of the opening.
    pub round: usize,
    /// White and Black, as numbers of players.
    pub players: [usize; 2],
}

/// A game that was played.
pub struct Finished {
    /// What was to be played.
    pub job: Job,
    /// What came of it.
    pub played: Played,
}

impl Contest {
    /// All games in their order: each opening with both colours, then the next pair.
    pub fn jobs(&self) -> Vec<Job> {
        let mut jobs = Vec::new();
        for round in 0..self.games.div_ceil(2) {
            for (pair, (first, second)) in self.pairs.iter().enumerate() {
                let both = [[*first, *second], [*second, *first]];
                for players in both.into_iter().take(self.games - 2 * round) {
                    jobs.push(Job { number: jobs.len(), pair, round, players });
                }
            }
        }
        jobs
    }

    /// Plays all games and passes each to `each` as it ends, until that returns an end.
    pub fn run(
        &self,
        on_game: &mut dyn FnMut(Finished) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        let jobs = self.jobs();
        let threads = self.concurrency.clamp(1, jobs.len().max(1));
        let jobs = Mutex::new(jobs.into_iter());
        let next = || jobs.lock().unwrap_or_else(PoisonError::into_inner).next();
        let work = |sender: Sender<anyhow::Result<Finished>>| {
            let mut worker = Worker::new(self);
            while !self.interrupt.is_set()
                && let Some(job) = next()
                && let Some(played) = worker.play(job).transpose()
            {
                let finished = played.map(|played| Finished { job, played });
                let is_last = finished.is_err();
                if sender.send(finished).is_err() || is_last {
                    return;
                }
            }
        };
        let (sender, receiver) = channel();
        thread::scope(|scope| {
            for _ in 0..threads {
                let (sender, work) = (sender.clone(), &work);
                scope.spawn(move || work(sender));
            }
            drop(sender);
            let handled = receiver.iter().try_for_each(|finished| on_game(finished?));
            if handled.is_err() {
                self.interrupt.set();
            }
            handled
        })
    }

    fn start_player(&self, spec: &EngineSpec) -> anyhow::Result<Box<dyn Player>> {
        let (rules, hash, interrupt) = (&self.rules, self.hash, &self.interrupt);
        Ok(match &spec.kind {
            EngineKind::BuiltIn(level) => {
                Box::new(BuiltIn::new(spec, level.as_deref(), rules, hash, interrupt)?)
            }
            EngineKind::Uci(command) => {
                Box::new(UciClient::start(spec, command, rules, hash, interrupt)?)
            }
            EngineKind::Cecp(command) => {
                Box::new(CecpClient::start(spec, command, rules, hash, interrupt)?)
            }
        })
    }
}

/// Plays games one at a time, with players of its own.
struct Worker<'a> {
    contest: &'a Contest,
    players: Vec<Option<Box<dyn Player>>>,
    judge: Searcher,
}

impl<'a> Worker<'a> {
    fn new(contest: &'a Contest) -> Worker<'a> {
        let players = contest.engines.iter().map(|_| None).collect();
        let judge = Searcher::new(&contest.rules, 1, 1, &contest.interrupt);
        Worker { contest, players, judge }
    }

    /// Plays a game; nothing if it was interrupted. Who breaks down is started again.
    fn play(&mut self, job: Job) -> anyhow::Result<Option<Played>> {
        let contest = self.contest;
        let opening = contest.book.opening(job.round, &contest.rules, &mut self.judge);
        let [mut white, mut black] = [self.take(job.players[0])?, self.take(job.players[1])?];
        let seats = [
            contest.seat(job.players[0], white.as_mut()),
            contest.seat(job.players[1], black.as_mut()),
        ];
        let seed = Rng::with_seed(contest.seed.rotate_left(32) ^ job.number as u64).u64(..);
        let mut played = play(&opening, seats, &contest.conduct, seed);
        if let Some(played) = &mut played {
            played.record.set_tag("Round", format!("{}", job.number + 1));
            if !played.ending.is_breakdown() {
                self.players[job.players[0]] = Some(white);
                self.players[job.players[1]] = Some(black);
            }
        }
        Ok(played)
    }

    fn take(&mut self, number: usize) -> anyhow::Result<Box<dyn Player>> {
        match self.players[number].take() {
            Some(player) => Ok(player),
            None => self.contest.start_player(&self.contest.engines[number]),
        }
    }
}

impl Contest {
    fn seat<'a>(&'a self, number: usize, player: &'a mut dyn Player) -> Contestant<'a> {
        let spec = &self.engines[number];
        Contestant { player, name: &spec.name, budget: spec.budget.unwrap_or(self.budget) }
    }

    /// Can these players play this game at all?
    pub fn check(&self) -> anyhow::Result<()> {
        for spec in &self.engines {
            let is_ours = matches!(spec.kind, EngineKind::BuiltIn(_));
            if self.rules.spec().fog && !is_ours {
                return Err(anyhow!("`{}` would see through the fog", spec.name));
            }
            if matches!(spec.kind, EngineKind::Cecp(_)) {
                super::cecp_client::check_budget(spec.budget.unwrap_or(self.budget))?;
            }
        }
        Ok(())
    }
}
