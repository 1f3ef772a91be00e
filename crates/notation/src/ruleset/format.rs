//! Writes a rule set as a file of its own, which inherits from nothing.

use std::fmt::Write;

use rules::{Castling, Colour, PieceSpec, PieceType, Role, RuleSpec, Setup, Square, betza};

use super::{wider, zone};
use crate::fen;
use crate::quote::quoted;

/// Writes a rule set as TOML. What [`parse`](super::parse) makes of it is equal to the rule set,
/// apart from the id, which is no part of a file.
///
/// ```
/// use xxlchess_notation::ruleset;
///
/// let xxl = ruleset::shipped("xxl").expect("it ships");
/// let text = ruleset::format(xxl.spec());
/// assert_eq!(ruleset::parse(&text, "xxl", &ruleset::no_files).expect("a rule set").0, xxl);
/// ```
pub fn format(spec: &RuleSpec) -> String {
    let mut text = String::new();
    let mut line = |key: &str, value: &str| {
        let _ = writeln!(text, "{key} = {value}");
    };
    line("title", &quoted(&spec.title));
    if !spec.description.is_empty() {
        line("description", &quoted(&spec.description));
    }
    line("board", &quoted(&spec.size.to_string()));
    line("start", &quoted(&start(spec)));
    line("win", &quoted(spec.win.name()));
    line("fog", &spec.fog.to_string());
    line("double_step", &or_false(spec.double_step.map(|rank| rank.to_string())));
    line("en_passant", &spec.en_passant.to_string());
    line("promotion", &or_false(promotion(spec)));
    line("castling", &or_false(spec.castling.map(castling)));
    text += &wider::format_keys(spec);
    text += &draws(spec);
    text += &wider::format_tables(spec);
    spec.pieces.iter().for_each(|piece| text += &self::piece(spec, piece));
    text
}

fn castling(castling: Castling) -> String {
    match castling.files {
        Some(files) => {
            let files = files.map(|file| (b'a' + file) as char);
            let takes_rook = if castling.takes_rook { ", takes_rook = true" } else { "" };
            format!("{{ files = \"{}{}\"{takes_rook} }}", files[0], files[1])
        }
        None => format!("{{ king_step = {} }}", castling.king_step),
    }
}

fn or_false(value: Option<String>) -> String {
    value.unwrap_or_else(|| "false".to_owned())
}

fn draws(spec: &RuleSpec) -> String {
    let draws = &spec.draws;
    format!(
        "\n[draws]\nstalemate = {}\nrepetition = \"{}\"\nperpetual_check = {}\n\
         fifty_moves = \"{}\"\ninsufficient_material = {}\nagreement = {}\n",
        draws.stalemate,
        draws.repetition.name(),
        draws.perpetual_check,
        draws.fifty_moves.name(),
        draws.insufficient_material,
        draws.agreement,
    )
}

fn piece(spec: &RuleSpec, piece: &PieceSpec) -> String {
    let role = piece.role.name();
    let value = match piece.role {
        Role::Royal => String::new(),
        _ => format!("value = {}\n", piece.value),
    };
    let mut more = String::new();
    if let Some(zones) = piece.region {
        let _ = writeln!(more, "region = {}", zone::format(zones, spec.size));
    }
    if let Some(later) = &piece.later {
        let betza = betza::format(&later.movement);
        let _ = writeln!(more, "later = {{ rank = {}, betza = \"{betza}\" }}", later.rank);
    }
    if let Some(name) = piece.becomes.and_then(|kind| choice(spec, kind)) {
        let _ = writeln!(more, "becomes = {name}");
    }
    if let Some(drawing) = &piece.drawing {
        let _ = writeln!(more, "drawing = {}", quoted(drawing));
    }
    format!(
        "\n[[pieces]]\nname = {}\nsymbol = \"{}\"\n{value}role = \"{role}\"\nbetza = \"{}\"\n{more}",
        quoted(&piece.name),
        piece.letter,
        betza::format(&piece.movement),
    )
}

fn promotion(spec: &RuleSpec) -> Option<String> {
    let promotion = spec.promotion.as_ref()?;
    let list = |kinds: &[PieceType]| {
        let names = kinds.iter().filter_map(|kind| choice(spec, *kind));
        names.collect::<Vec<_>>().join(", ")
    };
    let mut more = String::new();
    if let Some(kinds) = &promotion.black_choices {
        let _ = write!(more, ", black_choices = [{}]", list(kinds));
    }
    if let Some(zones) = promotion.zones {
        let _ = write!(more, ", squares = {}", zone::format(zones, spec.size));
    }
    for (key, is_set) in [
        ("optional", promotion.is_optional),
        ("pieces_must", promotion.pieces_must),
        ("pieces_take", promotion.pieces_take),
        ("pawns_stop", promotion.pawns_stop),
    ] {
        if is_set {
            let _ = write!(more, ", {key} = true");
        }
    }
    if !promotion.limits.is_empty() {
        let limit =
            |(kind, most): &(PieceType, u8)| Some(format!("{} = {most}", choice(spec, *kind)?));
        let limits: Vec<_> = promotion.limits.iter().filter_map(limit).collect();
        let _ = write!(more, ", limits = {{ {} }}", limits.join(", "));
    }
    let choices = list(&promotion.choices);
    Some(format!("{{ rank = {}, choices = [{choices}]{more} }}", promotion.rank))
}

/// The name of a piece, or its letter where that name would be taken for another's letter.
fn choice(spec: &RuleSpec, kind: PieceType) -> Option<String> {
    let piece = spec.pieces.get(kind.index())?;
    let is_another = |other: &PieceSpec| piece.name.chars().eq([other.letter]);
    match spec.pieces[..kind.index()].iter().any(is_another) {
        true => Some(quoted(&piece.letter.to_string())),
        false => Some(quoted(&piece.name)),
    }
}

/// The start position as FEN, just as it is set up.
fn start(spec: &RuleSpec) -> String {
    let setup = &spec.start;
    let mut pieces = vec![None; 256];
    setup.pieces().for_each(|(square, piece)| pieces[square.index()] = Some(piece));
    let piece_at = |square: Square| pieces[square.index()];
    let en_passant = setup.en_passant.map_or("-".to_owned(), |square| square.to_string());
    let checks = setup.checks.map(|[white, black]| format!(" {white}+{black}")).unwrap_or_default();
    let fen = |castling: &str| {
        format!(
            "{} {} {castling} {en_passant}{checks} {} {}",
            fen::format_board(spec, piece_at),
            if setup.turn == Colour::White { 'w' } else { 'b' },
            setup.halfmove_clock,
            setup.fullmove_number,
        )
    };
    let is_meant = |castling: &String| {
        fen::parse_setup(spec, &fen(castling)).is_ok_and(|read| read.castling == setup.castling)
    };
    let castling = sides().find(is_meant).unwrap_or_else(|| rooks(setup));
    fen(&castling)
}

/// Castling rights as most positions have them, the fewest first.
fn sides() -> impl Iterator<Item = String> {
    let subset = |set: u32| "KQkq".char_indices().filter(move |(bit, _)| set >> bit & 1 == 1);
    let mut sets: Vec<u32> = (1..16).collect();
    sets.sort_by_key(|set| set.count_ones());
    let sides = sets.into_iter().map(move |set| subset(set).map(|(_, side)| side).collect());
    std::iter::once("-".to_owned()).chain(sides)
}

/// Castling rights as the squares of the rooks.
fn rooks(setup: &Setup) -> String {
    setup.castling.iter().map(|rook| rook.to_string()).collect()
}
