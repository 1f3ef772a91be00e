//! `xxlchess convert`: turns a game, a position or rule sets into another kind of file.

use std::collections::BTreeSet;
use std::io::Write;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use notation::fairy::{self, FairyError, Variants};
use notation::file::{self, Content, Format};
use notation::ruleset;
use rules::message::either;
use rules::{RuleSpec, Rules};

use crate::files::{self, in_file};
use crate::input::{FileChoice, joined, load_rules};

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Options {
    /// An archive, PGN, FEN or layout, or the variants.ini of Fairy-Stockfish; `-` is standard input.
    /// For a new variants.ini, one or more rule sets by their ids or files.
    #[arg(value_name = "IN", required = true)]
    from: Vec<PathBuf>,
    /// The new file; its ending tells what it is: .json for an archive, .pgn, .fen, .txt for a
    /// layout, .ini for Fairy-Stockfish. `-` is standard output. For variants, the folder of the rule
    /// sets.
    #[arg(value_name = "OUT")]
    to: PathBuf,
    #[command(flatten)]
    open: FileChoice,
    /// What to write, if the name of the new file does not say it.
    #[arg(long = "to", value_name = "KIND", value_parser = endings())]
    ending: Option<String>,
    /// The game or position to convert, of a file with several; they are counted from 1. Without it,
    /// PGN and FEN get all, and other files the first.
    #[arg(long, value_name = "N")]
    game: Option<NonZeroUsize>,
}

/// The formats that games are written in.
fn written() -> impl DoubleEndedIterator<Item = &'static Format> {
    file::FORMATS.into_iter().filter(|format| format.is_written())
}

/// Reads the usual ending of a format.
fn endings() -> impl TypedValueParser {
    let value = |format: &Format| match &format.ending_means {
        Some(meaning) => {
            PossibleValue::new(format.ending()).help(sentence_start(&meaning.to_string()))
        }
        None => PossibleValue::new(format.ending()),
    };
    PossibleValuesParser::new(written().map(value))
}

fn sentence_start(text: &str) -> String {
    let (first, rest) = text.split_at(1);
    first.to_uppercase() + rest
}

const EXAMPLES: &str = "\
Examples:
  xxlchess convert game.json game.pgn               an archive becomes PGN
  xxlchess convert game.pgn last-position.fen
  xxlchess convert games.pgn third.json --game 3
  xxlchess convert game.json - --to pgn | less
  xxlchess convert --rules xxl level1.txt start.fen
  xxlchess convert variants.ini my-rules            variants become rule sets
  xxlchess convert standard my-game.toml own.ini    rule sets become variants";

pub fn run(options: &Options, output: &mut dyn Write) -> anyhow::Result<()> {
    let is_ini = |path: &Path| path.extension().is_some_and(|ending| ending == "ini");
    if is_ini(&options.to) {
        return write_variants(options);
    }
    let [from_file] = options.from.as_slice() else {
        bail!("several files are converted only into a `.ini` of rule sets; expected one");
    };
    if is_ini(from_file) {
        return convert_variants(from_file, options, output);
    }
    let settings = options.open.load(options.game)?;
    let from = from_file.to_string_lossy();
    let to = match &options.ending {
        Some(ending) => format!("any.{ending}").into(),
        None if files::is_standard(&options.to) => {
            let endings = either(written().map(|format| format!("`{}`", format.ending())));
            let endings = endings.to_string().replacen('`', "`--to ", 1);
            bail!("what is written to `-` has no name; expected {endings}")
        }
        None => options.to.to_string_lossy(),
    };
    let bytes = files::read(from_file)?;
    let converted = file::convert(&from, &bytes, &to, &settings)
        .map_err(|faults| in_file(from_file, &faults))?;
    converted.faults.iter().for_each(|fault| report!("{from}: {fault}"));
    files::write(&options.to, converted.text)?;
    match converted.faults.has_errors() {
        true => bail!("faulty games or positions are left out; the others are converted"),
        false => Ok(()),
    }
}

/// Writes a rule set for every variant that can be expressed, and tells why others cannot.
fn convert_variants(from: &Path, options: &Options, output: &mut dyn Write) -> anyhow::Result<()> {
    if files::is_standard(&options.to) {
        bail!("variants become a file each, which `-` cannot hold; expected the name of a folder");
    }
    if let Some(format) = format_named(&options.to).filter(|_| !options.to.is_dir()) {
        bail!(
            "variants become a rule set each, in a folder; `{}` is the name of {format}; expected \
             the name of a folder",
            options.to.display()
        );
    }
    let variants = Variants::parse(&files::read_text(from)?);
    let sound = |spec: RuleSpec| {
        Rules::compile(spec).map_err(|faults| FairyError::Unsound(joined(&faults)))
    };
    let (mut written, mut refused) = (BTreeSet::new(), 0);
    for name in variants.names() {
        let file = format!("{}.toml", file_name(name));
        match variants.rule_set(name).and_then(sound).and_then(|rules| readable(&rules)) {
            Ok(_) if written.contains(&file) => {
                report!("{name}: another variant is written to `{file}` already");
                refused += 1;
            }
            Ok(text) => {
                let folder = &options.to;
                std::fs::create_dir_all(folder)
                    .with_context(|| format!("cannot make {}", folder.display()))?;
                files::write(&folder.join(&file), text)?;
                written.insert(file);
            }
            Err(why) => {
                report!("{name}: {why}");
                refused += 1;
            }
        }
    }
    writeln!(output, "{} rule sets written, {refused} refused", written.len())?;
    match written.len() {
        0 => bail!("no variant could be converted"),
        _ => Ok(()),
    }
}

/// The format that a name stands for by its ending.
fn format_named(path: &Path) -> Option<&'static Format> {
    let ending = path.extension()?.to_str()?.to_ascii_lowercase();
    file::FORMATS.into_iter().find(|format| format.endings.contains(&ending.as_str()))
}

/// The file of a rule set, if it is read again: some numbers are limited there.
fn readable(rules: &Rules) -> Result<String, FairyError> {
    let text = ruleset::format(rules.spec());
    match ruleset::parse(&text, rules.id(), &ruleset::no_files) {
        Ok(_) => Ok(text),
        Err(faults) => {
            let faults = faults.iter().map(|fault| fault.message.to_string());
            Err(FairyError::Unsound(faults.collect::<Vec<_>>().join("; ")))
        }
    }
}

/// Writes rule sets as sections of one file, and tells why others cannot be written.
fn write_variants(options: &Options) -> anyhow::Result<()> {
    let (mut sections, mut refusals) = (Vec::new(), Vec::new());
    for path in &options.from {
        check_is_rule_set(path)?;
        let name = path.to_string_lossy();
        match fairy::section(&load_rules(&name)?) {
            Ok(section) => sections.push(section),
            Err(why) => refusals.push(format!("{name}: {why}")),
        }
    }
    if sections.is_empty() {
        bail!("{}", refusals.join("\n"));
    }
    files::write(&options.to, sections.join("\n"))?;
    refusals.iter().for_each(|refusal| report!("{refusal}"));
    match refusals.is_empty() {
        true => Ok(()),
        false => bail!("rule sets are left out; the others are written"),
    }
}

/// Refuses a file that holds games, positions or variants.
fn check_is_rule_set(path: &Path) -> anyhow::Result<()> {
    let is_ini = path.extension().is_some_and(|ending| ending == "ini");
    if !path.is_file() {
        return Ok(());
    }
    let name = path.to_string_lossy();
    let found = match file::inspect(&name, &files::read(path)?) {
        _ if is_ini => "a file of variants".to_owned(),
        Ok(format) if matches!(format.content, Content::Games | Content::Positions) => {
            format.to_string()
        }
        // Its reader knows best what is wrong.
        _ => return Ok(()),
    };
    bail!("{name} is {found}; a `.ini` is made of rule sets: expected their ids or files")
}

/// The name of a variant without what does not belong into the name of a file.
fn file_name(name: &str) -> String {
    let is_plain = |letter: char| letter.is_ascii_alphanumeric() || letter == '-' || letter == '_';
    name.chars().map(|letter| if is_plain(letter) { letter } else { '-' }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_variants_cannot_leave_the_folder() {
        assert_eq!(file_name("../../etc/passwd"), "------etc-passwd");
        assert_eq!(file_name("3check-crazyhouse"), "3check-crazyhouse");
    }
}
