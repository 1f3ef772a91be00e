//! A running game under fog with a remote referee: what the referee has sent, and nothing else.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use record::{ClockTimes, EntryKind, GameTerms, Players, SeenTurn, VisibleEntry};
use rules::{Colour, Move, Piece, Position, Rules, Square, SquareSet, View};

use crate::clock::Clock;
use crate::offers::OfferState;
use crate::premove::Premoves;
use crate::premove_targets::premove_targets_in;
use crate::{Event, MoveAttempt, Phase, PlayError, Premove, PremoveError, ReplayError};

/// A running game under fog, as the referee sends it to one side or a spectator.
#[derive(Clone, Debug)]
pub struct FogGame {
    start: Position,
    terms: GameTerms,
    /// The number of entries that were received.
    entries: usize,
    /// The entries that are turns, without those that were taken back.
    turns: Vec<VisibleEntry>,
    /// By number of turns: the view, and the last turn as far as the server sent it.
    seen: BTreeMap<usize, (View, Option<SeenTurn>)>,
    /// The moves that the viewer may play now.
    moves: Vec<Move>,
    premoves: Premoves,
    offers: OfferState,
    is_paused: bool,
    pub(crate) clock: Clock,
    pub(crate) events: Vec<Event>,
}

impl FogGame {
    /// A game that goes on now, of which only the entries were received yet.
    ///
    /// # Errors
    /// What in the entries does not fit together.
    pub fn replay(
        start: Position,
        terms: GameTerms,
        entries: &[VisibleEntry],
        now: Duration,
    ) -> Result<FogGame, ReplayError> {
        let mut game = FogGame {
            clock: Clock::new(&terms, start.turn()),
            start,
            terms,
            entries: 0,
            turns: Vec::new(),
            seen: BTreeMap::new(),
            moves: Vec::new(),
            premoves: Premoves::default(),
            offers: OfferState::default(),
            is_paused: false,
            events: Vec::new(),
        };
        game.clock.start(now);
        entries.iter().try_for_each(|entry| game.follow(now, *entry))?;
        game.events.clear();
        Ok(game)
    }

    /// Where the game started.
    pub fn start(&self) -> &Position {
        &self.start
    }

    pub(crate) fn terms(&self) -> &GameTerms {
        &self.terms
    }

    pub(crate) fn players_mut(&mut self) -> &mut Players {
        &mut self.terms.players
    }

    /// Every turn as far as it is known.
    pub fn turns(&self) -> &[VisibleEntry] {
        &self.turns
    }

    /// The side to move.
    pub fn turn(&self) -> Colour {
        let first = self.start.turn();
        if self.turns.len().is_multiple_of(2) { first } else { !first }
    }

    pub(crate) fn phase(&self) -> Phase {
        if self.is_paused { Phase::Paused } else { Phase::Playing }
    }

    pub(crate) fn offers(&self) -> OfferState {
        self.offers
    }

    /// The side from whose perspective it is shown now; none for spectators who may see nothing.
    pub fn viewer(&self) -> Option<Colour> {
        self.seen.get(&self.turns.len()).map(|(view, _)| view.viewer())
    }

    pub(crate) fn view_at(&self, ply: usize) -> View {
        let ply = ply.min(self.turns.len());
        match self.seen.get(&ply) {
            Some((view, _)) => view.clone(),
            None => {
                let first = self.start.turn();
                let turn = if ply.is_multiple_of(2) { first } else { !first };
                hidden_view(self.start.rules(), turn)
            }
        }
    }

    pub(crate) fn seen_turn(&self, number: usize) -> Option<SeenTurn> {
        self.seen.get(&(number + 1)).and_then(|(_, last)| *last)
    }

    /// The moves that the viewer may play now; none when it is not their turn.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    pub(crate) fn premove_targets_at(&self, ply: usize, square: Square) -> SquareSet {
        premove_targets_in(&self.start, &self.view_at(ply), square)
    }

    pub(crate) fn attempt(&self, from: Square, to: Square) -> MoveAttempt {
        let fits = |found: &&Move| (found.from(), found.to()) == (from, to);
        let moves: Vec<Move> = self.moves.iter().filter(fits).copied().collect();
        match moves[..] {
            _ if self.is_paused => MoveAttempt::NotAMove,
            [] => MoveAttempt::NotAMove,
            [only] => MoveAttempt::Legal(only),
            _ => MoveAttempt::Promotion(moves),
        }
    }

    pub(crate) fn check_move(&self, chess_move: Move) -> Result<(), PlayError> {
        let (from, to) = (chess_move.from(), chess_move.to());
        match self.moves.contains(&chess_move) {
            true => Ok(()),
            false => Err(PlayError::Illegal { from, to }),
        }
    }

    pub(crate) fn premoves(&self) -> &[Premove] {
        self.premoves.as_slice()
    }

    pub(crate) fn pieces_with_premoves(&self) -> Vec<(Square, Piece)> {
        self.premoves.pieces(&self.view_at(self.turns.len())).into_iter().collect()
    }

    /// Where a piece could go as a premove after those that wait already. Castling is left out, as
    /// the referee does not send which rooks have moved.
    pub(crate) fn premove_targets(&self, from: Square) -> SquareSet {
        self.premoves.targets(&self.start, &self.view_at(self.turns.len()), from)
    }

    pub(crate) fn queue_premove(&mut self, premove: Premove) -> Result<(), PremoveError> {
        let viewer = self.viewer().filter(|side| self.terms.players.may_premove(*side));
        let side = viewer.ok_or(PremoveError::NotForThisPlayer)?;
        if self.is_paused {
            return Err(PremoveError::NotPlaying);
        }
        if self.turn() == side {
            return Err(PremoveError::YourTurn);
        }
        let view = self.view_at(self.turns.len());
        self.premoves.queue(&self.start, &view, premove)?;
        self.events.push(Event::PremoveQueued { side });
        Ok(())
    }

    pub(crate) fn cancel_premoves(&mut self) {
        self.premoves.clear();
    }

    /// The next premove, once it is the viewer's turn, to be sent to the referee. One that cannot be
    /// played drops all of them.
    pub fn take_premove(&mut self) -> Option<Move> {
        if self.moves.is_empty() || self.is_paused {
            return None;
        }
        let mut queue = std::mem::take(&mut self.premoves);
        let next = queue.take_next(self.start.rules(), |from, to| self.attempt(from, to));
        self.premoves = queue;
        match next? {
            Ok(chess_move) => Some(chess_move),
            Err(count) => {
                self.events.push(Event::PremovesDropped { side: self.turn(), count });
                None
            }
        }
    }

    /// Follows an entry of the referee. What is seen after it is told by
    /// [`FogGame::see`].
    ///
    /// # Errors
    /// If it cannot come next; nothing has changed then.
    pub fn follow(&mut self, now: Duration, entry: VisibleEntry) -> Result<(), ReplayError> {
        let number = self.entries + 1;
        let (ply, side) = (self.turns.len(), self.turn());
        let kind = entry.entry().kind;
        match kind {
            EntryKind::Move(_) | EntryKind::HiddenMove | EntryKind::Pass => {
                self.turns.push(entry);
                self.moves.clear();
                self.clock.end_turn(entry.entry().clock, now);
                if kind == EntryKind::Pass {
                    self.events.push(Event::Passed { ply, side });
                } else {
                    self.events.push(Event::PlayedInFog { ply });
                    self.events.extend(self.offers.answer_by_playing(side));
                }
            }
            EntryKind::TakeBack(plies) if (1..=ply).contains(&(plies as usize)) => {
                self.rewind(plies as usize, now);
            }
            // A game over the network does not go on after its end.
            EntryKind::TakeBack(_)
            | EntryKind::PutBack(_)
            | EntryKind::Reopen
            | EntryKind::Restart => return Err(ReplayError::NoSuchTurns { number }),
            EntryKind::Pause => self.pause(true, Event::Paused),
            EntryKind::Resume => self.pause(false, Event::Resumed),
            EntryKind::SetClocks(ClockTimes { white, black }) => {
                self.clock.set_remaining([white, black]);
            }
            // The whole game is sent anew at once, without fog.
            EntryKind::End(_) => self.is_paused = true,
            EntryKind::OfferDraw(_)
            | EntryKind::DeclineDraw(_)
            | EntryKind::AskTakeBack(_)
            | EntryKind::DeclineTakeBack(_) => {
                self.events.extend(self.offers.follow(kind, ply));
            }
        }
        self.entries = number;
        self.run_clock(now);
        Ok(())
    }

    /// Takes over what is seen now, what is known of the last turn, and what may be played.
    pub fn see(&mut self, view: View, last: Option<SeenTurn>, moves: Vec<Move>) {
        self.seen.insert(self.turns.len(), (view, last));
        self.moves = moves;
    }

    pub(crate) fn sync_clocks(&mut self, now: Duration, remaining: [Duration; 2], runs: bool) {
        self.clock.sync(now, remaining, runs);
        self.run_clock(now);
    }

    pub(crate) fn tick(&mut self, now: Duration) {
        if self.clock.is_running() && self.clock.warn(now) {
            self.events.push(Event::LowTime { side: self.turn() });
        }
    }

    /// Remembers what an older state of the same game saw with the same eyes.
    pub(crate) fn remember(&mut self, older: FogGame) {
        if older.viewer() == self.viewer() {
            for (ply, seen) in older.seen.into_iter().filter(|(ply, _)| *ply < self.turns.len()) {
                self.seen.entry(ply).or_insert(seen);
            }
        }
    }

    /// Takes turns back, of which there are enough. The referee sends what the clocks show.
    fn rewind(&mut self, plies: usize, now: Duration) {
        let left = self.turns.len() - plies;
        self.turns.truncate(left);
        self.seen.retain(|ply, _| *ply <= left);
        self.moves.clear();
        self.premoves.clear();
        self.offers = OfferState::default();
        let shown = Colour::BOTH.map(|side| self.clock.remaining(side, now).unwrap_or_default());
        self.clock.set(self.turn(), shown, now);
        self.events.push(Event::Undone { plies });
    }

    fn pause(&mut self, is_paused: bool, event: Event) {
        self.is_paused = is_paused;
        self.events.push(event);
    }

    fn run_clock(&mut self, now: Duration) {
        match self.is_paused {
            true => self.clock.stop(now),
            false => self.clock.start(now),
        }
    }
}

/// Nothing but fog.
pub(crate) fn hidden_view(rules: &Arc<Rules>, turn: Colour) -> View {
    View::told(rules, turn, turn, SquareSet::EMPTY, Vec::new())
}
