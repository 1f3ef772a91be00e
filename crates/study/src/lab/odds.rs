//! Armies made uneven by chance, so that what a piece is worth is measured and not guessed from who
//! happened to keep it.

use std::sync::Arc;

use fastrand::Rng;
use rules::{Colour, Piece, PieceType, Position, Role, Rules, Setup, Square};

/// The most pawns that a side goes without.
const MOST_PAWNS: usize = 5;
/// How often a start is drawn that the rules allow before armies stay even.
const ATTEMPTS: usize = 20;

/// The same position with other armies: each side goes without some of its pawns, and one of its
/// pieces is gone or is another one. The same, if the rules allow nothing of this kind.
pub fn uneven(start: &Position, rng: &mut Rng) -> Position {
    let mut drawn = (0..ATTEMPTS).filter_map(|_| {
        let mut setup = start.to_setup();
        for colour in Colour::BOTH {
            take_pawns(start.rules(), &mut setup, colour, rng);
            change_piece(start.rules(), &mut setup, colour, rng);
        }
        let (position, _) = Position::new(Arc::clone(start.rules()), setup).ok()?;
        let is_quiet = !position.is_in_check(position.turn()) && position.outcome().is_none();
        is_quiet.then_some(position)
    });
    drawn.next().unwrap_or_else(|| start.clone())
}

/// Takes some pawns from a side.
fn take_pawns(rules: &Rules, setup: &mut Setup, colour: Colour, rng: &mut Rng) {
    let is_pawn = |kind: PieceType| rules.piece_spec(kind).role == Role::Pawn;
    let mut pawns: Vec<Square> = squares(setup, colour, is_pawn);
    rng.shuffle(&mut pawns);
    let most = MOST_PAWNS.min(pawns.len() / 2);
    pawns.truncate(rng.usize(..=most));
    pawns.into_iter().for_each(|square| setup.clear(square));
}

/// Takes a piece from a side, or puts one of another type in its place. Each type is as likely as any
/// other to lose a piece, and to come instead.
fn change_piece(rules: &Rules, setup: &mut Setup, colour: Colour, rng: &mut Rng) {
    let is_piece = |kind: PieceType| {
        matches!(rules.piece_spec(kind).role, Role::Ordinary | Role::CastlingPartner)
    };
    let present = |kind: &PieceType| !squares(setup, colour, |other| other == *kind).is_empty();
    let all: Vec<PieceType> = rules.piece_types().filter(|kind| is_piece(*kind)).collect();
    let here: Vec<PieceType> = all.iter().copied().filter(present).collect();
    let Some(lost) = rng.choice(here) else { return };
    let Some(square) = rng.choice(squares(setup, colour, |other| other == lost)) else { return };
    let others = all.into_iter().filter(|kind| *kind != lost);
    let instead = if rng.bool() { rng.choice(others.collect::<Vec<_>>()) } else { None };
    setup.clear(square);
    if let Some(kind) = instead {
        setup.put(square, Piece::new(kind, colour));
    }
}

/// The squares of a side's pieces of some types.
fn squares(setup: &Setup, colour: Colour, is_meant: impl Fn(PieceType) -> bool) -> Vec<Square> {
    let is_meant = |piece: &Piece| piece.colour() == colour && is_meant(piece.kind());
    setup.pieces().filter(|(_, piece)| is_meant(piece)).map(|(square, _)| square).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How many pieces of each type a side has.
    fn army(position: &Position, colour: Colour) -> Vec<i32> {
        let mut army = vec![0; position.rules().piece_types().len()];
        let own = position.pieces().filter(|(_, piece)| piece.colour() == colour);
        own.for_each(|(_, piece)| army[piece.kind().index()] += 1);
        army
    }

    #[test]
    fn each_side_loses_pawns_and_changes_one_piece() {
        let xxl = notation::ruleset::shipped("xxl").expect("it ships");
        let queen = xxl.piece_named("queen").expect("a queen").index();
        let start = Position::start(&xxl);
        let mut rng = Rng::with_seed(4);
        let mut seen = vec![[false; 2]; xxl.piece_types().len()];
        for _ in 0..400 {
            let uneven = uneven(&start, &mut rng);
            assert_eq!(uneven.turn(), Colour::White);
            for colour in Colour::BOTH {
                let (before, after) = (army(&start, colour), army(&uneven, colour));
                let changes: Vec<i32> = after.iter().zip(&before).map(|(a, b)| a - b).collect();
                assert!((-5..=0).contains(&changes[0]), "pawns: {changes:?}");
                let lost = changes[1..].iter().filter(|change| **change < 0).count();
                let won = changes[1..].iter().filter(|change| **change > 0).count();
                assert!(lost == 1 && won <= 1, "{changes:?}");
                for (kind, change) in changes.iter().enumerate().filter(|(_, change)| **change != 0)
                {
                    seen[kind][usize::from(*change > 0)] = true;
                }
            }
        }
        for kind in xxl.piece_types() {
            let expected = match xxl.piece_spec(kind).role {
                Role::Royal => [false, false],
                Role::Pawn => [true, false],
                _ if kind.index() == queen => [false, true],
                _ => [true, true],
            };
            assert_eq!(seen[kind.index()], expected, "{}", xxl.piece_spec(kind).name);
        }
    }

    #[test]
    fn every_game_that_ships_has_sound_odds() {
        let mut rng = Rng::with_seed(1);
        for (_, id) in notation::ruleset::variant_ids() {
            let rules = notation::ruleset::shipped(id).expect("it ships");
            let position = uneven(&Position::start(&rules), &mut rng);
            assert!(position.outcome().is_none() && !position.legal_moves().is_empty(), "{id}");
        }
    }
}
