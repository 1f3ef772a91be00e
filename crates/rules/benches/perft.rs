//! How fast moves are found, as ratios to peers measured in the same run on one core.
//!
//! All count the last ply in bulk. Each figure is the best of several rounds, the peers taking
//! turns, so that a busy machine spoils neither.

use std::hint::black_box;
use std::time::{Duration, Instant};

#[allow(dead_code, unused_imports)]
#[path = "../tests/rules/support/mod.rs"]
mod support;

use support::rules_by_name;
use xxlchess_rules::{Position, fen, perft};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
const ROUNDS: usize = 5;

/// A count to time: its name, and what counts.
type Contender = (String, Box<dyn Fn() -> u64>);

fn main() {
    let features = ["popcnt", "bmi1", "avx2"].map(|name| {
        let on = match name {
            "popcnt" => cfg!(target_feature = "popcnt"),
            "bmi1" => cfg!(target_feature = "bmi1"),
            _ => cfg!(target_feature = "avx2"),
        };
        format!("{name} {}", if on { "on" } else { "off" })
    });
    println!("processor features: {}", features.join(", "));

    let shakmaty_start = compare("8x8 start, depth 6", eight_by_eight(START, 6));
    compare("8x8 kiwipete, depth 5", eight_by_eight(KIWIPETE, 5));

    println!("\nlarger boards, as ratios to shakmaty from the 8x8 start ({shakmaty_start:.0} M/s)");
    println!(
        "{:<34} {:>8} {:>8} {:>12} {:>14}",
        "board", "M/s", "ratio", "moves/node", "ns/node made"
    );
    for (name, depth) in BOARDS {
        board_row(name, depth, shakmaty_start);
    }
}

/// Boards of rising size with ever more pieces.
const BOARDS: [(&str, u32); 6] = [
    ("standard", 6),
    ("capablanca", 5),
    ("examples/ten-by-ten", 5),
    ("examples/twelve-by-ten", 5),
    ("xxl", 4),
    ("examples/sixteen", 4),
];

fn board_row(name: &str, depth: u32, peer: f64) {
    let start = Position::start(&rules_by_name(name));
    let (count, time) = best(&|| perft(&mut start.clone(), depth));
    let made: u64 = (1..depth).map(|d| perft(&mut start.clone(), d)).sum();
    let rate = count as f64 / time.as_secs_f64() / 1e6;
    println!(
        "{:<34} {rate:>8.0} {:>8.2} {:>12.1} {:>14.0}",
        format!("{name} {} depth {depth}", start.rules().size()),
        rate / peer,
        count as f64 / made as f64,
        time.as_nanos() as f64 / made as f64,
    );
}

fn eight_by_eight(fen: &'static str, depth: u32) -> [Contender; 3] {
    let rules = rules_by_name("standard");
    let ours = fen::parse(&rules, fen).expect("a valid FEN").0;
    let cozy: cozy_chess::Board = fen.parse().expect("a valid FEN");
    let fen: shakmaty::fen::Fen = fen.parse().expect("a valid FEN");
    let shakmaty: shakmaty::Chess =
        fen.into_position(shakmaty::CastlingMode::Standard).expect("a valid position");
    [
        ("shakmaty".into(), Box::new(move || shakmaty::perft(&shakmaty, depth))),
        ("cozy-chess".into(), Box::new(move || cozy_perft(&cozy, depth))),
        ("xxlchess".into(), Box::new(move || perft(&mut ours.clone(), depth))),
    ]
}

fn cozy_perft(board: &cozy_chess::Board, depth: u32) -> u64 {
    let mut nodes = 0;
    board.generate_moves(|moves| {
        if depth == 1 {
            nodes += moves.len() as u64;
        } else {
            for chess_move in moves {
                let mut next = board.clone();
                next.play_unchecked(chess_move);
                nodes += cozy_perft(&next, depth - 1);
            }
        }
        false
    });
    nodes
}

/// Times all contenders, prints their rates, and returns the first one's.
fn compare<const N: usize>(title: &str, contenders: [Contender; N]) -> f64 {
    let mut times = [Duration::MAX; N];
    let mut counts = [0; N];
    for _ in 0..ROUNDS {
        for (index, (_, count)) in contenders.iter().enumerate() {
            let start = Instant::now();
            counts[index] = black_box(count());
            times[index] = times[index].min(start.elapsed());
        }
    }
    println!("\n{title}");
    let rate = |index: usize| counts[index] as f64 / times[index].as_secs_f64() / 1e6;
    for (index, (name, _)) in contenders.iter().enumerate() {
        assert_eq!(counts[index], counts[0], "{name} counts differently");
        println!("{name:<12} {:>6.0} M/s  ratio {:.2}", rate(index), rate(index) / rate(0));
    }
    rate(0)
}

fn best(count: &dyn Fn() -> u64) -> (u64, Duration) {
    let mut best = (0, Duration::MAX);
    for _ in 0..ROUNDS {
        let start = Instant::now();
        let nodes = black_box(count());
        best = (nodes, best.1.min(start.elapsed()));
    }
    best
}
