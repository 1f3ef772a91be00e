//! What all nodes share: games with people of all nodes, the lobby, names, limits and ratings.

use std::collections::BTreeSet;
use std::thread::sleep;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use client::ClientEvent;
use engine::Limits;
use engine::level::LevelPlayer;
use game::Game;
use notation::uci;
use protocol::{Refusal, RoomOptions, RoomPhase, RulesChoice};
use record::GameTerms;
use rules::{Colour, History, Position};
use test_kit::random::{self, Random};

use super::Found;
use super::setting::{Node, Setting};
use crate::child::get;
use crate::common::{Tester, as_white, minutes, moves, play_all};
use crate::fog_check::{check, check_spectator};
use crate::report::percentile;

/// A lobby is the same everywhere after this.
const LONGEST: Duration = Duration::from_secs(1);

/// Plays a game on the large board to its end, with people of all nodes, and compares what they saw.
pub fn mate(setting: &Setting, fog: bool) -> Found {
    let runtime = crate::new_runtime()?;
    let options = RoomOptions { fog, ..as_white("xxl") };
    let first = options.first_position()?;
    let plan = game_to_the_end(&first)?;
    runtime.block_on(play(setting, options, first, plan))
}

async fn play(
    setting: &Setting,
    options: RoomOptions,
    first: Position,
    plan: Vec<String>,
) -> Found {
    let fog = options.fog;
    let [one, two] = [0, 1].map(|index: usize| setting.nodes[index].address());
    let mut white = Tester::connect(one, "Mate White").await;
    let mut black = Tester::connect(two, "Mate Black").await;
    let room = white.create(options).await;
    black.join(&room).await;
    white.until_phase(&room, RoomPhase::Playing).await;
    black.until_phase(&room, RoomPhase::Playing).await;
    let mut spectators = Vec::new();
    for (number, node) in setting.nodes.iter().enumerate() {
        let who = format!("Mate Watcher {number}");
        let mut spectator = Tester::connect(node.address(), &who).await;
        spectator.watch(&room).await;
        spectators.push(spectator);
    }
    let mut game = Game::new(first, GameTerms::default(), Duration::ZERO);
    game.confirm_hand_over(Duration::ZERO);
    for (ply, text) in plan.iter().enumerate() {
        let chess_move = uci::parse(game.position(), text)?;
        game.play(Duration::ZERO, chess_move)?;
        game.confirm_hand_over(Duration::ZERO);
        let [mover, other] = match ply % 2 {
            0 => [&mut white, &mut black],
            _ => [&mut black, &mut white],
        };
        let written = text.parse().context("no move")?;
        mover.until(|tester| tester.room(&room).game().find(written).is_some()).await;
        mover.play(&room, text).await;
        if !game.is_over() {
            mover.until_ply(&room, ply + 1).await;
            other.until_ply(&room, ply + 1).await;
        }
    }
    for tester in spectators.iter_mut().chain([&mut white, &mut black]) {
        let is_over = |tester: &Tester| {
            let is_open = tester.room(&room).game().open().is_some();
            tester.phase(&room) == Some(RoomPhase::Over) && is_open
        };
        tester.until(is_over).await;
        if moves(&tester.game(&room)) != plan {
            return Ok((false, format!("{} saw another game", tester.client.name())));
        }
    }
    if fog {
        check(&white.heard, Colour::White, &game);
        check(&black.heard, Colour::Black, &game);
        spectators.iter().for_each(|spectator| check_spectator(&spectator.heard, &game));
    }
    let end = game.end().map(|end| format!("{end:?}")).unwrap_or_default();
    let looked = if fog { "; every message was looked at" } else { "" };
    Ok((game.is_over(), format!("{} turns, {end}{looked}", plan.len())))
}

/// A game of a strong player against one who plays anything, as text.
fn game_to_the_end(first: &Position) -> Result<Vec<String>> {
    for seed in 1..50 {
        let (mut history, mut random) = (History::new(first.clone()), Random::new(seed));
        let mut strong = LevelPlayer::new(first.rules(), None, seed).with_resources(16, 1);
        let mut plan = Vec::new();
        while history.outcome().is_none() && plan.len() < 200 {
            let position = history.position().clone();
            let next = match position.turn() {
                Colour::White => {
                    strong.signals().arm(false);
                    strong.think(&history, &Limits::nodes(4_000), &mut |_| {}).best
                }
                Colour::Black => random::legal_move(&mut random, &position),
            };
            let next = next.context("no move")?;
            plan.push(uci::format(&position, next));
            history.play(next).ok().context("an illegal move")?;
        }
        let is_won = history.outcome().is_some_and(|outcome| outcome.winner.is_some());
        if is_won {
            return Ok(plan);
        }
    }
    bail!("no game came to an end")
}

/// Rooms come and go at all nodes; how long until all lists are the same?
pub fn lobby(setting: &Setting) -> Found {
    let runtime = crate::new_runtime()?;
    let mut times = Vec::new();
    for round in 0..12 {
        let node = &setting.nodes[round % setting.nodes.len()];
        let mut tester =
            runtime.block_on(Tester::connect(node.address(), &format!("Lobby {round}")));
        let room = runtime.block_on(tester.create(as_white("standard")));
        times.push(until_all(setting, |text| text.contains(room.as_str()))?);
        tester.client.leave(&room);
        runtime.block_on(tester.work_off());
        times.push(until_all(setting, |text| !text.contains(room.as_str()))?);
    }
    let lists: BTreeSet<String> = setting.nodes.iter().map(games_of).collect::<Result<_, _>>()?;
    let [p50, most] = [0.5, 1.0].map(|part| percentile(&mut times, part));
    let told = format!("{} changes: p50 {p50:.0?}, at most {most:.0?}", times.len());
    Ok((most <= LONGEST && lists.len() == 1, told))
}

fn games_of(node: &Node) -> Result<String> {
    get(node.address(), "/api/games")
}

/// How long it takes until the lists of all nodes are so.
fn until_all(setting: &Setting, is_so: impl Fn(&str) -> bool) -> Result<Duration> {
    let begun = Instant::now();
    for node in &setting.nodes {
        while !is_so(&games_of(node)?) {
            if begun.elapsed() > Duration::from_secs(20) {
                bail!("a list never came to be so");
            }
            sleep(Duration::from_millis(5));
        }
    }
    Ok(begun.elapsed())
}

/// Names, limits of a player and of an address, and ratings are those of all nodes.
pub fn names(setting: &Setting) -> Found {
    crate::new_runtime()?.block_on(people(setting))
}

async fn people(setting: &Setting) -> Found {
    let [one, two, three] = [0, 1, 2].map(|index: usize| setting.nodes[index].address());
    let mut anna = Tester::connect(one, "Anna").await;
    let other = Tester::connect(two, "Anna").await;
    if other.client.name() == anna.client.name() {
        return Ok((false, "two have one name".to_owned()));
    }

    // Number of games a player: eight.
    for count in 1..=8 {
        anna.client.create(as_white("standard"));
        anna.until(|tester| tester.client.rooms().count() == count).await;
    }
    tokio::time::sleep(Duration::from_secs(1)).await;
    let mut again = Tester::with_token(two, "Anna", anna.client.token().cloned()).await;
    if again.client.name() != anna.client.name() {
        return Ok((false, "a secret is known at one node alone".to_owned()));
    }
    again.client.create(as_white("standard"));
    if again.until_refused().await != Refusal::TooManyRooms {
        return Ok((false, "a player can have more games at another node".to_owned()));
    }

    // Rule sets of an address: ten, and one more every five seconds.
    let own = |number: usize| {
        let file = format!("inherits = \"standard\"\ntitle = \"Game {number}\"\n");
        let rules = RulesChoice::Own { id: "mine".to_owned(), file };
        RoomOptions { rules, ..as_white("standard") }
    };
    let mut rooms = 0;
    'asking: for who in 0..3 {
        let mut tester = Tester::connect(one, &format!("Inventor {who}")).await;
        for number in 0..6 {
            if !creates(&mut tester, own(number)).await {
                break 'asking;
            }
            rooms += 1;
        }
    }
    tokio::time::sleep(Duration::from_secs(1)).await;
    let mut late = Tester::connect(two, "Late inventor").await;
    if rooms < 10 || creates(&mut late, own(9)).await {
        return Ok((false, format!("an address has {rooms} rule sets, and more elsewhere")));
    }

    // A rated game at two nodes is known at the third.
    let mut white = Tester::connect(one, "Rated White").await;
    let mut black = Tester::connect(two, "Rated Black").await;
    let room =
        white.create(RoomOptions { rated: true, clock: minutes(5), ..as_white("standard") }).await;
    black.join(&room).await;
    white.until_phase(&room, RoomPhase::Playing).await;
    play_all(&mut white, &mut black, &room, &["f2f3", "e7e5", "g2g4", "d8h4"]).await;
    let changes = |tester: &Tester| tester.room(&room).state().rating_changes;
    black.until(|tester| changes(tester)[1].is_some()).await;
    let mut again = Tester::with_token(three, "Rated Black", black.client.token().cloned()).await;
    again.client.create(as_white("standard"));
    again.until(|tester| tester.client.rooms().any(|(id, _)| *id != room)).await;
    let rating = again.client.rooms().filter(|(id, _)| **id != room).find_map(|(_, new)| {
        new.state().seats[Colour::White.index()].player.as_ref()?.rating.map(|rating| rating.value)
    });
    let told = format!(
        "eight games a player, {rooms} rule sets an address, and the winner of a rated game has {} \
         at the third node",
        rating.map_or_else(|| "no rating".to_owned(), |rating| rating.to_string())
    );
    Ok((rating.is_some_and(|rating| rating > 1500), told))
}

/// Creates a room; false if that is refused.
async fn creates(tester: &mut Tester, options: RoomOptions) -> bool {
    let before = tester.client.rooms().count();
    tester.events.clear();
    tester.client.create(options);
    let is_refused = |event: &ClientEvent| matches!(event, ClientEvent::Refused { .. });
    let is_in = |tester: &Tester| tester.client.rooms().count() > before;
    tester.until(|tester| is_in(tester) || tester.events.iter().any(is_refused)).await;
    is_in(tester)
}
