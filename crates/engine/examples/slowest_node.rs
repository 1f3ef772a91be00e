//! Looks for the slowest node that the rules allow: `slowest_node SECONDS SEED FOLDER` climbs from
//! random rule sets and positions, and writes the worst one into the folder.
//!
//! A node is what the search does without reading a clock in between: listing all moves, an
//! exchange for each of them, and the evaluation.

use std::fmt::Write;
use std::hint::black_box;
use std::path::Path;
use std::time::{Duration, Instant};

use notation::ruleset;
use rules::Position;
use test_kit::random::Random;
use xxlchess_engine::Evaluator;

/// A climb that has not come higher for so many steps begins anew elsewhere.
const PATIENCE: usize = 150;
/// Each cost is the least of so many measurements.
const ROUNDS: usize = 3;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [seconds, seed, folder] = arguments.as_slice() else {
        eprintln!("usage: slowest_node SECONDS SEED FOLDER");
        std::process::exit(2);
    };
    let number = |text: &String| text.parse().expect("a number");
    let (end, mut random) =
        (Instant::now() + Duration::from_secs(number(seconds)), Random::new(number(seed)));
    let mut worst = (Duration::ZERO, String::new());
    while Instant::now() < end {
        let (cost, candidate) = climb(&mut random, end);
        println!("{cost:>10.1?}  {} {:?}", candidate.size, candidate.pieces);
        if cost > worst.0 {
            worst = (cost, candidate.to_text(cost));
        }
    }
    let file = Path::new(folder).join(format!("seed-{seed}.toml"));
    std::fs::write(&file, worst.1).expect("a folder that can be written to");
    println!("{:?} in {}", worst.0, file.display());
}

/// Changes a random candidate as long as its node becomes slower.
fn climb(random: &mut Random, end: Instant) -> (Duration, Candidate) {
    let mut best = (Duration::ZERO, Candidate::random(random));
    let mut failures = 0;
    while failures < PATIENCE && Instant::now() < end {
        let mut next = best.1.clone();
        for _ in 0..random.between(1, 4) {
            next.change(random);
        }
        match next.cost() {
            Some(cost) if cost > best.0 + best.0 / 50 => {
                (best, failures) = ((cost, next), 0);
            }
            _ => failures += 1,
        }
    }
    best
}

/// A rule set and its start position.
#[derive(Clone)]
struct Candidate {
    size: usize,
    /// Movements in Betza notation; the first piece is the king.
    pieces: Vec<String>,
    /// For each square the piece on it, and whether it is White's.
    board: Vec<Option<(usize, bool)>>,
}

impl Candidate {
    fn random(random: &mut Random) -> Candidate {
        let size = random.pick(&[16, 16, 16, 14, 12, 8]).expect("a size");
        let kinds = random.between(2, 5);
        let pieces = (0..kinds).map(|_| movement(random)).collect();
        let mut candidate = Candidate { size, pieces, board: vec![None; size * size] };
        let density = random.between(5, 60);
        for square in 0..candidate.board.len() {
            if random.chance(density) {
                candidate.put(random, square);
            }
        }
        candidate
    }

    fn put(&mut self, random: &mut Random, square: usize) {
        self.board[square] = Some((random.between(1, self.pieces.len() - 1), random.chance(50)));
    }

    /// Changes a piece or a part of the board.
    fn change(&mut self, random: &mut Random) {
        let square = random.below(self.board.len());
        match random.below(12) {
            0 => {
                let kind = random.below(self.pieces.len());
                self.pieces[kind] = movement(random);
            }
            1 => {
                let kind = random.below(self.pieces.len());
                self.pieces[kind].push_str(&term(random));
            }
            2..5 => self.put(random, square),
            5..8 => self.board[square] = None,
            8 | 9 => {
                let other = random.below(self.board.len());
                self.board.swap(square, other);
            }
            10 => {
                let count = random.between(2, 24);
                for square in (square..self.board.len()).step_by(random.between(1, 20)).take(count)
                {
                    self.put(random, square);
                }
            }
            _ => {
                let count = random.between(2, 24);
                let step = random.between(1, 20);
                for square in (square..self.board.len()).step_by(step).take(count) {
                    self.board[square] = None;
                }
            }
        }
    }

    /// The rule set as a file has it, with kings in two corners.
    fn to_text(&self, cost: Duration) -> String {
        let letter = |kind: usize| char::from(b'a' + kind as u8);
        let mut text = format!("# A node of the start position took {cost:.1?}.\n");
        let _ = writeln!(text, "board = \"{0}x{0}\"\npieces = [", self.size);
        for (kind, betza) in self.pieces.iter().enumerate() {
            let role = if kind == 0 { "royal" } else { "ordinary" };
            let symbol = letter(kind);
            let _ = writeln!(
                text,
                "  {{ name = \"{symbol}\", symbol = \"{symbol}\", betza = \"{betza}\", role = \"{role}\" }},"
            );
        }
        let last = self.board.len() - 1;
        let piece_on = |square: usize| match square {
            0 => Some((0, true)),
            square if square == last => Some((0, false)),
            _ => self.board[square],
        };
        let row = |rank: usize| {
            let (mut row, mut gap) = (String::new(), 0);
            for file in 0..=self.size {
                let piece = (file < self.size).then(|| piece_on(rank * self.size + file));
                if piece != Some(None) && gap > 0 {
                    row.push_str(&gap.to_string());
                    gap = 0;
                }
                match piece.flatten() {
                    Some((kind, true)) => row.push(letter(kind).to_ascii_uppercase()),
                    Some((kind, false)) => row.push(letter(kind)),
                    None => gap += 1,
                }
            }
            row
        };
        let rows: Vec<_> = (0..self.size).rev().map(row).collect();
        let _ = writeln!(text, "]\nstart = \"{}\"", rows.join("/"));
        text
    }

    /// What a node takes; nothing where the rules do not allow it.
    fn cost(&self) -> Option<Duration> {
        let (rules, _) =
            ruleset::parse(&self.to_text(Duration::ZERO), "slow", &ruleset::no_files).ok()?;
        let evaluator = Evaluator::new(&rules);
        let worth = evaluator.worth();
        let position = Position::start(&rules);
        let mut moves = Vec::new();
        let mut node = || {
            let start = Instant::now();
            moves.clear();
            position.captures_into(&mut moves);
            position.quiets_into(&mut moves);
            let good =
                moves.iter().filter(|m| position.static_exchange_reaches(**m, worth, 0)).count();
            black_box((good, evaluator.evaluate(&position)));
            start.elapsed()
        };
        (0..ROUNDS).map(|_| node()).min()
    }
}

/// Some steps and slides in Betza notation.
fn movement(random: &mut Random) -> String {
    (0..random.between(1, 8)).map(|_| term(random)).collect()
}

fn term(random: &mut Random) -> String {
    let atom = random.pick(&["W", "F", "D", "A", "N", "H", "C", "Z", "G"]).expect("one");
    let purpose = random.pick(&["", "", "", "m", "c"]).expect("one");
    let again = if random.chance(70) { atom } else { "" };
    format!("{purpose}{atom}{again}")
}
