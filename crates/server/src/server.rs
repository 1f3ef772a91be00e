//! The server as a whole: starting it, serving connections, stopping it.

use std::io;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use store::{Profile, SavedRoom, ServerStore, Shards, UnixTime};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio_rustls::TlsAcceptor;
use tower_service::Service;

#[cfg(unix)]
use crate::admin;
use crate::clock::ServerClock;
use crate::cluster::{Cluster, JoinedNode};
use crate::discovery::{Announcement, local_address};
use crate::engine_pool::EnginePool;
use crate::http::{self, HttpState, Peer};
use crate::identity::Identities;
use crate::limiter::Permit;
use crate::limits::{ServerLimits, Timeouts};
use crate::moderation::{self, Moderation};
use crate::page::WebPage;
use crate::proxy::{self, IpNetwork, TrustedProxies};
use crate::server_state::ServerState;
use crate::store_actor::{StoreHandle, StoreThread};
use crate::throttle::Throttled;
use crate::tls::{self, TlsError, TlsFiles};

/// A request must have come, and a handshake be done, within this time.
const OPEN_TIMEOUT: Duration = Duration::from_secs(10);

/// How often changes of the lobby are broadcast.
const LOBBY_INTERVAL: Duration = Duration::from_millis(500);

/// How often it is noted that the server is alive, and under which key.
const ALIVE_INTERVAL: Duration = Duration::from_secs(2);
const LAST_ALIVE: &str = "server:alive";

/// How often idle players are looked for.
const FORGET_INTERVAL: Duration = Duration::from_secs(3600);

/// The size of a socket's send buffer.
const SEND_BUFFER: usize = 64 * 1024;

/// How a server is set up.
#[derive(Clone, Debug)]
pub struct ServerConfig {
    /// Where it listens; port 0 is any that is free.
    pub listen: SocketAddr,
    /// The name that clients see.
    pub name: String,
    /// Limits of users, addresses and the whole server.
    pub limits: ServerLimits,
    /// How long it waits for players and for the store.
    pub timeouts: Timeouts,
    /// How many threads think; with none, the server does not play itself.
    pub engine_threads: usize,
    /// Pages from these places may connect besides the server's own; `*` is any.
    pub origins: Vec<String>,
    /// Proxies whose word about the addresses of their clients is taken.
    pub trusted_proxies: Vec<IpNetwork>,
    /// Certificate and key, to serve by TLS.
    pub tls: Option<TlsFiles>,
    /// The web page.
    pub page: WebPage,
    /// The socket for operators, where the system has such.
    pub admin_socket: Option<PathBuf>,
    /// Is it announced on the local network (mDNS)?
    pub announce: bool,
    /// The time.
    pub clock: ServerClock,
    /// The broker of a cluster, such as `nats://host:4222`; see [`Server::start_node`].
    pub broker: Option<String>,
    /// The newest version of the protocol that it speaks. Tests let one stand for the next release.
    pub newest_version: u16,
}

impl Default for ServerConfig {
    /// On the loopback address at any port, quietly.
    fn default() -> ServerConfig {
        ServerConfig {
            listen: SocketAddr::from(([127, 0, 0, 1], 0)),
            name: "xxlchess".to_owned(),
            limits: ServerLimits::default(),
            timeouts: Timeouts::default(),
            engine_threads: 1,
            origins: Vec::new(),
            trusted_proxies: Vec::new(),
            tls: None,
            page: WebPage::default(),
            admin_socket: None,
            announce: false,
            clock: ServerClock::new(),
            broker: None,
            newest_version: protocol::VERSION,
        }
    }
}

/// Why a server cannot start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// It cannot listen there.
    #[error("cannot listen at {address}: {why}")]
    Listen {
        /// Where it was to listen.
        address: SocketAddr,
        /// Why not.
        why: io::Error,
    },
    /// The store cannot be read; the text says why.
    #[error("{0}")]
    Store(String),
    /// The socket for operators cannot be opened.
    #[error("cannot open the socket {path}: {why}")]
    AdminSocket {
        /// The file of the socket.
        path: String,
        /// Why not.
        why: io::Error,
    },
    /// It cannot be a node of a cluster; the text says why.
    #[error("{0}")]
    Cluster(String),
    /// The certificate is of no use.
    #[error(transparent)]
    Tls(#[from] TlsError),
    /// The system gives no threads.
    #[error("cannot start a thread: {0}")]
    Thread(io::Error),
}

/// A server that runs.
pub struct Server {
    address: SocketAddr,
    state: Arc<ServerState>,
    stop: watch::Sender<bool>,
    tasks: Vec<JoinHandle<()>>,
    storage: StoreThread,
    _announcement: Option<Announcement>,
}

impl Server {
    /// Starts a server, and brings back the games that were going on when it last ended.
    ///
    /// # Errors
    /// Why it cannot start.
    pub async fn start(
        config: ServerConfig,
        store: Box<dyn ServerStore>,
    ) -> Result<Server, StartError> {
        Server::start_with(config, store, None).await
    }

    /// Starts a node of a cluster: it takes its share of the games that are going on, and serves
    /// all clients wherever their games are. The store and the leases are in the same database.
    ///
    /// # Errors
    /// Why it cannot start.
    pub async fn start_node(
        config: ServerConfig,
        store: Box<dyn ServerStore>,
        shards: Box<dyn Shards>,
    ) -> Result<Server, StartError> {
        let Some(broker) = config.broker.clone() else {
            return Err(StartError::Cluster("a node needs a broker".to_owned()));
        };
        let joined = Cluster::join(&broker, shards).await;
        let node = joined.map_err(|error| StartError::Cluster(error.to_string()))?;
        Server::start_with(config, store, Some(node)).await
    }

    async fn start_with(
        config: ServerConfig,
        store: Box<dyn ServerStore>,
        node: Option<JoinedNode>,
    ) -> Result<Server, StartError> {
        // The store is used, and let go, on its own thread alone: it may block, and some stores
        // cannot be used within tokio.
        let (storage, thread) =
            StoreHandle::start(store, config.timeouts.store).map_err(StartError::Thread)?;
        let tls = config.tls.as_ref().map(tls::acceptor).transpose()?.map(watch::Sender::new);
        let listen = |why| StartError::Listen { address: config.listen, why };
        let listener = TcpListener::bind(config.listen).await.map_err(listen)?;
        let address = listener.local_addr().map_err(listen)?;
        let kept = Kept::read(&storage, config.clock.unix(), node.is_some()).await?;
        let scheme = if tls.is_some() { "https" } else { "http" };
        let page = |ip| format!("{scheme}://{}", SocketAddr::new(ip, address.port()));
        let lan = local_address().filter(|_| address.ip().is_unspecified()).map(page);
        let identities = Identities::new(&kept.profiles, storage.clone());
        let events = node.as_ref().map(JoinedNode::pool_events);
        let (threads, resident) = (config.engine_threads, config.limits.resident_opponents);
        let engines = EnginePool::start(threads, resident, events).map_err(StartError::Thread)?;
        let moderation = Moderation::load(&kept.measures);
        let state = ServerState::new(&config, storage, identities, moderation, lan, engines);
        state.restore(&kept.rooms, kept.last_alive, None);
        let shared = match node {
            Some(node) => {
                state.count_connections_from(node.first_connection());
                node.begin(&state).await
            }
            None => Vec::new(),
        };
        tracing::info!(%address, games = kept.rooms.len(), "the server runs");
        let announcement = config.announce.then(|| announce(&config.name, address, tls.is_some()));
        let http = Arc::new(HttpState {
            server: Arc::clone(&state),
            page: config.page,
            origins: config.origins,
            is_secure: tls.is_some(),
            proxies: TrustedProxies(config.trusted_proxies),
        });
        let router = http::routes(Arc::clone(&http));
        let acceptor = Acceptor { router, http, tls: tls.as_ref().map(watch::Sender::subscribe) };
        let stop = watch::Sender::new(false);
        let mut tasks = vec![
            tokio::spawn(acceptor.accept_all(listener, stop.subscribe())),
            tokio::spawn(broadcast_lobby(Arc::clone(&state))),
            tokio::spawn(note_alive(Arc::clone(&state))),
            tokio::spawn(forget_idle_players(Arc::clone(&state))),
        ];
        tasks.extend(shared);
        let keep = |(files, current)| tokio::spawn(tls::keep_up_to_date(files, current));
        tasks.extend(config.tls.zip(tls).map(keep));
        tasks.extend(serve_operators(config.admin_socket.as_deref(), &state)?);
        Ok(Server {
            address,
            state,
            stop,
            tasks,
            storage: thread,
            _announcement: announcement.flatten(),
        })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Its time, which tests push forward.
    pub fn clock(&self) -> &ServerClock {
        &self.state.clock
    }

    /// Its metrics, in the text format of Prometheus.
    pub fn metrics(&self) -> String {
        self.state.metrics_text()
    }

    /// Stops it: accepts no connections, saves all games and closes all connections.
    pub async fn stop(self) {
        tracing::info!("the server stops");
        let timeout = self.state.timeouts.stop;
        if self.state.cluster().is_some() {
            // Who comes back goes to another node.
            self.stop.send_replace(true);
        }
        let hung_up = async {
            self.state.stop().await;
            self.stop.send_replace(true);
            while self.state.metrics.connections.load(Relaxed) > 0 {
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        };
        if tokio::time::timeout(timeout, hung_up).await.is_err() {
            tracing::warn!("not everybody was waited for");
        }
        // All let go of what they share before the store is waited for.
        for task in self.tasks {
            task.abort();
            let _ = task.await;
        }
        drop(self.state);
        self.storage.join(timeout).await;
    }
}

/// The rooms and data of the last run.
struct Kept {
    rooms: Vec<SavedRoom>,
    profiles: Vec<Profile>,
    /// The stored bans and mutes.
    measures: Vec<(String, String)>,
    last_alive: Option<UnixTime>,
}

impl Kept {
    async fn read(storage: &StoreHandle, now: UnixTime, is_node: bool) -> Result<Kept, StartError> {
        let read = storage.with(move |store| {
            let last_alive = store.meta(LAST_ALIVE)?.and_then(|time| time.parse().ok());
            store.set_meta(LAST_ALIVE, Some(&now.0.to_string()))?;
            Ok(Kept {
                // A node reads the rooms of a shard when it acquires it.
                rooms: if is_node { Vec::new() } else { store.rooms()? },
                profiles: store.profiles()?,
                measures: store.metas(moderation::STORE_KEY)?,
                last_alive: last_alive.map(UnixTime),
            })
        });
        read.await.map_err(|error| StartError::Store(error.to_string()))
    }
}

/// Opens the socket for operators, if one is wanted.
#[cfg(unix)]
fn serve_operators(
    path: Option<&Path>,
    state: &Arc<ServerState>,
) -> Result<Option<JoinHandle<()>>, StartError> {
    let Some(path) = path else { return Ok(None) };
    let listener = admin::socket::open(path)
        .map_err(|why| StartError::AdminSocket { path: path.display().to_string(), why })?;
    Ok(Some(tokio::spawn(admin::socket::serve(listener, Arc::clone(state)))))
}

#[cfg(not(unix))]
fn serve_operators(
    _: Option<&Path>,
    _: &Arc<ServerState>,
) -> Result<Option<JoinHandle<()>>, StartError> {
    Ok(None)
}

fn announce(name: &str, address: SocketAddr, is_secure: bool) -> Option<Announcement> {
    match Announcement::new(name, address.port(), is_secure) {
        Ok(announcement) => Some(announcement),
        Err(error) => {
            tracing::warn!(%error, "the local network cannot be told of the server");
            None
        }
    }
}

/// Waits until a signal is given.
pub(crate) async fn signalled(signal: &mut watch::Receiver<bool>) {
    if signal.wait_for(|is_given| *is_given).await.is_err() {
        // The sender is gone; the waiting task will be aborted.
        std::future::pending::<()>().await;
    }
}

/// Notes from time to time that the server is alive, so that it is known when it was killed.
async fn note_alive(state: Arc<ServerState>) {
    loop {
        state.clock.sleep_until(state.clock.now() + ALIVE_INTERVAL).await;
        if state.metrics.rooms.load(Relaxed) > 0 {
            let now = state.clock.unix().0.to_string();
            let noted = state.storage.with(move |store| store.set_meta(LAST_ALIVE, Some(&now)));
            if let Err(error) = noted.await {
                tracing::debug!(%error, "it could not be noted that the server is alive");
            }
        }
    }
}

async fn forget_idle_players(state: Arc<ServerState>) {
    loop {
        state.clock.sleep_until(state.clock.now() + FORGET_INTERVAL).await;
        state.forget_idle_players().await;
    }
}

async fn broadcast_lobby(state: Arc<ServerState>) {
    let mut interval = tokio::time::interval(LOBBY_INTERVAL);
    loop {
        interval.tick().await;
        state.lobby.broadcast();
    }
}

/// Takes connections and serves them.
#[derive(Clone)]
struct Acceptor {
    router: Router,
    http: Arc<HttpState>,
    tls: Option<watch::Receiver<TlsAcceptor>>,
}

impl Acceptor {
    async fn accept_all(self, listener: TcpListener, mut stop: watch::Receiver<bool>) {
        let state = &self.http.server;
        loop {
            let accepted = tokio::select! {
                accepted = listener.accept() => accepted,
                () = signalled(&mut stop) => return,
            };
            match accepted {
                Ok((_, address)) if state.moderation.is_banned_address(address.ip()) => {
                    self.count_refused();
                }
                Ok((stream, address)) => {
                    let permit = match self.http.proxies.trusts(address.ip()) {
                        true => state.limiter.admit_proxy(),
                        false => state.limiter.admit(address.ip()),
                    };
                    match permit {
                        Some(permit) => {
                            let serving = self.clone().serve(stream, Peer(address.ip()), permit);
                            tokio::spawn(serving);
                        }
                        None => self.count_refused(),
                    }
                }
                Err(error) => {
                    // Too many files are open, for instance; it helps to wait a little.
                    tracing::warn!(%error, "a connection could not be taken");
                    tokio::time::sleep(Duration::from_millis(100)).await;
                }
            }
        }
    }

    fn count_refused(&self) {
        self.http.server.metrics.refused_connections.fetch_add(1, Relaxed);
    }

    async fn serve(self, mut stream: TcpStream, mut peer: Peer, permit: Permit) {
        if self.http.proxies.trusts(peer.0) {
            let header = proxy::read_header(&mut stream);
            match tokio::time::timeout(OPEN_TIMEOUT, header).await {
                Ok(Ok(Some(client))) if permit.count_for(client) => peer = Peer(client),
                Ok(Ok(None)) => {}
                _ => return self.count_refused(),
            }
        }
        // If the system does not do as it is asked, everything is only a little slower.
        let _ = stream.set_nodelay(true);
        let _ = socket2::SockRef::from(&stream).set_send_buffer_size(SEND_BUFFER);
        let timeout = self.http.server.timeouts.http;
        let rate = self.http.server.limits.received_bytes;
        match &self.tls {
            None => {
                answer(Throttled::new(stream, rate), self.router, peer, permit, timeout).await;
            }
            Some(tls) => {
                let tls = tls.borrow().clone();
                let handshake = tokio::time::timeout(OPEN_TIMEOUT, tls.accept(stream)).await;
                if let Ok(Ok(stream)) = handshake {
                    answer(Throttled::new(stream, rate), self.router, peer, permit, timeout).await;
                }
            }
        }
    }
}

/// Answers the requests of one connection. What becomes a WebSocket keeps its permit.
async fn answer<S>(stream: S, router: Router, peer: Peer, permit: Permit, timeout: Duration)
where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    let permit = Arc::new(permit);
    let service = hyper::service::service_fn(move |request: Request<Incoming>| {
        let mut request = request.map(Body::new);
        request.extensions_mut().insert(peer);
        request.extensions_mut().insert(Arc::clone(&permit));
        router.clone().call(request)
    });
    let serving = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(OPEN_TIMEOUT)
        .max_buf_size(16 * 1024)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    // A client may hang up at any time. What became a WebSocket is not waited for here.
    let mut serving = pin!(serving);
    if tokio::time::timeout(timeout, serving.as_mut()).await.is_err() {
        serving.as_mut().graceful_shutdown();
        let _ = tokio::time::timeout(OPEN_TIMEOUT.min(timeout), serving).await;
    }
}
