//! What stands beside the analysis board: the engine's lines, the review, the moves, buttons.

use std::sync::Arc;

use board_ui::{BoardArrow, Ink};
use egui::{
    Align, CornerRadius, Label, Layout, Rect, Role, Sense, Ui, UiBuilder, Vec2, WidgetInfo, vec2,
};
use engine::Line;
use notation::san;
use notation::tree::NodeId;
use rules::{Colour, Move, Position};
use study::{Grade, MoveReview, Review};

use super::engine_lines::MOST_LINES;
use super::move_tree::sign_text;
use super::practice::Attempt;
use super::{AnalysisScreen, Intent, graph, reasons};
use crate::context::Context;
use crate::move_text::{MovePainter, MoveText};
use crate::score_text::{line_text, score_text, white_share};
use crate::style::widgets::{Button, Dropdown, IconButton, TextField, Toggle, card, focus_ring};
use crate::style::{Icon, faded, mix, of, radius, space, text};
use crate::texts::Texts;

/// The signs that can be put behind a move: of the move itself, then of the position.
const SIGNS: [u16; 12] = [3, 1, 5, 6, 2, 4, 10, 13, 16, 17, 18, 19];

/// The height of signs and comment.
const NOTES: f32 = 84.0;

/// The height of the signs, which give way where the moves have less room than this.
const SIGNS_HEIGHT: f32 = 36.0;
const LEAST_MOVES: f32 = 104.0;

/// Below this height of the side, the moves would have no room beside a large graph.
const LOW: f32 = 740.0;

/// The width of the evaluation beside the board, with the gap to it.
const BAR: f32 = 38.0;

/// How many moves of a line are written.
const WRITTEN_MOVES: usize = 10;

impl AnalysisScreen {
    /// What the engine and the review point at.
    pub(super) fn arrows(&self) -> Vec<BoardArrow> {
        let arrow = |chess_move: &Move, ink| BoardArrow {
            from: chess_move.from(),
            to: chess_move.to(),
            ink,
        };
        if let Some(practice) = &self.practice {
            return match &practice.attempt {
                Attempt::Wrong { played, refutation } => {
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
                Attempt::Open | Attempt::Checking(_) => Vec::new(),
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
            // What the review points at is told already.
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
    fn reviewed(&self) -> Option<(usize, &MoveReview)> {
        let index = self.game.tree.main_line().position(|node| node == self.current)?;
        Some((index, self.review.done()?.moves.get(index)?))
    }

    /// The engine's choice in place of a move of the game.
    pub(super) fn best_move(&self, index: usize) -> Option<Move> {
        self.review.done()?.insights.get(index)?.line().first().copied()
    }

    /// Shows everything beside the board and tells what was asked for.
    pub(super) fn sidebar(&mut self, ui: &mut Ui, cx: &mut Context<'_>) -> Vec<Intent> {
        let mut intents = Vec::new();
        let is_low = ui.available_height() < LOW;
        ui.spacing_mut().item_spacing = Vec2::splat(space::S);
        if self.practice.is_some() {
            intents.extend(self.practice_card(ui, cx));
            return intents;
        }
        card(ui, |ui| {
            ui.set_width(ui.available_width());
            intents.extend(self.engine_panel(ui, cx));
        });
        intents.extend(self.review_panel(ui, is_low, cx));
        let space = ui.available_rect_before_wrap();
        let has_signs = space.height() - 84.0 - NOTES >= LEAST_MOVES;
        let buttons = 84.0 + NOTES - if has_signs { 0.0 } else { SIGNS_HEIGHT };
        let moves = Rect::from_min_max(space.min, space.max - vec2(0.0, buttons));
        ui.scope_builder(UiBuilder::new().max_rect(moves), |ui| {
            card(ui, |ui| {
                ui.set_width(ui.available_width());
                let (tree, version) = (&self.game.tree, self.version);
                intents.extend(self.moves.show(ui, tree, version, self.current, &self.art, cx));
            });
        });
        let below = Rect::from_min_max(moves.left_bottom() + vec2(0.0, space::S), space.max);
        ui.scope_builder(UiBuilder::new().max_rect(below), |ui| {
            intents.extend(self.notes(ui, has_signs, cx.texts));
            intents.extend(buttons_below(ui, cx.texts));
        });
        intents
    }

    /// Signs, where there is room for them, and a comment for the move that is shown.
    fn notes(&mut self, ui: &mut Ui, has_signs: bool, texts: &Texts) -> Option<Intent> {
        let mut intent = if has_signs { self.signs(ui, texts) } else { None };
        let words = &texts.analysis;
        let field = TextField::new(words.comment).hint(words.comment_hint);
        if field.width(ui.available_width()).show(ui, &mut self.comment).changed() {
            intent = Some(Intent::Comment(self.comment.clone()));
        }
        intent
    }

    fn signs(&self, ui: &mut Ui, texts: &Texts) -> Option<Intent> {
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
                    intent = Some(Intent::Sign(nag));
                }
            }
        });
        intent
    }

    fn engine_panel(&mut self, ui: &mut Ui, cx: &Context<'_>) -> Option<Intent> {
        let words = &cx.texts.analysis;
        ui.horizontal(|ui| {
            let mut is_on = self.engine.is_on;
            ui.add(Toggle::new(&mut is_on, words.engine));
            self.engine.is_on = is_on;
            let score = self.evaluation().map_or("…".to_owned(), |(_, text)| text);
            ui.label(text::heading(if is_on { score } else { words.engine.to_owned() }));
            if let Some(line) = self.engine.lines().first().filter(|_| is_on) {
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
            ui.add(Label::new(said).wrap());
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
                intent = Some(Intent::Play(line.moves.iter().take(1).copied().collect()));
            }
        }
        intent
    }

    /// One line of the engine; tells whether it was clicked.
    fn engine_line(
        &self,
        ui: &mut Ui,
        line: Option<&Line>,
        position: &Position,
        cx: &Context<'_>,
    ) -> bool {
        let colours = &of(ui).colours;
        let (rect, response) =
            ui.allocate_exact_size(vec2(ui.available_width(), 22.0), Sense::click());
        let Some(line) = line else { return false };
        let score = score_text(self.engine.for_white(line));
        let written = line_text(position, &line.moves, WRITTEN_MOVES);
        let notation = cx.settings.notation;
        let moves = MoveText { rules: Arc::clone(self.game.rules()), notation, texts: cx.texts };
        response.widget_info(|| {
            WidgetInfo::labeled(Role::Button, true, format!("{score} {}", moves.plain(&written)))
        });
        if response.hovered() {
            ui.painter().rect_filled(rect, CornerRadius::same(radius::S), colours.raised);
        }
        let painter = ui.painter().with_clip_rect(rect.intersect(ui.clip_rect()));
        let at = rect.left_center() + vec2(4.0, 0.0);
        let font = text::strong_font();
        painter.text(at, egui::Align2::LEFT_CENTER, score, font, colours.text);
        let colour = colours.muted;
        let pen = MovePainter { painter: &painter, pieces: &self.art, size: 13.0, colour };
        pen.paint(at + vec2(52.0, 0.0), &moves.parts(&written));
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

    /// A bar with a number at the left of the board, while the engine thinks. Gives what is left
    /// to the board.
    pub(super) fn evaluation_beside(&self, ui: &mut Ui, place: Rect, name: &str) -> Rect {
        if !self.engine.is_on || self.practice.is_some() {
            return place;
        }
        let (bar, board) = place.split_left_right_at_x(place.left() + BAR);
        let tile = board.width() / f32::from(self.game.rules().size().files());
        let ranks = f32::from(self.game.rules().size().ranks());
        let height = (tile.floor() * ranks).min(bar.height());
        let bar = Rect::from_min_size(bar.min, vec2(BAR - space::S, height));
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
        ui.painter().rect_filled(bar, corners, above);
        let part = bar.with_min_y(bar.bottom() - bar.height() * lower);
        ui.painter().rect_filled(part, corners, below);
        let (at, align) = match is_white_ahead == white_below {
            true => (bar.center_bottom() - vec2(0.0, 4.0), egui::Align2::CENTER_BOTTOM),
            false => (bar.center_top() + vec2(0.0, 4.0), egui::Align2::CENTER_TOP),
        };
        let ink = if is_white_ahead { black } else { white };
        let font = egui::FontId { size: 10.0, ..text::small_font() };
        ui.painter().text(at, align, text, font, ink);
        board
    }

    fn review_panel(&mut self, ui: &mut Ui, is_low: bool, cx: &Context<'_>) -> Vec<Intent> {
        let words = &cx.texts.analysis;
        let mut intents = Vec::new();
        if let Some((done, all)) = self.review.progress() {
            card(ui, |ui| {
                ui.set_width(ui.available_width());
                ui.horizontal(|ui| {
                    ui.label(text::strong(words.reviewing(all, done)));
                    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                        if ui.add(Button::secondary(words.stop).small()).clicked() {
                            intents.push(Intent::StopReview);
                        }
                    });
                });
                let bar = egui::ProgressBar::new(done as f32 / all.max(1) as f32);
                ui.add(bar.desired_height(8.0));
            });
            return intents;
        }
        let Some(review) = self.review.done() else {
            let has_moves = self.game.tree.main_line().next().is_some();
            let button = Button::primary(words.review).icon(Icon::Bulb).enabled(has_moves);
            if ui.add(button.width(ui.available_width())).clicked() {
                intents.push(Intent::Review);
            }
            return intents;
        };
        card(ui, |ui| {
            ui.set_width(ui.available_width());
            let main: Vec<NodeId> = self.game.tree.main_line().collect();
            let path = self.game.tree.path_to(self.current);
            let shown = main.iter().rposition(|node| path.contains(node)).map_or(0, |at| at + 1);
            if let Some(turn) = graph::chances(ui, words.graph, review, shown, is_low) {
                let node = turn.checked_sub(1).and_then(|index| main.get(index));
                intents.push(Intent::Go(node.copied().unwrap_or(NodeId::ROOT)));
            }
            if !is_low {
                graph::times(ui, words.times, &self.times(), self.game.start().turn());
            }
            for side in Colour::BOTH {
                intents.extend(summary(ui, review, side, cx.texts));
            }
        });
        if let Some((index, reviewed)) = self.reviewed() {
            intents.extend(self.verdict(ui, index, reviewed, cx));
        }
        intents
    }

    /// How long each move of the main line took, in seconds.
    fn times(&self) -> Vec<Option<f32>> {
        let said = self.game.tree.main_moves().map(|played| played.annotation);
        said.map(|said| said.spent.map(|spent| spent.as_secs_f32())).collect()
    }

    /// What the review says about the move that is shown.
    fn verdict(
        &self,
        ui: &mut Ui,
        index: usize,
        reviewed: &MoveReview,
        cx: &Context<'_>,
    ) -> Option<Intent> {
        let words = &cx.texts.analysis;
        let mut intent = None;
        card(ui, |ui| {
            ui.set_width(ui.available_width());
            let colour = grade_colour(ui, reviewed.grade);
            ui.label(text::strong(grade_name(reviewed.grade, cx.texts)).color(colour));
            if let Some(why) = &reviewed.explanation {
                let sentence = reasons::sentence(cx.texts, self.game.rules(), why);
                ui.add(Label::new(text::body(sentence)).wrap());
            }
            let parent = self.game.tree.node(self.current).and_then(|node| node.parent());
            let before = parent.and_then(|parent| self.game.tree.position(parent));
            if reviewed.grade > Grade::Best
                && let (Some(before), Some(best)) = (before, self.best_move(index))
            {
                let notation = cx.settings.notation;
                let moves =
                    MoveText { rules: Arc::clone(self.game.rules()), notation, texts: cx.texts };
                let best = moves.plain(&san::format(&before, best));
                ui.horizontal(|ui| {
                    ui.label(text::muted(ui, words.best(best)));
                    if ui.add(Button::ghost(words.show).small()).clicked() {
                        intent = parent.map(Intent::Go);
                    }
                });
            }
        });
        intent
    }

    fn practice_card(&mut self, ui: &mut Ui, cx: &Context<'_>) -> Vec<Intent> {
        let words = &cx.texts.analysis;
        let mut intents = Vec::new();
        let Some(practice) = &self.practice else { return intents };
        let (number, count) = practice.progress();
        card(ui, |ui| {
            ui.set_width(ui.available_width());
            ui.label(text::heading(words.mistake_of(count, number)));
            let side = self.history.position().turn();
            let (said, button) = match &practice.attempt {
                Attempt::Open => (words.find_better(cx.texts.side(side)), None),
                Attempt::Checking(_) => (words.checking.to_owned(), None),
                Attempt::Right(_) => (words.right.to_owned(), None),
                Attempt::Wrong { .. } => {
                    (words.wrong.to_owned(), Some((words.try_again, Intent::TryAgain)))
                }
                Attempt::Shown => (words.solution.to_owned(), None),
            };
            ui.add(Label::new(text::body(said)).wrap());
            if let Some((name, intent)) = button
                && ui.add(Button::primary(name).width(ui.available_width())).clicked()
            {
                intents.push(intent);
            }
            let is_settled = matches!(practice.attempt, Attempt::Right(_) | Attempt::Shown);
            let next = match number < count {
                true => words.next_mistake,
                false => words.finish,
            };
            if is_settled && ui.add(Button::primary(next).width(ui.available_width())).clicked() {
                intents.push(Intent::NextMistake);
            }
            let is_open = matches!(practice.attempt, Attempt::Open) && !practice.is_hinted();
            let hint = Button::secondary(words.hint).width(ui.available_width());
            if is_open && ui.add(hint).clicked() {
                intents.push(Intent::Hint);
            }
            if !is_settled
                && ui
                    .add(Button::secondary(words.show_solution).width(ui.available_width()))
                    .clicked()
            {
                intents.push(Intent::ShowSolution);
            }
            let keep = Button::ghost(words.keep_puzzle).width(ui.available_width());
            let can_keep = self.puzzle_of_mistake(cx.texts).is_some();
            if is_settled && can_keep && ui.add(keep).clicked() {
                intents.push(Intent::KeepPuzzle);
            }
            if ui.add(Button::ghost(words.end_practice).width(ui.available_width())).clicked() {
                intents.push(Intent::EndPractice);
            }
        });
        intents
    }
}

fn grade_name(grade: Grade, texts: &Texts) -> &'static str {
    let words = &texts.analysis;
    match grade {
        Grade::Best => words.grade_best,
        Grade::Good => words.grade_good,
        Grade::Inaccuracy => words.grade_inaccuracy,
        Grade::Mistake => words.grade_mistake,
        Grade::Blunder => words.grade_blunder,
    }
}

fn grade_colour(ui: &Ui, grade: Grade) -> egui::Color32 {
    let colours = &of(ui).colours;
    match grade {
        Grade::Best | Grade::Good => colours.accent,
        Grade::Inaccuracy => colours.text,
        Grade::Mistake => colours.warning,
        Grade::Blunder => colours.danger,
    }
}

/// Accuracy and grades of a side, and the way to its mistakes.
fn summary(ui: &mut Ui, review: &Review, side: Colour, texts: &Texts) -> Option<Intent> {
    let words = &texts.analysis;
    let found = review.summary(side);
    let accuracy = found.accuracy?;
    let [best, good, inaccuracies, mistakes, blunders] = found.counts;
    let mut intent = None;
    ui.horizontal(|ui| {
        ui.label(text::strong(texts.side(side)));
        ui.label(text::heading(words.accuracy(accuracy.round())));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let has_mistakes = mistakes + blunders > 0;
            let button = Button::secondary(words.learn).small().enabled(has_mistakes);
            if ui.add(button).on_hover_text(words.learn_about).clicked() {
                intent = Some(Intent::Practise(side));
            }
        });
    });
    let counts = words.counts(blunders, best + good, inaccuracies, mistakes);
    ui.add(Label::new(text::muted(ui, counts)).wrap());
    intent
}

/// Which engine thinks, where there are several.
fn engine_choice(ui: &mut Ui, cx: &Context<'_>) -> Option<Intent> {
    let engines = &cx.engines.engines;
    if engines.is_empty() {
        return None;
    }
    let mut names = vec![cx.texts.new_game.engine_built_in.to_owned()];
    names.extend(engines.iter().map(|engine| engine.name.clone()));
    let known = cx.engines.analyst().and_then(|it| names.iter().position(|n| *n == it.name));
    let mut chosen = known.unwrap_or(0);
    let list = Dropdown::new(cx.texts.new_game.engine).width(ui.available_width());
    let is_other = list.show(ui, &mut chosen, &names);
    is_other.then(|| Intent::Engine((chosen > 0).then(|| names[chosen].clone())))
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

fn buttons_below(ui: &mut Ui, texts: &Texts) -> Option<Intent> {
    let (words, play) = (&texts.analysis, &texts.play);
    let mut intent = None;
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = space::XS;
        for (icon, name, asked) in [
            (Icon::First, play.first, Intent::First),
            (Icon::ChevronLeft, play.step_back, Intent::Back),
            (Icon::ChevronRight, play.step_forward, Intent::Forward),
            (Icon::Last, words.last, Intent::Last),
            (Icon::Flip, play.flip, Intent::Flip),
            (Icon::Save, words.save, Intent::Save),
            (Icon::Image, play.save_picture, Intent::SavePicture),
            (Icon::Pencil, words.edit, Intent::Edit),
        ] {
            if ui.add(IconButton::new(icon, name).size(34.0)).clicked() {
                intent = Some(asked);
            }
        }
    });
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = space::XS;
        for (name, asked) in [
            (words.copy_pgn, Intent::CopyPgn),
            (words.copy_fen, Intent::CopyFen),
            (words.play_from_here, Intent::PlayFromHere),
        ] {
            if ui.add(Button::ghost(name).small()).clicked() {
                intent = Some(asked);
            }
        }
    });
    intent
}
