//! Rule sets of the user's own, kept among the documents of the program.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use notation::diagnostics::{Diagnostics, text_of};
use notation::ruleset;
use rules::message::FaultMessage;
use rules::{Rules, message};

use crate::open_file;
use crate::services::{DirEntryKind, Services, Storage};

/// The folder of these documents.
const FOLDER: &str = "rulesets";

/// Keeps a rule set under its id, in place of an older one.
///
/// # Errors
/// If it cannot be kept.
pub fn keep(storage: &dyn Storage, id: &str, text: &str) -> io::Result<()> {
    storage.write(&document(id), text.as_bytes())
}

/// Every rule set that can be played, with its path; what is faulty is left out.
pub fn all(services: &Services) -> Vec<(String, Arc<Rules>)> {
    let paths = services.storage.list(FOLDER).into_iter().map(|name| path(services, &name));
    let read = |path: String| {
        let rules = load(services, path.as_ref()).ok()?.0;
        Some((path, rules))
    };
    paths.filter_map(read).collect()
}

/// The rules in a file of the user's or in one of these documents.
///
/// # Errors
/// Everything that is wrong with it, with its place.
pub fn load(services: &Services, path: &Path) -> Result<ruleset::Loaded, Diagnostics> {
    open_file::rule_set(path, &|path| read(services, path))
}

/// The text of a rule set that another inherits from.
///
/// # Errors
/// Why there is none.
pub fn text(storage: &dyn Storage, name: &str) -> Result<String, FaultMessage> {
    let missing = || message!("no-own-rules", "there is no {name}", name);
    let bytes = storage.read(&format!("{FOLDER}/{name}")).ok().flatten().ok_or_else(missing)?;
    Ok(text_of(&bytes)?.to_owned())
}

/// A file of the user's, or one of these documents where a platform has no folders.
///
/// # Errors
/// If there is neither.
pub fn read(services: &Services, path: &Path) -> io::Result<Vec<u8>> {
    services.files.read(path).or_else(|error| {
        let name = path.to_str().filter(|name| name.starts_with(FOLDER));
        name.and_then(|name| services.storage.read(name).ok().flatten()).ok_or(error)
    })
}

/// The path of a document as files and configs name it, where that is possible.
fn path(services: &Services, name: &str) -> String {
    let document = format!("{FOLDER}/{name}");
    let place = services.storage.place(&document);
    let is_file = services.files.kind(&PathBuf::from(&place)) == Some(DirEntryKind::File);
    if is_file { place } else { document }
}

fn document(id: &str) -> String {
    format!("{FOLDER}/{id}.toml")
}
