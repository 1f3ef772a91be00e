//! The analysis board: a tree of variations, the engine beside it, and the review of a game.

mod board;
mod engine_lines;
mod graph;
mod move_tree;
mod practice;
mod reasons;
mod review;
mod sidebar;

use std::sync::Arc;

use egui::{Event, Key, Modifiers, Ui, UiBuilder};
use notation::pgn::{self, Game};
use notation::tree::NodeId;
use rules::{Colour, History, Move, Position, Turn};

use board::AnalysisBoard;
use engine_lines::EngineLines;
use move_tree::MoveTree;
use practice::Practice;
use review::GameReview;

use crate::context::Context;
use crate::dialogs::{Answer, FileKind, FileRequest, Ticket};
use crate::navigation::Navigation;
use crate::new_game::{NewGame, Seat};
use crate::play::{EngineHandle, PieceAtlases, arrange, spare_threads};
use crate::services::Wake;
use crate::style::widgets::still_page;

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
}

impl AnalysisStart {
    /// A position without moves.
    pub fn position(start: Position) -> AnalysisStart {
        let bottom = start.turn();
        AnalysisStart { game: Game::new(start), bottom, ply: 0, review: false }
    }
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
}

/// What was asked for beside the board.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Intent {
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
    PlayFromHere,
    Save,
    CopyPgn,
    CopyFen,
}

impl AnalysisScreen {
    /// Opens a game.
    pub fn new(start: AnalysisStart, egui: &egui::Context, cx: &mut Context<'_>) -> AnalysisScreen {
        let AnalysisStart { game, bottom, ply, review } = start;
        let seats = [Seat::Human, Seat::Human];
        let look = NewGame { bottom, ..NewGame::new(game.start().clone(), seats) };
        let engine = || {
            let egui = egui.clone();
            let wake: Wake = Arc::new(move || egui.request_repaint());
            EngineHandle::new(spare_threads(), wake, cx.services.workers.as_ref())
        };
        let (lines, judge) = (EngineLines::new(engine()), GameReview::new(engine()));
        let current = game.tree.main_line().take(ply).last().unwrap_or(NodeId::ROOT);
        let mut screen = AnalysisScreen {
            history: History::new(game.start().clone()),
            game,
            current,
            bottom,
            board: AnalysisBoard::default(),
            art: PieceAtlases::new(&look, cx),
            moves: MoveTree::default(),
            engine: lines,
            review: judge,
            practice: None,
            saving: None,
            version: 1,
        };
        screen.go(current);
        if review {
            screen.review.begin(&screen.game);
        }
        screen
    }

    /// Shows the board and what is beside it.
    pub fn ui(&mut self, ui: &mut Ui, cx: &mut Context<'_>) -> Option<Navigation> {
        self.poll();
        let mut intents = Vec::new();
        if !cx.dialogs.is_open() && !ui.ctx().text_edit_focused() {
            intents.extend(keys(ui));
            self.paste(ui, cx);
        }
        let title = self.title(cx);
        let page = still_page(ui, cx.texts.common.back, &title, f32::INFINITY, |ui, column| {
            let pixels = ui.ctx().pixels_per_point();
            let place = arrange(column, self.game.rules().size(), pixels);
            self.art.follow(ui.ctx(), self.game.rules(), self.bottom, cx);
            let board = UiBuilder::new().max_rect(place.board).id_salt("analysis board");
            ui.scope_builder(board, |ui| self.show_board(ui, cx));
            let side = UiBuilder::new().max_rect(place.side).id_salt("analysis side");
            ui.scope_builder(side, |ui| self.sidebar(ui, cx)).inner
        });
        intents.extend(page.inner);
        let mut navigation = page.back.then_some(Navigation::Back);
        for intent in intents {
            navigation = navigation.or(self.dispatch(intent, ui, cx));
        }
        if let Some(Answer::File(path)) = cx.dialogs.answer(&mut self.saving) {
            self.save(&path, cx);
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

    fn show_board(&mut self, ui: &mut Ui, cx: &mut Context<'_>) {
        let arrows = self.arrows();
        let shown = board::Shown {
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
        }
    }

    fn dispatch(&mut self, intent: Intent, ui: &Ui, cx: &mut Context<'_>) -> Option<Navigation> {
        let tree = &self.game.tree;
        let parent = tree.node(self.current).and_then(|node| node.parent());
        let next = tree.node(self.current).and_then(|node| node.children().first().copied());
        match intent {
            Intent::Go(node) => self.go(node),
            Intent::First => self.go(NodeId::ROOT),
            Intent::Back => self.go(parent.unwrap_or(self.current)),
            Intent::Forward => self.go(next.unwrap_or(self.current)),
            Intent::Last => {
                let next = |id: &NodeId| tree.node(*id)?.children().first().copied();
                let last = std::iter::successors(Some(self.current), next).last();
                self.go(last.unwrap_or(self.current));
            }
            Intent::Play(moves) => self.play(&moves),
            Intent::Delete(node) => {
                let is_shown = tree.path_to(self.current).contains(&node);
                let before = tree.node(node).and_then(|node| node.parent());
                self.game.tree.delete(node);
                self.version += 1;
                if is_shown {
                    self.go(before.unwrap_or(NodeId::ROOT));
                }
            }
            Intent::Promote(node) => {
                self.game.tree.promote(node);
                self.version += 1;
            }
            Intent::Flip => self.bottom = !self.bottom,
            Intent::Review => self.review.begin(&self.game),
            Intent::StopReview => self.review.stop(),
            Intent::Practise(side) => self.practise(side),
            Intent::NextMistake => self.next_mistake(),
            Intent::TryAgain => {
                if let Some(practice) = &mut self.practice {
                    practice.try_again();
                }
            }
            Intent::ShowSolution => {
                if let Some(practice) = &mut self.practice {
                    practice.give_up();
                }
            }
            Intent::EndPractice => self.practice = None,
            Intent::PlayFromHere => return Some(self.play_from_here()),
            Intent::Save => {
                let name = format!("{}.pgn", self.game.rules().id());
                let title = cx.texts.play.save_title;
                let request = FileRequest::save(title, &[FileKind::Pgn], name);
                self.saving = Some(cx.dialogs.choose_file(request, cx.services));
            }
            Intent::CopyPgn => match pgn::format(&self.game) {
                Ok(text) => {
                    ui.ctx().copy_text(text);
                    cx.dialogs.notice(cx.texts.analysis.pgn_copied);
                }
                Err(error) => cx.dialogs.error(cx.texts.analysis.not_written, error.to_string()),
            },
            Intent::CopyFen => {
                ui.ctx().copy_text(notation::fen::format(self.history.position()));
                cx.dialogs.notice(cx.texts.analysis.fen_copied);
            }
        }
        None
    }

    /// A game against the computer from the position that is shown.
    fn play_from_here(&self) -> Navigation {
        let start = self.history.position().clone();
        let level = engine::level::find(crate::new_game::USUAL_LEVEL);
        let mut seats = [Seat::Human, Seat::Human];
        if let Some(level) = level {
            seats[(!start.turn()).index()] = Seat::Computer(level);
        }
        Navigation::Play(Box::new(NewGame::new(start, seats)))
    }

    fn save(&self, path: &std::path::Path, cx: &mut Context<'_>) {
        let text = pgn::format(&self.game).map_err(|error| error.to_string());
        let saved = text.and_then(|text| {
            cx.services.files.write(path, text.as_bytes()).map_err(|error| error.to_string())
        });
        match saved {
            Ok(()) => cx.dialogs.notice(cx.texts.play.saved(&path.display())),
            Err(error) => {
                cx.dialogs.error(cx.texts.dialogs.cannot_save(&path.display()), error);
            }
        }
    }

    /// Opens a position or a game from the clipboard.
    fn paste(&mut self, ui: &Ui, cx: &mut Context<'_>) {
        let pasted = ui.input(|input| {
            input.events.iter().find_map(|event| match event {
                Event::Paste(text) => Some(text.clone()),
                _ => None,
            })
        });
        let Some(text) = pasted else { return };
        match read_pasted(&text, self.game.rules()) {
            Ok(game) => {
                let ply = game.tree.main_line().count();
                let start = AnalysisStart { game, bottom: self.bottom, ply, review: false };
                *self = AnalysisScreen::new(start, ui.ctx(), cx);
            }
            Err(why) => cx.dialogs.error(cx.texts.analysis.not_pasted, why),
        }
    }

    fn title(&self, cx: &Context<'_>) -> String {
        match (self.game.tag("White"), self.game.tag("Black")) {
            (Some(white), Some(black)) => cx.texts.analysis.title_of(black, white),
            _ => cx.texts.analysis.title.to_owned(),
        }
    }

    fn practise(&mut self, side: Colour) {
        let Some(review) = self.review.done() else { return };
        let mistakes: Vec<usize> = review.mistakes(side).collect();
        self.practice = Practice::new(mistakes);
        self.bottom = side;
        self.show_mistake();
    }

    fn next_mistake(&mut self) {
        if self.practice.as_mut().is_some_and(|practice| !practice.next()) {
            self.practice = None;
        }
        self.show_mistake();
    }

    /// Shows the position before the mistake that is practised.
    fn show_mistake(&mut self) {
        let Some(practice) = &self.practice else { return };
        let before = self.game.tree.main_line().take(practice.index()).last();
        self.go(before.unwrap_or(NodeId::ROOT));
    }
}

/// Reads a position or a game, by the rules at hand unless it names others.
fn read_pasted(text: &str, rules: &Arc<rules::Rules>) -> Result<Game, String> {
    let text = text.trim();
    if let Ok((position, _)) = notation::fen::parse(rules, text) {
        return Ok(Game::new(position));
    }
    let mut reader = pgn::Reader::new(text.as_bytes()).with_default_rules(Arc::clone(rules));
    match reader.next() {
        Some(Ok(game)) if game.tree.main_line().next().is_some() || text.contains('[') => Ok(game),
        Some(Err(error)) => Err(error.to_string()),
        _ => Err(match notation::fen::parse(rules, text) {
            Err(error) => error.to_string(),
            Ok(_) => String::new(),
        }),
    }
}

fn keys(ui: &Ui) -> Vec<Intent> {
    let keys = [
        (Key::ArrowLeft, Intent::Back),
        (Key::ArrowRight, Intent::Forward),
        (Key::ArrowUp, Intent::First),
        (Key::ArrowDown, Intent::Last),
        (Key::Home, Intent::First),
        (Key::End, Intent::Last),
        (Key::F, Intent::Flip),
    ];
    // On the board itself the arrows move the cursor.
    let modifiers: &[Modifiers] = match ui.memory(|memory| memory.focused()) {
        None => &[Modifiers::NONE, Modifiers::ALT],
        Some(_) => &[Modifiers::ALT],
    };
    ui.input_mut(|input| {
        let mut intents: Vec<Intent> = Vec::new();
        // The clipboard's event comes in place of the key.
        if input.events.iter().any(|event| matches!(event, Event::Copy)) {
            intents.push(Intent::CopyPgn);
        }
        if input.consume_key(Modifiers::COMMAND, Key::S) {
            intents.push(Intent::Save);
        }
        for (key, intent) in keys {
            if modifiers.iter().any(|modifiers| input.consume_key(*modifiers, key)) {
                intents.push(intent);
            }
        }
        intents
    })
}
