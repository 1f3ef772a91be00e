//! A game whose referee is a server: intents are sent to it, and its state
//! is applied here.

use std::collections::BTreeMap;
use std::time::Duration;

use client::FogBoard;
use game::{Attempt, Event, Game, GameTerms, Premove, ReplayError, View};
use protocol::UciMove;
use record::{ClockTimes, Entry, EntryKind, GameRecord};
use rules::{Colour, Move, MoveKind, Piece, Position, Rules, Square, SquareSet};
use sound::Cue;

use super::{Pace, Session};
use crate::new_game::Seat;

/// A request of the user to the server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Intent {
    /// A move.
    Play(UciMove),
    /// A move for when it is our turn.
    Premove(Premove),
    /// Premoves are to be forgotten.
    CancelPremoves,
}

/// State of a server's game besides the game itself.
#[derive(Debug, Default)]
pub(super) struct Remote {
    intents: Vec<Intent>,
    fog: Option<FogSnapshot>,
    /// Sides whose low-time warning was given.
    low: [bool; 2],
}

/// What is visible of a running game under fog.
#[derive(Clone, Debug)]
pub(super) struct FogSnapshot {
    /// The pieces and squares that are seen.
    pub view: View,
    /// What may be played.
    pub moves: Vec<(Move, UciMove)>,
    /// Every turn as far as it is known.
    pub turns: Vec<EntryKind>,
    /// What was seen after fewer turns, as far as we were there.
    pub past: BTreeMap<usize, View>,
    /// The moves that wait for our turn.
    pub premoves: Vec<Premove>,
    /// What is seen, with these made.
    pub pieces: Vec<(Square, Piece)>,
}

impl FogSnapshot {
    /// The view after a number of turns; nothing but fog if we were not there.
    pub(super) fn view_at(&self, ply: usize) -> View {
        match self.past.get(&ply) {
            _ if ply >= self.turns.len() => self.view.clone(),
            Some(view) => view.clone(),
            None => nothing(ply, self.view.turn),
        }
    }
}

/// The state of a server's game.
#[derive(Clone, Copy)]
pub enum RemoteState<'a> {
    /// All of it.
    Open(&'a Game),
    /// What is seen under fog, with the terms and the clocks of the game.
    Fog(&'a FogBoard, &'a GameTerms, Option<[Duration; 2]>, bool),
}

impl Session {
    /// Attaches the session to a server's game.
    ///
    /// # Errors
    /// If the state is inconsistent.
    pub fn attach_server(
        &mut self,
        told: RemoteState<'_>,
        now: Duration,
    ) -> Result<(), ReplayError> {
        let game = self.adopt(told, now)?;
        self.remote.get_or_insert_default();
        self.turns_board = false;
        self.put_on_board(game, [Seat::Human, Seat::Human], now);
        self.write_fog_snapshot();
        self.refresh_scene(now);
        Ok(())
    }

    /// Applies a new state of the server's game, with the events of its mirror.
    ///
    /// # Errors
    /// If the state is inconsistent.
    pub fn apply_update(
        &mut self,
        told: RemoteState<'_>,
        events: Vec<Event>,
        now: Duration,
    ) -> Result<(), ReplayError> {
        let was_over = self.game.is_over();
        let plies = self.fog_snapshot().map(|fog_snapshot| fog_snapshot.turns.len());
        self.game = self.adopt(told, now)?;
        let ends = self.game.is_over() && !was_over;
        let told_end = events.iter().any(|event| matches!(event, Event::Ended(_)));
        for event in events {
            self.process_event(event, ends, now);
        }
        match (plies, self.fog_snapshot()) {
            (Some(before), Some(fog_snapshot)) => {
                let plies = fog_snapshot.turns.len();
                let has_moved = plies == before + 1;
                let takes = fog_snapshot.view.last.is_some_and(|last| last.captured.is_some());
                if has_moved {
                    self.cues.push(if takes { Cue::Capture } else { Cue::Move });
                }
                if plies < before {
                    self.cursor.go_live();
                }
                let pace = if has_moved { Pace::Playing } else { Pace::Browsing };
                self.follow_change(pace, now);
            }
            (None, None) if self.sheet.is_of(&self.game) => {}
            _ => {
                // Moves were taken back, or refused, or the fog has gone.
                self.cursor.go_live();
                self.follow_change(Pace::Browsing, now);
            }
        }
        if let (true, false, Some(end)) = (ends, told_end, self.game.end()) {
            self.process_event(Event::Ended(end), true, now);
        }
        self.write_fog_snapshot();
        self.refresh_scene(now);
        Ok(())
    }

    /// Is the referee a server?
    pub fn is_remote(&self) -> bool {
        self.remote.is_some()
    }

    /// Is it a running game of a server, so that hints and evaluation are off?
    pub fn is_remote_play(&self) -> bool {
        self.is_remote() && !self.game.is_over()
    }

    /// Takes the pending intents.
    pub fn take_intents(&mut self) -> Vec<Intent> {
        self.remote.as_mut().map(|remote| std::mem::take(&mut remote.intents)).unwrap_or_default()
    }

    /// The visible part of a server's game under fog.
    pub(super) fn fog_snapshot(&self) -> Option<&FogSnapshot> {
        self.remote.as_ref()?.fog.as_ref()
    }

    /// Queues an intent for the server, if it is the referee. Returns whether it is.
    pub(super) fn send_intent(&mut self, intent: Intent) -> bool {
        let Some(remote) = &mut self.remote else { return false };
        remote.intents.push(intent);
        true
    }

    /// Queues a move for the server, if it is the referee. Returns whether it is.
    pub(super) fn send_move(&mut self, chess_move: Move) -> bool {
        let text = match self.fog_snapshot() {
            Some(fog_snapshot) => {
                let known = fog_snapshot.moves.iter().find(|(known, _)| *known == chess_move);
                known.map(|(_, text)| *text)
            }
            None => Some(UciMove::of(self.game.rules(), chess_move)),
        };
        match text {
            Some(text) if self.is_remote() => self.send_intent(Intent::Play(text)),
            _ => self.is_remote(),
        }
    }

    /// The result of a move attempt under fog, by the legal moves that the server sent.
    pub(super) fn attempt_in_fog(&self, from: Square, to: Square) -> Option<Attempt> {
        let fog_snapshot = self.fog_snapshot()?;
        let fits = |chess_move: &Move| chess_move.from() == from && chess_move.to() == to;
        let moves: Vec<Move> =
            fog_snapshot.moves.iter().map(|(chess_move, _)| *chess_move).filter(fits).collect();
        Some(match moves[..] {
            [] => Attempt::NotAMove,
            [only] => Attempt::Legal(only),
            _ => Attempt::Promotion(moves),
        })
    }

    /// Marks a side's low-time warning as given; returns whether it was before.
    pub(super) fn is_low_told(&mut self, side: Colour) -> bool {
        let remote = self.remote.as_mut();
        remote.is_some_and(|remote| std::mem::replace(&mut remote.low[side.index()], true))
    }

    fn adopt(&mut self, told: RemoteState<'_>, now: Duration) -> Result<Game, ReplayError> {
        let (game, fog) = match told {
            RemoteState::Open(game) => (game.clone(), None),
            RemoteState::Fog(board, terms, remaining, is_paused) => {
                let start = self.game.start().clone();
                let record = placeholder(&start, board, terms, remaining, is_paused);
                let game = Game::replay(start, record, now)?;
                (game, Some(fog_snapshot(board)))
            }
        };
        self.remote.get_or_insert_default().fog = fog;
        Ok(game)
    }

    /// Under fog the score sheet shows only what the server sent.
    fn write_fog_snapshot(&mut self) {
        if let Some(fog_snapshot) = self.remote.as_ref().and_then(|remote| remote.fog.as_ref()) {
            self.sheet.write_in_fog(&fog_snapshot.turns, self.game.start().turn());
        }
    }
}

/// A game of which the side to move, the players and the clocks are true. Its board is that of the
/// start, as the moves are not known, and is never shown.
fn placeholder(
    start: &Position,
    board: &FogBoard,
    terms: &GameTerms,
    remaining: Option<[Duration; 2]>,
    is_paused: bool,
) -> GameRecord {
    let pass = (start.turn() != board.turn()).then_some(EntryKind::Pass);
    let clocks = remaining.map(|[white, black]| EntryKind::SetClocks(ClockTimes { white, black }));
    let pause = is_paused.then_some(EntryKind::Pause);
    let entries = [pass, clocks, pause].into_iter().flatten().map(Entry::new).collect();
    GameRecord { terms: terms.clone(), entries }
}

/// Nothing but fog.
fn nothing(ply: usize, turn: Colour) -> View {
    View {
        ply,
        turn,
        visible: SquareSet::EMPTY,
        pieces: Vec::new(),
        last: None,
        in_check: SquareSet::EMPTY,
    }
}

fn fog_snapshot(board: &FogBoard) -> FogSnapshot {
    let moves = board.moves().iter();
    let view = board.view().cloned();
    FogSnapshot {
        view: view.unwrap_or_else(|| nothing(board.turns().len(), board.turn())),
        past: board.past().clone(),
        premoves: board.premoves().to_vec(),
        pieces: board.pieces_with_premoves(),
        moves: moves.filter_map(|text| Some((plain_move(board.rules(), *text)?, *text))).collect(),
        turns: board.turns().iter().map(|turn| turn.entry().kind).collect(),
    }
}

/// A move with its squares and what a pawn becomes; whether it takes something is not known.
fn plain_move(rules: &Rules, text: UciMove) -> Option<Move> {
    let kind = match text.promotion {
        Some(letter) => MoveKind::Promotion(rules.piece_type(letter)?),
        None => MoveKind::Plain,
    };
    Some(Move::new(text.from, text.to, kind))
}
