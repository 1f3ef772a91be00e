//! Counting and playing moves allocates nothing once the list of moves is there.

use crate::support::rules_by_name;
use xxlchess_rules::{Position, perft};

#[test]
fn perft_makes_one_list() {
    for name in ["xxl", "standard", "examples/sixteen"] {
        let mut position = Position::start(&rules_by_name(name));
        let info = allocation_counter::measure(|| {
            perft(&mut position, 3);
        });
        assert!(info.count_total <= 4, "{name}: {} allocations", info.count_total);
    }
}

#[test]
fn a_game_is_played_without_allocation() {
    let mut position = Position::start(&rules_by_name("xxl"));
    let mut moves = Vec::with_capacity(512);
    let info = allocation_counter::measure(|| {
        for ply in 0..200 {
            moves.clear();
            position.legal_moves_into(&mut moves);
            let Some(chess_move) = moves.get(ply * 7 % moves.len().max(1)) else { break };
            position.play_unchecked(*chess_move);
        }
    });
    assert_eq!(info.count_total, 0);
}
