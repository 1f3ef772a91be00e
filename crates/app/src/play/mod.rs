//! The game itself: the board, the clocks and everything beside them.

mod board;
mod board_labels;
mod command;
mod dispatch;
mod engine_worker;
mod files;
mod keys;
mod layout;
mod online;
mod overlays;
mod piece_atlases;
mod piece_card;
mod session;
mod sidebar;
mod zoom;

use std::cell::RefCell;
use std::time::Duration;

use board_ui::BoardGeometry;
use egui::{Rect, Ui};
use protocol::{RoomId, RoomPhase};
use rules::{Colour, History};

use board::{Board, RemoteInput};
pub use board_labels::BoardLabels;
use command::Command;
pub use engine_worker::{
    EngineHandle, EngineReport, EngineRequest, Task, WebWorkerHost, spare_threads,
};
pub use files::{
    choose_picture, copy_fen, copy_pgn, format_of, pasted, write as write_file, written,
};
use layout::Arrangement;
pub use layout::arrange;
use online::{Online, invite, remote_pointers};
pub use piece_atlases::PieceAtlases;
pub use session::Promotion;
use session::{Engines, Names, Preferences, Session};
use sidebar::{MoveList, Sidebar};
pub use zoom::Zoom;

use crate::context::Context;
use crate::dialogs::{Answer, Ticket};
use crate::navigation::Navigation;
use crate::new_game::{NewGame, PlayerChoice};
use crate::persistence::autosave::{can_be_rated, players_of};
use crate::persistence::{Autosave, Notes, ResumeInfo};
use crate::picture::board_style;
use crate::services::repaint;
use crate::style::widgets::{QrPicture, within_named};

/// The screen on which a game is played.
pub struct PlayScreen {
    start: NewGame,
    /// Begins with the first frame, when the time is known.
    session: Option<Session>,
    board: Board,
    zoom: Zoom,
    art: PieceAtlases,
    moves: MoveList,
    board_rests: bool,
    arrangement: Option<Arrangement>,
    covered: Option<Rect>,
    shows_help: bool,
    saving: Option<Ticket>,
    resigning: Option<Ticket>,
    restarting: Option<Ticket>,
    autosave: Autosave,
    /// What there is besides, if the game is one over the network.
    online: Option<Online>,
    /// The code of the link that invites to it.
    code: Option<QrPicture>,
    /// The moment of the game that was last kept.
    kept: Option<u64>,
    /// The time of the last frame.
    now: Duration,
}

impl PlayScreen {
    /// Sets the pieces up.
    pub fn new(game: NewGame, cx: &mut Context) -> PlayScreen {
        PlayScreen {
            board: Board::new(game.glide),
            zoom: Zoom::default(),
            art: PieceAtlases::new(&game, cx),
            autosave: autosave_for(&game, cx),
            start: game,
            session: None,
            moves: MoveList::default(),
            board_rests: true,
            arrangement: None,
            covered: None,
            shows_help: false,
            saving: None,
            resigning: None,
            restarting: None,
            online: None,
            code: None,
            kept: None,
            now: Duration::ZERO,
        }
    }

    /// Shows a game over the network, in a room that we are in.
    pub fn online(room: &RoomId, cx: &mut Context, now: Duration) -> Option<PlayScreen> {
        let mirror = cx.network.client()?.room(room)?;
        let start = mirror.state().options.first_position().ok()?;
        let own = mirror.role().colour();
        let seats = [PlayerChoice::Human, PlayerChoice::Human];
        let mut game =
            NewGame { bottom: own.unwrap_or(Colour::White), ..NewGame::new(start, seats) };
        if let Some(own) = own {
            game.profiles[own.index()] = cx.profiles.current();
        }
        let mut screen = PlayScreen::new(game, cx);
        screen.autosave.unrate();
        screen.online = Some(Online::new(room.clone(), now, &cx.network));
        screen.now = now;
        Some(screen)
    }

    /// The room of a game over the network.
    pub fn room(&self) -> Option<&RoomId> {
        self.online.as_ref().map(Online::room)
    }

    /// Shows the game and lets the user play.
    pub fn ui(&mut self, ui: &mut Ui, cx: &mut Context) -> Option<Navigation> {
        let now = Duration::from_secs_f64(ui.input(|input| input.time).max(0.0));
        self.now = now;
        self.begin(ui.ctx(), cx);
        let has_dialog = cx.dialogs.is_open();
        let session = self.session.as_mut()?;
        if let Some(online) = &mut self.online
            && !online.follow(session, cx, now)
        {
            return Some(Navigation::Back);
        }
        session.set_preferences(Preferences::from(&cx.settings));
        match has_dialog {
            true => session.pause(now),
            false => session.resume(now),
        }
        // The computer waits until the last move has been seen and kept.
        session.poll(now, self.board_rests && self.autosave.is_settled());
        self.art.follow(ui.ctx(), session.game().rules(), session.bottom(), cx);
        let commands = self.show(ui, cx, now);
        let mut navigation = None;
        for command in commands {
            navigation = navigation.or(self.dispatch(command, ui.ctx(), cx, now));
        }
        self.take_answers(cx, now);
        if let (Some(online), Some(session)) = (&mut self.online, &mut self.session) {
            online.send_intents(session, cx, now);
            online.send_live(self.board.live(), &mut cx.network, now);
        }
        self.keep_what_was_reached(ui.ctx(), cx, now);
        navigation
    }

    /// The game so far, for the menu to show; under fog nothing that is hidden.
    pub fn history(&self) -> History {
        match &self.session {
            Some(session) => match session.game().open().filter(|game| !game.is_foggy()) {
                Some(game) => game.history().clone(),
                None => History::new(session.game().start().clone()),
            },
            None => History::new(self.start.start.clone()),
        }
    }

    /// Is there anything left to be played? A solved puzzle leaves nothing.
    pub fn goes_on(&self) -> bool {
        self.session.as_ref().is_none_or(|session| match session.puzzles() {
            Some(run) => run.state() != session::PuzzleState::Solved,
            None => !session.game().is_over(),
        })
    }

    /// The part of the window that the board covers for certain.
    pub fn covered(&self) -> Option<Rect> {
        self.covered
    }

    /// The side at the bottom of the screen.
    pub fn bottom(&self) -> Colour {
        self.session.as_ref().map_or(self.start.bottom, Session::bottom)
    }

    /// The user leaves the screen or ends the program: saves what must not be lost.
    pub fn leave(&mut self, cx: &mut Context) {
        let now = self.now;
        let Some(session) = &mut self.session else { return };
        session.pause(now);
        self.shows_help = false;
        self.autosave.retry();
        if !self.autosave.is_away() {
            // The clocks have run since the last move.
            self.kept = None;
        }
        self.keep(cx);
    }

    /// Another game takes its place: it goes into the library, ended or not.
    pub fn close(&mut self, cx: &mut Context) {
        if self.online.is_some() {
            // The server keeps games over the network.
            return;
        }
        let Some(session) = self.session.as_ref().filter(|session| session.puzzles().is_none())
        else {
            return;
        };
        self.autosave.retry();
        if let Some(game) = session.game().open().filter(|_| !self.autosave.is_away()) {
            self.autosave.put_away(&session.archive(game, self.now), &cx.store);
        }
    }

    /// Saves the game, and returns what its end has done to the ratings.
    fn keep(&mut self, cx: &mut Context) {
        self.autosave_game(cx);
        if self.online.is_none() {
            self.tell_rating(cx);
        }
    }

    /// Keeps the game after every move, so that it is offered again at the next start, and puts
    /// it away when it has ended for good.
    fn autosave_game(&mut self, cx: &Context) {
        let Some(session) = self.session.as_mut().filter(|session| session.puzzles().is_none())
        else {
            return;
        };
        let has_ended = session.take_end();
        let game = session.game();
        let Some(game) = game.open() else { return };
        let archive = || session.archive(game, self.now);
        if self.online.is_some() {
            // Elsewhere it is kept while it goes on; its end before our eyes is kept here as well.
            if has_ended && game.players().only_human().is_some() {
                self.autosave.put_away(&archive(), &cx.store);
            }
            return;
        }
        if cx.settings.evaluation {
            self.autosave.unrate();
        }
        let ends = game.is_over() && !session.can_take_back_resignation(self.now);
        let is_new = self.kept.replace(session.moment()) != Some(session.moment());
        if ends && !self.autosave.is_away() {
            self.autosave.put_away(&archive(), &cx.store);
        } else if !ends && is_new && game.ply() == 0 {
            self.autosave.forget(&cx.store);
        } else if !ends && is_new {
            self.autosave.save(game, archive, &cx.store);
        }
    }

    /// Tells what a game that was put away has done to the ratings of those who played it.
    fn tell_rating(&mut self, cx: &mut Context) {
        let Some(away) = self.autosave.take_put_away() else { return };
        for (player, change) in self.autosave.players().iter().zip(away.changes) {
            let person = player.and_then(|id| cx.profiles.of(id));
            let (Some(person), Some(change)) = (person, change) else { continue };
            let (rating, points) = (change.after.value.round(), format!("{:+}", change.points()));
            let told = cx.texts.play.rating_changed(&person.profile.name, points, rating);
            cx.dialogs.notice(told);
        }
    }

    fn begin(&mut self, ctx: &egui::Context, cx: &mut Context) {
        if self.session.is_some() {
            return;
        }
        let name = |id| cx.profiles.of(id).map(|person| person.profile.name.to_string());
        let names = Names {
            you: cx.texts.play.you.to_owned(),
            known: self.autosave.players().map(|player| player.and_then(name)),
            computer: cx.texts.common.computer.to_owned(),
            programs: self.start.programs.each_ref().map(|it| Some(it.as_ref()?.name.clone())),
            sides: [cx.texts.common.white.to_owned(), cx.texts.common.black.to_owned()],
        };
        let wake = repaint(ctx);
        let engines = Engines::new(&wake, cx.services.workers.as_ref())
            .with_programs(&self.start.programs, &wake);
        let preferences = Preferences::from(&cx.settings);
        let (mut session, fault) =
            Session::new(&self.start, &names, preferences, engines, self.now);
        if let Some(fault) = fault {
            cx.dialogs.error(cx.texts.play.record_faulty, cx.texts.fault(fault));
        }
        for (number, puzzle) in self.start.puzzles.iter().enumerate() {
            if cx.progress.is_solved(puzzle) {
                session.mark_solved(number);
            }
        }
        if self.autosave.is_away() {
            self.kept = Some(session.moment());
        }
        if let Some(online) = &mut self.online {
            online.begin(&mut session, cx, self.now);
        }
        self.session = Some(session);
    }

    fn show(&mut self, ui: &mut Ui, cx: &mut Context, now: Duration) -> Vec<Command> {
        let Some(session) = &mut self.session else { return Vec::new() };
        let mut commands = Vec::new();
        // What is typed into the chat is no command.
        let takes_keys = !cx.dialogs.is_open() && !self.shows_help && !ui.ctx().text_edit_focused();
        if takes_keys {
            commands.extend(keys::next_thing(ui, session));
        }
        let space = ui.available_rect_before_wrap();
        let pixels = ui.ctx().pixels_per_point();
        let mut arrangement = arrange(space, session.game().rules().size(), pixels);
        if self.online.is_some() {
            arrangement = arrangement.with_chat(space);
        }
        let (geometry, command) = self.show_board(ui, arrangement, cx, now);
        commands.extend(command);
        let Some(session) = &mut self.session else { return commands };
        let shows_chat = sidebar::chat_place(&arrangement).is_some();
        let online = self.online.as_ref().and_then(|online| online.view(&cx.network, shows_chat));
        let notation = cx.settings.notation;
        let side = Sidebar {
            session,
            art: &self.art,
            texts: cx.texts,
            now,
            online,
            notation,
            board_rests: self.board_rests,
            profiles: self.autosave.players().map(|player| cx.profiles.of(player?)),
            avatars: RefCell::new(&mut cx.avatars),
        };
        let asked = within_named(ui, arrangement.side, "side", |ui| {
            side.show(ui, &arrangement, &mut self.moves)
        });
        commands.extend(asked);
        cx.dialogs.place_notices(arrangement.side);
        commands.extend(overlays::resignation(ui.ctx(), session, cx.texts, now));
        if let (Some(square), Some(geometry)) = (self.board.hovered, geometry)
            && let Some(piece) = session.scene().view.piece_at(square)
            && cx.settings.piece_cards
            && piece_card::is_unfamiliar(session.game().rules(), piece.kind())
        {
            let place = geometry.square_rect(square);
            let style = board_style(&cx.settings, &cx.theme);
            let game = session.game();
            piece_card::show(ui.ctx(), place, piece, game.rules(), &self.art, &style, cx.texts);
        }
        if self.shows_help && overlays::help(ui.ctx(), cx.texts) {
            self.shows_help = false;
        } else if takes_keys {
            commands.extend(keys::commands(ui, session));
        }
        commands.extend(self.show_online(ui, &arrangement, cx, now));
        commands
    }

    /// The board, or what hides it until the next player sits at the screen.
    fn show_board(
        &mut self,
        ui: &mut Ui,
        arrangement: Arrangement,
        cx: &Context,
        now: Duration,
    ) -> (Option<BoardGeometry>, Option<Command>) {
        let Some(session) = &mut self.session else { return (None, None) };
        let is_settled = self.arrangement.replace(arrangement) == Some(arrangement);
        if let Some(to) = session.game().hand_over() {
            self.board.forget();
            self.board_rests = true;
            self.covered = None;
            return (None, overlays::hand_over(ui, arrangement.board, to, cx.texts));
        }
        let hands = [cx.theme.interface.accent, cx.theme.interface.warning];
        let room = self.online.as_ref().and_then(|online| online.mirror(&cx.network));
        let others = room.map_or_else(RemoteInput::default, |room| remote_pointers(room, hands));
        let place = self.zoom.follow(ui, arrangement.board);
        let output = within_named(ui, place, "board", |ui| {
            if place != arrangement.board {
                ui.set_clip_rect(arrangement.board.intersect(ui.clip_rect()));
            }
            self.board.show(ui, session, &mut self.art, cx, &others, now)
        });
        self.board_rests = !output.moving;
        // The corners of the board are round, and a window that grows has not painted it yet.
        let seen = output.geometry.rect().intersect(arrangement.board);
        let inner = seen.shrink(output.geometry.tile() / 2.0);
        self.covered = is_settled.then_some(inner);
        (Some(output.geometry), None)
    }

    /// The chat, and the invitation while there is no opponent.
    fn show_online(
        &mut self,
        ui: &mut Ui,
        arrangement: &Arrangement,
        cx: &mut Context,
        now: Duration,
    ) -> Option<Command> {
        let online = self.online.as_mut()?;
        online.send_report(cx, now);
        let client = cx.network.client()?;
        let (mirror, blocked) = (client.room(online.room())?, client.blocked());
        // While the invitation is shown there is no one to chat with.
        let is_over = online.chat.is_open() && mirror.state().phase != RoomPhase::Waiting;
        let place = sidebar::chat_place(arrangement)
            .or_else(|| is_over.then(|| online::chat_over(arrangement.board)));
        let wish = place.and_then(|place| online.chat.show(ui, place, mirror, blocked, cx.texts));
        if let Some(wish) = wish {
            online.say(wish, cx, now);
        }
        let mirror = cx.network.client()?.room(online.room())?;
        if mirror.state().phase != RoomPhase::Waiting {
            return None;
        }
        let link = cx.network.invitation(online.room())?.to_string();
        if self.code.as_ref().is_none_or(|code| code.text() != link) {
            self.code = Some(QrPicture::new(&link));
        }
        let has_page = || cx.services.lan.as_ref().is_none_or(|lan| lan.has_page());
        let code = self.code.as_ref().filter(|_| !cx.network.hosts() || has_page());
        invite(ui, arrangement.board, &link, code, cx.texts)
    }

    fn take_answers(&mut self, cx: &mut Context, now: Duration) {
        let Some(session) = &mut self.session else { return };
        if let Some(Answer::File(path)) = cx.dialogs.answer(&mut self.saving) {
            files::save(session, &path, cx, now);
        }
        if cx.dialogs.answer(&mut self.resigning) == Some(Answer::Yes) {
            session.resume(now);
            session.resign(now);
        }
        if cx.dialogs.answer(&mut self.restarting) == Some(Answer::Yes) {
            self.restart(cx);
        }
    }

    /// Notes solved puzzles, plays the sounds and asks for the next frame.
    fn keep_what_was_reached(&mut self, ctx: &egui::Context, cx: &mut Context, now: Duration) {
        let Some(session) = &mut self.session else { return };
        for done in session.take_tries() {
            if let Some(puzzle) = self.start.puzzles.get(done.number) {
                cx.progress.note(puzzle, done.is_solved, done.time, &cx.store);
            }
        }
        cx.sounds.play_all(session.take_cues());
        if let Some(next) = session.next_change(now) {
            ctx.request_repaint_after(next - now);
        }
        self.keep(cx);
    }

    /// Starts the same game again; the one that was going on goes into the library.
    fn restart(&mut self, cx: &mut Context) {
        self.close(cx);
        let Some(session) = &mut self.session else { return };
        session.restart(self.now);
        self.autosave = self.autosave.again(can_be_rated(session.game().start()));
    }
}

/// The autosave of a game. A new game belongs to the active profile; one that is
/// only viewed is not saved until a move is played.
fn autosave_for(game: &NewGame, cx: &Context) -> Autosave {
    let owner = cx.profiles.current();
    let players = match game.profiles {
        [None, None] => players_of(game.seats.map(|seat| seat == PlayerChoice::Human), owner),
        chosen => chosen,
    };
    match (&game.resume, &game.record) {
        (Some(resume), _) => Autosave::new(resume.clone()),
        (None, None) => {
            let is_rated = can_be_rated(&game.start) && game.programs.iter().all(Option::is_none);
            let notes = Notes { players, library: Vec::new(), is_rated };
            Autosave::new(ResumeInfo { slot: None, owner, notes })
        }
        (None, Some(_)) => Autosave::looked_at(ResumeInfo { owner, ..ResumeInfo::default() }),
    }
}
