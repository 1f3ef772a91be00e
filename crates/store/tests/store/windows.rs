//! Several windows, and several threads, with the same store.

use xxlchess_store::{
    Competitor, GameQuery, ProfileName, RatedGame, RulesKey, RunningGame, SlotId, Store,
    StoreError, UnixTime,
};

use crate::common::{Folder, open, played};

/// How a test opens the same store again and again.
type Open<'a> = &'a (dyn Fn() -> Box<dyn Store> + Sync);

#[test]
fn many_windows_write_at_once_and_nothing_is_lost() {
    let folder = Folder::new("windows");
    write_at_once(&|| Box::new(open(&folder.file("store.db"))));
}

/// Several windows write at once, in a store that does not exist yet.
pub fn write_at_once(open: Open<'_>) {
    const WINDOWS: usize = 6;
    const EACH: usize = 15;
    std::thread::scope(|scope| {
        for window in 0..WINDOWS {
            scope.spawn(move || {
                let mut store = open();
                let name = ProfileName::new(&format!("Player {window}")).expect("a name");
                let own = store.create_profile(&name, UnixTime(0)).expect("kept");
                for number in 0..EACH {
                    let seed = (window * EACH + number) as u64;
                    let game = played("standard", seed, Some(own));
                    let ids = store.add_games(&[game]).expect("kept");
                    let rated = RatedGame {
                        players: [Competitor::Profile(own), Competitor::level("3", 1032)],
                        winner: None,
                        rules: RulesKey::from_text("standard"),
                        at: UnixTime(number as i64),
                        game: Some(ids[0]),
                    };
                    store.record_result(&rated).expect("kept");
                }
            });
        }
    });
    let store = open();
    let profiles = store.profiles().expect("read");
    assert_eq!(profiles.len(), WINDOWS);
    for profile in profiles {
        let page = store.games(&GameQuery::of(Some(profile.id))).expect("read");
        assert_eq!(page.total, EACH as u64);
    }
    let ranking = store.ranking(&RulesKey::from_text("standard")).expect("read");
    assert!(ranking.len() == WINDOWS && ranking.iter().all(|row| row.games() == EACH as u64));
}

#[test]
fn two_windows_see_what_the_other_does() {
    let folder = Folder::new("two");
    see_each_other(&|| Box::new(folder.store()));
}

/// Two windows find what the other has done.
pub fn see_each_other(open: Open<'_>) {
    let (mut one, mut other) = (open(), open());
    let name = |text| ProfileName::new(text).expect("a name");
    let anna = one.create_profile(&name("Anna"), UnixTime(0)).expect("kept");
    assert_eq!(other.profiles().expect("read").len(), 1);
    let error = other.create_profile(&name("anna"), UnixTime(0)).expect_err("it is taken");
    assert_eq!(
        error.to_string(),
        "there is a profile with the name “anna” already; expected another name"
    );
    let ids = one.add_games(&[played("xxl", 1, Some(anna))]).expect("kept");
    other.delete_profile(anna).expect("gone");
    assert!(matches!(one.rename_game(ids[0], "x"), Err(StoreError::NoGame)));
    let late = one.add_games(&[played("xxl", 2, Some(anna))]);
    assert!(matches!(late, Err(StoreError::NoProfile)));
}

#[test]
fn a_running_game_is_offered_when_its_window_is_gone() {
    let folder = Folder::new("offered");
    offer_what_was_left(&|| Box::new(folder.store()));
}

/// A game is offered to other windows only after its own is gone.
pub fn offer_what_was_left(open: Open<'_>) {
    let mut first = open();
    let name = ProfileName::new("Anna").expect("a name");
    let anna = first.create_profile(&name, UnixTime(0)).expect("kept");
    let game = RunningGame {
        slot: SlotId::random(),
        owner: Some(anna),
        saved: UnixTime(5),
        archive: "a game".to_owned(),
        notes: String::new(),
        rows: Vec::new(),
    };
    first.autosave(std::slice::from_ref(&game)).expect("kept");
    let (mut second, mut third) = (open(), open());
    assert!(first.abandoned().expect("read").is_empty());
    assert!(second.abandoned().expect("read").is_empty(), "its window is still there");
    assert!(!second.claim(&game.slot).expect("asked"));
    drop(first);
    assert_eq!(second.abandoned().expect("read"), std::slice::from_ref(&game));
    assert_eq!(third.abandoned().expect("read"), std::slice::from_ref(&game));
    assert!(second.claim(&game.slot).expect("asked"));
    assert!(!third.claim(&game.slot).expect("asked"), "it was taken");
    assert!(third.abandoned().expect("read").is_empty());
    third.delete_profile(anna).expect("gone");
    second.autosave(std::slice::from_ref(&game)).expect("a guest's game now");
    second.forget_autosave(&game.slot).expect("forgotten");
    drop(second);
    assert!(third.abandoned().expect("read").is_empty());
}
