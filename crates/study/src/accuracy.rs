//! Accuracy: how close a player came to the best moves, in percent.

/// The accuracy of one move, in percent, from the winning chances before and after it for the one
/// who moved (-1 to 1). The curve is the one lichess publishes: it falls fast at first.
pub fn accuracy_of_move(before: f64, after: f64) -> f64 {
    let lost_percent = (50.0 * (before - after)).max(0.0);
    (103.1668 * (-0.04354 * lost_percent).exp() - 3.1669).clamp(0.0, 100.0)
}

/// The accuracy of a player, in percent: half way between the arithmetic and the harmonic mean of
/// their moves, so that one blunder among many good moves is felt. None without moves.
pub fn game_accuracy(moves: impl IntoIterator<Item = f64>) -> Option<f64> {
    let (mut count, mut sum, mut inverse) = (0.0, 0.0, 0.0);
    for accuracy in moves {
        count += 1.0;
        sum += accuracy;
        inverse += 1.0 / accuracy.max(1.0);
    }
    (count > 0.0).then(|| (sum / count + count / inverse) / 2.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_moves_are_fully_accurate() {
        assert!(accuracy_of_move(0.1, 0.1) > 99.9);
        assert!(accuracy_of_move(0.1, 0.4) > 99.9, "a gain is no error");
        assert!(accuracy_of_move(1.0, -1.0) < 1.0);
        assert_eq!(game_accuracy([]), None);
        assert_eq!(game_accuracy([100.0, 100.0]), Some(100.0));
    }

    #[test]
    fn one_blunder_weighs_more_than_its_share() {
        let accuracy = game_accuracy([100.0, 100.0, 100.0, 10.0]).expect("there are moves");
        assert!(accuracy < (310.0 / 4.0), "{accuracy}");
    }
}
