//! The networks that ship, each for the pieces and the board it was trained with.

use rules::Rules;

use super::net::Net;

/// Made by `xxlchess learn`.
const SHIPPED: [&[u8]; 3] = [
    include_bytes!("../../nets/standard.net"),
    include_bytes!("../../nets/capablanca.net"),
    include_bytes!("../../nets/xxl.net"),
];

/// The network for a rule set, if one was trained for its pieces on its board.
pub(crate) fn learned(rules: &Rules) -> Option<Net> {
    SHIPPED.iter().find_map(|bytes| Net::read(rules, bytes))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use rules::Position;

    use super::*;
    use crate::eval::{Evaluator, Running};
    use crate::rng::Rng;

    fn rules(id: &str) -> Arc<Rules> {
        notation::ruleset::shipped(id).expect("it ships")
    }

    #[test]
    fn each_network_serves_its_own_rules() {
        for id in ["standard", "capablanca", "xxl"] {
            assert!(learned(&rules(id)).is_some(), "{id}");
            assert!(
                learned(&rules(id).with_fog(true).expect("each side has a king")).is_none(),
                "{id} under fog"
            );
        }
        for id in ["king-capture", "casual"] {
            assert!(learned(&rules(id)).is_none(), "{id}");
        }
    }

    #[test]
    fn a_damaged_network_is_refused() {
        let rules = rules("standard");
        let bytes = SHIPPED[0];
        assert!(Net::read(&rules, bytes).is_some());
        assert!(Net::read(&rules, &bytes[..bytes.len() - 2]).is_none());
        assert!(Net::read(&rules, &bytes[..5]).is_none());
        assert!(Net::read(&rules, &[]).is_none());
    }

    #[test]
    fn sums_are_kept_up_to_date() {
        let mut rng = Rng::new(5);
        for id in ["standard", "capablanca", "xxl"] {
            let rules = rules(id);
            let evaluator = Evaluator::new(&rules);
            for _ in 0..10 {
                let mut position = Position::start(&rules);
                let mut running = Running::of(&evaluator, &position);
                for _ in 0..120 {
                    let moves = position.legal_moves();
                    let Some(chess_move) = rng.pick(&moves).copied() else { break };
                    running = running.after(&evaluator, &position, chess_move);
                    position.play_unchecked(chess_move);
                    assert_eq!(running, Running::of(&evaluator, &position), "{id}");
                }
            }
        }
    }
}
