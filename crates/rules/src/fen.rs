//! FEN for every board: capital letters are White's, runs of empties may have two digits.

use std::sync::Arc;

use thiserror::Error;

use crate::message::{Fault, sentences};
use crate::{
    Colour, Piece, Position, Role, RuleSpec, Rules, Setup, SetupFault, SetupWarning, Square,
    SquareSet, faults,
};

faults! {
    /// Why a text is no FEN of a rule set.
    #[derive(Clone, Debug, PartialEq, Eq, Error)]
    #[error("{}", self.message())]
    #[allow(missing_docs)]
    pub enum FenError {
        Empty { expected: u8 } => message!(
            "fen-empty",
            "the FEN is empty; expected {expected} ranks and the side to move"
        ),
        RankCount { found: usize, expected: u8 } => message!(
            "fen-rank-count",
            "the board has {found} ranks; expected {expected}"
        ),
        FileCount { rank: usize, found: usize, expected: u8 } => message!(
            "fen-file-count",
            "rank {rank} of the board has {found} files; expected {expected}"
        ),
        UnknownPiece { letter: char, rank: usize, rules: String, letters: String } => message!(
            "fen-unknown-piece",
            "`{letter}` in rank {rank} is no piece of `{rules}`; expected one of {letters} in \
             either case"
        ),
        MissingTurn => message!(
            "fen-missing-turn",
            "the side to move is missing; expected `w` or `b` after the board"
        ),
        BadTurn(found: String) => message!(
            "fen-bad-turn",
            "the side to move is `{found}`; expected `w` or `b`"
        ),
        BadCastling(found: String) => message!(
            "fen-bad-castling",
            "the castling rights are `{found}`; expected `-` or letters such as `KQkq` or rook \
             files"
        ),
        BadEnPassant(found: String) => message!(
            "fen-bad-en-passant",
            "the en passant square is `{found}`; expected `-` or a square such as `e3`"
        ),
        BadCheckCount(found: String) => message!(
            "fen-bad-check-count",
            "the count of checks is `{found}`; expected a number"
        ),
        BadHalfmoveClock(found: String) => message!(
            "fen-bad-halfmove-clock",
            "the halfmove clock is `{found}`; expected a number"
        ),
        BadMoveNumber(found: String) => message!(
            "fen-bad-move-number",
            "the move number is `{found}`; expected a number"
        ),
        TooLong(more: String) => message!(
            "fen-too-long",
            "`{more}` follows the move number; expected the end of the FEN"
        ),
        Setup(faults: Vec<SetupFault>) => message!(
            "fen-setup",
            "{faults}",
            faults = sentences(faults)
        ),
    }
}

impl FenError {
    /// The error code for this kind of fault, if it has one.
    pub fn code(&self) -> Option<u16> {
        match self {
            FenError::Empty { .. } => Some(104),
            FenError::RankCount { .. } | FenError::FileCount { .. } => Some(101),
            FenError::UnknownPiece { .. } => Some(102),
            FenError::MissingTurn | FenError::BadTurn(_) => Some(103),
            _ => None,
        }
    }
}

/// Reads a FEN into a position, with what was odd about it.
///
/// Only board and side to move are needed; the rest may be left out.
pub fn parse(rules: &Arc<Rules>, fen: &str) -> Result<(Position, Vec<SetupWarning>), FenError> {
    let setup = parse_setup(rules.spec(), fen)?;
    Position::new(Arc::clone(rules), setup).map_err(FenError::Setup)
}

/// Reads a FEN without asking whether the position makes sense.
pub fn parse_setup(rules: &RuleSpec, fen: &str) -> Result<Setup, FenError> {
    let mut fields = fen.split_ascii_whitespace();
    let expected = rules.size.ranks();
    let board = fields.next().ok_or(FenError::Empty { expected })?;
    let mut setup = parse_board(rules, board)?;
    setup.turn = match fields.next() {
        Some("w") => Colour::White,
        Some("b") => Colour::Black,
        Some(other) => return Err(FenError::BadTurn(other.to_owned())),
        None => return Err(FenError::MissingTurn),
    };
    let castling = fields.next().unwrap_or("-");
    let rooks = parse_castling(rules, &setup, castling)
        .ok_or_else(|| FenError::BadCastling(castling.to_owned()))?;
    if rules.castling.is_some() {
        setup.castling = rooks;
    }
    let (en_passant, victim) = parse_en_passant(&setup, fields.next().unwrap_or("-"))?;
    if rules.en_passant {
        (setup.en_passant, setup.victim) = (en_passant, victim);
    }
    let mut next = fields.next();
    if rules.ends.checks.is_some()
        && let Some(field) = next.filter(|field| field.contains('+'))
    {
        setup.checks = Some(parse_checks(rules, field)?);
        next = fields.next();
    }
    setup.halfmove_clock = parse_number(next, 0, FenError::BadHalfmoveClock)?;
    setup.fullmove_number = parse_number(fields.next(), 1, FenError::BadMoveNumber)?;
    let mut more = fields.next();
    if rules.ends.checks.is_some()
        && setup.checks.is_none()
        && let Some(field) = more.filter(|field| field.starts_with('+'))
    {
        setup.checks = Some(parse_checks(rules, field)?);
        more = fields.next();
    }
    match more {
        Some(more) => Err(FenError::TooLong(more.to_owned())),
        None => Ok(setup),
    }
}

/// Reads only the pieces, as in the first field of a FEN.
pub fn parse_board(rules: &RuleSpec, board: &str) -> Result<Setup, FenError> {
    let size = rules.size;
    let ranks: Vec<&str> = board.split('/').collect();
    if ranks.len() != size.ranks() as usize {
        return Err(FenError::RankCount { found: ranks.len(), expected: size.ranks() });
    }
    let mut setup = Setup::default();
    for (text, rank) in ranks.iter().zip((0..size.ranks()).rev()) {
        parse_rank(rules, text, rank, &mut setup)?;
    }
    Ok(setup)
}

fn parse_rank(rules: &RuleSpec, text: &str, rank: u8, setup: &mut Setup) -> Result<(), FenError> {
    let size = rules.size;
    let number = rank as usize + 1;
    let mut file = 0;
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        if digits > 0 {
            file =
                rest[..digits].parse().map_or(usize::MAX, |empties| file.saturating_add(empties));
            rest = &rest[digits..];
        } else {
            let piece = rules.piece(letter).ok_or_else(|| FenError::UnknownPiece {
                letter,
                rank: number,
                rules: rules.id.clone(),
                letters: letters(rules),
            })?;
            if let Some(square) = size.square(file.min(16) as i32, rank.into()) {
                setup.put(square, piece);
            }
            file = file.saturating_add(1);
            rest = &rest[letter.len_utf8()..];
        }
    }
    if file != size.files() as usize {
        return Err(FenError::FileCount { rank: number, found: file, expected: size.files() });
    }
    Ok(())
}

/// The letters of a rule set's pieces, for messages.
pub fn letters(rules: &RuleSpec) -> String {
    rules.pieces.iter().map(|piece| piece.letter.to_string()).collect::<Vec<_>>().join(" ")
}

/// Reads castling rights as the set of rooks they mean; sides without such a rook are dropped.
fn parse_castling(rules: &RuleSpec, setup: &Setup, field: &str) -> Option<SquareSet> {
    let mut rights = SquareSet::EMPTY;
    if field == "-" {
        return Some(rights);
    }
    let mut rest = field;
    while let Some(letter) = rest.chars().next() {
        let lower = rest.get(..1)?.to_ascii_lowercase();
        if rest[1..].starts_with(|c: char| c.is_ascii_digit()) {
            let named = lower + &rest[1..];
            let (square, remainder) = Square::parse_prefix(&named)?;
            rights.insert(square);
            rest = &rest[rest.len() - remainder.len()..];
            continue;
        }
        let colour = if letter.is_ascii_uppercase() { Colour::White } else { Colour::Black };
        let row = KingRow::find(rules, setup, colour);
        match letter.to_ascii_lowercase() {
            'k' => rights |= row.and_then(|row| row.outermost(true)).into_iter().collect(),
            'q' => rights |= row.and_then(|row| row.outermost(false)).into_iter().collect(),
            file @ 'a'..='p' => {
                let on_file = |row: KingRow| Square::new(file as u8 - b'a', row.king.rank());
                rights |= row.map(on_file).into_iter().collect();
            }
            _ => return None,
        }
        rest = &rest[1..];
    }
    Some(rights)
}

/// A king and the rooks on its rank.
struct KingRow {
    king: Square,
    rooks: SquareSet,
}

impl KingRow {
    fn find(rules: &RuleSpec, setup: &Setup, colour: Colour) -> Option<KingRow> {
        let king =
            setup.squares_of(Piece::new(rules.with_role(Role::Royal)?, colour)).iter().next()?;
        let is_rook = |(square, piece): &(Square, Piece)| {
            square.rank() == king.rank() && piece.colour() == colour && rules.castles(piece.kind())
        };
        let rooks = setup.pieces().filter(is_rook).map(|(square, _)| square).collect();
        Some(KingRow { king, rooks })
    }

    /// The rook furthest from the king on its right or left.
    fn outermost(&self, right: bool) -> Option<Square> {
        let mut rooks = self.rooks.iter().filter(|rook| self.is_right(*rook) == right);
        if right { rooks.last() } else { rooks.next() }
    }

    /// Is a square to the right of the king, as White sees it?
    fn is_right(&self, square: Square) -> bool {
        square.file() > self.king.file()
    }
}

/// Reads the square where something can be taken in passing, and perhaps the one where it stands.
fn parse_en_passant(
    setup: &Setup,
    field: &str,
) -> Result<(Option<Square>, Option<Square>), FenError> {
    if field == "-" {
        return Ok((None, None));
    }
    let bad = || FenError::BadEnPassant(field.to_owned());
    let (first, rest) = Square::parse_prefix(field).ok_or_else(bad)?;
    if rest.is_empty() {
        return Ok((Some(first), None));
    }
    match Square::parse_prefix(rest) {
        Some((second, "")) => {
            let is_occupied = setup.pieces().any(|(square, _)| square == first);
            let (crossed, victim) = if is_occupied { (second, first) } else { (first, second) };
            Ok((Some(crossed), Some(victim)))
        }
        _ => Err(bad()),
    }
}

/// Reads the checks that White and Black still have to give, as in `3+2`, or those that they have
/// given, as in `+0+1`.
fn parse_checks(rules: &RuleSpec, field: &str) -> Result<[u8; 2], FenError> {
    let bad = || FenError::BadCheckCount(field.to_owned());
    let number = |text: &str| text.parse::<u8>().map_err(|_| bad());
    let Some(given) = field.strip_prefix('+') else {
        let (white, black) = field.split_once('+').ok_or_else(bad)?;
        return Ok([number(white)?, number(black)?]);
    };
    let (white, black) = given.split_once('+').ok_or_else(bad)?;
    let left = |given: u8| rules.ends.checks.unwrap_or(0).checked_sub(given).ok_or_else(bad);
    Ok([left(number(white)?)?, left(number(black)?)?])
}

fn parse_number<T: std::str::FromStr>(
    field: Option<&str>,
    missing: T,
    fault: fn(String) -> FenError,
) -> Result<T, FenError> {
    match field {
        None | Some("-") => Ok(missing),
        Some(text) => text.parse().map_err(|_| fault(text.to_owned())),
    }
}

/// No FEN of any board is longer, in bytes.
pub const LONGEST: usize = 1000;

/// Writes a position as FEN.
pub fn format(position: &Position) -> String {
    let checks = match position.rules().spec().ends.checks {
        Some(_) => {
            let [white, black] = Colour::BOTH.map(|side| position.checks_left(side));
            format!(" {white}+{black}")
        }
        None => String::new(),
    };
    format!(
        "{} {} {} {}{checks} {} {}",
        format_pieces(position.rules(), |square| position.piece_at(square)),
        if position.turn() == Colour::White { 'w' } else { 'b' },
        format_castling(position),
        format_en_passant(position),
        position.halfmove_clock(),
        position.fullmove_number(),
    )
}

/// The square where something can be taken in passing, and where it stands if that is not straight
/// behind; the lower square comes first.
fn format_en_passant(position: &Position) -> String {
    let setup = position.to_setup();
    match (setup.en_passant, setup.victim) {
        (Some(square), Some(victim)) if victim.file() != square.file() => {
            format!("{}{}", square.min(victim), square.max(victim))
        }
        (Some(square), _) => square.to_string(),
        (None, _) => "-".to_owned(),
    }
}

/// Writes only the pieces, which `piece_at` shows, as in the first field of a FEN.
pub fn format_pieces(rules: &Rules, piece_at: impl Fn(Square) -> Option<Piece>) -> String {
    format_board(rules.spec(), piece_at)
}

/// The same for a rule set that need not have been compiled yet.
pub fn format_board(rules: &RuleSpec, piece_at: impl Fn(Square) -> Option<Piece>) -> String {
    let size = rules.size;
    let mut text = String::new();
    for rank in (0..size.ranks()).rev() {
        let mut empties = 0;
        for file in 0..size.files() {
            let Some(piece) = piece_at(Square::new(file, rank)) else {
                empties += 1;
                continue;
            };
            if empties > 0 {
                text += &empties.to_string();
                empties = 0;
            }
            text.push(rules.letter(piece));
        }
        if empties > 0 {
            text += &empties.to_string();
        }
        if rank > 0 {
            text.push('/');
        }
    }
    text
}

fn format_castling(position: &Position) -> String {
    let setup = position.to_setup();
    let mut text = String::new();
    for colour in Colour::BOTH {
        let rights = position.castling_rooks(colour);
        let Some(row) = KingRow::find(position.rules().spec(), &setup, colour) else { continue };
        let mut rooks: Vec<_> = rights.iter().collect();
        rooks.reverse();
        text.extend(rooks.into_iter().map(|rook| castling_right(&row, rook, colour)));
    }
    if text.is_empty() { "-".to_owned() } else { text }
}

/// `K` or `Q` where one rook stands on that side, else the rook's file, or its square if a
/// file's letter would be read as a side.
fn castling_right(row: &KingRow, rook: Square, colour: Colour) -> String {
    let right = row.is_right(rook);
    let on_this_side = row.rooks.iter().filter(|r| row.is_right(*r) == right);
    let is_outermost_right = row.outermost(true) == Some(rook);
    let file = (b'a' + rook.file()) as char;
    let letter = if on_this_side.count() == 1 {
        if right { 'k' } else { 'q' }
    } else if file == 'k' && !is_outermost_right {
        return rook.to_string();
    } else {
        file
    };
    match colour {
        Colour::White => letter.to_ascii_uppercase().to_string(),
        Colour::Black => letter.to_string(),
    }
}
