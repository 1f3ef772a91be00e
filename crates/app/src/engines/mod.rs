//! Other engines: programs that speak UCI, which the user has added.

#[cfg(not(target_arch = "wasm32"))]
mod option;
#[cfg(not(target_arch = "wasm32"))]
mod process;
#[cfg(not(target_arch = "wasm32"))]
pub mod uci;
#[cfg(not(target_arch = "wasm32"))]
mod worker;

use std::io;

use serde::{Deserialize, Serialize};

#[cfg(not(target_arch = "wasm32"))]
pub use option::{EngineOption, OptionKind};
#[cfg(not(target_arch = "wasm32"))]
pub use process::{EngineFault, Probe, Probed, Process};
#[cfg(not(target_arch = "wasm32"))]
pub use worker::spawn;

use crate::services::Storage;

/// The document in which they are kept.
const FILE: &str = "engines.json";

/// A program that speaks UCI.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExternalEngine {
    /// What it calls itself.
    pub name: String,
    /// Where the program is.
    pub path: String,
    /// The options that the user has set: names and values.
    #[serde(default)]
    pub options: Vec<(String, String)>,
}

impl ExternalEngine {
    /// The value of an option that the user has set.
    pub fn option(&self, name: &str) -> Option<&str> {
        self.options.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    /// Takes the place of an earlier value.
    pub fn set_option(&mut self, name: &str, value: String) {
        self.options.retain(|(known, _)| known != name);
        self.options.push((name.to_owned(), value));
    }
}

/// The engines that the user has added.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct EngineList {
    pub engines: Vec<ExternalEngine>,
    /// The name of the one that analyses; the built-in engine if it is not said.
    #[serde(default)]
    pub analyst: Option<String>,
}

impl EngineList {
    /// Reads the list; one that cannot be read is empty.
    pub fn load(storage: &dyn Storage) -> EngineList {
        let bytes = storage.read(FILE).ok().flatten().unwrap_or_default();
        serde_json::from_slice(&bytes).unwrap_or_default()
    }

    /// Keeps the list.
    ///
    /// # Errors
    /// If it cannot be kept.
    pub fn save(&self, storage: &dyn Storage) -> io::Result<()> {
        storage.write(FILE, &serde_json::to_vec_pretty(self)?)
    }

    /// The names to choose an engine by; the built-in one has none.
    pub fn choices(&self, built_in: &str) -> impl Iterator<Item = (Option<String>, String)> {
        let named = |engine: &ExternalEngine| (Some(engine.name.clone()), engine.name.clone());
        [(None, built_in.to_owned())].into_iter().chain(self.engines.iter().map(named))
    }

    pub fn find(&self, name: &str) -> Option<&ExternalEngine> {
        self.engines.iter().find(|engine| engine.name == name)
    }

    /// The engine that analyses, unless it is the built-in one.
    pub fn analyst(&self) -> Option<&ExternalEngine> {
        self.find(self.analyst.as_deref()?)
    }

    /// Adds an engine; one of the same name gets a number.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn add(&mut self, mut engine: ExternalEngine) {
        let name = engine.name.clone();
        let mut number = 2;
        while self.find(&engine.name).is_some() {
            engine.name = format!("{name} ({number})");
            number += 1;
        }
        self.engines.push(engine);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::services::MemoryStorage;

    #[test]
    fn engines_are_kept() {
        let storage = MemoryStorage::default();
        let mut list = EngineList::load(&storage);
        assert!(list.engines.is_empty());
        let mut engine = ExternalEngine { name: "Fish".into(), path: "/f".into(), options: vec![] };
        engine.set_option("Hash", "16".into());
        engine.set_option("Hash", "32".into());
        list.add(engine.clone());
        list.add(engine);
        list.analyst = Some("Fish (2)".into());
        list.save(&storage).expect("kept");
        let read = EngineList::load(&storage);
        assert_eq!(read, list);
        assert_eq!(read.analyst().and_then(|engine| engine.option("Hash")), Some("32"));
        storage.write(FILE, b"nonsense").expect("written");
        assert!(EngineList::load(&storage).engines.is_empty());
    }
}
