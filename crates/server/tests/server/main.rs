//! The server from outside, over real sockets: players, spectators, and those who mean no good.

mod agreements;
#[cfg(all(feature = "cluster", unix))]
mod cluster;
#[cfg(all(unix, feature = "cluster"))]
mod cluster_workers;
mod common;
mod discovery;
mod failing;
mod flags;
mod fog;
mod fog_check;
mod games;
mod http;
mod live;
mod lobby;
mod nginx;
#[cfg(unix)]
mod people;
mod players;
mod quotas;
mod reconnect;
mod requests;
mod restart;
mod safety;
mod schema;
mod shared;
mod spectators;
mod tls;
