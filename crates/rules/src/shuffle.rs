//! Numbered start positions: the pieces of one rank change places, as in Chess960.

use crate::fault::ShuffleFault;
use crate::spec::{Role, RuleSpec};
use crate::{Colour, Piece, PieceType, Setup, Square};

/// Which pieces change places, and how.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shuffle {
    /// The own rank, counted from 1, whose pieces change places; Black's stand as White's do.
    pub rank: u8,
    /// Types of which a side has two there, one on squares of either shade.
    pub both_shades: Vec<PieceType>,
    /// Does the king stand between two rooks?
    pub king_between: bool,
}

/// A choice that a number makes: one of the ways to put pieces on what is left of the files.
enum Choice {
    /// One piece on a file whose square is light, or dark.
    Shade { kind: PieceType, is_dark: bool },
    /// A number of pieces of a type.
    Several { kind: PieceType, count: usize },
}

impl RuleSpec {
    /// How many start positions there are: 1, if they are not numbered.
    pub fn start_count(&self) -> u64 {
        self.shuffle.as_ref().map_or(1, |shuffle| {
            let mut free = self.shuffled_files(shuffle);
            let mut count: u64 = 1;
            for choice in self.choices(shuffle) {
                let ways = self.ways(shuffle, &choice, &free);
                count = count.saturating_mul(ways.len() as u64);
                if let Some(way) = ways.first() {
                    free.retain(|file| !way.contains(file));
                }
            }
            count
        })
    }

    /// The start position of a number, counted from 0; none if there are not so many. For the pieces of
    /// ordinary chess the numbers are those of Chess960: 518 is the usual one.
    pub fn numbered_start(&self, mut number: u64) -> Option<Setup> {
        let Some(shuffle) = self.shuffle.as_ref().filter(|_| number < self.start_count()) else {
            return (number == 0 && self.shuffle.is_none()).then(|| self.start.clone());
        };
        let mut free = self.shuffled_files(shuffle);
        let mut placed: Vec<(u8, PieceType)> = Vec::new();
        for choice in self.choices(shuffle) {
            let ways = self.ways(shuffle, &choice, &free);
            let way = ways.get((number % ways.len().max(1) as u64) as usize)?;
            number /= ways.len() as u64;
            let (Choice::Shade { kind, .. } | Choice::Several { kind, .. }) = choice;
            placed.extend(way.iter().map(|file| (*file, kind)));
            free.retain(|file| !way.contains(file));
        }
        if let (true, [left, middle, right]) = (shuffle.king_between, free.as_slice()) {
            let (king, rook) =
                (self.with_role(Role::Royal)?, self.with_role(Role::CastlingPartner)?);
            placed.extend([(*left, rook), (*middle, king), (*right, rook)]);
        }
        Some(self.with_pieces(shuffle, &placed))
    }

    /// The start position with other pieces on the shuffled rank of both sides.
    fn with_pieces(&self, shuffle: &Shuffle, placed: &[(u8, PieceType)]) -> Setup {
        let ranks = Colour::BOTH.map(|colour| self.shuffled_rank(shuffle, colour));
        let mut setup = Setup::default();
        setup.turn = self.start.turn;
        let stays = |(square, _): &(Square, Piece)| !ranks.contains(&square.rank());
        self.start.pieces().filter(stays).for_each(|(square, piece)| setup.put(square, piece));
        for colour in Colour::BOTH {
            for (file, kind) in placed {
                let square = Square::new(*file, ranks[colour.index()]);
                setup.put(square, Piece::new(*kind, colour));
            }
        }
        setup.checks = self.start.checks;
        setup.castling = self.unmoved_rooks(&setup);
        setup
    }

    fn shuffled_rank(&self, shuffle: &Shuffle, colour: Colour) -> u8 {
        match colour {
            Colour::White => shuffle.rank - 1,
            Colour::Black => self.size.ranks() - shuffle.rank,
        }
    }

    /// White's pieces on the shuffled rank.
    fn shuffled_kinds(&self, shuffle: &Shuffle, colour: Colour) -> Vec<(u8, PieceType)> {
        let rank = self.shuffled_rank(shuffle, colour);
        let is_there =
            |(square, piece): &(Square, Piece)| square.rank() == rank && piece.colour() == colour;
        let pieces = self.start.pieces().filter(is_there);
        pieces.map(|(square, piece)| (square.file(), piece.kind())).collect()
    }

    fn shuffled_files(&self, shuffle: &Shuffle) -> Vec<u8> {
        let pieces = self.shuffled_kinds(shuffle, Colour::White);
        pieces.into_iter().map(|(file, _)| file).collect()
    }

    /// What a number decides, in this order: types on both shades, then the rarest types.
    fn choices(&self, shuffle: &Shuffle) -> Vec<Choice> {
        let pieces = self.shuffled_kinds(shuffle, Colour::White);
        let count = |kind: PieceType| pieces.iter().filter(|(_, other)| *other == kind).count();
        let mut choices = Vec::new();
        for kind in shuffle.both_shades.iter().copied() {
            choices.extend([false, true].map(|is_dark| Choice::Shade { kind, is_dark }));
        }
        let is_castler = |kind: PieceType| {
            let role = self.pieces[kind.index()].role;
            shuffle.king_between && matches!(role, Role::Royal | Role::CastlingPartner)
        };
        let mut others: Vec<_> = (0..self.pieces.len())
            .map(PieceType::new)
            .filter(|kind| !shuffle.both_shades.contains(kind) && !is_castler(*kind))
            .map(|kind| (count(kind), kind))
            .filter(|(count, _)| *count > 0)
            .collect();
        others.sort_by_key(|(count, _)| *count);
        choices.extend(others.into_iter().map(|(count, kind)| Choice::Several { kind, count }));
        choices
    }

    /// Every way to make a choice, in its order.
    fn ways(&self, shuffle: &Shuffle, choice: &Choice, free: &[u8]) -> Vec<Vec<u8>> {
        match choice {
            Choice::Several { count, .. } => combinations(free, *count),
            Choice::Shade { is_dark, .. } => {
                let rank = self.shuffled_rank(shuffle, Colour::White);
                let fits = |file: &u8| Square::new(*file, rank).is_dark() == *is_dark;
                free.iter().copied().filter(fits).map(|file| vec![file]).collect()
            }
        }
    }

    /// What is wrong with the numbering of start positions.
    pub(crate) fn shuffle_fault(&self) -> Option<ShuffleFault> {
        let shuffle = self.shuffle.as_ref()?;
        if !(1..=self.size.ranks() / 2).contains(&shuffle.rank) {
            return Some(ShuffleFault::OtherHalf);
        }
        let kinds = |colour| {
            let pieces = self.shuffled_kinds(shuffle, colour);
            let mut kinds: Vec<_> = pieces.into_iter().map(|(_, kind)| kind).collect();
            kinds.sort_unstable();
            kinds
        };
        let [white, black] = Colour::BOTH.map(kinds);
        let count = |is_meant: &dyn Fn(PieceType) -> bool| {
            white.iter().filter(|kind| is_meant(**kind)).count()
        };
        let of_role = |role| {
            count(&|kind: PieceType| self.pieces.get(kind.index()).is_some_and(|p| p.role == role))
        };
        let castlers = (of_role(Role::Royal), of_role(Role::CastlingPartner));
        match () {
            () if white.is_empty() => Some(ShuffleFault::EmptyRank),
            () if white != black => Some(ShuffleFault::DifferentPieces),
            () if shuffle.both_shades.iter().any(|kind| count(&|other| other == *kind) != 2) => {
                Some(ShuffleFault::NotTwoForBothShades)
            }
            () if shuffle.king_between && castlers != (1, 2) => {
                Some(ShuffleFault::NoKingBetweenRooks)
            }
            () if self.start_count() == 0 || self.start_count() > u64::from(u32::MAX) => {
                Some(ShuffleFault::Count)
            }
            () => None,
        }
    }
}

/// Every choice of so many files, those with the first files first.
fn combinations(files: &[u8], count: usize) -> Vec<Vec<u8>> {
    match (files, count) {
        (_, 0) => vec![Vec::new()],
        ([], _) => Vec::new(),
        ([first, rest @ ..], _) => {
            let with = combinations(rest, count - 1).into_iter();
            let with = with.map(|more| [&[*first], more.as_slice()].concat());
            with.chain(combinations(rest, count)).collect()
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::{Castling, Rules};

    fn chess960() -> RuleSpec {
        let mut spec = RuleSpec::standard();
        spec.castling = Some(Castling::onto_files([2, 6], true));
        let bishop = spec.piece_type('b').expect("a bishop");
        spec.shuffle = Some(Shuffle { rank: 1, both_shades: vec![bishop], king_between: true });
        spec
    }

    fn first_rank(spec: &RuleSpec, number: u64) -> String {
        let setup = spec.numbered_start(number).expect("a start position");
        let rank = setup.pieces().filter(|(square, _)| square.rank() == 0);
        rank.map(|(_, piece)| spec.letter(piece)).collect()
    }

    #[test]
    fn numbers_are_those_of_chess960() {
        let spec = chess960();
        assert_eq!(spec.start_count(), 960);
        for (number, pieces) in [
            (0, "BBQNNRKR"),
            (1, "BQNBNRKR"),
            (518, "RNBQKBNR"),
            (534, "RNBKQBNR"),
            (959, "RKRNNQBB"),
        ] {
            assert_eq!(first_rank(&spec, number), pieces, "{number}");
        }
        assert_eq!(spec.numbered_start(960), None);
        assert_eq!(spec.numbered_start(518), Some(spec.start.clone()));
        let all: BTreeSet<String> = (0..960).map(|number| first_rank(&spec, number)).collect();
        assert_eq!(all.len(), 960);
        for number in [0, 400, 959] {
            let start = spec.numbered_start(number).expect("a start position");
            assert!(Rules::compile(RuleSpec { start, ..spec.clone() }).is_ok());
        }
    }

    #[test]
    fn faults_are_told() {
        let spec = chess960();
        assert_eq!(spec.shuffle_fault(), None);
        let with = |change: &dyn Fn(&mut Shuffle)| {
            let mut spec = spec.clone();
            spec.shuffle.as_mut().into_iter().for_each(change);
            spec.shuffle_fault().is_some()
        };
        assert!(with(&|shuffle| shuffle.rank = 5));
        assert!(with(&|shuffle| shuffle.rank = 2));
        assert!(with(&|shuffle| shuffle.rank = 3));
        let queen = spec.piece_type('q').expect("a queen");
        assert!(with(&|shuffle| shuffle.both_shades.push(queen)));
        assert!(!with(&|shuffle| shuffle.king_between = false));
    }
}
