//! Why a move was bad, in words.

use rules::Position;
use study::{Explanation, Motif, Tactic};

use super::annotate::line;

/// One sentence with the moves that show it, for the position before the bad move.
pub fn sentence(before: &Position, after: &Position, why: &Explanation) -> String {
    let said = app::explanation(before.rules(), why);
    let start = if why.is_missed() { before } else { after };
    match line(start, &why.line) {
        shown if shown.is_empty() => said,
        shown => format!("{}: {shown}.", said.trim_end_matches('.')),
    }
}

/// A word for programs: what kind of reason it is.
pub fn kind(motif: &Motif) -> String {
    let name = match motif {
        Motif::AllowsMate(_) => "allows-mate",
        Motif::MissesMate(_) => "misses-mate",
        Motif::Draws(_) => "draws",
        Motif::PutsEnPrise { .. } => "puts-en-prise",
        Motif::BadTrade { .. } => "bad-trade",
        Motif::LeavesEnPrise { .. } => "leaves-en-prise",
        Motif::RemovesGuard { .. } => "removes-guard",
        Motif::OpensLine { .. } => "opens-line",
        Motif::Allows(Tactic::Line { .. }) => "loses-material",
        Motif::Allows(tactic) => return format!("allows-{}", name(tactic)),
        Motif::Misses(tactic) => return format!("misses-{}", name(tactic)),
    };
    name.to_owned()
}

fn name(tactic: &Tactic) -> &'static str {
    match tactic {
        Tactic::Capture { .. } => "capture",
        Tactic::Fork { .. } => "fork",
        Tactic::Skewer { .. } => "skewer",
        Tactic::Pin { .. } => "pin",
        Tactic::Discovery { .. } => "discovery",
        Tactic::TakesGuard { .. } => "taking-guard",
        Tactic::Trap { .. } => "trap",
        Tactic::Promotion { .. } => "promotion",
        Tactic::Line { .. } => "material",
    }
}
