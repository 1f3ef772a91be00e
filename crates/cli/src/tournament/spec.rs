//! Players as they are named on the command line.

use std::env;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, bail};
use engine::level;

use super::budget::{Budget, game_time, move_time};

/// A player of a match, and how to start it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineSpec {
    /// The name in reports and game records.
    pub name: String,
    /// Who thinks.
    pub kind: EngineKind,
    /// Names and values of options, in the order in which they are set.
    pub options: Vec<(String, String)>,
    /// The name of the rules for this player, if it is not the usual one.
    pub variant: Option<String>,
    /// The limits of each move, if not those of the match.
    pub budget: Option<Budget>,
    /// The file to which all that is said to and by the program is written.
    pub log: Option<PathBuf>,
}

/// The engine behind a player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EngineKind {
    /// A level of our own; without a name, all its strength.
    BuiltIn(Option<String>),
    /// A program that speaks UCI, with its arguments.
    Uci(Vec<String>),
    /// A program that speaks the protocol of XBoard, with its arguments.
    Cecp(Vec<String>),
}

impl EngineSpec {
    /// Reads a player: what to run and its arguments, then settings such as `name=X`.
    pub fn parse(text: &str) -> anyhow::Result<EngineSpec> {
        let words =
            shlex::split(text).ok_or_else(|| anyhow!("a quote in `{text}` is not closed"))?;
        let (settings, command): (Vec<_>, Vec<_>) =
            words.into_iter().partition(|word| setting(word).is_some());
        let kind = EngineKind::parse(&command).with_context(|| format!("in `{text}`"))?;
        let mut spec = EngineSpec {
            name: kind.usual_name(),
            kind,
            options: Vec::new(),
            variant: None,
            budget: None,
            log: None,
        };
        for (key, value) in settings.iter().filter_map(|word| setting(word)) {
            spec.set(key, value).with_context(|| format!("in `{text}`"))?;
        }
        Ok(spec)
    }

    fn set(&mut self, key: &str, value: &str) -> anyhow::Result<()> {
        let number = || {
            let number: Option<u64> = value.parse().ok().filter(|number| *number > 0);
            number.ok_or_else(|| anyhow!("`{key}` is `{value}`; expected a number, 1 or more"))
        };
        match key {
            "name" => self.name = value.to_owned(),
            "log" => self.log = Some(value.into()),
            "variant" => self.variant = Some(value.to_owned()),
            "time" => self.budget = Some(game_time(value).map_err(anyhow::Error::msg)?),
            "movetime" => {
                let time = move_time(value).map_err(anyhow::Error::msg)?;
                self.budget = Some(Budget::MoveTime(time));
            }
            "nodes" => self.budget = Some(Budget::Nodes(number()?)),
            "depth" => self.budget = Some(Budget::Depth(u32::try_from(number()?)?)),
            _ => {
                let name = key.strip_prefix(OPTION).unwrap_or(key);
                self.options.push((name.to_owned(), value.to_owned()));
            }
        }
        Ok(())
    }

    /// The value of an option, whatever the case of its name.
    pub fn option(&self, name: &str) -> Option<&str> {
        let is_meant = |(known, _): &&(String, String)| known.eq_ignore_ascii_case(name);
        self.options.iter().rev().find(is_meant).map(|(_, value)| value.as_str())
    }
}

const OPTION: &str = "option.";
const SETTINGS: [&str; 7] = ["name", "variant", "time", "movetime", "nodes", "depth", "log"];

/// Takes a setting apart; nothing if it is an argument of the program.
fn setting(word: &str) -> Option<(&str, &str)> {
    let (key, value) = word.split_once('=')?;
    (SETTINGS.contains(&key) || key.starts_with(OPTION)).then_some((key, value))
}

impl EngineKind {
    fn parse(command: &[String]) -> anyhow::Result<EngineKind> {
        let Some((first, arguments)) = command.split_first() else {
            bail!("no player is named");
        };
        let with_arguments = |program: &str| -> Vec<String> {
            std::iter::once(program.to_owned()).chain(arguments.iter().cloned()).collect()
        };
        match first.split_once(':') {
            Some(("cmd" | "uci", program)) => return Ok(EngineKind::Uci(with_arguments(program))),
            Some(("cecp" | "xboard", program)) => {
                return Ok(EngineKind::Cecp(with_arguments(program)));
            }
            _ => {}
        }
        let name = first.strip_prefix("level:").unwrap_or(first);
        let is_builtin = first == "builtin" || level::find(name).is_some();
        match (is_builtin, arguments) {
            (true, []) if first == "builtin" => Ok(EngineKind::BuiltIn(None)),
            (true, []) => Ok(EngineKind::BuiltIn(Some(name.to_owned()))),
            (true, [more, ..]) => bail!("`{more}` means nothing to a level; expected `name=...`"),
            (false, _) if name.len() == first.len() && is_program(first) => {
                Ok(EngineKind::Uci(with_arguments(first)))
            }
            _ => bail!(
                "there is no level and no program `{first}`; expected builtin, {} or the path of \
                 a program that speaks UCI",
                level::ALL.map(|level| level.name).join(", ")
            ),
        }
    }

    fn usual_name(&self) -> String {
        match self {
            EngineKind::BuiltIn(None) => "builtin".to_owned(),
            EngineKind::BuiltIn(Some(level)) if level.parse::<u32>().is_ok() => {
                format!("level {level}")
            }
            EngineKind::BuiltIn(Some(level)) => level.clone(),
            EngineKind::Uci(command) | EngineKind::Cecp(command) => {
                let program = Path::new(&command[0]);
                let stem = program.file_stem().unwrap_or(program.as_os_str());
                stem.to_string_lossy().into_owned()
            }
        }
    }
}

/// Is there such a file, here or where programs lie?
fn is_program(name: &str) -> bool {
    let path = Path::new(name);
    if path.components().count() > 1 {
        return path.is_file();
    }
    let folders = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&folders).any(|folder| folder.join(name).is_file())
}

/// Gives players with the same name different ones.
pub fn tell_apart(specs: &mut [EngineSpec]) {
    for index in 1..specs.len() {
        let name = specs[index].name.clone();
        let is_taken = |name: &str, specs: &[EngineSpec]| specs.iter().any(|s| s.name == name);
        let mut number = 2;
        while is_taken(&specs[index].name, &specs[..index]) {
            specs[index].name = format!("{name} ({number})");
            number += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn words(text: &str) -> Vec<String> {
        text.split(' ').map(str::to_owned).collect()
    }

    #[test]
    fn players_are_named_in_many_ways() {
        let check = |text: &str, name: &str, kind: EngineKind| {
            let spec = EngineSpec::parse(text).expect("a player");
            assert_eq!((spec.name.as_str(), &spec.kind), (name, &kind), "{text}");
        };
        let level = |name: &str| EngineKind::BuiltIn(Some(name.to_owned()));
        check("builtin", "builtin", EngineKind::BuiltIn(None));
        check("careful", "careful", level("careful"));
        check("level:6 name=six", "six", level("6"));
        check("6", "level 6", level("6"));
        check("/bin/sh -c x", "sh", EngineKind::Uci(words("/bin/sh -c x")));
        check("sh", "sh", EngineKind::Uci(words("sh")));
        check("cmd:some/where.exe", "where", EngineKind::Uci(words("some/where.exe")));
        check("cecp:gnuchess --xboard", "gnuchess", EngineKind::Cecp(words("gnuchess --xboard")));
    }

    #[test]
    fn settings_stand_anywhere() {
        let text = "cmd:sf 'option.Move Overhead=10' option.Hash=64 nodes=500 variant=chess a=b";
        let spec = EngineSpec::parse(text).expect("a player");
        assert_eq!(spec.kind, EngineKind::Uci(words("sf a=b")));
        assert_eq!((spec.option("hash"), spec.option("MOVE overhead")), (Some("64"), Some("10")));
        assert_eq!(spec.budget, Some(Budget::Nodes(500)));
        assert_eq!(spec.variant.as_deref(), Some("chess"));
        let timed = EngineSpec::parse("builtin time=1+0.5").expect("a player");
        let (base, increment) = (Duration::from_secs(1), Duration::from_millis(500));
        assert_eq!(timed.budget, Some(Budget::Clock { base, increment }));
    }

    #[test]
    fn what_is_nobody_is_told() {
        for text in ["", "name=x", "carefull", "level:99", "random fast", "'x", "builtin nodes=x"] {
            assert!(EngineSpec::parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn equal_names_are_told_apart() {
        let one = || EngineSpec::parse("random").expect("a level");
        let mut specs = [one(), one(), one()];
        tell_apart(&mut specs);
        let names: Vec<_> = specs.iter().map(|spec| spec.name.as_str()).collect();
        assert_eq!(names, ["random", "random (2)", "random (3)"]);
    }
}
