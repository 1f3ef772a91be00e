//! Puzzles: solved ones, wrong moves and their refutation, the way to the next.

use notation::config::{Puzzle, PuzzleGoal};
use rules::Colour;
use sound::Cue;

use super::table::{Table, position, square};
use crate::new_game::{NewGame, PlayerChoice};
use crate::play::session::PuzzleState;

fn puzzle(fen: &str, goal: PuzzleGoal) -> Puzzle {
    let position = position("standard", fen);
    Puzzle {
        name: "Back rank".to_owned(),
        side: position.turn(),
        position,
        goal,
        text: "Find it.".to_owned(),
        solution: Vec::new(),
    }
}

fn table(puzzles: Vec<Puzzle>) -> Table {
    let start = puzzles[0].position.clone();
    let mut game = NewGame::new(start, [PlayerChoice::Human, PlayerChoice::Human]);
    game.puzzles = puzzles;
    Table::new(&game)
}

fn state(table: &Table) -> PuzzleState {
    table.session.puzzles().expect("puzzles").state()
}

const MATE_IN_ONE: &str = "6k1/5ppp/8/8/8/8/8/KR6 w - - 0 1";
const MATE_IN_TWO: &str = "7k/8/8/8/8/8/R7/1R5K w - - 0 1";

#[test]
fn a_solved_puzzle_is_noted_and_the_next_opens() {
    let mut table = table(vec![
        puzzle(MATE_IN_ONE, PuzzleGoal::MateIn(1)),
        puzzle("kr6/8/8/8/8/8/5PPP/6K1 b - - 0 1", PuzzleGoal::MateIn(1)),
    ]);
    table.try_move("b1b8");
    assert_eq!(state(&table), PuzzleState::Solved);
    let tries = table.session.take_tries();
    assert!(matches!(tries.as_slice(), [done] if done.number == 0 && done.is_solved), "{tries:?}");
    assert!(table.session.take_tries().is_empty(), "told once");
    table.session.next_puzzle(table.now);
    let run = table.session.puzzles().expect("puzzles");
    assert_eq!((run.number(), run.solved(), run.count()), (1, 1, 2));
    assert_eq!(table.session.bottom(), Colour::Black);
    table.try_move("b8b1");
    assert_eq!(state(&table), PuzzleState::Solved);
    assert_eq!(table.session.puzzles().expect("puzzles").solved(), 2);
}

#[test]
fn a_wrong_move_is_refuted_by_the_engine_and_can_be_tried_again() {
    let mut table = table(vec![puzzle(MATE_IN_ONE, PuzzleGoal::MateIn(1))]);
    table.try_move("b1b7");
    assert_eq!((state(&table), table.ply()), (PuzzleState::Wrong, 2));
    assert!(table.cues.contains(&Cue::Refused));
    table.try_move("a1a2");
    assert_eq!(table.ply(), 2, "nothing is played before it is taken back");
    table.session.try_again(table.now);
    assert_eq!((state(&table), table.ply()), (PuzzleState::Solving, 0));
    table.try_move("b1b8");
    assert_eq!(state(&table), PuzzleState::Solved);
}

#[test]
fn longer_puzzles_go_on_after_the_right_move() {
    let mut table = table(vec![puzzle(MATE_IN_TWO, PuzzleGoal::MateIn(2))]);
    table.try_move("a2a7");
    table.wait(1.0);
    assert_eq!((state(&table), table.ply()), (PuzzleState::Solving, 2));
    assert_eq!(table.session.moves_left(), Some(1));
    table.try_move("b1b8");
    assert_eq!(state(&table), PuzzleState::Solved);
}

#[test]
fn a_known_solution_is_followed_without_a_search() {
    let mut two = puzzle(MATE_IN_TWO, PuzzleGoal::MateIn(2));
    let mut position = two.position.clone();
    for name in ["a2a7", "h8g8", "b1b8"] {
        let chess_move = notation::uci::parse(&position, name).expect("legal");
        position.play(chess_move).expect("legal");
        two.solution.push(chess_move);
    }
    let mut table = table(vec![two]);
    table.session.press_hint();
    assert_eq!(table.session.hint().expect("a hint").chess_move.from(), square("a2"));
    table.try_move("a2a7");
    assert_eq!((state(&table), table.ply()), (PuzzleState::Solving, 2));
    assert!(table.fen().starts_with("6k1/"), "{}", table.fen());
    table.try_move("b1b8");
    assert_eq!(state(&table), PuzzleState::Solved);
}

#[test]
fn a_capture_is_a_goal_too() {
    let fen = "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1";
    let mut table = table(vec![puzzle(fen, PuzzleGoal::Capture(square("d5")))]);
    table.try_move("e4d5");
    assert_eq!(state(&table), PuzzleState::Solved);
}

#[test]
fn puzzles_can_be_leafed_through_and_started_again() {
    let mut table = table(vec![
        puzzle(MATE_IN_ONE, PuzzleGoal::MateIn(1)),
        puzzle(MATE_IN_TWO, PuzzleGoal::MateIn(2)),
    ]);
    table.session.browse_puzzles(false, table.now);
    assert_eq!(table.session.puzzles().expect("puzzles").number(), 1);
    table.session.browse_puzzles(true, table.now);
    assert_eq!(table.session.puzzles().expect("puzzles").number(), 0);
    table.try_move("b1b7");
    table.session.restart(table.now);
    assert_eq!((state(&table), table.ply()), (PuzzleState::Solving, 0));
}
