//! `catalog-client compare`: whether an old system responds to v1 like this service, over the public interface of both.
//!
//! What is requested is a list of `requests`, made of the section trees. Each `system` is read once into `sorted`
//! files, and two files are joined line by line (`find`). What differs is read again before it counts (`run`). `fields`
//! is what fields mean, `rules` are what may differ, and `report` writes the differences down.

mod difference;
mod fields;
mod find;
mod report;
mod requests;
mod rules;
mod run;
mod sorted;
mod system;

use crate::Completion;
use crate::output::{print_error, print_line, print_summary};
use crate::signals::end_on_signals;
use anyhow::{Context, Result, ensure};
use catalog_client::{ClientOptions, key_of_environment, secret_of_environment};
use clap::Args;
use long_work::Progress;
use rules::Rules;
use run::{Run, begin};
use serde_json::{Value, json};
use std::io::{IsTerminal, stderr};
use std::num::{NonZeroU32, NonZeroUsize};
use std::path::{Path, PathBuf};
use std::time::Instant;
use system::System;

/// The arguments of `catalog-client compare`.
#[derive(Args)]
pub(crate) struct CompareArguments {
    /// The address of the system to be replaced; its password is in CATALOG_OLD_PASSWORD
    #[arg(long, value_name = "URL")]
    old: String,
    /// The login of an account there
    #[arg(long, value_name = "LOGIN")]
    old_login: String,
    /// The address of the system that replaces it; a key is in CATALOG_KEY, or a password in CATALOG_NEW_PASSWORD
    #[arg(long, value_name = "URL")]
    new: String,
    /// The login of an account there, of the same price level
    #[arg(long, value_name = "LOGIN")]
    new_login: String,
    /// The folder for index.html, summary.json, missing-products.csv and differences.ndjson
    #[arg(long, value_name = "FOLDER")]
    report: PathBuf,
    /// Source object ids of sections; only their subtrees are compared [default: all]
    #[arg(long, value_name = "ID", value_delimiter = ',')]
    sections: Vec<i64>,
    /// How many products are also requested one by one and in batches; lists of sections have all of them
    #[arg(long, value_name = "N", default_value_t = 500)]
    sample: usize,
    /// The most requests a second to each system [default: no limit]
    #[arg(long, value_name = "N")]
    rate: Option<NonZeroU32>,
    /// The most requests at a time to each system
    #[arg(long, value_name = "N", default_value = "4")]
    concurrency: NonZeroUsize,
    /// Take what an interrupted run with the same arguments has read from the folder of its report
    #[arg(long)]
    resume: bool,
    /// A PEM file with certificates to trust beside those of this machine
    #[arg(long, value_name = "FILE")]
    ca_file: Option<PathBuf>,
    /// Rules in TOML that allow differences, each with a reason
    #[arg(long, value_name = "FILE")]
    allow: Option<PathBuf>,
}

/// The rules, the folder of an earlier run, an address or the list of sections cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
struct BadInput(String);

/// Compares, writes the report, and prints how it ended.
///
/// # Errors
/// Missing passwords, a system that refuses the login or does not respond, a full disk.
pub(crate) fn run(arguments: &CompareArguments) -> Result<Completion> {
    let started = Instant::now();
    let options = |url: &str, login: &str, variable: &str, key: Option<String>| {
        let password = secret_of_environment(variable)?;
        ensure!(key.is_some() || password.is_some(), "{variable} must hold the password");
        let ca_file = arguments.ca_file.clone();
        Ok(ClientOptions { key, ca_file, ..ClientOptions::new(url, login, password.unwrap_or_default()) })
    };
    let key = key_of_environment("CATALOG_KEY")?;
    let old = options(&arguments.old, &arguments.old_login, "CATALOG_OLD_PASSWORD", None)?;
    let new = options(&arguments.new, &arguments.new_login, "CATALOG_NEW_PASSWORD", key)?;
    // Every file that was read is complete or not there.
    let stopped = || print_error("catalog-client: stopped; with --resume, the same command continues");
    end_on_signals(stopped).context("cannot begin")?;
    let watch = Progress::on_terminal();
    let ended = compare(arguments, old, new, &watch);
    watch.clear();
    match ended {
        Ok(summary) => {
            print_outcome(&summary, &arguments.report.join("index.html"), started)?;
            Ok(if summary["differences"] == 0 { Completion::Done } else { Completion::Different })
        }
        Err(error) if error.is::<BadInput>() => {
            print_error(&format!("catalog-client: {error}"));
            Ok(Completion::Rejected)
        }
        Err(error) => Err(error),
    }
}

fn print_outcome(summary: &Value, page: &Path, started: Instant) -> Result<()> {
    if stderr().is_terminal() {
        let sentence = summary["summary"].as_str().unwrap_or_default();
        print_summary(&format!("{sentence}\nThe report: {}", page.display()));
    }
    let mut line = json!({"report": page, "seconds": started.elapsed().as_secs_f64()});
    for name in ["compared", "different", "differences", "consequences", "allowed", "summary", "share"] {
        line[name] = summary[name].clone();
    }
    Ok(print_line(&line.to_string())?)
}

/// Returns the summary of the report.
fn compare(arguments: &CompareArguments, old: ClientOptions, new: ClientOptions, watch: &Progress) -> Result<Value> {
    let has_passwords = !new.password.is_empty();
    let identity = json!({
        "old": old.base_url, "oldLogin": old.login, "new": new.base_url, "newLogin": new.login,
        "sections": arguments.sections, "sample": arguments.sample, "withPassword": has_passwords,
    });
    let systems = [System::new("old", old, arguments.rate)?, System::new("new", new, arguments.rate)?];
    let rules = Rules::read(arguments.allow.as_deref())?;
    begin(&arguments.report, arguments.resume, &identity)?;
    let run = Run { arguments, systems, rules: &rules, watch };
    report::write(&arguments.report, &run.read_all(has_passwords)?, &identity)
}
