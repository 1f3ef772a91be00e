//! Where a player under fog believes the enemy to be.

use rules::{Colour, Move, MoveKind, Piece, Setup, Square, SquareSet, View};

use crate::dice::Dice;

/// How far a hidden piece is thought to have gone at most since it was last seen.
const WANDER: u8 = 3;

/// Enemy pieces and the squares on which they are believed to stand, and what the player knows of
/// his own side.
pub(super) struct Beliefs {
    colour: Colour,
    enemies: Vec<(Square, Piece)>,
    /// The own pieces as they stood after the last own move.
    own: Vec<(Square, Piece)>,
}

impl Beliefs {
    /// At the start everybody knows where everything is.
    pub(super) fn new(colour: Colour, start: &Setup) -> Beliefs {
        let is_own = |(_, piece): &(Square, Piece)| piece.colour() == colour;
        let (own, enemies) = start.pieces().partition(is_own);
        Beliefs { colour, enemies, own }
    }

    /// Takes in what is seen now.
    pub(super) fn update(&mut self, view: &View, dice: &mut Dice) {
        self.blame_for_losses(view);
        let seen: Vec<_> =
            view.pieces().iter().copied().filter(|(_, p)| p.colour() != self.colour).collect();
        // A piece that is seen elsewhere than believed has moved: nearest first.
        for (square, piece) in &seen {
            let same = self.enemies.iter().enumerate().filter(|(_, (_, p))| p == piece);
            let nearest = same.min_by_key(|(_, (s, _))| s.distance(*square));
            if let Some((index, _)) = nearest {
                self.enemies.swap_remove(index);
            }
        }
        let hidden = hidden_squares(view);
        let mut displaced = Vec::new();
        self.enemies.retain(|(square, piece)| {
            let may_stand = hidden.contains(*square);
            if !may_stand {
                displaced.push((*square, *piece));
            }
            may_stand
        });
        self.enemies.extend(seen);
        for (square, piece) in displaced {
            if let Some(place) = self.room_near(square, hidden, dice) {
                self.enemies.push((place, piece));
            }
        }
        self.own =
            view.pieces().iter().copied().filter(|(_, p)| p.colour() == self.colour).collect();
    }

    /// Where an own piece has vanished, an enemy stands now: the one that was nearest.
    fn blame_for_losses(&mut self, view: &View) {
        for (square, piece) in std::mem::take(&mut self.own) {
            if view.piece_at(square) == Some(piece) || view.visible().contains(square) {
                continue;
            }
            let royal = view.rules().royal();
            let suspects = self.enemies.iter_mut().filter(|(_, p)| Some(p.kind()) != royal);
            if let Some(culprit) = suspects.min_by_key(|(s, _)| s.distance(square)) {
                culprit.0 = square;
            }
        }
    }

    /// Takes in a move of one's own: what it takes is gone.
    pub(super) fn note_own_move(&mut self, view: &View, chess_move: Move) {
        let (from, to) = (chess_move.from(), chess_move.to());
        let taken = chess_move.capture_square(view.en_passant_square());
        self.enemies.retain(|(square, _)| *square != taken);
        let moved = view.piece_at(from).map(|piece| match chess_move.promotion() {
            Some(kind) => Piece::new(kind, piece.colour()),
            None => piece,
        });
        self.own.retain(|(square, _)| *square != from);
        self.own.extend(moved.map(|piece| (to, piece)));
        if chess_move.kind() == MoveKind::Castling {
            // The rook moves as well; that it is gone from its corner means nothing.
            self.own.retain(|(square, _)| !view.castling_rooks().contains(*square));
        }
    }

    /// All pieces as they may stand: the first guess is what is believed, in the others hidden
    /// pieces have moved a little.
    pub(super) fn guess(
        &self,
        view: &View,
        number: usize,
        dice: &mut Dice,
    ) -> Vec<(Square, Piece)> {
        let mut hidden = hidden_squares(view);
        let mut pieces: Vec<_> = view.pieces().to_vec();
        let pawn = view.rules().pawn();
        for (square, piece) in &self.enemies {
            if view.visible().contains(*square) {
                continue;
            }
            let wanders = number > 0 && Some(piece.kind()) != pawn && dice.below(3) == 0;
            let place = if wanders { self.room_near(*square, hidden, dice) } else { None };
            let place = place.unwrap_or(*square);
            if hidden.contains(place) {
                hidden.remove(place);
                pieces.push((place, *piece));
            }
        }
        self.add_missing_king(view, hidden, &mut pieces, dice);
        pieces
    }

    /// The enemy king is somewhere, even if nobody knows where.
    fn add_missing_king(
        &self,
        view: &View,
        hidden: SquareSet,
        pieces: &mut Vec<(Square, Piece)>,
        dice: &mut Dice,
    ) {
        let Some(king) = view.rules().royal().map(|king| Piece::new(king, !self.colour)) else {
            return;
        };
        if pieces.iter().any(|(_, piece)| *piece == king) {
            return;
        }
        let rooms: Vec<_> = hidden.iter().collect();
        pieces.extend(dice.pick(&rooms).map(|square| (*square, king)));
    }

    /// A hidden square near another on which nothing is believed to stand.
    fn room_near(&self, square: Square, hidden: SquareSet, dice: &mut Dice) -> Option<Square> {
        let is_free = |s: &Square| self.enemies.iter().all(|(taken, _)| taken != s);
        let rooms: Vec<_> = hidden.iter().filter(is_free).collect();
        let least = rooms.iter().map(|room| room.distance(square)).min()?;
        let reach = least.max(WANDER);
        let near: Vec<_> =
            rooms.into_iter().filter(|room| room.distance(square) <= reach).collect();
        dice.pick(&near).copied()
    }
}

/// The squares of the board that are not seen.
pub(super) fn hidden_squares(view: &View) -> SquareSet {
    view.rules().size().squares().filter(|square| !view.visible().contains(*square)).collect()
}
