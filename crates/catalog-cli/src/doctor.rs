//! `catalog doctor`: what is wrong, or may become wrong, with a store and the settings of its servers.

mod facts;
mod findings;
mod gather;

use crate::Completion;
use crate::output::{OutputFormat, print_line};
use crate::settings::{DatabaseConfig, StandbyArguments, StandbyConfig, StorefrontArguments};
use crate::store::open_existing_store;
use catalog_app::causes;
use clap::Args;
pub use facts::ServerFacts;
use facts::StandbyFacts;
use findings::{Finding, Severity, findings};
use serde_json::{Value, json};
use store_diesel::{ReplicaRouter, Store};

/// The arguments of `catalog doctor`.
#[derive(Args)]
pub struct DoctorArguments {
    /// Exit with status 1 when there are warnings
    #[arg(long)]
    strict: bool,
    /// The output format
    #[arg(long, value_enum, default_value_t = OutputFormat::Text)]
    format: OutputFormat,
    #[command(flatten)]
    database: DatabaseConfig,
    #[command(flatten)]
    standby: StandbyArguments,
    #[command(flatten)]
    storefront: StorefrontArguments,
}

/// Examines the store beside the settings of `server`, and prints the findings, the most severe first.
///
/// # Errors
/// Bad settings, or a store that breaks down while it is read. A store that cannot be opened is a finding.
pub fn run(arguments: &DoctorArguments, server: ServerFacts) -> anyhow::Result<Completion> {
    let mut found = match open_existing_store(&arguments.database) {
        Ok(store) => [moved(&store), examine(arguments, &store, server)?].concat(),
        Err(error) => vec![Finding::error("store", causes(error.as_ref()), "fix the setting or the store, and repeat")],
    };
    found.sort_by_key(|finding| std::cmp::Reverse(finding.severity));
    print_line(&match arguments.format {
        OutputFormat::Text => text(&found),
        OutputFormat::Json => document(&found).to_string(),
    })?;
    Ok(match found.first().map(|finding| finding.severity) {
        Some(Severity::Error) => Completion::Rejected,
        Some(Severity::Warning) if arguments.strict => Completion::Warned,
        _ => Completion::Done,
    })
}

/// The finding that the store is no longer the one that is written to.
fn moved(store: &Store) -> Vec<Finding> {
    let moved = store.check_not_moved().err();
    moved
        .map(|error| Finding::error("store", causes(&error), "give commands and servers the address of that store"))
        .into_iter()
        .collect()
}

fn examine(arguments: &DoctorArguments, store: &Store, server: ServerFacts) -> anyhow::Result<Vec<Finding>> {
    let mut facts = gather::facts(store, &arguments.database, server, arguments.storefront.optional())?;
    facts.standby = StandbyConfig::read(&arguments.standby, &arguments.database)?.map(|standby| {
        match ReplicaRouter::open(store.clone(), &standby.url, &standby.options) {
            Ok(pair) => StandbyFacts::of(pair.revisions_behind().map_err(|error| causes(&error))),
            Err(error) => StandbyFacts::Unusable(error.to_string()),
        }
    });
    Ok(findings(&facts))
}

fn text(found: &[Finding]) -> String {
    let line = |finding: &Finding| {
        let Finding { severity, subject, sentence, advice } = finding;
        format!("{}: {subject}: {sentence}\n  {advice}", severity.name())
    };
    let lines: Vec<String> = found.iter().map(line).collect();
    if lines.is_empty() { "nothing was found".into() } else { lines.join("\n") }
}

fn document(found: &[Finding]) -> Value {
    let findings = found.iter().map(|finding| {
        json!({
            "severity": finding.severity.name(),
            "subject": finding.subject,
            "finding": finding.sentence,
            "advice": finding.advice,
        })
    });
    json!({"findings": findings.collect::<Vec<_>>()})
}
