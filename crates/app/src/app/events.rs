//! Polls the store and the connection to a server in every frame.

use std::time::Duration;

use protocol::{RoomId, RoomPhase};

use super::App;
use super::pages::Screen;
use crate::context::Context;
use crate::net::NetworkEvent;
use crate::persistence::{StoreNotification, resume};
use crate::play::PlayScreen;
use crate::progress::Progress;
use crate::screens::{self, Page};
use crate::services::Hosting;

impl App {
    /// Handles what the store reports: errors, the active profile, and unfinished games.
    pub(super) fn poll_store(&mut self) {
        let texts = self.cx.texts;
        let Context { store, profiles, progress, dialogs, .. } = &mut self.cx;
        if let Some(fault) = profiles.poll(store) {
            dialogs.error(texts.dialogs.profile_not_kept, texts.store_error(&fault));
        }
        if progress.owner() != profiles.current() {
            *progress = Progress::of(profiles.current(), store);
        }
        progress.poll();
        for notification in store.notifications() {
            match notification {
                StoreNotification::MovedAside { error, to } => {
                    let why = texts.store_error(&error);
                    let told = format!("{why}\n{}", texts.dialogs.store_moved(to));
                    dialogs.error(texts.dialogs.store_damaged, told)
                }
                StoreNotification::NoThread(error) => {
                    let why = texts.dialogs.no_store_thread(texts.io_error(&error));
                    let told = format!("{why}\n{}", texts.dialogs.store_closed_about);
                    dialogs.error(texts.dialogs.store_closed, told);
                }
                StoreNotification::NotOpened(error) => {
                    let why = texts.store_error(&error);
                    let told = format!("{why}\n{}", texts.dialogs.store_closed_about);
                    dialogs.error(texts.dialogs.store_closed, told);
                }
                StoreNotification::NotKept(error) => {
                    let told =
                        format!("{}\n{}", texts.store_error(&error), texts.dialogs.not_kept_about);
                    dialogs.error(texts.dialogs.not_kept, told);
                }
            }
        }
        if let Some(found) = self.finding.take_if(|finding| finding.is_ready())
            && let Some(Ok(found)) = found.take()
        {
            if found.put_away > 0 {
                dialogs.notice(texts.menu.left_games_kept(found.put_away));
            }
            self.menu.offer(found.newest);
        }
        self.poll_claim();
        self.follow_profile();
    }

    /// Takes over the game that was left, unless another window was faster.
    pub(super) fn take_over(&mut self) {
        let Some(game) = self.menu.take_unfinished() else { return };
        let slot = game.slot.clone();
        self.claiming = Some((self.cx.store.query(move |store| store.claim(&slot)), game));
        self.poll_claim();
    }

    /// Another game is played: the one that was offered goes into the library, so that it can be
    /// found.
    pub(super) fn set_unfinished_aside(&mut self) {
        let Some(game) = self.menu.take_unfinished() else { return };
        self.cx.store.execute(move |store| resume::put_away(store, &game));
        let texts = self.cx.texts;
        self.cx.dialogs.notice(texts.menu.left_games_kept(1));
    }

    fn poll_claim(&mut self) {
        let Some((answer, game)) = self.claiming.take_if(|(answer, _)| answer.is_ready()) else {
            return;
        };
        match (answer.take(), resume::resume(&game)) {
            (Some(Ok(true)), Some(game)) => self.play(game),
            _ => self.cx.dialogs.notice(self.cx.texts.menu.left_game_gone),
        }
    }

    /// Handles the events of the connection to a server.
    pub(super) fn poll_network(&mut self, ctx: &egui::Context) {
        let now = Duration::from_secs_f64(ctx.input(|input| input.time).max(0.0));
        if self.goes_online && self.cx.profiles.is_known() {
            self.goes_online = false;
            if screens::go_online(&mut self.cx, now) {
                self.open_page(Page::Network);
            }
        }
        self.enter_own_server(ctx);
        self.cx.network.poll(now);
        let texts = self.cx.texts;
        while let Some(event) = self.cx.network.next_event() {
            let dialogs = &mut self.cx.dialogs;
            match event {
                NetworkEvent::Opened { room, is_known } => {
                    self.show_online(&room, now);
                    if !is_known {
                        self.explain_own_game(&room);
                    }
                }
                NetworkEvent::Renamed(name) => dialogs.notice(texts.network.renamed(&name)),
                NetworkEvent::TakenAlong(name) => {
                    dialogs.notice(texts.network.taken_along(&name));
                }
                NetworkEvent::DevicesRevoked(count) => {
                    dialogs.notice(texts.network.devices_revoked(count));
                }
                NetworkEvent::Refused(refusal) => {
                    dialogs.notice(texts.network.refused(texts.refusal(&refusal)));
                }
                NetworkEvent::NotKept(error) => {
                    dialogs.notice(texts.network.not_kept(texts.io_error(&error)));
                }
            }
        }
        if let Some(next) = self.cx.network.next_wake() {
            ctx.request_repaint_after(next.saturating_sub(now));
        }
    }

    /// Goes to the server on this computer as soon as it runs again.
    fn enter_own_server(&mut self, ctx: &egui::Context) {
        let hosting = self.cx.services.lan.as_ref().map(|lan| lan.hosting());
        match hosting.filter(|_| self.hosts_again) {
            None => {}
            Some(Hosting::Starting) => ctx.request_repaint_after(Duration::from_millis(100)),
            Some(Hosting::On { address, .. }) => {
                self.hosts_again = false;
                screens::enter_own_server(&address, &mut self.cx);
                self.open_page(Page::Network);
            }
            Some(Hosting::Off) => self.hosts_again = false,
            Some(Hosting::Failed(why)) => {
                self.hosts_again = false;
                let texts = self.cx.texts;
                self.cx.dialogs.notice(texts.network.host_failed(texts.hosting_fault(&why)));
            }
        }
    }

    /// A user who joins a room and still waits has joined their own, from another window.
    fn explain_own_game(&mut self, room: &RoomId) {
        let texts = self.cx.texts;
        let network = &self.cx.network;
        let is_own = network.client().and_then(|client| client.room(room)).is_some_and(|mirror| {
            mirror.role().colour().is_some() && mirror.state().phase == RoomPhase::Waiting
        });
        if is_own {
            self.cx.dialogs.notice(texts.network.own_game);
        }
    }

    /// Shows a game over the network, from which the way back is the list of games.
    fn show_online(&mut self, room: &RoomId, now: Duration) {
        if self.online.as_ref().and_then(PlayScreen::room) != Some(room) {
            self.online = PlayScreen::online(room, &mut self.cx, now);
        }
        self.screens.retain(|screen| !matches!(screen, Screen::Online));
        if !matches!(self.screens.last(), Some(Screen::Page(Some(Page::Network), _))) {
            self.open_page(Page::Network);
        }
        self.screens.push(Screen::Online);
    }
}
