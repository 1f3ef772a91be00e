//! The search as its users see it: mates are found, answers are legal, limits are kept.

use std::sync::Arc;
use std::time::Duration;

use fastrand::Rng;
use notation::{fen, ruleset, uci};
use rules::{Position, Rules, Verdict};
use test_kit::random::{self, Random};
use xxlchess_engine::{Clock, Engine, Limits, Score, level};

fn rules(id: &str) -> Arc<Rules> {
    ruleset::shipped(id).expect("a rule set that ships")
}

fn position(id: &str, text: &str) -> Position {
    fen::parse(&rules(id), text).expect("a sound FEN").0
}

fn find_mate(id: &str, text: &str, moves: i32, first: &str) {
    let position = position(id, text);
    let mut engine = Engine::new(position.rules(), 4, 1);
    let limits = Limits { mate: Some(moves as u32), ..Limits::nodes(3_000_000) };
    let outcome = engine.search(&position, &[], &limits, &mut |_| {});
    let best = outcome.best.expect("a move");
    assert_eq!(outcome.score, Score::MateIn(moves), "{id} {text}");
    if !first.is_empty() {
        assert_eq!(uci::format(&position, best), first, "{id} {text}");
    }
}

#[test]
fn mates_are_found() {
    for (id, text, moves, first) in [
        ("standard", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", 1, "a1a8"),
        (
            "standard",
            "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - 0 1",
            1,
            "f3f7",
        ),
        ("standard", "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2, "a1a6"),
        ("standard", "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 3, "f6a6"),
        ("standard", "8/8/8/8/8/2k5/1q6/K7 b - - 0 1", 1, ""),
        ("xxl", "13k/14/12K1/14/14/14/14/14/14/14/14/14/14/R13 w - - 0 1", 1, ""),
        ("xxl", "7k6/1ppppppppppppp/14/14/14/14/14/14/14/14/14/14/14/E6K6 w - - 0 1", 1, "a1a14"),
        ("capablanca", "9k/10/8K1/10/10/10/10/C9 w - - 0 1", 1, ""),
        ("king-capture", "4k3/8/8/8/8/8/8/4RK2 w - - 0 1", 1, "e1e8"),
        ("king-capture", "k7/8/1K6/8/8/8/8/1R6 w - - 0 1", 2, ""),
    ] {
        find_mate(id, text, moves, first);
    }
}

/// The amazon may be taken on i3, it seems, but the pawn on h2 must stay before its king.
#[test]
fn a_check_that_seems_to_lose_a_piece_is_seen() {
    let position = position(
        "xxl",
        "r1bhc2kgc1bnr/pppppppppppppp/4g9/14/1n5ea5/14/14/14/13P/14/3P6P3/5P3P4/PPP1P1PPP2PP1/\
         RNBHCGAKGCEBNR w KQkq - 1 9",
    );
    let mut engine = Engine::new(position.rules(), 4, 1);
    let outcome = engine.search(&position, &[], &Limits::depth(8), &mut |_| {});
    let best = outcome.best.expect("a move");
    assert_ne!(uci::format(&position, best), "n6n7", "i10i3 is mate then");
}

#[test]
fn deeper_mates_are_found() {
    for (text, moves, first) in [
        ("k7/8/2K5/8/8/8/8/1R6 w - - 0 1", 2, "c6c7"),
        ("2bqkbn1/2pppp2/np2N3/r3P1p1/p2N2B1/5Q2/PPPPKPP1/RNB2r2 w - - 0 1", 2, "f3f7"),
        ("r1b1kb1r/pppp1ppp/5q2/4n3/3KP3/2N3PN/PPP4P/R1BQ1B1R b kq - 0 1", 3, "f8c5"),
        ("6kr/p1Q3pp/3Bbbq1/8/5R2/5P2/PP3P1P/4KB1R w K - 0 1", 3, "c7d8"),
        ("r5rk/2p1Nppp/3p3P/pp2p1P1/4P3/2qnPQK1/8/R6R w - - 1 1", 4, "h6g7"),
    ] {
        find_mate("standard", text, moves, first);
    }
    find_mate("xxl", "k13/14/2K11/14/14/14/14/14/14/14/14/14/14/1R12 w - - 0 1", 2, "c12c13");
}

#[test]
fn without_a_move_there_is_none() {
    let mut engine = Engine::new(&rules("standard"), 1, 1);
    for (text, score) in [
        ("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1", Score::MateIn(0)),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", Score::Centipawns(0)),
    ] {
        let outcome =
            engine.search(&position("standard", text), &[], &Limits::depth(3), &mut |_| {});
        assert_eq!((outcome.best, outcome.score), (None, score));
    }
}

#[test]
fn the_same_nodes_give_the_same_answer() {
    let mut random = Random::new(6);
    let made_up = (0..8).map(|_| random::rules(&mut random));
    for rules in test_kit::every_rule_set().into_iter().chain(made_up) {
        let position = Position::start(&rules);
        let run = |engine: &mut Engine| {
            let mut seen = Vec::new();
            let outcome = engine.search(&position, &[], &Limits::nodes(8_000), &mut |line| {
                seen.push((line.depth, line.score, line.moves.clone(), line.nodes));
            });
            assert!(outcome.nodes <= 8_000, "{} nodes", outcome.nodes);
            (outcome.best, outcome.ponder, outcome.score, seen)
        };
        let mut engine = Engine::new(&rules, 1, 1);
        let first = run(&mut engine);
        assert_eq!(first, run(&mut Engine::new(&rules, 1, 1)), "{}", rules.id());
        // An engine that forgets its game is as good as new.
        engine.clear();
        assert_eq!(first, run(&mut engine), "{}", rules.id());
    }
}

#[test]
fn several_lines_are_ranked() {
    let position = Position::start(&rules("standard"));
    let mut engine = Engine::new(position.rules(), 1, 1);
    let limits = Limits { lines: 4, ..Limits::depth(6) };
    let outcome = engine.search(&position, &[], &limits, &mut |_| {});
    let firsts: Vec<_> = outcome.lines.iter().map(|line| line.moves[0]).collect();
    assert_eq!(firsts.len(), 4);
    assert!(outcome.lines.windows(2).all(|pair| pair[0].score.rank() >= pair[1].score.rank()));
    assert!((1..4).all(|n| !firsts[..n].contains(&firsts[n])));
}

#[test]
fn only_the_wanted_moves_are_searched() {
    let position = Position::start(&rules("standard"));
    let wanted = uci::parse(&position, "h2h4").expect("a legal move");
    let mut engine = Engine::new(position.rules(), 1, 1);
    let limits = Limits { search_moves: vec![wanted], ..Limits::depth(4) };
    assert_eq!(engine.search(&position, &[], &limits, &mut |_| {}).best, Some(wanted));
}

#[test]
fn a_stop_is_obeyed_at_once() {
    for (id, threads) in [("xxl", 1), ("standard", 2)] {
        let position = Position::start(&rules(id));
        let mut engine = Engine::new(position.rules(), 1, threads);
        let signals = engine.signals();
        signals.arm(false);
        let stopper = std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(80));
            signals.stop();
        });
        let limits = Limits { infinite: true, ..Limits::default() };
        let outcome = engine.search_armed(&position, &[], &limits, &mut |_| {});
        stopper.join().expect("no panic");
        assert!(outcome.best.is_some());
    }
}

#[test]
fn a_short_clock_is_kept() {
    let position = Position::start(&rules("xxl"));
    let mut engine = Engine::new(position.rules(), 1, 1);
    let remaining = Duration::from_millis(100);
    let clock = Clock { remaining, increment: Duration::ZERO, moves_to_go: None };
    let limits = Limits { clock: Some(clock), ..Limits::default() };
    assert!(engine.search(&position, &[], &limits, &mut |_| {}).best.is_some());
}

#[test]
fn a_repetition_is_a_draw() {
    // White is lost unless a position stands for the third time after his move.
    let rules = rules("standard");
    let mut position = fen::parse(&rules, "7k/8/8/8/8/8/K4q2/8 w - - 0 1").expect("sound").0;
    let mut earlier = Vec::new();
    for text in ["a2a1", "h8g8", "a1b1", "g8h8", "b1a1", "h8g8", "a1b1", "g8h8"] {
        let chess_move = uci::parse(&position, text).expect("a legal move");
        earlier.push(position.hash());
        position.play_unchecked(chess_move);
    }
    let score = |earlier: &[u64]| {
        let mut engine = Engine::new(&rules, 1, 1);
        engine.search(&position, earlier, &Limits::depth(6), &mut |_| {}).score.rank()
    };
    assert!(score(&earlier).abs() <= 1, "{}", score(&earlier));
    assert!(score(&[]) < -500, "{}", score(&[]));
}

/// Red's rook can give check for ever, as Black has nothing to put between.
#[test]
fn perpetual_check_saves_nobody_where_it_loses() {
    let text = "4k4/R8/9/9/9/9/ppp1p1ppp/9/9/3K3nn b - - 0 1";
    let score = |perpetual_check| {
        let mut spec = rules("xiangqi").spec().clone();
        spec.ends.perpetual_check = perpetual_check;
        let rules = Rules::compile(spec).expect("sound rules");
        let position = fen::parse(&rules, text).expect("sound").0;
        let mut engine = Engine::new(&rules, 1, 1);
        engine.search(&position, &[], &Limits::depth(10), &mut |_| {}).score.rank()
    };
    assert!(score(Verdict::Draw).abs() <= 1, "{}", score(Verdict::Draw));
    assert!(score(Verdict::Loss) > 40, "{}", score(Verdict::Loss));
}

#[test]
fn material_that_cannot_mate_wins_nothing() {
    let score = |text: &str| {
        let position = position("standard", text);
        let mut engine = Engine::new(position.rules(), 1, 1);
        engine.search(&position, &[], &Limits::depth(6), &mut |_| {}).score
    };
    for text in [
        "8/8/4k3/8/8/3K4/8/8 w - - 0 1",
        "8/8/4k3/8/8/3KN3/8/8 w - - 0 1",
        "8/8/4k3/8/8/3KB3/8/8 b - - 0 1",
        "8/8/4k3/2b5/8/3KB3/8/8 w - - 0 1",
    ] {
        assert_eq!(score(text), Score::Centipawns(0), "{text}");
    }
    // Two knights could mate, but cannot force it; two bishops can.
    let knights = score("8/8/4k3/8/8/3KNN2/8/8 w - - 0 1");
    assert!(matches!(knights, Score::Centipawns(-100..=100)), "{knights:?}");
    let bishops = score("8/8/4k3/8/8/3KBB2/8/8 w - - 0 1");
    assert!(!matches!(bishops, Score::Centipawns(..=500)), "{bishops:?}");
}

/// A rule set with pieces that nobody told the engine about.
fn odd_rules() -> Arc<Rules> {
    let text = r#"
        inherits = "xxl"
        title = "Odd"
        board = "7x6"
        pieces = [
          { name = "nightrider", symbol = "i", betza = "NN" },
          { name = "hopper", symbol = "j", betza = "fRbFAD" },
          { name = "shy", symbol = "s", betza = "mQcN" },
        ]
        start = "ijsksji/ppppppp/7/7/PPPPPPP/IJSKSJI w - - 0 1"
        promotion = { rank = 6, choices = ["shy", "nightrider"] }
        castling = false
    "#;
    ruleset::parse(text, "odd", &ruleset::no_files).expect("sound rules").0
}

#[test]
fn all_levels_play_legal_games_by_all_rules() {
    let mut all: Vec<_> = ruleset::shipped_ids().map(rules).collect();
    all.push(rules("xxl").with_fog(true).expect("each side has a king"));
    all.push(odd_rules());
    let mut rng = Rng::with_seed(7);
    for rules in all {
        let mut engine = Engine::new(&rules, 1, 1);
        let mut position = Position::start(&rules);
        let mut earlier = Vec::new();
        for ply in 0..60 {
            let level = &level::ALL[rng.usize(..level::ALL.len())];
            let limits = Limits::nodes(300);
            engine.signals().arm(false);
            let chosen =
                level.choose(&mut engine, &position, &earlier, &limits, rng.u64(..), &mut |_| {});
            let moves = position.legal_moves();
            assert_eq!(chosen.is_none(), moves.is_empty(), "{rules:?} {}", level.name);
            let Some(chosen) = chosen else { break };
            assert!(moves.contains(&chosen), "{rules:?} {} {chosen:?}", level.name);
            // Now and then any move, so that games become odd.
            let played = if ply % 3 == 0 { *rng.choice(&moves).expect("a move") } else { chosen };
            earlier.push(position.hash());
            position.play_unchecked(played);
        }
    }
}
