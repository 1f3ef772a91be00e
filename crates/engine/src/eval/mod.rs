//! How good a position looks without searching, for any rule set.

mod activity;
mod early_ends;
mod incremental;
mod king;
pub(crate) mod material;
mod pawns;
mod squares;
mod state;
mod tapered;
mod weights;

use std::sync::Arc;

use rules::{Colour, Ends, Piece, PieceType, PieceValues, Position, Rules, Square, Verdict};

use crate::nnue::{self, Network};
use crate::score::EVAL_BOUND;
use activity::Activity;
use early_ends::EarlyEnds;
pub(crate) use incremental::IncrementalEval;
use material::Material;
use pawns::{PawnModel, PawnStructure};
use squares::PieceSquares;
pub(crate) use state::EvalState;
use tapered::{FULL_PHASE, Tapered};
pub use weights::Weights;

/// The evaluation of one rule set: tables made once, read by all threads.
pub struct Evaluator {
    rules: Arc<Rules>,
    weights: Weights,
    material: Material,
    piece_squares: PieceSquares,
    /// The pawn of the rules, which every move asks for.
    pawn: Option<PieceType>,
    activity: Activity,
    pawns: PawnModel,
    early_ends: Option<EarlyEnds>,
    /// Worth of all pieces but pawns and kings at the start.
    full_force: i32,
    /// Can a side with more force still fail to win, because only mate wins?
    draws_by_weakness: bool,
    /// Does a side win that has lost its pieces?
    fewer_is_better: bool,
    /// What was learned from games, where a network was trained for this rule set.
    network: Option<Arc<Network>>,
}

impl Evaluator {
    /// The evaluation for a rule set.
    pub fn new(rules: &Arc<Rules>) -> Evaluator {
        Evaluator::with_network(rules, nnue::shipped(rules))
    }

    /// The evaluation by this network, which was trained for the rule set.
    pub fn with_network(rules: &Arc<Rules>, network: Option<Arc<Network>>) -> Evaluator {
        Evaluator { network, ..Evaluator::written(rules) }
    }

    /// The network in use; none where the hand-written evaluation stands alone.
    pub fn network(&self) -> Option<&Arc<Network>> {
        self.network.as_ref()
    }

    /// The hand-written evaluation alone.
    pub fn written(rules: &Arc<Rules>) -> Evaluator {
        Evaluator::with_weights(rules, Weights::for_board(rules.size()))
    }

    /// The evaluation for a rule set with other weights.
    pub fn with_weights(rules: &Arc<Rules>, weights: Weights) -> Evaluator {
        let material = Material::new(rules, &weights);
        let percent = promotion_percent(rules, &material, &weights);
        let weights = weights.for_promotion(percent);
        let piece_squares = squares::piece_squares(rules, &material, &weights);
        let mut evaluator = Evaluator {
            pawn: rules.pawn(),
            activity: Activity::new(rules, &material, &weights),
            pawns: PawnModel::new(rules, &weights),
            early_ends: EarlyEnds::new(rules),
            full_force: 1,
            draws_by_weakness: draws_by_weakness(rules),
            fewer_is_better: fewer_is_better(rules),
            network: None,
            rules: Arc::clone(rules),
            piece_squares,
            material,
            weights,
        };
        let start = rules.spec().start.pieces();
        let force: i32 = start.map(|(_, piece)| evaluator.force(piece)).sum();
        evaluator.full_force = force.max(1);
        evaluator
    }

    /// Is it good to have little, as where a side wins that has lost its pieces?
    pub fn fewer_is_better(&self) -> bool {
        self.fewer_is_better
    }

    /// What pieces are worth in exchanges, in hundredths of a pawn.
    #[inline]
    pub fn worth(&self) -> &PieceValues {
        &self.material.worth
    }

    /// What a piece type is worth, in hundredths of a pawn.
    pub fn piece_worth(&self, kind: PieceType) -> i32 {
        self.material.worth[kind.index()]
    }

    /// What a piece adds to the force of its side: nothing for pawns and decisive kings.
    #[inline]
    pub(crate) fn force(&self, piece: Piece) -> i32 {
        if Some(piece.kind()) == self.pawn {
            0
        } else {
            self.material.values[piece.kind().index()].middle()
        }
    }

    /// The evaluation of a position from scratch, in hundredths of a pawn for the side to move.
    pub fn evaluate(&self, position: &Position) -> i32 {
        let mut state = EvalState::new(self, 1);
        state.reset(position);
        self.evaluate_with(position, &IncrementalEval::of(self, position), &mut state)
    }

    /// The evaluations of many positions from scratch.
    pub fn evaluate_all<'a>(
        &'a self,
        positions: impl Iterator<Item = &'a Position> + 'a,
    ) -> impl Iterator<Item = i32> + 'a {
        let mut state = EvalState::new(self, 1);
        positions.map(move |position| {
            state.reset(position);
            self.evaluate_with(position, &IncrementalEval::of(self, position), &mut state)
        })
    }

    /// The evaluation for the side to move, from sums that were kept up to date.
    pub(crate) fn evaluate_with(
        &self,
        position: &Position,
        incremental: &IncrementalEval,
        state: &mut EvalState,
    ) -> i32 {
        let turn = position.turn();
        let (mut score, tempo) = match &self.network {
            Some(network) if !network.is_correction() => (0, 0),
            _ => self.hand_written(position, incremental, state),
        };
        if let Some(output) = state.network_output(position) {
            score += if turn == Colour::White { output } else { -output };
        }
        score = self.scaled(position, incremental, score);
        if let Some(ends) = &self.early_ends {
            score += ends.nearness(position);
        }
        if turn == Colour::Black {
            score = -score;
        }
        (score + tempo).clamp(-EVAL_BOUND, EVAL_BOUND)
    }

    /// The hand-written terms, seen from White, and what it is worth to be on move.
    fn hand_written(
        &self,
        position: &Position,
        incremental: &IncrementalEval,
        state: &mut EvalState,
    ) -> (i32, i32) {
        let structure = state.pawns.structure(&self.pawns, position, incremental.pawn_key);
        let score = incremental.squares
            + structure.score
            + self.activity.of_both(position)
            + self.passed_pawns(position, Colour::White, structure)
            - self.passed_pawns(position, Colour::Black, structure);
        let force = incremental.force[0] + incremental.force[1];
        let phase = (force * FULL_PHASE / self.full_force).min(FULL_PHASE);
        let sign = if self.fewer_is_better { -1 } else { 1 };
        (sign * score.at(phase), sign * self.weights.tempo.at(phase))
    }

    /// What passed pawns gain from a free way and from kings near and far.
    fn passed_pawns(
        &self,
        position: &Position,
        colour: Colour,
        structure: &PawnStructure,
    ) -> Tapered {
        let mut score = Tapered::ZERO;
        for pawn in structure.passed[colour.index()] {
            let Some(steps @ 1..=5) = self.pawns.steps_left(pawn, colour) else { continue };
            let next = match colour {
                Colour::White => Square::new(pawn.file(), pawn.rank() + 1),
                Colour::Black => Square::new(pawn.file(), pawn.rank() - 1),
            };
            let nearness = 6 - steps as i32;
            if position.piece_at(next).is_none() {
                let part = |weight: i32| weight * nearness * nearness / 25;
                let free = self.weights.passed_free;
                score += Tapered::new(part(free.middle()), part(free.end()));
            }
            if let (Some(own), Some(enemy)) = (position.king(colour), position.king(!colour)) {
                let away = |king: Square| i32::from(king.distance(next).min(6));
                let lead = away(enemy) - away(own);
                score += self.weights.passed_kings * (lead * nearness / 3);
            }
        }
        score
    }

    /// Has a side just two light pieces of one kind, such as knights, which cannot force mate? Two
    /// that each keep to one shade, such as bishops, can.
    fn are_two_leapers(&self, position: &Position, colour: Colour) -> bool {
        let mut pieces = position.of(colour);
        if let Some(king) = position.king(colour) {
            pieces.remove(king);
        }
        let mut kinds = pieces.iter().filter_map(|square| position.piece_at(square));
        let (Some(first), Some(second), None) = (kinds.next(), kinds.next(), kinds.next()) else {
            return false;
        };
        let kind = first.kind().index();
        first == second
            && !self.material.is_shade_bound[kind]
            && self.material.values[kind].middle() < self.weights.rook.middle() * 4 / 5
    }

    /// Turns a score towards a draw where the stronger side can hardly win, and helps it to drive
    /// a bare king to the edge.
    fn scaled(&self, position: &Position, incremental: &IncrementalEval, score: i32) -> i32 {
        if !self.draws_by_weakness || score == 0 {
            return score;
        }
        let strong = if score > 0 { Colour::White } else { Colour::Black };
        let force = incremental.force;
        if !position.pawns(strong).is_empty() {
            return score;
        }
        let rook = self.weights.rook.middle();
        if force[strong.index()] - force[(!strong).index()] < rook * 4 / 5 {
            let bare = force[strong.index()] < rook * 4 / 5;
            return if bare { score / 16 } else { score / 4 };
        }
        let is_bare = force[(!strong).index()] == 0 && position.pawns(!strong).is_empty();
        if is_bare && self.are_two_leapers(position, strong) {
            return score / 16;
        }
        match (is_bare, position.king(strong), position.king(!strong)) {
            (true, Some(own), Some(bare)) => {
                let edge = ((1.0 - squares::centrality(&self.rules, bare)) * 120.0) as i32;
                let near = 10 * (14 - i32::from(own.distance(bare).min(14)));
                score + (edge + near) * score.signum()
            }
            _ => score,
        }
    }
}

/// Is the game won by mate alone, with stalemate a draw?
fn draws_by_weakness(rules: &Rules) -> bool {
    rules.check_counts() && rules.spec().ends.with_usual_counts() == Ends::default()
}

fn fewer_is_better(rules: &Rules) -> bool {
    let extinction = rules.spec().ends.extinction.as_ref();
    extinction.is_some_and(|rule| rule.verdict == Verdict::Win)
}

/// How much pawns gain by promotion, in percent of what they gain where they become a queen or more.
fn promotion_percent(rules: &Rules, material: &Material, weights: &Weights) -> i32 {
    // A queen is worth nearly two rooks; from here on a pawn that gets through wins.
    let enough = 8 * (weights.rook.middle() + weights.rook.end()) / 10;
    let worth = |kind: &PieceType| material.worth[kind.index()];
    let best = rules.promotion_choices().iter().map(worth).max().unwrap_or(0);
    (100 * best / enough.max(1)).clamp(0, 100)
}
