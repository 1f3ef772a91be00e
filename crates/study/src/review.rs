//! The review of a game, filled position by position.

use engine::{Score, SearchResult};
use rules::{BoardSize, Colour, History, Move, Outcome, PieceValues, Position, Turn};

use crate::accuracy::{accuracy_of_move, game_accuracy};
use crate::explain::{self, Explanation};
use crate::grade::Grade;
use crate::material::values;

/// What is known about a position of a game.
#[derive(Clone, Debug, PartialEq)]
pub enum Insight {
    /// The game is over there.
    Over(Outcome),
    /// An engine searched it.
    Searched {
        /// The score for the side to move.
        score: Score,
        /// The depth of the search.
        depth: u32,
        /// The best moves, first the one to play.
        line: Vec<Move>,
    },
}

impl Insight {
    /// The engine's line; empty where the game is over.
    pub fn line(&self) -> &[Move] {
        match self {
            Insight::Over(_) => &[],
            Insight::Searched { line, .. } => line,
        }
    }

    /// The score for a side, if the position was searched.
    pub fn score_for(&self, turn: Colour, side: Colour) -> Option<Score> {
        match self {
            Insight::Over(_) => None,
            Insight::Searched { score, .. } if turn == side => Some(*score),
            Insight::Searched { score, .. } => Some(score.reversed()),
        }
    }

    /// The winning chances of a side on a board of this size, from -1 to 1, when `turn` is to move.
    pub fn chances(&self, size: BoardSize, turn: Colour, side: Colour) -> f64 {
        match self {
            Insight::Over(outcome) => match outcome.winner {
                None => 0.0,
                Some(winner) if winner == side => 1.0,
                Some(_) => -1.0,
            },
            Insight::Searched { score, .. } if turn == side => score.win_chance(size),
            Insight::Searched { score, .. } => -score.win_chance(size),
        }
    }
}

impl From<SearchResult> for Insight {
    fn from(found: SearchResult) -> Insight {
        match found.lines.into_iter().next().filter(|l| l.moves.first().copied() == found.best) {
            Some(line) => {
                Insight::Searched { score: line.score, depth: line.depth, line: line.moves }
            }
            None => {
                let line = found.best.into_iter().collect();
                Insight::Searched { score: found.score, depth: found.depth, line }
            }
        }
    }
}

/// What the engine's judgement says about a turn of the game.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveReview {
    /// Who moved.
    pub side: Colour,
    /// What they played.
    pub turn: Turn,
    /// How much of the winning chances it kept.
    pub grade: Grade,
    /// The winning chances of the one who moved, before and after, from -1 to 1.
    pub chances: [f64; 2],
    /// The accuracy in percent.
    pub accuracy: f64,
    /// Why it was bad; none for a good move, and none without proof.
    pub explanation: Option<Explanation>,
}

/// What a review says about one side.
#[derive(Clone, Debug, PartialEq)]
pub struct SideSummary {
    /// The accuracy in percent; none without moves.
    pub accuracy: Option<f64>,
    /// How many moves have each grade, in the order of [`Grade::ALL`].
    pub counts: [usize; Grade::ALL.len()],
}

/// The review of a whole game.
#[derive(Clone, Debug, PartialEq)]
pub struct Review {
    /// The size of the board.
    pub size: BoardSize,
    /// What is known about each position, from the start to the end.
    pub insights: Vec<Insight>,
    /// The moves in order.
    pub moves: Vec<MoveReview>,
}

impl Review {
    /// Accuracy and grades of a side.
    pub fn summary(&self, side: Colour) -> SideSummary {
        let own = || self.moves.iter().filter(|reviewed| reviewed.side == side);
        SideSummary {
            accuracy: game_accuracy(own().map(|reviewed| reviewed.accuracy)),
            counts: Grade::ALL.map(|grade| own().filter(|m| m.grade == grade).count()),
        }
    }

    /// The moves of a side that were bad, by their index in [`Review::moves`].
    pub fn mistakes(&self, side: Colour) -> impl Iterator<Item = usize> + '_ {
        let is_bad = move |m: &MoveReview| m.side == side && m.grade >= Grade::Mistake;
        self.moves.iter().enumerate().filter(move |(_, m)| is_bad(m)).map(|(index, _)| index)
    }
}

/// Reviews a game: gives out position after position and takes an [`Insight`] for each.
#[derive(Clone, Debug)]
pub struct Reviewer {
    turns: Vec<Turn>,
    /// The game up to the position that comes next.
    history: History,
    insights: Vec<Insight>,
}

impl Reviewer {
    /// A review of the moves of this game.
    pub fn new(game: &History) -> Reviewer {
        let turns = game.turns().collect();
        let history = History::new(game.start().clone());
        let mut reviewer = Reviewer { turns, history, insights: Vec::new() };
        reviewer.skip_ends();
        reviewer
    }

    /// How many positions are done, and how many there are.
    pub fn progress(&self) -> (usize, usize) {
        (self.insights.len(), self.turns.len() + 1)
    }

    /// The game up to the position to search next; none when all are done.
    pub fn next_position(&self) -> Option<&History> {
        (self.insights.len() <= self.turns.len()).then_some(&self.history)
    }

    /// Takes what was found about the position that was given out last.
    pub fn insert(&mut self, insight: Insight) {
        if self.next_position().is_none() {
            return;
        }
        self.push(insight);
        self.skip_ends();
    }

    fn push(&mut self, insight: Insight) {
        if let Some(turn) = self.turns.get(self.insights.len()) {
            let legal = self.history.play_turn(*turn);
            debug_assert!(legal.is_ok(), "{turn:?} was played in this game");
        }
        self.insights.push(insight);
    }

    /// Where the game is over there is nothing to search.
    fn skip_ends(&mut self) {
        while self.next_position().is_some()
            && let Some(outcome) = self.history.outcome()
        {
            self.push(Insight::Over(outcome));
        }
    }

    /// The review, once every position is done.
    pub fn finish(self) -> Option<Review> {
        if self.next_position().is_some() {
            return None;
        }
        let mut position = self.history.start().clone();
        let values = values(position.rules());
        let mut moves = Vec::new();
        for (turn, pair) in self.turns.iter().zip(self.insights.windows(2)) {
            let before = position.clone();
            position.play_turn_unchecked(*turn);
            moves.push(review_move(&before, *turn, &position, &pair[0], &pair[1], &values));
        }
        Some(Review { size: position.rules().size(), insights: self.insights, moves })
    }
}

fn review_move(
    before: &Position,
    turn: Turn,
    after: &Position,
    known: &Insight,
    reply: &Insight,
    values: &PieceValues,
) -> MoveReview {
    let side = before.turn();
    let size = before.rules().size();
    let chances = [known.chances(size, side, side), reply.chances(size, !side, side)];
    let is_best = matches!(turn, Turn::Move(played) if known.line().first() == Some(&played));
    let grade = if is_best { Grade::Best } else { Grade::of_loss(chances[0] - chances[1]) };
    let explanation = match turn {
        Turn::Move(played) if grade.is_bad() => {
            explain::explain(before, played, after, known, reply, values)
        }
        _ => None,
    };
    // A search of the next position may think better of the engine's own choice.
    let accuracy = if is_best { 100.0 } else { accuracy_of_move(chances[0], chances[1]) };
    MoveReview { side, turn, grade, chances, accuracy, explanation }
}
