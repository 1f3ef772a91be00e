//! A connection to PostgreSQL with the statements that it knows.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use postgres::types::ToSql;
use postgres::{Client, Error, Statement};

use super::database_url::DatabaseUrl;
use super::migrations::SCHEMA;
use super::statement::{for_many, read, translated};
use crate::sql::{Row, Value};

/// Settings of every connection: timeouts for locks and statements, unless the address sets its
/// own.
const SETTINGS: &str = "SET client_min_messages TO warning; SET lock_timeout TO '5s'; \
                        SELECT set_config('statement_timeout', '10s', false) \
                        WHERE current_setting('statement_timeout') = '0'";

/// A connection.
pub(super) struct Link {
    client: Client,
    /// Statements are made ready once.
    ready: HashMap<String, Statement>,
}

impl Link {
    pub(super) fn new(url: &DatabaseUrl) -> Result<Link, Error> {
        let mut client = url.config().connect(url.tls())?;
        client.batch_execute(&format!("{SETTINGS}; SET search_path TO {SCHEMA}"))?;
        Ok(Link { client, ready: HashMap::new() })
    }

    pub(super) fn is_closed(&self) -> bool {
        self.client.is_closed()
    }

    /// Runs statements without values.
    pub(super) fn run(&mut self, sql: &str) -> Result<(), Error> {
        self.client.batch_execute(sql)
    }

    /// Rolls the transaction back. A lost connection has done so already.
    pub(super) fn roll_back(&mut self) {
        let _ = self.run("ROLLBACK");
    }

    pub(super) fn execute(&mut self, sql: &str, values: &[Value<'_>]) -> Result<u64, Error> {
        let (statement, values) = self.prepare(sql, values)?;
        self.client.execute(&statement, &values)
    }

    /// Inserts many rows, however many, in one step.
    pub(super) fn insert_all<const N: usize>(
        &mut self,
        sql: &str,
        rows: &[[Value<'_>; N]],
    ) -> Result<(), Error> {
        let (sql, columns) = for_many(sql, rows);
        let statement = self.make_ready(sql)?;
        let columns: Vec<&(dyn ToSql + Sync)> = columns.iter().map(|column| column as _).collect();
        self.client.execute(&statement, &columns).map(drop)
    }

    pub(super) fn query(&mut self, sql: &str, values: &[Value<'_>]) -> Result<Vec<Row>, Error> {
        let (statement, values) = self.prepare(sql, values)?;
        self.client.query(&statement, &values)?.iter().map(read).collect()
    }

    /// Tries to take an advisory lock, shared or exclusive, that is held as long as the connection.
    pub(super) fn try_lock(&mut self, number: i64, is_shared: bool) -> Result<bool, Error> {
        let sql = match is_shared {
            true => "SELECT pg_try_advisory_lock_shared($1)",
            false => "SELECT pg_try_advisory_lock($1)",
        };
        self.client.query_one(sql, &[&number])?.try_get(0)
    }

    /// The connection itself, for statements that only PostgreSQL knows.
    pub(super) fn client(&mut self) -> &mut Client {
        &mut self.client
    }

    /// Runs a statement, made ready once, whose only value is a list of numbers.
    pub(super) fn query_arrays(
        &mut self,
        sql: &str,
        numbers: &[i64],
    ) -> Result<Vec<postgres::Row>, Error> {
        let statement = self.make_ready(sql.to_owned())?;
        self.client.query(&statement, &[&numbers])
    }

    /// The number of migrations applied; `None` without tables.
    pub(super) fn schema_version(&mut self) -> Result<Option<i64>, Error> {
        let sql = "SELECT tablename FROM pg_tables WHERE schemaname = $1 AND tablename = 'layout'";
        if self.client.query_opt(sql, &[&SCHEMA])?.is_none() {
            return Ok(None);
        }
        let row = self.client.query_opt("SELECT number FROM layout", &[])?;
        row.map(|row| row.try_get(0)).transpose()
    }

    fn prepare<'v>(
        &mut self,
        sql: &str,
        values: &'v [Value<'_>],
    ) -> Result<(Statement, Vec<&'v (dyn ToSql + Sync)>), Error> {
        let (sql, values) = translated(sql, values);
        Ok((self.make_ready(sql)?, values))
    }

    fn make_ready(&mut self, sql: String) -> Result<Statement, Error> {
        match self.ready.entry(sql) {
            Entry::Occupied(known) => Ok(known.get().clone()),
            Entry::Vacant(new) => {
                let statement = self.client.prepare(new.key())?;
                Ok(new.insert(statement).clone())
            }
        }
    }
}
