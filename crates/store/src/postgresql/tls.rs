//! TLS on the way to a PostgreSQL database, as the address asks for it in libpq's words.

use std::convert::Infallible;
use std::fmt;
use std::fs;
use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use percent_encoding::percent_decode_str;
use postgres::Socket;
use postgres::config::SslMode;
use postgres::tls::{ChannelBinding, MakeTlsConnect, TlsConnect};
use rustls_pki_types::pem::PemObject;
use rustls_pki_types::{CertificateDer, ServerName, UnixTime};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;
use tokio_rustls::rustls::client::WebPkiServerVerifier;
use tokio_rustls::rustls::client::danger::{
    HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier,
};
use tokio_rustls::rustls::crypto::{self, CryptoProvider, ring};
use tokio_rustls::rustls::{
    CertificateError, ClientConfig, DigitallySignedStruct, Error, RootCertStore, SignatureScheme,
};

use super::Result;
use crate::StoreError;

/// The values of `sslmode`, weakest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    Disable,
    /// TLS if the database offers it, without verification.
    Prefer,
    /// TLS, verified only if root certificates are given.
    Require,
    /// TLS with a certificate that leads to a known root.
    VerifyCa,
    /// The same, and the certificate is for the name of the host.
    VerifyFull,
}

impl Mode {
    fn from_name(name: &str) -> Option<Mode> {
        Some(match name {
            "disable" => Mode::Disable,
            "allow" | "prefer" => Mode::Prefer,
            "require" => Mode::Require,
            "verify-ca" => Mode::VerifyCa,
            "verify-full" => Mode::VerifyFull,
            _ => return None,
        })
    }
}

/// How the way to a database is encrypted.
pub(super) struct Encryption {
    mode: Mode,
    /// Certificates of those who vouch for the database, as PEM.
    roots: Option<String>,
}

impl Encryption {
    /// Takes `sslmode` and `sslrootcert` out of an address, and gives the rest of it.
    pub(super) fn split_off(address: &str) -> Result<(Encryption, String)> {
        let mut encryption = Encryption { mode: Mode::Prefer, roots: None };
        let Some((place, options)) = address.split_once('?') else {
            return Ok((encryption, address.to_owned()));
        };
        let mut left = Vec::new();
        for option in options.split('&') {
            match option.split_once('=') {
                Some(("sslmode", name)) => {
                    encryption.mode = Mode::from_name(name).ok_or_else(|| {
                        let names = "disable, allow, prefer, require, verify-ca, verify-full";
                        fault(&format!("`sslmode` is one of {names}"))
                    })?;
                }
                Some(("sslrootcert", path)) => {
                    let path = percent_decode_str(path).decode_utf8_lossy();
                    encryption.roots = Some(path.into_owned());
                }
                _ => left.push(option),
            }
        }
        if encryption.roots.is_none()
            && matches!(encryption.mode, Mode::VerifyCa | Mode::VerifyFull)
        {
            let why = "with this `sslmode`, `sslrootcert` names a file with certificates";
            return Err(fault(&why));
        }
        let rest = match left.is_empty() {
            true => place.to_owned(),
            false => format!("{place}?{}", left.join("&")),
        };
        Ok((encryption, rest))
    }

    /// The mode that the PostgreSQL protocol negotiates.
    pub(super) fn ssl_mode(&self) -> SslMode {
        match self.mode {
            Mode::Disable => SslMode::Disable,
            Mode::Prefer => SslMode::Prefer,
            Mode::Require | Mode::VerifyCa | Mode::VerifyFull => SslMode::Require,
        }
    }

    /// Reads the certificates, if there are any to check by.
    pub(super) fn connector(&self) -> Result<Tls> {
        let provider = Arc::new(ring::default_provider());
        let config = ClientConfig::builder_with_provider(Arc::clone(&provider))
            .with_safe_default_protocol_versions()
            .map_err(|error| fault(&error))?;
        let trusted = |path: &String| {
            let provider = Arc::clone(&provider);
            let builder = WebPkiServerVerifier::builder_with_provider(roots(path)?, provider);
            builder.build().map_err(|error| fault(&error))
        };
        let roots = self.roots.as_ref().map(trusted).transpose()?;
        let verifier = Verifier { roots, checks_name: self.mode == Mode::VerifyFull, provider };
        let config = config.dangerous().with_custom_certificate_verifier(Arc::new(verifier));
        Ok(Tls(TlsConnector::from(Arc::new(config.with_no_client_auth()))))
    }
}

fn fault(why: &dyn fmt::Display) -> StoreError {
    StoreError::Address(why.to_string())
}

fn roots(path: &str) -> Result<Arc<RootCertStore>> {
    let to_error = |why: &dyn fmt::Display| fault(&format!("`sslrootcert`, {path}: {why}"));
    let text = fs::read(path).map_err(|error| to_error(&error))?;
    let mut store = RootCertStore::empty();
    for certificate in CertificateDer::pem_slice_iter(&text) {
        let certificate = certificate.map_err(|error| to_error(&error))?;
        store.add(certificate).map_err(|error| to_error(&error))?;
    }
    match store.is_empty() {
        true => Err(to_error(&"expected certificates as PEM")),
        false => Ok(Arc::new(store)),
    }
}

/// Makes TLS connections.
#[derive(Clone)]
pub(super) struct Tls(TlsConnector);

/// Makes one TLS connection, to a host of this name.
pub(super) struct Handshake(TlsConnector, String);

/// An encrypted connection.
pub(super) struct Encrypted(TlsStream<Socket>);

impl MakeTlsConnect<Socket> for Tls {
    type Stream = Encrypted;
    type TlsConnect = Handshake;
    type Error = Infallible;

    /// A Unix socket, which has no name of a host, comes here too.
    fn make_tls_connect(&mut self, host: &str) -> std::result::Result<Handshake, Infallible> {
        Ok(Handshake(self.0.clone(), host.to_owned()))
    }
}

impl TlsConnect<Socket> for Handshake {
    type Stream = Encrypted;
    type Error = io::Error;
    type Future = Pin<Box<dyn Future<Output = io::Result<Encrypted>> + Send>>;

    fn connect(self, socket: Socket) -> Self::Future {
        let Handshake(connector, host) = self;
        Box::pin(async move {
            let name = ServerName::try_from(host)
                .map_err(|error| io::Error::new(io::ErrorKind::InvalidInput, error))?;
            connector.connect(name, socket).await.map(Encrypted)
        })
    }
}

impl postgres::tls::TlsStream for Encrypted {
    fn channel_binding(&self) -> ChannelBinding {
        ChannelBinding::none()
    }
}

impl AsyncRead for Encrypted {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_read(context, buffer)
    }
}

impl AsyncWrite for Encrypted {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.0).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_shutdown(context)
    }
}

/// Checks certificates by known roots, and perhaps the name in them. Without roots it accepts all, as
/// `sslmode=require` means then.
#[derive(Debug)]
struct Verifier {
    roots: Option<Arc<WebPkiServerVerifier>>,
    checks_name: bool,
    provider: Arc<CryptoProvider>,
}

impl ServerCertVerifier for Verifier {
    fn verify_server_cert(
        &self,
        certificate: &CertificateDer<'_>,
        others: &[CertificateDer<'_>],
        name: &ServerName<'_>,
        response: &[u8],
        now: UnixTime,
    ) -> std::result::Result<ServerCertVerified, Error> {
        let Some(roots) = &self.roots else { return Ok(ServerCertVerified::assertion()) };
        match roots.verify_server_cert(certificate, others, name, response, now) {
            // The name is looked at last.
            Err(Error::InvalidCertificate(
                CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. },
            )) if !self.checks_name => Ok(ServerCertVerified::assertion()),
            verified => verified,
        }
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> std::result::Result<HandshakeSignatureValid, Error> {
        let algorithms = &self.provider.signature_verification_algorithms;
        crypto::verify_tls12_signature(message, certificate, signed, algorithms)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signed: &DigitallySignedStruct,
    ) -> std::result::Result<HandshakeSignatureValid, Error> {
        let algorithms = &self.provider.signature_verification_algorithms;
        crypto::verify_tls13_signature(message, certificate, signed, algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.provider.signature_verification_algorithms.supported_schemes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_taken_apart() {
        for (address, mode, roots, rest) in [
            ("postgres://host/chess", Mode::Prefer, None, "postgres://host/chess"),
            ("postgres://h/c?sslmode=disable", Mode::Disable, None, "postgres://h/c"),
            (
                "postgres://h/c?user=anna&sslmode=verify-full&sslrootcert=%2Fetc%2Fca.pem&port=1",
                Mode::VerifyFull,
                Some("/etc/ca.pem"),
                "postgres://h/c?user=anna&port=1",
            ),
        ] {
            let (found, left) = Encryption::split_off(address).expect(address);
            assert_eq!((found.mode, found.roots.as_deref(), left.as_str()), (mode, roots, rest));
        }
        assert!(Encryption::split_off("postgres://h/c?sslmode=maybe").is_err());
        assert!(Encryption::split_off("postgres://h/c?sslmode=verify-full").is_err());
    }
}
