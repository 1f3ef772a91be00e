//! Lessons for each piece: reach the stars, take without being taken, give mate.

use std::sync::Arc;

use board_ui::{
    BoardAction, BoardArrow, BoardState, BoardView, Circle, Glide, Ink, Marks, Placement,
};
use egui::{Role, ScrollArea, Sense, Ui, Vec2, WidgetInfo};
use notation::ruleset;
use rules::{Colour, Move, Piece, PieceType, Position, Rules, Square, SquareSet};
use study::{Lesson, LessonRun, LessonState, LessonTask, lessons};

use crate::context::Context;
use crate::navigation::{Mode, Navigation};
use crate::new_game::{NewGame, PlayerChoice};
use crate::picture::board_style;
use crate::piece_picture::legal_targets;
use crate::piece_text::describe;
use crate::play::{BoardLabels, PieceAtlases, arrange};
use crate::progress::Progress;
use crate::screens::Page;
use crate::screens::palette::piece_button;
use crate::style::widgets::{Button, Dropdown, card, note, paragraph, still_page, within_named};
use crate::style::{Icon, of, space, text};
use crate::texts::capital;

/// The most stars for a lesson.
const MOST_STARS: u8 = 3;

/// One lesson at a time, for a piece type of a rule set.
pub struct LessonsScreen {
    rules: Arc<Rules>,
    kind: PieceType,
    lessons: Vec<Lesson>,
    number: usize,
    run: Option<LessonRun>,
    /// Was the result of the present lesson noted?
    is_noted: bool,
    last: Option<Move>,
    board: BoardState,
    art: PieceAtlases,
}

/// What was asked for beside the board.
enum LessonIntent {
    Rules(Arc<Rules>),
    Piece(PieceType),
    Lesson(usize),
    Again,
    Next,
    Play,
}

impl LessonsScreen {
    /// The lessons for the pieces of a rule set, beginning with one of them.
    pub fn new(id: Option<&str>, piece: Option<&str>, cx: &mut Context) -> Option<LessonsScreen> {
        let rules = id.and_then(ruleset::shipped).or_else(|| ruleset::shipped("xxl"))?;
        let named = piece.and_then(|name| rules.piece_named(name));
        let first = || rules.piece_types().find(|kind| is_open(&cx.progress, &rules, *kind));
        let kind = named.or_else(first).or_else(|| rules.piece_types().next())?;
        let seats = [PlayerChoice::Human, PlayerChoice::Human];
        let shown = NewGame::new(Position::start(&rules), seats);
        let mut screen = LessonsScreen {
            art: PieceAtlases::new(&shown, cx),
            rules,
            kind,
            lessons: Vec::new(),
            number: 0,
            run: None,
            is_noted: false,
            last: None,
            board: BoardState::default(),
        };
        screen.choose(kind, &cx.progress);
        Some(screen)
    }

    /// Shows the board and what is to be done.
    pub fn ui(&mut self, ui: &mut Ui, cx: &mut Context) -> Option<Navigation> {
        self.note(cx);
        let title = cx.texts.lessons.title;
        let page = still_page(ui, cx.texts.common.back, title, f32::INFINITY, |ui, column| {
            let place = arrange(column, self.rules.size(), ui.ctx().pixels_per_point());
            self.art.follow(ui.ctx(), &self.rules, Colour::White, cx);
            within_named(ui, place.board, "lesson board", |ui| self.show_board(ui, cx));
            within_named(ui, place.side, "lesson side", |ui| {
                let area = ScrollArea::vertical().auto_shrink(false);
                area.show(ui, |ui| self.side(ui, cx)).inner
            })
        });
        if let Some(intent) = page.inner {
            match intent {
                LessonIntent::Rules(rules) => {
                    self.rules = rules;
                    let first = self.rules.piece_types().next().unwrap_or(self.kind);
                    self.choose(first, &cx.progress);
                }
                LessonIntent::Piece(kind) => self.choose(kind, &cx.progress),
                LessonIntent::Lesson(number) => self.open(number),
                LessonIntent::Again => self.open(self.number),
                LessonIntent::Next => self.next(&cx.progress),
                LessonIntent::Play => {
                    let id = self.rules.id().to_owned();
                    return Some(Navigation::To(Page::NewGame(Mode::Computer, Some(id))));
                }
            }
        }
        page.back.then_some(Navigation::Back)
    }

    /// Opens the first lesson of a piece that is not done.
    fn choose(&mut self, kind: PieceType, progress: &Progress) {
        self.kind = kind;
        self.lessons = lessons(&self.rules, kind);
        let done = progress.lessons(&key(&self.rules, kind));
        let first = (0..self.lessons.len()).find(|n| done.get(*n).is_none_or(|stars| *stars == 0));
        self.open(first.unwrap_or(0));
    }

    fn open(&mut self, number: usize) {
        self.number = number;
        self.run = self.lessons.get(number).cloned().map(LessonRun::new);
        self.board = BoardState::default();
        (self.last, self.is_noted) = (None, false);
    }

    /// The next lesson, or the next piece.
    fn next(&mut self, progress: &Progress) {
        if self.number + 1 < self.lessons.len() {
            self.open(self.number + 1);
            return;
        }
        let kinds: Vec<PieceType> = self.rules.piece_types().collect();
        let at = kinds.iter().position(|kind| *kind == self.kind).unwrap_or(0);
        let others = kinds.iter().cycle().skip(at + 1).take(kinds.len());
        let open = others.copied().find(|kind| is_open(progress, &self.rules, *kind));
        self.choose(open.unwrap_or(kinds[(at + 1) % kinds.len()]), progress);
    }

    /// Keeps what was reached.
    fn note(&mut self, cx: &mut Context) {
        let Some(run) = self.run.as_ref().filter(|run| run.state() == LessonState::Done) else {
            return;
        };
        if !std::mem::replace(&mut self.is_noted, true) {
            let key = key(&self.rules, self.kind);
            let count = self.lessons.len();
            cx.progress.note_lesson(&key, count, self.number, run.rating(), &cx.store);
            cx.sounds.play(sound::Cue::Win);
        }
    }

    fn show_board(&mut self, ui: &mut Ui, cx: &mut Context) {
        let Some(run) = &mut self.run else { return };
        let position = run.position().clone();
        let moves = run.legal_moves();
        let targets = |from: Square| legal_targets(&position, &moves, from);
        let pieces: Placement = position.pieces().collect();
        let (letters, style) = (self.art.letters().clone(), board_style(&cx.settings, &cx.theme));
        let labels = BoardLabels { texts: cx.texts, rules: Arc::clone(&self.rules) };
        let mut arrows = Vec::new();
        self.board.drawings.clear();
        if run.moves() == 0
            && run.lesson().task == LessonTask::Stars
            && let Some((square, _)) = position.pieces().next()
        {
            let (slides, leaps) = ways(square, &moves);
            let slides = slides.into_iter();
            arrows.extend(slides.map(|to| BoardArrow { from: square, to, ink: Ink::Blue }));
            let circle = |square| Circle { square, ink: Ink::Green };
            self.board.drawings.circles.extend(leaps.iter().map(circle));
        }
        if let LessonState::Wrong(by) = run.state()
            && let Some(last) = self.last
        {
            arrows.push(BoardArrow { from: by, to: last.to(), ink: Ink::Red });
        }
        let last_move = self.last.map(|last| (last.from(), last.to()));
        let view = BoardView {
            movable: moves.iter().map(|chess_move| chess_move.from()).collect(),
            targets: &targets,
            marks: Marks { last_move, ..Marks::default() },
            arrows: &arrows,
            coordinates: cx.settings.coordinates,
            glide: Some(Glide { pixels_per_frame: 16.0, max_seconds: 0.16 }),
            labels: &labels,
            ..BoardView::new(self.rules.size(), Colour::White, &pieces, &letters, &style)
        };
        let output = view.show(ui, &mut self.board, &mut self.art);
        for star in run.stars().iter() {
            let place = output.geometry.square_rect(star);
            ui.painter().circle_filled(place.center(), 0.36 * place.width(), STAR);
            let white = egui::Color32::WHITE;
            Icon::Star.paint_at(ui.painter(), place.center(), 0.5 * place.width(), white);
            let node = ui.interact(place, ui.scope_id().with(("star", star)), Sense::hover());
            let name = cx.texts.lessons.star_on(&star);
            node.widget_info(|| WidgetInfo::labeled(Role::Image, true, &name));
        }
        for action in output.actions {
            if let BoardAction::Move { from, to } = action
                && let Some(step) = moves.iter().find(|m| (m.from(), m.to()) == (from, to))
            {
                run.play(*step);
                self.last = Some(*step);
                let is_wrong = matches!(run.state(), LessonState::Wrong(_));
                cx.sounds.play(if is_wrong { sound::Cue::Refused } else { sound::Cue::Move });
            }
        }
    }

    fn side(&mut self, ui: &mut Ui, cx: &mut Context) -> Option<LessonIntent> {
        ui.spacing_mut().item_spacing = Vec2::splat(space::S);
        let mut intent = None;
        card(ui, |ui| {
            intent = self.pieces(ui, cx);
        });
        card(ui, |ui| {
            intent = intent.take().or(self.task(ui, cx));
        });
        intent
    }

    /// The rule sets and their pieces, with what is done.
    fn pieces(&mut self, ui: &mut Ui, cx: &Context) -> Option<LessonIntent> {
        let texts = cx.texts;
        let shipped: Vec<Arc<Rules>> =
            ruleset::shipped_ids().filter_map(ruleset::shipped).collect();
        let names: Vec<String> = shipped.iter().map(|rules| texts.rule_set(rules)).collect();
        let mut chosen =
            shipped.iter().position(|rules| rules.id() == self.rules.id()).unwrap_or(0);
        let list = Dropdown::new(texts.editor.rules).width(ui.available_width());
        let mut intent = None;
        if list.show(ui, &mut chosen, &names) {
            intent = shipped.get(chosen).cloned().map(LessonIntent::Rules);
        }
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = Vec2::splat(space::XS);
            for kind in self.rules.piece_types() {
                if self.piece_button(ui, kind, cx) {
                    intent = Some(LessonIntent::Piece(kind));
                }
            }
        });
        intent
    }

    fn piece_button(&self, ui: &mut Ui, kind: PieceType, cx: &Context) -> bool {
        let name = capital(&cx.texts.piece(&self.rules.piece_spec(kind).name));
        let is_on = kind == self.kind;
        let (piece, ground) = (Piece::new(kind, Colour::White), of(ui).colours.raised);
        let response = piece_button(ui, piece, &name, is_on, &self.art, ground);
        if !is_open(&cx.progress, &self.rules, kind) {
            let at = response.rect.right_top() + Vec2::new(-9.0, 9.0);
            Icon::Star.paint_at(ui.painter(), at, 14.0, STAR);
        }
        response.clicked()
    }

    /// What is to be done, and how it stands.
    fn task(&mut self, ui: &mut Ui, cx: &Context) -> Option<LessonIntent> {
        let (texts, words) = (cx.texts, &cx.texts.lessons);
        let spec = self.rules.piece_spec(self.kind);
        ui.label(text::title(capital(&texts.piece(&spec.name))));
        paragraph(ui, text::body(describe(spec, texts)));
        let mut intent = self.numbers(ui, cx);
        let Some(run) = &self.run else {
            ui.label(text::muted(ui, words.none));
            return intent;
        };
        ui.add_space(space::XS);
        let said = match run.lesson().task {
            LessonTask::Stars => words.stars,
            LessonTask::Captures => words.captures,
            LessonTask::Mate => words.mate,
        };
        paragraph(ui, text::heading(said));
        if run.lesson().task == LessonTask::Stars && run.moves() == 0 {
            note(ui, words.ways);
        }
        ui.label(text::muted(ui, words.moves(run.lesson().fewest, run.moves())));
        let colours = of(ui).colours;
        match run.state() {
            LessonState::Open => {}
            LessonState::Wrong(_) => {
                let why = match run.lesson().task {
                    LessonTask::Mate => words.no_mate,
                    _ => words.taken,
                };
                paragraph(ui, text::body(why).color(colours.danger));
            }
            LessonState::Done => {
                let said = words.done(run.rating());
                paragraph(ui, text::strong(said).color(colours.accent));
            }
        }
        ui.horizontal(|ui| {
            let is_done = run.state() == LessonState::Done;
            if is_done && ui.add(Button::primary(words.next)).clicked() {
                intent = Some(LessonIntent::Next);
            }
            let again = Button::secondary(words.again).enabled(run.moves() > 0);
            if ui.add(again).clicked() {
                intent = Some(LessonIntent::Again);
            }
        });
        let kinds = || self.rules.piece_types();
        if kinds().all(|kind| !is_open(&cx.progress, &self.rules, kind)) {
            paragraph(ui, text::body(words.all_done));
            if ui.add(Button::primary(texts.rules.play).icon(Icon::Play)).clicked() {
                intent = Some(LessonIntent::Play);
            }
        }
        intent
    }

    /// The lessons of the piece with their stars.
    fn numbers(&self, ui: &mut Ui, cx: &Context) -> Option<LessonIntent> {
        let done = cx.progress.lessons(&key(&self.rules, self.kind));
        let mut intent = None;
        ui.horizontal_wrapped(|ui| {
            for number in 0..self.lessons.len() {
                let stars = done.get(number).copied().unwrap_or(0).min(MOST_STARS);
                let name = cx.texts.lessons.lesson(number + 1, stars);
                let button = Button::ghost(&name).small().selected(number == self.number);
                if ui.add(button).clicked() {
                    intent = Some(LessonIntent::Lesson(number));
                }
            }
        });
        intent
    }
}

const STAR: egui::Color32 = egui::Color32::from_rgb(240, 178, 30);

/// Under what the lessons of a piece are kept.
fn key(rules: &Rules, kind: PieceType) -> String {
    format!("{}/{}", rules.id(), rules.piece_spec(kind).name)
}

/// Is there a lesson of a piece that was never done?
fn is_open(progress: &Progress, rules: &Rules, kind: PieceType) -> bool {
    let done = progress.lessons(&key(rules, kind));
    done.is_empty() || done.contains(&0)
}

/// Where a piece slides to at most, each way by itself, and where it leaps to.
fn ways(from: Square, moves: &[Move]) -> (Vec<Square>, SquareSet) {
    let mut farthest: Vec<((i32, i32), Square)> = Vec::new();
    let mut leaps = SquareSet::EMPTY;
    for to in moves.iter().map(|chess_move| chess_move.to()) {
        let (files, ranks) = (
            i32::from(to.file()) - i32::from(from.file()),
            i32::from(to.rank()) - i32::from(from.rank()),
        );
        let is_line = files == 0 || ranks == 0 || files.abs() == ranks.abs();
        let way = (files.signum(), ranks.signum());
        // A leap passes over squares that it does not need.
        let between = |step: i32| {
            let at = |start: u8, way: i32| u8::try_from(i32::from(start) + way * step).ok();
            let (file, rank) = (at(from.file(), way.0)?, at(from.rank(), way.1)?);
            Some(Square::new(file, rank))
        };
        let reaches = |square: Square| moves.iter().any(|chess_move| chess_move.to() == square);
        let length = files.abs().max(ranks.abs());
        let is_slide = is_line && (1..length).all(|step| between(step).is_some_and(reaches));
        if !is_slide {
            leaps.insert(to);
            continue;
        }
        let further = |known: Square| {
            let far = known.file().abs_diff(from.file()).max(known.rank().abs_diff(from.rank()));
            i32::from(far) < length
        };
        match farthest.iter_mut().find(|(known, _)| *known == way) {
            Some((_, known)) if further(*known) => *known = to,
            Some(_) => {}
            None => farthest.push((way, to)),
        }
    }
    (farthest.into_iter().map(|(_, to)| to).collect(), leaps)
}
