//! Where a PostgreSQL database is, and what it says, as errors of the store.

use std::error::Error;
use std::fmt;
use std::time::Duration;

use postgres::Config;
use postgres::config::{Host, SslMode};
use postgres::error::SqlState;

use super::Result;
use super::tls::{Encryption, Tls};
use crate::StoreError;

/// Connection timeout, unless the address sets one.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(10);

/// TCP user timeout: a connection silent for this long is lost.
const TCP_USER_TIMEOUT: Duration = Duration::from_secs(30);

/// A database. Its text does not tell the password.
pub(super) struct DatabaseUrl {
    config: Config,
    tls: Tls,
    shown: String,
}

impl DatabaseUrl {
    /// Reads an address.
    pub(super) fn new(address: &str) -> Result<DatabaseUrl> {
        let (encryption, address) = Encryption::split_off(address)?;
        // What was read is not quoted, as it may hold a password.
        let mut config: Config =
            address.parse().map_err(|error| StoreError::Address(with_causes(&error)))?;
        // The rest of such a password would be taken, and shown, for a part of the host.
        let is_torn = |host: &Host| matches!(host, Host::Tcp(name) if name.contains('@'));
        if config.get_hosts().iter().any(is_torn) {
            let why = "there is a second `@`; in a password it is written as `%40`";
            return Err(StoreError::Address(why.to_owned()));
        }
        // As libpq does, a socket of the machine is not encrypted.
        let is_remote = config.get_hosts().iter().any(|host| matches!(host, Host::Tcp(_)));
        let mode = if is_remote { encryption.ssl_mode() } else { SslMode::Disable };
        config.ssl_mode(mode);
        let tls = encryption.connector()?;
        if config.get_connect_timeout().is_none() {
            config.connect_timeout(CONNECT_TIMEOUT);
        }
        if config.get_tcp_user_timeout().is_none() {
            config.tcp_user_timeout(TCP_USER_TIMEOUT);
        }
        if config.get_application_name().is_none() {
            config.application_name("xxlchess");
        }
        let shown = shown(&config);
        Ok(DatabaseUrl { config, tls, shown })
    }

    pub(super) fn config(&self) -> &Config {
        &self.config
    }

    pub(super) fn tls(&self) -> Tls {
        self.tls.clone()
    }

    /// A connection that could not be made.
    pub(super) fn unreachable(&self, error: &postgres::Error) -> StoreError {
        StoreError::Unreachable { place: self.shown.clone(), why: with_causes(error) }
    }

    /// A failure of the database.
    pub(super) fn error(&self, error: &postgres::Error) -> StoreError {
        let place = self.shown.clone();
        match error.code() {
            Some(&SqlState::DISK_FULL) => StoreError::DiskFull { place },
            Some(&SqlState::LOCK_NOT_AVAILABLE | &SqlState::QUERY_CANCELED) => {
                StoreError::Busy { place }
            }
            _ => StoreError::Database { place, why: with_causes(error) },
        }
    }
}

impl fmt::Display for DatabaseUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.shown)
    }
}

fn shown(config: &Config) -> String {
    let hosts = config.get_hosts().iter().map(|host| match host {
        Host::Tcp(name) => name.clone(),
        #[cfg(unix)]
        Host::Unix(folder) => folder.display().to_string(),
    });
    let hosts = hosts.collect::<Vec<_>>().join(",");
    let user = config.get_user().map(|user| format!("{user}@")).unwrap_or_default();
    let ports = config.get_ports().iter().map(|port| format!(":{port}")).collect::<String>();
    let database = config.get_dbname().unwrap_or_default();
    format!("postgres://{user}{hosts}{ports}/{database}")
}

/// A failure with what has led to it, as its own text leaves that out.
fn with_causes(error: &dyn Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        text = format!("{text}: {error}");
        cause = error.source();
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passwords_are_not_shown() {
        let url = DatabaseUrl::new("postgres://anna:secret@db.example:5433/chess").expect("sound");
        assert_eq!(url.to_string(), "postgres://anna@db.example:5433/chess");
        let url =
            DatabaseUrl::new("postgres:///chess?host=/run/postgresql&user=anna").expect("sound");
        assert_eq!(url.to_string(), "postgres://anna@/run/postgresql/chess");
    }

    #[test]
    fn bad_addresses_are_told() {
        for (address, expected) in [
            ("postgres://a:secret@host:x/chess", "port"),
            ("postgres://host/chess?colour=green", "unknown option `colour`"),
            ("postgres://a:very@secret@host/chess", "in a password it is written as `%40`"),
            ("postgres://host/chess?sslmode=maybe", "`sslmode` is one of disable, allow,"),
            ("postgres://host/chess?sslmode=verify-full", "`sslrootcert` names a file"),
            ("postgres://host/c?sslmode=require&sslrootcert=/none", "`sslrootcert`, /none: "),
        ] {
            let Err(error) = DatabaseUrl::new(address) else { panic!("{address} was taken") };
            let text = error.to_string();
            assert!(text.contains(expected) && !text.contains("secret"), "{text}");
        }
    }
}
