//! Random rule sets: boards of all sizes, pieces in Betza notation, every switch.

use std::sync::Arc;

use xxlchess_rules::{
    BoardSize, Castling, Draws, Movement, PieceSpec, PieceType, Promotion, Role, RuleSpec, Rules,
    Setup, Win, betza,
};

use super::{Random, odd_setup};

/// A random rule set that has been checked.
pub fn rules(random: &mut Random) -> Arc<Rules> {
    loop {
        if let Ok(rules) = Rules::compile(rule_spec(random)) {
            return rules;
        }
    }
}

/// A random rule set; nearly all are sound.
pub fn rule_spec(random: &mut Random) -> RuleSpec {
    let size = size(random);
    let win = match random.below(10) {
        0..6 => Win::Checkmate,
        6..8 => Win::KingCapture,
        _ => Win::Never,
    };
    let pieces = pieces(random, win);
    let has = |role| pieces.iter().any(|piece: &PieceSpec| piece.role == role);
    let can_castle = has(Role::Royal) && has(Role::CastlingPartner) && win != Win::Never;
    let most_step = usize::from(size.files() - 2).min(4);
    let castling = (can_castle && random.chance(80))
        .then(|| Castling::by_steps(random.between(2, most_step) as u8));
    let ranks = usize::from(size.ranks());
    let double_step = (has(Role::Pawn) && random.chance(75)).then(|| {
        let rank = if random.chance(75) { 2 } else { random.between(1, ranks - 2) };
        rank as u8
    });
    let promotion = promotion(random, &pieces, ranks);
    let mut spec = RuleSpec {
        id: "random".to_owned(),
        title: String::new(),
        description: String::new(),
        size,
        pieces,
        start: Setup::default(),
        promotion,
        castling,
        double_step,
        en_passant: double_step.is_some() && random.chance(70),
        win,
        draws: Draws::NONE,
        fog: random.chance(15),
        ..RuleSpec::standard()
    };
    spec.start = odd_setup(random, &spec);
    spec
}

/// A random piece, in Betza notation.
pub fn betza_piece(random: &mut Random) -> (String, Movement) {
    const ALL: [&str; 20] = [
        "W", "F", "D", "A", "N", "H", "C", "L", "Z", "G", "R", "B", "K", "Q", "N", "W", "F", "R",
        "B", "Q",
    ];
    // Rays of one piece that lie on each other are a trap of their own.
    const STRAIGHT: [&str; 5] = ["W", "D", "H", "R", "Q"];
    const DIAGONAL: [&str; 5] = ["F", "A", "G", "B", "Q"];
    loop {
        let (atoms, terms): (&[&str], _) = match random.below(10) {
            0..2 => (&STRAIGHT, random.between(2, 3)),
            2..4 => (&DIAGONAL, random.between(2, 3)),
            _ => (&ALL, random.between(1, 3)),
        };
        let text: String = (0..terms).map(|_| betza_term(random, atoms)).collect();
        if let Ok(movement) = betza::parse(&text) {
            return (text, movement);
        }
    }
}

fn betza_term(random: &mut Random, atoms: &[&str]) -> String {
    const PURPOSES: [&str; 7] = ["", "", "", "", "", "m", "c"];
    const DIRECTIONS: [&str; 22] = [
        "", "", "", "", "", "", "", "", "f", "b", "l", "r", "v", "s", "fr", "fl", "br", "fs", "bs",
        "ff", "lv", "fbr",
    ];
    let purpose = random.pick(&PURPOSES).unwrap_or("");
    let directions = random.pick(&DIRECTIONS).unwrap_or("");
    let atom = random.pick(atoms).unwrap_or("W");
    let end = match random.below(10) {
        0..3 => atom.to_owned(),
        3..5 => random.between(2, 5).to_string(),
        _ => String::new(),
    };
    format!("{purpose}{directions}{atom}{end}")
}

fn size(random: &mut Random) -> BoardSize {
    let mut side = || match random.below(10) {
        0..4 => random.between(4, 7),
        4..7 => random.between(8, 10),
        7..9 => random.between(11, 15),
        _ => 16,
    };
    let (files, ranks) = (side() as u8, side() as u8);
    BoardSize::new(files, ranks).expect("both are between 4 and 16")
}

fn pieces(random: &mut Random, win: Win) -> Vec<PieceSpec> {
    let ordinary = if random.chance(5) { random.between(10, 22) } else { random.between(1, 5) };
    let mut roles = vec![Role::Ordinary; ordinary];
    if win != Win::Never || random.chance(70) {
        roles.push(Role::Royal);
    }
    if random.chance(85) {
        roles.push(Role::Pawn);
    }
    if random.chance(80) {
        roles.push(Role::CastlingPartner);
    }
    if random.chance(15) {
        roles.push(Role::CastlingPartner);
    }
    random.shuffle(&mut roles);
    let mut letters: Vec<char> = ('a'..='z').collect();
    random.shuffle(&mut letters);
    roles.iter().zip(letters).map(|(role, letter)| piece(random, *role, letter)).collect()
}

fn piece(random: &mut Random, role: Role, letter: char) -> PieceSpec {
    const KINGS: [&str; 10] = ["N", "W", "F", "KN", "mKcF", "cKmW", "fKbF", "KC", "WWF", "FD"];
    let usual = match role {
        Role::Ordinary => None,
        Role::Pawn => Some("fmWfcF"),
        Role::Royal if random.chance(65) => Some("K"),
        Role::Royal if random.chance(60) => random.pick(&KINGS),
        Role::CastlingPartner if random.chance(65) => Some("R"),
        Role::Royal | Role::CastlingPartner => None,
    };
    let (text, movement) = match usual {
        Some(text) => (text.to_owned(), betza::parse(text).expect("a known piece")),
        None => betza_piece(random),
    };
    PieceSpec { value: 1.0, role, ..PieceSpec::new(format!("{letter}: {text}"), letter, movement) }
}

fn promotion(random: &mut Random, pieces: &[PieceSpec], ranks: usize) -> Option<Promotion> {
    let indices = 0..pieces.len();
    let is_choice = |i: &usize| matches!(pieces[*i].role, Role::Ordinary | Role::CastlingPartner);
    let mut choices: Vec<_> = indices.filter(is_choice).filter_map(PieceType::from_index).collect();
    random.shuffle(&mut choices);
    choices.truncate(random.between(1, 4));
    if !random.chance(80) || pieces.iter().all(|piece| piece.role != Role::Pawn) {
        return None;
    }
    let rank = match random.below(4) {
        0 => random.between(2, ranks),
        1 => (ranks - 1).max(2),
        _ => ranks,
    };
    Some(Promotion::new(rank as u8, choices))
}
