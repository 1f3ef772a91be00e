//! The games of a file, one of which is to be chosen.

use egui::{
    Align2, CornerRadius, CursorIcon, Response, Role, Sense, StrokeKind, Ui, Vec2, WidgetInfo,
};
use notation::archive::Archive;
use rules::Colour;

use crate::analysis::AnalysisStart;
use crate::context::Context;
use crate::navigation::Navigation;
use crate::new_game::NewGame;
use crate::style::widgets::{IconButton, focus_ring, page};
use crate::style::{Icon, of, radius, space, text};
use crate::texts::Texts;

/// The games of a file.
pub struct GamesScreen {
    games: Vec<Archive>,
}

impl GamesScreen {
    /// A page with these games.
    pub fn new(games: Vec<Archive>) -> GamesScreen {
        GamesScreen { games }
    }

    /// Shows the page.
    pub fn ui(&mut self, ui: &mut Ui, cx: &mut Context) -> Option<Navigation> {
        let texts = cx.texts;
        let mut chosen = None;
        let page = page(ui, texts.common.back, texts.new_game.games_title, 900.0, |ui| {
            ui.spacing_mut().item_spacing.y = space::S;
            let width = ui.available_width();
            for (index, game) in self.games.iter().enumerate() {
                ui.horizontal(|ui| {
                    if line(ui, width - 44.0, index, game, texts).clicked() {
                        let game = NewGame::from_archive(game.clone());
                        chosen = Some(Navigation::Play(Box::new(game)));
                    }
                    let name = texts.new_game.games_analyse(index + 1);
                    if ui.add(IconButton::new(Icon::Bulb, &name).ghost()).clicked() {
                        let start = AnalysisStart::game(game, Colour::White);
                        chosen = Some(Navigation::Analyse(Box::new(start)));
                    }
                });
            }
        });
        page.back.then_some(Navigation::Back).or(chosen)
    }
}

fn line(ui: &mut Ui, width: f32, index: usize, game: &Archive, texts: &Texts) -> Response {
    let tokens = of(ui);
    let colours = &tokens.colours;
    let (rect, response) = ui.allocate_exact_size(Vec2::new(width, 56.0), Sense::click());
    let unknown = texts.new_game.games_unknown;
    let [white, black] = &game.players;
    let name = |player: &Option<String>| player.clone().unwrap_or_else(|| unknown.to_owned());
    let title = format!("{}. {} – {}", index + 1, name(white), name(black));
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &title));
    if !ui.is_rect_visible(rect) {
        return response;
    }
    let fill_colour =
        tokens.hovered(colours.surface, f32::from(u8::from(response.hovered())), false);
    let corners = CornerRadius::same(radius::M);
    let painter = ui.painter();
    painter.rect(rect, corners, fill_colour, tokens.line(), StrokeKind::Inside);
    let left = rect.left_center() + Vec2::new(space::L, 0.0);
    let above = left - Vec2::new(0.0, 9.0);
    painter.text(above, Align2::LEFT_CENTER, title, text::heading_font(), colours.text);
    let moves = texts.new_game.games_moves(game.moves().len().div_ceil(2));
    let tag = |name: &str| game.tags.iter().find(|(tag, _)| tag == name).map(|(_, v)| v.as_str());
    let rules = texts.rule_set(game.rules());
    let about: Vec<&str> = [tag("Event"), Some(rules.as_str()), Some(moves.as_str())]
        .into_iter()
        .flatten()
        .filter(|part| *part != unknown)
        .collect();
    let below = left + Vec2::new(0.0, 10.0);
    let about = about.join(" · ");
    painter.text(below, Align2::LEFT_CENTER, about, text::small_font(), colours.muted);
    let result = match &game.ending {
        None => "*",
        Some(ending) => match ending.winner() {
            Some(Colour::White) => "1–0",
            Some(Colour::Black) => "0–1",
            None => "½–½",
        },
    };
    let right = rect.right_center() - Vec2::new(space::L, 0.0);
    painter.text(right, Align2::RIGHT_CENTER, result, text::number_font(15.0), colours.text);
    focus_ring(ui, &response, rect, radius::M);
    response.on_hover_cursor(CursorIcon::PointingHand)
}
