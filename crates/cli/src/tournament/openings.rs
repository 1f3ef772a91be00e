//! Where games start: positions or games from a file, or a few random moves.

use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, bail};
use fastrand::Rng;
use notation::{fen, pgn};
use rules::{History, Position, Rules};
use study::lab::random_start;

use super::budget::Budget;
use super::builtin::Searcher;
use crate::files;

/// An opening is kept if the engine sees less of an advantage than this, in centipawns.
const BALANCED: i32 = 90;
/// How many openings are tried before the most balanced one must do.
const TRIES: usize = 30;
/// How much is thought about the balance of an opening.
const BALANCE_BUDGET: Budget = Budget::Nodes(2_000);

/// The openings of a match.
pub enum Book {
    /// Random moves from the start.
    Random {
        /// Number of moves of both sides together.
        plies: usize,
        /// Seed of the random moves.
        seed: u64,
    },
    /// Openings from a file, in an order that a seed has decided.
    List(Vec<History>),
}

impl Book {
    /// Reads positions (FEN or EPD, one a line) or games, of which so many moves count.
    pub fn read(
        path: &Path,
        rules: &Arc<Rules>,
        plies: Option<usize>,
        seed: u64,
    ) -> anyhow::Result<Book> {
        let is_pgn =
            path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("pgn"));
        let openings = match is_pgn {
            true => from_games(&files::read(path)?, rules, plies),
            false => from_positions(&files::read_text(path)?, rules),
        };
        let mut openings = openings.with_context(|| format!("in {}", path.display()))?;
        openings.retain(|opening| opening.outcome().is_none());
        if openings.is_empty() {
            bail!("{} has no opening to play", path.display());
        }
        Rng::with_seed(seed).shuffle(&mut openings);
        Ok(Book::List(openings))
    }

    /// The opening with this number; always the same for the same number.
    pub fn opening(&self, number: usize, rules: &Arc<Rules>, judge: &mut Searcher) -> History {
        match self {
            Book::List(openings) => openings[number % openings.len()].clone(),
            Book::Random { plies: 0, .. } => History::new(Position::start(rules)),
            Book::Random { plies, seed } => {
                let mut rng = Rng::with_seed(Rng::with_seed(*seed ^ number as u64).u64(..));
                balanced(rules, *plies, &mut rng, judge)
            }
        }
    }
}

/// The first opening that is balanced, or else the most balanced one of many.
fn balanced(rules: &Arc<Rules>, plies: usize, rng: &mut Rng, judge: &mut Searcher) -> History {
    let mut best: Option<(i32, History)> = None;
    for _ in 0..TRIES {
        let Some(opening) = random_moves(rules, plies, rng) else { continue };
        judge.clear();
        let thought = judge.think(&opening, BALANCE_BUDGET);
        let advantage = thought.map_or(i32::MAX, |thought| thought.score.rank().abs());
        if best.as_ref().is_none_or(|(least, _)| advantage < *least) {
            best = Some((advantage, opening));
        }
        if advantage < BALANCED {
            break;
        }
    }
    best.map_or_else(|| History::new(Position::start(rules)), |(_, opening)| opening)
}

/// Random moves from the start; nothing if they end the game.
fn random_moves(rules: &Arc<Rules>, plies: usize, rng: &mut Rng) -> Option<History> {
    let mut game = History::new(random_start(rules, rng));
    for _ in 0..plies {
        let moves = game.position().legal_moves();
        game.play(*rng.choice(&moves)?).ok()?;
    }
    (game.outcome().is_none() && game.position().count_legal_moves() > 0).then_some(game)
}

fn from_games(
    bytes: &[u8],
    rules: &Arc<Rules>,
    plies: Option<usize>,
) -> anyhow::Result<Vec<History>> {
    let reader = pgn::Reader::new(bytes).with_default_rules(Arc::clone(rules));
    let mut openings = Vec::new();
    for game in reader {
        let game = game?;
        if game.rules().spec() != rules.spec() {
            bail!("game {} is played by the rules of `{}`", openings.len() + 1, game.rules().id());
        }
        let mut opening = History::new(game.start().clone());
        for played in game.tree.main_moves().take(plies.unwrap_or(usize::MAX)) {
            // The reader has seen that the moves are legal.
            let _ = opening.play_turn(played.turn);
        }
        openings.push(opening);
    }
    Ok(openings)
}

fn from_positions(text: &str, rules: &Arc<Rules>) -> anyhow::Result<Vec<History>> {
    let positions = files::meant_lines(text).map(|(number, line)| {
        let (position, _) = fen::parse(rules, &files::split_epd(line).0)
            .with_context(|| format!("line {number}: `{line}`"))?;
        Ok(History::new(position))
    });
    positions.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::interrupt::Interrupt;
    use notation::{ruleset, uci};

    fn rules(id: &str) -> Arc<Rules> {
        ruleset::shipped(id).expect("it ships")
    }

    fn moves(opening: &History) -> String {
        opening.moves().map(|step| uci::format(opening.start(), step) + " ").collect()
    }

    #[test]
    fn random_openings_can_be_repeated() {
        let rules = rules("standard");
        let mut judge = Searcher::new(&rules, 1, 1, &Interrupt::default());
        let book = Book::Random { plies: 6, seed: 7 };
        let first = moves(&book.opening(0, &rules, &mut judge));
        let second = moves(&book.opening(1, &rules, &mut judge));
        assert_eq!(first, moves(&book.opening(0, &rules, &mut judge)));
        assert_ne!(first, second);
        assert_eq!(first.split_whitespace().count(), 6);
        let none = Book::Random { plies: 0, seed: 7 };
        assert!(none.opening(3, &rules, &mut judge).is_empty());
    }

    #[test]
    fn positions_are_read_with_and_without_operations() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
        let text = format!(
            "# a remark\n\n{start} 0 1\n{start}\n{start} bm e4; id \"x\";\n{start} hmvc 3; fmvn 9;\n"
        );
        let found = from_positions(&text, &rules("standard")).expect("positions");
        let counters = |opening: &History| {
            (opening.start().halfmove_clock(), opening.start().fullmove_number())
        };
        let found: Vec<_> = found.iter().map(counters).collect();
        assert_eq!(found, [(0, 1), (0, 1), (0, 1), (3, 9)]);
        assert!(from_positions(&format!("{start} hmvc many;"), &rules("standard")).is_err());
        assert!(from_positions("nonsense", &rules("standard")).is_err());
    }

    #[test]
    fn games_are_cut() {
        let text = b"1. e4 e5 2. Nf3 *\n\n1. d4 *\n";
        let found = from_games(text, &rules("standard"), Some(2)).expect("games");
        let found: Vec<_> = found.iter().map(moves).collect();
        assert_eq!(found, ["e2e4 e7e5 ", "d2d4 "]);
        assert!(from_games(b"[Variant \"xxl\"]\n\n1. a4 *", &rules("standard"), None).is_err());
    }
}
