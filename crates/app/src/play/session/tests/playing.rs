//! Moves, messages, the computer, taking back and looking back.

use std::time::Duration;

use rules::Colour;
use sound::Cue;

use super::table::{Table, computer, position, preferences, square};
use crate::new_game::{NewGame, PlayerChoice};
use crate::play::session::{Pace, Preferences};
use crate::score_text::white_share;

#[test]
fn moves_and_captures_of_a_piece_are_told_apart() {
    let table = Table::of_two("standard", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1");
    let moves = &table.session.scene().moves;
    let of = |to: &str| moves.iter().find(|(m, _)| m.to() == square(to)).map(|(_, takes)| *takes);
    assert_eq!((of("e5"), of("d5"), of("f5")), (Some(false), Some(true), None));
}

#[test]
fn last_move_check_mate_and_contributing_pieces_are_marked() {
    let mut table = Table::of_two("standard", "6k1/5ppp/8/8/8/8/8/KR4R1 w - - 0 1");
    table.try_move("g1e1");
    assert_eq!(table.session.scene().last_move, Some((square("g1"), square("e1"))));
    table.try_move("h7h6 e1e8");
    let scene = table.session.scene();
    assert!(scene.in_check.contains(square("g8")) && scene.mated.is_none());
    let mut mate = Table::of_two("standard", "6k1/5ppp/8/8/8/8/8/KR4R1 w - - 0 1");
    mate.try_move("b1b8");
    let scene = mate.session.scene();
    assert_eq!(scene.mated, Some(square("g8")));
    assert_eq!(scene.contributing.iter().collect::<Vec<_>>(), [square("b8")]);
}

#[test]
fn check_is_told() {
    let mut table = Table::against("random", "standard", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1");
    table.session.try_move(square("a1"), square("a8"), table.now);
    table.session.poll(table.now, false);
    assert_eq!(table.said(), "Check!");
    assert!(table.session.take_cues().contains(&Cue::Check));
}

#[test]
fn a_move_that_leaves_the_king_in_check_is_refused_and_he_flashes() {
    // The bishop is pinned; moving it would be legal but for the king.
    let mut table = Table::against("random", "standard", "4r1k1/8/8/8/8/8/4B3/4K3 w - - 0 1");
    table.try_move_now("e2d3");
    assert_eq!(table.said(), "You must defend your king!");
    assert_eq!(table.session.take_highlight(), Some(square("e1")));
    assert_eq!(table.ply(), 0);
    // What is no move at all is not worth a word.
    let mut table = Table::against("random", "standard", "");
    table.try_move_now("e2e5");
    assert_eq!((table.said().as_str(), table.session.take_highlight()), ("", None));
}

#[test]
fn the_computer_moves_by_itself_once_the_move_before_was_seen() {
    let mut table = Table::against("greedy", "xxl", "");
    table.try_move_now("a2a4");
    // The piece still glides.
    table.now += Duration::from_secs(1);
    table.session.poll(table.now, false);
    assert_eq!(table.ply(), 1);
    assert!(table.session.is_computer_thinking());
    table.session.poll(table.now, true);
    assert_eq!(table.ply(), 2);
    assert_eq!(table.session.game().human_to_move(), Some(Colour::White));
}

#[test]
fn a_computer_with_white_begins() {
    let seats = [computer("random"), PlayerChoice::Human];
    let mut table = Table::new(&NewGame::new(position("standard", ""), seats));
    assert_eq!(table.session.bottom(), Colour::Black);
    table.wait(1.0);
    assert_eq!(table.ply(), 1);
}

#[test]
fn the_computer_plays_itself_and_two_people_play_each_other() {
    let seats = [computer("random"), computer("greedy")];
    let mut table = Table::new(&NewGame::new(position("standard", ""), seats));
    table.wait(5.0);
    assert!(table.ply() >= 10, "{}", table.ply());
    assert_eq!((table.session.user(), table.session.can_move()), (None, None));
    let mut two = Table::of_two("standard", "");
    two.try_move("e2e4 e7e5 g1f3");
    assert_eq!(two.ply(), 3);
    assert_eq!(two.session.user(), Some(Colour::Black));
}

#[test]
fn a_game_between_computers_can_be_held() {
    let seats = [computer("random"), computer("random")];
    let mut table = Table::new(&NewGame::new(position("standard", ""), seats));
    table.wait(1.0);
    table.session.toggle_hold(table.now);
    let held_at = table.ply();
    table.session.resume(table.now);
    table.wait(3.0);
    assert_eq!(table.ply(), held_at);
    table.session.toggle_hold(table.now);
    table.wait(2.0);
    assert!(table.ply() > held_at);
}

#[test]
fn premoves_wait_in_a_queue_and_are_played_in_their_turn() {
    let mut table = Table::against("random", "standard", "4k3/7p/8/8/8/8/P7/4K3 w - - 0 1");
    table.try_move_now("e1d2");
    table.try_move_now("a2a4");
    table.try_move_now("a4a5");
    assert_eq!(table.session.premoves().len(), 2);
    table.session.cancel_premoves();
    assert!(table.session.premoves().is_empty());
    table.try_move_now("a2a4");
    table.wait(3.0);
    assert!(table.ply() >= 3, "the premove was played");
    assert!(table.cues.contains(&Cue::Premove));
}

#[test]
fn premoves_can_be_switched_off() {
    let mut table = Table::against("random", "standard", "");
    table.session.set_preferences(Preferences { premoves: false, ..preferences() });
    table.try_move_now("e2e4");
    table.try_move_now("d2d4");
    assert_eq!((table.session.premoves().len(), table.session.premover()), (0, None));
}

#[test]
fn one_move_or_many_are_taken_back_against_the_computer_too() {
    let mut table = Table::against("random", "standard", "");
    let start = table.fen();
    table.try_move("e2e4 d2d4 g1f3");
    assert_eq!(table.ply(), 6);
    table.session.undo(table.now);
    assert_eq!((table.ply(), table.session.pace()), (4, Pace::Browsing));
    table.session.redo(table.now);
    assert_eq!(table.ply(), 6);
    // Looking at the start and taking back from there takes everything back.
    table.session.jump(0, table.now);
    table.session.undo(table.now);
    assert_eq!((table.ply(), table.fen()), (0, start));
    assert!(table.session.is_live() && table.session.sheet().entries().is_empty());
}

#[test]
fn taking_back_stops_the_computer() {
    let mut table = Table::against("random", "standard", "");
    table.try_move_now("e2e4");
    table.session.undo(table.now);
    table.wait(2.0);
    assert_eq!(table.ply(), 0, "the answer to a move that was taken back does not count");
}

#[test]
fn a_game_can_be_stepped_through_and_replayed_at_any_speed() {
    let mut table = Table::of_two("standard", "");
    table.try_move("e2e4 e7e5 g1f3 b8c6");
    let shown = |table: &Table| table.session.scene().ply;
    table.session.step_back(table.now);
    table.session.step_back(table.now);
    assert_eq!((shown(&table), table.session.is_live()), (2, false));
    assert_eq!(table.session.can_move(), None, "an earlier moment is only looked at");
    table.session.step_forward(table.now);
    assert_eq!(shown(&table), 3);
    table.session.jump(0, table.now);
    table.session.set_replay_interval(Duration::from_millis(500), table.now);
    table.session.toggle_replay(table.now);
    table.wait(1.1);
    assert_eq!(shown(&table), 2);
    table.session.set_replay_interval(Duration::from_millis(250), table.now);
    table.wait(0.6);
    assert_eq!((shown(&table), table.session.is_replaying(table.now)), (4, false));
    assert!(table.session.is_live(), "at its end a replay shows the present");
}

#[test]
fn a_pawn_waits_for_the_choice_of_what_it_becomes() {
    let mut table = Table::of_two("standard", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1");
    table.try_move_now("a7a8");
    let promotion = table.session.promotion().expect("a choice").clone();
    assert_eq!((promotion.to, promotion.choices.len()), (square("a8"), 4));
    table.session.cancel_promotion();
    assert_eq!((table.ply(), table.session.promotion()), (0, None));
    table.try_move_now("a7a8");
    table.session.promote(promotion.choices[3], table.now);
    assert!(table.fen().starts_with("N3k3/"), "{}", table.fen());
}

#[test]
fn pawns_can_become_queens_without_asking() {
    let mut table = Table::of_two("standard", "4k3/P7/8/8/8/8/8/4K3 w - - 0 1");
    table.session.set_preferences(Preferences { auto_queen: true, ..preferences() });
    table.try_move("a7a8");
    assert!(table.fen().starts_with("Q3k3/"), "{}", table.fen());
    // In xxl there is nothing to choose.
    let mut xxl = Table::of_two("xxl", "13k/14/14/14/14/14/14/P13/14/14/14/14/14/K13 w - - 0 1");
    xxl.try_move("a7a8");
    assert!(xxl.fen().contains("Q13"), "{}", xxl.fen());
}

#[test]
fn the_board_is_flipped_and_can_follow_the_side_to_move() {
    let mut table = Table::of_two("standard", "");
    table.session.flip();
    assert_eq!(table.session.bottom(), Colour::Black);
    table.session.set_turns_board(true);
    table.try_move("e2e4");
    assert_eq!(table.session.bottom(), Colour::Black);
    table.try_move("e7e5");
    assert_eq!(table.session.bottom(), Colour::White);
}

#[test]
fn r5_two_people_under_fog_hand_the_board_over() {
    let rules = notation::ruleset::shipped("standard")
        .expect("it ships")
        .with_fog(true)
        .expect("each side has a king");
    let start = rules::Position::start(&rules);
    let mut table = Table::new(&NewGame::new(start, [PlayerChoice::Human, PlayerChoice::Human]));
    assert_eq!(table.session.game().hand_over(), Some(Colour::White));
    table.try_move("e2e4");
    assert_eq!(table.ply(), 0, "nobody moves on a hidden board");
    table.session.confirm_hand_over(table.now);
    table.try_move("e2e4");
    assert_eq!((table.ply(), table.session.game().hand_over()), (1, Some(Colour::Black)));
    assert_eq!(
        (table.session.viewer(), table.session.bottom()),
        (Some(Colour::Black), Colour::Black)
    );
    let seen = &table.session.scene().view;
    assert_eq!(seen.piece_at(square("e4")), None);
    assert_eq!(table.session.sheet().entries()[0].as_seen_by(Some(Colour::Black)), "?");
}

#[test]
fn r5_under_fog_the_engine_says_nothing_about_the_game() {
    let rules = notation::ruleset::shipped("standard")
        .expect("it ships")
        .with_fog(true)
        .expect("each side has a king");
    let start = rules::Position::start(&rules);
    let mut table = Table::new(&NewGame::new(start, [PlayerChoice::Human, computer("3")]));
    table.session.set_preferences(Preferences { evaluation: true, ..preferences() });
    table.try_move("e2e4");
    assert_eq!(table.ply(), 2);
    assert!(table.session.evaluation().is_none());
}

#[test]
fn the_engines_opinion_is_shown_when_it_is_wanted() {
    let mut table = Table::of_two("standard", "4k3/8/8/8/8/8/8/Q3K3 w - - 0 1");
    table.wait(0.2);
    assert!(table.session.evaluation().is_none(), "off by default");
    table.session.set_preferences(Preferences { evaluation: true, ..preferences() });
    table.wait(0.2);
    let share = |table: &Table| white_share(table.session.evaluation().expect("an opinion").score);
    assert!(share(&table) > 0.7);
    table.try_move("a1a2");
    assert!(share(&table) > 0.7, "it is White's share whoever is to move");
}

#[test]
fn the_moves_are_written_down() {
    let mut table = Table::of_two("standard", "");
    table.try_move("e2e4 d7d5 e4d5 d8d5 b1c3");
    let written: Vec<_> =
        table.session.sheet().entries().iter().map(|entry| entry.text.as_str()).collect();
    assert_eq!(written, ["e4", "d5", "exd5", "Qxd5", "Nc3"]);
    assert_eq!(table.session.scene().material.white_lost.len(), 1);
}

#[test]
fn a_saved_game_goes_on_as_it_was() {
    let mut table = Table::against("random", "standard", "");
    table.try_move("e2e4 d2d4");
    let text = notation::archive::format(&table.archive());
    let (read, _) = notation::archive::parse(&text).expect("an archive");
    let again = Table::new(&NewGame::from_archive(read));
    assert_eq!((again.fen(), again.ply()), (table.fen(), 4));
    assert_eq!(again.session.seats(), table.session.seats());
    assert_eq!(again.session.game().players().white.name, "You");
}
