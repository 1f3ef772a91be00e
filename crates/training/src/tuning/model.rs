//! A linear model of the evaluation: cheap enough to try thousands of weights.

/// What it costs to move a weight away from where it was by half its size and a bit, over the
/// number of games: without this weights follow the accidents of few games.
const CAUTION: f64 = 0.1;
/// How often all weights are gone through at most.
const SWEEPS: usize = 100;
/// A sweep that betters the error by less than this is the last.
const WORTH_WHILE: f64 = 1e-9;

/// How likely White is to win at a score.
pub(super) fn expected(score: f64, slope: f64) -> f64 {
    1.0 / (1.0 + (-score * slope).exp())
}

/// Positions as the evaluation sees them close to certain weights.
pub(super) struct Model {
    /// The score of each position with those weights.
    scores: Vec<f64>,
    results: Vec<f64>,
    /// For each weight, by how much it was moved and how each score answered.
    answers: Vec<(f64, Vec<i16>)>,
    slope: f64,
    caution: f64,
}

impl Model {
    pub(super) fn new(
        scores: &[i32],
        results: Vec<f64>,
        steps: &[i32],
        slope: f64,
        games: usize,
    ) -> Model {
        Model {
            scores: scores.iter().map(|score| f64::from(*score)).collect(),
            results,
            answers: steps.iter().map(|step| (f64::from(*step), Vec::new())).collect(),
            slope,
            caution: CAUTION / games.max(1) as f64,
        }
    }

    /// Adds how further positions answer, for each weight.
    pub(super) fn extend(&mut self, answers: Vec<Vec<i16>>) {
        for ((_, known), more) in self.answers.iter_mut().zip(answers) {
            known.extend(more);
        }
    }

    /// The best weights, given those the model was made for and those from which they should not
    /// go too far. Each weight is moved to where it is best for the others as they are (Newton's
    /// method for one weight at a time), again and again.
    pub(super) fn best(
        mut self,
        numbers: &[i32],
        before: &[i32],
        is_stopped: &dyn Fn() -> bool,
    ) -> Vec<f64> {
        let mut weights: Vec<f64> = numbers.iter().map(|number| f64::from(*number)).collect();
        let mut chances: Vec<f64> =
            self.scores.iter().map(|score| expected(*score, self.slope)).collect();
        let mut last = f64::INFINITY;
        for _ in 0..SWEEPS {
            for (weight, now) in weights.iter_mut().enumerate() {
                if is_stopped() {
                    break;
                }
                let before = f64::from(before[weight]);
                let far = before.abs() / 2.0 + 8.0;
                let change = self.wanted_change(weight, (*now - before) / far, far, &chances);
                *now += change;
                self.apply(weight, change, &mut chances);
            }
            let error = self.error(&chances);
            if last - error < WORTH_WHILE {
                break;
            }
            last = error;
        }
        weights
    }

    /// The change of a weight that lowers the error most. `moved` tells how far it has come
    /// already, in units of `far`.
    fn wanted_change(&self, weight: usize, moved: f64, far: f64, chances: &[f64]) -> f64 {
        let (step, answers) = &self.answers[weight];
        let (mut incline, mut bend) = (0.0, 0.0);
        for ((answer, chance), result) in answers.iter().zip(chances).zip(&self.results) {
            if *answer != 0 {
                let rise = f64::from(*answer) / step * self.slope * chance * (1.0 - chance);
                incline += (result - chance) * rise;
                bend += rise * rise;
            }
        }
        let count = self.scores.len().max(1) as f64;
        let incline = incline / count - self.caution * moved / far;
        let bend = bend / count + self.caution / (far * far);
        (incline / bend).clamp(-far / 2.0, far / 2.0)
    }

    /// Lets all scores answer to a changed weight.
    fn apply(&mut self, weight: usize, change: f64, chances: &mut [f64]) {
        let (step, answers) = &self.answers[weight];
        let part = change / step;
        for ((answer, score), chance) in answers.iter().zip(&mut self.scores).zip(chances) {
            if *answer != 0 {
                *score += f64::from(*answer) * part;
                *chance = expected(*score, self.slope);
            }
        }
    }

    fn error(&self, chances: &[f64]) -> f64 {
        let square = |(chance, result): (&f64, &f64)| (result - chance) * (result - chance);
        let sum: f64 = chances.iter().zip(&self.results).map(square).sum();
        sum / chances.len().max(1) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two weights decide everything; the model finds them from results alone.
    #[test]
    fn known_weights_are_found_again() {
        let (slope, truth) = (0.01, [40.0, -25.0]);
        let features: Vec<[i16; 2]> =
            (-12..=12).flat_map(|a| (-12..=12).map(move |b| [a, b])).collect();
        let results = features
            .iter()
            .map(|[a, b]| expected(f64::from(*a) * truth[0] + f64::from(*b) * truth[1], slope));
        let before = [30, -30];
        let scores: Vec<i32> =
            features.iter().map(|[a, b]| 30 * i32::from(*a) - 30 * i32::from(*b)).collect();
        let mut model = Model::new(&scores, results.collect(), &[8, 8], slope, 100_000);
        let column = |n: usize| features.iter().map(|pair| pair[n] * 8).collect();
        model.extend(vec![column(0), column(1)]);
        let found = model.best(&before, &before, &|| false);
        for (found, truth) in found.iter().zip(truth) {
            assert!((found - truth).abs() < 1.0, "{found} {truth}");
        }
    }
}
