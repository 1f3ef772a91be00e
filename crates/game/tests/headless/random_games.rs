//! Random games of every shipped rule set, with everything that can happen in them.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use notation::ruleset;
use record::{GameTerms, OfferError, Player, Players, TimeControl};
use rules::{Colour, Move, MoveKind, Position, Rules, Square, Turn};
use test_kit::random::{self, Random};
use test_kit::{first_seed, positions_wanted};
use xxlchess_game::{Event, Game, Phase, Premove};

/// How many things happen in all games together on every run.
const STEPS: u64 = 12_000;

/// How many things happen in one game.
const STEPS_PER_GAME: u64 = 120;

#[test]
fn whatever_happens_the_game_stays_whole() {
    let mut random = Random::new(first_seed());
    let mut all_rules: Vec<Arc<Rules>> = Vec::new();
    for id in ruleset::shipped_ids() {
        let rules = ruleset::shipped(id).expect("it ships");
        all_rules.extend([rules.with_fog(true).expect("each side has a king"), rules]);
    }
    let mut steps = 0;
    let mut happened = BTreeSet::new();
    while steps < positions_wanted(STEPS) {
        for rules in &all_rules {
            play(&mut random, rules, &mut happened);
            steps += STEPS_PER_GAME;
        }
    }
    // Games in which nothing happens would prove nothing.
    assert_eq!(happened.into_iter().collect::<Vec<_>>(), EVERYTHING);
}

/// The names of all events, in their order.
const EVERYTHING: [&str; 18] = [
    "DrawDeclined",
    "DrawOffered",
    "Ended",
    "HandOver",
    "LowTime",
    "Passed",
    "Paused",
    "Played",
    "PremoveQueued",
    "PremovesDropped",
    "Redone",
    "ResignationTakenBack",
    "Restarted",
    "Resumed",
    "TakeBackAsked",
    "TakeBackDeclined",
    "Undone",
    "premove",
];

fn name_of(event: &Event) -> String {
    match event {
        Event::Played { is_premove: true, .. } => "premove".to_owned(),
        event => {
            let name = format!("{event:?}");
            name.split(|c: char| !c.is_alphabetic()).next().unwrap_or_default().to_owned()
        }
    }
}

fn play(random: &mut Random, rules: &Arc<Rules>, happened: &mut BTreeSet<String>) {
    let terms = terms(random);
    let mut now = Duration::from_secs(random.below(1000) as u64);
    let mut game = Game::new(Position::start(rules), terms, now);
    for _ in 0..STEPS_PER_GAME {
        now += Duration::from_millis(random.below(3000) as u64);
        step(random, &mut game, now);
        check(&game, now);
        if random.chance(5) {
            game = reloaded(&game, now);
        }
        if random.chance(5) {
            check_taking_back(random, &game, now);
        }
        happened.extend(game.drain_events().iter().map(name_of));
    }
}

fn terms(random: &mut Random) -> GameTerms {
    let time = Duration::from_secs(random.between(2, 60) as u64);
    let increment = Duration::from_secs(random.below(3) as u64);
    let kind = random.pick(&["", "fischer", "turn"]).unwrap_or_default();
    let clocks = TimeControl::of_kind(kind, time, increment).map(|control| [control; 2]);
    let lag_allowance = Duration::from_millis(random.below(500) as u64);
    let mut player = || match random.below(4) {
        0 => Player::computer("Level 1", "1"),
        1 => Player::remote("Ben"),
        _ => Player::human("Anna"),
    };
    let players = Players { white: player(), black: player() };
    let take_backs = random.chance(70);
    GameTerms { players, clocks, lag_allowance, take_backs, ..GameTerms::default() }
}

/// Something happens, sensible or not; refusals are as good as the rest.
fn step(random: &mut Random, game: &mut Game, now: Duration) {
    let side = if random.chance(50) { Colour::White } else { Colour::Black };
    let before = game.clone();
    match random.below(100) {
        0..50 => {
            if let Some(chess_move) = random::legal_move(random, game.position()) {
                let credit = Duration::from_millis(random.below(800) as u64);
                let _ = game.play_by(now, game.turn(), chess_move, credit);
            }
        }
        50..55 => {
            let (from, to) = (any_square(random, game), any_square(random, game));
            let is_legal = game.legal_moves().iter().any(|m| (m.from(), m.to()) == (from, to));
            let result = game.play(now, Move::new(from, to, MoveKind::Plain));
            assert!(is_legal || result.is_err());
            // Time may have run out before the move was looked at.
            if result.is_err() && game.ply() == before.ply() && game.end() == before.end() {
                assert_same(game, &before, now);
            }
        }
        55..67 => {
            let (from, to) = (any_square(random, game), any_square(random, game));
            let targets: Vec<Square> = game.premove_targets(side, from).iter().collect();
            let to = random.pick(&targets).unwrap_or(to);
            let _ = game.queue_premove(now, side, Premove { from, to, promotion: None });
        }
        67..69 => {
            game.cancel_premoves(side);
        }
        69..75 => game.tick(now),
        75..80 => {
            let _ = game.undo(now, random.below(6));
        }
        80..84 => {
            let _ = game.redo(now, random.below(6));
        }
        84..86 => {
            let _ = game.take_back(now);
        }
        86..88 => {
            let _ = game.put_back(now);
        }
        88 => game.pause(now),
        89..91 => game.resume(now),
        91..99 => {
            let _ = say(random, game, now, side);
        }
        _ if random.chance(20) || game.is_over() => game.restart(now),
        _ => {}
    }
    if random.chance(70) {
        game.confirm_hand_over(now);
    }
    if game.is_over() && random.chance(70) {
        let _ = game.take_back_resignation(now);
        let _ = game.take_back(now);
    }
}

/// A side says something, whether it means anything now or not.
fn say(
    random: &mut Random,
    game: &mut Game,
    now: Duration,
    side: Colour,
) -> Result<(), OfferError> {
    match random.below(8) {
        0 => game.offer_draw(now, side),
        1 => game.answer_draw(now, side, random.chance(20)),
        2 => game.ask_take_back(now, side),
        3 => game.answer_take_back(now, side, random.chance(50)),
        4 => game.claim_draw(now, side),
        5 => game.resign(now, side),
        6 => game.take_back_resignation(now),
        _ => game.abort(now),
    }
}

fn any_square(random: &mut Random, game: &Game) -> Square {
    let squares: Vec<Square> = game.rules().size().squares().collect();
    random.pick(&squares).expect("a board has squares")
}

fn replayed(game: &Game) -> Position {
    let mut position = game.start().clone();
    for turn in game.turns() {
        match turn.turn {
            Turn::Move(chess_move) => position.play(chess_move).expect("a legal move"),
            Turn::Pass => position.pass(),
        };
    }
    position
}

fn check(game: &Game, now: Duration) {
    assert_eq!(game.ply(), game.history().len());
    assert_eq!(&replayed(game), game.position(), "replayed from the start");
    assert!(game.turns().iter().map(|turn| turn.turn).eq(game.history().turns()));
    assert_eq!(game.is_over(), matches!(game.phase(), Phase::Over(_)));
    assert_eq!(game.clock_runs(), game.phase() == Phase::Playing);
    if let Some(outcome) = game.history().outcome() {
        assert!(game.is_over(), "{outcome}");
    }
    for colour in Colour::BOTH {
        let Some(control) = game.time_control(colour) else { continue };
        let shown = game.remaining(colour, now).expect("a clock");
        let moves = game.turns().iter().filter(|turn| turn.mover == colour).count();
        let most = control.time() + control.increment() * moves as u32;
        assert!(shown <= most, "{shown:?} of {most:?}");
    }
    for viewer in Colour::BOTH {
        assert!(!game.is_over() || game.premoves(viewer).is_empty());
        assert!(game.premoves(viewer).is_empty() || game.turn() != viewer);
        let shown = game.pieces_with_premoves(viewer);
        let own = shown.iter().filter(|(_, piece)| piece.colour() == viewer).count();
        assert!(own <= game.position().of(viewer).len() as usize);
    }
}

fn reloaded(game: &Game, now: Duration) -> Game {
    // The time since the last entry is known once the clocks are stopped.
    let mut saved = game.clone();
    saved.pause(now);
    let later = now + Duration::from_secs(1000);
    let again = Game::replay(game.start().clone(), saved.record().clone(), later);
    let mut again = again.expect("a good record");
    assert_same(&again, &saved, later);
    again = Game::replay(game.start().clone(), game.record().clone(), now).expect("a good record");
    assert_eq!(again.turns(), game.turns());
    again
}

/// Two games stand alike, also on their clocks.
fn assert_same(one: &Game, other: &Game, now: Duration) {
    assert_eq!(one.record(), other.record());
    assert_eq!(one.position(), other.position());
    assert_eq!(one.turns(), other.turns());
    assert_eq!((one.offers(), one.end()), (other.offers(), other.end()));
    assert_eq!(one.is_paused(), other.is_paused());
    assert_eq!(one.thinking_time(now), other.thinking_time(now));
    for colour in Colour::BOTH {
        assert_eq!(one.remaining(colour, now), other.remaining(colour, now));
    }
}

/// What is taken back and played again is the same game, with the same clocks.
fn check_taking_back(random: &mut Random, game: &Game, now: Duration) {
    let plies = random.between(1, 8).min(game.ply());
    let mut again = game.clone();
    if again.undo(now, plies).is_err() {
        return;
    }
    assert_eq!(again.position(), &game.position_at(game.ply() - plies));
    check(&again, now);
    again.redo(now, plies).expect("as many as were taken back");
    assert_eq!(again.position(), game.position());
    assert_eq!(again.turns(), game.turns());
    for colour in Colour::BOTH {
        let (before, after) = (game.remaining(colour, now), again.remaining(colour, now));
        let is_waiting = colour != game.turn();
        assert!(if is_waiting { before == after } else { before <= after });
    }
}
