//! Piece types as files describe them: by name, by combining others, or in Betza notation.

use std::collections::HashMap;
use std::sync::LazyLock;

use rules::message::{FaultMessage, list};
use rules::{
    BoardSize, Hurdle, Later, Movement, Path, PieceSpec, Purpose, Ray, Role, betza, message,
};

use super::draft::{A_RANK, kind_named};
use super::zone::ZoneDraft;
use crate::diagnostics::{Diagnostic, Diagnostics, TextPosition, nearest, with_hint};
use crate::document::Value;
use crate::{Field, parse_toml};

/// The pieces that every rule set can name.
const KNOWN: &str = include_str!("../../rulesets/pieces.toml");

/// What a file says about a piece type; what it leaves out comes from the one it changes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PieceDraft {
    /// In full, such as `archbishop`.
    pub name: String,
    symbol: Option<char>,
    value: Option<f64>,
    movement: Option<DraftMovement>,
    role: Option<Role>,
    region: Option<ZoneDraft>,
    later: Option<Later>,
    /// What it may become where pawns promote.
    becomes: Option<String>,
    /// The name of a drawing, or an SVG.
    drawing: Option<String>,
    /// The picture that shows it, for the window.
    pub sprite: Option<String>,
    /// Where the file describes it.
    pub(super) place: Option<TextPosition>,
}

#[derive(Clone, Debug, PartialEq)]
enum DraftMovement {
    Betza(Movement),
    Combines(Vec<String>),
}

impl PieceDraft {
    /// Reads an entry of `pieces`: the name of a known piece, or a table.
    pub(super) fn read(field: &Field<'_>, faults: &mut Diagnostics) -> Option<PieceDraft> {
        match field.node().map(|node| &node.value) {
            Some(Value::Text(name)) if KNOWN_PIECES.iter().any(|piece| piece.name == *name) => {
                Some(PieceDraft {
                    name: name.clone(),
                    place: field.place(),
                    ..PieceDraft::default()
                })
            }
            Some(Value::Table(_)) => PieceDraft::read_table(field, faults),
            Some(Value::Text(name)) => {
                let near = nearest(name, KNOWN_PIECES.iter().map(|piece| piece.name.as_str()));
                field.report(with_hint(EXPECTED, near.map(|near| format!("{near:?}"))), faults);
                None
            }
            _ => {
                field.report(EXPECTED, faults);
                None
            }
        }
    }

    fn read_table(field: &Field<'_>, faults: &mut Diagnostics) -> Option<PieceDraft> {
        let mut table = field.table(faults);
        let name = table.need("name").text(faults).map(str::to_owned);
        let symbol = table.get("symbol");
        let expected = message!("number-of-pawns", "a number of pawns");
        let value = table.get("value").number(expected, 0.0..=1000.0, faults);
        let role = table.get("role").choice(&Role::NAMES, faults);
        let (betza, combines) = (table.get("betza"), table.get("combines"));
        let sprite = table.get("sprite").text(faults).map(str::to_owned);
        let movement = read_movement(&betza, &combines, faults);
        let region = ZoneDraft::read(&table.get("region"), faults);
        let later = read_later(&table.get("later"), faults);
        let becomes = table.get("becomes").text(faults).map(str::to_owned);
        let expected = message!(
            "expected-drawing",
            "the name of a drawing, two joined by `+`, or a small SVG made of shapes"
        );
        let drawing = table.get("drawing").parsed(expected, drawing_text, faults);
        let letter = symbol.parsed(message!("one-letter", "one small letter"), one_letter, faults);
        table.finish(faults);
        // What was given and is faulty must not be called missing later.
        let movement_is_faulty = betza.node().is_some() && movement.is_none();
        if movement_is_faulty || symbol.node().is_some() && letter.is_none() {
            return None;
        }
        Some(PieceDraft {
            name: name?,
            symbol: letter,
            value,
            movement,
            role,
            region,
            later,
            becomes,
            drawing,
            sprite,
            place: field.place(),
        })
    }

    /// The same piece, where `other` says something as `other` says.
    pub(super) fn changed_by(self, other: PieceDraft) -> PieceDraft {
        PieceDraft {
            name: other.name,
            symbol: other.symbol.or(self.symbol),
            value: other.value.or(self.value),
            movement: other.movement.or(self.movement),
            role: other.role.or(self.role),
            region: other.region.or(self.region),
            later: other.later.or(self.later),
            becomes: other.becomes.or(self.becomes),
            drawing: other.drawing.or(self.drawing),
            sprite: other.sprite.or(self.sprite),
            place: other.place.or(self.place),
        }
    }
}

const EXPECTED: FaultMessage =
    message!("expected-piece", "the name of a known piece or a table that describes one");

const EXPECTED_MOVEMENT: FaultMessage =
    message!("expected-movement", "a movement in Betza notation");

fn read_movement(
    betza: &Field<'_>,
    combines: &Field<'_>,
    faults: &mut Diagnostics,
) -> Option<DraftMovement> {
    if combines.node().is_some() {
        if betza.node().is_some() {
            let words = message!(
                "betza-and-combines",
                "and `combines` both tell how the piece moves; expected one"
            );
            betza.error(words, faults);
        }
        let parts = combines.list(faults);
        if parts.is_empty() {
            combines.report(message!("expected-names", "at least one name of a piece"), faults);
        }
        let names = parts.iter().filter_map(|part| part.text(faults));
        return Some(DraftMovement::Combines(names.map(str::to_owned).collect()));
    }
    let movement = betza.parsed(EXPECTED_MOVEMENT, betza::parse, faults)?;
    Some(DraftMovement::Betza(movement))
}

fn read_later(field: &Field<'_>, faults: &mut Diagnostics) -> Option<Later> {
    field.node()?;
    let mut table = field.table(faults);
    let rank = table.need("rank").integer(A_RANK, 1..=16, faults);
    let betza = table.need("betza");
    let movement = betza.parsed(EXPECTED_MOVEMENT, betza::parse, faults);
    table.finish(faults);
    Some(Later { rank: rank?, movement: movement? })
}

fn one_letter(text: &str) -> Result<char, FaultMessage> {
    let mut letters = text.chars();
    match (letters.next(), letters.next()) {
        (Some(letter), None) if letter.is_ascii_lowercase() => Ok(letter),
        (Some(letter), None) if letter.is_ascii_uppercase() => {
            Err(message!("letter-white", "White's, as in layouts"))
        }
        _ => Err(message!("letter-meaning", "it names the piece in layouts, FEN and moves")),
    }
}

/// The largest SVG of a piece, in KiB.
const LARGEST_DRAWING: usize = 16;

/// What could make a small SVG large when it is drawn, or do more than draw.
const FORBIDDEN: [&str; 10] = [
    "<use",
    "<image",
    "<filter",
    "<pattern",
    "<mask",
    "<!",
    "<script",
    "<foreignobject",
    "href",
    "javascript:",
];

/// The name of an attribute that would run a program, such as `onload`.
fn event_handler(svg: &str) -> Option<&str> {
    let starts = svg.match_indices("on").map(|(at, _)| at);
    let is_start = |at: &usize| {
        svg[..*at].ends_with(|c: char| c.is_whitespace() || matches!(c, '"' | '\'' | '/'))
    };
    starts.filter(is_start).find_map(|at| {
        let rest = &svg[at..];
        let end = rest.find(|c: char| !c.is_ascii_alphabetic())?;
        rest[end..].trim_start().starts_with('=').then_some(&rest[..end])
    })
}

fn drawing_text(text: &str) -> Result<String, FaultMessage> {
    let is_name =
        |name: &str| !name.is_empty() && name.chars().all(|c| c.is_ascii_lowercase() || c == '-');
    match text.starts_with('<') {
        true if text.len() > LARGEST_DRAWING << 10 => {
            Err(message!("drawing-size", "it has more than {most} KiB", most = LARGEST_DRAWING))
        }
        true => {
            let small = text.to_ascii_lowercase();
            let part = FORBIDDEN.into_iter().find(|part| small.contains(part));
            match part.or_else(|| event_handler(&small)) {
                Some(part) => Err(message!("drawing-part", "it contains `{part}`", part)),
                None => Ok(text.to_owned()),
            }
        }
        false if text.split('+').all(is_name) && text.matches('+').count() < 2 => {
            Ok(text.to_owned())
        }
        false => Err(message!("drawing-name", "names have small letters")),
    }
}

/// The pieces that every rule set can name.
static KNOWN_PIECES: LazyLock<Vec<PieceDraft>> = LazyLock::new(|| {
    let mut faults = Diagnostics::new();
    let Ok(node) = parse_toml(KNOWN) else { return Vec::new() };
    let mut file = Field::root(&node).table(&mut faults);
    let entries = file.get("pieces").list(&mut faults);
    entries.iter().filter_map(|entry| PieceDraft::read_table(entry, &mut faults)).collect()
});

/// Fills in what known pieces leave out and works out how each piece moves.
pub(super) fn resolve(
    drafts: &[PieceDraft],
    size: BoardSize,
    faults: &mut Diagnostics,
) -> Vec<PieceSpec> {
    let complete =
        |draft: &PieceDraft| match KNOWN_PIECES.iter().find(|known| known.name == draft.name) {
            Some(base) => base.clone().changed_by(draft.clone()),
            None => draft.clone(),
        };
    let own = drafts;
    let drafts: Vec<PieceDraft> = own.iter().map(complete).collect();
    let mut movements = Movements::new(drafts.iter().chain(KNOWN_PIECES.iter()));
    let mut specs: Vec<PieceSpec> =
        drafts.iter().filter_map(|draft| spec_of(draft, size, &mut movements, faults)).collect();
    for draft in &drafts {
        let Some(name) = &draft.becomes else { continue };
        let found = kind_named(name, &specs);
        if found.is_none() {
            let message = message!(
                "becomes-unknown",
                "the piece `{piece}` becomes `{name}`, which is not known",
                piece = &draft.name,
                name
            );
            faults.push(Diagnostic::error(message).at(draft.place).about("pieces"));
        }
        if let Some(spec) = specs.iter_mut().find(|spec| spec.name == draft.name) {
            spec.becomes = found;
        }
    }
    warn_of_changes(own, &specs, faults);
    specs
}

/// Warns of known pieces that move in another way than usual, because a piece that they combine does,
/// though nothing is said about them.
fn warn_of_changes(own: &[PieceDraft], specs: &[PieceSpec], faults: &mut Diagnostics) {
    let mut usual = Movements::new(KNOWN_PIECES.iter());
    let mut is_changed = |spec: &PieceSpec| {
        let known = KNOWN_PIECES.iter().find(|known| known.name == spec.name);
        known.is_some_and(|known| usual.of(known).is_ok_and(|usual| usual != spec.movement))
    };
    let says_how = |spec: &PieceSpec| {
        own.iter().any(|piece| piece.name == spec.name && piece.movement.is_some())
    };
    let changed = specs.iter().filter(|spec| is_changed(spec));
    let (redefined, silent): (Vec<_>, Vec<_>) = changed.partition(|spec| says_how(spec));
    if silent.is_empty() {
        return;
    }
    let names = |specs: &[&PieceSpec]| list(specs.iter().map(|spec| format!("`{}`", spec.name)));
    faults.push(Diagnostic::warning(message!(
        "changes-others",
        "another movement of {redefined} also changes {silent}, made of known pieces; give each a \
         `betza` or `combines` of its own if that is not meant",
        redefined = names(&redefined),
        silent = names(&silent)
    )));
}

fn spec_of<'a>(
    draft: &'a PieceDraft,
    size: BoardSize,
    movements: &mut Movements<'a>,
    faults: &mut Diagnostics,
) -> Option<PieceSpec> {
    let name = &draft.name;
    let mut fail = |message: FaultMessage| {
        faults.push(Diagnostic::error(message).at(draft.place).about("pieces"));
    };
    let movement = movements.of(draft).map_err(&mut fail).ok()?;
    let Some(letter) = draft.symbol else {
        fail(message!(
            "no-symbol",
            "the piece `{name}` has no `symbol`; expected one small letter",
            name
        ));
        return None;
    };
    let role = draft.role.unwrap_or(Role::Ordinary);
    let value = match role {
        Role::Royal => f64::INFINITY,
        _ => draft.value.unwrap_or_else(|| estimated_movement(&movement)),
    };
    Some(PieceSpec {
        value,
        role,
        region: draft.region.as_ref().map(|region| region.on(size)),
        later: draft.later.clone(),
        drawing: draft.drawing.clone(),
        ..PieceSpec::new(name.clone(), letter, movement)
    })
}

/// Works out how pieces move that combine others, each of them once.
struct Movements<'a> {
    all: Vec<&'a PieceDraft>,
    found: HashMap<&'a str, Movement>,
    /// The pieces being worked out, to notice when they combine each other in a ring.
    open: Vec<&'a str>,
}

impl<'a> Movements<'a> {
    fn new(pieces: impl Iterator<Item = &'a PieceDraft>) -> Movements<'a> {
        Movements { all: pieces.collect(), found: HashMap::new(), open: Vec::new() }
    }

    fn of(&mut self, draft: &'a PieceDraft) -> Result<Movement, FaultMessage> {
        let name = draft.name.as_str();
        if let Some(found) = self.found.get(name) {
            return Ok(found.clone());
        }
        if self.open.contains(&name) {
            return Err(message!("ring", "the piece `{name}` combines pieces in a ring", name));
        }
        self.open.push(name);
        let movement = self.worked_out(draft);
        self.open.pop();
        self.found.extend(movement.iter().map(|movement| (name, movement.clone())));
        movement
    }

    fn worked_out(&mut self, draft: &'a PieceDraft) -> Result<Movement, FaultMessage> {
        let name = &draft.name;
        match &draft.movement {
            None => Err(message!(
                "no-movement",
                "the piece `{name}` does not tell how it moves; expected `betza` or `combines`",
                name
            )),
            Some(DraftMovement::Betza(movement)) => Ok(movement.clone()),
            Some(DraftMovement::Combines(parts)) => {
                parts.iter().try_fold(Movement::default(), |movement, part| {
                    let part = self.named(part, name)?;
                    Ok(movement.combined(&self.of(part)?))
                })
            }
        }
    }

    fn named(&self, part: &str, whole: &str) -> Result<&'a PieceDraft, FaultMessage> {
        self.all.iter().find(|piece| piece.name == part).copied().ok_or_else(|| {
            let near = nearest(part, self.all.iter().map(|piece| piece.name.as_str()));
            let message = message!(
                "combines-unknown",
                "the piece `{whole}` combines `{part}`, which is not known",
                whole,
                part
            );
            with_hint(message, near.map(|near| format!("`{near}`")))
        })
    }
}

/// The worth in pawns of a known piece that moves as usual, else an estimate.
pub fn estimated_value(piece: &PieceSpec) -> f64 {
    let mut usual = Movements::new(KNOWN_PIECES.iter());
    let moves_alike = |known: &'static PieceDraft| {
        usual.of(known).is_ok_and(|movement| movement == piece.movement).then_some(known)
    };
    let known = KNOWN_PIECES.iter().find_map(moves_alike);
    known.and_then(|known| known.value).unwrap_or_else(|| estimated_movement(&piece.movement))
}

/// A rough worth in pawns for a piece whose file gives none: a quarter for each square it
/// reaches on an empty board, no more than five in a row, and half of it where it only moves or only takes.
fn estimated_movement(movement: &Movement) -> f64 {
    let worth = |ray: &Ray| match ray.purpose {
        Purpose::Both => f64::from(ray.range.min(5)) / 4.0,
        Purpose::MoveOnly | Purpose::CaptureOnly => f64::from(ray.range.min(5)) / 8.0,
    };
    // Half of it where something has to stand on the way, or must not.
    let of_path = |path: &Path| match path.hurdle {
        Hurdle::None if path.initial || path.en_passant => 0.0,
        Hurdle::None => worth(&path.ray),
        _ => worth(&path.ray) / 2.0,
    };
    let rays: f64 = movement.rays().iter().map(worth).sum();
    rays + movement.paths().iter().map(of_path).sum::<f64>()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_known_pieces_are_the_eleven_with_their_values() {
        let mut faults = Diagnostics::new();
        let size = BoardSize::new(8, 8).expect("a size");
        let specs = resolve(&KNOWN_PIECES, size, &mut faults);
        assert!(faults.is_empty(), "{faults}");
        let found: Vec<_> = specs.iter().map(|s| (s.letter, s.value)).collect();
        let expected = [
            ('p', 1.0),
            ('r', 5.25),
            ('n', 2.0),
            ('b', 3.625),
            ('h', 7.5),
            ('c', 2.0),
            ('k', f64::INFINITY),
            ('g', 5.0),
            ('q', 9.5),
            ('a', 12.0),
            ('e', 8.5),
        ];
        assert_eq!(found, expected);
        assert_eq!(betza::parse("NB"), Ok(specs[4].movement.clone()));
        assert_eq!(specs[0].movement, Movement::pawn());
    }
}
