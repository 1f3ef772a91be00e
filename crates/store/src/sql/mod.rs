//! The store by SQL: every statement is written once, in the subset that SQLite and PostgreSQL
//! share.
//!
//! A [`Database`] is all that differs between them. Whatever is one implements every part of
//! [`Store`](crate::Store), and [`Rooms`](crate::Rooms) too. What must be true of a change is looked
//! up within it before anything is written, so that no statement fails in the ordinary course.

mod autosaves;
mod library;
mod meta;
mod profiles;
mod puzzles;
mod ratings;
mod rooms;
mod running_games;
mod statistics;
mod value;

use std::thread;
use std::time::{Duration, Instant};

use crate::{Lease, Store, StoreError};

use value::values;
pub(crate) use value::{Row, Value};

type Result<T> = std::result::Result<T, StoreError>;

/// How long to wait for a lock that another window or server holds.
pub(crate) const LOCK_TIMEOUT: Duration = Duration::from_secs(5);

/// The schema migrations, in SQLite's dialect. Released migrations never change.
pub(crate) const MIGRATIONS: &[&str] = &[
    include_str!("migration-1.sql"),
    include_str!("migration-2.sql"),
    include_str!("migration-3.sql"),
];

/// The kind of a transaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// Read one consistent snapshot.
    Read,
    /// Read and write; such transactions are serialised.
    Change,
    /// Write rows that no other connection writes, without the lock of changes.
    WriteOwn,
}

/// A database in which statements are run. Question marks stand for the values, one after the
/// other, and `IS ?` finds equal values and missing ones.
pub(crate) trait Database: Send {
    /// Where it is, for messages.
    fn location(&self) -> String;

    /// Begins a transaction.
    fn begin(&self, purpose: Purpose) -> Result<()>;

    /// Commits the transaction.
    fn commit(&self) -> Result<()>;

    /// Rolls the transaction back.
    fn roll_back(&self);

    /// Runs a statement and returns the number of changed rows.
    fn execute(&self, sql: &str, values: &[Value<'_>]) -> Result<u64>;

    /// Inserts many rows by a statement that has `VALUES (?, …)` for one of them. No two of them
    /// may have the same key.
    fn insert_all<const N: usize>(&self, sql: &str, rows: &[[Value<'_>; N]]) -> Result<()> {
        rows.iter().try_for_each(|row| self.execute(sql, row).map(drop))
    }

    /// Runs a statement and returns all its rows.
    fn query(&self, sql: &str, values: &[Value<'_>]) -> Result<Vec<Row>>;

    /// The id of this process's connection to the store.
    fn instance(&self) -> &str;

    /// Does the instance with this id still have the store open?
    fn is_there(&self, instance: &str) -> Result<bool>;

    /// Which of these leases are held? They stay so until the transaction ends. Only the database
    /// of a cluster has leases.
    fn are_held(&self, leases: &[Lease]) -> Result<Vec<bool>> {
        Ok(vec![true; leases.len()])
    }

    /// Runs statements in a transaction.
    fn transaction<T>(&self, purpose: Purpose, work: impl FnOnce(&Self) -> Result<T>) -> Result<T> {
        self.begin(purpose)?;
        let done = work(self).and_then(|done| self.commit().map(|()| done));
        if done.is_err() {
            self.roll_back();
        }
        done
    }

    /// The rows of a statement, each read by a function.
    fn all<T>(
        &self,
        sql: &str,
        values: &[Value<'_>],
        read: impl Fn(&mut Row) -> Result<T>,
    ) -> Result<Vec<T>> {
        self.query(sql, values)?.iter_mut().map(read).collect()
    }

    /// The first row of a statement, if there is one.
    fn first<T>(
        &self,
        sql: &str,
        values: &[Value<'_>],
        read: impl FnOnce(&mut Row) -> Result<T>,
    ) -> Result<Option<T>> {
        self.query(sql, values)?.first_mut().map(read).transpose()
    }

    /// Is there a row?
    fn has(&self, sql: &str, values: &[Value<'_>]) -> Result<bool> {
        Ok(!self.query(sql, values)?.is_empty())
    }

    /// A statement that changes one thing, which must be there.
    fn update(&self, missing: StoreError, sql: &str, values: &[Value<'_>]) -> Result<()> {
        self.transaction(Purpose::Change, |tables| match tables.execute(sql, values)? {
            0 => Err(missing),
            _ => Ok(()),
        })
    }
}

/// Repeats an attempt until it succeeds or [`LOCK_TIMEOUT`] has passed.
pub(crate) fn retry_until_timeout(mut attempt: impl FnMut() -> Result<bool>) -> Result<bool> {
    let begun = Instant::now();
    loop {
        if attempt()? {
            return Ok(true);
        }
        if begun.elapsed() > LOCK_TIMEOUT {
            return Ok(false);
        }
        thread::sleep(LOCK_TIMEOUT / 100);
    }
}

impl<D: Database> Store for D {
    fn place(&self) -> String {
        self.location()
    }
}
