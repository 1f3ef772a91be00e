//! What played games say about a rule set.

use std::collections::BTreeMap;

use rules::{Colour, Move, Piece, PieceType, Role, Rules};

use super::regression::{self, Cluster, Fit};
use super::{LabGame, Plan, Trial};

/// With fewer games for each type of piece, chance explains all results, and errors look far too
/// small.
const LEAST_GAMES_A_TYPE: usize = 6;

/// A number and its standard error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Measurement {
    /// The number.
    pub value: f64,
    /// One standard error.
    pub error: f64,
}

impl Measurement {
    /// The mean of numbers.
    fn mean(values: impl Iterator<Item = f64> + Clone) -> Option<Measurement> {
        let count = values.clone().count() as f64;
        if count < 1.0 {
            return None;
        }
        let value = values.clone().sum::<f64>() / count;
        let spread = values.map(|one| (one - value).powi(2)).sum::<f64>();
        Some(Measurement { value, error: (spread / (count - 1.0).max(1.0) / count).sqrt() })
    }

    /// The mean of numbers from 0 to 1. Its error is that of the same numbers with two ones and two
    /// zeros more, so that a few that are all alike do not look certain.
    fn share(values: impl Iterator<Item = f64> + Clone) -> Option<Measurement> {
        let value = Measurement::mean(values.clone())?.value;
        let count = values.clone().count() as f64 + 4.0;
        let middle = (values.clone().sum::<f64>() + 2.0) / count;
        let spread: f64 = values.chain([0.0, 0.0, 1.0, 1.0]).map(|it| (it - middle).powi(2)).sum();
        Some(Measurement { value, error: spread.sqrt() / count })
    }

    /// A score from 0 to 1 as a difference of ratings.
    pub fn elo(self) -> Measurement {
        let elo = |score: f64| -400.0 * (1.0 / score.clamp(0.001, 0.999) - 1.0).log10();
        let [low, high] = [-1.0, 1.0].map(|sign| elo(self.value + sign * self.error));
        Measurement { value: elo(self.value), error: (high - low) / 2.0 }
    }
}

/// What is known of a piece type.
#[derive(Clone, Debug)]
pub struct PieceReport {
    /// The piece type.
    pub kind: PieceType,
    /// What it is worth, by games in which chance decided who had it from the start; nothing for royal
    /// pieces, or if the games do not tell. The unit is such that the army of the start is worth as
    /// much as by the values of the rule set: a pawn as the values have it.
    pub worth: Option<Measurement>,
    /// In the same unit, by who had it in the course of even games.
    pub in_play: Option<Measurement>,
    /// How often such pieces move in a game.
    pub moves: f64,
    /// How many of them are taken in a game.
    pub losses: f64,
}

/// White's score after a first move.
#[derive(Clone, Debug)]
pub struct Opening {
    /// White's first move.
    pub first_move: Move,
    /// How often it was played.
    pub games: u32,
    /// White's score after it, from 0 to 1.
    pub score: Measurement,
}

/// What played games say.
#[derive(Clone, Debug)]
pub struct Report {
    /// How many games there are.
    pub games: usize,
    /// Games that White won, drew and lost, with equal armies and nodes on both sides.
    pub results: [u32; 3],
    /// White's score in these.
    pub white: Option<Measurement>,
    /// The share of draws among them.
    pub draws: Option<Measurement>,
    /// The length of even games in moves of each side.
    pub length: Option<Measurement>,
    /// In the order of the rule set.
    pub pieces: Vec<PieceReport>,
    /// The best first; none where games begin from different starts.
    pub openings: Vec<Opening>,
    /// The score of twice as many nodes.
    pub doubling: Option<Measurement>,
}

impl Report {
    /// Works out what the games say.
    pub fn new(rules: &Rules, games: &[LabGame]) -> Report {
        let equal: Vec<&LabGame> =
            games.iter().filter(|game| Plan::trial(game.number) == Trial::Even).collect();
        // First moves from different starts say nothing together.
        let has_one_start = rules.spec().start_count() == 1;
        let of = |winner| equal.iter().filter(|game| game.winner == winner).count() as u32;
        let is_draw = |game: &&LabGame| f64::from(u8::from(game.winner.is_none()));
        Report {
            games: games.len(),
            results: [Some(Colour::White), None, Some(Colour::Black)].map(of),
            white: Measurement::share(equal.iter().map(|game| game.points())),
            draws: Measurement::share(equal.iter().map(is_draw)),
            length: Measurement::mean(equal.iter().map(|game| f64::from(game.plies) / 2.0)),
            pieces: pieces(rules, games),
            openings: if has_one_start { openings(&equal) } else { Vec::new() },
            doubling: Measurement::share(games.iter().filter_map(doubled_points)),
        }
    }
}

/// The points of the side that had twice the nodes.
fn doubled_points(game: &LabGame) -> Option<f64> {
    match Plan::trial(game.number) {
        Trial::Doubled(Colour::White) => Some(game.points()),
        Trial::Doubled(Colour::Black) => Some(1.0 - game.points()),
        Trial::Even | Trial::Odds => None,
    }
}

fn openings(games: &[&LabGame]) -> Vec<Opening> {
    let mut by_move: BTreeMap<(usize, usize), (Move, Vec<f64>)> = BTreeMap::new();
    for game in games {
        if let Some(first) = game.first_move {
            let key = (first.from().index(), first.to().index());
            by_move.entry(key).or_insert((first, Vec::new())).1.push(game.points());
        }
    }
    let opening = |(first_move, points): (Move, Vec<f64>)| {
        let score = Measurement::share(points.iter().copied())?;
        Some(Opening { first_move, games: points.len() as u32, score })
    };
    let mut openings: Vec<Opening> = by_move.into_values().filter_map(opening).collect();
    openings.sort_by(|a, b| b.score.value.total_cmp(&a.score.value));
    openings
}

fn pieces(rules: &Rules, games: &[LabGame]) -> Vec<PieceReport> {
    let kinds: Vec<PieceType> = rules.piece_types().collect();
    let measured: Vec<PieceType> =
        kinds.iter().copied().filter(|kind| rules.piece_spec(*kind).role != Role::Royal).collect();
    let is_even = |game: &&LabGame| Plan::trial(game.number) == Trial::Even;
    let by_chance = fit(games.iter().map(|game| (game, game.odds.as_slice())), &measured);
    let in_play =
        fit(games.iter().filter(is_even).map(|game| (game, game.material.as_slice())), &measured);
    let table = |kind: &PieceType| rules.piece_spec(*kind).value;
    let army: Vec<f64> = measured
        .iter()
        .map(|kind| rules.spec().start.squares_of(Piece::new(*kind, Colour::White)).len() as f64)
        .collect();
    let total: f64 = army.iter().zip(&measured).map(|(count, kind)| count * table(kind)).sum();
    let share: Vec<f64> = army.iter().map(|count| count / total).collect();
    let mean = |list: fn(&LabGame) -> &Vec<u32>, kind: PieceType| {
        let sum: u32 = games.iter().filter_map(|game| list(game).get(kind.index())).sum();
        f64::from(sum) / games.len().max(1) as f64
    };
    let report = |kind: PieceType| {
        let index = measured.iter().position(|other| *other == kind);
        let worth = |fit: &Option<Fit>, unit: &[f64]| in_units(fit.as_ref()?, index?, unit);
        PieceReport {
            kind,
            worth: worth(&by_chance, &share),
            in_play: worth(&in_play, &share),
            moves: mean(|game| &game.moved, kind),
            losses: mean(|game| &game.lost, kind),
        }
    };
    kinds.into_iter().map(report).collect()
}

/// The results explained by who moves first and by the material of each type in some positions.
fn fit<'a>(
    games: impl Iterator<Item = (&'a LabGame, &'a [Vec<i8>])>,
    measured: &[PieceType],
) -> Option<Fit> {
    let row = |material: &Vec<i8>| {
        let of = |kind: &PieceType| material.get(kind.index()).copied().unwrap_or(0).into();
        std::iter::once(1.0).chain(measured.iter().map(of)).collect()
    };
    let cluster = |(game, positions): (&LabGame, &[Vec<i8>])| Cluster {
        rows: positions.iter().map(row).collect(),
        points: game.points(),
    };
    let sampled = games.filter(|(_, positions)| !positions.is_empty());
    let clusters: Vec<Cluster> = sampled.map(cluster).collect();
    let is_enough = clusters.len() >= LEAST_GAMES_A_TYPE * measured.len();
    is_enough.then(|| regression::fit(&clusters, measured.len() + 1))?
}

/// The worth of a type in units of what some pieces are worth together, with the error of both;
/// nothing if the unit is not clearly above 0. Types are counted without the first coefficient.
fn in_units(fit: &Fit, index: usize, unit: &[f64]) -> Option<Measurement> {
    let worths = &fit.coefficients[1..];
    let variance = |weights: &[f64]| -> f64 {
        let row =
            |line: &Vec<f64>| -> f64 { line[1..].iter().zip(weights).map(|(a, b)| a * b).sum() };
        fit.covariance[1..].iter().zip(weights).map(|(line, weight)| weight * row(line)).sum()
    };
    let one: f64 = worths.iter().zip(unit).map(|(worth, weight)| worth * weight).sum();
    if one < 2.0 * variance(unit).max(0.0).sqrt() || one <= 0.0 {
        return None;
    }
    let value = worths[index] / one;
    // How much the quotient changes with each coefficient.
    let mut slopes: Vec<f64> = unit.iter().map(|weight| -value * weight / one).collect();
    slopes[index] += 1.0 / one;
    Some(Measurement { value, error: variance(&slopes).max(0.0).sqrt() })
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use engine::Engine;
    use rules::{Position, RuleSpec};

    use super::*;

    fn standard() -> Arc<Rules> {
        Rules::compile(RuleSpec::standard()).expect("sound rules")
    }

    /// A game of which only the material and the result are known.
    fn game(number: u32, material: Vec<i8>, winner: Option<Colour>) -> LabGame {
        LabGame {
            number,
            winner,
            plies: 60,
            first_move: None,
            odds: Some(material.clone()).filter(|_| Plan::trial(number) == Trial::Odds),
            moved: vec![2; 6],
            lost: vec![1; 6],
            material: vec![material],
        }
    }

    #[test]
    fn pieces_that_decide_more_games_are_worth_more() {
        let rules = standard();
        let mut rng = fastrand::Rng::with_seed(9);
        let table: Vec<f64> = rules.spec().pieces.iter().take(5).map(|piece| piece.value).collect();
        let truth = [1.0, 4.0, 3.0, 5.0, 7.0];
        let army = [8.0, 2.0, 2.0, 2.0, 1.0];
        let total = |worth: &[f64]| -> f64 { worth.iter().zip(army).map(|(w, n)| w * n).sum() };
        let scale = total(&table) / total(&truth);
        let games: Vec<LabGame> = (0..6000)
            .map(|number| {
                let mut material = vec![0; 6];
                material.iter_mut().take(5).for_each(|count| *count = rng.i8(-1..=1));
                let worth = truth;
                let sum: f64 = material.iter().zip(worth).map(|(n, w)| f64::from(*n) * w).sum();
                let wins = rng.f64() < 1.0 / (1.0 + (-0.5 * sum).exp());
                let winner = if wins { Colour::White } else { Colour::Black };
                game(number, material, Some(winner))
            })
            .collect();
        let report = Report::new(&rules, &games);
        for (piece, expected) in report.pieces.iter().zip(truth) {
            for worth in [piece.worth, piece.in_play] {
                let worth = worth.expect("it is known");
                let away = (worth.value - scale * expected).abs();
                assert!(away <= 3.5 * worth.error && worth.error < 0.5, "{piece:?}");
            }
        }
        assert!(report.pieces[5].worth.is_none(), "a king has no price");
        assert_eq!(report.results.iter().sum::<u32>(), 3000);
    }

    /// Fifteen games with uneven armies once told the worth of seven types to a tenth.
    #[test]
    fn a_few_games_tell_nothing_of_the_pieces() {
        let rules = standard();
        let mut rng = fastrand::Rng::with_seed(2);
        let games: Vec<LabGame> = (0..60)
            .map(|number| {
                let mut material = vec![0; 6];
                material.iter_mut().take(5).for_each(|count| *count = rng.i8(-1..=1));
                let winner = if rng.bool() { Colour::White } else { Colour::Black };
                game(number, material, Some(winner))
            })
            .collect();
        let report = Report::new(&rules, &games);
        assert!(report.pieces.iter().all(|piece| piece.worth.is_none()), "{:?}", report.pieces);
    }

    #[test]
    fn first_moves_are_compared_from_one_start_alone() {
        let openings = |id: &str| {
            let rules = notation::ruleset::shipped(id).expect("it ships");
            let first = Position::start(&rules).legal_moves()[0];
            let mut one = game(0, vec![0; rules.piece_types().len()], None);
            one.first_move = Some(first);
            Report::new(&rules, &[one]).openings.len()
        };
        assert_eq!((openings("standard"), openings("chess960")), (1, 0));
    }

    #[test]
    fn scores_become_ratings() {
        let elo = Measurement { value: 0.75, error: 0.01 }.elo();
        assert!((elo.value - 190.8).abs() < 0.1 && (elo.error - 9.26).abs() < 0.1, "{elo:?}");
        assert_eq!(Measurement::mean(std::iter::empty()), None);
        let won = Measurement::share([1.0; 5].into_iter()).expect("five numbers");
        assert!(won.value == 1.0 && won.error > 0.1, "five games prove little: {won:?}");
        assert!((200.0..1000.0).contains(&won.elo().error), "{:?}", won.elo());
        let many = || (0..10_000).map(|number| f64::from(number % 2));
        let (share, mean) = (Measurement::share(many()), Measurement::mean(many()));
        assert!((share.expect("many").error - mean.expect("many").error).abs() < 1e-5);
        let mean = Measurement::mean([0.0, 1.0].into_iter()).expect("two numbers");
        assert!((mean.value - 0.5).abs() < 1e-12 && (mean.error - 0.5).abs() < 1e-12);
    }

    #[test]
    fn a_game_depends_on_seed_and_number_alone() {
        let rules = standard();
        let plan = Plan { nodes: 60, seed: 3 };
        let play = |number| {
            let mut engine = Engine::new(&rules, 1, 1);
            plan.play(&mut engine, number, &|| false).expect("nobody stops it")
        };
        assert_eq!(play(3), play(3));
        assert_ne!(play(3), play(4));
        let mut engine = Engine::new(&rules, 1, 1);
        assert_eq!(plan.play(&mut engine, 1, &|| true), None);
        let games: Vec<LabGame> = (0..4).map(play).collect();
        let report = Report::new(&rules, &games);
        assert!(report.doubling.is_some() && report.white.is_some());
        assert!(games.iter().all(|game| game.plies > 2));
        assert!(games.iter().all(|game| game.first_move.is_some() != game.odds.is_some()));
    }
}
