//! The arithmetic of results, and whole matches between our own levels.

use std::time::Duration;

use notation::pgn;
use notation::ruleset;
use store::GameScore;

use super::budget::Budget;
use super::contest::{Contest, Finished, Pairing};
use super::elo::{Elo, Tally, elo_of, points_of};
use super::game::{Conduct, Ending};
use super::openings::Book;
use super::spec::EngineSpec;
use super::sprt::{Sprt, Verdict, claims};
use super::standings::Standings;
use crate::interrupt::Interrupt;

fn close(found: f64, expected: f64) {
    assert!((found - expected).abs() < 1e-4, "{found} instead of {expected}");
}

fn tally(wins: u64, losses: u64, draws: u64) -> Tally {
    Tally { wins, losses, draws, pairs: [0; 5] }
}

/// The values are from the textbook formulas, computed elsewhere.
#[test]
fn ratings_follow_from_points() {
    let check = |tally: Tally, elo: f64, error: f64, superiority: f64| {
        let Elo::Measured { elo: found, error: found_error } = tally.elo() else {
            panic!("{tally:?} can be measured")
        };
        close(found, elo);
        close(found_error, error);
        close(tally.likelihood_of_superiority(), superiority);
    };
    check(tally(100, 50, 50), 88.7395, 42.84303, 0.99999);
    check(tally(12, 8, 20), 34.86007, 77.42502, 0.816872);
    // Wins and losses of 257 pairs; the games alone would give an error of 26 points.
    let pairs = [5, 60, 100, 80, 12];
    check(Tally { wins: 184, losses: 150, draws: 180, pairs }, 23.01573, 19.00143, 0.991423);
    close(elo_of(points_of(123.0)), 123.0);
    close(points_of(0.0), 0.5);
}

#[test]
fn extreme_results_have_bounds() {
    assert_eq!(tally(0, 0, 0).elo(), Elo::Unknown);
    let Elo::AtLeast(bound) = tally(20, 0, 0).elo() else { panic!("all games were won") };
    // A player who wins 0.8609 of all games wins twenty in a row once in twenty times.
    close(bound, elo_of(0.860_891_66));
    assert_eq!(tally(0, 20, 0).elo(), Elo::AtMost(-bound));
    assert_eq!(tally(1, 1, 0).elo().to_string(), "+0.0 ± 392.5");
    // Nine draws do not prove that both are equally strong.
    assert_eq!(tally(0, 0, 9).elo().to_string(), "+0.0 ± 213.3");
    assert_eq!(tally(20, 0, 0).elo().to_string(), "above +316.6");
    close(tally(20, 0, 0).likelihood_of_superiority(), 1.0 - 0.5_f64.powi(21));
    close(tally(1, 0, 5).likelihood_of_superiority(), 0.75);
    close(tally(0, 1, 0).likelihood_of_superiority(), 0.25);
    close(tally(3, 1, 0).likelihood_of_superiority(), 0.8125);
    close(tally(2000, 0, 0).likelihood_of_superiority(), 1.0);
    close(tally(0, 2000, 0).likelihood_of_superiority(), 0.0);
    close(tally(0, 0, 9).likelihood_of_superiority(), 0.5);
}

#[test]
fn games_are_counted_singly_and_in_pairs() {
    let mut tally = Tally::default();
    for (first, second) in [(GameScore::Win, GameScore::Draw), (GameScore::Loss, GameScore::Win)] {
        tally.add(first);
        tally.add(second);
        tally.add_pair(first, second);
    }
    assert_eq!(tally, Tally { wins: 2, losses: 1, draws: 1, pairs: [0, 0, 1, 1, 0] });
    close(tally.points(), 0.625);
}

/// The values are from another implementation of the same formulas.
#[test]
fn tests_weigh_two_claims() {
    let check = |pairs: [u64; 5], elo0: f64, elo1: f64, expected: f64| {
        let sprt = Sprt { elo0, elo1, alpha: 0.05, beta: 0.05 };
        close(sprt.log_likelihood_ratio(&pairs), expected);
    };
    check([5, 60, 100, 80, 12], 0.0, 5.0, 1.088_298);
    check([10, 154, 324, 206, 20], 0.0, 4.0, 2.194_022);
    check([0, 3, 10, 3, 0], -5.0, 0.0, 0.017_638);
    check([0, 0, 0, 0, 30], 0.0, 50.0, 4.008_002);
    check([300, 2000, 4000, 2100, 320], 0.0, 2.0, 1.370_231);
    check([0; 5], 0.0, 5.0, 0.0);
}

#[test]
fn tests_end_at_their_bounds() {
    let sprt = Sprt { elo0: 0.0, elo1: 50.0, alpha: 0.05, beta: 0.05 };
    close(sprt.bounds().0, -2.944_439);
    close(sprt.bounds().1, 2.944_439);
    assert_eq!(sprt.verdict(&[0, 0, 0, 0, 30]), Verdict::H1);
    assert_eq!(sprt.verdict(&[30, 0, 0, 0, 0]), Verdict::H0);
    assert_eq!(sprt.verdict(&[0, 0, 3, 0, 0]), Verdict::Open);
    assert!(claims("5,0").is_err() && claims("0").is_err());
    assert!(claims("-3,1").is_ok());
}

#[test]
fn pairs_are_chosen() {
    assert_eq!(Pairing::All.pairs(3), [(0, 1), (0, 2), (1, 2)]);
    assert_eq!(Pairing::First.pairs(3), [(0, 1), (0, 2)]);
    assert_eq!(Pairing::Neighbours.pairs(3), [(0, 1), (1, 2)]);
}

fn contest(engines: &[&str], rules: &str, games: usize, concurrency: usize) -> Contest {
    let engines: Vec<_> =
        engines.iter().map(|text| EngineSpec::parse(text).expect("a player")).collect();
    Contest {
        rules: ruleset::shipped(rules).expect("it ships"),
        pairs: Pairing::All.pairs(engines.len()),
        engines,
        games,
        budget: Budget::Nodes(300),
        book: Book::Random { plies: 4, seed: 5 },
        conduct: Conduct {
            margin: Duration::from_millis(50),
            patience: Duration::from_secs(60),
            max_moves: 60,
            resign: None,
            draw: None,
        },
        seed: 5,
        hash: 1,
        concurrency,
        interrupt: Interrupt::default(),
    }
}

/// All games of a match in their order, and its report.
fn play(contest: &Contest) -> (Vec<String>, String) {
    let mut games = vec![String::new(); contest.jobs().len()];
    let mut standings = Standings::new(contest, None);
    let on_game = &mut |finished: Finished| {
        standings.add(&finished);
        games[finished.job.number] = pgn::format(&finished.played.record)?;
        Ok(())
    };
    contest.run(on_game).expect("a match");
    let mut report = Vec::new();
    standings.report(&mut report).expect("memory");
    (games, String::from_utf8(report).expect("text"))
}

#[test]
fn every_opening_is_played_with_both_colours() {
    let contest = contest(&["random", "greedy", "careful"], "standard", 3, 1);
    let jobs: Vec<_> = contest.jobs().iter().map(|job| (job.round, job.players)).collect();
    let first = [[0, 1], [1, 0], [0, 2], [2, 0], [1, 2], [2, 1]].map(|players| (0, players));
    let second = [[0, 1], [0, 2], [1, 2]].map(|players| (1, players));
    assert_eq!(jobs, [&first[..], &second[..]].concat());
}

#[test]
fn a_match_with_nodes_can_be_repeated() {
    for rules in ["standard", "king-capture"] {
        let engines = ["builtin", "level:3", "careful"];
        let once = play(&contest(&engines, rules, 2, 1));
        let again = play(&contest(&engines, rules, 2, 2));
        assert_eq!(once, again, "{rules}");
        let fault_free = ": 0 time losses, 0 crashes, 0 illegal moves";
        assert_eq!(once.1.matches(fault_free).count(), 3, "{}", once.1);
    }
}

#[test]
fn better_levels_win() {
    let mut contest = contest(&["level:5", "random"], "xxl", 4, 1);
    contest.conduct.max_moves = 200;
    let (_, report) = play(&contest);
    assert!(report.starts_with("level 5 vs random: 4 games, +4 -0 =0, 100.0 %"), "{report}");
}

#[test]
fn endless_games_are_drawn() {
    let mut contest = contest(&["random", "random name=other"], "casual", 1, 1);
    contest.conduct.max_moves = 3;
    let mut endings = Vec::new();
    let on_game = &mut |finished: Finished| {
        endings.push(finished.played.ending);
        Ok(())
    };
    contest.run(on_game).expect("a match");
    assert_eq!(endings, [Ending::TooLong]);
}

#[test]
fn an_interrupt_ends_the_thinking_of_our_players() {
    let mut contest = contest(&["builtin", "builtin name=other"], "standard", 4, 2);
    // Without an end this would take years.
    contest.budget = Budget::Nodes(u64::MAX / 2);
    let mut games = 0;
    std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(200));
            contest.interrupt.set();
        });
        let on_game = &mut |_| {
            games += 1;
            Ok(())
        };
        contest.run(on_game).expect("a match");
    });
    assert_eq!(games, 0);
}

#[test]
fn fog_is_for_our_own_players() {
    let mut contest = contest(&["random", "cmd:sh"], "standard", 1, 1);
    contest.check().expect("no fog yet");
    contest.rules = contest.rules.with_fog(true).expect("each side has a king");
    assert!(contest.check().is_err());
}
