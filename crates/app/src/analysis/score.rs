//! Scores as people read them.

use engine::Score;

/// White's share of a bar, from 0 to 1, at a score for White.
pub fn white_share(score: Score) -> f32 {
    ((study::win_chance(score) + 1.0) / 2.0) as f32
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
