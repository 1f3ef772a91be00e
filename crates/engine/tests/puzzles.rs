//! The puzzles that ship: each has one solution, which the engine finds, and mates are proved.

use std::io;
use std::path::Path;

use notation::config::{Config, Puzzle, PuzzleGoal};
use notation::uci;
use rules::{History, Move, Position};
use test_kit::mates::Solver;
use xxlchess_engine::{Engine, Limits, MateSolver, Score, Signals};

const XXL: &str = include_str!("../../../assets/puzzles/xxl.json");
const STANDARD: &str = include_str!("../../../assets/puzzles/standard.json");

/// Puzzles without names, which the program made and proved in large numbers.
const MORE: [&str; 2] = [
    include_str!("../../../assets/puzzles/xxl-more.json"),
    include_str!("../../../assets/puzzles/standard-more.json"),
];

/// The engine finds every solution within so many nodes.
const NODES: u64 = 250_000;
/// Number of nodes that tell good moves from bad ones.
const FEW_NODES: u64 = 60_000;
/// Longer mates are proved move by move, and by the engine.
const PROVABLE: u8 = 3;
/// No more moves are tried for a proof.
const PROOF: u64 = 40_000_000;

/// By so many hundredths of a pawn a solution is better than any other move.
const CLEARLY: i32 = 200;
/// An advantage that wins in the end.
const WINNING: i32 = 300;

fn read(text: &str) -> Vec<Puzzle> {
    let nothing = |_: &Path| Err(io::ErrorKind::NotFound.into());
    let (config, odd) = Config::parse(text).expect("a config");
    assert!(odd.is_empty(), "{odd:?}");
    let (game, odd) = config.open(Path::new(""), &nothing).expect("puzzles");
    assert!(odd.is_empty(), "{odd:?}");
    game.puzzles
}

fn after(position: &Position, chess_move: Move) -> Position {
    let mut next = position.clone();
    next.play_unchecked(chess_move);
    next
}

/// Looks at every puzzle of both sets with an engine that knows nothing of the others.
fn for_each(mut look: impl FnMut(&Puzzle, &mut Engine)) {
    for text in [XXL, STANDARD] {
        let puzzles = read(text);
        let mut engine = Engine::new(puzzles[0].position.rules(), 8, 1);
        for puzzle in &puzzles {
            engine.clear();
            look(puzzle, &mut engine);
        }
    }
}

#[test]
fn the_sets_are_complete() {
    for (text, id, count) in [(XXL, "xxl", 30), (STANDARD, "standard", 10)] {
        let puzzles = read(text);
        assert!(puzzles.len() >= count, "{id} has {} puzzles", puzzles.len());
        for (number, puzzle) in puzzles.iter().enumerate() {
            let name = &puzzle.name;
            assert_eq!(puzzle.position.rules().id(), id);
            assert_eq!(puzzle.side, puzzle.position.turn(), "{name}");
            assert!(!name.is_empty() && puzzle.text.ends_with(['.', '?', '!']), "{name}");
            let is_same = |other: &Puzzle| {
                other.name == *name || other.position.hash() == puzzle.position.hash()
            };
            assert!(!puzzles[..number].iter().any(is_same), "{name} is there twice");
        }
        assert_eq!(puzzles[0].goal, PuzzleGoal::MateIn(1), "{id} begins with the easiest");
    }
}

#[test]
fn short_mates_of_the_large_sets_are_proved() {
    let mut seen = std::collections::HashSet::new();
    for text in [XXL, STANDARD] {
        seen.extend(read(text).iter().map(|puzzle| puzzle.position.hash()));
    }
    for puzzle in MORE.into_iter().flat_map(read) {
        let fen = notation::fen::format(&puzzle.position);
        assert!(seen.insert(puzzle.position.hash()), "{fen} is there twice");
        assert_eq!(puzzle.side, puzzle.position.turn(), "{fen}");
        assert!(!puzzle.solution.is_empty(), "{fen}");
        if let PuzzleGoal::MateIn(moves @ 1..=2) = puzzle.goal {
            let shortest = Solver::new(PROOF).shortest_win(&puzzle.position, moves.into());
            assert_eq!(shortest, Some(Some(moves.into())), "{fen}");
        }
    }
}

#[test]
fn every_line_reaches_its_goal() {
    for_each(|puzzle, _| {
        let mut game = History::new(puzzle.position.clone());
        for chess_move in &puzzle.solution {
            assert!(game.outcome().is_none(), "{}", puzzle.name);
            game.play(*chess_move).expect("legal");
        }
        let (last, before) =
            game.undo().map(|turn| (turn, game.position().clone())).expect("moves");
        let last = last.chess_move().expect("a move");
        game.play(last).expect("legal");
        let own_moves = puzzle.solution.len().div_ceil(2);
        let outcome = game.outcome();
        let is_reached = match puzzle.goal {
            PuzzleGoal::MateIn(moves) => {
                let is_won = outcome.is_some_and(|outcome| outcome.winner == Some(puzzle.side));
                is_won && own_moves == usize::from(moves)
            }
            PuzzleGoal::Capture(square) => last.to() == square && before.is_capture(last),
            PuzzleGoal::Draw => outcome.is_some_and(|outcome| outcome.winner.is_none()),
            PuzzleGoal::Win => before.turn() == puzzle.side,
        };
        assert!(is_reached, "{}: {outcome:?}", puzzle.name);
    });
}

/// The best answer to a move, and how good the position is for the side that gives it.
fn answer(
    engine: &mut Engine,
    position: &Position,
    chess_move: Move,
    limits: &Limits,
) -> (Option<Move>, Score) {
    let next = after(position, chess_move);
    let outcome = engine.search(&next, &[position.hash()], limits, &mut |_| {});
    (outcome.best, outcome.score)
}

#[test]
fn mates_are_proved_and_have_one_key() {
    for_each(|puzzle, _| {
        let PuzzleGoal::MateIn(moves) = puzzle.goal else { return };
        let (name, key) = (&puzzle.name, puzzle.solution[0]);
        let mut solver = Solver::new(PROOF);
        if moves > PROVABLE {
            let next = after(&puzzle.position, key);
            for reply in next.legal_moves() {
                let wins = solver.wins_in(&after(&next, reply), usize::from(moves) - 1);
                assert_eq!(wins, Some(true), "{name}: {reply:?}");
            }
            return;
        }
        let shortest = solver.shortest_win(&puzzle.position, moves.into());
        assert_eq!(shortest, Some(Some(moves.into())), "{name}");
        let mut solver = MateSolver::new(PROOF, Signals::default());
        let mating = solver.winning_moves(&puzzle.position, moves.into());
        let mating = mating.expect("few positions");
        // A pawn that mates as a queen may do so as a rook.
        let is_key = |m: &Move| (m.from(), m.to()) == (key.from(), key.to());
        assert!(mating.contains(&key) && mating.iter().all(is_key), "{name}: {mating:?}");
    });
}

#[test]
fn the_engine_finds_every_solution() {
    for_each(|puzzle, engine| {
        let (name, key) = (&puzzle.name, puzzle.solution[0]);
        let mate = match puzzle.goal {
            PuzzleGoal::MateIn(moves) => Some(u32::from(moves)),
            PuzzleGoal::Win | PuzzleGoal::Draw | PuzzleGoal::Capture(_) => None,
        };
        let nodes = if mate.is_some() { NODES } else { FEW_NODES };
        let limits = Limits { mate, ..Limits::nodes(nodes) };
        let found = engine.search(&puzzle.position, &[], &limits, &mut |_| {});
        let best = found.best.expect("a move");
        let expected = uci::format(&puzzle.position, key);
        assert_eq!(uci::format(&puzzle.position, best), expected, "{name}");
        if let Some(moves) = mate {
            assert_eq!(found.score, Score::MateIn(moves as i32), "{name}");
            // Who judges the solver's first move by the engine sees that it is right.
            engine.clear();
            let limits = Limits { mate: Some(moves), ..Limits::nodes(NODES) };
            let (_, score) = answer(engine, &puzzle.position, key, &limits);
            assert_eq!(score.reversed(), Score::MateIn(moves as i32 - 1), "{name}");
        }
    });
}

#[test]
fn other_moves_are_clearly_worse() {
    for_each(|puzzle, engine| {
        let (name, key) = (&puzzle.name, puzzle.solution[0]);
        let moves = puzzle.position.legal_moves();
        let others: Vec<_> = moves.into_iter().filter(|m| *m != key).collect();
        assert!(others.len() >= 2, "{name} leaves no choice");
        let is_proved = matches!(puzzle.goal, PuzzleGoal::MateIn(moves) if moves <= PROVABLE);
        if is_proved {
            return;
        }
        let mut score = |search_moves| {
            engine.clear();
            let limits = Limits { search_moves, ..Limits::nodes(FEW_NODES) };
            engine.search(&puzzle.position, &[], &limits, &mut |_| {}).score
        };
        let second = score(others);
        if let PuzzleGoal::MateIn(moves) = puzzle.goal {
            let is_as_fast =
                matches!(second, Score::MateIn(other) if other > 0 && other <= moves.into());
            assert!(!is_as_fast, "{name}: {second}");
            return;
        }
        let best = score(vec![key]);
        assert!(best.rank() - second.rank() >= CLEARLY, "{name}: {best}, {second}");
        let is_worth_it = match puzzle.goal {
            PuzzleGoal::Draw => second.rank() <= -WINNING,
            PuzzleGoal::Win | PuzzleGoal::Capture(_) | PuzzleGoal::MateIn(_) => {
                best.rank() >= WINNING
            }
        };
        assert!(is_worth_it, "{name}: {best}, {second}");
    });
}

#[test]
fn a_prize_cannot_be_taken_at_once_and_cannot_be_saved() {
    for_each(|puzzle, engine| {
        let PuzzleGoal::Capture(square) = puzzle.goal else { return };
        let name = &puzzle.name;
        let takes = |position: &Position| position.legal_moves().iter().any(|m| m.to() == square);
        assert!(!takes(&puzzle.position), "{name} gives itself away");
        let limits = Limits::nodes(NODES);
        let (reply, _) = answer(engine, &puzzle.position, puzzle.solution[0], &limits);
        let next = after(&puzzle.position, puzzle.solution[0]);
        let next = after(&next, reply.expect("an answer"));
        let prize = puzzle.position.piece_at(square);
        assert!(next.piece_at(square) == prize && takes(&next), "{name}: {reply:?}");
    });
}
