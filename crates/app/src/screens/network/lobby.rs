//! The games of a server: those that go on with us, those that wait, and those to be watched.

use client::{Client, Room};
use egui::{Align2, CornerRadius, Rect, Role, Sense, StrokeKind, Ui, Vec2, WidgetInfo, pos2};
use protocol::{LobbyEntry, RoomId, RoomPhase};

use super::{PageIntent, small_icon, summary};
use crate::context::Context;
use crate::navigation::Navigation;
use crate::style::widgets::{
    Button, IconButton, TextField, card, empty_card, headed_page, scrolled_column,
};
use crate::style::{Icon, faded, of, radius, space, text};
use crate::texts::Texts;

/// From this width on there is room for words beside the title.
const WIDE: f32 = 480.0;

/// What can be done with a game of the list.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Choice {
    /// To play, or to go on playing.
    Join(RoomId),
    Watch(RoomId),
}

/// A game as a line.
struct Line<'a> {
    icon: Icon,
    players: String,
    terms: String,
    button: &'a str,
    leads: bool,
    choice: Choice,
}

/// Number of games from which on the list has a search field.
const MANY: usize = 12;

/// Shows the games. `search` is what was typed to find some of them.
pub fn show(ui: &mut Ui, cx: &mut Context, search: &mut String) -> Option<PageIntent> {
    let texts = cx.texts;
    let client = cx.network.client()?;
    let name = client.server().map_or("", |server| server.name.as_str());
    let title = texts.network.lobby(name);
    let games = groups(client, texts);
    let is_guest = cx.profiles.current().is_none();
    let is_page = !cx.services.start.origin.is_empty();
    let (mut intent, mut choice, mut wanted, mut cancels) = (None, None, None, false);
    let page = headed_page(
        ui,
        texts.common.back,
        &title,
        860.0,
        |ui| intent = head(ui, is_page, texts),
        |ui, column| {
            scrolled_column(ui, column, |ui| {
                ui.spacing_mut().item_spacing.y = space::S;
                let asked = who(ui, client, is_guest, texts);
                cancels = seeking(ui, client, texts);
                wanted = search_line(ui, client, search, texts);
                choice = show_groups(ui, &games, client.lobby().is_known(), texts);
                wanted = wanted.or(more(ui, client, texts));
                asked
            })
        },
    );
    if let (true, Some(client)) = (cancels, cx.network.client_mut()) {
        client.cancel_seek();
    }
    if let (Some(page), Some(client)) = (wanted, cx.network.client_mut()) {
        match page {
            0 if search.trim().is_empty() => client.forget_found(),
            page => client.ask_games(search.trim(), page),
        }
    }
    match choice {
        Some(Choice::Join(room)) => cx.network.join(room, None),
        Some(Choice::Watch(room)) => cx.network.watch(room, None, None),
        None => {}
    }
    intent = intent.or(page.inner);
    intent.or(page.back.then_some(PageIntent::Go(Navigation::Back)))
}

/// The buttons beside the title.
fn head(ui: &mut Ui, is_page: bool, texts: &Texts) -> Option<PageIntent> {
    let mut intent = None;
    if ui.add(Button::primary(texts.network.create).icon(Icon::Plus)).clicked() {
        intent = Some(PageIntent::Create);
    }
    // On a phone the title needs the room.
    let is_wide = ui.available_width() > WIDE;
    let name = texts.network.ranking;
    let ranking = match is_wide {
        true => ui.add(Button::secondary(name).icon(Icon::Trophy)),
        false => ui.add(IconButton::new(Icon::Trophy, name)),
    };
    if ranking.clicked() {
        intent = Some(PageIntent::Ranking);
    }
    if !is_page && ui.add(Button::ghost(texts.network.leave_server)).clicked() {
        intent = Some(PageIntent::Disconnect);
    }
    intent
}

/// The games under their headings: those that we play, those that wait for an opponent, those that can
/// be watched, and those that are over and can still be looked at.
fn groups<'a>(client: &Client, texts: &'a Texts) -> [(&'a str, Vec<Line<'a>>); 4] {
    let words = &texts.network;
    let own: Vec<_> = client.rooms().filter(|(_, room)| plays(room)).collect();
    let listed = match client.found() {
        Some(found) => found.rooms.iter().collect(),
        None => client.lobby().entries(),
    };
    let is_own = |entry: &LobbyEntry| own.iter().any(|(id, _)| **id == entry.room);
    let others: Vec<&LobbyEntry> = listed.into_iter().filter(|entry| !is_own(entry)).collect();
    let of = |belongs: fn(RoomPhase) -> bool| {
        let entries = others.iter().filter(|entry| belongs(entry.phase));
        entries.map(|entry| other_line(entry, texts)).collect()
    };
    [
        (words.own, own.iter().map(|(id, room)| own_line(id, room, texts)).collect()),
        (words.open, of(|phase| phase == RoomPhase::Waiting)),
        (words.running, of(|phase| !matches!(phase, RoomPhase::Waiting | RoomPhase::Over))),
        (words.over, of(|phase| phase == RoomPhase::Over)),
    ]
}

/// Shows the lists, and returns what was chosen.
fn show_groups(
    ui: &mut Ui,
    groups: &[(&str, Vec<Line<'_>>)],
    is_known: bool,
    texts: &Texts,
) -> Option<Choice> {
    if groups.iter().all(|(_, lines)| lines.is_empty()) {
        nothing(ui, is_known, texts);
    }
    let mut choice = None;
    for (heading, lines) in groups.iter().filter(|(_, lines)| !lines.is_empty()) {
        ui.add_space(space::S);
        ui.label(text::heading(*heading));
        for line in lines {
            if show_line(ui, line, texts) {
                choice = Some(line.choice.clone());
            }
        }
    }
    choice
}

/// Shows that an opponent is being looked for. Returns whether that is to end.
fn seeking(ui: &mut Ui, client: &Client, texts: &Texts) -> bool {
    if client.seeking().is_none() {
        return false;
    }
    ui.horizontal(|ui| {
        ui.spinner();
        ui.label(text::body(texts.network.seeking));
        ui.add(Button::ghost(texts.common.cancel)).clicked()
    })
    .inner
}

/// A line to search games by, where there are many. Tells which page is wanted.
fn search_line(ui: &mut Ui, client: &Client, search: &mut String, texts: &Texts) -> Option<usize> {
    if client.found().is_none() && client.lobby().entries().len() < MANY {
        return None;
    }
    let words = &texts.library;
    let line = TextField::new(words.search).hint(texts.network.search_hint).show(ui, search);
    let is_entered = line.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter));
    (is_entered || (line.changed() && search.is_empty())).then_some(0)
}

/// A button for the next page, if there is one. Tells which page is wanted.
fn more(ui: &mut Ui, client: &Client, texts: &Texts) -> Option<usize> {
    let next = match client.found() {
        Some(found) => Some(found.page + 1).filter(|next| *next < found.pages),
        None => (client.lobby().entries().len() >= protocol::GAMES_PER_PAGE).then_some(1),
    };
    next.filter(|_| ui.add(Button::secondary(texts.network.more_games)).clicked())
}

/// Do we play in a room that is not over?
fn plays(room: &Room) -> bool {
    room.role().colour().is_some() && room.state().phase != RoomPhase::Over
}

/// A game of others, to be joined or watched.
fn other_line<'a>(entry: &LobbyEntry, texts: &'a Texts) -> Line<'a> {
    let words = &texts.network;
    let waits = entry.phase == RoomPhase::Waiting;
    Line {
        icon: icon(entry),
        players: summary::players(entry, texts),
        terms: summary::terms(entry, texts).join(" · "),
        button: match entry.phase {
            RoomPhase::Waiting => words.join,
            RoomPhase::Over => words.look,
            _ => words.watch,
        },
        leads: waits,
        choice: match waits {
            true => Choice::Join(entry.room.clone()),
            false => Choice::Watch(entry.room.clone()),
        },
    }
}

fn own_line<'a>(id: &RoomId, room: &Room, texts: &'a Texts) -> Line<'a> {
    let words = &texts.network;
    let state = room.state();
    let name = |seat: &protocol::SeatState| {
        let player = seat.player.as_ref();
        player.map_or_else(|| words.anyone.to_owned(), |player| summary::player(player, texts))
    };
    let [white, black] = &state.seats;
    let title = match room.game().open() {
        Some(game) => texts.rule_set(game.rules()),
        None => words.fog.to_owned(),
    };
    let turn = match state.phase {
        RoomPhase::Waiting => words.open,
        _ if room.is_our_turn() => texts.play.your_move,
        _ => "",
    };
    let clock = summary::clock(state.options.clock, texts);
    let terms = [title.as_str(), clock.as_str(), turn];
    let terms: Vec<&str> = terms.into_iter().filter(|term| !term.is_empty()).collect();
    Line {
        icon: Icon::Play,
        players: format!("{} – {}", name(white), name(black)),
        terms: terms.join(" · "),
        button: words.go_on,
        leads: true,
        choice: Choice::Join(id.clone()),
    }
}

fn icon(entry: &LobbyEntry) -> Icon {
    match entry {
        LobbyEntry { fog: true, .. } => Icon::Fog,
        LobbyEntry { phase: RoomPhase::Waiting, .. } => Icon::People,
        LobbyEntry { rated: true, .. } => Icon::Trophy,
        _ => Icon::Eye,
    }
}

/// What we are called here, and how far the server is; a guest can change their name.
fn who(ui: &mut Ui, client: &Client, is_guest: bool, texts: &Texts) -> Option<PageIntent> {
    let latency = client.latency().map(|latency| latency.as_millis() as u64);
    let latency = latency.map(|ms| texts.network.latency(ms));
    let parts: Vec<String> =
        [Some(client.name().to_string()), latency].into_iter().flatten().collect();
    let mut intent = None;
    ui.horizontal(|ui| {
        ui.label(text::muted(ui, parts.join(" · ")));
        if is_guest && small_icon(ui, Icon::Pencil, texts.profiles.rename_title) {
            intent = Some(PageIntent::Rename);
        }
        if small_icon(ui, Icon::Person, texts.network.you) {
            intent = Some(PageIntent::You);
        }
    });
    intent
}

fn nothing(ui: &mut Ui, is_known: bool, texts: &Texts) {
    if is_known {
        let words = &texts.network;
        empty_card(ui, Icon::People, words.no_games, words.no_games_about);
        return;
    }
    card(ui, |ui| {
        ui.vertical_centered(|ui| {
            ui.add_space(space::XL);
            ui.spinner();
            ui.add_space(space::XL);
        });
    });
}

/// The height of a line.
const LINE: f32 = 62.0;

/// Shows a game; returns whether its button was pressed.
fn show_line(ui: &mut Ui, line: &Line<'_>, texts: &Texts) -> bool {
    let tokens = of(ui);
    let colours = &tokens.colours;
    let size = Vec2::new(ui.available_width(), LINE);
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    let words = texts.network.game_of(&line.players, &line.terms);
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &words));
    let painter = ui.painter();
    let corners = CornerRadius::same(radius::M);
    painter.rect(rect, corners, colours.surface, tokens.line(), StrokeKind::Inside);
    let badge = pos2(rect.left() + 34.0, rect.center().y);
    let ink = if line.leads { colours.accent } else { colours.muted };
    painter.circle_filled(badge, 19.0, faded(ink, 0.16));
    line.icon.paint_at(painter, badge, 20.0, ink);
    let width = 96.0;
    let left = rect.left() + 68.0;
    let right = rect.right() - width - 2.0 * space::M;
    let clip = Rect::from_min_max(pos2(left, rect.top()), pos2(right, rect.bottom()));
    let clipped = painter.with_clip_rect(clip.intersect(ui.clip_rect()));
    let at = pos2(left, rect.center().y - 10.0);
    let (align, room) = (Align2::LEFT_CENTER, right - left);
    text::paint(&clipped, at, align, &line.players, text::heading_font(), colours.text, room);
    let at = pos2(left, rect.center().y + 12.0);
    text::paint(&clipped, at, align, &line.terms, text::small_font(), colours.muted, room);
    let at = pos2(rect.right() - width - space::M, rect.center().y - 17.0);
    let place = Rect::from_min_size(at, Vec2::new(width, 34.0));
    let button = match line.leads {
        true => Button::primary(line.button),
        false => Button::secondary(line.button),
    };
    let button = button.small().width(width);
    ui.push_id(&words, |ui| ui.put(place, button).clicked()).inner
}
