//! How the board may stand as far as a player under fog can tell.

use std::sync::Arc;

use rules::{Colour, Move, Piece, Position, Setup, Square, SquareSet, View};

use crate::dice::Dice;
use crate::limits::StopCheck;

/// How many possible positions are remembered.
const WORLDS: usize = 64;

/// How far a piece that must have moved is thought to have gone at most, where nothing better is
/// known.
const WANDER: u8 = 3;

/// Whole positions that agree with all that one side has seen of a game.
pub(super) struct Beliefs {
    colour: Colour,
    /// With the viewer to move after [`Beliefs::update`], with the enemy to move after
    /// [`Beliefs::note_own_move`].
    worlds: Vec<Position>,
}

impl Beliefs {
    /// At the start everybody knows where everything is.
    pub(super) fn new(colour: Colour, start: Position) -> Beliefs {
        Beliefs { colour, worlds: vec![start] }
    }

    /// The positions that are thought possible, in no order.
    pub(super) fn worlds(&self) -> &[Position] {
        &self.worlds
    }

    /// Takes in what is seen now, at a turn of the viewer. When there is no time left, one world
    /// has to do.
    pub(super) fn update(&mut self, view: &View, dice: &mut Dice, check: &StopCheck) {
        if check.should_stop() {
            self.worlds.truncate(1);
        }
        if self.confirm(view) {
            // The game begins here.
            return;
        }
        let steps = self.enemy_steps(view, check);
        let worlds: Vec<_> = if steps.is_empty() {
            let count = if check.should_stop() { 1 } else { WORLDS };
            self.worlds.iter().take(count).filter_map(|world| adapt(world, view, dice)).collect()
        } else {
            let after = |(world, chess_move): (&Position, Move)| {
                let mut world = world.clone();
                world.play_unchecked(chess_move);
                world
            };
            some_of(steps, WORLDS, dice).into_iter().map(after).collect()
        };
        if !worlds.is_empty() {
            self.worlds = worlds;
        }
    }

    /// Gives up the worlds in which something else would be seen, unless those are all. True if
    /// one agrees.
    pub(super) fn confirm(&mut self, view: &View) -> bool {
        let agrees = |world: &Position| world.view(self.colour) == *view;
        let agreeing: Vec<_> = self.worlds.iter().filter(|world| agrees(world)).cloned().collect();
        if agreeing.is_empty() {
            return false;
        }
        self.worlds = agreeing;
        true
    }

    /// Takes in a move of one's own.
    pub(super) fn note_own_move(&mut self, chess_move: Move) {
        for world in &mut self.worlds {
            // Where it cannot be played the world is wrong, and will be put right by what is seen.
            let _ = world.play(chess_move);
        }
    }

    /// All moves of the enemy after which the viewer would see what he sees, each with the world
    /// in which it is possible.
    fn enemy_steps(&self, view: &View, check: &StopCheck) -> Vec<(&Position, Move)> {
        let is_own = |(_, piece): &&(Square, Piece)| piece.colour() == self.colour;
        let own: SquareSet =
            view.pieces().iter().filter(is_own).map(|(square, _)| *square).collect();
        let mut steps = Vec::new();
        for world in &self.worlds {
            let mut next = world.clone();
            for chess_move in world.legal_moves() {
                if check.should_stop() {
                    return steps;
                }
                let undo = next.play_unchecked(chess_move);
                // The first half says nothing new, but is known much sooner.
                if next.of(self.colour) == own && next.view(self.colour) == *view {
                    steps.push((world, chess_move));
                }
                next.undo(chess_move, undo);
            }
        }
        steps
    }
}

/// At most so many of several things, any of them.
pub(super) fn some_of<T>(mut things: Vec<T>, count: usize, dice: &mut Dice) -> Vec<T> {
    let mut taken = Vec::new();
    while !things.is_empty() && taken.len() < count {
        taken.push(things.swap_remove(dice.below(things.len())));
    }
    taken
}

/// A world that has proved wrong, with as little changed as possible to agree with what is seen.
fn adapt(world: &Position, view: &View, dice: &mut Dice) -> Option<Position> {
    let enemy = !view.viewer();
    let hidden = view.hidden();
    let mut enemies: Vec<_> = world.pieces().filter(|(_, p)| p.colour() == enemy).collect();
    let seen: Vec<_> = view.pieces().iter().filter(|(_, p)| p.colour() == enemy).copied().collect();
    // A piece that is seen elsewhere has moved: nearest first.
    for (square, piece) in &seen {
        let same = enemies.iter().enumerate().filter(|(_, (_, p))| p == piece);
        let nearest = same.min_by_key(|(_, (s, _))| s.distance(*square));
        if let Some((index, _)) = nearest {
            enemies.swap_remove(index);
        }
    }
    // Where an own piece has vanished, an enemy stands now: the one that was nearest.
    let royal = view.rules().royal();
    for lost in world.of(view.viewer()).iter().filter(|square| hidden.contains(*square)) {
        let suspects = enemies.iter_mut().filter(|(_, p)| Some(p.kind()) != royal);
        if let Some(culprit) = suspects.min_by_key(|(s, _)| s.distance(lost)) {
            culprit.0 = lost;
        }
    }
    let (hiding, displaced): (Vec<_>, Vec<_>) =
        enemies.into_iter().partition(|(square, _)| hidden.contains(*square));
    let mut rooms = hidden;
    for (square, _) in &hiding {
        rooms.remove(*square);
    }
    let mut pieces = view.pieces().to_vec();
    pieces.extend(hiding);
    for (square, piece) in displaced {
        if let Some(room) = room_near(square, rooms, dice) {
            rooms.remove(room);
            pieces.push((room, piece));
        }
    }
    position_with(view, &pieces)
}

/// One of the rooms near a square.
fn room_near(square: Square, rooms: SquareSet, dice: &mut Dice) -> Option<Square> {
    let least = rooms.iter().map(|room| room.distance(square)).min()?;
    let reach = least.max(WANDER);
    let near: Vec<_> = rooms.iter().filter(|room| room.distance(square) <= reach).collect();
    dice.pick(&near).copied()
}

/// The viewer's position with these pieces, if there can be one.
fn position_with(view: &View, pieces: &[(Square, Piece)]) -> Option<Position> {
    let mut setup = Setup::default();
    for (square, piece) in pieces {
        setup.put(*square, *piece);
    }
    setup.turn = view.viewer();
    setup.castling = view.castling_rooks();
    setup.en_passant = view.en_passant_square();
    Position::new(Arc::clone(view.rules()), setup).ok().map(|(position, _)| position)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::limits::{Limits, Signals};
    use notation::ruleset;

    /// A check that never stops anything.
    fn endless() -> StopCheck {
        StopCheck::new(&Limits::default(), Signals::default())
    }

    /// Plays any moves, and looks what the side that begins believes at each of its turns.
    fn follow(id: &str, seed: u64, mut look: impl FnMut(&Beliefs, &View)) {
        let rules =
            ruleset::shipped(id).expect("it ships").with_fog(true).expect("each side has a king");
        let mut position = Position::start(&rules);
        let colour = position.turn();
        let mut beliefs = Beliefs::new(colour, position.clone());
        let mut dice = Dice::new(seed);
        for _ in 0..60 {
            if position.outcome().is_some() {
                break;
            }
            let chess_move = *dice.pick(&position.legal_moves()).expect("a move");
            if position.turn() == colour {
                let view = position.view(colour);
                beliefs.update(&view, &mut dice, &endless());
                look(&beliefs, &view);
                beliefs.note_own_move(chess_move);
            }
            position.play_unchecked(chess_move);
        }
    }

    #[test]
    fn what_is_seen_is_believed() {
        for id in ["standard", "xxl"] {
            for seed in 0..3 {
                follow(id, seed, |beliefs, view| {
                    assert!(!beliefs.worlds().is_empty());
                    for world in beliefs.worlds() {
                        assert_eq!(world.turn(), view.viewer());
                        for square in view.visible() {
                            assert_eq!(world.piece_at(square), view.piece_at(square), "{square:?}");
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
        let rules = ruleset::shipped("standard")
            .expect("it ships")
            .with_fog(true)
            .expect("each side has a king");
        let mut position = Position::start(&rules);
        let colour = position.turn();
        let mut beliefs = Beliefs::new(colour, position.clone());
        let mut dice = Dice::new(3);
        for _ in 0..20 {
            let chess_move = *dice.pick(&position.legal_moves()).expect("a move");
            if position.turn() == colour {
                let view = position.view(colour);
                beliefs.update(&view, &mut dice, &stopped);
                let [world] = beliefs.worlds() else { panic!("several worlds") };
                assert_eq!(world.turn(), colour);
                assert!(view.visible().iter().all(|s| world.piece_at(s) == view.piece_at(s)));
                beliefs.note_own_move(chess_move);
            }
            position.play_unchecked(chess_move);
        }
    }

    #[test]
    fn the_enemy_has_as_many_pieces_as_there_can_be() {
        follow("standard", 1, |beliefs, view| {
            for world in beliefs.worlds() {
                assert!(world.king(!view.viewer()).is_some());
                assert!(world.of(!view.viewer()).len() <= 16);
            }
        });
    }
}
