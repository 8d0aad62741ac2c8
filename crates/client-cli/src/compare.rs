//! `catalog-client compare`: whether another system responds like a server, over the public interface of both.

use crate::Completion;
use crate::output::{print_error, print_line, print_summary};
use crate::signals::end_on_signals;
use crate::watch::Watch;
use anyhow::{Context, ensure};
use catalog_client::{key_of_environment, secret_of_environment};
use catalog_compare::{CompareOptions, Login, OnPause, Outcome};
use clap::Args;
use serde_json::json;
use std::io::{IsTerminal, stderr};
use std::num::{NonZeroU32, NonZeroUsize};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

const OLD_PASSWORD: &str = "CATALOG_OLD_PASSWORD";
const NEW_PASSWORD: &str = "CATALOG_NEW_PASSWORD";
const KEY: &str = "CATALOG_KEY";

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

/// Compares, writes the report, and prints how it ended.
///
/// # Errors
/// Missing passwords, a system that refuses the login or does not respond, a full disk.
pub(crate) fn run(arguments: &CompareArguments) -> anyhow::Result<Completion> {
    let started = Instant::now();
    let options = options(arguments)?;
    // Every file that was read is complete or not there.
    let stopped = || print_error("catalog-client: stopped; with --resume, the same command continues");
    end_on_signals(stopped).context("cannot begin")?;
    let watch = Watch::new();
    let ended = catalog_compare::run(&options, &watch);
    watch.clear();
    match ended {
        Ok(outcome) => {
            print_outcome(&outcome, started)?;
            Ok(if outcome.is_equal { Completion::Done } else { Completion::Different })
        }
        Err(error) if error.is_bad_input() => {
            print_error(&format!("catalog-client: {error}"));
            Ok(Completion::Rejected)
        }
        Err(error) => Err(error.into()),
    }
}

fn options(arguments: &CompareArguments) -> anyhow::Result<CompareOptions> {
    let login = |url: &str, login: &str, variable: &str, key: Option<String>| {
        let password = secret_of_environment(variable)?;
        ensure!(key.is_some() || password.is_some(), "{variable} must hold the password");
        anyhow::Ok(Login { url: url.to_owned(), login: login.to_owned(), password: password.unwrap_or_default(), key })
    };
    let key = key_of_environment(KEY)?;
    let CompareArguments { report, sections, sample, rate, concurrency, resume, ca_file, allow, .. } = arguments;
    Ok(CompareOptions {
        old: login(&arguments.old, &arguments.old_login, OLD_PASSWORD, None)?,
        new: login(&arguments.new, &arguments.new_login, NEW_PASSWORD, key)?,
        report: report.clone(),
        sections: sections.clone(),
        sample: *sample,
        rate: *rate,
        concurrency: *concurrency,
        resume: *resume,
        ca_file: ca_file.clone(),
        allow: allow.clone(),
        on_pause: OnPause(Arc::new(print_summary)),
    })
}

fn print_outcome(outcome: &Outcome, started: Instant) -> anyhow::Result<()> {
    let Outcome { summary, page, .. } = outcome;
    if stderr().is_terminal() {
        let text = |name: &str| summary[name].as_str().unwrap_or_default();
        let [compared, different, differences, allowed] =
            ["compared", "different", "differences", "allowed"].map(|name| &summary[name]);
        print_summary(&format!(
            "{}\n{} of {compared} are equal, {different} differ\n\
             {differences} differences count, {allowed} are allowed\nThe report: {}",
            text("summary"),
            text("share"),
            page.display()
        ));
    }
    let mut line = json!({"report": page, "seconds": started.elapsed().as_secs_f64()});
    for name in ["compared", "different", "differences", "consequences", "allowed", "summary", "share"] {
        line[name] = summary[name].clone();
    }
    Ok(print_line(&line.to_string())?)
}
