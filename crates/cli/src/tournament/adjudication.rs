//! Games that are ended early because both players agree on how they stand.

use std::str::FromStr;

use engine::Score;
use rules::{Colour, History};

/// A game is lost when both players have said so for some moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ResignRule {
    moves: u32,
    score: i32,
}

/// A game is drawn when both players have seen no advantage for some moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawRule {
    from_move: u32,
    moves: u32,
    score: i32,
}

impl FromStr for ResignRule {
    type Err = String;

    fn from_str(text: &str) -> Result<ResignRule, String> {
        match numbers(text).as_deref() {
            Some(&[moves, score]) if moves > 0 && score > 0 => {
                Ok(ResignRule { moves: moves as u32, score })
            }
            _ => Err("expected MOVES,SCORE, the score in centipawns, such as 4,800".to_owned()),
        }
    }
}

impl FromStr for DrawRule {
    type Err = String;

    fn from_str(text: &str) -> Result<DrawRule, String> {
        match numbers(text).as_deref() {
            Some(&[from_move, moves, score]) if from_move >= 0 && moves > 0 && score >= 0 => {
                Ok(DrawRule { from_move: from_move as u32, moves: moves as u32, score })
            }
            _ => Err("expected FROM-MOVE,MOVES,SCORE, the score in centipawns, such as 40,8,10"
                .to_owned()),
        }
    }
}

fn numbers(text: &str) -> Option<Vec<i32>> {
    text.split(',').map(|part| part.trim().parse().ok()).collect()
}

/// Watches what the players say about a game.
#[derive(Clone, Debug)]
pub struct Adjudicator {
    resign: Option<ResignRule>,
    draw: Option<DrawRule>,
    /// For how many moves of either side White has been said to win.
    white_wins: u32,
    black_wins: u32,
    even: u32,
}

impl Adjudicator {
    /// One who ends games by these rules.
    pub fn new(resign: Option<ResignRule>, draw: Option<DrawRule>) -> Adjudicator {
        Adjudicator { resign, draw, white_wins: 0, black_wins: 0, even: 0 }
    }

    /// Records the evaluation of a move, and ends the game if the evaluations decide it.
    pub fn hear(
        &mut self,
        mover: Colour,
        evaluation: Option<Score>,
        game: &History,
    ) -> Option<Option<Colour>> {
        let for_white = evaluation.map(|evaluation| match mover {
            Colour::White => evaluation.rank(),
            Colour::Black => -evaluation.rank(),
        });
        let count = |streak: &mut u32, holds: &dyn Fn(i32) -> bool| {
            *streak = if for_white.is_some_and(holds) { *streak + 1 } else { 0 };
            *streak
        };
        if let Some(rule) = self.resign {
            let plies = rule.moves * 2;
            let white_wins = count(&mut self.white_wins, &|score| score >= rule.score) >= plies;
            let black_wins = count(&mut self.black_wins, &|score| score <= -rule.score) >= plies;
            match (white_wins, black_wins) {
                (true, _) => return Some(Some(Colour::White)),
                (_, true) => return Some(Some(Colour::Black)),
                _ => {}
            }
        }
        let rule = self.draw?;
        let even = count(&mut self.even, &|score| score.abs() <= rule.score);
        let is_drawn =
            even >= rule.moves * 2 && game.position().fullmove_number() >= rule.from_move;
        is_drawn.then_some(None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use notation::ruleset;
    use rules::Position;

    /// How many of White's scores are heard before the game ends, and with which winner.
    fn check(resign: &str, draw: &str, scores: &[i32], expected: Option<(usize, Option<Colour>)>) {
        let rules = ruleset::shipped("standard").expect("it ships");
        let game = History::new(Position::start(&rules));
        let mut adjudicator = Adjudicator::new(resign.parse().ok(), draw.parse().ok());
        let heard = scores.iter().enumerate().find_map(|(i, score)| {
            let mover = if i % 2 == 0 { Colour::White } else { Colour::Black };
            let score = if i % 2 == 0 { *score } else { -score };
            let evaluation = Some(Score::Centipawns(score));
            Some((i + 1, adjudicator.hear(mover, evaluation, &game)?))
        });
        assert_eq!(heard, expected, "{scores:?}");
    }

    #[test]
    fn both_must_agree_for_some_moves() {
        check("2,500", "", &[600, 600, 600, 600], Some((4, Some(Colour::White))));
        check("2,500", "", &[600, 600, 400, 600, 600, 600], None);
        check("1,500", "", &[0, -500, -900], Some((3, Some(Colour::Black))));
        check("", "1,2,10", &[5, -5, 10, 0], Some((4, None)));
        check("", "2,2,10", &[5, -5, 10, 0], None);
        check("", "", &[0, 0, 900, 900], None);
    }

    #[test]
    fn rules_are_read() {
        assert!("4,800".parse::<ResignRule>().is_ok());
        for text in ["", "4", "0,800", "4,-1", "4,800,1", "a,b"] {
            assert!(text.parse::<ResignRule>().is_err(), "{text}");
            assert!(text.parse::<DrawRule>().is_err() || text == "4,800,1", "{text}");
        }
    }
}
