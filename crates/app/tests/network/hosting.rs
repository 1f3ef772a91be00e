//! Hosting on this computer: what others need to join.

use std::cell::Cell;
use std::rc::Rc;

use protocol::ToServer;
use xxlchess_app::services::{Hosting, Lan, LocalServer, Services};

use crate::common::Window;
use crate::wire::{Table, welcome};

/// A network with this computer alone.
pub struct Alone {
    has_page: bool,
    is_hosting: Cell<bool>,
}

impl Alone {
    pub fn new(has_page: bool) -> Alone {
        Alone { has_page, is_hosting: Cell::new(false) }
    }
}

impl Lan for Alone {
    fn servers(&self) -> Vec<LocalServer> {
        Vec::new()
    }

    fn host(&self, name: &str) {
        assert_eq!(name, "Guest’s computer");
        self.is_hosting.set(true);
    }

    fn has_page(&self) -> bool {
        self.has_page
    }

    fn hosting(&self) -> Hosting {
        let address = "http://10.0.0.7:8064".to_owned();
        match self.is_hosting.get() {
            true => Hosting::On { address, has_page: self.has_page },
            false => Hosting::Off,
        }
    }

    fn stop_hosting(&self) {
        self.is_hosting.set(false);
    }
}

#[test]
fn whoever_hosts_is_told_what_others_need() {
    for (has_page, told) in [(true, "in a browser, or scan"), (false, "without the web page")] {
        let lan = Rc::new(Alone::new(has_page));
        let services = Services { lan: Some(lan), ..Services::memory() };
        let mut window = Window::with_services(services, [792.0, 900.0]);
        window.click("Network");
        let is_promised = window.shows_part("or in a browser");
        assert_eq!(is_promised, has_page, "what others need is told before anything is shared");
        window.click("Start hosting");
        assert!(window.shows("http://10.0.0.7:8064") && window.shows_part(told), "{told}");
        window.click("Stop hosting");
        assert!(window.shows("Start hosting") && !window.shows_part(told));
    }
}

/// From the workshop it is two clicks to a game that others can join, by rules that travel with it.
#[test]
fn an_invented_game_is_hosted() {
    let services = Services { lan: Some(Rc::new(Alone::new(true))), ..Services::memory() };
    let mut table = Table::with_services(services, [1280.0, 800.0]);
    table.window.click("Workshop");
    table.window.click("Pieces");
    table.window.click("Add");
    table.window.focus_text_field("Moves in Betza notation");
    table.window.harness.key_press_modifiers(egui::Modifiers::COMMAND, egui::Key::A);
    table.window.type_text("mRcpR");
    table.window.press(&[egui::Key::Escape]);
    table.window.click("Board and start");
    table.window.click("White new-a");
    let at = table.window.place_of_part("b3 ").center();
    table.window.harness.hover_at(at);
    table.window.harness.drag_at(at);
    table.window.harness.drop_at(at);
    table.window.rest();
    table.window.click("Host it");
    assert!(table.window.shows("My game over the network"), "what is hosted is told");
    table.window.click("Start hosting");
    assert_eq!(table.opened(), ["ws://10.0.0.7:8064/ws"], "it is entered at once");
    table.open();
    table.tell(&welcome());
    table.said();
    assert!(!table.window.shows_part("Counts for the ratings"), "only games that ship are rated");
    table.window.click("Make the game");
    match &table.said()[..] {
        [ToServer::Create { options }] => {
            let first = options.first_position().expect("anybody can play it");
            let cannon = first.rules().piece_named("new-a").expect("it is there");
            assert_eq!(first.pieces().filter(|(_, piece)| piece.kind() == cannon).count(), 2);
        }
        other => panic!("{other:?}"),
    }
}
