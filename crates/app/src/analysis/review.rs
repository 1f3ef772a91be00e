//! The review of a game: the engine judges one position after the other, in the background.

use std::time::Duration;

use engine::{Limits, Score};
use notation::pgn::Game;
use notation::tree::{MoveEval, NodeId};
use rules::{Colour, History, Move, Turn};
use study::{Grade, Insight, Review, Reviewer};

use crate::play::{EngineHandle, EngineReport, EngineRequest, Task};

/// What is spent on a position: so that sixty moves on a large board take less than a minute.
const NODES: u64 = 150_000;
const LONGEST: Duration = Duration::from_millis(350);

/// The tags in which the accuracy of White and Black is kept, in percent.
pub const ACCURACY_TAGS: [&str; 2] = ["WhiteAccuracy", "BlackAccuracy"];

/// How many moves of a better line are added to the tree.
const SHOWN_MOVES: usize = 6;

/// The review, while it is made and after that.
pub struct GameReview {
    handle: EngineHandle,
    reviewer: Option<Reviewer>,
    done: Option<Review>,
    /// Was it made another time, so that only its outcome is known?
    is_kept: bool,
    /// A single position that was asked about, and the answer.
    single: Option<Option<Insight>>,
}

impl GameReview {
    /// With the review that was made before, if there is one.
    pub fn new(handle: EngineHandle, done: Option<Review>) -> GameReview {
        GameReview { handle, reviewer: None, done, is_kept: false, single: None }
    }

    /// Takes up the review that was kept with a game, if none is known.
    pub fn take_up(&mut self, game: &Game) {
        if self.done.is_none() {
            self.done = kept_review(game);
            self.is_kept = self.done.is_some();
        }
    }

    /// Was it made another time, so that only its outcome is known?
    pub fn is_kept(&self) -> bool {
        self.is_kept
    }

    /// Begins to review the main line of a game.
    pub fn begin(&mut self, game: &Game) {
        (self.done, self.is_kept) = (None, false);
        self.single = None;
        self.reviewer = Some(Reviewer::new(&game.tree.main_history()));
        self.ask_next();
    }

    /// Gives it up.
    pub fn stop(&mut self) {
        self.handle.stop();
        self.reviewer = None;
    }

    pub fn is_running(&self) -> bool {
        self.reviewer.is_some()
    }

    /// How many positions are done, and how many there are.
    pub fn progress(&self) -> Option<(usize, usize)> {
        self.reviewer.as_ref().map(Reviewer::progress)
    }

    pub fn done(&self) -> Option<&Review> {
        self.done.as_ref()
    }

    /// Takes what the engine has found. Returns whether the review is complete now.
    pub fn poll(&mut self) -> bool {
        while let Some(report) = self.handle.report() {
            let insight = match report {
                EngineReport::Chosen(thought) => Some(Insight::Searched {
                    score: thought.score.unwrap_or(Score::Centipawns(0)),
                    depth: thought.depth.unwrap_or_default(),
                    line: match thought.line.is_empty() {
                        true => thought.best.into_iter().collect(),
                        false => thought.line,
                    },
                }),
                EngineReport::Failed => None,
                _ => continue,
            };
            match (&mut self.reviewer, insight) {
                (Some(reviewer), Some(insight)) => {
                    reviewer.insert(insight);
                    self.ask_next();
                }
                (Some(_), None) => self.reviewer = None,
                (None, insight) => self.single = insight.map(Some),
            }
        }
        let is_complete =
            self.reviewer.as_ref().is_some_and(|reviewer| reviewer.next_position().is_none());
        if is_complete {
            self.done = self.reviewer.take().and_then(Reviewer::finish);
        }
        is_complete
    }

    /// Asks about a single position; see [`GameReview::take_single`].
    pub fn ask_single(&mut self, history: &History) {
        self.single = Some(None);
        self.ask(history.clone());
    }

    /// The answer about a single position.
    pub fn take_single(&mut self) -> Option<Insight> {
        self.single.take_if(|answer| answer.is_some()).flatten()
    }

    fn ask_next(&mut self) {
        let next = self.reviewer.as_ref().and_then(Reviewer::next_position).cloned();
        if let Some(history) = next {
            self.ask(history);
        }
    }

    fn ask(&mut self, history: History) {
        let limits = Limits { nodes: Some(NODES), move_time: Some(LONGEST), ..Limits::default() };
        self.handle.ask(EngineRequest::new(1, history, Task::Judgement, limits));
    }

    /// Writes accuracies, evaluations, signs and better lines into the game. Returns whether it did.
    pub fn annotate(&self, game: &mut Game) -> bool {
        let Some(review) = &self.done else { return false };
        for (side, tag) in Colour::BOTH.into_iter().zip(ACCURACY_TAGS) {
            if let Some(accuracy) = review.summary(side).accuracy {
                game.set_tag(tag, format!("{accuracy:.1}"));
            }
        }
        let nodes: Vec<NodeId> = game.tree.main_line().collect();
        let mut position = game.start().clone();
        let mut before = NodeId::ROOT;
        for ((node, reviewed), pair) in
            nodes.into_iter().zip(&review.moves).zip(review.insights.windows(2))
        {
            position.play_turn_unchecked(reviewed.turn);
            let eval = pair[1].score_for(position.turn(), Colour::White).map(move_eval);
            if let Some(said) = game.tree.annotation_mut(node) {
                said.set_eval(eval);
                let old = Grade::ALL.map(Grade::nag);
                said.nags.retain(|nag| !old.contains(&Some(*nag)));
                said.nags.extend(reviewed.grade.nag());
            }
            if reviewed.grade >= Grade::Mistake {
                let mut at = before;
                for (index, chess_move) in pair[0].line().iter().take(SHOWN_MOVES).enumerate() {
                    match game.tree.add(at, Turn::Move(*chess_move)) {
                        Ok(next) => at = next,
                        Err(_) => break,
                    }
                    // What could have been reached; it marks the line as one that no person has entered.
                    let best = pair[0].score_for(reviewed.side, Colour::White).map(move_eval);
                    if let Some(said) = game.tree.annotation_mut(at).filter(|_| index == 0) {
                        said.set_eval(best);
                    }
                }
            }
            before = node;
        }
        true
    }
}

/// The accuracy of a side as it was kept, in percent.
pub fn kept_accuracy(game: &Game, side: Colour) -> Option<f64> {
    let percent: f64 = game.tag(ACCURACY_TAGS[side.index()])?.parse().ok()?;
    (0.0..=100.0).contains(&percent).then_some(percent)
}

/// The review that was written into a game: evaluations, signs, and a better line where a move was a
/// mistake. The engine's other lines were not kept, and so most reasons are not known.
fn kept_review(game: &Game) -> Option<Review> {
    Colour::BOTH.iter().find_map(|side| kept_accuracy(game, *side))?;
    let tree = &game.tree;
    let main: Vec<NodeId> = tree.main_line().collect();
    let marked = |node: &NodeId| tree.node(*node).map(|node| node.annotation());
    let score_of = |node: &NodeId| Some(marked(node)?.eval()?.score);
    let grade_of = |node: &NodeId| {
        let nags = marked(node).map(|said| said.nags.as_slice()).unwrap_or_default();
        Grade::ALL.into_iter().find(|grade| grade.nag().is_some_and(|nag| nags.contains(&nag)))
    };
    let mut reviewer = Reviewer::of_kept(&tree.main_history());
    while let Some(history) = reviewer.next_position() {
        let turn = history.position().turn();
        let (index, _) = reviewer.progress();
        // Of the start nothing was kept; it is as good as what came of it.
        let at = index.saturating_sub(1);
        let score = score_of(main.get(at)?)?;
        let node = index.checked_sub(1).map_or(NodeId::ROOT, |before| main[before]);
        let is_bad = main.get(index).and_then(grade_of) >= Some(Grade::Mistake);
        let others = tree.node(node).map(|node| node.children().iter().skip(1));
        let better = others.and_then(|mut others| others.find(|other| score_of(other).is_some()));
        let line = better.filter(|_| is_bad).map_or_else(Vec::new, |it| line_from(game, *it));
        let score = if turn == Colour::White { score } else { score.reversed() };
        reviewer.insert(Insight::Searched { score, depth: 0, line });
    }
    let mut review = reviewer.finish()?;
    for (reviewed, node) in review.moves.iter_mut().zip(&main) {
        let unmarked = reviewed.grade.min(Grade::Good);
        reviewed.grade = grade_of(node).unwrap_or(unmarked);
        reviewed.explanation.take_if(|_| !reviewed.grade.is_bad());
    }
    Some(review)
}

/// The moves of a variation from its first on.
fn line_from(game: &Game, first: NodeId) -> Vec<Move> {
    let next = |id: &NodeId| game.tree.node(*id)?.children().first().copied();
    let nodes = std::iter::successors(Some(first), next);
    let turns = nodes.map_while(|id| game.tree.node(id)?.turn());
    turns
        .map_while(|turn| if let Turn::Move(played) = turn { Some(played) } else { None })
        .collect()
}

fn move_eval(score: Score) -> MoveEval {
    MoveEval { score, depth: None }
}
