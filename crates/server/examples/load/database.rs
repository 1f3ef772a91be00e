//! A PostgreSQL server of the load generator's own, which can be restarted and frozen, behind a
//! network that can be held up and cut.

use std::fmt;
use std::time::Duration;

use anyhow::{Context, Result};
use test_kit::cluster::Cluster;

use crate::relay::{Network, Relay, Target};

/// The name of the database.
const NAME: &str = "load";

pub struct Database {
    cluster: Cluster,
    relay: Relay,
}

/// What happens to the database, or on the way to it.
#[derive(Clone, Copy, Debug)]
pub enum Fault {
    Restart,
    Freeze,
    Hold,
    Cut,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Fault::Restart => "the database was restarted",
            Fault::Freeze => "the database was frozen",
            Fault::Hold => "the network was held up",
            Fault::Cut => "the network was cut",
        })
    }
}

impl Database {
    /// Starts a server with an empty database.
    pub fn start() -> Result<Database> {
        let cluster =
            Cluster::start("load-postgres", &[]).context("PostgreSQL is not installed")?;
        cluster.database(NAME);
        let relay = Relay::start(Target::Socket(cluster.folder().join(".s.PGSQL.5432")))?;
        Ok(Database { cluster, relay })
    }

    /// The address of the database.
    pub fn address(&self) -> String {
        format!("postgres://postgres@{}/{NAME}?sslmode=disable", self.relay.address)
    }

    /// Does something to it, for a while.
    pub fn suffer(&mut self, fault: Fault, time: Duration) {
        match fault {
            Fault::Restart => {
                self.cluster.stop();
                std::thread::sleep(time);
                self.cluster.restart();
            }
            Fault::Freeze => {
                self.cluster.signal("STOP");
                std::thread::sleep(time);
                self.cluster.signal("CONT");
            }
            Fault::Hold | Fault::Cut => {
                let is_cut = matches!(fault, Fault::Cut);
                self.relay.set(if is_cut { Network::Cut } else { Network::Holds });
                std::thread::sleep(time);
                self.relay.set(Network::Passes);
            }
        }
    }

    /// How many small transactions one connection commits in a second, one after the other.
    pub fn commits_per_second(&self) -> Result<String> {
        let script = self.cluster.folder().join("commit.sql");
        std::fs::write(&script, "INSERT INTO commits VALUES (1);\n")?;
        self.cluster.psql("postgres", "CREATE TABLE IF NOT EXISTS commits (number BIGINT)");
        let mut pgbench = self.cluster.client("pgbench");
        pgbench.args(["-n", "-c", "1", "-T", "5", "-f"]).arg(&script).arg("postgres");
        let output = pgbench.output().context("pgbench")?;
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let rate = text.lines().find_map(|line| line.strip_prefix("tps = "));
        let rate = rate.and_then(|rate| rate.split(['.', ' ']).next());
        rate.map(str::to_owned).with_context(|| format!("pgbench said {text:?}"))
    }
}
