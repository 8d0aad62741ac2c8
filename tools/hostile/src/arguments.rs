//! The command line.

use clap::Parser;
use std::path::PathBuf;
use std::time::Duration;

/// Attack a catalog server on this machine and measure what a quiet client notices
#[derive(Parser)]
#[command(name = "hostile", version)]
pub(crate) struct Arguments {
    /// The server's binary
    #[arg(long, value_name = "FILE", default_value = "target/release/catalog")]
    pub(crate) binary: PathBuf,
    /// The folder for stores, logs and results
    #[arg(long, value_name = "FOLDER", default_value = "target/hostile")]
    pub(crate) folder: PathBuf,
    /// Use a PostgreSQL started for the purpose instead of SQLite
    #[arg(long)]
    pub(crate) postgres: bool,
    /// Run only the attacks whose name contains one of these
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    pub(crate) attacks: Vec<String>,
    /// List the attacks and stop
    #[arg(long)]
    pub(crate) list: bool,
    /// How long each attack lasts
    #[arg(long, value_name = "SECONDS", default_value_t = 20, value_parser = clap::value_parser!(u64).range(1..=300))]
    pub(crate) seconds: u64,
    /// How long the reader is measured without an attack, before each one
    #[arg(long, value_name = "SECONDS", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=300))]
    pub(crate) quiet_seconds: u64,
    /// How long after the end of an attack memory is measured again
    #[arg(long, value_name = "SECONDS", default_value_t = 10, value_parser = clap::value_parser!(u64).range(0..=300))]
    pub(crate) rest_seconds: u64,
    /// Products of the generated catalog
    #[arg(long, value_name = "N", default_value_t = 200_000, value_parser = clap::value_parser!(u64).range(2_000..=2_000_000))]
    pub(crate) products: u64,
    /// Sections of the generated catalog
    #[arg(long, value_name = "N", default_value_t = 1_500, value_parser = clap::value_parser!(u64).range(20..=20_000))]
    pub(crate) sections: u64,
    /// A setting of the server, such as CATALOG_WORKERS=2; may be repeated
    #[arg(long = "setting", value_name = "NAME=VALUE")]
    pub(crate) settings: Vec<String>,
    /// Exit with 1 when a goal is missed
    #[arg(long)]
    pub(crate) check: bool,
}

impl Arguments {
    /// How long each attack lasts.
    pub(crate) fn attack_time(&self) -> Duration {
        Duration::from_secs(self.seconds)
    }

    /// How long the reader is measured alone.
    pub(crate) fn quiet_time(&self) -> Duration {
        Duration::from_secs(self.quiet_seconds)
    }

    /// How long the server rests before its memory is measured again.
    pub(crate) fn rest_time(&self) -> Duration {
        Duration::from_secs(self.rest_seconds)
    }
}
