//! By how much the engine oversteps a limit of time, and a stop, where nodes are slowest.
//!
//! The rule sets in `slow/` were found by the example `slowest_node`. The engine must answer within
//! 100 ms after its limit on a machine that has nothing else to do.

use std::path::Path;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use rules::{History, Position, Rules};
use xxlchess_engine::level::{self, LevelPlayer};
use xxlchess_engine::{Engine, Limits};

const LIMIT: Duration = Duration::from_millis(50);
const ALLOWED: Duration = Duration::from_millis(100);
const ROUNDS: usize = 3;

fn main() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/slow");
    let mut files: Vec<_> = std::fs::read_dir(&folder)
        .expect("the folder of slow rule sets")
        .map(|entry| entry.expect("a file").path())
        .collect();
    files.sort();
    println!("{:<24} {:>10} {:>10}", "limit 50 ms", "median ms", "worst ms");
    let mut fails = 0;
    for file in files {
        let text = std::fs::read_to_string(&file).expect("a readable file");
        let (rules, _) = notation::ruleset::parse(&text, "slow", &notation::ruleset::no_files)
            .expect("sound rules");
        println!("{}", file.file_name().unwrap_or_default().display());
        for (name, answer) in CASES {
            let mut over: Vec<Duration> = (0..ROUNDS).map(|_| answer(&rules)).collect();
            over.sort();
            let (median, worst) = (over[ROUNDS / 2], over[ROUNDS - 1]);
            let verdict = if worst > ALLOWED { "too late" } else { "" };
            fails += usize::from(worst > ALLOWED);
            let ms = |time: Duration| time.as_secs_f64() * 1e3;
            println!("  {name:<22} {:>10.1} {:>10.1}  {verdict}", ms(median), ms(worst));
        }
    }
    println!("{fails} answers came too late");
}

/// Answers once and tells how long after the limit.
type Case = fn(&Arc<Rules>) -> Duration;

const CASES: [(&str, Case); 8] = [
    ("time", |rules| search(rules, Limits { lines: 1, ..Limits::move_time(LIMIT) })),
    ("time, 8 lines", |rules| search(rules, Limits { lines: 8, ..Limits::move_time(LIMIT) })),
    ("time, mate", |rules| search(rules, Limits { mate: Some(3), ..Limits::move_time(LIMIT) })),
    ("stop", stop),
    ("level 5", |rules| play(rules, "5")),
    ("level careful", |rules| play(rules, "careful")),
    ("level 18 under fog", |rules| {
        play(&rules.with_fog(true).expect("each side has a king"), "18")
    }),
    ("level careful, fog", |rules| {
        play(&rules.with_fog(true).expect("each side has a king"), "careful")
    }),
];

fn search(rules: &Arc<Rules>, limits: Limits) -> Duration {
    let mut engine = Engine::new(rules, 16, 1);
    let start = Instant::now();
    let outcome = engine.search(&Position::start(rules), &[], &limits, &mut |_| {});
    assert!(outcome.best.is_some());
    start.elapsed().saturating_sub(LIMIT)
}

fn stop(rules: &Arc<Rules>) -> Duration {
    let mut engine = Engine::new(rules, 16, 1);
    let signals = engine.signals();
    signals.arm(false);
    let stopper = thread::spawn(move || {
        thread::sleep(LIMIT);
        let stopped = Instant::now();
        signals.stop();
        stopped
    });
    let limits = Limits { infinite: true, ..Limits::default() };
    let outcome = engine.search_armed(&Position::start(rules), &[], &limits, &mut |_| {});
    let end = Instant::now();
    assert!(outcome.best.is_some());
    end - stopper.join().expect("no panic")
}

/// Lets a level answer in a game of a few moves, and takes the latest answer.
fn play(rules: &Arc<Rules>, name: &str) -> Duration {
    let mut player = LevelPlayer::new(rules, level::find(name), 1);
    let mut game = History::new(Position::start(rules));
    let mut latest = Duration::ZERO;
    for _ in 0..4 {
        player.signals().arm(false);
        let start = Instant::now();
        let thought = player.think(&game, &Limits::move_time(LIMIT), &mut |_| {});
        latest = latest.max(start.elapsed().saturating_sub(LIMIT));
        let Some(best) = thought.best else { break };
        game.play(best).expect("a legal move");
    }
    latest
}
