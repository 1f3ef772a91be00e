//! The start of a variant: its FEN, what is royal there, and castling.

use rules::{Castling, Colour, Piece, PieceType, Role, Royals, RuleSpec, Setup, Square, Win};

use super::{Variant, bad, file, refused};
use crate::fairy::FairyError;
use crate::fairy::draft::FairyPiece;

impl Variant<'_> {
    /// The start position as our FEN has it.
    pub(super) fn start(&self) -> Result<String, FairyError> {
        let usual = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        self.fen(self.draft.get("startFen").unwrap_or(usual))
    }

    /// A FEN of Fairy-Stockfish as ours.
    pub(super) fn fen(&self, text: &str) -> Result<String, FairyError> {
        let mut fields = text.split_ascii_whitespace();
        let board = fields.next().unwrap_or_default();
        let (board, hand) = board.split_once('[').unwrap_or((board, ""));
        if board.contains('*') || hand.chars().any(|c| c.is_ascii_alphabetic()) {
            return Err(refused("startFen"));
        }
        let board = self.unpromoted(board);
        let mut rest: Vec<&str> = fields.collect();
        if rest.is_empty() {
            rest.push("w");
        }
        // Where moves are counted, a limit stands in the place of the en passant square, and the count
        // in that of the idle moves.
        let is_whole = |field: &str| field.bytes().all(|byte| byte.is_ascii_digit());
        if let [.., limit, count, _] = rest.as_mut_slice()
            && is_whole(limit)
            && is_whole(count)
        {
            (*limit, *count) = ("-", "0");
        }
        // Castling and en passant may be left out, though the numbers are there.
        for place in 1..=2 {
            let is_number = |field: &&str| field.starts_with(|c: char| c.is_ascii_digit());
            if rest.get(place).is_none_or(is_number) {
                rest.insert(place, "-");
            }
        }
        let furthest = rest.get(2).and_then(|field| furthest_crossed(field, rest[0] == "w"));
        if let Some(furthest) = &furthest {
            rest[2] = furthest;
        }
        Ok(format!("{board} {}", rest.join(" ")))
    }

    /// The pieces of a FEN with what a promoted piece has become in place of `+` and what it was.
    fn unpromoted(&self, board: &str) -> String {
        let pairs = self.pairs("promotedPieceType");
        let mut text = String::new();
        let mut letters = board.chars();
        while let Some(letter) = letters.next() {
            let Some(was) = (letter == '+').then(|| letters.next()).flatten() else {
                text.push(letter);
                continue;
            };
            let is_meant = |piece: &&FairyPiece| piece.letter == was.to_ascii_lowercase();
            let piece = self.draft.pieces.iter().find(is_meant);
            let pair = piece.and_then(|piece| pairs.iter().find(|(from, _)| *from == piece.name));
            let becomes = pair.and_then(|(_, to)| self.letter_of(to)).unwrap_or(was);
            text.push(if was.is_ascii_uppercase() {
                becomes.to_ascii_uppercase()
            } else {
                becomes.to_ascii_lowercase()
            });
        }
        text
    }

    fn letter_of(&self, name: &str) -> Option<char> {
        let piece = self.draft.pieces.iter().find(|piece| piece.name == name)?;
        Some(piece.letter)
    }

    pub(super) fn set_royals(&self, spec: &mut RuleSpec, start: &Setup) -> Result<(), FairyError> {
        let mut royal: Vec<PieceType> = self.kind("king").into_iter().collect();
        let has_king = !royal.is_empty();
        let pseudo = self.draft.is_set("extinctionPseudoRoyal", false);
        // Pieces that are royal, though nothing is lost with them.
        if pseudo && self.draft.get("extinctionValue").is_none_or(|value| value == "none") {
            return Err(refused("extinctionPseudoRoyal"));
        }
        if pseudo {
            royal.extend(self.kinds("extinctionPieceTypes", ""));
            let count: u8 = self.number("extinctionPieceCount", 0)?;
            spec.royals = match count {
                0 if self.draft.is_set("dupleCheck", false) && !has_king => Royals::NotAll,
                _ if self.draft.is_set("dupleCheck", false) => return Err(refused("dupleCheck")),
                0 => Royals::Last,
                63.. => Royals::All,
                // A side never has more of them than count as royal.
                _ if !self.may_multiply(spec, &royal, start, count) => Royals::All,
                _ => return Err(refused("extinctionPieceCount")),
            };
        }
        // A piece that becomes royal would change what is royal at that moment.
        let comes = |kind: &&PieceType| spec.pieces.iter().any(|p| p.becomes == Some(**kind));
        let is_there = |kind: &PieceType| start.pieces().any(|(_, piece)| piece.kind() == *kind);
        if spec.royals == Royals::Last && royal.iter().filter(comes).any(is_there) {
            return Err(refused("promotedPieceType"));
        }
        // Nor may one that is royal become one that is not.
        let stops = |kind: &PieceType| {
            spec.pieces[kind.index()].becomes.is_some_and(|to| !royal.contains(&to))
        };
        if pseudo && royal.iter().any(stops) {
            return Err(refused("promotedPieceType"));
        }
        for kind in &royal {
            spec.pieces[kind.index()].role = Role::Royal;
            spec.pieces[kind.index()].value = f64::INFINITY;
        }
        if royal.is_empty() {
            return Ok(());
        }
        spec.win = Win::Checkmate;
        let kings = |colour| {
            royal.iter().map(|kind| start.squares_of(Piece::new(*kind, colour)).len()).sum::<u32>()
        };
        if spec.royals == Royals::One && Colour::BOTH.into_iter().any(|colour| kings(colour) != 1) {
            spec.royals = Royals::All;
        }
        Ok(())
    }

    /// Can a side have more royal pieces of a type than one above a number?
    fn may_multiply(&self, spec: &RuleSpec, royal: &[PieceType], start: &Setup, count: u8) -> bool {
        let has_many = |kind: &PieceType| {
            let of = |colour| start.squares_of(Piece::new(*kind, colour)).len();
            Colour::BOTH.into_iter().any(|colour| of(colour) > u32::from(count) + 1)
        };
        let choices =
            |colour| spec.promotion.as_ref().map(|promotion| promotion.choices_of(colour));
        let comes_of_pawns = |kind: &PieceType| {
            Colour::BOTH.into_iter().filter_map(choices).any(|choices| choices.contains(kind))
        };
        let comes_of_others = |kind| spec.pieces.iter().any(|piece| piece.becomes == Some(kind));
        royal.iter().any(|kind| has_many(kind) || comes_of_pawns(kind) || comes_of_others(*kind))
    }

    pub(super) fn set_castling(
        &self,
        spec: &mut RuleSpec,
        start: &Setup,
        fen: &str,
    ) -> Result<(), FairyError> {
        let rights = fen.split(' ').nth(2).unwrap_or("-");
        if !self.draft.is_set("castling", true) || rights == "-" {
            return Ok(());
        }
        let king = self.draft.list("castlingKingPieceWhite", "king");
        let Some(king) = king.first().and_then(|name| self.kind(name)) else { return Ok(()) };
        if spec.pieces[king.index()].role != Role::Royal && spec.win != Win::Never {
            return Err(refused("castlingKingPiece"));
        }
        spec.pieces[king.index()].role = Role::Royal;
        spec.pieces[king.index()].value = f64::INFINITY;
        let mut rooks = self.kinds("castlingRookPiecesWhite", "rook");
        rooks.extend(self.kinds("castlingRookPiecesBlack", "rook"));
        for rook in rooks {
            if spec.pieces[rook.index()].role == Role::Ordinary {
                spec.pieces[rook.index()].role = Role::CastlingPartner;
            }
        }
        let side = |key: &str, usual: &'static str| {
            let value = self.draft.get(key).unwrap_or(usual);
            file(value)
                .filter(|file| *file < self.size.files())
                .ok_or_else(|| bad(key, value, "a file"))
        };
        let (left, right) =
            (side("castlingQueensideFile", "c")?, side("castlingKingsideFile", "g")?);
        let rank: u8 = self.number("castlingRank", 1)?;
        let home = Colour::BOTH.iter().find_map(|colour| {
            let squares = start.squares_of(Piece::new(king, *colour));
            squares.iter().find(|square| square.rank_for(*colour, self.size) + 1 == rank)
        });
        let Some(home) = home.map(Square::file) else { return Ok(()) };
        let steps = (home.checked_sub(left), right.checked_sub(home));
        let is_chess960 = self.draft.is_set("chess960", false);
        let castling = match steps {
            (Some(a), Some(b)) if a == b && a >= 2 && !is_chess960 => Castling::by_steps(a),
            _ => Castling::onto_files([left, right], is_chess960),
        };
        spec.castling = Some(castling);
        let is_unclear =
            |fault: &rules::RuleFault| matches!(fault, rules::RuleFault::CastlingAmbiguous(_));
        if spec.faults().iter().any(is_unclear) {
            spec.castling = Some(Castling::onto_files([left, right], is_chess960));
        }
        Ok(())
    }
}

/// Of several squares of a file on which a piece can be taken in passing, the one that it went over first.
fn furthest_crossed(field: &str, is_white: bool) -> Option<String> {
    let (mut furthest, mut rest) = Square::parse_prefix(field)?;
    while let Some((square, more)) = Square::parse_prefix(rest) {
        if square.file() != furthest.file() {
            return None;
        }
        furthest = if is_white { furthest.max(square) } else { furthest.min(square) };
        rest = more;
    }
    rest.is_empty().then(|| furthest.to_string())
}
