//! A store in a PostgreSQL database, for servers that outgrow one file.
//!
//! Changes happen one after the other, by a lock of the database, as they do in SQLite; only the
//! rooms of a server are written without the lock, as only their server writes them. A connection that
//! was lost is made anew before the next change.

mod database_url;
mod link;
mod migrations;
mod shards;
mod statement;
mod tls;

use std::cell::{Cell, RefCell};
use std::fmt;

use postgres::GenericClient;

use crate::autosave::random_token;
use crate::sql::{Database, Purpose, Row, Value, retry_until_timeout};
use crate::{Lease, StoreError};
use database_url::DatabaseUrl;
use link::Link;
pub use shards::PostgresShards;

type Result<T> = std::result::Result<T, StoreError>;

/// Locks of the database have numbers. These are ours; windows have random ones.
const ONE_CHANGE_AT_A_TIME: i64 = 0x5858_4C43_0000_0001;
const ONE_SERVER_AT_A_TIME: i64 = 0x5858_4C43_0000_0002;

/// The role of a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    Window,
    /// The only server.
    Server,
    /// One of several servers.
    Node,
}

/// A store in a PostgreSQL database.
pub struct PostgresStore {
    url: DatabaseUrl,
    link: RefCell<Link>,
    /// The number of the advisory lock that marks this instance as running.
    instance: String,
    role: Role,
    /// Is something begun? It is lost with its connection.
    has_begun: Cell<bool>,
}

impl PostgresStore {
    /// Opens the store in a database, such as `postgres://user:password@host/database`. Its tables
    /// are made if there are none, in a schema `xxlchess`.
    ///
    /// # Errors
    /// Why it cannot be opened: the address is invalid, the server does not answer, or the tables are
    /// those of a newer version.
    pub fn open(address: &str) -> Result<PostgresStore> {
        PostgresStore::open_as(address, Role::Window)
    }

    /// Opens the store in a database, as [`PostgresStore::open`] does, for a server.
    ///
    /// # Errors
    /// Why it cannot be opened; also that another server has it open.
    pub fn open_for_server(address: &str) -> Result<PostgresStore> {
        PostgresStore::open_as(address, Role::Server)
    }

    /// Opens the store in a database, as [`PostgresStore::open`] does, for a node of a cluster.
    ///
    /// # Errors
    /// Why it cannot be opened; also that a server that is not of the cluster has it open.
    pub fn open_for_node(address: &str) -> Result<PostgresStore> {
        PostgresStore::open_as(address, Role::Node)
    }

    fn open_as(address: &str, role: Role) -> Result<PostgresStore> {
        let url = DatabaseUrl::new(address)?;
        let instance = instance(&random_token());
        let link = connect(&url, &instance, role)?;
        let (link, has_begun) = (RefCell::new(link), Cell::new(false));
        Ok(PostgresStore { url, link, instance, role, has_begun })
    }

    /// Does something with the connection. If that is found lost while nothing has begun, it is
    /// done once more with a new one.
    fn with_link<T>(
        &self,
        work: impl Fn(&mut Link) -> std::result::Result<T, postgres::Error>,
    ) -> Result<T> {
        let mut link = self.link.borrow_mut();
        let mut done = work(&mut link);
        if done.is_err() && link.is_closed() && !self.has_begun.get() {
            *link = connect(&self.url, &self.instance, self.role)?;
            done = work(&mut link);
        }
        done.map_err(|error| self.url.error(&error))
    }
}

/// The number of a lock, as text, from random digits.
fn instance(token: &str) -> String {
    let digits = token.get(..15).unwrap_or_default();
    i64::from_str_radix(digits, 16).unwrap_or_default().to_string()
}

/// Makes a connection, and takes the locks that are held as long as it is.
fn connect(url: &DatabaseUrl, instance: &str, role: Role) -> Result<Link> {
    let to_error = |error| url.error(&error);
    let mut link = Link::new(url).map_err(|error| url.unreachable(&error))?;
    migrations::migrate(&mut link, url)?;
    link.run(&format!("SELECT pg_advisory_lock({instance})")).map_err(to_error)?;
    if role == Role::Node {
        link.run(shards::CLUSTER_SETTINGS).map_err(to_error)?;
    }
    // Nodes share the lock, by which they and a single server keep each other out.
    let mut try_lock = || link.try_lock(ONE_SERVER_AT_A_TIME, role == Role::Node).map_err(to_error);
    if role != Role::Window && !retry_until_timeout(&mut try_lock)? {
        return Err(StoreError::Serving { place: url.to_string() });
    }
    Ok(link)
}

/// Takes the lock that serialises changes.
fn lock_changes(change: &mut impl GenericClient) -> std::result::Result<(), postgres::Error> {
    change.batch_execute(&format!("SELECT pg_advisory_xact_lock({ONE_CHANGE_AT_A_TIME})"))
}

impl Database for PostgresStore {
    fn location(&self) -> String {
        self.url.to_string()
    }

    fn begin(&self, purpose: Purpose) -> Result<()> {
        self.with_link(|link| match purpose {
            Purpose::Read => link.run("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"),
            Purpose::WriteOwn => link.run("BEGIN"),
            Purpose::Change => {
                let lock = format!("BEGIN; SELECT pg_advisory_xact_lock({ONE_CHANGE_AT_A_TIME})");
                link.run(&lock).inspect_err(|_| link.roll_back())
            }
        })?;
        self.has_begun.set(true);
        Ok(())
    }

    fn commit(&self) -> Result<()> {
        self.with_link(|link| link.run("COMMIT"))?;
        self.has_begun.set(false);
        Ok(())
    }

    fn roll_back(&self) {
        self.link.borrow_mut().roll_back();
        self.has_begun.set(false);
    }

    fn execute(&self, sql: &str, values: &[Value<'_>]) -> Result<u64> {
        self.with_link(|link| link.execute(sql, values))
    }

    fn insert_all<const N: usize>(&self, sql: &str, rows: &[[Value<'_>; N]]) -> Result<()> {
        if rows.is_empty() {
            return Ok(());
        }
        self.with_link(|link| link.insert_all(sql, rows))
    }

    fn query(&self, sql: &str, values: &[Value<'_>]) -> Result<Vec<Row>> {
        self.with_link(|link| link.query(sql, values))
    }

    fn are_held(&self, leases: &[Lease]) -> Result<Vec<bool>> {
        self.with_link(|link| shards::are_held(link, leases))
    }

    fn instance(&self) -> &str {
        &self.instance
    }

    fn is_there(&self, instance: &str) -> Result<bool> {
        let Ok(number) = instance.parse::<i64>() else { return Ok(false) };
        let sql = "SELECT pid FROM pg_locks JOIN pg_database ON pg_database.oid = database \
                   WHERE datname = current_database() AND locktype = 'advisory' AND objsubid = 1 \
                   AND (CAST(classid AS bigint) << 32) + CAST(objid AS bigint) = ?";
        self.has(sql, &[number.into()])
    }
}

impl Drop for PostgresStore {
    fn drop(&mut self) {
        // The database sees soon that the connection is closed; others need not wait for that.
        let _ = self.link.borrow_mut().run("SELECT pg_advisory_unlock_all()");
    }
}

impl fmt::Debug for PostgresStore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PostgresStore({})", self.url)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn windows_have_numbers_of_their_own() {
        let (one, other) = (instance(&random_token()), instance(&random_token()));
        assert_ne!(one, other);
        assert!(one.parse::<i64>().is_ok_and(|number| number > 0));
    }
}
