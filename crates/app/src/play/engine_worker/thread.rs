//! The thread of the engine.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering, fence};
use std::sync::mpsc::{Receiver, Sender, channel};

use super::Wake;
use super::worker::{EngineReport, EngineRequest, EngineWorker};

/// Starts the thread, if the system has one to give.
pub fn spawn(
    worker: EngineWorker,
    latest: Arc<AtomicU64>,
    reports: Sender<(u64, EngineReport)>,
    wake: Wake,
) -> Option<Sender<(u64, EngineRequest)>> {
    let (sender, requests) = channel();
    let work = move || {
        lower_priority();
        run(worker, &requests, &latest, &reports, &wake);
    };
    let spawned = std::thread::Builder::new().name("thinker".to_owned()).spawn(work);
    spawned.is_ok().then_some(sender)
}

fn run(
    mut worker: EngineWorker,
    requests: &Receiver<(u64, EngineRequest)>,
    latest: &AtomicU64,
    reports: &Sender<(u64, EngineReport)>,
    wake: &Wake,
) {
    while let Ok((number, request)) = requests.recv() {
        // A cancellation changes the number first and sets the stop signal then. So either we see the new
        // number now, or the signal comes after our arming and is not lost.
        worker.arm();
        fence(Ordering::SeqCst);
        if latest.load(Ordering::SeqCst) != number {
            continue;
        }
        let mut tell = |report| {
            // The receiver is gone when the game was closed.
            let _ = reports.send((number, report));
            wake();
        };
        let answered = catch_unwind(AssertUnwindSafe(|| worker.answer(request, &mut tell)));
        if answered.is_err() {
            worker.forget();
            tell(EngineReport::Failed);
        }
    }
}

/// Lowers the priority of this thread and of the threads that it starts.
#[cfg(target_os = "linux")]
fn lower_priority() {
    /// How much nicer than usual, of at most 19.
    const NICER: libc::c_int = 10;
    // SAFETY: the call reads nothing of ours; 0 means the calling thread.
    #[allow(unsafe_code)]
    let changed = unsafe { libc::setpriority(libc::PRIO_PROCESS, 0, NICER) };
    // If it is not allowed, the thread thinks as before.
    let _ = changed;
}

/// On other platforms it is enough that one processor stays free.
#[cfg(not(target_os = "linux"))]
fn lower_priority() {}
