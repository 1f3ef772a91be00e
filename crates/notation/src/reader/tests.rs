//! Values of every kind, present and absent, right and wrong.

use super::*;
use crate::document::{parse_json, parse_toml};

/// Reads the value of `key` in a JSON text, and compares it with the value or the faults.
fn check<T: std::fmt::Debug>(
    json: &str,
    read: impl FnOnce(&mut TableReader<'_>, &mut Diagnostics) -> T,
    expected: &str,
) {
    let node = parse_json(json).expect("valid JSON");
    let faults = &mut Diagnostics::new();
    let mut table = Field::root(&node).table(faults);
    let value = read(&mut table, faults);
    table.finish(faults);
    let found = match faults.is_empty() {
        true => format!("{value:?}"),
        false => faults.to_string(),
    };
    assert_eq!(found.trim_end(), expected, "in {json}");
}

#[test]
fn texts_and_switches() {
    let text = |json: &str, expected: &str| {
        check(json, |t, d| t.get("a").text(d).map(str::to_owned), expected)
    };
    text(r#"{"a": "x"}"#, r#"Some("x")"#);
    text("{}", "None");
    text(r#"{"a": null}"#, "line 1, column 7: `a` is null; expected a text in quotes");
    text(r#"{"a": {}}"#, "line 1, column 7: `a` is a table; expected a text in quotes");
    text("5", "line 1, column 1: the file is 5; expected a table `{...}`");
    let switch = |json: &str, expected: &str| check(json, |t, d| t.need("a").bool(d), expected);
    switch(r#"{"a": true}"#, "Some(true)");
    switch(r#"{"a": "yes"}"#, "line 1, column 7: `a` is \"yes\"; expected true or false");
    switch("\n{}", "line 2, column 1: `a` is missing; expected true or false");
    switch("[]", "line 1, column 1: the file is a list; expected a table `{...}`");
    let long = format!(r#"{{"a": "{}"}}"#, "é\\n".repeat(100));
    let quoted = "é\\n".repeat(20);
    switch(&long, &format!("line 1, column 7: `a` is \"{quoted}...\"; expected true or false"));
}

#[test]
fn numbers() {
    let seconds = |json: &str, expected: &str| {
        check(
            json,
            |t, d| t.get("a").number(message!("seconds", "a number of seconds"), 0.0.., d),
            expected,
        );
    };
    let expected = "expected a number of seconds, 0 or more";
    seconds(r#"{"a": 1.5e1}"#, "Some(15.0)");
    seconds("{\n\"a\":  -1}", &format!("line 2, column 7: `a` is -1; {expected}"));
    seconds(r#"{"a": 1e999}"#, &format!("line 1, column 7: `a` is 1e999; {expected}"));
    seconds(r#"{"a": "5"}"#, &format!("line 1, column 7: `a` is \"5\"; {expected}"));
    let squares = |json: &str, expected: &str| {
        check(
            json,
            |t, d| t.need("a").integer::<u8>(message!("width", "a width"), 4..=16, d),
            expected,
        );
    };
    let expected = "expected a width from 4 to 16";
    squares(r#"{"a": 14.0}"#, "Some(14)");
    squares(r#"{"a": 4.5}"#, &format!("line 1, column 7: `a` is 4.5; {expected}"));
    squares(r#"{"a": 260}"#, &format!("line 1, column 7: `a` is 260; {expected}"));
    squares(r#"{}"#, &format!("line 1, column 1: `a` is missing; {expected}"));
}

#[test]
fn ranges_in_words() {
    let check = |range: (Bound<i32>, Bound<i32>), expected| {
        assert_eq!(within(message!("number", "a number"), &range).to_string(), expected);
    };
    use Bound::*;
    check((Unbounded, Unbounded), "a number");
    check((Excluded(0), Unbounded), "a number, more than 0");
    check((Unbounded, Included(5)), "a number, at most 5");
    check((Included(1), Excluded(5)), "a number, 1 or more and less than 5");
}

#[test]
fn choices_and_parsed_texts() {
    let colours = [("white", 0), ("black", 1), ("random", 2)];
    let colour =
        |json: &str, expected: &str| check(json, |t, d| t.get("a").choice(&colours, d), expected);
    let expected = "expected \"white\", \"black\" or \"random\"";
    colour(r#"{"a": "black"}"#, "Some(1)");
    colour("{}", "None");
    colour(r#"{"a": 5}"#, &format!("line 1, column 7: `a` is 5; {expected}"));
    colour(
        r#"{"a": "whit"}"#,
        &format!("line 1, column 7: `a` is \"whit\"; {expected}; did you mean \"white\"?"),
    );
    let read = |text: &str| {
        text.parse::<u8>().map_err(|why| message!("why", "{why}", why = why.to_string()))
    };
    let parsed = |json: &str, expected: &str| {
        check(json, |t, d| t.get("a").parsed(message!("count", "a count"), read, d), expected);
    };
    parsed(r#"{"a": "7"}"#, "Some(7)");
    parsed(r#"{"a": 7}"#, "line 1, column 7: `a` is 7; expected a count");
    parsed(
        r#"{"a": "x"}"#,
        "line 1, column 7: `a` is \"x\"; expected a count (invalid digit found in string)",
    );
}

#[test]
fn every_fault_is_found_with_its_path() {
    let toml = "size = 3\ncolor = 'red'\n[[pieces]]\nname = 'x'\nbetza = 5\n[[pieces]]\nnmae = 1\n\
                [clock.player]\nsecnods = 4\n[values]\nking = 'a lot'\n'a b' = 2";
    let node = parse_toml(toml).expect("valid TOML");
    let faults = &mut Diagnostics::new();
    let mut file = Field::root(&node).table(faults);
    for piece in file.get("pieces").list(faults) {
        let mut piece = piece.table(faults);
        piece.need("name").text(faults);
        piece.get("betza").text(faults);
        piece.finish(faults);
    }
    let mut clock = file.get("clock").table(faults);
    for side in ["player", "cpu"] {
        let mut side = clock.get(side).table(faults);
        side.need("seconds").number(message!("number", "a number"), .., faults);
        side.finish(faults);
    }
    clock.finish(faults);
    for (_, value) in file.get("values").table(faults).entries() {
        value.integer::<i32>(message!("value", "a value"), .., faults);
        value.warning(message!("odd", "is an odd value"), faults);
    }
    file.get("size").error(message!("small", "is too small"), faults);
    file.get("player_colour").text(faults);
    file.finish(faults);
    faults.sort();
    let expected = "\
line 1, column 8: `size` is too small
warning: line 2, column 1: unknown key `color`; did you mean `player_colour`?
line 5, column 9: `pieces[0].betza` is 5; expected a text in quotes
line 6, column 1: `pieces[1].name` is missing; expected a text in quotes
warning: line 7, column 1: unknown key `pieces[1].nmae`; did you mean `name`?
line 8, column 1: `clock.player.seconds` is missing; expected a number
warning: line 9, column 1: unknown key `clock.player.secnods`; did you mean `seconds`?
line 11, column 8: `values.king` is \"a lot\"; expected a value
warning: line 11, column 8: `values.king` is an odd value
warning: line 12, column 9: `values.\"a b\"` is an odd value
";
    assert_eq!(faults.to_string(), expected);
    let keys: Vec<_> = faults.iter().filter_map(|fault| fault.key.as_deref()).collect();
    assert_eq!(keys[2..4], ["pieces[0].betza", "pieces[1].name"]);
}
