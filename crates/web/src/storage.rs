//! What the program keeps, in the storage that a browser has for this page.

use std::io;

use app::services::Storage;
use wasm_bindgen::JsValue;

/// Goes before every name, as other pages of the same server may keep things too.
const PREFIX: &str = "xxlchess/";

/// Documents in the local storage of the browser.
pub struct BrowserStorage {
    storage: web_sys::Storage,
}

impl BrowserStorage {
    /// The storage, if the browser lets this page use it.
    pub fn open() -> Option<BrowserStorage> {
        let storage = web_sys::window()?.local_storage().ok()??;
        Some(BrowserStorage { storage })
    }

    fn text(&self, name: &str) -> io::Result<Option<String>> {
        self.storage.get_item(&key(name)).map_err(refused)
    }

    fn names(&self) -> impl Iterator<Item = String> {
        let count = self.storage.length().unwrap_or(0);
        let keys = (0..count).filter_map(|index| self.storage.key(index).ok().flatten());
        keys.filter_map(|key| key.strip_prefix(PREFIX).map(str::to_owned))
    }
}

impl Storage for BrowserStorage {
    fn read(&self, name: &str) -> io::Result<Option<Vec<u8>>> {
        Ok(self.text(name)?.map(String::into_bytes))
    }

    fn write(&self, name: &str, bytes: &[u8]) -> io::Result<()> {
        let text = std::str::from_utf8(bytes).map_err(|_| io::ErrorKind::InvalidData)?;
        self.storage.set_item(&key(name), text).map_err(refused)
    }

    fn remove(&self, name: &str) -> io::Result<()> {
        self.storage.remove_item(&key(name)).map_err(refused)
    }

    fn move_aside(&self, name: &str) -> io::Result<String> {
        let text = self.text(name)?.ok_or(io::ErrorKind::NotFound)?;
        let known: Vec<String> = self.names().collect();
        let free = (1..).map(|number| format!("{name}.damaged-{number}"));
        let aside = free.into_iter().find(|aside| !known.contains(aside));
        let aside = aside.unwrap_or_else(|| format!("{name}.damaged"));
        self.storage.set_item(&key(&aside), &text).map_err(refused)?;
        self.remove(name)?;
        Ok(self.place(&aside))
    }

    fn list(&self, folder: &str) -> Vec<String> {
        let folder = format!("{folder}/");
        let mut names: Vec<String> =
            self.names().filter_map(|name| name.strip_prefix(&folder).map(str::to_owned)).collect();
        names.sort();
        names
    }

    fn place(&self, name: &str) -> String {
        format!("the browser's storage, {name}")
    }
}

fn key(name: &str) -> String {
    format!("{PREFIX}{name}")
}

/// Browsers refuse when their storage is full, or when the user has forbidden it.
fn refused(_: JsValue) -> io::Error {
    io::ErrorKind::StorageFull.into()
}
