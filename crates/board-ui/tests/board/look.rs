//! What is shown and what is hidden.

use egui_kittest::Harness;
use rules::{BoardSize, Colour};
use xxlchess_board_ui::{
    BoardStyle, BoardThumbnail, Letters, PieceLetters, Placement, TargetShape,
};

use super::table::{Game, Table, piece, remote_hand, square, squares};

#[test]
fn fog_hides_squares_but_not_ones_own_pieces() {
    let mut table = Table::new();
    table.visible = Some(squares("e1 e2 e3 e4 g1 f3 h3 d3"));
    table.pieces.set(square("e8"), None);
    let mut game = Game::new(table);
    assert!(game.has("h7 hidden") && game.has("e8 hidden"));
    assert!(game.has("e4 empty") && game.has("f3 black knight"));
    game.table().targets.entry(square("e2")).or_default().moves.insert(square("b7"));
    game.click("e2 white pawn");
    assert!(game.has("b7 hidden, can move here"));
}

#[test]
fn kings_in_check_and_mated_kings_are_named() {
    let mut table = Table::new();
    table.marks.check = squares("e1");
    table.marks.mated = Some(square("e8"));
    let game = Game::new(table);
    assert!(game.has("e1 white king, in check") && game.has("e8 black king, checkmated"));
}

#[test]
fn every_size_and_orientation_is_shown_with_everything_on_it() {
    for (files, ranks) in [(4, 4), (4, 16), (16, 4), (8, 8), (14, 14), (16, 16)] {
        for bottom in Colour::BOTH {
            for targets in [TargetShape::Tiles, TargetShape::Dots] {
                let mut table = Table::new();
                table.size = BoardSize::new(files, ranks).expect("a valid size");
                table.bottom = bottom;
                table.style.targets = targets;
                table.visible = Some(squares("a1 a2 b1 b2 e2 d3"));
                table.marks.last_move = Some((square("a1"), square("b2")));
                table.marks.contributing = squares("c3");
                table.marks.hint = squares("c4");
                table.premoves = vec![(square("e2"), square("d4")), (square("d4"), square("a4"))];
                table.remote = vec![remote_hand("d3", 1.5, 2.5)];
                table.state.highlight(square("e1"));
                table.state.select(Some(square("e2")));
                let mut game = Game::new(table);
                game.run();
                let last = square_name(files, ranks);
                assert!(game.has(&format!("{last} hidden")), "{files}x{ranks} {last}");
            }
        }
    }
}

fn square_name(files: u8, ranks: u8) -> String {
    rules::Square::new(files - 1, ranks - 1).to_string()
}

#[test]
fn a_small_board_is_painted_in_the_middle_of_its_space() {
    let letters: PieceLetters = ['p'].into_iter().collect();
    let style = BoardStyle::default();
    let pieces: Placement = [(square("d4"), piece('P'))].into_iter().collect();
    let mut harness = Harness::new_ui(move |ui| {
        let size = BoardSize::new(7, 7).expect("a valid size");
        let mut board = BoardThumbnail::new(size, &pieces, &letters, &style);
        board.targets.moves = squares("d5 d6");
        board.targets.captures = squares("c5 e5");
        let space = egui::Rect::from_min_size(egui::pos2(10.0, 10.0), egui::vec2(300.0, 150.0));
        let geometry = board.paint(ui.painter(), space, &Letters);
        assert_eq!(geometry.tile(), 21.0);
        assert!((geometry.rect().center() - space.center()).length() < 1.5);
    });
    harness.run();
}
