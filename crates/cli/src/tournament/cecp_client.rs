//! Players that are programs and speak the protocol of XBoard (CECP).

use std::collections::HashMap;
use std::time::{Duration, Instant};

use anyhow::{anyhow, bail};
use notation::fen;
use notation::pgn::GameResult;
use rules::{Colour, History, Position, Rules};

use super::budget::Budget;
use super::cecp::{Message, read_move, write_move};
use super::player::{Choice, Failure, Player, Turn};
use super::process::Program;
use super::spec::EngineSpec;
use crate::interrupt::Interrupt;

/// How long a program that has begun to speak may take for an answer.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(30);
/// How long to wait for the first feature: old programs have none, and some tell them later.
const FIRST_FEATURE: Duration = Duration::from_secs(3);

/// A program that speaks the protocol of XBoard.
pub struct CecpClient {
    program: Program,
    /// What it has said about itself. Very old programs say nothing, and some are late.
    features: HashMap<String, String>,
    /// What the program calls the rules.
    variant: String,
    /// How many moves of the game it knows.
    told: usize,
    /// Will it answer the next move, or does it only take notes?
    is_playing: bool,
    pings: u32,
}

impl CecpClient {
    /// Starts the program and sets its options.
    pub fn start(
        spec: &EngineSpec,
        command: &[String],
        rules: &Rules,
        hash_mebibytes: usize,
        interrupt: &Interrupt,
    ) -> anyhow::Result<CecpClient> {
        let mut client = CecpClient {
            program: Program::start(command, spec.log.as_deref(), interrupt)?,
            features: HashMap::new(),
            variant: variant_name(spec, rules).to_owned(),
            told: 0,
            is_playing: false,
            pings: 0,
        };
        let name = &spec.name;
        let ready = client.introduce().and_then(|()| client.configure(spec, hash_mebibytes));
        ready.map_err(|why| anyhow!("`{name}` does not speak as XBoard expects: {why}"))?;
        let known = client.features.get("variants");
        let variant = &client.variant;
        if known.is_some_and(|known| known.split(',').all(|known| known.trim() != variant)) {
            bail!("`{name}` does not know the variant `{variant}`");
        }
        Ok(client)
    }

    fn introduce(&mut self) -> Result<(), Failure> {
        self.program.send("xboard")?;
        self.program.send("protover 2")?;
        let mut deadline = Instant::now() + FIRST_FEATURE;
        while !self.has("done") {
            let line = match self.program.receive(deadline) {
                Err(Failure::Hang) => return Ok(()),
                received => received?,
            };
            if let Message::Features(features) = Message::parse(&line) {
                deadline = Instant::now() + ANSWER_TIMEOUT;
                self.accept(&features)?;
            }
        }
        Ok(())
    }

    /// Has the program said that it can do this?
    fn has(&self, feature: &str) -> bool {
        self.features.get(feature).is_some_and(|value| value == "1")
    }

    /// Has it said anything, but not this?
    fn lacks(&self, feature: &str) -> bool {
        !self.features.is_empty() && !self.has(feature)
    }

    fn accept(&mut self, features: &[(&str, &str)]) -> Result<(), Failure> {
        for (name, value) in features {
            self.features.insert((*name).to_owned(), (*value).to_owned());
            self.program.send(&format!("accepted {name}"))?;
        }
        Ok(())
    }

    fn configure(&mut self, spec: &EngineSpec, hash_mebibytes: usize) -> Result<(), Failure> {
        if self.has("memory") && spec.option("memory").is_none() {
            self.program.send(&format!("memory {hash_mebibytes}"))?;
        }
        for (name, value) in &spec.options {
            let command = match name.as_str() {
                "memory" | "cores" => format!("{name} {value}"),
                _ => format!("option {name}={value}"),
            };
            self.program.send(&command)?;
        }
        Ok(())
    }

    /// Waits until the program has done all that it was told, as far as that can be known.
    fn synchronise(&mut self) -> Result<(), Failure> {
        if self.lacks("ping") {
            return Ok(());
        }
        self.pings += 1;
        let number = self.pings.to_string();
        self.program.send(&format!("ping {number}"))?;
        let patience = if self.features.is_empty() { FIRST_FEATURE } else { ANSWER_TIMEOUT };
        let deadline = Instant::now() + patience;
        loop {
            let line = match self.program.receive(deadline) {
                Err(Failure::Hang) if self.features.is_empty() => return Ok(()),
                received => received?,
            };
            match Message::parse(&line) {
                Message::Pong(answer) if answer == number => return Ok(()),
                Message::Unknown(command) if command.contains("ping") => return Ok(()),
                Message::Refusal(why) => return Err(Failure::Illegal(why.to_owned())),
                Message::Features(features) => self.accept(&features)?,
                _ => {}
            }
        }
    }

    /// Puts the start position on the program's board.
    fn set_board(&mut self, start: &Position) -> Result<(), Failure> {
        if *start == Position::start(start.rules()) {
            return Ok(());
        }
        if self.lacks("setboard") {
            return Err(Failure::Crash("it cannot set up positions".to_owned()));
        }
        self.program.send(&format!("setboard {}", fen::format(start)))
    }

    /// Tells all moves that the program does not know yet.
    fn tell_moves(&mut self, game: &History) -> Result<(), Failure> {
        let mut position = game.start().clone();
        for (number, chess_move) in game.moves().enumerate() {
            if number >= self.told {
                let text = write_move(&position, chess_move);
                let command = if self.has("usermove") { format!("usermove {text}") } else { text };
                self.program.send(&command)?;
            }
            position.play_unchecked(chess_move);
        }
        self.told = game.len();
        Ok(())
    }

    fn tell_clocks(&mut self, turn: &Turn) -> Result<(), Failure> {
        if turn.budget.base().is_none() {
            return Ok(());
        }
        self.program.send(&format!("time {}", turn.own_clock.as_millis() / 10))?;
        self.program.send(&format!("otim {}", turn.other_clock.as_millis() / 10))
    }

    /// Makes the program think about the last position of the game.
    fn ask(&mut self, turn: &Turn) -> Result<(), Failure> {
        if self.is_playing && self.told + 1 == turn.game.len() {
            self.tell_clocks(turn)?;
            return self.tell_moves(turn.game);
        }
        self.tell_moves(turn.game)?;
        self.tell_clocks(turn)?;
        self.is_playing = true;
        self.program.send("go")
    }
}

impl Player for CecpClient {
    fn begin(&mut self, opening: &History, budget: Budget, _: u64) -> Result<(), Failure> {
        self.program.forget();
        self.program.send("new")?;
        if self.variant != NORMAL {
            self.program.send(&format!("variant {}", self.variant))?;
        }
        self.program.send(&budget_command(budget))?;
        for command in ["post", "easy", "force"] {
            self.program.send(command)?;
        }
        self.set_board(opening.start())?;
        (self.told, self.is_playing) = (0, false);
        self.tell_moves(opening)?;
        self.synchronise()
    }

    fn choose(&mut self, turn: &Turn) -> Result<Choice, Failure> {
        let deadline = Instant::now() + turn.deadline;
        self.ask(turn)?;
        let position = turn.game.position();
        let (mut evaluation, mut depth) = (None, None);
        loop {
            let line = self.program.receive(deadline)?;
            match Message::parse(&line) {
                Message::Move(text) => {
                    self.told += 1;
                    let chess_move = read_move(position, text)?;
                    return Ok(Choice { chess_move, evaluation, depth });
                }
                Message::Thinking { depth: new_depth, evaluation: new_evaluation } => {
                    (depth, evaluation) = (Some(new_depth), Some(new_evaluation));
                }
                Message::Result(result) => return Err(judge_claim(result, position.turn())),
                Message::Resign => return Err(Failure::Resignation),
                Message::Refusal(why) => return Err(Failure::Illegal(why.to_owned())),
                Message::Features(features) => self.accept(&features)?,
                Message::Unknown(_) | Message::Pong(_) | Message::Other => {}
            }
        }
    }

    fn end(&mut self, result: GameResult) {
        // A program that is gone is noticed when the next game begins.
        let _ = self.program.send("force");
        let _ = self.program.send(&format!("result {result} {{the match has decided}}"));
    }
}

/// What the protocol calls ordinary chess.
const NORMAL: &str = "normal";

fn variant_name<'a>(spec: &'a EngineSpec, rules: &'a Rules) -> &'a str {
    match &spec.variant {
        Some(name) => name,
        None if rules.id() == "standard" => NORMAL,
        None => rules.id(),
    }
}

/// Can the protocol express the budget?
pub fn check_budget(budget: Budget) -> anyhow::Result<()> {
    match budget {
        Budget::Nodes(_) => bail!("the protocol of XBoard knows no limit of nodes"),
        Budget::MoveTime(time) if time.subsec_nanos() > 0 || time.is_zero() => {
            bail!("the protocol of XBoard knows only whole seconds for a move")
        }
        _ => Ok(()),
    }
}

fn budget_command(budget: Budget) -> String {
    match budget {
        Budget::Clock { base, increment } => {
            let seconds = base.as_secs().max(1);
            let (minutes, seconds) = (seconds / 60, seconds % 60);
            format!("level 0 {minutes}:{seconds:02} {}", increment.as_secs_f64())
        }
        Budget::MoveTime(time) => format!("st {}", time.as_secs()),
        Budget::Depth(depth) => format!("sd {depth}"),
        Budget::Nodes(nodes) => format!("nodes {nodes}"),
    }
}

/// Where the rules had ended the game, nobody would have been asked: every claim but that of a
/// loss is wrong.
fn judge_claim(result: &str, claimant: Colour) -> Failure {
    match (result, claimant) {
        ("1-0", Colour::Black) | ("0-1", Colour::White) => Failure::Resignation,
        _ => Failure::Illegal(format!("claims {result} without a cause")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn budgets_are_told() {
        let clock = |base, increment| Budget::Clock {
            base: Duration::from_millis(base),
            increment: Duration::from_millis(increment),
        };
        assert_eq!(budget_command(clock(10_000, 100)), "level 0 0:10 0.1");
        assert_eq!(budget_command(clock(90_000, 0)), "level 0 1:30 0");
        assert_eq!(budget_command(clock(500, 10)), "level 0 0:01 0.01");
        assert_eq!(budget_command(Budget::Depth(5)), "sd 5");
        assert_eq!(budget_command(Budget::MoveTime(Duration::from_secs(2))), "st 2");
        assert!(check_budget(Budget::Nodes(5)).is_err());
        assert!(check_budget(Budget::MoveTime(Duration::from_millis(1500))).is_err());
        assert!(check_budget(Budget::Depth(5)).is_ok());
    }

    #[test]
    fn only_losses_may_be_claimed() {
        assert_eq!(judge_claim("1-0", Colour::Black), Failure::Resignation);
        assert_eq!(judge_claim("0-1", Colour::White), Failure::Resignation);
        assert!(matches!(judge_claim("1-0", Colour::White), Failure::Illegal(_)));
        assert!(matches!(judge_claim("1/2-1/2", Colour::White), Failure::Illegal(_)));
    }
}
