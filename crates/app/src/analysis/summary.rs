//! What a review has found: the course of the game, how well each side played, and why a move was bad.

use std::sync::Arc;

use egui::{Align, Align2, Color32, Layout, Role, Sense, Ui, WidgetInfo, vec2};
use notation::pgn::Game;
use notation::san;
use notation::tree::NodeId;
use rules::Colour;
use study::{Grade, Review};

use super::review::kept_accuracy;
use super::{AnalysisIntent, AnalysisScreen, graph, reasons};
use crate::context::Context;
use crate::move_text::{MovePainter, MoveText, Part};
use crate::style::widgets::{Button, card, paragraph, within_named};
use crate::style::{Icon, faded, of, space, text};
use crate::texts::Texts;

/// From this width on, the counts stand in a table.
const TABLE_FROM: f32 = 350.0;

/// The width of the accuracy, the second column of the table.
const ACCURACY: f32 = 46.0;
/// The width of the button at the end of a row.
const LEARN: f32 = 66.0;
const ROW: f32 = 30.0;
const HEAD: f32 = 16.0;

/// How much height there is for the review: for a small graph, for the times as well, for all of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Room {
    Little,
    Some,
    Much,
}

impl AnalysisScreen {
    /// The way to a review, or how far it has come.
    pub(super) fn review_to_come(&self, ui: &mut Ui, cx: &Context) -> Option<AnalysisIntent> {
        let words = &cx.texts.analysis;
        let mut intent = None;
        let Some((done, all)) = self.review.progress() else {
            let has_moves = self.game.tree.main_line().next().is_some();
            let button = Button::primary(words.review).icon(Icon::Bulb).enabled(has_moves);
            let is_clicked = ui.add(button.width(ui.available_width())).clicked();
            return is_clicked.then_some(AnalysisIntent::Review);
        };
        card(ui, |ui| {
            ui.label(text::strong(words.reviewing(all, done)));
            ui.allocate_ui_with_layout(
                vec2(ui.available_width(), 30.0),
                Layout::right_to_left(Align::Center),
                |ui| {
                    if ui.add(Button::secondary(words.stop).small()).clicked() {
                        intent = Some(AnalysisIntent::StopReview);
                    }
                    let bar = egui::ProgressBar::new(done as f32 / all.max(1) as f32);
                    ui.add(bar.desired_width(ui.available_width()).desired_height(8.0));
                },
            );
        });
        intent
    }

    /// The review, if there is one.
    pub(super) fn review_panel(
        &self,
        ui: &mut Ui,
        room: Room,
        cx: &Context,
    ) -> Vec<AnalysisIntent> {
        let words = &cx.texts.analysis;
        let mut intents = Vec::new();
        let Some(review) = self.review.done() else { return intents };
        card(ui, |ui| {
            ui.spacing_mut().item_spacing.y = space::XS;
            let main: Vec<NodeId> = self.game.tree.main_line().collect();
            let path = self.game.tree.path_to(self.current);
            let shown = main.iter().rposition(|node| path.contains(node)).map_or(0, |at| at + 1);
            if let Some(turn) = graph::chances(ui, words.graph, review, shown, room < Room::Much) {
                let node = turn.checked_sub(1).and_then(|index| main.get(index));
                intents.push(AnalysisIntent::Go(node.copied().unwrap_or(NodeId::ROOT)));
            }
            if room > Room::Little {
                graph::times(ui, words.times, &self.times(), self.game.start().turn());
            }
            intents.extend(summary(ui, review, &self.game, cx.texts));
            let again = Button::ghost(words.review_again).small();
            if self.review.is_kept() && ui.add(again.width(ui.available_width())).clicked() {
                intents.push(AnalysisIntent::Review);
            }
        });
        intents
    }

    /// How long each move of the main line took, in seconds.
    fn times(&self) -> Vec<Option<f32>> {
        let said = self.game.tree.main_moves().map(|played| played.annotation);
        said.map(|said| said.spent.map(|spent| spent.as_secs_f32())).collect()
    }

    /// What the review says about the move that is shown.
    pub(super) fn verdict(&self, ui: &mut Ui, cx: &Context) -> Option<AnalysisIntent> {
        let (index, reviewed) = self.reviewed()?;
        let mut intent = None;
        card(ui, |ui| {
            ui.spacing_mut().item_spacing.y = space::XS;
            let colour = grade_colour(ui, reviewed.grade);
            ui.label(text::strong(grade_name(reviewed.grade, cx.texts)).color(colour));
            if let Some(why) = &reviewed.explanation {
                let sentence = reasons::sentence(cx.texts, self.game.rules(), why);
                paragraph(ui, text::body(sentence));
            }
            let parent = self.game.tree.node(self.current).and_then(|node| node.parent());
            let before = parent.and_then(|parent| self.game.tree.position(parent));
            if reviewed.grade > Grade::Best
                && let (Some(before), Some(best)) = (before, self.best_move(index))
            {
                ui.horizontal(|ui| {
                    self.best_told(ui, &san::format(&before, best), cx);
                    if ui.add(Button::ghost(cx.texts.analysis.show).small()).clicked() {
                        intent = parent.map(AnalysisIntent::Go);
                    }
                });
            }
        });
        intent
    }

    /// Names the best move, in the notation of everything else on the screen.
    fn best_told(&self, ui: &mut Ui, best: &str, cx: &Context) {
        const PLACE: &str = "\u{fffc}";
        let words = &cx.texts.analysis;
        let rules = Arc::clone(self.game.rules());
        let moves = MoveText { rules, notation: cx.settings.notation, texts: cx.texts };
        let sentence = words.best(PLACE);
        let (first, last) = sentence.split_once(PLACE).unwrap_or((&sentence, ""));
        let mut parts = vec![Part::Words(first.to_owned())];
        parts.extend(moves.parts(best));
        parts.push(Part::Words(last.to_owned()));
        let colour = of(ui).colours.muted;
        let painter = ui.painter().clone();
        let pen = MovePainter { painter: &painter, pieces: &self.art, size: 13.0, colour };
        let (rect, response) =
            ui.allocate_exact_size(vec2(pen.width(&parts), 30.0), Sense::hover());
        response
            .widget_info(|| WidgetInfo::labeled(Role::Label, true, words.best(moves.plain(best))));
        pen.paint(rect.left_center(), &parts);
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

fn grade_colour(ui: &Ui, grade: Grade) -> Color32 {
    let colours = &of(ui).colours;
    match grade {
        Grade::Best | Grade::Good => colours.accent,
        Grade::Inaccuracy => colours.text,
        Grade::Mistake => colours.warning,
        Grade::Blunder => colours.danger,
    }
}

/// Accuracy and grades of both sides, and the ways to their mistakes.
fn summary(ui: &mut Ui, review: &Review, game: &Game, texts: &Texts) -> Option<AnalysisIntent> {
    let is_table = ui.available_width() >= TABLE_FROM;
    if is_table {
        table_head(ui, texts);
    }
    let mut intent = None;
    for side in Colour::BOTH {
        let found = review.summary(side);
        let Some(accuracy) = kept_accuracy(game, side).or(found.accuracy) else { continue };
        let accuracy = texts.analysis.accuracy(accuracy.round());
        let [best, good, bad @ ..] = found.counts;
        let counts = [best + good, bad[0], bad[1], bad[2]];
        let is_clicked = match is_table {
            true => table_row(ui, side, &accuracy, counts, texts),
            false => sentence(ui, side, &accuracy, counts, texts),
        };
        if is_clicked {
            intent = Some(AnalysisIntent::Practise(side));
        }
    }
    intent
}

/// The width of the first column, which has the names of the sides.
fn names_width(ui: &Ui, texts: &Texts) -> f32 {
    let width = |side| {
        let name = texts.side(side).to_owned();
        ui.painter().layout_no_wrap(name, text::strong_font(), Color32::PLACEHOLDER).size().x
    };
    Colour::BOTH.map(width).into_iter().fold(0.0, f32::max) + space::M
}

/// Where the counts stand in a table of this width.
fn column(width: f32, names: f32, index: usize) -> f32 {
    let each = (width - names - ACCURACY - LEARN - space::S) / 4.0;
    names + ACCURACY + each * (index as f32 + 0.5)
}

fn table_head(ui: &mut Ui, texts: &Texts) {
    let words = &texts.analysis;
    let (width, names) = (ui.available_width(), names_width(ui, texts));
    let (rect, _) = ui.allocate_exact_size(vec2(width, HEAD), Sense::hover());
    let heads = [words.head_good, words.head_inaccurate, words.head_mistakes, words.head_blunders];
    let colour = of(ui).colours.muted;
    let room = column(width, names, 1) - column(width, names, 0) - 4.0;
    for (index, head) in heads.into_iter().enumerate() {
        let at = rect.left_center() + vec2(column(width, names, index), 0.0);
        let font = egui::FontId { size: 10.0, ..text::small_font() };
        text::paint(ui.painter(), at, Align2::CENTER_CENTER, head, font, colour, room);
    }
}

fn table_row(ui: &mut Ui, side: Colour, accuracy: &str, counts: [usize; 4], texts: &Texts) -> bool {
    let words = &texts.analysis;
    let (width, names) = (ui.available_width(), names_width(ui, texts));
    let (rect, response) = ui.allocate_exact_size(vec2(width, ROW), Sense::hover());
    let [good, inaccuracies, mistakes, blunders] = counts;
    response.widget_info(|| {
        let said = words.counts(blunders, good, inaccuracies, mistakes);
        WidgetInfo::labeled(Role::Label, true, format!("{} {accuracy} {said}", texts.side(side)))
    });
    let colours = of(ui).colours;
    let left = rect.left_center();
    let paint = |at, align, written: &str, colour| {
        ui.painter().text(at, align, written, text::strong_font(), colour);
    };
    paint(left, Align2::LEFT_CENTER, texts.side(side), colours.text);
    let at = left + vec2(names, 0.0);
    paint(at, Align2::LEFT_CENTER, accuracy, colours.text);
    let inks = [colours.accent, colours.text, colours.warning, colours.danger];
    for (index, (count, ink)) in counts.into_iter().zip(inks).enumerate() {
        let ink = if count == 0 { faded(colours.muted, 0.6) } else { ink };
        let at = left + vec2(column(width, names, index), 0.0);
        paint(at, Align2::CENTER_CENTER, &count.to_string(), ink);
    }
    let place = rect.with_min_x(rect.right() - LEARN);
    within_named(ui, place, ("learn", side), |ui| learn(ui, mistakes + blunders > 0, texts))
}

fn sentence(ui: &mut Ui, side: Colour, accuracy: &str, counts: [usize; 4], texts: &Texts) -> bool {
    let words = &texts.analysis;
    let [good, inaccuracies, mistakes, blunders] = counts;
    let mut is_clicked = false;
    ui.horizontal(|ui| {
        ui.label(text::strong(texts.side(side)));
        ui.label(text::strong(accuracy));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            is_clicked = learn(ui, mistakes + blunders > 0, texts);
        });
    });
    let said = words.counts(blunders, good, inaccuracies, mistakes);
    let said = text::muted(ui, said).size(12.0);
    paragraph(ui, said);
    is_clicked
}

/// The button that leads to a side's mistakes.
fn learn(ui: &mut Ui, is_enabled: bool, texts: &Texts) -> bool {
    let words = &texts.analysis;
    let button = Button::secondary(words.learn_short).named(words.learn).width(LEARN);
    let response = ui.add(button.small().enabled(is_enabled));
    response.on_hover_text(words.learn_about).clicked()
}
