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
//! | `fhN` `hrN` | half of the steps: all that go forward; those that turn right |
//! | `(4,1)` | a leap by so many squares and so many |
//! | `pR` `gQ` | hops over one piece: to any square behind it, to the next square behind it |
//! | `nN` `jD` | a lame leap: the squares that it passes are empty; one that needs a piece there |
//! | `ifmnD` | only from the squares of first moves |
//! | `fceF` | takes in passing too |
//! | `t[FR]` | a leap to an empty square, or from there on and outward as a rider; `FyafsF` and `[F?fsR]` are the same |
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
//! let error = betza::parse("NaA").unwrap_err();
//! assert!(error.to_string().starts_with("position 2: `a` (moving again) is not supported; expected"));
//! # Ok::<(), betza::BetzaError>(())
//! ```

mod fault;
mod format;
#[cfg(test)]
mod tests;

pub use fault::{BetzaError, Problem};
pub use format::format;

use std::borrow::Cow;

use crate::message;
use crate::movement::{Hurdle, Movement, Path, Purpose, Ray};

/// Reads a piece's movement in Betza notation.
pub fn parse(text: &str) -> Result<Movement, BetzaError> {
    let mut reader = Reader { characters: text.chars().collect(), read: 0 };
    if text.is_empty() {
        return Err(error(0, Problem::Empty));
    }
    let mut parts = Parts::default();
    while reader.peek().is_some() {
        reader.term(&mut parts)?;
    }
    Ok(Movement::new(parts.rays).with_paths(parts.paths))
}

/// Files and ranks of a step.
type Step = (i8, i8);

/// A capital letter: its leaps, each standing for all its turned and mirrored images.
#[derive(Clone)]
struct Atom {
    letter: char,
    leaps: Cow<'static, [Step]>,
    range: u8,
}

impl Atom {
    const fn new(letter: char, leaps: &'static [Step], range: u8) -> Atom {
        Atom { letter, leaps: Cow::Borrowed(leaps), range }
    }

    /// A leap that has no letter.
    fn of_leap(near: i8, far: i8) -> Atom {
        Atom { letter: '(', leaps: Cow::Owned(vec![(near, far)]), range: 1 }
    }

    /// Is it a leap that is neither orthogonal nor diagonal?
    fn is_oblique(&self) -> bool {
        self.leaps.iter().all(|&(near, far)| near != 0 && near != far)
    }

    /// All steps; those of orthogonal and diagonal leaps come twice.
    fn steps(&self) -> impl Iterator<Item = Step> + '_ {
        let turned = self.leaps.iter().flat_map(|&(near, far)| [(near, far), (far, near)]);
        turned.flat_map(|(x, y)| [(x, y), (x, -y), (-x, y), (-x, -y)])
    }
}

static ATOMS: [Atom; 14] = [
    Atom::new('W', &[(0, 1)], 1),
    Atom::new('F', &[(1, 1)], 1),
    Atom::new('D', &[(0, 2)], 1),
    Atom::new('N', &[(1, 2)], 1),
    Atom::new('A', &[(2, 2)], 1),
    Atom::new('H', &[(0, 3)], 1),
    Atom::new('C', &[(1, 3)], 1),
    Atom::new('L', &[(1, 3)], 1),
    Atom::new('Z', &[(2, 3)], 1),
    Atom::new('G', &[(3, 3)], 1),
    Atom::new('K', &[(0, 1), (1, 1)], 1),
    Atom::new('R', &[(0, 1)], Ray::UNLIMITED),
    Atom::new('B', &[(1, 1)], Ray::UNLIMITED),
    Atom::new('Q', &[(0, 1), (1, 1)], Ray::UNLIMITED),
];

/// How the Interactive Diagram writes griffon and aanca, and how they are written here.
const BENT_RIDERS: [(&str, &str); 4] =
    [("FyafsF", "t[FR]"), ("[F?fsR]", "t[FR]"), ("WyafsW", "t[WB]"), ("[W?fsB]", "t[WB]")];

/// One of the letters f b l r v s; or h, which halves.
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
            'h' => &[],
            _ => return None,
        };
        Some(Way { letter, sides })
    }

    /// May `second` narrow this way down, as in `fr` and `fs`?
    fn pairs_with(self, second: Way) -> bool {
        match (self.sides, second.sides) {
            ([_], []) => true,
            ([], [side]) => side.1 == 0,
            ([first], [second, ..]) => reach(*first, *second) == 0,
            _ => false,
        }
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
            Some(second) if second.sides.is_empty() => self.first.is_touched_by(step),
            Some(second) if self.first.sides.is_empty() => {
                let turns_right = (step.0.abs() < step.1.abs()) == (step.0 * step.1 > 0);
                turns_right == (second.letter == 'r')
            }
            Some(second) if is_orthogonal => self.first.is_led_by(step) || second.is_led_by(step),
            Some(second) => self.first.is_touched_by(step) && second.is_led_by(step),
        }
    }

    fn is_half(self) -> bool {
        [Some(self.first), self.second].iter().flatten().any(|way| way.sides.is_empty())
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
    /// Some of `p`, `g`, `n`, `j`, `i` and `e`.
    flags: String,
}

/// What has been read so far.
#[derive(Default)]
struct Parts {
    rays: Vec<Ray>,
    paths: Vec<Path>,
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

    /// Do the directions mean something before this atom?
    fn check_directions(&self, atom: &Atom) -> Result<(), Problem> {
        let pair = self.directions.iter().find(|direction| direction.second.is_some());
        if let Some(pair) = pair.filter(|_| atom.leaps.len() > 1) {
            return Err(Problem::Ambiguous(pair.letters(), atom.letter));
        }
        match self.directions.iter().any(|direction| direction.is_half()) && !atom.is_oblique() {
            true => {
                let expected = message!("betza-oblique", "an oblique leap such as `fhN`");
                Err(Problem::Misplaced('h', atom.letter, expected))
            }
            false => Ok(()),
        }
    }

    /// Do the other modifiers mean something before this atom?
    fn check_flags(&self, atom: &Atom, range: u8) -> Result<(), Problem> {
        let has = |letter| self.flags.contains(letter);
        let misplaced = |letter, expected| Err(Problem::Misplaced(letter, atom.letter, expected));
        for letter in ['p', 'g'] {
            if has(letter) && (range == 1 || has('n') || has('j')) {
                return misplaced(letter, message!("betza-rider", "a rider such as `pR`"));
            }
        }
        for letter in ['n', 'j'] {
            if has(letter) && range > 1 {
                return misplaced(letter, message!("betza-leap", "a leap such as `nN`"));
            }
        }
        match () {
            () if has('j') && atom.leaps.iter().any(|&(_, far)| far == 1) => {
                let expected =
                    message!("betza-passing-leap", "a leap that passes a square, such as `jD`");
                misplaced('j', expected)
            }
            () if has('p') && has('g') => {
                misplaced('g', message!("betza-p-or-g", "either `p` or `g`"))
            }
            () if has('n') && has('j') => {
                misplaced('j', message!("betza-n-or-j", "either `n` or `j`"))
            }
            () if has('g') && range != Ray::UNLIMITED => {
                let expected =
                    message!("betza-hop-without-number", "a rider without a number, such as `gQ`");
                misplaced('g', expected)
            }
            () if has('e') && (range > 1 || self.purpose() != Purpose::CaptureOnly) => {
                let expected =
                    message!("betza-taking-leap", "a leap that takes only, such as `fceF`");
                misplaced('e', expected)
            }
            () => Ok(()),
        }
    }

    /// Adds a step with these modifiers.
    fn add(&self, (files, ranks): Step, range: u8, parts: &mut Parts) {
        let has = |letter| self.flags.contains(letter);
        let mut path = Path::of_ray(Ray { files, ranks, range, purpose: self.purpose() });
        path.initial = has('i');
        path.en_passant = has('e');
        let passes_squares = path.passed_squares().next().is_some();
        path.hurdle = match () {
            () if has('p') || has('g') => Hurdle::Hop,
            () if has('n') && passes_squares => Hurdle::Lame,
            () if has('j') => Hurdle::Jump,
            () => Hurdle::None,
        };
        if path == Path::of_ray(path.ray) {
            parts.rays.push(path.ray);
        } else {
            parts.paths.push(path);
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
    fn term(&mut self, parts: &mut Parts) -> Result<(), BetzaError> {
        let is_next = |text: &&(&str, &str)| {
            let rest = self.characters.iter().skip(self.read);
            text.0.chars().eq(rest.take(text.0.len()).copied())
        };
        if let Some((text, meaning)) = BENT_RIDERS.iter().find(is_next) {
            self.read += text.len();
            return Reader { characters: meaning.chars().collect(), read: 0 }.term(parts);
        }
        let start = self.read;
        let modifiers = self.modifiers()?;
        if self.peek() == Some('t') {
            return self.bent(start, &modifiers, parts);
        }
        let atom = self.atom(start)?;
        let at = self.read - 1;
        modifiers.check_directions(&atom).map_err(|problem| error(at, problem))?;
        let range = self.range(&atom)?;
        modifiers.check_flags(&atom, range).map_err(|problem| error(at, problem))?;
        let range = if modifiers.flags.contains('g') { 1 } else { range };
        for step in atom.steps().filter(|&step| modifiers.include(step)) {
            modifiers.add(step, range, parts);
        }
        Ok(())
    }

    /// Reads a bent rider such as `t[FR]`.
    fn bent(
        &mut self,
        start: usize,
        modifiers: &Modifiers,
        parts: &mut Parts,
    ) -> Result<(), BetzaError> {
        let at = self.read;
        let bad = || error(at, Problem::BadBend);
        self.read += 1;
        self.take_if(|c| c == '[').ok_or_else(bad)?;
        if !modifiers.directions.is_empty() || !modifiers.flags.is_empty() || at < start {
            return Err(bad());
        }
        let first = self.modifiers()?;
        let is_over = |reader: &Reader| matches!(reader.peek(), None | Some(']'));
        if is_over(self) {
            return Err(bad());
        }
        let (leap_at, leap) = (self.read, self.atom(self.read)?);
        first.check_directions(&leap).map_err(|problem| error(leap_at, problem))?;
        if is_over(self) {
            return Err(bad());
        }
        let rider = self.atom(self.read)?;
        let range = self.range(&rider)?;
        self.take_if(|c| c == ']').ok_or_else(bad)?;
        if leap.range > 1 || range == 1 || !first.purposes.is_empty() || !first.flags.is_empty() {
            return Err(bad());
        }
        let purpose = modifiers.purpose();
        for bend in leap.steps().filter(|&step| first.include(step)) {
            parts.rays.push(Ray { files: bend.0, ranks: bend.1, range: 1, purpose });
            let furthest = rider.steps().map(|step| reach(step, bend)).max();
            for step in rider.steps().filter(|&step| Some(reach(step, bend)) == furthest) {
                let ray = Ray { files: step.0, ranks: step.1, range, purpose };
                parts.paths.push(Path { bend: Some(bend), ..Path::of_ray(ray) });
            }
        }
        Ok(())
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
            } else if let Some(letter) = self.take_if(|c| "pgnjie".contains(c)) {
                if modifiers.flags.contains(letter) {
                    return repeated(letter.to_string());
                }
                modifiers.flags.push(letter);
            } else {
                return Ok(modifiers);
            }
        }
    }

    fn direction(&mut self) -> Option<Direction> {
        let halves =
            |reader: &Reader| matches!(reader.characters.get(reader.read + 1), Some('l' | 'r'));
        let first =
            if self.peek() == Some('h') && !halves(self) { None } else { self.take_way(|_| true) }?;
        let is_doubled = self.take_way(|way| way == first).is_some();
        let second = self.take_way(|way| !is_doubled && first.pairs_with(way));
        Some(Direction { first, second })
    }

    /// Reads the capital letter that the modifiers from `start` on belong to.
    fn atom(&mut self, start: usize) -> Result<Cow<'static, Atom>, BetzaError> {
        let position = self.read;
        let found = self.take_if(|c| !c.is_ascii_digit());
        if found == Some('(') {
            let leap = self.leap().ok_or_else(|| error(position, Problem::BadLeap))?;
            return Ok(Cow::Owned(leap));
        }
        if let Some(atom) = ATOMS.iter().find(|atom| Some(atom.letter) == found) {
            return Ok(Cow::Borrowed(atom));
        }
        Err(match found {
            Some(character) => error(position, Problem::of_letter(character)),
            None if start == position => error(position, Problem::StrayRange(self.take_digits())),
            None => {
                let modifiers = self.characters[start..position].iter().collect();
                error(start, Problem::NoAtom(modifiers))
            }
        })
    }

    /// Reads the rest of a leap such as `(4,1)`.
    fn leap(&mut self) -> Option<Atom> {
        let number = |digits: String| digits.parse::<i8>().ok().filter(|n| *n <= 15);
        let one = number(self.take_digits())?;
        self.take_if(|c| c == ',')?;
        let other = number(self.take_digits())?;
        self.take_if(|c| c == ')')?;
        (one.max(other) > 0).then(|| Atom::of_leap(one.min(other), one.max(other)))
    }

    /// Reads what says how often `atom` may repeat its step.
    fn range(&mut self, atom: &Atom) -> Result<u8, BetzaError> {
        let again = |reader: &mut Reader| reader.take_if(|c| c == atom.letter).is_some();
        if atom.letter != '(' && again(self) {
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

/// A problem with the character after the first `read` ones.
fn error(read: usize, problem: Problem) -> BetzaError {
    BetzaError { position: read + 1, problem }
}
