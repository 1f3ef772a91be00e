//! The list of games.

use protocol::{Action, RoomOptions, RoomPhase};

use crate::common::{Tester, as_white, pair, play_all, server};

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn public_games_are_listed_while_they_are_there() {
    let server = server().await;
    let mut looker = Tester::connect(server.address(), "Clara").await;
    looker.client.watch_lobby(true);
    looker.until(|t| t.client.lobby().is_known()).await;
    let mut anna = Tester::connect(server.address(), "Anna").await;
    let room = anna.create(as_white("xxl")).await;
    let mut secret = Tester::connect(server.address(), "Dora").await;
    secret.create(RoomOptions { private: true, ..as_white("xxl") }).await;
    looker.until(|t| !t.client.lobby().entries().is_empty()).await;
    let entry = looker.client.lobby().entries()[0].clone();
    assert_eq!((&entry.room, entry.phase), (&room, RoomPhase::Waiting));
    assert_eq!(entry.players[0].as_ref().map(|p| p.name.as_str()), Some("Anna"));
    let mut ben = Tester::connect(server.address(), "Ben").await;
    ben.join(&room).await;
    let phase = |t: &Tester| t.client.lobby().entries().first().map(|entry| entry.phase);
    looker.until(|t| phase(t) == Some(RoomPhase::Playing)).await;
    // A room that waits is closed when its creator leaves.
    let second = secret.client.rooms().map(|(id, _)| id.clone()).next().expect("a room");
    secret.client.leave(&second);
    secret.work_off().await;
    secret.sync().await;
    secret.client.join(second, None);
    assert_eq!(secret.until_refused().await, protocol::Refusal::NoRoom);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn names_are_made_different() {
    let server = server().await;
    let first = Tester::connect(server.address(), "Anna").await;
    let second = Tester::connect(server.address(), "ANNA").await;
    assert_eq!(first.client.name().as_str(), "Anna");
    assert_eq!(second.client.name().as_str(), "ANNA 2");
    assert!(second.events.iter().any(|e| matches!(e, client::ClientEvent::Renamed(_))));
    drop(first);
    drop(second);
}

#[tokio::test]
async fn a_private_room_and_its_code_survive_a_restart_of_the_client() {
    let server = server().await;
    let mut anna = Tester::connect(server.address(), "Anna").await;
    let room = anna.create(RoomOptions { private: true, ..as_white("standard") }).await;
    let code = anna.room(&room).state().code.clone().expect("a code");
    let token = anna.client.token().cloned();
    drop(anna);
    let mut anna = Tester::with_token(server.address(), "Anna", token).await;
    anna.until(|t| t.client.room(&room).is_some()).await;
    assert_eq!(anna.phase(&room), Some(RoomPhase::Waiting));
    assert_eq!(anna.room(&room).state().code.as_ref(), Some(&code));
    let mut ben = Tester::connect(server.address(), "Ben").await;
    ben.client.join(room.clone(), Some(code));
    ben.until_phase(&room, RoomPhase::Playing).await;
    anna.until_phase(&room, RoomPhase::Playing).await;
}

/// Spectators do not receive the code, but know it, as they have entered with it.
#[tokio::test]
async fn who_watches_a_private_game_comes_back_to_it_and_to_the_next() {
    let server = server().await;
    let mut anna = Tester::connect(server.address(), "Anna").await;
    let mut ben = Tester::connect(server.address(), "Ben").await;
    let room = anna.create(RoomOptions { private: true, ..as_white("standard") }).await;
    let code = anna.client.code(&room).cloned().expect("a code");
    ben.client.join(room.clone(), Some(code.clone()));
    ben.until_phase(&room, RoomPhase::Playing).await;
    anna.until_phase(&room, RoomPhase::Playing).await;
    let mut clara = Tester::connect(server.address(), "Clara").await;
    clara.client.watch(room.clone(), Some(code.clone()), None);
    clara.until_phase(&room, RoomPhase::Playing).await;
    assert_eq!(clara.room(&room).state().code, None);
    assert_eq!(clara.client.code(&room), Some(&code));
    // After a loss of the connection, and after a restart with what was known before it.
    clara.cut();
    clara.until(|t| t.client.link() == client::Link::Online).await;
    clara.until_phase(&room, RoomPhase::Playing).await;
    let known = clara.client.code(&room).cloned();
    let mut clara = Tester::with_token(server.address(), "Clara", None).await;
    clara.client.watch(room.clone(), known.clone(), None);
    clara.until_phase(&room, RoomPhase::Playing).await;
    // The next game has the same code.
    play_all(&mut anna, &mut ben, &room, &["e2e4", "e7e5"]).await;
    anna.act(&room, Action::Resign).await;
    ben.until_phase(&room, RoomPhase::Over).await;
    anna.until_phase(&room, RoomPhase::Over).await;
    anna.act(&room, Action::Rematch).await;
    ben.act(&room, Action::Rematch).await;
    clara.until(|t| t.room(&room).state().next.is_some()).await;
    let next = clara.room(&room).state().next.clone().expect("the next game");
    clara.client.watch(next.clone(), known, None);
    clara.until(|t| t.client.room(&next).is_some()).await;
}

#[tokio::test]
async fn who_is_how_strong_is_told() {
    let server = server().await;
    let options = RoomOptions { rated: true, ..as_white("standard") };
    let (mut white, mut black, room) = pair(&server, options).await;
    white.client.ask_ranking();
    white.until(|t| t.client.rankings().is_some()).await;
    assert_eq!(white.client.rankings(), Some(&[][..]), "nobody is rated yet");
    play_all(&mut white, &mut black, &room, &["e2e4", "e7e5"]).await;
    black.act(&room, Action::Resign).await;
    white.until_phase(&room, RoomPhase::Over).await;
    white.until_rated(&room).await;
    white.client.ask_ranking();
    white.until(|t| t.client.rankings().is_some_and(|rankings| !rankings.is_empty())).await;
    let [ranking] = white.client.rankings().expect("told") else { panic!("one rule set") };
    assert_eq!((ranking.rules.as_str(), ranking.title.as_str()), ("standard", "Chess"));
    let names: Vec<&str> = ranking.players.iter().map(|player| player.name.as_str()).collect();
    let winner = white.client.name().to_string();
    assert!(names.len() == 2 && names[0] == winner, "{names:?}");
    assert_eq!((ranking.players[0].won, ranking.players[1].lost), (1, 1));
}

#[tokio::test]
async fn a_game_in_which_a_move_was_taken_back_is_not_rated() {
    let server = server().await;
    let options = RoomOptions { rated: true, ..as_white("standard") };
    for take_back in [true, false] {
        let (mut white, mut black, room) = pair(&server, options.clone()).await;
        play_all(&mut white, &mut black, &room, &["e2e4"]).await;
        if take_back {
            white.act(&room, Action::AskTakeBack).await;
            black.until(|t| t.room(&room).game().offers().take_back.is_some()).await;
            black.act(&room, Action::AnswerTakeBack { accept: true }).await;
            white.until_ply(&room, 0).await;
            black.until_ply(&room, 0).await;
            play_all(&mut white, &mut black, &room, &["d2d4", "d7d5"]).await;
        }
        // With one move it does not count either.
        black.act(&room, Action::Resign).await;
        white.until_phase(&room, RoomPhase::Over).await;
        assert_eq!(white.room(&room).state().rating_changes, [None; 2]);
    }
}
