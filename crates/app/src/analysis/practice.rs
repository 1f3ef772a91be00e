//! Learning from one's mistakes: the positions where one went wrong, to be tried again.

use egui::Ui;
use engine::Score;
use notation::config::{Puzzle, PuzzleGoal};
use notation::tree::NodeId;
use rules::{Colour, History, Move};
use study::{Grade, Insight};

use super::review::GameReview;
use super::{AnalysisIntent, AnalysisScreen};
use crate::context::Context;
use crate::style::text;
use crate::style::widgets::{Button, card, paragraph};
use crate::texts::Texts;

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

    /// Goes to the next mistake. Returns whether there is one.
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

impl AnalysisScreen {
    pub(super) fn practise(&mut self, side: Colour) {
        let Some(review) = self.review.done() else { return };
        let mistakes: Vec<usize> = review.mistakes(side).collect();
        self.practice = Practice::new(mistakes);
        self.bottom = side;
        self.show_mistake();
    }

    pub(super) fn next_mistake(&mut self) {
        if self.practice.as_mut().is_some_and(|practice| !practice.next()) {
            self.practice = None;
        }
        self.show_mistake();
    }

    /// Keeps the mistake that is practised as a puzzle of the user's own.
    pub(super) fn keep_puzzle(&mut self, cx: &mut Context) {
        let Some(puzzle) = self.puzzle_of_mistake(cx.texts) else { return };
        cx.progress.keep_own(puzzle, &cx.store);
        cx.dialogs.notice(cx.texts.analysis.puzzle_kept);
    }

    /// The mistake that is practised as a puzzle; only where a win, a mate or a draw was missed.
    fn puzzle_of_mistake(&self, texts: &Texts) -> Option<Puzzle> {
        let (practice, review) = (self.practice.as_ref()?, self.review.done()?);
        let index = practice.index();
        let (before, after) = (review.insights.get(index)?, review.insights.get(index + 1)?);
        let position = self.history.position().clone();
        let side = position.turn();
        let goal = goal_of(before, after, side)?;
        let solution = match goal {
            // Any mate in as many moves will do.
            PuzzleGoal::MateIn(_) => Vec::new(),
            _ => before.line().first().copied().into_iter().collect(),
        };
        let text = texts.analysis.find_better(texts.side(side));
        Some(Puzzle { name: String::new(), position, side, goal, text, solution })
    }

    /// Shows the position before the mistake that is practised.
    fn show_mistake(&mut self) {
        let Some(practice) = &self.practice else { return };
        let before = self.game.tree.main_line().take(practice.index()).last();
        self.go(before.unwrap_or(NodeId::ROOT));
    }

    /// The mistake that is tried again, in place of everything else beside the board.
    pub(super) fn practice_card(&mut self, ui: &mut Ui, cx: &Context) -> Vec<AnalysisIntent> {
        let words = &cx.texts.analysis;
        let mut intents = Vec::new();
        let Some(practice) = &self.practice else { return intents };
        let (number, count) = practice.progress();
        card(ui, |ui| {
            ui.label(text::heading(words.mistake_of(count, number)));
            let side = self.history.position().turn();
            let (said, button) = match &practice.attempt {
                Attempt::Open => (words.better_than_arrow(cx.texts.side(side)), None),
                Attempt::Checking(_) => (words.checking.to_owned(), None),
                Attempt::Right(_) => (words.right.to_owned(), None),
                Attempt::Wrong { grade, .. } => {
                    let said = match grade {
                        Grade::Inaccuracy => words.not_best,
                        _ => words.wrong,
                    };
                    (said.to_owned(), Some((words.try_again, AnalysisIntent::TryAgain)))
                }
                Attempt::Shown => (words.solution.to_owned(), None),
            };
            paragraph(ui, text::body(said));
            if let Some((name, intent)) = button
                && ui.add(Button::primary(name).width(ui.available_width())).clicked()
            {
                intents.push(intent);
            }
            let is_settled = matches!(practice.attempt, Attempt::Right(_) | Attempt::Shown);
            let next = match number < count {
                true => words.next_mistake,
                false => words.finish,
            };
            if is_settled && ui.add(Button::primary(next).width(ui.available_width())).clicked() {
                intents.push(AnalysisIntent::NextMistake);
            }
            let is_open = matches!(practice.attempt, Attempt::Open) && !practice.is_hinted();
            let hint = Button::secondary(words.hint).width(ui.available_width());
            if is_open && ui.add(hint).clicked() {
                intents.push(AnalysisIntent::Hint);
            }
            if !is_settled
                && ui
                    .add(Button::secondary(words.show_solution).width(ui.available_width()))
                    .clicked()
            {
                intents.push(AnalysisIntent::ShowSolution);
            }
            let keep = Button::ghost(words.keep_puzzle).width(ui.available_width());
            let can_keep = self.puzzle_of_mistake(cx.texts).is_some();
            if is_settled && can_keep && ui.add(keep).clicked() {
                intents.push(AnalysisIntent::KeepPuzzle);
            }
            if ui.add(Button::ghost(words.end_practice).width(ui.available_width())).clicked() {
                intents.push(AnalysisIntent::EndPractice);
            }
        });
        intents
    }
}

/// What could have been reached and was not, in the words of puzzles.
fn goal_of(before: &Insight, after: &Insight, side: Colour) -> Option<PuzzleGoal> {
    let best = before.score_for(side, side)?;
    let pawns = |score: Score| match score {
        Score::Centipawns(score) => f64::from(score) / 100.0,
        Score::MateIn(moves) => {
            if moves > 0 {
                100.0
            } else {
                -100.0
            }
        }
    };
    let played = match after {
        Insight::Over(outcome) => {
            if outcome.winner.is_some() {
                -100.0
            } else {
                0.0
            }
        }
        Insight::Searched { .. } => after.score_for(!side, side).map(pawns)?,
    };
    match best {
        Score::MateIn(moves @ 1..=5) => Some(PuzzleGoal::MateIn(moves as u8)),
        best if pawns(best) >= 1.0 && played < 1.0 => Some(PuzzleGoal::Win),
        best if pawns(best) > -1.0 && played <= -3.0 => Some(PuzzleGoal::Draw),
        _ => None,
    }
}
