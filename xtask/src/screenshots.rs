//! Pictures of the real window for the documentation, taken on a screen that exists in memory only.

mod film;
mod screen;

use std::fs;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use clap::Args;
use screen::{Place, Screen, Size, Window};
use serde_json::json;

use crate::project;

/// What the user asks for.
#[derive(Args)]
pub struct Options {
    /// The program; it is built unless it is given
    #[arg(long, value_name = "FILE")]
    binary: Option<PathBuf>,
    /// Names of pictures; all of them unless some are named
    #[arg(value_name = "NAME")]
    names: Vec<String>,
}

/// What must be installed, as Debian calls it.
const TOOLS: [(&str, &str); 3] =
    [("Xvfb", "xvfb"), ("xdotool", "xdotool"), ("import", "imagemagick")];
/// Time for the window to settle after each thing that is done to it.
const SETTLING: Duration = Duration::from_millis(700);
/// Where the mouse is out of the way.
const ASIDE: Place = (790, 2);
/// The screen, with room for the largest window.
const SCREEN: Size = (2600, 1500);

/// Something done to the window before its picture is taken.
#[derive(Clone, Copy)]
enum Step {
    /// A click on this place of the window.
    Click(u32, u32),
    /// A click on a square, seen by White; where the window is [`SMALL`].
    Square(&'static str),
    /// A wait in milliseconds.
    Wait(u64),
}

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
    shot(
        "review",
        USUAL,
        Some("docs/examples/review.pgn"),
        &[Step::Click(920, 279), Step::Wait(12_000), Step::Click(1150, 223), Step::Wait(1500)],
    ),
    shot(
        "mistakes",
        USUAL,
        Some("docs/examples/review.pgn"),
        &[Step::Click(920, 279), Step::Wait(12_000), Step::Click(1181, 324), Step::Wait(1500)],
    ),
    shot("ordinary", USUAL, Some("configs/ordinary.json"), &[]),
    shot("settings", USUAL, None, &[Step::Click(608, 106), Step::Wait(500)]),
    shot(
        "workshop",
        USUAL,
        None,
        &[
            Step::Click(697, 106),
            Step::Wait(500),
            Step::Click(645, 95),
            Step::Click(748, 250),
            Step::Wait(500),
        ],
    ),
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

/// Takes all pictures and the film, or those whose names are given.
pub fn run(options: &Options) -> Result<()> {
    let Options { binary, names } = options;
    let known: Vec<_> = SHOTS.iter().map(|shot| shot.name).chain([film::NAME]).collect();
    if let Some(name) = names.iter().find(|name| !known.contains(&name.as_str())) {
        bail!("there is no picture `{name}`; expected one of {}", known.join(", "));
    }
    for (tool, package) in TOOLS {
        if !is_installed(tool) {
            return project::skip(format!("`{tool}` is missing; install {package}"));
        }
    }
    let program = match binary {
        Some(file) => file.canonicalize().with_context(|| format!("{}", file.display()))?,
        None => project::build(&["--release", "--package", "xxlchess"], "xxlchess")?,
    };
    let folder = project::root().join("docs/screenshots");
    fs::create_dir_all(&folder)?;
    let is_wanted = |name: &str| names.is_empty() || names.iter().any(|wanted| wanted == name);
    for shot in SHOTS.iter().filter(|shot| is_wanted(shot.name)) {
        take(shot, &program, &folder).with_context(|| format!("picture `{}`", shot.name))?;
        println!("{}", shot.name);
    }
    if is_wanted(film::NAME) {
        film::shoot(&program, &folder)?;
        println!("{}", film::NAME);
    }
    Ok(())
}

fn is_installed(tool: &str) -> bool {
    let paths = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&paths).any(|folder| folder.join(tool).is_file())
}

fn take(shot: &Shot, program: &Path, folder: &Path) -> Result<()> {
    let settings = settings(shot.theme)?;
    if shot.has_players {
        let store = settings.join("xxlchess/xxlchess.db");
        let demo = ["run", "--release", "--package", "xxlchess-store", "--example", "demo", "--"];
        project::run(project::cargo().args(demo).arg(store))?;
    }
    let screen = Screen::open(SCREEN)?;
    let window = Window::open(&screen, program, &settings, shot.file, shot.size)?;
    for step in shot.steps {
        match *step {
            Step::Click(x, y) => window.click((x, y))?,
            Step::Square(name) => {
                let place = place(name).with_context(|| format!("there is no square `{name}`"))?;
                window.click(place)?;
            }
            Step::Wait(milliseconds) => thread::sleep(Duration::from_millis(milliseconds)),
        }
        thread::sleep(SETTLING);
    }
    window.point(ASIDE)?;
    thread::sleep(SETTLING);
    let mut import = screen.command("import");
    import.args(["-window", window.id(), "-strip", "+dither", "-colors", "255"]);
    project::run_quietly(import.arg(folder.join(format!("{}.png", shot.name))))
}

/// A folder of settings that say nothing but the theme.
fn settings(theme: &str) -> Result<PathBuf> {
    let folder = std::env::temp_dir().join("xxlchess-screenshots");
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    fs::create_dir_all(folder.join("xxlchess"))?;
    fs::write(folder.join("xxlchess/settings.json"), json!({ "theme": theme }).to_string())?;
    Ok(folder)
}

/// Where the middle of a square of a 14x14 board is in a window of [`SMALL`] size.
fn place(square: &str) -> Option<Place> {
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
        for file in SHOTS.iter().filter_map(|shot| shot.file).chain([film::GAME]) {
            assert!(project::root().join(file).is_file(), "{file}");
        }
        for shot in SHOTS {
            let theme = format!("assets/themes/{}.toml", shot.theme);
            assert!(project::root().join(&theme).is_file(), "{theme}");
        }
    }
}
