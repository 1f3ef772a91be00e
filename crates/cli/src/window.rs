//! The window of the program: `xxlchess` and `xxlchess play`.

use std::path::{Path, PathBuf};
use std::rc::Rc;

use anyhow::anyhow;
use app::App;
use app::services::{Lan, Services};
use clap::Args;
use eframe::egui::{Ui, ViewportBuilder, Visuals};
use notation::file::Options as FileOptions;

use crate::console;
use crate::lan::LocalNetwork;
use crate::validate;

/// The arguments of `xxlchess play`.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Options {
    /// A config, a recorded game (an archive or PGN), a FEN, a layout or a rule set.
    #[arg(value_name = "FILE", conflicts_with = "config")]
    file: Option<PathBuf>,
    /// The config file that describes the game.
    #[arg(long, value_name = "FILE", default_value = "config.json")]
    config: PathBuf,
}

const EXAMPLES: &str = "\
Examples:
  xxlchess play                           the game of config.json in this folder
  xxlchess play --config configs/fog.json
  xxlchess play game.pgn                  a recorded game, to replay or to go on with";

/// The size at which the window opens: a board of 14 tiles of 48 pixels, and a sidebar.
const SIZE: [f32; 2] = [792.0, 672.0];

/// Smaller, nothing could be read any more.
const LEAST: [f32; 2] = [480.0, 420.0];

/// Opens the window with the start menu.
pub fn menu() -> anyhow::Result<()> {
    open(None)
}

/// Opens the window with the game that a config describes.
pub fn play(options: &Options) -> anyhow::Result<()> {
    open(Some(options.file.as_ref().unwrap_or(&options.config).clone()))
}

fn open(file: Option<PathBuf>) -> anyhow::Result<()> {
    let viewport = ViewportBuilder::default()
        .with_title(app::TITLE)
        .with_app_id("xxlchess")
        .with_inner_size(SIZE)
        .with_min_inner_size(LEAST)
        .with_icon(app::icon());
    let options = eframe::NativeOptions { viewport, centered: true, ..Default::default() };
    let named = file.clone();
    let started = eframe::run_native(
        "xxlchess",
        options,
        Box::new(move |creation| {
            console::leave_own();
            let lan: Rc<dyn Lan> = Rc::new(LocalNetwork::default());
            let services = Services { lan: Some(lan), ..Services::desktop() };
            let mut app = App::new(&creation.egui_ctx, services, app::SoundPlayer::new());
            if let Some(file) = file {
                app.open_file(&file);
            }
            Ok(Box::new(Window(app)))
        }),
    );
    started.map_err(|error| {
        let why = reason(&error);
        let faults = named.map_or_else(String::new, |file| faults(&file));
        let remedy = if why.contains("shared libraries") { LIBRARIES } else { "" };
        anyhow!("the window cannot be opened: {why}\n\n{faults}{remedy}{INSTEAD}")
    })
}

/// What the window would have shown about a file: all that is wrong with it.
fn faults(file: &Path) -> String {
    let name = file.display();
    match validate::check(file, &FileOptions::default()) {
        Ok(Ok(_)) => String::new(),
        Ok(Err(faults)) => {
            let lines: String = faults.iter().map(|fault| format!("{name}: {fault}\n")).collect();
            lines + "\n"
        }
        Err(error) => format!("{error:#}\n\n"),
    }
}

/// Why there is no window, without the places in the source of others.
fn reason(error: &eframe::Error) -> String {
    let told = error.to_string();
    let why = match told.rsplit_once(".rs:") {
        Some((_, rest)) => rest.split_once(": ").map_or(rest, |(_, why)| why),
        None => &told,
    };
    why.trim_end_matches('.').to_owned()
}

/// What to do where the system has a display but not what draws on it.
const LIBRARIES: &str = "\
Every desktop has these libraries; on Debian and Ubuntu, they come by
  sudo apt install libgl1 libx11-6 libx11-xcb1 libxcursor1 libxi6 libxkbcommon-x11-0

";

/// What can be done where no window opens.
const INSTEAD: &str = "\
Without a display you can
  play in a browser, on this computer or any other in the network:  xxlchess serve
  use the commands that need only a terminal:                       xxlchess --help";

/// The program in a window of the desktop.
struct Window(App);

impl eframe::App for Window {
    fn ui(&mut self, ui: &mut Ui, _frame: &mut eframe::Frame) {
        self.0.ui(ui);
    }

    fn clear_color(&self, _visuals: &Visuals) -> [f32; 4] {
        self.0.clear_colour().to_normalized_gamma_f32()
    }

    fn on_exit(&mut self, _gl: Option<&eframe::glow::Context>) {
        self.0.on_exit();
    }
}
