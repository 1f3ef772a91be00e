//! What stands beside the board of the editor: pieces, marks, faults, and what comes of it.

use std::sync::Arc;

use egui::{ScrollArea, Ui, Vec2, vec2};
use notation::ruleset;
use rules::{Colour, Rules, SetupFault, SetupWarning};

use super::{EditorIntent, EditorScreen, GOALS};
use crate::context::Context;
use crate::screens::palette::Tool;
use crate::screens::puzzles::goal_text;
use crate::style::widgets::{
    Button, Chips, Dropdown, IconButton, Segmented, TextField, card, note, paragraph,
};
use crate::style::{Icon, of, space, text};
use crate::texts::Texts;

/// The least width beside the board in which buttons stand in two columns.
const LEAST_OF_TWO_COLUMNS: f32 = 200.0;

impl EditorScreen {
    /// Shows everything beside the board and returns what was asked for.
    pub(super) fn side(&mut self, ui: &mut Ui, cx: &mut Context) -> Option<EditorIntent> {
        ScrollArea::vertical()
            .auto_shrink(false)
            .show(ui, |ui| {
                ui.spacing_mut().item_spacing = Vec2::splat(space::S);
                let mut intent = None;
                for part in [
                    EditorScreen::palette,
                    EditorScreen::marks,
                    EditorScreen::verdict,
                    EditorScreen::ways,
                ] {
                    card(ui, |ui| {
                        intent = intent.take().or(part(self, ui, cx));
                    });
                }
                intent
            })
            .inner
    }

    /// The rules, and the pieces to put on the board.
    fn palette(&mut self, ui: &mut Ui, cx: &mut Context) -> Option<EditorIntent> {
        let words = &cx.texts.editor;
        let mut intent = self.rules_list(ui, cx.texts);
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = Vec2::splat(space::XS);
            let tools =
                [(Tool::Hand, Icon::Hand, words.hand), (Tool::Eraser, Icon::Trash, words.eraser)];
            self.board.tools(ui, &tools);
            for (asked, icon, name) in [
                (EditorIntent::Start, Icon::Restart, words.start),
                (EditorIntent::Clear, Icon::Close, words.clear),
                (EditorIntent::Flip, Icon::Flip, cx.texts.play.flip),
            ] {
                if ui.add(IconButton::new(icon, name)).clicked() {
                    intent = Some(asked);
                }
            }
        });
        self.board.pieces(ui, self.draft.rules(), &self.art, cx);
        intent
    }

    fn rules_list(&self, ui: &mut Ui, texts: &Texts) -> Option<EditorIntent> {
        let shipped: Vec<Arc<Rules>> =
            ruleset::shipped_ids().filter_map(ruleset::shipped).collect();
        let here = self.draft.rules();
        let mut chosen =
            shipped.iter().position(|rules| rules.id() == here.id()).unwrap_or(shipped.len());
        let mut names: Vec<String> = shipped.iter().map(|rules| texts.rule_set(rules)).collect();
        if chosen == shipped.len() {
            names.push(texts.rule_set(here));
        }
        let list = Dropdown::new(texts.editor.rules).width(ui.available_width());
        let changed = list.show(ui, &mut chosen, &names);
        changed.then(|| shipped.get(chosen).cloned().map(EditorIntent::Rules)).flatten()
    }

    /// Turn, castling and en passant.
    fn marks(&mut self, ui: &mut Ui, cx: &mut Context) -> Option<EditorIntent> {
        let (texts, words) = (cx.texts, &cx.texts.editor);
        let mut turn = self.draft.setup().turn;
        let names = Colour::BOTH.map(|side| words.to_move(texts.side(side)));
        let choices = Colour::BOTH.into_iter().zip(names.iter().map(String::as_str));
        if Segmented::new(words.turn, choices).show(ui, &mut turn) {
            self.draft.set_turn(turn);
        }
        let rooks: Vec<_> = self.draft.castling_rooks().iter().collect();
        if !rooks.is_empty() {
            ui.label(text::muted(ui, words.castling));
            let chips: Vec<(String, bool)> =
                rooks.iter().map(|rook| (rook.to_string(), self.draft.may_castle(*rook))).collect();
            let shown = chips.iter().map(|(name, on)| (name.as_str(), *on));
            if let Some(index) = Chips::new(words.castling).show(ui, shown) {
                self.draft.set_castling(rooks[index], !chips[index].1);
            }
        }
        let squares = self.draft.en_passant_squares();
        if !squares.is_empty() {
            let mut marked = self.draft.setup().en_passant;
            let none = (None, words.no_en_passant.to_owned());
            let choices = squares.iter().map(|at| (Some(*at), words.en_passant_on(at)));
            let list = Dropdown::new(words.en_passant).width(ui.available_width());
            if list.pick(ui, &mut marked, [none].into_iter().chain(choices)) {
                self.draft.set_en_passant(marked);
            }
        }
        None
    }

    /// What is wrong, in words.
    fn verdict(&mut self, ui: &mut Ui, cx: &mut Context) -> Option<EditorIntent> {
        let (texts, colours) = (cx.texts, of(ui).colours);
        let faults = self.draft.faults();
        for fault in faults {
            let said = text::body(fault_text(fault, texts)).color(colours.danger);
            paragraph(ui, said);
        }
        for odd in self.draft.warnings() {
            let said = text::body(warning_text(odd, texts)).color(colours.warning);
            paragraph(ui, said);
        }
        if faults.is_empty() {
            let outcome = self.draft.position().and_then(|position| position.outcome());
            let said = match outcome {
                Some(_) => texts.editor.is_over,
                None => texts.editor.is_sound,
            };
            note(ui, said);
        }
        None
    }

    /// What can be done with the position.
    fn ways(&mut self, ui: &mut Ui, cx: &mut Context) -> Option<EditorIntent> {
        let (texts, words) = (cx.texts, &cx.texts.editor);
        let is_sound = self.draft.position().is_some();
        let goes_on = self.draft.position().is_some_and(|position| position.outcome().is_none());
        let mut intent = None;
        let width = match ui.available_width() {
            narrow if narrow < LEAST_OF_TWO_COLUMNS => narrow,
            wide => (wide - space::S) / 2.0,
        };
        let buttons = [
            (words.play, EditorIntent::Play, goes_on),
            (words.analyse, EditorIntent::Analyse, is_sound),
            (words.host, EditorIntent::Host, goes_on),
            (texts.analysis.copy_fen, EditorIntent::CopyFen, is_sound),
            (words.save_layout, EditorIntent::SaveLayout, is_sound),
        ];
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing = vec2(space::S, space::S);
            for (name, asked, is_enabled) in buttons {
                let button = match asked {
                    EditorIntent::Play => Button::primary(name),
                    _ => Button::secondary(name),
                };
                if ui.add(button.small().width(width).enabled(is_enabled)).clicked() {
                    intent = Some(asked);
                }
            }
        });
        ui.add_space(space::XS);
        ui.label(text::muted(ui, words.puzzle));
        let goals = GOALS.map(|goal| (goal, goal_text(goal, texts)));
        Dropdown::new(words.goal).width(ui.available_width()).pick(ui, &mut self.goal, goals);
        let field = TextField::new(words.text).hint(words.text_hint);
        field.width(ui.available_width()).show(ui, &mut self.text);
        let keep = Button::secondary(words.keep_puzzle).small().width(ui.available_width());
        if ui.add(keep.enabled(goes_on)).clicked() {
            intent = Some(EditorIntent::KeepPuzzle);
        }
        intent
    }
}

fn fault_text(fault: &SetupFault, texts: &Texts) -> String {
    let words = &texts.editor;
    match fault {
        SetupFault::NoKing { colour } => words.no_king(texts.side(*colour)),
        SetupFault::SeveralKings { colour, squares } => {
            words.several_kings(squares.len(), texts.side(*colour))
        }
        SetupFault::OffBoard { square } => words.off_board(square),
        SetupFault::TooManyRays { .. } => words.too_many.to_owned(),
    }
}

fn warning_text(odd: &SetupWarning, texts: &Texts) -> String {
    let words = &texts.editor;
    match odd {
        SetupWarning::OpponentInCheck { colour } => words.in_check(texts.side(*colour)),
        SetupWarning::PawnOnLastRank { square, .. } => words.last_rank(square),
        SetupWarning::CastlingIgnored { rook, .. } => words.castling_ignored(rook),
        SetupWarning::EnPassantIgnored { square, .. } => words.en_passant_ignored(square),
    }
}
