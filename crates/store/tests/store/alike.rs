//! Two stores are asked the same at random, and must always answer alike.

use std::fmt::Debug;
use std::time::Duration;

use record::{Entry, EntryKind, GameEnd};
use rules::{Colour, Reason};
use test_kit::random::Random;
use test_kit::{first_seed, positions_wanted};
use xxlchess_store::{
    ArchivedGame, Competitor, FinishedGame, FinishedRecord, GameId, GameQuery, MemoryStore, Meta,
    Origin, Owner, Picture, PictureKind, ProfileId, ProfileName, Profiles, PuzzleAttempt,
    RatedGame, RulesKey, RunningGame, SlotId, SortBy, Store, StoreError, UnixTime,
};

use crate::common::{Folder, played};

const RULES: [&str; 3] = ["standard", "xxl", "king-capture"];
const NAMES: [&str; 6] = ["Anna", "ANNA", "Ben", "zoë", "ZOË", "Łukasz K."];
const WORDS: [&str; 8] = ["", "anna", "BEN", "2024", "draw resignation", "level 3", "xxl", "%_'"];
const LEVELS: [&str; 3] = ["1", "3", "careful"];

/// Two stores that get the same changes and queries.
struct Pair {
    memory: MemoryStore,
    disk: Box<dyn Store>,
    random: Random,
    now: i64,
}

impl Pair {
    /// Does the same with both, and compares what they say.
    fn both<T: PartialEq + Debug>(
        &mut self,
        work: impl Fn(&mut dyn Store) -> Result<T, StoreError>,
    ) -> Option<T> {
        let told = |result: Result<T, StoreError>| result.map_err(|error| error.to_string());
        let (memory, disk) = (told(work(&mut self.memory)), told(work(&mut *self.disk)));
        assert_eq!(memory, disk);
        disk.ok()
    }

    fn profile(&mut self) -> ProfileId {
        ProfileId::from_number(self.random.between(1, 5) as i64)
    }

    fn owner(&mut self) -> Owner {
        let profile = self.profile();
        self.random.chance(70).then_some(profile)
    }

    fn game(&mut self) -> GameId {
        GameId::from_number(self.random.between(1, 60) as i64)
    }

    fn rules(&mut self) -> &'static str {
        self.random.pick(&RULES).unwrap_or(RULES[0])
    }

    fn name(&mut self) -> ProfileName {
        let name = self.random.pick(&NAMES).unwrap_or(NAMES[0]);
        ProfileName::new(name).expect("a name")
    }

    /// A record with everything in it, made up.
    fn record(&mut self) -> ArchivedGame {
        let (rules, seed) = (self.rules(), self.random.bits());
        let mut game = played(rules, seed, None);
        let random = &mut self.random;
        let summary = &mut game.summary;
        summary.side = random.pick(&[None, Some(Colour::White), Some(Colour::Black)]).flatten();
        summary.origin = if random.chance(80) { Origin::Played } else { Origin::Imported };
        summary.players = [0, 1].map(|_| random.pick(&NAMES).unwrap_or(NAMES[0]).to_owned());
        summary.began = random.chance(70).then(|| UnixTime(random.below(2_000_000_000) as i64));
        summary.saved = UnixTime(self.now);
        let winner = random.pick(&[None, Some(Colour::White), Some(Colour::Black)]).flatten();
        let reason = random.pick(&[None, Some(Reason::Resignation), Some(Reason::Time)]).flatten();
        summary.ending = random.chance(85).then_some(GameEnd::Decided { winner, reason });
        summary.level = random.pick(&LEVELS).filter(|_| random.chance(60)).map(str::to_owned);
        summary.time_played = Duration::from_millis(random.below(10_000_000) as u64);
        summary.remarks = random.pick(&WORDS).unwrap_or_default().to_owned();
        game.title = random.pick(&["", "My game", "ÄRGER"]).unwrap_or_default().to_owned();
        game.summary.owner = self.owner();
        game
    }

    fn change_something(&mut self) {
        self.now += self.random.below(200_000) as i64;
        match self.random.below(18) {
            0..=5 => self.change_profiles(),
            6..=13 => self.change_library(),
            14 | 15 => self.rate(),
            16 => self.try_puzzle(),
            _ => self.run(),
        }
    }

    fn change_profiles(&mut self) {
        let now = UnixTime(self.now);
        match self.random.below(6) {
            0 | 1 => {
                let name = self.name();
                self.both(|store| store.create_profile(&name, now));
            }
            2 => {
                let (profile, name) = (self.profile(), self.name());
                self.both(|store| store.rename_profile(profile, &name));
            }
            3 => {
                let profile = self.profile();
                if self.random.chance(40) {
                    self.both(|store| store.delete_profile(profile));
                }
            }
            4 => {
                let (profile, kind) = (self.profile(), PictureKind::Drawn);
                let picture = Picture::new(kind, b"a horse".to_vec()).expect("a picture");
                let picture = self.random.chance(70).then_some(picture);
                self.both(|store| store.set_picture(profile, picture.as_ref()));
                self.both(|store| store.picture(profile));
            }
            _ => {
                let (owner, value) = (self.owner(), self.random.chance(70).then_some("dark"));
                let key = self.random.pick(&["theme", "sound"]).unwrap_or_default();
                self.both(|store| store.set_preference(owner, key, value));
                self.both(|store| store.preferences(owner));
            }
        }
    }

    fn change_library(&mut self) {
        let now = UnixTime(self.now);
        match self.random.below(8) {
            0..=3 => {
                let games: Vec<_> = (0..self.random.between(1, 4)).map(|_| self.record()).collect();
                self.both(|store| store.add_games(&games));
            }
            4 => {
                let (id, game) = (self.game(), self.record());
                self.both(|store| store.replace_game(id, &game));
                self.both(|store| store.game(id));
            }
            5 => {
                let id = self.game();
                self.both(|store| store.rename_game(id, "Öl & 100 %"));
            }
            6 => {
                let id = self.game();
                self.both(|store| store.delete_game(id, now));
            }
            _ => {
                let id = self.game();
                self.both(|store| store.restore_game(id));
                if self.random.chance(20) {
                    self.both(|store| store.empty_bin(UnixTime(now.0 - 500_000)));
                }
            }
        }
    }

    fn try_puzzle(&mut self) {
        let owner = self.owner();
        let attempt = PuzzleAttempt {
            puzzle: format!("mate {}", self.random.below(4)),
            is_solved: self.random.chance(50),
            time: Duration::from_micros(self.random.below(9_000_000) as u64),
            at: UnixTime(self.now),
        };
        self.both(|store| store.note_puzzle(owner, &attempt));
        self.both(|store| store.puzzles(owner));
    }

    fn rate(&mut self) {
        let game = self.rated();
        self.both(|store| store.record_result(&game));
    }

    fn rated(&mut self) -> RatedGame {
        let competitor = |pair: &mut Pair| match pair.random.chance(70) {
            true => Competitor::Profile(pair.profile()),
            false => Competitor::level("5", 1455),
        };
        let players = [competitor(self), competitor(self)];
        let sides = [None, Some(Colour::White), Some(Colour::Black)];
        RatedGame {
            players,
            winner: self.random.pick(&sides).flatten(),
            rules: RulesKey::from_text(self.rules()),
            at: UnixTime(self.now),
            game: None,
        }
    }

    fn run(&mut self) {
        let slot = SlotId::named(format!("room {}", self.random.below(4)));
        if self.random.chance(20) {
            self.both(|store| store.forget_autosave(&slot));
        } else if self.random.chance(30) {
            self.archive_game(slot.clone());
        } else {
            let game = RunningGame {
                slot: slot.clone(),
                owner: self.owner(),
                saved: UnixTime(self.now),
                archive: "{}".to_owned(),
                notes: "white below".to_owned(),
                rows: Vec::new(),
            };
            self.both(|store| store.autosave(std::slice::from_ref(&game)));
            let entries = [Entry::new(EntryKind::Pass), Entry::new(EntryKind::Pause)];
            let at = UnixTime(self.now + 1);
            self.both(|store| store.append_entries(&slot, 0, &entries, at));
            self.both(|store| store.append_entries(&slot, 1, &entries, at));
            let unknown = SlotId::named("unknown");
            self.both(|store| store.append_entries(&unknown, 0, &entries, at));
        }
        self.both(|store| store.abandoned());
        self.both(|store| store.claim(&slot));
        let value = self.random.chance(80).then_some("1");
        self.both(|store| store.set_meta("last", value));
        self.both(|store| store.meta("last"));
    }

    fn archive_game(&mut self, slot: SlotId) {
        let record = |pair: &mut Pair| FinishedRecord {
            replaces: Some(pair.game()).filter(|_| pair.random.chance(40)),
            record: pair.record(),
        };
        let records: Vec<_> = (0..self.random.between(1, 2)).map(|_| record(self)).collect();
        let rated = self.rated();
        let rated = self.random.chance(60).then_some(rated);
        let game = FinishedGame { slot: Some(slot), records, rated };
        self.both(|store| store.archive_game(&game));
    }

    fn compare_everything(&mut self) {
        self.both(|store| store.profiles());
        self.both(|store| store.rated_rules());
        for rules in RULES.map(RulesKey::from_text) {
            self.both(|store| store.ranking(&rules));
            for number in 1..6 {
                let profile = ProfileId::from_number(number);
                self.both(|store| store.rating(profile, &rules));
                self.both(|store| store.rating_history(profile, &rules));
            }
        }
        for owner in [None, Some(self.profile())] {
            self.both(|store| store.statistics(owner, 7200));
            for sort in SortBy::ALL {
                let rules = self.rules();
                let random = &mut self.random;
                let query = GameQuery {
                    search: random.pick(&WORDS).unwrap_or_default().to_owned(),
                    rules: random.chance(30).then(|| RulesKey::from_text(rules)),
                    in_bin: random.chance(20),
                    sort,
                    descending: random.chance(50),
                    offset: random.below(5) as u64,
                    limit: random.between(1, 30) as u64,
                    ..GameQuery::of(owner)
                };
                self.both(|store| store.games(&query));
            }
        }
    }
}

/// Does the same at random with a store that is opened by a function, in which there is nothing yet,
/// and with one in memory.
pub fn compare_with_memory(seed: u64, open: impl Fn() -> Box<dyn Store>) {
    let (memory, disk) = (MemoryStore::new(), open());
    let mut pair = Pair { memory, disk, random: Random::new(seed), now: 1_700_000_000 };
    for step in 0..250 {
        pair.change_something();
        if step % 25 == 24 {
            pair.compare_everything();
        }
    }
    // What was kept is the same when it is read again.
    let text = pair.memory.to_text().expect("a text");
    pair.memory = MemoryStore::from_text(&text).expect("a store");
    pair.disk = Box::new(MemoryStore::new());
    pair.disk = open();
    pair.compare_everything();
    let mut left = pair.both(|store| store.abandoned()).expect("read");
    if let Some(game) = left.pop() {
        assert_eq!(pair.both(|store| store.claim(&game.slot)), Some(true));
        assert_eq!(pair.both(|store| store.claim(&game.slot)), Some(false));
    }
}

#[test]
fn memory_and_disk_answer_alike() {
    for seed in first_seed()..first_seed() + positions_wanted(20).div_ceil(5) {
        let folder = Folder::new(&format!("alike-{seed}"));
        compare_with_memory(seed, || Box::new(folder.store()));
    }
}

#[test]
fn a_text_from_elsewhere_is_refused() {
    let error = MemoryStore::from_text("{\"layout\": 1").expect_err("no text of a store");
    assert!(error.to_string().starts_with("what was kept cannot be read: "), "{error}");
    let text = MemoryStore::new().to_text().expect("a text");
    let newer = text.replacen("\"layout\":3", "\"layout\":7", 1);
    let error = MemoryStore::from_text(&newer).expect_err("from the future");
    assert!(error.to_string().ends_with("(layout 7; expected 3 or less)"), "{error}");
}

#[test]
fn the_revision_tells_of_changes() {
    let mut store = MemoryStore::new();
    let before = store.revision();
    store.profiles().expect("read");
    assert_eq!(store.revision(), before);
    store.set_meta("a", Some("b")).expect("kept");
    assert_ne!(store.revision(), before);
}
