//! Random rule sets that use the wider rules.

use std::sync::Arc;

use xxlchess_rules::{
    Colour, Extinction, Goal, GoalTime, Later, Movement, PieceType, Restrictions, Role, Royals,
    RuleSpec, Rules, Setup, Square, SquareSet, Verdict, Win, Zones, betza,
};

use super::{Random, odd_setup, rule_spec};

/// Pieces that plain rays do not tell.
const PIECES: [&str; 22] = [
    "mRcpR",
    "pR",
    "pB",
    "mBcpB",
    "gQ",
    "gB",
    "pR2",
    "nN",
    "nA",
    "nZ",
    "nD",
    "nC",
    "jD",
    "jN",
    "jA",
    "KjA",
    "t[FR]",
    "t[WB]",
    "(4,1)",
    "(4,1)0",
    "WimnH",
    "fmWfceFifmnD",
];

/// A random rule set of the wider kind, checked.
pub fn wide_rules(random: &mut Random) -> Arc<Rules> {
    loop {
        let spec = wide_spec(random);
        if let Ok(rules) = Rules::compile(spec)
            && rules.is_extended()
        {
            return rules;
        }
    }
}

fn wide_spec(random: &mut Random) -> RuleSpec {
    let mut spec = rule_spec(random);
    spec.castling = None;
    if spec.win == Win::KingCapture {
        spec.win = Win::Checkmate;
    }
    let kinds = spec.pieces.len();
    for index in 0..kinds {
        let role = spec.pieces[index].role;
        if matches!(role, Role::Ordinary | Role::CastlingPartner) && random.chance(60) {
            let text = random.pick(&PIECES).unwrap_or("pR");
            let movement = betza::parse(text).expect("a known piece");
            spec.pieces[index].name = format!("{}: {text}", spec.pieces[index].letter);
            spec.pieces[index].movement = movement;
        }
        if role != Role::Pawn && random.chance(10) {
            spec.pieces[index].region = Some(zones(random, &spec, 75));
        }
        if role == Role::Ordinary && random.chance(10) {
            let rank = random.between(2, spec.size.ranks().into()) as u8;
            let movement = betza::parse("fsWgB").expect("a known piece");
            spec.pieces[index].later = Some(Later { rank, movement });
        }
    }
    promotion(random, &mut spec);
    if random.chance(40) {
        spec.first_moves = Some(zones(random, &spec, 30));
    }
    spec.restrictions = Restrictions {
        must_capture: random.chance(15),
        no_check: random.chance(10) && spec.win == Win::Checkmate,
        kings_apart: random.chance(15) && spec.win == Win::Checkmate,
        no_dead_ends: random.chance(15),
    };
    if spec.win == Win::Checkmate && random.chance(40) {
        let royals = [Royals::All, Royals::Last, Royals::NotAll];
        spec.royals = random.pick(&royals).unwrap_or(Royals::All);
        for index in 0..kinds {
            if spec.pieces[index].role == Role::Ordinary && random.chance(20) {
                spec.pieces[index].role = Role::Royal;
                spec.pieces[index].value = f64::INFINITY;
            }
        }
    }
    let has_usual_pawn = spec
        .pieces
        .iter()
        .any(|piece| piece.role == Role::Pawn && piece.movement == Movement::pawn());
    if has_usual_pawn && random.chance(40) {
        spec.triple_steps = Some(zones(random, &spec, 50));
        spec.en_passant |= random.chance(70);
    }
    ends(random, &mut spec);
    // A pawn that promotes where it takes in passing could be told in one way only.
    let promotes = promotion_zones(&spec);
    let everywhere: SquareSet = spec.size.squares().collect();
    spec.en_passant_zones = Some(promotes.map(|zone| everywhere.without(zone)));
    spec.start = wide_setup(random, &spec);
    spec
}

/// A random set-up, with more royal pieces where a side may have several; nobody has just passed.
pub fn wide_setup(random: &mut Random, spec: &RuleSpec) -> Setup {
    let mut setup = odd_setup(random, spec);
    (setup.en_passant, setup.castling) = (None, SquareSet::EMPTY);
    setup
}

fn promotion(random: &mut Random, spec: &mut RuleSpec) {
    let kinds = spec.pieces.len();
    let any = |random: &mut Random| PieceType::from_index(random.below(kinds));
    let ordinary = |kind: &PieceType| spec.pieces[kind.index()].role == Role::Ordinary;
    let becomes: Vec<_> = (0..kinds).map(|_| any(random).filter(ordinary)).collect();
    let zone = zones(random, spec, 25);
    let limited = any(random).filter(ordinary);
    let Some(promotion) = &mut spec.promotion else { return };
    for (piece, becomes) in spec.pieces.iter_mut().zip(becomes) {
        if matches!(piece.role, Role::Ordinary | Role::Pawn) && random.chance(25) {
            piece.becomes = becomes;
        }
    }
    promotion.zones = random.chance(40).then_some(zone);
    promotion.is_optional = random.chance(30);
    promotion.pieces_must = random.chance(30);
    promotion.pieces_take = random.chance(20);
    promotion.limits = limited.into_iter().map(|kind| (kind, 2)).collect();
    if random.chance(15) {
        promotion.pawns_stop = true;
        promotion.is_optional = false;
        promotion.choices.clear();
    }
}

/// How games end, often in a way that odd set-ups come to.
fn ends(random: &mut Random, spec: &mut RuleSpec) {
    const VERDICTS: [Verdict; 4] = [Verdict::Draw, Verdict::Loss, Verdict::Win, Verdict::FewerWins];
    let kinds = spec.pieces.len();
    let verdict = |random: &mut Random| random.pick(&VERDICTS).unwrap_or(Verdict::Draw);
    let kind = |random: &mut Random| PieceType::from_index(random.below(kinds));
    spec.draws.stalemate = random.chance(50);
    spec.ends.stalemate = verdict(random);
    if random.chance(30) {
        spec.ends.checkmate = verdict(random);
    }
    if random.chance(20) && spec.win == Win::Checkmate && !spec.fog {
        spec.ends.checks = Some(random.between(1, 3) as u8);
    }
    if random.chance(20) {
        spec.ends.row = Some(random.between(3, 5) as u8);
    }
    if random.chance(30) {
        let times = [GoalTime::AtOnce, GoalTime::Held, GoalTime::Even];
        let kinds = match random.below(3) {
            0 => [None; 2],
            1 => [kind(random); 2],
            _ => [kind(random), kind(random)],
        };
        spec.ends.goal = Some(Goal {
            kinds,
            zones: zones(random, spec, 10),
            count: random.between(1, 2) as u8,
            time: random.pick(&times).unwrap_or(GoalTime::AtOnce),
            safe: random.chance(30),
        });
    }
    if random.chance(30) {
        let number = random.below(3);
        let mut kinds: Vec<PieceType> = (0..number).filter_map(|_| kind(random)).collect();
        kinds.sort_unstable();
        kinds.dedup();
        spec.ends.extinction = Some(Extinction {
            kinds,
            left: random.below(3) as u8,
            opponent: random.below(4) as u8,
            may_reply: random.chance(40),
            verdict: verdict(random),
        });
    }
}

fn promotion_zones(spec: &RuleSpec) -> Zones {
    Colour::BOTH.map(|colour| {
        let promotes = |square: &Square| {
            spec.promotion.as_ref().is_some_and(|promotion| match promotion.zones {
                Some(zones) => zones[colour.index()].contains(*square),
                None => square.rank_for(colour, spec.size) + 1 >= promotion.rank,
            })
        };
        spec.size.squares().filter(promotes).collect()
    })
}

/// About so many of a hundred squares for each side.
fn zones(random: &mut Random, spec: &RuleSpec, percent: usize) -> Zones {
    [(), ()].map(|()| spec.size.squares().filter(|_| random.chance(percent)).collect())
}
