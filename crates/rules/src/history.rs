//! The moves of a game from its start, with what repetition and perpetual check need to know.

use crate::{Colour, DrawRule, Move, Outcome, Position, Reason, Undo, Verdict};

/// What a side did with its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Turn {
    /// It moved.
    Move(Move),
    /// It did not move, and the turn passed to the other side.
    Pass,
}

impl Turn {
    /// The move, if there was one.
    pub const fn chess_move(self) -> Option<Move> {
        match self {
            Turn::Move(chess_move) => Some(chess_move),
            Turn::Pass => None,
        }
    }
}

/// One turn that was played.
#[derive(Clone, Copy, Debug)]
struct Ply {
    turn: Turn,
    undo: Undo,
    hash_before: u64,
    gave_check: bool,
}

/// A game's moves from its start, and the position they lead to.
#[derive(Clone, Debug)]
pub struct History {
    start: Position,
    position: Position,
    plies: Vec<Ply>,
}

impl History {
    /// A game without moves yet.
    pub fn new(start: Position) -> History {
        History { position: start.clone(), start, plies: Vec::new() }
    }

    /// Where the game started.
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// Where the game stands.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The moves so far, without the turns that were passed; [`History::turns`] has those too.
    pub fn moves(&self) -> impl DoubleEndedIterator<Item = Move> + '_ {
        self.turns().filter_map(Turn::chess_move)
    }

    /// What happened at each turn so far.
    pub fn turns(&self) -> impl ExactSizeIterator<Item = Turn> + DoubleEndedIterator + '_ {
        self.plies.iter().map(|ply| ply.turn)
    }

    /// How many turns of either side were played.
    pub fn len(&self) -> usize {
        self.plies.len()
    }

    /// Has nothing been played yet?
    pub fn is_empty(&self) -> bool {
        self.plies.is_empty()
    }

    /// The hashes of all earlier positions, oldest first.
    pub fn earlier_hashes(&self) -> impl ExactSizeIterator<Item = u64> + '_ {
        self.plies.iter().map(|ply| ply.hash_before)
    }

    /// Plays a legal move; any other is handed back and changes nothing.
    ///
    /// Whether the game is over already is not asked: records of real games go on after a
    /// third repetition.
    pub fn play(&mut self, chess_move: Move) -> Result<(), Move> {
        let hash_before = self.position.hash();
        let undo = self.position.play(chess_move)?;
        let gave_check = self.position.is_in_check(self.position.turn());
        self.plies.push(Ply { turn: Turn::Move(chess_move), undo, hash_before, gave_check });
        Ok(())
    }

    /// Lets the turn pass to the other side without a move, as some clocks have it.
    ///
    /// A pass counts as a turn without a capture, and as one that gives no check.
    pub fn pass(&mut self) {
        let hash_before = self.position.hash();
        let undo = self.position.pass();
        self.plies.push(Ply { turn: Turn::Pass, undo, hash_before, gave_check: false });
    }

    /// Plays a turn, whether it has a move or not; a move that is not legal is handed back and
    /// changes nothing.
    pub fn play_turn(&mut self, turn: Turn) -> Result<(), Move> {
        match turn {
            Turn::Move(chess_move) => self.play(chess_move),
            Turn::Pass => {
                self.pass();
                Ok(())
            }
        }
    }

    /// Takes the last turn back and returns it.
    pub fn undo(&mut self) -> Option<Turn> {
        let ply = self.plies.pop()?;
        match ply.turn {
            Turn::Move(chess_move) => self.position.undo(chess_move, ply.undo),
            Turn::Pass => self.position.undo_pass(ply.undo),
        }
        Some(ply.turn)
    }

    /// How many times the present position has stood on the board, now included.
    pub fn repetitions(&self) -> usize {
        1 + self.same_positions().count()
    }

    /// How the game has ended by itself, if it has.
    pub fn outcome(&self) -> Option<Outcome> {
        let draws = self.position.rules().spec().draws;
        let repeated = || {
            let is_repeated = draws.repetition == DrawRule::Automatic && self.is_repeated();
            is_repeated.then(|| self.repetition_outcome())
        };
        self.position.decision().or_else(repeated).or_else(|| self.position.uneventful_draw())
    }

    /// The draw that the side to move may claim, if any.
    pub fn claimable_draw(&self) -> Option<Reason> {
        let draws = self.position.rules().spec().draws;
        if self.outcome().is_some() {
            None
        } else if draws.repetition == DrawRule::Claim && self.is_repeated() {
            Some(self.kind_of_repetition())
        } else if draws.fifty_moves == DrawRule::Claim && self.position.has_fifty_idle_moves() {
            Some(Reason::FiftyMoves)
        } else {
            None
        }
    }

    /// The plies before which the present position stood on the board.
    fn same_positions(&self) -> impl Iterator<Item = usize> + '_ {
        let hash = self.position.hash();
        // Captures and pawn's moves cannot be undone by other moves.
        let reversible = usize::from(self.position.halfmove_clock()).min(self.len());
        (self.len() - reversible..self.len()).filter(move |i| self.plies[*i].hash_before == hash)
    }

    /// Has the present position stood on the board often enough?
    fn is_repeated(&self) -> bool {
        self.repetitions() >= self.position.rules().spec().ends.repetitions.into()
    }

    /// How a game ends that ends by repetition.
    fn repetition_outcome(&self) -> Outcome {
        let ends = &self.position.rules().spec().ends;
        let reason = self.kind_of_repetition();
        let mut checkers = Colour::BOTH.into_iter().filter(|side| self.always_checked(*side));
        match (checkers.next(), checkers.next()) {
            (Some(side), None) if ends.perpetual_check != Verdict::Draw => {
                ends.perpetual_check.outcome(side, &self.position, Reason::PerpetualCheck)
            }
            (None, None) if ends.perpetual_chase != Verdict::Draw => {
                let first = self.same_positions().next().unwrap_or(0);
                let [white, black] = Colour::BOTH.map(|side| self.always_chased(side, first));
                let chaser = if white { Colour::White } else { Colour::Black };
                match white != black {
                    true => {
                        let reason = Reason::PerpetualChase;
                        ends.perpetual_chase.outcome(chaser, &self.position, reason)
                    }
                    false => ends.repetition.outcome(self.position.turn(), &self.position, reason),
                }
            }
            _ => ends.repetition.outcome(self.position.turn(), &self.position, reason),
        }
    }

    /// Has a side given check with every move since the present position first stood on the board?
    fn always_checked(&self, side: Colour) -> bool {
        let first = self.same_positions().next().unwrap_or(0);
        // Moves alternate, and the last one was made by the side that is not to move.
        let skip = usize::from(side == self.position.turn());
        let plies = self.plies[first..].iter().rev().skip(skip).step_by(2);
        plies.clone().count() > 0 && plies.clone().all(|ply| ply.gave_check)
    }

    fn kind_of_repetition(&self) -> Reason {
        let rules = self.position.rules();
        let perpetual = rules.spec().draws.perpetual_check
            && rules.check_counts()
            && Colour::BOTH.into_iter().any(|side| self.always_checked(side));
        if perpetual { Reason::PerpetualCheck } else { Reason::ThreefoldRepetition }
    }
}
