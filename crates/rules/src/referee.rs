//! A referee that other programs can call: it knows the board by columns and rows, enforces
//! turns and moves, and keeps a record of what happened.
//!
//! Columns `x` run to the right and rows `y` downward from the upper left corner `(0, 0)`, with
//! Black on top.
//!
//! ```
//! use xxlchess_rules::{Colour, Referee, RuleSpec, Rules, Win};
//!
//! let rules = RuleSpec { win: Win::KingCapture, ..RuleSpec::standard() };
//! let rules = Rules::compile(rules).expect("sound rules");
//! let mut game = Referee::new(&rules);
//!
//! // The white pawn in front of the king may go one or two squares, but not three.
//! assert!(game.can_move(4, 6, 4, 4, Colour::White));
//! assert!(!game.can_move(4, 6, 4, 3, Colour::White));
//! // Black may not move yet.
//! assert!(!game.make_move(4, 1, 4, 3));
//! assert!(game.make_move(4, 6, 4, 4));
//! assert_eq!(game.turn(), Colour::Black);
//!
//! // Black opens a diagonal to the black king, and the queen's check is put on record.
//! assert!(game.make_move(5, 1, 5, 2) && game.make_move(3, 7, 7, 3));
//! assert!(game.is_in_check(Colour::Black));
//! assert_eq!(game.history().last().unwrap().to_string(), "Black is in check");
//!
//! // Black may ignore it here; then the king is taken and the game is won.
//! assert!(game.make_move(0, 1, 0, 2) && game.make_move(7, 3, 4, 0));
//! assert_eq!(game.history().last().unwrap().to_string(), "White wins");
//! assert!(game.history_text().ends_with("White moves (7, 3) to (4, 0)\nWhite wins\n"));
//! assert!(game.undo());
//! assert_eq!(game.turn(), Colour::White);
//! ```

use std::fmt;
use std::sync::Arc;

use crate::{Colour, History, Move, Outcome, PieceType, Position, Reason, Rules, Square};

/// A square as a caller names it: column and row from the upper left corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    /// The column, counted from 0 at the left.
    pub x: i32,
    /// The row, counted from 0 at the top.
    pub y: i32,
}

/// Something that happened in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Record {
    /// A piece was moved.
    Move {
        /// Who moved.
        side: Colour,
        /// Where the piece came from.
        from: Cell,
        /// Where it went.
        to: Cell,
        /// The letter of the piece that a pawn became, if it was promoted.
        promotion: Option<char>,
    },
    /// A player gave up.
    Resignation {
        /// Who gave up.
        side: Colour,
    },
    /// A king stands in check after the move.
    Check {
        /// Whose king.
        side: Colour,
    },
    /// The game is won.
    Win {
        /// Who has won.
        side: Colour,
    },
    /// The game has ended in a draw, by itself or because one was claimed.
    Draw {
        /// The rule that makes it a draw.
        reason: Reason,
    },
}

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Record::Move { side, from, to, promotion } => {
                let title = side.title();
                write!(f, "{title} moves ({}, {}) to ({}, {})", from.x, from.y, to.x, to.y)?;
                promotion.map_or(Ok(()), |letter| write!(f, ", promoting to {letter}"))
            }
            Record::Resignation { side } => write!(f, "{} resigns", side.title()),
            Record::Check { side } => write!(f, "{} is in check", side.title()),
            Record::Win { side } => write!(f, "{} wins", side.title()),
            Record::Draw { reason } => write!(f, "Draw by {reason}"),
        }
    }
}

/// Watches over one game.
#[derive(Clone, Debug)]
pub struct Referee {
    game: History,
    /// The records of each move, resignation and claim.
    records: Vec<Vec<Record>>,
    /// How the game was ended by a resignation or a claim.
    ending: Option<Outcome>,
}

impl Referee {
    /// A new game from the rule set's start position.
    pub fn new(rules: &Arc<Rules>) -> Referee {
        Referee::from_position(Position::start(rules))
    }

    /// A new game from a position.
    pub fn from_position(start: Position) -> Referee {
        Referee { game: History::new(start), records: Vec::new(), ending: None }
    }

    /// Has this side's piece there this move on the present board, whoever's turn it is?
    ///
    /// Where check counts, only legal moves are moves.
    pub fn can_move(&self, x: i32, y: i32, dest_x: i32, dest_y: i32, side: Colour) -> bool {
        let squares = (self.square(x, y), self.square(dest_x, dest_y));
        let (Some(from), Some(to)) = squares else { return false };
        !self.position().with_turn(side).moves_between(from, to).is_empty()
    }

    /// Moves a piece of the side whose turn it is; one that must promote becomes what is chosen
    /// first, one that need not stays what it is. Tells whether the piece was moved.
    ///
    /// Castling goes to where the king ends, or to his own rook.
    pub fn make_move(&mut self, x: i32, y: i32, dest_x: i32, dest_y: i32) -> bool {
        self.make_move_promoting(x, y, dest_x, dest_y, None)
    }

    /// As [`Referee::make_move`], with a choice of what a pawn becomes.
    pub fn make_move_promoting(
        &mut self,
        x: i32,
        y: i32,
        dest_x: i32,
        dest_y: i32,
        promotion: Option<PieceType>,
    ) -> bool {
        let squares = (self.square(x, y), self.square(dest_x, dest_y));
        let (Some(from), Some(to)) = squares else { return false };
        let moves = self.position().moves_between(from, to);
        let exact = moves.iter().find(|m| m.promotion() == promotion);
        let first = moves.first().filter(|_| promotion.is_none());
        exact.or(first).is_some_and(|chess_move| self.play(*chess_move))
    }

    /// Plays a move of the side whose turn it is. Tells whether it was played; after the end of
    /// the game, by a draw as well, none is.
    pub fn play(&mut self, chess_move: Move) -> bool {
        let side = self.turn();
        if self.outcome().is_some() || self.game.play(chess_move).is_err() {
            return false;
        }
        let to = self.position().rules().written_target(chess_move);
        let (from, to) = (self.cell(chess_move.from()), self.cell(to));
        let pieces = &self.position().rules().spec().pieces;
        let promotion = chess_move.promotion().map(|kind| pieces[kind.index()].letter);
        let mut records = vec![Record::Move { side, from, to, promotion }];
        let in_check = [!side, side].into_iter().filter(|side| self.is_in_check(*side));
        records.extend(in_check.map(|side| Record::Check { side }));
        records.extend(self.outcome().map(|outcome| match outcome.winner {
            Some(side) => Record::Win { side },
            None => Record::Draw { reason: outcome.reason },
        }));
        self.records.push(records);
        true
    }

    /// Ends the game because a side gives up. Tells whether it was still going on.
    pub fn resign(&mut self, side: Colour) -> bool {
        if self.outcome().is_some() {
            return false;
        }
        self.ending = Some(Outcome::won_by(!side, Reason::Resignation));
        self.records.push(vec![Record::Resignation { side }, Record::Win { side: !side }]);
        true
    }

    /// Claims a draw by repetition or by the fifty-move rule, where the rules leave that to the
    /// players. Tells whether there was one to claim.
    pub fn claim_draw(&mut self) -> bool {
        let Some(reason) = self.game.claimable_draw().filter(|_| self.outcome().is_none()) else {
            return false;
        };
        self.ending = Some(Outcome::draw(reason));
        self.records.push(vec![Record::Draw { reason }]);
        true
    }

    /// Takes the last move, resignation or claim back, and its records with it. Tells whether there
    /// was one.
    pub fn undo(&mut self) -> bool {
        self.records.pop();
        self.ending.take().is_some() || self.game.undo().is_some()
    }

    /// Is this side's king attacked?
    pub fn is_in_check(&self, side: Colour) -> bool {
        self.position().shows_check(side)
    }

    /// The side whose turn it is.
    pub fn turn(&self) -> Colour {
        self.position().turn()
    }

    /// The legal moves of the side whose turn it is; none once the game is won.
    ///
    /// Lists of moves know nothing of draws: after one, [`Referee::play`] refuses them all.
    pub fn legal_moves(&self) -> Vec<Move> {
        self.position().legal_moves()
    }

    /// The position on the board.
    pub fn position(&self) -> &Position {
        self.game.position()
    }

    /// How the game has ended, if it has.
    pub fn outcome(&self) -> Option<Outcome> {
        self.ending.or_else(|| self.game.outcome())
    }

    /// Everything that happened, in order.
    pub fn history(&self) -> impl DoubleEndedIterator<Item = &Record> {
        self.records.iter().flatten()
    }

    /// The history as text, a line for each record.
    pub fn history_text(&self) -> String {
        self.history().map(|record| format!("{record}\n")).collect()
    }

    /// The square that a caller means, if it is on the board.
    pub fn square(&self, x: i32, y: i32) -> Option<Square> {
        let size = self.position().rules().size();
        size.square(x, i32::from(size.ranks()).checked_sub(1)?.checked_sub(y)?)
    }

    /// A square as callers name it.
    pub fn cell(&self, square: Square) -> Cell {
        let ranks = i32::from(self.position().rules().size().ranks());
        Cell { x: square.file().into(), y: ranks - 1 - i32::from(square.rank()) }
    }
}
