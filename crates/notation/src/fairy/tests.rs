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
    assert_eq!(refusal("lost"), "it inherits from `nowhere`, which is not there");
    assert_eq!(refusal("moved"), "it cannot be expressed because of `customPiece1 = mafW`");
    assert_eq!(refusal("nobody"), "there is no variant `nobody`");
    assert!(variants.rule_set("hill").is_ok());
}

/// What Fairy-Stockfish passes over, or plays in another way than its Betza notation says.
#[test]
fn what_would_be_read_otherwise_is_refused() {
    let check = |keys: &str, expected: &str| {
        let variants = Variants::parse(&format!("[odd:chess]\n{keys}\n"));
        assert_eq!(variants.rule_set("odd").expect_err(keys).to_string(), expected, "{keys}");
    };
    check("mustCapture = yes", "`mustCapture` is `yes`; expected true or false");
    check(
        "promotionPieceTypes = qx",
        "`promotionPieceTypes` is `qx`; expected letters of pieces that the variant has",
    );
    check("pawnTypes = x", "`pawnTypes` is `x`; expected letters of pieces that the variant has");
    check(
        "flagRegionWhite = d4 z99",
        "`flagRegionWhite` is `d4 z99`; expected squares such as d4, *8 or d*",
    );
    check("knight = 7", "`knight` is `7`; expected a letter, or `-` to remove the piece");
    check("customPiece1 = a", "`customPiece1` is `a`; expected a letter, a colon and a movement");
    check("nFoldRule = 300", "`nFoldRule` is `300`; expected a number from 0 to 255");
    check("nMoveRule = -5", "`nMoveRule` is `-5`; expected a number from 0 to 65535");
    check("customPiece1 = a:G2", "it cannot be expressed because of `customPiece1 = G2`");
    let two = Variants::parse("[two:spartan]\nextinctionPieceCount = 2\n").rule_set("two");
    assert_eq!(
        two.expect_err("other royals").to_string(),
        "it cannot be expressed because of `dupleCheck`"
    );
    check("janggiCannon = a", "it cannot be expressed because of `janggiCannon`");
    let long = format!("customPiece1 = a:{}", "w".repeat(1000));
    let refusal = Variants::parse(&format!("[odd:chess]\n{long}\n")).rule_set("odd");
    assert!(refusal.expect_err("too many").to_string().len() < 150);
    let ring = Variants::parse("[a:b]\n[b:a]\n[alone]\n");
    let told = |name: &str| ring.rule_set(name).expect_err(name).to_string();
    assert_eq!(told("a"), "it inherits in a ring, or from more than 16 variants in a row");
    assert_eq!(told("alone"), "it has no pieces");
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
    let flips = "fers = f\npromotedPieceType = n:f\npieceDemotion = true\ncastling = false\nenPassantRegion = -\n";
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
    // The nearer square of two is left out: a piece that can be taken there can be found.
    let fen = "4k3/8/8/8/3pPp2/8/8/4K3 b - e2e3 0 1";
    let fen = variants.our_fen("triple", fen).expect("a FEN");
    assert_eq!(fen, "4k3/8/8/8/3pPp2/8/8/4K3 b - e2 0 1");
    let fen = variants.our_fen("triple", &fen.replace("e2 0", "e2e3e4 0")).expect("a FEN");
    assert_eq!(fen, "4k3/8/8/8/3pPp2/8/8/4K3 b - e2 0 1");
    // A count of moves in makruk is not judged.
    let counted = variants.our_fen("makruk", "3r4/8/3k4/8/8/8/4K3/1R6 w - 126 31 49");
    assert_eq!(counted.as_deref(), Ok("3r4/8/3k4/8/8/8/4K3/1R6 w - - 0 49"));
    let checks = variants.our_fen("3check", "4k3/8/8/8/8/8/8/4K3 w - - 2+3 31 49");
    assert_eq!(checks.as_deref(), Ok("4k3/8/8/8/8/8/8/4K3 w - - 2+3 31 49"));
    let refusal = variants.rule_set("unclear").expect_err("bishops stand there").to_string();
    assert_eq!(refusal, "it cannot be expressed because of `pieceDemotion`");
}

#[test]
fn what_pieces_become_is_written_as_fairy_stockfish_does() {
    let variants = Variants::parse(
        "[flip:chess]\nfers = f\npromotedPieceType = n:f\npieceDemotion = true\ncastling = false\nenPassantRegion = -\n\
         promotionRegionWhite = *5 *6 *7 *8\npromotionRegionBlack = *4 *3 *2 *1\n",
    );
    let mut position = Position::start(&compiled(&variants, "flip"));
    for text in ["b1c3", "a7a6", "c3d5+", "a6a5", "d5e6-", "h7h6"] {
        let chess_move = parse_move(&position, text).expect(text);
        assert_eq!(format_move(&position, chess_move), text);
        position.play_unchecked(chess_move);
    }
    assert!(crate::fen::format(&position).starts_with("rnbqkbnr/1pppppp1/4N2p"));
    assert!(parse_move(&position, "a2a3+").is_err() && parse_move(&position, "+").is_err());
}

/// What is played without what a built-in variant has in hand is still that variant.
#[test]
fn built_in_variants_that_are_refused_can_be_inherited_from() {
    let variants = Variants::parse(
        "[plain:shogi]\npieceDrops = false\ncapturesToHand = false\n\
         [small:minishogi]\npieceDrops = false\ncapturesToHand = false\nnFoldValueAbsolute = false\n\
         [pass:janggi]\nbikjangRule = false\npass = false\nmaterialCounting = none\n\
         [late:shogi]\npieceDrops = false\ncapturesToHand = false\npromotedPieceType = p:s g:-\n",
    );
    let rules = compiled(&variants, "plain");
    assert_eq!(perft(&mut Position::start(&rules), 2), 900);
    assert_eq!(perft(&mut Position::start(&compiled(&variants, "small")), 2), 181);
    let refusal = variants.rule_set("pass").expect_err("lines of the palace").to_string();
    assert_eq!(refusal, "it cannot be expressed because of `diagonalLines`, `janggiCannon`");
    let late = compiled(&variants, "late");
    let becomes = |name: &str| {
        let kind = late.piece_named(name).expect(name);
        let becomes = late.piece_spec(kind).becomes?;
        Some(late.piece_spec(becomes).name.clone())
    };
    assert_eq!(becomes("shogi-pawn").as_deref(), Some("silver"));
    assert_eq!(becomes("lance").as_deref(), Some("gold"), "others stay as they were");
}

#[test]
fn promotion_keeps_what_stands_beside_a_removed_bishop() {
    let variants = Variants::parse("[capacannon:capablanca]\ncannon = b\n");
    let rules = compiled(&variants, "capacannon");
    let names = |rules: &Rules| {
        let choices = rules.promotion_choices().iter();
        choices.map(|kind| rules.piece_spec(*kind).name.clone()).collect::<Vec<_>>()
    };
    assert_eq!(names(&rules), ["queen", "chancellor", "archbishop", "rook", "knight"]);
    let start = "k9/6P3/10/10/10/10/10/K9 w - - 0 1";
    let (mut position, _) = crate::fen::parse(&rules, start).expect("a position");
    assert_eq!(perft(&mut position, 1), 8);
}

/// The first choice is what a pawn becomes if nothing is said.
#[test]
fn pawns_usually_become_the_strongest_piece() {
    let variants = Variants::built_in();
    for name in ["chess", "antichess", "capablanca", "grand", "janus"] {
        let rules = compiled(&variants, name);
        let first = rules.promotion_choices()[0];
        assert_eq!(rules.piece_spec(first).name, "queen", "{name}");
    }
}

#[test]
fn what_would_be_played_otherwise_is_refused() {
    let refusal = |section: &str| {
        let variants = Variants::parse(&format!("[{section}\n"));
        let name = variants.names().next().expect("a section").to_owned();
        variants.rule_set(&name).err().map(|error| error.to_string())
    };
    let because = |key: &str| Some(format!("it cannot be expressed because of `{key}`"));
    for key in ["connectHorizontal", "connectVertical", "connectDiagonal"] {
        let section = |value: &str| refusal(&format!("row:chess]\nconnectN = 4\n{key} = {value}"));
        assert_eq!(section("false"), because(key));
        assert_eq!(section("true"), None, "{key}");
    }
    assert_eq!(refusal("a:chess]\ndragon = d"), because("dragon"));
    assert_eq!(
        refusal("a:xiangqi]\nchasingRule = nonsense"),
        Some("`chasingRule` is `nonsense`; expected axf or none".to_owned())
    );
    assert_eq!(refusal("a:xiangqi]\nchasingRule = axf"), None);
    assert_eq!(refusal("a:chess]\ncastlingRookPieces = b"), because("castlingRookPieces"));
    assert_eq!(refusal("a:chess]\ncastlingRookPieces = r"), None);
    assert_eq!(refusal("a:coregal]\nchecking = false"), because("checking"));
    for section in ["]", ":chess]", " : chess ]"] {
        assert_eq!(refusal(section), Some("it has no name".to_owned()), "{section}");
    }
}

/// What Fairy-Stockfish plays otherwise, as random sections have shown.
#[test]
fn pieces_that_would_go_elsewhere_are_refused() {
    let refusal = |section: &str| {
        let variants = Variants::parse(&format!("[a:{section}\n"));
        variants.rule_set("a").err().map(|error| error.to_string())
    };
    let because = |key: &str| Some(format!("it cannot be expressed because of `{key}`"));
    for (section, key) in [
        // Two moves there, one here.
        ("horde]\npromotedPieceType = p:q", "promotedPieceType"),
        ("coregal]\npromotedPieceType = q:n", "promotedPieceType"),
        // Regions do not count in passing, nor do pawns promote.
        ("torpedo]\nmobilityRegionBlackPawn = a*", "mobilityRegionBlackPawn"),
        ("chess]\npromotionRegionWhite = *6 *7 *8", "promotionRegion"),
        // A double step is two single ones.
        ("chess]\nmobilityRegionWhitePawn = d2 d4 *5 *6 *7 *8", "mobilityRegionWhitePawn"),
        ("chess]\nmobilityRegionWhiteNonsense = *1", "mobilityRegionWhiteNonsense"),
        ("chess]\nextinctionPseudoRoyal = true\nextinctionPieceTypes = q", "extinctionPseudoRoyal"),
    ] {
        assert_eq!(refusal(section), because(key), "{section}");
    }
    assert_eq!(refusal("chess]\nmobilityRegionWhitePawn = *2 *3 *4 *5 *6 *7 *8"), None);
    assert_eq!(refusal("chess]\nmobilityRegionWhiteKnight = -"), None);
    let no_king = Variants::parse("[a:giveaway]\nflyingGeneral = true\n");
    assert!(!compiled(&no_king, "a").spec().restrictions.kings_apart);
    assert_eq!(
        refusal("gardner]\nmobilityRegionBlackKnight = g*"),
        Some("`mobilityRegionBlackKnight` is `g*`; expected squares of the board".to_owned())
    );
}

#[test]
fn double_steps_that_a_base_forgot_stay_away() {
    let variants = Variants::parse(
        "[late:makruk]\ndoubleStep = true\n[again:late]\ndoubleStepRegionWhite = *3\n",
    );
    let moves = |name| Position::start(&compiled(&variants, name)).legal_moves().len();
    assert_eq!(moves("late"), 23);
    assert_eq!(moves("again"), 31);
}

/// A king that could leap to where castling ends.
#[test]
fn castling_is_told_from_the_leap_of_a_king() {
    let variants = Variants::parse(
        "[leaper:chess]\nking = k:KAD\n[near:knightmate]\ncastlingQueensideFile = d\n",
    );
    let castling = |name, text| {
        let rules = compiled(&variants, name);
        let (position, _) = crate::fen::parse(&rules, text).expect("a position");
        let moves = position.legal_moves().into_iter();
        let castling = moves.filter(|found| found.kind() == rules::MoveKind::Castling);
        castling.map(|found| format_move(&position, found)).collect::<Vec<_>>()
    };
    assert_eq!(castling("leaper", "4k2r/8/8/8/8/8/8/4K3 b k - 0 1"), ["e8h8"]);
    assert_eq!(castling("near", "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1"), ["e1d1"]);
}
