//! One game being played: its state, and what can be asked of it.

use std::sync::Arc;
use std::time::Duration;

use record::{GameEnd, GameRecord, GameTerms, Players, Seat};
use rules::{Colour, History, Move, Position, Rules, SquareSet};

use crate::clock::Clock;
use crate::offers::OfferState;
use crate::premove::Premoves;
use crate::{Event, PlayedTurn};

/// What a game is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// A side thinks about its move.
    Playing,
    /// The clocks are stopped, and nobody may move.
    Paused,
    /// Under fog, two people share a screen: the board is hidden until this one confirms.
    HandOver(Colour),
    /// The game is over and the board frozen.
    Over(GameEnd),
}

/// One game being played, from its start to its end.
///
/// Every call that changes something takes the time: how long ago some fixed moment was, by a
/// clock that never goes back. [`Game::drain_events`] returns what happened.
#[derive(Clone, Debug)]
pub struct Game {
    pub(crate) history: History,
    /// As many as the turns of the history.
    pub(crate) turns: Vec<PlayedTurn>,
    /// Turns that were taken back, the next one to play again last.
    pub(crate) undone: Vec<PlayedTurn>,
    pub(crate) record: GameRecord,
    pub(crate) clock: Clock,
    pub(crate) premoves: [Premoves; 2],
    pub(crate) offers: OfferState,
    pub(crate) is_paused: bool,
    pub(crate) awaits_hand_over: bool,
    pub(crate) end: Option<GameEnd>,
    /// When the game ended.
    pub(crate) ended_at: Duration,
    pub(crate) events: Vec<Event>,
}

impl Game {
    /// A game from a position. The clock of the side to move runs at once, unless the board has
    /// to be handed over first; [`Game::pause`] holds it until everybody is there.
    pub fn new(start: Position, terms: GameTerms, now: Duration) -> Game {
        let mut game = Game::unstarted(start, terms, now);
        game.begin_turn(now);
        game
    }

    /// A game whose first turn has not begun.
    pub(crate) fn unstarted(start: Position, terms: GameTerms, now: Duration) -> Game {
        Game {
            clock: Clock::new(&terms, start.turn()),
            history: History::new(start),
            turns: Vec::new(),
            undone: Vec::new(),
            record: GameRecord { terms, entries: Vec::new() },
            premoves: Default::default(),
            offers: OfferState::default(),
            is_paused: false,
            awaits_hand_over: false,
            end: None,
            ended_at: now,
            events: Vec::new(),
        }
    }

    /// The rules of the game.
    pub fn rules(&self) -> &Arc<Rules> {
        self.position().rules()
    }

    /// Where the game started.
    pub fn start(&self) -> &Position {
        self.history.start()
    }

    /// Where the game stands.
    pub fn position(&self) -> &Position {
        self.history.position()
    }

    /// The position at a ply; the last one if there were fewer.
    pub fn position_at(&self, ply: usize) -> Position {
        if ply >= self.ply() {
            return self.position().clone();
        }
        let mut position = self.start().clone();
        for turn in self.turns.iter().take(ply) {
            position.play_turn_unchecked(turn.turn);
        }
        position
    }

    /// The moves with what repetition needs to know, for engines.
    pub fn history(&self) -> &History {
        &self.history
    }

    /// All turns so far.
    pub fn turns(&self) -> &[PlayedTurn] {
        &self.turns
    }

    /// How many turns were played.
    pub fn ply(&self) -> usize {
        self.turns.len()
    }

    /// The side to move.
    pub fn turn(&self) -> Colour {
        self.position().turn()
    }

    /// Who plays.
    pub fn players(&self) -> &Players {
        &self.record.terms.players
    }

    pub(crate) fn players_mut(&mut self) -> &mut Players {
        &mut self.record.terms.players
    }

    /// What was agreed before the game.
    pub fn terms(&self) -> &GameTerms {
        &self.record.terms
    }

    /// What the game is doing.
    pub fn phase(&self) -> Phase {
        if let Some(end) = self.end {
            Phase::Over(end)
        } else if self.awaits_hand_over {
            Phase::HandOver(self.turn())
        } else if self.is_paused {
            Phase::Paused
        } else {
            Phase::Playing
        }
    }

    /// How the computer that is to move plays, if it is to move now.
    pub fn computer_to_move(&self) -> Option<&str> {
        match &self.players().of(self.turn()).seat {
            Seat::Computer(description) if self.phase() == Phase::Playing => Some(description),
            _ => None,
        }
    }

    /// The side that a person at this screen is to move now, if any.
    pub fn human_to_move(&self) -> Option<Colour> {
        let turn = self.turn();
        (self.phase() == Phase::Playing && self.players().is_human(turn)).then_some(turn)
    }

    /// How the game ended, if it has.
    pub fn end(&self) -> Option<GameEnd> {
        self.end
    }

    /// Is the game over?
    pub fn is_over(&self) -> bool {
        self.end.is_some()
    }

    /// The player for whom the hidden board waits, if it does.
    pub fn hand_over(&self) -> Option<Colour> {
        self.awaits_hand_over.then(|| self.turn())
    }

    /// The legal moves of the side to move; none when nobody may move now.
    pub fn legal_moves(&self) -> Vec<Move> {
        match self.phase() {
            Phase::Playing => self.position().legal_moves(),
            Phase::Paused | Phase::HandOver(_) | Phase::Over(_) => Vec::new(),
        }
    }

    /// Has the side to move no legal move, in a rule set that does not end the game then? It can
    /// resign, take moves back, or let a turn pass where turns do.
    pub fn is_stuck(&self) -> bool {
        self.phase() == Phase::Playing && self.position().count_legal_moves() == 0
    }

    /// The last turn, if there was one.
    pub fn last_turn(&self) -> Option<&PlayedTurn> {
        self.turns.last()
    }

    /// The squares of kings in check, where the rules announce it.
    pub fn kings_in_check(&self) -> SquareSet {
        kings_in_check(self.position())
    }

    /// At mate, the pieces that contribute to it.
    pub fn contributing_pieces(&self) -> SquareSet {
        self.position().contributing_pieces()
    }

    /// Takes all events since the last time, in order.
    pub fn drain_events(&mut self) -> Vec<Event> {
        std::mem::take(&mut self.events)
    }

    pub(crate) fn tell(&mut self, event: Event) {
        self.events.push(event);
    }

    /// Looks, at the start of a turn, whether the game is over, hands the board over where it
    /// must be, and lets the clock run or stand.
    pub(crate) fn begin_turn(&mut self, now: Duration) {
        if !self.end_if_decided(now) {
            self.start_turn(now);
        }
    }

    /// Hands the board over where it must be, and lets the clock run or stand.
    pub(crate) fn start_turn(&mut self, now: Duration) {
        self.awaits_hand_over = self.rules().spec().fog && self.players().share_a_screen();
        if self.awaits_hand_over {
            self.tell(Event::HandOver { to: self.turn() });
        }
        self.run_clock(now);
    }

    /// Lets the clock run exactly while a side may move.
    pub(crate) fn run_clock(&mut self, now: Duration) {
        match self.phase() {
            Phase::Playing => self.clock.start(now),
            Phase::Paused | Phase::HandOver(_) | Phase::Over(_) => self.clock.stop(now),
        }
    }
}

/// The squares of kings in check, where the rules announce it.
pub(crate) fn kings_in_check(position: &Position) -> SquareSet {
    let in_check = Colour::BOTH.into_iter().filter(|colour| position.shows_check(*colour));
    in_check.flat_map(|colour| position.kings_in_check(colour)).collect()
}
