//! The window without a screen.

#![allow(dead_code, reason = "each program of tests uses a part of it")]

use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::rc::Rc;

use egui::{Color32, Key, Rect, Role};
use egui_kittest::kittest::{NodeT, Queryable};
use egui_kittest::{Harness, Node};
use xxlchess_app::services::{Files, MemoryFiles, MemoryStorage, Services, Storage, StorePlace};
use xxlchess_app::{App, SoundPlayer};

/// The program with storage and files in memory.
pub struct Window {
    pub harness: Harness<'static, Rc<RefCell<Option<App>>>>,
    storage: MemoryStorage,
    files: MemoryFiles,
}

/// The program as a new user finds it.
pub fn window() -> Window {
    Window::with(|_, _| ())
}

impl Window {
    /// The program with something in its storage and files.
    pub fn with(prepare: impl FnOnce(&dyn Storage, &dyn Files)) -> Window {
        let (storage, files) = (MemoryStorage::default(), MemoryFiles::default());
        prepare(&storage, &files);
        Window::start(storage, files, [792.0, 672.0])
    }

    /// The program in a window of another size.
    pub fn of_size(size: [f32; 2]) -> Window {
        Window::start(MemoryStorage::default(), MemoryFiles::default(), size)
    }

    /// The program with its store in a file of the disk.
    pub fn on_disk(path: PathBuf) -> Window {
        let store = StorePlace::File(path);
        let services = Services { store, ..Services::memory() };
        Window::show(services, MemoryStorage::default(), MemoryFiles::default(), [792.0, 672.0])
    }

    /// The program with a storage of the test's own.
    pub fn with_storage(storage: Rc<dyn Storage>) -> Window {
        let services = Services { storage, ..Services::memory() };
        Window::show(services, MemoryStorage::default(), MemoryFiles::default(), [792.0, 672.0])
    }

    /// The program with services of the test's own, in a window of a size.
    pub fn with_services(services: Services, size: [f32; 2]) -> Window {
        Window::show(services, MemoryStorage::default(), MemoryFiles::default(), size)
    }

    fn start(storage: MemoryStorage, files: MemoryFiles, size: [f32; 2]) -> Window {
        let services = Services {
            storage: Rc::new(storage.clone()),
            files: Box::new(files.clone()),
            ..Services::memory()
        };
        Window::show(services, storage, files, size)
    }

    fn show(
        services: Services,
        storage: MemoryStorage,
        files: MemoryFiles,
        size: [f32; 2],
    ) -> Window {
        let state: Rc<RefCell<Option<App>>> = Rc::default();
        let app = Rc::clone(&state);
        let mut harness = Harness::builder()
            .with_size(size)
            .with_max_steps(60)
            .with_context_setup(move |ctx| {
                *app.borrow_mut() = Some(App::new(ctx, services, SoundPlayer::silent()));
            })
            .build_ui_state(
                |ui, state: &mut Rc<RefCell<Option<App>>>| {
                    if let Some(app) = state.borrow_mut().as_mut() {
                        app.ui(ui);
                    }
                },
                state,
            );
        harness.run_steps(3);
        Window { harness, storage, files }
    }

    /// Ends the program and starts it again.
    pub fn start_again(self) -> Window {
        if let Some(app) = self.harness.state().borrow_mut().as_mut() {
            app.on_exit();
        }
        Window::start(self.storage, self.files, [792.0, 672.0])
    }

    /// The program is killed, and started again.
    pub fn crash(self) -> Window {
        Window::start(self.storage.clone(), self.files.clone(), [792.0, 672.0])
    }

    /// The program and whatever it shows.
    pub fn app(&self) -> std::cell::RefMut<'_, App> {
        std::cell::RefMut::map(self.harness.state().borrow_mut(), |app| {
            app.as_mut().expect("the program runs")
        })
    }

    /// Opens the dialog that chooses a file.
    pub fn choose_file(&mut self) {
        self.click("Your games");
        self.click("Open a file…");
    }

    /// Lets a few frames pass.
    pub fn rest(&mut self) {
        self.harness.run_steps(4);
    }

    /// Gives the window another size.
    pub fn resize(&mut self, size: [f32; 2]) {
        self.harness.set_size(size.into());
        self.rest();
    }

    /// The one thing with this name that is more than a text.
    #[track_caller]
    fn find<'n>(&'n self, name: &'n str) -> Node<'n> {
        let all = self.harness.query_all_by_label(name);
        let mut found = all.filter(|node| node.accesskit_node().role() != Role::Label);
        let first = found.next().unwrap_or_else(|| panic!("there is no `{name}`"));
        assert!(found.next().is_none(), "`{name}` is there twice");
        first
    }

    /// Clicks on what has this name.
    #[track_caller]
    pub fn click(&mut self, name: &str) {
        self.find(name).click();
        self.rest();
    }

    /// Clicks on the first of several things with this name.
    #[track_caller]
    pub fn click_first(&mut self, name: &str) {
        let mut all = self.harness.query_all_by_label(name);
        all.next().unwrap_or_else(|| panic!("there is no `{name}`")).click();
        drop(all);
        self.rest();
    }

    /// Clicks on the first button whose name has this part.
    #[track_caller]
    pub fn click_part(&mut self, part: &str) {
        let all = self.harness.query_all_by_label_contains(part);
        let mut buttons = all.filter(|node| node.accesskit_node().role() == Role::Button);
        buttons.next().unwrap_or_else(|| panic!("there is no `{part}`")).click();
        drop(buttons);
        self.rest();
    }

    /// Clicks on what has this name and may be out of sight.
    #[track_caller]
    pub fn click_far(&mut self, name: &str) {
        self.find(name).scroll_to_me();
        self.rest();
        self.harness.run_steps(30);
        self.click(name);
    }

    /// Turns the wheel over a place.
    pub fn scroll(&mut self, at: egui::Pos2, points: f32) {
        self.harness.event(egui::Event::PointerMoved(at));
        self.harness.event(egui::Event::MouseWheel {
            unit: egui::MouseWheelUnit::Point,
            delta: egui::vec2(0.0, points),
            phase: egui::TouchPhase::Move,
            source: egui::MouseWheelSource::Wheel,
            modifiers: egui::Modifiers::NONE,
        });
        self.harness.run_steps(12);
    }

    /// Presses keys, one after the other.
    pub fn press(&mut self, keys: &[Key]) {
        for key in keys {
            self.harness.key_press(*key);
            self.rest();
        }
    }

    /// Gives the keyboard to the field of this name.
    #[track_caller]
    pub fn focus_text_field(&mut self, name: &str) {
        let all = self.harness.query_all_by_label(name);
        let is_field = |role| matches!(role, Role::TextInput | Role::MultilineTextInput);
        let mut fields = all.filter(|node| is_field(node.accesskit_node().role()));
        fields.next().unwrap_or_else(|| panic!("there is no field `{name}`")).focus();
        drop(fields);
        self.rest();
    }

    /// Types into what has the keyboard.
    pub fn type_text(&mut self, text: &str) {
        self.harness.event(egui::Event::Text(text.to_owned()));
        self.rest();
    }

    /// Is something with this name, or this text, shown?
    pub fn shows(&self, name: &str) -> bool {
        self.harness.query_all_by_label(name).next().is_some()
            || self.harness.query_all_by_value(name).next().is_some()
    }

    /// Is something shown whose name has this part?
    pub fn shows_part(&self, part: &str) -> bool {
        self.harness.query_all_by_label_contains(part).next().is_some()
    }

    /// Is the keyboard on what has this name?
    #[track_caller]
    pub fn has_focus(&self, name: &str) -> bool {
        self.find(name).accesskit_node().is_focused()
    }

    /// The places of what has these names.
    #[track_caller]
    pub fn rects_of(&self, names: &[&str]) -> Vec<Rect> {
        names.iter().map(|name| self.find(name).rect()).collect()
    }

    /// Is a picture painted within a place?
    pub fn has_picture(&self, place: Rect) -> bool {
        let shapes = &self.harness.output().shapes;
        shapes.iter().any(|clipped| shows_picture(&clipped.shape, place))
    }

    /// The place of the first thing whose name has this part.
    #[track_caller]
    pub fn place_of_part(&self, part: &str) -> Rect {
        let mut found = self.harness.query_all_by_label_contains(part);
        found.next().unwrap_or_else(|| panic!("there is no `{part}`")).rect()
    }

    /// The whole window.
    pub fn bounds(&self) -> Rect {
        self.harness.ctx.content_rect()
    }

    /// The id of the theme that is shown.
    pub fn theme(&self) -> String {
        self.with_app(|app| app.theme().id.clone())
    }

    /// The colour behind everything.
    pub fn background(&self) -> Color32 {
        self.with_app(|app| app.clear_colour())
    }

    /// Waits until the background picture is decoded, on another thread.
    pub fn wait_for_backdrop(&mut self) {
        while self.with_app(|app| app.backdrop().is_reading()) {
            std::thread::yield_now();
            self.harness.step();
        }
        self.rest();
    }

    /// Is there a picture behind everything?
    pub fn has_backdrop(&self) -> bool {
        self.with_app(|app| app.backdrop().texture().is_some())
    }

    /// Is a game of this rule set going on?
    pub fn plays(&self, rules: &str) -> bool {
        self.with_app(|app| {
            app.history().is_some_and(|history| history.position().rules().id() == rules)
        })
    }

    /// Goes from the game to the menu.
    pub fn leave_game(&mut self) {
        if let Some(app) = self.harness.state().borrow_mut().as_mut() {
            app.show_menu();
        }
        self.rest();
    }

    /// Opens a file as the command line does.
    pub fn open_file(&mut self, path: &str) {
        if let Some(app) = self.harness.state().borrow_mut().as_mut() {
            app.open_file(Path::new(path));
        }
        self.rest();
    }

    /// A document that the program has kept.
    pub fn kept(&self, name: &str) -> String {
        let bytes = self.storage.read(name).expect("it can be read").unwrap_or_default();
        String::from_utf8(bytes).expect("text")
    }

    /// The bytes of a file of the user's.
    pub fn bytes(&self, path: &str) -> Vec<u8> {
        self.files.read(Path::new(path)).expect("it is there")
    }

    /// A file of the user's.
    pub fn file(&self, path: &str) -> String {
        let bytes = self.files.read(Path::new(path)).expect("it is there");
        String::from_utf8(bytes).expect("text")
    }

    fn with_app<T>(&self, read: impl FnOnce(&App) -> T) -> T {
        read(self.harness.state().borrow().as_ref().expect("the program runs"))
    }
}

fn shows_picture(shape: &egui::Shape, place: Rect) -> bool {
    match shape {
        egui::Shape::Vec(parts) => parts.iter().any(|part| shows_picture(part, place)),
        shape => {
            let bounds = shape.visual_bounding_rect();
            shape.texture_id() != egui::TextureId::default()
                && bounds.is_positive()
                && place.contains(bounds.center())
        }
    }
}
