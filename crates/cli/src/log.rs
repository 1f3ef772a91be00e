//! The log of commands that run until they are stopped.

use clap::{Args, ValueEnum};
use tracing_subscriber::filter::LevelFilter;

use crate::console;

#[derive(Args)]
pub struct LogOptions {
    /// How much is logged to stderr: off, error, warn, info, debug or trace.
    #[arg(long, value_name = "LEVEL", default_value = "warn")]
    log: LevelFilter,
    /// How it is written: text for people, json for programs (one object a line).
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    log_format: LogFormat,
}

#[derive(Clone, Copy, ValueEnum)]
enum LogFormat {
    Text,
    Json,
}

impl LogOptions {
    /// Lets everything be logged as the options say.
    pub fn begin(&self) {
        let log = tracing_subscriber::fmt()
            .with_writer(std::io::stderr)
            .with_max_level(self.log)
            // It would report on standard error that it cannot write there.
            .log_internal_errors(false);
        match self.log_format {
            LogFormat::Text => log.with_ansi(console::takes_colours(&std::io::stderr())).init(),
            LogFormat::Json => log.json().flatten_event(true).init(),
        }
    }
}
