//! A game over the network on the screen: it is shown from the mirror that the client keeps, and
//! whatever is done goes to the server.

mod chat;
mod invite;
mod live;

use std::time::Duration;

use client::Room;
use egui::{Rect, vec2};
use protocol::{
    Action, ChatText, LiveState, PlayerName, Presence, RoomEvent, RoomId, RoomPhase, RoomRole,
};
use record::EntryKind;
use rules::Colour;

pub use chat::{Chat, ChatIntent};
pub use invite::invite;
pub use live::remote_pointers;

use super::session::{GameIntent, Session};
use crate::context::Context;
use crate::dialogs::{Answer, TextPrompt, Ticket};
use crate::net::Network;

/// Something that is done in a game over the network, besides moving.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnlineCommand {
    /// Answer the wish to take a move back.
    AnswerTakeBack(bool),
    /// Claim the win, as the other player has gone.
    Claim,
    /// Show each other's hands, or no longer.
    Live,
    /// Let spectators see the own view under fog, or no longer.
    ShowView,
    /// Watch a game under fog with the eyes of a side.
    View(Colour),
    /// Show or hide the chat.
    Chat,
    /// To the list of games.
    Leave,
}

/// A game over the network on the screen.
pub struct Online {
    room: RoomId,
    pub chat: Chat,
    /// The hand that was sent last.
    told: LiveState,
    /// When the game of a player who is away can be claimed.
    claim_at: [Option<Duration>; 2],
    /// A player who is being reported.
    reporting: Option<(Ticket, PlayerName)>,
}

/// What everything beside the board shows of a game over the network.
#[derive(Clone, Copy)]
pub struct OnlineView<'a> {
    /// The mirror of the room.
    pub room: &'a Room,
    /// Does the server know us now?
    pub is_online: bool,
    /// When the game of a player who is away can be claimed.
    pub claim_at: [Option<Duration>; 2],
    /// How many lines of the chat were not shown yet.
    pub unread: usize,
    /// Is the chat shown at all times, so that it needs no button?
    pub shows_chat: bool,
}

impl OnlineView<'_> {
    /// The side that we play.
    pub fn own(&self) -> Option<Colour> {
        self.room.role().colour()
    }

    /// The name of a player; nothing if the seat is free.
    pub fn name(&self, side: Colour) -> Option<String> {
        let player = self.room.state().seats[side.index()].player.as_ref()?;
        Some(player.name.to_string())
    }

    /// Is a player away?
    pub fn is_away(&self, side: Colour) -> bool {
        self.room.state().seats[side.index()].presence != Presence::Here
    }

    /// What the room is doing.
    pub fn phase(&self) -> RoomPhase {
        self.room.state().phase
    }
}

impl Online {
    /// The screen of a room that we are in.
    pub fn new(room: RoomId, now: Duration, network: &Network) -> Online {
        let mut online = Online {
            room,
            chat: Chat::default(),
            told: LiveState::default(),
            claim_at: [None; 2],
            reporting: None,
        };
        if let Some(mirror) = online.mirror(network) {
            online.chat.skip(mirror.state().chat.len());
            online.claim_at = claim_times(mirror, now);
        }
        online
    }

    pub fn room(&self) -> &RoomId {
        &self.room
    }

    /// The mirror of the room, as long as we are in it.
    pub fn mirror<'n>(&self, network: &'n Network) -> Option<&'n Room> {
        network.client()?.room(&self.room)
    }

    /// What everything beside the board shows.
    pub fn view<'n>(&self, network: &'n Network, shows_chat: bool) -> Option<OnlineView<'n>> {
        Some(OnlineView {
            room: self.mirror(network)?,
            is_online: network.is_online(),
            claim_at: self.claim_at,
            unread: self.chat.unread(),
            shows_chat,
        })
    }

    /// Puts the server's game on the board.
    pub fn begin(&self, session: &mut Session, cx: &mut Context, now: Duration) {
        let Some(mirror) = self.mirror(&cx.network) else { return };
        session.attach(mirror.shared_game(), now);
        let seat = mirror.role().colour().map(|own| &mirror.state().seats[own.index()]);
        if seat.is_some_and(|seat| seat.live && !cx.settings.live) {
            self.act(Action::AllowLive { on: false }, &mut cx.network, now);
        }
    }

    /// Follows what has happened; returns whether we are still in the room.
    pub fn follow(&mut self, session: &mut Session, cx: &mut Context, now: Duration) -> bool {
        let Some(changes) = cx.network.take_changes(&self.room) else {
            return self.mirror(&cx.network).is_some();
        };
        let Some(mirror) = self.mirror(&cx.network) else { return false };
        session.attach(mirror.shared_game(), now);
        let tells_presence = changes.is_empty()
            || changes
                .iter()
                .any(|event| matches!(event, RoomEvent::Presence { .. } | RoomEvent::Seats(_)));
        if tells_presence {
            self.claim_at = claim_times(mirror, now);
        }
        for event in &changes {
            match event {
                RoomEvent::Recorded { entry, .. } => match entry.entry().kind {
                    EntryKind::OfferDraw(_) | EntryKind::AskTakeBack(_) => {
                        cx.sounds.play(sound::Cue::Notify);
                    }
                    EntryKind::Resume => cx.sounds.play(sound::Cue::Start),
                    _ => {}
                },
                RoomEvent::RematchOffered { .. } => cx.sounds.play(sound::Cue::Notify),
                RoomEvent::Chat(line) => {
                    let is_own = cx.network.client().is_some_and(|c| *c.name() == line.from.name);
                    if !is_own && !mirror.is_muted(&line.from.name) {
                        self.chat.came();
                        cx.sounds.play(sound::Cue::Notify);
                    }
                }
                _ => {}
            }
        }
        true
    }

    /// Sends what the user did to the server, and shows at once what comes of it.
    pub fn send_intents(&mut self, session: &mut Session, cx: &mut Context, now: Duration) {
        let intents = session.take_intents();
        let Some(client) = cx.network.client_mut().filter(|_| !intents.is_empty()) else { return };
        for intent in intents {
            match intent {
                GameIntent::Play(chess_move) => {
                    if let Err(why) = client.play(now, &self.room, chess_move) {
                        cx.dialogs.notice(cx.texts.send_move_error(&why));
                    }
                    // A move resets it everywhere.
                    self.told = LiveState::default();
                }
                GameIntent::Act(action) => client.act(&self.room, action),
            }
        }
        session.follow(now);
        cx.network.poll(now);
    }

    /// Shows others what our hand does, if it has changed.
    pub fn send_live(&mut self, live: &LiveState, network: &mut Network, now: Duration) {
        if let Some(client) = network.client_mut().filter(|_| *live != self.told) {
            self.told = live.clone();
            client.show_live(now, &self.room, live.clone());
        }
    }

    /// Does something in the room.
    pub fn act(&self, action: Action, network: &mut Network, now: Duration) {
        if let Some(client) = network.client_mut() {
            client.act(&self.room, action);
        }
        network.poll(now);
    }

    /// Does what a button asks for.
    pub fn dispatch(&mut self, command: OnlineCommand, cx: &mut Context, now: Duration) {
        let Some(mirror) = self.mirror(&cx.network) else { return };
        let seat = mirror.role().colour().map(|own| &mirror.state().seats[own.index()]);
        let action = match command {
            OnlineCommand::AnswerTakeBack(accept) => Action::AnswerTakeBack { accept },
            OnlineCommand::Claim => Action::ClaimAbandoned,
            OnlineCommand::Live => {
                let on = !seat.is_some_and(|seat| seat.live);
                cx.settings.live = on;
                Action::AllowLive { on }
            }
            OnlineCommand::ShowView => {
                Action::ShowView { on: !seat.is_some_and(|seat| seat.shows_view) }
            }
            OnlineCommand::View(side) => {
                let (room, code) = (self.room.clone(), mirror.state().code.clone());
                if let Some(client) = cx.network.client_mut() {
                    client.watch(room, code, Some(side));
                }
                cx.network.poll(now);
                return;
            }
            OnlineCommand::Chat => {
                self.chat.toggle();
                return;
            }
            OnlineCommand::Leave => {
                let plays_on = mirror.role() != RoomRole::Spectator
                    && matches!(mirror.state().phase, RoomPhase::Playing | RoomPhase::Paused);
                if !plays_on {
                    cx.network.leave(&self.room);
                    cx.network.poll(now);
                }
                return;
            }
        };
        self.act(action, &mut cx.network, now);
    }

    /// Does what the chat asks for.
    pub fn say(&mut self, wish: ChatIntent, cx: &mut Context, now: Duration) {
        match wish {
            ChatIntent::Say(text) => self.act(Action::Chat { text }, &mut cx.network, now),
            ChatIntent::Mute(name, on) => self.mute(name, on, &mut cx.network),
            ChatIntent::Report(name) => {
                let texts = &cx.texts.network;
                let ticket = cx.dialogs.prompt(TextPrompt {
                    title: texts.report(name.as_str()),
                    name: texts.report_what.to_owned(),
                    typed: String::new(),
                    accept: texts.report_yes.to_owned(),
                    check: |typed, texts| {
                        ChatText::new(typed).err().map(|_| texts.network.report_wrong.to_owned())
                    },
                });
                self.reporting = Some((ticket, name));
            }
            ChatIntent::Block(name, on) => {
                if on {
                    cx.dialogs.notice(cx.texts.network.block_done(name.as_str()));
                }
                self.mute(name.clone(), on, &mut cx.network);
                if let Some(client) = cx.network.client_mut() {
                    client.block(name, on);
                }
                cx.network.poll(now);
            }
        }
    }

    fn mute(&self, name: PlayerName, on: bool, network: &mut Network) {
        let room = network.client_mut().and_then(|client| client.room_mut(&self.room));
        if let Some(room) = room {
            room.mute(name, on);
        }
    }

    /// Sends a report once it is written.
    pub fn send_report(&mut self, cx: &mut Context, now: Duration) {
        if let Some((name, Answer::Text(typed))) = cx.dialogs.answer_about(&mut self.reporting)
            && let (Ok(text), Some(client)) = (ChatText::new(&typed), cx.network.client_mut())
        {
            client.report(name, text);
            cx.dialogs.notice(cx.texts.network.report_done);
            cx.network.poll(now);
        }
    }
}

/// The place of a chat that lies over the board.
pub fn chat_over(board: Rect) -> Rect {
    let size = vec2(300.0_f32.min(board.width() - 16.0), 320.0_f32.min(board.height() - 16.0));
    // The own pieces are at the bottom.
    let at = board.right_top() + vec2(-size.x - 8.0, 8.0);
    Rect::from_min_size(at, size)
}

fn claim_times(mirror: &Room, now: Duration) -> [Option<Duration>; 2] {
    let time = |seat: &protocol::SeatState| match seat.presence {
        Presence::Here => None,
        Presence::Reconnecting { claim_in_ms } => Some(now + Duration::from_millis(claim_in_ms)),
    };
    let [white, black] = &mirror.state().seats;
    [time(white), time(black)]
}
