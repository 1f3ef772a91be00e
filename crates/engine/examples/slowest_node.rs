//! Looks for the slowest node that the rules allow: `slowest_node SECONDS SEED FOLDER` climbs from
//! random rule sets and positions, and writes the worst one into the folder.
//!
//! A node is what the search does without reading a clock in between: listing all moves, an
//! exchange for each of them, and the evaluation.

use std::hint::black_box;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use notation::ruleset;
use rules::{
    BoardSize, Colour, Piece, PieceSpec, PieceType, Position, Role, RuleSpec, Rules, Setup, Square,
    betza,
};
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
            let rules = candidate.rules().expect("it was measured");
            let text = ruleset::format(rules.spec());
            worst = (cost, format!("# A node of the start position took {cost:.1?}.\n{text}"));
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

    /// The rule set, with kings in two corners; nothing where it would not be sound.
    fn rules(&self) -> Option<Arc<Rules>> {
        let piece = |(kind, text): (usize, &String)| {
            let letter = char::from(b'a' + kind as u8);
            let role = if kind == 0 { Role::Royal } else { Role::Ordinary };
            let movement = betza::parse(text).ok()?;
            Some(PieceSpec { role, ..PieceSpec::new(letter, letter, movement) })
        };
        let mut start = Setup::default();
        for (index, piece) in self.board.iter().enumerate() {
            let piece = match index {
                0 => Some((0, true)),
                _ if index + 1 == self.board.len() => Some((0, false)),
                _ => *piece,
            };
            if let Some((kind, is_white)) = piece {
                let square = Square::new((index % self.size) as u8, (index / self.size) as u8);
                let colour = if is_white { Colour::White } else { Colour::Black };
                start.put(square, Piece::new(PieceType::from_index(kind)?, colour));
            }
        }
        let spec = RuleSpec {
            id: "slow".to_owned(),
            title: "Slow".to_owned(),
            description: String::new(),
            size: BoardSize::new(self.size as u8, self.size as u8)?,
            pieces: self.pieces.iter().enumerate().map(piece).collect::<Option<_>>()?,
            start,
            promotion: None,
            castling: None,
            double_step: None,
            en_passant: false,
            ..RuleSpec::standard()
        };
        Rules::compile(spec).ok()
    }

    /// What a node takes; nothing where the rules do not allow it.
    fn cost(&self) -> Option<Duration> {
        let rules = self.rules()?;
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
