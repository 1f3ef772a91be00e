//! Games that are being played go through an archive and come back exactly as they were.

use std::sync::Arc;
use std::time::Duration;

use game::Game;
use notation::archive::{self, Timestamp};
use record::{Authority, GameTerms, Player, Players, Seat, TimeControl};
use rules::{Colour, Position, Rules, Turn};
use test_kit::random::{self, Random};
use test_kit::{every_rule_set, first_seed, positions_wanted};
use xxlchess_store::{GameScore, Origin, UnixTime, archives};

fn time(random: &mut Random, most: usize) -> Duration {
    Duration::from_nanos(random.below(most * 1_000_000_000) as u64)
}

fn player(random: &mut Random) -> Player {
    let name = random.pick(&["Anna", "\"B\"", "Zoë \\ {}", ""]).unwrap_or_default();
    match random.below(4) {
        0 => Player::computer(name, random.pick(&["3", "careful", "engine --x"]).unwrap_or("1")),
        1 => Player::remote(name),
        _ => Player::human(name),
    }
}

fn terms(random: &mut Random) -> GameTerms {
    let kind = if random.chance(60) { "turn" } else { "fischer" };
    let mut control = || {
        let control = TimeControl::of_kind(kind, time(random, 200), time(random, 5));
        control.expect("a kind of clock")
    };
    let clocks = [control(), control()];
    GameTerms {
        players: Players { white: player(random), black: player(random) },
        clocks: random.chance(70).then_some(clocks),
        lag_allowance: if random.chance(20) { time(random, 2) } else { Duration::ZERO },
        take_backs: random.chance(80),
        referee: if random.chance(10) { Authority::Elsewhere } else { Authority::Here },
    }
}

/// A game in its midst or at its end, and the time by then.
fn play(random: &mut Random, rules: &Arc<Rules>) -> (Game, Duration) {
    let mut now = time(random, 1000);
    let mut game = Game::new(Position::start(rules), terms(random), now);
    for _ in 0..random.below(80) {
        let most = if random.chance(10) { 120 } else { 4 };
        now += time(random, most);
        game.tick(now);
        game.confirm_hand_over(now);
        let side = game.turn();
        match random.below(40) {
            0 => drop(game.offer_draw(now, side)),
            1 => drop(game.offer_draw(now, !side)),
            2 => drop(game.ask_take_back(now, side)),
            3 => game.pause(now),
            4 => drop(game.undo(now, 1)),
            5 if random.chance(20) => drop(game.resign(now, side)),
            6 if random.chance(20) => drop(game.abort(now)),
            _ => game.resume(now),
        }
        if let Some(step) = random::legal_move(random, game.position()) {
            // Paused and ended games refuse it.
            let _ = game.play(now, step);
        }
    }
    now += time(random, 3);
    (game, now)
}

#[test]
fn games_of_all_rule_sets_come_back_as_they_were() {
    let each = positions_wanted(100).div_ceil(10);
    let (mut passed, mut ended, mut fogged) = (0, 0, 0);
    for (number, rules) in every_rule_set().into_iter().enumerate() {
        for seed in first_seed()..first_seed() + each {
            let mut random = Random::new(seed << 8 | number as u64);
            let fog = rules.spec().fog || random.chance(25);
            let rules = if fog {
                rules.with_fog(true).expect("each side has a king")
            } else {
                Arc::clone(&rules)
            };
            let (game, now) = play(&mut random, &rules);
            let started = Timestamp::from_unix_seconds(random.below(2_000_000_000) as i64);
            let saved = archives::to_archive(&game, started, now);
            let text = archive::format(&saved);
            let (read, warnings) = archive::parse(&text)
                .unwrap_or_else(|faults| panic!("{} seed {seed}: {faults}\n{text}", rules.id()));
            assert!(warnings.is_empty(), "{} seed {seed}: {warnings}\n{text}", rules.id());
            assert_eq!(read, saved);
            let later = time(&mut random, 100_000);
            let again = archives::to_game(&read, later).expect("it goes on");
            let state = |game: &Game, now| {
                let clocks = Colour::BOTH.map(|colour| game.remaining(colour, now));
                let thinking = game.thinking_time(now);
                (
                    clocks,
                    thinking,
                    game.offers(),
                    game.end(),
                    game.is_paused(),
                    game.terms().clone(),
                )
            };
            assert_eq!(state(&again, later), state(&game, now), "{} seed {seed}", rules.id());
            assert_eq!(again.turns(), game.turns());
            if !(fog && game.players().share_a_screen()) {
                assert_eq!(
                    (again.phase(), again.legal_moves()),
                    (game.phase(), game.legal_moves())
                );
            }
            passed += game.turns().iter().filter(|turn| turn.turn == Turn::Pass).count();
            ended += usize::from(game.is_over());
            fogged += usize::from(fog);
        }
    }
    assert!(passed > 20 && ended > 5 && fogged > 5, "{passed} {ended} {fogged}");
}

#[test]
fn a_users_rules_travel_with_the_game() {
    let text = "inherits = 'standard'\ntitle = 'Wild'\n\
                start = 'rubqkbur/pppppppp/8/8/8/8/PPPPPPPP/RUBQKBUR w KQkq - 0 1'\n\
                [[pieces]]\nname = 'unicorn'\nsymbol = 'u'\nbetza = 'NZ'\nvalue = 4\n";
    let parsed = notation::ruleset::parse(text, "wild", &notation::ruleset::no_files);
    let rules = match parsed {
        Ok((rules, _)) => rules,
        Err(faults) => panic!("{faults}"),
    };
    let mut random = Random::new(3);
    let (game, now) = play(&mut random, &rules);
    let text = archive::format(&archives::to_archive(&game, None, now));
    assert!(text.contains("\"rules_file\"") && text.contains("NZ"), "{text}");
    let (read, warnings) = archive::parse(&text).expect("an archive");
    assert!(warnings.is_empty(), "{warnings}");
    assert_eq!(read.rules(), &rules);
    let summary = archives::summary(&read, None, None, Origin::Played, UnixTime(0));
    assert_eq!((summary.rules.as_str(), summary.rules.is_own()), ("wild*", true));
}

#[test]
fn the_library_knows_what_a_game_is_about() {
    let rules = notation::ruleset::shipped("standard").expect("it ships");
    let second = Duration::from_secs;
    let control = |time| TimeControl::Fischer { time: second(time), increment: second(2) };
    let terms = GameTerms {
        players: Players { white: Player::computer("Level 3", "3"), black: Player::human("Anna") },
        clocks: Some([control(60), control(180)]),
        ..GameTerms::default()
    };
    let mut game = Game::new(Position::start(&rules), terms, second(0));
    for (number, text) in ["f2f3", "e7e5", "g2g4", "d8h4"].iter().enumerate() {
        let step = notation::uci::parse(game.position(), text).expect("a legal move");
        game.play(second(3 * (number as u64 + 1)), step).expect("a legal move");
    }
    let started = Timestamp::parse("2025-03-09T18:30:00Z");
    let saved = archives::to_archive(&game, started, second(20));
    let side = Some(Colour::Black);
    let summary = archives::summary(&saved, None, side, Origin::Played, UnixTime(7));
    assert_eq!(summary.opponent(), "Level 3");
    assert_eq!(summary.level.as_deref(), Some("3"));
    assert_eq!(summary.clock.as_deref(), Some("60+2 / 180+2"));
    assert_eq!((summary.turns, summary.time_played), (4, second(12)));
    assert_eq!(summary.score(), Some(GameScore::Win));
    assert_eq!(archives::seat(&saved, Colour::White), Seat::Computer("3".to_owned()));
    assert!(summary.fen.starts_with("rnb1kbnr/"), "{}", summary.fen);
}

#[test]
fn an_end_that_the_board_does_not_show_is_left_out() {
    let text = "[White \"a\"]\n[Reason \"checkmate\"]\n\n1. e4 1-0\n";
    let read = notation::pgn::Reader::new(text.as_bytes()).next().expect("a game").expect("sound");
    let claimed = archive::Archive::from_pgn(read);
    let game = archives::to_game(&claimed, Duration::ZERO).expect("it goes on");
    assert!(!game.is_over() && game.ply() == 1);
}
