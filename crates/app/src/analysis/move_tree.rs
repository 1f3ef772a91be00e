//! The moves of a game with its variations, as text in which every move can be clicked.

use std::collections::HashSet;
use std::sync::Arc;

use egui::{
    Align, CornerRadius, CursorIcon, Margin, Role, ScrollArea, Sense, Ui, WidgetInfo, vec2,
};
use notation::san;
use notation::tree::{self, GameTree, NodeId, TreeStep, sign_of};
use rules::{Colour, Position};

use super::AnalysisIntent;
use crate::context::Context;
use crate::move_text::{MovePainter, MoveText};
use crate::play::PieceAtlases;
use crate::style::widgets::{IconButton, focus_ring, note, paragraph};
use crate::style::{Icon, mix, of, radius, space, text};
use crate::texts::Texts;

/// How far a variation is indented, and at most how many times.
const INDENT: f32 = 14.0;
const MOST_INDENTS: usize = 6;

/// The tree as paragraphs: each is a part of one line without variations in between.
#[derive(Default)]
pub struct MoveTree {
    version: u64,
    paragraphs: Vec<Paragraph>,
    /// What is said before the first move.
    comment: String,
    /// The move to which the list was scrolled last, and what the list was then: its version and height.
    followed: Option<(NodeId, u64, u32)>,
    /// The first moves of the variations of which no more is shown.
    collapsed: HashSet<NodeId>,
}

struct Paragraph {
    depth: usize,
    /// Does a variation begin here?
    begins: bool,
    moves: Vec<WrittenMove>,
}

struct WrittenMove {
    node: NodeId,
    /// The number of the move.
    number: String,
    /// Black's moves have their number only where a line begins or goes on.
    is_numbered: bool,
    san: String,
    signs: String,
    comment: String,
}

impl MoveTree {
    /// Shows the tree and returns what was asked for.
    pub fn show(
        &mut self,
        ui: &mut Ui,
        tree: &GameTree,
        version: u64,
        current: NodeId,
        art: &PieceAtlases,
        cx: &Context,
    ) -> Option<AnalysisIntent> {
        if self.version != version {
            self.version = version;
            self.paragraphs = paragraphs(tree);
            self.comment = tree::remark(tree.comments());
        }
        if self.paragraphs.is_empty() {
            note(ui, cx.texts.analysis.no_moves);
            return None;
        }
        let rules = Arc::clone(tree.rules());
        let texts = MoveText { rules, notation: cx.settings.notation, texts: cx.texts };
        let shown = (current, version, ui.available_height() as u32);
        let follows = self.followed.replace(shown) != Some(shown);
        let (mut intent, mut toggled) = (None, None);
        ScrollArea::vertical().auto_shrink(false).id_salt("moves").show(ui, |ui| {
            ui.spacing_mut().item_spacing = vec2(2.0, 2.0);
            // A row is as high as what stands in it.
            ui.spacing_mut().interact_size.y = 0.0;
            if !self.comment.is_empty() {
                let said = text::muted(ui, self.comment.as_str()).italics();
                paragraph(ui, said);
            }
            let mut hidden_below = None;
            for paragraph in &self.paragraphs {
                // What belongs to a collapsed variation: its rest, and what branches off it.
                let is_hidden = |depth: usize| {
                    paragraph.depth > depth || (paragraph.depth == depth && !paragraph.begins)
                };
                if hidden_below.is_some_and(is_hidden) {
                    continue;
                }
                let first = paragraph.moves.first().map(|written| written.node);
                let is_collapsed =
                    paragraph.begins && first.is_some_and(|first| self.collapsed.contains(&first));
                hidden_below = is_collapsed.then_some(paragraph.depth);
                paragraph.indented(ui, |ui| {
                    if paragraph.begins && collapse_button(ui, is_collapsed, cx.texts) {
                        toggled = first;
                    }
                    let shown = if is_collapsed { 1 } else { usize::MAX };
                    for written in paragraph.moves.iter().take(shown) {
                        let is_main = paragraph.depth == 0;
                        let place = MoveContext { current, follows, is_main };
                        let asked = show_move(ui, written, &texts, art, cx, place);
                        intent = intent.take().or(asked);
                    }
                });
            }
        });
        if let Some(first) = toggled
            && !self.collapsed.remove(&first)
        {
            self.collapsed.insert(first);
        }
        intent
    }
}

impl Paragraph {
    /// Shows something as far to the right as the variation is deep.
    fn indented(&self, ui: &mut Ui, contents: impl FnOnce(&mut Ui)) {
        let indent = INDENT * self.depth.min(MOST_INDENTS) as f32;
        let margin = Margin { left: indent as i8, ..Margin::ZERO };
        let frame = egui::Frame::new().inner_margin(margin);
        frame.show(ui, |ui| ui.horizontal_wrapped(contents));
    }
}

/// A button that hides the rest of a variation, or shows it again; returns whether it was pressed.
fn collapse_button(ui: &mut Ui, is_collapsed: bool, texts: &Texts) -> bool {
    let (icon, name) = match is_collapsed {
        true => (Icon::Plus, texts.analysis.expand),
        false => (Icon::Minus, texts.analysis.collapse),
    };
    ui.add(IconButton::new(icon, name).ghost().size(18.0)).clicked()
}

#[derive(Clone, Copy)]
struct MoveContext {
    current: NodeId,
    follows: bool,
    is_main: bool,
}

fn show_move(
    ui: &mut Ui,
    written: &WrittenMove,
    texts: &MoveText<'_>,
    art: &PieceAtlases,
    cx: &Context,
    place: MoveContext,
) -> Option<AnalysisIntent> {
    let colours = &of(ui).colours;
    let is_shown = written.node == place.current;
    let size = if place.is_main { 14.0 } else { 12.5 };
    let colour = if place.is_main { colours.text } else { mix(colours.muted, colours.text, 0.5) };
    let parts = texts.parts(&format!("{}{}", written.san, written.signs));
    let painter = ui.painter().clone();
    let pen = MovePainter { painter: &painter, pieces: art, size, colour };
    // A move and its number are never torn apart.
    let number = written.is_numbered.then(|| {
        let font = egui::FontId { size: size - 1.5, ..text::small_font() };
        painter.layout_no_wrap(written.number.clone(), font, colours.muted)
    });
    let indent = number.as_ref().map_or(0.0, |number| number.size().x + 2.0);
    let width = indent + pen.width(&parts) + 10.0;
    let (whole, response) = ui.allocate_exact_size(vec2(width, size + 10.0), Sense::click());
    let rect = whole.with_min_x(whole.left() + indent);
    if let Some(number) = number {
        let top = whole.center().y - number.size().y / 2.0;
        ui.painter().galley(egui::pos2(whole.left(), top), number, colours.muted);
    }
    response.widget_info(|| {
        let name = cx.texts.play.go_to_move(&written.number, texts.plain(&written.san));
        WidgetInfo::selected(Role::Button, true, is_shown, name)
    });
    if is_shown || response.hovered() {
        let accent = if is_shown { 0.35 } else { 0.12 };
        let fill = mix(colours.surface, colours.accent, accent);
        ui.painter().rect_filled(rect, CornerRadius::same(radius::S), fill);
    }
    MovePainter { painter: ui.painter(), ..pen }.paint(rect.left_center() + vec2(5.0, 0.0), &parts);
    focus_ring(ui, &response, rect, radius::S);
    if is_shown && place.follows {
        response.scroll_to_me(Some(Align::Center));
    }
    if !written.comment.is_empty() {
        let said = text::muted(ui, written.comment.as_str()).italics();
        paragraph(ui, said);
        ui.add_space(space::XS);
    }
    let mut intent = response.clicked().then_some(AnalysisIntent::Go(written.node));
    let words = &cx.texts.analysis;
    response.on_hover_cursor(CursorIcon::PointingHand).context_menu(|ui| {
        ui.spacing_mut().item_spacing.y = space::XS;
        if !place.is_main && ui.button(words.promote).clicked() {
            intent = Some(AnalysisIntent::Promote(written.node));
            ui.close();
        }
        if ui.button(words.delete).clicked() {
            intent = Some(AnalysisIntent::Delete(written.node));
            ui.close();
        }
    });
    intent
}

/// The sign of an annotation glyph, in letters where the fonts of the window have no sign.
pub fn sign_text(nag: u16) -> Option<&'static str> {
    Some(match sign_of(nag)? {
        "⩲" => "+=",
        "⩱" => "=+",
        "∓" => "-/+",
        "⨀" => "zz",
        "⟳" => "dev",
        "⇆" => "cpl",
        "⊕" => "time",
        "∆" => "with",
        sign => sign,
    })
}

/// Writes the tree: a line is broken where variations stand in between.
fn paragraphs(tree: &GameTree) -> Vec<Paragraph> {
    let mut paragraphs: Vec<Paragraph> = Vec::new();
    let mut depth = 0;
    // Does the next move begin a paragraph?
    let (mut is_new, mut begins) = (true, false);
    for step in tree.walk() {
        match step {
            TreeStep::Open => {
                depth += 1;
                (is_new, begins) = (true, true);
            }
            TreeStep::Close => {
                depth -= 1;
                (is_new, begins) = (true, false);
            }
            TreeStep::Move(node) => {
                let Some(parent) = tree.node(node).and_then(|node| node.parent()) else { continue };
                let Some(before) = tree.position(parent) else { continue };
                if is_new {
                    paragraphs.push(Paragraph { depth, begins, moves: Vec::new() });
                    begins = false;
                }
                let written = write(tree, node, &before, is_new);
                if let (Some(written), Some(last)) = (written, paragraphs.last_mut()) {
                    // After a comment the number is written again.
                    is_new = false;
                    last.moves.push(written);
                }
            }
        }
    }
    paragraphs
}

fn write(tree: &GameTree, id: NodeId, before: &Position, is_new: bool) -> Option<WrittenMove> {
    let node = tree.node(id)?;
    let number = before.fullmove_number();
    let (number, is_numbered) = match before.turn() {
        Colour::White => (format!("{number}."), true),
        Colour::Black => (format!("{number}…"), is_new),
    };
    let san = san::format_turn(before, node.turn()?);
    let said = node.annotation();
    let signs = said.nags.iter().filter_map(|nag| sign_text(*nag)).collect();
    Some(WrittenMove { node: id, number, is_numbered, san, signs, comment: said.remark() })
}

#[cfg(test)]
mod tests {
    use notation::pgn::Reader;

    use super::*;

    #[test]
    fn variations_are_paragraphs_of_their_own() {
        let text = "1. e4 e5 (1... c5 {sharp} 2. Nf3 (2. c3)) 2. Nf3 $1 {[%eval 0.3] calm} Nc6 *";
        let game = Reader::new(text.as_bytes()).next().expect("a game").expect("it is sound");
        let written: Vec<(usize, String)> = paragraphs(&game.tree)
            .iter()
            .map(|paragraph| {
                let moves = paragraph.moves.iter().map(|written| {
                    let number = if written.is_numbered { &written.number } else { "" };
                    format!("{number}{}{} {}", written.san, written.signs, written.comment)
                });
                (
                    paragraph.depth,
                    moves.map(|text| text.trim().to_owned()).collect::<Vec<_>>().join(" "),
                )
            })
            .collect();
        let expected =
            [(0, "1.e4 e5"), (1, "1…c5 sharp 2.Nf3"), (2, "2.c3"), (0, "2.Nf3! calm Nc6")];
        assert_eq!(written, expected.map(|(depth, text)| (depth, text.to_owned())));
    }
}
