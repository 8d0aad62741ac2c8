//! `catalog imports`: the recorded imports as a table or as JSON.

use crate::Completion;
use crate::import::undo::{self, UndoArguments};
use crate::output::{ListFormat, print_line, print_table, printable};
use crate::settings::DatabaseConfig;
use crate::store::open_store_to_show;
use catalog_app::imports::documents::report_of_run;
use catalog_app::text::iso_time;
use catalog_domain::ports::{ImportHistory, ImportWarning, RECORDED_IMPORTS, RecordedImport};
use clap::{Args, Subcommand};
use serde_json::{Value, json};

/// The arguments of `catalog imports`.
#[derive(Args)]
#[command(args_conflicts_with_subcommands = true)]
pub struct ImportsArguments {
    #[command(subcommand)]
    command: Option<ImportsCommand>,
    /// The most imports that are listed, newest first; the store records the last 1,000
    #[arg(long, value_name = "N", default_value_t = 20)]
    limit: u32,
    /// The output format
    #[arg(long, value_enum, default_value_t = ListFormat::Table)]
    format: ListFormat,
    #[command(flatten)]
    database: DatabaseConfig,
}

/// What can be done with a recorded import.
#[derive(Subcommand)]
enum ImportsCommand {
    /// Undo a recorded import, but for what later ones have changed
    Undo(UndoArguments),
}

/// Lists the imports that changed something, or undoes one.
///
/// # Errors
/// When the store cannot be opened or read, and those of an import.
pub fn run(arguments: &ImportsArguments) -> anyhow::Result<Completion> {
    match &arguments.command {
        Some(ImportsCommand::Undo(arguments)) => undo::run(arguments),
        None => list(arguments).map(|()| Completion::Done),
    }
}

fn list(arguments: &ImportsArguments) -> anyhow::Result<()> {
    let imports = open_store_to_show(&arguments.database)?.latest_imports(arguments.limit.min(RECORDED_IMPORTS))?;
    match arguments.format {
        ListFormat::Json => {
            let lines: Vec<String> = imports.iter().map(|import| document(import).to_string()).collect();
            let array = if lines.is_empty() { "[]".to_owned() } else { format!("[\n  {}\n]", lines.join(",\n  ")) };
            Ok(print_line(&array)?)
        }
        ListFormat::Table => {
            let heading = [
                "REVISION",
                "TIME",
                "MODE",
                "CREATED",
                "UPDATED",
                "DEACTIVATED",
                "EVENTS",
                "PUBLIC",
                "WARNINGS",
                "SECONDS",
                "BY",
                "FILES",
            ]
            .map(str::to_owned);
            let rows: Vec<[String; 12]> = std::iter::once(heading).chain(imports.iter().map(row)).collect();
            print_table(&mut [0; 12], &rows)?;
            imports.iter().rev().flat_map(warning_lines).try_for_each(|line| Ok(print_line(&line)?))
        }
    }
}

fn seconds(import: &RecordedImport) -> f64 {
    import.duration_microseconds() as f64 / 1e6
}

/// The warnings of a run: a line each, and one for those whose texts are not recorded.
fn warning_lines(import: &RecordedImport) -> impl Iterator<Item = String> {
    let (revision, summary) = (import.revision, &import.summary);
    let hidden = summary.warnings.saturating_sub(summary.warning_texts.len() as u64);
    let more = (hidden > 0).then(|| format!("warning of {revision}: {hidden} without a recorded text"));
    let text = move |warning: &ImportWarning| format!("warning of {revision}: {}", printable(&warning.text));
    summary.warning_texts.iter().map(text).chain(more)
}

/// Counts are of products.
fn row(import: &RecordedImport) -> [String; 12] {
    let summary = &import.summary;
    let (products, events) = (summary.products, summary.events);
    [
        import.revision.to_string(),
        iso_time(import.at),
        summary.kind.name().to_owned(),
        products.created.to_string(),
        products.updated.to_string(),
        products.deactivated.to_string(),
        (events.content + events.commercial + events.removed).to_string(),
        format!("{} -> {}", summary.public_before.products, summary.public_after.products),
        summary.warnings.to_string(),
        format!("{:.1}", seconds(import)),
        printable(&summary.by),
        printable(&summary.files.join(", ")),
    ]
}

fn warning(warning: &ImportWarning) -> Value {
    json!({"text": warning.text, "products": warning.products})
}

fn document(import: &RecordedImport) -> Value {
    let (summary, report) = (&import.summary, report_of_run(import));
    json!({
        "revision": report.revision,
        "at": iso_time(import.at),
        "committedAt": iso_time(import.committed_at),
        "mode": summary.kind.name(),
        "by": summary.by,
        "files": summary.files,
        "undoes": summary.undoes.map(|run| run.0),
        "sections": report.sections,
        "products": report.products,
        "events": report.events,
        "public": report.public,
        "warnings": summary.warnings,
        "warningTexts": summary.warning_texts.iter().map(warning).collect::<Vec<_>>(),
        "seconds": report.seconds,
    })
}
