//! The fast core agrees with the slow reference: games, odd set-ups, random rule sets.
//!
//! `XXLCHESS_POSITIONS` says how many positions are compared; `XXLCHESS_SEED` where chance starts.

use std::sync::Arc;

use crate::support::compare::{attack_disagreement, disagreement, plain_move, plain_moves, report};
use xxlchess_rules::{Colour, Position, RuleSpec, Rules, Setup, perft};

use crate::support::random::{self, Random};
use crate::support::reference::RefPosition;
use crate::support::wide_reference::WideReference;
use crate::support::{first_seed, positions_wanted, with_and_without_fog};

/// How many positions are compared on every test run.
const POSITIONS: u64 = 5_000;

/// Compares positions until its share of them is done.
struct Comparison {
    random: Random,
    compared: u64,
    wanted: u64,
}

impl Comparison {
    fn new(percent: u64) -> Comparison {
        let random = Random::new(first_seed().wrapping_mul(1_000) + percent);
        Comparison { random, compared: 0, wanted: positions_wanted(POSITIONS) * percent / 100 }
    }

    fn is_done(&self) -> bool {
        self.compared >= self.wanted
    }

    fn check(&mut self, fast: &Position, slow: &RefPosition) {
        self.compared += 1;
        let squares: Vec<_> = fast.rules().size().squares().collect();
        let target = self.random.pick(&squares).expect("a board has squares");
        let found = disagreement(fast, slow).or_else(|| attack_disagreement(fast, slow, target));
        if let Some(differences) = found {
            panic!("{}", report(fast, &differences));
        }
    }

    /// Plays a random game in both and compares every position of it.
    fn game(&mut self, rules: &Arc<Rules>, setup: &Setup, most_moves: usize) {
        let made = Position::new(Arc::clone(rules), setup.clone());
        let mut fast = made.expect("the generator puts the kings that are needed").0;
        let mut slow = RefPosition::new(rules, setup);
        for _ in 0..most_moves {
            self.check(&fast, &slow);
            let Some(chess_move) = random::legal_move(&mut self.random, &fast) else { return };
            let before = fast.clone();
            let undo = fast.play_unchecked(chess_move);
            let taken = slow.play(plain_move(chess_move));
            assert_eq!(undo.captured(), taken, "{}", report(&before, &format!("{chess_move:?}")));
        }
        self.check(&fast, &slow);
    }

    fn finish(self, what: &str) {
        println!("{} positions compared with the reference: {what}", self.compared);
        assert!(self.is_done());
    }
}

#[test]
fn games_of_every_rule_set() {
    let mut comparison = Comparison::new(25);
    let rule_sets = with_and_without_fog();
    while !comparison.is_done() {
        for rules in &rule_sets {
            comparison.game(rules, &rules.spec().start, 60);
        }
    }
    comparison.finish("games of every rule set");
}

#[test]
fn odd_layouts_of_every_rule_set() {
    let mut comparison = Comparison::new(35);
    let rule_sets = with_and_without_fog();
    while !comparison.is_done() {
        for rules in &rule_sets {
            let setup = random::odd_setup(&mut comparison.random, rules.spec());
            comparison.game(rules, &setup, 6);
        }
    }
    comparison.finish("odd layouts of every rule set");
}

#[test]
fn random_rule_sets() {
    let mut comparison = Comparison::new(40);
    while !comparison.is_done() {
        let rules = random::rules(&mut comparison.random);
        comparison.game(&rules, &rules.spec().start, 20);
        for _ in 0..4 {
            let setup = random::odd_setup(&mut comparison.random, rules.spec());
            comparison.game(&rules, &setup, 8);
        }
    }
    comparison.finish("random rule sets");
}

/// The same rules played by the generator for wider ones, some with kings that must not face each other.
fn extended(random: &mut Random, rules: &Rules) -> Option<Arc<Rules>> {
    let everywhere = rules.size().squares().collect();
    let mut spec = RuleSpec { en_passant_zones: Some([everywhere; 2]), ..rules.spec().clone() };
    spec.restrictions.kings_apart = rules.check_counts() && random.chance(30);
    Rules::compile(spec).ok().filter(|rules| rules.is_extended())
}

#[test]
fn the_extended_generator_plays_plain_rule_sets_alike() {
    let mut comparison = Comparison::new(20);
    while !comparison.is_done() {
        let rules = random::rules(&mut comparison.random);
        let Some(rules) = extended(&mut comparison.random, &rules) else { continue };
        comparison.game(&rules, &rules.spec().start, 12);
        let setup = random::odd_setup(&mut comparison.random, rules.spec());
        comparison.game(&rules, &setup, 8);
    }
    comparison.finish("random rule sets, by the extended generator");
}

#[test]
fn random_rule_sets_of_the_wider_kind() {
    let wanted = positions_wanted(POSITIONS) * 30 / 100;
    let (mut random, mut compared) = (Random::new(first_seed()), 0);
    while compared < wanted {
        let rules = random::wide_rules(&mut random);
        for _ in 0..4 {
            let setup = random::wide_setup(&mut random, rules.spec());
            let Ok((mut fast, _)) = Position::new(Arc::clone(&rules), setup.clone()) else {
                continue;
            };
            let mut slow = WideReference::new(&rules, &fast.to_setup());
            for _ in 0..10 {
                compared += 1;
                let exposed = |side| fast.kings_in_check(side).iter().collect();
                let differences = format!(
                    "{:?}, {:?}\nmoves {:?}\n  not {:?}",
                    rules.spec().royals,
                    rules.spec().restrictions,
                    plain_moves(&fast),
                    slow.legal_moves()
                );
                assert!(
                    plain_moves(&fast) == slow.legal_moves(),
                    "{}",
                    report(&fast, &differences)
                );
                for side in Colour::BOTH.into_iter().filter(|_| rules.check_counts()) {
                    assert_eq!(
                        slow.exposed(side),
                        exposed(side),
                        "{}",
                        report(&fast, &differences)
                    );
                }
                assert_eq!(slow.outcome(), fast.outcome(), "{}", report(&fast, "the end"));
                for side in Colour::BOTH.into_iter().filter(|_| rules.spec().fog) {
                    let seen = fast.visible(side).iter().collect();
                    assert_eq!(slow.visible(side), seen, "{}", report(&fast, "seen"));
                    let moves = fast.view(fast.turn()).legal_moves();
                    assert_eq!(moves, fast.legal_moves(), "{}", report(&fast, "told"));
                }
                let Some(chess_move) = random::legal_move(&mut random, &fast) else { break };
                let before = fast.clone();
                let undo = fast.play_unchecked(chess_move);
                assert_eq!(fast.hash(), fast.computed_hash(), "{}", report(&before, "the hash"));
                let mut back = fast.clone();
                back.undo(chess_move, undo);
                assert_eq!(back, before, "{}", report(&before, "undone"));
                slow.play(plain_move(chess_move));
                let again = Position::new(Arc::clone(&rules), fast.to_setup()).map(|new| new.0);
                assert_eq!(again.as_ref(), Ok(&fast), "{}", report(&before, "set up again"));
            }
        }
    }
}

#[test]
fn perft_of_random_rule_sets() {
    let mut random = Random::new(first_seed());
    for _ in 0..positions_wanted(POSITIONS) / 200 {
        let rules = random::rules(&mut random);
        let mut fast = Position::start(&rules);
        let slow = RefPosition::new(&rules, &rules.spec().start);
        let depth = if fast.count_legal_moves() < 30 { 3 } else { 2 };
        let found = perft(&mut fast, depth);
        assert_eq!(found, slow.perft(depth), "{}", report(&fast, &format!("depth {depth}")));
    }
}
