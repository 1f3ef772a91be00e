//! Bad moves are explained, on the board of ordinary chess and on others.

use engine::{Engine, Limits, Score};
use notation::{ruleset, san};
use rules::{Colour, History, Position, fen};
use xxlchess_study::{Grade, Insight, Motif, Review, Reviewer, Tactic};

fn review(rules: &str, start: &str, moves: &str, nodes: u64) -> Review {
    let rules = ruleset::shipped(rules).expect("it ships");
    let start = match start {
        "" => Position::start(&rules),
        text => fen::parse(&rules, text).expect("a position").0,
    };
    let mut game = History::new(start);
    for text in moves.split_whitespace() {
        let chess_move = san::parse(game.position(), text).expect(text);
        game.play(chess_move).expect("legal");
    }
    review_of(&game, nodes)
}

fn review_of(game: &History, nodes: u64) -> Review {
    let mut engine = Engine::new(game.start().rules(), 8, 1);
    let mut reviewer = Reviewer::new(game);
    while let Some(history) = reviewer.next_position() {
        let earlier: Vec<u64> = history.earlier_hashes().collect();
        let found = engine.search(history.position(), &earlier, &Limits::nodes(nodes), &mut |_| {});
        reviewer.insert(Insight::from(found));
    }
    reviewer.finish().expect("all positions are done")
}

/// The motif of the last move.
fn motif(rules: &str, start: &str, moves: &str) -> Option<Motif> {
    let review = review(rules, start, moves, 20_000);
    let last = review.moves.last().expect("there are moves");
    println!("{moves}: {:?} {:?}", last.grade, last.explanation);
    last.explanation.as_ref().map(|why| why.motif.clone())
}

fn standard(start: &str, moves: &str) -> Option<Motif> {
    motif("standard", start, moves)
}

#[test]
fn mates_that_are_allowed_or_missed() {
    assert_eq!(standard("", "f3 e5 g4"), Some(Motif::AllowsMate(1)));
    assert_eq!(standard("", "e4 e5 Bc4 Nc6 Qh5 Nf6 d3"), Some(Motif::MissesMate(1)));
}

#[test]
fn a_good_move_needs_no_reason() {
    let review = review("standard", "", "e4 e5 Nf3 Nc6", 20_000);
    assert!(review.moves.iter().all(|m| m.explanation.is_none() && !m.grade.is_bad()));
    assert!(review.summary(Colour::White).accuracy.is_some_and(|accuracy| accuracy > 90.0));
}

#[test]
fn pieces_that_can_be_taken() {
    let trade = standard("", "e4 e5 Qh5 Nc6 Qxf7+");
    assert!(matches!(trade, Some(Motif::BadTrade { .. })), "{trade:?}");
    let put = standard("", "e4 e5 Qg4 Nf6 Qf5 d6 Qg6");
    assert!(matches!(put, Some(Motif::PutsEnPrise { .. })), "{put:?}");
    let left = standard("", "e4 Nf6 e5 a6");
    assert!(matches!(left, Some(Motif::LeavesEnPrise { .. })), "{left:?}");
    let guard = standard("3r2k1/5ppp/8/8/3n4/7P/5PP1/3R2K1 b - - 0 1", "Ra8");
    assert!(matches!(guard, Some(Motif::RemovesGuard { .. })), "{guard:?}");
    let opened = standard("3r2k1/5ppp/8/8/3B4/7P/5PP1/3Q2K1 w - - 0 1", "Ba1");
    assert!(matches!(opened, Some(Motif::OpensLine { .. })), "{opened:?}");
}

#[test]
fn forks_skewers_and_promotions() {
    let fork = standard("r4k2/5ppp/8/3N4/8/7P/5PP1/6K1 b - - 0 1", "Ke8");
    let Some(Motif::Allows(Tactic::Fork { targets, .. })) = fork else { panic!("{fork:?}") };
    assert_eq!(targets.len(), 2);
    let skewer = standard("8/8/4k3/7q/8/8/1K6/R7 b - - 0 1", "Ke5");
    assert!(matches!(skewer, Some(Motif::Allows(Tactic::Skewer { .. }))), "{skewer:?}");
    let pawn = standard("8/P7/6k1/8/8/8/7r/4K3 b - - 0 1", "Kg5");
    assert!(matches!(pawn, Some(Motif::Allows(Tactic::Promotion { .. }))), "{pawn:?}");
    let missed = standard("r3k3/5ppp/8/3N4/8/7P/5PP1/6K1 w - - 0 1", "h4");
    assert!(matches!(missed, Some(Motif::Misses(Tactic::Fork { .. }))), "{missed:?}");
}

/// What is said about a move when the engine's scores and lines before and after it are these.
fn said(start: &str, played: &str, before: (i32, &str), after: (i32, &str)) -> Option<Motif> {
    let rules = ruleset::shipped("standard").expect("it ships");
    let mut game = History::new(fen::parse(&rules, start).expect("a position").0);
    let insight = |position: &Position, (score, line): (i32, &str)| {
        let mut position = position.clone();
        let parse = |text: &str| {
            let chess_move = san::parse(&position, text).expect(text);
            position.play(chess_move).expect("legal");
            chess_move
        };
        let line = line.split_whitespace().map(parse).collect();
        Insight::Searched { score: Score::Centipawns(score), depth: 9, line }
    };
    let first = insight(game.position(), before);
    game.play(san::parse(game.position(), played).expect(played)).expect("legal");
    let second = insight(game.position(), after);
    let mut reviewer = Reviewer::of_kept(&game);
    reviewer.insert(first);
    reviewer.insert(second);
    let review = reviewer.finish().expect("all positions are done");
    review.moves[0].explanation.as_ref().map(|why| why.motif.clone())
}

/// Positions of real games about which something false was said once.
#[test]
fn what_is_told_is_the_reason() {
    // Queens are exchanged on the way; what is lost is the knight.
    let knight = said(
        "r1b1kb1r/pp1p1ppp/5q2/3Pn3/8/2p2N2/P3QPPP/R1B1KB1R b kq - 2 12",
        "Be7",
        (283, "Bd6 Bg5 Qf5 h4 O-O"),
        (3, "Qxe5 Qxe5+ Nxe5 b6 Be3 O-O"),
    );
    let Some(Motif::LeavesEnPrise { piece, .. }) = knight else { panic!("{knight:?}") };
    assert_eq!(piece.square.to_string(), "e5");
    // The pawn on b4 can be exchanged for the one that attacks it.
    let pawn = said(
        "rnb1kbnr/pp2qppp/3p4/1N2p3/1p1P4/8/P1PKPPPP/R1BQ1BNR w kq - 0 6",
        "e3",
        (-79, "a3 Nc6 axb4 Nf6 Ke1 a6 d5"),
        (270, "a6"),
    );
    assert_eq!(pawn, None);
    // Nobody knows that the knight on e5 goes and leaves the other one behind.
    let likely = said(
        "1q2kb1r/r4p1p/4pnp1/1Pppnb2/2P5/PQ2P3/3P1PBP/RNB1K1NR w KQk - 1 16",
        "Bf1",
        (-128, "Bb2"),
        (284, "Be4"),
    );
    assert_eq!(likely, None);
    // The pawn on a5 is guarded; another one could have been won.
    let guarded = said(
        "r1bqkbnr/2p1pppp/np1p4/p7/1P2PP2/6Q1/P1PP2PP/RNB1KBNR b KQkq - 2 5",
        "Qd7",
        (87, "axb4 d4"),
        (20, "bxa5"),
    );
    assert!(
        matches!(&guarded, Some(Motif::Misses(Tactic::Capture { target, .. }))
            if target.square.to_string() == "b4"),
        "{guarded:?}"
    );
    // A pawn that falls late in the line is nothing beside a won game.
    let late = said(
        "5r1k/p3p2p/6p1/6p1/8/P1N2q1P/3PR2K/8 b - - 12 35",
        "Qf4+",
        (2335, "a5 Rg2 Qf4+ Rg3 Qxd2+ Rg2 Qxc3"),
        (-1, "Kg2"),
    );
    assert_eq!(late, None);
    // It loses a pawn, and leaves a knight alone that it could have taken.
    let larger =
        said("2r3k1/2N2ppp/1p6/8/8/4Q3/5PPP/6K1 b - - 0 1", "h6", (-100, "Rxc7"), (600, "Qxb6"));
    assert!(
        matches!(&larger, Some(Motif::Misses(Tactic::Capture { target, .. }))
            if target.square.to_string() == "c7"),
        "{larger:?}"
    );
}

#[test]
fn a_draw_that_gives_a_win_away() {
    let stalemate = standard("7k/8/5K2/8/8/8/8/6Q1 w - - 0 1", "Qg6");
    assert_eq!(stalemate, Some(Motif::Draws(rules::Reason::Stalemate)));
}

/// Whatever is said can be seen on the board, in games of weak players by several rules.
#[test]
fn every_reason_can_be_seen_on_the_board() {
    let mut said = 0;
    for (rules, seed) in [("xxl", 1), ("capablanca", 2), ("standard", 3), ("king-capture", 4)] {
        let rules = ruleset::shipped(rules).expect("it ships");
        let mut rng = fastrand::Rng::with_seed(seed);
        let mut game = History::new(Position::start(&rules));
        for _ in 0..40 {
            let mut moves = Vec::new();
            game.position().captures_into(&mut moves);
            if moves.is_empty() || rng.bool() {
                moves = game.position().legal_moves();
            }
            let Some(chess_move) = rng.choice(moves) else { break };
            game.play(chess_move).expect("legal");
            if game.outcome().is_some() {
                break;
            }
        }
        let review = review_of(&game, 3_000);
        let mut position = game.start().clone();
        for reviewed in &review.moves {
            let before = position.clone();
            position.play_turn_unchecked(reviewed.turn);
            let Some(why) = &reviewed.explanation else { continue };
            assert!(reviewed.grade >= Grade::Inaccuracy);
            said += 1;
            let mut shown = if why.is_missed() { before } else { position.clone() };
            for chess_move in &why.line {
                shown.play(*chess_move).expect("the line is legal");
            }
        }
    }
    assert!(said > 20, "{said} reasons");
}

/// Moves of real games about which a judge who had not written the reasons found them false.
#[test]
fn false_reasons_of_a_judged_sample_are_not_given() {
    // The rook falls after the better move as well.
    let rook = said(
        "8/3r1pk1/1n3B1N/p3r3/p5PP/R7/4n1PK/5R2 b - - 1 39",
        "Kf8",
        (-427, "Kxh6 Bxe5 Nc4 Ra2 Nxe5 Rxe2"),
        (860, "Bxe5 Nc4 Ra2 Nxe5 Rxe2 Rd5"),
    );
    assert!(!matches!(rook, Some(Motif::Allows(_))), "{rook:?}");
    // So does the pawn, and the other rook; the better moves take something.
    let pawn = said(
        "2r1kb2/5p1r/q1b1pBp1/7p/1P1p4/P3P2P/R2Q1PP1/1N2K2R w K - 2 19",
        "Rb2",
        (56, "Qxd4 Bxg2"),
        (47, "Bxg2 Rg1"),
    );
    assert!(!matches!(pawn, Some(Motif::LeavesEnPrise { .. })), "{pawn:?}");
    let way = said(
        "6k1/5p2/p5p1/3PR3/4n3/2rK2RP/8/8 w - - 0 39",
        "Kd4",
        (115, "Kxe4 Rxg3"),
        (32, "Rxg3 Rxe4"),
    );
    assert!(!matches!(way, Some(Motif::OpensLine { .. })), "{way:?}");
    let later = said(
        "3r4/3b4/1p1Pp3/pP2P1k1/P1p1Bpn1/2P5/3R1RPP/6K1 w - - 10 44",
        "Rd4",
        (673, "h4+ Kh5 Rxf4 Nxe5 Re2 Nd3"),
        (-495, "Nxe5 g3"),
    );
    assert!(!matches!(later, Some(Motif::LeavesEnPrise { .. })), "{later:?}");
    // A pawn cannot run away anyway; that it is pinned is not the point.
    let pin = said(
        "r6k/1p6/p1nr2q1/2b2b1p/5N1Q/P4B2/1P3NPP/R4RK1 b - - 7 28",
        "Qf7",
        (-147, "Qh6 Kh1 Rg8 Rae1 Rd4 Qxh5"),
        (229, "Kh1 Rg8"),
    );
    assert_eq!(pin, None);
    // The knight was taken, only by another pawn; and the pawn by the knight.
    let knight = said(
        "r1k2b2/1ppb2q1/2n1p3/p2p1p2/3PNN2/PP2P2R/2PKBQ2/R1B3r1 b - - 0 21",
        "fxe4",
        (32, "dxe4 Qh2 Bd6 Bb2 Rxa1 Bxa1"),
        (63, "Nh5 Rg2 Qf1 Rxe2+ Qxe2 Qe7"),
    );
    assert_eq!(knight, None);
    let taken = said(
        "4r1r1/pp4qk/5n1p/5p2/3R1P2/PQ3RpP/1P2N1P1/6K1 w - - 1 33",
        "Nxg3",
        (242, "Rxg3 Qe7 Rxg8 Rxg8 Qd3 Qc5"),
        (-66, "Ne4 Rdd3 Nc5 Qc2 Nxd3 Rxd3"),
    );
    assert!(!matches!(taken, Some(Motif::Misses(Tactic::Capture { .. }))), "{taken:?}");
    // To lose a pawn for a knight is no bad trade.
    let trade = said(
        "r1r2b2/1p1b3k/3Bp1n1/pP1pPqpp/P1pPNp2/2P2P1N/R3B1PP/2R3K1 b - - 3 31",
        "dxe4",
        (643, "Kh8 Nexg5 Bxd6 exd6 Rg8 g3"),
        (-356, "fxe4 Qxh3"),
    );
    assert!(!matches!(trade, Some(Motif::BadTrade { .. })), "{trade:?}");
    // The pawn promotes after the better move as well, and the new queen of the other line is lost at once.
    let anyway = said(
        "8/5ppk/8/8/8/1p6/6PP/6K1 w - - 0 1",
        "h3",
        (-300, "g3 b2 h4 b1=Q+"),
        (600, "b2 g3 b1=Q+ Kh2"),
    );
    assert_eq!(anyway, None);
    let queen = said(
        "7r/5k2/3P4/8/8/8/6PP/6K1 w - - 0 1",
        "h3",
        (200, "d7 Kf6 h3 Ke6 d8=Q Rxd8"),
        (100, "Ke6"),
    );
    assert!(!matches!(queen, Some(Motif::Misses(Tactic::Promotion { .. }))), "{queen:?}");
}

/// The same for a second sample.
#[test]
fn false_reasons_of_a_second_sample_are_not_given() {
    // The rook takes back after a check in between.
    let exchange = said(
        "3rr1k1/5pp1/7p/2b2P2/5Bn1/P2R4/4N1P1/1Q2KB2 w - - 0 1",
        "a4",
        (-50, "Rxd8 Bf2+"),
        (171, "Rxd3 Qxd3"),
    );
    assert!(!matches!(exchange, Some(Motif::Misses(Tactic::Capture { .. }))), "{exchange:?}");
    // The check can be met by the piece that was to be forked.
    let fork =
        said("6k1/8/8/r7/8/8/8/1Q5K b - - 0 1", "Ra8", (0, "Rh5+ Kg2"), (300, "Qb3+ Kf8 Qb4+ Ke8"));
    assert!(!matches!(fork, Some(Motif::Allows(Tactic::Fork { .. }))), "{fork:?}");
    // The pawn promotes only because Black happens to go away.
    let accident = said(
        "3r2k1/P7/8/8/8/4P3/6K1/R7 w - - 0 1",
        "Kf2",
        (700, "e4 Rf8 a8=Q Rxa8 Rxa8+"),
        (-100, "Ra8"),
    );
    assert!(!matches!(accident, Some(Motif::Misses(Tactic::Promotion { .. }))), "{accident:?}");
    // Who promotes has not missed the promotion.
    let promoted =
        said("8/P5k1/8/8/8/8/6K1/7r w - - 0 1", "a8=Q", (900, "Kxh1 Kf7 a8=Q"), (-500, "Rh8"));
    assert!(!matches!(promoted, Some(Motif::Misses(Tactic::Promotion { .. }))), "{promoted:?}");
}

/// Reasons that a judge found false: what seemed lost is not, or it is lost after the better move too.
#[test]
fn what_is_told_is_proved() {
    // After 43... Nf5 44. e7 the queen cannot take on b2, for the pawn promotes with check.
    let discovery = standard("7k/6q1/8/2NbP2p/PP1n2r1/3P2P1/1R4P1/4Q2K w - - 3 43", "e6");
    assert!(!matches!(discovery, Some(Motif::Allows(Tactic::Discovery { .. }))), "{discovery:?}");
    // The queen on h6 attacks the pawn on f4 already.
    let fork = standard("r5k1/Pq1p3p/4p2Q/4Pp2/8/R7/1r3PPP/3R2K1 b - - 3 30", "f4");
    assert!(!matches!(fork, Some(Motif::Allows(Tactic::Fork { .. }))), "{fork:?}");
    // The pawn on b7 falls next time as well.
    let trap = standard("3r1k2/1P2bprp/p3q3/P1p5/8/3PN3/1P2QPPP/R4RK1 b - - 0 20", "h6");
    assert!(!matches!(trap, Some(Motif::Misses(Tactic::Trap { .. }))), "{trap:?}");
    // It promotes whatever is played.
    let start = "1n1A1gkg1c4/1pp3p1pp4/7p6/5c8/5pC7/4p5n2p/12p1/13e/6P7/5G8/11P2/7P6/2P2P2P3P1/1N4GK6 w - - 4 71";
    let promotion = motif("xxl", start, "Kh2");
    assert!(!matches!(promotion, Some(Motif::Allows(Tactic::Promotion { .. }))), "{promotion:?}");
}
