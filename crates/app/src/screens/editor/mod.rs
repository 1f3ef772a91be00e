//! The position editor: any board, pieces by drag or paint, and what is wrong in words.

mod draft;
mod side;

use std::path::Path;
use std::sync::Arc;

use board_ui::Targets;
use egui::Ui;
use notation::config::{Puzzle, PuzzleGoal};
use notation::{fen, file, layout, ruleset};
use rules::{Colour, Position, Rules, SquareSet};

use draft::Draft;

use crate::analysis::AnalysisStart;
use crate::context::Context;
use crate::dialogs::{Answer, FileKind, FileRequest, Ticket};
use crate::navigation::Navigation;
use crate::new_game::{NewGame, PlayerChoice, against_computer};
use crate::play::{PieceAtlases, arrange, copy_fen, pasted, write_file};
use crate::screens::palette::{Edit, SetupBoard, SetupView, Tool};
use crate::style::widgets::{still_page, within_named};

/// What was asked for beside the board.
#[derive(Clone, Debug, PartialEq)]
enum EditorIntent {
    Rules(Arc<Rules>),
    Start,
    Clear,
    Flip,
    Play,
    Analyse,
    Host,
    CopyFen,
    SaveLayout,
    KeepPuzzle,
}

/// The goals that a puzzle of the user's own can have.
const GOALS: [PuzzleGoal; 6] = [
    PuzzleGoal::MateIn(1),
    PuzzleGoal::MateIn(2),
    PuzzleGoal::MateIn(3),
    PuzzleGoal::MateIn(4),
    PuzzleGoal::Win,
    PuzzleGoal::Draw,
];

/// The position editor.
pub struct EditorScreen {
    draft: Draft,
    bottom: Colour,
    board: SetupBoard,
    art: PieceAtlases,
    saving: Option<Ticket>,
    /// Of the puzzle that the position becomes.
    goal: PuzzleGoal,
    text: String,
}

impl EditorScreen {
    /// Opens a position, or else the start of the game that is played most.
    pub fn new(position: Option<Position>, cx: &mut Context) -> Option<EditorScreen> {
        let position = match position {
            Some(position) => position,
            None => Position::start(&ruleset::shipped("xxl")?),
        };
        let shown = NewGame::new(position.clone(), [PlayerChoice::Human, PlayerChoice::Human]);
        Some(EditorScreen {
            draft: Draft::new(&position),
            bottom: Colour::White,
            board: SetupBoard::new(Tool::Hand),
            art: PieceAtlases::new(&shown, cx),
            saving: None,
            goal: GOALS[0],
            text: String::new(),
        })
    }

    /// Shows the board and the tools beside it.
    pub fn ui(&mut self, ui: &mut Ui, cx: &mut Context) -> Option<Navigation> {
        if !cx.dialogs.is_open() && !ui.ctx().text_edit_focused() {
            self.paste(ui, cx);
        }
        let title = cx.texts.editor.title;
        let page = still_page(ui, cx.texts.common.back, title, f32::INFINITY, |ui, column| {
            let pixels = ui.ctx().pixels_per_point();
            let place = arrange(column, self.draft.rules().size(), pixels);
            self.art.follow(ui.ctx(), &Arc::clone(self.draft.rules()), self.bottom, cx);
            within_named(ui, place.board, "editor board", |ui| self.show_board(ui, cx));
            within_named(ui, place.side, "editor side", |ui| self.side(ui, cx))
        });
        let mut navigation = page.back.then_some(Navigation::Back);
        if let Some(intent) = page.inner {
            navigation = navigation.or(self.dispatch(intent, ui, cx));
        }
        if let Some(Answer::File(path)) = cx.dialogs.answer(&mut self.saving) {
            self.save(&path, cx);
        }
        navigation
    }

    fn show_board(&mut self, ui: &mut Ui, cx: &Context) {
        let view = SetupView {
            rules: self.draft.rules(),
            size: self.draft.rules().size(),
            bottom: self.bottom,
            pieces: self.draft.setup().pieces().collect(),
            targets: &|_| Targets::EMPTY,
            marked: SquareSet::EMPTY,
        };
        let tool = self.board.tool;
        let (edits, _) = self.board.show(ui, &view, tool, &mut self.art, cx);
        for edit in edits {
            match edit {
                Edit::Carry(from, to) => self.draft.move_piece(from, to),
                Edit::Put(at, piece) => self.draft.put(at, piece),
            }
        }
    }

    fn dispatch(&mut self, intent: EditorIntent, ui: &Ui, cx: &mut Context) -> Option<Navigation> {
        let position = self.draft.position().cloned();
        match intent {
            EditorIntent::Rules(rules) => {
                self.board.reset();
                self.draft = Draft::start(&rules);
            }
            EditorIntent::Start => self.draft = Draft::start(&Arc::clone(self.draft.rules())),
            EditorIntent::Clear => self.draft.clear(),
            EditorIntent::Flip => self.bottom = !self.bottom,
            EditorIntent::Play => {
                return Some(Navigation::Play(Box::new(against_computer(position?))));
            }
            EditorIntent::Analyse => {
                let start = AnalysisStart::position(position?);
                return Some(Navigation::Analyse(Box::new(start)));
            }
            EditorIntent::Host => {
                let seats = [PlayerChoice::Human, PlayerChoice::Human];
                let game = NewGame { over_network: true, ..NewGame::new(position?, seats) };
                return Some(Navigation::Play(Box::new(game)));
            }
            EditorIntent::CopyFen => copy_fen(&position?, ui.ctx(), cx),
            EditorIntent::SaveLayout => {
                let title = cx.texts.editor.save_layout;
                let request =
                    FileRequest::save(title, &[FileKind::Format(&file::LAYOUT)], "position.txt");
                self.saving = Some(cx.dialogs.choose_file(request, &cx.services));
            }
            EditorIntent::KeepPuzzle => {
                let position = position?;
                let (side, goal) = (position.turn(), self.goal);
                let text = self.text.trim().to_owned();
                let (name, solution) = (String::new(), Vec::new());
                let puzzle = Puzzle { name, position, side, goal, text, solution };
                match cx.progress.keep_own(puzzle, &cx.store) {
                    true => cx.dialogs.notice(cx.texts.analysis.puzzle_kept),
                    false => cx.dialogs.notice(cx.texts.editor.own_rules),
                }
            }
        }
        None
    }

    fn save(&self, path: &Path, cx: &mut Context) {
        let Some(position) = self.draft.position() else { return };
        let written = layout::format(position, self.bottom).map(String::into_bytes);
        write_file(path, written.map_err(|error| cx.texts.fault(error)), cx);
    }

    /// Opens a position from the clipboard.
    fn paste(&mut self, ui: &Ui, cx: &mut Context) {
        let Some(text) = pasted(ui) else { return };
        match fen::parse(self.draft.rules(), &text) {
            Ok((position, _)) => self.draft = Draft::new(&position),
            Err(error) => cx.dialogs.error(cx.texts.editor.not_pasted, cx.texts.fault(error)),
        }
    }
}
