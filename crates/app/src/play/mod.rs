//! The game itself: the board, the clocks and everything beside them.

mod art;
mod board;
mod command;
mod files;
mod keys;
mod layout;
mod overlays;
mod perform;
mod piece_card;
mod session;
mod side;
mod thinker;

use std::sync::Arc;
use std::time::Duration;

use board_ui::BoardGeometry;
use egui::{Rect, Ui, UiBuilder};
use rules::{Colour, History};

use art::Art;
use board::Board;
use command::Command;
use layout::{Arrangement, arrange};
use session::{Names, Preferences, Session, Thinkers};
use side::{MoveList, Side};

use crate::context::Context;
use crate::dialogs::{Answer, Ticket};
use crate::last_game;
use crate::navigation::Navigation;
use crate::new_game::NewGame;
use crate::picture::board_style;

/// The screen on which a game is played.
pub struct PlayScreen {
    start: NewGame,
    /// Begins with the first frame, when the time is known.
    session: Option<Session>,
    board: Board,
    art: Art,
    moves: MoveList,
    board_rests: bool,
    arrangement: Option<Arrangement>,
    covered: Option<Rect>,
    shows_help: bool,
    saving: Option<Ticket>,
    resigning: Option<Ticket>,
    restarting: Option<Ticket>,
    /// The moment of the game that was last kept, and when.
    kept: Option<u64>,
    kept_at: Duration,
    /// The time of the last frame.
    now: Duration,
}

/// While a game goes on it is kept at most so often.
const KEEP_EVERY: Duration = Duration::from_secs(10);

impl PlayScreen {
    /// Sets the pieces up.
    pub fn new(game: NewGame, cx: &mut Context<'_>) -> PlayScreen {
        PlayScreen {
            board: Board::new(game.glide),
            art: Art::new(&game, cx),
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
            kept: None,
            kept_at: Duration::ZERO,
            now: Duration::ZERO,
        }
    }

    /// Shows the game and lets the user play.
    pub fn ui(&mut self, ui: &mut Ui, cx: &mut Context<'_>) -> Option<Navigation> {
        let now = Duration::from_secs_f64(ui.input(|input| input.time).max(0.0));
        self.now = now;
        self.begin(ui.ctx(), cx);
        let has_dialog = cx.dialogs.is_open();
        let session = self.session.as_mut()?;
        session.set_preferences(Preferences::from(&*cx.settings));
        match has_dialog {
            true => session.pause(now),
            false => session.resume(now),
        }
        session.poll(now, self.board_rests);
        self.art.follow(ui.ctx(), session.game().rules(), session.bottom(), cx);
        let commands = self.show(ui, cx, now);
        let mut navigation = None;
        for command in commands {
            navigation = navigation.or(self.perform(command, cx, now));
        }
        self.take_answers(cx, now);
        self.keep_what_was_reached(ui.ctx(), cx, now);
        navigation
    }

    /// The game so far, for the menu to show; under fog nothing that is hidden.
    pub fn history(&self) -> History {
        match &self.session {
            Some(session) if !session.is_foggy() => session.game().history().clone(),
            Some(session) => History::new(session.game().start().clone()),
            None => History::new(self.start.start.clone()),
        }
    }

    /// The part of the window that the board covers for certain.
    pub fn covered(&self) -> Option<Rect> {
        self.covered
    }

    /// The side at the bottom of the screen.
    pub fn bottom(&self) -> Colour {
        self.session.as_ref().map_or(self.start.bottom, Session::bottom)
    }

    /// The user goes elsewhere, or ends the program: whatever must not be lost is kept now.
    pub fn leave(&mut self, cx: &mut Context<'_>) {
        let now = self.now;
        let Some(session) = &mut self.session else { return };
        session.pause(now);
        self.shows_help = false;
        self.keep(cx);
    }

    /// Keeps a game that is going on, so that it is offered again at the next start.
    fn keep(&mut self, cx: &mut Context<'_>) {
        let Some(session) = &self.session else { return };
        if session.puzzles().is_some() || self.kept == Some(session.moment()) {
            return;
        }
        self.kept = Some(session.moment());
        self.kept_at = self.now;
        let storage = &*cx.services.storage;
        // Nobody asked for this, so nobody is told if it fails; who saves the game is.
        let _ = match session.game().is_over() || session.game().ply() == 0 {
            true => last_game::forget(storage),
            false => last_game::save(storage, &session.archive(self.now)),
        };
    }

    fn begin(&mut self, ctx: &egui::Context, cx: &mut Context<'_>) {
        if self.session.is_some() {
            return;
        }
        let names = Names {
            you: cx.texts.play.you.to_owned(),
            computer: cx.texts.common.computer.to_owned(),
            sides: [cx.texts.common.white.to_owned(), cx.texts.common.black.to_owned()],
        };
        let ctx = ctx.clone();
        let thinkers = Thinkers::new(&(Arc::new(move || ctx.request_repaint()) as _));
        let preferences = Preferences::from(&*cx.settings);
        let (mut session, fault) =
            Session::new(&self.start, &names, preferences, thinkers, self.now);
        if let Some(fault) = fault {
            cx.dialogs.error(cx.texts.play.record_faulty, fault.to_string());
        }
        for (number, puzzle) in self.start.puzzles.iter().enumerate() {
            if cx.progress.is_solved(puzzle) {
                session.mark_solved(number);
            }
        }
        self.session = Some(session);
    }

    fn show(&mut self, ui: &mut Ui, cx: &mut Context<'_>, now: Duration) -> Vec<Command> {
        let Some(session) = &mut self.session else { return Vec::new() };
        let mut commands = Vec::new();
        if !cx.dialogs.is_open() && !self.shows_help {
            commands.extend(keys::next_thing(ui, session));
        }
        let space = ui.available_rect_before_wrap();
        let arrangement = arrange(space, session.game().rules().size());
        let hidden = session.game().hand_over();
        let board = UiBuilder::new().max_rect(arrangement.board).id_salt("board");
        let rect = ui
            .scope_builder(board, |ui| match hidden {
                Some(_) => None,
                None => {
                    let output = self.board.show(ui, session, &mut self.art, cx, now);
                    self.board_rests = !output.moving;
                    Some(output.geometry)
                }
            })
            .inner;
        let is_settled = self.arrangement == Some(arrangement);
        self.arrangement = Some(arrangement);
        // The corners of the board are round, and a window that grows has not painted it yet.
        let inner = |geometry: BoardGeometry| geometry.rect().shrink(geometry.tile() / 2.0);
        self.covered = rect.map(inner).filter(|_| is_settled);
        if let Some(to) = hidden {
            self.board.forget();
            self.board_rests = true;
            commands.extend(overlays::hand_over(ui, arrangement.board, to, cx.texts));
        }
        let tray = cx.theme.board.dark;
        let side = Side { session, art: &self.art, texts: cx.texts, now, tray };
        let asked = ui
            .scope_builder(UiBuilder::new().max_rect(arrangement.side).id_salt("side"), |ui| {
                side.show(ui, arrangement.side, arrangement.kind, &mut self.moves)
            })
            .inner;
        commands.extend(asked);
        commands.extend(overlays::resignation(ui.ctx(), session, cx.texts, now));
        if let (Some(square), Some(geometry)) = (self.board.hovered, rect) {
            let place: Rect = geometry.square_rect(square);
            if let Some(piece) = session.scene().view.piece_at(square) {
                let style = board_style(cx.settings, cx.theme);
                let rules = session.game().rules();
                piece_card::show(ui.ctx(), place, piece, rules, &self.art, &style, cx.texts);
            }
        }
        if self.shows_help && overlays::help(ui.ctx(), cx.texts) {
            self.shows_help = false;
        } else if !cx.dialogs.is_open() && !self.shows_help {
            commands.extend(keys::commands(ui, session));
        }
        commands
    }

    fn take_answers(&mut self, cx: &mut Context<'_>, now: Duration) {
        let Some(session) = &mut self.session else { return };
        if let Some(Answer::File(path)) = cx.dialogs.answer(&mut self.saving) {
            files::save(session, &path, cx, now);
        }
        if cx.dialogs.answer(&mut self.resigning) == Some(Answer::Yes) {
            session.resume(now);
            session.resign(now);
        }
        if cx.dialogs.answer(&mut self.restarting) == Some(Answer::Yes) {
            session.restart(now);
        }
    }

    /// Notes solved puzzles, plays the sounds and asks for the next frame.
    fn keep_what_was_reached(&mut self, ctx: &egui::Context, cx: &mut Context<'_>, now: Duration) {
        let Some(session) = &mut self.session else { return };
        for number in session.take_solved() {
            if let Some(puzzle) = self.start.puzzles.get(number) {
                cx.progress.solve(puzzle);
            }
        }
        for cue in session.take_cues() {
            cx.sounds.play(cue);
        }
        if let Some(next) = session.next_change(now) {
            ctx.request_repaint_after(next - now);
        }
        if self.board_rests && now >= self.kept_at + KEEP_EVERY {
            self.keep(cx);
        }
    }
}
