//! The player under fog of war, which is given views and never a position.

mod particles;

use std::sync::Arc;

use rules::{Colour, Move, Piece, Position, Rules, View};

use crate::engine::Engine;
use crate::level::Rule;
use crate::limits::{Limits, Signals, StopCheck};
use fastrand::Rng;
use particles::{Particles, sample};

/// The most particles that are searched for a move.
const MAX_SAMPLES: u64 = 16;

/// The least nodes for each particle: with fewer nodes, fewer particles are searched.
const NODES_PER_SAMPLE: u64 = 1000;

/// The node limit where none is given.
const USUAL_NODES: u64 = 300_000;

/// Scores of a single particle are clamped to this.
const KING: i32 = 3000;

/// The size of the transposition table, in mebibytes.
const HASH: usize = 4;

/// A player that knows only what its own pieces see and have seen.
///
/// It keeps a particle filter of possible positions, searches some of them, and plays the move with
/// the best average score.
pub(crate) struct FogPlayer {
    engine: Engine,
    particles: Particles,
    rng: Rng,
    /// Nodes searched for the last move.
    nodes: u64,
}

impl FogPlayer {
    /// A player for one game. How the pieces stood at the start is known to both sides. The
    /// signals stop it, and must be armed before each choice.
    pub(crate) fn new(
        rules: &Arc<Rules>,
        colour: Colour,
        start: &Position,
        seed: u64,
        signals: Signals,
    ) -> FogPlayer {
        FogPlayer {
            engine: Engine::with_signals(rules, HASH, 1, signals),
            particles: Particles::new(colour, start.clone()),
            rng: Rng::with_seed(seed),
            nodes: 0,
        }
    }

    /// Observes a turn of this side whose move was chosen elsewhere.
    pub(crate) fn observe_own_turn(&mut self, view: &View, played: Move, check: &StopCheck) {
        self.particles.update(view, &mut self.rng, check);
        self.particles.play_own_move(played);
    }

    /// Observes the view after a move of this side, before the reply.
    pub(crate) fn observe(&mut self, view: &View) {
        self.particles.retain_consistent(view);
    }

    /// Chooses a move by what is seen now and was seen before; none if there is no legal move.
    ///
    /// Call it once for each turn of this side, as it updates the particles. It searches as many nodes
    /// as the limits allow, or fewer if the time is over before.
    pub(crate) fn choose_by_search(
        &mut self,
        view: &View,
        limits: &Limits,
        check: &StopCheck,
    ) -> Option<Move> {
        self.choose_with(view, limits, check, |player, moves| {
            king_capture(view, moves).or_else(|| player.best_on_average(moves, limits, check))
        })
    }

    /// As [`FogPlayer::choose_by_search`], by a rule that is applied to a single particle.
    pub(crate) fn choose_by_rule(
        &mut self,
        view: &View,
        limits: &Limits,
        check: &StopCheck,
        rule: Rule,
    ) -> Option<Move> {
        self.choose_with(view, limits, check, |player, moves| {
            let particle = player.rng.choice(player.particles.positions())?;
            let legal = particle.legal_moves();
            let possible: Vec<_> = moves.iter().copied().filter(|m| legal.contains(m)).collect();
            rule(particle, &possible, &mut player.rng, check)
        })
    }

    /// Nodes searched for the last move.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }

    fn choose_with(
        &mut self,
        view: &View,
        limits: &Limits,
        check: &StopCheck,
        pick: impl FnOnce(&mut FogPlayer, &[Move]) -> Option<Move>,
    ) -> Option<Move> {
        self.nodes = 0;
        self.particles.update(view, &mut self.rng, check);
        let mut moves = view.legal_moves();
        moves.retain(|chess_move| limits.allows(*chess_move));
        if moves.is_empty() {
            return None;
        }
        // A random move if nothing else decides.
        let chosen = pick(self, &moves).or_else(|| self.rng.choice(&moves).copied())?;
        self.particles.play_own_move(chosen);
        check.signals.wait_until_wanted(limits);
        Some(chosen)
    }

    /// The move with the best total score over some particles, among those that are best in one.
    fn best_on_average(
        &mut self,
        moves: &[Move],
        limits: &Limits,
        check: &StopCheck,
    ) -> Option<Move> {
        let nodes = limits.nodes.unwrap_or(USUAL_NODES);
        let count = (nodes / NODES_PER_SAMPLE).clamp(1, MAX_SAMPLES) as usize;
        let positions = self.particles.positions().to_vec();
        let samples = sample(positions, count, &mut self.rng);
        // Half for finding candidates, half for comparing them.
        let parts = if samples.len() > 1 { 2 * samples.len() as u64 } else { 1 };
        let share = nodes / parts;
        let mut candidates = Vec::new();
        for particle in &samples {
            let best = self.search(particle, moves, share, limits, check).map(|(best, _)| best);
            candidates.extend(best.filter(|best| !candidates.contains(best)));
            if check.should_stop() {
                break;
            }
        }
        if candidates.len() < 2 || check.should_stop() {
            return candidates.first().copied();
        }
        let share = share / candidates.len() as u64;
        // Without time to compare them, the first candidate is played.
        let mut best = None;
        let first = candidates.first().copied();
        for chess_move in candidates {
            let wanted = [chess_move];
            let scores = samples
                .iter()
                .filter_map(|particle| self.search(particle, &wanted, share, limits, check));
            let total: i32 = scores.map(|(_, score)| score).sum();
            if check.should_stop() {
                break;
            }
            if best.is_none_or(|(_, most)| total > most) {
                best = Some((chess_move, total));
            }
        }
        best.map(|(chess_move, _)| chess_move).or(first)
    }

    /// Searches a particle, and clamps the score so that one particle does not outweigh all others.
    fn search(
        &mut self,
        particle: &Position,
        moves: &[Move],
        nodes: u64,
        limits: &Limits,
        check: &StopCheck,
    ) -> Option<(Move, i32)> {
        let limits = Limits {
            search_moves: moves.to_vec(),
            handicap: limits.handicap,
            ..Limits::nodes(nodes.max(64))
        };
        let time = check.time.without_saving();
        let outcome = self.engine.search_within(particle, &[], &limits, time, &mut |_| {});
        self.nodes += outcome.nodes;
        Some((outcome.best?, outcome.score.rank().clamp(-KING, KING)))
    }
}

/// A move that captures the enemy king, which wins.
fn king_capture(view: &View, moves: &[Move]) -> Option<Move> {
    let king = Piece::new(view.rules().royal()?, !view.viewer());
    moves.iter().copied().find(|chess_move| view.piece_at(chess_move.to()) == Some(king))
}
