//! Access to the store without blocking the UI: on a thread of its own where there are threads.

use std::cell::RefCell;
use std::io;
#[cfg(not(target_arch = "wasm32"))]
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, mpsc};
use std::time::Duration;

#[cfg(not(target_arch = "wasm32"))]
use store::{MemoryStore, Notice, SqliteStore};
use store::{Store, StoreError};

use super::document_store::DocumentStore;
use crate::services::{Storage, Windows};

/// Longest wait for pending writes when the program ends.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(8);

/// A job for the store.
type Job = Box<dyn FnOnce(&mut dyn Store) + Send>;

/// Runs queries and commands on the store, in the order in which they were sent.
pub struct StoreHandle {
    backend: Backend,
    notifications: Arc<Notifications>,
}

enum Backend {
    /// A thread owns the store.
    #[cfg_attr(target_arch = "wasm32", expect(dead_code, reason = "a browser has no threads"))]
    Thread(mpsc::Sender<Job>),
    /// The store is in memory, and saved among the documents after every change.
    Inline(Box<RefCell<DocumentStore>>),
}

/// Notifications for the user.
#[derive(Default)]
pub(super) struct Notifications {
    pending: Mutex<Vec<StoreNotification>>,
    last_fault: Mutex<LastFault>,
    window: OnceLock<egui::Context>,
}

/// The last error, so that it is not reported with every move.
#[derive(Default)]
pub(super) struct LastFault(Option<String>);

impl LastFault {
    /// Records a result; returns an error that was not reported yet.
    pub(super) fn note<T>(
        &mut self,
        kept: Result<T, StoreError>,
    ) -> (Option<T>, Option<StoreError>) {
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

/// Something that the user should know about the store.
#[derive(Debug)]
pub enum StoreNotification {
    /// A damaged store was moved aside, and a new one was begun.
    MovedAside {
        error: StoreError,
        /// Where the damaged one is now.
        to: String,
    },
    /// The system gives no thread for the store; nothing survives the end of the program.
    #[cfg_attr(target_arch = "wasm32", allow(dead_code, reason = "a browser has no threads"))]
    NoThread(io::Error),
    /// The store cannot be opened; nothing survives the end of the program.
    NotOpened(StoreError),
    /// A write failed. It is reported once, until a write succeeds again.
    NotKept(StoreError),
}

/// A pending answer.
#[derive(Debug)]
pub struct Pending<T>(Arc<Mutex<Option<Result<T, StoreError>>>>);

impl<T> Pending<T> {
    /// Takes the answer, if it is there.
    pub fn take(&self) -> Option<Result<T, StoreError>> {
        lock(&self.0).take()
    }

    /// Is the answer there, and not taken yet?
    pub fn is_ready(&self) -> bool {
        lock(&self.0).is_some()
    }
}

impl StoreHandle {
    /// The store in a file of the disk. It is opened while the window already shows something; if
    /// that fails, the store is in memory only, and [`StoreHandle::notifications`] tells why.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn on_disk(path: PathBuf) -> StoreHandle {
        let notifications = Arc::new(Notifications::default());
        let (sender, work) = mpsc::channel::<Job>();
        let notifier = Arc::clone(&notifications);
        let started = std::thread::Builder::new().name("store".to_owned()).spawn(move || {
            let mut store = open(&path, &notifier);
            notifier.wake();
            for work in work {
                work(&mut *store);
                notifier.wake();
            }
        });
        match started {
            Ok(_) => StoreHandle { backend: Backend::Thread(sender), notifications },
            Err(why) => {
                notifications.add(StoreNotification::NoThread(why));
                StoreHandle { backend: Backend::Inline(Box::default()), notifications }
            }
        }
    }

    /// A store in memory that is saved among the documents, as in a browser.
    #[cfg(test)]
    pub fn in_storage(storage: Rc<dyn Storage>) -> StoreHandle {
        StoreHandle::shared(storage, None)
    }

    /// The same where other windows share the document. Every job is
    /// done on top of what they wrote last, so that windows do not undo each other's changes.
    pub fn shared(storage: Rc<dyn Storage>, windows: Option<Rc<dyn Windows>>) -> StoreHandle {
        let notifications = Arc::new(Notifications::default());
        let written = DocumentStore::read(storage, windows, &notifications);
        StoreHandle { backend: Backend::Inline(Box::new(RefCell::new(written))), notifications }
    }

    /// Sets the window that is repainted when a job is done.
    pub fn wake(&self, window: &egui::Context) {
        // There is only one window; a second call has no effect.
        let _ = self.notifications.window.set(window.clone());
    }

    /// Runs a job; the answer comes later, or at once where there are no threads.
    pub fn query<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut dyn Store) -> Result<T, StoreError> + Send + 'static,
    ) -> Pending<T> {
        let answer = Arc::new(Mutex::new(None));
        let place = Arc::clone(&answer);
        self.run(Box::new(move |store| *lock(&place) = Some(work(store))));
        Pending(answer)
    }

    /// Runs a write. A failure becomes a notification; the answer only shows that it is done.
    pub fn execute<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut dyn Store) -> Result<T, StoreError> + Send + 'static,
    ) -> Pending<Option<T>> {
        let notifications = Arc::clone(&self.notifications);
        self.query(move |store| Ok(notifications.note(work(store))))
    }

    /// Takes the notifications for the user.
    pub fn notifications(&self) -> Vec<StoreNotification> {
        std::mem::take(&mut *lock(&self.notifications.pending))
    }

    /// Waits until all jobs are done, up to a limit.
    pub fn finish(&self) {
        if matches!(self.backend, Backend::Inline(_)) {
            return;
        }
        let (sender, done) = mpsc::channel();
        // Done or timed out, the program ends.
        self.run(Box::new(move |_| {
            let _ = sender.send(());
        }));
        let _ = done.recv_timeout(SHUTDOWN_TIMEOUT);
    }

    fn run(&self, work: Job) {
        match &self.backend {
            // The thread ends only with the sender.
            Backend::Thread(sender) => drop(sender.send(work)),
            Backend::Inline(written) => written.borrow_mut().run(work, &self.notifications),
        }
    }
}

impl Notifications {
    pub(super) fn add(&self, notification: StoreNotification) {
        lock(&self.pending).push(notification);
    }

    /// Records a result, and returns its value.
    fn note<T>(&self, kept: Result<T, StoreError>) -> Option<T> {
        let (value, fault) = lock(&self.last_fault).note(kept);
        fault.into_iter().for_each(|fault| self.add(StoreNotification::NotKept(fault)));
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
fn open(path: &std::path::Path, notifications: &Notifications) -> Box<dyn Store> {
    match SqliteStore::open(path) {
        Ok((store, notice)) => {
            if let Some(Notice::MovedAside { from, to, why }) = notice {
                let place = from.display().to_string();
                notifications.add(StoreNotification::MovedAside {
                    error: StoreError::Damaged { place, why },
                    to: to.display().to_string(),
                });
            }
            Box::new(store)
        }
        Err(error) => {
            notifications.add(StoreNotification::NotOpened(error));
            Box::new(MemoryStore::new())
        }
    }
}

/// Locks a mutex, also a poisoned one: the values behind these locks are replaced as a whole.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use store::{RunningGame, SlotId, UnixTime};

    use super::*;
    use crate::persistence::document_store::DOCUMENT;
    use crate::services::MemoryStorage;

    #[test]
    fn what_is_kept_without_a_disk_is_there_again() {
        let storage: Rc<dyn Storage> = Rc::new(MemoryStorage::default());
        let store = StoreHandle::in_storage(Rc::clone(&storage));
        store.execute(|store| store.set_meta("who", Some("Anna")));
        let again = StoreHandle::in_storage(Rc::clone(&storage));
        let who = again.query(|store| store.meta("who")).take().expect("at once").expect("read");
        assert_eq!(who.as_deref(), Some("Anna"));
        assert!(again.notifications().is_empty());
        storage.write(DOCUMENT, b"{ no store").expect("written");
        let anew = StoreHandle::in_storage(Rc::clone(&storage));
        assert!(matches!(anew.notifications().as_slice(), [StoreNotification::MovedAside { .. }]));
        assert!(storage.read("store.json.damaged").expect("read").is_some(), "nothing is dropped");
    }

    #[test]
    fn a_fault_is_told_once_until_something_is_kept_again() {
        let store = StoreHandle::in_storage(Rc::new(MemoryStorage::default()));
        let fail = |store: &StoreHandle| {
            store.execute(|store| store.delete_game(store::GameId::from_number(7), UnixTime(0)));
        };
        fail(&store);
        fail(&store);
        assert_eq!(store.notifications().len(), 1);
        fail(&store);
        assert!(store.notifications().is_empty());
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
            StoreHandle::shared(Rc::clone(&storage), Some(windows))
        };
        let game = |slot: &str| RunningGame {
            slot: SlotId::named(slot),
            owner: None,
            saved: UnixTime(0),
            archive: String::new(),
            notes: String::new(),
            rows: Vec::new(),
        };
        let [one, two] = [1, 2].map(window);
        let [first, second] = [game("first"), game("second")];
        one.execute(move |store| store.autosave(&[first]));
        two.execute(move |store| store.autosave(&[second]));
        one.execute(|store| store.set_meta("one", Some("a")));
        two.execute(|store| store.set_meta("two", Some("b")));
        let ask = |store: &StoreHandle, key: &'static str| {
            store.query(move |store| store.meta(key)).take().expect("at once").expect("read")
        };
        assert_eq!([ask(&one, "two"), ask(&two, "one")].map(|value| value.is_some()), [true; 2]);
        let left = |store: &StoreHandle| {
            let left = store.query(|store| store.abandoned()).take().expect("at once");
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
        let store = StoreHandle::on_disk(folder.join("store.db"));
        for number in 0..50 {
            store.execute(move |store| store.set_meta("n", Some(&number.to_string())));
        }
        let last = store.query(|store| store.meta("n"));
        store.finish();
        assert_eq!(last.take().expect("done").expect("read").as_deref(), Some("49"));
        assert!(store.notifications().is_empty());
        drop(store);
        let closed = StoreHandle::on_disk(folder.join("store.db/below a file"));
        closed.finish();
        assert!(
            matches!(closed.notifications().as_slice(), [StoreNotification::NotOpened(_)]),
            "it is told"
        );
        let kept = closed.execute(|store| store.set_meta("a", Some("b")));
        closed.finish();
        assert_eq!(kept.take().expect("done").expect("the game goes on"), Some(()));
        let _ = std::fs::remove_dir_all(&folder);
    }
}
