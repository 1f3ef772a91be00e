//! Games, samples and a network from a few games, and that the engine plays by it.

use std::collections::HashSet;
use std::sync::Arc;

use engine::nnue::{Network, NetworkError};
use engine::{Engine, Evaluator, Limits};
use rules::{Position, Rules};
use xxlchess_training::game_file::SelfPlayGame;
use xxlchess_training::samples::SampleSet;
use xxlchess_training::self_play::SelfPlay;
use xxlchess_training::trainer::Trainer;
use xxlchess_training::variations::{NO_SCORE, Variations};

fn rules(id: &str) -> Arc<Rules> {
    notation::ruleset::shipped(id).expect("it ships")
}

fn games(rules: &Arc<Rules>, count: u32, threads: usize) -> Vec<SelfPlayGame> {
    let mut games = Vec::new();
    let engine = || Engine::new(rules, 1, 1);
    let keep = &mut |game| {
        games.push(game);
        Ok(())
    };
    let self_play = SelfPlay { nodes: 40, seed: 3, threads };
    self_play.play(&engine, 0..count, &|| false, keep).expect("every game is kept");
    games.sort_by_key(|game| game.number);
    games
}

fn samples(rules: &Arc<Rules>, games: &[SelfPlayGame]) -> SampleSet {
    let mut samples = SampleSet::new(rules);
    let games = games.iter().cloned().map(Ok);
    samples.add(rules, games, None, 2, &mut HashSet::new()).expect("legal games");
    samples
}

fn network(rules: &Arc<Rules>, trainer: &Trainer) -> Result<Network, NetworkError> {
    let mut bytes = Vec::new();
    trainer.write(&mut bytes).expect("written");
    Network::read(rules, &bytes)
}

#[test]
fn games_do_not_depend_on_the_number_of_threads() {
    let rules = rules("capablanca");
    assert_eq!(games(&rules, 6, 1), games(&rules, 6, 3));
}

#[test]
fn each_quiet_position_is_a_sample_once() {
    let rules = rules("standard");
    let games = games(&rules, 8, 2);
    let once = samples(&rules, &games);
    assert!(once.len() > 100, "{}", once.len());
    let twice = [games.clone(), games].concat();
    assert_eq!(samples(&rules, &twice).len(), once.len());
    let (sample, [own, other]) = once.get(0);
    assert!(sample.result <= 2 && own.len() == other.len() && own.len() > 2);
}

#[test]
fn variations_are_other_positions_and_do_not_depend_on_the_number_of_threads() {
    let rules = rules("standard");
    let games = games(&rules, 12, 2);
    let variations = |threads, seed| {
        let (mut set, mut seen) = (SampleSet::new(&rules), HashSet::new());
        let games = games.iter().cloned().map(Ok);
        let variations = Variations { tries: 2, seed };
        set.add(&rules, games, Some(variations), threads, &mut seen).expect("legal games");
        let mut bytes = Vec::new();
        set.write(&rules, &mut bytes).expect("written");
        assert!((0..set.len()).all(|n| set.get(n).0.score == NO_SCORE));
        (bytes, seen)
    };
    let (bytes, seen) = variations(1, 5);
    assert!(seen.len() > 100, "{}", seen.len());
    assert_eq!(bytes, variations(3, 5).0);
    assert_ne!(bytes, variations(1, 6).0);
    let mut in_games = HashSet::new();
    let all = games.iter().cloned().map(Ok);
    SampleSet::new(&rules).add(&rules, all, None, 1, &mut in_games).expect("legal games");
    assert!(seen.difference(&in_games).count() > seen.len() / 2);
}

#[test]
fn training_lowers_the_error_and_the_engine_plays_by_the_network() {
    let rules = rules("standard");
    let games = games(&rules, 60, 2);
    for is_correction in [false, true] {
        let mut trainer = Trainer::new(samples(&rules, &games), 32, is_correction, 1);
        // So few games say little about others: only the error on these is sure to fall.
        let (_, before) = trainer.training_errors();
        for _ in 0..6 {
            trainer.epoch((0.01, 0.01), 2, &mut |_| true);
        }
        let (_, after) = trainer.training_errors();
        assert!(after < before, "{before} {after}");
        let network = network(&rules, &trainer).expect("a network");
        assert_eq!(network.is_correction(), is_correction);
        let network = Some(Arc::new(network));
        let start = Position::start(&rules);
        let evaluation = Evaluator::with_network(&rules, network.clone()).evaluate(&start);
        assert_ne!(evaluation, Evaluator::new(&rules).evaluate(&start));
        let mut engine = Engine::new(&rules, 1, 1);
        engine.set_network(network);
        assert!(engine.search(&start, &[], &Limits::nodes(500), &mut |_| {}).best.is_some());
    }
}

#[test]
fn a_network_of_other_rules_is_refused() {
    let standard = rules("standard");
    let trainer = Trainer::new(samples(&standard, &games(&standard, 4, 2)), 32, false, 1);
    assert!(network(&standard, &trainer).is_ok());
    let other = network(&rules("xxl"), &trainer).err();
    assert_eq!(other, Some(NetworkError::WrongRules));
}
