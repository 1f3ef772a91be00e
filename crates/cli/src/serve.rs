//! `xxlchess serve`: hosts games for others on the network, with the web page to play them in.

use std::io::{IsTerminal, Read, Write};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, anyhow, bail};
use clap::Args;
use qrcodegen::{QrCode, QrCodeEcc};
use server::{Host, IpNetwork, ServerConfig, ServerLimits, Timeouts, TlsFiles};
use store::{ServerStore, SqliteStore, StoreError};

use crate::log::LogOptions;
use crate::page;

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Options {
    /// Where to listen: an address with a port, or a port of all addresses.
    #[arg(long, value_name = "ADDRESS", default_value_t = everywhere(protocol::DEFAULT_PORT),
          value_parser = address)]
    listen: SocketAddr,
    /// The file in which players, games and ratings are kept, or a PostgreSQL database such as
    /// `postgres://user:password@host/database`; by default what the variable XXLCHESS_DATA says,
    /// or a file of the user's own.
    #[arg(long, value_name = "FILE_OR_URL")]
    data: Option<PathBuf>,
    /// The broker of a cluster, such as `nats://host:4222`: this server is then one of several that
    /// share the database of --data and serve all games together; docs/scaling.md tells more.
    #[arg(long, value_name = "URL")]
    cluster: Option<String>,
    /// If the file of --data is damaged, move it aside and begin an empty one.
    #[arg(long)]
    recover: bool,
    /// What the server is called in lists.
    #[arg(long, value_name = "NAME", default_value = "xxlchess")]
    name: String,
    /// The certificate to serve by TLS with, as PEM, and what leads to its root.
    #[arg(long, value_name = "FILE", requires = "tls_key")]
    tls_cert: Option<PathBuf>,
    /// The private key of the certificate, as PEM.
    #[arg(long, value_name = "FILE", requires = "tls_cert")]
    tls_key: Option<PathBuf>,
    /// A page from elsewhere that may connect, such as `https://chess.example`; `*` is any.
    #[arg(long = "origin", value_name = "URL")]
    origins: Vec<String>,
    /// A proxy in front of the server, as an address or a network such as 10.0.0.0/8: what it says
    /// about the addresses of its clients (X-Forwarded-For, Forwarded, PROXY protocol) is believed.
    #[arg(long = "trusted-proxy", value_name = "NET")]
    trusted_proxies: Vec<IpNetwork>,
    /// A socket by which `xxlchess admin` talks to the server; only its user can open it.
    #[arg(long, value_name = "FILE")]
    admin_socket: Option<PathBuf>,
    /// Do not announce the server on the local network.
    #[arg(long)]
    no_announce: bool,
    /// Search threads of the computer player; with 0 the server does not play, or in a cluster only
    /// while there are workers.
    #[arg(long, value_name = "N", default_value_t = 1)]
    engine_threads: usize,
    /// The most connections at once.
    #[arg(long, value_name = "N", default_value_t = ServerLimits::default().connections)]
    max_connections: usize,
    /// The most connections at once from one address.
    #[arg(long, value_name = "N", default_value_t = ServerLimits::default().connections_per_address)]
    max_connections_per_address: usize,
    /// The most games at once; when there are more, the oldest one that everybody has left is closed.
    #[arg(long, value_name = "N", default_value_t = ServerLimits::default().rooms)]
    max_games: usize,
    /// The most games at once that were created from one address.
    #[arg(long, value_name = "N", default_value_t = ServerLimits::default().rooms_per_address)]
    max_games_per_address: usize,
    /// The most memory for all games, in MiB.
    #[arg(long, value_name = "MIB", default_value_t = ServerLimits::default().bytes >> 20)]
    max_memory: usize,
    /// Any other limit or time, such as `chat=1/6` (one a second, six at once), `grace=60` (seconds)
    /// or `memory-per-game=8` (MiB); docs/server.md lists them all.
    #[arg(long = "limit", value_name = "NAME=VALUE")]
    limits: Vec<String>,
    /// Seconds that a disconnected player has to return before the opponent can claim the game.
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    grace: u64,
    #[command(flatten)]
    log: LogOptions,
}

const EXAMPLES: &str = "\
Examples:
  xxlchess serve                                  for the local network
  xxlchess serve --listen 127.0.0.1:8064          for this computer alone
  xxlchess serve --name 'Chess club' --data club.db";

/// The variable that says where things are kept: a password in it is not seen by others.
const DATA: &str = "XXLCHESS_DATA";

const NO_PAGE: &str = "this program was built without the web page, so only windows can connect; \
                       `cargo xtask web` before the build puts it in";

pub fn run(options: &Options, output: &mut dyn Write) -> anyhow::Result<()> {
    options.log.begin();
    let data = options.data.as_deref();
    let store = match options.cluster {
        Some(_) => None,
        None => Some(open(data, options.recover)?),
    };
    let config = config(options)?;
    let has_page = !config.page.is_empty();
    let host = match store {
        Some(store) => Host::start(config, store)?,
        None => start_node(config, &place(data)?)?,
    };
    tell(options, host.address(), output)?;
    if !has_page {
        report!("warning: {NO_PAGE}");
    }
    output.flush()?;
    host.wait_for_signal().context("cannot wait for the end")?;
    writeln!(output, "\nStopping. Games that are going on will go on at the next start.")?;
    output.flush()?;
    drop(host);
    Ok(())
}

fn config(options: &Options) -> anyhow::Result<ServerConfig> {
    let tls = options.tls_cert.clone().zip(options.tls_key.clone());
    let mut config = ServerConfig {
        listen: options.listen,
        name: options.name.clone(),
        limits: ServerLimits {
            connections: options.max_connections,
            connections_per_address: options.max_connections_per_address,
            rooms: options.max_games,
            rooms_per_address: options.max_games_per_address,
            bytes: options.max_memory.saturating_mul(1 << 20),
            ..ServerLimits::default()
        },
        timeouts: Timeouts { grace: Duration::from_secs(options.grace), ..Timeouts::default() },
        engine_threads: options.engine_threads,
        origins: options.origins.clone(),
        trusted_proxies: options.trusted_proxies.clone(),
        tls: tls.map(|(certificate, key)| TlsFiles { certificate, key }),
        page: page::page(),
        admin_socket: options.admin_socket.clone(),
        broker: options.cluster.clone(),
        announce: !options.no_announce && !options.listen.ip().is_loopback(),
        ..ServerConfig::default()
    };
    for limit in &options.limits {
        config.set_limit(limit).map_err(|error| anyhow!("--limit: {error}"))?;
    }
    Ok(config)
}

/// Starts a node of a cluster, which shares its database with others.
#[cfg(feature = "cluster")]
fn start_node(config: ServerConfig, data: &Path) -> anyhow::Result<Host> {
    let address = data.to_string_lossy();
    if !address.starts_with("postgres://") && !address.starts_with("postgresql://") {
        bail!("--cluster needs a database that all nodes share: --data postgres://...");
    }
    let shards = store::PostgresShards::open(&address)?;
    let store = store::PostgresStore::open_for_node(&address)?;
    Ok(Host::start_node(config, Box::new(store), Box::new(shards))?)
}

#[cfg(not(feature = "cluster"))]
fn start_node(_: ServerConfig, _: &Path) -> anyhow::Result<Host> {
    bail!(
        "this program was built without clusters; build it with `cargo build --release --features \
         cluster`"
    )
}

/// Where things are kept: as an option says, or a variable, or in a file of the user's own.
pub fn place(option: Option<&Path>) -> anyhow::Result<PathBuf> {
    let place = option.map(Path::to_owned).or_else(|| std::env::var_os(DATA).map(PathBuf::from));
    place.or_else(usual_file).ok_or_else(|| anyhow!("there is no home folder; use --data FILE"))
}

/// A damaged file, with what an operator can do.
#[derive(Debug, thiserror::Error)]
#[error(
    "{place} is damaged: {why}; put a backup in its place, or start with --recover, which moves the \
     file aside and begins an empty one"
)]
pub struct DamagedStore {
    pub place: String,
    pub why: String,
}

/// Opens what is kept in a file or a database. A damaged file is refused, unless it is to be
/// recovered.
pub fn open(place: Option<&Path>, recovers: bool) -> anyhow::Result<Box<dyn ServerStore>> {
    let file = self::place(place)?;
    if let Some((kind, rest)) = file.to_str().and_then(|text| text.split_once(':')) {
        let slashes = if rest.starts_with("//") { "//" } else { "" };
        // The rest is not quoted, as it may hold a password.
        match (kind, slashes) {
            ("postgres" | "postgresql", "//") => return open_database(&file.to_string_lossy()),
            ("postgres" | "postgresql", _) | (_, "//") => {
                bail!("--data begins with `{kind}:{slashes}`; expected a file, or `postgres://...`")
            }
            _ => {}
        }
    }
    match SqliteStore::open_undamaged_for_server(&file) {
        Err(StoreError::Damaged { place, .. }) if !is_database(&file) => {
            bail!("{place} is no database, and stays as it is; is --data mistyped?")
        }
        Err(StoreError::Damaged { place, why }) if !recovers => {
            Err(DamagedStore { place, why }.into())
        }
        Err(StoreError::Damaged { .. }) => {
            let (store, notice) = SqliteStore::open_for_server(&file)?;
            if let Some(notice) = notice {
                report!("warning: {notice}");
            }
            Ok(Box::new(store))
        }
        opened => Ok(Box::new(opened?)),
    }
}

/// Does a file begin as those of SQLite do? One that is empty or missing may become one.
fn is_database(file: &Path) -> bool {
    let mut start = Vec::new();
    let read = std::fs::File::open(file).and_then(|file| file.take(16).read_to_end(&mut start));
    read.is_err() || start.is_empty() || start == b"SQLite format 3\0"
}

#[cfg(feature = "postgres")]
fn open_database(address: &str) -> anyhow::Result<Box<dyn ServerStore>> {
    Ok(Box::new(store::PostgresStore::open_for_server(address)?))
}

#[cfg(not(feature = "postgres"))]
fn open_database(_: &str) -> anyhow::Result<Box<dyn ServerStore>> {
    bail!(
        "this program was built without PostgreSQL; build it with `cargo build --release \
         --features postgres`, or let --data name a file"
    )
}

fn usual_file() -> Option<PathBuf> {
    let project = directories::ProjectDirs::from("", "", "xxlchess")?;
    Some(project.data_dir().join("server.db"))
}

/// Tells by which addresses the server is reached, with a code for phones.
fn tell(options: &Options, address: SocketAddr, output: &mut dyn Write) -> anyhow::Result<()> {
    let scheme = if options.tls_cert.is_some() { "https" } else { "http" };
    let port = address.port();
    let url = |ip: IpAddr| format!("{scheme}://{}", SocketAddr::new(ip, port));
    let own = match address.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => IpAddr::V4(Ipv4Addr::LOCALHOST),
        IpAddr::V6(ip) if ip.is_unspecified() => IpAddr::V6(Ipv6Addr::LOCALHOST),
        ip => ip,
    };
    writeln!(output, "Serving at {}", url(own))?;
    let local = server::local_address().filter(|_| address.ip().is_unspecified());
    let shared =
        local.or(Some(address.ip()).filter(|ip| !ip.is_loopback() && !ip.is_unspecified()));
    if let Some(shared) = shared {
        writeln!(output, "  on the local network  {}", url(shared))?;
        if std::io::stdout().is_terminal() {
            writeln!(output, "\n{}", picture(&url(shared))?)?;
        }
    }
    writeln!(output, "Ctrl+C stops it.")?;
    Ok(())
}

/// A QR code of half blocks, light on dark as most terminals are, with the margin that it needs.
fn picture(text: &str) -> anyhow::Result<String> {
    let code = QrCode::encode_text(text, QrCodeEcc::Medium).context("no code for the address")?;
    let margin = 2;
    let range = -margin..code.size() + margin;
    let is_light = |x: i32, y: i32| y < range.end && !code.get_module(x, y);
    let mut picture = String::new();
    for y in range.clone().step_by(2) {
        picture.push_str("  ");
        picture.extend(range.clone().map(|x| match (is_light(x, y), is_light(x, y + 1)) {
            (true, true) => '█',
            (true, false) => '▀',
            (false, true) => '▄',
            (false, false) => ' ',
        }));
        picture.push('\n');
    }
    Ok(picture)
}

const fn everywhere(port: u16) -> SocketAddr {
    SocketAddr::new(IpAddr::V4(Ipv4Addr::UNSPECIFIED), port)
}

/// An address with a port, or a port alone.
pub fn address(text: &str) -> Result<SocketAddr, String> {
    if let Ok(port) = text.trim_start_matches(':').parse() {
        return Ok(everywhere(port));
    }
    let named = text.strip_prefix("localhost:").map(|port| format!("127.0.0.1:{port}"));
    named.as_deref().unwrap_or(text).parse().map_err(|_| {
        format!("expected an address with a port such as 0.0.0.0:8064, or a port; found `{text}`")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_read_in_all_usual_ways() {
        for (text, expected) in [
            ("8064", Some("0.0.0.0:8064")),
            (":80", Some("0.0.0.0:80")),
            ("127.0.0.1:0", Some("127.0.0.1:0")),
            ("localhost:99", Some("127.0.0.1:99")),
            ("[::]:8064", Some("[::]:8064")),
            ("70000", None),
            ("here", None),
            ("", None),
        ] {
            let read = address(text).ok().map(|address| address.to_string());
            assert_eq!(read.as_deref(), expected, "{text:?}");
        }
    }

    #[test]
    fn a_code_has_a_margin_and_its_corners() {
        let picture = picture("http://192.168.1.7:8064").expect("short enough");
        let lines: Vec<&str> = picture.lines().collect();
        assert!(lines[0].trim().chars().all(|c| c == '█'));
        let widths: Vec<usize> = lines.iter().map(|line| line.chars().count()).collect();
        assert!(widths.iter().all(|width| *width == widths[0]) && widths[0] > 25);
    }
}
