//! Fog of war: what each side may see, and the hand-over at one screen.

use record::GameTerms;
use rules::{Colour, Position};
use test_kit::random::{self, Random};
use xxlchess_game::{Phase, PlayError, Status};

use crate::table::{Table, against_computer, fischer, fog, position, square};
use Colour::{Black, White};

fn hidden(text: &str) -> Table {
    Table::new(position(&fog("standard"), text), against_computer(White))
}

#[test]
fn a_side_sees_its_pieces_and_where_they_can_go() {
    let table = hidden("4k3/8/8/3p4/8/8/3P4/4K3 w - - 0 1");
    let view = table.view(White);
    assert!(view.visible().contains(square("d4")) && view.visible().contains(square("d3")));
    assert_eq!(view.piece_at(square("d5")), None, "a pawn does not see what will block it");
    assert_eq!(view.pieces().len(), 2);
    assert_eq!(table.open_view(0), None, "nobody sees everything");
}

#[test]
fn without_fog_everything_is_seen() {
    let mut table = Table::of("standard");
    table.play("e2e4");
    for viewer in Colour::BOTH {
        let view = table.view(viewer);
        assert_eq!((view.visible().len(), view.pieces().len()), (64, 32));
        let last = table.seen_turn(0, viewer).expect("a move");
        assert_eq!((last.from, last.to), (Some(square("e2")), Some(square("e4"))));
        let open = table.open_view(1).expect("no fog");
        assert_eq!((open.visible(), open.pieces()), (view.visible(), view.pieces()));
    }
}

#[test]
fn a_move_in_the_dark_is_not_seen() {
    let mut table = hidden("4k3/7p/8/8/8/8/P7/4K3 b - - 0 1");
    table.play("h7h6");
    let last = table.seen_turn(table.ply() - 1, White).expect("a turn");
    assert_eq!((last.mover, last.from, last.to, last.captured), (Black, None, None, None));
    let own = table.seen_turn(table.ply() - 1, Black).expect("a turn");
    assert_eq!((own.from, own.to), (Some(square("h7")), Some(square("h6"))));
}

#[test]
fn a_piece_that_comes_out_of_the_dark_is_seen_where_it_is() {
    // White's rook sees the fourth rank; the knight comes from a square that nobody saw.
    let mut table = hidden("4k3/8/6n1/8/R7/8/8/4K3 b - - 0 1");
    table.play("g6h4");
    let view = table.view(White);
    let last = table.seen_turn(table.ply() - 1, White).expect("a turn");
    assert_eq!((last.from, last.to), (None, Some(square("h4"))));
    assert!(view.piece_at(square("h4")).is_some());
    // It goes back where it came from: only that it left is seen.
    table.play("e1d1 h4g6");
    let last = table.seen_turn(table.ply() - 1, White).expect("a turn");
    assert_eq!((last.from, last.to), (Some(square("h4")), None));
}

#[test]
fn who_loses_a_piece_knows_where_but_not_to_whom() {
    // The bishop takes from afar and stands where White sees nothing any more.
    let mut table = hidden("4k3/6b1/8/8/8/8/1P6/4K3 b - - 0 1");
    table.play("g7b2");
    let view = table.view(White);
    let last = table.seen_turn(table.ply() - 1, White).expect("a turn");
    assert_eq!((last.from, last.to), (None, Some(square("b2"))));
    assert_eq!(last.captured.map(|capture| capture.square), Some(square("b2")));
    assert_eq!(view.piece_at(square("b2")), None);
}

#[test]
fn a_pawn_taken_in_passing_is_missed_but_the_taker_is_not_shown() {
    let mut table = hidden("4k3/8/8/8/3p4/8/4P3/K7 w - - 0 1");
    table.play("e2e4 d4e3");
    let last = table.seen_turn(table.ply() - 1, White).expect("a turn");
    assert_eq!((last.from, last.to), (None, None));
    assert_eq!(last.captured.map(|capture| capture.square), Some(square("e4")));
}

#[test]
fn taking_the_king_wins_and_lifts_the_fog() {
    let mut table = hidden("4k3/8/8/8/8/8/8/4RK2 w - - 0 1");
    table.play("e1e8");
    assert_eq!(table.told_result(), "white wins by king-capture");
    assert_eq!(table.open_view(1).map(|view| view.pieces().len()), Some(2));
    assert!(table.material().balance.is_some());
}

#[test]
fn stepping_back_shows_what_was_seen_then() {
    let mut table = hidden("4k3/8/6n1/8/R7/8/8/4K3 b - - 0 1");
    table.play("g6h4 a4a3");
    assert!(table.view_at(1, White).piece_at(square("h4")).is_some());
    assert!(table.view_at(2, White).piece_at(square("h4")).is_none());
    assert_eq!(table.view_at(99, White), table.view(White));
}

#[test]
fn the_reach_of_a_seen_piece_is_told_as_far_as_it_is_seen() {
    // White sees the queen on d4; a pawn of hers on f6 is hidden and must not show.
    let table = hidden("4k3/8/5p2/8/3q4/8/3R4/4K3 w - - 0 1");
    let reach = table.premove_targets_at(0, square("d4"), White);
    assert!(reach.contains(square("f6")) && reach.contains(square("h8")));
    assert!(reach.contains(square("d2")) && !reach.contains(square("d1")));
    assert!(table.premove_targets_at(0, square("f6"), White).is_empty());
    let open = Table::from_fen("standard", "4k3/8/5p2/8/3q4/8/3R4/4K3 w - - 0 1");
    assert!(!open.premove_targets_at(0, square("d4"), White).contains(square("f6")));
}

#[test]
fn two_people_at_one_screen_hand_the_board_over() {
    let terms = GameTerms { clocks: fischer(60.0, 0.0), ..GameTerms::default() };
    let mut table = Table::new(Position::start(&fog("standard")), terms);
    assert_eq!((table.phase(), table.hand_over()), (Phase::HandOver(White), Some(White)));
    assert_eq!(table.told(), [Some(Status::HandOver { to: Colour::White }); 3]);
    assert_eq!(table.carry("e2e4"), Err(PlayError::HandOver));
    table.wait(1000.0);
    assert_eq!(table.clocks(), [60.0, 60.0], "time stands still meanwhile");
    let now = table.now;
    table.confirm_hand_over(now);
    table.wait(5.0).play("e2e4");
    assert_eq!((table.phase(), table.clocks()), (Phase::HandOver(Black), [55.0, 60.0]));
    table.wait(1000.0);
    let now = table.now;
    table.confirm_hand_over(now);
    table.play("e7e5");
    assert_eq!(
        table.happened(),
        ["hand over to white", "e2e4", "hand over to black", "e7e5", "hand over to white"]
    );
    let now = table.now;
    table.undo(now, 1).expect("a turn");
    assert_eq!(table.phase(), Phase::HandOver(Black));
}

#[test]
fn nobody_hands_over_what_is_not_hidden_or_not_shared() {
    assert_eq!(Table::of("standard").phase(), Phase::Playing);
    assert_eq!(hidden("4k3/8/8/8/8/8/8/4K3 w - - 0 1").phase(), Phase::Playing);
}

/// Whatever is played, a view holds nothing of the enemy but what stands on visible squares.
#[test]
fn views_do_not_leak_along_random_games() {
    let mut random = Random::new(7);
    for id in ["standard", "xxl", "king-capture"] {
        let mut table = Table::new(Position::start(&fog(id)), against_computer(White));
        for _ in 0..60 {
            let Some(chess_move) = random::legal_move(&mut random, table.position()) else { break };
            let now = table.now;
            if table.game.play(now, chess_move).is_err() {
                break;
            }
            for viewer in Colour::BOTH {
                let view = table.view(viewer);
                let visible = table.position().visible(viewer);
                assert_eq!(view.visible(), visible);
                assert!(view.pieces().iter().all(|(square, piece)| {
                    piece.colour() == viewer || visible.contains(*square)
                }));
                let last = table.seen_turn(table.ply() - 1, viewer).expect("a turn");
                if last.mover != viewer {
                    assert!(last.from.is_none_or(|from| visible.contains(from)));
                    let taken = last.captured.map(|capture| capture.square);
                    assert!(last.to.is_none_or(|to| visible.contains(to) || taken == Some(to)));
                }
            }
        }
    }
}
