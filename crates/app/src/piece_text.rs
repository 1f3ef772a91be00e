//! How a piece moves, in words.

use std::collections::BTreeSet;

use rules::{Movement, PieceSpec, Ray, Role};

use crate::texts::{Texts, capital};

/// A sentence that says how a piece moves.
pub fn describe(spec: &PieceSpec, texts: &Texts) -> String {
    let words = &texts.rules;
    if spec.role == Role::Pawn && spec.movement == Movement::pawn() {
        return sentence(words.pawn, texts);
    }
    let straight = parts_of(
        &spec.movement,
        |ray| (ray.files == 0) != (ray.ranks == 0),
        texts,
        [words.slides_straight, words.steps_straight],
    );
    let diagonal = parts_of(
        &spec.movement,
        |ray| ray.files.abs() == ray.ranks.abs(),
        texts,
        [words.slides_diagonal, words.steps_diagonal],
    );
    let mut parts = match (straight.as_deref(), diagonal.as_deref()) {
        (Some(a), Some(b)) if a == words.slides_straight && b == words.slides_diagonal => {
            vec![words.slides_all.to_owned()]
        }
        (Some(a), Some(b)) if a == words.steps_straight && b == words.steps_diagonal => {
            vec![words.steps_all.to_owned()]
        }
        _ => straight.into_iter().chain(diagonal).collect(),
    };
    parts.extend(leaps(&spec.movement, texts));
    sentence(&parts.join(words.then), texts)
}

fn sentence(parts: &str, texts: &Texts) -> String {
    capital(&texts.rules.moves(parts))
}

/// The straight or the diagonal rays in words.
fn parts_of(
    movement: &Movement,
    belongs: fn(&Ray) -> bool,
    texts: &Texts,
    [slides, steps]: [&str; 2],
) -> Option<String> {
    let words = &texts.rules;
    let rays: Vec<&Ray> =
        movement.rays().iter().filter(|ray| ray.is_straight() && belongs(ray)).collect();
    let range = rays.iter().map(|ray| ray.range).max()?;
    // Not all four directions, or not alike: the picture says it better.
    let is_whole = rays.len() == 4 && rays.iter().all(|ray| ray.range == range);
    Some(match (is_whole, range) {
        (true, 1) => steps.to_owned(),
        (true, Ray::UNLIMITED..) => slides.to_owned(),
        (true, range) => words.limited(slides, range),
        (false, 1) => words.steps_other.to_owned(),
        (false, _) => words.slides_other.to_owned(),
    })
}

/// The leaps in words, each kind once.
fn leaps(movement: &Movement, texts: &Texts) -> Vec<String> {
    let words = &texts.rules;
    let kinds: BTreeSet<(u8, u8, bool)> = movement
        .rays()
        .iter()
        .filter(|ray| !ray.is_straight())
        .map(|ray| {
            let (a, b) = (ray.files.unsigned_abs(), ray.ranks.unsigned_abs());
            (a.max(b), a.min(b), ray.range > 1)
        })
        .collect();
    let leap = |(far, aside, again): (u8, u8, bool)| match again {
        true => words.leaps_on(aside, far),
        false => words.leaps(aside, far),
    };
    kinds.into_iter().map(leap).collect()
}

#[cfg(test)]
mod tests {
    use notation::ruleset;

    use super::*;
    use crate::texts::Language;

    #[test]
    fn every_shipped_piece_has_a_sentence() {
        let rules = ruleset::shipped("xxl").expect("it ships");
        let check = |name: &str, expected: &str| {
            let kind = rules.piece_named(name).expect("it is there");
            let found = describe(rules.piece_spec(kind), Language::english().texts());
            assert_eq!(found, expected, "{name}");
        };
        check("pawn", "One square forward; takes one square diagonally forward.");
        check("rook", "Along ranks and files.");
        check("queen", "Along ranks, files and diagonals.");
        check("king", "One square in any direction.");
        check("camel", "Leaps 3 by 1.");
        check("archbishop", "Along diagonals, or leaps 2 by 1.");
        check("general", "One square in any direction, or leaps 2 by 1.");
    }
}
