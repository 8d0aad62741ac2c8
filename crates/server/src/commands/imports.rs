//! `catalog imports`: the recorded imports as a table or as JSON.

use crate::config::DatabaseConfig;
use crate::output::{print_line, print_table, printable};
use crate::wiring::open_store_to_show;
use catalog_app::text::iso_time;
use catalog_domain::ports::{ImportHistory, RECORDED_IMPORTS, RecordedImport};
use clap::{Args, ValueEnum};
use serde_json::{Value, json};

#[derive(Args)]
pub(crate) struct ImportsArguments {
    /// The most imports that are listed, newest first; the store records the last 1,000
    #[arg(long, value_name = "N", default_value_t = 20)]
    limit: u32,
    /// The output format
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
    #[command(flatten)]
    database: DatabaseConfig,
}

/// The output format of imports.
#[derive(Clone, Copy, ValueEnum)]
enum Format {
    /// Columns, human-readable
    Table,
    /// One JSON array, machine-readable
    Json,
}

/// Lists the imports that changed something.
///
/// # Errors
/// When the store cannot be opened or read.
pub(crate) fn run(arguments: &ImportsArguments) -> anyhow::Result<()> {
    let imports = open_store_to_show(&arguments.database)?.latest_imports(arguments.limit.min(RECORDED_IMPORTS))?;
    match arguments.format {
        Format::Json => {
            let lines: Vec<String> = imports.iter().map(|import| document(import).to_string()).collect();
            let array = if lines.is_empty() { "[]".to_owned() } else { format!("[\n  {}\n]", lines.join(",\n  ")) };
            Ok(print_line(&array)?)
        }
        Format::Table => {
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
            Ok(print_table(&mut [0; 12], &rows)?)
        }
    }
}

fn seconds(import: &RecordedImport) -> f64 {
    import.duration_microseconds() as f64 / 1e6
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

fn document(import: &RecordedImport) -> Value {
    let summary = &import.summary;
    let (sections, products, events) = (summary.sections, summary.products, summary.events);
    let public = [summary.public_before, summary.public_after]
        .map(|public| json!({"sections": public.sections, "products": public.products}));
    json!({
        "revision": import.revision.0,
        "at": iso_time(import.at),
        "committedAt": iso_time(import.committed_at),
        "mode": summary.kind.name(),
        "by": summary.by,
        "files": summary.files,
        "sections": {"created": sections.created, "updated": sections.updated, "deactivated": sections.deactivated,
            "unchanged": sections.unchanged},
        "products": {"created": products.created, "updated": products.updated, "deactivated": products.deactivated,
            "renamed": products.renamed, "unchanged": products.unchanged},
        "events": {"content": events.content, "commercial": events.commercial, "removed": events.removed},
        "public": {"before": public[0], "after": public[1]},
        "warnings": summary.warnings,
        "seconds": seconds(import),
    })
}
