//! How a piece moves in Betza notation, the shorthand of the chess variant world, in and out.
//!
//! A piece is a row of atoms; it can do what any of them can. Small letters before an atom
//! restrict it, a number after it or writing it twice lets it repeat its step.
//!
//! | written | meaning |
//! |---|---|
//! | `W` `F` `D` `A` `H` `G` | leaps by (1,0) (1,1) (2,0) (2,2) (3,0) (3,3) |
//! | `N` `C` or `L` `Z` | leaps by (2,1) (3,1) (3,2) |
//! | `R` `B` `K` `Q` | short for `WW` `FF` `WF` `RB`, with the same modifiers: `fK` is `fWfF` |
//! | `NN`, `N0` | a rider: the step is repeated until something is in the way |
//! | `W3`, `R4` | at most that many steps, 1 to 15 |
//! | `m` `c` | only to empty squares, only taking; `mc` is both, as is neither |
//! | `f` `b` `l` `r` | the steps that lead furthest forward, back, left, right |
//! | `v` `s` | `f` and `b`, `l` and `r` |
//! | `frW` | orthogonal atoms: the one and the other, `fWrW` |
//! | `frF` | diagonal atoms: the one step that goes both ways |
//! | `frN` `fsN` | others: what leads the second way and also goes the first, (2,1) and (±2,1) |
//! | `ffsN` | `fNsN`: a doubled direction does not pair with the next |
//!
//! Directions pair from left to right, `v` and `s` only as the second of a pair, and all that
//! is named adds up: `fbsN` is `fNbsN`. XBoard and Fairy-Stockfish read `N` `C` `Z` like that,
//! but the latter leaves `vlN` and its like without moves. On `K` and `Q` programs disagree
//! (`fK` is one step in XBoard), so two paired directions are refused there.
//!
//! ```
//! use xxlchess_rules::betza;
//!
//! let pawn = betza::parse("fmWfcF")?;
//! assert_eq!(pawn.rays().len(), 3);
//! assert_eq!(betza::parse("Q")?, betza::parse("WWFF")?);
//!
//! let error = betza::parse("NjA").unwrap_err();
//! assert!(error.to_string().starts_with("position 2: `j` (jumping) is not supported; expected"));
//! # Ok::<(), betza::BetzaError>(())
//! ```

mod format;
#[cfg(test)]
mod tests;

use thiserror::Error;

pub use format::format;

use crate::movement::{Movement, Purpose, Ray};

/// Reads a piece's movement in Betza notation.
pub fn parse(text: &str) -> Result<Movement, BetzaError> {
    let mut reader = Reader { characters: text.chars().collect(), read: 0 };
    if text.is_empty() {
        return Err(error(0, Problem::Empty));
    }
    let mut rays = Vec::new();
    while reader.peek().is_some() {
        rays.extend(reader.term()?);
    }
    Ok(Movement::new(rays))
}

/// Why a text is not the movement of a piece, and where.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("position {position}: {problem}")]
pub struct BetzaError {
    /// The character at fault; the first one is 1.
    pub position: usize,
    /// What is wrong with it.
    pub problem: Problem,
}

/// What was found instead of a movement.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Problem {
    /// The text is empty.
    #[error("nothing to read, expected a movement such as `N` or `fmWfcF`")]
    Empty,
    /// A letter of Betza notation that is not played here, and what it means.
    #[error("`{0}` ({1}) is not supported; {EXPECTED}")]
    Unsupported(char, &'static str),
    /// No letter of Betza notation.
    #[error("`{}` is not known; {EXPECTED}", .0.escape_debug())]
    Unknown(char),
    /// Modifiers that modify nothing.
    #[error("modifiers `{0}` without an atom, expected one of WFDANHCLZGRBKQ after them")]
    NoAtom(String),
    /// The same modifier twice for one atom.
    #[error("repeated modifier `{0}`, expected it once for an atom")]
    Repeated(String),
    /// Two directions before a letter where programs differ on what they mean.
    #[error("ambiguous `{0}` before `{1}`, expected atoms of one kind, such as `fWfrF`")]
    Ambiguous(String, char),
    /// A letter written three times, or one that rides already written twice.
    #[error("one `{0}` too many, expected it once, or twice for a rider; R, B and Q ride already")]
    OneTooMany(char),
    /// A number that no atom, or one written twice, stands before.
    #[error("range `{0}` out of place, expected it after an atom that is written once")]
    StrayRange(String),
    /// A number of steps that no board has room for.
    #[error("range `{0}`, expected 1 to 15, or 0 for no limit")]
    BadRange(String),
}

const EXPECTED: &str =
    "expected one of the atoms WFDANHCLZGRBKQ, the modifiers fblrvsmc or a range";

/// What Betza notation and its extensions know and this program does not play.
const UNSUPPORTED: [(&str, &str); 22] = [
    ("a", "moving again"),
    ("d", "taking own pieces"),
    ("e", "taking en passant"),
    ("g", "hopping like a grasshopper"),
    ("h", "half of the directions"),
    ("i", "only as a first move"),
    ("j", "jumping"),
    ("n", "not jumping"),
    ("o", "going around a cylinder"),
    ("p", "hopping like a cannon"),
    ("q", "riding in circles"),
    ("t", "one move and then another"),
    ("u", "unloading a piece"),
    ("x", "borrowing moves"),
    ("y", "changing the range on the way"),
    ("z", "riding in a zigzag"),
    ("IJ", "an old letter, now H or Z"),
    ("O", "castling"),
    ("U", "leaping anywhere"),
    ("XY", "longer leaps"),
    ("()[]-", "moves of several parts"),
    (" ", "a blank"),
];

/// Files and ranks of a step.
type Step = (i8, i8);

/// A capital letter: its leaps, each standing for all its turned and mirrored images.
struct Atom {
    letter: char,
    leaps: &'static [Step],
    range: u8,
}

impl Atom {
    /// All steps; those of orthogonal and diagonal leaps come twice.
    fn steps(&self) -> impl Iterator<Item = Step> {
        let turned = self.leaps.iter().flat_map(|&(near, far)| [(near, far), (far, near)]);
        turned.flat_map(|(x, y)| [(x, y), (x, -y), (-x, y), (-x, -y)])
    }
}

const ATOMS: [Atom; 14] = [
    Atom { letter: 'W', leaps: &[(0, 1)], range: 1 },
    Atom { letter: 'F', leaps: &[(1, 1)], range: 1 },
    Atom { letter: 'D', leaps: &[(0, 2)], range: 1 },
    Atom { letter: 'N', leaps: &[(1, 2)], range: 1 },
    Atom { letter: 'A', leaps: &[(2, 2)], range: 1 },
    Atom { letter: 'H', leaps: &[(0, 3)], range: 1 },
    Atom { letter: 'C', leaps: &[(1, 3)], range: 1 },
    Atom { letter: 'L', leaps: &[(1, 3)], range: 1 },
    Atom { letter: 'Z', leaps: &[(2, 3)], range: 1 },
    Atom { letter: 'G', leaps: &[(3, 3)], range: 1 },
    Atom { letter: 'K', leaps: &[(0, 1), (1, 1)], range: 1 },
    Atom { letter: 'R', leaps: &[(0, 1)], range: Ray::UNLIMITED },
    Atom { letter: 'B', leaps: &[(1, 1)], range: Ray::UNLIMITED },
    Atom { letter: 'Q', leaps: &[(0, 1), (1, 1)], range: Ray::UNLIMITED },
];

/// One of the letters f b l r v s.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Way {
    letter: char,
    /// The sides it names, as steps of one square.
    sides: &'static [Step],
}

impl Way {
    fn from_letter(letter: char) -> Option<Way> {
        let sides: &[Step] = match letter {
            'f' => &[(0, 1)],
            'b' => &[(0, -1)],
            'l' => &[(-1, 0)],
            'r' => &[(1, 0)],
            'v' => &[(0, 1), (0, -1)],
            's' => &[(-1, 0), (1, 0)],
            _ => return None,
        };
        Some(Way { letter, sides })
    }

    /// May `second` narrow this way down, as in `fr` and `fs`?
    fn pairs_with(self, second: Way) -> bool {
        self.sides.len() == 1 && reach(self.sides[0], second.sides[0]) == 0
    }

    /// Does the step go this way at all?
    fn is_touched_by(self, step: Step) -> bool {
        self.sides.iter().any(|&side| reach(step, side) > 0)
    }

    /// Does the step go this way at least as far as any other?
    fn is_led_by(self, step: Step) -> bool {
        let furthest = step.0.abs().max(step.1.abs());
        self.sides.iter().any(|&side| reach(step, side) == furthest)
    }
}

/// How far a step goes towards a side.
fn reach(step: Step, side: Step) -> i8 {
    step.0 * side.0 + step.1 * side.1
}

/// One way, or two perpendicular ones.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Direction {
    first: Way,
    second: Option<Way>,
}

impl Direction {
    fn includes(self, step: Step) -> bool {
        let is_orthogonal = step.0 == 0 || step.1 == 0;
        match self.second {
            None => self.first.is_led_by(step),
            Some(second) if is_orthogonal => self.first.is_led_by(step) || second.is_led_by(step),
            Some(second) => self.first.is_touched_by(step) && second.is_led_by(step),
        }
    }

    fn letters(self) -> String {
        [Some(self.first), self.second].into_iter().flatten().map(|way| way.letter).collect()
    }
}

/// The small letters before an atom.
#[derive(Default)]
struct Modifiers {
    directions: Vec<Direction>,
    /// `m`, `c`, both or neither.
    purposes: String,
}

impl Modifiers {
    fn include(&self, step: Step) -> bool {
        self.directions.is_empty() || self.directions.iter().any(|d| d.includes(step))
    }

    fn purpose(&self) -> Purpose {
        match self.purposes.as_str() {
            "m" => Purpose::MoveOnly,
            "c" => Purpose::CaptureOnly,
            _ => Purpose::Both,
        }
    }
}

/// The text, and how much of it has been read.
struct Reader {
    characters: Vec<char>,
    read: usize,
}

impl Reader {
    fn peek(&self) -> Option<char> {
        self.characters.get(self.read).copied()
    }

    fn take_if(&mut self, wanted: impl Fn(char) -> bool) -> Option<char> {
        let character = self.peek().filter(|&c| wanted(c))?;
        self.read += 1;
        Some(character)
    }

    fn take_digits(&mut self) -> String {
        std::iter::from_fn(|| self.take_if(|c| c.is_ascii_digit())).collect()
    }

    fn take_way(&mut self, wanted: impl Fn(Way) -> bool) -> Option<Way> {
        let way = self.peek().and_then(Way::from_letter).filter(|&way| wanted(way))?;
        self.read += 1;
        Some(way)
    }

    /// Reads an atom with what stands before and after it.
    fn term(&mut self) -> Result<impl Iterator<Item = Ray>, BetzaError> {
        let start = self.read;
        let modifiers = self.modifiers()?;
        let atom = self.atom(start)?;
        let pair = modifiers.directions.iter().find(|direction| direction.second.is_some());
        if let Some(pair) = pair.filter(|_| atom.leaps.len() > 1) {
            let problem = Problem::Ambiguous(pair.letters(), atom.letter);
            return Err(error(self.read - 1, problem));
        }
        let (range, purpose) = (self.range(atom)?, modifiers.purpose());
        let steps = atom.steps().filter(move |&step| modifiers.include(step));
        Ok(steps.map(move |(files, ranks)| Ray { files, ranks, range, purpose }))
    }

    fn modifiers(&mut self) -> Result<Modifiers, BetzaError> {
        let mut modifiers = Modifiers::default();
        loop {
            let start = self.read;
            let repeated = |letters| Err(error(start, Problem::Repeated(letters)));
            if let Some(direction) = self.direction() {
                if modifiers.directions.contains(&direction) {
                    return repeated(direction.letters());
                }
                modifiers.directions.push(direction);
            } else if let Some(letter) = self.take_if(|c| matches!(c, 'm' | 'c')) {
                if modifiers.purposes.contains(letter) {
                    return repeated(letter.to_string());
                }
                modifiers.purposes.push(letter);
            } else {
                return Ok(modifiers);
            }
        }
    }

    fn direction(&mut self) -> Option<Direction> {
        let first = self.take_way(|_| true)?;
        let is_doubled = self.take_way(|way| way == first).is_some();
        let second = self.take_way(|way| !is_doubled && first.pairs_with(way));
        Some(Direction { first, second })
    }

    /// Reads the capital letter that the modifiers from `start` on belong to.
    fn atom(&mut self, start: usize) -> Result<&'static Atom, BetzaError> {
        let position = self.read;
        let found = self.take_if(|c| !c.is_ascii_digit());
        if let Some(atom) = ATOMS.iter().find(|atom| Some(atom.letter) == found) {
            return Ok(atom);
        }
        Err(match found {
            Some(character) => error(position, not_an_atom(character)),
            None if start == position => error(position, Problem::StrayRange(self.take_digits())),
            None => {
                let modifiers = self.characters[start..position].iter().collect();
                error(start, Problem::NoAtom(modifiers))
            }
        })
    }

    /// Reads what says how often `atom` may repeat its step.
    fn range(&mut self, atom: &Atom) -> Result<u8, BetzaError> {
        let again = |reader: &mut Reader| reader.take_if(|c| c == atom.letter).is_some();
        if again(self) {
            return if atom.range == Ray::UNLIMITED || again(self) {
                Err(error(self.read - 1, Problem::OneTooMany(atom.letter)))
            } else {
                Ok(Ray::UNLIMITED)
            };
        }
        let start = self.read;
        let digits = self.take_digits();
        match (digits.as_str(), digits.parse()) {
            ("", _) => Ok(atom.range),
            ("0", _) => Ok(Ray::UNLIMITED),
            // In an extension of the notation a leading zero means "exactly so many steps".
            (number, Ok(range @ 1..=Ray::UNLIMITED)) if !number.starts_with('0') => Ok(range),
            _ => Err(error(start, Problem::BadRange(digits))),
        }
    }
}

fn not_an_atom(character: char) -> Problem {
    match UNSUPPORTED.iter().find(|(characters, _)| characters.contains(character)) {
        Some((_, meaning)) => Problem::Unsupported(character, meaning),
        None => Problem::Unknown(character),
    }
}

/// A problem with the character after the first `read` ones.
fn error(read: usize, problem: Problem) -> BetzaError {
    BetzaError { position: read + 1, problem }
}
