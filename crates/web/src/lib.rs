//! The program as a web page: a canvas that shows the app, and workers that think.
//!
//! `cargo xtask web` builds the page; `page/` holds what a browser loads first.

#![cfg(target_arch = "wasm32")]

mod files;
mod mirror;
mod storage;
mod tabs;
mod touch;
mod workers;

use std::rc::Rc;

use app::services::{MemoryStorage, Services, StartAddress, Storage};
use app::{App, Language};
use eframe::egui::{Color32, Context, RawInput, Ui, Visuals};
use eframe::{WebOptions, WebRunner};
use wasm_bindgen::prelude::*;
use web_sys::{HtmlCanvasElement, HtmlElement};

use files::BrowserFiles;
use mirror::Mirror;
use storage::BrowserStorage;
use tabs::Tabs;
use touch::TouchFilter;
use workers::BrowserWorkers;

/// Shows the program in a canvas, and lets it think in workers that run a script. The tab has a
/// number, and `others` holds those of the other tabs, as far as they are known.
///
/// # Errors
/// If the canvas cannot be drawn to.
#[wasm_bindgen]
pub async fn start(
    canvas: HtmlCanvasElement,
    worker_script: String,
    tab: f64,
    others: js_sys::Set,
) -> Result<(), JsValue> {
    report_faults();
    let address = location();
    let is_mirrored = address.contains("?mirror");
    let storage: Rc<dyn Storage> = match BrowserStorage::open() {
        Some(storage) => Rc::new(storage),
        None => Rc::new(MemoryStorage::default()),
    };
    let services = Services {
        storage,
        windows: Some(Rc::new(Tabs::new(tab, others))),
        files: Box::new(BrowserFiles::default()),
        workers: Some(Rc::new(BrowserWorkers::new(worker_script))),
        start: StartAddress::parse(&address),
        has_touch: has_touch(),
        language: Language::of_locale(&locale()),
        ..Services::memory()
    };
    let options = WebOptions { dithering: false, ..WebOptions::default() };
    // A link for another device is of no use once it was opened, and leaves the address.
    let place = Some(services.start.fragment.clone()).filter(|_| services.start.takes_along());
    let create: eframe::AppCreator<'_> = Box::new(move |creation| {
        if is_mirrored {
            creation.egui_ctx.add_plugin(Mirror);
        }
        let app = App::new(&creation.egui_ctx, services, app::SoundPlayer::new());
        Ok(Box::new(Page { app, touches: TouchFilter::default(), ground: None, place }))
    });
    WebRunner::new().start(canvas, options, create).await
}

/// The program in a canvas of the page.
struct Page {
    app: App,
    touches: TouchFilter,
    /// The colour that the page around the canvas has now.
    ground: Option<Color32>,
    /// The game that the address of the page names by now.
    place: Option<String>,
}

impl eframe::App for Page {
    fn ui(&mut self, ui: &mut Ui, _frame: &mut eframe::Frame) {
        self.app.ui(ui);
        let ground = self.app.clear_colour();
        if self.ground != Some(ground) {
            self.ground = Some(ground);
            paint_page(ground);
        }
        let place = self.app.place();
        if self.place != place {
            name_place(place.as_deref());
            self.place = place;
        }
    }

    fn raw_input_hook(&mut self, _ctx: &Context, input: &mut RawInput) {
        self.touches.tidy(&mut input.events);
    }

    fn clear_color(&self, _visuals: &Visuals) -> [f32; 4] {
        self.app.clear_colour().to_normalized_gamma_f32()
    }

    /// Called now and then, and when the user looks elsewhere: a page may end without a word.
    fn save(&mut self, _storage: &mut dyn eframe::Storage) {
        self.app.on_exit();
    }
}

/// The side of a worker: answers the questions of the page.
#[wasm_bindgen]
#[derive(Default)]
pub struct PageWorker(app::WebWorkerHost);

#[wasm_bindgen]
impl PageWorker {
    /// A helper that has not thought about anything yet.
    #[wasm_bindgen(constructor)]
    pub fn new() -> PageWorker {
        PageWorker::default()
    }

    /// The file of the network that a question could use and that has to be fetched first.
    pub fn missing_network(&mut self, question: &str) -> Option<String> {
        self.0.missing_network(question).map(str::to_owned)
    }

    /// Takes a network that was fetched.
    pub fn provide_network(&mut self, name: &str, bytes: Vec<u8>) {
        self.0.provide_network(name, bytes);
    }

    /// Answers a question, and calls `tell` with each report.
    pub fn answer(&mut self, question: &str, tell: &js_sys::Function) {
        self.0.answer(question, &mut |text| {
            // A page that has gone away does not listen, and ends this worker.
            let _ = tell.call1(&JsValue::NULL, &JsValue::from_str(&text));
        });
    }
}

/// Gives what a phone shows around the canvas the colour of the theme.
fn paint_page(ground: Color32) {
    let document = web_sys::window().and_then(|window| window.document());
    let element = |selector| document.as_ref()?.query_selector(selector).ok().flatten();
    let colour = format!("#{:02x}{:02x}{:02x}", ground.r(), ground.g(), ground.b());
    if let Some(head) = element("meta[name=theme-color]") {
        // A page that cannot be painted is shown as it is.
        let _ = head.set_attribute("content", &colour);
    }
    if let Some(root) = element(":root").and_then(|root| root.dyn_into::<HtmlElement>().ok()) {
        let _ = root.style().set_property("--ground", &colour);
    }
}

/// Writes the game that is shown into the address, which then leads there again.
fn name_place(place: Option<&str>) {
    let Some(window) = web_sys::window() else { return };
    let location = window.location();
    let path = location.pathname().unwrap_or_default() + &location.search().unwrap_or_default();
    let address = place.map_or(path.clone(), |place| format!("{path}#{place}"));
    // An address that cannot be changed stays as it is.
    let _ = window
        .history()
        .and_then(|history| history.replace_state_with_url(&JsValue::NULL, "", Some(&address)));
}

/// Tells the page that the program has ended by a fault, so that it says so.
fn report_faults() {
    let usual = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |fault| {
        usual(fault);
        if let Some(window) = web_sys::window()
            && let Ok(event) = web_sys::Event::new("xxlchess-failed")
        {
            let _ = window.dispatch_event(&event);
        }
    }));
}

/// Is a finger what mostly points here?
fn has_touch() -> bool {
    let query = |window: web_sys::Window| window.match_media("(pointer: coarse)").ok().flatten();
    web_sys::window().and_then(query).is_some_and(|query| query.matches())
}

/// The language that the browser asks for, such as `de-AT`.
fn locale() -> String {
    web_sys::window().and_then(|window| window.navigator().language()).unwrap_or_default()
}

fn location() -> String {
    web_sys::window().and_then(|window| window.location().href().ok()).unwrap_or_default()
}
