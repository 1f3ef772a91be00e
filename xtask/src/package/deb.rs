//! The package for Debian and what is made of it, such as Ubuntu.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use super::contents::{self, SHELLS, packaging};
use super::tree::Tree;
use super::{Release, build};
use crate::project;

/// What software centres show, named after its id.
pub const METAINFO: &str = "org.xxlchess.xxlchess.metainfo.xml";

/// Where the package keeps its documents.
const DOC: &str = "usr/share/doc/xxlchess/";

/// What the window opens when it starts, on X11 or Wayland; without, everything but it works.
const FOR_THE_WINDOW: [&str; 9] = [
    "libgl1",
    "libegl1",
    "libx11-6",
    "libx11-xcb1",
    "libxcursor1",
    "libxi6",
    "libxkbcommon-x11-0",
    "libwayland-client0",
    "libwayland-egl1",
];

/// What sounds need; the newer name is the one of Debian 13 and Ubuntu 24.04.
const FOR_SOUND: &str = "libasound2t64 | libasound2";

const DESCRIPTION: &str = "\
big-board chess with eleven kinds of pieces, and ordinary chess
 Chess on a board of fourteen by fourteen, by the rules of the whole world on
 eight by eight, or by rules and with pieces of one's own; with fog of war if
 wanted. Against the computer at any of its levels, against a friend at the
 same screen, or over the network: others need only a browser.
 .
 There are puzzles, hints, analysis, ratings and themes, and an engine that
 speaks UCI for every board.";

/// Whom to turn to. There is no address, which the package system asks for nevertheless.
const MAINTAINER: &str = "the xxlchess contributors <xxlchess@invalid.invalid>";

/// Makes the package.
pub fn make(release: &Release) -> Result<PathBuf> {
    let program = build::linux(release)?;
    let mut tree = Tree::new(release, "deb")?;
    // Debian's place for games; it is in the search path of all users.
    tree.copy_program(&program, "usr/games/xxlchess")?;
    add_manual(&tree, &program)?;
    for ((shell, name), folder) in SHELLS.into_iter().zip([
        "bash-completion/completions",
        "zsh/vendor-completions",
        "fish/vendor_completions.d",
    ]) {
        let script = contents::completions(&program, shell)?;
        tree.write(&format!("usr/share/{folder}/{name}"), script)?;
    }
    for name in ["xxlchess.desktop", "xxlchess-open.desktop"] {
        tree.copy(&packaging(name), &format!("usr/share/applications/{name}"))?;
    }
    // They are not started by the package; `systemctl enable --now xxlchess-server` does.
    for unit in ["xxlchess-server.service", "xxlchess-worker.service"] {
        tree.copy(&packaging(unit), &format!("usr/lib/systemd/system/{unit}"))?;
    }
    let metainfo = packaging(METAINFO);
    let mut validate = project::program("appstreamcli");
    project::run(validate.args(["validate", "--no-net"]).arg(&metainfo))?;
    tree.copy(&metainfo, &format!("usr/share/metainfo/{METAINFO}"))?;
    let icon = project::root().join("crates/board-ui/assets/icon/icon.svg");
    tree.copy(&icon, "usr/share/icons/hicolor/scalable/apps/xxlchess.svg")?;
    add_documents(&tree, release)?;

    let architecture = told("dpkg", &["--print-architecture"])?;
    let version = format!("{}-1", release.version);
    tree.write("DEBIAN/md5sums", md5sums(&tree)?)?;
    let libraries = libraries(release, &program)?;
    tree.write("DEBIAN/control", control(&version, &architecture, &libraries, tree.size()?))?;
    tree.seal(release)?;
    let file = release.folder().join(format!("xxlchess_{version}_{architecture}.deb"));
    release.write_whole(&file, |part| {
        let mut pack = project::program("dpkg-deb");
        pack.env("SOURCE_DATE_EPOCH", release.time.to_string());
        pack.args(["--root-owner-group", "-Zxz", "-z9", "--build"]).arg(tree.root()).arg(part);
        project::run(&mut pack)
    })?;
    Ok(file)
}

/// The checksums by which the package system finds damaged files.
fn md5sums(tree: &Tree) -> Result<Vec<u8>> {
    let files = tree.entries()?.into_iter().filter(|path| path.is_file());
    let names = files.map(|path| Ok(path.strip_prefix(tree.root())?.to_owned()));
    let mut md5sum = project::program("md5sum");
    project::output(md5sum.current_dir(tree.root()).args(names.collect::<Result<Vec<_>>>()?))
}

fn control(version: &str, architecture: &str, libraries: &str, size: u64) -> String {
    let window = FOR_THE_WINDOW.join(", ");
    format!(
        "Package: xxlchess\nVersion: {version}\nSection: games\nPriority: optional\n\
         Architecture: {architecture}\nMaintainer: {MAINTAINER}\nInstalled-Size: {size}\n\
         Depends: {libraries}\nRecommends: {window}, {FOR_SOUND}\n\
         Description: {DESCRIPTION}\n"
    )
}

/// What the program is linked with, as the package system names it.
fn libraries(release: &Release, program: &Path) -> Result<String> {
    // The tool looks for this file where it is started, though it reads nothing in it that matters.
    let folder = release.folder().join("unpacked").join("shlibs");
    fs::create_dir_all(folder.join("debian"))?;
    fs::write(
        folder.join("debian/control"),
        "Source: xxlchess\n\nPackage: xxlchess\nArchitecture: any\n",
    )?;
    let mut command = project::program("dpkg-shlibdeps");
    let told = project::text(command.current_dir(&folder).arg("-O").arg(program))?;
    let found = told.lines().find_map(|line| line.strip_prefix("shlibs:Depends="));
    found.map(str::to_owned).with_context(|| format!("dpkg-shlibdeps tells no libraries: {told}"))
}

fn add_manual(tree: &Tree, program: &Path) -> Result<()> {
    let folder = tree.place("usr/share/man/man6/xxlchess.6")?.with_file_name("");
    contents::write_manual(program, &folder)?;
    let is_page = |path: &PathBuf| path.starts_with(&folder) && path.is_file();
    let pages = tree.entries()?.into_iter().filter(is_page);
    pages.into_iter().try_for_each(|page| gzip(&page))
}

fn add_documents(tree: &Tree, release: &Release) -> Result<()> {
    let root = project::root();
    contents::add_documents(tree, DOC)?;
    contents::add_licences(tree, DOC, release, "x86_64-unknown-linux-gnu")?;
    // The package system has the text of this licence, and wants the other one in `copyright`.
    for name in ["LICENSE-APACHE", "LICENSE-MIT"] {
        fs::remove_file(tree.root().join(DOC).join(name))?;
    }
    let at = format!("--date=@{}", release.time);
    let terms = fs::read_to_string(root.join("LICENSE-MIT"))?;
    let year = told("date", &["--utc", "+%Y", &at])?;
    tree.write(&format!("{DOC}copyright"), copyright(&terms, &year))?;
    tree.copy(&root.join("CHANGELOG.md"), &format!("{DOC}changelog"))?;
    let date = told("date", &["--utc", "--rfc-email", &at])?;
    let version = &release.version;
    let changes = format!(
        "xxlchess ({version}-1) unstable; urgency=medium\n\n  * Version {version}; see changelog.gz.\n\n \
         -- {MAINTAINER}  {date}\n"
    );
    tree.write(&format!("{DOC}changelog.Debian"), changes)?;
    for name in ["changelog", "changelog.Debian", "THIRD-PARTY.txt"] {
        gzip(&tree.root().join(DOC).join(name))?;
    }
    Ok(())
}

/// The file `copyright` in the form that Debian reads.
fn copyright(mit: &str, year: &str) -> String {
    let terms = mit.split_once("\n\n").and_then(|(_, rest)| rest.split_once("\n\n"));
    let terms = terms.map_or(mit, |(_, terms)| terms);
    let indented: String = terms
        .trim()
        .lines()
        .map(|line| if line.is_empty() { " .\n".to_owned() } else { format!(" {line}\n") })
        .collect();
    format!(
        "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\n\
         Upstream-Name: xxlchess\n\
         Comment: THIRD-PARTY.txt.gz lists the libraries and fonts inside the program, with the\n \
         terms of each.\n\n\
         Files: *\nCopyright: {year} the xxlchess contributors\nLicense: Expat or Apache-2.0\n\n\
         License: Expat\n{indented}\n\
         License: Apache-2.0\n On Debian systems, the full text of this licence is in\n \
         /usr/share/common-licenses/Apache-2.0.\n"
    )
}

fn gzip(file: &Path) -> Result<()> {
    project::run_quietly(
        project::program("gzip").args(["--no-name", "--best", "--force"]).arg(file),
    )
}

/// The one line that a program prints.
fn told(program: &str, arguments: &[&str]) -> Result<String> {
    let told = project::text(project::program(program).args(arguments))?;
    if told.is_empty() {
        bail!("`{program}` told nothing");
    }
    Ok(told)
}
