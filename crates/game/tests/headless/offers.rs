//! Draw offers and claims, resignation, aborting, take-backs by consent.

use record::{GameTerms, OfferError};
use rules::{Colour, Position};
use xxlchess_game::RESIGNATION_GRACE;

use crate::table::{Table, against_computer, apart, fischer, rules, seconds};
use Colour::{Black, White};

fn elsewhere() -> Table {
    Table::new(Position::start(&rules("standard")), apart())
}

#[test]
fn a_draw_is_offered_and_accepted() {
    let mut table = elsewhere();
    let now = table.now;
    table.offer_draw(now, White).expect("an offer");
    assert_eq!(table.offers().draw, Some(White));
    assert_eq!(table.answer_draw(now, White, true), Err(OfferError::NoOffer));
    table.answer_draw(now, Black, true).expect("an answer");
    assert_eq!(table.result(), "draw by agreement");
    assert_eq!(table.told_result(), "draw by agreement");
    assert_eq!(table.offer_draw(now, White), Err(OfferError::Over));
    assert_eq!(table.happened(), ["white offers draw", "draw by agreement"]);
}

#[test]
fn two_offers_are_an_agreement() {
    let mut table = elsewhere();
    let now = table.now;
    table.offer_draw(now, White).expect("an offer");
    table.offer_draw(now, Black).expect("an offer");
    assert_eq!(table.result(), "draw by agreement");
}

#[test]
fn an_offer_is_declined_by_word_or_by_playing_and_is_not_repeated_at_once() {
    let mut table = elsewhere();
    let now = table.now;
    table.offer_draw(now, White).expect("an offer");
    assert_eq!(table.offer_draw(now, White), Err(OfferError::AskedAlready));
    table.answer_draw(now, Black, false).expect("an answer");
    assert_eq!(table.offer_draw(now, White), Err(OfferError::AskedAlready));
    table.play("e2e4");
    table.offer_draw(now, White).expect("a new offer after a move");
    table.play("e7e5");
    assert_eq!(table.offers().draw, None);
    assert_eq!(table.answer_draw(now, Black, true), Err(OfferError::NoOffer));
    assert_eq!(
        table.happened(),
        [
            "white offers draw",
            "black declines draw",
            "e2e4",
            "white offers draw",
            "e7e5",
            "black declines draw"
        ]
    );
}

#[test]
fn an_offer_stands_while_the_one_who_made_it_moves() {
    let mut table = elsewhere();
    let now = table.now;
    table.offer_draw(now, White).expect("an offer");
    table.play("e2e4");
    table.answer_draw(now, Black, true).expect("it stands");
    assert_eq!(table.result(), "draw by agreement");
}

#[test]
fn rule_sets_without_draws_know_no_offers() {
    for id in ["king-capture", "casual"] {
        let mut table = Table::of(id);
        let now = table.now;
        assert_eq!(table.offer_draw(now, White), Err(OfferError::NotInTheRules), "{id}");
    }
}

#[test]
fn a_draw_is_claimed_by_the_side_to_move_where_it_may_be() {
    let mut table = Table::of("xxl");
    let now = table.now;
    assert_eq!(table.claim_draw(now, White), Err(OfferError::NoClaim));
    table.play("b1c3 b14c12 c3b1 c12b14 b1c3 b14c12 c3b1 c12b14");
    assert_eq!(table.claim_draw(now, Black), Err(OfferError::NotYourTurn));
    table.claim_draw(now, White).expect("a claim");
    assert_eq!(table.told_result(), "draw by threefold-repetition");
    assert_eq!(table.claimable_draw(), None);

    let idle = "k13/14/14/14/14/14/14/14/14/14/14/14/14/KR12 w - - 99 80";
    let mut table = Table::from_fen("xxl", idle);
    table.play("b1b2");
    table.claim_draw(now, Black).expect("a claim");
    assert_eq!(table.result(), "draw by fifty-moves");
}

#[test]
fn a_resignation_can_be_taken_back_for_a_moment() {
    let terms = GameTerms { clocks: fischer(60.0, 0.0), ..against_computer(White) };
    let mut table = Table::new(Position::start(&rules("standard")), terms);
    let now = table.now;
    assert_eq!(table.take_back_resignation(now), Err(OfferError::NotOver));
    table.wait(10.0);
    let now = table.now;
    table.resign(now, White).expect("a resignation");
    assert_eq!(table.told_result(), "black wins by resignation");
    table.wait(RESIGNATION_GRACE.as_secs_f64());
    let now = table.now;
    assert!(table.can_take_back_resignation(now));
    table.take_back_resignation(now).expect("in time");
    assert_eq!((table.result().as_str(), table.clocks()), ("", [50.0, 60.0]));
    assert!(table.clock_runs());
    table.play("e2e4");
    let now = table.now;
    table.resign(now, White).expect("a resignation");
    let later = now + RESIGNATION_GRACE + seconds(0.001);
    assert_eq!(table.take_back_resignation(later), Err(OfferError::ResignationStands));
    assert_eq!(
        table.happened(),
        ["black wins by resignation", "white plays on", "e2e4", "black wins by resignation"]
    );
}

#[test]
fn a_resignation_stands_where_somebody_is_elsewhere_and_other_ends_always_do() {
    let mut table = elsewhere();
    let now = table.now;
    table.resign(now, Black).expect("a resignation");
    assert_eq!(table.take_back_resignation(now), Err(OfferError::ResignationStands));
    let mut table = Table::with_clock(fischer(5.0, 0.0));
    table.wait(5.0);
    let now = table.now;
    assert_eq!(table.take_back_resignation(now), Err(OfferError::ResignationStands));
}

#[test]
fn a_game_can_be_aborted_before_the_second_move() {
    let mut table = elsewhere();
    table.play("e2e4");
    let now = table.now;
    table.abort(now).expect("in time");
    assert_eq!(table.told_result(), "aborted");
    let mut table = elsewhere();
    table.play("e2e4 e7e5");
    assert_eq!(table.abort(now), Err(OfferError::TooLateToAbort));
}

#[test]
fn a_player_who_leaves_loses() {
    let mut table = elsewhere();
    let now = table.now;
    table.abandon(now, White).expect("a departure");
    assert_eq!(table.result(), "black wins by abandonment");
}

#[test]
fn a_move_is_taken_back_if_the_other_side_agrees() {
    let mut table = elsewhere();
    let now = table.now;
    assert_eq!(table.ask_take_back(now, White), Err(OfferError::NothingToTakeBack));
    table.play("e2e4 e7e5");
    table.ask_take_back(now, White).expect("a request");
    assert_eq!(table.ask_take_back(now, Black), Err(OfferError::AskedAlready));
    assert_eq!(table.answer_take_back(now, White, true), Err(OfferError::NoOffer));
    table.answer_take_back(now, Black, true).expect("an answer");
    assert_eq!((table.ply(), table.turn()), (0, White));
    table.play("d2d4");
    table.ask_take_back(now, White).expect("a request");
    table.answer_take_back(now, Black, false).expect("an answer");
    assert_eq!(table.ply(), 1);
    assert_eq!(table.ask_take_back(now, White), Err(OfferError::AskedAlready));
    table.play("d7d5 c2c4");
    table.ask_take_back(now, White).expect("a request after a move");
    table.play("e7e6");
    assert_eq!(table.answer_take_back(now, Black, true), Err(OfferError::NoOffer));
    let happened = table.happened();
    assert_eq!(happened.last().map(String::as_str), Some("black declines take-back"));
}

#[test]
fn take_backs_can_be_left_out_of_an_agreement() {
    let terms = GameTerms { take_backs: false, ..apart() };
    let mut table = Table::new(Position::start(&rules("standard")), terms);
    table.play("e2e4");
    let now = table.now;
    assert_eq!(table.ask_take_back(now, White), Err(OfferError::NotAgreed));
}

#[test]
fn time_that_is_up_comes_before_whatever_is_said() {
    let mut table = Table::with_clock(fischer(5.0, 0.0));
    table.wait_without_tick(5.0);
    let now = table.now;
    assert_eq!(table.resign(now, Black), Err(OfferError::Over));
    assert_eq!(table.result(), "black wins by time");
}
