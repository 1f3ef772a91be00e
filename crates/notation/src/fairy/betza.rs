//! Betza notation as Fairy-Stockfish reads it: fewer letters, and other pairs of directions than ours.

use std::collections::BTreeMap;

use rules::{Hurdle, Movement, Path, Purpose, Ray};

type Step = (i8, i8);

/// How a piece moves; nothing if the text says what Fairy-Stockfish passes over without a word, or what
/// cannot be expressed here.
pub(super) fn read(text: &str) -> Option<Movement> {
    let mut reader = Reader { rest: text.chars().collect(), ways: BTreeMap::new() };
    reader.rest.reverse();
    while !reader.rest.is_empty() {
        reader.term()?;
    }
    movement(&reader.ways)
}

/// A movement without captures in passing, which belong to whole pieces there.
pub(super) fn without_en_passant(movement: &Movement) -> Movement {
    let plain = |path: &Path| Path { en_passant: false, ..*path };
    let paths = movement.paths().iter().map(plain);
    let (rays, paths): (Vec<Path>, Vec<Path>) =
        paths.partition(|path| *path == Path::of_ray(path.ray));
    Movement::new(movement.rays().iter().copied().chain(rays.iter().map(|path| path.ray)))
        .with_paths(paths)
}

/// How a piece gets somewhere. Of the same way in the same direction the last word counts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Manner {
    Leap,
    Slide,
    Hop,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Way {
    manner: Manner,
    initial: bool,
    step: Step,
    captures: bool,
}

/// For a leap that is lame, in place of a number of steps.
const LAME: u8 = u8::MAX;

/// The small letters before an atom.
#[derive(Default)]
struct Modifiers {
    directions: Vec<[char; 2]>,
    purposes: Vec<char>,
    hops: bool,
    lame: bool,
    initial: bool,
    /// The most steps, 0 without a limit.
    range: u8,
}

struct Reader {
    /// The text from its end.
    rest: Vec<char>,
    /// How far each way leads.
    ways: BTreeMap<Way, u8>,
}

const VERTICAL: &str = "fbvh";
const HORIZONTAL: &str = "rlsh";

/// The steps of a leap by `far` and `near` squares, and the directions that name them.
fn steps((far, near): Step) -> [(Step, [&'static str; 7]); 8] {
    [
        ((near, far), ["ff", "vv", "rf", "rv", "fh", "rh", "hr"]),
        ((-near, -far), ["bb", "vv", "lb", "lv", "bh", "lh", "hr"]),
        ((far, -near), ["rr", "ss", "br", "bs", "bh", "rh", "hr"]),
        ((-far, near), ["ll", "ss", "fl", "fs", "fh", "lh", "hr"]),
        ((far, near), ["rr", "ss", "fr", "fs", "fh", "rh", "hl"]),
        ((-far, -near), ["ll", "ss", "bl", "bs", "bh", "lh", "hl"]),
        ((near, -far), ["bb", "vv", "rb", "rv", "bh", "rh", "hl"]),
        ((-near, far), ["ff", "vv", "lf", "lv", "fh", "lh", "hl"]),
    ]
}

fn leaps(letter: char) -> Option<&'static [Step]> {
    Some(match letter {
        'W' | 'R' => &[(1, 0)],
        'F' | 'B' => &[(1, 1)],
        'K' | 'Q' => &[(1, 0), (1, 1)],
        'D' => &[(2, 0)],
        'N' => &[(2, 1)],
        'A' => &[(2, 2)],
        'H' => &[(3, 0)],
        'L' | 'C' => &[(3, 1)],
        'J' | 'Z' => &[(3, 2)],
        'G' => &[(3, 3)],
        _ => return None,
    })
}

impl Reader {
    fn term(&mut self) -> Option<()> {
        let mut modifiers = Modifiers::default();
        loop {
            let letter = self.rest.pop()?;
            match letter {
                'm' | 'c' => modifiers.purposes.push(letter),
                'p' => modifiers.hops = true,
                'g' => (modifiers.hops, modifiers.range) = (true, 1),
                'n' => modifiers.lame = true,
                'i' => modifiers.initial = true,
                // It makes the whole piece take in passing, which is read elsewhere.
                'e' => {}
                _ if VERTICAL.contains(letter) || HORIZONTAL.contains(letter) => {
                    let direction = self.direction(letter);
                    modifiers.directions.push(direction);
                }
                _ => return self.atom(letter, modifiers),
            }
        }
    }

    fn direction(&mut self, first: char) -> [char; 2] {
        let pairs = |next: &mut char| {
            let crosses = |one: &str, other: &str| one.contains(first) && other.contains(*next);
            *next == first || crosses(VERTICAL, HORIZONTAL) || crosses(HORIZONTAL, VERTICAL)
        };
        [first, self.rest.pop_if(pairs).unwrap_or(first)]
    }

    fn atom(&mut self, letter: char, modifiers: Modifiers) -> Option<()> {
        let leaps = leaps(letter)?;
        let mut slides = "RBQ".contains(letter);
        let mut range = modifiers.range;
        if let Some(again) = self.rest.pop_if(|next| *next == letter || next.is_ascii_digit()) {
            slides = true;
            range = again.to_digit(10).map_or(range, |digit| digit as u8);
        }
        let manner = match slides {
            _ if modifiers.hops => Manner::Hop,
            true => Manner::Slide,
            false => Manner::Leap,
        };
        // A lame rider is a rider.
        if modifiers.lame && manner != Manner::Leap {
            return None;
        }
        let range = if modifiers.lame { LAME } else { range };
        for leap in leaps {
            let is_straight = leaps.len() == 1 && leap.1 == 0;
            let directions = directions(&modifiers.directions, is_straight);
            for (step, names) in steps(*leap) {
                let is_meant = |name: &&str| directions.iter().any(|named| named == name);
                if directions.is_empty() || names.iter().any(is_meant) {
                    for captures in [false, true] {
                        let purpose = if captures { 'c' } else { 'm' };
                        let all = modifiers.purposes.is_empty();
                        if all || modifiers.purposes.contains(&purpose) {
                            let initial = modifiers.initial;
                            self.ways.insert(Way { manner, initial, step, captures }, range);
                        }
                    }
                }
            }
        }
        Some(())
    }
}

/// Directions by name; those of a straight piece name each side for itself.
fn directions(pairs: &[[char; 2]], is_straight: bool) -> Vec<String> {
    let split = |[one, other]: &[char; 2]| match is_straight && one != other {
        true => vec![[*one; 2], [*other; 2]],
        false => vec![[*one, *other]],
    };
    pairs.iter().flat_map(split).map(|pair| pair.iter().collect()).collect()
}

/// What all ways are together, if each of them is played by Fairy-Stockfish and here.
fn movement(ways: &BTreeMap<Way, u8>) -> Option<Movement> {
    let (mut rays, mut paths) = (Vec::new(), Vec::new());
    for (way, range) in ways {
        // What is only there at first never takes.
        if way.initial && way.captures {
            return None;
        }
        let other = ways.get(&Way { captures: !way.captures, ..*way });
        let purpose = match way.captures {
            true if other == Some(range) => continue,
            true => Purpose::CaptureOnly,
            false if other == Some(range) => Purpose::Both,
            false => Purpose::MoveOnly,
        };
        let (files, ranks) = way.step;
        let long = (files.abs().max(ranks.abs()), files.abs().min(ranks.abs()));
        let (hurdle, range) = match (way.manner, *range, long) {
            (Manner::Leap, LAME, (2, 0..=2) | (3, 2)) => (Hurdle::Lame, 1),
            (Manner::Leap, LAME, _) => return None,
            (Manner::Leap, ..) => (Hurdle::None, 1),
            (Manner::Slide, 0, (1, _) | (2, 1)) => (Hurdle::None, Ray::UNLIMITED),
            (Manner::Slide, range, (1, _)) => (Hurdle::None, range),
            (Manner::Hop, 0, (1, _)) => (Hurdle::Hop, Ray::UNLIMITED),
            (Manner::Hop, 1, (1, _)) => (Hurdle::Hop, 1),
            _ => return None,
        };
        let ray = Ray { files, ranks, range, purpose };
        match hurdle == Hurdle::None && !way.initial {
            true => rays.push(ray),
            false => paths.push(Path { hurdle, initial: way.initial, ..Path::of_ray(ray) }),
        }
    }
    Some(Movement::new(rays).with_paths(paths))
}

#[cfg(test)]
mod tests {
    use rules::betza;

    use super::*;

    #[test]
    fn the_usual_is_read_as_everywhere() {
        for text in ["fmWfcF", "N", "RcpRnN", "mRcpR", "fsW", "nA", "imnA", "NN", "R3", "gQ", "fhN"]
        {
            assert_eq!(read(text), betza::parse(text).ok(), "{text}");
        }
        assert_eq!(read("J"), betza::parse("Z").ok());
        assert_eq!(read("fceF"), betza::parse("fcF").ok());
        // These pairs mean nothing there.
        assert_eq!(read("vsFW"), betza::parse("W").ok());
        // The last word counts.
        assert_eq!(read("fRBR3"), betza::parse("BR3").ok());
        assert_eq!(read("pW"), betza::parse("pR").ok());
    }

    #[test]
    fn what_is_passed_over_there_is_refused() {
        for text in [
            "G2", "DD", "pB2", "gQ3", "gN2", "nK", "nC", "iF", "(4,1)", "jD", "N2", "R12", "nR",
            "f",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
