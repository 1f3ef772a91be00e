//! Promotion, castling, aims and draws as switches, each with a sentence.

use egui::Ui;
use rules::{
    BoardSize, Castling, Colour, DrawRule, Extinction, Goal, GoalTime, PieceSpec, PieceType,
    Promotion, Role, Royals, RuleSpec, Shuffle, Square, SquareSet, Verdict, Win, Zones,
};

use super::choice_row;
use super::draft::GameDraft;
use super::zones::ZoneTools;
use crate::style::widgets::{Chips, Dropdown, Stepper, Toggle, group, note};
use crate::style::{space, text};
use crate::texts::Texts;

/// Shows all switches.
pub fn show(ui: &mut Ui, draft: &mut GameDraft, zones: &mut ZoneTools, texts: &Texts) {
    let mut spec = draft.spec().clone();
    let words = &texts.workshop;
    group(ui, texts.rules.aim, |ui| aims(ui, &mut spec, texts));
    group(ui, words.pawns, |ui| pawns(ui, &mut spec, texts));
    group(ui, words.moves, |ui| moves(ui, &mut spec, texts));
    group(ui, texts.rules.draws, |ui| draws(ui, &mut spec, texts));
    group(ui, words.zones, |ui| zones.side(ui, &spec, texts));
    group(ui, words.shuffle, |ui| starts(ui, &mut spec, texts));
    if spec != *draft.spec() {
        draft.change(None, |old| *old = spec);
    }
}

fn aims(ui: &mut Ui, spec: &mut RuleSpec, texts: &Texts) {
    let (words, rules) = (&texts.workshop, &texts.rules);
    let wins = [
        (Win::Checkmate, words.win_checkmate, rules.aim_checkmate),
        (Win::KingCapture, words.win_king_capture, rules.aim_king_capture),
        (Win::Never, words.win_never, rules.aim_never),
    ];
    choice(ui, words.win, &mut spec.win, &wins);
    let royals = [
        (Royals::One, words.royals_one, words.royals_one_about),
        (Royals::All, words.royals_all, words.royals_all_about),
        (Royals::Last, words.royals_last, words.royals_last_about),
        (Royals::NotAll, words.royals_not_all, words.royals_not_all_about),
    ];
    choice(ui, words.royals, &mut spec.royals, &royals);
    let mut goal = goal_of(spec);
    let goals = [
        (GoalChoice::None, words.goal_none, words.goal_none_about),
        (GoalChoice::Centre, words.goal_centre, words.goal_centre_about),
        (GoalChoice::LastRank, words.goal_last, words.goal_last_about),
        (GoalChoice::Other, words.goal_other, words.goal_other_about),
    ];
    let count = if goal == GoalChoice::Other { 4 } else { 3 };
    if choice(ui, words.goal, &mut goal, &goals[..count]) {
        spec.ends.goal = goal.zones(spec.size).map(|zones| new_goal(spec, zones));
    }
    number(ui, words.checks, words.checks_about, &mut spec.ends.checks, 3, 1..=15, texts);
    if spec.ends.checks.is_none() {
        spec.start.checks = None;
    }
    number(ui, words.row, words.row_about, &mut spec.ends.row, 4, 2..=16, texts);
    let mut is_bare = spec.ends.extinction.is_some();
    if switch(ui, words.bare, words.bare_about, &mut is_bare) {
        spec.ends.extinction = is_bare.then_some(Extinction {
            kinds: Vec::new(),
            left: 1,
            opponent: 2,
            may_reply: false,
            verdict: Verdict::Loss,
        });
    }
    switch(ui, texts.rules.fog, texts.rules.fog_about, &mut spec.fog);
}

fn pawns(ui: &mut Ui, spec: &mut RuleSpec, texts: &Texts) {
    let (words, rules) = (&texts.workshop, &texts.rules);
    let is_ordinary = |role: Role| matches!(role, Role::Ordinary | Role::CastlingPartner);
    let kinds: Vec<(PieceType, String)> = kinds(spec, texts)
        .filter(|(kind, _)| is_ordinary(spec.pieces[kind.index()].role))
        .collect();
    let mut promotes = spec.promotion.is_some();
    if switch(ui, rules.promotion, words.promotion_about, &mut promotes) {
        let value = |(kind, _): &&(PieceType, String)| spec.pieces[kind.index()].value;
        let best = kinds.iter().max_by(|a, b| value(a).total_cmp(&value(b)));
        let choices = best.map(|(kind, _)| *kind).into_iter().collect();
        spec.promotion = promotes.then(|| Promotion::new(spec.size.ranks(), choices));
    }
    let ranks = usize::from(spec.size.ranks());
    if let Some(promotion) = &mut spec.promotion {
        stepper(
            ui,
            words.promotion_rank,
            words.promotion_rank_about,
            &mut promotion.rank,
            2..=ranks,
            texts,
        );
        ui.label(text::strong(words.promotion_choices));
        Chips::new(words.promotion_choices).toggle(ui, &mut promotion.choices, kinds);
        switch(ui, words.optional, words.optional_about, &mut promotion.is_optional);
        if spec.pieces.iter().any(|piece| piece.becomes.is_some()) {
            switch(ui, words.pieces_must, words.pieces_must_about, &mut promotion.pieces_must);
            switch(ui, words.pieces_take, words.pieces_take_about, &mut promotion.pieces_take);
        }
    }
    let mut steps = spec.double_step.is_some();
    if switch(ui, rules.double_step, rules.double_step_about, &mut steps) {
        spec.double_step = steps.then_some(2);
        spec.en_passant &= steps || spec.triple_steps.is_some();
    }
    let mut strides = spec.triple_steps.is_some();
    if switch(ui, words.triple_step, words.triple_step_about, &mut strides) {
        spec.triple_steps = strides.then(|| {
            Colour::BOTH.map(|side| {
                let is_second = |square: &Square| square.rank_for(side, spec.size) == 1;
                spec.size.squares().filter(is_second).collect()
            })
        });
        spec.en_passant &= strides || spec.double_step.is_some();
    }
    if spec.double_step.is_some() || spec.triple_steps.is_some() {
        switch(ui, rules.en_passant, rules.en_passant_about, &mut spec.en_passant);
    }
}

fn moves(ui: &mut Ui, spec: &mut RuleSpec, texts: &Texts) {
    let (words, rules) = (&texts.workshop, &texts.rules);
    let mut castles = spec.castling.is_some();
    if switch(ui, rules.castling, words.castling_about, &mut castles) {
        spec.castling = castles.then_some(Castling::by_steps(2));
    }
    if let Some(castling) = spec.castling.as_mut().filter(|castling| castling.files.is_none()) {
        let about = rules.castling_about(castling.king_step);
        stepper(ui, words.king_step, &about, &mut castling.king_step, 2..=14, texts);
    }
    let restrictions = &mut spec.restrictions;
    switch(ui, words.must_capture, words.must_capture_about, &mut restrictions.must_capture);
    switch(ui, words.no_check, words.no_check_about, &mut restrictions.no_check);
    switch(ui, words.kings_apart, words.kings_apart_about, &mut restrictions.kings_apart);
}

fn draws(ui: &mut Ui, spec: &mut RuleSpec, texts: &Texts) {
    let words = &texts.workshop;
    let stalemates = [
        (Verdict::Draw, words.stalemate_draw, words.stalemate_draw_about),
        (Verdict::Loss, words.stalemate_loss, words.stalemate_loss_about),
        (Verdict::Win, words.stalemate_win, words.stalemate_win_about),
    ];
    choice(ui, words.stalemate, &mut spec.ends.stalemate, &stalemates);
    let rules = [
        (DrawRule::Off, words.draw_off, ""),
        (DrawRule::Claim, words.draw_claim, ""),
        (DrawRule::Automatic, words.draw_automatic, ""),
    ];
    choice(ui, words.repetition, &mut spec.draws.repetition, &rules);
    if spec.draws.repetition == DrawRule::Automatic {
        let ends = &mut spec.ends;
        loses(ui, words.perpetual_check, words.perpetual_check_about, &mut ends.perpetual_check);
        loses(ui, words.perpetual_chase, words.perpetual_chase_about, &mut ends.perpetual_chase);
    }
    choice(ui, words.fifty_moves, &mut spec.draws.fifty_moves, &rules);
    let material = &mut spec.draws.insufficient_material;
    switch(ui, words.material, words.material_about, material);
}

/// A switch for what loses in place of a draw.
fn loses(ui: &mut Ui, name: &str, about: &str, verdict: &mut Verdict) {
    let mut on = *verdict == Verdict::Loss;
    if switch(ui, name, about, &mut on) {
        *verdict = if on { Verdict::Loss } else { Verdict::Draw };
    }
}

/// Start positions that are drawn: which pieces change places, and how.
fn starts(ui: &mut Ui, spec: &mut RuleSpec, texts: &Texts) {
    let words = &texts.workshop;
    let mut shuffles = spec.shuffle.is_some();
    if switch(ui, words.shuffle_switch, words.shuffle_about, &mut shuffles) {
        let usual = Shuffle { rank: 1, both_shades: Vec::new(), king_between: false };
        spec.shuffle = shuffles.then_some(usual);
    }
    let kinds: Vec<(PieceType, String)> = kinds(spec, texts).collect();
    let Some(shuffle) = &mut spec.shuffle else { return };
    let ranks = usize::from(spec.size.ranks()).min(8);
    let about = words.promotion_rank_about;
    stepper(ui, words.promotion_rank, about, &mut shuffle.rank, 1..=ranks, texts);
    switch(ui, words.king_between, words.king_between_about, &mut shuffle.king_between);
    ui.label(text::strong(words.both_shades));
    Chips::new(words.both_shades).toggle(ui, &mut shuffle.both_shades, kinds);
}

/// The piece types with their names.
fn kinds(spec: &RuleSpec, texts: &Texts) -> impl Iterator<Item = (PieceType, String)> {
    let named = |(index, piece): (usize, &PieceSpec)| {
        Some((PieceType::from_index(index)?, texts.piece(&piece.name)))
    };
    spec.pieces.iter().enumerate().filter_map(named)
}

/// Which squares win, as far as there is a choice for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum GoalChoice {
    None,
    Centre,
    LastRank,
    /// What only the file can say.
    Other,
}

impl GoalChoice {
    fn zones(self, size: BoardSize) -> Option<Zones> {
        let set = |has: &dyn Fn(Square) -> bool| -> SquareSet {
            size.squares().filter(|square| has(*square)).collect()
        };
        let middle = |at: u8, count: u8| at == count / 2 || at == (count - 1) / 2;
        match self {
            GoalChoice::None | GoalChoice::Other => None,
            GoalChoice::Centre => {
                let centre = set(&|square| {
                    middle(square.file(), size.files()) && middle(square.rank(), size.ranks())
                });
                Some([centre; 2])
            }
            GoalChoice::LastRank => Some(
                Colour::BOTH
                    .map(|colour| set(&|square| square.rank_for(colour, size) + 1 == size.ranks())),
            ),
        }
    }
}

fn goal_of(spec: &RuleSpec) -> GoalChoice {
    let Some(goal) = &spec.ends.goal else { return GoalChoice::None };
    let is = |choice: &GoalChoice| {
        choice.zones(spec.size).is_some_and(|zones| *goal == new_goal(spec, zones))
    };
    let known = [GoalChoice::Centre, GoalChoice::LastRank];
    known.into_iter().find(is).unwrap_or(GoalChoice::Other)
}

/// The king wins on these squares, or any piece where there is none.
pub fn new_goal(spec: &RuleSpec, zones: Zones) -> Goal {
    let kinds = [spec.with_role(Role::Royal); 2];
    Goal { kinds, zones, count: 1, time: GoalTime::AtOnce, safe: false }
}

/// A switch with a sentence; returns whether it was switched.
fn switch(ui: &mut Ui, name: &str, about: &str, on: &mut bool) -> bool {
    let before = *on;
    choice_row(ui, name, about, |ui| {
        ui.add(Toggle::new(on, name));
    });
    *on != before
}

/// One choice of several, with the sentence of the one that is chosen; returns whether another was made.
fn choice<T: PartialEq + Copy>(
    ui: &mut Ui,
    name: &str,
    value: &mut T,
    choices: &[(T, &str, &str)],
) -> bool {
    ui.label(text::strong(name));
    let named = choices.iter().map(|(choice, name, _)| (*choice, *name));
    let changed = Dropdown::new(name).width(ui.available_width()).pick(ui, value, named);
    let chosen = choices.iter().find(|(choice, ..)| choice == value).or(choices.first());
    let about = chosen.map_or("", |(.., about)| about);
    if !about.is_empty() {
        note(ui, about);
    }
    ui.add_space(space::XS);
    changed
}

/// A number that can be left out.
fn number(
    ui: &mut Ui,
    name: &str,
    about: &str,
    value: &mut Option<u8>,
    usual: u8,
    range: std::ops::RangeInclusive<usize>,
    texts: &Texts,
) {
    let mut on = value.is_some();
    if switch(ui, name, about, &mut on) {
        *value = on.then_some(usual);
    }
    if let Some(value) = value {
        stepper(ui, texts.workshop.how_many, "", value, range, texts);
    }
}

fn stepper(
    ui: &mut Ui,
    name: &str,
    about: &str,
    value: &mut u8,
    range: std::ops::RangeInclusive<usize>,
    texts: &Texts,
) {
    let mut number = usize::from(*value);
    choice_row(ui, name, about, |ui| {
        let written = number.to_string();
        let stepper = Stepper::new(name, texts.new_game.fewer, texts.new_game.further).width(110.0);
        stepper.show(ui, &mut number, range, &written);
    });
    *value = u8::try_from(number).unwrap_or(*value);
}

#[cfg(test)]
mod tests {
    use notation::ruleset;

    use super::*;

    #[test]
    fn goals_are_known_again() {
        let rules = ruleset::shipped("king-of-the-hill").expect("it ships");
        assert_eq!(goal_of(rules.spec()), GoalChoice::Centre);
        let rules = ruleset::shipped("racing-kings").expect("it ships");
        assert_eq!(goal_of(rules.spec()), GoalChoice::Other);
        let rules = ruleset::shipped("standard").expect("it ships");
        assert_eq!(goal_of(rules.spec()), GoalChoice::None);
        let zones = GoalChoice::LastRank.zones(rules.size()).expect("squares");
        assert_eq!(zones.map(|zone| zone.len()), [8, 8]);
        let mut spec = rules.spec().clone();
        spec.ends.goal = Some(new_goal(&spec, zones));
        assert_eq!(goal_of(&spec), GoalChoice::LastRank);
    }
}
