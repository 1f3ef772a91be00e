//! What a fault says: an English sentence, with an id and arguments for those who translate it.

use std::borrow::Cow;
use std::fmt;

use crate::{BoardSize, Colour, Outcome, Square};

/// A sentence about a fault, or a part of one. Displayed, it is English; another language finds its
/// own sentence by the id and fills in the same arguments.
///
/// ```
/// use xxlchess_rules::message;
///
/// let rook = message!("a-rook", "a rook");
/// let fault = message!("too-many", "there are {count} of {what}", count = 3, what = rook);
/// assert_eq!((fault.id(), fault.to_string().as_str()), ("too-many", "there are 3 of a rook"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FaultMessage {
    id: &'static str,
    english: &'static str,
    arguments: Vec<(&'static str, Argument)>,
}

/// A value within a [`FaultMessage`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Argument {
    /// What is the same in every language, such as a part of a file, cut in the middle if it is long.
    Text(String),
    /// A number, which may decide between singular and plural.
    Number(i64),
    /// The name of a kind of piece, as its rule set has it.
    Piece(String),
    /// The end of a game.
    Outcome(Outcome),
    /// A part of the sentence.
    Message(FaultMessage),
}

/// Something that can be told as a [`FaultMessage`].
pub trait Fault {
    /// The sentence.
    fn message(&self) -> FaultMessage;
}

/// Makes a [`FaultMessage`] of an id, an English sentence and what is filled in for its `{names}`.
#[macro_export]
macro_rules! message {
    ($id:literal, $english:literal $(,)?) => {
        $crate::FaultMessage::new($id, $english, ::std::vec::Vec::new())
    };
    ($id:literal, $english:literal, $($name:ident $(= $value:expr)?),+ $(,)?) => {{
        // The compiler compares the names in the sentence with those of the arguments.
        let _ = ::std::format_args!($english, $($name = ""),+);
        $crate::FaultMessage::new($id, $english, ::std::vec![
            $((::std::stringify!($name), $crate::message!(@argument $name $($value)?))),+
        ])
    }};
    (@argument $name:ident) => { $crate::Argument::from($name) };
    (@argument $name:ident $value:expr) => { $crate::Argument::from($value) };
}

/// Makes enums of faults: each member stands beside what it says, with its fields filled in for the
/// `{names}` of the sentence, unless others are given. After `=` stands what makes another message.
///
/// ```
/// use xxlchess_rules::faults;
/// use xxlchess_rules::message::Fault;
///
/// faults! {
///     /// What is wrong with a drawer.
///     pub enum DrawerFault {
///         Stuck => message!("drawer-stuck", "it does not open"),
///         Full { socks: usize } => message!("drawer-full", "it is full of socks: {socks}"),
///         Other(why: Box<DrawerFault>) = why.message(),
///     }
/// }
///
/// let full = DrawerFault::Other(Box::new(DrawerFault::Full { socks: 8 }));
/// assert_eq!(full.message().to_string(), "it is full of socks: 8");
/// ```
#[macro_export]
macro_rules! faults {
    ($(
        $(#[$about:meta])*
        $visible:vis enum $kind:ident {$(
            $(#[$is:meta])*
            $member:ident
            $(( $($(#[$item_is:meta])* $item:ident: $type:ty),+ $(,)? ))?
            $({ $($(#[$field_is:meta])* $field:ident: $holds:ty),+ $(,)? })?
            $(=> message!($id:literal, $english:literal $(, $name:ident $(= $value:expr)?)* $(,)?))?
            $(= $other:expr)?
        ),+ $(,)?}
    )+) => {$(
        $(#[$about])*
        $visible enum $kind {$(
            $(#[$is])*
            $member
            $(( $($(#[$item_is])* $type),+ ))?
            $({ $($(#[$field_is])* $field: $holds),+ })?
        ),+}

        impl $crate::message::Fault for $kind {
            // What is filled in may be made of some fields, or of none.
            #[allow(unused_variables)]
            fn message(&self) -> $crate::FaultMessage {
                match self {$(
                    $kind::$member $(( $($item),+ ))? $({ $($field),+ })? => $crate::faults!(
                        @message [$($($item)+)? $($($field)+)?]
                        $($id, $english $(, $name $(= $value)?)*)? $(= $other)?
                    )
                ),+}
            }
        }
    )+};
    (@message [$($field:ident)*] $id:literal, $english:literal) => {
        $crate::message!($id, $english $(, $field)*)
    };
    (@message [$($field:ident)*] $id:literal, $english:literal $(, $name:ident $(= $value:expr)?)+) => {
        $crate::message!($id, $english $(, $name $(= $value)?)+)
    };
    (@message [$($field:ident)*] = $other:expr) => { $other };
}

impl FaultMessage {
    /// A message of its parts; [`message!`](crate::message!) checks that they fit together.
    pub const fn new(
        id: &'static str,
        english: &'static str,
        arguments: Vec<(&'static str, Argument)>,
    ) -> FaultMessage {
        FaultMessage { id, english, arguments }
    }

    /// The name of the sentence, the same in every language: small letters, digits and hyphens.
    pub fn id(&self) -> &'static str {
        self.id
    }

    /// What is filled in, by name.
    pub fn arguments(&self) -> &[(&'static str, Argument)] {
        &self.arguments
    }
}

impl fmt::Display for FaultMessage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rest = self.english;
        while let Some((text, tail)) = rest.split_once(['{', '}']) {
            f.write_str(text)?;
            let brace = &rest[text.len()..][..1];
            // As in `format!`, a brace is written twice.
            if let Some(tail) = tail.strip_prefix(brace) {
                f.write_str(brace)?;
                rest = tail;
                continue;
            }
            let (name, tail) = tail.split_once('}').unwrap_or((tail, ""));
            match self.arguments.iter().find(|(known, _)| *known == name) {
                Some((_, argument)) => argument.fmt(f)?,
                None => debug_assert!(false, "`{}` has no argument `{name}`", self.id),
            }
            rest = tail;
        }
        f.write_str(rest)
    }
}

impl std::error::Error for FaultMessage {}

impl fmt::Display for Argument {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Argument::Text(text) | Argument::Piece(text) => f.write_str(text),
            Argument::Number(number) => number.fmt(f),
            Argument::Outcome(outcome) => outcome.fmt(f),
            Argument::Message(message) => message.fmt(f),
        }
    }
}

impl<T: Fault> From<T> for FaultMessage {
    fn from(fault: T) -> FaultMessage {
        fault.message()
    }
}

impl<T: Fault + ?Sized> Fault for &T {
    fn message(&self) -> FaultMessage {
        (**self).message()
    }
}

impl<T: Fault> From<T> for Argument {
    fn from(fault: T) -> Argument {
        Argument::Message(fault.message())
    }
}

impl From<FaultMessage> for Argument {
    fn from(message: FaultMessage) -> Argument {
        Argument::Message(message)
    }
}

impl From<Outcome> for Argument {
    fn from(outcome: Outcome) -> Argument {
        Argument::Outcome(outcome)
    }
}

macro_rules! texts {
    ($($type:ty)*) => {$(
        impl From<$type> for Argument {
            fn from(value: $type) -> Argument {
                Argument::Text(shortened(value.to_string()))
            }
        }
    )*};
}
texts!(&str String &String Cow<'_, str> char &char);
texts!(Square &Square BoardSize &BoardSize Colour &Colour);

macro_rules! numbers {
    ($($type:ty)*) => {$(
        impl From<$type> for Argument {
            fn from(value: $type) -> Argument {
                Argument::Number(i64::try_from(value).unwrap_or(i64::MAX))
            }
        }

        impl From<&$type> for Argument {
            fn from(value: &$type) -> Argument {
                (*value).into()
            }
        }
    )*};
}
numbers!(u8 u16 u32 u64 usize i32 i64);

/// The most characters of a text in a message: a long path fits, and so does any FEN.
const LONGEST_TEXT: usize = 300;

/// The beginning and the end of a text that is too long for a message, such as a path of a thousand
/// characters; any other text as it is.
fn shortened(text: String) -> String {
    let at = |count: usize| text.char_indices().nth(count).map(|(offset, _)| offset);
    let length = text.chars().count();
    match (at(LONGEST_TEXT / 2), at(length.saturating_sub(LONGEST_TEXT / 2))) {
        (Some(start), Some(end)) if length > LONGEST_TEXT => {
            format!("{}...{}", &text[..start], &text[end..])
        }
        _ => text,
    }
}

/// A choice: `a, b or c`.
pub fn either<T: Into<Argument>>(choices: impl IntoIterator<Item = T>) -> Argument {
    let mut choices: Vec<Argument> = choices.into_iter().map(Into::into).collect();
    match choices.pop() {
        Some(last) if choices.is_empty() => last,
        Some(last) => or(list(choices), last).into(),
        None => list(choices),
    }
}

/// Two choices: `a or b`.
pub fn or(first: Argument, last: Argument) -> FaultMessage {
    message!("or", "{first} or {last}", first, last)
}

/// A list: `a, b, c`.
pub fn list<T: Into<Argument>>(items: impl IntoIterator<Item = T>) -> Argument {
    joined(items, |first, last| message!("list", "{first}, {last}", first, last))
}

/// Several sentences: `a; b; c`.
pub fn sentences<T: Into<Argument>>(faults: impl IntoIterator<Item = T>) -> Argument {
    joined(faults, |first, last| message!("sentences", "{first}; {last}", first, last))
}

/// Items joined two by two; an empty text if there are none.
pub fn joined<T: Into<Argument>>(
    items: impl IntoIterator<Item = T>,
    join: impl Fn(Argument, Argument) -> FaultMessage,
) -> Argument {
    let items = items.into_iter().map(Into::into);
    items.reduce(|first, last| join(first, last).into()).unwrap_or_else(|| "".into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sentences_are_filled_in() {
        let inner = message!("inner", "rank {rank}", rank = 3_u8);
        let outer = message!("outer", "{{{inner}}} and {colour}}}", inner, colour = Colour::White);
        assert_eq!(outer.to_string(), "{rank 3} and white}");
        assert_eq!(message!("braces", "a table `{{...}}`").to_string(), "a table `{...}`");
        assert_eq!(outer.arguments()[1], ("colour", Argument::Text("white".to_owned())));
    }

    #[test]
    fn long_texts_are_shortened() {
        let long = |count: usize| format!("C:\\{}é.txt", "ü".repeat(count));
        let told = |text: &str| message!("no-file", "there is no {text}", text).to_string();
        let fits = long(LONGEST_TEXT - 8);
        assert_eq!(told(&fits), format!("there is no {fits}"));
        for count in [LONGEST_TEXT - 7, 100_000] {
            let ends = format!("C:\\{}...{}é.txt", "ü".repeat(147), "ü".repeat(145));
            assert_eq!(told(&long(count)), format!("there is no {ends}"));
        }
    }

    #[test]
    fn items_are_joined() {
        let shown = |count: usize| {
            let items = ["a", "b", "c"].into_iter().take(count);
            [either(items.clone()), list(items.clone()), sentences(items)].map(|it| it.to_string())
        };
        assert_eq!(shown(0), ["", "", ""]);
        assert_eq!(shown(1), ["a", "a", "a"]);
        assert_eq!(shown(2), ["a or b", "a, b", "a; b"]);
        assert_eq!(shown(3), ["a, b or c", "a, b, c", "a; b; c"]);
    }
}
