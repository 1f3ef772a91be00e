//! The library and its statistics in memory.

use std::cmp::{Ordering, Reverse};
use std::collections::BTreeMap;

use super::{KeptGame, MemoryStore, Result};
use crate::profile::folded;
use crate::{
    ArchivedGame, DayTally, GameId, GameQuery, GameScore, Library, LibraryGame, Origin, Owner,
    Page, RulesKey, SortBy, Statistics, StoreError, Tally, UnixTime,
};

impl KeptGame {
    fn shown(&self) -> LibraryGame {
        LibraryGame {
            id: self.id,
            title: self.title.clone(),
            summary: self.summary.clone(),
            deleted: self.deleted,
        }
    }

    fn date(&self) -> UnixTime {
        self.summary.began.unwrap_or(self.summary.saved)
    }

    fn is_asked_for(&self, query: &GameQuery, words: &[String]) -> bool {
        let is_of_rules = |rules: &RulesKey| *rules == self.summary.rules;
        self.summary.owner == query.owner
            && self.deleted.is_some() == query.in_bin
            && query.rules.as_ref().is_none_or(is_of_rules)
            && (words.is_empty() || {
                let (about, title) = (self.summary.search_text(), folded(&self.title));
                words.iter().all(|word| about.contains(word) || title.contains(word))
            })
    }

    fn compare(&self, other: &KeptGame, sort: SortBy) -> Ordering {
        let (a, b) = (&self.summary, &other.summary);
        match sort {
            SortBy::Date => self.date().cmp(&other.date()),
            SortBy::Title => folded(&self.title).cmp(&folded(&other.title)),
            SortBy::Opponent => a.opponent_key().cmp(&b.opponent_key()),
            SortBy::Rules => a.rules.cmp(&b.rules),
            SortBy::Result => a.score().cmp(&b.score()),
            SortBy::Turns => a.turns.cmp(&b.turns),
        }
    }
}

impl MemoryStore {
    fn kept_game(&mut self, id: GameId) -> Result<&mut KeptGame> {
        let mut games = self.change().games.iter_mut();
        games.find(|game| game.id == id).ok_or(StoreError::NoGame)
    }
}

impl Library for MemoryStore {
    fn add_games(&mut self, games: &[ArchivedGame]) -> Result<Vec<GameId>> {
        for game in games {
            self.check_owner(game.summary.owner)?;
        }
        let contents = self.change();
        let mut ids = Vec::with_capacity(games.len());
        for game in games {
            contents.last_game += 1;
            let id = GameId(contents.last_game);
            let ArchivedGame { summary, title, archive } = game.clone();
            contents.games.push(KeptGame { id, title, summary, archive, deleted: None });
            ids.push(id);
        }
        Ok(ids)
    }

    fn replace_game(&mut self, id: GameId, game: &ArchivedGame) -> Result<()> {
        self.kept_game(id)?;
        self.check_owner(game.summary.owner)?;
        let kept = self.kept_game(id)?;
        let ArchivedGame { summary, title, archive } = game.clone();
        (kept.summary, kept.title, kept.archive) = (summary, title, archive);
        Ok(())
    }

    fn games(&self, query: &GameQuery) -> Result<Page> {
        let words = query.words();
        let asked = self.contents.games.iter().filter(|game| game.is_asked_for(query, &words));
        let mut games: Vec<&KeptGame> = asked.collect();
        games.sort_by(|a, b| {
            let order = a.compare(b, query.sort);
            let order = if query.descending { order.reverse() } else { order };
            order.then_with(|| b.date().cmp(&a.date())).then_with(|| b.id.cmp(&a.id))
        });
        let number = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
        let shown = games.iter().skip(number(query.offset)).take(number(query.limit));
        Ok(Page { games: shown.map(|game| game.shown()).collect(), total: games.len() as u64 })
    }

    fn game(&self, id: GameId) -> Result<Option<(LibraryGame, String)>> {
        let game = self.contents.games.iter().find(|game| game.id == id);
        Ok(game.map(|game| (game.shown(), game.archive.clone())))
    }

    fn rename_game(&mut self, id: GameId, title: &str) -> Result<()> {
        self.kept_game(id)?.title = title.to_owned();
        Ok(())
    }

    fn delete_game(&mut self, id: GameId, now: UnixTime) -> Result<()> {
        self.kept_game(id)?.deleted = Some(now);
        Ok(())
    }

    fn restore_game(&mut self, id: GameId) -> Result<()> {
        self.kept_game(id)?.deleted = None;
        Ok(())
    }

    fn empty_bin(&mut self, before: UnixTime) -> Result<u64> {
        let contents = self.change();
        let count = contents.games.len();
        contents.games.retain(|game| game.deleted.is_none_or(|deleted| deleted >= before));
        contents.forget_lost_games();
        Ok((count - contents.games.len()) as u64)
    }

    fn statistics(&self, owner: Owner, utc_offset: i32) -> Result<Statistics> {
        let counts = |game: &&KeptGame| {
            let summary = &game.summary;
            summary.owner == owner && summary.origin == Origin::Played && game.deleted.is_none()
        };
        let mut games: Vec<&KeptGame> = self.contents.games.iter().filter(counts).collect();
        games.sort_by_key(|game| (game.summary.saved, game.id));
        let (mut total, mut unfinished, mut streak, mut longest_streak) =
            (Tally::default(), 0, 0, 0);
        let mut by_rules: BTreeMap<RulesKey, Tally> = BTreeMap::new();
        let mut by_level: BTreeMap<String, Tally> = BTreeMap::new();
        let mut by_day: BTreeMap<i64, Tally> = BTreeMap::new();
        for game in games {
            let summary = &game.summary;
            if summary.ending.is_none() {
                unfinished += 1;
                continue;
            }
            let score = summary.score();
            let add = |tally: &mut Tally| tally.add(score, summary.time_played);
            add(&mut total);
            add(by_rules.entry(summary.rules.clone()).or_default());
            summary.level.iter().for_each(|level| add(by_level.entry(level.clone()).or_default()));
            add(by_day.entry(summary.saved.day(utc_offset)).or_default());
            streak = match score {
                Some(GameScore::Win) => streak + 1,
                Some(_) => 0,
                None => streak,
            };
            longest_streak = longest_streak.max(streak);
        }
        Ok(Statistics {
            total,
            unfinished,
            by_rules: most_played_first(by_rules),
            by_level: most_played_first(by_level),
            days: by_day.into_iter().map(|(day, tally)| DayTally { day, tally }).collect(),
            longest_streak,
            current_streak: streak,
        })
    }
}

fn most_played_first<K: Ord + Clone>(tallies: BTreeMap<K, Tally>) -> Vec<(K, Tally)> {
    let mut tallies: Vec<(K, Tally)> = tallies.into_iter().collect();
    tallies.sort_by_key(|(_, tally)| Reverse(tally.games));
    tallies
}
