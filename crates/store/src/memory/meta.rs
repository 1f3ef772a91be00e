//! Small values under keys, in memory.

use super::{MemoryStore, Result};
use crate::Meta;

impl Meta for MemoryStore {
    fn meta(&self, key: &str) -> Result<Option<String>> {
        Ok(self.contents.meta.get(key).cloned())
    }

    fn metas(&self, prefix: &str) -> Result<Vec<(String, String)>> {
        let from = self.contents.meta.range(prefix.to_owned()..);
        let found = from.take_while(|(key, _)| key.starts_with(prefix));
        Ok(found.map(|(key, value)| (key.clone(), value.clone())).collect())
    }

    fn set_meta(&mut self, key: &str, value: Option<&str>) -> Result<()> {
        let meta = &mut self.change().meta;
        match value {
            Some(value) => meta.insert(key.to_owned(), value.to_owned()),
            None => meta.remove(key),
        };
        Ok(())
    }

    fn take_meta(&mut self, key: &str) -> Result<Option<String>> {
        Ok(self.change().meta.remove(key))
    }
}
