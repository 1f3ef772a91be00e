//! The options that a user interface can set.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, bail};
use engine::level::Level;
use engine::nnue::Network;
use engine::parameter::Parameter;
use notation::fairy::Variants;
use notation::ruleset;
use rules::Rules;

use crate::resources::{MOST_HASH, MOST_THREADS, free_memory};
use crate::{files, input};

/// The most lines shown at once.
const MOST_LINES: usize = 256;

/// The state of all options.
#[derive(Clone)]
pub(super) struct Options {
    pub(super) hash: usize,
    pub(super) threads: usize,
    pub(super) lines: usize,
    pub(super) rules: Arc<Rules>,
    pub(super) limit_strength: bool,
    pub(super) elo: i32,
    /// Positions are analysed, with all the strength there is.
    pub(super) analyses: bool,
    /// Chances to win, draw and lose are shown with each line.
    pub(super) shows_wdl: bool,
    /// The time to reserve for each move, in milliseconds.
    overhead: usize,
    /// The strongest player when there is none.
    pub(super) level: Option<&'static Level>,
    /// The file of the network to evaluate by; the one that ships when empty.
    eval_file: String,
    /// Variants of Fairy-Stockfish, those of a file included.
    variants: Variants,
    /// The name of the variant, if the rules are one of these.
    variant: Option<String>,
    /// Castling is written as the king taking the rook, wherever both stand.
    chess960: bool,
}

/// The levels at both ends of the table.
const WEAKEST: Level = engine::level::ALL[0];
const STRONGEST: Level = engine::level::ALL[engine::level::ALL.len() - 1];

/// The time that the engine itself reserves for each move, in milliseconds.
const OVERHEAD: usize = 10;
const MOST_OVERHEAD: usize = 10_000;

/// What has to be done after an option was set.
pub(super) enum Change {
    Nothing,
    Hash,
    Threads,
    Rules,
    Network,
    ClearHash,
}

impl Options {
    pub(super) fn new(rules: Arc<Rules>) -> Options {
        Options {
            hash: 16,
            threads: 1,
            lines: 1,
            rules,
            limit_strength: false,
            elo: STRONGEST.rating,
            analyses: false,
            shows_wdl: false,
            overhead: OVERHEAD,
            level: None,
            eval_file: String::new(),
            variants: Variants::built_in(),
            variant: None,
            chess960: false,
        }
    }

    /// Are the rules a variant of Fairy-Stockfish, so that the user interface speaks to us as to it?
    pub(super) fn is_fairy(&self) -> bool {
        self.variant.is_some()
    }

    /// A FEN as we write it, where other programs write it otherwise.
    pub(super) fn our_fen(&self, text: &str) -> anyhow::Result<String> {
        match &self.variant {
            Some(name) => Ok(self.variants.our_fen(name, text)?),
            None => Ok(text.to_owned()),
        }
    }

    /// Takes the rules of a name, of those that ship or of a variant of Fairy-Stockfish.
    fn set_variant(&mut self, value: &str) -> anyhow::Result<()> {
        let id = value.to_ascii_lowercase();
        let id = ruleset::id_of(&id);
        let is_own = ruleset::shipped_ids().any(|own| own == id);
        let is_variant = !is_own && self.variants.contains(value);
        let spec = match is_variant {
            true => self.variants.rule_set(value).with_context(|| value.to_owned())?,
            false => ruleset::shipped_or_error(id)?.spec().clone(),
        };
        let spec = if self.chess960 { spec.with_castling_anywhere() } else { spec };
        self.rules = match Rules::compile(spec) {
            Ok(rules) => rules,
            Err(faults) => bail!("{value}: {}", input::joined(&faults)),
        };
        self.variant = is_variant.then(|| value.to_owned());
        Ok(())
    }

    /// A time on the clock or for a move, without what is to be reserved beyond the usual.
    pub(super) fn without_overhead(&self, time: Duration) -> Duration {
        let more = Duration::from_millis(self.overhead.saturating_sub(OVERHEAD) as u64);
        time.saturating_sub(more).max(Duration::from_millis(1)).min(time)
    }

    /// The network of the file that was chosen, or what is wrong with it.
    pub(super) fn network(&self) -> anyhow::Result<Option<Arc<Network>>> {
        match self.eval_file.as_str() {
            "" => Ok(None),
            file => input::read_network(&self.rules, Path::new(file)).map(Some),
        }
    }

    /// The lines that answer `uci`.
    pub(super) fn describe(&self) -> Vec<String> {
        let (lowest, highest) = (WEAKEST.rating, STRONGEST.rating);
        let levels = engine::level::ALL.iter().map(|level| format!(" var {}", level.name));
        let shipped: Vec<&str> = ruleset::shipped_ids()
            .map(variant_name)
            .chain(ruleset::variant_ids().map(|(_, id)| id))
            .collect();
        let is_more = |name: &&str| !shipped.contains(name) && self.variants.rule_set(name).is_ok();
        let more = self.variants.all_names().filter(is_more).map(str::to_owned);
        let shipped = shipped.iter().map(|name| (*name).to_owned());
        let variants = shipped.chain(more).map(|name| format!(" var {name}"));
        let options = vec![
            format!("option name Hash type spin default 16 min 1 max {MOST_HASH}"),
            format!("option name Threads type spin default 1 min 1 max {MOST_THREADS}"),
            "option name Clear Hash type button".to_owned(),
            "option name Ponder type check default false".to_owned(),
            format!("option name MultiPV type spin default 1 min 1 max {MOST_LINES}"),
            format!(
                "option name UCI_Variant type combo default chess{}",
                variants.collect::<String>()
            ),
            "option name VariantPath type string default <empty>".to_owned(),
            "option name UCI_Chess960 type check default false".to_owned(),
            "option name RulesFile type string default <empty>".to_owned(),
            "option name EvalFile type string default <empty>".to_owned(),
            "option name UCI_LimitStrength type check default false".to_owned(),
            format!("option name UCI_Elo type spin default {highest} min {lowest} max {highest}"),
            "option name UCI_AnalyseMode type check default false".to_owned(),
            "option name UCI_ShowWDL type check default false".to_owned(),
            format!(
                "option name Move Overhead type spin default {OVERHEAD} min 0 max {MOST_OVERHEAD}"
            ),
            format!(
                "option name Level type combo default full var full{}",
                levels.collect::<String>()
            ),
        ];
        options.into_iter().chain(search_parameters()).collect()
    }

    /// Sets an option, or tells what is wrong.
    pub(super) fn set(&mut self, name: &str, value: Option<&str>) -> anyhow::Result<Change> {
        let value = value.unwrap_or_default();
        match name.to_ascii_lowercase().as_str() {
            "hash" => {
                let hash = number(name, value, 1, MOST_HASH)?;
                if let Some(free) = free_memory().filter(|free| hash > self.hash + free) {
                    bail!("{name} {hash} is too much: {free} MiB of memory are free");
                }
                self.hash = hash;
                return Ok(Change::Hash);
            }
            "threads" => {
                self.threads = number(name, value, 1, MOST_THREADS)?;
                return Ok(Change::Threads);
            }
            "clear hash" => return Ok(Change::ClearHash),
            "ponder" => {
                switch(name, value)?;
            }
            "multipv" => self.lines = number(name, value, 1, MOST_LINES)?,
            "uci_limitstrength" => self.limit_strength = switch(name, value)?,
            "uci_analysemode" => self.analyses = switch(name, value)?,
            "uci_showwdl" => self.shows_wdl = switch(name, value)?,
            "move overhead" => self.overhead = number(name, value, 0, MOST_OVERHEAD)?,
            "uci_elo" => self.elo = number(name, value, 0, 10_000)? as i32,
            "level" | "skill" => self.level = level(value)?,
            "uci_variant" => {
                self.set_variant(value)?;
                return Ok(Change::Rules);
            }
            "uci_chess960" => {
                self.chess960 = switch(name, value)?;
                let current = self.variant.clone().unwrap_or_else(|| self.rules.id().to_owned());
                if self.variant.is_some() || ruleset::shipped(&current).is_some() {
                    self.set_variant(&current)?;
                    return Ok(Change::Rules);
                }
            }
            "variantpath" if value.is_empty() || value == "<empty>" => {}
            "variantpath" => {
                let mut variants = Variants::built_in();
                for path in variant_files(value) {
                    variants = variants.and(&files::read_text(&path)?);
                }
                self.variants = variants;
            }
            // What user interfaces send when nothing was chosen.
            "rulesfile" if value.is_empty() || value == "<empty>" => {}
            "rulesfile" => {
                self.rules = input::read_rules(Path::new(value))?.0;
                self.variant = None;
                return Ok(Change::Rules);
            }
            "evalfile" => {
                self.eval_file = if value == "<empty>" { "" } else { value }.to_owned();
                return Ok(Change::Network);
            }
            #[cfg(feature = "tuning")]
            _ if set_search_parameter(name, value) => return Ok(Change::Rules),
            _ => bail!("no such option: {name}"),
        }
        Ok(Change::Nothing)
    }
}

/// The parameters of the search as options, in programs that are built to tune them.
fn search_parameters() -> impl Iterator<Item = String> {
    let shown = if cfg!(feature = "tuning") { engine::parameter::all() } else { &[] };
    shown.iter().map(|Parameter { name, value, least, most }| {
        format!("option name {name} type spin default {value} min {least} max {most}")
    })
}

/// Sets a parameter of the search, if there is one of this name and the value lies in its range.
#[cfg(feature = "tuning")]
fn set_search_parameter(name: &str, value: &str) -> bool {
    value.parse().is_ok_and(|value| engine::parameter::set(name, value))
}

/// What other programs call a rule set.
fn variant_name(id: &str) -> &str {
    if id == "standard" { "chess" } else { id }
}

/// The files of `VariantPath`: one, or several as in other lists of paths.
fn variant_files(value: &str) -> Vec<PathBuf> {
    let whole = Path::new(value);
    match whole.exists() {
        true => vec![whole.to_owned()],
        false => std::env::split_paths(value).collect(),
    }
}

fn level(value: &str) -> anyhow::Result<Option<&'static Level>> {
    if value.is_empty() || value.eq_ignore_ascii_case("full") || value == "<empty>" {
        return Ok(None);
    }
    let known = || engine::level::ALL.map(|level| level.name).join(", ");
    let level = engine::level::find(value);
    level
        .map(Some)
        .with_context(|| format!("there is no level {value:?}; expected full, {}", known()))
}

fn number(name: &str, value: &str, least: usize, most: usize) -> anyhow::Result<usize> {
    let number = value.parse().ok().filter(|number| (least..=most).contains(number));
    number.with_context(|| format!("{name} expects a number from {least} to {most}, not {value:?}"))
}

fn switch(name: &str, value: &str) -> anyhow::Result<bool> {
    let switch = value.to_ascii_lowercase().parse().ok();
    switch.with_context(|| format!("{name} expects true or false, not {value:?}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_can_be_reserved_for_each_move() {
        let mut options = Options::new(ruleset::shipped("standard").expect("it ships"));
        let milliseconds = Duration::from_millis;
        let check = |options: &Options, time, rest| {
            assert_eq!(options.without_overhead(milliseconds(time)), milliseconds(rest));
        };
        // The engine itself keeps the usual.
        check(&options, 1000, 1000);
        assert!(options.set("Move Overhead", Some("310")).is_ok());
        check(&options, 1000, 700);
        check(&options, 200, 1);
        check(&options, 0, 0);
        assert!(options.set("Move Overhead", Some("-1")).is_err());
        assert!(
            options.describe().iter().any(|line| line.starts_with("option name Move Overhead "))
        );
    }
}
