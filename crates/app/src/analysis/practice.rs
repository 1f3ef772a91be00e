//! Learning from one's mistakes: the positions where one went wrong, to be tried again.

use rules::{History, Move};
use study::{Grade, Insight};

use super::review::GameReview;

/// How an attempt stands.
#[derive(Clone, Debug, PartialEq)]
pub enum Attempt {
    /// A move is awaited.
    Open,
    /// The engine looks at a move.
    Checking(Move),
    /// The move is as good as the best, or nearly so.
    Right(Move),
    /// The move is bad too, or not quite good; the engine's answer shows why.
    Wrong { played: Move, refutation: Vec<Move>, grade: Grade },
    /// The solution was asked for.
    Shown,
}

/// The mistakes of a side, one by one.
pub struct Practice {
    mistakes: Vec<usize>,
    at: usize,
    pub attempt: Attempt,
    pub asks_hint: bool,
}

impl Practice {
    /// The moves of a review that were mistakes, by their index; nothing if there are none.
    pub fn new(mistakes: Vec<usize>) -> Option<Practice> {
        (!mistakes.is_empty()).then_some(Practice {
            mistakes,
            at: 0,
            attempt: Attempt::Open,
            asks_hint: false,
        })
    }

    /// The index of the move that is practised.
    pub fn index(&self) -> usize {
        self.mistakes[self.at]
    }

    /// The number of the mistake, from 1, and how many there are.
    pub fn progress(&self) -> (usize, usize) {
        (self.at + 1, self.mistakes.len())
    }

    /// Goes to the next mistake. Tells whether there is one.
    pub fn next(&mut self) -> bool {
        let has_next = self.at + 1 < self.mistakes.len();
        if has_next {
            self.at += 1;
            self.attempt = Attempt::Open;
            self.asks_hint = false;
        }
        has_next
    }

    /// Is the piece that is to move shown?
    pub fn is_hinted(&self) -> bool {
        self.asks_hint && matches!(self.attempt, Attempt::Open)
    }

    /// Tries a move: the best one is right at once, any other is looked at.
    pub fn attempt(&mut self, chess_move: Move, history: &History, review: &mut GameReview) {
        if !matches!(self.attempt, Attempt::Open | Attempt::Wrong { .. }) {
            return;
        }
        let known = review.done().and_then(|review| review.insights.get(self.index()));
        if known.is_some_and(|known| known.line().first() == Some(&chess_move)) {
            self.attempt = Attempt::Right(chess_move);
            return;
        }
        let mut after = history.clone();
        if after.play(chess_move).is_err() {
            return;
        }
        match after.outcome() {
            Some(outcome) => self.settle(chess_move, &Insight::Over(outcome), review),
            None => {
                self.attempt = Attempt::Checking(chess_move);
                review.ask_single(&after);
            }
        }
    }

    /// Takes the engine's answer about the move that was tried.
    pub fn poll(&mut self, review: &mut GameReview) {
        if let Attempt::Checking(played) = self.attempt
            && let Some(insight) = review.take_single()
        {
            self.settle(played, &insight, review);
        }
    }

    fn settle(&mut self, played: Move, reply: &Insight, review: &GameReview) {
        let Some(done) = review.done() else { return };
        let (Some(reviewed), Some(known)) =
            (done.moves.get(self.index()), done.insights.get(self.index()))
        else {
            return;
        };
        let side = reviewed.side;
        let loss = known.chances(done.size, side, side) - reply.chances(done.size, !side, side);
        self.attempt = match Grade::of_loss(loss) {
            Grade::Best | Grade::Good => Attempt::Right(played),
            grade => Attempt::Wrong { played, refutation: reply.line().to_vec(), grade },
        };
    }
}
