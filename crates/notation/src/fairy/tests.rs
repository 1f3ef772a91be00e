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
        match ruleset::parse(&text, &name, &ruleset::no_files) {
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

#[test]
fn idle_moves_are_counted_as_the_section_says() {
    let variants = Variants::built_in();
    let clock = |name: &str, moves: &[&str]| {
        let mut position = Position::start(&compiled(&variants, name));
        for text in moves {
            let chess_move = crate::uci::parse(&position, text).expect(text);
            position.play_unchecked(chess_move);
        }
        position.halfmove_clock()
    };
    assert_eq!(clock("chess", &["e2e3"]), 0);
    // A pawn that can go back has made no progress.
    assert_eq!(clock("pawnback", &["e2e3"]), 1);
    assert_eq!(clock("pawnsideways", &["e2e3", "e7e6", "e3f3"]), 1);
    let types = Variants::parse("[idle:chess]\nnMoveRuleTypes = n\n");
    let rules = compiled(&types, "idle");
    assert_eq!(rules.spec().ends.progress, Some(vec![rules.piece_named("knight").expect("it")]));
    // Which rook castles would be another rule.
    let rooks = Variants::parse("[rooks:chess]\ncastlingRookKingsideFile = g\n");
    let refusal = rooks.rule_set("rooks").expect_err("an own rook").to_string();
    assert_eq!(refusal, "it cannot be expressed because of `castlingRookKingsideFile`");
}

#[test]
fn goals_that_must_be_safe_and_rows_win() {
    let variants = Variants::parse(
        "[safe:chess]\nflagRegionWhite = *8\nflagRegionBlack = *1\nflagPieceSafe = true\n\n\
         [row:chess]\nconnectN = 4\n",
    );
    let outcome = |name: &str, fen: &str| {
        let rules = compiled(&variants, name);
        crate::fen::parse(&rules, fen).expect(fen).0.outcome().map(|outcome| outcome.winner)
    };
    assert_eq!(outcome("safe", "N6k/8/8/8/8/8/8/1K6 b - - 0 1"), Some(Some(rules::Colour::White)));
    assert_eq!(outcome("safe", "Nr5k/8/8/8/8/8/8/1K6 b - - 0 1"), None);
    assert_eq!(
        outcome("row", "7k/8/8/3B4/2N5/1P6/P7/7K b - - 0 1"),
        Some(Some(rules::Colour::White))
    );
    assert_eq!(outcome("row", "7k/8/8/8/2N5/1P6/P7/7K b - - 0 1"), None);
}

#[test]
fn sections_are_written_and_read_again() {
    let variants = Variants::built_in();
    let (mut written, mut refusals) = (0, Vec::new());
    for name in expressed() {
        let rules = compiled(&variants, &name);
        let text = match section(&rules) {
            Ok(text) => text,
            Err(error) => {
                refusals.push(format!("{name}: {error}"));
                continue;
            }
        };
        let again = compiled(&Variants::parse(&text), &name);
        assert_eq!(section(&again).as_ref(), Ok(&text), "{name}");
        let count = |rules| perft(&mut Position::start(rules), 2);
        assert_eq!(count(&again), count(&rules), "{name}\n{text}");
        written += 1;
    }
    assert!(written >= 67 && refusals.is_empty(), "{written} written; {refusals:#?}");
    let griffon = "inherits = 'standard'\nfog = true\n[[pieces]]\nname = 'griffon'\n\
                   symbol = 'g'\nbetza = 't[FR]'\n";
    let (rules, _) = ruleset::parse(griffon, "bent", &ruleset::no_files).expect("rules");
    assert_eq!(
        section(&rules).expect_err("fog and bends").to_string(),
        "it cannot be written for Fairy-Stockfish because of `fog`, `griffon = Ft[FR]`"
    );
}

#[test]
fn triple_steps_and_demotion_are_read_and_written() {
    let flips = "fers = f\npromotedPieceType = n:f\npieceDemotion = true\ncastling = false\n";
    let variants = Variants::parse(&format!(
        "[triple:chess]\ntripleStepRegionWhite = *2\ntripleStepRegionBlack = *7\ndoubleStep = false\n\
         castling = false\n\n[flip:chess]\n{flips}promotionRegionWhite = *5 *6 *7 *8\n\
         promotionRegionBlack = *4 *3 *2 *1\n\n[take:flip]\npiecePromotionOnCapture = true\n\
         mandatoryPiecePromotion = true\nstartFen = r+nbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1\n\n\
         [unclear:chess]\npromotedPieceType = n:b\npieceDemotion = true\n"
    ));
    // As Fairy-Stockfish counts.
    for (name, counts) in
        [("triple", [20, 392, 8651]), ("flip", [20, 400, 9520]), ("take", [20, 360, 8462])]
    {
        let rules = compiled(&variants, name);
        for (count, depth) in counts.into_iter().zip(1..) {
            assert_eq!(perft(&mut Position::start(&rules), depth), count, "{name} {depth}");
        }
        let text = section(&rules).expect(name);
        let again = compiled(&Variants::parse(&text), name);
        assert_eq!(section(&again).as_ref(), Ok(&text), "{name}");
        assert_eq!(perft(&mut Position::start(&again), 3), counts[2], "{name}");
    }
    // The nearer square of two is left out: whoever can be taken there can be found.
    let fen = "4k3/8/8/8/3pPp2/8/8/4K3 b - e2e3 0 1";
    let fen = variants.our_fen("triple", fen).expect("a FEN");
    assert_eq!(fen, "4k3/8/8/8/3pPp2/8/8/4K3 b - e2 0 1");
    let refusal = variants.rule_set("unclear").expect_err("bishops stand there").to_string();
    assert_eq!(refusal, "it cannot be expressed because of `pieceDemotion`");
}
