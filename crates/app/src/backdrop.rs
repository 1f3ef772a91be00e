//! A picture of the user's own behind everything, dimmed as far as texts need it.

use std::io;
use std::path::Path;
use std::sync::mpsc::{Receiver, TryRecvError, channel};

use board_ui::contrast;
use egui::{Color32, ColorImage, Context, TextureHandle, TextureOptions};
use image::RgbaImage;
use image::imageops::{self, FilterType};

use crate::image_import::{self, ImageFault};
use crate::services::Services;
use crate::style::mix;
use crate::texts::Texts;
use crate::theme::{FOLDER, Interface, Theme};

/// The longest side that is shown; every graphics card takes a texture of this size.
const SHOWN_SIDE: u32 = 2048;

/// Parts along a side of the picture whose brightness is measured.
const PARTS: u32 = 32;

/// The least contrast between a text and the picture, as the accessibility guidelines want it.
const LEAST_CONTRAST: f32 = 4.5;

/// Where a picture is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// In a file of the user's.
    File(String),
    /// Beside the file of the theme that names it.
    BesideTheme(String),
}

impl Source {
    /// The picture that the settings ask for, or else the theme.
    pub fn wanted(settings: Option<&str>, theme: &Theme) -> Option<Source> {
        if let Some(path) = settings {
            return Some(Source::File(path.to_owned()));
        }
        let name = theme.background.picture.clone()?;
        Some(if Path::new(&name).is_absolute() {
            Source::File(name)
        } else {
            Source::BesideTheme(name)
        })
    }

    fn read(&self, services: &Services) -> io::Result<Vec<u8>> {
        match self {
            Source::File(path) => services.files.read(Path::new(path)),
            Source::BesideTheme(name) => {
                let document = services.storage.read(&format!("{FOLDER}/{name}"))?;
                document.ok_or(io::ErrorKind::NotFound.into())
            }
        }
    }

    /// Where it is, for messages.
    fn place(&self, services: &Services) -> String {
        match self {
            Source::File(path) => path.clone(),
            Source::BesideTheme(name) => services.storage.place(&format!("{FOLDER}/{name}")),
        }
    }
}

/// The picture behind everything, if there is one.
#[derive(Default)]
pub struct Backdrop {
    /// What is shown or being read, and the colours that it is dimmed for.
    wanted: Option<(Source, Interface)>,
    /// Decoding runs on another thread, as a large picture takes a while.
    reading: Option<Receiver<Result<ColorImage, ImageFault>>>,
    texture: Option<TextureHandle>,
}

impl Backdrop {
    /// The picture, as soon as it is there.
    pub fn texture(&self) -> Option<&TextureHandle> {
        self.texture.as_ref()
    }

    /// Is it still being read?
    pub fn is_reading(&self) -> bool {
        self.reading.is_some()
    }

    /// Shows the picture that is wanted now; returns a fault once.
    pub(crate) fn follow(
        &mut self,
        ctx: &Context,
        wanted: Option<(Source, Interface)>,
        services: &Services,
        texts: &Texts,
    ) -> Option<String> {
        let mut fault = None;
        if wanted != self.wanted {
            *self = Backdrop { wanted, ..Backdrop::default() };
            fault = self.begin(ctx, services).err().map(|error| texts.io_error(&error));
        }
        let fault = fault.or_else(|| Some(texts.image_fault(&self.receive(ctx)?)))?;
        let (source, _) = self.wanted.as_ref()?;
        Some(format!("{}: {fault}", source.place(services)))
    }

    fn begin(&mut self, ctx: &Context, services: &Services) -> io::Result<()> {
        let Some((source, colours)) = &self.wanted else { return Ok(()) };
        let (file, colours) = (source.read(services)?, *colours);
        let (sender, receiver) = channel();
        let ctx = ctx.clone();
        self.reading = Some(receiver);
        run_in_background(move || {
            // The receiver is gone if another picture was chosen meanwhile.
            let _ = sender.send(image_import::decode(&file).map(|photo| prepare(photo, &colours)));
            ctx.request_repaint();
        })
    }

    fn receive(&mut self, ctx: &Context) -> Option<ImageFault> {
        let read = match self.reading.as_ref()?.try_recv() {
            Err(TryRecvError::Empty) => return None,
            read => read.ok(),
        };
        self.reading = None;
        match read? {
            Ok(pixels) => {
                self.texture = Some(ctx.load_texture("backdrop", pixels, TextureOptions::LINEAR));
                None
            }
            Err(fault) => Some(fault),
        }
    }
}

/// The colours of texts that stand on a picture: muted ones are stronger, or else a light theme
/// would leave hardly anything of the picture.
pub fn over_picture(colours: Interface) -> Interface {
    Interface { muted: mix(colours.muted, colours.text, 0.7), ..colours }
}

/// Runs work on a thread of its own.
#[cfg(not(target_arch = "wasm32"))]
fn run_in_background(work: impl FnOnce() + Send + 'static) -> io::Result<()> {
    std::thread::Builder::new().name("backdrop".to_owned()).spawn(work).map(drop)
}

/// Runs work at once, as a browser has no threads.
#[cfg(target_arch = "wasm32")]
fn run_in_background(work: impl FnOnce()) -> io::Result<()> {
    work();
    Ok(())
}

/// Makes a picture small enough to be shown, and dims it.
fn prepare(photo: image::DynamicImage, colours: &Interface) -> ColorImage {
    let is_large = photo.width().max(photo.height()) > SHOWN_SIDE;
    let photo = match is_large {
        true => photo.resize(SHOWN_SIDE, SHOWN_SIDE, FilterType::Triangle),
        false => photo,
    };
    let photo = photo.into_rgba8();
    let veil = veil(&photo, colours);
    let size = [photo.width() as usize, photo.height() as usize];
    let pixels = photo.pixels().map(|pixel| veiled(pixel.0, veil, colours)).collect();
    ColorImage::new(size, pixels)
}

/// How much of the background's colour must be laid over a picture for texts to be read on every
/// part of it, from 0 to 1.
fn veil(photo: &RgbaImage, colours: &Interface) -> f32 {
    let (columns, rows) = (photo.width().min(PARTS), photo.height().min(PARTS));
    let parts = imageops::resize(photo, columns, rows, FilterType::Triangle);
    let is_readable = |veil: f32| {
        parts.pixels().all(|part| {
            let ground = veiled(part.0, veil, colours);
            [colours.text, colours.muted]
                .into_iter()
                .all(|ink| contrast(ink, ground) >= LEAST_CONTRAST)
        })
    };
    let steps = (4..20).map(|step| step as f32 / 20.0);
    steps.into_iter().find(|veil| is_readable(*veil)).unwrap_or(1.0)
}

/// A pixel of the picture as it is shown.
fn veiled([red, green, blue, alpha]: [u8; 4], veil: f32, colours: &Interface) -> Color32 {
    let opaque = f32::from(alpha) / 255.0;
    let colour = Color32::from_rgb(red, green, blue);
    mix(colours.background, colour, (1.0 - veil) * opaque)
}

#[cfg(test)]
mod tests {
    use image::{DynamicImage, Rgba};

    use super::*;
    use crate::services::MemoryStorage;
    use crate::theme::ThemeLibrary;

    /// Any colour below a text in any theme; what is bright is bright in large areas.
    #[test]
    fn texts_can_be_read_on_any_picture_in_every_theme() {
        let (library, _) = ThemeLibrary::load(&MemoryStorage::default());
        for colour in [[255, 255, 255], [0, 0, 0], [250, 220, 40], [30, 60, 220]] {
            let [r, g, b] = colour;
            let mut photo = RgbaImage::from_pixel(64, 64, Rgba([90, 90, 90, 255]));
            photo.rows_mut().take(8).flatten().for_each(|p| *p = Rgba([r, g, b, 255]));
            let photo = DynamicImage::from(photo);
            for theme in library.themes() {
                let Interface { text, muted, .. } = theme.interface;
                let shown = prepare(photo.clone(), &theme.interface);
                assert_eq!(shown.size, [64, 64]);
                for ground in [shown[(10, 2)], shown[(10, 40)]] {
                    for ink in [text, muted] {
                        let found = contrast(ink, ground);
                        assert!(found >= 4.4, "{}: {ink:?} on {ground:?}: {found}", theme.id);
                    }
                }
            }
        }
    }

    #[test]
    fn a_dark_picture_is_dimmed_less_than_a_bright_one_in_a_dark_theme() {
        let (library, _) = ThemeLibrary::load(&MemoryStorage::default());
        let night = &library.find("night").expect("it ships").interface;
        let veil_of =
            |grey| veil(&RgbaImage::from_pixel(9, 9, Rgba([grey, grey, grey, 255])), night);
        assert!(veil_of(40) < veil_of(120) && veil_of(120) < veil_of(255));
    }

    #[test]
    fn a_picture_can_be_seen_in_every_theme() {
        let (library, _) = ThemeLibrary::load(&MemoryStorage::default());
        let mut photo = RgbaImage::from_pixel(64, 64, Rgba([230, 230, 230, 255]));
        photo.rows_mut().take(32).flatten().for_each(|p| *p = Rgba([40, 60, 90, 255]));
        for theme in library.themes() {
            let shown = prepare(DynamicImage::from(photo.clone()), &over_picture(theme.interface));
            let (dark, bright) = (shown[(10, 2)], shown[(10, 60)]);
            let apart = bright.r().abs_diff(dark.r());
            assert!(apart > 20, "{}: {dark:?} beside {bright:?}", theme.id);
        }
    }

    #[test]
    fn a_large_picture_is_made_smaller_and_keeps_its_shape() {
        let (library, _) = ThemeLibrary::load(&MemoryStorage::default());
        let photo = DynamicImage::new_rgb8(4096, 512);
        assert_eq!(prepare(photo, &library.themes()[0].interface).size, [2048, 256]);
    }

    #[test]
    fn the_settings_come_before_the_theme() {
        let (library, _) = ThemeLibrary::load(&MemoryStorage::default());
        let mut theme = library.themes()[0].clone();
        assert_eq!(Source::wanted(None, &theme), None);
        theme.background.picture = Some("sea.jpg".to_owned());
        let beside = Source::BesideTheme("sea.jpg".to_owned());
        assert_eq!(Source::wanted(None, &theme), Some(beside));
        let own = Source::File("/own.png".to_owned());
        assert_eq!(Source::wanted(Some("/own.png"), &theme), Some(own));
    }
}
