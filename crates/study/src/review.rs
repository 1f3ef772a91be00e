//! The review of a game, filled position by position.

use engine::{Score, SearchResult, win_chance};
use rules::{BoardSize, Colour, History, Move, Outcome, PieceValues, Position, Turn};

use crate::accuracy::{accuracy_of_move, game_accuracy};
use crate::explain::{self, Explanation};
use crate::grade::Grade;
use crate::material::values;
use crate::proof::{self, Proof};

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
            Insight::Searched { score, .. } if turn == side => win_chance(*score, size),
            Insight::Searched { score, .. } => -win_chance(*score, size),
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

/// Reviews a game: gives out position after position and takes an [`Insight`] for each. At the end
/// come positions that prove explanations of bad moves; without proof none is given.
#[derive(Clone, Debug)]
pub struct Reviewer {
    turns: Vec<Turn>,
    /// The game up to the position that comes next.
    history: History,
    insights: Vec<Insight>,
    proves: bool,
    /// The moves, once all positions of the game are done.
    moves: Vec<MoveReview>,
    /// What is still to be proved, the next one last, and how many were.
    proofs: Vec<Proof>,
    proved: usize,
}

impl Reviewer {
    /// A review of the moves of this game.
    pub fn new(game: &History) -> Reviewer {
        Reviewer::begin(game, true)
    }

    /// A review from what was kept of an earlier one: nothing but the positions of the game is given out.
    pub fn of_kept(game: &History) -> Reviewer {
        Reviewer::begin(game, false)
    }

    fn begin(game: &History, proves: bool) -> Reviewer {
        let mut reviewer = Reviewer {
            turns: game.turns().collect(),
            history: History::new(game.start().clone()),
            insights: Vec::new(),
            proves,
            moves: Vec::new(),
            proofs: Vec::new(),
            proved: 0,
        };
        reviewer.skip_ends();
        reviewer
    }

    /// How many positions are done, and how many there are.
    pub fn progress(&self) -> (usize, usize) {
        let done = self.insights.len() + self.proved;
        (done, self.turns.len() + 1 + self.proved + self.proofs.len())
    }

    /// The game, or a variation of it, up to the position to search next; none when all are done.
    pub fn next_position(&self) -> Option<&History> {
        match self.insights.len() <= self.turns.len() {
            true => Some(&self.history),
            false => self.proofs.last().map(|proof| &proof.history),
        }
    }

    /// Takes what was found about the position that was given out last.
    pub fn insert(&mut self, insight: Insight) {
        if self.insights.len() <= self.turns.len() {
            self.push(insight);
            self.skip_ends();
        } else if let Some(proof) = self.proofs.pop() {
            self.proved += 1;
            if !proof.holds(&insight) {
                self.moves[proof.index].explanation = None;
                self.proofs.retain(|other| other.index != proof.index);
            }
        }
    }

    fn push(&mut self, insight: Insight) {
        if let Some(turn) = self.turns.get(self.insights.len()) {
            let legal = self.history.play_turn(*turn);
            debug_assert!(legal.is_ok(), "{turn:?} was played in this game");
        }
        self.insights.push(insight);
        if self.insights.len() > self.turns.len() {
            self.look_at_moves();
        }
    }

    /// Where the game is over there is nothing to search.
    fn skip_ends(&mut self) {
        while self.insights.len() <= self.turns.len()
            && let Some(outcome) = self.history.outcome()
        {
            self.push(Insight::Over(outcome));
        }
    }

    /// Judges the moves, once all positions of the game are done.
    fn look_at_moves(&mut self) {
        let mut history = History::new(self.history.start().clone());
        let values = values(history.position().rules());
        let mut proofs = Vec::new();
        for (index, (turn, pair)) in self.turns.iter().zip(self.insights.windows(2)).enumerate() {
            let before = history.clone();
            if history.play_turn(*turn).is_err() {
                break;
            }
            let (start, after) = (before.position(), history.position());
            let reviewed = review_move(start, *turn, after, &pair[0], &pair[1], &values);
            if let Some(why) = reviewed.explanation.as_ref().filter(|_| self.proves) {
                proofs.extend(proof::proofs(index, why, &before, &history, &pair[0], &pair[1]));
            }
            self.moves.push(reviewed);
        }
        proofs.reverse();
        self.proofs = proofs;
    }

    /// The review, once every position is done.
    pub fn finish(self) -> Option<Review> {
        if self.next_position().is_some() {
            return None;
        }
        let size = self.history.position().rules().size();
        Some(Review { size, insights: self.insights, moves: self.moves })
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
