//! The command line.

use clap::{ArgGroup, Parser};
use std::path::PathBuf;

/// Keeps a copy of some sections, or of a whole catalog, in a SQLite file.
///
/// A key is read from the environment variable CATALOG_KEY, else the password of --login from CATALOG_MIRROR_PASSWORD.
#[derive(Debug, Parser)]
#[command(group(ArgGroup::new("what").args(["section", "all"]).required(true)))]
#[command(group(ArgGroup::new("file").args(["store", "database"]).required(true)))]
#[command(group(ArgGroup::new("mode").args(["once", "follow"])))]
pub(crate) struct Arguments {
    /// The address of the catalog.
    #[arg(long, value_name = "URL", help = "The address of the catalog, such as https://catalog.example")]
    pub(crate) base_url: String,
    /// The login: prices are those of this account. Not needed with a key
    #[arg(long, value_name = "LOGIN")]
    pub(crate) login: Option<String>,
    /// The public id of a section to mirror with its subtree; repeatable
    #[arg(long, value_name = "ID", value_parser = section_id)]
    pub(crate) section: Vec<String>,
    /// Mirror the whole public catalog
    #[arg(long)]
    pub(crate) all: bool,
    /// The file of the copy, with tables of products, prices, stock and sections; it is made when it does not exist
    #[arg(long, value_name = "FILE")]
    pub(crate) store: Option<PathBuf>,
    /// The same with one table: stock numbers and products as JSON
    #[arg(long, value_name = "FILE")]
    pub(crate) database: Option<PathBuf>,
    /// A PEM file with certificates to trust beside those of the system
    #[arg(long, value_name = "FILE")]
    pub(crate) ca_file: Option<PathBuf>,
    /// Bring the copy up to date and exit (the default)
    #[arg(long)]
    pub(crate) once: bool,
    /// Bring the copy up to date, then wait for changes until stopped
    #[arg(long, conflicts_with = "verify")]
    pub(crate) follow: bool,
    /// After changes were stored, run this command, or send a signed POST to this address
    #[arg(long, value_name = "COMMAND|URL")]
    pub(crate) on_change: Option<String>,
    /// Exit with 1 when the copy was not right, even though it is repaired, or cannot be verified
    #[arg(long)]
    pub(crate) verify: bool,
    /// Products per transaction while a section is read for the first time
    #[arg(long, value_name = "N", default_value_t = 500, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub(crate) page_size: u32,
    /// Events per page while following a feed
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=500))]
    pub(crate) limit: u32,
    /// How long the server holds a request for changes open while following, in seconds
    #[arg(long, value_name = "S", default_value_t = 30, value_parser = clap::value_parser!(u32).range(0..=30))]
    pub(crate) wait_seconds: u32,
    /// How long an unavailable or busy server is retried, in seconds; one that has never responded 30 at most
    #[arg(long, value_name = "S", default_value_t = 600, value_parser = clap::value_parser!(u64).range(0..=86_400))]
    pub(crate) patience_seconds: u64,
}

/// A decimal id without leading zeros, as the service writes them.
fn section_id(text: &str) -> Result<String, String> {
    let is_decimal = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let is_plain = is_decimal && (text == "0" || !text.starts_with('0'));
    if is_plain { Ok(text.to_owned()) } else { Err("must be a decimal section id".into()) }
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
    fn a_run_has_something_to_mirror_one_file_and_one_mode() {
        for (flags, is_allowed) in [
            ("--section 1 --database f", true),
            ("--section 1 --section 2 --store f --once", true),
            ("--all --store f --once --verify", true),
            ("--all --store f --verify", true),
            ("--all --database f --follow --wait-seconds 0", true),
            ("--store f", false),
            ("--all", false),
            ("--all --section 1 --store f", false),
            ("--all --store f --database g", false),
            ("--all --store f --once --follow", false),
            ("--all --store f --follow --verify", false),
            ("--all --store f --limit 501", false),
            ("--all --store f --page-size 0", false),
            ("--section 01 --store f", false),
            ("--section x --store f", false),
        ] {
            let required = ["mirror", "--base-url", "http://x", "--login", "l"];
            let parsed = Arguments::try_parse_from(required.into_iter().chain(flags.split(' ')));
            assert_eq!(parsed.is_ok(), is_allowed, "{flags}");
        }
    }
}
