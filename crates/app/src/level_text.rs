//! What the levels of the computer are called.

use engine::level::Level;

use crate::texts::Texts;

pub fn level_name(level: &Level, texts: &Texts) -> String {
    let texts = &texts.new_game;
    match level.name {
        "random" => texts.level_random.to_owned(),
        "greedy" => texts.level_greedy.to_owned(),
        "careful" => texts.level_careful.to_owned(),
        number => texts.level_number(number),
    }
}

/// The measured rating of a level.
pub fn level_rating(level: &Level, texts: &Texts) -> String {
    texts.new_game.rating(level.rating)
}
