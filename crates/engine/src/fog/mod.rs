//! A player under fog of war: it is given a view, never a position, and remembers what it saw.

mod beliefs;

use std::sync::Arc;

use rules::{Colour, Move, Piece, Position, Rules, View};

use crate::dice::Dice;
use crate::engine::Engine;
use crate::level::Rule;
use crate::limits::{Limits, Signals, StopCheck};
use beliefs::{Beliefs, some_of};

/// The most guesses of what is hidden that are looked at for a move.
const MOST_GUESSES: u64 = 16;

/// A guess is worth so many nodes at least: who looks at less imagines fewer.
const NODES_PER_GUESS: u64 = 1000;

/// So many positions are looked at where no limit is set.
const USUAL_NODES: u64 = 300_000;

/// What a lost or won king counts for in one guess.
const KING: i32 = 3000;

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
    /// Positions looked at for the last move.
    nodes: u64,
}

impl FogPlayer {
    /// A player for one game. How the pieces stood at the start is known to both sides. The
    /// signals stop it, and must be armed before each choice.
    pub fn new(
        rules: &Arc<Rules>,
        colour: Colour,
        start: &Position,
        seed: u64,
        signals: Signals,
    ) -> FogPlayer {
        FogPlayer {
            engine: Engine::with_signals(rules, HASH, 1, signals),
            beliefs: Beliefs::new(colour, start.clone()),
            dice: Dice::new(seed),
            nodes: 0,
        }
    }

    /// The wires by which a running search is stopped.
    pub fn signals(&self) -> Signals {
        self.engine.signals()
    }

    /// Takes in what was seen at a turn of the player at which another chose his move.
    pub(crate) fn remember(&mut self, view: &View, played: Move, check: &StopCheck) {
        self.beliefs.update(view, &mut self.dice, check);
        self.beliefs.note_own_move(played);
    }

    /// Takes in what is seen after a move of the player, before the enemy has answered.
    pub(crate) fn glance(&mut self, view: &View) {
        self.beliefs.confirm(view);
    }

    /// Chooses a move by what is seen now and was seen before; nothing when there is none.
    ///
    /// To be called once for each turn of the player, so that it can remember. It looks at as many
    /// positions as the limits allow, or fewer if the time is over before.
    pub fn choose(&mut self, view: &View, limits: &Limits) -> Option<Move> {
        let check = StopCheck::new(limits, self.signals());
        self.choose_by_search(view, limits, &check)
    }

    /// As [`FogPlayer::choose`], in a time that may have begun before.
    pub(crate) fn choose_by_search(
        &mut self,
        view: &View,
        limits: &Limits,
        check: &StopCheck,
    ) -> Option<Move> {
        self.choose_with(view, limits, check, |player, moves| {
            king_capture(view, moves).or_else(|| player.best_on_average(moves, limits, check))
        })
    }

    /// Chooses a move as [`FogPlayer::choose`] does, by a rule that is given one guess of the
    /// position and the moves to choose from.
    pub(crate) fn choose_by_rule(
        &mut self,
        view: &View,
        limits: &Limits,
        check: &StopCheck,
        rule: Rule,
    ) -> Option<Move> {
        self.choose_with(view, limits, check, |player, moves| {
            let guess = player.dice.pick(player.beliefs.worlds())?;
            let legal = guess.legal_moves();
            let possible: Vec<_> = moves.iter().copied().filter(|m| legal.contains(m)).collect();
            rule(guess, &possible, &mut player.dice, check)
        })
    }

    /// How many positions were looked at for the last move.
    pub(crate) fn nodes(&self) -> u64 {
        self.nodes
    }

    fn choose_with(
        &mut self,
        view: &View,
        limits: &Limits,
        check: &StopCheck,
        pick: impl FnOnce(&mut FogPlayer, &[Move]) -> Option<Move>,
    ) -> Option<Move> {
        self.nodes = 0;
        self.beliefs.update(view, &mut self.dice, check);
        let mut moves = view.legal_moves();
        moves.retain(|chess_move| limits.allow(*chess_move));
        if moves.is_empty() {
            return None;
        }
        // Any move, if there is no reason to choose one.
        let chosen = pick(self, &moves).or_else(|| self.dice.pick(&moves).copied())?;
        self.beliefs.note_own_move(chosen);
        self.signals().wait_while_asked(limits);
        Some(chosen)
    }

    /// The move with the best score over all guesses, among those that are best in one.
    fn best_on_average(
        &mut self,
        moves: &[Move],
        limits: &Limits,
        check: &StopCheck,
    ) -> Option<Move> {
        let nodes = limits.nodes.unwrap_or(USUAL_NODES);
        let count = (nodes / NODES_PER_GUESS).clamp(1, MOST_GUESSES) as usize;
        let worlds = self.beliefs.worlds().to_vec();
        let guesses = some_of(worlds, count, &mut self.dice);
        // Half for finding candidates, half for comparing them.
        let parts = if guesses.len() > 1 { 2 * guesses.len() as u64 } else { 1 };
        let share = nodes / parts;
        let mut candidates = Vec::new();
        for guess in &guesses {
            let best = self.search(guess, moves, share, limits, check).map(|(best, _)| best);
            candidates.extend(best.filter(|best| !candidates.contains(best)));
            if check.should_stop() {
                break;
            }
        }
        if candidates.len() < 2 || check.should_stop() {
            return candidates.first().copied();
        }
        let share = share / candidates.len() as u64;
        // If there is no time to compare any, the first candidate has to do.
        let mut best = None;
        let first = candidates.first().copied();
        for chess_move in candidates {
            let wanted = [chess_move];
            let scores = guesses
                .iter()
                .filter_map(|guess| self.search(guess, &wanted, share, limits, check));
            let total: i32 = scores.map(|(_, score)| score).sum();
            if check.should_stop() {
                break;
            }
            if best.is_none_or(|(_, most)| total > most) {
                best = Some((chess_move, total));
            }
        }
        best.map(|(chess_move, _)| chess_move).or(first)
    }

    /// Searches a guess, and cuts the score so that one guess cannot outweigh all others.
    fn search(
        &mut self,
        guess: &Position,
        moves: &[Move],
        nodes: u64,
        limits: &Limits,
        check: &StopCheck,
    ) -> Option<(Move, i32)> {
        let limits = Limits {
            search_moves: moves.to_vec(),
            handicap: limits.handicap,
            ..Limits::nodes(nodes.max(64))
        };
        let time = check.time.without_saving();
        let outcome = self.engine.search_within(guess, &[], &limits, time, &mut |_| {});
        self.nodes += outcome.nodes;
        Some((outcome.best?, outcome.score.rank().clamp(-KING, KING)))
    }
}

/// A move that takes the enemy king, which ends the game.
fn king_capture(view: &View, moves: &[Move]) -> Option<Move> {
    let king = Piece::new(view.rules().royal()?, !view.viewer());
    moves.iter().copied().find(|chess_move| view.piece_at(chess_move.to()) == Some(king))
}
