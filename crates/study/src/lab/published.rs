//! What was measured of games that ship, from the reports beside their files.

use std::sync::OnceLock;

use serde_json::Value;

use super::{Measurement, SHOWN_ERRORS};

/// The report of `xxlchess lab xxl`, see docs/xxl-study.md.
const XXL: &str = include_str!("../../../notation/rulesets/xxl.measured.json");

/// What the pieces of a game are worth, by name, if it was measured.
///
/// ```
/// let pieces = xxlchess_study::lab::published("xxl").expect("it was measured");
/// let worth = |name: &str| pieces.iter().find(|(piece, _)| piece == name).map(|(_, it)| it.value);
/// assert!(worth("amazon") > worth("rook") && worth("king").is_none());
/// ```
pub fn published(id: &str) -> Option<&'static [(String, Measurement)]> {
    static PIECES: OnceLock<Vec<(String, Measurement)>> = OnceLock::new();
    (id == "xxl").then(|| PIECES.get_or_init(|| read(XXL)).as_slice())
}

/// The pieces of a report, with what they are worth.
fn read(report: &str) -> Vec<(String, Measurement)> {
    let report: Value = serde_json::from_str(report).unwrap_or_default();
    let pieces = report["pieces"].as_array().map(Vec::as_slice).unwrap_or_default();
    let piece = |piece: &Value| {
        let worth = &piece["worth"];
        let (value, error) = (worth["value"].as_f64()?, worth["error"].as_f64()?);
        let estimate = Measurement { value, error: error / SHOWN_ERRORS };
        Some((piece["name"].as_str()?.to_owned(), estimate))
    };
    pieces.iter().filter_map(piece).collect()
}
