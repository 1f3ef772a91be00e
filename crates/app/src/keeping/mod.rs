//! What is kept between games, and how the window asks for it without waiting.

pub mod calendar;
mod keeper;
pub mod left;
mod people;
pub mod place;

pub use keeper::{Keeper, News, Pending};
pub use left::Found;
pub use people::{People, Person};
pub use place::{Left, Notes, Place};
