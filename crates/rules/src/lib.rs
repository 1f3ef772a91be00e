#![doc = include_str!("../README.md")]
#![warn(missing_docs)]

mod attack;
pub mod betza;
mod board;
mod chase;
mod colour;
mod ends;
mod extended;
mod fault;
pub mod fen;
mod fog;
mod generate;
mod history;
mod line;
mod mate;
pub mod message;
mod movement;
mod moves;
mod named;
mod outcome;
mod perft;
mod piece;
mod play;
mod position;
pub mod referee;
mod rules;
mod score;
mod setup;
mod shuffle;
mod sink;
mod spec;
mod square;
mod square_set;
mod standard;
mod static_exchange;
mod tables;
mod tactics;
mod validation;
mod zobrist;

pub use colour::Colour;
pub use fault::{CastlingFault, EnPassantFault, RuleFault, SetupFault, SetupWarning, ShuffleFault};
pub use fog::View;
pub use history::{History, Turn};
pub use message::{Argument, Fault, FaultMessage};
pub use movement::{Hurdle, Movement, Path, Purpose, Ray};
pub use moves::{Move, MoveBitsError, MoveKind};
pub use outcome::{Outcome, Reason};
pub use perft::{perft, perft_divide};
pub use piece::{Piece, PieceType};
pub use play::Undo;
pub use position::{CastlingSquares, Position};
pub use referee::Referee;
pub use rules::Rules;
pub use score::Score;
pub use setup::Setup;
pub use shuffle::Shuffle;
pub use spec::{
    Castling, DrawRule, Draws, Ends, Extinction, Goal, GoalTime, Later, PieceSpec, Promotion,
    Restrictions, Role, Royals, RuleSpec, Verdict, Win, Zones,
};
pub use square::{BoardSize, Square};
pub use square_set::SquareSet;
pub use static_exchange::PieceValues;
pub use tactics::{KingZone, MobilityInfo};
