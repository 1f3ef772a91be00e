//! The list of games, loaded page by page.

use std::collections::BTreeMap;
use std::ops::Range;

use store::{GameQuery, LibraryGame, Page, StoreError};

use crate::persistence::{Pending, StoreHandle};

/// Page size of the list.
const PAGE: u64 = 100;

/// A list of games of which only those are read that are looked at.
pub struct GameList {
    query: GameQuery,
    total: Option<u64>,
    pages: BTreeMap<u64, Vec<LibraryGame>>,
    /// What was asked for: the number of a page, and whether it begins a new list.
    asked: Vec<(u64, bool, Pending<Page>)>,
}

impl GameList {
    /// A list of games, the first of which are read at once.
    pub fn new(query: GameQuery, store: &StoreHandle) -> GameList {
        let mut games = GameList { query, total: None, pages: BTreeMap::new(), asked: Vec::new() };
        games.ask(0, true, store);
        games
    }

    /// What is looked for, and in which order.
    pub fn query(&self) -> &GameQuery {
        &self.query
    }

    /// Looks for something else. Until it is found, what was found before stays.
    pub fn look_for(&mut self, query: GameQuery, store: &StoreHandle) {
        self.query = query;
        self.asked.clear();
        self.ask(0, true, store);
    }

    /// Something in the list has changed.
    pub fn refresh(&mut self, store: &StoreHandle) {
        self.asked.clear();
        let pages: Vec<u64> = self.pages.keys().copied().collect();
        pages.into_iter().for_each(|page| self.ask(page, false, store));
    }

    /// Takes what was read meanwhile; gives what could not be.
    pub fn poll(&mut self) -> Option<StoreError> {
        let mut fault = None;
        let (come, waits): (Vec<_>, Vec<_>) =
            std::mem::take(&mut self.asked).into_iter().partition(|(_, _, page)| page.is_ready());
        self.asked = waits;
        for (number, is_new, answer) in come {
            match answer.take() {
                Some(Ok(page)) => {
                    if is_new {
                        self.pages.clear();
                    }
                    self.total = Some(page.total);
                    self.pages.insert(number, page.games);
                }
                Some(Err(error)) => fault = Some(error),
                None => {}
            }
        }
        fault
    }

    /// How many games there are, once it is known.
    pub fn total(&self) -> Option<u64> {
        self.total
    }

    /// The game in a row, if it was read.
    pub fn game(&self, row: u64) -> Option<&LibraryGame> {
        let page = self.pages.get(&(row / PAGE))?;
        page.get(usize::try_from(row % PAGE).ok()?)
    }

    /// These rows are looked at: what was not read yet is asked for.
    pub fn look_at(&mut self, rows: Range<u64>, store: &StoreHandle) {
        // A new list begins at its first page, and then it is known how long it is.
        if rows.is_empty() || self.asked.iter().any(|(_, is_new, _)| *is_new) {
            return;
        }
        for page in rows.start / PAGE..=(rows.end - 1) / PAGE {
            let is_asked = self.asked.iter().any(|(number, _, _)| *number == page);
            if !is_asked && !self.pages.contains_key(&page) {
                self.ask(page, false, store);
            }
        }
    }

    fn ask(&mut self, page: u64, is_new: bool, store: &StoreHandle) {
        let query = GameQuery { offset: page * PAGE, limit: PAGE, ..self.query.clone() };
        self.asked.push((page, is_new, store.query(move |store| store.games(&query))));
        // What cannot be read now is asked for again when it is looked at.
        let _ = self.poll();
    }
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;

    use rules::Position;
    use store::{Origin, UnixTime, archives};

    use super::*;
    use crate::services::MemoryStorage;

    fn store(games: u32) -> StoreHandle {
        let store = StoreHandle::in_storage(Rc::new(MemoryStorage::default()));
        let rules = notation::ruleset::shipped("standard").expect("it ships");
        let archive = notation::archive::Archive::new(Position::start(&rules));
        let records: Vec<_> = (0..games)
            .map(|number| {
                let at = UnixTime(number.into());
                let mut record = archives::to_record(&archive, None, None, Origin::Imported, at);
                record.title = format!("game {number}");
                record
            })
            .collect();
        store.execute(move |store| store.add_games(&records));
        store
    }

    #[test]
    fn only_what_is_looked_at_is_read() {
        let store = store(1000);
        let mut games = GameList::new(GameQuery::of(None), &store);
        assert_eq!(games.total(), Some(1000));
        assert_eq!(games.game(3).map(|game| game.title.as_str()), Some("game 996"));
        assert!(games.game(500).is_none());
        games.look_at(495..505, &store);
        assert_eq!(games.game(499).map(|game| game.title.as_str()), Some("game 500"));
        assert_eq!(games.game(500).map(|game| game.title.as_str()), Some("game 499"));
        assert_eq!(games.pages.len(), 3);
        let search = GameQuery { search: "game 77".to_owned(), ..GameQuery::of(None) };
        games.look_for(search, &store);
        assert_eq!((games.total(), games.pages.len()), (Some(19), 1));
    }
}
