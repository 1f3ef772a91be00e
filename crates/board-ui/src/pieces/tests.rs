//! Every piece of every rule set has a picture, and no two are alike.

use std::sync::Arc;

use egui::{Color32, ColorImage};
use rules::{PieceType, betza};
use test_kit::{every_rule_set, rules_by_name};

use super::drawing::Drawing;
use super::*;

const SIZES: [u32; 2] = [32, 97];

fn xxl() -> Arc<Rules> {
    rules_by_name("xxl")
}

/// A rule set with pieces of its own: names, letters and Betza notation.
fn xxl_with(pieces: &[(&str, char, &str)]) -> Arc<Rules> {
    let mut spec = xxl().spec().clone();
    spec.pieces.extend(pieces.iter().map(|(name, letter, moves)| {
        let movement = betza::parse(moves).expect("a movement");
        PieceSpec { value: 3.0, ..PieceSpec::new(*name, *letter, movement) }
    }));
    Rules::compile(spec).expect("a sound rule set")
}

fn svg(set: PieceSet, rules: &Rules, piece: Piece) -> String {
    svg_for(set, &Subject { rules, piece, bottom: Colour::White, finish: Finish::Coloured })
}

fn rasterised(svg: &str, size: u32) -> ColorImage {
    Drawing::from_svg(svg).expect("a picture").image(size)
}

fn image(set: PieceSet, rules: &Rules, piece: Piece, size: u32) -> ColorImage {
    rasterised(&svg(set, rules, piece), size)
}

fn both_colours(kind: PieceType) -> [Piece; 2] {
    Colour::BOTH.map(|colour| Piece::new(kind, colour))
}

fn touches_the_edge(image: &ColorImage) -> bool {
    let [width, height] = image.size;
    let at_edge = |i: usize| {
        let (x, y) = (i % width, i / width);
        x == 0 || y == 0 || x == width - 1 || y == height - 1
    };
    image.pixels.iter().enumerate().any(|(i, pixel)| at_edge(i) && pixel.a() > 0)
}

/// How much two pictures differ on average, from 0 to 255.
fn difference(a: &ColorImage, b: &ColorImage) -> f32 {
    assert_eq!(a.size, b.size);
    let apart = |(a, b): (&Color32, &Color32)| {
        let channels = a.to_array().into_iter().zip(b.to_array());
        channels.map(|(a, b)| u32::from(a.abs_diff(b))).sum::<u32>()
    };
    let sum: u32 = a.pixels.iter().zip(&b.pixels).map(apart).sum();
    sum as f32 / (4 * a.pixels.len()) as f32
}

#[test]
fn every_piece_of_every_rule_set_has_a_picture_that_keeps_off_the_edge() {
    for rules in every_rule_set() {
        for set in PieceSet::ALL {
            for piece in rules.piece_types().flat_map(both_colours) {
                for size in SIZES {
                    let image = image(set, &rules, piece, size);
                    let name = &rules.piece_spec(piece.kind()).name;
                    assert!(!touches_the_edge(&image), "{} {name} {size} {}", rules.id(), set.id);
                    let covered = image.pixels.iter().filter(|pixel| pixel.a() == 255).count();
                    assert!(covered * 8 > image.pixels.len(), "{name} is hardly to be seen");
                }
            }
        }
    }
}

#[test]
fn the_shipped_pieces_are_drawn_and_need_no_letter() {
    for rules in every_rule_set() {
        for piece in rules.piece_types().flat_map(both_colours) {
            assert!(!svg(PieceSet::CLASSIC, &rules, piece).contains("class=\"letter\""));
            assert!(svg(PieceSet::DISCS, &rules, piece).contains("class=\"letter\""));
        }
    }
}

#[test]
fn the_pieces_of_the_variants_that_ship_are_drawn_and_differ() {
    for (_, id) in notation::ruleset::variant_ids() {
        let rules = notation::ruleset::shipped(id).expect("it ships");
        let pictures: Vec<_> = rules
            .piece_types()
            .map(|kind| {
                let name = &rules.piece_spec(kind).name;
                let piece = Piece::new(kind, Colour::White);
                let text = svg(PieceSet::CLASSIC, &rules, piece);
                assert!(!text.contains("class=\"letter\""), "{id}: {name} has no drawing");
                for size in SIZES {
                    let image = image(PieceSet::CLASSIC, &rules, piece, size);
                    assert!(!touches_the_edge(&image), "{id} {name} {size}");
                }
                (name, rasterised(&text, 32))
            })
            .collect();
        for (index, (name, one)) in pictures.iter().enumerate() {
            for (other_name, other) in &pictures[..index] {
                let apart = difference(one, other);
                assert!(apart > 5.0, "{id}: {name} and {other_name}: {apart}");
            }
        }
    }
}

#[test]
fn pictures_stand_on_their_own() {
    let rules = xxl_with(&[("zebra", 'z', "Z")]);
    for set in PieceSet::ALL {
        for piece in rules.piece_types().flat_map(both_colours) {
            let svg = svg(set, &rules, piece);
            assert!(!svg.contains("@import"), "{svg}");
            assert!(!svg.contains("<!--"), "{svg}");
        }
    }
}

#[test]
fn the_two_sides_differ_clearly() {
    let rules = xxl_with(&[("zebra", 'z', "Z")]);
    for set in PieceSet::ALL {
        for [white, black] in rules.piece_types().map(both_colours) {
            let [white, black] = [white, black].map(|piece| image(set, &rules, piece, 32));
            let difference = difference(&white, &black);
            assert!(difference > 15.0, "{}: {difference}", set.id);
        }
    }
}

#[test]
fn every_two_kinds_differ_clearly_at_32_pixels() {
    let rules = xxl_with(&[("zebra", 'z', "Z"), ("wizard", 'w', "FC")]);
    for set in PieceSet::ALL {
        for colour in Colour::BOTH {
            let images: Vec<_> = rules
                .piece_types()
                .map(|kind| image(set, &rules, Piece::new(kind, colour), 32))
                .collect();
            for (index, one) in images.iter().enumerate() {
                for other in &images[..index] {
                    let difference = difference(one, other);
                    assert!(difference > 5.0, "{} {index}: {difference}", set.id);
                }
            }
        }
    }
}

/// How many of the squares of two pictures are covered in one and free in the other, as a part of
/// those that are covered in any.
fn silhouettes_apart(a: &ColorImage, b: &ColorImage) -> f32 {
    let covered = |image: &ColorImage| -> Vec<bool> {
        image.pixels.iter().map(|pixel| pixel.a() >= 128).collect()
    };
    let (a, b) = (covered(a), covered(b));
    let pairs = || a.iter().zip(&b);
    let either = pairs().filter(|(a, b)| **a || **b).count();
    pairs().filter(|(a, b)| a != b).count() as f32 / either as f32
}

#[test]
fn figurines_of_the_classic_set_are_told_apart_at_14_pixels() {
    let rules = xxl();
    let style = PieceStyle {
        finish: Finish::Stencil,
        ..PieceStyle::new(PieceSet::CLASSIC, Arc::clone(&rules))
    };
    let atlas = Atlas::new(style);
    let images: Vec<_> = rules
        .piece_types()
        .map(|kind| {
            let name = rules.piece_spec(kind).name.clone();
            (name, atlas.image(Piece::new(kind, Colour::White), 14))
        })
        .collect();
    for (index, (name, one)) in images.iter().enumerate() {
        for (other_name, other) in &images[..index] {
            let apart = silhouettes_apart(one, other);
            assert!(apart > 0.2, "{name} and {other_name}: {apart}");
        }
    }
}

#[test]
fn a_stencil_has_no_colour_of_its_own() {
    let rules = xxl_with(&[("zebra", 'z', "Z")]);
    for set in PieceSet::ALL {
        let style =
            PieceStyle { finish: Finish::Stencil, ..PieceStyle::new(set, Arc::clone(&rules)) };
        let atlas = Atlas::new(style);
        for piece in rules.piece_types().flat_map(both_colours) {
            let image = atlas.image(piece, 20);
            assert!(
                image.pixels.iter().all(|p| p.r() == p.a() && p.g() == p.a() && p.b() == p.a())
            );
            let covered = image.pixels.iter().filter(|pixel| pixel.a() > 128).count();
            assert!(covered * 12 > image.pixels.len(), "{} is hardly to be seen", set.id);
        }
    }
}

#[test]
fn odd_pieces_are_generated_in_every_set() {
    let odd = ["NN", "FC", "R4fmF2bcN", "fmWfcF", "WFDANHCL", "NNCCZZ", "D", "lrN", "B2"];
    for moves in odd {
        let rules = xxl_with(&[("odd", 'o', moves)]);
        let kind = rules.piece_type('o').expect("the odd piece");
        for set in PieceSet::ALL {
            for piece in both_colours(kind) {
                let svg = svg(set, &rules, piece);
                assert!(svg.contains("class=\"letter\""));
                let image = rasterised(&svg, 48);
                assert!(!touches_the_edge(&image), "{moves} {}", set.id);
            }
        }
    }
}

#[test]
fn a_piece_that_moves_like_a_drawn_one_gets_its_drawing_once() {
    let rules = rules_by_name("standard");
    let mut spec = rules.spec().clone();
    for (name, letter) in [("cardinal", 'c'), ("princess", 'i')] {
        let movement = betza::parse("NB").expect("a movement");
        spec.pieces.push(PieceSpec { value: 7.0, ..PieceSpec::new(name, letter, movement) });
    }
    let rules = Rules::compile(spec).expect("a sound rule set");
    let drawn = xxl();
    let picture = |rules: &Rules, name| {
        svg(
            PieceSet::CLASSIC,
            rules,
            Piece::new(rules.piece_named(name).expect("a known name"), Colour::White),
        )
    };
    assert_eq!(picture(&rules, "cardinal"), picture(&drawn, "archbishop"));
    assert!(picture(&rules, "princess").contains("class=\"letter\""));
}

#[test]
fn marks_point_where_the_piece_goes_on_the_screen() {
    let rules = xxl();
    let seen_by = |letter, bottom| {
        let piece = rules.piece(letter).expect("a known letter");
        svg_for(
            PieceSet::DISCS,
            &Subject { rules: &rules, piece, bottom, finish: Finish::Coloured },
        )
    };
    assert_ne!(seen_by('P', Colour::White), seen_by('P', Colour::Black));
    let turned = |letter| {
        let [one, other] = Colour::BOTH.map(|bottom| rasterised(&seen_by(letter, bottom), 64));
        difference(&one, &other)
    };
    assert!(turned('P') > 1.0);
    assert!(turned('A') < 0.5);
}

#[test]
fn sets_are_found_by_their_short_names() {
    for set in PieceSet::ALL {
        assert_eq!(PieceSet::by_id(set.id), Some(set));
    }
    assert_eq!(PieceSet::by_id("marble"), None);
}

#[test]
fn the_icon_is_a_tile_with_round_corners() {
    for size in [16, 64, 256] {
        let icon = icon(size);
        assert_eq!((icon.width, icon.height), (size, size));
        let alpha = |x: u32, y: u32| icon.rgba[((y * size + x) * 4 + 3) as usize];
        assert_eq!(alpha(0, 0), 0);
        assert_eq!(alpha(size / 2, size / 2), 255);
    }
}

#[test]
fn a_rule_set_chooses_its_drawings() {
    let drawn = |drawing: Option<&str>| {
        let mut spec = xxl_with(&[("wizard", 'w', "FC")]).spec().clone();
        spec.pieces.last_mut().expect("a wizard").drawing = drawing.map(str::to_owned);
        Rules::compile(spec).expect("a sound rule set")
    };
    let picture = |drawing: Option<&str>| {
        let rules = drawn(drawing);
        svg(PieceSet::CLASSIC, &rules, rules.piece('W').expect("a wizard"))
    };
    let rules = xxl();
    let rook = svg(PieceSet::CLASSIC, &rules, rules.piece('R').expect("a rook"));
    assert_eq!(picture(Some("rook")), rook);
    for other in [None, Some(MEDALLION), Some("nobody"), Some("rook+nobody")] {
        assert!(picture(other).contains("class=\"letter\""), "{other:?}");
    }
    for badge in drawing_names() {
        let both = rasterised(&picture(Some(&format!("rook+{badge}"))), 97);
        assert!(difference(&both, &rasterised(&rook, 97)) > 1.0, "{badge}");
        assert!(!touches_the_edge(&both), "{badge}");
    }
    let style = |drawing| PieceStyle::new(PieceSet::CLASSIC, drawn(Some(drawing)));
    let wizard = rules_piece(&drawn(None));
    let own = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 8 8\">\
               <circle cx=\"4\" cy=\"4\" r=\"3\" fill=\"#ff0000\"/></svg>";
    let image = Atlas::new(style(own)).image(wizard, 16);
    assert_eq!(image.pixels[8 * 16 + 8], Color32::RED);
    assert_eq!(Atlas::new(style("<svg")).faults().len(), 1);
}

fn rules_piece(rules: &Rules) -> Piece {
    rules.piece('W').expect("a wizard")
}
