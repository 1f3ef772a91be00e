//! Sections become rule sets, or say why not.

use rules::{Position, Rules, perft};

use super::*;
use crate::ruleset;

fn compiled(variants: &Variants, name: &str) -> std::sync::Arc<Rules> {
    let spec = variants.rule_set(name).unwrap_or_else(|error| panic!("{name}: {error}"));
    Rules::compile(spec).unwrap_or_else(|faults| panic!("{name}: {faults:?}"))
}

/// The variants that are built in and can be expressed.
fn expressed() -> Vec<String> {
    let variants = Variants::built_in();
    variants.names().filter(|name| variants.rule_set(name).is_ok()).map(str::to_owned).collect()
}

#[test]
fn built_in_variants_are_written_and_read_again() {
    let variants = Variants::built_in();
    let names = expressed();
    assert!(names.len() >= 65, "{} variants: {names:?}", names.len());
    for name in names {
        let rules = compiled(&variants, &name);
        let text = ruleset::format(rules.spec());
        let none = |file: &str| Err(format!("no file {file}"));
        match ruleset::parse(&text, &name, &none) {
            Ok((read, _)) => assert_eq!(read.spec(), rules.spec(), "{name}\n{text}"),
            Err(faults) => panic!("{name}: {faults}\n{text}"),
        }
    }
}

#[test]
fn perft_numbers_of_known_variants() {
    let variants = Variants::built_in();
    for (name, depth, expected) in [
        ("chess", 3, 8902),
        ("xiangqi", 3, 79_666),
        ("antichess", 3, 8067),
        ("makruk", 3, 12_012),
        ("knightmate", 2, 324),
        ("racingkings", 3, 11_264),
        ("horde", 3, 1274),
    ] {
        let rules = compiled(&variants, name);
        assert_eq!(perft(&mut Position::start(&rules), depth), expected, "{name}");
    }
}

#[test]
fn what_cannot_be_expressed_is_refused_by_its_key() {
    let variants = Variants::parse(
        "[bombs:chess]\nblastOnCapture = true\n\n[lost:nowhere]\n\n[hill:chess]\nflagPiece = k\n\
         flagRegion = d4 e4\n\n[moved:chess]\ncustomPiece1 = a:mafW\n",
    );
    assert_eq!(variants.names().collect::<Vec<_>>(), ["bombs", "lost", "hill", "moved"]);
    let refusal = |name: &str| variants.rule_set(name).expect_err(name).to_string();
    assert_eq!(refusal("bombs"), "it cannot be expressed because of `blastOnCapture`");
    assert_eq!(
        refusal("lost"),
        "it inherits from `nowhere`, which is not there or inherits from it"
    );
    assert_eq!(refusal("moved"), "it cannot be expressed because of `customPiece1 = mafW`");
    assert_eq!(refusal("nobody"), "there is no variant `nobody`");
    assert!(variants.rule_set("hill").is_ok());
}
