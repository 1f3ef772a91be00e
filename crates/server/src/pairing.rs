//! Quick games: people who look for the same kind of game are paired, by rating if there is a choice.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use protocol::Seek;

use crate::identity::Player;
use crate::outbox::Outbox;

/// Somebody who looks for an opponent.
#[derive(Debug)]
pub(crate) struct Seeker {
    pub(crate) connection: u64,
    pub(crate) player: Arc<Player>,
    pub(crate) outbox: Arc<Outbox>,
    pub(crate) seek: Seek,
    pub(crate) rating: i32,
}

/// Everybody who looks for an opponent, those who wait longest first.
#[derive(Debug, Default)]
pub(crate) struct Pairing {
    waiting: Mutex<Vec<Seeker>>,
}

impl Pairing {
    /// Finds an opponent for somebody, who waits if there is none: somebody else who looks for the
    /// same, fits, and is nearest in rating.
    pub(crate) fn seek(
        &self,
        seeker: Seeker,
        fits: impl Fn(&Seeker, &Seeker) -> bool,
    ) -> Option<(Seeker, Seeker)> {
        let mut waiting = self.lock();
        // Whoever looks again looks for something else.
        waiting.retain(|other| other.connection != seeker.connection);
        let is_opponent = |other: &Seeker| {
            other.seek == seeker.seek
                && other.player.key != seeker.player.key
                && (other.player.profile().is_none()
                    || other.player.profile() != seeker.player.profile())
                && fits(&seeker, other)
        };
        let nearest = waiting
            .iter()
            .enumerate()
            .filter(|(_, other)| is_opponent(other))
            .min_by_key(|(_, other)| other.rating.abs_diff(seeker.rating))
            .map(|(index, _)| index);
        match nearest {
            Some(index) => Some((waiting.remove(index), seeker)),
            None => {
                waiting.push(seeker);
                None
            }
        }
    }

    /// Lets somebody wait again, whose game could not begin.
    pub(crate) fn put_back(&self, seeker: Seeker) {
        self.lock().insert(0, seeker);
    }

    /// A connection looks for nobody any more. Did it?
    pub(crate) fn cancel(&self, connection: u64) -> bool {
        let mut waiting = self.lock();
        let before = waiting.len();
        waiting.retain(|seeker| seeker.connection != connection);
        waiting.len() < before
    }

    /// How many wait.
    pub(crate) fn waiting(&self) -> usize {
        self.lock().len()
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Seeker>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
