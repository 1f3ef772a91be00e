//! What a rule set looks like to the universal network: its pieces, its squares, and what each piece
//! can do from each square, in numbers that mean the same on every board.

use rules::{
    Colour, Ends, Hurdle, Movement, Path, PieceType, Purpose, Ray, Restrictions, Role, Royals,
    Rules, Square, Verdict, Win,
};

use super::feature_order;
use crate::eval::Weights;
use crate::eval::material::Material;

/// Squares to either side of a piece that its kernels cover.
const KERNEL_REACH: i32 = 4;
const KERNEL_SIDE: usize = 2 * KERNEL_REACH as usize + 1;
/// The squares around a piece.
const KERNEL: usize = KERNEL_SIDE * KERNEL_SIDE;
/// Moving and taking, each on a free way and over a hurdle.
const KERNELS: usize = 4;
/// The straight directions, as far as the viewer is concerned.
const DIRECTIONS: [(i32, i32); 8] =
    [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];
/// The longest side of a board.
const LONGEST: usize = 16;

/// Numbers for a piece type besides its movement.
const OTHERS: usize = 16;
/// What a piece is worth on average where [`Description::strength`] is 1, in tens of pawns.
const USUAL_WORTH: f32 = 0.5;

/// Numbers for a piece type of a side.
pub const PIECE_INPUTS: usize = KERNELS * (KERNEL + DIRECTIONS.len()) + OTHERS;
/// Numbers for a square, the board and the rules of the game.
pub const SQUARE_INPUTS: usize = 4 * LONGEST + 23;
/// Numbers for a piece on a square.
pub const PLACE_INPUTS: usize = 4;

/// The inputs of the universal network for all features of one rule set, in the order of
/// [`FeatureSet`](super::FeatureSet): the viewer's piece types, then the other side's.
#[derive(Debug, PartialEq)]
pub struct Description {
    /// [`PIECE_INPUTS`] for each piece type of each side.
    pub pieces: Vec<f32>,
    /// [`SQUARE_INPUTS`] for each square as the viewer sees it.
    pub squares: Vec<f32>,
    /// [`PLACE_INPUTS`] for each piece type of each side on each square.
    pub places: Vec<f32>,
}

impl Description {
    /// Can the universal network judge games by these rules? It knows any board and any movement, but
    /// only games that are won by mate or by taking the king, as those that it was trained on.
    pub fn covers(rules: &Rules) -> bool {
        let spec = rules.spec();
        spec.win != Win::Never
            && spec.royals == Royals::One
            && spec.restrictions == Restrictions::default()
            && !spec.fog
            && Ends { stalemate: Verdict::Draw, ..spec.ends.with_usual_counts() } == Ends::default()
    }

    /// Describes a rule set.
    pub fn new(rules: &Rules) -> Description {
        let material = Material::new(rules, &Weights::for_board(rules.size()));
        let mut description =
            Description { pieces: Vec::new(), squares: Vec::new(), places: Vec::new() };
        for side in Colour::BOTH {
            for kind in feature_order(rules) {
                description.pieces.extend(piece_inputs(rules, &material, kind, side));
                description.places.extend(place_inputs(rules, kind, side));
            }
        }
        for rank in 0..rules.size().ranks() {
            for file in 0..rules.size().files() {
                description.squares.extend(square_inputs(rules, Square::new(file, rank)));
            }
        }
        description
    }

    /// How strong the pieces are on average, without kings and pawns, as a ratio to usual ones. Where pieces are
    /// weak, so are the reasons to prefer one position to another.
    pub fn strength(&self) -> f32 {
        let (mut sum, mut count) = (0.0, 0.0);
        for inputs in self.pieces.chunks_exact(PIECE_INPUTS) {
            if let [_, royal, pawn, _, worth, number, ..] = inputs[PIECE_INPUTS - OTHERS..] {
                let number = number * (1.0 - royal) * (1.0 - pawn);
                sum += number * worth;
                count += number;
            }
        }
        if count > 0.0 { (sum / count / USUAL_WORTH).clamp(0.25, 1.5) } else { 1.0 }
    }
}

/// Moving, taking and their likes over a hurdle: which of the [`KERNELS`] a path belongs to.
fn kernels(path: Path) -> impl Iterator<Item = usize> {
    let over = usize::from(matches!(path.hurdle, Hurdle::Hop | Hurdle::Jump));
    let purpose = path.ray.purpose;
    let uses = [(0, purpose.moves()), (1, purpose.captures())];
    uses.into_iter().filter(|(_, is_used)| *is_used).map(move |(kernel, _)| 2 * over + kernel)
}

/// How likely a path is open at all, roughly.
fn openness(path: Path) -> f32 {
    let hurdle = if path.hurdle == Hurdle::Lame { 0.7 } else { 1.0 };
    let bend = if path.bend.is_some() { 0.7 } else { 1.0 };
    let initial = if path.initial { 0.3 } else { 1.0 };
    hurdle * bend * initial
}

/// A path as the viewer sees it: White's way for their own pieces, turned round for the others.
fn seen(path: Path, side: Colour) -> Path {
    let turn = |n: i8| if side == Colour::White { n } else { -n };
    let ray = Ray { files: turn(path.ray.files), ranks: turn(path.ray.ranks), ..path.ray };
    Path { ray, bend: path.bend.map(|(files, ranks)| (turn(files), turn(ranks))), ..path }
}

fn piece_inputs(
    rules: &Rules,
    material: &Material,
    kind: PieceType,
    side: Colour,
) -> [f32; PIECE_INPUTS] {
    let spec = rules.piece_spec(kind);
    let mut inputs = [0.0_f32; PIECE_INPUTS];
    let (around, rest) = inputs.split_at_mut(KERNELS * KERNEL);
    let (ranges, others) = rest.split_at_mut(KERNELS * DIRECTIONS.len());
    for path in spec.movement.all_paths().map(|path| seen(path, side)) {
        let (files, ranks) = (i32::from(path.ray.files), i32::from(path.ray.ranks));
        let start = path.bend.map_or((0, 0), |(files, ranks)| (files.into(), ranks.into()));
        for kernel in kernels(path) {
            for step in 1..=i32::from(path.ray.range) {
                let (file, rank) = (start.0 + step * files, start.1 + step * ranks);
                if file.abs().max(rank.abs()) > KERNEL_REACH {
                    break;
                }
                let index =
                    (rank + KERNEL_REACH) as usize * KERNEL_SIDE + (file + KERNEL_REACH) as usize;
                let part = if step == 1 { openness(path) } else { openness(path) * 0.6 };
                let input = &mut around[kernel * KERNEL + index];
                *input = input.max(part);
            }
            let direction = DIRECTIONS.iter().position(|way| *way == (files, ranks));
            if let Some(direction) = direction.filter(|_| path.ray.range > 1) {
                ranges[kernel * DIRECTIONS.len() + direction] = f32::from(path.ray.range) / 16.0;
            }
        }
    }
    let worth = material.worth[kind.index()] as f32 / 1000.0;
    let is = |condition: bool| f32::from(u8::from(condition));
    let long = |ray: &Ray| ray.range > 1 && !ray.is_straight();
    let at_start = rules.spec().start.pieces();
    let count = at_start.filter(|(_, piece)| piece.kind() == kind && piece.colour() == side);
    let choices = rules.promotion_choices();
    others.copy_from_slice(&[
        is(side == Colour::White),
        is(spec.role == Role::Royal),
        is(spec.role == Role::Pawn),
        is(spec.role == Role::CastlingPartner),
        worth.min(3.0),
        count.count() as f32 / 16.0,
        is(choices.contains(&kind)),
        is(spec.becomes.is_some()),
        is(spec.region.is_some()),
        is(spec.later.is_some()),
        spec.ray_count() as f32 / 16.0,
        spec.movement.rays().iter().filter(|ray| long(ray)).count() as f32 / 8.0,
        is(spec.role == Role::Pawn && rules.spec().en_passant),
        is(spec.role == Role::Royal && rules.spec().castling.is_some()),
        is(spec.role == Role::Pawn && rules.spec().double_step.is_some()),
        is(spec.movement.all_paths().all(|path| path.ray.purpose == Purpose::Both)),
    ]);
    inputs
}

fn square_inputs(rules: &Rules, square: Square) -> [f32; SQUARE_INPUTS] {
    let mut inputs = [0.0; SQUARE_INPUTS];
    let (files, ranks) = (usize::from(rules.size().files()), usize::from(rules.size().ranks()));
    let (file, rank) = (usize::from(square.file()), usize::from(square.rank()));
    for (edge, away) in [file, files - 1 - file, rank, ranks - 1 - rank].into_iter().enumerate() {
        inputs[edge * LONGEST + away.min(LONGEST - 1)] = 1.0;
    }
    let part = |n: usize, of: usize| n as f32 / of.max(1) as f32;
    let is = |condition: bool| f32::from(u8::from(condition));
    // Steps to the nearest square where the viewer's pieces promote, and where the others' do.
    let steps = |colour: Colour| {
        let zone = rules.promotion_zone(colour);
        let ahead = |target: &Square| match colour {
            Colour::White => target.rank() >= square.rank(),
            Colour::Black => target.rank() <= square.rank(),
        };
        let away = |target: Square| usize::from(target.rank().abs_diff(square.rank()));
        zone.iter().filter(ahead).map(away).min().unwrap_or(LONGEST)
    };
    let spec = rules.spec();
    let goal = spec.ends.goal.as_ref();
    let in_goal = |colour: Colour| goal.is_some_and(|g| g.zones[colour.index()].contains(square));
    let is_dying = spec.ends.extinction.is_some();
    let pieces = spec.start.pieces().count();
    let pawns = spec.start.pieces().filter(|(_, piece)| Some(piece.kind()) == rules.pawn()).count();
    inputs[4 * LONGEST..].copy_from_slice(&[
        part(file, files - 1),
        part(rank, ranks - 1),
        part((2 * file).abs_diff(files - 1), files - 1),
        part((2 * rank).abs_diff(ranks - 1), ranks - 1),
        part(files, LONGEST),
        part(ranks, LONGEST),
        part(steps(Colour::White), LONGEST),
        part(steps(Colour::Black), LONGEST),
        is(steps(Colour::White) == 0),
        is(steps(Colour::Black) == 0),
        part(pieces, files * ranks),
        part(pawns, pieces),
        part(spec.pieces.len(), LONGEST),
        is(spec.win == Win::KingCapture),
        is(rules.check_counts()),
        is(spec.royals != Royals::One),
        is(spec.restrictions.must_capture),
        is(spec.restrictions.kings_apart),
        is(spec.ends.checks.is_some()),
        is(goal.is_some()),
        is(in_goal(Colour::White)),
        is(in_goal(Colour::Black)),
        is(is_dying),
    ]);
    inputs
}

/// What a piece can do from each square of an empty board, and how that compares with its best square.
fn place_inputs(rules: &Rules, kind: PieceType, side: Colour) -> Vec<f32> {
    let spec = rules.piece_spec(kind);
    let (files, ranks) = (rules.size().files(), rules.size().ranks());
    let mut counts = Vec::new();
    for rank in 0..ranks {
        for file in 0..files {
            counts.push(reach(rules, &spec.movement, Square::new(file, rank), side));
        }
    }
    let most = |purpose: usize| counts.iter().map(|c| c[purpose]).fold(1.0, f32::max);
    let (moves, captures) = (most(0), most(1));
    let inputs = |c: &[f32; 2]| [c[0] / 16.0, c[1] / 16.0, c[0] / moves, c[1] / captures];
    counts.iter().flat_map(inputs).collect()
}

/// How many squares a piece reaches on an empty board by moving, and by taking.
fn reach(rules: &Rules, movement: &Movement, from: Square, side: Colour) -> [f32; 2] {
    let size = rules.size();
    let mut counts = [0.0; 2];
    for path in movement.all_paths().map(|path| seen(path, side)) {
        let start = match path.bend {
            Some((files, ranks)) => size.offset(from, files.into(), ranks.into()),
            None => Some(from),
        };
        let step = |s: &Square| size.offset(*s, path.ray.files.into(), path.ray.ranks.into());
        let way = std::iter::successors(start, step).skip(1).take(path.ray.range.into());
        let squares = way.count() as f32;
        for kernel in kernels(path) {
            // Hurdles are not everywhere.
            let part = if kernel < 2 { openness(path) } else { openness(path) * 0.5 };
            counts[kernel % 2] += squares * part;
        }
    }
    counts
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::nnue::FeatureSet;

    fn parse(text: &str) -> Arc<Rules> {
        notation::ruleset::parse(text, "test", &notation::ruleset::no_files).expect("a rule set").0
    }

    fn description(text: &str) -> Description {
        Description::new(&parse(text))
    }

    #[test]
    fn there_are_inputs_for_every_feature() {
        for rules in test_kit::every_rule_set() {
            let Description { pieces, squares, places } = Description::new(&rules);
            let features = FeatureSet::new(&rules, 1);
            let planes = pieces.len() / PIECE_INPUTS;
            assert_eq!(planes * squares.len() / SQUARE_INPUTS, features.count(), "{}", rules.id());
            assert_eq!(places.len() / PLACE_INPUTS, features.count(), "{}", rules.id());
            let all = [pieces, squares, places].concat();
            assert!(all.iter().all(|input| (0.0..=8.0).contains(input)), "{}", rules.id());
        }
    }

    #[test]
    fn pieces_are_described_by_their_movement_alone() {
        let named = |name: &str, betza: &str| {
            description(&format!(
                "inherits = 'standard'\n[[pieces]]\nname = '{name}'\nsymbol = 'z'\nbetza = '{betza}'"
            ))
        };
        assert_eq!(named("camel", "C"), named("giraffe", "C"));
        assert_ne!(named("camel", "C"), named("camel", "Z"));
        assert_ne!(named("cannon", "mRcpR"), named("cannon", "R"));
        assert_ne!(named("horse", "nN"), named("horse", "N"));
    }

    #[test]
    fn the_strength_of_pieces_is_measured_by_usual_ones() {
        let strength = |id: &str| {
            let rules = notation::ruleset::shipped(id).expect("it ships");
            Description::new(&rules).strength()
        };
        assert!((0.8..1.1).contains(&strength("standard")));
        assert!(strength("xxl") > strength("standard"));
        let weak = "board = '16x10'
start = 'nnnnnnnknnnnnnnn/pppppppppppppppp/16/16/16/16/16/16/PPPPPPPPPPPPPPPP/NNNNNNNKNNNNNNNN w - - 0 1'
inherits = 'standard'";
        assert!((0.25..0.6).contains(&description(weak).strength()));
        let bare = "inherits = 'standard'\nstart = '4k3/8/8/8/8/8/8/4K3 w - - 0 1'";
        assert_eq!(description(bare).strength(), 1.0);
    }

    #[test]
    fn games_that_are_won_otherwise_are_not_covered() {
        assert!(Description::covers(&parse("inherits = 'standard'")));
        assert!(Description::covers(&parse("inherits = 'xxl'\nboard = '14x14'")));
        for text in ["fog = true", "win = 'never'", "[ends]\nchecks = 3"] {
            let rules = parse(&format!("inherits = 'king-capture'\n{text}"));
            assert!(!Description::covers(&rules), "{text}");
        }
    }
}
