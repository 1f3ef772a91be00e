//! JSON and TOML texts as one kind of tree, in which every value knows where it stood.

use std::{borrow::Cow, collections::HashMap, fmt};

use jsonc_parser::{
    ParseOptions, ParseStringErrorKind, ast, common::Ranged, errors::ParseError,
    errors::ParseErrorKind,
};
use toml::{
    Spanned,
    de::{DeTable, DeValue},
};
use toml_parser::lexer::TokenKind;

use rules::message;
use rules::message::{Argument, FaultMessage};

use crate::diagnostics::{Diagnostic, LineIndex, TextPosition, excerpt, nearest, with_hint};

#[cfg(test)]
mod tests;

/// How many lists and tables may stand inside each other.
const MAX_DEPTH: usize = 64;

/// A value and where it starts.
#[derive(Debug, Clone, PartialEq)]
pub struct Node {
    /// Where the value starts in the file.
    pub place: TextPosition,
    /// The value itself.
    pub value: Value,
}

/// What a file can hold; displayed as a message quotes it.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    /// `null`, in JSON only.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// Any number.
    Number(Number),
    /// A text in quotes.
    Text(String),
    /// `[...]`
    List(Vec<Node>),
    /// `{...}` or a TOML table, in the order of the file, each key once.
    Table(Vec<(Key, Node)>),
}

/// A number, whole or not.
#[derive(Debug, Clone, PartialEq)]
pub struct Number {
    /// The nearest number the machine has; infinite for `1e999`.
    pub value: f64,
    /// The exact value of a whole number of reasonable size, also if written as `5.0` or `1e3`.
    pub integer: Option<i64>,
    /// The number as the file has it.
    pub written: String,
}

/// The name of a value in a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Key {
    /// The name, without quotes.
    pub name: String,
    /// Where the name starts in the file.
    pub place: TextPosition,
}

impl From<&Value> for Argument {
    fn from(value: &Value) -> Argument {
        match value {
            Value::Null => "null".into(),
            Value::Bool(value) => value.to_string().into(),
            Value::Number(number) => excerpt(&number.written).into(),
            Value::Text(text) => format!("{:?}", excerpt(text)).into(),
            Value::List(_) => message!("value-list", "a list").into(),
            Value::Table(_) => message!("value-table", "a table").into(),
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Argument::from(self).fmt(f)
    }
}

/// Reads strict JSON: no comments, no trailing commas, no key twice.
///
/// # Errors
/// The first fault in the text.
pub fn parse_json(text: &str) -> Result<Node, Diagnostic> {
    let source = Source::new(text);
    let options = ParseOptions {
        allow_comments: false,
        allow_loose_object_property_names: false,
        allow_trailing_commas: false,
        allow_missing_commas: false,
        allow_single_quoted_strings: false,
        allow_hexadecimal_numbers: false,
        allow_unary_plus_numbers: false,
        allow_bare_decimal_point_numbers: false,
        allow_non_finite_numbers: false,
        allow_extended_string_escapes: false,
    };
    let parsed = jsonc_parser::parse_to_ast(source.text, &Default::default(), &options);
    let error = parsed.as_ref().err();
    if let Some((offset, why)) = json_character_fault(source.text)
        && error.is_none_or(|error| offset <= json_known_good(source.text, error))
    {
        return Err(source.not_valid("JSON", offset, why));
    }
    match parsed {
        Ok(parsed) => match &parsed.value {
            Some(value) => source.json_node(value, 0),
            None => Err(Diagnostic::error(message!(
                "json-empty",
                "the file is empty; expected a JSON object"
            ))),
        },
        Err(error) => match (error.range().start, error.kind()) {
            (offset, ParseErrorKind::NestingDepthExceeded) => Err(source.too_deep(offset)),
            (offset, _) => Err(source.not_valid("JSON", offset, json_fault(source.text, &error))),
        },
    }
}

/// Reads TOML; dates are refused, since nothing here has a use for them.
///
/// # Errors
/// The first fault in the text.
pub fn parse_toml(text: &str) -> Result<Node, Diagnostic> {
    let source = Source::new(text);
    if let Some(offset) = toml_too_deep(source.text) {
        return Err(source.too_deep(offset));
    }
    match DeTable::parse(source.text) {
        Ok(table) => source.toml_table(table.get_ref(), 0, 0),
        Err(error) => {
            let span = error.span().unwrap_or_default();
            let found = source.text.get(span.clone()).unwrap_or_default();
            Err(source.not_valid("TOML", span.start, toml_fault(error.message(), found)))
        }
    }
}

/// The text being read.
struct Source<'a> {
    text: &'a str,
    lines: LineIndex<'a>,
}

impl<'a> Source<'a> {
    fn new(text: &'a str) -> Self {
        let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
        let lines = LineIndex::new(text);
        Self { text, lines }
    }

    fn error(&self, offset: usize, message: FaultMessage) -> Diagnostic {
        Diagnostic::error(message).at(self.lines.place(offset))
    }

    fn not_valid(&self, format: &str, offset: usize, why: FaultMessage) -> Diagnostic {
        self.error(offset, message!("not-valid", "not valid {format}: {why}", format, why))
    }

    fn too_deep(&self, offset: usize) -> Diagnostic {
        let message = message!(
            "nested-too-deeply",
            "nested too deeply; expected at most {most} levels of lists and tables",
            most = MAX_DEPTH
        );
        self.error(offset, message)
    }

    fn check_depth(&self, depth: usize, offset: usize) -> Result<(), Diagnostic> {
        if depth < MAX_DEPTH { Ok(()) } else { Err(self.too_deep(offset)) }
    }

    fn node(&self, offset: usize, value: Value) -> Node {
        let place = self.lines.place(offset);
        Node { place, value }
    }

    fn json_node(&self, value: &ast::Value<'_>, depth: usize) -> Result<Node, Diagnostic> {
        let offset = value.range().start;
        let value = match value {
            ast::Value::NullKeyword(_) => Value::Null,
            ast::Value::BooleanLit(literal) => Value::Bool(literal.value),
            ast::Value::StringLit(literal) => Value::Text(literal.value.to_string()),
            ast::Value::NumberLit(literal) => {
                let written = literal.value;
                let value = written.parse().unwrap_or(f64::NAN);
                number(written, value, written.parse().ok())
            }
            ast::Value::Array(array) => {
                self.check_depth(depth, offset)?;
                let nodes = array.elements.iter().map(|e| self.json_node(e, depth + 1));
                Value::List(nodes.collect::<Result<_, _>>()?)
            }
            ast::Value::Object(object) => {
                self.check_depth(depth, offset)?;
                let mut first_places = HashMap::new();
                let mut entries = Vec::with_capacity(object.properties.len());
                for property in &object.properties {
                    let name = property.name.as_str();
                    let place = self.lines.place(property.name.range().start);
                    if let Some(first) = first_places.insert(name, place) {
                        let twice = message!(
                            "key-given-twice",
                            "the key `{key}` is given twice, first at {first}",
                            key = excerpt(name),
                            first
                        );
                        return Err(Diagnostic::error(twice).at(place).about(name));
                    }
                    let name = name.to_owned();
                    let node = self.json_node(&property.value, depth + 1)?;
                    entries.push((Key { name, place }, node));
                }
                Value::Table(entries)
            }
        };
        Ok(self.node(offset, value))
    }

    fn toml_node(&self, value: &Spanned<DeValue<'_>>, depth: usize) -> Result<Node, Diagnostic> {
        let span = value.span();
        let offset = span.start;
        let written = self.text.get(span).unwrap_or_default();
        let value = match value.get_ref() {
            DeValue::Boolean(value) => Value::Bool(*value),
            DeValue::String(text) => Value::Text(text.to_string()),
            DeValue::Integer(digits) => {
                let integer = i64::from_str_radix(digits.as_str(), digits.radix()).ok();
                let value = integer.map_or_else(
                    || digits.as_str().parse().unwrap_or(f64::INFINITY),
                    |integer| integer as f64,
                );
                number(written, value, integer)
            }
            DeValue::Float(digits) => {
                number(written, digits.as_str().parse().unwrap_or(f64::NAN), None)
            }
            DeValue::Datetime(_) => {
                let message = message!(
                    "toml-date",
                    "{written} is a date; expected a text in quotes or a number",
                    written
                );
                return Err(self.error(offset, message));
            }
            DeValue::Array(array) => {
                self.check_depth(depth, offset)?;
                let nodes = array.iter().map(|node| self.toml_node(node, depth + 1));
                Value::List(nodes.collect::<Result<_, _>>()?)
            }
            DeValue::Table(table) => return self.toml_table(table, offset, depth),
        };
        Ok(self.node(offset, value))
    }

    fn toml_table(
        &self,
        table: &DeTable<'_>,
        offset: usize,
        depth: usize,
    ) -> Result<Node, Diagnostic> {
        self.check_depth(depth, offset)?;
        let entry = |(key, node): (&Spanned<Cow<'_, str>>, &Spanned<DeValue<'_>>)| {
            let name = key.get_ref().to_string();
            let place = self.lines.place(key.span().start);
            Ok((Key { name, place }, self.toml_node(node, depth + 1)?))
        };
        let mut entries = table.iter().map(entry).collect::<Result<Vec<_>, _>>()?;
        entries.sort_by_key(|(key, _)| key.place);
        Ok(self.node(offset, Value::Table(entries)))
    }
}

fn number(written: &str, value: f64, integer: Option<i64>) -> Value {
    const EXACT: f64 = 9_007_199_254_740_992.0; // above this, floats skip whole numbers
    let is_whole = value.fract() == 0.0 && value.abs() <= EXACT;
    let integer = integer.or(is_whole.then_some(value as i64));
    Value::Number(Number { value, integer, written: written.to_owned() })
}

const NUMBER_STARTS_WITH_0: FaultMessage =
    message!("number-starts-with-0", "a number cannot start with 0");

/// The first character that strict JSON forbids but the parser tolerates.
fn json_character_fault(text: &str) -> Option<(usize, FaultMessage)> {
    const NO_QUOTE: FaultMessage =
        message!("json-open-line", "the text that starts here has no closing quote on its line");
    let mut in_text = None;
    let mut chars = text.char_indices();
    while let Some((offset, char)) = chars.next() {
        match (in_text, char) {
            (None, '"') => in_text = Some(offset),
            (None, '/' | '\'') => return None, // the parser stops here at the latest
            (None, ' ' | '\t' | '\r' | '\n') => {}
            (None, blank) if blank.is_whitespace() => {
                let fault = message!("json-blank", "unusual blank; expected a plain space");
                return Some((offset, fault));
            }
            (Some(_), '"') => in_text = None,
            (Some(_), '\\') => drop(chars.next()),
            (Some(start), '\r' | '\n') => return Some((start, NO_QUOTE)),
            (Some(_), '\0'..' ') => {
                let fault = message!(
                    "json-control-character",
                    "a tab or control character in a text; expected an escape such as `\\t`"
                );
                return Some((offset, fault));
            }
            _ => {}
        }
    }
    in_text.map(|start| (start, NO_QUOTE))
}

/// How far the parser understood the text, or took a missing quote for a long text.
fn json_known_good(text: &str, error: &ParseError) -> usize {
    match error.kind() {
        ParseErrorKind::UnterminatedArray | ParseErrorKind::UnterminatedObject => text.len(),
        _ => error.range().start,
    }
}

fn json_fault(text: &str, error: &ParseError) -> FaultMessage {
    use ParseErrorKind::*;
    use ParseStringErrorKind::*;
    let rest = text.get(error.range().start..).unwrap_or_default();
    match error.kind() {
        BareDecimalPointNumbersNotAllowed => {
            message!("json-decimal-point", "expected digits on both sides of the decimal point")
        }
        CommentsNotAllowed | UnterminatedCommentBlock => {
            message!("json-comment", "comments are not allowed")
        }
        ExpectedColonAfterObjectKey => {
            message!("json-colon", "expected a colon after the key")
        }
        ExpectedComma if rest.starts_with(|next: char| next.is_ascii_digit()) => {
            NUMBER_STARTS_WITH_0
        }
        ExpectedComma => message!("json-comma", "expected a comma"),
        ExpectedDigit
        | ExpectedDigitFollowingNegativeSign
        | ExpectedPlusMinusOrDigitInNumberLiteral => message!("json-digit", "expected a digit"),
        ExpectedObjectValue => message!("json-value", "expected a value after the colon"),
        ExpectedStringObjectProperty => {
            message!("json-key", "expected a key in double quotes")
        }
        HexadecimalNumbersNotAllowed => {
            message!("json-hexadecimal", "hexadecimal numbers are not allowed")
        }
        MultipleRootJsonValues => {
            message!("json-more-values", "expected nothing more after the first value")
        }
        NonFiniteNumbersNotAllowed => {
            message!("json-infinite", "infinite numbers are not allowed")
        }
        SingleQuotedStringsNotAllowed => {
            message!("json-single-quotes", "expected double quotes")
        }
        String(ExpectedFourHexDigits) => {
            message!("json-hex-digits", "expected four hexadecimal digits after `\\u`")
        }
        String(InvalidUnicodeEscapeSequence(_)) => {
            message!("json-no-character", "this escape is no character")
        }
        String(UnterminatedStringLiteral) => {
            message!("json-open-text", "the text that starts here has no closing quote")
        }
        String(_) => {
            message!("json-unknown-escape", "unknown escape; a backslash is written `\\\\`")
        }
        TrailingCommasNotAllowed => {
            message!("json-last-comma", "expected no comma after the last item")
        }
        UnaryPlusNumbersNotAllowed => {
            message!("json-plus", "a number cannot start with `+`")
        }
        UnterminatedArray => message!("json-open-list", "this `[` is never closed"),
        UnterminatedObject => message!("json-open-table", "this `{{` is never closed"),
        _ => unexpected(first_word(rest), message!("double-quotes", "double quotes")),
    }
}

/// The word or the sign that a text starts with.
fn first_word(text: &str) -> &str {
    let is_part = |char: char| char.is_alphanumeric() || "_-.+$".contains(char);
    let word = text.find(|char| !is_part(char)).unwrap_or(text.len());
    let sign = text.chars().next().map_or(0, char::len_utf8);
    &text[..word.max(sign)]
}

/// Quotes what should not be there, and guesses what it was meant to be.
fn unexpected(found: &str, quotes: FaultMessage) -> FaultMessage {
    let quoted = excerpt(found).escape_debug().to_string();
    let message = message!("unexpected", "unexpected `{found}`", found = quoted);
    match nearest(found, ["true", "false", "null"]) {
        Some(near) if near != found => with_hint(message, Some(format!("`{near}`"))),
        None if found.starts_with(char::is_alphabetic) => {
            message!("text-needs-quotes", "{message}; a text needs {quotes}", message, quotes)
        }
        _ => message,
    }
}

/// Where the text nests too deeply to be handed to the parser, which bounds brackets and dotted
/// keys each for itself, but not keys dotted within brackets.
fn toml_too_deep(text: &str) -> Option<usize> {
    let mut open = vec![(TokenKind::Eof, 0)]; // each closing bracket to come, and dots before it
    let mut depth = 0;
    for token in toml_parser::Source::new(text).lex() {
        let (closing, dots) = open.last_mut()?;
        match token.kind() {
            TokenKind::Eof => return None,
            kind if kind == *closing => depth -= open.pop()?.1 + 1,
            TokenKind::Dot => {
                *dots += 1;
                depth += 1;
            }
            TokenKind::Newline | TokenKind::Comma => depth -= std::mem::take(dots),
            TokenKind::LeftSquareBracket => {
                open.push((TokenKind::RightSquareBracket, 0));
                depth += 1;
            }
            TokenKind::LeftCurlyBracket => {
                open.push((TokenKind::RightCurlyBracket, 0));
                depth += 1;
            }
            _ => {}
        }
        if depth > MAX_DEPTH {
            return Some(token.span().start());
        }
    }
    None
}

const NO_CLOSING_QUOTE: FaultMessage = message!("toml-open-text", "a text has no closing quote");

/// How messages of the parser begin, and what is said instead.
static TOML_FAULTS: [(&str, FaultMessage); 13] = [
    (
        "cannot extend value",
        message!("toml-no-table", "this key has a value already, and that is no table"),
    ),
    ("duplicate key", message!("toml-key-twice", "this key is given twice")),
    ("invalid basic string, expected `\"`", NO_CLOSING_QUOTE),
    ("invalid literal string, expected `'`", NO_CLOSING_QUOTE),
    ("invalid multi-line", message!("toml-open-lines", "a text has no closing quotes")),
    (
        "invalid unquoted key",
        message!("toml-bad-key", "expected a key of letters, digits, `-` and `_`, or in quotes"),
    ),
    ("key with no value", message!("toml-equals-sign", "expected `=` and a value after the key")),
    ("unclosed array,", message!("toml-open-list", "a list is never closed; expected `]`")),
    (
        "unclosed inline table",
        message!("toml-open-table", "a table is never closed; expected `}}`"),
    ),
    ("unclosed", message!("toml-open-name", "expected `]` after the name of the table")),
    ("unexpected key or value", message!("toml-end-of-line", "expected the end of the line")),
    ("unexpected leading zero", NUMBER_STARTS_WITH_0),
    ("unquoted keys cannot be empty", message!("toml-empty-key", "expected a key")),
];

fn toml_fault(theirs: &str, found: &str) -> FaultMessage {
    if theirs.starts_with("string values must be quoted") {
        return match found {
            "" => message!("toml-value", "expected a value after the `=`"),
            _ => unexpected(found.trim(), message!("quotes", "quotes")),
        };
    }
    let ours = TOML_FAULTS.iter().find(|(start, _)| theirs.starts_with(start));
    let theirs = theirs.strip_suffix(", expected nothing").unwrap_or(theirs);
    ours.map_or_else(|| message!("toml-other", "{theirs}", theirs), |(_, ours)| ours.clone())
}
