//! Random games of every rule set are archived, written as PGN, and come back as they were.

use std::sync::Arc;
use std::time::Duration;

use record::{GameEnd, TimeControl};
use rules::{Colour, Position, Ray, Reason, Rules, SquareSet, Turn};
use test_kit::random::{self, Random};
use test_kit::{every_rule_set, first_seed, positions_wanted};
use xxlchess_notation::archive::{self, Archive, Timestamp};
use xxlchess_notation::pgn::{self, PlayedMove, Reader};

/// A random game from the start position, with random remarks.
fn game(random: &mut Random, start: Position) -> Archive {
    let mut game = Archive::new(start);
    for _ in 0..random.below(80) {
        let pass = PlayedMove::of(Turn::Pass);
        let mut played = match random.chance(5) && pass.is_legal(game.position()) {
            true => pass,
            false => match random::legal_move(random, game.position()) {
                Some(step) => PlayedMove::new(step),
                None => break,
            },
        };
        if random.chance(30) {
            played.annotation.clock = Some(time(random));
        }
        if random.chance(30) {
            played.annotation.spent = Some(time(random));
        }
        if random.chance(10) {
            played.annotation.nags =
                (0..random.below(3)).map(|_| random.below(256) as u16).collect();
        }
        if random.chance(10) {
            played.annotation.comments = (0..random.below(3)).map(|_| words(random)).collect();
        }
        game.push(played).expect("a legal move");
    }
    describe(random, &mut game);
    game
}

fn time(random: &mut Random) -> Duration {
    Duration::from_millis(random.below(10_000_000) as u64)
}

fn words(random: &mut Random) -> String {
    const WORDS: [&str; 8] = ["a", "\"so\"", "back\\slash", "é", "(here)", "1.", "e4", "[x]"];
    (0..=random.below(4)).filter_map(|_| random.pick(&WORDS)).collect::<Vec<_>>().join(" ")
}

fn describe(random: &mut Random, game: &mut Archive) {
    game.players = [0, 1].map(|_| random.chance(70).then(|| words(random)));
    if random.chance(50) {
        let day = (random.between(1, 9999) as u16, 2, random.between(1, 28) as u8);
        game.started = Timestamp::new(day, (random.below(24) as u8, 59, 0));
    }
    if random.chance(50) {
        let kind = random.pick(&TimeControl::KINDS).unwrap_or_default();
        let mut control = || TimeControl::of_kind(kind, time(random), time(random));
        game.clocks = control().zip(control()).map(|(white, black)| [white, black]);
        game.remaining = [0, 1].map(|_| random.chance(50).then(|| time(random)));
    }
    let reasons = [Reason::Resignation, Reason::Time, Reason::Agreement];
    let reason = random.pick(&reasons);
    let winner = Some(Colour::BOTH[random.below(2)]).filter(|_| reason != Some(Reason::Agreement));
    let board = game.history().outcome().map(GameEnd::from);
    game.ending = board.or(random.chance(50).then_some(GameEnd::Decided { winner, reason }));
    if random.chance(30) {
        game.tags.push(("Annotator".to_owned(), words(random)));
        game.comments.push(words(random));
    }
}

fn check_archive(game: &Archive) {
    let text = archive::format(game);
    match archive::parse(&text) {
        Ok((read, warnings)) => {
            assert_eq!(read, *game, "{text}");
            assert!(warnings.is_empty(), "{warnings}\n{text}");
        }
        Err(faults) => panic!("{faults}\n{text}"),
    }
}

fn check_pgn(game: &Archive) {
    let text = pgn::format(&game.to_pgn()).expect("legal moves");
    let reader = Reader::new(text.as_bytes()).with_default_rules(Arc::clone(game.rules()));
    let read: Vec<_> =
        reader.collect::<Result<_, _>>().unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(read.len(), 1, "{text}");
    for record in read {
        let read = Archive::from_pgn(record);
        assert_eq!(read, *game, "{text}");
    }
}

#[test]
fn games_of_all_rule_sets_come_back() {
    let each = positions_wanted(100) / 10;
    for rules in every_rule_set() {
        for seed in first_seed()..first_seed() + each.max(1) {
            let mut random = Random::new(seed);
            let fog = random.chance(20) != rules.spec().fog;
            let rules = if fog {
                rules.with_fog(true).expect("each side has a king")
            } else {
                Arc::clone(&rules)
            };
            let game = game(&mut random, Position::start(&rules));
            check_archive(&game);
            check_pgn(&game);
        }
    }
}

#[test]
fn games_of_random_rule_sets_come_back() {
    for seed in first_seed()..first_seed() + positions_wanted(150) {
        let mut random = Random::new(seed);
        let rules = sound_rules(&mut random);
        let setup = random::odd_setup(&mut random, rules.spec());
        let start = match Position::new(Arc::clone(&rules), setup) {
            Ok((start, odd)) if odd.is_empty() => start,
            _ => Position::start(&rules),
        };
        let game = game(&mut random, start);
        let text = archive::format(&game);
        match archive::parse(&text) {
            Ok((read, _)) => assert_eq!(archive::format(&read), text),
            Err(faults) => panic!("seed {seed}: {faults}\n{text}"),
        }
    }
}

/// Random rules that a file can describe, of pieces that reach each square in one way.
fn sound_rules(random: &mut Random) -> Arc<Rules> {
    loop {
        let mut spec = random::rules(random).spec().clone();
        spec.start.moved_pawns = SquareSet::EMPTY;
        if spec.castling.is_none() {
            spec.start.castling = SquareSet::EMPTY;
        }
        if !spec.en_passant {
            spec.start.en_passant = None;
        }
        let mut movements = spec.pieces.iter().map(|piece| piece.movement.rays());
        if !movements.any(|rays| rays.iter().any(|ray| rays.iter().any(|r| overlap(*ray, *r)))) {
            return Rules::compile(spec).expect("rules that were sound before");
        }
    }
}

/// Do two rays of different steps run in the same direction?
fn overlap(first: Ray, second: Ray) -> bool {
    let step = |ray: Ray| (i32::from(ray.files), i32::from(ray.ranks));
    let ((a, b), (c, d)) = (step(first), step(second));
    (a, b) != (c, d) && a * d == b * c && a * c + b * d > 0
}
