//! Paints pages of the window into PNG files, without a screen and without a graphics card.
//!
//! `cargo run -p xxlchess-app --example pictures -- STORE FOLDER` shows the players and games of a store,
//! such as `cargo run -p xxlchess-store --example demo` makes one.

use std::cell::RefCell;
use std::collections::HashMap;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::time::Duration;

use egui::epaint::{ImageData, Primitive, Vertex};
use egui::{Color32, ColorImage, Pos2, Rect, TextureId, TexturesDelta};
use egui_kittest::kittest::Queryable;
use egui_kittest::{Harness, TestRenderer};
use image::{Rgba, RgbaImage};
use xxlchess_app::services::{Services, StorePlace};
use xxlchess_app::{App, SoundPlayer};

type State = Rc<RefCell<Option<App>>>;

/// The name of a picture, the size of the window, and what is pressed before it is taken.
const PAGES: [(&str, [f32; 2], &[&str]); 8] = [
    ("menu", [792.0, 672.0], &[]),
    ("library-small", [792.0, 672.0], &["Your games"]),
    ("library", [1280.0, 800.0], &["Your games"]),
    ("players-small", [792.0, 672.0], &["Player: Anna"]),
    ("players", [1280.0, 1500.0], &["Player: Anna"]),
    ("ranking-small", [792.0, 672.0], &["Ranking"]),
    ("ranking", [1280.0, 800.0], &["Ranking"]),
    ("two-players", [792.0, 672.0], &["Two players"]),
];

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let store: PathBuf = arguments.next().ok_or("expected the file of a store")?.into();
    let folder: PathBuf = arguments.next().ok_or("expected a folder")?.into();
    for (name, size, pressed) in PAGES {
        let path = folder.join(format!("{name}.png"));
        picture(&store, size, pressed)?.save(&path)?;
        println!("{}", path.display());
    }
    Ok(())
}

fn picture(store: &Path, size: [f32; 2], pressed: &[&str]) -> Result<RgbaImage, Box<dyn Error>> {
    let state: State = Rc::default();
    let services = Services { store: StorePlace::File(store.to_owned()), ..Services::memory() };
    let app = Rc::clone(&state);
    let textures = Textures::default();
    let mut harness = Harness::builder()
        .with_size(size)
        .renderer(textures.clone())
        .with_context_setup(move |ctx| {
            *app.borrow_mut() = Some(App::new(ctx, services, SoundPlayer::silent()));
        })
        .build_ui_state(
            |ui, state: &mut State| {
                if let Some(app) = state.borrow_mut().as_mut() {
                    app.ui(ui);
                }
            },
            state,
        );
    rest(&mut harness);
    for name in pressed {
        let buttons = harness.query_all_by_label(name).collect::<Vec<_>>();
        buttons.last().ok_or_else(|| format!("there is no `{name}`"))?.click();
        drop(buttons);
        rest(&mut harness);
    }
    let textures = textures.0.borrow();
    Ok(paint(&harness, &textures, size))
}

/// Frames until everything is there, also what is read on another thread.
fn rest(harness: &mut Harness<'_, State>) {
    for _ in 0..25 {
        harness.step();
        std::thread::sleep(Duration::from_millis(8));
    }
}

/// Takes the textures that the window makes.
#[derive(Clone, Default)]
struct Textures(Rc<RefCell<HashMap<TextureId, ColorImage>>>);

impl TestRenderer for Textures {
    fn handle_delta(&mut self, delta: &mut TexturesDelta) {
        let mut textures = self.0.borrow_mut();
        for (id, changes) in &delta.set {
            for change in changes {
                let ImageData::Color(image) = &change.image;
                match (change.pos, textures.get_mut(id)) {
                    (Some([x, y]), Some(known)) => {
                        for row in 0..image.height() {
                            let to = (y + row) * known.width() + x;
                            let from = row * image.width();
                            known.pixels[to..to + image.width()]
                                .copy_from_slice(&image.pixels[from..from + image.width()]);
                        }
                    }
                    _ => drop(textures.insert(*id, image.as_ref().clone())),
                }
            }
        }
        delta.clear();
    }
}

/// Paints what was shown last, triangle by triangle.
fn paint(
    harness: &Harness<'_, State>,
    textures: &HashMap<TextureId, ColorImage>,
    size: [f32; 2],
) -> RgbaImage {
    let scale = harness.output().pixels_per_point;
    let zoom = harness.ctx.pixels_per_point();
    let (width, height) = ((size[0] * scale) as u32, (size[1] * scale) as u32);
    let mut picture = RgbaImage::from_pixel(width, height, Rgba([0, 0, 0, 255]));
    for clipped in harness.ctx.tessellate(harness.output().shapes.clone(), zoom) {
        let Primitive::Mesh(mesh) = clipped.primitive else { continue };
        let Some(texture) = textures.get(&mesh.texture_id) else { continue };
        let clip = clipped.clip_rect * zoom;
        for corners in mesh.indices.chunks_exact(3) {
            let corner = |index: usize| mesh.vertices[corners[index] as usize];
            triangle(&mut picture, texture, clip, [corner(0), corner(1), corner(2)], zoom);
        }
    }
    picture
}

fn triangle(picture: &mut RgbaImage, texture: &ColorImage, clip: Rect, v: [Vertex; 3], zoom: f32) {
    let at = v.map(|vertex| vertex.pos * zoom);
    let area = edge(at[0], at[1], at[2]);
    let bounds = Rect::from_points(&at).intersect(clip);
    if area == 0.0 || !bounds.is_positive() {
        return;
    }
    let (right, bottom) = (picture.width() as f32, picture.height() as f32);
    let columns = bounds.left().max(0.0) as u32..bounds.right().ceil().min(right) as u32;
    for y in bounds.top().max(0.0) as u32..bounds.bottom().ceil().min(bottom) as u32 {
        for x in columns.clone() {
            let point = Pos2::new(x as f32 + 0.5, y as f32 + 0.5);
            let parts = [
                edge(at[1], at[2], point) / area,
                edge(at[2], at[0], point) / area,
                edge(at[0], at[1], point) / area,
            ];
            if !clip.contains(point) || parts.iter().any(|part| *part < 0.0) {
                continue;
            }
            let mixed = |value: &dyn Fn(&Vertex) -> f32| -> f32 {
                v.iter().zip(parts).map(|(vertex, part)| value(vertex) * part).sum()
            };
            let sample = sampled(texture, mixed(&|v| v.uv.x), mixed(&|v| v.uv.y));
            let ink: [f32; 4] = std::array::from_fn(|channel| {
                let colour = mixed(&|v| f32::from(v.color.to_array()[channel]));
                colour * f32::from(sample.to_array()[channel]) / 255.0
            });
            let pixel = picture.get_pixel_mut(x, y);
            for channel in 0..3 {
                let below = f32::from(pixel.0[channel]) * (1.0 - ink[3] / 255.0);
                pixel.0[channel] = (ink[channel] + below).round().clamp(0.0, 255.0) as u8;
            }
        }
    }
}

/// Twice the area of a triangle, negative if its corners go the other way round.
fn edge(a: Pos2, b: Pos2, c: Pos2) -> f32 {
    (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
}

fn sampled(texture: &ColorImage, u: f32, v: f32) -> Color32 {
    let place = |part: f32, side: usize| ((part * side as f32) as usize).min(side - 1);
    texture[(place(u, texture.width()), place(v, texture.height()))]
}
