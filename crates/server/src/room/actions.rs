//! Actions of players and spectators in a room.

use std::sync::Arc;
use std::time::Duration;

use game::PlayError;
use notation::uci;
use protocol::{
    Action, ChatLine, ChatSender, ChatText, LiveState, MoveRefusal, NotNow, PlayerName, Refusal,
    RoomEvent, RoomPhase, RoomRole, ToClient, UciMove,
};
use record::names::milliseconds;
use record::{OfferError, Perspective};
use rules::{Colour, Turn};

use super::seat::Occupant;
use super::spectators::Spectator;
use super::{Actor, Room};
use crate::outbox::Outbox;
use crate::room_creation::NewRoom;

/// The refusal of a move under fog: the true reason could reveal hidden pieces.
const NO_MOVE_UNDER_FOG: &str = "the piece cannot go there";

impl Room {
    /// Performs or refuses an action.
    pub(super) async fn act(
        &mut self,
        by: Actor,
        action: Action,
        arrived: Duration,
        round_trip: Duration,
        now: Duration,
    ) {
        let Some(side) = self.seats.side_at(by.connection) else {
            self.act_as_spectator(by, action, now);
            return;
        };
        let is_move = matches!(action, Action::Play { .. });
        let is_chat = matches!(action, Action::Chat { .. });
        let admitted = self.admit(&action);
        let done = match action {
            _ if admitted.is_err() => admitted,
            Action::Play { ply, chess_move, thought_ms } => {
                let thought = thought_ms.map(Duration::from_millis);
                // The time at which it arrived counts, however busy the room was.
                self.play(side, ply, chess_move, thought, round_trip, arrived.min(now))
            }
            Action::Live { state } => {
                self.take_live(side, state);
                Ok(())
            }
            Action::Rematch => self.rematch(side, now).await,
            other => self.act_as_player(side, other, now),
        };
        if let Err(refusal) = done {
            self.refuse_action(by, side, refusal, now);
            return;
        }
        if is_move {
            self.process_entries(arrived.min(now)).await;
            self.server.metrics.count_move(self.server.clock.now().saturating_sub(arrived));
        }
        if is_chat && !self.game.is_over() {
            self.save_chat().await;
        }
        // When this is sent, everything that was done is saved.
        if by.request.is_some() {
            self.process_entries(self.server.clock.now()).await;
            if self.lifecycle.is_lost() {
                return;
            }
            if let Some(outbox) = self.seats[side].outbox(by.connection) {
                outbox.answer(by.request, &ToClient::Done);
            }
        }
    }

    fn act_as_player(
        &mut self,
        side: Colour,
        action: Action,
        now: Duration,
    ) -> Result<(), Refusal> {
        let done = match action {
            Action::Resign => self.started()?.game.resign(now, side),
            Action::OfferDraw => self.started()?.game.offer_draw(now, side),
            Action::AnswerDraw { accept } => self.started()?.game.answer_draw(now, side, accept),
            // Whether a position has come again would tell something about hidden pieces.
            Action::ClaimDraw if self.is_foggy() => {
                return Err(Refusal::NotNow(NotNow::UnderFog));
            }
            Action::ClaimDraw => self.started()?.game.claim_draw(now, side),
            Action::AskTakeBack => self.started()?.game.ask_take_back(now, side),
            Action::AnswerTakeBack { accept } => {
                self.started()?.game.answer_take_back(now, side, accept)
            }
            Action::Abort => self.started()?.game.abort(now),
            Action::ClaimAbandoned => return self.claim_abandoned(side, now),
            Action::Chat { text } => {
                let occupant = self.seats[side].occupant.as_ref();
                let name = occupant.and_then(Occupant::info).map(|player| player.name);
                self.say(name, RoomRole::player(side), text, now);
                Ok(())
            }
            Action::AllowLive { on } => {
                if std::mem::replace(&mut self.seats[side].live, on) != on {
                    self.broadcast(RoomEvent::LiveAllowed { side, on }, now);
                }
                Ok(())
            }
            Action::ShowView { on } => {
                if std::mem::replace(&mut self.seats[side].shows_view, on) != on {
                    self.broadcast(RoomEvent::ViewShown { side, on }, now);
                    if self.is_foggy() {
                        self.broadcast_spectator_states(now);
                    }
                }
                Ok(())
            }
            Action::Play { .. } | Action::Live { .. } | Action::Rematch => {
                debug_assert!(false, "this is done before");
                Ok(())
            }
        };
        done.map_err(Refusal::Offer)
    }

    fn act_as_spectator(&mut self, by: Actor, action: Action, now: Duration) {
        let spectator = self.spectators.get(by.connection);
        let Some(Spectator { outbox, name, .. }) = spectator else { return };
        let (outbox, name) = (Arc::clone(outbox), name.clone());
        match action {
            // While a game goes on, spectators cannot chat with its players.
            Action::Chat { .. } if self.phase() == RoomPhase::Over => {
                match (self.admit(&action), action) {
                    (Ok(()), Action::Chat { text }) => {
                        self.say(Some(name), RoomRole::Spectator, text, now);
                        if by.request.is_some() {
                            outbox.answer(by.request, &ToClient::Done);
                        }
                    }
                    (Err(refusal), _) => self.send_refusal(&outbox, by, refusal),
                    _ => {}
                }
            }
            _ => self.send_refusal(&outbox, by, Refusal::NotAPlayer),
        }
    }

    /// The room, if both players have come.
    fn started(&mut self) -> Result<&mut Room, Refusal> {
        match self.phase() {
            RoomPhase::Waiting => Err(Refusal::NotNow(NotNow::NotBegun)),
            _ => Ok(self),
        }
    }

    fn play(
        &mut self,
        side: Colour,
        ply: usize,
        text: UciMove,
        thought: Option<Duration>,
        round_trip: Duration,
        now: Duration,
    ) -> Result<(), Refusal> {
        let refused = |reason, why: String| Refusal::Move { ply, reason, why };
        self.started()?;
        if self.was_played(side, ply, text) {
            return Ok(());
        }
        // The clock decides first: time may be up, or a turn may have passed.
        self.game.tick(now);
        if self.game.is_over() {
            return Err(refused(MoveRefusal::Over, "the game is over".to_owned()));
        }
        if self.game.turn() != side {
            let why = format!("it is {}'s turn", self.game.turn());
            return Err(refused(MoveRefusal::NotYourTurn, why));
        }
        if self.game.ply() != ply {
            let why = format!("the game is at turn {}", self.game.ply());
            return Err(refused(MoveRefusal::OtherTurn, why));
        }
        let chess_move = uci::parse(self.game.position(), &text.to_string()).map_err(|error| {
            let why = match self.config.options.fog {
                true => NO_MOVE_UNDER_FOG.to_owned(),
                false => error.to_string(),
            };
            refused(MoveRefusal::Illegal, why)
        })?;
        let spent = self.game.thinking_time(now);
        let journey = thought.map_or(round_trip, |thought| spent.saturating_sub(thought));
        let credit = self.seats[side].lag_credit(journey.min(round_trip));
        let played = self.game.play_by(now, side, chess_move, credit);
        played.map_err(|error| {
            let reason = match error {
                PlayError::Over => MoveRefusal::Over,
                PlayError::Paused | PlayError::HandOver => MoveRefusal::Paused,
                PlayError::NotYourTurn { .. } => MoveRefusal::NotYourTurn,
                PlayError::LeavesKingInCheck { .. }
                | PlayError::NeedsPromotion
                | PlayError::Illegal { .. } => MoveRefusal::Illegal,
            };
            refused(reason, error.to_string())
        })?;
        self.seats[side].spend_lag_credit(credit);
        Ok(())
    }

    /// Was this very move played already, and only its confirmation lost?
    fn was_played(&self, side: Colour, ply: usize, text: UciMove) -> bool {
        let Some(turn) = self.game.turns().get(ply).filter(|turn| turn.mover == side) else {
            return false;
        };
        let Turn::Move(chess_move) = turn.turn else { return false };
        UciMove::of(self.game.rules(), chess_move) == text
    }

    fn claim_abandoned(&mut self, side: Colour, now: Duration) -> Result<(), Refusal> {
        self.started()?;
        let Some(since) = self.seats[!side].away_since() else {
            return Err(Refusal::NotNow(NotNow::PlayerIsHere));
        };
        let wait = (since + self.server.timeouts.grace).saturating_sub(now);
        if !wait.is_zero() {
            let wait_ms = milliseconds::whole(wait).max(1);
            return Err(Refusal::StillWaiting { wait_ms });
        }
        self.game.abandon(now, !side).map_err(Refusal::Offer)
    }

    async fn rematch(&mut self, side: Colour, now: Duration) -> Result<(), Refusal> {
        if !self.game.is_over() {
            return Err(Refusal::Offer(OfferError::NotOver));
        }
        if self.rematch.is_settled_for(side) {
            return Ok(());
        }
        self.rematch.set_wanted(side, true);
        if !self.rematch.is_agreed(&self.seats) {
            self.broadcast(RoomEvent::RematchOffered { by: side }, now);
            return Ok(());
        }
        self.await_rating_changes(now).await;
        let occupants = [self.later_occupant(Colour::Black), self.later_occupant(Colour::White)];
        let created = self.server.create_room(NewRoom {
            options: self.config.options.clone(),
            first: self.game.start().clone(),
            occupants,
            owner: self.memory.owner(),
            code: self.config.code.clone(),
        });
        match created.await {
            Ok(room) => {
                self.rematch.room = Some(room.clone());
                self.broadcast(RoomEvent::Rematch { room }, now);
                Ok(())
            }
            Err(refusal) => {
                self.rematch.set_wanted(side, false);
                Err(refusal)
            }
        }
    }

    /// The occupant of a seat, with their rating after this game.
    fn later_occupant(&self, side: Colour) -> Option<Occupant> {
        let mut occupant = self.seats[side].occupant.clone();
        if let (Some(Occupant::Person { rating: Some(rating), .. }), Some(change)) =
            (&mut occupant, self.archiving.rating_changes()[side.index()])
        {
            rating.value += change;
        }
        occupant
    }

    fn say(&mut self, name: Option<PlayerName>, role: RoomRole, text: ChatText, now: Duration) {
        let Some(name) = name else { return };
        let line = ChatLine { from: ChatSender { name, role }, text };
        self.chat.push(line.clone());
        self.broadcast(RoomEvent::Chat(line), now);
    }

    /// Is what players do between moves shown here?
    pub(super) fn shows_live(&self) -> bool {
        !self.config.options.fog && self.seats.iter().all(|seat| seat.live)
    }

    fn take_live(&self, side: Colour, state: LiveState) {
        if self.shows_live() && self.phase() == RoomPhase::Playing && state.is_sound() {
            self.show_live(side, state);
        }
    }

    fn refuse_action(&self, by: Actor, side: Colour, refusal: Refusal, now: Duration) {
        let Some(outbox) = self.seats[side].outbox(by.connection) else { return };
        let is_move = matches!(refusal, Refusal::Move { .. });
        self.send_refusal(outbox, by, refusal);
        if is_move {
            // The player's board shows the move already.
            self.send(outbox, self.state_message(Perspective::Player(side), now));
        }
    }

    fn send_refusal(&self, outbox: &Outbox, by: Actor, refusal: Refusal) {
        self.server.metrics.count_refusal(refusal.reason());
        outbox
            .answer(by.request, &ToClient::Refused { room: Some(self.config.id.clone()), refusal });
    }
}
