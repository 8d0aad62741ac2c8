//! What imports changed, as documents.

use catalog_documents as documents;
use catalog_documents::{ImportReport, ImportedEvents, ImportedProducts, ImportedSections, PublicChange};
use catalog_domain::imports::ImportJob;
use catalog_domain::ports::{EventTally, ProductTally, PublicCounts, RecordedImport, SectionTally};

/// A report with nothing but the counts of a run; `public` is what was public before it, and what is after it.
pub fn report_of_counts(
    sections: SectionTally,
    products: ProductTally,
    events: EventTally,
    public: [PublicCounts; 2],
) -> ImportReport {
    let [before, after] =
        public.map(|PublicCounts { sections, products }| documents::PublicCounts { sections, products });
    ImportReport {
        sections: ImportedSections {
            created: sections.created,
            updated: sections.updated,
            deactivated: sections.deactivated,
            unchanged: sections.unchanged,
        },
        products: ImportedProducts {
            created: products.created,
            updated: products.updated,
            deactivated: products.deactivated,
            renamed: products.renamed,
            unchanged: products.unchanged,
        },
        events: ImportedEvents { content: events.content, commercial: events.commercial, removed: events.removed },
        public: PublicChange { before, after },
        ..ImportReport::default()
    }
}

/// The report of a job: as the import reported it, or, where it died after its commit, as it is recorded; `None` when
/// there is neither.
pub fn report_of_job(job: &ImportJob, committed: Option<&RecordedImport>) -> Option<ImportReport> {
    let reported = job.report.as_deref().and_then(|report| serde_json::from_str(report).ok());
    reported.or_else(|| committed.map(report_of_run))
}

/// The report of a recorded run.
pub fn report_of_run(run: &RecordedImport) -> ImportReport {
    let summary = &run.summary;
    let public = [summary.public_before, summary.public_after];
    ImportReport {
        revision: run.revision.0,
        changed: true,
        warnings: summary.warning_texts.iter().map(|warning| warning.text.to_string()).collect(),
        seconds: run.duration_microseconds() as f64 / 1e6,
        ..report_of_counts(summary.sections, summary.products, summary.events, public)
    }
}
