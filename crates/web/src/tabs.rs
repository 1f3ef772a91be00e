//! The tabs of the browser in which the page is open, which all keep their things in one place.

use app::services::Windows;
use js_sys::Set;

/// This tab, and the others that the page has heard of.
pub struct Tabs {
    own: u64,
    others: Set,
}

impl Tabs {
    /// This tab's number, and a set of the others' that the page keeps up to date.
    pub fn new(own: f64, others: Set) -> Tabs {
        Tabs { own: own as u64, others }
    }
}

impl Windows for Tabs {
    fn own(&self) -> u64 {
        self.own
    }

    fn others(&self) -> Vec<u64> {
        let numbers = self.others.values().into_iter().flatten();
        numbers.filter_map(|number| number.as_f64()).map(|number| number as u64).collect()
    }
}
