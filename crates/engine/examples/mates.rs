//! Finds positions with a forced win for the tests, in quick games that end with one:
//! `mates RULES COUNT SEED` prints COUNT positions for each number of moves from 1 to 4.

use fastrand::Rng;
use notation::fen;
use rules::Position;
use test_kit::mates::Solver;
use xxlchess_engine::{Engine, Limits};

/// Wins of up to so many moves are looked for.
const MOST_MOVES: usize = 4;
/// The solver gives up after so many positions.
const BUDGET: u64 = 4_000_000;
/// Random moves at the start of each game.
const OPENING: usize = 10;
/// Games without an end in sight are given up.
const MOST_PLIES: usize = 240;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [name, count, seed] = arguments.as_slice() else {
        eprintln!("usage: mates RULES COUNT SEED");
        std::process::exit(2);
    };
    let number = |text: &String| text.parse().expect("a number");
    let (count, mut rng) = (number(count) as usize, Rng::with_seed(number(seed)));
    let rules = test_kit::rules_by_name(name);
    let id = name.rsplit('/').next().unwrap_or(name);
    let mut engine = Engine::new(&rules, 4, 1);
    let mut found = [0; MOST_MOVES];
    while found.iter().any(|number| *number < count) {
        let game = play(&mut engine, &mut rng);
        // Where the winner is to move, longer wins first; one position of each game is enough.
        let candidates = (1..).zip(game.iter().rev().step_by(2).take(MOST_MOVES));
        for (most, position) in candidates.collect::<Vec<_>>().into_iter().rev() {
            if found[most - 1] == count {
                continue;
            }
            let shortest = Solver::new(BUDGET).shortest_win(position, most).flatten();
            if let Some(moves) = shortest.filter(|moves| found[moves - 1] < count) {
                found[moves - 1] += 1;
                let text = fen::format(position);
                let fields: Vec<&str> = text.split(' ').take(4).collect();
                let number = found[moves - 1];
                println!("{} dm {moves}; id \"{id}.{moves}.{number:02}\";", fields.join(" "));
                break;
            }
        }
    }
}

/// The positions of a game that was won, without the last one; none of any other game.
fn play(engine: &mut Engine, rng: &mut Rng) -> Vec<Position> {
    engine.clear();
    let mut position = Position::start(engine.rules());
    let (mut positions, mut earlier) = (Vec::new(), Vec::new());
    // The two sides are not equally strong, or few games would end soon.
    let nodes = [[60, 800], [800, 60]][rng.usize(..2)];
    while position.outcome().is_none() && positions.len() < MOST_PLIES {
        let limits = Limits::nodes(nodes[position.turn().index()]);
        let chosen = if positions.len() < OPENING {
            rng.choice(&position.legal_moves()).copied()
        } else {
            engine.search(&position, &earlier, &limits, &mut |_| {}).best
        };
        let Some(chosen) = chosen else { break };
        earlier.push(position.hash());
        positions.push(position.clone());
        position.play_unchecked(chosen);
    }
    let is_won = position.outcome().is_some_and(|outcome| outcome.winner.is_some());
    if is_won { positions } else { Vec::new() }
}
