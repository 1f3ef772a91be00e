//! The rating list of a server.

use egui::{CornerRadius, Role, Sense, StrokeKind, Ui, Vec2, WidgetInfo};
use protocol::{RankedPlayer, Ranking};

use super::PageIntent;
use crate::context::Context;
use crate::screens::profiles::paint_ranked;
use crate::style::widgets::{Dropdown, empty_card, page};
use crate::style::{Icon, of, radius, space};
use crate::texts::Texts;

/// The height of a line.
const LINE: f32 = 52.0;

#[derive(Default)]
pub struct ServerRanking {
    /// The number of the list that is shown.
    chosen: usize,
}

impl ServerRanking {
    /// Asks the server for it.
    pub fn ask(cx: &mut Context) -> ServerRanking {
        if let Some(client) = cx.network.client_mut() {
            client.ask_ranking();
        }
        ServerRanking::default()
    }

    /// Shows the page.
    pub fn show(&mut self, ui: &mut Ui, cx: &mut Context) -> Option<PageIntent> {
        let texts = cx.texts;
        let client = cx.network.client()?;
        let name = client.server().map_or("", |server| server.name.as_str());
        let title = texts.network.ranking_of(name);
        let rankings = client.rankings();
        let own = client.name().to_string();
        let page = page(ui, texts.common.back, &title, 760.0, |ui| {
            ui.spacing_mut().item_spacing.y = space::XS;
            self.list(ui, rankings, &own, texts);
        });
        page.back.then_some(PageIntent::Games)
    }

    fn list(&mut self, ui: &mut Ui, rankings: Option<&[Ranking]>, own: &str, texts: &Texts) {
        let Some(rankings) = rankings else {
            ui.vertical_centered(|ui| ui.spinner());
            return;
        };
        let Some(ranking) = rankings.get(self.chosen).or(rankings.first()) else {
            let about = texts.network.ranking_none_about;
            empty_card(ui, Icon::Trophy, texts.profiles.ranking_none, about);
            return;
        };
        let names: Vec<String> = rankings.iter().map(|ranking| title(ranking, texts)).collect();
        let words = &texts.profiles;
        Dropdown::new(words.ranking_rules).width(260.0).show(ui, &mut self.chosen, &names);
        ui.add_space(space::XS);
        for (index, player) in ranking.players.iter().enumerate() {
            line(ui, index + 1, player, player.name == own, texts);
        }
    }
}

fn title(ranking: &Ranking, texts: &Texts) -> String {
    let id = ranking.rules.trim_end_matches("+fog");
    let rules = texts.rule_set_title(id, &ranking.title);
    match ranking.fog {
        true => format!("{rules} · {}", texts.network.fog),
        false => rules,
    }
}

fn line(ui: &mut Ui, place: usize, player: &RankedPlayer, is_own: bool, texts: &Texts) {
    let colours = &of(ui).colours;
    let size = Vec2::new(ui.available_width(), LINE);
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    let RankedPlayer { name, rating, deviation, .. } = player;
    let words = format!("{place}. {name}, {rating}");
    response.widget_info(|| WidgetInfo::labeled(Role::ListItem, true, &words));
    if !ui.is_rect_visible(rect) {
        return;
    }
    let edge = if is_own { colours.accent } else { colours.outline };
    let corners = CornerRadius::same(radius::M);
    ui.painter().rect(rect, corners, colours.surface, (1.0, edge), StrokeKind::Inside);
    let mut about = texts.profiles.record(player.drawn, player.lost, player.won);
    if player.provisional {
        about = format!("{about} · {}", texts.profiles.provisional);
    }
    let numbers = [f64::from(*rating), f64::from(*deviation)];
    paint_ranked(ui, rect, 56.0, (place, colours.muted), [name, &about], numbers);
}
