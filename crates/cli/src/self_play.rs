//! `xxlchess self-play`: games of the engine against itself, kept for training; and the games of
//! `tune` and `learn`, which are the same for the same seed whatever the number of threads.

use std::collections::HashSet;
use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::Context;
use clap::Args;
use engine::Engine;
use engine::nnue::Network;
use rules::Rules;
use training::game_file::{GameWriter, SelfPlayGame};
use training::self_play::SelfPlay;

use crate::input::{RuleSetsChoice, read_network};
use crate::interrupt::Interrupt;
use crate::{progress, resources};

/// The transposition table of each engine, in mebibytes: games at so few nodes need no more.
const HASH: usize = 4;

/// Which games are played.
#[derive(Args)]
pub struct Plan {
    /// How many games are played for each rule set.
    #[arg(long, value_name = "N", default_value = "2000", value_parser = resources::positive::<u32>)]
    games: u32,
    /// How many positions are looked at for each move.
    #[arg(long, value_name = "N", default_value = "1000", value_parser = resources::positive::<u64>)]
    nodes: u64,
    /// Decides which games are played.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// How many threads to use; which games are played does not depend on it [default: all].
    #[arg(long, value_name = "N", value_parser = resources::threads)]
    threads: Option<usize>,
}

impl Plan {
    /// How many threads there are to be.
    pub fn threads(&self) -> usize {
        resources::threads_or_all(self.threads)
    }

    /// Plays all games, or as many as there is time for, in the order of their numbers.
    pub fn play(
        &self,
        name: &str,
        rules: &Arc<Rules>,
        is_stopped: &(dyn Fn() -> bool + Sync),
    ) -> io::Result<Vec<SelfPlayGame>> {
        let mut games = Vec::new();
        let keep = &mut |game| {
            games.push(game);
            Ok(())
        };
        self.play_others(name, rules, None, &HashSet::new(), is_stopped, keep)?;
        games.sort_by_key(|game| game.number);
        Ok(games)
    }

    /// Plays the games that are not among those already played.
    fn play_others(
        &self,
        name: &str,
        rules: &Arc<Rules>,
        network: Option<&Arc<Network>>,
        played: &HashSet<u32>,
        is_stopped: &(dyn Fn() -> bool + Sync),
        keep: &mut dyn FnMut(SelfPlayGame) -> io::Result<()>,
    ) -> io::Result<()> {
        let bar = progress::bar(
            self.games.into(),
            "{prefix}: {pos}/{len} games [{bar:30}] {elapsed_precise}, {eta} left, {msg} positions",
        );
        bar.set_prefix(name.to_owned());
        let (mut kept, mut positions) = (0, 0);
        let count = &mut |game: SelfPlayGame| {
            let searched = game.moves.iter().filter(|game_move| game_move.score.is_some()).count();
            positions += searched;
            bar.set_message(positions.to_string());
            bar.inc(1);
            // Nothing is learned from a lopsided opening.
            if searched == 0 {
                return Ok(());
            }
            kept += 1;
            keep(game)
        };
        let engine = || {
            let mut engine = Engine::new(rules, HASH, 1);
            if let Some(network) = network {
                engine.set_network(Some(Arc::clone(network)));
            }
            engine
        };
        let threads = self.threads().min(self.games as usize);
        let self_play = SelfPlay { nodes: self.nodes, seed: self.seed, threads };
        let numbers = (0..self.games).filter(|number| !played.contains(number));
        let played = self_play.play(&engine, numbers, is_stopped, count);
        bar.finish_and_clear();
        report!("{name}: {kept} games, {positions} positions");
        played
    }
}

#[derive(Args)]
#[command(after_long_help = ABOUT)]
pub struct Options {
    #[command(flatten)]
    rules: RuleSetsChoice,
    #[command(flatten)]
    plan: Plan,
    /// The folder that keeps the games, one file a rule set; games that are there are not played
    /// again.
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,
    /// Evaluate by the network of this file, which was trained for the rule set.
    #[arg(long, value_name = "FILE")]
    network: Option<PathBuf>,
}

const ABOUT: &str = "\
The folder gets a file NAME.games for each rule set; `xxlchess learn --from` reads it. Ctrl-C ends the
games; the same command goes on with them. More games from another seed go into another folder.

Examples:
  xxlchess self-play --rules standard capablanca xxl --games 100000 --nodes 400 --out games";

pub fn run(options: &Options, output: &mut dyn Write) -> anyhow::Result<()> {
    let interrupt = Interrupt::by_signal()?;
    let rules = options.rules.load()?;
    std::fs::create_dir_all(&options.out)
        .with_context(|| format!("cannot make the folder {}", options.out.display()))?;
    for (name, rules) in rules {
        let path = options.out.join(rules.id()).with_extension("games");
        let place = || format!("cannot use {}", path.display());
        let network =
            options.network.as_deref().map(|path| read_network(&rules, path)).transpose()?;
        let (mut writer, played) = GameWriter::open(&path, &rules).with_context(place)?;
        let played: HashSet<u32> = played.into_iter().collect();
        let (is_stopped, keep) = (|| interrupt.is_set(), &mut |game| writer.write(&game));
        let done =
            options.plan.play_others(&name, &rules, network.as_ref(), &played, &is_stopped, keep);
        done.with_context(place)?;
        writeln!(output, "{}", path.display())?;
    }
    Ok(())
}
