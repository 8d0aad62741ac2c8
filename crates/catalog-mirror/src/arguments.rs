//! The command line.

use clap::{ArgGroup, Parser};
use std::path::PathBuf;

/// Keeps a copy of one section of a catalog in a SQLite file.
///
/// The password is read from the environment variable CATALOG_MIRROR_PASSWORD.
#[derive(Debug, Parser)]
#[command(name = "catalog-mirror", version, max_term_width = 100)]
#[command(group(ArgGroup::new("mode").args(["once", "follow"])))]
pub(crate) struct Arguments {
    /// The address of the catalog, such as http://127.0.0.1:8080 (for https, put a local proxy in front)
    #[arg(long, value_name = "URL")]
    pub(crate) base_url: String,
    /// The login: prices are those of this account
    #[arg(long, value_name = "LOGIN")]
    pub(crate) login: String,
    /// The public id of the section
    #[arg(long, value_name = "ID")]
    pub(crate) section: String,
    /// The file of the copy; it is made when it does not exist
    #[arg(long, value_name = "FILE")]
    pub(crate) database: PathBuf,
    /// Bring the copy up to date and exit (the default)
    #[arg(long)]
    pub(crate) once: bool,
    /// Bring the copy up to date again and again, until stopped
    #[arg(long, conflicts_with = "verify")]
    pub(crate) follow: bool,
    /// Compare the copy with the whole list afterwards; exit with 1 when they differ
    #[arg(long)]
    pub(crate) verify: bool,
    /// Products per page while reading the list
    #[arg(long, value_name = "N", default_value_t = 500, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub(crate) page_size: u32,
    /// Events per page while following the feed
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=500))]
    pub(crate) limit: u32,
    /// The pause between two polls of the feed, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 5_000, value_parser = clap::value_parser!(u64).range(1..=3_600_000))]
    pub(crate) interval_ms: u64,
    /// How long an unavailable or busy server is retried, in seconds
    #[arg(long, value_name = "S", default_value_t = 120, value_parser = clap::value_parser!(u64).range(0..=86_400))]
    pub(crate) patience_seconds: u64,
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_declared_without_contradictions() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn following_without_end_and_verifying_exclude_each_other() {
        let required = ["mirror", "--base-url", "http://x", "--login", "l", "--section", "1", "--database", "f"];
        for (flags, is_allowed) in [
            (vec![], true),
            (vec!["--once"], true),
            (vec!["--once", "--verify"], true),
            (vec!["--verify"], true),
            (vec!["--follow"], true),
            (vec!["--once", "--follow"], false),
            (vec!["--follow", "--verify"], false),
            (vec!["--limit", "501"], false),
            (vec!["--page-size", "0"], false),
        ] {
            let parsed = Arguments::try_parse_from(required.iter().copied().chain(flags.iter().copied()));
            assert_eq!(parsed.is_ok(), is_allowed, "{flags:?}");
        }
    }
}
