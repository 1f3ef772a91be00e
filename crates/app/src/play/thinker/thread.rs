//! The thread on which the computer thinks.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering, fence};
use std::sync::mpsc::{Receiver, Sender, channel};

use super::Wake;
use super::mind::{Mind, Question, Report};
use super::priority::give_way;

/// Starts the thread, if the system has one to give.
pub fn spawn(
    mind: Mind,
    latest: Arc<AtomicU64>,
    reports: Sender<(u64, Report)>,
    wake: Wake,
) -> Option<Sender<(u64, Question)>> {
    let (sender, questions) = channel();
    let work = move || {
        give_way();
        run(mind, &questions, &latest, &reports, &wake);
    };
    let spawned = std::thread::Builder::new().name("thinker".to_owned()).spawn(work);
    spawned.is_ok().then_some(sender)
}

fn run(
    mut mind: Mind,
    questions: &Receiver<(u64, Question)>,
    latest: &AtomicU64,
    reports: &Sender<(u64, Report)>,
    wake: &Wake,
) {
    while let Ok((number, question)) = questions.recv() {
        // Who stops us changes the number first and cuts the wire then. So either we see the new
        // number now, or the cut comes after our arming and is not lost.
        mind.arm();
        fence(Ordering::SeqCst);
        if latest.load(Ordering::SeqCst) != number {
            continue;
        }
        let mut tell = |report| {
            // Nobody listens any more when the game was left.
            let _ = reports.send((number, report));
            wake();
        };
        let answered = catch_unwind(AssertUnwindSafe(|| mind.answer(question, &mut tell)));
        if answered.is_err() {
            mind.forget();
            tell(Report::Failed);
        }
    }
}
