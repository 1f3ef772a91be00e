//! What a rule set's file says that cannot be expressed, or that contradicts itself.

use rules::message::FaultMessage;
use rules::{Colour, RuleSpec, SquareSet, message};

use crate::diagnostics::{Diagnostic, Diagnostics, nearest, with_hint};
use crate::{Field, TableReader};

/// The names that a `drawing` can have.
pub const DRAWINGS: [&str; 29] = [
    "pawn",
    "rook",
    "knight",
    "bishop",
    "archbishop",
    "camel",
    "general",
    "amazon",
    "king",
    "chancellor",
    "queen",
    "commoner",
    "fers",
    "advisor",
    "alfil",
    "elephant",
    "wazir",
    "silver",
    "cannon",
    "horse",
    "soldier",
    "grasshopper",
    "berolina",
    "hoplite",
    "lieutenant",
    "captain",
    "dragon",
    "royal-knight",
    "medallion",
];

/// Keys that ask for rules that cannot be expressed, and what these are.
const UNKNOWN_RULES: [(FaultMessage, &[&str]); 5] = [
    (
        message!("rule-hand", "pieces in hand"),
        &["hand", "hands", "drops", "drop", "piece_drops", "pieceDrops", "pockets", "pocket"],
    ),
    (
        message!("rule-gating", "gating"),
        &["gating", "gates", "gate", "seirawan_gating", "seirawanGating"],
    ),
    (
        message!("rule-explosions", "explosions"),
        &["blast", "blasts", "explosion", "explosions", "blast_on_capture", "blastOnCapture"],
    ),
    (message!("rule-walls", "walls"), &["wall", "walls", "walling", "walling_rule", "wallingRule"]),
    (
        message!("rule-setup", "set-up phases"),
        &["setup", "setup_phase", "setupPhase", "must_drop", "mustDrop"],
    ),
];

/// Refuses by name what would not be played.
pub(super) fn refuse_unknown_rules(file: &mut TableReader<'_>, faults: &mut Diagnostics) {
    for (rule, keys) in UNKNOWN_RULES {
        for key in keys {
            let Some(field) = file.given(key) else { continue };
            let words = message!(
                "unknown-rule",
                "asks for {rule}, which cannot be expressed",
                rule = rule.clone()
            );
            field.error(words, faults);
        }
    }
}

/// A text for people; characters that nobody sees are left out.
pub(super) fn read_words(field: &Field<'_>, faults: &mut Diagnostics) -> Option<String> {
    let text = field.text(faults)?;
    let is_hidden = |c: char| c.is_control() && !matches!(c, '\n' | '\t');
    if text.contains(is_hidden) {
        let words = message!("control-characters", "has control characters; they are left out");
        field.warning(words, faults);
    }
    Some(text.chars().filter(|c| !is_hidden(*c)).collect())
}

/// `draws` and `ends` say different things.
pub(super) fn told_twice(key: &'static str) -> Diagnostic {
    let words = message!(
        "draws-and-ends",
        "`draws.{key}` and `ends.{key}` contradict each other; the second counts",
        key
    );
    Diagnostic::warning(words).about(format!("draws.{key}"))
}

/// Warns of rules that can never come true.
pub(super) fn warn(spec: &RuleSpec, faults: &mut Diagnostics) {
    let mut tell = |message, key: &str| faults.push(Diagnostic::warning(message).about(key));
    for piece in &spec.pieces {
        let drawing = piece.drawing.as_deref().filter(|drawing| !drawing.starts_with('<'));
        let mut parts = drawing.into_iter().flat_map(|drawing| drawing.split('+'));
        if let Some(unknown) = parts.find(|part| !DRAWINGS.contains(part)) {
            let near = nearest(unknown, DRAWINGS).map(|near| format!("`{near}`"));
            let words = message!(
                "unknown-drawing",
                "the drawing of `{piece}` names `{unknown}`, which there is not",
                piece = &piece.name,
                unknown
            );
            tell(with_hint(words, near), "pieces");
        }
        let Some(zones) = piece.region else { continue };
        for colour in Colour::BOTH.into_iter().filter(|colour| zones[colour.index()].is_empty()) {
            let words = message!(
                "region-empty",
                "the region of `{piece}` has no square of this board for {colour}",
                piece = &piece.name,
                colour
            );
            tell(words, "pieces");
        }
    }
    for (square, piece) in spec.start.pieces() {
        let kind = &spec.pieces[piece.kind().index()];
        let zone = kind.region.map(|zones| zones[piece.colour().index()]);
        if zone.is_some_and(|zone| !zone.is_empty() && !zone.contains(square)) {
            let words = message!(
                "starts-outside",
                "`{piece}` starts on {square}, outside its region",
                piece = &kind.name,
                square
            );
            tell(words, "pieces");
        }
    }
    let squares = spec.promotion.as_ref().and_then(|promotion| promotion.zones);
    if squares.is_some_and(|zones| zones.iter().all(SquareSet::is_empty)) {
        let words =
            message!("promotion-nowhere", "`promotion.squares` has no square of this board");
        tell(words, "promotion");
    }
    if let Some(goal) = &spec.ends.goal {
        let most = goal.zones.iter().map(|zone| zone.len()).max().unwrap_or(0);
        if most > 0 && u32::from(goal.count) > most {
            let words = message!(
                "goal-too-small",
                "`ends.goal` asks for {count} pieces on {squares} squares, which cannot be",
                count = goal.count,
                squares = most
            );
            tell(words, "ends");
        }
    }
    let longest = spec.size.files().max(spec.size.ranks());
    if let Some(length) = spec.ends.row.filter(|length| *length > longest) {
        let words = message!(
            "row-too-long",
            "`ends.row` asks for {length} pieces in a row; this board has room for {longest}",
            length,
            longest
        );
        tell(words, "ends");
    }
}

#[cfg(test)]
mod tests {
    use super::super::{no_files, parse};

    /// What is said about ordinary chess with these changes.
    fn told(changes: &str) -> Vec<String> {
        let text = format!("inherits = 'standard'\n{changes}");
        let found = match parse(&text, "test", &no_files) {
            Ok((_, warnings)) => warnings,
            Err(faults) => faults,
        };
        found.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn what_contradicts_itself_is_told() {
        let check = |changes: &str, expected: &str| {
            let told = told(changes);
            assert!(told.iter().any(|told| told.contains(expected)), "{changes}: {told:?}");
        };
        let unicorn = "the drawing of `knight` names `unicorn`, which there is not";
        check("pieces = [{ name = 'knight', drawing = 'unicorn' }]", unicorn);
        check("pieces = [{ name = 'knight', drawing = 'rook+unicorn' }]", unicorn);
        let outside = "`king` starts on e1, outside its region";
        check("pieces = [{ name = 'king', region = 'd4-e5' }]", outside);
        let empty = "the region of `knight` has no square of this board for white";
        check("pieces = [{ name = 'knight', region = '-' }]", empty);
        check("pieces = [{ name = 'knight', region = 'p16' }]", empty);
        let goal = "`ends.goal` asks for 9 pieces on 1 squares, which cannot be";
        check("ends = { goal = { squares = 'd4', count = 9 } }", goal);
        check(
            "ends = { row = 16 }",
            "`ends.row` asks for 16 pieces in a row; this board has room for 8",
        );
        check(
            "promotion = { squares = '-', choices = ['queen'] }",
            "`promotion.squares` has no square of this board",
        );
        let reversed = |files: &str| {
            format!("the king castles onto files {files}; expected two of this board, the left one")
        };
        check("castling = { files = 'gc' }", &reversed("gc"));
        check("castling = { files = 'dd' }", &reversed("dd"));
        check(
            "castling = { files = 'cg', king_step = 2 }",
            "`castling.king_step` and `castling.files` both tell where the king ends",
        );
        check(
            "draws = { stalemate = false }\nends = { stalemate = 'win' }",
            "`draws.stalemate` and `ends.stalemate` contradict each other; the second counts",
        );
        check(
            "draws = { perpetual_check = true }\nends = { perpetual_check = 'loss' }",
            "`draws.perpetual_check` and `ends.perpetual_check` contradict each other",
        );
        check("title = \"A\\u0007B\"", "`title` has control characters; they are left out");
        for part in ["<script>", "<g onload='x()'/>", "<a HREF='x'/>", "<g\tonClick = 'x'/>"] {
            let drawing =
                format!("pieces = [{{ name = 'knight', drawing = \"<svg>{part}</svg>\" }}]");
            check(&drawing, "it contains `");
        }
        let harmless = "pieces = [{ name = 'knight', drawing = \"<svg><g id='on'/></svg>\" }]";
        assert!(told(harmless).is_empty(), "{:?}", told(harmless));
        let palace = "pieces = [{ name = 'king', drawing = 'rook+cannon', region = 'd1-f3' }]\nends = { row = 8 }\n\
                      promotion = { squares = '*8', choices = ['queen'] }\ncastling = false\n\
                      start = '4k3/pppppp2/8/8/8/8/PPPPPP2/4K3'";
        assert!(told(palace).is_empty(), "{:?}", told(palace));
    }

    #[test]
    fn rules_that_cannot_be_expressed_are_refused_by_name() {
        for (key, rule) in [
            ("drops = true", "`drops` asks for pieces in hand"),
            ("pieceDrops = true", "`pieceDrops` asks for pieces in hand"),
            ("gating = true", "`gating` asks for gating"),
            ("blast = true", "`blast` asks for explosions"),
            ("walls = 'duck'", "`walls` asks for walls"),
            ("setup = true", "`setup` asks for set-up phases"),
        ] {
            let text = format!("inherits = 'standard'\n{key}");
            let faults = parse(&text, "test", &no_files).expect_err(key);
            let told = faults.to_string();
            assert!(told.contains(rule) && told.contains("cannot be expressed"), "{key}: {told}");
        }
        // Of a mistyped key these are no likely meaning.
        assert!(told("dorps = true").iter().all(|told| !told.contains("drops")));
    }
}
