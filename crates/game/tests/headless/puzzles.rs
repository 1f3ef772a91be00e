//! Puzzles: goals, progress, failures, and the way from one to the next.

use record::{GameEnd, GameTerms, Puzzle, PuzzleGoal};
use rules::{Colour, Outcome, Reason};
use xxlchess_game::{Estimate, Failure, Progress, PuzzleRow, puzzle_moves_left, puzzle_progress};

use crate::table::{Table, position, rules, square};
use Colour::White;

fn puzzle(id: &str, text: &str, goal: PuzzleGoal) -> Puzzle {
    let position = position(&rules(id), text);
    Puzzle {
        name: String::new(),
        side: position.turn(),
        position,
        goal,
        text: "White to move".to_owned(),
        solution: Vec::new(),
    }
}

fn start(puzzle: &Puzzle) -> Table {
    Table::new(puzzle.position.clone(), GameTerms::default())
}

const TWO_ROOKS: &str = "7k/8/8/8/8/8/R7/1R4K1 w - - 0 1";

#[test]
fn a_mate_in_time_solves_it() {
    let puzzle = puzzle("standard", TWO_ROOKS, PuzzleGoal::MateIn(2));
    let mut table = start(&puzzle);
    assert_eq!(puzzle_progress(&puzzle, &table, None), Progress::Open);
    table.play("a2a7");
    assert_eq!(
        (puzzle_progress(&puzzle, &table, None), puzzle_moves_left(&puzzle, &table)),
        (Progress::Open, Some(1))
    );
    table.play("h8g8 b1b8");
    assert_eq!(puzzle_progress(&puzzle, &table, None), Progress::Solved);
    // A wrong first move: the second is no mate, and the game goes back to its start.
    let now = table.now;
    table.restart(now);
    table.play("a2a3 h8g7 a3a4");
    assert_eq!(puzzle_progress(&puzzle, &table, None), Progress::Failed(Failure::OutOfMoves));
}

#[test]
fn an_estimate_tells_early_that_a_move_was_wrong() {
    let puzzle = puzzle("standard", TWO_ROOKS, PuzzleGoal::MateIn(2));
    let mut table = start(&puzzle);
    table.play("a2a7");
    assert_eq!(puzzle_progress(&puzzle, &table, Some(Estimate::WinsIn(1))), Progress::Open);
    for wrong in [Estimate::WinsIn(2), Estimate::Pawns(10.0), Estimate::Loses] {
        let found = puzzle_progress(&puzzle, &table, Some(wrong));
        assert_eq!(found, Progress::Failed(Failure::Refuted), "{wrong:?}");
    }
}

#[test]
fn another_end_fails_it() {
    let stalemate = "7k/8/5KQ1/8/8/8/8/8 w - - 0 1";
    let puzzle = puzzle("standard", stalemate, PuzzleGoal::MateIn(3));
    let mut table = start(&puzzle);
    table.play("f6f7");
    let end = GameEnd::from(Outcome::draw(Reason::Stalemate));
    assert_eq!(puzzle_progress(&puzzle, &table, None), Progress::Failed(Failure::WrongEnd(end)));
}

#[test]
fn winning_takes_as_long_as_it_takes() {
    let puzzle = puzzle("standard", TWO_ROOKS, PuzzleGoal::Win);
    let mut table = start(&puzzle);
    table.play("a2a3 h8h7 a3a2 h7h8");
    assert_eq!(puzzle_progress(&puzzle, &table, Some(Estimate::Pawns(9.0))), Progress::Open);
    assert_eq!(puzzle_progress(&puzzle, &table, Some(Estimate::WinsIn(40))), Progress::Open);
    let thrown_away = puzzle_progress(&puzzle, &table, Some(Estimate::Pawns(0.0)));
    assert_eq!(thrown_away, Progress::Failed(Failure::Refuted));
    table.play("a2a7 h8g8 b1b8");
    assert_eq!(puzzle_progress(&puzzle, &table, None), Progress::Solved);
    assert_eq!(puzzle_moves_left(&puzzle, &table), None);
}

#[test]
fn a_draw_or_better_solves_a_draw() {
    let text = "8/8/8/8/8/6k1/5q2/7K w - - 0 1";
    let puzzle = puzzle("standard", text, PuzzleGoal::Draw);
    let table = start(&puzzle);
    assert_eq!(puzzle_progress(&puzzle, &table, None), Progress::Solved, "it is stalemate");

    let text = "8/8/8/8/8/6k1/p7/B6K w - - 0 1";
    let puzzle = self::puzzle("standard", text, PuzzleGoal::Draw);
    let mut table = start(&puzzle);
    assert_eq!(puzzle_progress(&puzzle, &table, Some(Estimate::Pawns(-2.0))), Progress::Open);
    let lost = puzzle_progress(&puzzle, &table, Some(Estimate::Loses));
    assert_eq!(lost, Progress::Failed(Failure::Refuted));
    let now = table.now;
    table.resign(now, White).expect("a resignation");
    assert!(matches!(
        puzzle_progress(&puzzle, &table, None),
        Progress::Failed(Failure::WrongEnd(_))
    ));
}

#[test]
fn taking_on_the_square_solves_a_capture() {
    let goal = PuzzleGoal::Capture(square("d5"));
    let puzzle = puzzle("standard", "4k3/8/8/3q4/8/8/8/3RK3 w - - 0 1", goal);
    let mut table = start(&puzzle);
    table.play("e1e2 e8e7");
    assert_eq!(puzzle_progress(&puzzle, &table, None), Progress::Open);
    table.play("d1d5");
    assert_eq!(puzzle_progress(&puzzle, &table, None), Progress::Solved);
    // It stays solved whatever follows.
    table.play("e7e6 e2e3 e6d5");
    assert_eq!(puzzle_progress(&puzzle, &table, None), Progress::Solved);
}

#[test]
fn goals_are_written_as_a_config_has_them() {
    for text in ["mate in 3", "win", "draw", "capture n14"] {
        let goal = PuzzleGoal::parse(text).expect("a goal");
        assert_eq!(goal.to_string(), text);
    }
}

#[test]
fn the_next_unsolved_puzzle_opens_and_the_row_comes_round() {
    let one = puzzle("standard", TWO_ROOKS, PuzzleGoal::Win);
    let mut row = PuzzleRow::new(vec![one.clone(), one.clone(), one]).expect("a row");
    assert_eq!((row.number(), row.solved()), (0, 0));
    row.mark_solved(1);
    assert!(row.open_next());
    assert_eq!(row.number(), 2);
    row.mark_solved(2);
    assert!(row.open_next());
    assert_eq!(row.number(), 0, "the first is still open");
    row.mark_solved(0);
    row.mark_solved(99);
    assert!(!row.open_next() && row.solved() == 3 && row.is_solved(1));
    assert!(row.open(2) && !row.open(3) && row.number() == 2);
    assert_eq!(PuzzleRow::new(Vec::new()), None);
}
