//! Fast games of the engine against itself, which training and tuning are fed with.

use std::io;
use std::sync::mpsc::{Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::thread;

use engine::{Engine, Limits};
use fastrand::Rng;
use rules::{Colour, Move, Position};

use crate::game_file::{GameMove, SelfPlayGame};

/// Games that are longer are drawn.
const MAX_PLIES: usize = 400;
/// Random moves at the beginning of each game.
const OPENING_PLIES: usize = 8;
/// Openings in which a side is so far ahead are not played on.
const LOPSIDED: i32 = 300;
/// A side that is so far ahead for [`DECIDED_PLIES`] moves has won.
const DECIDED: i32 = 2000;
const DECIDED_PLIES: i32 = 6;
/// After [`DRAWN_AFTER`] plies, scores as small as this for [`DRAWN_PLIES`] moves are a draw.
const DRAWN: i32 = 8;
const DRAWN_PLIES: i32 = 16;
const DRAWN_AFTER: usize = 80;
/// How far back repetitions are looked for.
const REPETITION_REACH: usize = 100;
/// The winner of a drawn game.
const NOBODY: Option<Colour> = None;

/// Plays a game; nothing if it was stopped. The game depends on nodes and seed alone. One whose
/// opening is lopsided has no searched moves.
pub fn play_game(
    engine: &mut Engine,
    nodes: u64,
    number: u32,
    seed: u64,
    is_stopped: &dyn Fn() -> bool,
) -> Option<SelfPlayGame> {
    engine.clear();
    // Each game has its own seed, so that it does not matter which thread plays it.
    let mut rng =
        Rng::with_seed(Rng::with_seed(seed.wrapping_add(u64::from(number) << 32)).u64(..));
    // Either side has its turn after the opening as often as the other.
    let opening = OPENING_PLIES + rng.usize(..2);
    let mut game = OngoingGame {
        position: Position::start(engine.rules()),
        earlier: Vec::new(),
        moves: Vec::new(),
        lead: 0,
        level: 0,
    };
    let winner = loop {
        if is_stopped() {
            return None;
        }
        if let Some(winner) = game.winner_on_board() {
            break winner;
        }
        let decided = if game.moves.len() < opening {
            game.play_random(&mut rng)
        } else {
            game.play_best(engine, nodes, opening)
        };
        if let Some(winner) = decided {
            break winner;
        }
    };
    Some(SelfPlayGame { number, winner, moves: game.moves })
}

/// A game while it is played.
struct OngoingGame {
    position: Position,
    /// The hashes of all earlier positions.
    earlier: Vec<u64>,
    moves: Vec<GameMove>,
    /// For how many moves White has been far ahead; negative for Black.
    lead: i32,
    /// For how many moves nobody has been ahead.
    level: i32,
}

impl OngoingGame {
    /// The winner, if the position or the length of the game decides it.
    fn winner_on_board(&self) -> Option<Option<Colour>> {
        if let Some(outcome) = self.position.outcome() {
            return Some(outcome.winner);
        }
        let is_long = self.moves.len() >= MAX_PLIES || self.position.halfmove_clock() >= 100;
        is_long.then_some(NOBODY)
    }

    /// Plays a random move; the game is drawn if there is none.
    fn play_random(&mut self, rng: &mut Rng) -> Option<Option<Colour>> {
        match rng.choice(&self.position.legal_moves()) {
            Some(chess_move) => self.play(*chess_move, None),
            None => return Some(NOBODY),
        }
        None
    }

    /// Plays the best move; tells the winner once it is decided.
    fn play_best(
        &mut self,
        engine: &mut Engine,
        nodes: u64,
        opening: usize,
    ) -> Option<Option<Colour>> {
        let position = &self.position;
        let outcome = engine.search(position, &self.earlier, &Limits::nodes(nodes), &mut |_| {});
        let Some(best) = outcome.best else { return Some(NOBODY) };
        let score = outcome.score.rank();
        let for_white = if position.turn() == Colour::White { score } else { -score };
        if self.moves.len() == opening && score.abs() > LOPSIDED {
            return Some(NOBODY);
        }
        self.lead = if score.abs() < DECIDED { 0 } else { self.lead + for_white.signum() };
        self.level = if score.abs() <= DRAWN { self.level + 1 } else { 0 };
        let score = score.clamp(1 - i32::from(i16::MAX), i16::MAX.into()) as i16;
        self.play(best, Some(score));
        if self.lead.abs() >= DECIDED_PLIES {
            return Some(Some(if self.lead > 0 { Colour::White } else { Colour::Black }));
        }
        let is_same = |hash: &&u64| **hash == self.position.hash();
        let recent = self.earlier.iter().rev().take(REPETITION_REACH);
        let is_repeated = recent.filter(is_same).count() >= 2;
        let is_level = self.moves.len() > DRAWN_AFTER && self.level >= DRAWN_PLIES;
        (is_repeated || is_level).then_some(NOBODY)
    }

    fn play(&mut self, chess_move: Move, score: Option<i16>) {
        self.earlier.push(self.position.hash());
        self.moves.push(GameMove { chess_move, score });
        self.position.play_unchecked(chess_move);
    }
}

/// Which games are played.
#[derive(Clone, Copy, Debug)]
pub struct SelfPlay {
    /// How many positions are looked at for each move.
    pub nodes: u64,
    /// Decides which games are played.
    pub seed: u64,
    /// How many threads play.
    pub threads: usize,
}

impl SelfPlay {
    /// Plays games of these numbers on all threads, until all are played, somebody stops it, or one
    /// cannot be kept. Games come to `keep`, on the thread that waits for them, in the order in which
    /// they end; lopsided openings come too.
    pub fn play(
        &self,
        engine: &(dyn Fn() -> Engine + Sync),
        numbers: impl Iterator<Item = u32> + Send,
        is_stopped: &(dyn Fn() -> bool + Sync),
        keep: &mut dyn FnMut(SelfPlayGame) -> io::Result<()>,
    ) -> io::Result<()> {
        let numbers = Mutex::new(numbers);
        let next = || numbers.lock().unwrap_or_else(PoisonError::into_inner).next();
        let work = |sender: Sender<SelfPlayGame>| {
            let mut engine = engine();
            while let Some(number) = next()
                && let Some(game) =
                    play_game(&mut engine, self.nodes, number, self.seed, is_stopped)
                && sender.send(game).is_ok()
            {}
        };
        let (sender, games) = channel();
        thread::scope(|scope| {
            for _ in 0..self.threads.max(1) {
                let (sender, work) = (sender.clone(), &work);
                scope.spawn(move || work(sender));
            }
            drop(sender);
            games.into_iter().try_for_each(keep)
        })
    }
}
