//! Accumulators of the positions on the way to a node, worked out only when they are needed.

use std::sync::Arc;

use arrayvec::ArrayVec;
use rules::{Colour, Move, MoveKind, Piece, Position, Square};

use super::features::Viewpoint;
use super::network::Network;
use super::simd::Lanes;

/// A piece on its square.
pub(crate) type Placed = (Piece, Square);

/// What a move changes on the board.
#[derive(Clone, Debug, Default)]
pub(crate) struct BoardChange {
    pub(crate) removed: ArrayVec<Placed, 2>,
    pub(crate) added: ArrayVec<Placed, 2>,
}

impl BoardChange {
    /// What a legal move will change; nothing for a move from an empty square.
    #[inline]
    pub(crate) fn of(position: &Position, chess_move: Move) -> BoardChange {
        let (from, to) = (chess_move.from(), chess_move.to());
        let mut change = BoardChange::default();
        let Some(piece) = position.piece_at(from) else { return change };
        let kind = chess_move.promotion().unwrap_or(piece.kind());
        change.removed.push((piece, from));
        if chess_move.kind() == MoveKind::Castling
            && let Some(way) = position.castling_squares(chess_move)
            && let Some(rook) = position.piece_at(way.rook)
        {
            change.removed.push((rook, way.rook));
            change.added.push((piece, way.king_to));
            change.added.push((rook, way.rook_to));
            return change;
        }
        change.added.push((Piece::new(kind, piece.colour()), to));
        if let Some(captured) = position.captured_by(chess_move) {
            change.removed.push((captured, position.capture_square(chess_move)));
        }
        change
    }
}

/// What is known of one position of the line besides its sums.
#[derive(Clone, Debug, Default)]
struct Entry {
    change: BoardChange,
    viewpoints: [Viewpoint; 2],
    /// Are the sums of a side worked out?
    is_ready: [bool; 2],
}

/// The sums of a side when it last looked from a certain viewpoint, and the pieces then.
#[derive(Clone, Debug)]
struct Refresh {
    sums: Vec<Lanes>,
    pieces: Vec<Placed>,
}

/// The accumulators of a line of positions.
///
/// A move only notes what it changes. When a node is evaluated, its sums are made from the nearest
/// position that has some; where a king has moved to another viewpoint, from those that were last seen
/// from there.
pub(crate) struct AccumulatorStack {
    network: Arc<Network>,
    entries: Vec<Entry>,
    /// For each entry the sums of White, then those of Black.
    sums: Vec<Lanes>,
    /// For either side and each viewpoint.
    refreshes: [Vec<Refresh>; 2],
    top: usize,
}

impl AccumulatorStack {
    pub(crate) fn new(network: &Arc<Network>, depth: usize) -> AccumulatorStack {
        let viewpoints = 2 * network.features.king_buckets();
        let empty = Refresh { sums: network.bias.clone(), pieces: Vec::new() };
        AccumulatorStack {
            network: Arc::clone(network),
            entries: vec![Entry::default(); depth],
            sums: vec![Lanes::ZERO; depth * 2 * network.width],
            refreshes: [vec![empty.clone(); viewpoints], vec![empty; viewpoints]],
            top: 0,
        }
    }

    /// Starts over with a position.
    pub(crate) fn reset(&mut self, position: &Position) {
        self.top = 0;
        let features = self.network.features;
        let viewpoint = |colour| features.viewpoint(colour, position.king(colour));
        self.entries[0] = Entry {
            change: BoardChange::default(),
            viewpoints: Colour::BOTH.map(viewpoint),
            is_ready: [false; 2],
        };
    }

    /// Goes on to the position after a move that changes this; the side's king stands there then.
    #[inline]
    pub(crate) fn push(&mut self, change: BoardChange, turn: Colour, king: Option<Square>) {
        let mut viewpoints = self.entries[self.top].viewpoints;
        if king.is_some() && change.removed.first().is_some_and(|(_, from)| Some(*from) == king) {
            let to = change.added.first().map(|(_, to)| *to);
            viewpoints[turn.index()] = self.network.features.viewpoint(turn, to);
        }
        self.top += 1;
        if self.top == self.entries.len() {
            self.entries.push(Entry::default());
            self.sums.resize(self.entries.len() * 2 * self.network.width, Lanes::ZERO);
        }
        self.entries[self.top] = Entry { change, viewpoints, is_ready: [false; 2] };
    }

    /// Takes the last move back.
    #[inline]
    pub(crate) fn pop(&mut self) {
        self.top -= 1;
    }

    /// The network's output for the side to move of the position on top.
    pub(crate) fn evaluate(&mut self, position: &Position) -> i32 {
        for viewer in Colour::BOTH {
            if !self.entries[self.top].is_ready[viewer.index()] {
                self.make_ready(position, viewer);
            }
        }
        let width = self.network.width;
        let (white, black) = self.sums[2 * width * self.top..][..2 * width].split_at(width);
        let pieces = (position.of(Colour::White) | position.of(Colour::Black)).len() as usize;
        self.network.output([white, black], position.turn(), pieces)
    }

    fn make_ready(&mut self, position: &Position, viewer: Colour) {
        let side = viewer.index();
        let viewpoint = self.entries[self.top].viewpoints[side];
        let mut ready = self.top;
        while !self.entries[ready].is_ready[side] {
            if ready == 0 || self.entries[ready - 1].viewpoints[side] != viewpoint {
                self.refresh(position, viewer, viewpoint);
                self.entries[self.top].is_ready[side] = true;
                return;
            }
            ready -= 1;
        }
        for index in ready + 1..=self.top {
            self.follow(index, viewer, viewpoint);
            self.entries[index].is_ready[side] = true;
        }
    }

    /// Makes the sums of an entry from those of the one before.
    #[inline]
    fn follow(&mut self, index: usize, viewer: Colour, viewpoint: Viewpoint) {
        let network = &*self.network;
        let width = network.width;
        let (before, now) = self.sums.split_at_mut(2 * index * width);
        let before = &before[2 * (index - 1) * width + viewer.index() * width..][..width];
        let now = &mut now[viewer.index() * width..][..width];
        let row = |(piece, square): &Placed| {
            network.row(network.table.index(viewer, viewpoint, *piece, *square))
        };
        let BoardChange { removed, added } = &self.entries[index].change;
        match (removed.as_slice(), added.as_slice()) {
            ([less], [more]) => network.simd.update(now, before, [row(less)], [row(more)]),
            ([less, captured], [more]) => {
                network.simd.update(now, before, [row(less), row(captured)], [row(more)]);
            }
            ([king, rook], [king_to, rook_to]) => {
                let (less, more) = ([row(king), row(rook)], [row(king_to), row(rook_to)]);
                network.simd.update(now, before, less, more);
            }
            _ => now.copy_from_slice(before),
        }
    }

    /// Makes the sums on top from those that were last seen from the same viewpoint.
    #[cold]
    fn refresh(&mut self, position: &Position, viewer: Colour, viewpoint: Viewpoint) {
        let network = &*self.network;
        let Refresh { sums, pieces } = &mut self.refreshes[viewer.index()][viewpoint.index()];
        let row = |(piece, square): Placed| {
            network.row(network.table.index(viewer, viewpoint, piece, square))
        };
        let mut old = pieces.iter().copied().peekable();
        let now: Vec<Placed> = position.pieces().map(|(square, piece)| (piece, square)).collect();
        // Both lists are in the order of squares.
        for placed in &now {
            while let Some(gone) = old.next_if(|old| old.1.index() < placed.1.index()) {
                network.simd.update_in_place(sums, [row(gone)], []);
            }
            match old.next_if(|old| old.1 == placed.1) {
                Some(same) if same == *placed => {}
                Some(other) => network.simd.update_in_place(sums, [row(other)], [row(*placed)]),
                None => network.simd.update_in_place(sums, [], [row(*placed)]),
            }
        }
        for gone in old {
            network.simd.update_in_place(sums, [row(gone)], []);
        }
        let at = (2 * self.top + viewer.index()) * network.width;
        self.sums[at..at + network.width].copy_from_slice(sums);
        *pieces = now;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::nnue::networks;
    use fastrand::Rng;
    use test_kit::random::Random;

    /// Plays and takes back random moves, evaluating now and then, and compares with fresh sums.
    #[test]
    fn lazy_accumulators_equal_those_from_scratch() {
        let mut rng = Rng::with_seed(5);
        let random = (0..20).map(|_| test_kit::random::rules(&mut Random::new(rng.u64(..))));
        for rules in test_kit::every_rule_set().into_iter().chain(random.collect::<Vec<_>>()) {
            let Some(network) = networks::shipped(&rules) else { continue };
            let id = rules.id();
            let mut stack = AccumulatorStack::new(&network, 4);
            for _ in 0..6 {
                let mut position = Position::start(&rules);
                let mut line = Vec::new();
                stack.reset(&position);
                for _ in 0..400 {
                    let moves = position.legal_moves();
                    if rng.usize(..3) == 0 || moves.is_empty() || position.outcome().is_some() {
                        let Some((chess_move, undo)) = line.pop() else { continue };
                        position.undo(chess_move, undo);
                        stack.pop();
                    } else if let Some(chess_move) = rng.choice(&moves).copied() {
                        let (turn, change) =
                            (position.turn(), BoardChange::of(&position, chess_move));
                        stack.push(change, turn, position.king(turn));
                        line.push((chess_move, position.play_unchecked(chess_move)));
                    }
                    if rng.usize(..2) == 0 && position.outcome().is_none() {
                        let mut fresh = AccumulatorStack::new(&network, 1);
                        fresh.reset(&position);
                        assert_eq!(stack.evaluate(&position), fresh.evaluate(&position), "{id}");
                    }
                }
            }
        }
    }
}
