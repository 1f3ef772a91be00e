//! Ordinary chess agrees with shakmaty: legal moves, check, outcomes, FEN, perft.
//!
//! With `XXLCHESS_FULL=1` the perft positions are counted to their published depth.

use std::sync::Arc;

use crate::support::random::{self, Random};
use crate::support::{
    first_seed, ordinary_positions, perft_cases, positions_wanted, rules_by_name,
};
use shakmaty::{CastlingMode, Chess, Color, EnPassantMode, Position as _};
use shakmaty::{fen::Fen, uci::UciMove};
use xxlchess_rules::{
    Castling, Colour, Move, MoveKind, Outcome, Position, Reason, RuleSpec, Rules, Shuffle, fen,
    perft_divide,
};

/// How many positions are compared on every test run.
const POSITIONS: u64 = 4_000;
/// Deeper perft counts need `XXLCHESS_FULL`.
const MOST_NODES: u64 = 700_000;

/// The same position in both libraries.
struct Pair {
    ours: Position,
    theirs: Chess,
    mode: CastlingMode,
}

impl Pair {
    fn new(rules: &Arc<Rules>, text: &str) -> Pair {
        Pair::in_mode(rules, text, CastlingMode::Standard)
    }

    fn in_mode(rules: &Arc<Rules>, text: &str, mode: CastlingMode) -> Pair {
        let (ours, warnings) = fen::parse(rules, text).expect("a valid FEN");
        assert_eq!(warnings, [], "{text}");
        let fen: Fen = text.parse().expect("a valid FEN");
        Pair { ours, theirs: fen.into_position(mode).expect("a valid position"), mode }
    }

    fn play(&mut self, chess_move: Move) {
        let text = self.uci(chess_move);
        self.ours.play_unchecked(chess_move);
        let uci: UciMove = text.parse().expect("a move as UCI has it");
        let their_move = uci.to_move(&self.theirs).expect("a legal move");
        self.theirs.play_unchecked(their_move);
    }

    /// Compares the positions of a random game; tells how many there were.
    fn play_randomly(&mut self, random: &mut Random, most_moves: u64) -> u64 {
        for compared in 1..=most_moves {
            self.check();
            match random::legal_move(random, &self.ours) {
                Some(chess_move) => self.play(chess_move),
                None => return compared,
            }
        }
        most_moves
    }

    fn uci(&self, chess_move: Move) -> String {
        let letter = |kind| self.ours.rules().piece_spec(kind).letter.to_string();
        let promotion = chess_move.promotion().map(letter).unwrap_or_default();
        format!("{}{}{promotion}", chess_move.from(), chess_move.to())
    }

    fn check(&self) {
        let text = Fen::from_position(&self.theirs, EnPassantMode::Legal).to_string();
        self.check_fen(&text);
        self.check_moves(&text);
        self.check_ending(&text);
    }

    /// Where several rooks stand on one side of the king we write files, they need not.
    fn check_fen(&self, text: &str) {
        let ours = fen::format(&self.ours);
        let (read, _) = fen::parse(self.ours.rules(), text).expect("a valid FEN");
        assert_eq!(fen::format(&read), ours, "{text}");
        let without_castling = |text: &str| {
            text.split(' ').enumerate().filter(|(i, _)| *i != 2).map(|f| f.1.to_owned()).collect()
        };
        let (ours, theirs): (Vec<_>, Vec<_>) = (without_castling(&ours), without_castling(text));
        assert_eq!(ours, theirs);
    }

    fn check_moves(&self, text: &str) {
        let mut ours: Vec<_> = self.ours.legal_moves().iter().map(|m| self.uci(*m)).collect();
        let their_moves = self.theirs.legal_moves();
        let uci = |m: &shakmaty::Move| m.to_uci(self.mode).to_string();
        let mut theirs: Vec<_> = their_moves.iter().map(uci).collect();
        ours.sort();
        theirs.sort();
        assert_eq!(ours, theirs, "{text}");
        assert_eq!(self.ours.count_legal_moves(), theirs.len() as u64, "{text}");
    }

    fn check_ending(&self, text: &str) {
        let in_check = self.ours.is_in_check(self.ours.turn());
        assert_eq!(in_check, self.theirs.is_check(), "{text}");
        let is_stuck = self.ours.count_legal_moves() == 0;
        assert_eq!(is_stuck && in_check, self.theirs.is_checkmate(), "{text}");
        assert_eq!(is_stuck && !in_check, self.theirs.is_stalemate(), "{text}");
        assert!(!self.ours.is_in_check(!self.ours.turn()), "{text}");
        let ours = self.ours.outcome().filter(|outcome| outcome.reason != Reason::FiftyMoves);
        let winner = |outcome: Outcome| outcome.winner.map(|colour| colour == Colour::White);
        let theirs = self.theirs.outcome().known();
        let their_winner = theirs.map(|o| o.winner().map(|colour| colour == Color::White));
        let has_idle_moves = self.ours.halfmove_clock() >= 100;
        if !has_idle_moves || theirs.is_none() {
            assert_eq!(ours.map(winner), their_winner, "{text}");
        }
    }
}

#[test]
fn random_games() {
    let rules = rules_by_name("standard");
    let mut random = Random::new(first_seed());
    let (starts, mut compared) = (ordinary_positions(), 0);
    while compared < positions_wanted(POSITIONS) {
        for start in &starts {
            compared += Pair::new(&rules, start).play_randomly(&mut random, 150);
        }
    }
    println!("{compared} positions compared with shakmaty");
}

/// Every numbered start position of Chess960, with castling wherever king and rooks stand.
#[test]
fn random_games_of_chess960() {
    let mut spec = RuleSpec::standard();
    spec.castling = Some(Castling::onto_files([2, 6], true));
    let bishop = spec.piece_type('b').expect("a bishop");
    spec.shuffle = Some(Shuffle { rank: 1, both_shades: vec![bishop], king_between: true });
    let rules = Rules::compile(spec).expect("sound rules");
    let mut random = Random::new(first_seed());
    let (mut compared, mut castled) = (0, 0);
    for number in 0..rules.spec().start_count() {
        let setup = rules.spec().numbered_start(number).expect("a start position");
        let (start, _) = Position::new(Arc::clone(&rules), setup).expect("a sound set-up");
        let mut pair = Pair::in_mode(&rules, &fen::format(&start), CastlingMode::Chess960);
        for _ in 0..40 {
            pair.check();
            compared += 1;
            let moves = pair.ours.legal_moves();
            let castling = moves.iter().find(|found| found.kind() == MoveKind::Castling);
            let castling = castling.filter(|_| random.chance(25)).copied();
            castled += u32::from(castling.is_some());
            let Some(chosen) = castling.or_else(|| random::legal_move(&mut random, &pair.ours))
            else {
                break;
            };
            pair.play(chosen);
        }
    }
    assert!(castled > 100, "castled {castled} times");
    println!("{compared} positions compared with shakmaty, castled {castled} times");
}

/// Set-ups that both libraries accept, though no game leads there.
#[test]
fn odd_set_ups() {
    let rules = rules_by_name("standard");
    let mut random = Random::new(first_seed());
    let (mut compared, wanted) = (0, positions_wanted(POSITIONS) / 8);
    while compared < wanted {
        let setup = random::odd_setup(&mut random, rules.spec());
        let (ours, _) = Position::new(Arc::clone(&rules), setup).expect("a sound set-up");
        let Ok(fen) = fen::format(&ours).parse::<Fen>() else { continue };
        let Ok(theirs) = fen.into_position::<Chess>(CastlingMode::Standard) else { continue };
        let mut pair = Pair { ours, theirs, mode: CastlingMode::Standard };
        if !pair.ours.to_setup().moved_pawns.is_empty() {
            continue;
        }
        compared += pair.play_randomly(&mut random, 4);
    }
    println!("{compared} positions of odd set-ups compared with shakmaty");
}

#[test]
fn the_six_perft_positions() {
    let rules = rules_by_name("standard");
    let full = std::env::var("XXLCHESS_FULL").is_ok_and(|value| value == "1");
    let most_nodes = if full { u64::MAX } else { MOST_NODES };
    for case in perft_cases("standard") {
        let counts = case.counts.iter().zip(1..).take_while(|(nodes, _)| **nodes <= most_nodes);
        let (published, depth) = counts.last().expect("depth 1 is always small");
        let mut pair = Pair::new(&rules, &case.fen);
        let mut total = 0;
        for (chess_move, nodes) in perft_divide(&mut pair.ours, depth) {
            let (ours, theirs) = (pair.ours.clone(), pair.theirs.clone());
            let mut below = Pair { ours, theirs, mode: pair.mode };
            below.play(chess_move);
            let expected = shakmaty::perft(&below.theirs, depth - 1);
            assert_eq!(nodes, expected, "{} {chess_move:?} depth {depth}", case.fen);
            total += nodes;
        }
        assert_eq!(total, *published, "{} depth {depth}", case.fen);
        println!("{total} at depth {depth}: {}", case.fen);
    }
}
