//! The library: every game that was played or imported, to be found, looked through and taken along.

mod row;
mod shelf;
mod tools;
mod transfer;

use egui::{Rect, ScrollArea, Ui, UiBuilder, Vec2, pos2};
use notation::{archive, ruleset};
use store::{GameId, GameQuery, LibraryGame, Owner, RulesKey, StoreError};

use row::{Boards, Deed};
use shelf::Shelf;
use transfer::Import;

use crate::context::Context;
use crate::dialogs::{Answer, Entry, FileKind, FileRequest, Ticket};
use crate::keeping::{Left, Notes, Pending, calendar};
use crate::navigation::Navigation;
use crate::new_game::NewGame;
use crate::style::widgets::{Button, still_page, toast_line};
use crate::style::{Icon, of, space, text};
use crate::texts::{Texts, fill};

/// For so many seconds a deletion can be undone at a click; after that the bin still has the game.
const UNDO_SECONDS: f64 = 10.0;

/// The longest title of a game, in characters.
const LONGEST_TITLE: usize = 120;

/// A game that was asked for from the store.
type Asked = Pending<Option<(LibraryGame, String)>>;

/// The library of games.
pub struct LibraryScreen {
    owner: Owner,
    shelf: Shelf,
    boards: Boards,
    rules: Vec<RulesKey>,
    opening: Option<Asked>,
    renaming: Option<(Option<Ticket>, GameId)>,
    exporting: Option<(Option<Ticket>, GameId)>,
    saving: Option<(Asked, std::path::PathBuf)>,
    choosing: Option<Ticket>,
    import: Option<Import>,
    /// The game that was deleted last, what it is called, and until when that can be undone.
    deleted: Option<(GameId, String, f64)>,
}

impl LibraryScreen {
    /// The games of whoever is at the screen.
    pub fn new(cx: &mut Context<'_>) -> LibraryScreen {
        let owner = cx.people.current();
        let shipped = ruleset::shipped_ids().filter_map(ruleset::shipped);
        LibraryScreen {
            owner,
            shelf: Shelf::new(GameQuery::of(owner), cx.keeper),
            boards: Boards::default(),
            rules: shipped.map(|rules| RulesKey::of(&rules)).collect(),
            opening: None,
            renaming: None,
            exporting: None,
            saving: None,
            choosing: None,
            import: None,
            deleted: None,
        }
    }

    /// Shows the page.
    pub fn ui(&mut self, ui: &mut Ui, cx: &mut Context<'_>) -> Option<Navigation> {
        let texts = cx.texts;
        let mut navigation = self.hear(cx);
        let name = cx.people.person().map(|person| person.profile.name.to_string());
        let title = match name {
            Some(name) => fill(texts.library.title_of, &[&name]),
            None => texts.library.title.to_owned(),
        };
        let page = still_page(ui, texts.common.back, &title, 1000.0, |ui, column| {
            let tools = column.with_max_y(column.top() + 36.0);
            ui.scope_builder(UiBuilder::new().max_rect(tools), |ui| {
                navigation = self.tools(ui, cx).or(navigation.take());
            });
            let below = tools.bottom() + space::S;
            let line =
                Rect::from_min_max(pos2(column.left(), below), pos2(column.right(), below + 36.0));
            ui.scope_builder(UiBuilder::new().max_rect(line), |ui| self.status(ui, cx));
            let area = ui.max_rect().with_min_y(line.bottom() + space::S);
            ui.scope_builder(UiBuilder::new().max_rect(area), |ui| self.list(ui, column, cx));
        });
        self.undo_bar(ui, cx);
        page.back.then_some(Navigation::Back).or(navigation)
    }

    /// Takes what the store and the dialogs have answered.
    fn hear(&mut self, cx: &mut Context<'_>) -> Option<Navigation> {
        let words = &cx.texts.library;
        if self.owner != cx.people.current() {
            self.owner = cx.people.current();
            self.shelf = Shelf::new(GameQuery::of(self.owner), cx.keeper);
        }
        if let Some(error) = self.shelf.poll() {
            cx.dialogs.error(words.not_read, error.to_string());
        }
        self.hear_dialogs(cx);
        self.hear_import(cx);
        if let Some((asked, path)) = self.saving.take_if(|(asked, _)| asked.has_come()) {
            let found = found(asked.take(), cx.texts);
            let saved =
                found.and_then(|(_, text)| transfer::export(&text, &path, &*cx.services.files));
            match saved {
                Ok(()) => cx.dialogs.notice(fill(words.exported, &[&path.display()])),
                Err(why) => {
                    let title = fill(cx.texts.dialogs.cannot_save, &[&path.display()]);
                    cx.dialogs.error(title, why);
                }
            }
        }
        let asked = self.opening.take_if(|asked| asked.has_come())?;
        match found(asked.take(), cx.texts).and_then(|(game, text)| resume(&game, &text)) {
            Ok(game) => Some(Navigation::Play(Box::new(game))),
            Err(why) => {
                cx.dialogs.error(words.cannot_open, why);
                None
            }
        }
    }

    fn hear_dialogs(&mut self, cx: &mut Context<'_>) {
        if let Some((ticket, id)) = &mut self.renaming
            && let Some(answer) = cx.dialogs.answer(ticket)
        {
            let id = *id;
            self.renaming = None;
            if let Answer::Text(title) = answer {
                let title = title.trim().to_owned();
                cx.keeper.keep(move |store| store.rename_game(id, &title));
                self.shelf.refresh(cx.keeper);
            }
        }
        if let Some((ticket, id)) = &mut self.exporting
            && let Some(answer) = cx.dialogs.answer(ticket)
        {
            let id = *id;
            self.exporting = None;
            if let Answer::File(path) = answer {
                self.saving = Some((cx.keeper.ask(move |store| store.game(id)), path));
            }
        }
        if let Some(Answer::File(path)) = cx.dialogs.answer(&mut self.choosing) {
            let begun = Import::begin(&path, &*cx.services.files, self.owner, cx.keeper);
            match begun {
                Ok(import) => self.import = Some(import),
                Err(why) => cx.dialogs.error(cx.texts.library.import_failed, why),
            }
        }
    }

    fn hear_import(&mut self, cx: &mut Context<'_>) {
        let words = &cx.texts.library;
        let Some(answer) = self.import.as_ref().and_then(Import::take) else { return };
        self.import = None;
        let query = self.shelf.query().clone();
        self.shelf.look_for(query, cx.keeper);
        match answer {
            Err(why) => cx.dialogs.error(words.import_failed, why),
            Ok(done) if done.faulty == 0 => {
                cx.dialogs.notice(fill(words.imported, &[&done.added]));
            }
            Ok(done) => {
                let title = fill(words.imported_faulty, &[&done.added, &done.faulty]);
                let faults: Vec<String> = done.faults.iter().map(ToString::to_string).collect();
                cx.dialogs.error(title, faults.join("\n"));
            }
        }
    }

    /// The games; only those that can be seen are read and painted.
    fn list(&mut self, ui: &mut Ui, column: Rect, cx: &mut Context<'_>) {
        let total = match self.shelf.total() {
            None => return,
            Some(0) => {
                self.nothing(ui, column, cx.texts);
                return;
            }
            Some(total) => usize::try_from(total).unwrap_or(usize::MAX),
        };
        let mut deed = None;
        ui.spacing_mut().item_spacing.y = 0.0;
        let scroll = ScrollArea::vertical().auto_shrink(false);
        scroll.show_rows(ui, row::HEIGHT, total, |ui, rows| {
            self.shelf.look_at(rows.start as u64..rows.end as u64, cx.keeper);
            for number in rows {
                let top = ui.cursor().top();
                let place = Rect::from_min_size(
                    pos2(column.left(), top),
                    Vec2::new(column.width(), row::HEIGHT),
                );
                let Some(game) = self.shelf.game(number as u64) else {
                    ui.advance_cursor_after_rect(place);
                    continue;
                };
                let id = ("game", game.id.number());
                ui.scope_builder(UiBuilder::new().max_rect(place).id_salt(id), |ui| {
                    if let Some(wanted) = row::show(ui, &mut self.boards, game, cx) {
                        deed = Some((wanted, game.clone()));
                    }
                });
                ui.advance_cursor_after_rect(place);
            }
        });
        if let Some((deed, game)) = deed {
            let now = ui.input(|input| input.time);
            self.perform(deed, &game, now, cx);
        }
    }

    fn nothing(&self, ui: &mut Ui, column: Rect, texts: &Texts) {
        let (words, query) = (&texts.library, self.shelf.query());
        let (head, about) = match (query.in_bin, query.search.is_empty() && query.rules.is_none()) {
            (true, _) => (words.none_deleted, words.none_deleted_about),
            (false, true) => (words.none, words.none_about),
            (false, false) => (words.none_found, words.none_found_about),
        };
        let centre = pos2(column.center().x, ui.max_rect().top() + ui.available_height() * 0.4);
        let place = Rect::from_center_size(centre, Vec2::new(column.width(), 130.0));
        ui.scope_builder(UiBuilder::new().max_rect(place), |ui| {
            ui.vertical_centered(|ui| {
                let (rect, _) = ui.allocate_exact_size(Vec2::splat(48.0), egui::Sense::hover());
                Icon::Library.paint(ui.painter(), rect, of(ui).colours.muted);
                ui.label(text::heading(head).size(18.0));
                ui.label(text::body(about).color(text::muted_colour(ui)));
            });
        });
    }

    fn perform(&mut self, deed: Deed, game: &LibraryGame, now: f64, cx: &mut Context<'_>) {
        let (words, id) = (&cx.texts.library, game.id);
        let name = row::name_of(game, cx.texts);
        match deed {
            Deed::Open => self.opening = Some(cx.keeper.ask(move |store| store.game(id))),
            Deed::Rename => {
                let ticket = cx.dialogs.ask_for(Entry {
                    title: words.rename_title.to_owned(),
                    name: words.by_title.to_owned(),
                    typed: name,
                    accept: words.rename.to_owned(),
                    check: |typed| {
                        let length = typed.trim().chars().count();
                        (length > LONGEST_TITLE).then(|| {
                            format!("{length} characters; expected {LONGEST_TITLE} at most")
                        })
                    },
                });
                self.renaming = Some((Some(ticket), id));
            }
            Deed::Export => {
                let kinds = [FileKind::Game, FileKind::Pgn];
                let request =
                    FileRequest::save(words.export_title, &kinds, transfer::file_name(&name));
                let ticket = cx.dialogs.choose_file(request, cx.services);
                self.exporting = Some((Some(ticket), id));
            }
            Deed::Delete => {
                let at = calendar::now();
                cx.keeper.keep(move |store| store.delete_game(id, at));
                self.shelf.refresh(cx.keeper);
                self.deleted = Some((id, name, now + UNDO_SECONDS));
            }
            Deed::Restore => self.restore(id, cx),
        }
    }

    fn restore(&mut self, id: GameId, cx: &mut Context<'_>) {
        cx.keeper.keep(move |store| store.restore_game(id));
        self.shelf.refresh(cx.keeper);
        self.deleted = None;
        self.boards.forget();
    }

    /// What was deleted last, and the button that brings it back.
    fn undo_bar(&mut self, ui: &Ui, cx: &mut Context<'_>) {
        let now = ui.input(|input| input.time);
        self.deleted.take_if(|(_, _, until)| *until <= now);
        let Some((id, name, until)) = &self.deleted else { return };
        let (id, words) = (*id, &cx.texts.library);
        ui.ctx().request_repaint_after_secs((until - now) as f32);
        let pressed = toast_line(ui.ctx(), "undo a deletion", |ui| {
            ui.label(text::body(fill(words.deleted, &[name])));
            ui.add(Button::ghost(words.undo).icon(Icon::Undo).small()).clicked()
        });
        if pressed {
            self.restore(id, cx);
        }
    }
}

/// A game that was asked for, or in words why there is none.
fn found(
    answer: Option<Result<Option<(LibraryGame, String)>, StoreError>>,
    texts: &Texts,
) -> Result<(LibraryGame, String), String> {
    match answer {
        Some(Ok(Some(found))) => Ok(found),
        Some(Err(error)) => Err(error.to_string()),
        Some(Ok(None)) | None => Err(texts.library.gone.to_owned()),
    }
}

/// A game of the library on the board: to be looked through, or gone on with.
fn resume(game: &LibraryGame, text: &str) -> Result<NewGame, String> {
    let (archive, _) = archive::parse(text).map_err(|faults| faults.to_string())?;
    let mut players = [None, None];
    if let Some(side) = game.summary.side {
        players[side.index()] = game.summary.owner;
    }
    let library = vec![(game.summary.owner, game.id)];
    let notes = Notes { players, library, is_rated: false };
    let left = Left { slot: None, owner: game.summary.owner, notes };
    let mut resumed = NewGame::from_archive(archive);
    resumed.bottom = game.summary.side.unwrap_or(resumed.bottom);
    Ok(NewGame { left: Some(left), ..resumed })
}
