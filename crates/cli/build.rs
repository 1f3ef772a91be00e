//! Puts the web page into the program, if `cargo xtask web` has built it.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let here = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    let dist = here.join("../../dist").canonicalize()?;
    println!("cargo:rerun-if-changed={}", dist.display());
    let page = dist.join("web");
    let mut files = Vec::new();
    if page.join("index.html").is_file() {
        collect(&page, &mut files)?;
    }
    files.sort();
    let mut list = String::from("&[\n");
    for file in files.iter().filter(|file| !is_packed(file)) {
        let name = file.strip_prefix(&page).unwrap_or(file);
        let path = name.to_string_lossy().replace('\\', "/");
        let [gzip, brotli] = ["gz", "br"].map(|ending| embedded(&with_ending(file, ending)));
        // What is there packed is unpacked when it is needed.
        let plain = if gzip == NOTHING { embedded(file) } else { NOTHING.to_owned() };
        let row = format!("path: {path:?}, plain: {plain}, gzip: {gzip}, brotli: {brotli}");
        // Writing to a text does not fail.
        let _ = writeln!(list, "    Embedded {{ {row} }},");
    }
    list.push(']');
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    fs::write(out.join("page.rs"), list)
}

const NOTHING: &str = "None";

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() { collect(&path, files)? } else { files.push(path) }
    }
    Ok(())
}

fn is_packed(file: &Path) -> bool {
    file.extension().is_some_and(|ending| ending == "gz" || ending == "br")
}

fn with_ending(file: &Path, ending: &str) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(".");
    name.push(ending);
    name.into()
}

fn embedded(file: &Path) -> String {
    match file.is_file() {
        true => format!("Some(include_bytes!({:?}))", file.display().to_string()),
        false => NOTHING.to_owned(),
    }
}
