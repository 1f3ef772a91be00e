//! A game that a room of a client and the screen that shows it hold together.

use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use crate::VisibleGame;

/// A handle of a game; clones lead to the same game. A handle is locked
/// only within one call, so that no thread waits for long.
#[derive(Clone, Debug)]
pub struct SharedGame(Arc<RwLock<VisibleGame>>);

impl SharedGame {
    /// The first handle of a game.
    pub fn new(game: VisibleGame) -> SharedGame {
        SharedGame(Arc::new(RwLock::new(game)))
    }

    /// The game, to look at.
    pub fn read(&self) -> RwLockReadGuard<'_, VisibleGame> {
        self.0.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// The game, to change. It cannot be read through the same handle meanwhile.
    pub fn write(&mut self) -> RwLockWriteGuard<'_, VisibleGame> {
        self.0.write().unwrap_or_else(PoisonError::into_inner)
    }

    /// Do both lead to the same game?
    pub fn is_same(&self, other: &SharedGame) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}
