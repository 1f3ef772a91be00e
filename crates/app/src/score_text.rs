//! What the engine says as people read it: scores, and lines with the numbers of their moves.

use engine::Score;
use notation::san;
use rules::{Colour, Move, Position};

/// White's share of a bar, from 0 to 1, at a score for White.
pub fn white_share(score: Score) -> f32 {
    match score {
        Score::Centipawns(score) => 1.0 / (1.0 + (-score as f32 / 320.0).exp()),
        Score::MateIn(moves) if moves > 0 => 1.0,
        Score::MateIn(_) => 0.0,
    }
}

/// A score as people write it: `+0.4`, `−1.2`, `M3`.
pub fn score_text(score: Score) -> String {
    match score {
        Score::Centipawns(score) => {
            let pawns = f64::from(score) / 100.0;
            if pawns.abs() < 0.05 { "0.0".to_owned() } else { format!("{pawns:+.1}") }
        }
        Score::MateIn(moves) if moves > 0 => format!("M{moves}"),
        Score::MateIn(moves) => format!("-M{}", moves.abs()),
    }
    .replace('-', "\u{2212}")
}

/// The first moves of a line, with numbers where White moves.
pub fn line_text(position: &Position, moves: &[Move], most: usize) -> String {
    let mut position = position.clone();
    let mut words = Vec::new();
    for (index, chess_move) in moves.iter().take(most).enumerate() {
        if !position.is_legal(*chess_move) {
            break;
        }
        let number = position.fullmove_number();
        match position.turn() {
            Colour::White => words.push(format!("{number}.")),
            Colour::Black if index == 0 => words.push(format!("{number}…")),
            Colour::Black => {}
        }
        words.push(san::format(&position, *chess_move));
        position.play_unchecked(*chess_move);
    }
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_written_as_people_do() {
        for (score, text) in [
            (Score::Centipawns(42), "+0.4"),
            (Score::Centipawns(-120), "\u{2212}1.2"),
            (Score::Centipawns(-4), "0.0"),
            (Score::MateIn(3), "M3"),
            (Score::MateIn(-2), "\u{2212}M2"),
        ] {
            assert_eq!(score_text(score), text);
        }
    }

    #[test]
    fn the_bar_grows_with_the_score() {
        let shares = [Score::MateIn(-1), Score::Centipawns(-300), Score::Centipawns(0)]
            .into_iter()
            .chain([Score::Centipawns(300), Score::MateIn(1)])
            .map(white_share)
            .collect::<Vec<_>>();
        assert!(shares.is_sorted() && shares[0] == 0.0 && shares[2] == 0.5 && shares[4] == 1.0);
    }
}
