//! Asks the store without making the window wait: on a thread of its own where there are threads.

use std::cell::RefCell;
#[cfg(not(target_arch = "wasm32"))]
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, mpsc};
use std::time::Duration;

#[cfg(not(target_arch = "wasm32"))]
use store::SqliteStore;
use store::{MemoryStore, Store, StoreError};

use crate::chance;
use crate::services::{Storage, Windows};

/// The name of the document in which a store without a disk is kept.
pub const DOCUMENT: &str = "store.json";

/// A document that changes with it, by which windows see that another one has written it.
const STAMP: &str = "store.stamp";

/// The program's end waits at most so long for the last thing to be kept.
const LAST_WAIT: Duration = Duration::from_secs(8);

/// Something to be done with the store.
type Work = Box<dyn FnOnce(&mut dyn Store) + Send>;

/// Keeps and finds things for the window, one after the other, in the order in which it was asked.
pub struct Keeper {
    way: Way,
    told: Arc<Told>,
}

enum Way {
    /// The store belongs to a thread.
    #[cfg_attr(target_arch = "wasm32", expect(dead_code, reason = "a browser has no threads"))]
    Thread(mpsc::Sender<Work>),
    /// The store is in memory, and written down after every change.
    Here(Box<RefCell<Written>>),
}

/// What has happened to the store, for the window to tell.
#[derive(Default)]
struct Told {
    news: Mutex<Vec<News>>,
    last_fault: Mutex<LastFault>,
    window: OnceLock<egui::Context>,
}

/// What went wrong last, so that it is not told again with every move.
#[derive(Default)]
struct LastFault(Option<String>);

impl LastFault {
    /// Notes whether something was kept; gives a fault that is to be told.
    fn note<T>(&mut self, kept: Result<T, StoreError>) -> (Option<T>, Option<StoreError>) {
        match kept {
            Ok(value) => {
                self.0 = None;
                (Some(value), None)
            }
            Err(error) => {
                let words = Some(error.to_string());
                let is_new = self.0 != words;
                self.0 = words;
                (None, is_new.then_some(error))
            }
        }
    }
}

/// Something that the user should know about what is kept.
#[derive(Debug)]
pub enum News {
    /// A damaged store was moved aside; in words.
    MovedAside(String),
    /// The store cannot be opened, and nothing is kept beyond the end of the program.
    NotOpened(StoreError),
    /// Something could not be kept. It is told once, until something was kept again.
    NotKept(StoreError),
}

/// An answer that is still to come.
#[derive(Debug)]
pub struct Pending<T>(Arc<Mutex<Option<Result<T, StoreError>>>>);

impl<T> Pending<T> {
    /// Takes the answer, if it has come.
    pub fn take(&self) -> Option<Result<T, StoreError>> {
        locked(&self.0).take()
    }

    /// Has the answer come, and was it not yet taken?
    pub fn has_come(&self) -> bool {
        locked(&self.0).is_some()
    }
}

impl Keeper {
    /// The store in a file of the disk. It is opened while the window already shows something; if
    /// that fails, what is played is kept in memory, and [`Keeper::news`] tells why.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn on_disk(path: PathBuf) -> Keeper {
        let told = Arc::new(Told::default());
        let (sender, work) = mpsc::channel::<Work>();
        let teller = Arc::clone(&told);
        let started = std::thread::Builder::new().name("store".to_owned()).spawn(move || {
            let mut store = open(&path, &teller);
            teller.wake();
            for work in work {
                work(&mut *store);
                teller.wake();
            }
        });
        match started {
            Ok(_) => Keeper { way: Way::Thread(sender), told },
            Err(why) => {
                let place = "the thread of the store".to_owned();
                told.add(News::NotOpened(StoreError::File { place, why }));
                Keeper { way: Way::Here(Box::default()), told }
            }
        }
    }

    /// A store in memory that is kept as one document, as a browser does it.
    pub fn in_storage(storage: Rc<dyn Storage>) -> Keeper {
        Keeper::shared(storage, None)
    }

    /// The same where other windows keep their things in the same document. Whatever is done is
    /// done with what they have written last, so that nobody undoes what somebody else has kept.
    pub fn shared(storage: Rc<dyn Storage>, windows: Option<Rc<dyn Windows>>) -> Keeper {
        let told = Arc::new(Told::default());
        let written = Written::read(storage, windows, &told);
        Keeper { way: Way::Here(Box::new(RefCell::new(written))), told }
    }

    /// The window that is to be woken when something was done.
    pub fn wake(&self, window: &egui::Context) {
        // There is only one window; a second one would find the first.
        let _ = self.told.window.set(window.clone());
    }

    /// Asks for something; the answer comes later, or at once where there are no threads.
    pub fn ask<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut dyn Store) -> Result<T, StoreError> + Send + 'static,
    ) -> Pending<T> {
        let answer = Arc::new(Mutex::new(None));
        let place = Arc::clone(&answer);
        self.run(Box::new(move |store| *locked(&place) = Some(work(store))));
        Pending(answer)
    }

    /// Has something kept. If that fails it becomes news; the answer only tells when it is over.
    pub fn keep<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut dyn Store) -> Result<T, StoreError> + Send + 'static,
    ) -> Pending<Option<T>> {
        let told = Arc::clone(&self.told);
        self.ask(move |store| Ok(told.note(work(store))))
    }

    /// Takes what the user should know.
    pub fn news(&self) -> Vec<News> {
        std::mem::take(&mut *locked(&self.told.news))
    }

    /// Waits until everything that was asked so far is done, but not for ever.
    pub fn finish(&self) {
        if matches!(self.way, Way::Here(_)) {
            return;
        }
        let (sender, done) = mpsc::channel();
        // Whether it was done or took too long, the program ends.
        self.run(Box::new(move |_| {
            let _ = sender.send(());
        }));
        let _ = done.recv_timeout(LAST_WAIT);
    }

    fn run(&self, work: Work) {
        match &self.way {
            // The thread ends only with the sender.
            Way::Thread(sender) => drop(sender.send(work)),
            Way::Here(written) => written.borrow_mut().run(work, &self.told),
        }
    }
}

impl Told {
    fn add(&self, news: News) {
        locked(&self.news).push(news);
    }

    /// Notes whether something was kept, and gives what came of it.
    fn note<T>(&self, kept: Result<T, StoreError>) -> Option<T> {
        let (value, fault) = locked(&self.last_fault).note(kept);
        fault.into_iter().for_each(|fault| self.add(News::NotKept(fault)));
        value
    }

    #[cfg(not(target_arch = "wasm32"))]
    fn wake(&self) {
        if let Some(window) = self.window.get() {
            window.request_repaint();
        }
    }
}

#[cfg(not(target_arch = "wasm32"))]
fn open(path: &std::path::Path, told: &Told) -> Box<dyn Store> {
    match SqliteStore::open(path) {
        Ok((store, notice)) => {
            notice.into_iter().for_each(|notice| told.add(News::MovedAside(notice.to_string())));
            Box::new(store)
        }
        Err(error) => {
            told.add(News::NotOpened(error));
            Box::new(MemoryStore::new())
        }
    }
}

/// A store in memory that is written down after every change.
#[derive(Default)]
struct Written {
    store: MemoryStore,
    storage: Option<Rc<dyn Storage>>,
    windows: Option<Rc<dyn Windows>>,
    revision: u64,
    /// The stamp of the document as we know it.
    stamp: Option<Vec<u8>>,
    last_fault: LastFault,
}

impl Written {
    /// What was written down, if it can be read; a damaged document is moved aside.
    fn read(storage: Rc<dyn Storage>, windows: Option<Rc<dyn Windows>>, told: &Told) -> Written {
        let stamp = stamp(&*storage);
        let store = match text(&*storage) {
            Ok(None) => Ok(MemoryStore::new()),
            Ok(Some(text)) => MemoryStore::from_text(&text),
            Err(error) => Err(error),
        };
        let store = store.unwrap_or_else(|error| {
            told.add(match storage.move_aside(DOCUMENT) {
                Ok(aside) => News::MovedAside(format!("{error} ({aside})")),
                Err(_) => News::NotOpened(error),
            });
            MemoryStore::new()
        });
        let revision = store.revision();
        let storage = Some(storage);
        Written { store, storage, windows, revision, stamp, ..Written::default() }
    }

    fn run(&mut self, work: Work, told: &Told) {
        self.catch_up();
        work(&mut self.store);
        let Some(storage) =
            self.storage.as_ref().filter(|_| self.store.revision() != self.revision)
        else {
            return;
        };
        self.revision = self.store.revision();
        let kept = self.store.to_text().and_then(|text| {
            let stamp = chance::number().to_string().into_bytes();
            let written = storage.write(DOCUMENT, text.as_bytes());
            let written = written.and_then(|()| storage.write(STAMP, &stamp));
            self.stamp = Some(stamp);
            written.map_err(|source| file_error(&**storage, source))
        });
        let (_, fault) = self.last_fault.note(kept);
        fault.into_iter().for_each(|fault| told.add(News::NotKept(fault)));
    }

    /// Takes over what another window has written, and who is there.
    fn catch_up(&mut self) {
        let (Some(storage), Some(windows)) = (&self.storage, &self.windows) else { return };
        self.store.share(windows.own(), windows.others());
        let stamp = stamp(&**storage);
        // What cannot be read is written anew from what is known.
        if stamp != self.stamp
            && let Ok(Some(text)) = text(&**storage)
            && self.store.reread(&text).is_ok()
        {
            self.stamp = stamp;
        }
    }
}

fn text(storage: &dyn Storage) -> Result<Option<String>, StoreError> {
    let bytes = storage.read(DOCUMENT).map_err(|source| file_error(storage, source))?;
    Ok(bytes.map(|bytes| String::from_utf8_lossy(&bytes).into_owned()))
}

fn stamp(storage: &dyn Storage) -> Option<Vec<u8>> {
    storage.read(STAMP).ok().flatten()
}

fn file_error(storage: &dyn Storage, why: std::io::Error) -> StoreError {
    StoreError::File { place: storage.place(DOCUMENT), why }
}

/// A lock that somebody held while he failed is as good as any other: what it guards is whole.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use store::{RunningGame, SlotId, UnixTime};

    use super::*;
    use crate::services::MemoryStorage;

    #[test]
    fn what_is_kept_without_a_disk_is_there_again() {
        let storage: Rc<dyn Storage> = Rc::new(MemoryStorage::default());
        let keeper = Keeper::in_storage(Rc::clone(&storage));
        keeper.keep(|store| store.set_meta("who", Some("Anna")));
        let again = Keeper::in_storage(Rc::clone(&storage));
        let who = again.ask(|store| store.meta("who")).take().expect("at once").expect("read");
        assert_eq!(who.as_deref(), Some("Anna"));
        assert!(again.news().is_empty());
        storage.write(DOCUMENT, b"{ no store").expect("written");
        let anew = Keeper::in_storage(Rc::clone(&storage));
        assert!(matches!(anew.news().as_slice(), [News::MovedAside(_)]));
        assert!(storage.read("store.json.damaged").expect("read").is_some(), "nothing is dropped");
    }

    #[test]
    fn a_fault_is_told_once_until_something_is_kept_again() {
        let keeper = Keeper::in_storage(Rc::new(MemoryStorage::default()));
        let fail = |keeper: &Keeper| {
            keeper.keep(|store| store.delete_game(store::GameId::from_number(7), UnixTime(0)));
        };
        fail(&keeper);
        fail(&keeper);
        assert_eq!(keeper.news().len(), 1);
        fail(&keeper);
        assert!(keeper.news().is_empty());
    }

    /// A window among others, all of which are open.
    struct Tab {
        own: u64,
        open: Rc<RefCell<Vec<u64>>>,
    }

    impl Windows for Tab {
        fn own(&self) -> u64 {
            self.own
        }

        fn others(&self) -> Vec<u64> {
            self.open.borrow().clone()
        }
    }

    #[test]
    fn windows_that_share_a_document_undo_nothing_of_each_other() {
        let storage: Rc<dyn Storage> = Rc::new(MemoryStorage::default());
        let open = Rc::new(RefCell::new(vec![1, 2]));
        let window = |own| {
            let windows: Rc<dyn Windows> = Rc::new(Tab { own, open: Rc::clone(&open) });
            Keeper::shared(Rc::clone(&storage), Some(windows))
        };
        let game = |slot: &str| RunningGame {
            slot: SlotId::named(slot),
            owner: None,
            saved: UnixTime(0),
            archive: String::new(),
            notes: String::new(),
        };
        let [one, two] = [1, 2].map(window);
        let [first, second] = [game("first"), game("second")];
        one.keep(move |store| store.autosave(&[first]));
        two.keep(move |store| store.autosave(&[second]));
        one.keep(|store| store.set_meta("one", Some("a")));
        two.keep(|store| store.set_meta("two", Some("b")));
        let ask = |keeper: &Keeper, key: &'static str| {
            keeper.ask(move |store| store.meta(key)).take().expect("at once").expect("read")
        };
        assert_eq!([ask(&one, "two"), ask(&two, "one")].map(|value| value.is_some()), [true; 2]);
        let left = |keeper: &Keeper| {
            let left = keeper.ask(|store| store.abandoned()).take().expect("at once");
            left.expect("read").into_iter().map(|game| game.slot).collect::<Vec<_>>()
        };
        assert!(left(&two).is_empty(), "a game in a window that is open is not left");
        open.borrow_mut().retain(|own| *own != 1);
        assert_eq!(left(&two), [SlotId::named("first")], "and it is when the window is closed");
        open.borrow_mut().clear();
        assert_eq!(left(&window(3)).len(), 2);
    }

    #[cfg(not(target_arch = "wasm32"))]
    #[test]
    fn the_disk_is_asked_on_another_thread_and_in_order() {
        let name = format!("xxlchess-keeper-{}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        let keeper = Keeper::on_disk(folder.join("store.db"));
        for number in 0..50 {
            keeper.keep(move |store| store.set_meta("n", Some(&number.to_string())));
        }
        let last = keeper.ask(|store| store.meta("n"));
        keeper.finish();
        assert_eq!(last.take().expect("done").expect("read").as_deref(), Some("49"));
        assert!(keeper.news().is_empty());
        drop(keeper);
        let closed = Keeper::on_disk(folder.join("store.db/below a file"));
        closed.finish();
        assert!(matches!(closed.news().as_slice(), [News::NotOpened(_)]), "it is told");
        let kept = closed.keep(|store| store.set_meta("a", Some("b")));
        closed.finish();
        assert_eq!(kept.take().expect("done").expect("the game goes on"), Some(()));
        let _ = std::fs::remove_dir_all(&folder);
    }
}
