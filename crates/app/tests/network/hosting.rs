//! Hosting on this computer: what others need to join.

use std::cell::Cell;
use std::rc::Rc;

use xxlchess_app::services::{FoundServer, Hosting, Lan, Services};

use crate::common::Window;

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
    fn servers(&self) -> Vec<FoundServer> {
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
