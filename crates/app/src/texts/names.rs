//! Names of pieces, rule sets, file formats, themes and puzzles: in English they stand in the files of these things,
//! in other languages in `names.ftl`.

use board_ui::pieces::PieceSet;
use engine::level::Level;
use notation::config::Puzzle;
use notation::file::Format;
use notation::ruleset::{self, Group};
use rules::Rules;
use store::RulesKey;

use super::Texts;
use crate::theme::Theme;

/// The longest part of a key that is made of a name.
const LONGEST_SLUG: usize = 40;

impl Texts {
    /// The name of a kind of piece.
    pub fn piece(&self, name: &str) -> String {
        self.name("piece", name).unwrap_or_else(|| name.to_owned())
    }

    /// The letter of a kind of piece in written moves, where the language has one of its own.
    pub fn piece_letter(&self, name: &str) -> Option<char> {
        let key = format!("piece-{}", slug(name));
        self.messages.find_attribute(&key, "letter")?.chars().next()
    }

    /// The title of a rule set.
    pub fn rule_set(&self, rules: &Rules) -> String {
        self.rule_set_title(rules.id(), &rules.spec().title)
    }

    /// The title of a rule set of which only the id and its own title are known. A user's own rule set
    /// may have the id of one that ships.
    pub fn rule_set_title(&self, id: &str, title: &str) -> String {
        let ships = ruleset::shipped(id).is_some_and(|rules| rules.spec().title == title);
        let name = self.name("ruleset", id).filter(|_| ships);
        name.unwrap_or_else(|| title.to_owned())
    }

    /// The title of a rule set, without the fog.
    pub fn rules_key(&self, key: &RulesKey) -> String {
        match ruleset::shipped(key.id()).filter(|_| key.is_own()) {
            Some(rules) => self.common.changed_rules(self.rule_set(&rules)),
            None => self.rule_set_title(key.id(), &key.title()),
        }
    }

    /// The names of the groups of variants, each with the number of its first rule set in a list of all
    /// that ship; last, what comes after them from files of the user.
    pub fn rule_set_headings(&self) -> Vec<(usize, &'static str)> {
        let own = ruleset::shipped_ids().count();
        let mut headings: Vec<(usize, &'static str)> = Vec::new();
        let mut last = None;
        for (index, (group, _)) in ruleset::variant_ids().enumerate() {
            if last != Some(group) {
                headings.push((own + index, self.group(group)));
                last = Some(group);
            }
        }
        headings.push((ruleset::all_ids().count(), self.new_game.group_own));
        headings
    }

    fn group(&self, group: Group) -> &'static str {
        let words = &self.new_game;
        match group {
            Group::Popular => words.group_popular,
            Group::World => words.group_world,
            Group::Large => words.group_large,
            Group::Pieces => words.group_pieces,
            Group::Small => words.group_small,
        }
    }

    /// The name of a level of the computer.
    pub fn level(&self, level: &Level) -> String {
        let words = &self.new_game;
        match level.name {
            "random" => words.level_random.to_owned(),
            "greedy" => words.level_greedy.to_owned(),
            "careful" => words.level_careful.to_owned(),
            number => words.level_number(number),
        }
    }

    /// The measured rating of a level.
    pub fn level_rating(&self, level: &Level) -> String {
        self.new_game.rating(level.rating)
    }

    /// What a rule set is about.
    pub fn rule_set_description(&self, rules: &Rules) -> String {
        let key = format!("ruleset-{}", slug(rules.id()));
        let own = &rules.spec().description;
        let ships = ruleset::shipped(rules.id()).is_some_and(|it| it.spec().description == *own);
        let description = self.messages.find_attribute(&key, "description").filter(|_| ships);
        description.unwrap_or_else(|| own.clone())
    }

    /// What files of a format are called.
    pub fn format(&self, format: &Format) -> String {
        self.name("format", format.id).unwrap_or_else(|| format.label.to_owned())
    }

    /// The name of a theme.
    pub fn theme(&self, theme: &Theme) -> String {
        self.name("theme", &theme.id).unwrap_or_else(|| theme.name.clone())
    }

    /// The name of a piece set.
    pub fn piece_set(&self, set: &PieceSet) -> String {
        self.name("piece-set", set.id).unwrap_or_else(|| set.name.to_owned())
    }

    /// The name of a puzzle; nothing if it has none.
    pub fn puzzle_name(&self, puzzle: &Puzzle) -> Option<String> {
        let name = Some(&puzzle.name).filter(|name| !name.is_empty())?;
        Some(self.messages.find(&puzzle_key(puzzle), []).unwrap_or_else(|| name.clone()))
    }

    /// What is said about a puzzle.
    pub fn puzzle_text(&self, puzzle: &Puzzle) -> String {
        let text = self.messages.find_attribute(&puzzle_key(puzzle), "text");
        text.unwrap_or_else(|| puzzle.text.clone())
    }

    fn name(&self, kind: &str, id: &str) -> Option<String> {
        self.messages.find(&format!("{kind}-{}", slug(id)), [])
    }
}

/// The key of a puzzle: its rules, and its name or the beginning of its text.
pub(super) fn puzzle_key(puzzle: &Puzzle) -> String {
    let words = if puzzle.name.is_empty() { &puzzle.text } else { &puzzle.name };
    format!("puzzle-{}-{}", slug(puzzle.position.rules().id()), slug(words))
}

/// A name as a part of a key: small letters and digits with hyphens between them.
fn slug(name: &str) -> String {
    let letter = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' };
    let letters: String = name.chars().map(letter).collect();
    let words: Vec<&str> = letters.split('-').filter(|word| !word.is_empty()).collect();
    let slug: String = words.join("-").chars().take(LONGEST_SLUG).collect();
    slug.trim_end_matches('-').to_owned()
}
