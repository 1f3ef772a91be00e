//! Why a move was bad, in words.

use rules::{Piece, Position, Rules};
use study::{Explanation, Motif, PieceOn, Tactic};

use super::annotate::line;

/// One sentence with the moves that show it, for the position before the bad move.
pub fn sentence(before: &Position, after: &Position, why: &Explanation) -> String {
    let said = Words { rules: before.rules() }.motif(&why.motif);
    let start = if why.is_missed() { before } else { after };
    match line(start, &why.line) {
        shown if shown.is_empty() => format!("{said}."),
        shown => format!("{said}: {shown}."),
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

struct Words<'a> {
    rules: &'a Rules,
}

impl Words<'_> {
    fn motif(&self, motif: &Motif) -> String {
        match motif {
            Motif::AllowsMate(moves) => format!("It allows {}", self.mate(*moves)),
            Motif::MissesMate(moves) => format!("It misses {}", self.mate(*moves)),
            Motif::Draws(reason) => format!("It draws by {reason}"),
            Motif::PutsEnPrise { piece, by } => {
                format!("The {} takes the {}", self.on(by), self.on(piece))
            }
            Motif::BadTrade { took, lost } => {
                let [took, lost] = [self.name(*took), self.name(lost.piece)];
                format!("It takes a {took} and loses the {lost} for it")
            }
            Motif::LeavesEnPrise { piece, by } => {
                format!("It leaves the {} to the {}", self.on(piece), self.on(by))
            }
            Motif::RemovesGuard { piece, by } => {
                format!(
                    "It guards the {} no longer, and the {} takes it",
                    self.on(piece),
                    self.on(by)
                )
            }
            Motif::OpensLine { piece, by } => {
                format!("It opens the way for the {} to the {}", self.on(by), self.on(piece))
            }
            Motif::Allows(tactic) => format!("It allows {}", self.tactic(tactic)),
            Motif::Misses(tactic) => format!("It misses {}", self.tactic(tactic)),
        }
    }

    fn tactic(&self, tactic: &Tactic) -> String {
        match tactic {
            Tactic::Capture { target, by } => {
                format!("the capture of the {} by the {}", self.on(target), self.on(by))
            }
            Tactic::Fork { by, targets } => {
                format!("a fork by the {}, which attacks {}", self.on(by), self.all(targets))
            }
            Tactic::Skewer { by, front, behind } => {
                let [by, front, behind] = [by, front, behind].map(|on| self.on(on));
                format!("a skewer by the {by}: behind the {front} stands the {behind}")
            }
            Tactic::Pin { target, pinner } => {
                format!("a pin: the {} is held by the {}", self.on(target), self.on(pinner))
            }
            Tactic::Discovery { mover, attacker, target } => {
                let [mover, attacker, target] = [mover, attacker, target].map(|on| self.on(on));
                format!(
                    "a discovered attack: the {mover} makes way for the {attacker} against the {target}"
                )
            }
            Tactic::TakesGuard { guard, target } => {
                format!(
                    "the capture of the {}, which guards the {}",
                    self.on(guard),
                    self.on(target)
                )
            }
            Tactic::Trap { target, by } => {
                format!(
                    "an attack on the {} by the {}, which cannot be met",
                    self.on(target),
                    self.on(by)
                )
            }
            Tactic::Promotion { pawn, to } => {
                format!("the promotion of the {} on {to}", self.on(pawn))
            }
            Tactic::Line { target } => {
                format!("a line that wins the {}", self.name(target.piece))
            }
        }
    }

    fn mate(&self, moves: u32) -> String {
        match (self.rules.king_capture_wins(), moves) {
            (true, ..=1) => "the capture of the king".to_owned(),
            (true, _) => format!("the capture of the king in {moves} moves"),
            (false, _) => format!("mate in {moves}"),
        }
    }

    fn all(&self, targets: &[PieceOn]) -> String {
        let names: Vec<_> = targets.iter().map(|on| format!("the {}", self.on(on))).collect();
        match names.split_last() {
            Some((last, [])) => last.clone(),
            Some((last, others)) => format!("{} and {last}", others.join(", ")),
            None => String::new(),
        }
    }

    fn on(&self, on: &PieceOn) -> String {
        format!("{} on {}", self.name(on.piece), on.square)
    }

    fn name(&self, piece: Piece) -> &str {
        &self.rules.piece_spec(piece.kind()).name
    }
}
