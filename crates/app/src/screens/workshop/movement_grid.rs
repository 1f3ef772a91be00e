//! How a piece moves, as squares to be clicked: each click is a leap, a slide or a hop, and the other way round.

use std::collections::BTreeMap;

use rules::{Hurdle, Movement, Path, Purpose, Ray};

/// Squares on each side of the piece.
pub const RADIUS: i8 = 4;

/// Files and ranks from the piece.
pub type Cell = (i8, i8);

/// What a click means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GridTool {
    pub way: Way,
    pub purpose: Purpose,
    pub symmetry: Symmetry,
    /// Only from the squares of first moves?
    pub initial: bool,
}

/// How a piece gets to a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Way {
    Leap,
    /// As far as the square; to the edge of the board from the rim of the grid.
    Slide,
    /// Over one piece, to any square behind it.
    Hop,
    /// Over one piece, to the square behind it.
    ShortHop,
    /// Only if what it passes is empty.
    Lame,
    /// Only if it passes a piece.
    Jump,
    /// To the square, and from there on around the corner.
    Bend,
}

impl Way {
    pub const ALL: [Way; 7] =
        [Way::Leap, Way::Slide, Way::Hop, Way::ShortHop, Way::Lame, Way::Jump, Way::Bend];

    fn of(path: &Path) -> Way {
        match path.hurdle {
            _ if path.bend.is_some() => Way::Bend,
            Hurdle::None if path.ray.range > 1 => Way::Slide,
            Hurdle::None => Way::Leap,
            Hurdle::Lame => Way::Lame,
            Hurdle::Jump => Way::Jump,
            Hurdle::Hop if path.ray.range == 1 => Way::ShortHop,
            Hurdle::Hop => Way::Hop,
        }
    }
}

/// Which squares go with the one that is clicked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Symmetry {
    /// Turned and mirrored.
    All,
    /// Left and right.
    Sides,
    One,
}

/// What a square of the grid shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CellMark {
    /// The plainest way to move to the square, if there is one.
    pub moves: Option<Way>,
    /// The plainest way to take there, if there is one.
    pub captures: Option<Way>,
}

/// A path without its purpose and range.
type Key = (i8, i8, Hurdle, Option<Cell>, bool, bool);

/// How far a path goes to move, and how far to take.
type Ranges = [u8; 2];

/// The squares that a piece reaches on an empty grid, hurdles left aside.
pub fn marks(movement: &Movement) -> BTreeMap<Cell, CellMark> {
    let mut marks: BTreeMap<Cell, CellMark> = BTreeMap::new();
    for path in movement.all_paths() {
        let (files, ranks) = path.bend.unwrap_or((0, 0));
        // A hop lands behind the first square at the earliest.
        let first = if path.hurdle == Hurdle::Hop { 2 } else { 1 };
        let way = Way::of(&path);
        let steps = if way == Way::ShortHop {
            RADIUS
        } else {
            i8::try_from(path.ray.range).unwrap_or(RADIUS)
        };
        for step in first..=steps.min(RADIUS).max(first) {
            let cell = (
                files.saturating_add(path.ray.files.saturating_mul(step)),
                ranks.saturating_add(path.ray.ranks.saturating_mul(step)),
            );
            if cell.0.abs() > RADIUS || cell.1.abs() > RADIUS {
                break;
            }
            let mark = marks.entry(cell).or_insert(CellMark { moves: None, captures: None });
            let plainest = |known: Option<Way>| Some(known.map_or(way, |known| known.min(way)));
            if path.ray.purpose.moves() {
                mark.moves = plainest(mark.moves);
            }
            if path.ray.purpose.captures() {
                mark.captures = plainest(mark.captures);
            }
        }
    }
    marks
}

/// The first and the last square of each way that goes on over several squares.
pub fn lines(movement: &Movement) -> Vec<(Way, [Cell; 2])> {
    let line = |path: Path| {
        let (files, ranks) = path.bend.unwrap_or((0, 0));
        let at = |step: i8| {
            let cell = (
                files.checked_add(path.ray.files.checked_mul(step)?)?,
                ranks.checked_add(path.ray.ranks.checked_mul(step)?)?,
            );
            (cell.0.abs() <= RADIUS && cell.1.abs() <= RADIUS).then_some(cell)
        };
        let longest = i8::try_from(path.ray.range).unwrap_or(RADIUS);
        let last = (2..=longest.min(2 * RADIUS)).map_while(at).last()?;
        Some((Way::of(&path), [(files, ranks), last]))
    };
    movement.all_paths().filter_map(line).collect()
}

/// The movement after a click on a square: what it adds, or takes away if it was there.
pub fn clicked(movement: &Movement, tool: GridTool, cell: Cell) -> Movement {
    let mut table = table_of(movement);
    let paths: Vec<Path> = images(cell, tool.symmetry).flat_map(|at| paths_to(tool, at)).collect();
    let purposes = [tool.purpose.moves(), tool.purpose.captures()];
    let has = |table: &BTreeMap<Key, Ranges>, path: &Path| {
        let ranges = table.get(&key(path)).copied().unwrap_or_default();
        purposes.iter().zip(ranges).all(|(wanted, range)| !wanted || range == path.ray.range)
    };
    let goes = paths.iter().all(|path| has(&table, path));
    for path in &paths {
        let ranges = table.entry(key(path)).or_default();
        for (range, _) in ranges.iter_mut().zip(purposes).filter(|(_, wanted)| *wanted) {
            *range = if goes { 0 } else { path.ray.range };
        }
    }
    movement_of(&table)
}

fn images((files, ranks): Cell, symmetry: Symmetry) -> impl Iterator<Item = Cell> {
    let all = [
        (files, ranks),
        (-files, ranks),
        (files, -ranks),
        (-files, -ranks),
        (ranks, files),
        (-ranks, files),
        (ranks, -files),
        (-ranks, -files),
    ];
    let count = match symmetry {
        Symmetry::All => 8,
        Symmetry::Sides => 2,
        Symmetry::One => 1,
    };
    let mut cells = all[..count].to_vec();
    cells.sort_unstable();
    cells.dedup();
    cells.into_iter()
}

/// The paths that a click on a square means.
fn paths_to(tool: GridTool, (files, ranks): Cell) -> Vec<Path> {
    let common = divisor(files.unsigned_abs(), ranks.unsigned_abs()) as i8;
    let (x, y) = (files / common, ranks / common);
    let path = |files, ranks, range, hurdle| Path {
        hurdle,
        initial: tool.initial,
        ..Path::of_ray(Ray { files, ranks, range, purpose: tool.purpose })
    };
    let passes = |path: &Path| path.passed_squares().next().is_some();
    let leap = path(files, ranks, 1, Hurdle::None);
    let is_straight = x.abs() <= 1 && y.abs() <= 1;
    let ends_at_rim = files.abs().max(ranks.abs()) >= RADIUS;
    match tool.way {
        Way::Leap => vec![leap],
        Way::Slide if is_straight && !ends_at_rim => vec![path(x, y, common as u8, Hurdle::None)],
        Way::Slide => vec![path(x, y, Ray::UNLIMITED, Hurdle::None)],
        Way::Hop => vec![path(x, y, Ray::UNLIMITED, Hurdle::Hop)],
        Way::ShortHop => vec![path(x, y, 1, Hurdle::Hop)],
        Way::Lame | Way::Jump if !passes(&leap) => vec![leap],
        Way::Lame => vec![path(files, ranks, 1, Hurdle::Lame)],
        Way::Jump => vec![path(files, ranks, 1, Hurdle::Jump)],
        Way::Bend => {
            let steps: [Cell; 4] = match files == 0 || ranks == 0 {
                true => [(1, 1), (1, -1), (-1, 1), (-1, -1)],
                false => [(0, 1), (1, 0), (0, -1), (-1, 0)],
            };
            let reach = |step: &Cell| step.0 * files + step.1 * ranks;
            let most = steps.iter().map(reach).max();
            let outward = steps.iter().filter(|step| Some(reach(step)) == most);
            let bent = outward.map(|step| Path {
                bend: Some((files, ranks)),
                initial: false,
                ..path(step.0, step.1, Ray::UNLIMITED, Hurdle::None)
            });
            bent.chain([Path { initial: false, ..leap }]).collect()
        }
    }
}

fn divisor(a: u8, b: u8) -> u8 {
    match b {
        0 => a.max(1),
        _ => divisor(b, a % b),
    }
}

fn key(path: &Path) -> Key {
    (path.ray.files, path.ray.ranks, path.hurdle, path.bend, path.initial, path.en_passant)
}

fn table_of(movement: &Movement) -> BTreeMap<Key, Ranges> {
    let mut table: BTreeMap<Key, Ranges> = BTreeMap::new();
    for path in movement.all_paths() {
        let ranges = table.entry(key(&path)).or_default();
        let purposes = [path.ray.purpose.moves(), path.ray.purpose.captures()];
        for (range, _) in ranges.iter_mut().zip(purposes).filter(|(_, wanted)| *wanted) {
            *range = path.ray.range.max(*range);
        }
    }
    table
}

fn movement_of(table: &BTreeMap<Key, Ranges>) -> Movement {
    let (mut rays, mut paths) = (Vec::new(), Vec::new());
    for (&(files, ranks, hurdle, bend, initial, en_passant), &[moves, captures]) in table {
        let parts = match moves == captures {
            true => vec![(moves, Purpose::Both)],
            false => vec![(moves, Purpose::MoveOnly), (captures, Purpose::CaptureOnly)],
        };
        for (range, purpose) in parts.into_iter().filter(|(range, _)| *range > 0) {
            let ray = Ray { files, ranks, range, purpose };
            let path = Path { ray, hurdle, bend, initial, en_passant };
            match path == Path::of_ray(ray) {
                true => rays.push(ray),
                false => paths.push(path),
            }
        }
    }
    Movement::new(rays).with_paths(paths)
}

#[cfg(test)]
mod tests {
    use rules::betza;

    use super::*;

    const PLAIN: GridTool = GridTool {
        way: Way::Leap,
        purpose: Purpose::Both,
        symmetry: Symmetry::All,
        initial: false,
    };

    fn written(clicks: &[(GridTool, Cell)]) -> String {
        let movement = clicks
            .iter()
            .fold(Movement::default(), |movement, (tool, cell)| clicked(&movement, *tool, *cell));
        betza::format(&movement)
    }

    #[test]
    fn clicks_are_written_as_betza() {
        let tool = |way, purpose| GridTool { way, purpose, ..PLAIN };
        let slide = tool(Way::Slide, Purpose::Both);
        assert_eq!(written(&[(PLAIN, (1, 2))]), "N");
        assert_eq!(written(&[(PLAIN, (1, 3)), (slide, (0, 4))]), "RC");
        assert_eq!(written(&[(slide, (3, 3))]), "B3");
        assert_eq!(written(&[(slide, (2, 1))]), "NN");
        let cannon = [
            (tool(Way::Slide, Purpose::MoveOnly), (0, 4)),
            (tool(Way::Hop, Purpose::CaptureOnly), (0, 2)),
        ];
        assert_eq!(written(&cannon), "mRpcR");
        assert_eq!(
            written(&[
                (tool(Way::ShortHop, Purpose::Both), (0, 2)),
                (tool(Way::ShortHop, Purpose::Both), (2, 2))
            ]),
            "gQ"
        );
        assert_eq!(written(&[(tool(Way::Lame, Purpose::Both), (2, 1))]), "nN");
        assert_eq!(written(&[(tool(Way::Jump, Purpose::Both), (2, 0))]), "jD");
        let griffon = betza::parse("t[FR]").expect("a movement");
        assert_eq!(clicked(&Movement::default(), tool(Way::Bend, Purpose::Both), (1, 1)), griffon);
        let aanca = betza::parse("t[WB]").expect("a movement");
        assert_eq!(clicked(&Movement::default(), tool(Way::Bend, Purpose::Both), (0, 1)), aanca);
    }

    #[test]
    fn symmetry_and_purposes_are_kept_apart() {
        let one = GridTool { symmetry: Symmetry::One, ..PLAIN };
        let sides = GridTool { symmetry: Symmetry::Sides, ..PLAIN };
        let pawn = [
            (GridTool { purpose: Purpose::MoveOnly, ..one }, (0, 1)),
            (GridTool { purpose: Purpose::CaptureOnly, ..sides }, (1, 1)),
        ];
        assert_eq!(written(&pawn), "fmWfcF");
        let first = GridTool { way: Way::Lame, purpose: Purpose::MoveOnly, initial: true, ..one };
        assert_eq!(written(&[pawn[0], pawn[1], (first, (0, 2))]), "fmWfcFfinmD");
        // Without the moves, taking is left.
        let moves = GridTool { purpose: Purpose::MoveOnly, ..PLAIN };
        assert_eq!(written(&[(PLAIN, (1, 2)), (moves, (2, 1))]), "cN");
    }

    #[test]
    fn a_second_click_takes_away() {
        for way in Way::ALL {
            let tool = GridTool { way, ..PLAIN };
            assert_eq!(written(&[(tool, (2, 2)), (tool, (-2, 2))]), "", "{way:?}");
        }
        let knight = betza::parse("N").expect("a movement");
        let tool = GridTool { way: Way::Slide, ..PLAIN };
        let both = clicked(&clicked(&knight, tool, (0, 4)), tool, (4, 0));
        assert_eq!(both, knight, "what was there stays");
    }

    #[test]
    fn typed_betza_is_drawn() {
        let drawn = |text: &str| marks(&betza::parse(text).expect("a movement"));
        assert_eq!(drawn("N").len(), 8);
        assert_eq!(drawn("R").len(), 16);
        assert_eq!(drawn("R2").len(), 8);
        let cannon = drawn("mRcpR");
        assert_eq!(cannon.len(), 16);
        let (slide, hop) = (Some(Way::Slide), Some(Way::Hop));
        assert_eq!(cannon[&(0, 1)], CellMark { moves: slide, captures: None });
        assert_eq!(cannon[&(0, 3)], CellMark { moves: slide, captures: hop });
        let griffon = drawn("t[FR]");
        assert_eq!(griffon[&(1, 1)].moves, Some(Way::Leap));
        assert_eq!(griffon[&(1, 4)].captures, Some(Way::Bend));
        assert!(!griffon.contains_key(&(0, 1)));
        assert!(drawn("(15,15)").is_empty());
        let lines = |text: &str| lines(&betza::parse(text).expect("a movement"));
        assert!(lines("KNC").is_empty());
        assert!(lines("fR").contains(&(Way::Slide, [(0, 0), (0, 4)])));
        assert!(lines("fR3").contains(&(Way::Slide, [(0, 0), (0, 3)])));
        assert_eq!(lines("t[FR]").len(), 8);
        assert!(lines("t[FR]").contains(&(Way::Bend, [(1, 1), (1, 4)])));
    }
}
