//! A game's place in the store: written down after every move, and put away when it has ended.

use engine::level;
use notation::archive::{self, Archive};
use rules::{Colour, Position};
use serde::{Deserialize, Serialize};
use store::{
    Competitor, EndedGame, EndedRecord, GameId, Origin, Owner, ProfileId, PutAway, RatedGame,
    RulesKey, RunningGame, SlotId, UnixTime, record,
};

use super::{Pending, StoreHandle, time};
use crate::rng;

/// Shorter games are neither kept in the library nor rated.
const FEWEST_TURNS: usize = 2;

/// What the store is told about a game besides its moves.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Notes {
    /// The profiles that play White and Black, where they are known.
    pub players: [Owner; 2],
    /// Where it is in the libraries of those it belongs to.
    pub library: Vec<(Owner, GameId)>,
    /// Does it count?
    pub is_rated: bool,
}

/// A game's place in the store.
#[derive(Debug)]
pub struct Autosave {
    slot: SlotId,
    /// Who sits at this screen.
    owner: Owner,
    notes: Notes,
    saving: Option<Pending<Option<()>>>,
    leaving: Option<Pending<Option<PutAway>>>,
    /// Was it put away, as it stands now?
    is_away: bool,
    /// Could it not be put away?
    has_failed: bool,
}

/// What is known of a game that goes on: where it was left.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ResumeInfo {
    /// Its place, if it still has one.
    pub slot: Option<SlotId>,
    /// Who sat at the screen.
    pub owner: Owner,
    /// What was noted about it.
    pub notes: Notes,
}

impl ResumeInfo {
    /// A running game with what was noted about it.
    pub fn of_running(game: &RunningGame) -> ResumeInfo {
        let notes = serde_json::from_str(&game.notes).unwrap_or_default();
        ResumeInfo { slot: Some(game.slot.clone()), owner: game.owner, notes }
    }
}

impl Autosave {
    /// A place for a game that goes on where it was left.
    pub fn new(resume: ResumeInfo) -> Autosave {
        let ResumeInfo { slot, owner, notes } = resume;
        // A game of the library is already away.
        let is_away = slot.is_none() && !notes.library.is_empty();
        let slot = slot.unwrap_or_else(new_slot);
        Autosave { slot, owner, notes, saving: None, leaving: None, is_away, has_failed: false }
    }

    /// A place for a game that is kept elsewhere, until somebody plays on.
    pub fn looked_at(resume: ResumeInfo) -> Autosave {
        Autosave { is_away: true, ..Autosave::new(resume) }
    }

    /// The profiles that play White and Black.
    pub fn players(&self) -> [Owner; 2] {
        self.notes.players
    }

    /// The same seats for another game.
    pub fn again(&self, is_rated: bool) -> Autosave {
        let notes = Notes { players: self.notes.players, library: Vec::new(), is_rated };
        Autosave::new(ResumeInfo { slot: None, owner: self.owner, notes })
    }

    /// The player had help, or took something back: it does not count any more.
    pub fn unrate(&mut self) {
        self.notes.is_rated = false;
    }

    /// Was it put away, as it stands now?
    pub fn is_away(&self) -> bool {
        self.is_away
    }

    /// Is everything that was told so far on the disk, or known not to be?
    pub fn is_settled(&self) -> bool {
        self.saving.as_ref().is_none_or(Pending::is_ready)
            && self.leaving.as_ref().is_none_or(Pending::is_ready)
    }

    /// Keeps the game as it stands.
    pub fn save(&mut self, archive: Archive, store: &StoreHandle) {
        self.is_away = false;
        let (slot, owner) = (self.slot.clone(), self.owner);
        let notes = serde_json::to_string(&self.notes).unwrap_or_default();
        self.saving = Some(store.execute(move |store| {
            let archive = archive::format(&archive);
            store.autosave(&[RunningGame { slot, owner, saved: time::now(), archive, notes }])
        }));
    }

    /// Forgets a game of which nothing was played.
    pub fn forget(&mut self, store: &StoreHandle) {
        if self.saving.take().is_some() {
            let slot = self.slot.clone();
            store.execute(move |store| store.forget_autosave(&slot));
        }
    }

    /// Puts the game away, ended or not.
    pub fn put_away(&mut self, archive: &Archive, store: &StoreHandle) {
        self.is_away = true;
        if archive.moves().len() < FEWEST_TURNS {
            self.forget(store);
            return;
        }
        let slot = Some(self.slot.clone());
        let ended = ended(archive, slot, self.owner, &self.notes, time::now());
        self.saving = None;
        self.leaving = Some(store.execute(move |store| store.put_away(&ended)));
    }

    /// If the game could not be put away, it is to be tried again.
    pub fn retry(&mut self) {
        if std::mem::take(&mut self.has_failed) {
            self.is_away = false;
        }
    }

    /// What came of putting the game away, once it is known.
    pub fn take_put_away(&mut self) -> Option<PutAway> {
        let answer = self.leaving.take_if(|leaving| leaving.is_ready())?.take()?;
        let away = answer.ok().flatten();
        self.has_failed = away.is_none();
        let away = away?;
        // It counts once, whatever is played from here on.
        self.notes.is_rated = false;
        let owners = libraries(self.owner, &self.notes.players);
        self.notes.library = owners.into_iter().zip(away.games.iter().copied()).collect();
        Some(away)
    }
}

/// What is to become of a game that has ended or is left.
pub fn ended(
    archive: &Archive,
    slot: Option<SlotId>,
    owner: Owner,
    notes: &Notes,
    now: UnixTime,
) -> EndedGame {
    // A game that was only watched is nobody's success.
    let is_human = |side: Colour| record::seat(archive, side) == game::Seat::Human;
    let is_played = Colour::BOTH.into_iter().any(is_human);
    let origin = if is_played { Origin::Played } else { Origin::Imported };
    let record = |owner: Owner| {
        let side = side_of(archive, owner, &notes.players);
        let known = notes.library.iter().find(|(known, _)| *known == owner);
        EndedRecord {
            replaces: known.map(|(_, id)| *id),
            record: record::to_record(archive, owner, side, origin, now),
        }
    };
    let records = libraries(owner, &notes.players).into_iter().map(record).collect();
    let rated = rated(archive, notes, now).filter(|_| notes.is_rated);
    EndedGame { slot, records, rated }
}

/// May a game that starts from a position count? Set-ups and odds do not.
pub fn can_be_rated(start: &Position) -> bool {
    *start == Position::start(start.rules())
}

/// Whose libraries a game goes into: of the one at the screen, and of the others who play.
fn libraries(owner: Owner, players: &[Owner; 2]) -> Vec<Owner> {
    let others = players.iter().copied().filter(|player| player.is_some() && *player != owner);
    let mut owners = vec![owner];
    owners.extend(others);
    owners.dedup();
    owners
}

/// The side that somebody played: that of his profile, or the only one that no computer played.
fn side_of(archive: &Archive, owner: Owner, players: &[Owner; 2]) -> Option<Colour> {
    let is_human = |side: &Colour| record::seat(archive, *side) == game::Seat::Human;
    let plays = |side: &Colour| players[side.index()] == owner && is_human(side);
    let mut sides = Colour::BOTH.into_iter().filter(plays);
    let side = sides.next()?;
    sides.next().is_none().then_some(side)
}

/// The game as it counts; nothing if it has no end, or somebody without a profile plays.
fn rated(archive: &Archive, notes: &Notes, now: UnixTime) -> Option<RatedGame> {
    let competitor = |side: Colour| match record::seat(archive, side) {
        game::Seat::Human => notes.players[side.index()].map(Competitor::Profile),
        game::Seat::Computer(name) => {
            let level = level::find(&name)?;
            Some(Competitor::level(level.name, level.rating))
        }
        game::Seat::Remote => None,
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

/// A place that nobody else has.
fn new_slot() -> SlotId {
    SlotId::named(format!("{:016x}{:016x}", rng::random_u64(), rng::random_u64()))
}

/// The profile at the only seat of a person, for a game that begins.
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

    use ::record::GameEnd;
    use notation::pgn::PlayedMove;
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

    #[test]
    fn a_game_is_saved_put_away_once_and_rated_once() {
        let store = store();
        let anna = profile(&store, "Anna");
        let notes = Notes { players: [anna, None], library: Vec::new(), is_rated: true };
        let mut autosave = Autosave::new(ResumeInfo { slot: None, owner: anna, notes });
        autosave.save(archive(Some("3"), None), &store);
        assert!(autosave.is_settled() && !autosave.is_away());
        let won = archive(Some("3"), Some(Some(Colour::White)));
        autosave.put_away(&won, &store);
        let away = autosave.take_put_away().expect("put away");
        assert!(away.changes[0].is_some_and(|change| change.points() > 0));
        // It is taken back, lost, and put away again: still one game, and no second rating.
        autosave.save(archive(Some("3"), None), &store);
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
