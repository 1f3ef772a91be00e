//! The messages of one language: Fluent's bundle, with English behind it for what is not translated.

use std::fmt::Display;

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentAttribute, FluentMessage, FluentResource, FluentValue};

use super::Language;

/// The value of a variable: a number by value, so that a language can distinguish one from many; anything else that
/// can be displayed by reference.
pub struct Variable<'a>(FluentValue<'a>);

impl<T: Display + ?Sized> From<&T> for Variable<'_> {
    fn from(value: &T) -> Self {
        Variable(value.to_string().into())
    }
}

impl From<String> for Variable<'_> {
    fn from(value: String) -> Self {
        Variable(value.into())
    }
}

macro_rules! numbers {
    ($($number:ty)*) => {$(
        impl From<$number> for Variable<'_> {
            fn from(value: $number) -> Self {
                Variable(value.into())
            }
        }
    )*};
}
numbers!(u8 u16 u32 u64 usize i32 i64 f64);

/// The messages of one language.
pub struct Messages {
    bundle: FluentBundle<FluentResource>,
    is_english: bool,
}

impl Messages {
    /// Reads the files of a language. What is wrong in one of them is left out; a test finds it.
    pub fn new(code: &str, sources: &[&str]) -> Messages {
        let locale = code.parse().unwrap_or_default();
        let mut bundle = FluentBundle::new_concurrent(vec![locale]);
        // Texts in two directions do not occur, and the marks around variables would be seen as boxes.
        bundle.set_use_isolating(false);
        for source in sources {
            let resource = FluentResource::try_new((*source).to_owned());
            let resource = resource.unwrap_or_else(|(readable, _)| readable);
            bundle.add_resource_overriding(resource);
        }
        Messages { bundle, is_english: code == "en" }
    }

    /// A message without variables, for as long as the program runs.
    pub fn constant(&self, key: &str) -> &'static str {
        Box::leak(self.format(key, []).into_boxed_str())
    }

    /// A message with its variables filled in.
    pub fn format<'a, const N: usize>(
        &self,
        key: &str,
        variables: [(&'static str, Variable<'a>); N],
    ) -> String {
        match self.bundle.has_message(key) {
            true => self.find(key, variables).unwrap_or_default(),
            false if self.is_english => key.to_owned(),
            false => Language::english().texts().messages.format(key, variables),
        }
    }

    /// A message that may be missing, with its variables filled in.
    pub fn find<'a>(
        &self,
        key: &str,
        variables: impl IntoIterator<Item = (&'static str, Variable<'a>)>,
    ) -> Option<String> {
        let message = self.bundle.get_message(key)?;
        let pattern = message.value()?;
        let variables = variables.into_iter().map(|(name, Variable(value))| (name, value));
        let arguments: FluentArgs<'_> = variables.collect();
        let text = self.bundle.format_pattern(pattern, Some(&arguments), &mut Vec::new());
        Some(text.into_owned())
    }

    /// An attribute of a message, either of which may be missing.
    pub fn find_attribute(&self, key: &str, attribute: &str) -> Option<String> {
        let message: FluentMessage<'_> = self.bundle.get_message(key)?;
        let attribute: FluentAttribute<'_> = message.get_attribute(attribute)?;
        let text = self.bundle.format_pattern(attribute.value(), None, &mut Vec::new());
        Some(text.into_owned())
    }
}
