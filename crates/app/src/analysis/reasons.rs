//! Why a move was bad, in the user's language.

use rules::{Piece, Reason, Rules};
use study::{Explanation, Motif, PieceOn, Tactic};

use crate::texts::{Language, Texts};

/// Says in English why a move was bad, for the command line.
pub fn explanation(rules: &Rules, why: &Explanation) -> String {
    sentence(Language::english().texts(), rules, why)
}

/// Says in words what the review found.
pub fn sentence(texts: &Texts, rules: &Rules, why: &Explanation) -> String {
    ReasonPhrases { texts, rules }.motif(&why.motif)
}

struct ReasonPhrases<'a> {
    texts: &'a Texts,
    rules: &'a Rules,
}

impl ReasonPhrases<'_> {
    fn motif(&self, motif: &Motif) -> String {
        let words = &self.texts.analysis;
        let takes_king = self.rules.king_capture_wins();
        match motif {
            Motif::AllowsMate(moves) if takes_king => words.allows_king_capture(*moves),
            Motif::AllowsMate(moves) => words.allows_mate(*moves),
            Motif::MissesMate(moves) if takes_king => words.misses_king_capture(*moves),
            Motif::MissesMate(moves) => words.misses_mate(*moves),
            Motif::Draws(Reason::Stalemate) => words.draws_stalemate.to_owned(),
            Motif::Draws(_) => words.draws.to_owned(),
            Motif::PutsEnPrise { piece, by } => words.puts_en_prise(self.on(by), self.on(piece)),
            Motif::BadTrade { took, lost } => {
                words.bad_trade(self.name(lost.piece), self.name(*took))
            }
            Motif::LeavesEnPrise { piece, by } => {
                words.leaves_en_prise(self.on(by), self.on(piece))
            }
            Motif::RemovesGuard { piece, by } => words.removes_guard(self.on(by), self.on(piece)),
            Motif::OpensLine { piece, by } => words.opens_line(self.on(by), self.on(piece)),
            Motif::Allows(tactic) => words.allows(self.tactic(tactic)),
            Motif::Misses(tactic) => words.misses(self.tactic(tactic)),
        }
    }

    fn tactic(&self, tactic: &Tactic) -> String {
        let words = &self.texts.analysis;
        match tactic {
            Tactic::Capture { target, by } => words.capture(self.on(by), self.on(target)),
            Tactic::Fork { by, targets } => {
                let targets: Vec<String> = targets.iter().map(|on| self.on(on)).collect();
                words.fork(self.on(by), targets.join(", "))
            }
            Tactic::Skewer { by, front, behind } => {
                words.skewer(self.on(behind), self.on(by), self.on(front))
            }
            Tactic::Pin { target, pinner } => words.pin(self.on(pinner), self.on(target)),
            Tactic::Discovery { mover, attacker, target } => {
                words.discovery(self.on(attacker), self.on(mover), self.on(target))
            }
            Tactic::TakesGuard { guard, target } => {
                words.takes_guard(self.on(guard), self.on(target))
            }
            Tactic::Trap { target, by } => words.trap(self.on(by), self.on(target)),
            Tactic::Promotion { pawn, to } => words.promotion(self.on(pawn), to),
            Tactic::Line { target } => words.line(self.name(target.piece)),
        }
    }

    fn on(&self, on: &PieceOn) -> String {
        self.texts.analysis.piece_on(self.name(on.piece), &on.square)
    }

    fn name(&self, piece: Piece) -> String {
        self.texts.piece(&self.rules.piece_spec(piece.kind()).name)
    }
}
