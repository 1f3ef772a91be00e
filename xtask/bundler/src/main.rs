//! Makes the web page of what the compiler has built: names that change with the content, packed
//! files, pictures. `cargo xtask web` runs it.

mod bundle;
mod icons;
mod program;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, bail};

use bundle::{Bundle, Packing};

fn main() -> ExitCode {
    let arguments: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    match run(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &[PathBuf]) -> Result<()> {
    let (packing, paths) = match arguments.split_last() {
        Some((last, paths)) if last.as_os_str() == "--plain" => (Packing::Plain, paths),
        _ => (Packing::Best, arguments),
    };
    let [wasm, page, icon, networks, out] = paths else {
        bail!(
            "expected five paths: the program, the page's folder, the icon, the folder of the engine's networks, and where to write"
        );
    };
    let bundle = assemble(wasm, page, icon, networks)?;
    bundle.write(out, packing)?;
    // Programs for Windows carry it; it lies beside the page, which does not need it.
    let svg = fs::read_to_string(icon)?;
    fs::write(out.with_file_name("xxlchess.ico"), icons::for_windows(&svg)?)?;
    Ok(())
}

/// Puts the page together. What is named comes before what names it.
fn assemble(wasm: &Path, page: &Path, icon: &Path, networks: &Path) -> Result<Bundle> {
    let read = |name: &str| {
        let path = page.join(name);
        fs::read_to_string(&path).with_context(|| format!("{} cannot be read", path.display()))
    };
    let program = program::bind(wasm)?;
    let svg = fs::read_to_string(icon).with_context(|| format!("no icon {}", icon.display()))?;

    let mut bundle = Bundle::default();
    bundle.define("xxlchess.wasm length", program.wasm.len().to_string());
    bundle.add_hashed("xxlchess.wasm", program.wasm);
    bundle.add_hashed("xxlchess.js", program.script.into_bytes());
    for (name, bytes) in icons::draw(&svg)? {
        bundle.add_hashed(name, bytes);
    }
    bundle.add_hashed("icon.svg", svg.into_bytes());
    bundle.add_hashed("page.css", read("page.css")?.into_bytes());
    for (name, bytes) in files_of(networks)? {
        bundle.add_hashed(&name, bytes);
    }
    bundle.define("networks", bundle.networks());
    for name in ["worker.js", "page.js"] {
        bundle.add_hashed_text(name, &read(name)?)?;
    }
    for name in ["manifest.webmanifest", "index.html"] {
        bundle.add_named_text(name, &read(name)?)?;
    }
    bundle.define("version", bundle.version());
    bundle.define("files", bundle.list());
    bundle.add_named_text("service-worker.js", &read("service-worker.js")?)?;
    Ok(bundle)
}

/// The files of a folder with their names, in the order of these.
fn files_of(folder: &Path) -> Result<BTreeMap<String, Vec<u8>>> {
    let read = || {
        fs::read_dir(folder)?
            .map(|entry| {
                let entry = entry?;
                Ok((entry.file_name().to_string_lossy().into_owned(), fs::read(entry.path())?))
            })
            .collect::<std::io::Result<_>>()
    };
    read().with_context(|| format!("{} cannot be read", folder.display()))
}
