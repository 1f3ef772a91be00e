//! Every text that the window shows, in the language of the user, from the files in `assets/texts`.
//!
//! The build makes a struct of each file: `menu-greeting = …` in `menu.ftl` is `texts.menu.greeting`, and
//! `menu-puzzles-about`, which has variables, is `texts.menu.puzzles_about(solved, total)`, with the variables in
//! alphabetical order. A text that nothing uses is dead code to the compiler.

// A page starts no other programs, and does not need the texts about them.
#![cfg_attr(target_arch = "wasm32", allow(dead_code))]

mod faults;
#[cfg(test)]
mod keys;
mod messages;
mod names;
mod refusals;
mod status;
#[cfg(test)]
mod tests;

use std::sync::{LazyLock, OnceLock};

use ::rules::Colour;

use messages::{Messages, Variable};

include!(concat!(env!("OUT_DIR"), "/texts.rs"));

/// A language that the window speaks.
#[derive(Clone, Copy)]
pub struct Language(&'static Translation);

/// The files of a language, and the texts once they are needed.
struct Translation {
    code: String,
    sources: Vec<&'static str>,
    texts: OnceLock<Texts>,
}

static TRANSLATIONS: LazyLock<Vec<Translation>> = LazyLock::new(|| {
    let shipped = SHIPPED.iter();
    shipped.map(|(code, sources)| Translation::new(code, sources.to_vec())).collect()
});

impl Language {
    /// The languages that ship, in the order of their codes.
    pub fn all() -> impl Iterator<Item = Language> {
        TRANSLATIONS.iter().map(Language)
    }

    /// English, which is always there.
    pub fn english() -> Language {
        Language::find("en").expect("it ships")
    }

    /// A language that ships, by its code.
    pub fn find(code: &str) -> Option<Language> {
        Language::all().find(|language| language.code() == code)
    }

    /// The language of a locale such as `de-AT` or `de_DE.UTF-8`; English if there is no translation.
    pub fn of_locale(locale: &str) -> Language {
        let code = locale.split(['-', '_', '.', '@']).next().unwrap_or_default();
        Language::find(&code.to_ascii_lowercase()).unwrap_or_else(Language::english)
    }

    /// A language from texts in Fluent's syntax, which stays for as long as the program runs.
    pub fn from_sources(code: &str, sources: impl IntoIterator<Item = String>) -> Language {
        let leak = |source: String| &*Box::leak(source.into_boxed_str());
        let sources = sources.into_iter().map(leak).collect();
        Language(Box::leak(Box::new(Translation::new(code, sources))))
    }

    /// Its code, such as `en`.
    pub fn code(self) -> &'static str {
        &self.0.code
    }

    /// The contents of its files.
    pub fn sources(self) -> &'static [&'static str] {
        &self.0.sources
    }

    /// Its name in itself.
    pub fn name(self) -> &'static str {
        self.texts().common.language_name
    }

    /// The texts in this language.
    pub(crate) fn texts(self) -> &'static Texts {
        self.0.texts.get_or_init(|| {
            let messages = Messages::new(&self.0.code, &self.0.sources);
            Texts::new(Box::leak(Box::new(messages)))
        })
    }
}

impl Translation {
    fn new(code: &str, sources: Vec<&'static str>) -> Translation {
        Translation { code: code.to_owned(), sources, texts: OnceLock::new() }
    }
}

impl std::fmt::Debug for Language {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Language").field(&self.code()).finish()
    }
}

impl PartialEq for Language {
    fn eq(&self, other: &Language) -> bool {
        self.code() == other.code()
    }
}

impl Eq for Language {}

impl Texts {
    /// The name of a side.
    pub fn side(&self, side: Colour) -> &'static str {
        match side {
            Colour::White => self.common.white,
            Colour::Black => self.common.black,
        }
    }

    /// A number with `digits` digits after the decimal separator of the language.
    pub fn decimal(&self, number: f64, digits: usize) -> String {
        let written = format!("{number:.digits$}").replace('-', "−");
        written.replace('.', self.common.decimal_separator)
    }

    /// What a piece is worth in pawns, to the nearest half.
    pub fn worth(&self, value: f64) -> String {
        let halves = (value * 2.0).round() as i64;
        let pawns = match (halves / 2, halves % 2) {
            (1, 0) => return self.common.worth_one.to_owned(),
            (whole, 0) => whole.to_string(),
            (0, _) => "½".to_owned(),
            (whole, _) => format!("{whole}½"),
        };
        self.common.worth(pawns)
    }
}

/// A text with a capital at its beginning.
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => String::new(),
    }
}
