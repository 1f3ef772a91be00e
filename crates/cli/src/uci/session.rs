//! The conversation with one user interface.

use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{SystemTime, UNIX_EPOCH};

use engine::level::{self, Level, LevelPlayer, Style};
use engine::nnue::NetworkOrigin;
use engine::{Clock, CurrentMove, Engine, Evaluator, Limits, Line, Signals};
use notation::{fairy, fen, ruleset, uci};
use rules::{History, Move, Position, perft};

use super::command::{Command, Go};
use super::options::{Change, Options};
use super::output::{Output, board, info, score};

/// Extra depth of a mate search, because pruning may skip quiet moves.
const MATE_MARGIN: u32 = 4;

/// Everything between two commands.
pub(super) struct Session {
    output: Output,
    options: Options,
    engine: Arc<Mutex<Engine>>,
    signals: Signals,
    /// The position to think about, and how it came about.
    game: History,
    /// The player under fog, with what it has seen of the game.
    fog_player: Arc<Mutex<Option<LevelPlayer>>>,
    search: Option<JoinHandle<()>>,
    /// Would the running search go on forever?
    is_endless: bool,
    /// Are moves being counted, not searched?
    is_counting: bool,
}

impl Session {
    pub(super) fn new(output: Output) -> Session {
        let rules = ruleset::shipped("standard").expect("the standard rules ship and are sound");
        let options = Options::new(rules);
        let engine = new_engine(&options, &output);
        Session {
            output,
            game: History::new(Position::start(&options.rules)),
            signals: engine.signals(),
            engine: Arc::new(Mutex::new(engine)),
            options,
            fog_player: Arc::default(),
            search: None,
            is_endless: false,
            is_counting: false,
        }
    }

    /// Executes a command; false means to quit.
    pub(super) fn obey(&mut self, command: Command) -> bool {
        match command {
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
            Command::Display => self.output.line(&board(self.game.position())),
            Command::Eval => self.show_evaluation(),
            Command::Quit => return false,
            Command::Nothing => {}
            Command::Unknown(why) => self.output.note(&why),
        }
        true
    }

    /// Is something being done that will end by itself?
    pub(super) fn is_busy(&self) -> bool {
        !self.is_endless && self.search.as_ref().is_some_and(|search| !search.is_finished())
    }

    /// Ends the running search because its result is no longer wanted; a count is finished, as
    /// other engines do.
    pub(super) fn quit(&mut self) {
        if self.is_counting { self.join() } else { self.stop() }
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

    /// Makes an end before something else begins: what ends by itself is finished, anything else
    /// stopped.
    pub(super) fn settle(&mut self) {
        if self.is_endless { self.stop() } else { self.join() }
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
        self.settle();
        change(&mut self.engine.lock().unwrap_or_else(PoisonError::into_inner));
    }

    fn set_option(&mut self, name: &str, value: Option<&str>) {
        // Another player may be wanted now.
        self.fog_player = Arc::default();
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
            Ok(Change::Network) => self.rebuild_engine(),
            Ok(Change::Rules) => {
                self.rebuild_engine();
                self.output.write_as_fairy(self.options.is_fairy());
                self.game = History::new(Position::start(&self.options.rules));
            }
            Err(why) => self.output.note(&format!("{why:#}")),
        }
    }

    fn rebuild_engine(&mut self) {
        self.settle();
        let engine = new_engine(&self.options, &self.output);
        self.signals = engine.signals();
        self.engine = Arc::new(Mutex::new(engine));
    }

    fn set_position(&mut self, fen: Option<&str>, moves: &[String]) {
        self.settle();
        let rules = &self.options.rules;
        let position = match fen {
            None => Ok(Position::start(rules)),
            Some(text) => {
                self.options.our_fen(text).and_then(|text| Ok(fen::parse(rules, &text)?.0))
            }
        };
        match position {
            Ok(position) => self.game = History::new(position),
            Err(why) => return self.output.note(&why.to_string()),
        }
        for text in moves {
            match fairy::parse_move(self.game.position(), text) {
                Ok(chess_move) if self.game.play(chess_move).is_ok() => {}
                Ok(_) => return self.output.note(&format!("{text} is not legal")),
                Err(why) => return self.output.note(&why.to_string()),
            }
        }
    }

    fn go(&mut self, go: &Go) {
        self.settle();
        for fault in &go.faults {
            self.output.note(fault);
        }
        let limits = self.limits(go);
        let level = self.level();
        if level.is_none() && is_repeatable(&limits) {
            self.change(Engine::clear);
        }
        let ends_by_itself = limits.is_limited() && !limits.infinite && !limits.ponder;
        self.is_endless = go.perft.is_none() && !ends_by_itself;
        self.is_counting = go.perft.is_some();
        self.signals.arm(limits.ponder);
        let (output, game) = (self.output.clone(), self.game.clone());
        match go.perft {
            Some(depth) => {
                let signals = self.signals.clone();
                let position = game.position().clone();
                self.start(move || count_moves(position, depth, &output, &signals));
            }
            None => {
                let engine = Arc::clone(&self.engine);
                let is_in_fog = self.options.rules.spec().fog && !self.options.analyses;
                let fog_player = Arc::clone(&self.fog_player);
                let shows_wdl = self.options.shows_wdl;
                self.start(move || {
                    let mut engine = engine.lock().unwrap_or_else(PoisonError::into_inner);
                    if is_in_fog {
                        let mut player = fog_player.lock().unwrap_or_else(PoisonError::into_inner);
                        let player = player.get_or_insert_with(|| {
                            LevelPlayer::new(engine.rules(), level, seed())
                                .with_signals(engine.signals())
                        });
                        search_in_fog(player, &output, &game, &limits);
                    } else {
                        search(&mut engine, &output, &game, &limits, level, shows_wdl);
                    }
                });
            }
        }
    }

    /// Runs a long task on another thread.
    fn start(&mut self, work: impl FnOnce() + Send + 'static) {
        match thread::Builder::new().name("search".to_owned()).spawn(work) {
            Ok(search) => self.search = Some(search),
            Err(why) => self.output.note(&format!("no thread for the search: {why}")),
        }
    }

    /// The level to play at; nothing for the strongest there is.
    fn level(&self) -> Option<&'static Level> {
        if self.options.analyses {
            None
        } else if self.options.limit_strength {
            Some(level::nearest(self.options.elo))
        } else {
            self.options.level
        }
    }

    fn limits(&self, go: &Go) -> Limits {
        let parse = |text: &String| match fairy::parse_move(self.game.position(), text) {
            Ok(chess_move) => Some(chess_move),
            Err(why) => {
                self.output.note(&why.to_string());
                None
            }
        };
        let side = self.game.position().turn().index();
        let clock = go.time[side].map(|remaining| Clock {
            remaining: self.options.without_overhead(remaining),
            increment: go.increment[side],
            moves_to_go: go.moves_to_go,
        });
        let mut limits = Limits {
            move_time: go.limits.move_time.map(|time| self.options.without_overhead(time)),
            clock,
            search_moves: go.search_moves.iter().filter_map(parse).collect(),
            lines: self.options.lines,
            ..go.limits.clone()
        };
        if !limits.is_limited() {
            // A search for a mate that is not there ends when it has looked well beyond it.
            let beyond = |moves: u32| moves.saturating_mul(2).saturating_add(MATE_MARGIN);
            limits.depth = limits.mate.map(beyond);
            limits.infinite |= limits.mate.is_none() && !limits.ponder;
        }
        limits
    }

    /// Shows the evaluation and what it thinks pieces are worth, also while the engine is busy.
    fn show_evaluation(&self) {
        let rules = &self.options.rules;
        let evaluator = match self.options.network() {
            Ok(Some(network)) => Evaluator::with_network(rules, Some(network)),
            Ok(None) | Err(_) => Evaluator::new(rules),
        };
        let pawns = |score: i32| f64::from(score) / 100.0;
        let worth = |kind| {
            let name = &rules.piece_spec(kind).name;
            format!("{name} {:.2}", pawns(evaluator.piece_worth(kind)))
        };
        // A king that must not be lost has no material value.
        let decides = rules.check_counts() || rules.king_capture_wins();
        let kinds = rules.piece_types().filter(|kind| !decides || Some(*kind) != rules.royal());
        let score = pawns(evaluator.evaluate(self.game.position()));
        self.output.line(&format!("pieces: {}", kinds.map(worth).collect::<Vec<_>>().join(", ")));
        self.output.line(&format!("evaluation for {}: {score:+.2}", self.game.position().turn()));
        self.output.line(evaluation_by(&evaluator));
    }
}

/// Which evaluation is in use, in words.
fn evaluation_by(evaluator: &Evaluator) -> &'static str {
    match evaluator.network().map(|network| network.origin()) {
        Some(NetworkOrigin::OwnRules) => "evaluation by a network that was trained for these rules",
        Some(NetworkOrigin::Universal) => "evaluation by the universal network",
        None => "evaluation by hand-written terms alone: no network covers these rules",
    }
}

/// An engine that tells which move it looks at when it thinks for long.
fn new_engine(options: &Options, output: &Output) -> Engine {
    let mut engine = Engine::new(&options.rules, options.hash, options.threads);
    match options.network() {
        Ok(None) => {}
        Ok(network) => engine.set_network(network),
        Err(why) => output.note(&format!("{why:#}")),
    }
    output.note(evaluation_by(engine.evaluator()));
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
    game: &History,
    limits: &Limits,
    level: Option<&'static Level>,
    shows_wdl: bool,
) {
    let (position, earlier) = (game.position(), game.earlier_hashes().collect::<Vec<_>>());
    let mut on_line = |line: &Line| output.line(&info(output, position, line, shows_wdl));
    let (best, ponder) = match level {
        None => {
            let outcome = engine.search_armed(position, &earlier, limits, &mut on_line);
            if outcome.best.is_none() {
                output.line(&format!("info depth 0 score {}", score(outcome.score)));
            }
            (outcome.best, outcome.ponder)
        }
        Some(level) => {
            let best = level.choose(engine, position, &earlier, limits, seed(), &mut on_line);
            if !matches!(level.style, Style::Search(_)) {
                output.line(&glance(engine, output, position, best));
            }
            (best, None)
        }
    };
    tell_best(output, position, best, ponder);
}

/// Thinks about what the side to move sees and has seen of a game, and prints the best move.
fn search_in_fog(player: &mut LevelPlayer, output: &Output, game: &History, limits: &Limits) {
    let best = player.think(game, limits, &mut |_| {}).best;
    let line = best.map(|best| format!(" pv {}", output.name(game.position(), best)));
    // Under fog there is no evaluation.
    output.line(&format!("info depth 1{}", line.unwrap_or_default()));
    tell_best(output, game.position(), best, None);
}

fn tell_best(output: &Output, position: &Position, best: Option<Move>, ponder: Option<Move>) {
    let name = |chess_move| output.name(position, chess_move);
    // What user interfaces understand when there is no move.
    let best = best.map_or_else(|| "(none)".to_owned(), name);
    match ponder {
        Some(ponder) => output.line(&format!("bestmove {best} ponder {}", name(ponder))),
        None => output.line(&format!("bestmove {best}")),
    }
}

/// The `info` line of a player who does not look ahead.
fn glance(engine: &Engine, output: &Output, position: &Position, best: Option<Move>) -> String {
    let eval = engine.evaluator().evaluate(position);
    let line = best.map(|best| format!(" pv {}", output.name(position, best)));
    format!("info depth 1 score cp {eval}{}", line.unwrap_or_default())
}

/// Is the same answer expected every time? With a limit of positions and nothing else; what the
/// engine remembers of earlier searches must not count then.
fn is_repeatable(limits: &Limits) -> bool {
    limits.nodes.is_some() && limits.move_time.is_none() && limits.clock.is_none()
}

/// Counts sequences of moves below each move, unless it is stopped.
fn count_moves(mut position: Position, depth: u32, output: &Output, signals: &Signals) {
    // The position itself is the only sequence of no moves.
    let mut total = u64::from(depth == 0);
    let moves = if depth == 0 { Vec::new() } else { position.legal_moves() };
    for chess_move in moves {
        let name = output.name(&position, chess_move);
        let Some(nodes) = count_below(&mut position, chess_move, depth - 1, signals) else {
            return output.note("stopped");
        };
        total += nodes;
        output.line(&format!("{name}: {nodes}"));
    }
    output.line(&format!("\nNodes searched: {total}"));
}

/// The count below a move, which looks for a stop sign before each reply and each move after it.
fn count_below(
    position: &mut Position,
    chess_move: Move,
    depth: u32,
    signals: &Signals,
) -> Option<u64> {
    const LEAST_DEPTH: u32 = 4;
    if signals.is_stopped() {
        return None;
    }
    let undo = position.play_unchecked(chess_move);
    let count = if depth < LEAST_DEPTH {
        Some(perft(position, depth))
    } else {
        let replies = position.legal_moves();
        replies.into_iter().map(|reply| count_below(position, reply, depth - 1, signals)).sum()
    };
    position.undo(chess_move, undo);
    count
}

/// A seed that differs from run to run.
fn seed() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    now.map_or(0, |time| time.as_nanos() as u64)
}
