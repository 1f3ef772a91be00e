//! How bad a move was, by how much of the winning chances it gave away.

use engine::Score;
use notation::pgn::Game;
use rules::{Colour, Position};

use super::Insight;

/// How fast winning chances grow with an advantage; measured on games between people.
const GROWTH: f64 = 0.003_682_08;

/// A move that was not good.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// `?!`
    Inaccuracy,
    /// `?`
    Mistake,
    /// `??`
    Blunder,
}

impl Verdict {
    /// All verdicts, with the least loss of chances, on a scale from -1 to 1, that earns them.
    const ALL: [(Verdict, f64); 3] =
        [(Verdict::Blunder, 0.3), (Verdict::Mistake, 0.2), (Verdict::Inaccuracy, 0.1)];

    /// The verdict on a move that has lost so much.
    fn on(loss: f64) -> Option<Verdict> {
        let earned = |(_, least): &&(Verdict, f64)| loss >= *least;
        Verdict::ALL.iter().find(earned).map(|(verdict, _)| *verdict)
    }

    /// The annotation glyph's number.
    pub fn nag(self) -> u16 {
        match self {
            Verdict::Inaccuracy => 6,
            Verdict::Mistake => 2,
            Verdict::Blunder => 4,
        }
    }

    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Inaccuracy => "Inaccuracy",
            Verdict::Mistake => "Mistake",
            Verdict::Blunder => "Blunder",
        }
    }
}

/// The verdict on each move of a game, from what is known about all its positions.
pub fn judge(game: &Game, insights: &[Insight]) -> Vec<Option<Verdict>> {
    let mut position = game.start().clone();
    let mut verdicts = Vec::new();
    for (played, pair) in game.tree.main_moves().zip(insights.windows(2)) {
        let mover = position.turn();
        played.play_unchecked(&mut position);
        let [before, after] = [chances(&pair[0], mover, mover), chances(&pair[1], !mover, mover)];
        let best = match &pair[0] {
            Insight::Open(thought) => thought.line.first().copied(),
            Insight::Over(_) => None,
        };
        let is_best = best.is_some() && best == played.chess_move();
        verdicts.push(if is_best { None } else { Verdict::on(before - after) });
    }
    verdicts
}

/// The winning chances of a side, from -1 to 1.
fn chances(insight: &Insight, turn: Colour, side: Colour) -> f64 {
    let for_mover = match insight {
        Insight::Over(outcome) => {
            return match outcome.winner {
                None => 0.0,
                Some(winner) if winner == side => 1.0,
                Some(_) => -1.0,
            };
        }
        Insight::Open(thought) => match thought.evaluation {
            Score::Centipawns(score) => 2.0 / (1.0 + (-GROWTH * f64::from(score)).exp()) - 1.0,
            Score::MateIn(moves) if moves > 0 => 1.0,
            Score::MateIn(_) => -1.0,
        },
    };
    if turn == side { for_mover } else { -for_mover }
}

/// How a position stands, for White: as people read it.
pub fn standing(insight: &Insight, position: &Position) -> String {
    match insight {
        Insight::Over(outcome) => outcome.to_string(),
        Insight::Open(thought) => for_white(thought.evaluation, position.turn()).to_string(),
    }
}

/// An evaluation for White.
pub fn for_white(evaluation: Score, turn: Colour) -> Score {
    match turn {
        Colour::White => evaluation,
        Colour::Black => evaluation.reversed(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::analyse::Thought;
    use notation::pgn::Reader;
    use rules::{Outcome, Reason};

    fn open(score: i32) -> Insight {
        let evaluation = Score::Centipawns(score);
        Insight::Open(Thought { evaluation, depth: 1, line: Vec::new() })
    }

    fn game(text: &str) -> Game {
        Reader::new(text.as_bytes()).next().expect("a game").expect("it is sound")
    }

    #[test]
    fn losses_are_judged_by_their_size() {
        assert_eq!(Verdict::on(0.05), None);
        assert_eq!(Verdict::on(0.1), Some(Verdict::Inaccuracy));
        assert_eq!(Verdict::on(0.25), Some(Verdict::Mistake));
        assert_eq!(Verdict::on(2.0), Some(Verdict::Blunder));
        assert_eq!(Verdict::on(-1.0), None);
    }

    #[test]
    fn moves_are_judged_from_their_players_view() {
        let game = game("1. f3 e5 2. g4 Qh4# 0-1");
        let mated = Insight::Over(Outcome::won_by(Colour::Black, Reason::Checkmate));
        let mate = Insight::Open(Thought { evaluation: Score::MateIn(1), depth: 2, line: vec![] });
        // White is a little better, then worse, stays so, and gets mated.
        let insights = [open(30), open(50), open(-50), mate, mated];
        let expected = [Some(Verdict::Inaccuracy), None, Some(Verdict::Blunder), None];
        assert_eq!(judge(&game, &insights), expected);
    }

    #[test]
    fn the_best_move_is_never_bad() {
        let game = game("1. e4 *");
        let first = game.tree.main_moves().next().and_then(|played| played.chess_move());
        let first = first.expect("a move");
        let evaluation = Score::Centipawns(900);
        let best = Insight::Open(Thought { evaluation, depth: 1, line: vec![first] });
        assert_eq!(judge(&game, &[best, open(0)]), [None]);
        assert_eq!(judge(&game, &[open(900), open(0)]), [Some(Verdict::Blunder)]);
    }
}
