//! Positions of files that do not name their rules.

use std::sync::Arc;

use rules::{Position, Rules, SetupWarning, message};

use super::Options;
use crate::diagnostics::{Diagnostic, Diagnostics};
use crate::{fen, layout, ruleset};

/// Reads a FEN by the rules that are asked for, or else by the first that ship, have a board of its
/// size and can hold it; returns what is odd.
///
/// # Errors
/// What is wrong with it, by the first of these rules.
pub fn read_fen(text: &str, options: &Options) -> Result<(Position, Diagnostics), Diagnostic> {
    let candidates = options.rules_for(Some(size_of_fen(text)).as_deref())?;
    let fault =
        |error: fen::FenError| Diagnostic { code: error.code(), ..Diagnostic::error(error) };
    first_fit(&candidates, |rules| fen::parse(rules, text).map_err(fault), Diagnostic::clone)
}

/// Reads a layout by the rules that are asked for, or else by the first that ship, have a board of
/// just its size and can hold it, or else as `xxl`; returns what is odd.
///
/// # Errors
/// What is wrong with it, by the first of these rules.
pub fn read_layout(text: &str, options: &Options) -> Result<(Position, Diagnostics), Diagnostics> {
    let candidates = options.rules_for(size_of_layout(text).as_deref())?;
    let read = |rules: &Arc<Rules>| layout::parse(rules, text, options.player);
    let first = |faults: &Diagnostics| {
        let first = faults.errors().next().cloned();
        first.unwrap_or_else(|| Diagnostic::error(message!("not-read", "it cannot be read")))
    };
    let (position, mut warnings) = first_fit(&candidates, read, first)?;
    let rules = position.rules();
    if options.rules.is_none() && rules.id() != LAYOUTS && warnings.is_empty() {
        let message =
            message!("read-by-rules", "read by the rules of `{rules}`", rules = rules.id());
        warnings.push(Diagnostic::warning(message));
    }
    Ok((position, warnings))
}

/// The rules of layouts whose size says nothing.
const LAYOUTS: &str = "xxl";

impl Options {
    /// The rules to try: those that are asked for, or those that ship with a board of this size.
    fn rules_for(&self, size: Option<&str>) -> Result<(Arc<Rules>, Vec<Arc<Rules>>), Diagnostic> {
        if let Some(rules) = &self.rules {
            return Ok((Arc::clone(rules), Vec::new()));
        }
        let shipped = ruleset::shipped_ids().filter_map(ruleset::shipped);
        let mut fitting = shipped.filter(|rules| Some(rules.size().to_string().as_str()) == size);
        match fitting.next() {
            Some(first) => Ok((first, fitting.collect())),
            None => Ok((ruleset::shipped_or_error(LAYOUTS)?, Vec::new())),
        }
    }
}

/// Reads by the first rules that can; if they are not the very first, a warning says so.
fn first_fit<E>(
    (first, others): &(Arc<Rules>, Vec<Arc<Rules>>),
    read: impl Fn(&Arc<Rules>) -> Result<(Position, Vec<SetupWarning>), E>,
    first_fault: impl Fn(&E) -> Diagnostic,
) -> Result<(Position, Diagnostics), E> {
    let mut warnings = Diagnostics::new();
    let (position, odd) = match read(first) {
        Ok(read) => read,
        Err(fault) => {
            let Some((rules, found)) =
                others.iter().find_map(|rules| Some((rules, read(rules).ok()?)))
            else {
                return Err(fault);
            };
            let message = message!(
                "read-by-other-rules",
                "read by the rules of `{rules}`; by those of `{first}`: {why}",
                rules = rules.id(),
                first = first.id(),
                why = first_fault(&fault).message
            );
            warnings.push(Diagnostic::warning(message));
            found
        }
    };
    odd.iter().for_each(|odd| warnings.push(Diagnostic::warning(odd)));
    Ok((position, warnings))
}

/// The size of the board of a FEN, by its first rank, as in `8x8`.
fn size_of_fen(fen: &str) -> String {
    let board = fen.split_ascii_whitespace().next().unwrap_or_default();
    let rank = board.split('/').next().unwrap_or_default();
    let is_digit = |c: char| c.is_ascii_digit();
    let pieces = rank.chars().filter(|c| !is_digit(*c)).count();
    let runs = rank.split(|c| !is_digit(c)).filter_map(|run| run.parse::<u16>().ok());
    let files = pieces + runs.map(usize::from).sum::<usize>();
    format!("{files}x{}", board.split('/').count())
}

/// The size of a layout in which no row is missing, as in `8x8`.
fn size_of_layout(text: &str) -> Option<String> {
    let text = text.strip_prefix('\u{FEFF}').unwrap_or(text).trim_end();
    let width = text.lines().map(|line| line.trim_end().chars().count()).max()?;
    Some(format!("{width}x{}", text.lines().count()))
}
