//! Players that are programs and speak UCI.

use std::time::{Duration, Instant};

use anyhow::{anyhow, bail};
use app::engines::EngineOption;
use app::engines::uci::{go_by_clocks, parse_info, position_command};
use engine::{Clock, Score};
use notation::pgn::is_name_of;
use notation::uci;
use rules::{History, Rules};

use super::budget::Budget;
use super::player::{Choice, Failure, Player, Turn};
use super::process::Program;
use super::spec::EngineSpec;
use crate::interrupt::Interrupt;

/// Timeout of `uci` and `isready`.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(30);

/// A program that speaks UCI.
pub struct UciClient {
    program: Program,
}

impl UciClient {
    /// Starts the program and sets its options.
    pub fn start(
        spec: &EngineSpec,
        command: &[String],
        rules: &Rules,
        hash_mebibytes: usize,
        interrupt: &Interrupt,
    ) -> anyhow::Result<UciClient> {
        let program = Program::start(command, spec.log.as_deref(), interrupt)?;
        let mut client = UciClient { program };
        let name = &spec.name;
        let offered = client.introduce().map_err(|why| anyhow!("`{name}` speaks no UCI: {why}"))?;
        let settings = settings(spec, rules, &offered, hash_mebibytes)?;
        let ready = client.configure(&settings);
        ready.map_err(|why| anyhow!("`{name}` does not get ready: {why}"))?;
        Ok(client)
    }

    fn introduce(&mut self) -> Result<Vec<EngineOption>, Failure> {
        self.program.send("uci")?;
        let mut offered = Vec::new();
        self.program.wait_for(ANSWER_TIMEOUT, |line| {
            offered.extend(EngineOption::parse(line));
            (line == "uciok").then_some(())
        })?;
        Ok(offered)
    }

    fn configure(&mut self, settings: &[(String, String)]) -> Result<(), Failure> {
        for (name, value) in settings {
            self.program.send(&format!("setoption name {name} value {value}"))?;
        }
        self.synchronise()
    }

    fn synchronise(&mut self) -> Result<(), Failure> {
        self.program.send("isready")?;
        self.program.wait_for(ANSWER_TIMEOUT, |line| (line == "readyok").then_some(()))
    }
}

impl Player for UciClient {
    fn begin(&mut self, _: &History, _: Budget, _: u64) -> Result<(), Failure> {
        self.program.forget();
        self.program.send("ucinewgame")?;
        self.synchronise()
    }

    fn choose(&mut self, turn: &Turn) -> Result<Choice, Failure> {
        let deadline = Instant::now() + turn.deadline;
        self.program.send(&position_command(turn.game))?;
        self.program.send(&go_command(turn))?;
        let mut report = Report::default();
        loop {
            let line = self.program.receive(deadline)?;
            if let Some(text) = line.strip_prefix("bestmove") {
                let text = text.split_whitespace().next().unwrap_or_default();
                let chess_move = uci::parse(turn.game.position(), text)?;
                let Report { evaluation, depth } = report;
                return Ok(Choice { chess_move, evaluation, depth });
            }
            report.read(&line);
        }
    }
}

/// What a program tells while it thinks.
#[derive(Debug, Default, PartialEq, Eq)]
struct Report {
    evaluation: Option<Score>,
    depth: Option<u32>,
}

impl Report {
    /// Takes from an `info` line what it says about the best line of play.
    fn read(&mut self, line: &str) {
        if let Some((line, _)) = parse_info(line).filter(|(line, _)| line.rank == 0) {
            let depth = (line.depth > 0).then_some(line.depth);
            *self = Report { evaluation: Some(line.score), depth };
        }
    }
}

/// All options to set, in their order, or why the program cannot play this game.
fn settings(
    spec: &EngineSpec,
    rules: &Rules,
    offered: &[EngineOption],
    hash_mebibytes: usize,
) -> anyhow::Result<Vec<(String, String)>> {
    let find = |name: &str| offered.iter().find(|option| option.name.eq_ignore_ascii_case(name));
    let mut settings = Vec::new();
    if find("Hash").is_some() && spec.option("Hash").is_none() {
        settings.push(("Hash".to_owned(), hash_mebibytes.to_string()));
    }
    for (name, value) in &spec.options {
        let Some(option) = find(name) else {
            let names: Vec<_> = offered.iter().map(|option| option.name.as_str()).collect();
            bail!("`{}` has no option `{name}`; it has {}", spec.name, names.join(", "));
        };
        settings.push((option.name.clone(), value.clone()));
    }
    // Rules that come from a file of the program's own are not among those it names at first.
    let brings_rules = ["VariantPath", "RulesFile"].iter().any(|name| spec.option(name).is_some());
    let means_rules = |name: &&String| match &spec.variant {
        Some(variant) => *name == variant,
        None => is_name_of(name, rules),
    };
    let variant = spec.variant.as_deref().unwrap_or(rules.id());
    let is_960 = variant == "chess960" && find("UCI_Chess960").is_some();
    let is_ordinary = is_960 || ["chess", "standard"].contains(&variant);
    match find("UCI_Variant") {
        Some(_) if spec.option("UCI_Variant").is_some() || spec.option("RulesFile").is_some() => {}
        Some(known) => match known.values().iter().find(means_rules) {
            Some(name) => settings.push(("UCI_Variant".to_owned(), name.clone())),
            None if brings_rules => settings.push(("UCI_Variant".to_owned(), variant.to_owned())),
            None if is_960 => {}
            None => bail!("`{}` does not know the variant `{variant}`", spec.name),
        },
        None if is_ordinary => {}
        None => bail!("`{}` plays ordinary chess only, not `{variant}`", spec.name),
    }
    if is_960 {
        settings.push(("UCI_Chess960".to_owned(), "true".to_owned()));
    }
    Ok(settings)
}

fn go_command(turn: &Turn) -> String {
    match turn.budget {
        Budget::Nodes(nodes) => format!("go nodes {nodes}"),
        Budget::Depth(depth) => format!("go depth {depth}"),
        Budget::MoveTime(time) => format!("go movetime {}", time.as_millis()),
        Budget::Clock { increment, .. } => {
            let clock = |remaining, increment| Clock { remaining, increment, moves_to_go: None };
            let own = clock(turn.own_clock, increment);
            let other = clock(turn.other_clock, turn.other_increment);
            go_by_clocks(turn.game.position().turn(), own, other)
        }
    }
}

#[cfg(test)]
mod tests {
    use notation::ruleset;
    use rules::Position;

    use super::*;

    fn rules(id: &str) -> std::sync::Arc<Rules> {
        ruleset::shipped(id).expect("it ships")
    }

    #[test]
    fn reports_are_read() {
        let check = |lines: &[&str], evaluation, depth| {
            let mut report = Report::default();
            lines.iter().for_each(|line| report.read(line));
            assert_eq!(report, Report { evaluation, depth }, "{lines:?}");
        };
        check(
            &["info depth 12 seldepth 20 multipv 1 score cp -34 nodes 5 pv e2e4 depth 3"],
            Some(Score::Centipawns(-34)),
            Some(12),
        );
        check(
            &["info score mate -3 depth 7", "info depth 8 currmove e2e4", "info string score cp 1"],
            Some(Score::MateIn(-3)),
            Some(7),
        );
        check(
            &["info depth 3 multipv 1 score cp 5 upperbound", "info depth 3 multipv 2 score cp 1"],
            Some(Score::Centipawns(5)),
            Some(3),
        );
        check(&["", "info", "info score", "info score cp x", "information score cp 1"], None, None);
    }

    #[test]
    fn options_are_read() {
        let option = EngineOption::parse(
            "option name UCI_Variant type combo default chess var chess var capablanca",
        );
        let option = option.expect("an option");
        assert_eq!((option.name.as_str(), option.values().len()), ("UCI_Variant", 2));
        let plain = EngineOption::parse("option name Clear Hash type button").expect("an option");
        assert_eq!((plain.name.as_str(), plain.values().len()), ("Clear Hash", 0));
        assert_eq!(EngineOption::parse("id name X"), None);
    }

    #[test]
    fn settings_follow_rules_and_wishes() {
        let check = |engine: &str, id: &str, lines: &[&str], expected: Option<&str>| {
            let spec = EngineSpec::parse(engine).expect("a player");
            let offered: Vec<_> = lines.iter().filter_map(|l| EngineOption::parse(l)).collect();
            let found = settings(&spec, &rules(id), &offered, 8).ok();
            let join = |list: Vec<(String, String)>| {
                list.iter().map(|(name, value)| format!("{name}={value} ")).collect::<String>()
            };
            assert_eq!(found.map(join).as_deref(), expected, "{engine} {id}");
        };
        let hash = "option name Hash type spin default 1";
        let variants = "option name UCI_Variant type combo default chess var chess var capablanca";
        let path = "option name VariantPath type string";
        check("cmd:x", "standard", &[], Some(""));
        check("cmd:x", "xxl", &[], None);
        check("cmd:x", "standard", &[hash, variants], Some("Hash=8 UCI_Variant=chess "));
        check(
            "cmd:x option.hash=2",
            "capablanca",
            &[hash, variants],
            Some("Hash=2 UCI_Variant=capablanca "),
        );
        check("cmd:x", "xxl", &[variants], None);
        check("cmd:x variant=chess", "xxl", &[variants], Some("UCI_Variant=chess "));
        check(
            "cmd:x option.VariantPath=my.ini variant=big",
            "xxl",
            &[variants, path],
            Some("VariantPath=my.ini UCI_Variant=big "),
        );
        check("cmd:x option.Depth=1", "standard", &[hash], None);
        let fairy = "option name UCI_Variant type combo default chess var 3check var chess \
                     var fischerandom var kingofthehill";
        let chess960 = "option name UCI_Chess960 type check default false";
        check("cmd:x", "three-check", &[fairy], Some("UCI_Variant=3check "));
        check("cmd:x", "king-of-the-hill", &[fairy], Some("UCI_Variant=kingofthehill "));
        check("cmd:x", "chess960", &[chess960], Some("UCI_Chess960=true "));
        let both = "UCI_Variant=fischerandom UCI_Chess960=true ";
        check("cmd:x", "chess960", &[fairy, chess960], Some(both));
        check("cmd:x", "chess960", &[], None);
    }

    #[test]
    fn positions_and_clocks_are_told() {
        let mut game = History::new(Position::start(&rules("standard")));
        assert_eq!(position_command(&game), "position startpos");
        for text in ["e2e4", "e7e5"] {
            game.play(uci::parse(game.position(), text).expect("a move")).expect("it is legal");
        }
        assert_eq!(position_command(&game), "position startpos moves e2e4 e7e5");
        let xxl = History::new(Position::start(&rules("xxl")));
        assert!(position_command(&xxl).starts_with("position fen rnbhcgakgcebnr/"));
        game.undo();
        let turn = Turn {
            game: &game,
            budget: Budget::Clock {
                base: Duration::from_secs(9),
                increment: Duration::from_millis(10),
            },
            own_clock: Duration::from_millis(1500),
            other_clock: Duration::ZERO,
            other_increment: Duration::from_millis(20),
            deadline: Duration::from_secs(2),
        };
        assert_eq!(go_command(&turn), "go wtime 1 btime 1500 winc 20 binc 10");
    }
}
