//! Finding a server: on the local network, by its address, among those visited before, or here.

use egui::{
    Align2, CornerRadius, CursorIcon, Key, Label, Rect, Response, Role, Sense, Spinner, StrokeKind,
    Ui, Vec2, WidgetInfo, pos2,
};
use protocol::PlayerName;

use super::{PageIntent, small_icon};
use crate::context::Context;
use crate::navigation::Navigation;
use crate::net::Destination;
use crate::services::{Hosting, LocalServer};
use crate::style::widgets::{
    Button, QrPicture, TextField, focus_ring, group, note, page, paragraph, row,
};
use crate::style::{Icon, faded, of, radius, space, text};

/// The local network is looked at so often.
const LOOK: std::time::Duration = std::time::Duration::from_millis(500);

/// Number of visited servers that are shown.
const MOST_VISITED: usize = 5;

/// What is typed on the page, and the code of the own server.
pub struct Servers {
    name: String,
    address: String,
    /// Why the address is none, once it was to be used.
    fault: Option<String>,
    code: Option<QrPicture>,
    /// Is the own server to be entered as soon as it runs?
    enters: bool,
}

impl Servers {
    /// A page with this name filled in.
    pub fn new(name: String) -> Servers {
        Servers { name, address: String::new(), fault: None, code: None, enters: false }
    }

    /// What we are to be called.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Shows the page. `game` is what is to be played, if that is known already.
    pub fn show(
        &mut self,
        ui: &mut Ui,
        cx: &mut Context,
        game: Option<&str>,
    ) -> Option<PageIntent> {
        let texts = &cx.texts.network;
        let mut intent = None;
        let title = game.map_or_else(|| texts.title.to_owned(), |game| texts.host_game(game));
        let page = page(ui, cx.texts.common.back, &title, 760.0, |ui| {
            ui.spacing_mut().item_spacing.y = space::M;
            let is_named = PlayerName::new(&self.name).is_ok();
            let leads = game.is_some() && cx.services.lan.is_some();
            if leads {
                note(ui, texts.host_game_about);
                intent = self.hosting(ui, cx, leads);
            }
            group(ui, texts.address, |ui| {
                self.who(ui, cx, is_named);
                intent = self.address(ui, cx).or(intent.take());
            });
            if cx.services.lan.is_some() {
                intent = self.found(ui, cx).or(intent.take());
            }
            if !leads {
                intent = self.hosting(ui, cx, leads).or(intent.take());
            }
            intent = visited(ui, cx).or(intent.take());
            if !is_named {
                intent = None;
            }
        });
        intent.or(page.back.then_some(PageIntent::Go(Navigation::Back)))
    }

    /// Our name: a profile's is as it is.
    fn who(&mut self, ui: &mut Ui, cx: &Context, is_named: bool) {
        let texts = &cx.texts.network;
        if let Some(person) = cx.profiles.person() {
            row(ui, texts.name, "", |ui| ui.label(text::strong(person.profile.name.as_str())));
            return;
        }
        let about = if is_named { "" } else { texts.name_wrong };
        row(ui, texts.name, about, |ui| {
            let width = ui.available_width().min(240.0);
            let field = TextField::new(texts.name).hint(texts.name_hint).width(width);
            field.wrong(!is_named).show(ui, &mut self.name);
        });
    }

    fn address(&mut self, ui: &mut Ui, cx: &Context) -> Option<PageIntent> {
        let texts = &cx.texts.network;
        note(ui, texts.address_about);
        let mut is_wanted = false;
        ui.horizontal(|ui| {
            let width = ui.available_width() - 110.0 - space::S;
            let field = TextField::new(texts.address).hint(texts.address_hint).width(width);
            let response = field.wrong(self.fault.is_some()).show(ui, &mut self.address);
            if response.changed() {
                self.fault = None;
            }
            let entered = response.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
            let button = Button::primary(texts.connect).width(110.0);
            let pressed = ui.add(button.enabled(!self.address.trim().is_empty())).clicked();
            is_wanted = entered || pressed;
        });
        if let Some(fault) = &self.fault {
            let told = text::body(fault).size(13.0).color(of(ui).colours.danger);
            paragraph(ui, told);
        }
        if !is_wanted {
            return None;
        }
        match Destination::parse(&self.address) {
            Ok(destination) => Some(PageIntent::Connect(destination)),
            Err(fault) => {
                self.fault = Some(cx.texts.address_error(&fault));
                None
            }
        }
    }

    fn found(&self, ui: &mut Ui, cx: &Context) -> Option<PageIntent> {
        let texts = &cx.texts.network;
        let servers = cx.services.lan.as_ref()?.servers();
        ui.ctx().request_repaint_after(LOOK);
        let mut intent = None;
        group(ui, texts.find, |ui| {
            if servers.is_empty() {
                ui.horizontal(|ui| {
                    ui.add(Spinner::new().size(20.0).color(of(ui).colours.accent));
                    ui.vertical(|ui| {
                        ui.spacing_mut().item_spacing.y = 2.0;
                        ui.label(text::strong(texts.searching));
                        note(ui, texts.searching_about);
                    });
                });
            }
            for LocalServer { name, address } in &servers {
                if server_line(ui, name, address).clicked() {
                    intent = Destination::parse(address).ok().map(PageIntent::Connect);
                }
            }
        });
        intent
    }

    /// The server on this computer. Where it `leads`, a game waits for it.
    fn hosting(&mut self, ui: &mut Ui, cx: &Context, leads: bool) -> Option<PageIntent> {
        let texts = &cx.texts.network;
        let lan = cx.services.lan.as_ref()?;
        let state = match lan.hosting() {
            Hosting::On { address, has_page } => {
                return group(ui, texts.host_on, |ui| self.hosted(ui, cx, &address, has_page));
            }
            state => state,
        };
        group(ui, texts.host, |ui| {
            note(ui, if lan.has_page() { texts.host_about } else { texts.host_about_no_page });
            if let Hosting::Failed(why) = &state {
                let danger = of(ui).colours.danger;
                paragraph(
                    ui,
                    text::body(texts.host_failed(cx.texts.hosting_fault(why)))
                        .size(13.0)
                        .color(danger),
                );
            }
            let is_starting = matches!(state, Hosting::Starting);
            let words = if is_starting { texts.host_starting } else { texts.host_start };
            let button = match leads {
                true => Button::primary(words),
                false => Button::secondary(words),
            };
            if ui.add(button.icon(Icon::Wifi).enabled(!is_starting)).clicked() {
                lan.host(&texts.host_name(self.name.trim()));
                self.enters = leads;
            }
        });
        None
    }

    /// The server on this computer, which runs.
    fn hosted(
        &mut self,
        ui: &mut Ui,
        cx: &Context,
        address: &str,
        has_page: bool,
    ) -> Option<PageIntent> {
        let texts = &cx.texts.network;
        let mut is_entered = std::mem::take(&mut self.enters);
        if self.code.as_ref().is_none_or(|code| code.text() != address) {
            self.code = Some(QrPicture::new(address));
        }
        ui.horizontal(|ui| {
            if let Some(code) = self.code.as_ref().filter(|_| has_page) {
                code.show(ui, 132.0);
                ui.add_space(space::S);
            }
            ui.vertical(|ui| {
                note(ui, if has_page { texts.host_on_about } else { texts.host_no_page });
                ui.add(Label::new(text::heading(address)).selectable(true));
                ui.add_space(space::S);
                ui.horizontal_wrapped(|ui| {
                    is_entered |= ui.add(Button::primary(texts.enter)).clicked();
                    if ui.add(Button::secondary(texts.host_stop)).clicked() {
                        cx.services.lan.iter().for_each(|lan| lan.stop_hosting());
                    }
                });
            });
        });
        let destination = Destination::parse(address).ok().filter(|_| is_entered);
        destination.map(PageIntent::Connect)
    }
}

fn visited(ui: &mut Ui, cx: &mut Context) -> Option<PageIntent> {
    let texts = &cx.texts.network;
    let visited = cx.network.visited();
    if visited.is_empty() {
        return None;
    }
    let mut intent = None;
    let mut forgotten = None;
    group(ui, texts.visited, |ui| {
        for (address, name) in visited.iter().take(MOST_VISITED) {
            ui.horizontal(|ui| {
                let width = ui.available_width() - 38.0;
                let line =
                    ui.allocate_ui(Vec2::new(width, LINE), |ui| server_line(ui, name, address));
                if line.inner.clicked() {
                    intent = Destination::parse(address).ok().map(PageIntent::Connect);
                }
                if small_icon(ui, Icon::Trash, &texts.forget(address)) {
                    forgotten = Some(address.clone());
                }
            });
        }
    });
    if let Some(address) = forgotten {
        cx.network.forget(&address);
    }
    intent
}

/// The height of a line.
const LINE: f32 = 50.0;

/// A server as a line that can be clicked.
fn server_line(ui: &mut Ui, name: &str, address: &str) -> Response {
    let tokens = of(ui);
    let colours = &tokens.colours;
    let size = Vec2::new(ui.available_width(), LINE);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, format!("{name}, {address}")));
    let hover = f32::from(u8::from(response.hovered()));
    let fill_colour = tokens.hovered(colours.raised, hover, response.is_pointer_button_down_on());
    let corners = CornerRadius::same(radius::M);
    let painter = ui.painter();
    painter.rect(rect, corners, fill_colour, tokens.line(), StrokeKind::Inside);
    let badge = pos2(rect.left() + 28.0, rect.center().y);
    painter.circle_filled(badge, 16.0, faded(colours.accent, 0.16));
    Icon::Wifi.paint_at(painter, badge, 18.0, colours.accent);
    let left = rect.left() + 56.0;
    let clip = Rect::from_min_max(pos2(left, rect.top()), rect.max - Vec2::new(34.0, 0.0));
    let clipped = painter.with_clip_rect(clip.intersect(ui.clip_rect()));
    let title = if name.is_empty() { address } else { name };
    let at = pos2(left, rect.center().y - 8.0);
    clipped.text(at, Align2::LEFT_CENTER, title, text::strong_font(), colours.text);
    let at = pos2(left, rect.center().y + 10.0);
    clipped.text(at, Align2::LEFT_CENTER, address, text::small_font(), colours.muted);
    let arrow = pos2(rect.right() - 20.0, rect.center().y);
    Icon::ChevronRight.paint_at(painter, arrow, 16.0, colours.muted);
    focus_ring(ui, &response, rect, radius::M);
    response.on_hover_cursor(CursorIcon::PointingHand)
}
