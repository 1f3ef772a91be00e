#![doc = include_str!("../README.md")]
#![warn(missing_docs)]

mod accuracy;
mod explain;
mod grade;
pub mod lab;
mod lesson;
mod material;
mod proof;
mod review;
mod tactic;

pub use accuracy::{accuracy_of_move, game_accuracy};
pub use explain::{Explanation, Motif};
pub use grade::Grade;
pub use lesson::{Lesson, LessonRun, LessonState, LessonTask, lessons};
pub use material::lead;
pub use review::{Insight, MoveReview, Review, Reviewer, SideSummary};
pub use tactic::{PieceOn, Tactic, tactic_of};
