//! Every rule set that `docs/rulesets.md` shows is read, and means what the page says.

use std::fs;
use std::path::Path;

use notation::ruleset::{self, Loaded};
use notation::{diagnostics::Diagnostics, fen};
use rules::{Position, perft};

/// A fenced block of the page: what stands after the opening fence, and the text inside.
struct Block {
    kind: String,
    text: String,
}

fn page() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/rulesets.md");
    fs::read_to_string(path).expect("the page")
}

fn blocks() -> Vec<Block> {
    let page = page();
    let mut blocks = Vec::new();
    let mut rest = page.as_str();
    while let Some((_, opened)) = rest.split_once("\n```") {
        let (kind, body) = opened.split_once('\n').expect("an opening fence ends its line");
        let (text, after) = body.split_once("```").expect("every fence is closed");
        blocks.push(Block { kind: kind.to_owned(), text: text.to_owned() });
        rest = after;
    }
    blocks
}

/// The text of the only block of a kind.
fn only(kind: &str) -> String {
    let mut found = blocks().into_iter().filter(|block| block.kind == kind);
    let first = found.next().unwrap_or_else(|| panic!("no block `{kind}`"));
    assert!(found.next().is_none(), "more than one block `{kind}`");
    first.text
}

fn read(text: &str) -> Result<Loaded, Diagnostics> {
    ruleset::parse(text, "my-game", &|name| Err(format!("no file `{name}`")))
}

#[test]
fn every_rule_set_is_read_without_a_word() {
    let mut count = 0;
    for Block { kind, text } in blocks() {
        let file = match kind.as_str() {
            "toml" | "toml game" => text,
            "toml fragment" => format!("inherits = \"xxl\"\n{text}"),
            "toml faulty" => continue,
            other => {
                assert!(!other.starts_with("toml"), "what is `{other}`?");
                continue;
            }
        };
        count += 1;
        match read(&file) {
            Ok((_, faults)) if faults.is_empty() => {}
            Ok((_, faults)) | Err(faults) => panic!("{file}\n{faults}"),
        }
    }
    assert!(count >= 8, "only {count} rule sets on the page");
}

#[test]
fn the_faulty_rule_set_has_the_faults_that_are_shown() {
    let faults = read(&only("toml faulty")).expect_err("it is faulty");
    let mut found: Vec<_> = faults.iter().map(|fault| format!("my-game.toml: {fault}")).collect();
    found.push("error: the file is not sound".to_owned());
    assert_eq!(only("text").lines().collect::<Vec<_>>(), found);
}

#[test]
fn the_whole_game_has_the_perft_numbers_that_are_shown() {
    let (rules, _) = read(&only("toml game")).unwrap_or_else(|faults| panic!("{faults}"));
    let numbers = only("perft");
    let line = numbers.lines().find(|line| !line.starts_with('#')).expect("a line of numbers");
    let (start, counts) = line.split_once(';').expect("a FEN and counts");
    let (mut position, warnings) = fen::parse(&rules, start).expect("a FEN of the game");
    assert!(warnings.is_empty());
    assert_eq!(position, Position::start(&rules));
    for (count, depth) in counts.split_whitespace().zip(1..) {
        assert_eq!(perft(&mut position, depth).to_string(), count, "depth {depth}");
    }
}

#[test]
fn the_table_of_known_pieces_is_true() {
    let xxl = ruleset::shipped("xxl").expect("it ships");
    let page = page();
    let (_, section) = page.split_once("### Known pieces\n").expect("the section");
    let table = section.trim_start().lines().skip(2).take_while(|line| line.starts_with('|'));
    let mut rows = 0;
    for row in table {
        let cells: Vec<_> = row.split('|').map(|cell| cell.trim().trim_matches('`')).collect();
        let [_, name, symbol, value, ..] = cells[..] else { panic!("{row}") };
        let piece = xxl.piece_spec(xxl.piece_named(name).expect(name));
        assert_eq!(piece.letter.to_string(), symbol, "{name}");
        if piece.value.is_finite() {
            assert_eq!(piece.value.to_string(), value, "{name}");
        }
        rows += 1;
    }
    assert_eq!(rows, xxl.piece_types().len());
}
