//! A screen that exists in memory only, and the real window on it.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result, bail};

use crate::project;

/// The width and height of something, in pixels.
pub type Size = (u32, u32);
/// A place in the window, from its upper left corner.
pub type Place = (u32, u32);

/// Time for the window to open.
const OPENING: Duration = Duration::from_millis(1500);
/// Pause of the mouse before a click.
const RESTING: Duration = Duration::from_millis(100);

/// A screen in memory, gone when it is dropped.
pub struct Screen {
    server: Child,
    name: String,
    /// The folder with the file that has the pixels.
    memory: PathBuf,
}

impl Screen {
    /// Opens a screen of this size.
    pub fn open((width, height): Size) -> Result<Screen> {
        let memory = std::env::temp_dir().join(format!("xxlchess-screen-{}", std::process::id()));
        fs::create_dir_all(&memory)?;
        let mut server = Command::new("Xvfb")
            .args(["-displayfd", "1", "-nolisten", "tcp"])
            .args(["-screen", "0", &format!("{width}x{height}x24")])
            .arg("-fbdir")
            .arg(&memory)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .context("Xvfb could not be started")?;
        let mut number = String::new();
        if let Some(output) = server.stdout.take() {
            BufReader::new(output).read_line(&mut number)?;
        }
        let screen = Screen { server, name: format!(":{}", number.trim()), memory };
        if number.trim().is_empty() {
            bail!("Xvfb opened no screen");
        }
        Ok(screen)
    }

    /// A program that will find this screen.
    pub fn command(&self, program: impl AsRef<Path>) -> Command {
        let mut command = Command::new(program.as_ref());
        command.env("DISPLAY", &self.name);
        command
    }

    /// The file that has the pixels, in the format XWD; it changes with them.
    pub fn pixels(&self) -> PathBuf {
        self.memory.join("Xvfb_screen0")
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        end(&mut self.server);
        // It is in the folder for what is temporary, and small.
        let _ = fs::remove_dir_all(&self.memory);
    }
}

/// The window of the program, closed when it is dropped.
pub struct Window<'a> {
    screen: &'a Screen,
    program: Child,
    id: String,
}

impl<'a> Window<'a> {
    /// Opens the window with a file, or with the start menu, in its upper left corner of the screen.
    pub fn open(
        screen: &'a Screen,
        program: &Path,
        settings: &Path,
        file: Option<&str>,
        (width, height): Size,
    ) -> Result<Window<'a>> {
        let mut command = screen.command(program);
        if let Some(file) = file {
            command.args(["play", "--config", file]);
        }
        let program = command
            .current_dir(project::root())
            .env("XDG_CONFIG_HOME", settings)
            .env("XDG_DATA_HOME", settings)
            .env("LIBGL_ALWAYS_SOFTWARE", "1")
            .env_remove("WAYLAND_DISPLAY")
            .stderr(Stdio::null())
            .spawn()?;
        let mut window = Window { screen, program, id: String::new() };
        let process = window.program.id().to_string();
        let found = window.tell(&["search", "--sync", "--onlyvisible", "--pid", &process])?;
        window.id = found.lines().last().context("the program opened no window")?.to_owned();
        thread::sleep(OPENING);
        let id = window.id.as_str();
        window.tell(&["windowmove", id, "0", "0"])?;
        window.tell(&["windowsize", id, &width.to_string(), &height.to_string()])?;
        window.tell(&["windowfocus", id])?;
        thread::sleep(OPENING);
        Ok(window)
    }

    /// The number by which the screen knows the window.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Sends input to the screen.
    pub fn tell(&self, arguments: &[&str]) -> Result<String> {
        project::text(self.screen.command("xdotool").args(arguments))
    }

    /// Points at a place of the window.
    pub fn point(&self, (x, y): Place) -> Result<()> {
        self.tell(&["mousemove", "--window", &self.id, &x.to_string(), &y.to_string()]).map(drop)
    }

    /// Clicks on a place of the window.
    pub fn click(&self, place: Place) -> Result<()> {
        self.point(place)?;
        thread::sleep(RESTING);
        self.tell(&["click", "1"]).map(drop)
    }
}

impl Drop for Window<'_> {
    fn drop(&mut self) {
        end(&mut self.program);
    }
}

fn end(child: &mut Child) {
    // It may have ended by itself; there is nothing more to do then.
    let _ = child.kill();
    let _ = child.wait();
}
