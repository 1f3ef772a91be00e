//! How the choice of a file looks.

use std::path::PathBuf;

use egui::{
    Align, Align2, Context, CornerRadius, CursorIcon, Id, Key, Layout, Modifiers, Response, Role,
    ScrollArea, Sense, Ui, Vec2, WidgetInfo,
};

use super::FileDialog;
use crate::dialogs::Answer;
use crate::dialogs::message::{head, width};
use crate::services::{DirEntryKind, Services, ShortcutKind};
use crate::style::widgets::{Button, Dropdown, IconButton, TextField, focus_ring, modal, within};
use crate::style::{Icon, faded, mix, of, radius, space, text};
use crate::texts::Texts;

/// What was pressed in the list or among the places.
enum Pressed {
    Folder(PathBuf),
    File { name: String, at_once: bool },
}

impl FileDialog {
    /// Shows the choice; gives the answer when there is one.
    pub fn show(
        &mut self,
        ctx: &Context,
        id: Id,
        services: &Services,
        texts: &Texts,
    ) -> Option<Answer> {
        let wide = width(ctx, 760.0) - 2.0 * space::XL;
        let high = (ctx.content_rect().height() - 320.0).clamp(120.0, 420.0);
        let mut answer = None;
        let title = self.request.title.clone();
        let response = modal(ctx, id).show(ctx, |ui| {
            ui.set_width(wide);
            head(ui, None, &title);
            ui.add_space(space::S);
            // Where the platform decides what goes where, only the name is asked for.
            let pressed = match services.files.picker() {
                Some(_) => None,
                None => self.folders(ui, high, texts),
            };
            let mut accepted = pressed.and_then(|pressed| self.press(pressed, services, texts));
            if self.type_in(ui, texts) {
                accepted = self.accept(services, texts);
            }
            ui.add_space(space::M);
            match self.replaces.clone() {
                Some(path) => answer = self.ask_to_replace(ui, path, texts),
                None => {
                    let (cancelled, pressed) = self.buttons(ui, texts);
                    if pressed {
                        accepted = self.accept(services, texts);
                    }
                    if cancelled {
                        answer = Some(Answer::No);
                    }
                }
            }
            answer = accepted.map(Answer::File).or(answer.take());
        });
        answer.or(response.should_close().then_some(Answer::No))
    }

    /// The folder, the places, and the way from one to another.
    fn folders(&mut self, ui: &mut Ui, high: f32, texts: &Texts) -> Option<Pressed> {
        let up = self.location(ui, texts);
        ui.add_space(space::XS);
        let pressed = self.lists(ui, high, texts);
        ui.add_space(space::S);
        up.or(pressed)
    }

    /// Goes to a folder, or takes a file.
    fn press(&mut self, pressed: Pressed, services: &Services, texts: &Texts) -> Option<PathBuf> {
        match pressed {
            Pressed::Folder(folder) => {
                self.replaces = None;
                self.enter(folder, services);
                None
            }
            Pressed::File { name, at_once } => {
                self.typed = name;
                at_once.then(|| self.accept(services, texts)).flatten()
            }
        }
    }

    /// Where we are, and the way up.
    fn location(&mut self, ui: &mut Ui, texts: &Texts) -> Option<Pressed> {
        let mut pressed = None;
        ui.horizontal(|ui| {
            let parent = self.folder.parent().map(PathBuf::from);
            let up = IconButton::new(Icon::Up, texts.dialogs.up).enabled(parent.is_some());
            if ui.add(up).clicked() {
                pressed = parent.map(Pressed::Folder);
            }
            let folder = self.folder.display().to_string();
            ui.add(egui::Label::new(text::strong(folder)).truncate());
        });
        pressed
    }

    /// The places at the left and the folder at the right.
    fn lists(&mut self, ui: &mut Ui, high: f32, texts: &Texts) -> Option<Pressed> {
        let mut pressed = None;
        let width = ui.available_width();
        let places_width = if width > 520.0 { 160.0 } else { 110.0 };
        let (whole, _) = ui.allocate_exact_size(Vec2::new(width, high), Sense::hover());
        let left = whole.with_max_x(whole.left() + places_width);
        within(ui, left, |ui| {
            ui.spacing_mut().item_spacing.y = 2.0;
            for place in &self.places {
                let (icon, name) = place_look(place.kind, texts);
                let chosen = place.path == self.folder;
                let name = match place.kind {
                    ShortcutKind::Disk => place.path.display().to_string(),
                    _ => name.to_owned(),
                };
                if line(ui, icon, &name, "", chosen).clicked() {
                    pressed = Some(Pressed::Folder(place.path.clone()));
                }
            }
        });
        let right = whole.with_min_x(left.right() + space::M);
        let fill = of(ui).colours.sunken;
        ui.painter().rect_filled(right, CornerRadius::same(radius::M), fill);
        within(ui, right.shrink(6.0), |ui| {
            if let Some(entry) = self.entries_list(ui, high - 12.0, texts) {
                pressed = Some(entry);
            }
        });
        pressed
    }

    fn entries_list(&self, ui: &mut Ui, high: f32, texts: &Texts) -> Option<Pressed> {
        if let Err(why) = &self.entries {
            ui.add_space(space::S);
            let words = texts.dialogs.cannot_list(texts.io_error(why));
            ui.label(text::body(words).color(of(ui).colours.danger));
            return None;
        }
        let mut pressed = None;
        ScrollArea::vertical().max_height(high).auto_shrink(false).show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 2.0;
            let mut count = 0;
            for entry in self.shown() {
                count += 1;
                let is_folder = entry.kind == DirEntryKind::Folder;
                let icon = if is_folder { Icon::Folder } else { Icon::File };
                let size = if is_folder { String::new() } else { size_text(entry.size, texts) };
                let row = line(ui, icon, &entry.name, &size, self.typed == entry.name);
                if row.clicked() {
                    let by_key = ui.input(|input| input.key_pressed(Key::Enter));
                    pressed = Some(match is_folder {
                        true => Pressed::Folder(self.folder.join(&entry.name)),
                        false => Pressed::File { name: entry.name.clone(), at_once: by_key },
                    });
                }
                if row.double_clicked() && !is_folder {
                    pressed = Some(Pressed::File { name: entry.name.clone(), at_once: true });
                }
            }
            if count == 0 {
                ui.add_space(space::S);
                ui.label(text::muted(ui, texts.dialogs.empty_folder));
            }
        });
        pressed
    }

    /// The typed name and the kind; returns whether Enter was pressed there.
    fn type_in(&mut self, ui: &mut Ui, texts: &Texts) -> bool {
        let mut entered = false;
        ui.horizontal(|ui| {
            let kinds_width = (0.45 * ui.available_width()).clamp(120.0, 230.0);
            let has_kinds = !self.request.kinds.is_empty();
            let kinds_room = if has_kinds { kinds_width + space::S } else { 0.0 };
            let width = ui.available_width() - kinds_room;
            let field = TextField::new(texts.dialogs.path)
                .hint(texts.dialogs.path)
                .width(width)
                .wrong(self.fault.is_some());
            let response = field.show(ui, &mut self.typed);
            if response.changed() {
                self.fault = None;
                self.replaces = None;
            }
            entered = response.lost_focus()
                && ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Enter));
            if entered || !self.was_shown {
                response.request_focus();
                self.was_shown = true;
            }
            if !has_kinds {
                return;
            }
            let mut names = Vec::new();
            let offset = usize::from(self.request.save_as.is_none());
            if offset == 1 {
                names.push(texts.dialogs.known_files.to_owned());
            }
            let kinds = self.request.kinds.iter();
            names.extend(kinds.map(|kind| format!("{} (.{})", kind.name(texts), kind.ending())));
            if offset == 1 {
                names.push(texts.dialogs.all_files.to_owned());
            }
            let mut chosen = self.filter.map_or(0, |index| index + offset);
            let dropdown = Dropdown::new(texts.dialogs.kind).width(kinds_width);
            if dropdown.show(ui, &mut chosen, &names) {
                self.filter = chosen.checked_sub(offset);
                self.change_ending();
            }
        });
        if let Some(fault) = &self.fault {
            ui.label(text::body(fault).color(of(ui).colours.danger));
        }
        entered
    }

    /// A name that is to be saved ends as its kind does.
    fn change_ending(&mut self) {
        if let (true, Some(kind)) = (self.request.save_as.is_some(), self.kind_to_save()) {
            let path = PathBuf::from(&self.typed).with_extension(kind.ending());
            self.typed = path.display().to_string();
        }
    }

    /// Cancel, and the button that leads on.
    fn buttons(&self, ui: &mut Ui, texts: &Texts) -> (bool, bool) {
        let mut pressed = (false, false);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let label = match self.request.save_as {
                Some(_) => texts.common.save,
                None => texts.common.open,
            };
            pressed.1 = ui.add(Button::primary(label)).clicked();
            pressed.0 = ui.add(Button::secondary(texts.common.cancel)).clicked();
        });
        pressed
    }

    fn ask_to_replace(&mut self, ui: &mut Ui, path: PathBuf, texts: &Texts) -> Option<Answer> {
        let mut answer = None;
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        ui.label(text::body(texts.dialogs.overwrite(name)).color(of(ui).colours.warning));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if ui.add(Button::danger(texts.dialogs.replace)).clicked() {
                answer = Some(Answer::File(path));
            }
            if ui.add(Button::secondary(texts.dialogs.keep)).clicked() {
                self.replaces = None;
            }
        });
        answer
    }
}

fn place_look(kind: ShortcutKind, texts: &Texts) -> (Icon, &'static str) {
    let texts = &texts.dialogs;
    match kind {
        ShortcutKind::Current => (Icon::FolderOpen, texts.place_current),
        ShortcutKind::Home => (Icon::Home, texts.place_home),
        ShortcutKind::Documents => (Icon::Document, texts.place_documents),
        ShortcutKind::Downloads => (Icon::Download, texts.place_downloads),
        ShortcutKind::Desktop => (Icon::Desktop, texts.place_desktop),
        ShortcutKind::Disk => (Icon::Disk, texts.place_disk),
    }
}

/// A line of a list: an icon, a name and something at the right.
fn line(ui: &mut Ui, icon: Icon, name: &str, more: &str, chosen: bool) -> Response {
    let colours = of(ui).colours;
    let size = Vec2::new(ui.available_width(), 32.0);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    response.widget_info(|| WidgetInfo::selected(Role::ListItem, true, chosen, name));
    if ui.is_rect_visible(rect) {
        let fill = match chosen {
            true => faded(colours.accent, 0.22),
            false if response.hovered() => mix(colours.surface, colours.text, 0.06),
            false => egui::Color32::TRANSPARENT,
        };
        let painter = ui.painter();
        painter.rect_filled(rect, CornerRadius::same(radius::S), fill);
        let centre = rect.left_center() + Vec2::new(16.0, 0.0);
        icon.paint_at(painter, centre, 16.0, colours.muted);
        let right = rect.right_center() - Vec2::new(10.0, 0.0);
        let more_rect =
            painter.text(right, Align2::RIGHT_CENTER, more, text::small_font(), colours.muted);
        let clip = rect.with_max_x(more_rect.left() - 6.0).intersect(ui.clip_rect());
        let at = rect.left_center() + Vec2::new(32.0, 0.0);
        let clipped = painter.with_clip_rect(clip);
        clipped.text(at, Align2::LEFT_CENTER, name, text::body_font(), colours.text);
        focus_ring(ui, &response, rect.shrink(3.0), radius::S);
    }
    response.on_hover_cursor(CursorIcon::PointingHand)
}

fn size_text(bytes: u64, texts: &Texts) -> String {
    let words = &texts.dialogs;
    match bytes {
        0..1024 => words.size_bytes(bytes),
        1024..1_048_576 => words.size_kilobytes(bytes.div_ceil(1024)),
        _ => words.size_megabytes(bytes.div_ceil(1_048_576)),
    }
}
