//! The options of the benchmark.

use crate::contest::Pace;
use crate::load::CONNECTIONS;
use crate::record::Conditions;
use clap::Parser;
use std::path::{Path, PathBuf};

/// Drives the same load at `catalog serve` and at nginx with files of the same bytes, and prints the ratios.
#[derive(Parser)]
#[command(name = "just bench")]
pub(crate) struct Arguments {
    /// Products of the catalog
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(2_000..))]
    pub(crate) products: u64,
    /// Sections of the catalog, and of the large one
    #[arg(long, value_name = "N", default_value_t = 300, value_parser = clap::value_parser!(u64).range(20..))]
    pub(crate) sections: u64,
    /// Also measure how a catalog of that many products compares to the other one; 1000000 needs --minutes 20
    #[arg(long, value_name = "N")]
    pub(crate) large: Option<u64>,
    /// Only rows whose name contains one of these
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    pub(crate) rows: Vec<String>,
    /// Rounds of each row; each asks both servers once
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) rounds: u32,
    /// Seconds for which a round asks a server
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) seconds: u32,
    /// Give up after that many minutes, with the rows that are measured by then
    #[arg(long, value_name = "N", default_value_t = 9, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) minutes: u64,
    /// The server's program, if not the one that was built with the benchmark: an older one, to compare
    #[arg(long, value_name = "FILE")]
    pub(crate) binary: Option<PathBuf>,
    /// A setting of the server other than its default, such as CATALOG_LOG=warn or CATALOG_ANSWER_CACHE_MB=0
    #[arg(long = "setting", value_name = "NAME=VALUE", value_parser = setting)]
    pub(crate) settings: Vec<String>,
    /// Measure nothing; print the last two runs side by side
    #[arg(long)]
    pub(crate) compare: bool,
    /// Cargo's word for being run as a benchmark
    #[arg(long, hide = true)]
    pub(crate) bench: bool,
}

impl Arguments {
    /// The server's program.
    pub(crate) fn program(&self) -> &Path {
        self.binary.as_deref().unwrap_or(Path::new(env!("CARGO_BIN_EXE_catalog")))
    }

    /// How long and how often each row is measured.
    pub(crate) fn pace(&self) -> Pace {
        Pace { rounds: self.rounds, seconds: self.seconds }
    }

    /// What is kept of the settings beside what was measured.
    pub(crate) fn conditions(&self) -> Conditions {
        Conditions {
            rounds: self.rounds,
            seconds: self.seconds,
            connections: CONNECTIONS,
            settings: self.settings.clone(),
            binary: self.binary.clone(),
        }
    }
}

fn setting(text: &str) -> Result<String, String> {
    let is_setting = text.split_once('=').is_some_and(|(name, _)| name.starts_with("CATALOG_"));
    if is_setting { Ok(text.to_owned()) } else { Err("must be CATALOG_..., an equals sign and a value".into()) }
}
