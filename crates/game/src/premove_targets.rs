//! Where a piece could go by its way of moving alone, with no regard for check.

use rules::{Colour, Piece, Position, Ray, Role, Square, SquareSet, View};

/// The squares that a piece could reach on some board, whatever stands in its way: its rays, a
/// pawn's captures and double step, but not castling.
pub(crate) fn pattern(position: &Position, piece: Piece, from: Square) -> SquareSet {
    if let Some(pattern) = position.move_pattern(piece, from) {
        return pattern;
    }
    let rays = rays_of(position, piece, from);
    rays.flat_map(|ray| along(position, ray, piece.colour(), from)).collect()
}

/// The squares that a piece could reach if nothing stood on the board but what is seen; castling
/// and captures in passing are left out.
pub(crate) fn premove_targets_in(position: &Position, view: &View, from: Square) -> SquareSet {
    let mut reached = SquareSet::EMPTY;
    let Some(piece) = view.piece_at(from) else { return reached };
    if let Some(pattern) = position.move_pattern(piece, from) {
        return pattern;
    }
    for ray in rays_of(position, piece, from) {
        for square in along(position, ray, piece.colour(), from) {
            let found = view.piece_at(square);
            let may_end_here = match found {
                None => ray.purpose.moves(),
                Some(other) => other.colour() != piece.colour() && ray.purpose.captures(),
            };
            if may_end_here {
                reached.insert(square);
            }
            if found.is_some() {
                break;
            }
        }
    }
    reached
}

/// The rays of a piece on a square, with a pawn's first step of two squares.
fn rays_of(position: &Position, piece: Piece, from: Square) -> impl Iterator<Item = Ray> + use<'_> {
    let rules = position.rules();
    let may_step_twice = rules.piece_spec(piece.kind()).role == Role::Pawn
        && rules.double_step_rank(piece.colour()) == Some(from.rank())
        && !position.to_setup().moved_pawns.contains(from);
    let rays = rules.piece_spec(piece.kind()).movement.rays().iter().copied();
    rays.map(move |ray| {
        let is_step = ray.files == 0 && ray.purpose.moves();
        if may_step_twice && is_step { Ray { range: ray.range.max(2), ..ray } } else { ray }
    })
}

/// The squares along a ray, from the nearest to the edge of the board or the end of its range.
fn along(
    position: &Position,
    ray: Ray,
    colour: Colour,
    from: Square,
) -> impl Iterator<Item = Square> + use<> {
    let size = position.rules().size();
    let sign = if colour == Colour::White { 1 } else { -1 };
    let (files, ranks) = (sign * i32::from(ray.files), sign * i32::from(ray.ranks));
    (1..=i32::from(ray.range)).map_while(move |n| size.offset(from, n * files, n * ranks))
}
