//! The library: every game that was played or imported, to be found, looked through and taken along.

mod game_list;
mod reviewed;
mod row;
mod tools;
mod transfer;

use egui::{Rect, ScrollArea, Ui, Vec2, pos2};
use notation::{archive, ruleset};
use rules::Colour;
use store::{GameId, GameQuery, LibraryGame, Owner, RulesKey, StoreError};

use game_list::GameList;
use row::{Boards, RowAction};
use transfer::Import;

use crate::analysis::AnalysisStart;
use crate::context::Context;
use crate::dialogs::{Answer, FileKind, FileRequest, TextPrompt, Ticket};
use crate::navigation::Navigation;
use crate::new_game::NewGame;
use crate::persistence::{LibraryEntries, Notes, Pending, ResumeInfo, time};
use crate::style::widgets::{Button, still_page, toast_line, within, within_named};
use crate::style::{Icon, of, space, text};
use crate::texts::Texts;

/// Seconds for which a deletion can be undone; after that the game is still in the bin.
const UNDO_SECONDS: f64 = 10.0;

/// The longest title of a game, in characters.
const LONGEST_TITLE: usize = 120;

/// A game that was asked for from the store.
type Asked = Pending<Option<(LibraryGame, String)>>;

/// The library of games.
pub struct LibraryScreen {
    owner: Owner,
    games: GameList,
    boards: Boards,
    rules: Vec<RulesKey>,
    /// A game to be shown, or to be analysed.
    opening: Option<(Asked, bool)>,
    renaming: Option<(Ticket, GameId)>,
    exporting: Option<(Ticket, GameId)>,
    saving: Option<(Asked, std::path::PathBuf)>,
    choosing: Option<Ticket>,
    import: Option<Import>,
    /// The game that was deleted last, what it is called, and until when that can be undone.
    deleted: Option<(GameId, String, f64)>,
    /// The number of the frame in which the page was last shown.
    shown: u64,
}

impl LibraryScreen {
    /// The games of the active profile.
    pub fn new(cx: &mut Context) -> LibraryScreen {
        let owner = cx.profiles.current();
        let shipped = ruleset::shipped_ids().filter_map(ruleset::shipped);
        LibraryScreen {
            owner,
            games: GameList::new(GameQuery::of(owner), &cx.store),
            boards: Boards::default(),
            rules: shipped.map(|rules| RulesKey::of(&rules)).collect(),
            opening: None,
            renaming: None,
            exporting: None,
            saving: None,
            choosing: None,
            import: None,
            deleted: None,
            shown: 0,
        }
    }

    /// Shows the page.
    pub fn ui(&mut self, ui: &mut Ui, cx: &mut Context) -> Option<Navigation> {
        let texts = cx.texts;
        let frame = ui.ctx().cumulative_pass_nr();
        // Elsewhere a game may have been reviewed meanwhile.
        if std::mem::replace(&mut self.shown, frame) + 1 < frame {
            self.boards.forget();
        }
        let mut navigation = self.poll(cx);
        let name = cx.profiles.person().map(|person| person.profile.name.to_string());
        let title = match name {
            Some(name) => texts.library.title_of(name),
            None => texts.library.title.to_owned(),
        };
        let page = still_page(ui, texts.common.back, &title, 1000.0, |ui, column| {
            let tools = column.with_max_y(column.top() + 36.0);
            within(ui, tools, |ui| {
                navigation = self.tools(ui, cx).or(navigation.take());
            });
            let below = tools.bottom() + space::S;
            let line =
                Rect::from_min_max(pos2(column.left(), below), pos2(column.right(), below + 36.0));
            within(ui, line, |ui| self.status(ui, cx));
            let area = ui.max_rect().with_min_y(line.bottom() + space::S);
            within(ui, area, |ui| self.list(ui, column, cx));
        });
        self.undo_bar(ui, cx);
        page.back.then_some(Navigation::Back).or(navigation)
    }

    /// Takes what the store and the dialogs have answered.
    fn poll(&mut self, cx: &mut Context) -> Option<Navigation> {
        let words = &cx.texts.library;
        if self.owner != cx.profiles.current() {
            self.owner = cx.profiles.current();
            self.games = GameList::new(GameQuery::of(self.owner), &cx.store);
        }
        if let Some(error) = self.games.poll() {
            cx.dialogs.error(words.not_read, cx.texts.store_error(&error));
        }
        self.poll_dialogs(cx);
        self.poll_import(cx);
        if let Some((asked, path)) = self.saving.take_if(|(asked, _)| asked.is_ready()) {
            let found = found(asked.take(), cx.texts);
            let saved = found.and_then(|(_, text)| {
                transfer::export(&text, &path, &*cx.services.files, cx.texts)
            });
            match saved {
                Ok(()) => cx.dialogs.notice(words.exported(&path.display())),
                Err(why) => {
                    let title = cx.texts.dialogs.cannot_save(&path.display());
                    cx.dialogs.error(title, why);
                }
            }
        }
        let (asked, analyses) = self.opening.take_if(|(asked, _)| asked.is_ready())?;
        let found = found(asked.take(), cx.texts);
        let opened = match analyses {
            true => found.and_then(|(game, text)| analyse(&game, &text, cx.texts)),
            false => found.and_then(|(game, text)| {
                resume(&game, &text, cx.texts).map(|game| Navigation::Play(Box::new(game)))
            }),
        };
        match opened {
            Ok(navigation) => Some(navigation),
            Err(why) => {
                cx.dialogs.error(words.cannot_open, why);
                None
            }
        }
    }

    fn poll_dialogs(&mut self, cx: &mut Context) {
        if let Some((id, Answer::Text(title))) = cx.dialogs.answer_about(&mut self.renaming) {
            cx.store.execute(move |store| store.rename_game(id, title.trim()));
            self.games.refresh(&cx.store);
        }
        if let Some((id, Answer::File(path))) = cx.dialogs.answer_about(&mut self.exporting) {
            self.saving = Some((cx.store.query(move |store| store.game(id)), path));
        }
        if let Some(Answer::File(path)) = cx.dialogs.answer(&mut self.choosing) {
            let begun = Import::begin(&path, &*cx.services.files, self.owner, &cx.store, cx.texts);
            match begun {
                Ok(import) => self.import = Some(import),
                Err(why) => cx.dialogs.error(cx.texts.library.import_failed, why),
            }
        }
    }

    fn poll_import(&mut self, cx: &mut Context) {
        let words = &cx.texts.library;
        let Some(answer) = self.import.as_ref().and_then(Import::take) else { return };
        self.import = None;
        let query = self.games.query().clone();
        self.games.look_for(query, &cx.store);
        match answer {
            Err(error) => {
                cx.dialogs.error(words.import_failed, cx.texts.store_error(&error));
            }
            Ok(done) if done.faulty == 0 => {
                cx.dialogs.notice(words.imported(done.added));
            }
            Ok(done) => {
                let title = words.imported_faulty(done.added, done.faulty);
                let faults: Vec<String> =
                    done.faults.iter().map(|fault| cx.texts.fault(fault)).collect();
                cx.dialogs.error(title, faults.join("\n"));
            }
        }
    }

    /// The games; only those that can be seen are read and painted.
    fn list(&mut self, ui: &mut Ui, column: Rect, cx: &mut Context) {
        let total = match self.games.total() {
            None => return,
            Some(0) => {
                self.nothing(ui, column, cx.texts);
                return;
            }
            Some(total) => usize::try_from(total).unwrap_or(usize::MAX),
        };
        let mut action = None;
        ui.spacing_mut().item_spacing.y = 0.0;
        let scroll = ScrollArea::vertical().auto_shrink(false);
        scroll.show_rows(ui, row::HEIGHT, total, |ui, rows| {
            self.games.look_at(rows.start as u64..rows.end as u64, &cx.store);
            for number in rows {
                let top = ui.cursor().top();
                let place = Rect::from_min_size(
                    pos2(column.left(), top),
                    Vec2::new(column.width(), row::HEIGHT),
                );
                let Some(game) = self.games.game(number as u64) else {
                    ui.advance_cursor_after_rect(place);
                    continue;
                };
                let id = ("game", game.id.number());
                within_named(ui, place, id, |ui| {
                    if let Some(wanted) = row::show(ui, &mut self.boards, game, cx) {
                        action = Some((wanted, game.clone()));
                    }
                });
                ui.advance_cursor_after_rect(place);
            }
        });
        if let Some((action, game)) = action {
            let now = ui.input(|input| input.time);
            self.dispatch(action, &game, now, cx);
        }
    }

    fn nothing(&self, ui: &mut Ui, column: Rect, texts: &Texts) {
        let (words, query) = (&texts.library, self.games.query());
        let (head, about) = match (query.in_bin, query.search.is_empty() && query.rules.is_none()) {
            (true, _) => (words.none_deleted, words.none_deleted_about),
            (false, true) => (words.none, words.none_about),
            (false, false) => (words.none_found, words.none_found_about),
        };
        let centre = pos2(column.center().x, ui.max_rect().top() + ui.available_height() * 0.4);
        let place = Rect::from_center_size(centre, Vec2::new(column.width(), 130.0));
        within(ui, place, |ui| {
            ui.vertical_centered(|ui| {
                let (rect, _) = ui.allocate_exact_size(Vec2::splat(48.0), egui::Sense::hover());
                Icon::Library.paint(ui.painter(), rect, of(ui).colours.muted);
                ui.label(text::heading(head).size(18.0));
                ui.label(text::body(about).color(text::muted_colour(ui)));
            });
        });
    }

    fn dispatch(&mut self, action: RowAction, game: &LibraryGame, now: f64, cx: &mut Context) {
        let (words, id) = (&cx.texts.library, game.id);
        let name = row::name_of(game, cx.texts);
        match action {
            RowAction::Open | RowAction::Analyse => {
                let asked = cx.store.query(move |store| store.game(id));
                self.opening = Some((asked, action == RowAction::Analyse));
            }
            RowAction::Rename => {
                let ticket = cx.dialogs.prompt(TextPrompt {
                    title: words.rename_title.to_owned(),
                    name: words.by_title.to_owned(),
                    typed: name,
                    accept: words.rename.to_owned(),
                    check: |typed, texts| {
                        let length = typed.trim().chars().count();
                        let is_long = length > LONGEST_TITLE;
                        is_long.then(|| texts.library.title_too_long(length, LONGEST_TITLE))
                    },
                });
                self.renaming = Some((ticket, id));
            }
            RowAction::Export => {
                let kinds = FileKind::games();
                let request =
                    FileRequest::save(words.export_title, &kinds, transfer::file_name(&name));
                let ticket = cx.dialogs.choose_file(request, &cx.services);
                self.exporting = Some((ticket, id));
            }
            RowAction::Delete => {
                let at = time::now();
                cx.store.execute(move |store| store.delete_game(id, at));
                self.games.refresh(&cx.store);
                self.deleted = Some((id, name, now + UNDO_SECONDS));
            }
            RowAction::Restore => self.restore(id, cx),
        }
    }

    fn restore(&mut self, id: GameId, cx: &mut Context) {
        cx.store.execute(move |store| store.restore_game(id));
        self.games.refresh(&cx.store);
        self.deleted = None;
        self.boards.forget();
    }

    /// What was deleted last, and the button that brings it back.
    fn undo_bar(&mut self, ui: &Ui, cx: &mut Context) {
        let now = ui.input(|input| input.time);
        self.deleted.take_if(|(_, _, until)| *until <= now);
        let Some((id, name, until)) = &self.deleted else { return };
        let (id, words) = (*id, &cx.texts.library);
        ui.ctx().request_repaint_after_secs((until - now) as f32);
        let pressed = toast_line(ui.ctx(), "undo a deletion", |ui| {
            ui.label(text::body(words.deleted(name)));
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
        Some(Err(error)) => Err(texts.store_error(&error)),
        Some(Ok(None)) | None => Err(texts.library.gone.to_owned()),
    }
}

/// A game of the library on the analysis board, where its review is kept.
fn analyse(game: &LibraryGame, text: &str, texts: &Texts) -> Result<Navigation, String> {
    let (archive, _) = archive::parse(text).map_err(|faults| texts.faults(&faults))?;
    let bottom = game.summary.side.unwrap_or(Colour::White);
    let start = AnalysisStart {
        library: LibraryEntries::of(vec![game.id]),
        ..AnalysisStart::game(&archive, bottom)
    };
    Ok(Navigation::Analyse(Box::new(start)))
}

/// A game of the library on the board: to be looked through, or gone on with.
fn resume(game: &LibraryGame, text: &str, texts: &Texts) -> Result<NewGame, String> {
    let (archive, _) = archive::parse(text).map_err(|faults| texts.faults(&faults))?;
    let mut players = [None, None];
    if let Some(side) = game.summary.side {
        players[side.index()] = game.summary.owner;
    }
    let library = vec![(game.summary.owner, game.id)];
    let notes = Notes { players, library, is_rated: false };
    let resume = ResumeInfo { slot: None, owner: game.summary.owner, notes };
    let mut resumed = NewGame::from_archive(archive);
    resumed.bottom = game.summary.side.unwrap_or(resumed.bottom);
    Ok(NewGame { resume: Some(resume), ..resumed })
}
