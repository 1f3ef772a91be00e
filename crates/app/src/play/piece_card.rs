//! A card about a piece: its name, its worth, and a small board that shows how it moves.

use board_ui::{BoardStyle, BoardThumbnail, Placement};
use egui::{Area, Context as Egui, Frame, Id, Margin, Order, Rect, Sense, Vec2, pos2};
use rules::{BoardSize, Piece, PieceSpec, PieceType, Role, Rules, Square, betza};

use super::piece_atlases::PieceAtlases;
use crate::piece_picture::reach;
use crate::piece_text::describe;
use crate::style::widgets::paragraph;
use crate::style::{of_context, radius, space, text};
use crate::texts::{Texts, capital};

/// Files and ranks of the small board: the camel's leap fits.
const SQUARES: u8 = 9;

/// The size of its tiles.
const TILE: f32 = 20.0;

/// The moves of the pieces of ordinary chess.
const FAMILIAR: [&str; 6] = ["fmWfcF", "R", "N", "B", "Q", "K"];

/// Is this a piece that chess does not have?
pub fn is_unfamiliar(rules: &Rules, kind: PieceType) -> bool {
    let spec = rules.piece_spec(kind);
    let familiar = FAMILIAR.iter().filter_map(|moves| betza::parse(moves).ok());
    !familiar.into_iter().any(|movement| movement == spec.movement)
}

/// Shows the card of a piece beside its square.
pub fn show(
    ctx: &Egui,
    square: Rect,
    piece: Piece,
    rules: &Rules,
    art: &PieceAtlases,
    style: &BoardStyle,
    texts: &Texts,
) {
    let Some(size) = BoardSize::new(SQUARES, SQUARES) else { return };
    let tokens = of_context(ctx);
    let spec = rules.piece_spec(piece.kind());
    let side = TILE * f32::from(SQUARES);
    let card = Vec2::new(side + 2.0 * space::M, side + 110.0);
    let place = beside(square, card, ctx.content_rect());
    Area::new(Id::unique("piece card"))
        .order(Order::Tooltip)
        .fixed_pos(place.min)
        .interactable(false)
        .show(ctx, |ui| {
            Frame::new()
                .fill(tokens.colours.raised)
                .stroke(tokens.line())
                .corner_radius(radius::L)
                .shadow(tokens.shadow(0.8))
                .inner_margin(Margin::same(space::M as i8))
                .show(ui, |ui| {
                    ui.set_width(side);
                    ui.spacing_mut().item_spacing.y = 2.0;
                    ui.label(text::heading(capital(&texts.piece(&spec.name))));
                    ui.label(text::muted(ui, worth(spec, rules, texts)));
                    ui.add_space(space::XS);
                    let (rect, _) = ui.allocate_exact_size(Vec2::splat(side), Sense::hover());
                    let middle = Square::new(SQUARES / 2, SQUARES / 2);
                    let pieces: Placement = [(middle, piece)].into_iter().collect();
                    let board = BoardThumbnail {
                        targets: reach(spec, piece.colour(), middle, size),
                        selected: Some(middle),
                        ..BoardThumbnail::new(size, &pieces, art.letters(), style)
                    };
                    board.paint(ui.painter(), rect, art.small());
                    ui.add_space(space::XS);
                    paragraph(ui, text::body(describe(spec, texts)).size(13.0));
                });
        });
}

fn worth(spec: &PieceSpec, rules: &Rules, texts: &Texts) -> String {
    if !spec.value.is_finite() {
        return texts.play.value_of_king.to_owned();
    }
    let worth = capital(&texts.worth(spec.value));
    match (&rules.spec().promotion, spec.role) {
        (Some(promotion), Role::Pawn) => {
            let promotes = texts.play.promotes(promotion.rank);
            format!("{worth} · {promotes}")
        }
        _ => worth,
    }
}

/// Where a card beside a square fits into the window.
fn beside(square: Rect, size: Vec2, window: Rect) -> Rect {
    let gap = space::S;
    let right = square.right() + gap;
    let left = if right + size.x <= window.right() { right } else { square.left() - gap - size.x };
    let top = (square.center().y - size.y / 2.0)
        .clamp(window.top() + gap, (window.bottom() - gap - size.y).max(window.top() + gap));
    Rect::from_min_size(pos2(left.max(window.left() + gap), top), size)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_pieces_that_chess_does_not_have_are_explained() {
        let rules = notation::ruleset::shipped("xxl").expect("it ships");
        let unfamiliar: Vec<&str> = rules
            .piece_types()
            .filter(|kind| is_unfamiliar(&rules, *kind))
            .map(|kind| rules.piece_spec(kind).name.as_str())
            .collect();
        assert_eq!(unfamiliar.len(), 5, "{unfamiliar:?}");
        assert!(["archbishop", "camel"].iter().all(|name| unfamiliar.contains(name)));
    }
}
