//! Behind a real nginx, configured as the documentation says.

use std::net::TcpListener;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::http::HeaderValue;
use xxlchess_server::{ServerConfig, ServerLimits};

use crate::common::{generous, start};

/// An nginx that is gone after the test.
struct Nginx {
    process: Child,
    folder: PathBuf,
    port: u16,
}

impl Nginx {
    /// Starts nginx in front of a server; nothing if it is not installed.
    async fn start(server_port: u16) -> Option<Nginx> {
        let page = include_str!("../../../../docs/server.md");
        let example = page.split("```nginx elsewhere\n").nth(1)?.split("```").next()?;
        let location = example.replace("127.0.0.1:8064", &format!("127.0.0.1:{server_port}"));
        let port = TcpListener::bind("127.0.0.1:0").ok()?.local_addr().ok()?.port();
        let folder = std::env::temp_dir().join(format!("xxlchess-nginx-{port}"));
        std::fs::create_dir_all(&folder).expect("a folder");
        let path = folder.display();
        let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
            .map(|name| format!("{name}_temp_path {path}/{name};"))
            .join(" ");
        let config = format!(
            "daemon off; master_process off; pid {path}/pid; error_log {path}/error.log;\n\
             events {{}}\nhttp {{ access_log off; {temporary}\n\
             server {{ listen 127.0.0.1:{port};\n{location}}} }}\n"
        );
        std::fs::write(folder.join("nginx.conf"), config).expect("written");
        let mut command = Command::new("nginx");
        command.arg("-p").arg(&folder).arg("-c").arg(folder.join("nginx.conf"));
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        let process = command.spawn().ok()?;
        let nginx = Nginx { process, folder, port };
        while TcpStream::connect(("127.0.0.1", port)).await.is_err() {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        Some(nginx)
    }
}

impl Drop for Nginx {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn clients_behind_nginx_have_limits_of_their_own() {
    let limits = ServerLimits { connections_per_address: 1, ..generous() };
    let trusted_proxies = vec!["127.0.0.1".parse().expect("an address")];
    let server = start(ServerConfig { limits, trusted_proxies, ..ServerConfig::default() }).await;
    let Some(nginx) = Nginx::start(server.address().port()).await else {
        eprintln!("nginx is not installed");
        return;
    };
    let connect = async |client: &str| {
        let url = format!("ws://127.0.0.1:{}/ws", nginx.port);
        let mut request = url.into_client_request().expect("a request");
        // nginx adds our own address, which is trusted here, behind it.
        let client = HeaderValue::from_str(client).expect("a header");
        request.headers_mut().insert("x-forwarded-for", client);
        let origin = HeaderValue::from_static("http://chess.example");
        request.headers_mut().insert("host", HeaderValue::from_static("chess.example"));
        request.headers_mut().insert("origin", origin);
        connect_async(request).await
    };
    let _first = connect("198.51.100.1").await.expect("a connection");
    let _second = connect("198.51.100.2").await.expect("another client");
    let third = connect("198.51.100.1").await.expect_err("the same client again");
    assert!(third.to_string().contains("429"), "{third}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_proxy_protocol_tells_the_address() {
    let limits = ServerLimits { connections_per_address: 1, ..generous() };
    let trusted_proxies = vec!["127.0.0.0/8".parse().expect("a network")];
    let server = start(ServerConfig { limits, trusted_proxies, ..ServerConfig::default() }).await;
    let connect = async |client: &str| {
        let mut stream = TcpStream::connect(server.address()).await.expect("connected");
        let request = format!(
            "PROXY TCP4 {client} 127.0.0.1 4711 80\r\n\
             GET /api/health HTTP/1.1\r\nhost: localhost\r\n\r\n"
        );
        stream.write_all(request.as_bytes()).await.expect("sent");
        let mut answer = [0; 15];
        let is_answered = stream.read_exact(&mut answer).await.is_ok();
        (stream, is_answered && answer == *b"HTTP/1.1 200 OK")
    };
    let (_first, is_answered) = connect("198.51.100.1").await;
    assert!(is_answered);
    let (_second, is_answered) = connect("198.51.100.2").await;
    assert!(is_answered, "another client");
    let (_third, is_answered) = connect("198.51.100.1").await;
    assert!(!is_answered, "the same client again");
}
