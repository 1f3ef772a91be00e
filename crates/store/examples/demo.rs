//! Fills a new store with players and games that were never played, to show and to try the window.
//!
//! `cargo run -p xxlchess-store --example demo -- FILE [GAMES]`

use std::error::Error;
use std::path::PathBuf;

use notation::archive::{Archive, Timestamp};
use notation::pgn::{PlayedMove, Reader};
use record::{GameEnd, TimeControl};
use rules::{Colour, Position, Reason};
use std::time::Duration;
use test_kit::random::{self, Random};
use xxlchess_store::{
    Autosaves, Competitor, FinishedGame, FinishedRecord, Meta, Origin, Picture, PictureKind,
    ProfileId, ProfileName, Profiles, RatedGame, RulesKey, SqliteStore, UnixTime, archives,
};

const DAY: i64 = 86_400;

/// The games whose positions are shown, cut short in many places.
const PLAYED: [&str; 2] =
    [include_str!("../../../assets/demo.pgn"), include_str!("../../../docs/examples/opening.pgn")];

/// The players with their pictures and how strong they are.
const PLAYERS: [(&str, &str, f64); 4] = [
    ("Anna", "amazon 2", 1720.0),
    ("Ben", "knight 0", 1540.0),
    ("Łukasz", "camel 4", 1380.0),
    ("Zoë", "chancellor 3", 1260.0),
];

/// Levels of the computer with their ratings.
const LEVELS: [(&str, i32); 6] =
    [("careful", 604), ("2", 929), ("4", 1275), ("5", 1448), ("6", 1661), ("7", 1873)];

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let path: PathBuf = arguments.next().ok_or("expected the name of a file")?.into();
    let games: i64 = arguments.next().map_or(Ok(64), |count| count.parse())?;
    let (mut store, _) = SqliteStore::open(&path)?;
    let now = UnixTime::now();
    let mut random = Random::new(7);
    let mut ids = Vec::new();
    for (name, picture, _) in PLAYERS {
        let created = now.plus_seconds(-90 * DAY);
        let id = store.create_profile(&ProfileName::new(name)?, created)?;
        let picture = Picture::new(PictureKind::Drawn, picture.into())?;
        store.set_picture(id, Some(&picture))?;
        ids.push(id);
    }
    store.set_meta("profile", Some(&ids[0].number().to_string()))?;
    for number in 0..games {
        // Most games are recent, and most of them are Anna's.
        let back = (games - number) * 40 * DAY / games;
        let at = now.plus_seconds(-back + random.below(30_000) as i64 - 30_000);
        let player = if random.chance(60) { 0 } else { random.below(PLAYERS.len()) };
        store.archive_game(&game(&mut random, &ids, player, at))?;
    }
    println!("{}: {} players, {games} games", path.display(), ids.len());
    Ok(())
}

/// A game of one of the players against a level or another player.
fn game(random: &mut Random, ids: &[ProfileId], player: usize, at: UnixTime) -> FinishedGame {
    let side = if random.chance(50) { Colour::White } else { Colour::Black };
    let other = (player + 1 + random.below(ids.len() - 1)) % ids.len();
    let against_person = random.chance(20);
    let (level, level_rating) = LEVELS[random.below(LEVELS.len())];
    let strength = if against_person { PLAYERS[other].2 } else { f64::from(level_rating) };
    let expected = 1.0 / (1.0 + 10_f64.powf((strength - PLAYERS[player].2) / 400.0));
    let winner = match random.below(1000) as f64 / 1000.0 {
        _ if random.chance(9) => None,
        chance if chance < expected => Some(side),
        _ => Some(!side),
    };
    let mut archive = moves(random);
    let reason = match winner {
        Some(_) => random.pick(&[Reason::Checkmate, Reason::Resignation, Reason::Time]),
        None => Some(Reason::Agreement),
    };
    archive.ending = Some(GameEnd::Decided { winner, reason });
    archive.started = Timestamp::from_unix_seconds(at.0);
    let name = |index: usize| Some(PLAYERS[index].0.to_owned());
    archive.players[side.index()] = name(player);
    archive.players[(!side).index()] =
        if against_person { name(other) } else { Some("Computer".to_owned()) };
    let mut players = [None, None];
    players[side.index()] = Some(Competitor::Profile(ids[player]));
    players[(!side).index()] = Some(match against_person {
        true => Competitor::Profile(ids[other]),
        false => Competitor::level(level, level_rating),
    });
    if !against_person {
        let tag = ["WhiteLevel", "BlackLevel"][(!side).index()];
        archive.tags.push((tag.to_owned(), level.to_owned()));
    }
    let record = |owner: usize, side: Colour| FinishedRecord {
        replaces: None,
        record: archives::to_record(&archive, Some(ids[owner]), Some(side), Origin::Played, at),
    };
    let mut records = vec![record(player, side)];
    if against_person {
        records.push(record(other, !side));
    }
    let rules = RulesKey::of(archive.rules());
    let rated = match players {
        [Some(white), Some(black)] => {
            Some(RatedGame { players: [white, black], winner, rules, at, game: None })
        }
        _ => None,
    };
    FinishedGame { slot: None, records, rated }
}

/// Moves of a game that was played, or a few moves of an ordinary game.
fn moves(random: &mut Random) -> Archive {
    let (time, increment) = (Duration::from_secs(300), Duration::from_secs(3));
    let clocks = Some([TimeControl::Fischer { time, increment }; 2]);
    let text = random.pick(&PLAYED).filter(|_| random.chance(70));
    let played = text.and_then(|text| Reader::new(text.as_bytes()).next()?.ok());
    let spent = |random: &mut Random| Some(Duration::from_secs(random.between(2, 25) as u64));
    let mut archive = match played.map(Archive::from_pgn) {
        Some(whole) => {
            let mut part = Archive::new(whole.start().clone());
            let count = random.between(14, whole.moves().len().max(15));
            for played in whole.moves().iter().take(count) {
                let mut step = PlayedMove::of(played.turn);
                step.annotation.spent = spent(random);
                if part.push(step).is_err() {
                    break;
                }
            }
            part
        }
        None => {
            let id = if random.chance(70) { "standard" } else { "king-capture" };
            let rules = notation::ruleset::shipped(id);
            let mut part = Archive::new(Position::start(&rules.expect("it ships")));
            for _ in 0..random.between(16, 44) {
                let Some(step) = random::legal_move(random, part.position()) else { break };
                let mut step = PlayedMove::new(step);
                step.annotation.spent = spent(random);
                if part.push(step).is_err() {
                    break;
                }
            }
            part
        }
    };
    archive.clocks = clocks;
    archive
}
