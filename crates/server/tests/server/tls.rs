//! TLS by the files of a certificate and its key.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use futures_util::{SinkExt, StreamExt};
use protocol::ToClient;
use rcgen::CertifiedKey;
use rustls_pki_types::pem::PemObject;
use rustls_pki_types::{CertificateDer, ServerName};
use store::SqliteStore;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::{ClientConfig, RootCertStore};
use tokio_tungstenite::client_async;
use tokio_tungstenite::tungstenite::Message;
use xxlchess_server::{Server, ServerConfig, StartError, TlsFiles};

use crate::common::start;

/// The files of a certificate, gone after the test.
struct Files {
    folder: PathBuf,
    pair: TlsFiles,
}

impl Files {
    fn new(name: &str) -> Files {
        let name = format!("xxlchess-tls-{name}-{}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&folder).expect("a folder");
        let CertifiedKey { cert, signing_key } =
            rcgen::generate_simple_self_signed(["localhost".to_owned()]).expect("a certificate");
        let pair = TlsFiles { certificate: folder.join("cert.pem"), key: folder.join("key.pem") };
        std::fs::write(&pair.certificate, cert.pem()).expect("written");
        std::fs::write(&pair.key, signing_key.serialize_pem()).expect("written");
        Files { folder, pair }
    }
}

impl Drop for Files {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// A connection of a client that trusts the certificate.
async fn connect(address: SocketAddr, certificate: &Path) -> TlsStream<TcpStream> {
    try_connect(address, certificate).await.expect("a handshake")
}

async fn try_connect(
    address: SocketAddr,
    certificate: &Path,
) -> std::io::Result<TlsStream<TcpStream>> {
    let mut roots = RootCertStore::empty();
    roots.add(CertificateDer::from_pem_file(certificate).expect("read")).expect("a certificate");
    let config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .expect("versions")
        .with_root_certificates(roots)
        .with_no_client_auth();
    let stream = TcpStream::connect(address).await.expect("it listens");
    let name = ServerName::try_from("localhost").expect("a name");
    TlsConnector::from(Arc::new(config)).connect(name, stream).await
}

#[tokio::test]
async fn everything_is_served_by_tls() {
    let files = Files::new("served");
    let server =
        start(ServerConfig { tls: Some(files.pair.clone()), ..ServerConfig::default() }).await;
    let address = server.address();
    let mut stream = connect(address, &files.pair.certificate).await;
    let request = "GET /api/health HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n";
    stream.write_all(request.as_bytes()).await.expect("sent");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.expect("an answer");
    assert!(answer.starts_with("HTTP/1.1 200") && answer.contains("\"status\":\"ok\""), "{answer}");

    let stream = connect(address, &files.pair.certificate).await;
    let (mut socket, _) = client_async("wss://localhost/ws", stream).await.expect("a WebSocket");
    let hello = r#"{"hello":{"version":4,"name":"Anna"}}"#;
    socket.send(Message::text(hello)).await.expect("sent");
    let welcome = socket.next().await.expect("an answer").expect("a message");
    let welcome: ToClient = protocol::read(welcome.to_text().expect("a text")).expect("a message");
    assert!(matches!(welcome, ToClient::Welcome { token: Some(_), .. }));

    // A client without TLS is not answered, and the others do not notice.
    let mut plain = TcpStream::connect(address).await.expect("it listens");
    plain.write_all(request.as_bytes()).await.expect("sent");
    let mut answer = Vec::new();
    let _ = plain.read_to_end(&mut answer).await;
    assert!(!answer.starts_with(b"HTTP"), "nothing is told in the clear");
    socket.send(Message::text(r#"{"ping":{"number":7}}"#)).await.expect("sent");
    let pong = socket.next().await.expect("an answer").expect("a message");
    assert_eq!(pong.to_text().expect("a text"), r#"{"pong":{"number":7}}"#);
    server.stop().await;
}

#[tokio::test]
async fn files_that_are_of_no_use_are_told() {
    let (files, others) = (Files::new("one"), Files::new("other"));
    let TlsFiles { certificate, key } = files.pair.clone();
    let missing = files.folder.join("none.pem");
    let cases = [
        (missing.clone(), key.clone(), "none.pem: expected a certificate as PEM: "),
        (key.clone(), key.clone(), "key.pem: expected a certificate as PEM: "),
        (certificate.clone(), missing, "none.pem: expected a private key as PEM: "),
        (certificate.clone(), certificate.clone(), "cert.pem: expected a private key as PEM: "),
        (certificate, others.pair.key.clone(), "the certificate and the key do not fit: "),
    ];
    for (certificate, key, expected) in cases {
        let config =
            ServerConfig { tls: Some(TlsFiles { certificate, key }), ..ServerConfig::default() };
        let store = SqliteStore::in_memory().expect("a store");
        let started = Server::start(config, Box::new(store)).await;
        match started.map(drop) {
            Err(error @ StartError::Tls(_)) => {
                assert!(error.to_string().contains(expected), "{error}; expected {expected}");
            }
            other => panic!("{other:?}; expected {expected}"),
        }
    }
}

/// A new certificate is served without a restart, and a faulty one is not.
#[cfg(unix)]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_signal_brings_a_new_certificate() {
    let [old, new] = ["old", "new"].map(Files::new);
    // Without a handler, the signal would end the tests.
    let hang_ups = tokio::signal::unix::SignalKind::hangup();
    let _listening = tokio::signal::unix::signal(hang_ups).expect("a signal");
    let tls = Some(old.pair.clone());
    let server = start(ServerConfig { tls, ..ServerConfig::default() }).await;
    let copy = old.folder.join("before.pem");
    std::fs::copy(&old.pair.certificate, &copy).expect("copied");
    drop(connect(server.address(), &copy).await);
    std::fs::write(&old.pair.certificate, "a piece of paper").expect("written");
    hang_up();
    drop(connect(server.address(), &copy).await);
    std::fs::copy(&new.pair.certificate, &old.pair.certificate).expect("copied");
    std::fs::copy(&new.pair.key, &old.pair.key).expect("copied");
    loop {
        hang_up();
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
        if try_connect(server.address(), &new.pair.certificate).await.is_ok() {
            break;
        }
    }
}

#[cfg(unix)]
fn hang_up() {
    let own = std::process::id().to_string();
    let sent = std::process::Command::new("kill").args(["-HUP", &own]).status();
    assert!(sent.expect("it is there").success());
}
