//! TLS by the files of a certificate and its key.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use rustls_pki_types::pem::PemObject;
use rustls_pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::crypto::ring;

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
        path: String,
        /// What should be in it.
        expected: &'static str,
        /// What was found.
        why: String,
    },
    /// They do not fit together.
    #[error("the certificate and the key do not fit: {0}")]
    Pair(String),
}

/// Makes ready to answer by TLS.
pub(crate) fn acceptor(files: &TlsFiles) -> Result<TlsAcceptor, TlsError> {
    let fault = |path: &Path, expected, why: rustls_pki_types::pem::Error| TlsError::File {
        path: path.display().to_string(),
        expected,
        why: why.to_string(),
    };
    let told = |why| fault(&files.certificate, "a certificate", why);
    let chain = CertificateDer::pem_file_iter(&files.certificate)
        .and_then(Iterator::collect::<Result<Vec<_>, _>>)
        .map_err(told)?;
    if chain.is_empty() {
        return Err(told(rustls_pki_types::pem::Error::NoItemsFound));
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
