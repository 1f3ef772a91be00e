//! Exchanges judged at a glance agree with exchanges played out on the board.

use std::sync::Arc;

use engine::Dice;
use notation::ruleset;
use rules::{Move, MoveKind, Piece, PieceType, Position, Rules, Square, Worth};

/// Plays a capture on a copy of the pieces and lets the other side answer as it likes best.
fn gain(pieces: &mut Vec<(Square, Piece)>, rules: &Arc<Rules>, to: Square, from: Square, worth: &Worth) -> i32 {
    let worth_of = |piece: Piece| worth[piece.kind().index()];
    let taken = pieces.iter().find(|(square, _)| *square == to).map_or(0, |(_, p)| worth_of(*p));
    pieces.retain(|(square, _)| *square != to);
    let Some(mover) = pieces.iter_mut().find(|(square, _)| *square == from) else { return 0 };
    mover.0 = to;
    let side = mover.1.colour();
    taken - reply(pieces, rules, to, !side, worth).max(0)
}

/// What a side wins by taking with its cheapest piece.
fn reply(pieces: &mut Vec<(Square, Piece)>, rules: &Arc<Rules>, to: Square, side: rules::Colour, worth: &Worth) -> i32 {
    let mut setup = rules::Setup::default();
    for (square, piece) in pieces.iter() {
        setup.put(*square, *piece);
    }
    let position = Position::new(Arc::clone(rules), setup).expect("kings mean nothing here").0;
    let attackers = position.attackers(to, side, None);
    let worth_on = |square: Square| position.piece_at(square).map_or(0, |p| worth[p.kind().index()]);
    match attackers.iter().map(|square| (worth_on(square), square)).min() {
        Some((_, cheapest)) => gain(pieces, rules, to, cheapest, worth),
        None => 0,
    }
}

#[test]
fn exchanges_agree_with_play() {
    // Of pieces with the same worth any may take first, so no two kinds share one.
    let worth: Worth = std::array::from_fn(|kind| [100, 520, 300, 330, 800, 250, 480, 1200, 400, 850, 950][kind.min(10)] + kind as i32);
    let mut dice = Dice::new(11);
    // Kings as ordinary pieces, so that any pile of pieces is a position.
    let xxl = ruleset::shipped("xxl").expect("it ships");
    let mut spec = xxl.spec().clone();
    (spec.win, spec.castling, spec.promotion) = (rules::Win::Never, None, None);
    spec.size = rules::BoardSize::new(9, 9).expect("a size");
    spec.start = rules::Setup::default();
    let rules = Rules::compile(spec).expect("sound rules");
    let squares: Vec<_> = rules.size().squares().collect();
    let mut compared = 0;
    for _ in 0..300 {
        let mut setup = rules::Setup::default();
        for _ in 0..34 {
            let kind = PieceType::from_index(dice.below(11)).expect("a piece");
            let colour = rules::Colour::BOTH[dice.below(2)];
            setup.put(*dice.pick(&squares).expect("a square"), Piece::new(kind, colour));
        }
        let position = Position::new(Arc::clone(&rules), setup).expect("sound").0;
        for chess_move in position.legal_moves() {
            if !position.is_capture(chess_move) || chess_move.kind() != MoveKind::Plain {
                continue;
            }
            compared += 1;
            check(&position, chess_move, &worth);
        }
    }
    assert!(compared > 2000, "{compared}");
}

fn check(position: &Position, chess_move: Move, worth: &Worth) {
    let mut pieces: Vec<_> = position.pieces().collect();
    let rules = position.rules();
    let exact = gain(&mut pieces, rules, chess_move.to(), chess_move.from(), worth);
    for (threshold, reached) in [(exact, true), (exact + 1, false), (exact - 50, true)] {
        assert_eq!(
            position.exchange_reaches(chess_move, worth, threshold),
            reached,
            "{chess_move:?} {exact} {}",
            notation::fen::format(position)
        );
    }
}
