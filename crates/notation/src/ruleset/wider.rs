//! What a rule set's file says beyond ordinary chess: royals, first moves, restrictions, ends.

use std::fmt::Write;

use rules::{
    BoardSize, Ends, Extinction, Goal, GoalTime, PieceSpec, PieceType, Restrictions, Royals,
    RuleSpec, Shuffle, Verdict, message,
};

use super::draft::{A_RANK, NUMBER_OF_PIECES, change, kind_named, names, unknown_piece};
use super::zone::{self, ZoneDraft};
use crate::diagnostics::Diagnostics;
use crate::document::Value;
use crate::quote::quoted;
use crate::{Field, TableReader};

/// What a file says about these rules; each part may be left out and is then inherited.
#[derive(Clone, Debug, Default)]
pub(super) struct WiderDraft {
    royals: Option<Royals>,
    first_moves: Option<ZoneDraft>,
    triple_steps: Option<ZoneDraft>,
    en_passant_squares: Option<ZoneDraft>,
    restrictions: RestrictionsDraft,
    ends: EndsDraft,
    /// `Some(None)` where a file switches off what it inherits.
    shuffle: Option<Option<ShuffleDraft>>,
}

#[derive(Clone, Debug)]
struct ShuffleDraft {
    rank: u8,
    both_shades: Vec<String>,
    king_between: bool,
}

#[derive(Clone, Copy, Debug, Default)]
struct RestrictionsDraft {
    must_capture: Option<bool>,
    no_check: Option<bool>,
    kings_apart: Option<bool>,
    no_dead_ends: Option<bool>,
}

#[derive(Clone, Debug, Default)]
struct EndsDraft {
    stalemate: Option<Verdict>,
    checkmate: Option<Verdict>,
    /// `Some(None)` where a file switches off what it inherits.
    checks: Option<Option<u8>>,
    goal: Option<Option<GoalDraft>>,
    row: Option<Option<u8>>,
    extinction: Option<Option<ExtinctionDraft>>,
    repetitions: Option<u8>,
    repetition: Option<Verdict>,
    perpetual_check: Option<Verdict>,
    perpetual_chase: Option<Verdict>,
    idle_moves: Option<u16>,
    progress: Option<Option<Vec<String>>>,
}

#[derive(Clone, Debug)]
struct GoalDraft {
    pieces: [Option<String>; 2],
    squares: ZoneDraft,
    count: u8,
    time: GoalTime,
    safe: bool,
}

#[derive(Clone, Debug)]
struct ExtinctionDraft {
    pieces: Vec<String>,
    rule: Extinction,
}

impl WiderDraft {
    pub(super) fn read(file: &mut TableReader<'_>, faults: &mut Diagnostics) -> WiderDraft {
        WiderDraft {
            royals: file.get("royals").choice(&Royals::NAMES, faults),
            first_moves: ZoneDraft::read(&file.get("first_moves"), faults),
            triple_steps: ZoneDraft::read(&file.get("triple_steps"), faults),
            en_passant_squares: ZoneDraft::read(&file.get("en_passant_squares"), faults),
            restrictions: read_restrictions(&file.get("restrictions"), faults),
            ends: read_ends(&file.get("ends"), faults),
            shuffle: or_off(&file.get("shuffle"), |field| Some(read_shuffle(field, faults))),
        }
    }

    /// Does it say what becomes of a side that cannot move?
    pub(super) fn decides_stalemate(&self) -> bool {
        self.ends.stalemate.is_some_and(|verdict| verdict != Verdict::Draw)
    }

    /// Does it say what becomes of a side that gives check for ever?
    pub(super) fn decides_perpetual(&self) -> bool {
        self.ends.perpetual_check.is_some_and(|verdict| verdict != Verdict::Draw)
    }

    /// Lets `own` change what is inherited.
    pub(super) fn inherit_into(&mut self, own: WiderDraft) {
        change!(self, own; royals, shuffle, first_moves, triple_steps);
        change!(self, own; en_passant_squares);
        change!(self.restrictions, own.restrictions; must_capture, no_check, kings_apart, no_dead_ends);
        change!(self.ends, own.ends; stalemate, checkmate, checks, goal, row, extinction);
        change!(self.ends, own.ends; repetitions, repetition, perpetual_check, perpetual_chase);
        change!(self.ends, own.ends; idle_moves, progress);
    }

    /// Puts these rules into a rule set whose board and pieces are known.
    pub(super) fn apply(self, spec: &mut RuleSpec, faults: &mut Diagnostics) {
        let size = spec.size;
        let zones = |draft: Option<ZoneDraft>| draft.map(|draft| draft.on(size));
        spec.royals = self.royals.unwrap_or_default();
        spec.first_moves = zones(self.first_moves);
        // No square at all is none of these steps.
        spec.triple_steps =
            zones(self.triple_steps).filter(|zones| zones.iter().any(|zone| !zone.is_empty()));
        spec.en_passant_zones = zones(self.en_passant_squares);
        let restrictions = self.restrictions;
        spec.restrictions = Restrictions {
            must_capture: restrictions.must_capture.unwrap_or(false),
            no_check: restrictions.no_check.unwrap_or(false),
            kings_apart: restrictions.kings_apart.unwrap_or(false),
            no_dead_ends: restrictions.no_dead_ends.unwrap_or(false),
        };
        spec.ends = self.ends.into_ends(size, &spec.pieces, faults);
        spec.shuffle = self.shuffle.flatten().map(|draft| Shuffle {
            rank: draft.rank,
            both_shades: draft
                .both_shades
                .iter()
                .filter_map(|name| known_kind(name, "shuffle", &spec.pieces, faults))
                .collect(),
            king_between: draft.king_between,
        });
    }
}

impl EndsDraft {
    fn into_ends(self, size: BoardSize, pieces: &[PieceSpec], faults: &mut Diagnostics) -> Ends {
        let usual = Ends::default();
        let mut kind =
            |name: &String, key: &str| known_kind(name, &format!("ends.{key}"), pieces, faults);
        let goal = self.goal.flatten().map(|draft| Goal {
            kinds: draft.pieces.map(|name| name.and_then(|name| kind(&name, "goal"))),
            zones: draft.squares.on(size),
            count: draft.count,
            time: draft.time,
            safe: draft.safe,
        });
        let progress = self
            .progress
            .flatten()
            .map(|names| names.iter().filter_map(|name| kind(name, "progress")).collect());
        let extinction = self.extinction.flatten().map(|draft| Extinction {
            kinds: draft.pieces.iter().filter_map(|name| kind(name, "extinction")).collect(),
            ..draft.rule
        });
        Ends {
            stalemate: self.stalemate.unwrap_or(usual.stalemate),
            checkmate: self.checkmate.unwrap_or(usual.checkmate),
            checks: self.checks.flatten(),
            goal,
            row: self.row.flatten(),
            extinction,
            repetitions: self.repetitions.unwrap_or(usual.repetitions),
            repetition: self.repetition.unwrap_or(usual.repetition),
            perpetual_check: self.perpetual_check.unwrap_or(usual.perpetual_check),
            perpetual_chase: self.perpetual_chase.unwrap_or(usual.perpetual_chase),
            idle_moves: self.idle_moves.unwrap_or(usual.idle_moves),
            progress,
        }
    }
}

/// The piece type of a name, or a fault about the key that names it.
fn known_kind(
    name: &str,
    key: &str,
    pieces: &[PieceSpec],
    faults: &mut Diagnostics,
) -> Option<PieceType> {
    let found = kind_named(name, pieces);
    if found.is_none() {
        let table = key.split('.').next().unwrap_or(key);
        faults.push(unknown_piece(name, key).about(table));
    }
    found
}

fn read_shuffle(field: &Field<'_>, faults: &mut Diagnostics) -> ShuffleDraft {
    field.whole_table(faults, |table, faults| ShuffleDraft {
        rank: table.get("rank").integer(A_RANK, 1..=8, faults).unwrap_or(1),
        both_shades: names(&table.get("both_shades"), faults),
        king_between: table.get("king_between").bool(faults).unwrap_or(false),
    })
}

fn read_restrictions(field: &Field<'_>, faults: &mut Diagnostics) -> RestrictionsDraft {
    field.whole_table(faults, |table, faults| RestrictionsDraft {
        must_capture: table.get("must_capture").bool(faults),
        no_check: table.get("no_check").bool(faults),
        kings_apart: table.get("kings_apart").bool(faults),
        no_dead_ends: table.get("no_dead_ends").bool(faults),
    })
}

fn read_ends(field: &Field<'_>, faults: &mut Diagnostics) -> EndsDraft {
    field.whole_table(faults, |table, faults| EndsDraft {
        stalemate: table.get("stalemate").choice(&Verdict::NAMES, faults),
        checkmate: table.get("checkmate").choice(&Verdict::NAMES, faults),
        checks: or_off(&table.get("checks"), |field| {
            field.integer(message!("number-of-checks", "a number of checks"), 1..=15, faults)
        }),
        goal: or_off(&table.get("goal"), |field| read_goal(field, faults)),
        row: or_off(&table.get("row"), |field| field.integer(NUMBER_OF_PIECES, 2..=16, faults)),
        extinction: or_off(&table.get("extinction"), |field| Some(read_extinction(field, faults))),
        repetitions: {
            let expected = message!("number-of-times", "a number of times");
            table.get("repetitions").integer(expected, 2..=20, faults)
        },
        repetition: table.get("repetition").choice(&Verdict::NAMES, faults),
        perpetual_check: table.get("perpetual_check").choice(&Verdict::NAMES, faults),
        perpetual_chase: table.get("perpetual_chase").choice(&Verdict::NAMES, faults),
        idle_moves: {
            let expected = message!("number-of-moves", "a number of moves");
            table.get("idle_moves").integer(expected, 1..=500, faults)
        },
        progress: or_off(&table.get("progress"), |field| Some(names(field, faults))),
    })
}

/// A value, or `false` to switch it off; nothing if it is left out or faulty.
fn or_off<T>(field: &Field<'_>, read: impl FnOnce(&Field<'_>) -> Option<T>) -> Option<Option<T>> {
    match field.node()?.value {
        Value::Bool(false) => Some(None),
        _ => read(field).map(Some),
    }
}

fn read_goal(field: &Field<'_>, faults: &mut Diagnostics) -> Option<GoalDraft> {
    let mut table = field.table(faults);
    let piece = table.get("piece").text(faults).map(str::to_owned);
    let black = table.get("black_piece").text(faults).map(str::to_owned);
    let squares = ZoneDraft::read(&table.need("squares"), faults);
    let count = table.get("count").integer(NUMBER_OF_PIECES, 1..=64, faults);
    let time = table.get("time").choice(&GoalTime::NAMES, faults);
    let safe = table.get("safe").bool(faults).unwrap_or(false);
    table.finish(faults);
    let black = black.or_else(|| piece.clone());
    Some(GoalDraft {
        pieces: [piece, black],
        squares: squares?,
        count: count.unwrap_or(1),
        time: time.unwrap_or(GoalTime::AtOnce),
        safe,
    })
}

fn read_extinction(field: &Field<'_>, faults: &mut Diagnostics) -> ExtinctionDraft {
    let count = |field: Field<'_>, faults: &mut Diagnostics| {
        field.integer(NUMBER_OF_PIECES, 0..=255, faults).unwrap_or(0)
    };
    field.whole_table(faults, |table, faults| ExtinctionDraft {
        pieces: names(&table.get("pieces"), faults),
        rule: Extinction {
            kinds: Vec::new(),
            left: count(table.get("left"), faults),
            opponent: count(table.get("opponent"), faults),
            may_reply: table.get("may_reply").bool(faults).unwrap_or(false),
            verdict: table.get("verdict").choice(&Verdict::NAMES, faults).unwrap_or(Verdict::Loss),
        },
    })
}

/// Writes the keys of these rules that differ from those of ordinary chess.
pub(super) fn format_keys(spec: &RuleSpec) -> String {
    let mut text = String::new();
    if spec.royals != Royals::One {
        let _ = writeln!(text, "royals = \"{}\"", spec.royals.name());
    }
    if let Some(zones) = spec.first_moves {
        let _ = writeln!(text, "first_moves = {}", zone::format(zones, spec.size));
    }
    if let Some(zones) = spec.triple_steps {
        let _ = writeln!(text, "triple_steps = {}", zone::format(zones, spec.size));
    }
    if let Some(shuffle) = &spec.shuffle {
        let name = |kind: &PieceType| quoted(&spec.pieces[kind.index()].name);
        let names: Vec<_> = shuffle.both_shades.iter().map(name).collect();
        let (rank, names) = (shuffle.rank, names.join(", "));
        let between = shuffle.king_between;
        let _ = writeln!(
            text,
            "shuffle = {{ rank = {rank}, both_shades = [{names}], king_between = {between} }}"
        );
    }
    if let Some(zones) = spec.en_passant_zones {
        let _ = writeln!(text, "en_passant_squares = {}", zone::format(zones, spec.size));
    }
    text
}

/// Writes the tables of these rules, as far as they differ from those of ordinary chess.
pub(super) fn format_tables(spec: &RuleSpec) -> String {
    let restrictions = spec.restrictions;
    let switches = [
        ("must_capture", restrictions.must_capture),
        ("no_check", restrictions.no_check),
        ("kings_apart", restrictions.kings_apart),
        ("no_dead_ends", restrictions.no_dead_ends),
    ];
    let mut text = String::new();
    if restrictions != Restrictions::default() {
        text += "\n[restrictions]\n";
        for (key, _) in switches.iter().filter(|(_, is_set)| *is_set) {
            let _ = writeln!(text, "{key} = true");
        }
    }
    if spec.ends != Ends::default() {
        text += "\n[ends]\n";
        text += &format_ends(spec);
    }
    text
}

fn format_ends(spec: &RuleSpec) -> String {
    let (ends, usual) = (&spec.ends, Ends::default());
    let name = |kind: PieceType| quoted(&spec.pieces[kind.index()].name);
    let names = |kinds: &[PieceType]| {
        let names: Vec<_> = kinds.iter().map(|kind| name(*kind)).collect();
        names.join(", ")
    };
    let verdict = |verdict: Verdict| quoted(verdict.name());
    let other = |value, usual| (value != usual).then(|| verdict(value));
    let goal = |goal: &Goal| {
        let mut pieces = String::new();
        if let Some(kind) = goal.kinds[0] {
            let _ = write!(pieces, "piece = {}, ", name(kind));
        }
        if let Some(kind) = goal.kinds[1].filter(|_| goal.kinds[0] != goal.kinds[1]) {
            let _ = write!(pieces, "black_piece = {}, ", name(kind));
        }
        let squares = zone::format(goal.zones, spec.size);
        let time = goal.time.name();
        let count = goal.count;
        let safe = if goal.safe { ", safe = true" } else { "" };
        format!("{{ {pieces}squares = {squares}, count = {count}, time = \"{time}\"{safe} }}")
    };
    let extinction = |rule: &Extinction| {
        format!(
            "{{ pieces = [{}], left = {}, opponent = {}, may_reply = {}, verdict = {} }}",
            names(&rule.kinds),
            rule.left,
            rule.opponent,
            rule.may_reply,
            verdict(rule.verdict)
        )
    };
    let number = |value: u16, usual: u16| (value != usual).then(|| value.to_string());
    let lines = [
        ("stalemate", other(ends.stalemate, usual.stalemate)),
        ("checkmate", other(ends.checkmate, usual.checkmate)),
        ("checks", ends.checks.map(|checks| checks.to_string())),
        ("goal", ends.goal.as_ref().map(goal)),
        ("row", ends.row.map(|length| length.to_string())),
        ("extinction", ends.extinction.as_ref().map(extinction)),
        ("repetitions", number(ends.repetitions.into(), usual.repetitions.into())),
        ("repetition", other(ends.repetition, usual.repetition)),
        ("perpetual_check", other(ends.perpetual_check, usual.perpetual_check)),
        ("perpetual_chase", other(ends.perpetual_chase, usual.perpetual_chase)),
        ("idle_moves", number(ends.idle_moves, usual.idle_moves)),
        ("progress", ends.progress.as_ref().map(|kinds| format!("[{}]", names(kinds)))),
    ];
    let mut text = String::new();
    for (key, value) in lines {
        if let Some(value) = value {
            let _ = writeln!(text, "{key} = {value}");
        }
    }
    text
}
