//! The tables of the documentation say what is so.

use test_kit::book::page;
use xxlchess_notation::ruleset;

#[test]
fn the_table_of_known_pieces_is_true() {
    let xxl = ruleset::shipped("xxl").expect("it ships");
    let page = page("docs/rulesets.md").text;
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
