//! Rule sets and positions as they are given on the command line.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, anyhow, bail};
use clap::Args;
use engine::nnue::Network;
use notation::config::Config;
use notation::diagnostics::Diagnostics;
use notation::{fen, file, layout, ruleset, uci};
use rules::{Colour, History, Position, RuleFault, Rules, SetupWarning};

use crate::files::{self, in_file};

/// Which rules to play by.
#[derive(Args)]
pub struct RulesChoice {
    /// The id of a rule set (xxl, standard, king-capture, casual, capablanca) or of a variant such as chess960 or xiangqi, a rule set's file, or a config whose rules are meant [default: xxl].
    #[arg(long, value_name = "ID or FILE")]
    pub rules: Option<String>,
    /// Play under fog of war: each side sees only where its pieces can go.
    #[arg(long)]
    pub fog: bool,
}

impl RulesChoice {
    /// The rules, with warnings about their file on standard error.
    pub fn load(&self) -> anyhow::Result<Arc<Rules>> {
        let rules = load_rules(self.name())?;
        if self.fog { with_fog(&rules, self.name()) } else { Ok(rules) }
    }

    /// The rules as the user names them.
    fn name(&self) -> &str {
        self.rules.as_deref().unwrap_or("xxl")
    }
}

/// One or more rule sets, by the names that the user gives them.
#[derive(Args)]
pub struct RuleSetsChoice {
    /// The rule sets, by their ids or files.
    #[arg(long, value_name = "ID or FILE", default_value = "xxl", num_args = 1..)]
    rules: Vec<String>,
}

impl RuleSetsChoice {
    /// Each rule set with its name.
    pub fn load(&self) -> anyhow::Result<Vec<(String, Arc<Rules>)>> {
        self.rules.iter().map(|name| Ok((name.clone(), load_rules(name)?))).collect()
    }
}

/// The same rules under fog of war.
pub fn with_fog(rules: &Rules, name: &str) -> anyhow::Result<Arc<Rules>> {
    let fogged = rules.with_fog(true);
    fogged.map_err(|faults| anyhow!("`{name}` cannot be played under fog: {}", joined(&faults)))
}

/// Faults of rules in one line.
pub fn joined(faults: &[RuleFault]) -> String {
    faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
}

/// A position: a rule set's start, a FEN, or a layout, and moves from there.
#[derive(Args)]
pub struct PositionChoice {
    #[command(flatten)]
    pub rules: RulesChoice,
    /// The position as FEN; without it, the rule set's start position.
    #[arg(long, conflicts_with = "layout")]
    pub fen: Option<String>,
    /// The number of the start position, counted from 0, where the rules number them: 518 is the usual one of Chess960.
    #[arg(long, value_name = "N", conflicts_with_all = ["fen", "layout"])]
    pub number: Option<u64>,
    /// The position as a layout file.
    #[arg(long, value_name = "FILE")]
    pub layout: Option<PathBuf>,
    /// The colour of the player for whom the layout is drawn.
    #[arg(long, value_name = "COLOUR", default_value = "white", value_parser = colour)]
    pub player: Colour,
    /// Moves in UCI form to play first, separated by blanks.
    #[arg(long, default_value = "")]
    pub moves: String,
}

impl PositionChoice {
    /// The position after the moves, with what was odd about the start on standard error.
    pub fn load(&self) -> anyhow::Result<Position> {
        let (game, warnings) = self.load_with_warnings()?;
        warnings.iter().for_each(|warning| report!("warning: {warning}"));
        Ok(game.position().clone())
    }

    /// The game up to the position, and what was odd about its start.
    pub fn load_with_warnings(&self) -> anyhow::Result<(History, Vec<SetupWarning>)> {
        let (start, warnings) = self.load_start()?;
        Ok((play_all(start, &self.moves)?, warnings))
    }

    fn load_start(&self) -> anyhow::Result<(Position, Vec<SetupWarning>)> {
        let rules = self.rules.load()?;
        if let Some(text) = &self.fen {
            // The error names the rules, because a missing `--rules` is the likely cause.
            let place = || format!("in the FEN `{text}`, by the rules `{}`", self.rules.name());
            return fen::parse(&rules, text).with_context(place);
        }
        if let Some(number) = self.number {
            let count = rules.spec().start_count();
            let start = Position::numbered_start(&rules, number).with_context(|| {
                let name = self.rules.name();
                format!("`{name}` has no start position {number}; it has {count}, counted from 0")
            })?;
            return Ok((start, Vec::new()));
        }
        let Some(path) = &self.layout else {
            return Ok((Position::start(&rules), Vec::new()));
        };
        let text = files::read_text(path)?;
        layout::parse(&rules, &text, self.player).map_err(|faults| in_file(path, &faults))
    }
}

/// What files leave open.
#[derive(Args)]
pub struct FileChoice {
    /// The rules of layouts and FENs, and of PGN games that name none.
    #[arg(long, value_name = "ID or FILE")]
    rules: Option<String>,
    /// The colour of the player for whom layouts are drawn.
    #[arg(long, value_name = "COLOUR", default_value = "white", value_parser = colour)]
    player: Colour,
}

impl FileChoice {
    /// The same with the rules themselves, for one game of a file or for all.
    pub fn load(&self, game: Option<NonZeroUsize>) -> anyhow::Result<file::Options> {
        let rules = self.rules.as_deref().map(load_rules).transpose()?;
        Ok(file::Options { rules, player: self.player, game })
    }
}

/// Plays a list of moves in UCI form, separated by blanks.
fn play_all(start: Position, moves: &str) -> anyhow::Result<History> {
    let mut game = History::new(start);
    for (number, text) in (1..).zip(moves.split_whitespace()) {
        let chess_move = uci::parse(game.position(), text)
            .with_context(|| format!("move {number} of `--moves`"))?;
        if game.play(chess_move).is_err() {
            bail!("move {number} of `--moves`: `{text}` is not legal");
        }
    }
    Ok(game)
}

/// A shipped rule set by its id, or a user's by the path of its file.
pub fn load_rules(name: &str) -> anyhow::Result<Arc<Rules>> {
    let path = Path::new(name);
    match ruleset::shipped_or_error(name) {
        Ok(rules) => return Ok(rules),
        Err(unknown) if !path.exists() && path.extension().is_none() => return Err(unknown.into()),
        Err(_) => {}
    }
    let (rules, warnings) = read_rules(path)?;
    for warning in &warnings {
        report!("{}: {warning}", path.display());
    }
    Ok(rules)
}

/// A user's rule set, or the rules of a config, and what was odd about the file; those it inherits
/// from are found from there.
pub fn read_rules(path: &Path) -> anyhow::Result<(Arc<Rules>, Diagnostics)> {
    if path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("json")) {
        let loaded = Config::load(path, &files::read_bytes);
        let (setup, warnings) = loaded.map_err(|faults| in_file(path, &faults))?;
        return Ok((setup.rules, warnings));
    }
    let text = files::read_text(path)?;
    ruleset::parse_file(&text, path, &files::read_bytes).map_err(|faults| in_file(path, &faults))
}

/// The network of a file, which was trained for these rules.
pub fn read_network(rules: &Rules, path: &Path) -> anyhow::Result<Arc<Network>> {
    let network = Network::read(rules, &files::read(path)?);
    Ok(Arc::new(network.with_context(|| format!("cannot use {}", path.display()))?))
}

/// Reads a colour for the command line.
pub fn colour(text: &str) -> Result<Colour, String> {
    Colour::from_name(text).ok_or_else(|| "expected white or black".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_help_names_every_rule_set_that_ships() {
        let mut command = RulesChoice::augment_args(clap::Command::new("any"));
        let help = command.render_help().to_string();
        let help = help.split_whitespace().collect::<Vec<_>>().join(" ");
        let ids = ruleset::shipped_ids().collect::<Vec<_>>().join(", ");
        assert!(help.contains(&format!("({ids})")), "{help}");
    }
}
