//! Durations and the way from one position to the next.

use rules::{Colour, PieceType};

use super::*;

const GLIDE: Glide = Glide { pixels_per_frame: 6.0, max_seconds: 10.0 };

fn square(name: &str) -> Square {
    Square::parse_prefix(name).expect("a square").0
}

fn piece(kind: usize, colour: Colour) -> Piece {
    Piece::new(PieceType::from_index(kind).expect("a kind"), colour)
}

fn white(kind: usize) -> Piece {
    piece(kind, Colour::White)
}

fn black(kind: usize) -> Piece {
    piece(kind, Colour::Black)
}

fn placement(pieces: &[(&str, Piece)]) -> Placement {
    pieces.iter().map(|(name, piece)| (square(name), *piece)).collect()
}

/// Shows `old` at time 0 and `new` at time 1.
fn change(
    old: &[(&str, Piece)],
    new: &[(&str, Piece)],
    last_move: Option<(&str, &str)>,
) -> Animator {
    let mut animator = Animator::default();
    animator.update(&placement(old), None, Some(GLIDE), 0.0);
    let last_move = last_move.map(|(from, to)| (square(from), square(to)));
    animator.update(&placement(new), last_move, Some(GLIDE), 1.0);
    animator
}

fn ways(animator: &Animator) -> Vec<(BoardPoint, Square)> {
    animator.motions.iter().map(|motion| (motion.from, motion.to)).collect()
}

#[test]
fn ten_tiles_at_speed_six_take_eighty_frames_and_sixty_with_a_limit_of_a_second() {
    let frames = |glide: Glide, tiles| (glide.seconds(tiles) * 60.0).round();
    assert_eq!(frames(GLIDE, 10.0), 80.0);
    assert_eq!(frames(Glide { max_seconds: 1.0, ..GLIDE }, 10.0), 60.0);
    assert_eq!(frames(GLIDE, 1.0), 8.0);
    for speed in [0.0, -1.0, f32::NAN, f32::INFINITY] {
        assert_eq!(Glide { pixels_per_frame: speed, max_seconds: 1.0 }.seconds(10.0), 0.0);
    }
}

#[test]
fn a_glide_is_straight_and_at_constant_speed() {
    let animator = change(&[("a1", white(0))], &[("a11", white(0))], None);
    let place = |now| animator.travellers(now).map(|shown| shown.place).last();
    let end = 1.0 + 80.0 / 60.0;
    for quarter in 0..=4 {
        let expected = BoardPoint { file: 0.0, rank: 2.5 * quarter as f32 };
        let now = 1.0 + (end - 1.0) * f64::from(quarter) / 4.0;
        assert!(place(now).is_some_and(|p| p.distance(expected) < 1e-3), "{quarter}");
    }
    let mut animator = animator;
    animator.update(&placement(&[("a11", white(0))]), None, Some(GLIDE), end);
    assert!(!animator.is_moving());
}

#[test]
fn castling_moves_both_pieces() {
    let animator = change(
        &[("e1", white(0)), ("h1", white(1))],
        &[("g1", white(0)), ("f1", white(1))],
        Some(("e1", "g1")),
    );
    assert_eq!(
        ways(&animator),
        [(square("e1").into(), square("g1")), (square("h1").into(), square("f1"))]
    );
}

#[test]
fn what_is_taken_stays_until_the_taker_arrives_and_then_fades() {
    let animator =
        change(&[("a1", white(0)), ("a6", black(1))], &[("a6", white(0))], Some(("a1", "a6")));
    let opacity = |now| animator.fading_pieces(now).last().map(|shown| shown.opacity);
    let arrives = 1.0 + 40.0 / 60.0;
    assert_eq!(opacity(1.0), Some(1.0));
    assert!(opacity(arrives - 0.001).is_some_and(|opacity| opacity > 0.99));
    assert!(opacity(arrives + FADE / 2.0).is_some_and(|o| (0.4..0.6).contains(&o)));
    let mut animator = animator;
    animator.update(&placement(&[("a6", white(0))]), None, Some(GLIDE), arrives + FADE);
    assert!(!animator.is_moving());
}

#[test]
fn a_pawn_glides_as_a_pawn_and_a_taken_back_queen_as_a_queen() {
    let (pawn, queen) = (white(0), white(5));
    let mut animator = change(&[("c7", pawn)], &[("c8", queen)], Some(("c7", "c8")));
    assert_eq!(animator.travellers(1.01).last().map(|shown| shown.piece), Some(pawn));
    animator.update(&placement(&[("c7", pawn)]), None, Some(GLIDE), 9.0);
    assert_eq!(ways(&animator), [(square("c8").into(), square("c7"))]);
}

#[test]
fn equal_pieces_go_the_way_that_the_last_move_says() {
    let animator = change(
        &[("a1", white(1)), ("d5", white(1)), ("h1", black(0))],
        &[("d1", white(1)), ("d5", white(1)), ("h1", black(0))],
        Some(("a1", "d1")),
    );
    assert_eq!(ways(&animator), [(square("a1").into(), square("d1"))]);
}

#[test]
fn what_was_carried_by_hand_does_not_glide_but_its_rook_does() {
    let mut animator = Animator::default();
    let old = placement(&[("e1", white(0)), ("h1", white(1))]);
    let new = placement(&[("g1", white(0)), ("f1", white(1))]);
    animator.update(&old, None, Some(GLIDE), 0.0);
    animator.carried(square("e1"), square("g1"));
    animator.update(&new, Some((square("e1"), square("g1"))), Some(GLIDE), 1.0);
    assert_eq!(ways(&animator), [(square("h1").into(), square("f1"))]);
}

#[test]
fn another_game_does_not_fly_about() {
    let many = |rank: u8| -> Placement {
        (0..8).map(|file| (Square::new(file, rank), white(0))).collect()
    };
    let mut animator = Animator::default();
    animator.update(&many(0), None, Some(GLIDE), 0.0);
    animator.update(&many(5), None, Some(GLIDE), 1.0);
    assert!(!animator.is_moving());
}

#[test]
fn a_piece_that_is_sent_on_starts_from_where_it_is() {
    let mut animator = change(&[("a1", white(0))], &[("a11", white(0))], Some(("a1", "a11")));
    let halfway = 1.0 + 40.0 / 60.0;
    let last_move = Some((square("a11"), square("f11")));
    animator.update(&placement(&[("f11", white(0))]), last_move, Some(GLIDE), halfway);
    let start = animator.motions[0].from;
    assert!(start.distance(BoardPoint { file: 0.0, rank: 5.0 }) < 1e-3, "{start:?}");
}

#[test]
fn a_piece_that_comes_out_of_the_fog_appears_softly() {
    let animator = change(&[("a1", white(0))], &[("a1", white(0)), ("c3", black(1))], None);
    assert!(animator.opacity(square("c3"), 1.0) < 0.01);
    assert_eq!(animator.opacity(square("a1"), 1.0), 1.0);
    assert_eq!(animator.opacity(square("c3"), 1.0 + FADE), 1.0);
}
