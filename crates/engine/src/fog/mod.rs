//! A player under fog of war: it is given a view, never a position, and remembers what it saw.

mod beliefs;

use std::sync::Arc;

use rules::{Colour, Move, MoveKind, Piece, Position, Rules, Setup, Square, View};

use crate::dice::Dice;
use crate::engine::Engine;
use crate::limits::{Limits, Signals};
use beliefs::{Beliefs, hidden_squares};

/// How many guesses of what is hidden are looked at for each move.
const GUESSES: usize = 8;

/// The memory for positions, in mebibytes.
const HASH: usize = 4;

/// A player that knows only what its own pieces see, and what they have seen.
///
/// It imagines several positions that fit what it knows, searches each of them, and plays the
/// move that does best in all of them together.
pub struct FogPlayer {
    engine: Engine,
    beliefs: Beliefs,
    dice: Dice,
}

impl FogPlayer {
    /// A player for one game. How the pieces stood at the start is known to both sides.
    pub fn new(rules: &Arc<Rules>, colour: Colour, start: &Setup, seed: u64) -> FogPlayer {
        FogPlayer {
            engine: Engine::new(rules, HASH, 1),
            beliefs: Beliefs::new(colour, start),
            dice: Dice::new(seed),
        }
    }

    /// Stopped by these wires, which must be armed before each choice.
    #[must_use]
    pub fn with_signals(mut self, signals: Signals) -> FogPlayer {
        self.engine = Engine::with_signals(self.engine.rules(), HASH, 1, signals);
        self
    }

    /// The wires by which a running search is stopped.
    pub fn signals(&self) -> Signals {
        self.engine.signals()
    }

    /// Takes in what was seen at a turn of the player at which another chose his move.
    pub fn remember(&mut self, view: &View, played: Move) {
        self.beliefs.update(view, &mut self.dice);
        self.beliefs.note_own_move(view, played);
    }

    /// Chooses a move by what is seen now and was seen before; nothing when there is none.
    ///
    /// To be called once for each turn of the player, so that it can remember. At most about
    /// `nodes` positions are looked at.
    pub fn choose(&mut self, view: &View, nodes: u64) -> Option<Move> {
        self.beliefs.update(view, &mut self.dice);
        let moves = own_moves(view);
        let chosen = king_capture(view, &moves)
            .or_else(|| self.best_on_average(view, &moves, nodes))
            .or_else(|| self.dice.pick(&moves).copied())?;
        self.beliefs.note_own_move(view, chosen);
        Some(chosen)
    }

    /// The move with the best score over all guesses, among those that are best in one.
    fn best_on_average(&mut self, view: &View, moves: &[Move], nodes: u64) -> Option<Move> {
        let guesses: Vec<_> = (0..GUESSES)
            .filter_map(|number| {
                let pieces = self.beliefs.guess(view, number, &mut self.dice);
                position_with(view, &pieces)
            })
            .collect();
        // Half for finding candidates, half for comparing them.
        let share = nodes / (2 * GUESSES as u64);
        let mut candidates = Vec::new();
        for guess in &guesses {
            let best = self.search(guess, moves, share).map(|(best, _)| best);
            candidates.extend(best.filter(|best| !candidates.contains(best)));
        }
        if candidates.len() < 2 {
            return candidates.first().copied();
        }
        let share = share / candidates.len() as u64;
        let mut best = None;
        for chess_move in candidates {
            let scores =
                guesses.iter().filter_map(|guess| self.search(guess, &[chess_move], share));
            let total: i32 = scores.map(|(_, score)| score).sum();
            if best.is_none_or(|(_, most)| total > most) {
                best = Some((chess_move, total));
            }
        }
        best.map(|(chess_move, _)| chess_move)
    }

    /// Searches a guess, and cuts the score so that one guess cannot outweigh all others.
    fn search(&mut self, guess: &Position, moves: &[Move], nodes: u64) -> Option<(Move, i32)> {
        let limits = Limits { search_moves: moves.to_vec(), ..Limits::nodes(nodes.max(64)) };
        let outcome = self.engine.search_armed(guess, &[], &limits, &mut |_| {});
        Some((outcome.best?, outcome.score.rank().clamp(-3000, 3000)))
    }
}

/// A move that takes the enemy king, which ends the game.
fn king_capture(view: &View, moves: &[Move]) -> Option<Move> {
    let king = Piece::new(view.rules().royal()?, !view.viewer());
    moves.iter().copied().find(|chess_move| view.piece_at(chess_move.to()) == Some(king))
}

/// The legal moves of the viewer: they depend on nothing that he does not see.
pub(crate) fn own_moves(view: &View) -> Vec<Move> {
    let rules = view.rules();
    let hidden = hidden_squares(view);
    let king = rules.royal().map(|king| Piece::new(king, !view.viewer()));
    let sees_king = view.pieces().iter().any(|(_, piece)| Some(*piece) == king);
    // Whatever is hidden is hidden because nothing can go there: it may as well be full.
    let filler = rules.pawn().map(|pawn| Piece::new(pawn, !view.viewer())).or(king);
    let fill = hidden.iter().enumerate().filter_map(|(number, square)| {
        let piece = if number == 0 && !sees_king { king } else { filler };
        Some((square, piece?))
    });
    let pieces: Vec<_> = view.pieces().iter().copied().chain(fill).collect();
    let Some(position) = position_with(view, &pieces) else { return Vec::new() };
    let is_seen = |chess_move: &Move| {
        view.visible().contains(chess_move.to()) || chess_move.kind() == MoveKind::Castling
    };
    position.legal_moves().into_iter().filter(is_seen).collect()
}

/// The viewer's position with these pieces, if there can be one.
fn position_with(view: &View, pieces: &[(Square, Piece)]) -> Option<Position> {
    let mut setup = Setup::default();
    for (square, piece) in pieces {
        setup.put(*square, *piece);
    }
    setup.turn = view.viewer();
    setup.castling = view.castling_rooks();
    setup.en_passant = view.en_passant_square();
    Position::new(Arc::clone(view.rules()), setup).ok().map(|(position, _)| position)
}
