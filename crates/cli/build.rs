//! Puts the web page into the program, if `cargo xtask web` has built it, and the commit from which it
//! is built; and into a program for Windows what Windows wants to know: its icon, its version and
//! how to treat it.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs, io};

/// What is built to be given away.
const DIST: &str = "../../dist";

fn main() -> io::Result<()> {
    // Relative to the package, so that it is also looked at in a project that was moved.
    println!("cargo:rerun-if-changed={DIST}");
    let here = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default());
    println!("cargo:rustc-env=XXLCHESS_VERSION={}", version(&here));
    let page = here.join(DIST).canonicalize()?.join("web");
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
    fs::write(out.join("page.rs"), list)?;
    add_resources(&here, &out)
}

/// The version, with the commit in a program for release: others would be built anew with every
/// commit.
fn version(here: &Path) -> String {
    let version = env::var("CARGO_PKG_VERSION").unwrap_or_default();
    if env::var("PROFILE").is_ok_and(|profile| profile != "release") {
        return version;
    }
    let git = |arguments: &[&str]| {
        let output = Command::new("git").current_dir(here).args(arguments).output().ok()?;
        let told = String::from_utf8(output.stdout).ok().filter(|_| output.status.success())?;
        Some(told.trim().to_owned()).filter(|told| !told.is_empty())
    };
    // Every commit and every change of branch is a line of this file.
    if let Some(log) = git(&["rev-parse", "--path-format=absolute", "--git-path", "logs/HEAD"]) {
        println!("cargo:rerun-if-changed={log}");
    }
    match git(&["rev-parse", "--short=10", "HEAD"]) {
        Some(commit) => format!("{version} ({commit})"),
        None => version,
    }
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

/// How Windows is to treat the program: sharp on every screen, with modern text, and without a
/// console of its own where the system can do that.
const MANIFEST: &str = r#"<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<assembly xmlns="urn:schemas-microsoft-com:asm.v1" manifestVersion="1.0">
  <assemblyIdentity type="win32" name="xxlchess" version="1.0.0.0"/>
  <compatibility xmlns="urn:schemas-microsoft-com:compatibility.v1"><application>
    <supportedOS Id="{8e0f7a12-bfb3-4fe8-b9a5-48fd50a15a9a}"/>
  </application></compatibility>
  <application><windowsSettings>
    <dpiAwareness xmlns="http://schemas.microsoft.com/SMI/2016/WindowsSettings">PerMonitorV2</dpiAwareness>
    <activeCodePage xmlns="http://schemas.microsoft.com/SMI/2019/WindowsSettings">UTF-8</activeCodePage>
    <longPathAware xmlns="http://schemas.microsoft.com/SMI/2016/WindowsSettings">true</longPathAware>
    <consoleAllocationPolicy xmlns="http://schemas.microsoft.com/SMI/2024/WindowsSettings">detached</consoleAllocationPolicy>
  </windowsSettings></application>
</assembly>
"#;

/// Adds icon, version and manifest to a program for Windows. Without the tool that compiles them,
/// which comes with the linker, the program is the same but plainer.
fn add_resources(here: &Path, out: &Path) -> io::Result<()> {
    let is = |name: &str, value: &str| env::var(name).is_ok_and(|found| found == value);
    if !is("CARGO_CFG_TARGET_OS", "windows") || !is("CARGO_CFG_TARGET_ENV", "gnu") {
        return Ok(());
    }
    let icon = here.join(DIST).join("xxlchess.ico");
    fs::write(out.join("xxlchess.manifest"), MANIFEST)?;
    fs::write(out.join("xxlchess.rc"), resources(icon.is_file().then_some(&*icon)))?;
    let tools = ["x86_64-w64-mingw32-windres", "windres"];
    let is_compiled = tools.iter().any(|tool| {
        let mut windres = Command::new(tool);
        windres.current_dir(out).args(["xxlchess.rc", "resources.o"]);
        windres.status().is_ok_and(|status| status.success())
    });
    match is_compiled {
        true => println!("cargo:rustc-link-arg-bins={}", out.join("resources.o").display()),
        false => println!("cargo:warning=no windres: the program gets no icon"),
    }
    Ok(())
}

/// The resources as their compiler reads them.
fn resources(icon: Option<&Path>) -> String {
    let part = |name: &str| env::var(format!("CARGO_PKG_VERSION_{name}")).unwrap_or_default();
    let [major, minor, patch] = ["MAJOR", "MINOR", "PATCH"].map(part);
    let icon = icon.map(|icon| format!("1 ICON {:?}\n", icon.display().to_string()));
    let values = [
        ("FileDescription", "XXL Chess"),
        ("ProductName", "XXL Chess"),
        ("OriginalFilename", "xxlchess.exe"),
        ("LegalCopyright", "the xxlchess contributors; MIT or Apache-2.0"),
        ("FileVersion", &format!("{major}.{minor}.{patch}")),
        ("ProductVersion", &format!("{major}.{minor}.{patch}")),
    ];
    let values = values.map(|(name, value)| format!("      VALUE {name:?}, {value:?}\n")).concat();
    format!(
        "{}1 24 \"xxlchess.manifest\"\n\
         1 VERSIONINFO\nFILEVERSION {major},{minor},{patch},0\nPRODUCTVERSION {major},{minor},{patch},0\n\
         FILEOS 0x40004\nFILETYPE 1\n\
         BEGIN\n  BLOCK \"StringFileInfo\"\n  BEGIN\n    BLOCK \"040904b0\"\n    BEGIN\n{values}    END\n  END\n\
         \x20 BLOCK \"VarFileInfo\"\n  BEGIN\n    VALUE \"Translation\", 0x409, 1200\n  END\nEND\n",
        icon.unwrap_or_default()
    )
}
