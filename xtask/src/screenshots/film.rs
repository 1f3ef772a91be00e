//! A short film of the real window: a few moves of a game, as an animated picture for the README.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

use super::screen::{Place, Screen, Size, Window};
use super::{place, settings};
use crate::project;

/// The name of the film among the pictures.
pub const NAME: &str = "film";
/// The game that goes on in it; both sides are played by the same hand.
pub const GAME: &str = "docs/examples/film.pgn";
/// The window as it opens.
const SIZE: Size = (792, 672);
/// The time between two pictures.
const PACE: Duration = Duration::from_millis(50);
/// Duration and number of steps of a movement of the mouse.
const WAY: Duration = Duration::from_millis(400);
const STEPS: u32 = 10;
/// How many colours the film has; more make it larger.
const COLOURS: &str = "96";
/// The palette is computed from every n-th picture, and the last.
const SAMPLE: usize = 10;

/// What the hand does in the film.
#[derive(Clone, Copy)]
enum FilmAction {
    /// It clicks on a square.
    Click(&'static str),
    /// It carries a piece from one square to another.
    Drag(&'static str, &'static str),
    /// Waits for a time in milliseconds.
    Wait(u64),
}
use FilmAction::{Click, Drag, Wait};

/// A chancellor is given up, a king must be defended, an amazon mates.
const STORY: &[FilmAction] = &[
    Wait(900),
    Click("l13"),
    Wait(1500),
    Click("j3"),
    Wait(900),
    Drag("j3", "j13"),
    Wait(900),
    // An illegal move: the king stays in check and flashes.
    Click("g13"),
    Wait(300),
    Click("g12"),
    Wait(1700),
    Click("i14"),
    Wait(300),
    Click("j13"),
    Wait(1100),
    Drag("l13", "j13"),
    Wait(3000),
];

/// Films the story and writes the animated picture.
pub fn shoot(program: &Path, folder: &Path) -> Result<()> {
    let reel = std::env::temp_dir().join(format!("xxlchess-film-{}", std::process::id()));
    fs::create_dir_all(&reel)?;
    let developed = record(program, &reel).and_then(|film| develop(&film, &reel, folder));
    fs::remove_dir_all(&reel)?;
    developed
}

struct Film {
    pictures: Vec<Picture>,
    end: Duration,
}

/// A picture of the film, when it was taken, and which part of it differs from the one before.
struct Picture {
    file: PathBuf,
    taken: Duration,
    part: Part,
}

/// A rectangle of a picture.
#[derive(Debug, PartialEq, Eq)]
struct Part {
    corner: Place,
    size: Size,
}

impl Part {
    /// As ImageMagick writes it.
    fn written(&self, (width, height): Size) -> String {
        format!("{width}x{height}+{}+{}", self.corner.0, self.corner.1)
    }
}

/// Plays the story, and takes pictures of the screen all the while.
fn record(program: &Path, reel: &Path) -> Result<Film> {
    let screen = Screen::open(SIZE)?;
    let settings = settings("classic")?;
    let window = Window::open(&screen, program, &settings, Some(GAME), SIZE)?;
    let is_over = AtomicBool::new(false);
    thread::scope(|scope| {
        let camera = scope.spawn(|| film(&screen.pixels(), reel, &is_over));
        let played = play(&window);
        is_over.store(true, Ordering::Relaxed);
        let Ok(film) = camera.join() else { bail!("the camera fell down") };
        played.and(film)
    })
}

/// Copies the screen again and again; what looks like the picture before is not kept.
fn film(pixels: &Path, reel: &Path, is_over: &AtomicBool) -> Result<Film> {
    let start = Instant::now();
    let mut pictures = Vec::new();
    let mut last = Vec::new();
    while !is_over.load(Ordering::Relaxed) {
        let taken = start.elapsed();
        let picture = fs::read(pixels)?;
        if let Some(part) = change(&last, &picture, SIZE) {
            let file = reel.join(format!("{:04}.xwd", pictures.len()));
            fs::write(&file, &picture)?;
            pictures.push(Picture { file, taken, part });
            last = picture;
        }
        thread::sleep(PACE.saturating_sub(start.elapsed() - taken));
    }
    Ok(Film { pictures, end: start.elapsed() })
}

/// The part in which two pictures differ. Their pixels are the last bytes of the files, four each.
fn change(before: &[u8], after: &[u8], (width, height): Size) -> Option<Part> {
    if before.len() != after.len() {
        return Some(Part { corner: (0, 0), size: (width, height) });
    }
    let line = 4 * width as usize;
    let header = after.len().checked_sub(line * height as usize)?;
    let lines = before[header..].chunks(line).zip(after[header..].chunks(line)).zip(0..);
    // The first and last column and row of what differs.
    let (mut left, mut right, mut top, mut bottom) = (width, 0, height, 0);
    for ((before, after), row) in lines.filter(|((before, after), _)| before != after) {
        top = top.min(row);
        bottom = row;
        for ((_, _), column) in
            before.chunks(4).zip(after.chunks(4)).zip(0..).filter(|((a, b), _)| a != b)
        {
            left = left.min(column);
            right = right.max(column);
        }
    }
    (top <= bottom && top < height)
        .then(|| Part { corner: (left, top), size: (right + 1 - left, bottom + 1 - top) })
}

fn play(window: &Window<'_>) -> Result<()> {
    let at = |square: &str| place(square).with_context(|| format!("there is no square `{square}`"));
    let mut hand = at("g7")?;
    window.point(hand)?;
    for deed in STORY {
        match *deed {
            Click(square) => {
                go(window, &mut hand, at(square)?)?;
                window.tell(&["click", "1"])?;
            }
            Drag(from, to) => {
                go(window, &mut hand, at(from)?)?;
                window.tell(&["mousedown", "1"])?;
                thread::sleep(WAY);
                go(window, &mut hand, at(to)?)?;
                window.tell(&["mouseup", "1"])?;
            }
            Wait(milliseconds) => thread::sleep(Duration::from_millis(milliseconds)),
        }
    }
    Ok(())
}

/// Leads the mouse to a place, slowly at both ends.
fn go(window: &Window<'_>, hand: &mut Place, to: Place) -> Result<()> {
    let from = *hand;
    for step in 1..=STEPS {
        let share = f64::from(step) / f64::from(STEPS);
        let share = share * share * (3.0 - 2.0 * share);
        let between =
            |a: u32, b: u32| (f64::from(a) + (f64::from(b) - f64::from(a)) * share).round() as u32;
        window.point((between(from.0, to.0), between(from.1, to.1)))?;
        thread::sleep(WAY / STEPS);
    }
    *hand = to;
    Ok(())
}

/// Makes one animated picture of all. They share their colours, and only what changes is kept.
fn develop(film: &Film, reel: &Path, folder: &Path) -> Result<()> {
    let Film { pictures, end } = film;
    let colours = reel.join("colours.png");
    let samples = pictures.iter().step_by(SAMPLE).chain(pictures.last());
    let samples = samples.map(|picture| &picture.file);
    let mix = ["-append", "+dither", "-colors", COLOURS, "-unique-colors"];
    let mut command = Command::new("convert");
    project::run_quietly(command.args(samples).args(mix).arg(&colours))?;
    let mut command = Command::new("convert");
    command.args(["-loop", "0"]);
    let until = pictures.iter().skip(1).map(|picture| picture.taken).chain([*end]);
    for (Picture { file, taken, part }, until) in pictures.iter().zip(until) {
        let hundredths = (until - *taken).as_millis() / 10;
        let shown = format!("{}[{}]", file.display(), part.written(part.size));
        command.args(["-delay", &hundredths.to_string(), "(", &shown]);
        command.args(["-repage", &part.written(SIZE), ")"]);
    }
    command.args(["+dither", "-remap"]).arg(&colours);
    project::run_quietly(command.arg(folder.join(format!("{NAME}.gif"))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_changes_is_kept() {
        let before = vec![0; 3 + 4 * 5 * 4];
        let mut after = before.clone();
        assert_eq!(change(&before, &after, (5, 4)), None);
        // Columns 1 and 3 of rows 2 and 3.
        after[3 + 4 * (2 * 5 + 3)] = 1;
        after[3 + 4 * (3 * 5 + 1) + 2] = 1;
        let part = Part { corner: (1, 2), size: (3, 2) };
        assert_eq!(part.written(part.size), "3x2+1+2");
        assert_eq!(change(&before, &after, (5, 4)), Some(part));
        let all = Part { corner: (0, 0), size: (5, 4) };
        assert_eq!(change(&[], &after, (5, 4)), Some(all));
    }

    #[test]
    fn the_hand_knows_its_squares() {
        for deed in STORY {
            let squares = match deed {
                Click(square) => vec![square],
                Drag(from, to) => vec![from, to],
                Wait(_) => vec![],
            };
            assert!(squares.iter().all(|square| place(square).is_some()));
        }
    }
}
