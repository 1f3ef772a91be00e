//! A card about a piece: its name, its worth, and a small board that shows how it moves.

use board_ui::{BoardStyle, MiniBoard, Placement, Targets};
use egui::{Area, Context as Egui, Frame, Id, Margin, Order, Rect, Sense, Vec2};
use rules::{BoardSize, Colour, Piece, PieceSpec, Role, Rules, Square};

use super::art::Art;
use super::overlays::beside;
use crate::style::{of_context, radius, space, text};
use crate::texts::{Texts, fill};

/// The small board has so many squares each way; the camel's leap fits.
const SQUARES: u8 = 9;

/// The size of its tiles.
const TILE: f32 = 20.0;

/// Shows the card of a piece beside its square.
pub fn show(
    ctx: &Egui,
    square: Rect,
    piece: Piece,
    rules: &Rules,
    art: &Art,
    style: &BoardStyle,
    texts: &Texts,
) {
    let Some(size) = BoardSize::new(SQUARES, SQUARES) else { return };
    let tokens = of_context(ctx);
    let spec = rules.piece_spec(piece.kind());
    let side = TILE * f32::from(SQUARES);
    let card = Vec2::new(side + 2.0 * space::M, side + 70.0);
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
                    ui.label(text::heading(capitalised(&spec.name)));
                    ui.label(text::muted(ui, worth(spec, rules, texts)));
                    ui.add_space(space::XS);
                    let (rect, _) = ui.allocate_exact_size(Vec2::splat(side), Sense::hover());
                    let middle = Square::new(SQUARES / 2, SQUARES / 2);
                    let pieces: Placement = [(middle, piece)].into_iter().collect();
                    let board = MiniBoard {
                        targets: reach(spec, piece.colour(), middle, size),
                        selected: Some(middle),
                        ..MiniBoard::new(size, &pieces, art.names(), style)
                    };
                    board.paint(ui.painter(), rect, art.small());
                });
        });
}

fn worth(spec: &PieceSpec, rules: &Rules, texts: &Texts) -> String {
    if !spec.value.is_finite() {
        return texts.play.value_of_king.to_owned();
    }
    let worth = fill(texts.play.value, &[&spec.value]);
    match (&rules.spec().promotion, spec.role) {
        (Some(promotion), Role::Pawn) => {
            let promotes = fill(texts.play.promotes, &[&promotion.rank]);
            format!("{worth} · {promotes}")
        }
        _ => worth,
    }
}

/// Where a piece could go from a square of an empty board, and where it could take.
fn reach(spec: &PieceSpec, colour: Colour, from: Square, size: BoardSize) -> Targets {
    let sign = if colour == Colour::White { 1 } else { -1 };
    let mut targets = Targets::EMPTY;
    for ray in spec.movement.rays() {
        for step in 1..=i32::from(ray.range) {
            let (files, ranks) = (i32::from(ray.files), i32::from(ray.ranks));
            let target = size.offset(from, sign * step * files, sign * step * ranks);
            let Some(target) = target else { break };
            // Whatever moves so can be shown as a move; only what merely takes needs a ring.
            let set = match ray.purpose.moves() {
                true => &mut targets.moves,
                false => &mut targets.captures,
            };
            set.insert(target);
        }
    }
    targets
}

/// A name as it stands at the beginning of a line.
fn capitalised(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_small_board_shows_how_pieces_move() {
        let rules = notation::ruleset::shipped("xxl").expect("it ships");
        let size = BoardSize::new(SQUARES, SQUARES).expect("a valid size");
        let middle = Square::new(4, 4);
        let count = |name: &str| {
            let kind = rules.piece_named(name).expect(name);
            let targets = reach(rules.piece_spec(kind), Colour::White, middle, size);
            (targets.moves.len(), targets.captures.len())
        };
        assert_eq!(count("camel"), (8, 0));
        assert_eq!(count("rook"), (16, 0));
        assert_eq!(count("general"), (16, 0));
        assert_eq!(count("pawn"), (1, 2));
        assert_eq!(count("amazon"), (16 + 16 + 8, 0));
    }
}
