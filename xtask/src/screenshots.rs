//! Pictures of the real window for the documentation, taken on a screen that exists in memory only.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result, bail};

use crate::project::{self, Outcome};

/// What must be installed, as Debian calls it.
const TOOLS: [(&str, &str); 3] =
    [("Xvfb", "xvfb"), ("xdotool", "xdotool"), ("import", "imagemagick")];
/// Time for the window to open, and to settle after each thing that is done to it.
const OPENING: Duration = Duration::from_millis(1500);
const SETTLING: Duration = Duration::from_millis(700);
/// Where the mouse is out of the way.
const ASIDE: (u32, u32) = (790, 2);

/// Something done to the window before its picture is taken.
#[derive(Clone, Copy)]
enum Step {
    /// A click on this place of the window.
    Click(u32, u32),
    /// A click on a square, seen by White; where the window is [`SMALL`].
    Square(&'static str),
    /// A wait of so many milliseconds.
    Wait(u64),
}

/// The size of a window.
type Size = (u32, u32);
/// As it opens: tiles of 48 pixels on a board of 14 by 14.
const SMALL: Size = (792, 672);
const USUAL: Size = (1280, 800);
const LARGE: Size = (2560, 1440);

/// One picture.
struct Shot {
    name: &'static str,
    size: Size,
    theme: &'static str,
    /// The file that is opened; the start menu without one.
    file: Option<&'static str>,
    /// Are there players and games in the store?
    has_players: bool,
    steps: &'static [Step],
}

/// A game of this file is shown where nothing else is.
const GAME: Option<&str> = Some("docs/examples/opening.pgn");

const fn shot(
    name: &'static str,
    size: Size,
    file: Option<&'static str>,
    steps: &'static [Step],
) -> Shot {
    Shot { name, size, theme: "classic", file, has_players: false, steps }
}

/// A picture of a household that has played for a while, from the start menu on.
const fn household(name: &'static str, size: Size, steps: &'static [Step]) -> Shot {
    Shot { name, size, theme: "classic", file: None, has_players: true, steps }
}

const fn theme(name: &'static str) -> Shot {
    Shot { name, size: USUAL, theme: name, file: GAME, has_players: false, steps: &[] }
}

const SHOTS: &[Shot] = &[
    shot("menu", USUAL, None, &[]),
    shot("opening", USUAL, GAME, &[]),
    shot("large", LARGE, GAME, &[]),
    shot("small", SMALL, GAME, &[]),
    shot("selection", SMALL, Some("docs/examples/amazon.pgn"), &[Step::Square("i9")]),
    shot("check", SMALL, Some("docs/examples/check.pgn"), &[]),
    shot(
        "mate",
        SMALL,
        Some("configs/mate-in-one.json"),
        &[Step::Square("b1"), Step::Square("b14"), Step::Wait(2500)],
    ),
    shot(
        "promotion",
        SMALL,
        Some("configs/promotion.json"),
        &[Step::Square("b7"), Step::Square("b8"), Step::Wait(500)],
    ),
    shot("fog", USUAL, Some("configs/fog.json"), &[]),
    shot("puzzle", USUAL, Some("configs/puzzles.json"), &[]),
    shot("ordinary", USUAL, Some("configs/ordinary.json"), &[]),
    shot("settings", USUAL, None, &[Step::Click(1062, 106), Step::Wait(500)]),
    household("library", USUAL, &[Step::Click(226, 570), Step::Wait(1000)]),
    household("players", USUAL, &[Step::Click(1179, 106), Step::Wait(1000)]),
    household("ranking", USUAL, &[Step::Click(1110, 106), Step::Wait(1000)]),
    theme("colour-blind"),
    theme("contrast"),
    theme("day"),
    theme("night"),
    theme("referee"),
    theme("tournament"),
    theme("wood"),
];

/// Takes all pictures, or those whose names are given.
pub fn run(names: &[String]) -> Result<Outcome> {
    for name in names {
        if !SHOTS.iter().any(|shot| shot.name == name) {
            let known: Vec<_> = SHOTS.iter().map(|shot| shot.name).collect();
            bail!("there is no picture `{name}`; expected one of {}", known.join(", "));
        }
    }
    for (tool, package) in TOOLS {
        if !is_installed(tool) {
            return Ok(Outcome::Skipped(format!("`{tool}` is missing; install {package}")));
        }
    }
    project::run(project::cargo().args(["build", "--release", "--package", "cli"]))?;
    let program = project::metadata()?.target_directory.join("release/xxlchess");
    let folder = project::root().join("docs/screenshots");
    fs::create_dir_all(&folder)?;
    let screen = Screen::open()?;
    for shot in SHOTS.iter().filter(|shot| names.is_empty() || names.iter().any(|n| n == shot.name))
    {
        take(shot, &program, &screen, &folder)
            .with_context(|| format!("picture `{}`", shot.name))?;
        println!("{}", shot.name);
    }
    Ok(Outcome::Done)
}

fn is_installed(tool: &str) -> bool {
    let paths = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&paths).any(|folder| folder.join(tool).is_file())
}

/// A screen in memory, gone when it is dropped.
struct Screen {
    server: Child,
    name: String,
}

impl Screen {
    fn open() -> Result<Screen> {
        let mut server = Command::new("Xvfb")
            .args(["-displayfd", "1", "-screen", "0", "2600x1500x24", "-nolisten", "tcp"])
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .context("Xvfb could not be started")?;
        let mut number = String::new();
        if let Some(output) = server.stdout.take() {
            BufReader::new(output).read_line(&mut number)?;
        }
        if number.trim().is_empty() {
            bail!("Xvfb opened no screen");
        }
        Ok(Screen { server, name: format!(":{}", number.trim()) })
    }

    fn command(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        command.env("DISPLAY", &self.name);
        command
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        end(&mut self.server);
    }
}

fn end(child: &mut Child) {
    // It may have ended by itself; there is nothing more to do then.
    let _ = child.kill();
    let _ = child.wait();
}

fn take(shot: &Shot, program: &Path, screen: &Screen, folder: &Path) -> Result<()> {
    let settings = settings(shot.theme)?;
    if shot.has_players {
        let store = settings.join("xxlchess/xxlchess.db");
        let demo = ["run", "--release", "--package", "store", "--example", "demo", "--"];
        project::run(project::cargo().args(demo).arg(store))?;
    }
    let mut command = screen.command(&program.to_string_lossy());
    if let Some(file) = shot.file {
        command.args(["play", "--config", file]);
    }
    let mut window = command
        .current_dir(project::root())
        .env("XDG_CONFIG_HOME", &settings)
        .env("XDG_DATA_HOME", &settings)
        .env("LIBGL_ALWAYS_SOFTWARE", "1")
        .env_remove("WAYLAND_DISPLAY")
        .stderr(Stdio::null())
        .spawn()?;
    let taken = photograph(shot, window.id(), screen, folder);
    end(&mut window);
    taken
}

/// A folder of settings that say nothing but the theme.
fn settings(theme: &str) -> Result<PathBuf> {
    let folder = std::env::temp_dir().join("xxlchess-screenshots");
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    fs::create_dir_all(folder.join("xxlchess"))?;
    fs::write(folder.join("xxlchess/settings.json"), format!("{{\"theme\":\"{theme}\"}}"))?;
    Ok(folder)
}

fn photograph(shot: &Shot, process: u32, screen: &Screen, folder: &Path) -> Result<()> {
    let tell = |arguments: &[&str]| -> Result<String> {
        let output = screen.command("xdotool").args(arguments).output()?;
        if !output.status.success() {
            bail!("xdotool {} failed", arguments.join(" "));
        }
        Ok(String::from_utf8_lossy(&output.stdout).into_owned())
    };
    let found = tell(&["search", "--sync", "--onlyvisible", "--pid", &process.to_string()])?;
    let window = found.lines().last().context("the program opened no window")?;
    let click = |(x, y): (u32, u32)| {
        tell(&["mousemove", "--window", window, &x.to_string(), &y.to_string()])?;
        thread::sleep(Duration::from_millis(100));
        tell(&["click", "1"])
    };
    thread::sleep(OPENING);
    let (width, height) = (shot.size.0.to_string(), shot.size.1.to_string());
    tell(&["windowmove", window, "0", "0"])?;
    tell(&["windowsize", window, &width, &height])?;
    tell(&["windowfocus", window])?;
    thread::sleep(OPENING);
    for step in shot.steps {
        match *step {
            Step::Click(x, y) => {
                click((x, y))?;
            }
            Step::Square(name) => {
                click(place(name).with_context(|| format!("there is no square `{name}`"))?)?;
            }
            Step::Wait(milliseconds) => thread::sleep(Duration::from_millis(milliseconds)),
        }
        thread::sleep(SETTLING);
    }
    tell(&["mousemove", "--window", window, &ASIDE.0.to_string(), &ASIDE.1.to_string()])?;
    thread::sleep(SETTLING);
    let path = folder.join(format!("{}.png", shot.name));
    let status = screen
        .command("import")
        .args(["-window", window, "-strip", "+dither", "-colors", "255"])
        .arg(&path)
        .status()?;
    if !status.success() {
        bail!("the picture could not be taken");
    }
    Ok(())
}

/// Where the middle of a square of a 14x14 board is in a window of [`SMALL`] size.
fn place(square: &str) -> Option<(u32, u32)> {
    let file = u32::from(square.bytes().next()?.checked_sub(b'a')?);
    let rank: u32 = square.get(1..)?.parse().ok()?;
    Some((file * 48 + 24, 14_u32.checked_sub(rank)? * 48 + 24))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn squares_lie_where_white_sees_them() {
        assert_eq!(place("a14"), Some((24, 24)));
        assert_eq!(place("n1"), Some((648, 648)));
        assert_eq!(place("x"), None);
        assert_eq!(place(""), None);
    }

    #[test]
    fn files_that_are_shown_exist() {
        for file in SHOTS.iter().filter_map(|shot| shot.file) {
            assert!(project::root().join(file).is_file(), "{file}");
        }
        for shot in SHOTS {
            let theme = format!("assets/themes/{}.toml", shot.theme);
            assert!(project::root().join(&theme).is_file(), "{theme}");
        }
    }
}
