//! One game of the library: a small board, who played, how it ended, and what can be done with it.

use std::collections::HashMap;
use std::sync::Arc;

use egui::{
    Align2, Color32, CornerRadius, CursorIcon, Key, Rect, Response, Role, Sense, StrokeKind, Ui,
    Vec2, WidgetInfo, pos2,
};
use engine::level;
use notation::{fen, ruleset};
use record::TimeControl;
use rules::{Colour, Position, Rules};
use store::{GameId, GameScore, GameSummary, LibraryGame, RulesKey};

use super::reviewed::{Details, GameDetails};
use crate::context::Context;
use crate::date_text;
use crate::picture::{Picture, Shown};
use crate::style::widgets::{IconButton, focus_ring, within};
use crate::style::{Icon, faded, mix, of, radius, space, text};
use crate::texts::Texts;

/// The height of a row, with the gap below it.
pub const HEIGHT: f32 = 98.0;

/// From this width on there is room for the graph of a review beside the words.
const LEAST_GRAPHED: f32 = 330.0;

/// Between rows.
const GAP: f32 = 8.0;

/// What is to be done with a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowAction {
    /// Show it on the board.
    Open,
    /// Open it on the analysis board.
    Analyse,
    /// Give it another title.
    Rename,
    /// Save it as a file.
    Export,
    /// Put it into the bin.
    Delete,
    /// Take it out of the bin.
    Restore,
}

/// The small boards of the games.
#[derive(Default)]
pub struct Boards {
    positions: HashMap<GameId, Option<Position>>,
    /// Rules that ship, with and without fog: pictures are shared by those who share their rules.
    rules: HashMap<(String, bool), Option<Arc<Rules>>>,
    /// A picture for each kind of rules, seen from either side.
    pictures: HashMap<(String, bool, Colour), Picture>,
    details: GameDetails,
}

/// Number of positions in the cache.
const MOST_POSITIONS: usize = 2000;

impl Boards {
    /// Games may have changed.
    pub fn forget(&mut self) {
        self.positions.clear();
        self.details.forget();
    }

    fn paint(
        &mut self,
        ui: &Ui,
        rect: Rect,
        game: &LibraryGame,
        details: Option<&Details>,
        cx: &Context,
    ) {
        if self.positions.len() > MOST_POSITIONS {
            self.positions.clear();
        }
        let (summary, id) = (&game.summary, game.id);
        let hides = hides(summary);
        // Rules of the user's own are found in the archive, and each game may have others.
        let own = details.and_then(|details| details.rules.as_ref()?.with_fog(hides).ok());
        let name = match own {
            Some(_) => format!("{} of {id:?}", summary.rules),
            None => summary.rules.to_string(),
        };
        let rules_key = (name.clone(), hides);
        let rules = self.rules.entry(rules_key);
        let rules = rules.or_insert_with(|| own.or_else(|| rules_of(&summary.rules, hides)));
        if details.is_some() || !summary.rules.is_own() {
            self.positions.entry(id).or_insert_with(|| {
                let read = fen::parse(rules.as_ref()?, &summary.fen);
                read.ok().map(|(position, _)| position)
            });
        }
        let Some(position) = self.positions.get(&id).and_then(Option::as_ref) else {
            let colours = of(ui).colours;
            ui.painter().rect_filled(rect, CornerRadius::same(radius::S), colours.sunken);
            Icon::Crown.paint_at(ui.painter(), rect.center(), 24.0, colours.muted);
            return;
        };
        let bottom = summary.side.unwrap_or(Colour::White);
        let key = (name, hides, bottom);
        let rules = position.rules();
        let picture = self.pictures.entry(key).or_insert_with(|| Picture::new(rules));
        picture.paint(ui, rect, &Shown::new(position, bottom, cx));
    }
}

/// Does the fog hide something? All is shown when the game is over.
fn hides(summary: &GameSummary) -> bool {
    summary.rules.has_fog() && summary.ending.is_none()
}

/// Rules that ship, also for a game that changes something about them: its pieces are the same. If
/// they are not, its position cannot be read by these rules, and only the archive knows them.
fn rules_of(key: &RulesKey, has_fog: bool) -> Option<Arc<Rules>> {
    ruleset::shipped(key.id())?.with_fog(has_fog).ok()
}

/// What a game is called: its title, or who played it.
pub fn name_of(game: &LibraryGame, texts: &Texts) -> String {
    if game.title.is_empty() { opponent(&game.summary, texts) } else { game.title.clone() }
}

/// The opponent, or both players of a game that the owner did not play.
fn opponent(summary: &GameSummary, texts: &Texts) -> String {
    let words = &texts.library;
    let named = |name: &String| if name == "?" { words.somebody.to_owned() } else { name.clone() };
    if let Some(level) = summary.level.as_deref().and_then(level::find) {
        return words.level(texts.level(level));
    }
    let [white, black] = summary.players.each_ref().map(named);
    match summary.side {
        Some(Colour::White) => black,
        Some(Colour::Black) => white,
        None => format!("{white} – {black}"),
    }
}

/// Rules, date, length and clock in one line.
fn about(game: &LibraryGame, details: Option<&Details>, texts: &Texts) -> String {
    let (words, summary) = (&texts.library, &game.summary);
    let mut parts = Vec::new();
    if !game.title.is_empty() {
        parts.push(opponent(summary, texts));
    }
    let invented = details.and_then(|details| details.rules.as_ref());
    let invented = invented.filter(|rules| ruleset::shipped(rules.id()).is_none());
    parts.push(match invented {
        Some(rules) => texts.rule_set(rules),
        None => texts.rules_key(&summary.rules),
    });
    if summary.rules.has_fog() {
        parts.push(words.fog.to_owned());
    }
    parts.push(date_text::date(summary.began.unwrap_or(summary.saved), texts));
    parts.push(words.moves(summary.turns.div_ceil(2)));
    parts.extend(summary.clock.as_deref().map(|kept| clock(kept, texts)));
    parts.join(" · ")
}

/// The clocks as players know them; those of both sides if they differ.
fn clock(kept: &str, texts: &Texts) -> String {
    let Some(clocks) = TimeControl::read_summary(kept) else { return kept.to_owned() };
    let [white, black] = clocks.map(|control| date_text::clock(control, texts));
    if white == black { white } else { format!("{white} / {black}") }
}

/// How it ended, and the colour of that.
fn result(ui: &Ui, summary: &GameSummary, texts: &Texts) -> (&'static str, Color32) {
    let (words, colours) = (&texts.library, of(ui).colours);
    match (summary.score(), summary.ending) {
        (Some(GameScore::Win), _) => (words.won, colours.hues[0]),
        (Some(GameScore::Loss), _) => (words.lost, colours.danger),
        (Some(GameScore::Draw), _) => (words.draw, colours.muted),
        (None, None) => (words.unfinished, colours.warning),
        (None, Some(ending)) => match ending.winner() {
            Some(Colour::White) => ("1–0", colours.muted),
            Some(Colour::Black) => ("0–1", colours.muted),
            None => (words.no_winner, colours.muted),
        },
    }
}

/// Shows a game, and returns what is to be done with it.
pub fn show(
    ui: &mut Ui,
    boards: &mut Boards,
    game: &LibraryGame,
    cx: &Context,
) -> Option<RowAction> {
    let texts = cx.texts;
    let size = Vec2::new(ui.available_width(), HEIGHT - GAP);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    let details = boards.details.of(game, &cx.store).cloned();
    let reviewed = details.as_ref().and_then(|details| details.reviewed.as_ref());
    let (name, mut about) = (name_of(game, texts), about(game, details.as_ref(), texts));
    if let Some(reviewed) = reviewed {
        let [white, black] = reviewed.accuracy.map(f64::round);
        about = format!("{about} · {}", texts.library.accuracy(black, white));
    }
    let (result, hue) = result(ui, &game.summary, texts);
    response.widget_info(|| {
        let opens = texts.library.open_game(&name);
        WidgetInfo::labeled(Role::Button, true, format!("{opens} · {result} · {about}"))
    });
    paint_ground(ui, rect, &response);
    let side = rect.height() - 2.0 * space::S;
    let board = Rect::from_min_size(rect.min + Vec2::splat(space::S), Vec2::splat(side));
    boards.paint(ui, board, game, details.as_ref(), cx);
    let buttons = Rect::from_min_max(pos2(rect.right() - 158.0, rect.top()), rect.max);
    let badge = Rect::from_min_max(pos2(buttons.left() - 96.0, rect.top()), buttons.left_bottom());
    let mut words = rect.with_min_x(board.right() + space::M).with_max_x(badge.left() - 8.0);
    if let Some(reviewed) = reviewed.filter(|_| words.width() > LEAST_GRAPHED) {
        let size = Vec2::new(110.0, 44.0);
        let corner = pos2(words.right() - size.x, rect.center().y - size.y / 2.0);
        reviewed.paint(ui, Rect::from_min_size(corner, size));
        words = words.with_max_x(corner.x - 8.0);
    }
    paint_words(ui, words, &name, &about);
    paint_pill(ui, badge, result, hue);
    focus_ring(ui, &response, rect, radius::L);
    let mut action = response.clicked().then_some(RowAction::Open);
    if response.has_focus() {
        action = action.or(ui.input(|input| pressed(input, game.deleted.is_some())));
    }
    response.on_hover_cursor(CursorIcon::PointingHand);
    show_buttons(ui, buttons, game, &name, texts).or(action)
}

fn paint_ground(ui: &Ui, rect: Rect, response: &Response) {
    let tokens = of(ui);
    let colours = &tokens.colours;
    let hover = ui.rect_contains_pointer(rect) || response.has_focus();
    let hover = ui.ctx().animate_bool_responsive(response.id, hover);
    let fill_colour = tokens.hovered(colours.surface, hover, false);
    let line = mix(colours.outline, colours.accent, 0.6 * hover);
    let corners = CornerRadius::same(radius::L);
    ui.painter().rect(rect, corners, fill_colour, (1.0, line), StrokeKind::Inside);
}

fn paint_words(ui: &Ui, rect: Rect, name: &str, about: &str) {
    let colours = of(ui).colours;
    let painter = ui.painter().with_clip_rect(rect.intersect(ui.clip_rect()));
    let (left, middle) = (rect.left(), rect.center().y);
    let at = pos2(left, middle - 11.0);
    painter.text(at, Align2::LEFT_CENTER, name, text::heading_font(), colours.text);
    let at = pos2(left, middle + 11.0);
    let font = text::small_font();
    text::paint(&painter, at, Align2::LEFT_CENTER, about, font, colours.muted, rect.width());
}

/// How the game ended, on a ground of its own colour.
fn paint_pill(ui: &Ui, badge: Rect, result: &str, hue: Color32) {
    let font = text::strong_font();
    let galley = ui.painter().layout_no_wrap(result.to_owned(), font, Color32::PLACEHOLDER);
    let size = Vec2::new(galley.size().x + 20.0, 26.0);
    let corner = pos2(badge.right() - size.x - 4.0, badge.center().y - size.y / 2.0);
    let pill = Rect::from_min_size(corner, size);
    ui.painter().rect_filled(pill, CornerRadius::same(13), faded(hue, 0.18));
    let at = pill.center() - galley.size() / 2.0;
    let ink = mix(hue, of(ui).colours.text, 0.25);
    ui.painter().galley_with_override_text_color(at, galley, ink);
}

fn show_buttons(
    ui: &mut Ui,
    rect: Rect,
    game: &LibraryGame,
    name: &str,
    texts: &Texts,
) -> Option<RowAction> {
    let shown = if game.deleted.is_some() { &IN_BIN[..] } else { &IN_LIBRARY[..] };
    let mut pressed = None;
    within(ui, rect.shrink2(Vec2::new(4.0, 0.0)), |ui| {
        ui.horizontal_centered(|ui| {
            ui.spacing_mut().item_spacing.x = 2.0;
            for (action, icon) in shown {
                if *action == RowAction::Analyse && hides(&game.summary) {
                    continue;
                }
                let name = action_name(*action, name, texts);
                if ui.add(IconButton::new(*icon, &name).ghost().size(34.0)).clicked() {
                    pressed = Some(*action);
                }
            }
        });
    });
    pressed
}

const IN_LIBRARY: [(RowAction, Icon); 4] = [
    (RowAction::Analyse, Icon::Bulb),
    (RowAction::Rename, Icon::Pencil),
    (RowAction::Export, Icon::Download),
    (RowAction::Delete, Icon::Trash),
];
const IN_BIN: [(RowAction, Icon); 1] = [(RowAction::Restore, Icon::Undo)];

fn action_name(action: RowAction, game: &str, texts: &Texts) -> String {
    let words = &texts.library;
    match action {
        RowAction::Open => words.open_game(game),
        RowAction::Analyse => words.analyse_game(game),
        RowAction::Rename => words.rename_game(game),
        RowAction::Export => words.export_game(game),
        RowAction::Delete => words.delete_game(game),
        RowAction::Restore => words.restore_game(game),
    }
}

/// The keys of lists: F2 renames, delete deletes.
fn pressed(input: &egui::InputState, is_deleted: bool) -> Option<RowAction> {
    match is_deleted {
        true => None,
        false if input.key_pressed(Key::Delete) => Some(RowAction::Delete),
        false if input.key_pressed(Key::F2) => Some(RowAction::Rename),
        false => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::texts::Language;

    #[test]
    fn clocks_are_written_as_players_do() {
        let english = Language::english().texts();
        let german = Language::find("de").expect("it ships").texts();
        for (kept, in_english, in_german) in [
            ("300+3", "5+3", "5+3"),
            ("45+1", "45 s+1", "45 s+1"),
            ("turn 20", "20 s a turn", "20 s je Zug"),
            ("300+3 / 60+1", "5+3 / 1+1", "5+3 / 1+1"),
            ("by the hourglass", "by the hourglass", "by the hourglass"),
        ] {
            assert_eq!(clock(kept, english), in_english);
            assert_eq!(clock(kept, german), in_german);
        }
    }
}
