//! The lists of puzzles, with what is solved.

use std::collections::HashMap;

use egui::{
    Align, Align2, CornerRadius, CursorIcon, Layout, Rect, Response, Role, Sense, Stroke,
    StrokeKind, Ui, Vec2, WidgetInfo,
};
use notation::config::{Puzzle, PuzzleGoal};

use crate::context::Context;
use crate::navigation::Navigation;
use crate::new_game::{NewGame, PlayerChoice};
use crate::picture::{Picture, Shown};
use crate::progress::Progress;
use crate::puzzle_sets::{self, PuzzleSet, PuzzleSetId};
use crate::puzzle_theme::PuzzleTheme;
use crate::screens::Page;
use crate::style::widgets::{Button, Chips, card, focus_ring, note, page, paragraph};
use crate::style::{Icon, mix, of, radius, space, text};
use crate::texts::Texts;

/// The lists of puzzles.
#[derive(Default)]
pub struct PuzzlesScreen {
    /// One for each rule set; all puzzles have the same size.
    pictures: HashMap<String, Picture>,
    /// The own puzzle that is to be forgotten.
    forgets: Option<usize>,
    /// The only theme that is shown.
    theme: Option<PuzzleTheme>,
    /// The themes of puzzles, which take a while to find.
    themes: HashMap<u64, Vec<PuzzleTheme>>,
}

/// How many of the puzzles that ship are solved, and how many there are.
pub fn shipped_progress(progress: &Progress) -> (usize, usize) {
    let puzzles = || puzzle_sets::shipped().iter().flat_map(|set| &set.puzzles);
    (puzzles().filter(|puzzle| progress.is_solved(puzzle)).count(), puzzles().count())
}

/// The words for a goal.
pub fn goal_text(goal: PuzzleGoal, texts: &Texts) -> String {
    let words = &texts.menu;
    match goal {
        PuzzleGoal::MateIn(moves) => words.goal_mate(moves),
        PuzzleGoal::Win => words.goal_win.to_owned(),
        PuzzleGoal::Draw => words.goal_draw.to_owned(),
        PuzzleGoal::Capture(square) => words.goal_capture(&square),
    }
}

/// From this width on the introduction and its button stand in one line.
const LEAST_WIDE: f32 = 640.0;

impl PuzzlesScreen {
    /// Shows the page.
    pub fn ui(&mut self, ui: &mut Ui, cx: &mut Context) -> Option<Navigation> {
        let texts = cx.texts;
        let words = &texts.menu;
        let mut navigation = None;
        let page = page(ui, texts.common.back, words.puzzles_title, 1000.0, |ui| {
            let intro = text::body(words.puzzles_intro).color(text::muted_colour(ui));
            let mut open = |ui: &mut Ui| {
                let open = Button::ghost(words.puzzles_open).icon(Icon::FolderOpen).small();
                if ui.add(open).clicked() {
                    navigation = Some(Navigation::OpenFile);
                }
            };
            match ui.available_width() < LEAST_WIDE {
                true => {
                    ui.label(intro);
                    open(ui);
                }
                false => {
                    ui.horizontal(|ui| {
                        ui.label(intro);
                        ui.with_layout(Layout::right_to_left(Align::Center), open);
                    });
                }
            }
            ui.add_space(space::S);
            card(ui, |ui| {
                let words = &texts.lessons;
                let begin = Button::primary(words.begin).icon(Icon::Star);
                if head(ui, words.title, words.about, begin).clicked() {
                    navigation = Some(Navigation::To(Page::Lessons(None, None)));
                }
            });
            ui.add_space(space::M);
            let rating = cx.progress.rating();
            if rating.tried > 0 {
                ui.label(text::strong(words.puzzle_rating(rating.value.round(), rating.tried)));
            }
            let names = PuzzleTheme::ALL.map(|theme| theme_name(theme, texts));
            let chips = PuzzleTheme::ALL.iter().zip(&names);
            let chips = chips.map(|(theme, name)| (name.as_str(), self.theme == Some(*theme)));
            if let Some(index) = Chips::new(words.puzzle_themes).show(ui, chips) {
                let theme = PuzzleTheme::ALL[index];
                self.theme = Some(theme).filter(|theme| self.theme != Some(*theme));
            }
            ui.add_space(space::S);
            let own = PuzzleSet { id: PuzzleSetId::Own, puzzles: cx.progress.own().to_vec() };
            let own = Some(&own).filter(|own| !own.puzzles.is_empty());
            for set in own.into_iter().chain(puzzle_sets::shipped()) {
                card(ui, |ui| {
                    navigation = self.set(ui, cx, set).or(navigation.take());
                });
                ui.add_space(space::M);
            }
        });
        if let Some(index) = self.forgets.take() {
            cx.progress.forget_own(index, &cx.store);
        }
        page.back.then_some(Navigation::Back).or(navigation)
    }

    fn set(&mut self, ui: &mut Ui, cx: &Context, set: &PuzzleSet) -> Option<Navigation> {
        let words = &cx.texts.menu;
        let solved = set.puzzles.iter().filter(|puzzle| cx.progress.is_solved(puzzle)).count();
        let first_open =
            set.puzzles.iter().position(|puzzle| !cx.progress.is_solved(puzzle)).unwrap_or(0);
        let mut chosen = None;
        let about = words.puzzles_solved(solved, set.puzzles.len());
        let label = if solved == 0 { words.puzzles_start } else { words.puzzle_next };
        let next = Button::primary(label).icon(Icon::Play);
        if head(ui, set.title(cx.texts), &about, next).clicked() {
            chosen = Some(first_open);
        }
        ui.add_space(space::S);
        let width = ui.available_width();
        let gap = space::M;
        let columns = ((width + gap) / (190.0 + gap)).floor().max(2.0);
        let tile = (width - gap * (columns - 1.0)) / columns;
        let shown: Vec<(usize, &Puzzle)> =
            set.puzzles.iter().enumerate().filter(|(_, puzzle)| self.is_shown(puzzle)).collect();
        for puzzles in shown.chunks(columns as usize) {
            ui.horizontal_top(|ui| {
                ui.spacing_mut().item_spacing.x = gap;
                for (index, puzzle) in puzzles {
                    let index = *index;
                    let response = self.tile(ui, cx, puzzle, index, tile);
                    if response.clicked() {
                        chosen = Some(index);
                    }
                    if set.id == PuzzleSetId::Own {
                        response.context_menu(|ui| {
                            if ui.button(words.puzzles_forget).clicked() {
                                self.forgets = Some(index);
                                ui.close();
                            }
                        });
                    }
                }
            });
            ui.add_space(gap - space::S);
        }
        chosen.map(|index| Navigation::Play(Box::new(game_of(set, index))))
    }

    /// Is a puzzle about the theme that was chosen?
    fn is_shown(&mut self, puzzle: &Puzzle) -> bool {
        let Some(wanted) = self.theme else { return true };
        let key = puzzle.position.hash();
        self.themes.entry(key).or_insert_with(|| PuzzleTheme::of(puzzle)).contains(&wanted)
    }

    fn tile(
        &mut self,
        ui: &mut Ui,
        cx: &Context,
        puzzle: &Puzzle,
        index: usize,
        width: f32,
    ) -> Response {
        let tokens = of(ui);
        let colours = &tokens.colours;
        let size = Vec2::new(width, width + 48.0);
        let (rect, response) = ui.allocate_exact_size(size, Sense::click());
        let is_solved = cx.progress.is_solved(puzzle);
        let words = &cx.texts.menu;
        let number = words.puzzle(index + 1);
        let name = cx.texts.puzzle_name(puzzle).unwrap_or(number);
        response.widget_info(|| WidgetInfo::selected(Role::Button, true, is_solved, &name));
        if !ui.is_rect_visible(rect) {
            return response;
        }
        let hover = ui.ctx().animate_bool_responsive(response.id, response.hovered());
        let corners = CornerRadius::same(radius::M);
        let line = Stroke::new(1.0, mix(colours.outline, colours.accent, hover));
        let fill_colour = tokens.hovered(colours.raised, hover, false);
        ui.painter().rect(rect, corners, fill_colour, line, StrokeKind::Inside);
        let board = Rect::from_min_size(rect.min, Vec2::splat(width)).shrink(space::S);
        let rules = puzzle.position.rules();
        let picture =
            self.pictures.entry(rules.id().to_owned()).or_insert_with(|| Picture::new(rules));
        picture.paint(ui, board, &Shown::new(&puzzle.position, puzzle.side, cx));
        let at = egui::pos2(rect.left() + space::M, board.bottom() + 16.0);
        let painter = ui.painter();
        let clipped = painter.with_clip_rect(rect.shrink(space::S).intersect(ui.clip_rect()));
        let room = rect.width() - 2.0 * space::M - if is_solved { 16.0 } else { 0.0 };
        let align = Align2::LEFT_CENTER;
        text::paint(&clipped, at, align, &name, text::strong_font(), colours.text, room);
        let below = at + Vec2::new(0.0, 18.0);
        let rating = cx.progress.rating_of(puzzle).round();
        let goal = words.puzzle_rated(goal_text(puzzle.goal, cx.texts), rating);
        text::paint(&clipped, below, align, &goal, text::small_font(), colours.muted, room);
        if is_solved {
            let centre = egui::pos2(rect.right() - 20.0, at.y);
            painter.circle_filled(centre, 10.0, colours.accent);
            Icon::Check.paint_at(painter, centre, 12.0, colours.on_accent);
        }
        focus_ring(ui, &response, rect, radius::M);
        response.on_hover_cursor(CursorIcon::PointingHand)
    }
}

fn theme_name(theme: PuzzleTheme, texts: &Texts) -> String {
    let words = &texts.menu;
    match theme {
        PuzzleTheme::MateIn(moves @ 4..) => words.theme_long_mate(moves),
        PuzzleTheme::MateIn(moves) => words.goal_mate(moves),
        PuzzleTheme::Fork => words.theme_fork.to_owned(),
        PuzzleTheme::Pin => words.theme_pin.to_owned(),
        PuzzleTheme::Promotion => words.theme_promotion.to_owned(),
        PuzzleTheme::Quiet => words.theme_quiet.to_owned(),
        PuzzleTheme::Material => words.theme_material.to_owned(),
        PuzzleTheme::Draw => words.theme_draw.to_owned(),
    }
}

/// The head of a card: a button at the right, and words in the room that it leaves.
fn head(ui: &mut Ui, title: &str, about: &str, button: Button<'_>) -> Response {
    let size = Vec2::new(ui.available_width(), 40.0);
    let row = ui.allocate_ui_with_layout(size, Layout::right_to_left(Align::Center), |ui| {
        let response = ui.add(button);
        ui.add_space(space::S);
        let words = Vec2::new(ui.available_width(), size.y);
        ui.allocate_ui_with_layout(words, Layout::top_down(Align::Min), |ui| {
            ui.spacing_mut().item_spacing.y = 2.0;
            paragraph(ui, text::heading(title).size(17.0));
            note(ui, about);
        });
        response
    });
    row.inner
}

/// The puzzles of a list, beginning with one of them; the computer refutes wrong moves.
fn game_of(set: &PuzzleSet, index: usize) -> NewGame {
    let puzzle = &set.puzzles[index];
    // The session itself seats the computer opposite the side that solves.
    let seats = [PlayerChoice::Human, PlayerChoice::Human];
    NewGame {
        puzzles: set.puzzles.clone(),
        first_puzzle: index,
        bottom: puzzle.side,
        ..NewGame::new(puzzle.position.clone(), seats)
    }
}
