//! Persistence: profiles, autosave and resuming, without blocking the UI.

pub mod autosave;
mod document_store;
mod profiles;
pub mod resume;
mod store_handle;
pub mod time;

pub use autosave::{Autosave, LibraryEntries, Notes, ResumeInfo, StudiedGame};
pub use profiles::{PlayerProfile, Profiles};
pub use resume::AbandonedGames;
pub use store_handle::{Pending, StoreHandle, StoreNotification};
