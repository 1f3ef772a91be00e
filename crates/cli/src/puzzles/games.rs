//! The games that puzzles are taken from: levels of middling strength play, and err as people do.

use std::collections::HashMap;
use std::sync::Arc;

use engine::Limits;
use engine::level::{self, Level, LevelPlayer};
use fastrand::Rng;
use rules::{History, Position, Rules, Square};

/// The levels that play, each against each other. Weaker ones leave no positions worth a look, and
/// stronger ones make too few mistakes.
const PLAYERS: [&str; 6] = ["4", "5", "6", "7", "8", "9"];

/// The table of each player, in mebibytes: at so few nodes they need no more.
const HASH: usize = 4;

/// Games that are longer go nowhere.
const MOST_PLIES: usize = 300;

/// A position of a game that may become a puzzle: without its history.
#[derive(Clone, Debug)]
pub(super) struct Candidate {
    pub(super) position: Position,
    /// Where the last move took something, if it did.
    pub(super) last_capture: Option<Square>,
    /// How many moves of either side were played before.
    pub(super) ply: usize,
}

/// Plays one game after the other.
pub(super) struct Games {
    rules: Arc<Rules>,
    players: HashMap<&'static str, LevelPlayer>,
}

impl Games {
    pub(super) fn new(rules: &Arc<Rules>) -> Games {
        Games { rules: Arc::clone(rules), players: HashMap::new() }
    }

    /// All positions of a game, which depends on the seed alone; as many as there are when it is
    /// stopped.
    pub(super) fn play(&mut self, seed: u64, is_stopped: &dyn Fn() -> bool) -> Vec<Candidate> {
        let mut rng = Rng::with_seed(seed);
        let sides: Vec<&'static Level> = (0..2).filter_map(|_| pick(&mut rng)).collect();
        for level in &sides {
            let rules = &self.rules;
            let fresh = || LevelPlayer::new(rules, Some(level), 0).with_resources(HASH, 1);
            self.players.entry(level.name).or_insert_with(fresh).begin(seed);
        }
        let mut game = History::new(Position::start(&self.rules));
        let mut candidates = Vec::new();
        while game.outcome().is_none() && game.len() < MOST_PLIES && !is_stopped() {
            let level = sides.get(game.position().turn().index());
            let player = level.and_then(|level| self.players.get_mut(level.name));
            let Some(player) = player else { break };
            player.signals().arm(false);
            let chosen = player.think(&game, &Limits::default(), &mut |_| {}).best;
            let Some(chess_move) = chosen else { break };
            let captures = game.position().is_capture(chess_move);
            if game.play(chess_move).is_err() {
                break;
            }
            candidates.extend(without_past(game.position()).map(|position| Candidate {
                position,
                last_capture: captures.then_some(chess_move.to()),
                ply: game.len(),
            }));
        }
        candidates
    }
}

fn pick(rng: &mut Rng) -> Option<&'static Level> {
    rng.choice(&PLAYERS).and_then(|name| level::find(name))
}

/// The position as a FEN can tell it, with the count of idle moves begun anew.
fn without_past(position: &Position) -> Option<Position> {
    let mut setup = position.to_setup();
    setup.halfmove_clock = 0;
    setup.moved_pawns = rules::SquareSet::EMPTY;
    Position::new(Arc::clone(position.rules()), setup).ok().map(|(position, _)| position)
}
