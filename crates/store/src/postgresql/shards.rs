//! The leases of a cluster in its database, whose clock is the only one that counts.
//!
//! A write for a room locks the row of its shard with `FOR KEY SHARE`; a change of the holder locks it
//! with `FOR UPDATE`, and so waits for writes in progress. Renewing a lease conflicts with neither.

use std::collections::HashMap;

use postgres::{Error, Transaction};

use super::Result;
use super::database_url::DatabaseUrl;
use super::link::Link;
use super::migrations;
use crate::shards::SHARD_OF_GAME;
use crate::{
    AcquiredShard, ClusterNode, LEASE_SECONDS, Lease, Renewal, SavedRoom, Shards, UnixTime,
};

/// A node that stops in the midst of a change does not hold up the others for longer than this.
pub(super) const CLUSTER_SETTINGS: &str = "SET idle_in_transaction_session_timeout TO '3s'; \
                                           SET lock_timeout TO '4s'; \
                                           SET tcp_user_timeout TO '5s'";

/// Made when the first node comes: a single server has no use for them.
const TABLES: &str = "
    CREATE TABLE IF NOT EXISTS nodes (
        number BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        expires TIMESTAMPTZ NOT NULL
    );
    CREATE TABLE IF NOT EXISTS shards (
        shard BIGINT PRIMARY KEY,
        owner BIGINT,
        epoch BIGINT NOT NULL DEFAULT 0,
        expires TIMESTAMPTZ
    );
    INSERT INTO shards (shard) SELECT generate_series(0, 255) ON CONFLICT DO NOTHING;";

/// The leases of a cluster in a PostgreSQL database, on a connection of their own, so that a slow
/// statement cannot delay a renewal.
pub struct PostgresShards {
    url: DatabaseUrl,
    link: Option<Link>,
}

impl PostgresShards {
    /// Connects to the database of a cluster, and makes its tables if there are none.
    ///
    /// # Errors
    /// Why it cannot be opened.
    pub fn open(address: &str) -> Result<PostgresShards> {
        let mut shards = PostgresShards { url: DatabaseUrl::new(address)?, link: None };
        shards.with_link(|link| {
            let mut change = link.client().transaction()?;
            super::lock_changes(&mut change)?;
            change.batch_execute(TABLES)?;
            change.commit()
        })?;
        Ok(shards)
    }

    /// Does something with the connection, which is made anew if it was lost.
    fn with_link<T>(
        &mut self,
        work: impl FnOnce(&mut Link) -> std::result::Result<T, Error>,
    ) -> Result<T> {
        let link = match self.link.take().filter(|link| !link.is_closed()) {
            Some(link) => link,
            None => {
                let made = Link::new(&self.url);
                let mut link = made.map_err(|error| self.url.unreachable(&error))?;
                migrations::migrate(&mut link, &self.url)?;
                link.run(CLUSTER_SETTINGS).map_err(|error| self.url.error(&error))?;
                link
            }
        };
        work(self.link.insert(link)).map_err(|error| self.url.error(&error))
    }
}

impl Shards for PostgresShards {
    fn join(&mut self) -> Result<ClusterNode> {
        self.with_link(|link| {
            let sql = format!(
                "INSERT INTO nodes (expires) VALUES ({}) RETURNING CAST(number AS INTEGER)",
                later()
            );
            let number: i32 = link.client().query_one(&sql, &[])?.try_get(0)?;
            Ok(ClusterNode(number.unsigned_abs()))
        })
    }

    fn renew(&mut self, node: ClusterNode, held: &[Lease]) -> Result<Renewal> {
        let (numbers, epochs) = columns(held);
        let node = i64::from(node.0);
        self.with_link(|link| {
            let mut change = link.client().transaction()?;
            // One that was missed for a while is back under its number, but without its shards.
            let sql = format!(
                "INSERT INTO nodes (number, expires) OVERRIDING SYSTEM VALUE VALUES ($1, {0}) \
                 ON CONFLICT (number) DO UPDATE SET expires = {0}",
                later()
            );
            change.execute(&sql, &[&node])?;
            let sql = format!(
                "UPDATE shards SET expires = {} FROM UNNEST($2::bigint[], $3::bigint[]) \
                 AS held (number, age) WHERE shard = number AND epoch = age AND owner = $1 \
                 RETURNING shard, epoch",
                later()
            );
            let kept = change.query(&sql, &[&node, &numbers, &epochs])?;
            let kept = kept.iter().map(lease).collect::<std::result::Result<_, _>>()?;
            let sql = "DELETE FROM nodes WHERE expires < clock_timestamp() - INTERVAL '1 minute'";
            change.execute(sql, &[])?;
            let sql = "SELECT number, (SELECT count(*) FROM shards WHERE owner = number \
                       AND shards.expires > clock_timestamp()) FROM nodes \
                       WHERE expires > clock_timestamp() ORDER BY number";
            let mut renewal = Renewal { kept, ..Renewal::default() };
            for row in change.query(sql, &[])? {
                renewal.nodes.push(ClusterNode(row.try_get::<_, i64>(0)? as u32));
                renewal.shares.push(row.try_get::<_, i64>(1)? as usize);
            }
            let sql = format!("SELECT shard FROM shards WHERE {IS_FREE} ORDER BY shard");
            for row in change.query(&sql, &[])? {
                renewal.free.push(row.try_get::<_, i64>(0)? as u32);
            }
            change.commit()?;
            Ok(renewal)
        })
    }

    fn acquire(&mut self, node: ClusterNode, shards: &[u32]) -> Result<Vec<AcquiredShard>> {
        let numbers: Vec<i64> = shards.iter().map(|shard| i64::from(*shard)).collect();
        let node = i64::from(node.0);
        self.with_link(|link| {
            let mut change = link.client().transaction()?;
            // Waits for transactions that take a shard or write for it.
            let sql = format!(
                "SELECT shard, CASE WHEN owner IS NULL THEN NULL ELSE \
                 CAST(extract(epoch FROM expires) AS BIGINT) - {LEASE_SECONDS} END \
                 FROM shards WHERE shard = ANY($1) AND {IS_FREE} ORDER BY shard FOR UPDATE"
            );
            let mut alive = HashMap::new();
            for row in change.query(&sql, &[&numbers])? {
                alive.insert(row.try_get::<_, i64>(0)?, row.try_get::<_, Option<i64>>(1)?);
            }
            let taken: Vec<i64> = alive.keys().copied().collect();
            let sql = format!(
                "UPDATE shards SET owner = $1, epoch = epoch + 1, expires = {} \
                 WHERE shard = ANY($2) RETURNING shard, epoch",
                later()
            );
            let leases = change.query(&sql, &[&node, &taken])?;
            let mut rooms = rooms(&mut change, &taken)?;
            let mut acquired = Vec::with_capacity(leases.len());
            for row in &leases {
                let lease = lease(row)?;
                let last_alive = alive.get(&i64::from(lease.shard)).copied().flatten();
                acquired.push(AcquiredShard {
                    lease,
                    last_alive: last_alive.map(UnixTime),
                    rooms: rooms.remove(&lease.shard).unwrap_or_default(),
                });
            }
            change.commit()?;
            Ok(acquired)
        })
    }

    fn release(&mut self, held: &[Lease]) -> Result<()> {
        let (numbers, epochs) = columns(held);
        self.with_link(|link| {
            let sql = "UPDATE shards SET owner = NULL \
                       FROM UNNEST($1::bigint[], $2::bigint[]) AS held (number, age) \
                       WHERE shard = number AND epoch = age";
            link.client().execute(sql, &[&numbers, &epochs]).map(drop)
        })
    }

    fn leave(&mut self, node: ClusterNode) -> Result<()> {
        self.with_link(|link| {
            let sql = "DELETE FROM nodes WHERE number = $1";
            link.client().execute(sql, &[&i64::from(node.0)]).map(drop)
        })
    }
}

const IS_FREE: &str = "(owner IS NULL OR expires <= clock_timestamp())";

/// Until when a lease holds that is renewed now.
fn later() -> String {
    format!("clock_timestamp() + INTERVAL '{LEASE_SECONDS} seconds'")
}

/// Which of these leases are held, within a change; they stay so until its end.
pub(super) fn are_held(link: &mut Link, leases: &[Lease]) -> std::result::Result<Vec<bool>, Error> {
    let (numbers, _) = columns(leases);
    let sql = "SELECT shard, epoch FROM shards WHERE shard = ANY($1) ORDER BY shard FOR KEY SHARE";
    let rows = link.query_arrays(sql, &numbers)?;
    let found = rows.iter().map(lease).collect::<std::result::Result<Vec<Lease>, _>>()?;
    Ok(leases.iter().map(|lease| found.contains(lease)).collect())
}

fn columns(leases: &[Lease]) -> (Vec<i64>, Vec<i64>) {
    leases.iter().map(|lease| (i64::from(lease.shard), lease.epoch)).unzip()
}

fn lease(row: &postgres::Row) -> std::result::Result<Lease, Error> {
    Ok(Lease { shard: row.try_get::<_, i64>(0)? as u32, epoch: row.try_get(1)? })
}

/// The rooms of some shards, by shard.
fn rooms(
    change: &mut Transaction<'_>,
    shards: &[i64],
) -> std::result::Result<HashMap<u32, Vec<SavedRoom>>, Error> {
    let mut rooms: HashMap<String, SavedRoom> = HashMap::new();
    let sql = format!(
        "SELECT game, head FROM live_games WHERE instance IS NULL AND {SHARD_OF_GAME} = ANY($1::bigint[])"
    );
    for row in change.query(&sql, &[&shards])? {
        let (room, head): (String, String) = (row.try_get(0)?, row.try_get(1)?);
        let saved = SavedRoom { room: room.clone(), head, rows: Vec::new(), at: UnixTime(0) };
        rooms.insert(room, saved);
    }
    let names: Vec<&str> = rooms.keys().map(String::as_str).collect();
    let sql = "SELECT game, entry, at FROM entries WHERE game = ANY($1) ORDER BY game, number";
    for row in change.query(sql, &[&names])? {
        if let Some(room) = rooms.get_mut(row.try_get::<_, &str>(0)?) {
            room.rows.push(row.try_get(1)?);
            room.at = UnixTime(row.try_get(2)?);
        }
    }
    let mut by_shard: HashMap<u32, Vec<SavedRoom>> = HashMap::new();
    for room in rooms.into_values() {
        by_shard.entry(crate::shard_of(&room.room)).or_default().push(room);
    }
    Ok(by_shard)
}
