//! The mirror of one room: the state that the server sent, and our own unconfirmed move.

use std::collections::BTreeSet;
use std::sync::RwLockReadGuard;
use std::time::Duration;

use game::{PlayError, SharedGame, VisibleGame};
use protocol::{
    Action, ChatLine, Clocks, FogView, LiveState, PlayerName, RoomEvent, RoomPhase, RoomRole,
    RoomState, VisibleEntry,
};
use record::names::milliseconds;
use record::{EntryKind, UciMove};
use rules::{Colour, Move, Turn};

use crate::room_game::{self, MirrorError};

/// The last lines of chat are kept.
const MOST_CHAT: usize = 200;

/// Our move that the server has not confirmed yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pending {
    /// After how many turns it is played.
    pub ply: usize,
    /// The move from square to square.
    pub chess_move: UciMove,
    /// How long we have thought about it.
    thought: Duration,
}

/// Why our move was not sent.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SendMoveError {
    /// We are not in the room.
    #[error("you are not in this game")]
    NotInRoom,
    /// It is not our turn, or the game stands still.
    #[error("it is not your turn")]
    NotYourTurn,
    /// It is not legal.
    #[error(transparent)]
    Refused(#[from] PlayError),
}

impl Pending {
    fn action(&self) -> Action {
        Action::Play {
            ply: self.ply,
            chess_move: self.chess_move,
            thought_ms: Some(milliseconds::whole(self.thought)),
        }
    }
}

/// The mirror of one room.
#[derive(Clone, Debug)]
pub struct Room {
    state: RoomState,
    /// Our own move that is on its way has been played on it, unless it is hidden by fog.
    game: SharedGame,
    /// How many turns the server has confirmed.
    confirmed: usize,
    pending: Option<Pending>,
    live: [LiveState; 2],
    muted: BTreeSet<PlayerName>,
    /// When the present turn began.
    turn_began: Duration,
}

impl Room {
    /// The room as the server sent it.
    pub(crate) fn new(state: RoomState, now: Duration) -> Result<Room, MirrorError> {
        let game = room_game::game_of(&state, now)?;
        Ok(Room::around(SharedGame::new(game), state, now))
    }

    fn around(game: SharedGame, state: RoomState, now: Duration) -> Room {
        let confirmed = game.read().ply();
        let mut room = Room {
            confirmed,
            state,
            game,
            pending: None,
            live: Default::default(),
            muted: BTreeSet::new(),
            turn_began: now,
        };
        room.show_clocks(room.state.clocks, now);
        room
    }

    /// The state that the server sent. [`Room::game`] is the game of its entries, with our own move that
    /// is on its way.
    pub fn state(&self) -> &RoomState {
        &self.state
    }

    /// Our role in the room.
    pub fn role(&self) -> RoomRole {
        self.state.role
    }

    /// The game, as far as we may know it.
    pub fn game(&self) -> RwLockReadGuard<'_, VisibleGame> {
        self.game.read()
    }

    /// A handle of the game, for a screen that shows it and queues premoves; moves are played by
    /// [`Client::play`](crate::Client::play).
    pub fn shared_game(&self) -> &SharedGame {
        &self.game
    }

    /// The side to move.
    pub fn turn(&self) -> Colour {
        self.game().turn()
    }

    /// Is it our turn, so that we may play?
    pub fn is_our_turn(&self) -> bool {
        self.state.phase == RoomPhase::Playing
            && self.pending.is_none()
            && self.role().colour() == Some(self.turn())
    }

    /// Our move that is on its way.
    pub fn pending(&self) -> Option<&Pending> {
        self.pending.as_ref()
    }

    /// The time on a side's clock now, if there are clocks.
    pub fn remaining(&self, side: Colour, now: Duration) -> Option<Duration> {
        self.game().remaining(side, now)
    }

    /// A player's pointer, selection and arrows; empty if nothing is shared.
    pub fn live(&self, side: Colour) -> &LiveState {
        &self.live[side.index()]
    }

    /// Is the sharing of pointer, selection and arrows active? Never under fog, and only while both players allow it.
    pub fn shows_live(&self) -> bool {
        !self.state.options.fog && self.state.seats.iter().all(|seat| seat.live)
    }

    /// The chat without those who are muted.
    pub fn chat(&self) -> impl Iterator<Item = &ChatLine> {
        self.state.chat.iter().filter(|line| !self.muted.contains(&line.from.name))
    }

    /// Is this sender muted?
    pub fn is_muted(&self, name: &PlayerName) -> bool {
        self.muted.contains(name)
    }

    /// Mutes or unmutes a sender, on this client only.
    pub fn mute(&mut self, name: PlayerName, on: bool) {
        if on {
            self.muted.insert(name);
        } else {
            self.muted.remove(&name);
        }
    }

    /// The number of the last event that was seen.
    pub(crate) fn number(&self) -> u64 {
        self.state.number
    }

    /// Replaces everything but what is ours alone: a move on its way and who is muted.
    pub(crate) fn replace(&mut self, state: RoomState, now: Duration) -> Result<(), MirrorError> {
        let (pending, muted) = (self.pending.take(), std::mem::take(&mut self.muted));
        let (mut game, new) = (self.game.clone(), room_game::game_of(&state, now)?);
        game.write().resync(new);
        *self = Room::around(game, state, now);
        self.muted = muted;
        // It is still to be played: it will be sent again.
        let is_due = |pending: &Pending| {
            pending.ply == self.confirmed && self.role().colour() == Some(self.turn())
        };
        if let Some(pending) = pending.filter(is_due) {
            let found = self.game().find(pending.chess_move);
            let _refused_again = found.map(|chess_move| self.game.write().play(now, chess_move));
            self.pending = Some(pending);
        }
        Ok(())
    }

    /// Our move that must be sent, or sent again.
    pub(crate) fn unconfirmed(&self) -> Option<Action> {
        self.pending.as_ref().map(Pending::action)
    }

    /// The server refused our move: it will tell everything anew.
    pub(crate) fn withdraw(&mut self) {
        self.pending = None;
    }

    /// Plays our move on the mirror. What is to be sent is the answer.
    pub(crate) fn play(
        &mut self,
        now: Duration,
        chess_move: Move,
    ) -> Result<Action, SendMoveError> {
        if !self.is_our_turn() {
            return Err(SendMoveError::NotYourTurn);
        }
        let thought = now.saturating_sub(self.turn_began);
        self.game.write().play(now, chess_move)?;
        Ok(self.send_later(chess_move, thought))
    }

    /// Notes that our move is on its way.
    fn send_later(&mut self, chess_move: Move, thought: Duration) -> Action {
        let chess_move = UciMove::of(self.game().rules(), chess_move);
        let pending = Pending { ply: self.confirmed, chess_move, thought };
        let action = pending.action();
        self.pending = Some(pending);
        action
    }

    pub(crate) fn set_live(&mut self, side: Colour, state: LiveState) {
        self.live[side.index()] = state;
    }

    /// Follows what has happened. An error means that the mirror does not fit any more, and
    /// the whole state must be requested.
    pub(crate) fn follow(
        &mut self,
        number: u64,
        event: &RoomEvent,
        now: Duration,
    ) -> Result<(), MirrorError> {
        let expected = self.state.number + 1;
        if number != expected {
            return Err(MirrorError::Event { expected, found: number });
        }
        self.state.number = number;
        if let RoomEvent::Recorded { ply, entry, view, clocks } = event {
            self.follow_entry(*ply, *entry, view.as_deref(), now)?;
            self.show_clocks(*clocks, now);
        }
        if matches!(event, RoomEvent::LiveAllowed { .. }) {
            self.live = Default::default();
        }
        self.state.apply(event);
        if matches!(event, RoomEvent::Seats(_)) {
            self.name_players();
        }
        self.state.truncate_chat(MOST_CHAT);
        Ok(())
    }

    /// Names the players of the game after the seats; a player who leaves stays named.
    fn name_players(&mut self) {
        let mut game = self.game.write();
        for (side, seat) in Colour::BOTH.into_iter().zip(&self.state.seats) {
            if let Some(player) = &seat.player {
                game.set_name(side, player.name.as_str());
            }
        }
    }

    /// A premove whose turn has come must be sent. On an open mirror it was played already.
    pub(crate) fn take_premove(&mut self) -> Option<Action> {
        if self.pending.is_some() {
            return None;
        }
        let confirmed = self.confirmed;
        let next = match &mut *self.game.write() {
            VisibleGame::Fog(game) => game.take_premove()?,
            VisibleGame::Open(game) if game.ply() != confirmed + 1 => return None,
            VisibleGame::Open(game) => {
                let Turn::Move(chess_move) = game.last_turn()?.turn else { return None };
                chess_move
            }
        };
        Some(self.send_later(next, Duration::ZERO))
    }

    fn follow_entry(
        &mut self,
        ply: usize,
        entry: VisibleEntry,
        view: Option<&FogView>,
        now: Duration,
    ) -> Result<(), MirrorError> {
        if ply != self.confirmed {
            return Err(MirrorError::Turn { expected: self.confirmed, found: ply });
        }
        let mut game = self.game.write();
        game.follow(now, ply, entry)?;
        if let (VisibleGame::Fog(game), Some(view)) = (&mut *game, view) {
            room_game::see(game, view)?;
        }
        drop(game);
        let kind = entry.entry().kind;
        self.confirmed = kind.ply_after(ply);
        let is_over = matches!(kind, EntryKind::End(_));
        self.pending.take_if(|pending| is_over || pending.ply != self.confirmed);
        if is_over || self.confirmed != ply {
            self.live = Default::default();
        }
        if kind == EntryKind::Resume || self.confirmed != ply {
            self.turn_began = now;
        }
        Ok(())
    }

    /// Sets the clocks to the times that the server sent.
    pub(crate) fn show_clocks(&mut self, clocks: Option<Clocks>, now: Duration) {
        let Some(clocks) = clocks else { return };
        self.state.clocks = Some(clocks);
        // While a move of ours is on its way, the clock in the message is not that of its turn.
        let mut game = self.game.write();
        if game.ply() == self.confirmed {
            let remaining = [clocks.white_ms, clocks.black_ms].map(Duration::from_millis);
            game.sync_clocks(now, remaining, clocks.running);
        }
    }
}
