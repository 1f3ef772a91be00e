//! Finding a server, its games, making one, and coming back.

use std::rc::Rc;
use std::time::Duration;

use protocol::{
    Action, ColourChoice, Opponent, RankedPlayer, Ranking, Refusal, RoomCode, RoomOptions,
    RoomPhase, RoomRole, TimeControl, ToClient, ToServer,
};
use xxlchess_app::services::{FromWire, Lan, MemoryStorage, Services, Storage, WireFault};

use crate::hosting::Alone;
use crate::wire::{Table, entry, name, room, state, token, welcome};

#[test]
fn a_server_is_found_by_its_address_and_remembered() {
    let mut table = Table::start("", [792.0, 672.0]);
    table.window.click("Network");
    table.window.click("Address or invitation");
    table.window.type_text("not an address");
    table.window.click("Connect");
    assert!(table.window.shows_part("expected an address such as"), "what is wrong is told");
    assert!(table.opened().is_empty());
    for _ in 0..20 {
        table.window.press(&[egui::Key::Backspace]);
    }
    table.window.click("Address or invitation");
    table.window.press(&[egui::Key::End]);
    for _ in 0..20 {
        table.window.press(&[egui::Key::Backspace]);
    }
    table.window.type_text("10.0.0.7");
    table.window.click("Connect");
    assert_eq!(table.opened(), ["ws://10.0.0.7:8064/ws"]);
    assert!(table.window.shows_part("Connecting to 10.0.0.7:8064"));
    table.open();
    let hello = table.said();
    assert!(
        matches!(&hello[..], [ToServer::Hello { name: said, token: None, .. }]
        if *said == name("Guest")),
        "{hello:?}"
    );
    table.tell(&welcome());
    assert_eq!(table.said(), [ToServer::WatchLobby { on: true }]);
    table.tell(&ToClient::Lobby { rooms: Vec::new() });
    assert!(
        table.window.shows("Games on Club") && table.window.shows("Nobody is playing here yet")
    );
    // The next time we are known by our secret.
    table.window.click("Leave");
    table.window.click_part("Club, http://10.0.0.7:8064");
    table.open();
    let hello = table.said();
    assert!(
        matches!(&hello[..], [ToServer::Hello { token: Some(told), .. }]
        if *told == token()),
        "{hello:?}"
    );
}

#[test]
fn games_are_listed_joined_and_watched() {
    let mut table = Table::online();
    let waiting = entry("Ben", RoomPhase::Waiting);
    table.tell(&ToClient::Lobby { rooms: vec![waiting.clone()] });
    assert!(table.window.shows("Ben, Chess · No clock · Rated"));
    table.window.click("Join");
    assert_eq!(table.said(), [ToServer::Join { room: room(), code: None }]);
    // The seat was taken meanwhile: the game is watched.
    let refusal = Refusal::RoomFull;
    table.tell(&ToClient::Refused { room: Some(room()), refusal });
    assert_eq!(table.said(), [ToServer::Watch { room: room(), code: None, view: None }]);
    table.state(state(RoomOptions::friendly("standard"), RoomRole::Spectator, 3, &["e2e4"]));
    assert!(table.window.shows("You are watching"));
    assert_eq!(table.window.reads("e4"), "e4 white pawn");
    table.window.click("Leave (M)");
    assert!(table.said().contains(&ToServer::Leave { room: room() }));
    assert!(table.window.shows("Games on Club"));
    table.tell(&ToClient::LobbyChanged { changed: Vec::new(), gone: vec![room()] });
    assert!(!table.window.shows("Join"));
}

#[test]
fn a_game_that_is_over_is_not_listed_as_being_played() {
    let mut table = Table::online();
    table.tell(&ToClient::Lobby { rooms: vec![entry("Ben", RoomPhase::Over)] });
    assert!(table.window.shows("Just ended") && !table.window.shows("Being played"));
    table.said();
    table.window.click("Look");
    assert_eq!(table.said(), [ToServer::Watch { room: room(), code: None, view: None }]);
}

#[test]
fn the_ranking_is_asked_for_and_shown() {
    let mut table = Table::online();
    table.tell(&ToClient::Lobby { rooms: Vec::new() });
    table.said();
    table.window.click("Ranking");
    assert_eq!(table.said(), [ToServer::AskRanking]);
    let player = |name: &str, rating| RankedPlayer {
        name: name.to_owned(),
        rating,
        deviation: 60,
        provisional: false,
        won: 7,
        drawn: 1,
        lost: 2,
    };
    let ranking = |rules: &str, title: &str, players| Ranking {
        rules: rules.to_owned(),
        title: title.to_owned(),
        fog: false,
        players,
    };
    let rankings = vec![
        ranking("standard", "Chess", vec![player("Ben", 1700), player("Guest", 1500)]),
        ranking("xxl", "XXL Chess", vec![player("Clara", 1600)]),
    ];
    table.tell(&ToClient::Ranking { rankings });
    assert!(table.window.shows("Ranking on Club"));
    assert!(table.window.shows("1. Ben, 1700") && table.window.shows("2. Guest, 1500"));
    table.window.click("Back");
    assert!(table.window.shows("Games on Club"));
}

#[test]
fn a_game_by_ones_own_rules_travels_as_text() {
    let mut table = Table::online();
    table.tell(&ToClient::Lobby { rooms: Vec::new() });
    table.window.click("New game");
    table.window.click("Rules: XXL chess");
    table.window.click("From a file…");
    table.window.type_text("wild.toml");
    table.window.press(&[egui::Key::Enter]);
    table.said();
    table.window.click("Make the game");
    match &table.said()[..] {
        [ToServer::Create { options }] => {
            assert_eq!(options.rules.id(), "wild");
            let first = options.first_position().expect("anybody can play it");
            assert_eq!(first.pieces().count(), 3);
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_config_can_ask_for_somebody_on_the_network() {
    let mut table = Table::start("", [1280.0, 800.0]);
    table.window.open_file("/lan.json");
    assert!(table.window.shows("Chess over the network"));
    table.enter();
    assert!(table.window.shows("A new game"), "it is set up as soon as there is a server");
    table.window.click("Make the game");
    let wanted = RoomOptions {
        colour: ColourChoice::Black,
        clock: Some(TimeControl::Fischer {
            time: Duration::from_secs(120),
            increment: Duration::from_secs(1),
        }),
        ..RoomOptions::friendly("standard")
    };
    assert_eq!(table.said(), [ToServer::Create { options: wanted }]);
}

#[test]
fn a_game_is_made_and_others_are_invited() {
    let mut table = Table::online();
    table.window.click("New game");
    table.window.click("Who can join: With the link only");
    table.window.click("Make the game");
    let said = table.said();
    let [ToServer::Create { options }] = &said[..] else { panic!("{said:?}") };
    assert!(options.private && options.opponent == Opponent::Anyone);
    let mut waiting = state(options.clone(), RoomRole::White, 0, &[]);
    waiting.phase = RoomPhase::Waiting;
    waiting.seats[1].player = None;
    waiting.code = Some(RoomCode::from_random(3));
    let link = format!("http://10.0.0.7:8064/#/game/{}-{}", room(), RoomCode::from_random(3));
    table.state(waiting);
    assert!(table.window.shows("Waiting for an opponent"));
    assert!(table.window.shows(&link), "the link and the code");
    table.window.click("Cancel the game");
    assert!(table.said().contains(&ToServer::Leave { room: room() }));
    assert!(table.window.shows("Games on Club"));
}

#[test]
fn the_server_plays_too() {
    let mut table = Table::online();
    table.window.click("New game");
    table.window.click("Opponent: The server’s computer");
    table.window.click("Make the game");
    let said = table.said();
    assert!(
        matches!(&said[..], [ToServer::Create { options }]
        if matches!(&options.opponent, Opponent::Level(_))),
        "{said:?}"
    );
}

#[test]
fn an_invitation_leads_straight_into_the_game() {
    let code = RoomCode::from_random(9);
    let address = format!("http://10.0.0.7:8064/#/game/{}-{code}", room());
    let mut table = Table::start(&address, [390.0, 844.0]);
    assert_eq!(table.opened().first().map(String::as_str), Some("ws://10.0.0.7:8064/ws"));
    table.open();
    table.tell(&welcome());
    assert!(table.said().contains(&ToServer::Join { room: room(), code: Some(code) }));
    table.state(state(RoomOptions::friendly("standard"), RoomRole::Black, 1, &["e2e4"]));
    assert_eq!(table.window.reads("e4"), "e4 white pawn");
    table.window.drag("e7", "e5");
    assert!(matches!(table.acts()[..], [Action::Play { ply: 1, .. }]));
}

/// Nobody listens at the address.
fn refused() -> WireFault {
    WireFault::Unanswered("connection refused".to_owned())
}

#[test]
fn a_server_that_is_not_there_is_tried_again() {
    let mut table = Table::start("", [792.0, 672.0]);
    table.window.click("Network");
    table.window.click("Address or invitation");
    table.window.type_text("10.0.0.7");
    table.window.click("Connect");
    table.hear(FromWire::Closed(Some(refused())));
    assert!(table.window.shows_part("10.0.0.7:8064 cannot be reached"));
    assert!(table.window.shows("No connection came about (connection refused)."));
    table.window.wait(2.0);
    assert!(table.opened().len() >= 2, "it tries by itself");
    table.window.click("Leave");
    assert!(table.window.shows("Connect"));
}

#[test]
fn another_version_is_told() {
    let mut table = Table::start("http://10.0.0.7:8064/", [792.0, 672.0]);
    table.window.click("Network");
    table.open();
    let refusal = Refusal::Version { server: 99 };
    table.tell(&ToClient::Refused { room: None, refusal });
    assert!(table.window.shows_part("runs another version"));
}

#[test]
fn a_quick_game_is_looked_for_and_shown() {
    let mut table = Table::online();
    table.tell(&ToClient::Lobby { rooms: Vec::new() });
    table.window.click("New game");
    table.said();
    table.window.click("Quick game");
    let said = table.said();
    assert!(matches!(&said[..], [ToServer::Seek(_)]), "{said:?}");
    table.tell(&ToClient::Seeking { on: true });
    assert!(table.window.shows("Looking for an opponent…") && table.window.shows("Games on Club"));
    table.window.click("Cancel");
    assert_eq!(table.said(), [ToServer::CancelSeek]);
    table.tell(&ToClient::Seeking { on: false });
    assert!(!table.window.shows("Looking for an opponent…"));
    table.window.click("New game");
    table.window.click("Quick game");
    table.said();
    table.tell(&ToClient::Paired { room: room() });
    assert_eq!(table.said(), [ToServer::Join { room: room(), code: None }]);
    table.state(state(RoomOptions::friendly("standard"), RoomRole::Black, 1, &["e2e4"]));
    assert_eq!(table.window.reads("e4"), "e4 white pawn", "the game is shown");
}

#[test]
fn a_name_is_taken_along_by_a_link() {
    let mut table = Table::online();
    table.tell(&ToClient::Lobby { rooms: Vec::new() });
    table.said();
    table.window.click("You on this server");
    table.window.click("Make a link");
    assert_eq!(table.said(), [ToServer::AskTransfer]);
    let code = protocol::Token::from_bytes([9; 16]);
    table.tell(&ToClient::Transfer { code: code.clone(), seconds: 3 });
    let link = format!("http://10.0.0.7:8064/#/name/{}", code.reveal());
    assert!(table.window.shows(&link), "the link and the code");
    table.window.wait(4.0);
    assert!(table.window.shows("This link is too old; make a new one."));
    table.said();
    table.window.click("Sign other devices out");
    assert_eq!(table.said(), [ToServer::RevokeDevices]);
    table.tell(&ToClient::DevicesRevoked { count: 2 });
    assert!(table.window.shows("2 other devices are signed out."));
    table.tell(&ToClient::Blocked { players: vec![name("Eve")] });
    table.window.click("Do not block Eve any more");
    assert_eq!(table.said(), [ToServer::Block { player: name("Eve"), on: false }]);
    table.window.click("Back");
    assert!(table.window.shows("Games on Club"));
}

#[test]
fn a_page_that_was_opened_by_such_a_link_asks_first() {
    let code = protocol::Token::from_bytes([9; 16]);
    let address = format!("http://10.0.0.7:8064/#/name/{}", code.reveal());
    let taken = |hello: &[ToServer]| {
        hello.iter().any(|said| matches!(said, ToServer::Hello { transfer: Some(_), .. }))
    };
    let mut table = Table::start(&address, [390.0, 844.0]);
    assert!(table.window.shows("Play as somebody else?"));
    table.open();
    assert!(!taken(&table.said()), "not before it is answered");
    table.window.click("Take the name");
    table.open();
    assert!(taken(&table.said()));
    let mut told = welcome();
    if let ToClient::Welcome { name: called, token, .. } = &mut told {
        (*called, *token) = (name("Anna"), Some(protocol::Token::from_bytes([8; 16])));
    }
    table.tell(&told);
    assert!(table.window.shows("Here you are Anna from now on."));
    // The next greeting is hers.
    table.hear(FromWire::Closed(None));
    table.window.wait(1.0);
    table.said();
    table.open();
    let hello = table.said();
    assert!(
        matches!(&hello[..], [ToServer::Hello { name: said, token: Some(told), transfer: None, .. }]
        if *said == name("Anna") && *told == protocol::Token::from_bytes([8; 16])),
        "{hello:?}"
    );
}

#[test]
fn many_games_are_searched_and_shown_page_by_page() {
    let mut table = Table::start("", [792.0, 672.0]);
    table.window.click("Network");
    table.window.click("Address or invitation");
    table.window.type_text("10.0.0.7");
    table.window.click("Connect");
    table.open();
    table.tell(&welcome());
    table.tell(&ToClient::Lobby { rooms: vec![entry("Ben", RoomPhase::Waiting)] });
    assert!(!table.window.shows("Search"), "one game needs none");
    let many = |count: u64| {
        let listed = |number| protocol::LobbyEntry {
            room: protocol::RoomId::from_random(number),
            ..entry("Ben", RoomPhase::Waiting)
        };
        (0..count).map(listed).collect::<Vec<_>>()
    };
    table.tell(&ToClient::Lobby { rooms: many(20) });
    table.said();
    table.window.click("Search");
    table.window.type_text("zoë");
    table.window.press(&[egui::Key::Enter]);
    let asked = ToServer::AskGames { search: "zoë".to_owned(), page: 0 };
    assert_eq!(table.said(), [asked]);
    let rooms = vec![entry("Zoë", RoomPhase::Waiting)];
    table.tell(&ToClient::Games(protocol::GamesPage { rooms, page: 0, pages: 2, total: 101 }));
    assert!(table.window.shows_part("Zoë") && !table.window.shows_part("Ben"));
    table.window.click("More games");
    assert_eq!(table.said(), [ToServer::AskGames { search: "zoë".to_owned(), page: 1 }]);
}

#[test]
fn a_server_that_is_gone_does_not_stand_between_the_user_and_the_menu() {
    let keys = |hosts: bool| {
        format!(r#"{{"servers": [], "playing_at": "http://10.0.0.7:8064", "hosts": {hosts}}}"#)
    };
    let start = |hosts: bool| {
        let storage = MemoryStorage::default();
        storage.write("network.json", keys(hosts).as_bytes()).expect("written");
        let lan: Rc<dyn Lan> = Rc::new(Alone::new(true));
        Table::with(Services {
            storage: Rc::new(storage),
            lan: hosts.then_some(lan),
            ..Services::memory()
        })
    };
    let mut table = start(false);
    assert_eq!(table.opened().len(), 1, "it is tried");
    table.hear(FromWire::Closed(Some(refused())));
    assert!(
        table.window.shows("Ready for a game?") && !table.window.shows_part("connection refused")
    );
    table.window.click("Reconnect");
    assert!(table.window.shows_part("10.0.0.7:8064 cannot be reached"));

    let mut table = start(true);
    table.hear(FromWire::Closed(Some(refused())));
    assert!(table.window.shows("Ready for a game?"));
    table.window.click("Host again");
    let opened = table.opened();
    assert!(opened.len() >= 2, "the server that runs again is entered: {opened:?}");
    table.open();
    table.tell(&welcome());
    assert!(table.window.shows("Games on Club"));
    // The game that waited for somebody waits again, and is not taken for that of another window.
    let mut own = state(RoomOptions::friendly("standard"), RoomRole::White, 1, &[]);
    own.phase = RoomPhase::Waiting;
    own.seats[1].player = None;
    table.state(own);
    assert!(table.window.shows("Waiting for an opponent"));
    assert!(!table.window.shows_part("This is your own game"));
}

#[test]
fn who_joins_their_own_game_is_told_why_it_waits() {
    let mut table = Table::online();
    table.tell(&ToClient::Lobby { rooms: vec![entry("Guest", RoomPhase::Waiting)] });
    table.window.click("Join");
    let mut own = state(RoomOptions::friendly("standard"), RoomRole::White, 1, &[]);
    own.phase = RoomPhase::Waiting;
    own.seats[1].player = None;
    table.state(own);
    assert!(table.window.shows_part("This is your own game"));
}
