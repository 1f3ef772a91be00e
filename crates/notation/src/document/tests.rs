//! What comes out of good, odd and broken files, to the letter.

use super::*;

/// A tree on one line, with the place of each value before it and of each key after it.
fn show(node: &Node) -> String {
    let at = |place: TextPosition| format!("{}:{}", place.line, place.column);
    let join = |parts: Vec<String>| parts.join(", ");
    let value = match &node.value {
        Value::List(items) => format!("[{}]", join(items.iter().map(show).collect())),
        Value::Table(entries) => {
            let entry = |(key, node): &(Key, Node)| {
                format!("{} {} = {}", at(key.place), key.name, show(node))
            };
            format!("{{{}}}", join(entries.iter().map(entry).collect()))
        }
        Value::Number(number) => match number.integer {
            Some(integer) => integer.to_string(),
            None => format!("{:?}", number.value),
        },
        value => value.to_string(),
    };
    format!("{} {value}", at(node.place))
}

type Parse = fn(&str) -> Result<Node, Diagnostic>;

fn check(parse: Parse, text: &str, expected: &str) {
    let found = parse(text).map_or_else(|fault| fault.to_string(), |node| show(&node));
    assert_eq!(found, expected, "in {:?}", excerpt(text));
}

#[test]
fn json_trees() {
    let check = |text: &str, expected: &str| check(parse_json, text, expected);
    check("{}", "1:1 {}");
    check("\u{FEFF}{}", "1:1 {}");
    check(" \r\n {\"b\": 1,\r\n\"a\":[]}", "2:2 {2:3 b = 2:8 1, 3:1 a = 3:5 []}");
    check(
        "[null, true, \"a\\n\\\"\\u00e9\\uD83D\\uDE00\"]",
        "1:1 [1:2 null, 1:8 true, 1:14 \"a\\n\\\"é😀\"]",
    );
    check("[0, -7, 5.0, 1e3, 0.5]", "1:1 [1:2 0, 1:5 -7, 1:9 5, 1:14 1000, 1:19 0.5]");
    check("[9223372036854775807, 1e18]", "1:1 [1:2 9223372036854775807, 1:23 1e18]");
    check("[1e999, 99999999999999999999]", "1:1 [1:2 inf, 1:9 1e20]");
    check("[\"😀é\", {\"😀\": 5}]", "1:1 [1:2 \"😀é\", 1:8 {1:9 😀 = 1:14 5}]");
}

#[test]
fn json_faults() {
    let invalid = |text: &str, expected: &str| {
        let (place, words) = expected.split_once(": ").unwrap_or_default();
        check(parse_json, text, &format!("{place}: not valid JSON: {words}"));
    };
    for text in ["", " \t\r\n ", "\u{FEFF}"] {
        check(parse_json, text, "the file is empty; expected a JSON object");
    }
    check(
        parse_json,
        "{\"a\": 1,\n \"b\": {}, \"a\": 2}",
        "line 2, column 11: the key `a` is given twice, first at line 1, column 2",
    );
    invalid("{\n\"a\": 1\n\"b\" 5}", "line 2, column 7: expected a comma");
    invalid("{\n\"a\": 1,\n\"b\" 5}", "line 3, column 5: expected a colon after the key");
    invalid("{\"a\"", "line 1, column 5: expected a colon after the key");
    invalid("{\"a\":", "line 1, column 6: expected a value after the colon");
    invalid("{\"a\":}", "line 1, column 6: unexpected `}`");
    invalid("{\"a\": 1", "line 1, column 1: this `{` is never closed");
    invalid("{\"a\": [1, 2}", "line 1, column 12: unexpected `}`");
    invalid(" [1,", "line 1, column 2: this `[` is never closed");
    invalid("[1,]", "line 1, column 3: expected no comma after the last item");
    invalid("[,]", "line 1, column 2: unexpected `,`");
    invalid("[1] 2", "line 1, column 5: expected nothing more after the first value");
    invalid("{a: 1}", "line 1, column 2: expected a key in double quotes");
    invalid("['a']", "line 1, column 2: expected double quotes");
    invalid("[1] // x \"", "line 1, column 5: comments are not allowed");
    invalid("[1 /* x", "line 1, column 4: comments are not allowed");
    invalid("[01]", "line 1, column 3: a number cannot start with 0");
    invalid("[.5]", "line 1, column 2: expected digits on both sides of the decimal point");
    invalid("[-]", "line 1, column 3: expected a digit");
    invalid("[1e]", "line 1, column 4: expected a digit");
    invalid("[+1]", "line 1, column 2: a number cannot start with `+`");
    invalid("[0x10]", "line 1, column 2: hexadecimal numbers are not allowed");
    invalid("[-Infinity]", "line 1, column 2: infinite numbers are not allowed");
    invalid("[True]", "line 1, column 2: unexpected `True`; did you mean `true`?");
    invalid("[white]", "line 1, column 2: unexpected `white`; a text needs double quotes");
    invalid("\0\u{1}\u{7F}PNG", "line 1, column 1: unexpected `\\0`");
    invalid("[\"😀é\", ?]", "line 1, column 8: unexpected `?`");
    invalid("[1,\u{A0}2]", "line 1, column 4: unusual blank; expected a plain space");
    invalid("[\"a\\qb\"]", "line 1, column 4: unknown escape; a backslash is written `\\\\`");
    invalid("[\"\\u12\"]", "line 1, column 3: expected four hexadecimal digits after `\\u`");
    invalid("[\"\\uD83D\"]", "line 1, column 3: this escape is no character");
    invalid(
        "[\"a\tb\"]",
        "line 1, column 4: a tab or control character in a text; expected an escape such as `\\t`",
    );
    let unclosed = "the text that starts here has no closing quote on its line";
    invalid("{\"a\": \"b", &format!("line 1, column 7: {unclosed}"));
    invalid("{\"a\": \"b\\\"", &format!("line 1, column 7: {unclosed}"));
    invalid("{\"a\": \"b,\r\n\"c\": 1}", &format!("line 1, column 7: {unclosed}"));
    invalid("{\"a\": \"b,\n\"c\": \"d\"}", &format!("line 1, column 7: {unclosed}"));
}

#[test]
fn toml_trees() {
    let check = |text: &str, expected: &str| check(parse_toml, text, expected);
    check("", "1:1 {}");
    check("\u{FEFF}b = 1\r\na = 'x' # y", "1:1 {1:1 b = 1:5 1, 2:1 a = 2:5 \"x\"}");
    check("[b.c]\nd = 1\n[a]", "1:1 {1:2 b = 1:2 {1:4 c = 1:1 {2:1 d = 2:5 1}}, 3:2 a = 3:1 {}}");
    check(
        "[[p]]\n[[p]]\nn = [1, {e.o = 2}]",
        "1:1 {1:3 p = 1:1 [1:1 {}, 2:1 {3:1 n = 3:5 [3:6 1, 3:9 {3:10 e = 3:10 {3:12 o = 3:16 2}}]}]}",
    );
    check(
        "a = [0xff, 1_000, 5.0, -inf, nan, 1e999]",
        "1:1 {1:1 a = 1:5 [1:6 255, 1:12 1000, 1:19 5, 1:24 -inf, 1:30 NaN, 1:35 inf]}",
    );
    check("a = 99999999999999999999", "1:1 {1:1 a = 1:5 1e20}");
}

#[test]
fn toml_faults() {
    let invalid = |text: &str, expected: &str| {
        let (place, words) = expected.split_once(": ").unwrap_or_default();
        check(parse_toml, text, &format!("{place}: not valid TOML: {words}"));
    };
    check(
        parse_toml,
        "a = 1\nb = 1979-05-27",
        "line 2, column 5: 1979-05-27 is a date; expected a text in quotes or a number",
    );
    invalid("a", "line 1, column 2: expected `=` and a value after the key");
    invalid("{\"a\": 1}", "line 1, column 1: invalid key-value pair, expected key");
    invalid("a =", "line 1, column 4: expected a value after the `=`");
    invalid("a = white", "line 1, column 5: unexpected `white`; a text needs quotes");
    invalid("a = [1 2]", "line 1, column 6: unexpected `1 2`");
    invalid("x = '😀'\na = [1,\n2", "line 3, column 2: a list is never closed; expected `]`");
    invalid("a = {b = 1", "line 1, column 11: a table is never closed; expected `}`");
    invalid("[a\nb = 1", "line 1, column 3: expected `]` after the name of the table");
    invalid("a = \"x\nb = 1", "line 1, column 7: a text has no closing quote");
    invalid("a = '''x", "line 1, column 9: a text has no closing quotes");
    invalid("a = \"😀\" x", "line 1, column 9: expected the end of the line");
    invalid("a = 1\n\na = 2", "line 3, column 1: this key is given twice");
    invalid("[a]\n[a]", "line 2, column 2: this key is given twice");
    invalid("a = 1\n[a.b]", "line 2, column 2: this key has a value already, and that is no table");
    invalid("a = 01", "line 1, column 5: a number cannot start with 0");
    invalid("= 1", "line 1, column 1: expected a key");
    invalid(
        "é = 1",
        "line 1, column 1: expected a key of letters, digits, `-` and `_`, or in quotes",
    );
    invalid("a = 1__0", "line 1, column 6: `_` may only go between digits");
    invalid("\0", "line 1, column 2: expected `=` and a value after the key");
}

#[test]
fn deep_nesting_is_refused_and_moderate_nesting_is_not() {
    let nested = |open: &str, levels, inner: &str, close: &str| {
        format!("{}{inner}{}", open.repeat(levels), close.repeat(levels))
    };
    let check = |parse: Parse, text: &str, column: Option<u32>| {
        let fault = parse(text).err().map(|fault| fault.to_string());
        let expected = "nested too deeply; expected at most 64 levels of lists and tables";
        let expected = |column| format!("line 1, column {column}: {expected}");
        assert_eq!(fault, column.map(expected), "in {:?}", excerpt(text));
    };
    check(parse_json, &nested("[", 64, "1", "]"), None);
    check(parse_json, &nested("[", 65, "", "]"), Some(65));
    check(parse_json, &nested("{\"a\":", 65, "1", "}"), Some(321));
    check(parse_json, &"[".repeat(100_000), Some(513));
    check(parse_json, &"{\"a\":".repeat(100_000), Some(1282));

    let toml_list = |levels| format!("a={}", nested("[", levels, "", "]"));
    let dotted = |dots| format!("a{}=1", ".a".repeat(dots));
    let keys = format!("a{}={{", ".a".repeat(30));
    check(parse_toml, &toml_list(63), None);
    check(parse_toml, &toml_list(64), Some(66));
    check(parse_toml, &toml_list(100_000), Some(67));
    check(parse_toml, &dotted(63), None);
    check(parse_toml, &dotted(100_000), Some(130));
    check(parse_toml, &nested(&keys, 70, "b=1", "}"), Some(132));
    check(parse_toml, &format!("{}].b", keys.repeat(70)), Some(132));
}
