//! Other windows of the program that keep things in the same place, such as the tabs of a browser.

/// The other windows that share this storage.
pub trait Windows {
    /// The unique number of this window.
    fn own(&self) -> u64;

    /// The numbers of the others that are open now.
    fn others(&self) -> Vec<u64>;
}
