//! The user's files as a browser gives them: chosen one by one to be read, downloaded to be saved.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::io;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use app::services::{
    DirEntry, DirEntryKind, Files, FolderShortcut, LARGEST_FILE, MemoryFiles, Picker, ShortcutKind,
    Wake,
};
use eframe::egui::DroppedFileHandle;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{Blob, BlobPropertyBag, File, HtmlAnchorElement, HtmlInputElement};

/// The files that the user has given to this page, and downloads.
#[derive(Clone, Default)]
pub struct BrowserFiles {
    given: MemoryFiles,
    picked: Rc<RefCell<VecDeque<PathBuf>>>,
}

impl Files for BrowserFiles {
    fn places(&self) -> Vec<FolderShortcut> {
        vec![FolderShortcut { kind: ShortcutKind::Current, path: PathBuf::new() }]
    }

    fn list(&self, folder: &Path) -> io::Result<Vec<DirEntry>> {
        self.given.list(folder)
    }

    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        self.given.read(path)
    }

    fn write(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        download(&name, bytes).map_err(|_| io::ErrorKind::PermissionDenied.into())
    }

    fn kind(&self, path: &Path) -> Option<DirEntryKind> {
        let is_folder = path.as_os_str().is_empty();
        if is_folder { Some(DirEntryKind::Folder) } else { self.given.kind(path) }
    }

    fn picker(&self) -> Option<&dyn Picker> {
        Some(self)
    }
}

impl Picker for BrowserFiles {
    fn pick(&self, endings: &[&str], wake: Wake) {
        // Without a file chooser nothing is ever picked, as if the user had cancelled.
        let _ = self.open_chooser(endings, wake);
    }

    fn take_dropped(&self, files: &[DroppedFileHandle], wake: Wake) {
        let files: Vec<File> = files.iter().filter_map(|file| file.web_file().cloned()).collect();
        self.take(files, wake);
    }

    fn picked(&self) -> Option<PathBuf> {
        self.picked.borrow_mut().pop_front()
    }
}

impl BrowserFiles {
    fn open_chooser(&self, endings: &[&str], wake: Wake) -> Option<()> {
        let document = web_sys::window()?.document()?;
        let input: HtmlInputElement = document.create_element("input").ok()?.dyn_into().ok()?;
        input.set_type("file");
        // A config may name a layout, which is then chosen with it.
        input.set_multiple(true);
        let endings: Vec<String> = endings.iter().map(|ending| format!(".{ending}")).collect();
        input.set_accept(&endings.join(","));
        let (files, chosen) = (self.clone(), input.clone());
        let on_change = Closure::once_into_js(move || {
            let list = chosen.files();
            let all = list.iter().flat_map(|list| (0..list.length()).filter_map(|at| list.get(at)));
            files.take(all.collect(), wake);
        });
        input.set_onchange(Some(on_change.unchecked_ref()));
        input.click();
        Some(())
    }

    /// Reads files that the user has given; the one to be opened is the first that is no mere
    /// part of another.
    fn take(&self, files: Vec<File>, wake: Wake) {
        let this = self.clone();
        spawn_local(async move {
            let mut paths = Vec::new();
            for file in files {
                let path = PathBuf::from(file.name());
                if file.size() <= LARGEST_FILE as f64
                    && let Ok(buffer) = JsFuture::from(file.array_buffer()).await
                {
                    let bytes = js_sys::Uint8Array::new(&buffer).to_vec();
                    if this.given.write(&path, &bytes).is_ok() {
                        paths.push(path);
                    }
                }
            }
            let is_part = |path: &PathBuf| path.extension().is_some_and(|ending| ending == "txt");
            let main = paths.iter().find(|path| !is_part(path)).or(paths.first());
            this.picked.borrow_mut().extend(main.cloned());
            wake();
        });
    }
}

/// Lets the browser save a file among the user's downloads.
fn download(name: &str, bytes: &[u8]) -> Result<(), JsValue> {
    let parts = js_sys::Array::of1(&js_sys::Uint8Array::from(bytes));
    let options = BlobPropertyBag::new();
    options.set_type("application/octet-stream");
    let blob = Blob::new_with_u8_array_sequence_and_options(&parts, &options)?;
    let address = web_sys::Url::create_object_url_with_blob(&blob)?;
    let document = web_sys::window().and_then(|window| window.document()).ok_or("no page")?;
    let link: HtmlAnchorElement = document.create_element("a")?.dyn_into()?;
    link.set_href(&address);
    link.set_download(name);
    link.click();
    web_sys::Url::revoke_object_url(&address)
}
