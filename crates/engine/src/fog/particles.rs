//! A particle filter: possible positions that agree with what a player under fog has seen.

use std::sync::Arc;

use rules::{Colour, Move, Piece, Position, Setup, Square, SquareSet, View};

use crate::limits::StopCheck;
use fastrand::Rng;

/// The most particles.
const MAX_PARTICLES: usize = 64;

/// The maximum distance by which a repaired particle moves a displaced piece, if there is target.
const MAX_WANDER: u8 = 3;

/// Positions that agree with all that one side has seen of a game.
pub(super) struct Particles {
    colour: Colour,
    /// With the viewer to move after [`Particles::update`], with the enemy to move after
    /// [`Particles::play_own_move`].
    positions: Vec<Position>,
}

impl Particles {
    /// One particle: the start position is known to both sides.
    pub(super) fn new(colour: Colour, start: Position) -> Particles {
        Particles { colour, positions: vec![start] }
    }

    /// The particles, in no order.
    pub(super) fn positions(&self) -> &[Position] {
        &self.positions
    }

    /// Updates the particles with what the viewer sees at their turn: plays every enemy move that is
    /// consistent with it. Without time, a single particle is kept.
    pub(super) fn update(&mut self, view: &View, rng: &mut Rng, check: &StopCheck) {
        if check.should_stop() {
            self.positions.truncate(1);
        }
        if self.retain_consistent(view) {
            // The first turn of the game.
            return;
        }
        let steps = self.consistent_moves(view, check);
        let positions: Vec<_> = if steps.is_empty() {
            let count = if check.should_stop() { 1 } else { MAX_PARTICLES };
            self.positions
                .iter()
                .take(count)
                .filter_map(|particle| repair(particle, view, rng))
                .collect()
        } else {
            let after = |(particle, chess_move): (&Position, Move)| {
                let mut particle = particle.clone();
                particle.play_unchecked(chess_move);
                particle
            };
            sample(steps, MAX_PARTICLES, rng).into_iter().map(after).collect()
        };
        if !positions.is_empty() {
            self.positions = positions;
        }
    }

    /// Removes the particles that disagree with a view, unless all do. Does any agree?
    pub(super) fn retain_consistent(&mut self, view: &View) -> bool {
        let agrees = |particle: &Position| particle.view(self.colour) == *view;
        let agreeing: Vec<_> =
            self.positions.iter().filter(|particle| agrees(particle)).cloned().collect();
        if agreeing.is_empty() {
            return false;
        }
        self.positions = agreeing;
        true
    }

    /// Plays a move of the viewer in all particles.
    pub(super) fn play_own_move(&mut self, chess_move: Move) {
        for particle in &mut self.positions {
            // A particle in which it is not legal is wrong; the next update repairs or removes it.
            let _ = particle.play(chess_move);
        }
    }

    /// All enemy moves after which the viewer would see this view, each with its particle.
    fn consistent_moves(&self, view: &View, check: &StopCheck) -> Vec<(&Position, Move)> {
        let is_own = |(_, piece): &&(Square, Piece)| piece.colour() == self.colour;
        let own: SquareSet =
            view.pieces().iter().filter(is_own).map(|(square, _)| *square).collect();
        let mut steps = Vec::new();
        for particle in &self.positions {
            let mut next = particle.clone();
            for chess_move in particle.legal_moves() {
                if check.should_stop() {
                    return steps;
                }
                let undo = next.play_unchecked(chess_move);
                // The first comparison is redundant but cheap.
                if next.of(self.colour) == own && next.view(self.colour) == *view {
                    steps.push((particle, chess_move));
                }
                next.undo(chess_move, undo);
            }
        }
        steps
    }
}

/// Up to `count` random elements.
pub(super) fn sample<T>(mut things: Vec<T>, count: usize, rng: &mut Rng) -> Vec<T> {
    let mut taken = Vec::new();
    while !things.is_empty() && taken.len() < count {
        taken.push(things.swap_remove(rng.usize(..things.len())));
    }
    taken
}

/// Changes a particle as little as possible so that it agrees with a view.
fn repair(particle: &Position, view: &View, rng: &mut Rng) -> Option<Position> {
    let enemy = !view.viewer();
    let hidden = view.hidden();
    let mut enemies: Vec<_> = particle.pieces().filter(|(_, p)| p.colour() == enemy).collect();
    let seen: Vec<_> = view.pieces().iter().filter(|(_, p)| p.colour() == enemy).copied().collect();
    // A piece that is seen elsewhere has moved: take the nearest of its kind.
    for (square, piece) in &seen {
        let same = enemies.iter().enumerate().filter(|(_, (_, p))| p == piece);
        let nearest = same.min_by_key(|(_, (s, _))| s.distance(*square));
        if let Some((index, _)) = nearest {
            enemies.swap_remove(index);
        }
    }
    // An own piece that vanished was captured: by the nearest enemy piece.
    let royal = view.rules().royal();
    for lost in particle.of(view.viewer()).iter().filter(|square| hidden.contains(*square)) {
        let suspects = enemies.iter_mut().filter(|(_, p)| Some(p.kind()) != royal);
        if let Some(culprit) = suspects.min_by_key(|(s, _)| s.distance(lost)) {
            culprit.0 = lost;
        }
    }
    let (hiding, displaced): (Vec<_>, Vec<_>) =
        enemies.into_iter().partition(|(square, _)| hidden.contains(*square));
    let mut free = hidden;
    for (square, _) in &hiding {
        free.remove(*square);
    }
    let mut pieces = view.pieces().to_vec();
    pieces.extend(hiding);
    for (square, piece) in displaced {
        if let Some(target) = free_square_near(square, free, rng) {
            free.remove(target);
            pieces.push((target, piece));
        }
    }
    position_with(view, &pieces)
}

/// A random free square near another.
fn free_square_near(square: Square, free: SquareSet, rng: &mut Rng) -> Option<Square> {
    let least = free.iter().map(|target| target.distance(square)).min()?;
    let reach = least.max(MAX_WANDER);
    let near: Vec<_> = free.iter().filter(|target| target.distance(square) <= reach).collect();
    rng.choice(&near).copied()
}

/// The viewer's position with these pieces, if it is valid.
fn position_with(view: &View, pieces: &[(Square, Piece)]) -> Option<Position> {
    let mut setup = Setup::default();
    for (square, piece) in pieces {
        setup.put(*square, *piece);
    }
    setup.turn = view.viewer();
    setup.castling = view.castling_rooks();
    setup.en_passant = view.en_passant_square();
    let valid = |setup: &Setup| Position::new(Arc::clone(view.rules()), setup.clone()).ok();
    let position = valid(&setup).or_else(|| {
        // Where a piece has just passed may not be found again from what is left.
        setup.en_passant = None;
        valid(&setup)
    });
    position.map(|(position, _)| position)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::{Limits, Signals};
    use notation::ruleset;

    fn foggy(id: &str) -> Arc<rules::Rules> {
        let rules = ruleset::shipped(id).expect("it ships");
        rules.with_fog(true).expect("each side has a king")
    }

    /// A check that never stops.
    fn endless() -> StopCheck {
        StopCheck::new(&Limits::default(), Signals::default())
    }

    /// Plays random moves, and inspects the particles at each turn of the first side.
    fn follow(id: &str, seed: u64, mut look: impl FnMut(&Particles, &View)) {
        let rules = foggy(id);
        let mut position = Position::start(&rules);
        let colour = position.turn();
        let mut particles = Particles::new(colour, position.clone());
        let mut rng = Rng::with_seed(seed);
        for _ in 0..60 {
            if position.outcome().is_some() {
                break;
            }
            let chess_move = *rng.choice(&position.legal_moves()).expect("a move");
            if position.turn() == colour {
                let view = position.view(colour);
                particles.update(&view, &mut rng, &endless());
                look(&particles, &view);
                particles.play_own_move(chess_move);
            }
            position.play_unchecked(chess_move);
        }
    }

    #[test]
    fn what_is_seen_is_believed() {
        for id in ["standard", "xxl"] {
            for seed in 0..3 {
                follow(id, seed, |particles, view| {
                    assert!(!particles.positions().is_empty());
                    for particle in particles.positions() {
                        assert_eq!(particle.turn(), view.viewer());
                        for square in view.visible() {
                            assert_eq!(
                                particle.piece_at(square),
                                view.piece_at(square),
                                "{square:?}"
                            );
                        }
                    }
                });
            }
        }
    }

    #[test]
    fn without_time_one_world_that_agrees_has_to_do() {
        let signals = Signals::default();
        signals.stop();
        let stopped = StopCheck::new(&Limits::default(), signals);
        let rules = foggy("standard");
        let mut position = Position::start(&rules);
        let colour = position.turn();
        let mut particles = Particles::new(colour, position.clone());
        let mut rng = Rng::with_seed(3);
        for _ in 0..20 {
            let chess_move = *rng.choice(&position.legal_moves()).expect("a move");
            if position.turn() == colour {
                let view = position.view(colour);
                particles.update(&view, &mut rng, &stopped);
                let [particle] = particles.positions() else { panic!("several positions") };
                assert_eq!(particle.turn(), colour);
                assert!(view.visible().iter().all(|s| particle.piece_at(s) == view.piece_at(s)));
                particles.play_own_move(chess_move);
            }
            position.play_unchecked(chess_move);
        }
    }

    #[test]
    fn the_enemy_has_as_many_pieces_as_there_can_be() {
        follow("standard", 1, |particles, view| {
            for particle in particles.positions() {
                assert!(particle.king(!view.viewer()).is_some());
                assert!(particle.of(!view.viewer()).len() <= 16);
            }
        });
    }
}
