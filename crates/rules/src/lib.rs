//! What is a legal chess move, for every board and rule set.

mod attack;
pub mod betza;
mod board;
mod colour;
mod fault;
mod generate;
mod line;
mod movement;
mod moves;
mod perft;
mod piece;
mod position;
mod rules;
mod setup;
mod spec;
mod square;
mod square_set;
mod tables;
mod zobrist;

pub use colour::Colour;
pub use fault::{RuleFault, SetupFault, SetupWarning};
pub use movement::{Movement, Purpose, Ray};
pub use moves::{Move, MoveKind};
pub use perft::{perft, perft_divide};
pub use piece::{Piece, PieceType};
pub use position::{CastlingWay, Position, Undo};
pub use rules::Rules;
pub use setup::Setup;
pub use spec::{Castling, DrawRule, Draws, PieceSpec, Promotion, Role, RuleSpec, Win};
pub use square::{BoardSize, Square};
pub use square_set::SquareSet;
