//! Plays games and tunes the evaluation on them: `tune GAMES NODES SWEEPS RULES...`.
use std::time::Instant;

use engine::tuning::{Tuner, play_samples};
use engine::{Dice, Engine};
use notation::ruleset;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let mut number =
        |default: u64| arguments.next().and_then(|n| n.parse().ok()).unwrap_or(default);
    let (games, nodes, sweeps) = (number(100), number(1000), number(5));
    let mut groups = Vec::new();
    for id in arguments {
        let Some(rules) = ruleset::shipped(&id) else { continue };
        let mut engine = Engine::new(&rules, 4, 1);
        let mut dice = Dice::new(1);
        let begin = Instant::now();
        let samples: Vec<_> =
            (0..games).flat_map(|_| play_samples(&mut engine, nodes, &mut dice)).collect();
        println!("{id}: {} positions in {:?}", samples.len(), begin.elapsed());
        groups.push((rules, samples));
    }
    let mut tuner = Tuner::new(groups);
    for sweep in 0..sweeps {
        println!("sweep {sweep}: error {:.6}", tuner.error());
        let moved = (0..tuner.len()).filter(|weight| tuner.tune(*weight)).count();
        println!("{moved} weights moved");
    }
    println!("error {:.6}\n{}", tuner.error(), tuner.describe());
}
