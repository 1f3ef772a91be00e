//! The choice of a file: places, folders, a filter by kind, a typed path, a question before
//! anything is replaced.

mod view;

use std::io;
use std::path::{Component, Path, PathBuf};

use notation::file::{self, Content, Format};

use crate::services::{DirEntry, DirEntryKind, FolderShortcut, Services, ShortcutKind};
use crate::texts::Texts;

/// A kind of file that the program reads or writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FileKind {
    /// Games, positions, rules or configs.
    Format(&'static Format),
    Picture,
    /// A piece as an SVG.
    Drawing,
}

impl FileKind {
    /// The formats that hold whole games.
    pub fn games() -> Vec<FileKind> {
        let formats = file::FORMATS.into_iter();
        formats.filter(|it| it.content == Content::Games).map(FileKind::Format).collect()
    }

    /// How names of such files end when they are written, without the dot.
    fn ending(self) -> &'static str {
        self.endings()[0]
    }

    /// All the ways in which names of such files may end.
    pub fn endings(self) -> &'static [&'static str] {
        match self {
            FileKind::Format(format) => format.endings,
            FileKind::Picture => &["png", "jpg", "jpeg"],
            FileKind::Drawing => &["svg"],
        }
    }

    /// What it is called.
    pub fn name(self, texts: &Texts) -> String {
        match self {
            FileKind::Format(format) => texts.format(format),
            FileKind::Picture => texts.dialogs.kind_picture.to_owned(),
            FileKind::Drawing => texts.dialogs.kind_drawing.to_owned(),
        }
    }
}

/// What a file is wanted for.
#[derive(Clone, Debug)]
pub struct FileRequest {
    /// What is chosen, such as "Open a game".
    pub title: String,
    /// The kinds that make sense, any file if there are none; the first is the usual one when saving.
    pub kinds: Vec<FileKind>,
    /// Is a file to be written, under this name if the user likes it?
    pub save_as: Option<String>,
}

impl FileRequest {
    /// A file to be read.
    pub fn open(title: impl Into<String>, kinds: &[FileKind]) -> FileRequest {
        FileRequest { title: title.into(), kinds: kinds.to_owned(), save_as: None }
    }

    /// All the ways in which the names of files that make sense may end.
    pub fn endings(&self) -> impl Iterator<Item = &'static str> {
        self.kinds.iter().flat_map(|kind| kind.endings()).copied()
    }

    /// A file to be written.
    pub fn save(title: impl Into<String>, kinds: &[FileKind], name: impl Into<String>) -> Self {
        FileRequest { title: title.into(), kinds: kinds.to_owned(), save_as: Some(name.into()) }
    }
}

/// The choice of a file as far as the user has come.
pub(super) struct FileDialog {
    request: FileRequest,
    folder: PathBuf,
    places: Vec<FolderShortcut>,
    entries: io::Result<Vec<DirEntry>>,
    typed: String,
    /// Which of the kinds is shown; all of them if none, any file if it is one too many.
    filter: Option<usize>,
    fault: Option<String>,
    /// A file that is there already and waits for the user's word.
    replaces: Option<PathBuf>,
    was_shown: bool,
}

impl FileDialog {
    pub fn new(request: FileRequest, folder: Option<PathBuf>, services: &Services) -> FileDialog {
        let places = services.files.places();
        let is_folder = |path: &PathBuf| services.files.kind(path) == Some(DirEntryKind::Folder);
        let folder = folder.filter(is_folder);
        let folder = folder.or_else(|| places.first().map(|place| place.path.clone()));
        let typed = request.save_as.clone().unwrap_or_default();
        let filter = request.save_as.is_some().then_some(0);
        let mut dialog = FileDialog {
            request,
            folder: PathBuf::new(),
            places,
            entries: Ok(Vec::new()),
            typed,
            filter,
            fault: None,
            replaces: None,
            was_shown: false,
        };
        dialog.enter(folder.unwrap_or_else(|| PathBuf::from("/")), services);
        dialog
    }

    /// The folder that is shown.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Shows another folder.
    fn enter(&mut self, folder: PathBuf, services: &Services) {
        self.folder = folder;
        self.fault = None;
        self.entries = services.files.list(&self.folder);
    }

    /// What is in the folder and of the right kind.
    fn shown(&self) -> impl Iterator<Item = &DirEntry> {
        let entries = self.entries.as_ref().map_or(&[][..], Vec::as_slice);
        entries.iter().filter(|entry| self.is_wanted(entry))
    }

    fn is_wanted(&self, entry: &DirEntry) -> bool {
        if entry.kind == DirEntryKind::Folder {
            return true;
        }
        let kinds = &self.request.kinds;
        if kinds.is_empty() || self.filter == Some(kinds.len()) {
            return true;
        }
        let ending = Path::new(&entry.name).extension().and_then(|ending| ending.to_str());
        let Some(ending) = ending.map(str::to_ascii_lowercase) else { return false };
        match self.filter.and_then(|index| self.request.kinds.get(index)) {
            Some(kind) => kind.endings().contains(&ending.as_str()),
            None => self.request.endings().any(|known| known == ending),
        }
    }

    /// Takes what is typed: another folder, something that there is not, or a file, which is the choice.
    fn accept(&mut self, services: &Services, texts: &Texts) -> Option<PathBuf> {
        let typed = self.typed.trim();
        if typed.is_empty() {
            self.fault = Some(texts.dialogs.no_name.to_owned());
            return None;
        }
        let path = self.path_of(typed);
        let files = &services.files;
        if files.kind(&path) == Some(DirEntryKind::Folder) {
            self.typed.clear();
            self.enter(path, services);
            return None;
        }
        match self.request.save_as.is_some() {
            false if files.kind(&path).is_none() => {
                let name = path.display();
                self.fault = Some(texts.dialogs.no_such_file(&name));
                None
            }
            false => Some(path),
            true => self.accept_new(path, services, texts),
        }
    }

    /// Takes a file that is to be written.
    fn accept_new(&mut self, path: PathBuf, services: &Services, texts: &Texts) -> Option<PathBuf> {
        let path = match (path.extension(), self.kind_to_save()) {
            (None, Some(kind)) => path.with_extension(kind.ending()),
            _ => path,
        };
        let folder = path.parent().unwrap_or(Path::new("/"));
        if services.files.kind(folder) != Some(DirEntryKind::Folder) {
            let name = folder.display();
            self.fault = Some(texts.dialogs.no_such_folder(&name));
            return None;
        }
        if services.files.kind(&path).is_some() {
            self.replaces = Some(path);
            return None;
        }
        Some(path)
    }

    fn kind_to_save(&self) -> Option<FileKind> {
        self.request.kinds.get(self.filter.unwrap_or(0)).copied()
    }

    /// What a typed name means in this folder.
    fn path_of(&self, typed: &str) -> PathBuf {
        let home = self.places.iter().find(|place| place.kind == ShortcutKind::Home);
        let path = match (typed.strip_prefix('~'), home) {
            (Some(rest), Some(home)) => home.path.join(rest.trim_start_matches(['/', '\\'])),
            _ => self.folder.join(typed),
        };
        tidied(&path)
    }
}

/// A path without `.` and `..`, as far as that can be said without looking at the disk.
fn tidied(path: &Path) -> PathBuf {
    let mut tidy = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir if tidy.file_name().is_some() => {
                tidy.pop();
            }
            part => tidy.push(part),
        }
    }
    tidy
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::texts::Language;

    fn services() -> Services {
        let services = Services::memory();
        for path in ["/games/a.json", "/games/b.pgn", "/games/notes.doc", "/level1.txt"] {
            services.files.write(Path::new(path), b"x").expect("written");
        }
        services
    }

    fn dialog(request: FileRequest, services: &Services) -> FileDialog {
        FileDialog::new(request, Some(PathBuf::from("/games")), services)
    }

    fn texts() -> &'static Texts {
        Language::english().texts()
    }

    #[test]
    fn only_what_can_be_opened_is_shown() {
        let services = services();
        let kinds = FileKind::games();
        let mut dialog = dialog(FileRequest::open("Open", &kinds), &services);
        let names = |dialog: &FileDialog| {
            dialog.shown().map(|entry| entry.name.clone()).collect::<Vec<_>>()
        };
        assert_eq!(names(&dialog), ["a.json", "b.pgn"]);
        dialog.filter = Some(1);
        assert_eq!(names(&dialog), ["b.pgn"]);
        dialog.filter = Some(2);
        assert_eq!(names(&dialog), ["a.json", "b.pgn", "notes.doc"]);
        dialog.filter = Some(1);
        dialog.enter(PathBuf::from("/"), &services);
        assert_eq!(names(&dialog), ["games"]);
    }

    #[test]
    fn any_file_is_shown_where_no_kind_is_asked_for() {
        let services = services();
        let dialog = dialog(FileRequest::open("Add an engine", &[]), &services);
        let names: Vec<&str> = dialog.shown().map(|entry| entry.name.as_str()).collect();
        assert_eq!(names, ["a.json", "b.pgn", "notes.doc"]);
    }

    #[test]
    fn a_picture_may_end_in_several_ways() {
        let request = FileRequest::open("Open", &[FileKind::Picture]);
        assert_eq!(request.endings().collect::<Vec<_>>(), ["png", "jpg", "jpeg"]);
        let services = services();
        for name in ["/pictures/a.JPG", "/pictures/b.png", "/pictures/c.gif"] {
            services.files.write(Path::new(name), b"x").expect("written");
        }
        let mut dialog = dialog(request, &services);
        dialog.enter(PathBuf::from("/pictures"), &services);
        let names: Vec<&str> = dialog.shown().map(|entry| entry.name.as_str()).collect();
        assert_eq!(names, ["a.JPG", "b.png"]);
    }

    #[test]
    fn a_typed_path_leads_to_folders_and_files() {
        let services = services();
        let mut dialog =
            dialog(FileRequest::open("Open", &[FileKind::Format(&file::LAYOUT)]), &services);
        dialog.typed = "..".to_owned();
        assert_eq!(dialog.accept(&services, texts()), None);
        assert_eq!(dialog.folder(), Path::new("/"));
        dialog.typed = "level2.txt".to_owned();
        assert_eq!(dialog.accept(&services, texts()), None);
        assert_eq!(dialog.fault.as_deref(), Some("There is no /level2.txt."));
        dialog.typed = "games/../level1.txt".to_owned();
        assert_eq!(dialog.accept(&services, texts()), Some("/level1.txt".into()));
    }

    #[test]
    fn nothing_is_replaced_unasked() {
        let services = services();
        let request = FileRequest::save("Save", &[FileKind::Format(&file::ARCHIVE)], "a");
        let mut dialog = dialog(request, &services);
        assert_eq!(dialog.accept(&services, texts()), None);
        assert_eq!(dialog.replaces, Some("/games/a.json".into()));
        dialog.typed = "c".to_owned();
        assert_eq!(dialog.accept(&services, texts()), Some("/games/c.json".into()));
        dialog.typed = "none/c.json".to_owned();
        assert_eq!(dialog.accept(&services, texts()), None);
        assert_eq!(dialog.fault.as_deref(), Some("There is no folder /games/none."));
    }
}
