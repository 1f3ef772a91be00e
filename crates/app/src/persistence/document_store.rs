//! A store in memory that is kept in documents, as in a browser: one with everything, and beside it a
//! small one for each move since that was written.

use std::rc::Rc;

use store::{AppendedRows, MemoryStore, Store, StoreError};

use super::store_handle::{LastFault, Notifications, StoreNotification};
use crate::services::{Storage, Windows};

/// The document with everything.
pub(super) const DOCUMENT: &str = "store.json";

/// A document that changes with every write, so that other windows notice it.
const STAMP: &str = "store.stamp";

/// Number of move documents after which the main document is rewritten.
const MOST_APPENDED: u64 = 200;

/// A store in memory that is saved after every change.
#[derive(Default)]
pub(super) struct DocumentStore {
    store: MemoryStore,
    storage: Option<Rc<dyn Storage>>,
    windows: Option<Rc<dyn Windows>>,
    revision: u64,
    /// The number of the last document of moves.
    appended: u64,
    /// Was something not saved?
    is_behind: bool,
    /// The last known stamp.
    stamp: Option<Vec<u8>>,
    last_fault: LastFault,
}

impl DocumentStore {
    /// Loads the documents; a damaged one is moved aside.
    pub(super) fn read(
        storage: Rc<dyn Storage>,
        windows: Option<Rc<dyn Windows>>,
        notifications: &Notifications,
    ) -> DocumentStore {
        let stamp = stamp(&*storage);
        let store = match text(&*storage, DOCUMENT) {
            Ok(None) => Ok(MemoryStore::new()),
            Ok(Some(text)) => MemoryStore::from_text(&text),
            Err(error) => Err(error),
        };
        let mut store = store.unwrap_or_else(|error| {
            notifications.add(match storage.move_aside(DOCUMENT) {
                Ok(to) => StoreNotification::MovedAside { error, to },
                Err(_) => StoreNotification::NotOpened(error),
            });
            MemoryStore::new()
        });
        store.keep_appended();
        let appended = reread_appended(&mut store, &*storage);
        let revision = store.revision();
        let storage = Some(storage);
        DocumentStore {
            store,
            storage,
            windows,
            revision,
            appended,
            stamp,
            ..DocumentStore::default()
        }
    }

    /// Runs a job, and saves what it has changed.
    pub(super) fn run(&mut self, work: impl FnOnce(&mut dyn Store), notifications: &Notifications) {
        self.catch_up();
        work(&mut self.store);
        let appended = self.store.take_appended();
        let is_changed = self.store.revision() != self.revision;
        let Some(storage) = self.storage.clone().filter(|_| is_changed || !appended.is_empty())
        else {
            return;
        };
        self.revision = self.store.revision();
        let is_full = self.appended - self.store.journal() >= MOST_APPENDED;
        let kept = match is_changed || is_full || self.is_behind {
            true => self.write_all(&*storage),
            false => self.write_appended(&*storage, &appended),
        };
        self.is_behind = kept.is_err();
        let stamp = fastrand::u64(..).to_string().into_bytes();
        let kept = kept.and_then(|()| write(&*storage, STAMP, &stamp));
        self.stamp = Some(stamp);
        let (_, fault) = self.last_fault.note(kept);
        fault.into_iter().for_each(|fault| notifications.add(StoreNotification::NotKept(fault)));
    }

    /// Writes everything; the documents of moves are not needed any more.
    fn write_all(&mut self, storage: &dyn Storage) -> Result<(), StoreError> {
        let before = self.store.journal();
        self.store.set_journal(self.appended);
        let text = self.store.to_text();
        let written = text.and_then(|text| write(storage, DOCUMENT, text.as_bytes()));
        if written.is_err() {
            self.store.set_journal(before);
            return written;
        }
        for number in before + 1..=self.appended {
            // One that stays is older than the document, and never read again.
            let _ = storage.remove(&appended_name(number));
        }
        Ok(())
    }

    fn write_appended(
        &mut self,
        storage: &dyn Storage,
        appended: &[AppendedRows],
    ) -> Result<(), StoreError> {
        for rows in appended {
            let text = rows.to_text()?;
            write(storage, &appended_name(self.appended + 1), text.as_bytes())?;
            self.appended += 1;
        }
        Ok(())
    }

    /// Reloads what another window has written, and which windows are open.
    fn catch_up(&mut self) {
        let (Some(storage), Some(windows)) = (&self.storage, &self.windows) else { return };
        self.store.share(windows.own(), windows.others());
        let stamp = stamp(&**storage);
        // An unreadable document is overwritten with the state in memory.
        if stamp != self.stamp
            && let Ok(Some(text)) = text(&**storage, DOCUMENT)
            && self.store.reread(&text).is_ok()
        {
            self.appended = reread_appended(&mut self.store, &**storage);
            self.stamp = stamp;
        }
    }
}

/// Reads the documents of moves beside the one with everything. The number of the last one.
fn reread_appended(store: &mut MemoryStore, storage: &dyn Storage) -> u64 {
    let mut last = store.journal();
    let next = |last: u64| text(storage, &appended_name(last + 1)).ok().flatten();
    while next(last).is_some_and(|text| store.reread_appended(&text).is_ok()) {
        last += 1;
    }
    // Those that do not fit must not be taken for others that are written later.
    let faulty = (last..).take_while(|last| next(*last).is_some());
    faulty.for_each(|last| drop(storage.remove(&appended_name(last + 1))));
    last
}

fn appended_name(number: u64) -> String {
    format!("store.entries/{number}")
}

fn text(storage: &dyn Storage, name: &str) -> Result<Option<String>, StoreError> {
    let bytes = storage.read(name).map_err(|why| file_error(storage, why))?;
    Ok(bytes.map(|bytes| String::from_utf8_lossy(&bytes).into_owned()))
}

fn write(storage: &dyn Storage, name: &str, bytes: &[u8]) -> Result<(), StoreError> {
    storage.write(name, bytes).map_err(|why| file_error(storage, why))
}

fn stamp(storage: &dyn Storage) -> Option<Vec<u8>> {
    storage.read(STAMP).ok().flatten()
}

/// The fault of any document: to the user all of them are one.
fn file_error(storage: &dyn Storage, why: std::io::Error) -> StoreError {
    StoreError::File { place: storage.place(DOCUMENT), why }
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;
    use std::io;

    use record::{Entry, EntryKind};
    use store::{RunningGame, SlotId, UnixTime};

    use super::*;
    use crate::persistence::StoreHandle;
    use crate::services::MemoryStorage;

    /// Notes which documents are written, and can be full.
    #[derive(Default)]
    struct Noting {
        storage: MemoryStorage,
        written: RefCell<Vec<String>>,
        is_full: std::cell::Cell<bool>,
    }

    impl Storage for Noting {
        fn read(&self, name: &str) -> io::Result<Option<Vec<u8>>> {
            self.storage.read(name)
        }

        fn write(&self, name: &str, bytes: &[u8]) -> io::Result<()> {
            if self.is_full.get() {
                return Err(io::ErrorKind::StorageFull.into());
            }
            self.written.borrow_mut().push(name.to_owned());
            self.storage.write(name, bytes)
        }

        fn remove(&self, name: &str) -> io::Result<()> {
            self.storage.remove(name)
        }

        fn move_aside(&self, name: &str) -> io::Result<String> {
            self.storage.move_aside(name)
        }

        fn list(&self, folder: &str) -> Vec<String> {
            self.storage.list(folder)
        }

        fn place(&self, name: &str) -> String {
            self.storage.place(name)
        }
    }

    fn begin(store: &StoreHandle) {
        let game = RunningGame {
            slot: SlotId::named("game"),
            owner: None,
            saved: UnixTime(0),
            archive: String::new(),
            notes: String::new(),
            rows: Vec::new(),
        };
        store.execute(move |store| store.autosave(&[game]));
    }

    fn append(store: &StoreHandle, from: u32) {
        let entries = [Entry::new(EntryKind::Pause)];
        let slot = SlotId::named("game");
        store.execute(move |store| store.append_entries(&slot, from, &entries, UnixTime(1)));
    }

    fn rows(storage: &Rc<Noting>) -> usize {
        let store = StoreHandle::in_storage(Rc::clone(storage) as Rc<dyn Storage>);
        let left = store.query(|store| store.abandoned()).take().expect("at once").expect("read");
        left.first().map_or(0, |game| game.rows.len())
    }

    #[test]
    fn a_move_is_kept_by_a_small_document_of_its_own() {
        let storage = Rc::new(Noting::default());
        let store = StoreHandle::in_storage(Rc::clone(&storage) as Rc<dyn Storage>);
        begin(&store);
        storage.written.borrow_mut().clear();
        (0..3).for_each(|from| append(&store, from));
        assert!(!storage.written.borrow().iter().any(|name| name == DOCUMENT));
        assert_eq!(storage.list("store.entries").len(), 3);
        assert_eq!(rows(&storage), 3);
        // Any other change writes everything, and the small documents go.
        store.execute(|store| store.set_meta("who", Some("Anna")));
        assert_eq!((rows(&storage), storage.list("store.entries").len()), (3, 0));
        append(&store, 3);
        assert_eq!(rows(&storage), 4);
        // So do many moves.
        (4..300).for_each(|from| append(&store, from));
        assert_eq!(rows(&storage), 300);
        assert!(storage.list("store.entries").len() <= 200);
    }

    #[test]
    fn what_could_not_be_kept_is_kept_with_the_next_move() {
        let storage = Rc::new(Noting::default());
        let store = StoreHandle::in_storage(Rc::clone(&storage) as Rc<dyn Storage>);
        begin(&store);
        append(&store, 0);
        storage.is_full.set(true);
        append(&store, 1);
        assert!(matches!(store.notifications()[..], [StoreNotification::NotKept(_)]));
        storage.is_full.set(false);
        append(&store, 2);
        assert_eq!(rows(&storage), 3);
        append(&store, 3);
        assert_eq!(rows(&storage), 4);
    }

    #[test]
    fn moves_that_do_not_fit_are_dropped() {
        let storage = Rc::new(Noting::default());
        let store = StoreHandle::in_storage(Rc::clone(&storage) as Rc<dyn Storage>);
        begin(&store);
        append(&store, 0);
        storage.write("store.entries/2", b"no rows").expect("written");
        assert_eq!(rows(&storage), 1);
        assert_eq!(storage.list("store.entries"), ["1"]);
    }
}
