//! The rule sets of a chooser: the program's own games first, then variants under the names of their groups.

use notation::ruleset::{self, Group};

use crate::texts::Texts;

/// The name of each group, with the number of its first rule set among `all_ids`; last, what comes after
/// them from files of the user.
pub fn headings(texts: &Texts) -> Vec<(usize, &'static str)> {
    let own = ruleset::shipped_ids().count();
    let mut headings: Vec<(usize, &'static str)> = Vec::new();
    let mut last = None;
    for (index, (group, _)) in ruleset::variant_ids().enumerate() {
        if last != Some(group) {
            headings.push((own + index, name(group, texts)));
            last = Some(group);
        }
    }
    headings.push((ruleset::all_ids().count(), texts.new_game.group_own));
    headings
}

fn name(group: Group, texts: &Texts) -> &'static str {
    let words = &texts.new_game;
    match group {
        Group::Popular => words.group_popular,
        Group::World => words.group_world,
        Group::Large => words.group_large,
        Group::Pieces => words.group_pieces,
        Group::Small => words.group_small,
    }
}
