//! The conversation with one user interface.

use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{SystemTime, UNIX_EPOCH};

use engine::level::{self, Level};
use engine::{Clock, CurrentMove, Engine, Limits, Line, Signals};
use notation::{fen, ruleset, uci};
use rules::{Colour, Position, perft_divide};

use super::command::{Command, Go};
use super::options::{Change, Options};
use super::output::{Output, board, info};

/// Everything between two commands.
pub(super) struct Session {
    output: Output,
    options: Options,
    engine: Arc<Mutex<Engine>>,
    signals: Signals,
    position: Position,
    /// Hashes of the positions before this one.
    earlier: Vec<u64>,
    search: Option<JoinHandle<()>>,
    /// Would the running search go on forever?
    is_endless: bool,
}

impl Session {
    pub(super) fn new(output: Output) -> Session {
        let rules = ruleset::shipped("standard").expect("the standard rules ship and are sound");
        let options = Options::new(rules);
        let engine = new_engine(&options, &output);
        Session {
            output,
            position: Position::start(&options.rules),
            earlier: Vec::new(),
            signals: engine.signals(),
            engine: Arc::new(Mutex::new(engine)),
            options,
            search: None,
            is_endless: false,
        }
    }

    /// Does what a line says; false means to end.
    pub(super) fn obey(&mut self, line: &str) -> bool {
        match Command::parse(line) {
            Command::Uci => self.introduce(),
            Command::IsReady => self.output.line("readyok"),
            Command::NewGame => self.change(|engine| engine.clear()),
            Command::SetOption { name, value } => self.set_option(&name, value.as_deref()),
            Command::Position { fen, moves } => self.set_position(fen.as_deref(), &moves),
            Command::Go(go) => self.go(&go),
            Command::Stop => self.stop(),
            Command::PonderHit => {
                self.is_endless = false;
                self.signals.ponder_hit();
            }
            Command::Display => self.output.line(&board(&self.position)),
            Command::Eval => self.show_evaluation(),
            Command::Quit => return false,
            Command::Nothing => {}
            Command::Unknown(why) => self.output.note(&why),
        }
        true
    }

    /// Ends the running search; if `gently`, only one that would not end by itself.
    pub(super) fn close(&mut self, gently: bool) {
        if gently && !self.is_endless {
            self.join();
        }
        self.stop();
    }

    fn introduce(&self) {
        self.output.line(concat!("id name xxlchess ", env!("CARGO_PKG_VERSION")));
        self.output.line("id author the xxlchess authors");
        for option in self.options.describe() {
            self.output.line(&option);
        }
        self.output.line("uciok");
    }

    fn stop(&mut self) {
        self.signals.stop();
        self.join();
    }

    fn join(&mut self) {
        if let Some(search) = self.search.take()
            && search.join().is_err()
        {
            self.output.note("the search has failed");
        }
    }

    /// Stops the search and changes something about the engine.
    fn change(&mut self, change: impl FnOnce(&mut Engine)) {
        self.stop();
        change(&mut self.engine.lock().unwrap_or_else(PoisonError::into_inner));
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) {
        match self.options.set(name, value) {
            Ok(Change::Nothing) => {}
            Ok(Change::Hash) => {
                let hash = self.options.hash;
                self.change(|engine| engine.set_hash(hash));
            }
            Ok(Change::Threads) => {
                let threads = self.options.threads;
                self.change(|engine| engine.set_threads(threads));
            }
            Ok(Change::ClearHash) => self.change(Engine::clear),
            Ok(Change::Rules) => self.change_rules(),
            Err(why) => self.output.note(&why),
        }
    }

    fn change_rules(&mut self) {
        self.stop();
        let engine = new_engine(&self.options, &self.output);
        self.signals = engine.signals();
        self.engine = Arc::new(Mutex::new(engine));
        self.position = Position::start(&self.options.rules);
        self.earlier.clear();
    }

    fn set_position(&mut self, fen: Option<&str>, moves: &[String]) {
        self.stop();
        let rules = &self.options.rules;
        let position = match fen {
            None => Ok(Position::start(rules)),
            Some(fen) => fen::parse(rules, fen).map(|(position, _)| position),
        };
        self.position = match position {
            Ok(position) => position,
            Err(why) => return self.output.note(&why.to_string()),
        };
        self.earlier.clear();
        for text in moves {
            let hash = self.position.hash();
            match uci::parse(&self.position, text) {
                Ok(chess_move) => {
                    self.position.play_unchecked(chess_move);
                    self.earlier.push(hash);
                }
                Err(why) => return self.output.note(&why.to_string()),
            }
        }
    }

    fn go(&mut self, go: &Go) {
        self.stop();
        if let Some(depth) = go.perft {
            return self.perft(depth);
        }
        let limits = match self.limits(go) {
            Ok(limits) => limits,
            Err(why) => return self.output.note(&why),
        };
        self.is_endless = limits.infinite || limits.ponder;
        self.signals.arm(limits.ponder);
        let level = self.level();
        let engine = Arc::clone(&self.engine);
        let (output, position) = (self.output.clone(), self.position.clone());
        let earlier = self.earlier.clone();
        let think = move || {
            let mut engine = engine.lock().unwrap_or_else(PoisonError::into_inner);
            search(&mut engine, &output, &position, &earlier, &limits, level);
        };
        match thread::Builder::new().name("search".to_owned()).spawn(think) {
            Ok(search) => self.search = Some(search),
            Err(why) => self.output.note(&format!("no thread for the search: {why}")),
        }
    }

    /// The level to play at; nothing for the strongest there is.
    fn level(&self) -> Option<&'static Level> {
        if self.options.limit_strength {
            Some(level::nearest(self.options.elo))
        } else {
            level::find(&self.options.level)
        }
    }

    fn limits(&self, go: &Go) -> Result<Limits, String> {
        let parse = |text: &String| uci::parse(&self.position, text).map_err(|e| e.to_string());
        let side = match self.position.turn() {
            Colour::White => 0,
            Colour::Black => 1,
        };
        let clock = go.time[side].map(|remaining| Clock {
            remaining,
            increment: go.increment[side],
            moves_to_go: go.moves_to_go,
        });
        let has_limit = go.depth.is_some()
            || go.nodes.is_some()
            || go.mate.is_some()
            || go.move_time.is_some()
            || clock.is_some();
        Ok(Limits {
            depth: go.depth,
            nodes: go.nodes,
            mate: go.mate,
            move_time: go.move_time,
            clock,
            search_moves: go.search_moves.iter().map(parse).collect::<Result<_, _>>()?,
            lines: self.options.lines,
            infinite: go.infinite || !has_limit && !go.ponder,
            ponder: go.ponder,
            ..Limits::default()
        })
    }

    fn perft(&mut self, depth: u32) {
        let mut total = 0;
        for (chess_move, nodes) in perft_divide(&mut self.position, depth) {
            total += nodes;
            self.output.line(&format!("{}: {nodes}", uci::format(&self.position, chess_move)));
        }
        self.output.line(&format!("\nNodes searched: {total}"));
    }

    fn show_evaluation(&mut self) {
        let position = self.position.clone();
        let engine = self.engine.lock().unwrap_or_else(PoisonError::into_inner);
        let score = engine.evaluator().evaluate(&position);
        let turn = position.turn();
        drop(engine);
        let pawns = f64::from(score) / 100.0;
        self.output.line(&format!("evaluation for {turn}: {pawns:+.2}"));
    }
}

/// An engine that tells which move it looks at when it thinks for long.
fn new_engine(options: &Options, output: &Output) -> Engine {
    let mut engine = Engine::new(&options.rules, options.hash, options.threads);
    let output = output.clone();
    let position = Position::start(&options.rules);
    engine.set_current_move_listener(Arc::new(move |current: CurrentMove| {
        let CurrentMove { chess_move, number, depth } = current;
        let name = uci::format(&position, chess_move);
        output.line(&format!("info depth {depth} currmove {name} currmovenumber {number}"));
    }));
    engine
}

/// Searches and prints what is found, at last the best move.
fn search(
    engine: &mut Engine,
    output: &Output,
    position: &Position,
    earlier: &[u64],
    limits: &Limits,
    level: Option<&'static Level>,
) {
    let with_rank = limits.lines > 1;
    let mut on_line = |line: &Line| output.line(&info(position, line, with_rank));
    let (best, ponder) = match level {
        None => {
            let outcome = engine.search_armed(position, earlier, limits, &mut on_line);
            (outcome.best, outcome.ponder)
        }
        Some(level) => {
            (level.choose(engine, position, earlier, limits, seed(), &mut on_line), None)
        }
    };
    let name = |chess_move| uci::format(position, chess_move);
    // The protocol's way to say that there is no move.
    let best = best.map_or_else(|| "0000".to_owned(), name);
    match ponder {
        Some(ponder) => output.line(&format!("bestmove {best} ponder {}", name(ponder))),
        None => output.line(&format!("bestmove {best}")),
    }
}

/// Something that is different each time.
fn seed() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    now.map_or(0, |time| time.as_nanos() as u64)
}
