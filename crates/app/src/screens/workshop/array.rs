//! The board and its start array: title, size, and pieces that are painted with symmetry.

use std::sync::Arc;

use board_ui::{Placement, Targets};
use egui::Ui;
use notation::ruleset;
use rules::{BoardSize, Colour, Piece, Position, RuleSpec, Rules, Square, SquareSet};

use super::draft::{GameDraft, resize, set_start};
use super::zones::ZoneTools;
use super::{Bench, choice_row};
use crate::context::Context;
use crate::piece_picture::legal_targets;
use crate::play::PieceAtlases;
use crate::screens::palette::{Edit, SetupBoard, SetupView, Stroke, Tool};
use crate::style::widgets::{Dropdown, IconButton, Segmented, Stepper, TextField, Toggle, card};
use crate::style::{Icon, space, text};

/// Where the other side's piece comes to stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum OtherSide {
    Nowhere,
    /// On the same file.
    Mirrored,
    /// Turned around the middle of the board.
    Rotated,
}

/// The tools of the start array.
pub struct ArrayTools {
    other: OtherSide,
    /// Is the left like the right?
    mirrors: bool,
    board: SetupBoard,
    /// Rule sets that the user has saved.
    pub own: Vec<Arc<Rules>>,
}

impl ArrayTools {
    /// Tools that begin with looking; `own` are the rule sets that the user has saved.
    pub fn new(own: Vec<Arc<Rules>>) -> ArrayTools {
        ArrayTools {
            other: OtherSide::Mirrored,
            mirrors: false,
            board: SetupBoard::new(Tool::Look),
            own,
        }
    }

    /// Shows the board and lets it be painted on.
    pub fn board(
        &mut self,
        ui: &mut Ui,
        draft: &mut GameDraft,
        zones: Option<&mut ZoneTools>,
        art: &mut PieceAtlases,
        cx: &Context,
    ) {
        let zones = zones.filter(|zones| zones.chosen().is_some());
        let (spec, shown) = (draft.spec(), Arc::clone(draft.shown()));
        let known = |(_, piece): &(Square, Piece)| piece.kind().index() < shown.spec().pieces.len();
        let pieces: Placement = spec.start.pieces().filter(known).collect();
        let position = draft.rules().map(Position::start);
        let targets = |from: Square| match &position {
            Some(position) if zones.is_none() => start_targets(position, from),
            _ => Targets::EMPTY,
        };
        let painted = zones.as_ref().and_then(|zones| zones.chosen());
        let view = SetupView {
            rules: &shown,
            size: spec.size,
            bottom: Colour::White,
            pieces,
            targets: &targets,
            marked: painted.map_or(SquareSet::EMPTY, |zone| zone.squares(spec)),
        };
        let tool = if zones.is_some() { Tool::Paint } else { self.board.tool };
        let (edits, stroke) = self.board.show(ui, &view, tool, art, cx);
        for edit in edits {
            match edit {
                Edit::Carry(from, to) => {
                    let piece = piece_at(draft.spec(), from);
                    self.put(draft, from, None);
                    self.put(draft, to, piece);
                    draft.end_step();
                }
                Edit::Put(at, piece) => self.put(draft, at, piece),
            }
        }
        match (stroke, zones) {
            (Some(Stroke::Paint(at) | Stroke::Erase(at)), Some(zones)) => zones.paint(draft, at),
            (Some(_), None) => {}
            (None, zones) => {
                zones.into_iter().for_each(ZoneTools::end_stroke);
                if ui.input(|input| input.pointer.any_released()) {
                    draft.end_step();
                }
            }
        }
    }

    /// Puts a piece on a square and on those that go with it, or takes away what stands there.
    fn put(&self, draft: &mut GameDraft, square: Square, piece: Option<Piece>) {
        let images = self.images(draft.spec().size, square, piece);
        let is_there =
            |(at, piece): &(Square, Option<Piece>)| piece_at(draft.spec(), *at) == *piece;
        if images.iter().all(is_there) {
            return;
        }
        draft.change(Some("paint"), |spec| {
            let mut pieces: Vec<(Square, Piece)> = spec.start.pieces().collect();
            for (at, piece) in images {
                pieces.retain(|(other, _)| *other != at);
                pieces.extend(piece.map(|piece| (at, piece)));
            }
            set_start(spec, pieces);
        });
    }

    /// What comes to stand where; what was clicked comes last and is not painted over.
    fn images(
        &self,
        size: BoardSize,
        square: Square,
        piece: Option<Piece>,
    ) -> Vec<(Square, Option<Piece>)> {
        let mirror = |at: Square| Square::new(size.files() - 1 - at.file(), at.rank());
        let across = |at: Square| Square::new(at.file(), size.ranks() - 1 - at.rank());
        let sides = match self.mirrors {
            true => vec![mirror(square), square],
            false => vec![square],
        };
        let other = piece.map(|piece| Piece::new(piece.kind(), !piece.colour()));
        let others = sides.iter().filter_map(|at| match self.other {
            OtherSide::Nowhere => None,
            OtherSide::Mirrored => Some((across(*at), other)),
            OtherSide::Rotated => Some((across(mirror(*at)), other)),
        });
        others.chain(sides.iter().map(|at| (*at, piece))).collect()
    }

    /// The title, the size, and what is painted with.
    pub fn side(&mut self, ui: &mut Ui, bench: &mut Bench<'_>) {
        card(ui, |ui| self.about(ui, bench.draft, bench.cx));
        card(ui, |ui| self.palette(ui, bench));
    }

    fn about(&mut self, ui: &mut Ui, draft: &mut GameDraft, cx: &Context) {
        let (texts, words) = (cx.texts, &cx.texts.workshop);
        let width = ui.available_width();
        let field = TextField::new(words.game_title).hint(words.game_title).width(width);
        let (response, title) = field.edit(ui, &draft.spec().title, |_| false);
        if response.changed() && !title.trim().is_empty() {
            draft.change(Some("title"), |spec| spec.title = title);
        }
        let field = TextField::new(words.description).hint(words.description).width(width);
        let (response, description) = field.edit(ui, &draft.spec().description, |_| false);
        if response.changed() {
            draft.change(Some("description"), |spec| spec.description = description);
        }
        self.begin_with(ui, draft, cx);
        let size = draft.spec().size;
        let (mut files, mut ranks) = (usize::from(size.files()), usize::from(size.ranks()));
        for (name, value) in
            [(texts.new_game.files, &mut files), (texts.new_game.ranks, &mut ranks)]
        {
            choice_row(ui, name, "", |ui| {
                let written = value.to_string();
                let stepper = Stepper::new(name, texts.new_game.fewer, texts.new_game.further);
                stepper.show(ui, value, 4..=16, &written);
            });
        }
        if let Some(new) = BoardSize::new(files as u8, ranks as u8).filter(|new| *new != size) {
            draft.change(None, |spec| resize(spec, new));
            self.board.forget();
        }
    }

    /// Rule sets to begin with.
    fn begin_with(&mut self, ui: &mut Ui, draft: &mut GameDraft, cx: &Context) {
        let words = &cx.texts.workshop;
        let shipped = ruleset::all_ids().filter_map(ruleset::shipped);
        let all: Vec<Arc<Rules>> = shipped.chain(self.own.iter().cloned()).collect();
        let mut names = vec![words.begin_with.to_owned()];
        names.extend(all.iter().map(|rules| cx.texts.rule_set(rules)));
        let headings: Vec<(usize, &str)> =
            cx.texts.rule_set_headings().iter().map(|(at, name)| (at + 1, *name)).collect();
        let mut chosen = 0;
        let list = Dropdown::new(words.begin).headings(&headings);
        let list = list.search(cx.texts.new_game.rules_search).width(ui.available_width());
        if list.show(ui, &mut chosen, &names)
            && let Some(rules) = chosen.checked_sub(1).and_then(|index| all.get(index))
        {
            draft.set_text(None, ruleset::format(rules.spec()));
            self.board.reset();
        }
    }

    fn palette(&mut self, ui: &mut Ui, bench: &mut Bench<'_>) {
        let (draft, art, cx) = (&mut *bench.draft, bench.art, &*bench.cx);
        let (texts, words) = (cx.texts, &cx.texts.workshop);
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = space::XS;
            let tools = [
                (Tool::Look, Icon::Eye, words.look),
                (Tool::Hand, Icon::Hand, texts.editor.hand),
                (Tool::Eraser, Icon::Trash, texts.editor.eraser),
            ];
            self.board.tools(ui, &tools);
            if ui.add(IconButton::new(Icon::Close, texts.editor.clear)).clicked() {
                draft.change(None, |spec| set_start(spec, []));
            }
        });
        let about = match self.board.tool {
            Tool::Look => words.look_about,
            _ => words.paint_about,
        };
        ui.label(text::muted(ui, about));
        self.board.pieces(ui, draft.shown(), art, cx);
        ui.add_space(space::XS);
        ui.label(text::strong(words.other_side));
        let others = [
            (OtherSide::Mirrored, words.other_mirrored),
            (OtherSide::Rotated, words.other_rotated),
            (OtherSide::Nowhere, words.other_nowhere),
        ];
        Segmented::new(words.other_side, others).show(ui, &mut self.other);
        choice_row(ui, words.mirrors, "", |ui| {
            ui.add(Toggle::new(&mut self.mirrors, words.mirrors));
        });
    }
}

fn piece_at(spec: &RuleSpec, square: Square) -> Option<Piece> {
    spec.start.pieces().find(|(at, _)| *at == square).map(|(_, piece)| piece)
}

/// Where the piece on a square of the start position can go, with either side to move.
fn start_targets(position: &Position, from: Square) -> Targets {
    let Some(piece) = position.piece_at(from) else { return Targets::EMPTY };
    let position = position.with_turn(piece.colour());
    legal_targets(&position, &position.legal_moves(), from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_come_with_their_images() {
        let rules = ruleset::shipped("standard").expect("it ships");
        let rook = rules.piece('R').expect("a rook");
        let size = rules.size();
        let square = |name: &str| Square::parse_prefix(name).expect("a square").0;
        let images = |other, mirrors, at: &str| {
            let tools = ArrayTools { other, mirrors, ..ArrayTools::new(Vec::new()) };
            let images = tools.images(size, square(at), Some(rook));
            let name = |(at, piece): &(Square, Option<Piece>)| {
                format!("{}{at}", rules.letter(piece.expect("a piece")))
            };
            images.iter().map(name).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(images(OtherSide::Nowhere, false, "a1"), "Ra1");
        assert_eq!(images(OtherSide::Mirrored, false, "b2"), "rb7 Rb2");
        assert_eq!(images(OtherSide::Rotated, false, "b2"), "rg7 Rb2");
        assert_eq!(images(OtherSide::Mirrored, true, "a1"), "rh8 ra8 Rh1 Ra1");
    }
}
