//! Squares that rules name: where a piece wins, promotes, may stand. They are painted on the board.

use egui::Ui;
use rules::{Colour, Movement, PieceType, Role, RuleSpec, Square, SquareSet, Zones};

use super::draft::GameDraft;
use super::rules_tab::new_goal;
use crate::style::widgets::{Dropdown, note};
use crate::texts::Texts;

/// Squares of one rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Zone {
    /// They win.
    Goal,
    /// Pieces promote there.
    Promotion,
    /// First moves are made from there.
    FirstMoves,
    /// Pawns go three squares from there.
    TripleSteps,
    /// Pieces are taken in passing there.
    EnPassant,
    /// A piece may stand there.
    Region(PieceType),
}

impl Zone {
    /// All that mean something in a game.
    fn all(spec: &RuleSpec) -> Vec<Zone> {
        let has_usual_pawn = spec.pieces.iter().any(|piece| {
            piece.role == Role::Pawn && piece.movement == Movement::pawn() && !spec.fog
        });
        let zones = [
            (Zone::Goal, true),
            (Zone::Promotion, spec.promotion.is_some()),
            (Zone::FirstMoves, true),
            (Zone::TripleSteps, has_usual_pawn),
            (Zone::EnPassant, spec.en_passant),
        ];
        let kinds = (0..spec.pieces.len()).filter_map(PieceType::from_index);
        let zones = zones.into_iter().filter(|(_, is_there)| *is_there).map(|(zone, _)| zone);
        zones.chain(kinds.map(Zone::Region)).collect()
    }

    fn name(self, spec: &RuleSpec, texts: &Texts) -> String {
        let words = &texts.workshop;
        let name = match self {
            Zone::Goal => words.zone_goal,
            Zone::Promotion => words.zone_promotion,
            Zone::FirstMoves => words.zone_first_moves,
            Zone::TripleSteps => words.zone_triple_steps,
            Zone::EnPassant => words.zone_en_passant,
            Zone::Region(kind) => {
                let name = spec.pieces.get(kind.index()).map_or("", |piece| &piece.name);
                return words.zone_region(texts.piece(name));
            }
        };
        name.to_owned()
    }

    /// The squares of both sides, as the rules have them now.
    fn zones(self, spec: &RuleSpec) -> Zones {
        let of = |has: &dyn Fn(Colour, Square) -> bool| -> Zones {
            Colour::BOTH.map(|side| spec.size.squares().filter(|at| has(side, *at)).collect())
        };
        let own_rank = |side: Colour, at: Square| at.rank_for(side, spec.size) + 1;
        let all = of(&|_, _| true);
        match self {
            Zone::Goal => spec.ends.goal.as_ref().map_or_else(Zones::default, |goal| goal.zones),
            Zone::Promotion => spec.promotion.as_ref().map_or_else(Zones::default, |promotion| {
                let by_rank = of(&|side, at| own_rank(side, at) >= promotion.rank);
                promotion.zones.unwrap_or(by_rank)
            }),
            Zone::FirstMoves => spec.first_moves.unwrap_or_else(|| {
                let rank = spec.double_step.unwrap_or(2);
                of(&|side, at| own_rank(side, at) == rank)
            }),
            Zone::TripleSteps => spec.triple_steps.unwrap_or_default(),
            Zone::EnPassant => spec.en_passant_zones.unwrap_or(all),
            Zone::Region(kind) => {
                spec.pieces.get(kind.index()).and_then(|piece| piece.region).unwrap_or(all)
            }
        }
    }

    /// White's squares.
    pub fn squares(self, spec: &RuleSpec) -> SquareSet {
        self.zones(spec)[Colour::White.index()]
    }

    /// Puts a square of White's among these or takes it away; Black has the same from the other end.
    fn paint(self, spec: &mut RuleSpec, square: Square, adds: bool) {
        let across = Square::new(square.file(), spec.size.ranks() - 1 - square.rank());
        let mut zones = self.zones(spec);
        for (zone, at) in zones.iter_mut().zip([square, across]) {
            match adds {
                true => zone.insert(at),
                false => zone.remove(at),
            }
        }
        let everywhere: SquareSet = spec.size.squares().collect();
        let some = Some(zones).filter(|zones| zones.iter().any(|zone| !zone.is_empty()));
        let limited = Some(zones).filter(|zones| *zones != [everywhere; 2]);
        match self {
            Zone::Goal => {
                let goal = some.map(|zones| match &spec.ends.goal {
                    Some(goal) => rules::Goal { zones, ..goal.clone() },
                    None => new_goal(spec, zones),
                });
                spec.ends.goal = goal;
            }
            Zone::Promotion => {
                if let Some(promotion) = &mut spec.promotion {
                    promotion.zones = Some(zones);
                }
            }
            Zone::FirstMoves => spec.first_moves = Some(zones),
            Zone::TripleSteps => spec.triple_steps = some,
            Zone::EnPassant => spec.en_passant_zones = limited,
            Zone::Region(kind) => {
                if let Some(piece) = spec.pieces.get_mut(kind.index()) {
                    piece.region = limited;
                }
            }
        }
    }
}

/// Which squares are painted.
#[derive(Default)]
pub struct ZoneTools {
    chosen: Option<Zone>,
    /// Does the stroke that is being painted add squares?
    adds: Option<bool>,
}

impl ZoneTools {
    /// The squares that are painted, if any are.
    pub fn chosen(&self) -> Option<Zone> {
        self.chosen
    }

    /// A list of what can be painted.
    pub fn side(&mut self, ui: &mut Ui, spec: &RuleSpec, texts: &Texts) {
        let words = &texts.workshop;
        let zones = Zone::all(spec);
        self.chosen = self.chosen.filter(|zone| zones.contains(zone));
        let none = (None, words.zone_none.to_owned());
        let choices = zones.iter().map(|zone| (Some(*zone), zone.name(spec, texts)));
        let list = Dropdown::new(words.zones).width(ui.available_width());
        list.pick(ui, &mut self.chosen, [none].into_iter().chain(choices));
        let about = if self.chosen.is_some() { words.zone_about } else { words.zone_none_about };
        note(ui, about);
    }

    /// Paints a square: the first of a stroke decides whether squares come or go.
    pub fn paint(&mut self, draft: &mut GameDraft, square: Square) {
        let Some(zone) = self.chosen else { return };
        let has = zone.squares(draft.spec()).contains(square);
        let adds = *self.adds.get_or_insert(!has);
        if adds != has {
            draft.change(Some("zone"), |spec| zone.paint(spec, square, adds));
        }
    }

    /// The pointer was let go.
    pub fn end_stroke(&mut self) {
        self.adds = None;
    }
}

#[cfg(test)]
mod tests {
    use notation::ruleset;

    use super::*;

    #[test]
    fn squares_come_and_go_for_both_sides() {
        let rules = ruleset::shipped("standard").expect("it ships");
        let mut spec = rules.spec().clone();
        let square = |name: &str| Square::parse_prefix(name).expect("a square").0;
        let knight = rules.piece_named("knight").expect("a knight");
        let written = |spec: &RuleSpec, key: &str| {
            let text = ruleset::format(spec);
            let line = text.lines().find(|line| line.starts_with(key)).unwrap_or_default();
            line.to_owned()
        };
        Zone::Goal.paint(&mut spec, square("a6"), true);
        assert!(written(&spec, "goal").contains("squares = \"a6\""), "{}", written(&spec, "goal"));
        Zone::Goal.paint(&mut spec, square("a6"), false);
        assert_eq!(spec, *rules.spec());
        Zone::TripleSteps.paint(&mut spec, square("c2"), true);
        assert_eq!(written(&spec, "triple_steps"), "triple_steps = \"c2\"");
        Zone::Region(knight).paint(&mut spec, square("d4"), false);
        assert!(!spec.pieces[knight.index()].region.expect("a region")[1].contains(square("d5")));
        Zone::Region(knight).paint(&mut spec, square("d4"), true);
        assert_eq!(spec.pieces[knight.index()].region, None);
        Zone::Promotion.paint(&mut spec, square("a7"), true);
        assert_eq!(Zone::Promotion.squares(&spec).len(), 9);
        assert!(Zone::all(&spec).contains(&Zone::EnPassant));
    }
}
