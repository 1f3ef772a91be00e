//! A store that cannot be opened or written is told, and the game goes on.

use std::cell::Cell;
use std::io;
use std::rc::Rc;

use egui::Key;
use xxlchess_app::services::{MemoryStorage, Storage};

use crate::common::Window;

/// A storage that can be full.
#[derive(Default)]
struct Disk {
    documents: MemoryStorage,
    is_full: Cell<bool>,
}

impl Storage for Disk {
    fn read(&self, name: &str) -> io::Result<Option<Vec<u8>>> {
        self.documents.read(name)
    }

    fn write(&self, name: &str, bytes: &[u8]) -> io::Result<()> {
        match self.is_full.get() {
            true => Err(io::ErrorKind::StorageFull.into()),
            false => self.documents.write(name, bytes),
        }
    }

    fn remove(&self, name: &str) -> io::Result<()> {
        self.documents.remove(name)
    }

    fn move_aside(&self, name: &str) -> io::Result<String> {
        self.documents.move_aside(name)
    }

    fn list(&self, folder: &str) -> Vec<String> {
        self.documents.list(folder)
    }

    fn place(&self, name: &str) -> String {
        format!("/disk/{name}")
    }
}

fn play(window: &mut Window) {
    window.click("Two players");
    window.click("Start the game");
}

#[test]
fn a_full_disk_is_told_once_and_the_game_goes_on() {
    let disk = Rc::new(Disk::default());
    let mut window = Window::with_storage(Rc::clone(&disk) as _);
    play(&mut window);
    window.drag("e2", "e4");
    disk.is_full.set(true);
    window.drag("e13", "e11");
    assert!(window.shows("The game cannot be kept"));
    window.press(&[Key::Escape]);
    window.drag("d2", "d4");
    assert!(!window.shows("The game cannot be kept"), "it is not told with every move");
    assert_eq!(window.reads("d4"), "d4 white pawn");
    disk.is_full.set(false);
    window.drag("d13", "d11");
    // There is room again, and everything was kept.
    let mut window = Window::with_storage(disk);
    window.click("Continue");
    assert_eq!(window.reads("d11"), "d11 black pawn");
}

#[test]
fn a_damaged_store_is_moved_aside_with_a_message() {
    let disk = Rc::new(Disk::default());
    disk.write("store.json", b"{ half of it").expect("written");
    let mut window = Window::with_storage(Rc::clone(&disk) as _);
    assert!(window.shows("What was kept is damaged"));
    window.press(&[Key::Escape]);
    play(&mut window);
    window.drag("e2", "e4");
    assert_eq!(disk.read("store.json.damaged").expect("read"), Some(b"{ half of it".to_vec()));
}

#[test]
fn a_folder_that_cannot_be_used_is_told_and_the_game_goes_on() {
    let file = std::env::temp_dir().join(format!("xxlchess-no-folder-{}", std::process::id()));
    std::fs::write(&file, "a file").expect("written");
    let mut window = Window::on_disk(file.join("xxlchess.db"));
    window.wait_for("Profiles and games cannot be kept");
    window.press(&[Key::Escape]);
    play(&mut window);
    window.drag("e2", "e4");
    assert_eq!(window.reads("e4"), "e4 white pawn");
    std::fs::remove_file(&file).expect("removed");
}

#[test]
fn a_damaged_store_is_moved_aside_and_told() {
    let folder = std::env::temp_dir().join(format!("xxlchess-damaged-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join("xxlchess.db");
    std::fs::write(&path, "SQLite format 3\0").expect("written");
    let mut window = Window::on_disk(path.clone());
    window.wait_for("damaged");
    let kept = std::fs::read_dir(&folder).expect("a folder").flatten();
    let names: Vec<_> = kept.map(|entry| entry.file_name().into_string()).collect();
    assert!(names.iter().flatten().any(|name| name.contains(".damaged-")), "{names:?}");
    drop(window);
    let _ = std::fs::remove_dir_all(&folder);
}
