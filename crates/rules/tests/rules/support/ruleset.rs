//! A small reader of rule sets, so that the rules can be tested without the crate `notation`.

use std::fs;
use std::sync::Arc;

use toml::{Table, Value};
use xxlchess_rules::{
    BoardSize, Castling, DrawRule, Draws, Movement, PieceSpec, PieceType, Promotion, Role,
    RuleSpec, Rules, Setup, Win, betza, fen,
};

use super::rulesets;

/// A rule set of the project, by its path below `rulesets` without the ending.
///
/// # Panics
/// When there is none, or it is faulty.
pub fn rules_by_name(name: &str) -> Arc<Rules> {
    compile(file(name), name.rsplit('/').next().unwrap_or(name))
}

/// The rule set that a text describes, which may inherit from one of the project.
///
/// # Panics
/// When it is faulty.
pub fn rules_from_text(text: &str) -> Arc<Rules> {
    compile(table(text), "text")
}

fn compile(own: Table, id: &str) -> Arc<Rules> {
    let spec = spec(&with_inherited(own), id);
    Rules::compile(spec).unwrap_or_else(|faults| panic!("{id}: {faults:?}"))
}

fn file(name: &str) -> Table {
    let path = rulesets().join(format!("{name}.toml"));
    table(&fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display())))
}

fn table(text: &str) -> Table {
    text.parse().unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// Adds what a rule set inherits: pieces are appended, tables merged, all else is replaced.
fn with_inherited(mut own: Table) -> Table {
    let Some(parent) = own.remove("inherits") else { return own };
    let mut all = with_inherited(file(parent.as_str().expect("the name of a rule set")));
    for (key, value) in own {
        match (all.get_mut(&key), value) {
            (Some(Value::Array(inherited)), Value::Array(own)) => inherited.extend(own),
            (Some(Value::Table(inherited)), Value::Table(own)) => inherited.extend(own),
            (_, value) => drop(all.insert(key, value)),
        }
    }
    all
}

fn spec(file: &Table, id: &str) -> RuleSpec {
    let text = |key: &str| file.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
    let switch = |table: Option<&Table>, key: &str, default: bool| {
        table.and_then(|table| table.get(key)).and_then(Value::as_bool).unwrap_or(default)
    };
    let (files, ranks) = text("board").split_once('x').map(number).expect("a size");
    let size = BoardSize::new(files, ranks).expect("a size from 4x4 to 16x16");
    let pieces: Vec<_> = list(file, "pieces").iter().map(piece).collect();
    let kind = |name: &Value| {
        let index = pieces.iter().position(|piece| Some(piece.name.as_str()) == name.as_str());
        index.and_then(PieceType::from_index).unwrap_or_else(|| panic!("{id}: no piece {name:?}"))
    };
    let promotion = file.get("promotion").and_then(Value::as_table).map(|promotion| {
        let rank = promotion["rank"].as_integer().map_or(ranks, |rank| rank as u8);
        Promotion::new(rank, list(promotion, "choices").iter().map(kind).collect())
    });
    let castling = file.get("castling").and_then(Value::as_table).map(|castling| {
        Castling::by_steps(castling["king_step"].as_integer().expect("a number of squares") as u8)
    });
    let draws = file.get("draws").and_then(Value::as_table);
    let draw = |key: &str| match draws.and_then(|draws| draws.get(key)).and_then(Value::as_str) {
        None | Some("off") => DrawRule::Off,
        Some("claim") => DrawRule::Claim,
        Some("automatic") => DrawRule::Automatic,
        Some(other) => panic!("{id}: {key} is {other}"),
    };
    let spec = RuleSpec {
        id: id.to_owned(),
        title: text("title"),
        description: text("description"),
        size,
        promotion,
        castling,
        double_step: match file.get("double_step") {
            Some(Value::Boolean(true)) => Some(2),
            rank => rank.and_then(Value::as_integer).map(|rank| rank as u8),
        },
        en_passant: switch(Some(file), "en_passant", false),
        win: match text("win").as_str() {
            "checkmate" => Win::Checkmate,
            "king-capture" => Win::KingCapture,
            "never" => Win::Never,
            other => panic!("{id}: win is {other}"),
        },
        draws: Draws {
            stalemate: switch(draws, "stalemate", true),
            repetition: draw("repetition"),
            perpetual_check: switch(draws, "perpetual_check", false),
            fifty_moves: draw("fifty_moves"),
            insufficient_material: switch(draws, "insufficient_material", false),
            agreement: switch(draws, "agreement", true),
        },
        fog: switch(Some(file), "fog", false),
        start: Setup::default(),
        pieces,
        ..RuleSpec::standard()
    };
    let start = fen::parse_setup(&spec, &text("start")).unwrap_or_else(|e| panic!("{id}: {e}"));
    RuleSpec { start, ..spec }
}

/// A piece by its name alone or by a table, which may change a known piece.
fn piece(entry: &Value) -> PieceSpec {
    let changes = entry.as_table().cloned().unwrap_or_default();
    let name = changes.get("name").unwrap_or(entry).as_str().expect("the name of a piece");
    let mut piece = known_piece(name).unwrap_or_default();
    piece.extend(changes.clone());
    let role = match piece.get("role").and_then(Value::as_str) {
        None | Some("ordinary") => Role::Ordinary,
        Some("royal") => Role::Royal,
        Some("pawn") => Role::Pawn,
        Some("castling") => Role::CastlingPartner,
        Some(other) => panic!("{name}: role is {other}"),
    };
    let value = piece.get("value");
    let value = value.and_then(|value| value.as_float().or(value.as_integer().map(|n| n as f64)));
    let letter = piece["symbol"].as_str().and_then(|s| s.chars().next()).expect("a letter");
    let value = if role == Role::Royal { f64::INFINITY } else { value.unwrap_or(1.0) };
    PieceSpec { value, role, ..PieceSpec::new(name, letter, movement(&piece)) }
}

fn known_piece(name: &str) -> Option<Table> {
    let known = file("pieces");
    let mut tables = list(&known, "pieces").iter().filter_map(Value::as_table);
    tables.find(|piece| piece["name"].as_str() == Some(name)).cloned()
}

fn movement(piece: &Table) -> Movement {
    if let Some(text) = piece.get("betza").and_then(Value::as_str) {
        return betza::parse(text).expect("a movement in Betza notation");
    }
    let parts = list(piece, "combines").iter().map(|part| {
        let name = part.as_str().expect("the name of a piece");
        movement(&known_piece(name).unwrap_or_else(|| panic!("no piece {name}")))
    });
    parts.fold(Movement::default(), |whole, part| whole.combined(&part))
}

fn list<'a>(table: &'a Table, key: &str) -> &'a [Value] {
    table.get(key).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

fn number((files, ranks): (&str, &str)) -> (u8, u8) {
    (files.parse().expect("a number of files"), ranks.parse().expect("a number of ranks"))
}
