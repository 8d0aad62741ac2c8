//! The report of an import as a document, and as the line that the command prints.

use catalog_app::imports::documents::report_of_counts;
use catalog_documents as documents;
use catalog_import::ImportReport;
use serde::Serialize;
use serde_json::Serializer;
use serde_json::ser::Formatter;
use std::io::{self, Write};

/// The report as a document.
pub(super) fn document(report: ImportReport) -> documents::ImportReport {
    let public = [report.public_before, report.public_after];
    documents::ImportReport {
        revision: report.revision.0,
        changed: report.changed,
        warnings: report.warnings.lines(),
        // Milliseconds are exact enough; whole numbers of them make the text short.
        seconds: (report.seconds * 1000.0).round() / 1000.0,
        preview: report.preview,
        ..report_of_counts(report.sections, report.products, report.events, public)
    }
}

/// The document as one line (`docs/import-format.md`).
pub(super) fn line(mut report: documents::ImportReport) -> serde_json::Result<String> {
    let preview = report.preview.take();
    let mut line = Vec::new();
    report.serialize(&mut Serializer::with_formatter(&mut line, Spaced))?;
    if let Some(preview) = preview {
        line.pop();
        line.extend(b", \"preview\": ");
        serde_json::to_writer(&mut line, &preview)?;
        line.push(b'}');
    }
    Ok(String::from_utf8_lossy(&line).into_owned())
}

/// Spaces in objects, and whole numbers without a fraction: people read the line, too.
struct Spaced;

impl Formatter for Spaced {
    fn begin_object_key<W: Write + ?Sized>(&mut self, writer: &mut W, is_first: bool) -> io::Result<()> {
        if is_first { Ok(()) } else { writer.write_all(b", ") }
    }

    fn begin_object_value<W: Write + ?Sized>(&mut self, writer: &mut W) -> io::Result<()> {
        writer.write_all(b": ")
    }

    fn write_f64<W: Write + ?Sized>(&mut self, writer: &mut W, value: f64) -> io::Result<()> {
        write!(writer, "{value}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use catalog_documents::{ImportPreview, ImportPriceChanges};
    use catalog_domain::ports::{EventTally, ProductTally, PublicCounts, SectionTally};
    use catalog_domain::values::CatalogRevision;
    use catalog_import::Warnings;

    fn report() -> ImportReport {
        ImportReport {
            revision: CatalogRevision(7),
            changed: true,
            sections: SectionTally { created: 1, updated: 0, deactivated: 0, unchanged: 40 },
            products: ProductTally { created: 3, updated: 2, deactivated: 1, renamed: 1, unchanged: 994 },
            events: EventTally { content: 4, commercial: 1, removed: 1 },
            public_before: PublicCounts { sections: 40, products: 998 },
            public_after: PublicCounts { sections: 41, products: 1_000 },
            warnings: Warnings::default(),
            preview: None,
            seconds: 1.900_4,
        }
    }

    #[test]
    fn the_report_is_the_documented_line() {
        let documented = include_str!("../../../../docs/import-format.md");
        let line = line(document(report())).unwrap();
        assert!(documented.lines().any(|documented| documented == line), "{line}");
    }

    #[test]
    fn warnings_are_bounded_and_what_a_dry_run_would_change_comes_last() {
        let texts = (0..100).map(|at| format!("w{at}\"")).collect();
        let warnings = Warnings { texts, products: Vec::new(), count: 102 };
        let price_changes = ImportPriceChanges { count: 0, items: Vec::new() };
        let preview = ImportPreview { new_price_levels: vec!["A".into()], price_changes, samples: Vec::new() };
        let line = line(document(ImportReport { warnings, preview: Some(preview), seconds: 2.0, ..report() })).unwrap();
        assert!(line.contains("1000}}, \"warnings\": [\"w0\\\"\",\"w1"), "{line}");
        let end = "\"w99\\\"\",\"and 2 more\"], \"seconds\": 2, \"preview\": {\"newPriceLevels\":[\"A\"],\"priceChanges\":\
             {\"count\":0,\"items\":[]},\"samples\":[]}}";
        assert!(line.ends_with(end), "{line}");
    }
}
