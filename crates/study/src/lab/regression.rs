//! Logistic regression of results on material, with errors that know that positions of one game
//! belong together.

/// Positions of one game, and White's points in it.
pub struct Cluster {
    /// What each position is described by.
    pub rows: Vec<Vec<f64>>,
    /// From 0 to 1.
    pub points: f64,
}

/// The coefficients that explain the points best, and their covariances.
pub struct Fit {
    pub coefficients: Vec<f64>,
    pub covariance: Vec<Vec<f64>>,
}

/// How often the fit is improved.
const ROUNDS: usize = 25;
/// Keeps coefficients near 0 that nothing is known about.
const RIDGE: f64 = 1e-3;

/// Fits the points of games; each game has the same weight, however many positions it has.
pub fn fit(clusters: &[Cluster], width: usize) -> Option<Fit> {
    let mut coefficients = vec![0.0; width];
    for _ in 0..ROUNDS {
        let (gradient, hessian) = derivatives(clusters, &coefficients);
        let step = solve(&hessian, &gradient)?;
        let longest = step.iter().fold(0.0_f64, |most, part| most.max(part.abs()));
        // Large steps overshoot where results are nearly certain.
        let part = (2.0 / longest.max(2.0)).min(1.0);
        coefficients.iter_mut().zip(&step).for_each(|(c, step)| *c += part * step);
        if longest < 1e-9 {
            break;
        }
    }
    let (_, hessian) = derivatives(clusters, &coefficients);
    let bread = inverse(&hessian)?;
    let mut meat = vec![vec![0.0; width]; width];
    for cluster in clusters {
        let score = score_of(cluster, &coefficients);
        for (i, line) in meat.iter_mut().enumerate() {
            line.iter_mut().zip(&score).for_each(|(cell, part)| *cell += score[i] * part);
        }
    }
    let covariance = product(&product(&bread, &meat), &bread);
    Some(Fit { coefficients, covariance })
}

/// What the logistic function expects of a position.
fn expected(row: &[f64], coefficients: &[f64]) -> f64 {
    let sum: f64 = row.iter().zip(coefficients).map(|(x, c)| x * c).sum();
    1.0 / (1.0 + (-sum).exp())
}

/// The gradient of the likelihood of one game.
fn score_of(cluster: &Cluster, coefficients: &[f64]) -> Vec<f64> {
    let mut score = vec![0.0; coefficients.len()];
    let weight = 1.0 / cluster.rows.len().max(1) as f64;
    for row in &cluster.rows {
        let error = weight * (cluster.points - expected(row, coefficients));
        score.iter_mut().zip(row).for_each(|(sum, x)| *sum += error * x);
    }
    score
}

fn derivatives(clusters: &[Cluster], coefficients: &[f64]) -> (Vec<f64>, Vec<Vec<f64>>) {
    let width = coefficients.len();
    let mut gradient: Vec<f64> = coefficients.iter().map(|c| -RIDGE * c).collect();
    let mut hessian = vec![vec![0.0; width]; width];
    (0..width).for_each(|i| hessian[i][i] = RIDGE);
    for cluster in clusters {
        let score = score_of(cluster, coefficients);
        gradient.iter_mut().zip(&score).for_each(|(sum, part)| *sum += part);
        let weight = 1.0 / cluster.rows.len().max(1) as f64;
        for row in &cluster.rows {
            let chance = expected(row, coefficients);
            let curvature = weight * chance * (1.0 - chance);
            for (i, line) in hessian.iter_mut().enumerate().filter(|(i, _)| row[*i] != 0.0) {
                line.iter_mut().zip(row).for_each(|(cell, x)| *cell += curvature * row[i] * x);
            }
        }
    }
    (gradient, hessian)
}

fn solve(matrix: &[Vec<f64>], right: &[f64]) -> Option<Vec<f64>> {
    let inverse = inverse(matrix)?;
    Some(inverse.iter().map(|line| line.iter().zip(right).map(|(a, b)| a * b).sum()).collect())
}

/// The inverse by elimination with pivots; nothing for a singular matrix.
fn inverse(matrix: &[Vec<f64>]) -> Option<Vec<Vec<f64>>> {
    let width = matrix.len();
    let mut work: Vec<Vec<f64>> = matrix.to_vec();
    let mut result = vec![vec![0.0; width]; width];
    (0..width).for_each(|i| result[i][i] = 1.0);
    for column in 0..width {
        let size = |line: &usize| work[*line][column].abs();
        let pivot = (column..width).max_by(|a, b| size(a).total_cmp(&size(b)))?;
        if work[pivot][column].abs() < 1e-12 {
            return None;
        }
        work.swap(column, pivot);
        result.swap(column, pivot);
        let scale = work[column][column];
        for part in work[column].iter_mut().chain(&mut result[column]) {
            *part /= scale;
        }
        for line in (0..width).filter(|line| *line != column) {
            let factor = work[line][column];
            for other in 0..width {
                let (a, b) = (work[column][other], result[column][other]);
                work[line][other] -= factor * a;
                result[line][other] -= factor * b;
            }
        }
    }
    Some(result)
}

fn product(a: &[Vec<f64>], b: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let width = b.first().map_or(0, Vec::len);
    let cell = |line: &[f64], column: usize| line.iter().zip(b).map(|(x, y)| x * y[column]).sum();
    a.iter().map(|line| (0..width).map(|column| cell(line, column)).collect()).collect()
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;

    use super::*;

    #[test]
    fn known_coefficients_are_found_within_their_errors() {
        let truth = [0.2, 1.0, 3.0];
        let mut rng = Rng::with_seed(5);
        let clusters: Vec<Cluster> = (0..4000)
            .map(|_| {
                let row = vec![1.0, f64::from(rng.i32(-2..=2)), f64::from(rng.i32(-1..=1))];
                let points = f64::from(u8::from(rng.f64() < expected(&row, &truth)));
                // The same position twice says no more than once.
                Cluster { rows: vec![row.clone(), row], points }
            })
            .collect();
        let fit = fit(&clusters, 3).expect("a fit");
        for (index, expected) in truth.iter().enumerate() {
            let error = fit.covariance[index][index].sqrt();
            let away = (fit.coefficients[index] - expected).abs();
            assert!(away < 3.5 * error && error < 0.2, "{index}: {away} of {error}");
        }
    }

    #[test]
    fn matrices_are_inverted() {
        let matrix = vec![vec![0.0, 2.0], vec![4.0, 1.0]];
        let identity = product(&matrix, &inverse(&matrix).expect("it can be inverted"));
        for (i, line) in identity.iter().enumerate() {
            for (j, cell) in line.iter().enumerate() {
                assert!((cell - f64::from(u8::from(i == j))).abs() < 1e-12);
            }
        }
        assert!(inverse(&[vec![1.0, 2.0], vec![2.0, 4.0]]).is_none());
    }
}
