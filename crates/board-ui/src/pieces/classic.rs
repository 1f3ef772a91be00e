//! The drawn sets: a silhouette for each piece that ships, and a medallion for every piece beyond them.

use rules::{PieceType, Role, Rules, betza};

use super::{Subject, medallion, palette};

/// A drawing and what it stands for.
struct Drawn {
    /// The name of the piece.
    name: &'static str,
    /// How the piece moves, so that one with another name gets the drawing too.
    betza: &'static str,
    svg: &'static str,
    /// The same piece in the set with the usual fairy symbols, where that differs.
    fairy: Option<&'static str>,
}

macro_rules! drawn {
    ($($name:literal $file:literal $betza:literal $fairy:expr),* $(,)?) => {
        [$(Drawn {
            name: $name,
            betza: $betza,
            svg: include_str!(concat!("../../assets/pieces/classic/", $file, ".svg")),
            fairy: $fairy,
        }),*]
    };
}

/// A drawing of the set with the usual fairy symbols.
macro_rules! fairy {
    ($name:literal) => {
        Some(include_str!(concat!("../../assets/pieces/fairy/", $name, ".svg")))
    };
}

static DRAWINGS: [Drawn; 28] = drawn![
    "pawn" "pawn" "fmWfcF" None,
    "rook" "rook" "R" None,
    "knight" "knight" "N" None,
    "bishop" "bishop" "B" None,
    "archbishop" "archbishop" "BN" fairy!("archbishop"),
    "camel" "camel" "C" None,
    "general" "general" "KN" fairy!("general"),
    "amazon" "amazon" "QN" fairy!("amazon"),
    "king" "king" "K" None,
    "chancellor" "chancellor" "RN" fairy!("chancellor"),
    "queen" "queen" "Q" None,
    "commoner" "commoner" "K" None,
    "fers" "fers" "F" None,
    "advisor" "fers" "F" None,
    "alfil" "elephant" "A" None,
    "elephant" "elephant" "FA" None,
    "wazir" "wazir" "W" None,
    "silver" "silver" "FfW" None,
    "cannon" "cannon" "mRcpR" None,
    "horse" "knight" "nN" None,
    "soldier" "soldier" "fsW" None,
    "grasshopper" "grasshopper" "gQ" None,
    "berolina" "berolina" "mfFcfeWimfnA" None,
    "hoplite" "hoplite" "fmFfcWimA" None,
    "lieutenant" "lieutenant" "FAsmW" None,
    "captain" "captain" "WD" None,
    "dragon" "dragon" "RF" None,
    "royal-knight" "royal-knight" "N" None,
];

/// The picture of a piece.
pub fn draw(subject: &Subject) -> String {
    draw_as(subject, |drawn| drawn.svg)
}

/// The picture of a piece, with the usual symbols of the fairy pieces: a horse that wears what the
/// other piece has on its head.
pub fn draw_fairy(subject: &Subject) -> String {
    draw_as(subject, |drawn| drawn.fairy.unwrap_or(drawn.svg))
}

/// The names that a piece's `drawing` can have, one for each picture.
pub fn names() -> impl Iterator<Item = &'static str> {
    let is_first = |index: usize| DRAWINGS[..index].iter().all(|d| d.svg != DRAWINGS[index].svg);
    (0..DRAWINGS.len()).filter(move |index| is_first(*index)).map(|index| DRAWINGS[index].name)
}

/// The drawing of no piece in particular: a letter, and marks for the moves.
pub const MEDALLION: &str = "medallion";

/// A drawing by its name, and another one as its badge.
fn chosen(name: &str, svg: fn(&Drawn) -> &'static str) -> Option<String> {
    let find = |name: &str| DRAWINGS.iter().find(|drawn| drawn.name == name).map(svg);
    let Some((body, badge)) = name.split_once('+') else { return find(name).map(str::to_owned) };
    let (body, badge) = (find(body)?, find(badge)?);
    let shapes = badge.split_once("</style>")?.1.strip_suffix("</svg>\n")?;
    // The ids of both would be the same.
    let shapes = shapes.replace("id=\"", "id=\"badge-").replace("\"#", "\"#badge-");
    let body = body.strip_suffix("</svg>\n")?;
    Some(format!("{body}<g transform=\"translate(50 2) scale(0.46)\">{shapes}</g>\n</svg>\n"))
}

fn draw_as(subject: &Subject, svg: fn(&Drawn) -> &'static str) -> String {
    let wanted = subject.spec().drawing.as_deref();
    if let Some(drawing) = wanted.and_then(|name| chosen(name, svg)) {
        return palette::styled(&drawing, subject.style_sheet());
    }
    if wanted == Some(MEDALLION) {
        return medallion::draw(subject);
    }
    match drawing_of(subject.rules, subject.piece.kind()) {
        Some(drawn) => palette::styled(svg(drawn), subject.style_sheet()),
        None => medallion::draw(subject),
    }
}

/// The drawing with the piece's name; else the one that moves alike, if no other piece of the
/// rule set has it.
fn drawing_of(rules: &Rules, kind: PieceType) -> Option<&'static Drawn> {
    let named =
        |kind: PieceType| DRAWINGS.iter().find(|drawn| drawn.name == rules.piece_spec(kind).name);
    let is_free = |drawn: &&Drawn| {
        rules.piece_types().all(|other| {
            let takes_it = named(other).is_some_and(|named| named.name == drawn.name)
                || (other < kind && named(other).is_none() && moves_alike(rules, other, drawn));
            !takes_it
        })
    };
    named(kind).or_else(|| DRAWINGS.iter().filter(|d| moves_alike(rules, kind, d)).find(is_free))
}

/// Is the piece what the drawing shows, whatever its name?
fn moves_alike(rules: &Rules, kind: PieceType, drawn: &Drawn) -> bool {
    let spec = rules.piece_spec(kind);
    let has_its_role = match drawn.name {
        "pawn" | "berolina" | "hoplite" => spec.role == Role::Pawn,
        "king" | "royal-knight" => spec.role == Role::Royal,
        _ => matches!(spec.role, Role::Ordinary | Role::CastlingPartner),
    };
    has_its_role && betza::parse(drawn.betza).is_ok_and(|movement| movement == spec.movement)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_may_name_every_drawing() {
        let drawn = DRAWINGS.iter().map(|drawn| drawn.name).chain([MEDALLION]);
        assert_eq!(drawn.collect::<Vec<_>>(), notation::ruleset::DRAWINGS);
    }
}
