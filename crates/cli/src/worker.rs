//! `xxlchess worker`: thinks for the servers of a cluster.

use std::io::Write;
use std::net::SocketAddr;
use std::num::NonZeroUsize;

use anyhow::Context;
use clap::Args;
use server::{WorkerConfig, WorkerHost};

use crate::log::LogOptions;
use crate::{resources, serve};

#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Options {
    /// The broker of the cluster, such as `nats://host:4222`: the same as that of its servers.
    #[arg(long, value_name = "URL")]
    cluster: String,
    /// How many questions it thinks about at a time; by default as many as there are processors.
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,
    /// How many computer players keep their search tables from move to move, 4 MiB each.
    #[arg(long, value_name = "N", default_value_t = WorkerConfig::default().resident_opponents)]
    resident_opponents: usize,
    /// Where `/metrics` and `/api/health` are served: an address with a port, or a port.
    #[arg(long, value_name = "ADDRESS", value_parser = serve::address)]
    metrics: Option<SocketAddr>,
    #[command(flatten)]
    log: LogOptions,
}

const EXAMPLES: &str = "\
Examples:
  xxlchess worker --cluster nats://broker:4222
  xxlchess worker --cluster nats://broker:4222 --threads 8 --metrics 127.0.0.1:8065";

pub fn run(options: &Options, output: &mut dyn Write) -> anyhow::Result<()> {
    options.log.begin();
    let threads = resources::threads_or_all(options.threads.map(NonZeroUsize::get));
    let host = WorkerHost::start(WorkerConfig {
        broker: options.cluster.clone(),
        threads,
        resident_opponents: options.resident_opponents,
        metrics: options.metrics,
    })?;
    writeln!(output, "Thinking about {threads} questions at a time. Ctrl+C stops it.")?;
    if let Some(address) = host.metrics_address() {
        writeln!(output, "Metrics at http://{address}/metrics")?;
    }
    output.flush()?;
    host.wait_for_signal().context("cannot wait for the end")?;
    writeln!(output, "\nStopping. What it thinks about is answered first.")?;
    output.flush()?;
    drop(host);
    Ok(())
}
