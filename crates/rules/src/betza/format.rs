//! Writes how a piece moves in Betza notation, as shortly as it is usually written.

use super::{ATOMS, Atom, Direction, Step, Way};
use crate::movement::{Hurdle, Movement, Path, Purpose, Ray};

/// Writes a movement in Betza notation, so that [`parse`](super::parse) gives it again.
///
/// ```
/// use xxlchess_rules::betza;
///
/// assert_eq!(betza::format(&betza::parse("WWFFN")?), "QN");
/// assert_eq!(betza::format(&betza::parse("mRcpR")?), "mRpcR");
/// assert_eq!(betza::format(&xxlchess_rules::Movement::pawn()), "fmWfcF");
/// # Ok::<(), betza::BetzaError>(())
/// ```
pub fn format(movement: &Movement) -> String {
    let mut text = format_rays(movement.rays(), "");
    let mut paths: Vec<Path> = movement.paths().to_vec();
    while let Some(first) = paths.first().copied() {
        let is_alike = |path: &Path| {
            let manner = |path: &Path| (path.hurdle, path.initial, path.en_passant);
            // A hop's range has a letter of its own where it is 1.
            let is_short = |path: &Path| path.hurdle == Hurdle::Hop && path.ray.range == 1;
            let kind = |path: &Path| (path.ray.purpose, path.ray.range, is_diagonal(path.ray));
            match (first.bend, path.bend) {
                (None, None) => {
                    manner(&first) == manner(path) && is_short(&first) == is_short(path)
                }
                (Some(_), Some(_)) => kind(&first) == kind(path),
                _ => false,
            }
        };
        let (alike, rest): (Vec<Path>, Vec<Path>) = paths.iter().partition(|path| is_alike(path));
        paths = rest;
        text += &match first.bend {
            Some(_) => format_bent(first, &alike),
            None => format_alike(first, &alike),
        };
    }
    text
}

/// Paths that differ only in their rays.
fn format_alike(first: Path, alike: &[Path]) -> String {
    let mut flags = String::new();
    let is_short = first.hurdle == Hurdle::Hop && first.ray.range == 1;
    let letters = [
        (first.initial, 'i'),
        (first.en_passant, 'e'),
        (first.hurdle == Hurdle::Lame, 'n'),
        (first.hurdle == Hurdle::Jump, 'j'),
        (first.hurdle == Hurdle::Hop && !is_short, 'p'),
        (is_short, 'g'),
    ];
    flags.extend(letters.iter().filter(|(is_set, _)| *is_set).map(|(_, letter)| letter));
    let range = |ray: Ray| if is_short { Ray::UNLIMITED } else { ray.range };
    let rays = alike.iter().map(|path| Ray { range: range(path.ray), ..path.ray });
    format_rays(&rays.collect::<Vec<_>>(), &flags)
}

/// Bent riders that differ only in their first leap.
fn format_bent(first: Path, alike: &[Path]) -> String {
    let leap = |(files, ranks)| Ray { files, ranks, range: 1, purpose: Purpose::Both };
    let mut leaps: Vec<Ray> = alike.iter().filter_map(|path| path.bend.map(leap)).collect();
    leaps.sort_unstable();
    leaps.dedup();
    let purpose = purpose_letter(first.ray.purpose);
    let rider = match (is_diagonal(first.ray), first.ray.range) {
        (true, Ray::UNLIMITED) => "B".to_owned(),
        (false, Ray::UNLIMITED) => "R".to_owned(),
        (true, range) => format!("B{range}"),
        (false, range) => format!("R{range}"),
    };
    let atoms = atoms_of(&leaps);
    let bent = |atom: &Atom| {
        let term = Term::new(&leaps, atom, (Purpose::Both, 1), String::new());
        format!("{purpose}t[{}{rider}]", term.text())
    };
    atoms.iter().filter(|atom| rays_of(&leaps, atom).next().is_some()).map(bent).collect()
}

fn is_diagonal(ray: Ray) -> bool {
    ray.files != 0 && ray.ranks != 0
}

fn format_rays(rays: &[Ray], flags: &str) -> String {
    let mut terms: Vec<Term> = Vec::new();
    for atom in atoms_of(rays) {
        let mut kinds: Vec<_> = rays_of(rays, &atom).map(|r| (r.purpose, r.range)).collect();
        kinds.sort_unstable_by_key(|(purpose, range)| (*purpose, std::cmp::Reverse(*range)));
        kinds.dedup();
        let term = |kind| Term::new(rays, &atom, kind, flags.to_owned());
        terms.extend(kinds.into_iter().map(term));
    }
    join_straight_and_diagonal(&mut terms);
    terms.iter().map(Term::text).collect()
}

/// The atoms of one leap each, once each.
fn single_atoms() -> impl Iterator<Item = &'static Atom> {
    ATOMS.iter().filter(|atom| atom.leaps.len() == 1 && atom.range == 1 && atom.letter != 'L')
}

/// The atoms of one leap each, and the leaps of these rays that have no letter.
fn atoms_of(rays: &[Ray]) -> Vec<Atom> {
    let mut atoms: Vec<Atom> = single_atoms().cloned().collect();
    for ray in rays {
        if !atoms.iter().any(|atom| is_turned(ray, atom)) {
            let (files, ranks) = (ray.files.abs(), ray.ranks.abs());
            atoms.push(Atom::of_leap(files.min(ranks), files.max(ranks)));
        }
    }
    atoms
}

/// Is a ray's step one of the atom's?
fn is_turned(ray: &Ray, atom: &Atom) -> bool {
    let (files, ranks) = (ray.files.abs(), ray.ranks.abs());
    atom.leaps.contains(&(files.min(ranks), files.max(ranks)))
}

fn rays_of<'a>(rays: &'a [Ray], atom: &'a Atom) -> impl Iterator<Item = &'a Ray> {
    rays.iter().filter(|ray| is_turned(ray, atom))
}

fn purpose_letter(purpose: Purpose) -> &'static str {
    match purpose {
        Purpose::Both => "",
        Purpose::MoveOnly => "m",
        Purpose::CaptureOnly => "c",
    }
}

/// An atom with its modifiers and its range.
#[derive(PartialEq, Eq)]
struct Term {
    letter: char,
    /// The leap of a term without a letter.
    leap: Step,
    /// All that the atom has, if there are none.
    directions: Vec<Direction>,
    purpose: Purpose,
    range: u8,
    /// Letters for everything else.
    flags: String,
}

impl Term {
    fn new(rays: &[Ray], atom: &Atom, (purpose, range): (Purpose, u8), flags: String) -> Term {
        let mut steps: Vec<Step> = atom.steps().collect();
        steps.sort_unstable();
        steps.dedup();
        let is_made = |&(files, ranks): &Step| rays.contains(&Ray { files, ranks, range, purpose });
        let wanted: Vec<bool> = steps.iter().map(is_made).collect();
        let directions = match wanted.contains(&false) {
            true => shortest_directions(&steps, &wanted),
            false => Vec::new(),
        };
        let leap = atom.leaps.first().copied().unwrap_or_default();
        Term { letter: atom.letter, leap, directions, purpose, range, flags }
    }

    /// Is it the same with another atom, and without a pair of directions?
    fn goes_with(&self, other: &Term) -> bool {
        let is_plain = self.directions.iter().all(|direction| direction.second.is_none());
        let with_letter = |term: &Term| (term.purpose, term.range);
        is_plain && self.directions == other.directions && with_letter(self) == with_letter(other)
    }

    fn text(&self) -> String {
        let purpose = purpose_letter(self.purpose);
        let name = match self.letter {
            '(' => format!("({},{})", self.leap.1, self.leap.0),
            letter => letter.to_string(),
        };
        let rider = match self.letter {
            'W' => Some('R'),
            'F' => Some('B'),
            'K' => Some('Q'),
            _ => None,
        };
        let atom = match (self.range, rider) {
            (1, _) => name,
            (Ray::UNLIMITED, Some(rider)) => rider.to_string(),
            (Ray::UNLIMITED, None) if self.letter == '(' => format!("{name}0"),
            (Ray::UNLIMITED, None) => format!("{name}{name}"),
            (range, Some(rider)) => format!("{rider}{range}"),
            (range, None) => format!("{name}{range}"),
        };
        format!("{}{}{purpose}{atom}", letters_of(&self.directions), self.flags)
    }
}

/// Writes `K` for `WF`, with whatever they have in common.
fn join_straight_and_diagonal(terms: &mut Vec<Term>) {
    let mut index = 0;
    while index < terms.len() {
        let term = &terms[index];
        let goes_with = |other: &Term| other.letter == 'F' && term.goes_with(other);
        if term.letter == 'W'
            && let Some(diagonal) = terms.iter().position(goes_with)
        {
            terms[index].letter = 'K';
            terms.remove(diagonal);
        }
        index += 1;
    }
}

/// Directions that name just the wanted ones of an atom's steps.
///
/// Every step has a direction of its own, so there always are some.
fn shortest_directions(steps: &[Step], wanted: &[bool]) -> Vec<Direction> {
    let set_of = |is_in: &dyn Fn(usize) -> bool| -> usize {
        (0..steps.len()).filter(|index| is_in(*index)).map(|index| 1 << index).sum()
    };
    let goal = set_of(&|index| wanted[index]);
    let named = |direction: Direction| set_of(&|index| direction.includes(steps[index]));
    let useful: Vec<(Direction, usize)> = every_direction()
        .map(|direction| (direction, named(direction)))
        .filter(|(_, set)| *set != 0 && set & !goal == 0)
        .collect();
    // Each set is reached from smaller ones only.
    let mut best: Vec<Option<Vec<Direction>>> = vec![None; goal + 1];
    best[0] = Some(Vec::new());
    for set in 0..goal {
        let Some(directions) = best[set].clone() else { continue };
        for (direction, more) in useful.iter().filter(|(_, more)| more & !set != 0) {
            let longer = [directions.as_slice(), &[*direction]].concat();
            let known = &mut best[set | more];
            if known.as_ref().is_none_or(|k| letters_of(&longer).len() < letters_of(k).len()) {
                *known = Some(longer);
            }
        }
    }
    best.swap_remove(goal).unwrap_or_default()
}

/// All directions, the plain ones first.
fn every_direction() -> impl Iterator<Item = Direction> {
    let ways = || "vsfblr".chars().filter_map(Way::from_letter);
    let singles = ways().map(|first| Direction { first, second: None });
    let pairs = ways().flat_map(move |first| {
        let seconds = "svlrfb".chars().filter_map(Way::from_letter);
        let seconds = seconds.filter(move |second| first.pairs_with(*second));
        seconds.map(move |second| Direction { first, second: Some(second) })
    });
    singles.chain(pairs)
}

/// Writes directions one after the other; one that would pair with the next is doubled.
fn letters_of(directions: &[Direction]) -> String {
    let mut text = String::new();
    for (index, direction) in directions.iter().enumerate() {
        text += &direction.letters();
        let next = directions.get(index + 1).map(|next| next.first);
        let is_misread = |next: Way| next == direction.first || direction.first.pairs_with(next);
        if direction.second.is_none() && next.is_some_and(is_misread) {
            text.push(direction.first.letter);
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::super::parse;
    use super::*;

    fn rewritten(text: &str) -> String {
        format(&parse(text).unwrap_or_else(|error| panic!("{text}: {error}")))
    }

    #[test]
    fn usual_pieces_look_as_usual() {
        for text in [
            "fmWfcF", "R", "N", "B", "BN", "C", "K", "KN", "Q", "QN", "RN", "NN", "R4", "fK",
            "vWF", "mRcB", "cKmN", "fsW", "fN", "frN", "flF", "WDH", "N3",
        ] {
            assert_eq!(rewritten(text), text);
        }
        for (text, expected) in [
            ("NB", "BN"),
            ("WWFF", "Q"),
            ("L", "C"),
            ("Q1", "K"),
            ("R4B4", "Q4"),
            ("mR2cW", "mR2cW"),
            ("fRfBrbF", "fQbrF"),
            ("fNbN", "vN"),
            ("fNrN", "ffrN"),
        ] {
            assert_eq!(rewritten(text), expected);
        }
    }

    #[test]
    fn what_no_atom_knows_is_written_by_its_coordinates() {
        let ray = |files, ranks| Ray { files, ranks, range: 1, purpose: Purpose::Both };
        assert_eq!(format(&Movement::new([ray(4, 1), ray(0, 1)])), "fWfr(4,1)");
        assert_eq!(format(&Movement::default()), "");
    }

    /// Every subset of an atom's steps can be written and is read again.
    #[test]
    fn every_set_of_steps_is_written() {
        for atom in single_atoms() {
            let mut steps: Vec<Step> = atom.steps().collect();
            steps.sort_unstable();
            steps.dedup();
            for set in 1..1_usize << steps.len() {
                let chosen = steps.iter().enumerate().filter(|(index, _)| set >> index & 1 == 1);
                let rays = chosen.map(|(_, &(files, ranks))| Ray {
                    files,
                    ranks,
                    range: 1,
                    purpose: Purpose::Both,
                });
                let movement = Movement::new(rays);
                let text = format(&movement);
                assert_eq!(parse(&text).as_ref(), Ok(&movement), "{text}");
                assert!(text.len() <= 9, "{text}");
            }
        }
    }

    #[test]
    fn paths_are_written() {
        for text in [
            "mRpcR",
            "gQ",
            "nN",
            "nA",
            "jD",
            "fmWfceFifmnD",
            "mfFcfeW",
            "Ft[FR]",
            "Wct[WB4]",
            "(4,1)0",
            "pB3",
            "nZ",
            "fhN",
            "hrN",
            "hlC",
        ] {
            let movement = parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
            let written = format(&movement);
            assert_eq!(parse(&written), Ok(movement), "{text} was written {written}");
        }
        assert_eq!(rewritten("fceFifmnDfmW"), "fmWfecFfinmD");
    }

    #[test]
    fn random_pieces_are_read_again() {
        let alphabet = "fblrvsmcWFDANHCLZGRBKQWFNRBQKffmc0234pgnjiehpnji(4,1)t[FR]";
        let alphabet: Vec<char> = alphabet.chars().collect();
        let mut rng = fastrand::Rng::with_seed(1);
        let mut next = |below: usize| rng.usize(..below);
        let mut read = 0;
        for _ in 0..40_000 {
            let text: String = (0..=next(9)).map(|_| alphabet[next(alphabet.len())]).collect();
            let Ok(movement) = parse(&text) else { continue };
            let written = format(&movement);
            assert_eq!(parse(&written), Ok(movement), "{text} was written {written}");
            read += 1;
        }
        assert!(read > 3_000, "only {read} pieces");
    }
}
