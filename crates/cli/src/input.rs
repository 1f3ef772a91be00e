//! Rule sets and positions as they are given on the command line.

use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, anyhow, bail};
use clap::Args;
use notation::diagnostics::{Diagnostics, text_of};
use notation::{fen, layout, ruleset, uci};
use rules::{Colour, History, Position, RuleSpec, Rules, SetupWarning};

/// Which rules to play by.
#[derive(Args)]
pub struct RulesChoice {
    /// The id of a rule set (xxl, standard, king-capture, casual, capablanca) or a rule set's file.
    #[arg(long, value_name = "ID or FILE", default_value = "xxl")]
    pub rules: String,
    /// Play under fog of war: each side sees only where its pieces can go.
    #[arg(long)]
    pub fog: bool,
}

impl RulesChoice {
    /// The rules, with warnings about their file on standard error.
    pub fn load(&self) -> anyhow::Result<Arc<Rules>> {
        let rules = load_rules(&self.rules)?;
        if !self.fog {
            return Ok(rules);
        }
        Rules::compile(RuleSpec { fog: true, ..rules.spec().clone() }).map_err(|faults| {
            let faults: Vec<_> = faults.iter().map(ToString::to_string).collect();
            anyhow!("`{}` cannot be played under fog: {}", self.rules, faults.join("; "))
        })
    }
}

/// A position: a rule set's start, a FEN, or a layout.
#[derive(Args)]
pub struct PositionChoice {
    #[command(flatten)]
    pub rules: RulesChoice,
    /// The position as FEN; without it, the rule set's start position.
    #[arg(long, conflicts_with = "layout")]
    pub fen: Option<String>,
    /// The position as a layout file.
    #[arg(long, value_name = "FILE")]
    pub layout: Option<PathBuf>,
    /// The colour of the player for whom the layout is drawn.
    #[arg(long, value_name = "COLOUR", default_value = "white", value_parser = colour)]
    pub player: Colour,
}

impl PositionChoice {
    /// The position, and what was odd about it.
    pub fn load(&self) -> anyhow::Result<(Position, Vec<SetupWarning>)> {
        let rules = self.rules.load()?;
        if let Some(text) = &self.fen {
            // Whoever forgets `--rules` is told by which rules the FEN was read.
            let place = || format!("in the FEN `{text}`, by the rules `{}`", self.rules.rules);
            return fen::parse(&rules, text).with_context(place);
        }
        let Some(path) = &self.layout else {
            return Ok((Position::start(&rules), Vec::new()));
        };
        let bytes = read(path)?;
        let text = text_of(&bytes).map_err(|fault| in_file(path, &fault.into()))?;
        layout::parse(&rules, text, self.player).map_err(|faults| in_file(path, &faults))
    }
}

/// Plays a list of moves in UCI form, separated by blanks.
pub fn play_all(start: Position, moves: &str) -> anyhow::Result<History> {
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
    let bytes = read(path)?;
    let text = text_of(&bytes).map_err(|fault| in_file(path, &fault.into()))?;
    let folder = path.parent().unwrap_or(Path::new(""));
    let find =
        |parent: &str| fs::read_to_string(folder.join(parent)).map_err(|error| error.to_string());
    let id = path.file_stem().map_or(name.into(), |stem| stem.to_string_lossy());
    let (rules, warnings) =
        ruleset::parse(text, &id, &find).map_err(|faults| in_file(path, &faults))?;
    for warning in &warnings {
        eprintln!("{}: {warning}", path.display());
    }
    Ok(rules)
}

/// The bytes of a file that is not endless, or an error that names it.
pub fn read(path: &Path) -> anyhow::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)
        .and_then(|file| file.take(LARGEST_FILE + 1).read_to_end(&mut bytes))
        .with_context(|| format!("cannot read {}", path.display()))?;
    if bytes.len() as u64 > LARGEST_FILE {
        bail!("{} is larger than {} MiB", path.display(), LARGEST_FILE >> 20);
    }
    Ok(bytes)
}

/// No file that is read as a whole is larger.
const LARGEST_FILE: u64 = 256 << 20;

/// All faults of a file, each with the file's name before it.
pub fn in_file(path: &Path, faults: &Diagnostics) -> anyhow::Error {
    let lines = faults.iter().map(|fault| format!("{}: {fault}", path.display()));
    anyhow!(lines.collect::<Vec<_>>().join("\n"))
}

/// Reads a colour for the command line.
pub fn colour(text: &str) -> Result<Colour, String> {
    Colour::from_name(text).ok_or_else(|| "expected white or black".to_owned())
}
