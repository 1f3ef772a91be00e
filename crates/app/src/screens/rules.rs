//! The rules of each variant, with pictures of how each piece moves.

use std::sync::Arc;

use egui::{Align, Layout, Sense, Ui, Vec2};
use notation::ruleset;
use rules::{Colour, DrawRule, PieceType, Position, Role, RuleSpec, Rules, Win};
use study::lab::{SHOWN_ERRORS, published};

use crate::context::Context;
use crate::navigation::{Mode, Navigation};
use crate::picture::{Picture, Shown};
use crate::piece_picture::PiecePictures;
use crate::piece_text::describe;
use crate::screens::Page;
use crate::style::widgets::{Button, Dropdown, card, page};
use crate::style::{Icon, space, text};
use crate::texts::{Texts, capital};

/// The rules of each variant.
pub struct RulesScreen {
    rule_sets: Vec<Arc<Rules>>,
    chosen: usize,
    start: Option<Picture>,
    pieces: Option<PiecePictures>,
}

impl RulesScreen {
    /// A page that begins with a rule set, by its id.
    pub fn new(id: Option<&str>) -> RulesScreen {
        let rule_sets: Vec<_> = ruleset::all_ids().filter_map(ruleset::shipped).collect();
        let known = |id| rule_sets.iter().position(|rules| rules.id() == id);
        let chosen = id.and_then(known).unwrap_or(0);
        RulesScreen { rule_sets, chosen, start: None, pieces: None }
    }

    /// Shows the page.
    pub fn ui(&mut self, ui: &mut Ui, cx: &mut Context) -> Option<Navigation> {
        let texts = cx.texts;
        let mut navigation = None;
        let page = page(ui, texts.common.back, texts.rules.title, 1100.0, |ui| {
            ui.horizontal_wrapped(|ui| {
                let own = ruleset::shipped_ids().count();
                for (index, rules) in self.rule_sets.iter().take(own).enumerate() {
                    let title = texts.rule_set(rules);
                    let button = Button::secondary(&title);
                    if ui.add(button.selected(index == self.chosen)).clicked() {
                        self.chosen = index;
                    }
                }
                let titles: Vec<String> =
                    self.rule_sets.iter().map(|rules| texts.rule_set(rules)).collect();
                let headings = texts.rule_set_headings();
                let list = Dropdown::new(texts.new_game.rules).headings(&headings);
                let list = list.search(texts.new_game.rules_search).width(240.0);
                list.show(ui, &mut self.chosen, &titles);
                let invent = Button::ghost(texts.workshop.invent).icon(Icon::Hammer);
                if ui.add(invent).clicked() {
                    navigation = Some(Navigation::To(Page::Workshop));
                }
            });
            ui.add_space(space::S);
            let Some(rules) = self.rule_sets.get(self.chosen).cloned() else { return };
            card(ui, |ui| {
                navigation = self.overview(ui, cx, &rules).or(navigation.take());
            });
            ui.add_space(space::M);
            ui.label(text::heading(texts.rules.pieces).size(18.0));
            ui.add_space(space::XS);
            navigation = self.piece_cards(ui, cx, &rules).or(navigation.take());
        });
        page.back.then_some(Navigation::Back).or(navigation)
    }

    /// The start position, and the rules in short.
    fn overview(
        &mut self,
        ui: &mut Ui,
        cx: &mut Context,
        rules: &Arc<Rules>,
    ) -> Option<Navigation> {
        let texts = cx.texts;
        let mut play = false;
        let width = ui.available_width();
        // Beside a board, words would have no room on a phone.
        let (side, layout) = match width < 480.0 {
            true => (width.min(340.0), Layout::top_down(Align::Min)),
            false => ((width * 0.4).min(340.0), Layout::left_to_right(Align::Min)),
        };
        ui.allocate_ui_with_layout(Vec2::new(width, 0.0), layout, |ui| {
            let (rect, _) = ui.allocate_exact_size(Vec2::splat(side), Sense::hover());
            let position = Position::start(rules);
            let shown = Shown::new(&position, Colour::White, cx);
            self.start.get_or_insert_with(|| Picture::new(rules)).paint(ui, rect, &shown);
            ui.add_space(space::M);
            let size = Vec2::new(ui.available_width(), 0.0);
            ui.allocate_ui_with_layout(size, Layout::top_down(Align::Min), |ui| {
                ui.spacing_mut().item_spacing.y = space::XS;
                ui.label(text::heading(texts.rule_set(rules)).size(18.0));
                ui.label(
                    text::body(texts.rule_set_description(rules)).color(text::muted_colour(ui)),
                );
                ui.add_space(space::XS);
                for (name, about) in facts(rules.spec(), texts) {
                    ui.label(text::strong(name));
                    ui.label(text::muted(ui, about));
                    ui.add_space(space::XS);
                }
                ui.add_space(space::S);
                let button = Button::primary(texts.rules.play).icon(Icon::Play);
                play = ui.add(button).clicked();
            });
        });
        play.then(|| Navigation::To(Page::NewGame(Mode::Computer, Some(rules.id().to_owned()))))
    }

    /// A card for each piece.
    fn piece_cards(&mut self, ui: &mut Ui, cx: &Context, rules: &Arc<Rules>) -> Option<Navigation> {
        let mut learnt = None;
        let width = ui.available_width();
        let gap = space::M;
        let columns = ((width + gap) / (230.0 + gap)).floor().clamp(1.0, 4.0);
        let card_width = (width - gap * (columns - 1.0)) / columns;
        let side = card_width - 2.0 * space::L;
        let pictures = self.pieces.get_or_insert_with(|| PiecePictures::new(rules));
        pictures.prepare(ui, rules, side, &cx.settings, &cx.theme);
        let kinds: Vec<PieceType> = rules.piece_types().collect();
        for line in kinds.chunks(columns as usize) {
            ui.horizontal_top(|ui| {
                ui.spacing_mut().item_spacing.x = gap;
                for kind in line {
                    let size = Vec2::new(card_width, 0.0);
                    ui.allocate_ui_with_layout(size, Layout::top_down(Align::Min), |ui| {
                        if piece_card(ui, cx.texts, rules, *kind, pictures) {
                            learnt = Some(*kind);
                        }
                    });
                }
            });
            ui.add_space(gap - space::S);
        }
        let name = |kind| rules.piece_spec(kind).name.clone();
        let page = |kind| Page::Lessons(Some(rules.id().to_owned()), Some(name(kind)));
        learnt.map(|kind| Navigation::To(page(kind)))
    }
}

/// Shows how a piece moves. Returns whether it is to be learnt.
fn piece_card(
    ui: &mut Ui,
    texts: &Texts,
    rules: &Rules,
    kind: PieceType,
    pictures: &PiecePictures,
) -> bool {
    let spec = rules.piece_spec(kind);
    card(ui, |ui| {
        let side = ui.available_width();
        let (rect, _) = ui.allocate_exact_size(Vec2::splat(side), Sense::hover());
        pictures.paint(ui, rect, kind);
        ui.add_space(space::XS);
        ui.horizontal(|ui| {
            ui.label(text::heading(capital(&texts.piece(&spec.name))));
            ui.label(text::muted(ui, spec.letter.to_ascii_uppercase()));
        });
        let value = match spec.role {
            Role::Royal => texts.rules.king_value.to_owned(),
            _ => texts.worth(spec.value),
        };
        ui.label(text::muted(ui, capital(&value)));
        if let Some(pieces) = published(rules.id()) {
            let found = pieces.iter().find(|(name, _)| *name == spec.name);
            let measured = found.map(|(_, worth)| {
                let shown = |number: f64| texts.decimal(number, 1);
                texts.rules.measured(shown(SHOWN_ERRORS * worth.error), shown(worth.value))
            });
            let measured = measured.unwrap_or_else(|| texts.rules.not_measured.to_owned());
            ui.label(text::muted(ui, capital(&measured)));
        }
        // All cards of a line are equally high.
        let (line, _) = ui.allocate_exact_size(Vec2::new(side, 40.0), Sense::hover());
        let mut words = ui.new_child(egui::UiBuilder::new().max_rect(line));
        let sentence = text::body(describe(spec, texts)).size(13.0);
        words.label(sentence.color(text::muted_colour(ui)));
        let name = texts.lessons.learn(texts.piece(&spec.name));
        ui.add(Button::ghost(&name).icon(Icon::Star).small()).clicked()
    })
}

/// The rules in short: a name and a sentence each.
fn facts(spec: &RuleSpec, texts: &Texts) -> Vec<(&'static str, String)> {
    let words = &texts.rules;
    let aim = match spec.win {
        _ if spec.fog => words.aim_king_capture,
        Win::Checkmate => words.aim_checkmate,
        Win::KingCapture => words.aim_king_capture,
        Win::Never => words.aim_never,
    };
    let promotion = match &spec.promotion {
        None => words.promotion_never.to_owned(),
        Some(promotion) => {
            let names = promotion.choices.iter().filter_map(|kind| spec.pieces.get(kind.index()));
            let names: Vec<String> =
                names.map(|piece| words.promotion_choice(texts.piece(&piece.name))).collect();
            words.promotion_about(names.join(words.or), promotion.rank)
        }
    };
    let mut facts = vec![(words.aim, aim.to_owned()), (words.promotion, promotion)];
    if let Some(castling) = spec.castling {
        facts.push((words.castling, words.castling_about(castling.king_step)));
    }
    if spec.double_step.is_some() {
        facts.push((words.double_step, words.double_step_about.to_owned()));
    }
    if spec.en_passant {
        facts.push((words.en_passant, words.en_passant_about.to_owned()));
    }
    if spec.fog {
        facts.push((words.fog, words.fog_about.to_owned()));
    }
    facts.push((words.draws, draws(spec, texts)));
    facts
}

fn draws(spec: &RuleSpec, texts: &Texts) -> String {
    let words = &texts.rules;
    let by_rule = |name: &str, rule: DrawRule| match rule {
        DrawRule::Off => None,
        DrawRule::Claim => Some(words.draw_claimed(name)),
        DrawRule::Automatic => Some(name.to_owned()),
    };
    let by_switch = |name: &str, on: bool| on.then(|| name.to_owned());
    let draws = &spec.draws;
    let names: Vec<String> = [
        by_switch(words.draw_stalemate, draws.stalemate),
        by_rule(words.draw_repetition, draws.repetition),
        by_switch(words.draw_perpetual, draws.perpetual_check),
        by_rule(words.draw_fifty, draws.fifty_moves),
        by_switch(words.draw_material, draws.insufficient_material),
        by_switch(words.draw_agreement, draws.agreement),
    ]
    .into_iter()
    .flatten()
    .collect();
    match names.is_empty() {
        true => words.draw_none.to_owned(),
        false => capital(&names.join(", ")),
    }
}
