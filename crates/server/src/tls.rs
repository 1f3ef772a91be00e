//! TLS by the files of a certificate and its key.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use rustls_pki_types::pem::PemObject;
use rustls_pki_types::{CertificateDer, PrivateKeyDer};
use tokio::sync::watch;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::crypto::ring;

/// How often it is looked whether the files have changed.
const POLL_INTERVAL: Duration = Duration::from_secs(60);

/// Where the certificate and its key are, both as PEM.
#[derive(Clone, Debug)]
pub struct TlsFiles {
    /// The certificate, with those that lead to its root.
    pub certificate: PathBuf,
    /// Its private key.
    pub key: PathBuf,
}

/// Why the files are of no use.
#[derive(Debug, thiserror::Error)]
pub enum TlsError {
    /// A file cannot be read, or is something else.
    #[error("{path}: expected {expected} as PEM: {why}")]
    File {
        /// Which file.
        path: String,
        /// The expected content.
        expected: &'static str,
        /// The content found.
        why: String,
    },
    /// They do not fit together.
    #[error("the certificate and the key do not fit: {0}")]
    Pair(String),
}

/// Reads the files again when a signal asks for it, and when they have changed. What cannot be used
/// is logged, and the certificate before it stays.
pub(crate) async fn keep_up_to_date(files: TlsFiles, current: watch::Sender<TlsAcceptor>) {
    let mut known = changed(&files);
    let mut hang_ups = HangUps::listen();
    loop {
        let is_asked = hang_ups.next().await;
        let found = changed(&files);
        if !is_asked && found == known {
            continue;
        }
        known = found;
        match acceptor(&files) {
            Ok(acceptor) => {
                current.send_replace(acceptor);
                tracing::info!("the certificate was read again");
            }
            Err(error) => tracing::error!(%error, "the certificate before it stays"),
        }
    }
}

/// When the files were last changed.
fn changed(files: &TlsFiles) -> [Option<SystemTime>; 2] {
    let time = |path: &Path| std::fs::metadata(path).and_then(|about| about.modified()).ok();
    [time(&files.certificate), time(&files.key)]
}

/// Signals to read the files again.
#[cfg(unix)]
struct HangUps(Option<tokio::signal::unix::Signal>);

#[cfg(not(unix))]
struct HangUps;

impl HangUps {
    /// Waits until the files are to be looked at. Was that asked for?
    #[cfg(unix)]
    async fn next(&mut self) -> bool {
        match &mut self.0 {
            Some(signals) => tokio::time::timeout(POLL_INTERVAL, signals.recv()).await.is_ok(),
            None => {
                tokio::time::sleep(POLL_INTERVAL).await;
                false
            }
        }
    }

    #[cfg(not(unix))]
    async fn next(&mut self) -> bool {
        tokio::time::sleep(POLL_INTERVAL).await;
        false
    }

    #[cfg(unix)]
    fn listen() -> HangUps {
        use tokio::signal::unix::{SignalKind, signal};
        HangUps(signal(SignalKind::hangup()).ok())
    }

    #[cfg(not(unix))]
    fn listen() -> HangUps {
        HangUps
    }
}

/// Makes ready to answer by TLS.
pub(crate) fn acceptor(files: &TlsFiles) -> Result<TlsAcceptor, TlsError> {
    let fault = |path: &Path, expected, why: rustls_pki_types::pem::Error| TlsError::File {
        path: path.display().to_string(),
        expected,
        why: why.to_string(),
    };
    let to_error = |why| fault(&files.certificate, "a certificate", why);
    let chain = CertificateDer::pem_file_iter(&files.certificate)
        .and_then(Iterator::collect::<Result<Vec<_>, _>>)
        .map_err(to_error)?;
    if chain.is_empty() {
        return Err(to_error(rustls_pki_types::pem::Error::NoItemsFound));
    }
    let key = PrivateKeyDer::from_pem_file(&files.key)
        .map_err(|why| fault(&files.key, "a private key", why))?;
    let pair = |error: tokio_rustls::rustls::Error| TlsError::Pair(error.to_string());
    let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .map_err(pair)?
        .with_no_client_auth()
        .with_single_cert(chain, key)
        .map_err(pair)?;
    Ok(TlsAcceptor::from(Arc::new(config)))
}
