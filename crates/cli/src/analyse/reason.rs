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
pub fn kind(motif: &Motif) -> &'static str {
    match motif {
        Motif::AllowsMate(_) => "allows-mate",
        Motif::MissesMate(_) => "misses-mate",
        Motif::Draws(_) => "draws",
        Motif::PutsEnPrise { .. } => "puts-en-prise",
        Motif::BadTrade { .. } => "bad-trade",
        Motif::LeavesEnPrise { .. } => "leaves-en-prise",
        Motif::RemovesGuard { .. } => "removes-guard",
        Motif::OpensLine { .. } => "opens-line",
        Motif::Allows(tactic) => match tactic {
            Tactic::Capture { .. } => "allows-capture",
            Tactic::Fork { .. } => "allows-fork",
            Tactic::Skewer { .. } => "allows-skewer",
            Tactic::Pin { .. } => "allows-pin",
            Tactic::Discovery { .. } => "allows-discovery",
            Tactic::TakesGuard { .. } => "allows-taking-guard",
            Tactic::Trap { .. } => "allows-trap",
            Tactic::Promotion { .. } => "allows-promotion",
            Tactic::Line { .. } => "loses-material",
        },
        Motif::Misses(tactic) => match tactic {
            Tactic::Capture { .. } => "misses-capture",
            Tactic::Fork { .. } => "misses-fork",
            Tactic::Skewer { .. } => "misses-skewer",
            Tactic::Pin { .. } => "misses-pin",
            Tactic::Discovery { .. } => "misses-discovery",
            Tactic::TakesGuard { .. } => "misses-taking-guard",
            Tactic::Trap { .. } => "misses-trap",
            Tactic::Promotion { .. } => "misses-promotion",
            Tactic::Line { .. } => "misses-material",
        },
    }
}
