//! `catalog compare`: whether another system responds like this one, over the public interface of both.

use crate::Completion;
use crate::output::{print_error, print_line, print_summary};
use crate::watch::Watch;
use anyhow::{Context, ensure};
use catalog_app::causes;
use catalog_compare::{CompareError, CompareOptions, Login, OnPause, Outcome, Pace, ReplayOptions};
use clap::{Args, ValueEnum};
use serde_json::json;
use std::io::{IsTerminal, stderr};
use std::num::{NonZeroU32, NonZeroUsize};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

const OLD_PASSWORD: &str = "CATALOG_OLD_PASSWORD";
const NEW_PASSWORD: &str = "CATALOG_NEW_PASSWORD";
const KEY: &str = "CATALOG_KEY";

/// The arguments of `catalog compare`.
#[derive(Args)]
pub struct CompareArguments {
    /// The address of the system to be replaced; its password is in CATALOG_OLD_PASSWORD
    #[arg(long, value_name = "URL", required_unless_present = "v1_v2")]
    old: Option<String>,
    /// The login of an account there
    #[arg(long, value_name = "LOGIN", required_unless_present = "v1_v2")]
    old_login: Option<String>,
    /// The address of the system that replaces it; a key is in CATALOG_KEY, or a password in CATALOG_NEW_PASSWORD
    #[arg(long, value_name = "URL")]
    new: String,
    /// The login of an account there, of the same price level; not needed for --v1-v2 with a key
    #[arg(long, value_name = "LOGIN", required_unless_present = "v1_v2")]
    new_login: Option<String>,
    /// Compare v1 with v2 of the new system: every product and section by both interfaces
    #[arg(long = "v1-v2", conflicts_with_all = ["old", "old_login", "sections", "sample", "replay"])]
    v1_v2: bool,
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
    /// Write what is done to this file, and continue from it when a run was interrupted
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
    /// A PEM file with certificates to trust beside those of this machine
    #[arg(long, value_name = "FILE")]
    ca_file: Option<PathBuf>,
    /// Rules in TOML that allow differences, each with a reason
    #[arg(long, value_name = "FILE")]
    allow: Option<PathBuf>,
    /// Repeat the v1 requests of this access log in the combined format instead of walking the catalog
    #[arg(long, value_name = "LOG", conflicts_with_all = ["sections", "sample"])]
    replay: Option<PathBuf>,
    /// How fast the log is replayed
    #[arg(long, value_enum, default_value_t = ReplayPace::Fast, requires = "replay")]
    pace: ReplayPace,
}

/// How fast a log is replayed.
#[derive(Clone, Copy, ValueEnum)]
enum ReplayPace {
    /// At the times of the log
    Log,
    /// As fast as the rate and the concurrency allow
    Fast,
}

/// Compares, writes the report, and prints how it ended.
///
/// # Errors
/// Missing passwords, a system that refuses the login or does not respond, a full disk.
pub fn run(arguments: &CompareArguments) -> anyhow::Result<Completion> {
    let started = Instant::now();
    let options = options(arguments)?;
    let watch = Watch::start().context("cannot begin")?;
    match watch.run(|observer| catalog_compare::run(&options, observer)) {
        Ok(outcome) => {
            print_outcome(&outcome, started)?;
            Ok(if outcome.is_equal() { Completion::Done } else { Completion::Different })
        }
        Err(error) if error.is_bad_input() => {
            print_error(&format!("catalog: {}", causes(&error)));
            Ok(Completion::Rejected)
        }
        Err(CompareError::Stopped) if options.resume.is_none() => anyhow::bail!("stopped; nothing was written"),
        Err(error) => Err(error.into()),
    }
}

fn options(arguments: &CompareArguments) -> anyhow::Result<CompareOptions> {
    let login = |url: &str, login: &str, variable: &str, key: Option<String>| {
        let password = match std::env::var(variable) {
            Err(_) if key.is_some() => String::new(),
            password => password.with_context(|| format!("{variable} must hold the password"))?,
        };
        anyhow::Ok(Login { url: url.to_owned(), login: login.to_owned(), password, key })
    };
    let key = std::env::var(KEY).ok().filter(|key| !key.is_empty());
    let new_login = arguments.new_login.as_deref();
    ensure!(key.is_some() || new_login.is_some(), "{KEY} must hold a key, or --new-login name an account");
    let pace = match arguments.pace {
        ReplayPace::Log => Pace::Log,
        ReplayPace::Fast => Pace::Fast,
    };
    let old = match (&arguments.old, &arguments.old_login) {
        (Some(url), Some(name)) if !arguments.v1_v2 => Some(login(url, name, OLD_PASSWORD, None)?),
        _ => None,
    };
    Ok(CompareOptions {
        old,
        new: login(&arguments.new, new_login.unwrap_or_default(), NEW_PASSWORD, key)?,
        report: arguments.report.clone(),
        sections: arguments.sections.clone(),
        sample: arguments.sample,
        rate: arguments.rate,
        concurrency: arguments.concurrency,
        resume: arguments.resume.clone(),
        ca_file: arguments.ca_file.clone(),
        allow: arguments.allow.clone(),
        replay: arguments.replay.clone().map(|log| ReplayOptions { log, pace }),
        on_pause: OnPause(Arc::new(print_summary)),
    })
}

fn print_outcome(outcome: &Outcome, started: Instant) -> anyhow::Result<()> {
    let Outcome { compared, different, differences, consequences, allowed, summary, share, page } = outcome;
    let seconds = started.elapsed().as_secs_f64();
    if stderr().is_terminal() {
        print_summary(&format!(
            "{summary}\n{share} of {compared} are equal, {different} differ\n\
             {differences} differences count, {allowed} are allowed\nThe report: {}",
            page.display()
        ));
    }
    let line = json!({
        "compared": compared,
        "different": different,
        "differences": differences,
        "consequences": consequences,
        "allowed": allowed,
        "summary": summary,
        "share": share,
        "report": page,
        "seconds": seconds,
    });
    Ok(print_line(&line.to_string())?)
}
