//! HTTP: the WebSocket, the page, and a small API described in `docs/server.md`.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, LazyLock};

use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{Path, Query, Request, State};
use axum::http::header::{CACHE_CONTROL, CONNECTION, CONTENT_TYPE, HOST, ORIGIN};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Extension, Json, Router};
use protocol::{GamesPage, LONGEST_TO_SERVER, RoomCode, RoomId};
use serde::Deserialize;
use serde_json::json;
use store::RulesKey;
use tokio::sync::oneshot;

use crate::limiter::{Permit, RateKind};
use crate::page::WebPage;
use crate::proxy::TrustedProxies;
use crate::room::RoomMessage;
use crate::room_handle::RoomHandle;
use crate::server_state::ServerState;
use crate::session;

/// Buffers of a connection: small, as there are many and messages are short.
const BUFFER: usize = 4 * 1024;

/// The address at the other end of a TCP connection.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Peer(pub(crate) IpAddr);

/// The state of the request handlers.
#[derive(Debug)]
pub(crate) struct HttpState {
    pub(crate) server: Arc<ServerState>,
    pub(crate) page: WebPage,
    /// Pages from these places may connect besides the server's own; `*` is any.
    pub(crate) origins: Vec<String>,
    /// Is it served by TLS?
    pub(crate) is_secure: bool,
    pub(crate) proxies: TrustedProxies,
}

/// All routes.
pub(crate) fn routes(http: Arc<HttpState>) -> Router {
    let limit = |kind| middleware::from_fn_with_state((Arc::clone(&http), kind), at_a_rate);
    // Requests to rooms or the store are rate limited, against overload and the guessing of codes.
    let limited = Router::new()
        .route("/api/games", get(games))
        .route("/api/games/{file}", get(game))
        .route("/api/ranking", get(ranked))
        .route("/api/ready", get(ready))
        .route_layer(limit(RateKind::Requests));
    limited
        .route(protocol::PATH, get(web_socket))
        .route("/api/health", get(health))
        .route("/api/schema", get(schema))
        .route("/metrics", get(metrics))
        .fallback(get(page))
        // Even what costs little is not answered without end.
        .layer(limit(RateKind::PageRequests))
        .with_state(http)
}

/// Refuses requests over a rate; clients that send too many of any kind are cut off.
async fn at_a_rate(
    State((http, kind)): State<(Arc<HttpState>, RateKind)>,
    Extension(Peer(address)): Extension<Peer>,
    request: Request,
    next: Next,
) -> Response {
    let address = http.proxies.client(address, request.headers());
    if http.server.limiter.admit_at_rate(kind, address, http.server.clock.now()) {
        return next.run(request).await;
    }
    http.server.metrics.too_fast.fetch_add(1, Relaxed);
    let told = "too many requests; try again a little later\n";
    let mut response = (StatusCode::TOO_MANY_REQUESTS, told).into_response();
    if kind == RateKind::PageRequests {
        response.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
    }
    response
}

async fn web_socket(
    State(http): State<Arc<HttpState>>,
    Extension(Peer(address)): Extension<Peer>,
    Extension(permit): Extension<Arc<Permit>>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Response {
    let client = http.proxies.client(address, &headers);
    // A proxy of ours serves names that lead to it.
    let is_secure = http.is_secure || http.proxies.trusts(address);
    if !is_welcome(&headers, &http.origins, is_secure) {
        http.server.metrics.count_refusal("origin");
        return (StatusCode::FORBIDDEN, "pages from elsewhere may not connect\n").into_response();
    }
    if http.server.moderation.is_banned_address(client) {
        tracing::info!(address = %client, "a banned address");
        return (StatusCode::FORBIDDEN, "you are banned from this server\n").into_response();
    }
    if !permit.count_for(client) {
        http.server.metrics.refused_connections.fetch_add(1, Relaxed);
        let told = "too many connections from your address\n";
        return (StatusCode::TOO_MANY_REQUESTS, told).into_response();
    }
    let limiter = &http.server.limiter;
    if !limiter.admit_at_rate(RateKind::Sessions, client, http.server.clock.now()) {
        http.server.metrics.count_refusal("new-connections");
        let told = "too many new connections from your address; wait a little\n";
        return (StatusCode::TOO_MANY_REQUESTS, told).into_response();
    }
    upgrade
        .max_message_size(LONGEST_TO_SERVER)
        .max_frame_size(LONGEST_TO_SERVER)
        .read_buffer_size(BUFFER)
        .write_buffer_size(BUFFER)
        .on_upgrade(async move |socket| {
            session::run(http.server.clone(), client, socket).await;
            drop(permit);
        })
}

/// May a page from its origin connect? Programs that are no browsers tell no origin.
fn is_welcome(headers: &HeaderMap, allowed: &[String], is_secure: bool) -> bool {
    let Some(origin) = headers.get(ORIGIN) else { return true };
    let Ok(origin) = origin.to_str() else { return false };
    if allowed.iter().any(|known| known == "*" || known.eq_ignore_ascii_case(origin)) {
        return true;
    }
    let host = headers.get(HOST).and_then(|host| host.to_str().ok());
    let place = origin.split_once("://").map(|(_, place)| place);
    match (place, host) {
        (Some(place), Some(host)) => {
            place.eq_ignore_ascii_case(host) && (is_secure || is_local_name(host))
        }
        _ => false,
    }
}

/// Is it an address, or a name that only the local network can give? Any page on the internet can
/// let its own name lead to a server here (DNS rebinding); with TLS it would lack the certificate.
fn is_local_name(host: &str) -> bool {
    let name = match host.strip_prefix('[').and_then(|rest| rest.split_once(']')) {
        Some((six, _)) => return six.parse::<Ipv6Addr>().is_ok(),
        None => host.rsplit_once(':').map_or(host, |(name, _)| name),
    };
    let name = name.trim_end_matches('.').to_ascii_lowercase();
    let endings = [".localhost", ".local", ".lan", ".home.arpa", ".internal", ".test"];
    name.parse::<Ipv4Addr>().is_ok()
        || !name.contains('.')
        || endings.iter().any(|ending| name.ends_with(ending))
}

/// Is the server ready to play? Only if the store answers in time, and everything is saved.
async fn ready(State(http): State<Arc<HttpState>>) -> Response {
    let answered = http.server.storage.with(|store| store.meta("ready").map(drop)).await;
    let (code, status) = match answered {
        _ if http.server.is_stopping.load(Relaxed) => (StatusCode::SERVICE_UNAVAILABLE, "stopping"),
        Ok(()) if http.server.metrics.unsaved_rooms.load(Relaxed) > 0 => {
            (StatusCode::SERVICE_UNAVAILABLE, "some turns are not saved yet")
        }
        Ok(()) => (StatusCode::OK, "ready"),
        Err(error) => {
            tracing::warn!(%error, "not ready");
            (StatusCode::SERVICE_UNAVAILABLE, "the store does not answer")
        }
    };
    (code, Json(json!({ "status": status }))).into_response()
}

async fn health(State(http): State<Arc<HttpState>>) -> Response {
    let server = &http.server;
    if server.is_stopping.load(Relaxed) {
        return (StatusCode::SERVICE_UNAVAILABLE, Json(json!({ "status": "stopping" })))
            .into_response();
    }
    if server.cluster().is_some_and(|cluster| !cluster.has_shards()) {
        let told = Json(json!({ "status": "other nodes have all games" }));
        return (StatusCode::SERVICE_UNAVAILABLE, told).into_response();
    }
    Json(json!({
        "status": "ok",
        "name": server.name,
        "version": env!("CARGO_PKG_VERSION"),
        "protocol": protocol::VERSION,
        "rooms": server.metrics.rooms.load(Relaxed),
        "connections": server.metrics.connections.load(Relaxed),
    }))
    .into_response()
}

#[derive(Deserialize)]
struct GamesQuery {
    #[serde(default)]
    search: String,
    #[serde(default)]
    page: usize,
}

/// The messages of the protocol as a JSON Schema; it is made once.
async fn schema() -> Response {
    static TEXT: LazyLock<String> = LazyLock::new(|| protocol::schema().to_string());
    ([(CONTENT_TYPE, "application/schema+json")], TEXT.as_str()).into_response()
}

async fn games(State(http): State<Arc<HttpState>>, Query(query): Query<GamesQuery>) -> Response {
    let GamesPage { rooms, page, pages, total } =
        http.server.lobby.search(&query.search, query.page);
    Json(json!({ "games": rooms, "page": page, "pages": pages, "total": total })).into_response()
}

#[derive(Deserialize)]
struct GameQuery {
    code: Option<RoomCode>,
}

async fn game(
    State(http): State<Arc<HttpState>>,
    Extension(Peer(address)): Extension<Peer>,
    headers: HeaderMap,
    Path(file): Path<String>,
    Query(query): Query<GameQuery>,
) -> Response {
    let id = file.strip_suffix(".pgn").and_then(|id| RoomId::new(id).ok());
    let Some(id) = id else {
        let told = "expected the id of a game and .pgn\n";
        return (StatusCode::BAD_REQUEST, told).into_response();
    };
    let address = http.proxies.client(address, &headers);
    let server = Arc::clone(&http.server);
    let writing = async move {
        match running_pgn(&server, &id, query.code).await {
            Some(text) => text,
            None => kept_pgn(&server, &id).await,
        }
    };
    match http.server.pgn_writer.in_turn(address, writing).await {
        Some(text) => {
            let headers = [
                (CONTENT_TYPE, "application/x-chess-pgn; charset=utf-8"),
                (CACHE_CONTROL, "no-cache"),
            ];
            (headers, text).into_response()
        }
        None => {
            let told = "there is no such game, or it cannot be seen yet\n";
            (StatusCode::NOT_FOUND, told).into_response()
        }
    }
}

/// The game of a room that is open; inside nothing if it may not be seen.
async fn running_pgn(
    server: &ServerState,
    id: &RoomId,
    code: Option<RoomCode>,
) -> Option<Option<String>> {
    let (reply, answer) = oneshot::channel();
    match server.room(id)? {
        RoomHandle::Here(mailbox) => {
            mailbox.send(RoomMessage::Pgn { code, reply }).await.ok()?;
            answer.await.ok()
        }
        RoomHandle::Elsewhere(cluster, id) => cluster.pgn(&id, code).await,
    }
}

/// An archived game. The room's id suffices to see it, also if the room was private: only its
/// members know the id, and the game is over.
async fn kept_pgn(server: &ServerState, id: &RoomId) -> Option<String> {
    let room = id.to_string();
    let found = server.storage.with(move |store| match store.game_of_room(&room)? {
        Some(id) => Ok(store.game(id)?.map(|(_, archive)| archive)),
        None => Ok(None),
    });
    let text = found.await.ok()??;
    let write = move || {
        let (archive, _) = notation::archive::parse(&text).ok()?;
        notation::pgn::format(&archive.to_pgn()).ok()
    };
    tokio::task::spawn_blocking(write).await.ok()?
}

#[derive(Deserialize)]
struct RankingQuery {
    rules: Option<String>,
}

async fn ranked(State(http): State<Arc<HttpState>>, Query(query): Query<RankingQuery>) -> Response {
    let rules = query.rules.map(RulesKey::from_text);
    // Rules that do not ship are known by who plays them.
    let must_be_played = rules.as_ref().is_some_and(|rules| !rules.ships());
    match http.server.rankings(rules).await {
        Ok(rankings) if must_be_played && rankings.iter().all(|it| it.players.is_empty()) => {
            let told = json!({ "error": "there is no such rule set, and nobody has played it" });
            (StatusCode::NOT_FOUND, Json(told)).into_response()
        }
        Ok(rankings) => Json(json!({ "rankings": rankings })).into_response(),
        Err(_) => {
            (StatusCode::INTERNAL_SERVER_ERROR, "the ranking cannot be read\n").into_response()
        }
    }
}

async fn metrics(State(http): State<Arc<HttpState>>) -> Response {
    let headers = [(CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")];
    (headers, http.server.metrics_text()).into_response()
}

async fn page(State(http): State<Arc<HttpState>>, request: Request) -> Response {
    http.page.answer(request.uri().path(), request.headers())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_own_page_and_those_that_are_allowed_may_connect() {
        let allowed = ["https://chess.example".to_owned()];
        for (origin, host, is_secure, expected) in [
            (None, "a:1", false, true),
            (Some("http://192.168.1.7:8064"), "192.168.1.7:8064", false, true),
            (Some("http://[fe80::1]:8064"), "[fe80::1]:8064", false, true),
            (Some("http://localhost:8064"), "localhost:8064", false, true),
            (Some("http://kitchen.local:8064"), "kitchen.local:8064", false, true),
            (Some("https://chess.example"), "inner:80", false, true),
            (Some("https://club.example"), "club.example", true, true),
            (Some("http://evil.example"), "192.168.1.7:8064", false, false),
            (Some("http://192.168.1.7:9999"), "192.168.1.7:8064", false, false),
            (Some("null"), "192.168.1.7:8064", false, false),
            // The name of a foreign page that leads here.
            (Some("http://evil.example:8064"), "evil.example:8064", false, false),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(HOST, HeaderValue::from_static(host));
            if let Some(origin) = origin {
                headers.insert(ORIGIN, HeaderValue::from_static(origin));
            }
            assert_eq!(is_welcome(&headers, &allowed, is_secure), expected, "{origin:?}");
        }
    }
}
