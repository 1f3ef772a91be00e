//! What is asked by HTTP.

use std::net::SocketAddr;
use std::time::Duration;

use protocol::{Action, RoomOptions, RoomPhase};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use xxlchess_server::{PageFile, Rate, ServerConfig, ServerLimits, Timeouts, WebPage};

use crate::common::{generous, pair, play_all, server, start};

/// The status and the body of an answer.
pub async fn get(address: SocketAddr, path: &str) -> (u16, String) {
    let mut stream = TcpStream::connect(address).await.expect("a connection");
    let request = format!("GET {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await.expect("sent");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.expect("an answer");
    let status = answer.split(' ').nth(1).and_then(|code| code.parse().ok()).expect("a status");
    let body = answer.split_once("\r\n\r\n").map(|(_, body)| body.to_owned());
    (status, body.unwrap_or_default())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn health_games_ranking_and_metrics_are_told() {
    let server = server().await;
    let address = server.address();
    let (status, body) = get(address, "/api/health").await;
    assert!(status == 200 && body.contains("\"status\":\"ok\""), "{body}");
    let options = RoomOptions { rated: true, ..RoomOptions::friendly("standard") };
    let (mut white, mut black, room) = pair(&server, options).await;
    play_all(&mut white, &mut black, &room, &["f2f3", "e7e5", "g2g4"]).await;
    let (status, body) = get(address, "/api/games").await;
    assert!(status == 200 && body.contains(room.as_str()), "{body}");
    let pgn = format!("/api/games/{room}.pgn");
    let (status, body) = get(address, &pgn).await;
    assert!(status == 200 && body.contains("2. g4"), "{body}");
    play_all(&mut white, &mut black, &room, &["d8h4"]).await;
    black.until_phase(&room, RoomPhase::Over).await;
    black.until_rated(&room).await;
    let (status, body) = get(address, "/api/ranking").await;
    assert_eq!(status, 200);
    assert!(body.find("Ben") < body.find("Anna"), "the winner comes first: {body}");
    for (rules, expected) in [("standard", 200), ("xxl%2Bfog", 200), ("zzz", 404), ("xxl*", 404)] {
        let (status, body) = get(address, &format!("/api/ranking?rules={rules}")).await;
        assert_eq!(status, expected, "{body}");
        assert!(status == 200 || body.contains("{\"error\":\"there is no such rule set"), "{body}");
    }
    // Also when the room is closed.
    white.client.leave(&room);
    white.work_off().await;
    black.client.leave(&room);
    black.work_off().await;
    black.sync().await;
    server.clock().push(std::time::Duration::from_secs(600));
    let (status, body) = get(address, &pgn).await;
    assert!(status == 200 && body.contains("Qh4#") && body.contains("0-1"), "{body}");
    let (status, body) = get(address, "/metrics").await;
    assert!(status == 200 && body.contains("xxlchess_move_seconds_count 4"), "{body}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_hidden_is_not_told() {
    let server = server().await;
    let options = RoomOptions { fog: true, ..RoomOptions::friendly("king-capture") };
    let (mut white, _black, room) = pair(&server, options).await;
    let pgn = format!("/api/games/{room}.pgn");
    assert_eq!(get(server.address(), &pgn).await.0, 404);
    white.act(&room, Action::Resign).await;
    white.until_phase(&room, RoomPhase::Over).await;
    assert_eq!(get(server.address(), &pgn).await.0, 200);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn bad_requests_are_told_what_is_wrong() {
    let server = server().await;
    for (path, status) in [
        ("/", 200),
        ("/nothing", 404),
        ("/api/games/nothing.pgn", 400),
        ("/api/games/k3f7q2m9xa.pgn", 404),
        ("/api/games/../../etc/passwd", 404),
        ("/ws", 400),
    ] {
        assert_eq!(get(server.address(), path).await.0, status, "{path}");
    }
}

#[tokio::test]
async fn requests_have_a_rate() {
    let few = Rate { per_second: 0.1, burst: 3.0 };
    let limits = ServerLimits { requests: few, ..generous() };
    let server = start(ServerConfig { limits, ..ServerConfig::default() }).await;
    let address = server.address();
    let mut statuses = Vec::new();
    for _ in 0..20 {
        statuses.push(get(address, "/api/games").await.0);
    }
    assert_eq!(statuses[..3], [200; 3]);
    assert!(statuses.contains(&429), "{statuses:?}");
    assert_eq!(get(address, "/api/health").await.0, 200, "whoever watches over it is answered");
    assert_eq!(get(address, "/").await.0, 200);
    server.clock().push(std::time::Duration::from_secs(10));
    assert_eq!(get(address, "/api/ranking").await.0, 200);
}

#[tokio::test]
async fn even_requests_that_cost_little_have_a_rate() {
    let few = Rate { per_second: 0.1, burst: 3.0 };
    let limits = ServerLimits { page_requests: few, ..generous() };
    let server = start(ServerConfig { limits, ..ServerConfig::default() }).await;
    let address = server.address();
    for path in ["/metrics", "/api/health", "/"] {
        assert_eq!(get(address, path).await.0, 200, "{path}");
    }
    for path in ["/metrics", "/api/health", "/", "/nothing"] {
        assert_eq!(get(address, path).await.0, 429, "{path}");
    }
    // The connection is closed, so that the next request needs another one.
    let mut stream = TcpStream::connect(address).await.expect("a connection");
    let request = b"GET /metrics HTTP/1.1\r\nhost: localhost\r\n\r\n";
    stream.write_all(request).await.expect("sent");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.expect("it ends");
    assert!(answer.starts_with("HTTP/1.1 429"), "{answer}");
    server.clock().push(Duration::from_secs(10));
    assert_eq!(get(address, "/metrics").await.0, 200);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn who_does_not_read_an_answer_is_cut_off() {
    let limits = ServerLimits { connections_per_address: 1, ..generous() };
    let timeouts = Timeouts { http: Duration::from_millis(50), ..Timeouts::default() };
    let file = PageFile {
        content_type: "application/octet-stream",
        plain: vec![7; 32 << 20].into(),
        gzip: None,
        brotli: None,
        is_hashed: false,
    };
    let page = WebPage::new([("large".to_owned(), file)]);
    let server = start(ServerConfig { limits, timeouts, page, ..ServerConfig::default() }).await;
    let address = server.address();
    let mut slow = TcpStream::connect(address).await.expect("a connection");
    slow.write_all(b"GET /large HTTP/1.1\r\nhost: localhost\r\n\r\n").await.expect("sent");
    // While it is held, no other request from this address is served.
    loop {
        let mut other = TcpStream::connect(address).await.expect("a connection");
        let request = b"GET /api/health HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n";
        let mut answer = String::new();
        if other.write_all(request).await.is_ok()
            && other.read_to_string(&mut answer).await.is_ok()
            && answer.starts_with("HTTP/1.1 200")
        {
            break;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}
