//! Puts a position of the fast core beside one of the slow reference.

use std::fmt::Write;

use xxlchess_rules::{Colour, Move, Position, Rules, Square, betza};

use super::reference::{PlainMove, RefPosition};

/// A move of the fast core as the reference writes it.
pub fn plain_move(chess_move: Move) -> PlainMove {
    (chess_move.from(), chess_move.to(), chess_move.promotion())
}

/// All legal moves of the fast core as the reference writes them, sorted.
pub fn plain_moves(position: &Position) -> Vec<PlainMove> {
    let mut moves: Vec<_> = position.legal_moves().into_iter().map(plain_move).collect();
    moves.sort_unstable();
    moves
}

/// How the two differ in what is on the board, in the moves of both sides, in check and rights,
/// in what is seen under fog, and in the pieces that contribute to a mate.
pub fn disagreement(fast: &Position, slow: &RefPosition) -> Option<String> {
    let mut text = String::new();
    let mut expect = |what: &str, fast: &dyn std::fmt::Debug, slow: &dyn std::fmt::Debug| {
        let (fast, slow) = (format!("{fast:?}"), format!("{slow:?}"));
        if fast != slow {
            let _ = writeln!(text, "{what}: {fast}, but the reference has {slow}");
        }
    };
    expect("side to move", &fast.turn(), &slow.turn());
    for square in fast.rules().size().squares() {
        expect(&square.to_string(), &fast.piece_at(square), &slow.piece_at(square));
    }
    for colour in Colour::BOTH {
        let (rights, expected) = (fast.castling_rooks(colour), slow.castling_rooks(colour));
        expect(&format!("{colour} castling"), &rights, &expected);
        expect(&format!("{colour} in check"), &fast.is_in_check(colour), &slow.in_check(colour));
    }
    expect("en passant", &fast.en_passant_square(), &slow.en_passant_square());
    expect("mate", &fast.is_checkmate(), &slow.is_mate());
    if fast.rules().spec().fog {
        let seen = |position: &RefPosition| Colour::BOTH.map(|viewer| position.visible(viewer));
        expect("visible", &Colour::BOTH.map(|viewer| fast.visible(viewer)), &seen(slow));
    }
    let is_usual =
        !fast.rules().spec().restrictions.kings_apart && king_steps_as_usual(fast.rules());
    if slow.is_mate() && is_usual {
        let pieces = fast.contributing_pieces();
        if !slow.is_contribution(pieces) {
            expect("contributing", &pieces, &slow.contributions());
        }
    }
    text += &move_difference("moves", fast, slow);
    let other = !fast.turn();
    let turned = (fast.with_turn(other), slow.with_turn(other));
    text += &move_difference("moves of the other side", &turned.0, &turned.1);
    (!text.is_empty()).then_some(text)
}

/// Does the king step to all adjacent squares and no others?
fn king_steps_as_usual(rules: &Rules) -> bool {
    let king = rules.royal().map(|kind| &rules.piece_spec(kind).movement);
    king.is_some_and(|movement| betza::parse("K").as_ref() == Ok(movement))
}

/// How the two differ in who attacks a square, with the kings on the board and lifted.
pub fn attack_disagreement(fast: &Position, slow: &RefPosition, target: Square) -> Option<String> {
    let mut text = String::new();
    for by in Colour::BOTH {
        let found = fast.is_attacked(target, by);
        for lifted in [None, fast.king(!by), Some(target)] {
            let attackers = fast.attackers(target, by, lifted);
            let expected = slow.attackers(target, by, lifted);
            if attackers != expected || (lifted.is_none() && found == expected.is_empty()) {
                let _ = writeln!(
                    text,
                    "{by} attackers of {target} (lifted {lifted:?}): {attackers:?} ({found}), \
                     but the reference has {expected:?}"
                );
            }
        }
    }
    (!text.is_empty()).then_some(text)
}

/// Everything needed to see a disagreement again: rule set, FEN, what a FEN cannot say.
pub fn report(fast: &Position, differences: &str) -> String {
    let spec = fast.rules().spec();
    let mut text = format!(
        "rule set {} {}: {:?}, fog {}, castling {:?}, double step {:?}, en passant {}, {:?}\n",
        spec.id,
        spec.size,
        spec.win,
        spec.fog,
        spec.castling,
        spec.double_step,
        spec.en_passant,
        spec.promotion
    );
    for piece in &spec.pieces {
        let ray = |ray: &xxlchess_rules::Ray| {
            format!("({},{})x{} {:?}", ray.files, ray.ranks, ray.range, ray.purpose)
        };
        let rays: Vec<_> = piece.movement.rays().iter().map(ray).collect();
        let _ = writeln!(text, "  {} {:?} {}", piece.name, piece.role, rays.join(" "));
    }
    let _ = writeln!(text, "FEN {}", xxlchess_rules::fen::format(fast));
    let _ = writeln!(text, "moved pawns {:?}", fast.to_setup().moved_pawns);
    text + differences
}

fn move_difference(what: &str, fast: &Position, slow: &RefPosition) -> String {
    let mut text = String::new();
    let (found, expected) = (plain_moves(fast), slow.legal_moves());
    if found != expected {
        let wrong = difference(&found, &expected);
        let missing = difference(&expected, &found);
        let _ = writeln!(text, "{what}: too many {wrong:?}, missing {missing:?}");
    }
    let counted = fast.count_legal_moves();
    if counted != expected.len() as u64 {
        let _ = writeln!(text, "{what}: counted {counted}, expected {}", expected.len());
    }
    text
}

/// What is in the first list more often than in the second.
fn difference(these: &[PlainMove], those: &[PlainMove]) -> Vec<PlainMove> {
    let mut extra = these.to_vec();
    for that in those {
        if let Some(index) = extra.iter().position(|this| this == that) {
            extra.remove(index);
        }
    }
    extra
}
