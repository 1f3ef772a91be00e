//! The names of players: unique, and different from those of the computer's levels.

use std::collections::{HashMap, HashSet};

use protocol::PlayerName;

/// The name for a player who asks for that of a computer level.
const ORDINARY_NAME: &str = "Player";

/// The most names whose next number is remembered.
const MOST_NUMBERS: usize = 10_000;

/// The names that are taken, as they are compared.
#[derive(Debug, Default)]
pub(crate) struct Names {
    taken: HashSet<String>,
    /// The number that may be free next, for names that many want.
    next_numbers: HashMap<String, u32>,
}

impl Names {
    /// Names that are taken.
    pub(crate) fn new<'a>(taken: impl Iterator<Item = &'a str>) -> Names {
        Names { taken: taken.map(key_of).collect(), ..Names::default() }
    }

    /// Takes a name: the wanted one, or with a number behind it.
    pub(crate) fn take(&mut self, wanted: &PlayerName) -> PlayerName {
        let is_level = is_level(&key_of(wanted.as_str()));
        let ordinary = PlayerName::new(ORDINARY_NAME).ok().filter(|_| is_level);
        let wanted = ordinary.as_ref().unwrap_or(wanted);
        if self.taken.insert(key_of(wanted.as_str())) {
            return wanted.clone();
        }
        if self.next_numbers.len() > MOST_NUMBERS {
            self.next_numbers.clear();
        }
        let next = self.next_numbers.entry(key_of(wanted.as_str())).or_insert(2);
        loop {
            let name = wanted.numbered(*next);
            *next = next.wrapping_add(1).max(2);
            if self.taken.insert(key_of(name.as_str())) {
                return name;
            }
        }
    }

    /// Marks a name as taken.
    pub(crate) fn insert(&mut self, name: &PlayerName) {
        self.taken.insert(key_of(name.as_str()));
    }

    pub(crate) fn is_free(&self, wanted: &PlayerName) -> bool {
        let key = key_of(wanted.as_str());
        !is_level(&key) && !self.taken.contains(&key)
    }

    /// Frees a name.
    pub(crate) fn release(&mut self, name: &str) {
        self.taken.remove(&key_of(name));
    }
}

/// Is it the name of a level of the computer?
fn is_level(key: &str) -> bool {
    key.starts_with("level ")
}

fn key_of(name: &str) -> String {
    name.to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_many_want_is_found_without_a_search() {
        let mut names = Names::default();
        let wanted = PlayerName::new("Guest").expect("a name");
        assert_eq!(names.take(&wanted).as_str(), "Guest");
        // With a search from 2 on, these would be hundreds of millions of steps.
        for number in 2..30_000 {
            assert_eq!(names.take(&wanted), wanted.numbered(number));
        }
        names.release("guest");
        assert_eq!(names.take(&PlayerName::new("GUEST").expect("a name")).as_str(), "GUEST");
    }
}
