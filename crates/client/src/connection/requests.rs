//! Requests to the server, and actions in its rooms.

use std::time::Duration;

use protocol::{
    Action, ChatText, LiveState, PlayerName, RoomCode, RoomId, RoomOptions, Seek, ToServer,
};
use rules::{Colour, Move};

use super::{Client, Effect, LIVE_INTERVAL, Link, LiveUpdate, RoomRequest};
use crate::event::ClientEvent;
use crate::lobby::Lobby;
use crate::room::SendMoveError;

impl Client {
    /// Subscribes to the list of games and its changes.
    pub fn watch_lobby(&mut self, on: bool) {
        self.watches_lobby = on;
        self.lobby = Lobby::default();
        self.send_or_queue(ToServer::WatchLobby { on });
    }

    /// Searches the list of games; [`Client::found`] has the results.
    pub fn ask_games(&mut self, search: &str, page: usize) {
        self.send_or_queue(ToServer::AskGames { search: search.to_owned(), page });
    }

    /// Forgets what was searched for.
    pub fn forget_found(&mut self) {
        self.found = None;
    }

    /// Asks for the ranking lists.
    pub fn ask_ranking(&mut self) {
        self.send_or_queue(ToServer::AskRanking);
    }

    /// Asks for a code for another device; [`Client::issued`] returns it.
    pub fn ask_transfer(&mut self) {
        self.issued = None;
        self.send_or_queue(ToServer::AskTransfer);
    }

    /// Signs our other devices out, and revokes codes for them.
    pub fn revoke_devices(&mut self) {
        self.send_or_queue(ToServer::RevokeDevices);
    }

    /// Reports a player to the operator.
    pub fn report(&mut self, player: PlayerName, text: ChatText) {
        self.send_or_queue(ToServer::Report { player, text });
    }

    /// Blocks or unblocks a player.
    pub fn block(&mut self, player: PlayerName, on: bool) {
        self.send_or_queue(ToServer::Block { player, on });
    }

    /// Looks for an opponent. [`ClientEvent::Paired`] follows when there is one.
    pub fn seek(&mut self, seek: Seek) {
        self.seek = Some(seek.clone());
        self.act_on_seek(ToServer::Seek(seek));
    }

    /// Looks for an opponent no more.
    pub fn cancel_seek(&mut self) {
        if self.seek.take().is_some() {
            self.act_on_seek(ToServer::CancelSeek);
        }
    }

    /// While the connection is lost nothing is sent; a seek is repeated after a reconnect.
    pub(super) fn act_on_seek(&mut self, message: ToServer) {
        if self.link == Link::Online {
            self.send(&message);
        }
    }

    /// Creates a room. [`ClientEvent::Entered`] follows.
    pub fn create(&mut self, options: RoomOptions) {
        self.send_or_queue(ToServer::Create { options });
    }

    /// Sits down in a room.
    pub fn join(&mut self, room: RoomId, code: Option<RoomCode>) {
        self.room_requests
            .insert(room.clone(), RoomRequest { code: code.clone(), plays: true, view: None });
        self.send_or_queue(ToServer::Join { room, code });
    }

    /// Watches a game; under fog with the view of a side, if that player allows it.
    pub fn watch(&mut self, room: RoomId, code: Option<RoomCode>, view: Option<Colour>) {
        self.room_requests
            .insert(room.clone(), RoomRequest { code: code.clone(), plays: false, view });
        self.send_or_queue(ToServer::Watch { room, code, view });
    }

    /// Leaves a room.
    pub fn leave(&mut self, room: &RoomId) {
        self.room_requests.remove(room);
        if self.rooms.remove(room).is_some() {
            self.send_or_queue(ToServer::Leave { room: room.clone() });
            self.events.push_back(ClientEvent::Left(room.clone()));
        }
    }

    /// Plays a move. It is on the board at once, and sent until the server has confirmed it.
    ///
    /// # Errors
    /// Why it cannot be played.
    pub fn play(
        &mut self,
        now: Duration,
        room: &RoomId,
        chess_move: Move,
    ) -> Result<(), SendMoveError> {
        let mirror = self.rooms.get_mut(room).ok_or(SendMoveError::NotInRoom)?;
        let action = mirror.play(now, chess_move)?;
        self.live = None;
        self.act_if_online(room, action);
        Ok(())
    }

    /// Does something else in a room. While the connection is lost it is not done.
    pub fn act(&mut self, room: &RoomId, action: Action) {
        if self.rooms.contains_key(room) {
            self.act_if_online(room, action);
        }
    }

    /// Shares pointer, selection and arrows, now or a little later, if sharing is active.
    pub fn show_live(&mut self, now: Duration, room: &RoomId, state: LiveState) {
        let is_shown = self
            .rooms
            .get(room)
            .is_some_and(|mirror| mirror.role().colour().is_some() && mirror.shows_live());
        if is_shown && self.link == Link::Online {
            self.live = Some(LiveUpdate { room: room.clone(), state });
            self.send_live(now);
        }
    }

    pub(super) fn send_live(&mut self, now: Duration) {
        let is_due = |sent: Duration| now.saturating_sub(sent) >= LIVE_INTERVAL;
        if !self.live_sent.is_none_or(is_due) {
            return;
        }
        if let Some(LiveUpdate { room, state }) = self.live.take() {
            self.live_sent = Some(now);
            self.act_if_online(&room, Action::Live { state });
        }
    }

    pub(super) fn act_if_online(&mut self, room: &RoomId, action: Action) {
        if self.link == Link::Online {
            self.send(&ToServer::Act { room: room.clone(), action });
        }
    }

    fn send_or_queue(&mut self, message: ToServer) {
        if self.link == Link::Online {
            self.send(&message);
        } else if !matches!(
            message,
            // These follow from the room requests after a reconnect.
            ToServer::Join { .. } | ToServer::Watch { .. } | ToServer::WatchLobby { .. }
        ) {
            self.queued.push_back(message);
        }
    }

    pub(super) fn send(&mut self, message: &ToServer) {
        self.effects.push_back(Effect::Send(protocol::write(message)));
    }
}
