//! Limits and times by their names, as an operator sets them: `chat=1/6`, `grace=60`.

use std::time::Duration;

use crate::limits::{Limit, Rate};
use crate::server::ServerConfig;

/// Why a limit cannot be set.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LimitError {
    /// There is no `=`.
    #[error("expected NAME=VALUE, found `{0}`")]
    Form(String),
    /// Nothing is called so.
    #[error("there is no limit `{name}`; expected one of {known}")]
    Name {
        /// The name that was given.
        name: String,
        /// All names.
        known: String,
    },
    /// The value makes no sense.
    #[error("`{name}`: expected {expected}, found `{found}`")]
    Value {
        /// The limit that was to be set.
        name: String,
        /// The expected value.
        expected: &'static str,
        /// The value found.
        found: String,
    },
}

impl Limit<'_> {
    /// Sets it, or returns what was expected.
    fn set(&mut self, text: &str) -> Result<(), &'static str> {
        let positive = |text: &str| {
            text.trim().parse().ok().filter(|number: &f64| number.is_finite() && *number > 0.0)
        };
        match self {
            Limit::Count(count) => {
                **count = text.trim().parse().map_err(|_| "a whole number")?;
            }
            Limit::Memory(bytes) => {
                let mebibytes: usize = text.trim().parse().map_err(|_| "a whole number of MiB")?;
                **bytes = mebibytes.saturating_mul(1 << 20);
            }
            Limit::Rate(rate) => {
                let expected = "how many a second and how many at once, such as 1/6";
                let (per_second, burst) = text.split_once('/').ok_or(expected)?;
                let per_second = positive(per_second).ok_or(expected)?;
                let burst = positive(burst).filter(|burst| *burst >= 1.0).ok_or(expected)?;
                **rate = Rate { per_second, burst };
            }
            Limit::Time(time) => {
                let expected = "a number of seconds";
                let seconds = positive(text).ok_or(expected)?;
                **time = Duration::try_from_secs_f64(seconds).map_err(|_| expected)?;
            }
        }
        Ok(())
    }

    fn text(&self) -> String {
        match self {
            Limit::Count(count) => count.to_string(),
            Limit::Memory(bytes) => (**bytes >> 20).to_string(),
            Limit::Rate(rate) => format!("{}/{}", rate.per_second, rate.burst),
            Limit::Time(time) => time.as_secs_f64().to_string(),
        }
    }
}

impl ServerConfig {
    /// Sets a limit or a time by its name, from a text such as `chat=1/6`.
    ///
    /// # Errors
    /// If there is no such limit, or the value makes no sense.
    pub fn set_limit(&mut self, setting: &str) -> Result<(), LimitError> {
        let (name, value) =
            setting.split_once('=').ok_or_else(|| LimitError::Form(setting.to_owned()))?;
        let name = name.trim();
        let mut limits = self.limits_by_name();
        match limits.iter_mut().find(|(known, _)| *known == name) {
            Some((_, limit)) => limit.set(value).map_err(|expected| LimitError::Value {
                name: name.to_owned(),
                expected,
                found: value.to_owned(),
            }),
            None => {
                let known: Vec<&str> = limits.iter().map(|(known, _)| *known).collect();
                Err(LimitError::Name { name: name.to_owned(), known: known.join(", ") })
            }
        }
    }

    /// All limits and times with their values, as [`ServerConfig::set_limit`] reads them.
    pub fn limit_texts(&self) -> Vec<(&'static str, String)> {
        let mut copy = self.clone();
        copy.limits_by_name().into_iter().map(|(name, limit)| (name, limit.text())).collect()
    }

    fn limits_by_name(&mut self) -> Vec<(&'static str, Limit<'_>)> {
        [self.limits.by_name(), self.timeouts.by_name()].into_iter().flatten().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_limit_is_an_option() {
        let mut config = ServerConfig::default();
        for (name, value) in config.limit_texts() {
            let doubled = match value.split_once('/') {
                Some((per_second, burst)) => format!("{}/{}", twice(per_second), twice(burst)),
                None => twice(&value),
            };
            config.set_limit(&format!("{name}={doubled}")).expect(name);
            let found = config.limit_texts().into_iter().find(|(known, _)| *known == name);
            assert_eq!(found, Some((name, doubled)));
        }
        // A field that has no name here would keep its value.
        let (changed, usual) = (config, ServerConfig::default());
        let fields = |text: String| text.lines().map(str::to_owned).collect::<Vec<_>>();
        let changed = [format!("{:#?}", changed.limits), format!("{:#?}", changed.timeouts)];
        let usual = [format!("{:#?}", usual.limits), format!("{:#?}", usual.timeouts)];
        for (changed, usual) in changed.into_iter().map(fields).zip(usual.into_iter().map(fields)) {
            for (changed, usual) in changed.iter().zip(&usual) {
                let is_value = usual.ends_with(',') && !usual.trim().starts_with('}');
                assert!(!is_value || changed != usual, "{usual}");
            }
        }
    }

    #[test]
    fn the_documentation_lists_them_with_their_defaults() {
        let book = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/server.md");
        let text = std::fs::read_to_string(book).expect("the page about servers");
        let (_, table) = text.split_once("## Limits").expect("a chapter");
        let mut listed = Vec::new();
        for line in table.lines().filter(|line| line.starts_with("| `")) {
            let cells: Vec<&str> = line.split('|').map(str::trim).collect();
            let names = cells[1].split(", ").map(|name| name.trim_matches('`').to_owned());
            listed.extend(names.zip(cells[2].split(", ").map(str::to_owned)));
        }
        let mut known: Vec<(String, String)> = ServerConfig::default()
            .limit_texts()
            .into_iter()
            .map(|(name, value)| (name.to_owned(), value))
            .collect();
        known.sort();
        listed.sort();
        assert_eq!(listed, known);
    }

    fn twice(number: &str) -> String {
        (2.0 * number.parse::<f64>().expect("a number")).to_string()
    }

    #[test]
    fn what_makes_no_sense_is_told() {
        let mut config = ServerConfig::default();
        for (setting, expected) in [
            ("chat", "expected NAME=VALUE, found `chat`"),
            ("chats=1/6", "there is no limit `chats`; expected one of connections, "),
            ("chat=1", "`chat`: expected how many a second and how many at once, such as 1/6"),
            ("chat=0/6", "`chat`: expected how many a second"),
            ("chat=1/0.5", "`chat`: expected how many a second"),
            ("games=-1", "`games`: expected a whole number, found `-1`"),
            ("grace=soon", "`grace`: expected a number of seconds, found `soon`"),
        ] {
            let error = config.set_limit(setting).expect_err(setting).to_string();
            assert!(error.starts_with(expected), "{error}");
        }
    }
}
