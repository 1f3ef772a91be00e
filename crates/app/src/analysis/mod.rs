//! The analysis board: a tree of variations, the engine beside it, and the review of a game.

mod board;
mod engine_lines;
mod graph;
mod layout;
mod move_tree;
mod practice;
mod reasons;
mod review;
mod sidebar;
mod summary;

use std::sync::Arc;

use egui::{Event, Key, Modifiers, Ui};
use notation::archive::{self, Archive};
use notation::file;
use notation::pgn::{self, Game, GameResult};
use notation::tree::{self, NodeId};
use rules::message::{Fault, FaultMessage};
use rules::{Colour, History, Move, Position, SquareSet, Turn};
use store::{ArchivedGame, LibraryGame};
use study::Review;

use board::AnalysisBoard;
use engine_lines::EngineLines;
use layout::arrange;
use move_tree::MoveTree;
use practice::{Attempt, Practice};
use review::GameReview;

use crate::context::Context;
use crate::dialogs::{Answer, FileKind, FileRequest, Ticket};
use crate::navigation::Navigation;
use crate::new_game::{NewGame, PlayerChoice, against_computer};
use crate::persistence::{LibraryEntries, StudiedGame};
use crate::picture::Shown;
use crate::play::{
    EngineHandle, PieceAtlases, Zoom, choose_picture, copy_fen, copy_pgn, pasted, spare_threads,
    write_file,
};
use crate::screens::Page;
use crate::services::repaint;
use crate::style::widgets::{still_page, within_named};
pub use reasons::explanation;
pub use review::ACCURACY_TAGS;

/// What the analysis board opens with.
#[derive(Debug)]
pub struct AnalysisStart {
    /// The game; only its start if there is none.
    pub game: Game,
    /// The side at the bottom of the screen.
    pub bottom: Colour,
    /// How many moves of the main line are shown as played.
    pub ply: usize,
    /// Is the review to begin at once?
    pub review: bool,
    /// The review that was made before.
    pub reviewed: Option<Review>,
    /// The same game in the library, once for each who played it; what is made of it is kept there.
    pub library: LibraryEntries,
}

impl AnalysisStart {
    /// A position without moves.
    pub fn position(start: Position) -> AnalysisStart {
        let bottom = start.turn();
        AnalysisStart::of(Game::new(start), bottom)
    }

    /// A whole game with its variations, shown from the start.
    pub fn game(archive: &Archive, bottom: Colour) -> AnalysisStart {
        AnalysisStart::of(archive.to_pgn(), bottom)
    }

    fn of(game: Game, bottom: Colour) -> AnalysisStart {
        let library = LibraryEntries::default();
        AnalysisStart { game, bottom, ply: 0, review: false, reviewed: None, library }
    }

    /// Takes over variations, comments and the review, if the game is still the one that was studied.
    pub fn take_up(&mut self, studied: StudiedGame) {
        if turns(&studied.game) == turns(&self.game) {
            self.game.tree = studied.game.tree;
            self.reviewed = studied.review;
        }
    }
}

/// The turns that were played.
fn turns(game: &Game) -> Vec<Turn> {
    game.tree.main_history().turns().collect()
}

/// The analysis board.
pub struct AnalysisScreen {
    game: Game,
    /// The move that is shown, and the game up to it.
    current: NodeId,
    history: History,
    bottom: Colour,
    board: AnalysisBoard,
    art: PieceAtlases,
    moves: MoveTree,
    engine: EngineLines,
    review: GameReview,
    practice: Option<Practice>,
    saving: Option<Ticket>,
    /// Counts the changes of the tree.
    version: u64,
    /// The version that was kept last.
    kept: u64,
    /// The turns of the game as it was opened.
    played: Vec<Turn>,
    /// The same game in the library.
    library: LibraryEntries,
    /// What is said about the move that is shown, as it is typed.
    comment: String,
    zoom: Zoom,
    tab: Tab,
}

/// What is shown beside the board where there is no room for both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Tab {
    Review,
    Moves,
}

/// What was asked for beside the board.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum AnalysisIntent {
    Go(NodeId),
    Play(Vec<Move>),
    Delete(NodeId),
    Promote(NodeId),
    First,
    Back,
    Forward,
    Last,
    Flip,
    Review,
    StopReview,
    Practise(Colour),
    NextMistake,
    TryAgain,
    ShowSolution,
    EndPractice,
    Hint,
    KeepPuzzle,
    PlayFromHere,
    Edit,
    Save,
    SavePicture,
    CopyPgn,
    CopyFen,
    /// Another engine is to think; the built-in one without a name.
    Engine(Option<String>),
    /// Put a sign behind the move that is shown, or take it away.
    Sign(u16),
    Comment(String),
}

impl AnalysisScreen {
    /// Opens a game.
    pub fn new(start: AnalysisStart, egui: &egui::Context, cx: &mut Context) -> AnalysisScreen {
        let AnalysisStart { game, bottom, ply, review, reviewed, library } = start;
        let seats = [PlayerChoice::Human, PlayerChoice::Human];
        let shown = NewGame { bottom, ..NewGame::new(game.start().clone(), seats) };
        let workers = cx.services.workers.as_ref();
        let engine = || EngineHandle::new(spare_threads(), repaint(egui), workers);
        let judge = GameReview::new(engine(), reviewed);
        let lines = EngineLines::new(analyst(egui, cx).unwrap_or_else(engine));
        let current = game.tree.main_line().take(ply).last().unwrap_or(NodeId::ROOT);
        let played = turns(&game);
        let mut screen = AnalysisScreen {
            history: History::new(game.start().clone()),
            game,
            current,
            bottom,
            board: AnalysisBoard::default(),
            art: PieceAtlases::new(&shown, cx),
            moves: MoveTree::default(),
            engine: lines,
            review: judge,
            practice: None,
            saving: None,
            version: 1,
            kept: 1,
            played,
            library,
            comment: String::new(),
            zoom: Zoom::default(),
            tab: Tab::Review,
        };
        screen.go(current);
        screen.review.take_up(&screen.game);
        if review && screen.review.done().is_none() {
            screen.review.begin(&screen.game);
        }
        screen
    }

    /// Shows the board and what is beside it.
    pub fn ui(&mut self, ui: &mut Ui, cx: &mut Context) -> Option<Navigation> {
        self.poll();
        let mut intents = Vec::new();
        if !cx.dialogs.is_open() && !ui.ctx().text_edit_focused() {
            intents.extend(keys(ui, self.board.leaves_arrows));
            self.paste(ui, cx);
        }
        let title = self.title(cx);
        let page = still_page(ui, cx.texts.common.back, &title, f32::INFINITY, |ui, column| {
            let place = arrange(column, self.game.rules().size());
            self.art.follow(ui.ctx(), self.game.rules(), self.bottom, cx);
            self.evaluation_beside(ui, place.bar, cx.texts.analysis.evaluation);
            let board = place.board;
            let whole = self.zoom.follow(ui, board);
            within_named(ui, whole, "analysis board", |ui| {
                if whole != board {
                    ui.set_clip_rect(board.intersect(ui.clip_rect()));
                }
                self.show_board(ui, cx);
            });
            within_named(ui, place.side, "analysis side", |ui| self.sidebar(ui, place, cx))
        });
        intents.extend(page.inner);
        let mut navigation = page.back.then_some(Navigation::Back);
        for intent in intents {
            navigation = navigation.or(self.dispatch(intent, ui, cx));
        }
        if let Some(Answer::File(path)) = cx.dialogs.answer(&mut self.saving) {
            self.save(&path, cx);
        }
        // A comment is kept when it is written to its end.
        if navigation.is_some() || !ui.ctx().text_edit_focused() {
            self.keep(cx);
        }
        navigation
    }

    /// Takes what the engines have found, and asks for more.
    fn poll(&mut self) {
        if self.review.poll() && self.review.annotate(&mut self.game) {
            self.version += 1;
        }
        let is_busy = self.review.is_running() || self.practice.is_some();
        self.engine.follow(&self.history, self.current, is_busy);
        if let Some(practice) = &mut self.practice {
            practice.poll(&mut self.review);
        }
    }

    /// Keeps what was made of the game in place of the one in the library, as long as its moves are
    /// those that were played.
    fn keep(&mut self, cx: &Context) {
        if self.kept == self.version {
            return;
        }
        self.kept = self.version;
        if self.game.result == GameResult::Unfinished || turns(&self.game) != self.played {
            return;
        }
        let (game, review) = (self.game.clone(), self.review.done().cloned());
        let text = archive::format(&Archive::from_pgn(game.clone()));
        self.library.set_studied(StudiedGame { game, review });
        let library = self.library.clone();
        cx.store.execute(move |store| {
            for id in library.get() {
                if let Some((LibraryGame { summary, title, .. }, _)) = store.game(id)? {
                    let archive = text.clone();
                    store.replace_game(id, &ArchivedGame { summary, title, archive })?;
                }
            }
            Ok(())
        });
    }

    fn show_board(&mut self, ui: &mut Ui, cx: &mut Context) {
        let arrows = self.arrows();
        let hint = self.practice.as_ref().filter(|practice| practice.is_hinted());
        let hint = hint.and_then(|practice| self.best_move(practice.index()));
        let shown = board::Shown {
            hint: hint.map_or(SquareSet::EMPTY, |best| SquareSet::of(best.from())),
            position: self.history.position(),
            last: self.history.turns().next_back(),
            bottom: self.bottom,
            arrows: &arrows,
        };
        let done = self.board.show(ui, &shown, &mut self.art, cx);
        if let Some(shapes) = done.shapes
            && let Some(said) = self.game.tree.annotation_mut(self.current)
        {
            said.set_shapes(&shapes);
            self.version += 1;
        }
        if let Some(chess_move) = done.played {
            self.play(&[chess_move]);
        }
    }

    /// Plays moves from the position that is shown; new ones become variations.
    fn play(&mut self, moves: &[Move]) {
        if let Some(practice) = &mut self.practice {
            if let [chess_move] = moves {
                practice.attempt(*chess_move, &self.history, &mut self.review);
            }
            return;
        }
        let mut node = self.current;
        for chess_move in moves {
            match self.game.tree.add(node, Turn::Move(*chess_move)) {
                Ok(next) => node = next,
                Err(_) => break,
            }
        }
        self.version += 1;
        self.go(node);
    }

    fn go(&mut self, node: NodeId) {
        if let Some(history) = self.game.tree.history(node) {
            self.history = history;
            self.current = node;
            self.board.load(self.game.tree.node(node).map(|node| node.annotation().shapes()));
            self.comment = self.remark();
        }
    }

    /// What people wrote about the move that is shown, or before the first.
    fn remark(&self) -> String {
        match self.game.tree.node(self.current) {
            Some(node) if self.current != NodeId::ROOT => node.annotation().remark(),
            _ => tree::remark(self.game.tree.comments()),
        }
    }

    fn set_remark(&mut self, text: &str) {
        if self.current == NodeId::ROOT {
            tree::set_remark(self.game.tree.comments_mut(), text);
        } else if let Some(said) = self.game.tree.annotation_mut(self.current) {
            said.set_remark(text);
        }
        self.version += 1;
    }

    /// Puts a sign behind the move, in place of another of its kind, or takes it away.
    fn toggle_sign(&mut self, nag: u16) {
        let Some(said) = self.game.tree.annotation_mut(self.current) else { return };
        let was_there = said.nags.contains(&nag);
        // One judgement of the move, and one of the position.
        said.nags.retain(|other| (*other < 10) != (nag < 10));
        if !was_there {
            let at = if nag < 10 { 0 } else { said.nags.len() };
            said.nags.insert(at, nag);
        }
        self.version += 1;
    }

    fn dispatch(
        &mut self,
        intent: AnalysisIntent,
        ui: &Ui,
        cx: &mut Context,
    ) -> Option<Navigation> {
        let tree = &self.game.tree;
        let parent = tree.node(self.current).and_then(|node| node.parent());
        let next = tree.node(self.current).and_then(|node| node.children().first().copied());
        match intent {
            AnalysisIntent::Go(node) => self.go(node),
            AnalysisIntent::First => self.go(NodeId::ROOT),
            AnalysisIntent::Back => self.go(parent.unwrap_or(self.current)),
            AnalysisIntent::Forward => self.go(next.unwrap_or(self.current)),
            AnalysisIntent::Last => {
                let next = |id: &NodeId| tree.node(*id)?.children().first().copied();
                let last = std::iter::successors(Some(self.current), next).last();
                self.go(last.unwrap_or(self.current));
            }
            AnalysisIntent::Play(moves) => self.play(&moves),
            AnalysisIntent::Delete(node) => {
                let is_shown = tree.path_to(self.current).contains(&node);
                let before = tree.node(node).and_then(|node| node.parent());
                self.game.tree.delete(node);
                self.version += 1;
                if is_shown {
                    self.go(before.unwrap_or(NodeId::ROOT));
                }
            }
            AnalysisIntent::Promote(node) => {
                self.game.tree.promote(node);
                self.version += 1;
            }
            AnalysisIntent::Flip => self.bottom = !self.bottom,
            AnalysisIntent::Review => self.review.begin(&self.game),
            AnalysisIntent::StopReview => self.review.stop(),
            AnalysisIntent::Practise(side) => self.practise(side),
            AnalysisIntent::NextMistake => self.next_mistake(),
            AnalysisIntent::TryAgain => self.practice.as_mut()?.attempt = Attempt::Open,
            AnalysisIntent::ShowSolution => self.practice.as_mut()?.attempt = Attempt::Shown,
            AnalysisIntent::Hint => self.practice.as_mut()?.asks_hint = true,
            AnalysisIntent::EndPractice => self.practice = None,
            AnalysisIntent::KeepPuzzle => self.keep_puzzle(cx),
            AnalysisIntent::Edit => {
                let position = self.history.position().clone();
                return Some(Navigation::To(Page::Editor(Some(Box::new(position)))));
            }
            AnalysisIntent::Engine(name) => {
                cx.engines.analyst = name;
                if let Err(error) = cx.engines.save(&*cx.services.storage) {
                    let told = cx.texts.io_error(&error);
                    cx.dialogs.error(cx.texts.dialogs.settings_not_kept, told);
                }
                let built_in = || {
                    let wake = repaint(ui.ctx());
                    EngineHandle::new(spare_threads(), wake, cx.services.workers.as_ref())
                };
                self.engine.set_handle(analyst(ui.ctx(), cx).unwrap_or_else(built_in));
            }
            AnalysisIntent::Sign(nag) => self.toggle_sign(nag),
            AnalysisIntent::Comment(text) => self.set_remark(&text),
            AnalysisIntent::SavePicture => {
                self.saving = Some(choose_picture(self.game.rules(), cx))
            }
            AnalysisIntent::PlayFromHere => {
                let game = against_computer(self.history.position().clone());
                return Some(Navigation::Play(Box::new(game)));
            }
            AnalysisIntent::Save => {
                let name = format!("{}.pgn", self.game.rules().id());
                let title = cx.texts.play.save_title;
                let request = FileRequest::save(title, &[FileKind::Format(&file::PGN)], name);
                self.saving = Some(cx.dialogs.choose_file(request, &cx.services));
            }
            AnalysisIntent::CopyPgn => copy_pgn(&self.game, ui.ctx(), cx),
            AnalysisIntent::CopyFen => copy_fen(self.history.position(), ui.ctx(), cx),
        }
        None
    }

    /// Saves the game as PGN, or the board as a picture, as the name says.
    fn save(&self, path: &std::path::Path, cx: &mut Context) {
        let is_picture = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("png"));
        let written = match is_picture {
            true => {
                let last_move = match self.history.turns().next_back() {
                    Some(Turn::Move(last)) => Some((last.from(), last.to())),
                    _ => None,
                };
                let shown = Shown::new(self.history.position(), self.bottom, cx);
                Shown { last_move, ..shown }.png().map_err(|error| cx.texts.image_error(&error))
            }
            false => {
                let text = pgn::format(&self.game).map_err(|error| cx.texts.fault(error));
                text.map(String::into_bytes)
            }
        };
        write_file(path, written, cx);
    }

    /// Opens a position or a game from the clipboard.
    fn paste(&mut self, ui: &Ui, cx: &mut Context) {
        let Some(text) = pasted(ui) else { return };
        match read_pasted(&text, self.game.rules()) {
            Ok(game) => {
                let ply = game.tree.main_line().count();
                let start = AnalysisStart { ply, ..AnalysisStart::of(game, self.bottom) };
                *self = AnalysisScreen::new(start, ui.ctx(), cx);
            }
            Err(why) => {
                cx.dialogs.error(cx.texts.analysis.not_pasted, cx.texts.fault_message(&why));
            }
        }
    }

    fn title(&self, cx: &Context) -> String {
        let (white, black) = (self.game.tag("White"), self.game.tag("Black"));
        if white.is_none() && black.is_none() {
            return cx.texts.analysis.title.to_owned();
        }
        let [first, second] = Colour::BOTH.map(|side| cx.texts.side(side));
        cx.texts.analysis.title_of(black.unwrap_or(second), white.unwrap_or(first))
    }
}

/// The program that analyses, if the user has chosen one.
fn analyst(egui: &egui::Context, cx: &Context) -> Option<EngineHandle> {
    EngineHandle::with_program(cx.engines.analyst()?.clone(), repaint(egui))
}

/// Reads a position or a game, by the rules at hand unless it names others.
fn read_pasted(text: &str, rules: &Arc<rules::Rules>) -> Result<Game, FaultMessage> {
    let no_fen = match notation::fen::parse(rules, text) {
        Ok((position, _)) => return Ok(Game::new(position)),
        Err(error) => error,
    };
    let mut reader = pgn::Reader::new(text.as_bytes()).with_default_rules(Arc::clone(rules));
    match reader.next() {
        Some(Ok(game)) if game.tree.main_line().next().is_some() || text.contains('[') => Ok(game),
        Some(Err(error)) => Err(error.message()),
        _ => Err(no_fen.message()),
    }
}

fn keys(ui: &Ui, board_leaves_arrows: bool) -> Vec<AnalysisIntent> {
    let keys = [
        (Key::ArrowLeft, AnalysisIntent::Back),
        (Key::ArrowRight, AnalysisIntent::Forward),
        (Key::ArrowUp, AnalysisIntent::First),
        (Key::ArrowDown, AnalysisIntent::Last),
        (Key::Home, AnalysisIntent::First),
        (Key::End, AnalysisIntent::Last),
        (Key::F, AnalysisIntent::Flip),
    ];
    // On a board that is used by keyboard the arrows move the cursor.
    let modifiers: &[Modifiers] = match ui.memory(|memory| memory.focused()) {
        Some(_) if !board_leaves_arrows => &[Modifiers::ALT],
        _ => &[Modifiers::NONE, Modifiers::ALT],
    };
    ui.input_mut(|input| {
        let mut intents: Vec<AnalysisIntent> = Vec::new();
        // The clipboard's event comes in place of the key.
        if input.events.iter().any(|event| matches!(event, Event::Copy)) {
            intents.push(AnalysisIntent::CopyPgn);
        }
        if input.consume_key(Modifiers::COMMAND, Key::S) {
            intents.push(AnalysisIntent::Save);
        }
        for (key, intent) in keys {
            if modifiers.iter().any(|modifiers| input.consume_key(*modifiers, key)) {
                intents.push(intent);
            }
        }
        intents
    })
}
