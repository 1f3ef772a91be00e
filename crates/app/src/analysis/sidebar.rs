//! What stands beside the analysis board: the engine's lines, the review, the moves, buttons.

use std::sync::Arc;

use board_ui::{BoardArrow, Ink};
use egui::{
    Align, CornerRadius, Layout, Rect, Role, ScrollArea, Sense, Ui, Vec2, WidgetInfo, vec2,
};
use engine::Line;
use notation::tree::NodeId;
use rules::{Colour, Move, Position, Turn};
use study::MoveReview;

use super::engine_lines::MOST_LINES;
use super::layout::Arrangement;
use super::move_tree::sign_text;
use super::practice::Attempt;
use super::summary::Room;
use super::{AnalysisIntent, AnalysisScreen, Tab};
use crate::context::Context;
use crate::move_text::{MovePainter, MoveText};
use crate::score_text::{line_text, score_text, white_share};
use crate::style::widgets::{
    Button, Dropdown, IconButton, Segmented, TextField, Toggle, card, focus_ring, paragraph,
    within, within_named,
};
use crate::style::{Icon, faded, mix, of, radius, space, text};
use crate::texts::Texts;

/// The signs that can be put behind a move: of the move itself, then of the position.
const SIGNS: [u16; 12] = [3, 1, 5, 6, 2, 4, 10, 13, 16, 17, 18, 19];

/// The height of the signs, which give way where the moves have less room than this, and of the comment.
const SIGNS_HEIGHT: f32 = 36.0;
const LEAST_MOVES: f32 = 120.0;
const COMMENT_HEIGHT: f32 = 44.0;

/// A column lower than this is as high as it must be, and scrolled.
const LEAST_HEIGHT: f32 = 500.0;

/// In a column lower than this, the moves and the review take turns.
const LEAST_FOR_BOTH: f32 = 640.0;

/// The room for the score before a line of the engine.
const SCORE: f32 = 56.0;

/// From this width on, buttons have words.
const WORDS_FROM: f32 = 400.0;

/// From this width on there is room for the depth and the speed of the engine.
const FIGURES_FROM: f32 = 270.0;

/// How many moves of a line are written at most.
const WRITTEN_MOVES: usize = 10;

/// What of a review stands in the column of the moves.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Review {
    /// The course of the game and the sums.
    Alone,
    /// What is said about the move that is shown as well.
    WithVerdict,
}

impl AnalysisScreen {
    /// What the engine and the review point at.
    pub(super) fn arrows(&self) -> Vec<BoardArrow> {
        let arrow = |chess_move: &Move, ink| BoardArrow {
            from: chess_move.from(),
            to: chess_move.to(),
            ink,
        };
        if let Some(practice) = &self.practice {
            let review = self.review.done().and_then(|done| done.moves.get(practice.index()));
            return match &practice.attempt {
                Attempt::Wrong { played, refutation, .. } => {
                    let played = arrow(played, Ink::Yellow);
                    refutation
                        .first()
                        .map(|m| arrow(m, Ink::Red))
                        .into_iter()
                        .chain([played])
                        .collect()
                }
                Attempt::Right(played) => vec![arrow(played, Ink::Green)],
                Attempt::Shown => {
                    self.best_move(practice.index()).iter().map(|m| arrow(m, Ink::Green)).collect()
                }
                // What was played in the game.
                Attempt::Open => match review.map(|review| review.turn) {
                    Some(Turn::Move(played)) => vec![arrow(&played, Ink::Yellow)],
                    _ => Vec::new(),
                },
                Attempt::Checking(_) => Vec::new(),
            };
        }
        let mut arrows = Vec::new();
        if let Some((_, reviewed)) = self.reviewed()
            && let Some(why) = &reviewed.explanation
            && !why.is_missed()
        {
            arrows.extend(why.line.first().map(|m| arrow(m, Ink::Red)));
        }
        let ink = if self.engine.is_threat() { Ink::Red } else { Ink::Blue };
        let best = self.engine.lines().iter().filter_map(|line| line.moves.first());
        for best in best.map(|m| arrow(m, ink)) {
            // What the review points at is shown already.
            if !arrows
                .iter()
                .any(|known: &BoardArrow| (known.from, known.to) == (best.from, best.to))
            {
                arrows.push(best);
            }
        }
        arrows
    }

    /// The review of the move that led to the position that is shown, and its index.
    pub(super) fn reviewed(&self) -> Option<(usize, &MoveReview)> {
        let index = self.game.tree.main_line().position(|node| node == self.current)?;
        Some((index, self.review.done()?.moves.get(index)?))
    }

    /// The engine's choice in place of a move of the game.
    pub(super) fn best_move(&self, index: usize) -> Option<Move> {
        self.review.done()?.insights.get(index)?.line().first().copied()
    }

    /// Shows everything beside the board and returns what was asked for.
    pub(super) fn sidebar(
        &mut self,
        ui: &mut Ui,
        place: Arrangement,
        cx: &mut Context,
    ) -> Vec<AnalysisIntent> {
        ui.spacing_mut().item_spacing = Vec2::splat(space::S);
        if self.practice.is_some() {
            return self.practice_card(ui, cx);
        }
        let mut intents = Vec::new();
        let is_reviewed = self.review.done().is_some();
        if let Some(review) = place.review.filter(|_| is_reviewed) {
            intents.extend(self.column(ui, None, cx));
            within_named(ui, review, "review", |ui| {
                intents.extend(self.review_panel(ui, Room::Much, cx));
                intents.extend(self.verdict(ui, cx));
            });
            return intents;
        }
        let height = ui.available_height();
        if height >= LEAST_HEIGHT {
            let below = place.below.filter(|_| height < LEAST_FOR_BOTH);
            let with = if below.is_some() { Review::Alone } else { Review::WithVerdict };
            intents.extend(self.column(ui, Some(with), cx));
            if let Some(below) = below {
                within_named(ui, below, "verdict", |ui| {
                    intents.extend(self.verdict(ui, cx));
                });
            }
            return intents;
        }
        ScrollArea::vertical().auto_shrink(false).id_salt("side").show(ui, |ui| {
            let size = vec2(ui.available_width(), LEAST_HEIGHT);
            let (place, _) = ui.allocate_exact_size(size, Sense::hover());
            within(ui, place, |ui| {
                intents.extend(self.column(ui, Some(Review::WithVerdict), cx));
            });
        });
        intents
    }

    /// The engine, the moves and what is done with them, and the review if it belongs here.
    fn column(
        &mut self,
        ui: &mut Ui,
        review: Option<Review>,
        cx: &mut Context,
    ) -> Vec<AnalysisIntent> {
        let mut intents = Vec::new();
        let height = ui.available_height();
        card(ui, |ui| {
            intents.extend(self.engine_panel(ui, cx));
        });
        let mut tab = None;
        if self.review.done().is_none() {
            intents.extend(self.review_to_come(ui, cx));
        } else if review.is_some() && height < LEAST_FOR_BOTH {
            let review = cx.texts.analysis.tab_review;
            let tabs = [(Tab::Review, review), (Tab::Moves, cx.texts.play.moves)];
            Segmented::new(cx.texts.analysis.title, tabs).show(ui, &mut self.tab);
            tab = Some(self.tab);
        }
        let place = ui.available_rect_before_wrap();
        let has_words = place.width() >= WORDS_FROM && height >= LEAST_FOR_BOTH;
        let (mut above, buttons) =
            place.split_top_bottom_at_y(place.bottom() - buttons_height(place.width(), has_words));
        if let Some(review) = review
            && self.review.done().is_some()
            && tab != Some(Tab::Moves)
        {
            let room = if height < LEAST_FOR_BOTH { Room::Little } else { Room::Some };
            let place = above.with_max_y(above.bottom() - space::S);
            let bottom = within_named(ui, place, "review", |ui| {
                let scrolled = ScrollArea::vertical().auto_shrink([false, true]);
                scrolled.show(ui, |ui| {
                    intents.extend(self.review_panel(ui, room, cx));
                    if review == Review::WithVerdict {
                        intents.extend(self.verdict(ui, cx));
                    }
                });
                ui.min_rect().bottom()
            });
            above = above.with_min_y(bottom + space::S);
        }
        if tab != Some(Tab::Review) {
            self.moves_and_notes(ui, above, &mut intents, cx);
        }
        within_named(ui, buttons, "buttons", |ui| {
            intents.extend(buttons_below(ui, has_words, cx.texts));
        });
        intents
    }

    fn moves_and_notes(
        &mut self,
        ui: &mut Ui,
        place: Rect,
        intents: &mut Vec<AnalysisIntent>,
        cx: &mut Context,
    ) {
        let room = place.height() - COMMENT_HEIGHT;
        let has_signs = room - SIGNS_HEIGHT >= LEAST_MOVES;
        let moves = if has_signs { room - SIGNS_HEIGHT } else { room };
        let (moves, notes) = place.split_top_bottom_at_y(place.top() + moves - space::S);
        within_named(ui, moves, "moves", |ui| {
            card(ui, |ui| {
                let (tree, version) = (&self.game.tree, self.version);
                intents.extend(self.moves.show(ui, tree, version, self.current, &self.art, cx));
            });
        });
        let notes = notes.with_min_y(notes.top() + space::S);
        within_named(ui, notes, "notes", |ui| {
            intents.extend(self.notes(ui, has_signs, cx.texts));
        });
    }

    /// Signs, where there is room for them, and a comment for the move that is shown.
    fn notes(&mut self, ui: &mut Ui, has_signs: bool, texts: &Texts) -> Option<AnalysisIntent> {
        let mut intent = if has_signs { self.signs(ui, texts) } else { None };
        let words = &texts.analysis;
        let field = TextField::new(words.comment).hint(words.comment_hint);
        if field.width(ui.available_width()).show(ui, &mut self.comment).changed() {
            intent = Some(AnalysisIntent::Comment(self.comment.clone()));
        }
        intent
    }

    fn signs(&self, ui: &mut Ui, texts: &Texts) -> Option<AnalysisIntent> {
        let node = self.game.tree.node(self.current).filter(|_| self.current != NodeId::ROOT);
        let nags = node.map(|node| node.annotation().nags.clone());
        let mut intent = None;
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 2.0;
            let width =
                (ui.available_width() - 2.0 * (SIGNS.len() as f32 - 1.0)) / SIGNS.len() as f32;
            for nag in SIGNS {
                let is_on = nags.as_ref().is_some_and(|nags| nags.contains(&nag));
                let sign = sign_text(nag).unwrap_or_default();
                let name = texts.analysis.sign(sign);
                if sign_button(ui, sign, name, is_on, nags.is_some(), width) {
                    intent = Some(AnalysisIntent::Sign(nag));
                }
            }
        });
        intent
    }

    fn engine_panel(&mut self, ui: &mut Ui, cx: &Context) -> Option<AnalysisIntent> {
        let words = &cx.texts.analysis;
        ui.horizontal(|ui| {
            let mut is_on = self.engine.is_on;
            ui.add(Toggle::new(&mut is_on, words.engine));
            self.engine.is_on = is_on;
            let score = self.evaluation().map_or("…".to_owned(), |(_, text)| text);
            ui.label(text::heading(if is_on { score } else { words.engine.to_owned() }));
            let has_room = ui.available_width() >= FIGURES_FROM;
            if let Some(line) = self.engine.lines().first().filter(|_| is_on && has_room) {
                ui.label(text::muted(ui, words.depth(line.depth)));
                if let Some(speed) = self.engine.speed() {
                    ui.label(text::muted(ui, words.speed(cx.texts.decimal(speed / 1e6, 2))));
                }
            }
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                let more = IconButton::new(Icon::Plus, words.more_lines).ghost().size(26.0);
                if ui.add(more.enabled(self.engine.wanted < MOST_LINES)).clicked() {
                    self.engine.wanted += 1;
                }
                let fewer = IconButton::new(Icon::Minus, words.fewer_lines).ghost().size(26.0);
                if ui.add(fewer.enabled(self.engine.wanted > 1)).clicked() {
                    self.engine.wanted -= 1;
                }
                let threat = self.engine.shows_threat;
                let button = Button::ghost(words.threat).small().selected(threat);
                if ui.add(button).clicked() {
                    self.engine.shows_threat = !threat;
                }
            });
        });
        let mut intent = engine_choice(ui, cx);
        if self.engine.has_failed {
            let warning = of(ui).colours.warning;
            let said = text::body(words.engine_failed).color(warning);
            paragraph(ui, said);
        }
        if !self.engine.is_on {
            return intent;
        }
        let mut position = self.history.position().clone();
        if self.engine.is_threat() {
            position = position.with_turn(!position.turn());
        }
        for rank in 0..self.engine.wanted {
            let line = self.engine.lines().get(rank);
            let is_threat = self.engine.is_threat();
            if self.engine_line(ui, line, &position, cx)
                && let Some(line) = line.filter(|_| !is_threat)
            {
                intent = Some(AnalysisIntent::Play(line.moves.iter().take(1).copied().collect()));
            }
        }
        intent
    }

    /// One line of the engine; returns whether it was clicked.
    fn engine_line(
        &self,
        ui: &mut Ui,
        line: Option<&Line>,
        position: &Position,
        cx: &Context,
    ) -> bool {
        let colours = &of(ui).colours;
        let (rect, response) =
            ui.allocate_exact_size(vec2(ui.available_width(), 22.0), Sense::click());
        let Some(line) = line else { return false };
        let score = score_text(self.engine.for_white(line));
        let notation = cx.settings.notation;
        let moves = MoveText { rules: Arc::clone(self.game.rules()), notation, texts: cx.texts };
        let painter = ui.painter().clone();
        let colour = colours.muted;
        let pen = MovePainter { painter: &painter, pieces: &self.art, size: 13.0, colour };
        // As many whole moves as there is room for.
        let fits = |count: &usize| {
            let parts = moves.parts(&line_text(position, &line.moves, *count));
            pen.width(&parts) <= rect.width() - SCORE
        };
        let count = (2..=WRITTEN_MOVES).rev().find(fits).unwrap_or(1);
        let written = line_text(position, &line.moves, count);
        response.widget_info(|| {
            WidgetInfo::labeled(Role::Button, true, format!("{score} {}", moves.plain(&written)))
        });
        if response.hovered() {
            ui.painter().rect_filled(rect, CornerRadius::same(radius::S), colours.raised);
        }
        let at = rect.left_center() + vec2(4.0, 0.0);
        let font = text::strong_font();
        ui.painter().text(at, egui::Align2::LEFT_CENTER, score, font, colours.text);
        let painter = ui.painter().with_clip_rect(rect.intersect(ui.clip_rect()));
        MovePainter { painter: &painter, ..pen }
            .paint(rect.left_center() + vec2(SCORE, 0.0), &moves.parts(&written));
        response.clicked()
    }

    /// White's share of the position that is shown and its score, or the result where the game is over.
    fn evaluation(&self) -> Option<(f32, String)> {
        if let Some(outcome) = self.history.outcome().filter(|_| !self.engine.is_threat()) {
            let (share, result) = match outcome.winner {
                Some(Colour::White) => (1.0, "1–0"),
                Some(Colour::Black) => (0.0, "0–1"),
                None => (0.5, "½–½"),
            };
            return Some((share, result.to_owned()));
        }
        self.engine.score().map(|score| (white_share(score), score_text(score)))
    }

    /// A bar with a number at the left of the board, while the engine thinks.
    pub(super) fn evaluation_beside(&self, ui: &mut Ui, bar: Rect, name: &str) {
        if !self.engine.is_on || self.practice.is_some() {
            return;
        }
        let response = ui.interact(bar, ui.scope_id().with("evaluation"), Sense::hover());
        let (share, text) = self.evaluation().unwrap_or((0.5, String::new()));
        response.widget_info(|| WidgetInfo::labeled(Role::Image, true, format!("{name} {text}")));
        let is_white_ahead = share >= 0.5;
        let share = ui.ctx().animate_value_with_time(response.id.with("share"), share, 0.25);
        let corners = CornerRadius::same(radius::S);
        let (black, white) = (egui::Color32::from_gray(60), egui::Color32::from_gray(235));
        let white_below = self.bottom == Colour::White;
        let lower = if white_below { share } else { 1.0 - share };
        let (above, below) = if white_below { (black, white) } else { (white, black) };
        let line = egui::Stroke::new(1.0, of(ui).colours.outline);
        let part = bar.with_min_y(bar.bottom() - bar.height() * lower);
        // The upper part does not shine through the corners where it has no share.
        let ground = if lower < 0.99 { above } else { below };
        ui.painter().rect(bar, corners, ground, line, egui::StrokeKind::Outside);
        ui.painter().rect_filled(part, corners, below);
        let (at, align) = match is_white_ahead == white_below {
            true => (bar.center_bottom() - vec2(0.0, 4.0), egui::Align2::CENTER_BOTTOM),
            false => (bar.center_top() + vec2(0.0, 4.0), egui::Align2::CENTER_TOP),
        };
        let ink = if is_white_ahead { black } else { white };
        let font = egui::FontId { size: 10.0, ..text::small_font() };
        ui.painter().text(at, align, text, font, ink);
    }
}

/// Which engine thinks, where there are several.
fn engine_choice(ui: &mut Ui, cx: &Context) -> Option<AnalysisIntent> {
    let words = &cx.texts.new_game;
    if cx.engines.engines.is_empty() {
        return None;
    }
    let mut chosen = cx.engines.analyst.clone();
    let list = Dropdown::new(words.engine).width(ui.available_width());
    let is_other = list.pick(ui, &mut chosen, cx.engines.choices(words.engine_built_in));
    is_other.then_some(AnalysisIntent::Engine(chosen))
}

/// A small button with a sign.
fn sign_button(
    ui: &mut Ui,
    sign: &str,
    name: String,
    is_on: bool,
    is_enabled: bool,
    width: f32,
) -> bool {
    let colours = &of(ui).colours;
    let sense = if is_enabled { Sense::click() } else { Sense::hover() };
    let (rect, response) = ui.allocate_exact_size(vec2(width, 28.0), sense);
    response.widget_info(|| WidgetInfo::selected(Role::Button, is_enabled, is_on, &name));
    let fill = match (is_on, response.hovered() && is_enabled) {
        (true, _) => mix(colours.surface, colours.accent, 0.35),
        (false, true) => colours.raised,
        (false, false) => colours.surface,
    };
    ui.painter().rect_filled(rect, CornerRadius::same(radius::S), fill);
    let ink = if is_enabled { colours.text } else { faded(colours.text, 0.4) };
    let font = text::strong_font();
    ui.painter().text(rect.center(), egui::Align2::CENTER_CENTER, sign, font, ink);
    focus_ring(ui, &response, rect, radius::S);
    response.on_hover_text(name).clicked()
}

/// The heights of the two rows of buttons.
const ROWS: (f32, f32) = (34.0, 30.0);
const ROW_WITH_WORDS: f32 = 46.0;

/// The least width of the words in the second row, in which they are side by side.
const SECOND_ROW: f32 = 330.0;

/// The height of [`buttons_below`] with what is left free above it.
fn buttons_height(width: f32, has_words: bool) -> f32 {
    let first = if has_words { ROW_WITH_WORDS } else { ROWS.0 };
    let rows = if width < SECOND_ROW { 2.0 } else { 1.0 };
    first + space::XS + rows * ROWS.1 + (rows - 1.0) * space::XS
}

fn buttons_below(ui: &mut Ui, has_words: bool, texts: &Texts) -> Option<AnalysisIntent> {
    let (words, play) = (&texts.analysis, &texts.play);
    let mut intent = None;
    ui.spacing_mut().item_spacing = Vec2::splat(space::XS);
    let buttons = [
        (Icon::First, play.first, play.word_first, AnalysisIntent::First),
        (Icon::ChevronLeft, play.step_back, play.word_back, AnalysisIntent::Back),
        (Icon::ChevronRight, play.step_forward, play.word_forward, AnalysisIntent::Forward),
        (Icon::Last, words.last, words.word_last, AnalysisIntent::Last),
        (Icon::Flip, play.flip, play.word_flip, AnalysisIntent::Flip),
        (Icon::Save, words.save, play.save_short, AnalysisIntent::Save),
        (Icon::Image, play.save_picture, words.word_picture, AnalysisIntent::SavePicture),
        (Icon::Pencil, words.edit, words.word_edit, AnalysisIntent::Edit),
    ];
    let count = buttons.len() as f32;
    let width = (ui.available_width() - (count - 1.0) * space::XS) / count;
    ui.horizontal(|ui| {
        for (icon, name, word, asked) in buttons {
            let button = match has_words {
                true => IconButton::new(icon, name).size(ROW_WITH_WORDS).word(word).width(width),
                false => IconButton::new(icon, name).size(ROWS.0).width(width.min(ROWS.0)),
            };
            if ui.add(button).clicked() {
                intent = Some(asked);
            }
        }
    });
    ui.horizontal_wrapped(|ui| {
        for (name, asked) in [
            (words.copy_pgn, AnalysisIntent::CopyPgn),
            (words.copy_fen, AnalysisIntent::CopyFen),
            (words.play_from_here, AnalysisIntent::PlayFromHere),
        ] {
            if ui.add(Button::ghost(name).small()).clicked() {
                intent = Some(asked);
            }
        }
    });
    intent
}
