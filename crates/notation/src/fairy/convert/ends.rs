//! How games of a variant end: draws, verdicts, goals, extinction and counts.

use rules::{
    DrawRule, Draws, Extinction, Goal, GoalTime, Movement, Path, PieceSpec, PieceType, Role,
    RuleSpec, SquareSet, Verdict,
};

use super::{Variant, bad, refused};
use crate::fairy::FairyError;

impl Variant<'_> {
    pub(super) fn draws(&self) -> Result<Draws, FairyError> {
        let idle: u16 = self.number("nMoveRule", 50)?;
        let fold: u8 = self.number("nFoldRule", 3)?;
        let rule = |is_on| if is_on { DrawRule::Automatic } else { DrawRule::Off };
        Ok(Draws {
            stalemate: true,
            repetition: rule(fold > 0),
            perpetual_check: false,
            fifty_moves: rule(idle > 0),
            insufficient_material: false,
            agreement: true,
        })
    }

    /// The types that reset the count of idle moves, where they are not just all pawns.
    fn progress(&self, pieces: &[PieceSpec]) -> Option<Vec<PieceType>> {
        let mut kinds = self.kinds("nMoveRuleTypesWhite", "pawn");
        kinds.extend(self.kinds("nMoveRuleTypesBlack", "pawn"));
        kinds.sort_unstable();
        kinds.dedup();
        let all = (0..pieces.len()).filter_map(PieceType::from_index);
        let pawns: Vec<_> = all.filter(|k| pieces[k.index()].role == Role::Pawn).collect();
        let returns = |kind: &PieceType| goes_back(&pieces[kind.index()].movement);
        (kinds != pawns || kinds.iter().any(returns)).then_some(kinds)
    }

    pub(super) fn set_ends(&self, spec: &mut RuleSpec, fen: &str) -> Result<(), FairyError> {
        let value =
            |key: &str, usual: &'static str| verdict(key, self.draft.get(key).unwrap_or(usual));
        let ends = &mut spec.ends;
        ends.idle_moves = self.number("nMoveRule", 50)?;
        ends.idle_moves = if ends.idle_moves == 0 { 50 } else { ends.idle_moves };
        ends.repetitions = self.number("nFoldRule", 3)?;
        ends.repetitions = if ends.repetitions == 0 { 3 } else { ends.repetitions };
        ends.repetition = value("nFoldValue", "draw")?.unwrap_or(Verdict::Draw);
        if self.draft.is_set("perpetualCheckIllegal", false) {
            ends.perpetual_check = Verdict::Loss;
        }
        ends.perpetual_chase = match self.draft.get("chasingRule") {
            None | Some("none") => ends.perpetual_chase,
            Some("axf") => Verdict::Loss,
            Some(other) => return Err(bad("chasingRule", other, "axf or none")),
        };
        ends.stalemate = value("stalemateValue", "draw")?.unwrap_or(Verdict::Draw);
        if self.draft.is_set("stalematePieceCount", false) {
            ends.stalemate = match ends.stalemate {
                Verdict::Win => Verdict::FewerWins,
                _ => return Err(refused("stalematePieceCount")),
            };
        }
        ends.checkmate = value("checkmateValue", "loss")?.unwrap_or(Verdict::Loss);
        if let Some(verdict) = value("extinctionValue", "none")?
            && !self.draft.is_set("extinctionPseudoRoyal", false)
        {
            let names = self.draft.list("extinctionPieceTypes", "");
            let all = names.contains(&"*");
            if all && names.len() > 1 {
                return Err(refused("extinctionPieceTypes"));
            }
            let kinds = if all { Vec::new() } else { self.kinds("extinctionPieceTypes", "") };
            ends.extinction = (all || !kinds.is_empty()).then_some(Extinction {
                kinds,
                left: self.number("extinctionPieceCount", 0)?,
                opponent: self.number("extinctionOpponentPieceCount", 0)?,
                may_reply: self.draft.is_set("extinctionClaim", false),
                verdict,
            });
        }
        let zones = self.zones("flagRegion", [SquareSet::EMPTY; 2])?;
        if zones.iter().any(|zone| !zone.is_empty()) {
            let kinds = ["White", "Black"]
                .map(|side| self.kinds(&format!("flagPiece{side}"), "").first().copied());
            // A side without squares has no piece of its own either.
            let kinds = match zones.map(|zone| zone.is_empty()) {
                [false, true] => [kinds[0]; 2],
                [true, false] => [kinds[1]; 2],
                _ => kinds,
            };
            let is_king = kinds.iter().flatten().any(|kind| Some(*kind) == self.kind("king"));
            let time = match (self.draft.is_set("flagMove", false), is_king) {
                (false, _) => GoalTime::AtOnce,
                (true, true) => GoalTime::Even,
                (true, false) => GoalTime::Held,
            };
            let count = self.number("flagPieceCount", 1)?;
            let safe = self.draft.is_set("flagPieceSafe", false);
            if safe && time == GoalTime::Even {
                return Err(refused("flagPieceSafe"));
            }
            ends.goal = Some(Goal { kinds, zones, count, time, safe });
        }
        let row: u8 = self.number("connectN", 0)?;
        ends.row = (row > 0).then_some(row);
        ends.progress = self.progress(&spec.pieces);
        if self.draft.is_set("checkCounting", false) {
            let checks = fen.split(' ').find_map(|field| field.split_once('+'));
            let counts = checks.map(|(white, black)| (white.parse::<u8>(), black.parse::<u8>()));
            ends.checks = match counts {
                Some((Ok(white), Ok(black))) => Some(white.max(black)),
                _ => return Err(refused("checkCounting")),
            };
        }
        Ok(())
    }
}

fn verdict(key: &str, value: &str) -> Result<Option<Verdict>, FairyError> {
    match value {
        "win" => Ok(Some(Verdict::Win)),
        "loss" => Ok(Some(Verdict::Loss)),
        "draw" => Ok(Some(Verdict::Draw)),
        "none" => Ok(None),
        _ => Err(bad(key, value, "win, loss, draw or none")),
    }
}

/// Can a piece go back to where it came from with its next move?
fn goes_back(movement: &Movement) -> bool {
    let paths: Vec<Path> = movement.all_paths().collect();
    let moves = |path: &&Path| path.ray.purpose.moves() && !path.initial;
    let step = |path: &Path| (path.ray.files, path.ray.ranks);
    let back = |path: &Path| {
        paths.iter().filter(moves).any(|other| {
            let (files, ranks) = step(other);
            (-files, -ranks) == step(path)
        })
    };
    paths.iter().filter(moves).any(back)
}
