//! The pictures of profiles: a piece on a coloured disc, a picture of the user's own, or a letter.

use std::collections::{BTreeMap, HashMap};
use std::io::Cursor;
use std::sync::Arc;

use board_ui::pieces::{Atlas, PieceSet, PieceStyle};
use egui::{
    Align2, Color32, ColorImage, CornerRadius, Rect, TextureHandle, TextureOptions, Ui, Vec2,
};
use image::ImageFormat;
use notation::ruleset;
use rules::{Colour, Piece, Rules};
use store::{Picture, PictureKind, ProfileId};

use crate::image_import::{self, ImageFault};
use crate::persistence::PlayerProfile;
use crate::style::{Icon, mix, of, text};
use crate::texts::Texts;

/// The width and height in which a picture of the user's own is kept.
const KEPT_SIDE: u32 = 192;

/// How many colours there are.
pub const HUES: usize = 6;

/// A piece on a coloured disc.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Emblem {
    /// The name of the piece.
    pub piece: String,
    /// The number of the colour.
    pub hue: usize,
}

impl Emblem {
    /// The pieces that can be chosen.
    pub const PIECES: [&str; 11] = [
        "knight",
        "queen",
        "king",
        "rook",
        "bishop",
        "pawn",
        "amazon",
        "chancellor",
        "archbishop",
        "camel",
        "general",
    ];

    /// As it is kept.
    pub fn to_picture(&self) -> Option<Picture> {
        let text = format!("{} {}", self.piece, self.hue);
        Picture::new(PictureKind::Drawn, text.into_bytes()).ok()
    }

    /// What was kept, if it is an emblem.
    pub fn of(picture: &Picture) -> Option<Emblem> {
        let text = std::str::from_utf8(picture.bytes()).ok()?;
        let (piece, hue) = text.split_once(' ').filter(|_| picture.kind() == PictureKind::Drawn)?;
        let hue = hue.parse::<usize>().ok()? % HUES;
        Emblem::PIECES.contains(&piece).then(|| Emblem { piece: piece.to_owned(), hue })
    }
}

/// Makes a picture of the user's own small and square.
///
/// # Errors
/// Why it is no picture that can be used, in words.
pub fn from_file(bytes: &[u8], texts: &Texts) -> Result<Picture, String> {
    let picture = image_import::decode(bytes).map_err(|fault| texts.image_fault(&fault))?;
    let filter = image::imageops::FilterType::Triangle;
    let small = picture.resize_to_fill(KEPT_SIDE, KEPT_SIDE, filter).to_rgba8();
    let mut png = Vec::new();
    let written = small.write_to(&mut Cursor::new(&mut png), ImageFormat::Png);
    written.map_err(|error| texts.image_error(&error))?;
    // Only one that is too large can be refused.
    let refused = |_| texts.image_fault(&ImageFault::TooLarge);
    Picture::new(PictureKind::Png, png).map_err(refused)
}

/// Whose picture is painted.
#[derive(Clone, Copy)]
pub enum Face<'a> {
    Guest,
    Computer,
    Profile(&'a PlayerProfile),
    /// An emblem that may be chosen.
    Emblem(&'a Emblem),
}

/// Paints the pictures of profiles.
#[derive(Default)]
pub struct Avatars {
    rules: Option<Arc<Rules>>,
    /// The pieces, for each size of a disc in points.
    atlases: BTreeMap<u32, Atlas>,
    textures: HashMap<ProfileId, (Picture, TextureHandle)>,
}

impl Avatars {
    /// Paints a round picture into a square.
    pub fn paint(&mut self, ui: &Ui, rect: Rect, face: Face<'_>) {
        match face {
            Face::Guest => disc_with_icon(ui, rect, Icon::Person),
            Face::Computer => disc_with_icon(ui, rect, Icon::Chip),
            Face::Emblem(emblem) => self.emblem(ui, rect, emblem),
            Face::Profile(person) => match &person.picture {
                None => letter(ui, rect, person),
                Some(picture) => match Emblem::of(picture) {
                    Some(emblem) => self.emblem(ui, rect, &emblem),
                    None => self.own_picture(ui, rect, person, picture),
                },
            },
        }
    }

    fn emblem(&mut self, ui: &Ui, rect: Rect, emblem: &Emblem) {
        disc(ui, rect, emblem.hue);
        if self.rules.is_none() {
            self.rules = ruleset::shipped("xxl");
        }
        let Some(rules) = &self.rules else { return };
        let Some(kind) = rules.piece_named(&emblem.piece) else { return };
        let style = PieceStyle::new(PieceSet::default(), Arc::clone(rules));
        let side = rect.width() * 0.8;
        let atlas = self
            .atlases
            .entry(side.round() as u32)
            .or_insert_with(|| Atlas::new(PieceStyle::new(PieceSet::default(), Arc::clone(rules))));
        atlas.prepare(ui.ctx(), &style, side);
        let place = Rect::from_center_size(rect.center(), Vec2::splat(side));
        atlas.paint(ui.painter(), Piece::new(kind, Colour::White), place, Color32::WHITE);
    }

    fn own_picture(&mut self, ui: &Ui, rect: Rect, person: &PlayerProfile, picture: &Picture) {
        let known = self.textures.get(&person.profile.id);
        if known.is_none_or(|(known, _)| known != picture) {
            let Some(pixels) = pixels(picture) else {
                letter(ui, rect, person);
                return;
            };
            let name = format!("profile {}", person.profile.id.number());
            let texture = ui.ctx().load_texture(name, pixels, TextureOptions::LINEAR);
            self.textures.insert(person.profile.id, (picture.clone(), texture));
        }
        if let Some((_, texture)) = self.textures.get(&person.profile.id) {
            let corners = CornerRadius::same((rect.width() / 2.0).min(255.0) as u8);
            egui::Image::new(texture).corner_radius(corners).paint_at(ui, rect);
        }
    }
}

/// The pixels of a picture that was kept.
fn pixels(picture: &Picture) -> Option<ColorImage> {
    let image = image::load_from_memory(picture.bytes()).ok()?.to_rgba8();
    let size = [image.width() as usize, image.height() as usize];
    Some(ColorImage::from_rgba_unmultiplied(size, image.as_raw()))
}

fn disc(ui: &Ui, rect: Rect, hue: usize) {
    let colours = of(ui).colours;
    let hue = mix(colours.hues[hue % HUES], Color32::BLACK, 0.25);
    let painter = ui.painter();
    painter.circle_filled(rect.center(), rect.width() / 2.0, hue);
    let light = mix(hue, Color32::WHITE, 0.18);
    let line = (rect.width() / 28.0).max(1.0);
    painter.circle_stroke(rect.center(), rect.width() / 2.0 - line / 2.0, (line, light));
}

fn disc_with_icon(ui: &Ui, rect: Rect, icon: Icon) {
    let colours = of(ui).colours;
    ui.painter().circle(
        rect.center(),
        rect.width() / 2.0 - 0.5,
        colours.raised,
        (1.0, colours.outline),
    );
    icon.paint_at(ui.painter(), rect.center(), rect.width() * 0.56, colours.muted);
}

/// The first letter of the name, for a profile without a picture.
fn letter(ui: &Ui, rect: Rect, person: &PlayerProfile) {
    let number = usize::try_from(person.profile.id.number()).unwrap_or(0);
    disc(ui, rect, number % HUES);
    let first = person.profile.name.as_str().chars().next().unwrap_or('?');
    let font = text::number_font(rect.width() * 0.46);
    let letter = first.to_uppercase().to_string();
    ui.painter().text(rect.center(), Align2::CENTER_CENTER, letter, font, Color32::WHITE);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn emblems_are_found_again() {
        for (hue, piece) in Emblem::PIECES.iter().enumerate() {
            let emblem = Emblem { piece: (*piece).to_owned(), hue: hue % HUES };
            assert_eq!(Emblem::of(&emblem.to_picture().expect("a picture")), Some(emblem));
        }
        for text in ["", "knight", "unicorn 3", "knight x"] {
            let other = Picture::new(PictureKind::Drawn, text.into()).expect("a text");
            assert_eq!(Emblem::of(&other), None);
        }
    }

    #[test]
    fn every_emblem_shows_a_piece_that_there_is() {
        let rules = ruleset::shipped("xxl").expect("it ships");
        for piece in Emblem::PIECES {
            assert!(rules.piece_named(piece).is_some(), "{piece}");
        }
    }

    #[test]
    fn a_file_becomes_a_small_square_picture_or_is_refused() {
        let texts = crate::texts::Language::english().texts();
        let wide = image::RgbaImage::from_pixel(300, 100, image::Rgba([200, 10, 10, 255]));
        let mut bytes = Vec::new();
        wide.write_to(&mut Cursor::new(&mut bytes), ImageFormat::Png).expect("written");
        let picture = from_file(&bytes, texts).expect("a picture");
        assert_eq!(pixels(&picture).expect("pixels").size, [192, 192]);
        assert!(from_file(b"no picture", texts).is_err());
        assert!(from_file(&bytes[..40], texts).is_err(), "cut off");
    }
}
