//! Games as PGN for the HTTP API. A long game takes a good part of a second to write, so that it is done
//! apart from what serves players, one game at a time, and addresses take turns.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use parking_lot::Mutex as BlockingMutex;
use tokio::sync::{Mutex, OwnedMutexGuard};
use tokio::time::{Instant, sleep};

use crate::limiter::network;

/// After a game there is a pause as long as it took, but no longer than this.
const LONGEST_PAUSE: Duration = Duration::from_secs(1);

type Queue = Arc<Mutex<()>>;

/// Lets games be written one after the other.
#[derive(Debug, Default)]
pub(crate) struct PgnWriter {
    one: Queue,
    /// The requests of each address that has some: it waits with one of them at a time.
    addresses: BlockingMutex<HashMap<IpAddr, Queue>>,
}

impl PgnWriter {
    /// Writes a game for an address when it is its turn. A caller that drops the future has
    /// it written all the same, so that hanging up saves no turn.
    pub(crate) async fn in_turn<T: Send + 'static>(
        &self,
        address: IpAddr,
        writing: impl Future<Output = Option<T>> + Send + 'static,
    ) -> Option<T> {
        let turn = (self.own_turn(address).await, Arc::clone(&self.one).lock_owned().await);
        let written = tokio::spawn(async move {
            let begun = Instant::now();
            let written = writing.await;
            tokio::spawn(async move {
                sleep(begun.elapsed().min(LONGEST_PAUSE)).await;
                drop(turn);
            });
            written
        });
        written.await.ok().flatten()
    }

    async fn own_turn(&self, address: IpAddr) -> OwnedMutexGuard<()> {
        let queue = {
            let mut queues = self.addresses.lock();
            // Entries of idle addresses have no other holder.
            queues.retain(|_, queue| Arc::strong_count(queue) > 1);
            Arc::clone(queues.entry(network(address)).or_default())
        };
        queue.lock_owned().await
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

    use tokio::sync::oneshot;

    use super::*;

    #[tokio::test]
    async fn one_game_at_a_time_and_nobody_waits_behind_all_of_another() {
        let writer = Arc::new(PgnWriter::default());
        let (at_once, most) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
        let order = Arc::new(BlockingMutex::new(Vec::new()));
        let (go, gone) = oneshot::channel::<()>();
        let ask = |from: u8, first: Option<oneshot::Receiver<()>>| {
            let (writer, at_once, most) = (writer.clone(), at_once.clone(), most.clone());
            let order = order.clone();
            tokio::spawn(async move {
                let writing = async move {
                    most.fetch_max(at_once.fetch_add(1, Relaxed) + 1, Relaxed);
                    if let Some(first) = first {
                        let _ = first.await;
                    }
                    tokio::task::yield_now().await;
                    at_once.fetch_sub(1, Relaxed);
                    order.lock().push(from);
                    Some(())
                };
                writer.in_turn(IpAddr::from([192, 0, 2, from]), writing).await
            })
        };
        let mut asked = vec![ask(1, Some(gone))];
        for _ in 0..10 {
            asked.push(ask(1, None));
        }
        // All of them wait when another address asks.
        for _ in 0..50 {
            tokio::task::yield_now().await;
        }
        asked.push(ask(2, None));
        for _ in 0..50 {
            tokio::task::yield_now().await;
        }
        drop(go);
        for asked in asked {
            assert_eq!(asked.await.expect("no panic"), Some(()));
        }
        assert_eq!(most.load(Relaxed), 1);
        let order = order.lock();
        let place = order.iter().position(|from| *from == 2).expect("served");
        assert!(place <= 2, "{order:?}");
    }
}
