//! Autosave of a game: saved after every move, and archived when it has ended.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use engine::level;
use game::Game;
use notation::archive::{self, Archive};
use notation::pgn;
use record::{Entry, EntryKind};
use rules::{Colour, Position};
use serde::{Deserialize, Serialize};
use store::{
    ArchiveOutcome, Competitor, FinishedGame, FinishedRecord, GameId, Origin, Owner, ProfileId,
    RatedGame, RulesKey, RunningGame, SlotId, UnixTime, archives,
};
use study::Review;

use super::{Pending, StoreHandle, time};

/// Shorter games are not rated, and archived only if they have ended.
const FEWEST_TURNS: usize = 2;

/// Data about a game besides its moves.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Notes {
    /// The profiles that play White and Black, where they are known.
    pub players: [Owner; 2],
    /// Its entries in the libraries of its owners.
    pub library: Vec<(Owner, GameId)>,
    pub is_rated: bool,
}

/// The entries of one game in the libraries of its owners, which may still be on their way there, and
/// what has been made of it on the analysis board.
#[derive(Clone, Debug, Default)]
pub struct LibraryEntries(Arc<Mutex<Entries>>);

#[derive(Debug, Default)]
struct Entries {
    games: Vec<GameId>,
    studied: Option<StudiedGame>,
}

/// A game with variations and comments, and its review if there is one.
#[derive(Clone, Debug)]
pub struct StudiedGame {
    pub game: pgn::Game,
    pub review: Option<Review>,
}

impl LibraryEntries {
    /// Those of a game that is in the library.
    pub fn of(games: Vec<GameId>) -> LibraryEntries {
        LibraryEntries(Arc::new(Mutex::new(Entries { games, studied: None })))
    }

    /// The entries by now. A job of the store finds those of all games put away before it.
    pub fn get(&self) -> Vec<GameId> {
        self.entries().games.clone()
    }

    /// What was last made of the game, if anything was.
    pub fn studied(&self) -> Option<StudiedGame> {
        self.entries().studied.clone()
    }

    /// Remembers what was made of the game.
    pub fn set_studied(&self, studied: StudiedGame) {
        self.entries().studied = Some(studied);
    }

    fn set(&self, games: &[GameId]) {
        self.entries().games = games.to_vec();
    }

    fn entries(&self) -> MutexGuard<'_, Entries> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The autosave of a game.
#[derive(Debug)]
pub struct Autosave {
    slot: SlotId,
    /// The active profile.
    owner: Owner,
    notes: Notes,
    library: LibraryEntries,
    /// What of the game is in the store.
    kept: Option<SavedExtent>,
    saving: Option<Pending<Option<()>>>,
    leaving: Option<Pending<Option<ArchiveOutcome>>>,
    /// Is it archived, as it stands now?
    is_away: bool,
    /// Did archiving fail?
    has_failed: bool,
}

/// What is needed to resume a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ResumeInfo {
    /// Its autosave slot, if it still has one.
    pub slot: Option<SlotId>,
    /// The profile that was active.
    pub owner: Owner,
    /// The data that was saved with it.
    pub notes: Notes,
}

impl ResumeInfo {
    /// The resume data of a running game.
    pub fn of_running(game: &RunningGame) -> ResumeInfo {
        let notes = serde_json::from_str(&game.notes).unwrap_or_default();
        ResumeInfo { slot: Some(game.slot.clone()), owner: game.owner, notes }
    }
}

impl Autosave {
    /// For a new or resumed game.
    pub fn new(resume: ResumeInfo) -> Autosave {
        let ResumeInfo { slot, owner, notes } = resume;
        // A game of the library is already archived.
        let is_away = slot.is_none() && !notes.library.is_empty();
        let slot = slot.unwrap_or_else(SlotId::random);
        let library = LibraryEntries::of(notes.library.iter().map(|(_, id)| *id).collect());
        Autosave {
            slot,
            owner,
            notes,
            library,
            kept: None,
            saving: None,
            leaving: None,
            is_away,
            has_failed: false,
        }
    }

    /// For a game that is only viewed: nothing is saved until a move is played.
    pub fn looked_at(resume: ResumeInfo) -> Autosave {
        Autosave { is_away: true, ..Autosave::new(resume) }
    }

    /// The profiles that play White and Black.
    pub fn players(&self) -> [Owner; 2] {
        self.notes.players
    }

    /// For a rematch with the same seats.
    pub fn again(&self, is_rated: bool) -> Autosave {
        let notes = Notes { players: self.notes.players, library: Vec::new(), is_rated };
        Autosave::new(ResumeInfo { slot: None, owner: self.owner, notes })
    }

    /// The player had help or took a move back: the game is not rated any more.
    pub fn unrate(&mut self) {
        self.notes.is_rated = false;
    }

    /// Is it archived, as it stands now?
    pub fn is_away(&self) -> bool {
        self.is_away
    }

    /// Are all writes finished, successfully or not?
    pub fn is_settled(&self) -> bool {
        self.saving.as_ref().is_none_or(Pending::is_ready)
            && self.leaving.as_ref().is_none_or(Pending::is_ready)
    }

    /// Keeps the game as it stands: the entries since the last time, or all of it the first time
    /// and whenever entries alone would not do.
    pub fn save(&mut self, game: &Game, archive: impl FnOnce() -> Archive, store: &StoreHandle) {
        self.is_away = false;
        let failed = |saving: Pending<Option<()>>| !matches!(saving.take(), Some(Ok(Some(()))));
        if self.saving.take_if(|saving| saving.is_ready()).is_some_and(failed) {
            self.kept = None;
        }
        let (slot, owner) = (self.slot.clone(), self.owner);
        let notes = serde_json::to_string(&self.notes).unwrap_or_default();
        let entries = &game.record().entries;
        if let Some(kept) = self.kept.as_mut().filter(|kept| kept.can_append(entries, &notes)) {
            let (from, new) = (kept.rows, entries[kept.head + kept.rows..].to_vec());
            kept.rows += new.len();
            let from = u32::try_from(from).unwrap_or(u32::MAX);
            self.saving = Some(
                store.execute(move |store| store.append_entries(&slot, from, &new, time::now())),
            );
            return;
        }
        self.kept = Some(SavedExtent { head: entries.len(), rows: 0, notes: notes.clone() });
        let archive = archive();
        self.saving = Some(store.execute(move |store| {
            let (archive, rows) = (archive::format(&archive), Vec::new());
            let saved = time::now();
            store.autosave(&[RunningGame { slot, owner, saved, archive, rows, notes }])
        }));
    }

    /// Drops the autosave of a game without moves.
    pub fn forget(&mut self, store: &StoreHandle) {
        let is_saving = self.saving.take().is_some();
        if self.kept.take().is_some() || is_saving {
            let slot = self.slot.clone();
            store.execute(move |store| store.forget_autosave(&slot));
        }
    }

    /// Archives the game, finished or not.
    pub fn put_away(&mut self, archive: &Archive, store: &StoreHandle) {
        self.is_away = true;
        let is_short = archive.moves().len() < FEWEST_TURNS;
        if archive.moves().is_empty() || (is_short && archive.ending.is_none()) {
            self.forget(store);
            return;
        }
        let slot = Some(self.slot.clone());
        let ended = ended(archive, slot, self.owner, &self.notes, time::now());
        (self.saving, self.kept) = (None, None);
        let library = self.library.clone();
        self.leaving = Some(store.execute(move |store| {
            let away = store.archive_game(&ended)?;
            library.set(&away.games);
            Ok(away)
        }));
    }

    /// The game in the libraries of those who played it, once it is there.
    pub fn library(&self) -> LibraryEntries {
        self.library.clone()
    }

    /// Retries archiving after a failure.
    pub fn retry(&mut self) {
        if std::mem::take(&mut self.has_failed) {
            self.is_away = false;
        }
    }

    /// The result of archiving, once it is known.
    pub fn take_put_away(&mut self) -> Option<ArchiveOutcome> {
        let answer = self.leaving.take_if(|leaving| leaving.is_ready())?.take()?;
        let away = answer.ok().flatten();
        self.has_failed = away.is_none();
        let away = away?;
        // It is rated once, whatever is played from here on.
        self.notes.is_rated = false;
        let owners = libraries(self.owner, &self.notes.players);
        self.notes.library = owners.into_iter().zip(away.games.iter().copied()).collect();
        Some(away)
    }
}

/// How much of a game is in the store.
#[derive(Debug)]
struct SavedExtent {
    /// How many entries are in the archive that was written.
    head: usize,
    /// How many were appended since.
    rows: usize,
    /// What was noted with the archive.
    notes: String,
}

impl SavedExtent {
    /// Can the rest be appended? An archive does not know turns that were taken back before it
    /// was written, so these cannot be played again from it.
    fn can_append(&self, entries: &[Entry], notes: &str) -> bool {
        let is_put_back = |entry: &Entry| matches!(entry.kind, EntryKind::PutBack(_));
        self.notes == notes
            && entries.get(self.head + self.rows..).is_some_and(|new| !new.iter().any(is_put_back))
    }
}

/// The library records and the rated result of a game.
pub fn ended(
    archive: &Archive,
    slot: Option<SlotId>,
    owner: Owner,
    notes: &Notes,
    now: UnixTime,
) -> FinishedGame {
    // A game between computers counts for no one.
    let is_human = |side: Colour| archives::seat(archive, side) == record::Seat::Human;
    let is_played = Colour::BOTH.into_iter().any(is_human);
    let origin = if is_played { Origin::Played } else { Origin::Imported };
    let record = |owner: Owner| {
        let side = side_of(archive, owner, &notes.players);
        let known = notes.library.iter().find(|(known, _)| *known == owner);
        FinishedRecord {
            replaces: known.map(|(_, id)| *id),
            record: archives::to_record(archive, owner, side, origin, now),
        }
    };
    let records = libraries(owner, &notes.players).into_iter().map(record).collect();
    let rated = rated(archive, notes, now).filter(|_| notes.is_rated);
    FinishedGame { slot, records, rated }
}

/// Can a game from this position be rated? Custom positions, odds and rules that do not ship cannot.
pub fn can_be_rated(start: &Position) -> bool {
    let rules = start.rules();
    let is_numbered = |number| Position::numbered_start(rules, number).as_ref() == Some(start);
    let is_start =
        || *start == Position::start(rules) || (0..rules.spec().start_count()).any(is_numbered);
    notation::archive::is_shipped(rules) && is_start()
}

/// The owners of a game: the active profile, and the profiles that play.
fn libraries(owner: Owner, players: &[Owner; 2]) -> Vec<Owner> {
    let others = players.iter().copied().filter(|player| player.is_some() && *player != owner);
    let mut owners = vec![owner];
    owners.extend(others);
    owners.dedup();
    owners
}

/// The side of a profile in a game, or the only side that is not a computer's.
fn side_of(archive: &Archive, owner: Owner, players: &[Owner; 2]) -> Option<Colour> {
    let is_human = |side: &Colour| archives::seat(archive, *side) == record::Seat::Human;
    let plays = |side: &Colour| players[side.index()] == owner && is_human(side);
    let mut sides = Colour::BOTH.into_iter().filter(plays);
    let side = sides.next()?;
    sides.next().is_none().then_some(side)
}

/// The rated result; nothing if the game is unfinished or a guest plays.
fn rated(archive: &Archive, notes: &Notes, now: UnixTime) -> Option<RatedGame> {
    let competitor = |side: Colour| match archives::seat(archive, side) {
        record::Seat::Human => notes.players[side.index()].map(Competitor::Profile),
        record::Seat::Computer(name) => {
            let level = level::find(&name)?;
            Some(Competitor::level(level.name, level.rating))
        }
        record::Seat::Remote => None,
    };
    let players = [competitor(Colour::White)?, competitor(Colour::Black)?];
    let has_profile = players.iter().any(|player| matches!(player, Competitor::Profile(_)));
    let ending = archive.ending?;
    (has_profile && archive.moves().len() >= FEWEST_TURNS).then(|| RatedGame {
        players,
        winner: ending.winner(),
        rules: RulesKey::of(archive.rules()),
        at: now,
        game: None,
    })
}

/// The profile at the only human seat of a new game.
pub fn players_of(is_human: [bool; 2], current: Owner) -> [Option<ProfileId>; 2] {
    match is_human {
        [true, false] => [current, None],
        [false, true] => [None, current],
        _ => [None, None],
    }
}

#[cfg(test)]
mod tests {
    use std::rc::Rc;
    use std::time::Duration;

    use notation::pgn::PlayedMove;
    use record::GameEnd;
    use store::{GameQuery, ProfileName};

    use super::*;
    use crate::services::MemoryStorage;

    fn store() -> StoreHandle {
        StoreHandle::in_storage(Rc::new(MemoryStorage::default()))
    }

    fn profile(store: &StoreHandle, name: &str) -> Owner {
        let name = ProfileName::new(name).expect("a name");
        let made = store.query(move |store| store.create_profile(&name, UnixTime(0)));
        Some(made.take().expect("done").expect("made"))
    }

    fn archive(black: Option<&str>, winner: Option<Option<Colour>>) -> Archive {
        let rules = notation::ruleset::shipped("standard").expect("it ships");
        let mut archive = Archive::new(Position::start(&rules));
        for _ in 0..2 {
            let step = archive.position().legal_moves()[0];
            archive.push(PlayedMove::new(step)).expect("legal");
        }
        if let Some(level) = black {
            archive.tags.push(("BlackLevel".to_owned(), level.to_owned()));
        }
        archive.ending = winner.map(|winner| GameEnd::Decided { winner, reason: None });
        archive
    }

    fn games(store: &StoreHandle, owner: Owner) -> Vec<store::LibraryGame> {
        let page = store.query(move |store| store.games(&GameQuery::of(owner)));
        page.take().expect("done").expect("read").games
    }

    /// Saves a game of two turns against the computer.
    fn save(autosave: &mut Autosave, store: &StoreHandle) {
        let archive = archive(Some("3"), None);
        let game = archives::to_game(&archive, Duration::ZERO).expect("a game");
        autosave.save(&game, || archive, store);
    }

    #[test]
    fn only_usual_starts_of_rules_that_ship_are_rated() {
        let shipped = |id: &str| notation::ruleset::shipped(id).expect("it ships");
        let chess960 = shipped("chess960");
        for number in [0, 518, 959] {
            let start = Position::numbered_start(&chess960, number).expect("a start");
            assert!(can_be_rated(&start), "{number}");
        }
        let standard = shipped("standard");
        assert!(can_be_rated(&Position::start(&standard)));
        let fog = standard.with_fog(true).expect("sound rules");
        assert!(can_be_rated(&Position::start(&fog)));
        let odds = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w KQkq - 0 1";
        let (odds, _) = notation::fen::parse(&standard, odds).expect("a position");
        assert!(!can_be_rated(&odds));
        let own = "inherits = 'standard'\ncastling = false\n";
        let (own, _) = notation::ruleset::parse(own, "standard", &notation::ruleset::no_files)
            .expect("sound rules");
        assert!(!can_be_rated(&Position::start(&own)));
    }

    #[test]
    fn a_game_is_saved_put_away_once_and_rated_once() {
        let store = store();
        let anna = profile(&store, "Anna");
        let notes = Notes { players: [anna, None], library: Vec::new(), is_rated: true };
        let mut autosave = Autosave::new(ResumeInfo { slot: None, owner: anna, notes });
        save(&mut autosave, &store);
        assert!(autosave.is_settled() && !autosave.is_away());
        let won = archive(Some("3"), Some(Some(Colour::White)));
        let library = autosave.library();
        assert!(library.get().is_empty());
        autosave.put_away(&won, &store);
        let away = autosave.take_put_away().expect("put away");
        assert_eq!(library.get(), away.games, "whoever asked before knows it now");
        assert!(away.changes[0].is_some_and(|change| change.points() > 0));
        // It is taken back, lost, and put away again: still one game, and no second rating.
        save(&mut autosave, &store);
        autosave.put_away(&archive(Some("3"), Some(Some(Colour::Black))), &store);
        let again = autosave.take_put_away().expect("put away");
        assert_eq!((again.games, again.changes), (away.games, [None, None]));
        let kept = games(&store, anna);
        assert_eq!(kept.len(), 1);
        assert_eq!(kept[0].summary.side, Some(Colour::White));
        assert_eq!(kept[0].summary.level.as_deref(), Some("3"));
        let left = store.query(|store| store.abandoned()).take().expect("done").expect("read");
        assert!(left.is_empty());
    }

    #[test]
    fn after_the_first_time_only_new_entries_are_written() {
        let storage = Rc::new(MemoryStorage::default());
        let store = StoreHandle::in_storage(storage.clone());
        // Another window, for which the game is left once this one is gone.
        let left = || {
            let other = StoreHandle::in_storage(storage.clone());
            let left = other.query(|store| store.abandoned()).take().expect("done");
            left.expect("read").remove(0)
        };
        let mut autosave = Autosave::new(ResumeInfo::default());
        let rules = notation::ruleset::shipped("standard").expect("it ships");
        let mut game =
            Game::new(Position::start(&rules), record::GameTerms::default(), Duration::ZERO);
        let play = |game: &mut Game| {
            let step = game.position().legal_moves()[0];
            game.play(Duration::from_secs(1), step).expect("legal");
        };
        let write = |game: &Game| archives::to_archive(game, None, Duration::from_secs(1));
        play(&mut game);
        autosave.save(&game, || write(&game), &store);
        assert_eq!(left().rows.len(), 0);
        play(&mut game);
        play(&mut game);
        autosave.save(&game, || panic!("the whole game is written again"), &store);
        assert_eq!(left().rows.len(), 2);
        assert_eq!(archives::resume(&left()).expect("whole").moves().len(), 3);
        game.undo(Duration::from_secs(1), 2).expect("taken back");
        autosave.save(&game, || panic!("the whole game is written again"), &store);
        assert_eq!(archives::resume(&left()).expect("whole").moves().len(), 1);
        // What was taken back is not in an archive, and notes are not in entries.
        game.redo(Duration::from_secs(1), 1).expect("played again");
        autosave.save(&game, || write(&game), &store);
        assert_eq!(
            (left().rows.len(), archives::resume(&left()).map(|a| a.moves().len())),
            (0, Some(2))
        );
        autosave.notes.is_rated = true;
        play(&mut game);
        autosave.save(&game, || write(&game), &store);
        assert_eq!(
            (left().rows.len(), archives::resume(&left()).map(|a| a.moves().len())),
            (0, Some(3))
        );
    }

    #[test]
    fn two_profiles_at_one_board_both_get_the_game() {
        let store = store();
        let (anna, ben) = (profile(&store, "Anna"), profile(&store, "Ben"));
        let notes = Notes { players: [ben, anna], library: Vec::new(), is_rated: true };
        let mut autosave = Autosave::new(ResumeInfo { slot: None, owner: anna, notes });
        autosave.put_away(&archive(None, Some(None)), &store);
        let away = autosave.take_put_away().expect("put away");
        assert!(away.changes.iter().all(Option::is_some));
        assert_eq!(games(&store, anna)[0].summary.side, Some(Colour::Black));
        assert_eq!(games(&store, ben)[0].summary.side, Some(Colour::White));
    }

    #[test]
    fn a_game_of_one_turn_is_kept_if_it_has_ended() {
        let store = store();
        let rules = notation::ruleset::shipped("standard").expect("it ships");
        let mut short = Archive::new(Position::start(&rules));
        short.push(PlayedMove::new(short.position().legal_moves()[0])).expect("legal");
        Autosave::new(ResumeInfo::default()).put_away(&short, &store);
        assert_eq!(games(&store, None).len(), 0);
        short.ending = Some(GameEnd::Decided { winner: Some(Colour::White), reason: None });
        Autosave::new(ResumeInfo::default()).put_away(&short, &store);
        assert_eq!(games(&store, None).len(), 1);
    }

    #[test]
    fn guests_and_unfinished_games_are_kept_and_not_rated() {
        let store = store();
        let notes = Notes { is_rated: true, ..Notes::default() };
        let mut autosave = Autosave::new(ResumeInfo { slot: None, owner: None, notes });
        autosave.put_away(&archive(Some("3"), Some(None)), &store);
        let away = autosave.take_put_away().expect("put away");
        assert_eq!((away.games.len(), away.changes), (1, [None, None]));
        assert_eq!(games(&store, None)[0].summary.side, Some(Colour::White));
        let mut autosave = autosave.again(true);
        autosave.put_away(&archive(Some("3"), None), &store);
        assert_eq!(games(&store, None).len(), 2);
    }
}
