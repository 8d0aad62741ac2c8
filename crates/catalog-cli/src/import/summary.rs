//! The report of an import for people, before the line for programs.

use catalog_domain::ports::PublicCounts;
use catalog_import::ImportReport;
use std::fmt::Write;

/// The report in a few lines, warnings last.
pub(super) fn summary(report: &ImportReport, is_dry_run: bool) -> String {
    let ImportReport { sections, products, events, public_before, public_after, .. } = report;
    let outcome = match (report.changed, is_dry_run) {
        (false, _) => "nothing changes; the catalog stays at",
        (true, true) => "dry run, nothing was written; the catalog stays at",
        (true, false) => "the catalog is now at",
    };
    let renamed = if products.renamed > 0 { format!(" ({} renamed)", products.renamed) } else { String::new() };
    let mut text = format!(
        "{outcome} revision {}\n\
         sections: {} created, {} updated, {} deactivated, {} unchanged\n\
         products: {} created, {} updated, {} deactivated{renamed}, {} unchanged\n\
         events:   {} content, {} commercial, {} removed\n\
         public:   {}, before {}",
        report.revision,
        sections.created,
        sections.updated,
        sections.deactivated,
        sections.unchanged,
        products.created,
        products.updated,
        products.deactivated,
        products.unchanged,
        events.content,
        events.commercial,
        events.removed,
        public(*public_after),
        public(*public_before),
    );
    for warning in &report.warnings.texts {
        // Writing to a string does not fail.
        let _ = write!(text, "\nwarning: {warning}");
    }
    let hidden = report.warnings.count - report.warnings.texts.len() as u64;
    if hidden > 0 {
        let _ = write!(text, "\nand {hidden} more warnings");
    }
    text
}

fn public(counts: PublicCounts) -> String {
    format!("{} sections and {} products", counts.sections, counts.products)
}

#[cfg(test)]
mod tests {
    use super::*;
    use catalog_domain::ports::{EventTally, ProductTally, SectionTally};
    use catalog_domain::values::CatalogRevision;
    use catalog_import::Warnings;

    #[test]
    fn the_summary_says_what_the_report_says() {
        let report = ImportReport {
            revision: CatalogRevision(7),
            changed: true,
            sections: SectionTally { created: 1, updated: 2, deactivated: 3, unchanged: 40 },
            products: ProductTally { created: 3, updated: 2, deactivated: 1, renamed: 1, unchanged: 994 },
            events: EventTally { content: 4, commercial: 5, removed: 6 },
            public_before: PublicCounts { sections: 40, products: 998 },
            public_after: PublicCounts { sections: 41, products: 1_000 },
            warnings: Warnings { texts: vec!["no section".to_owned()], products: vec![Vec::new()], count: 3 },
            preview: None,
            seconds: 1.9,
        };
        assert_eq!(
            summary(&report, false),
            "the catalog is now at revision 7\n\
             sections: 1 created, 2 updated, 3 deactivated, 40 unchanged\n\
             products: 3 created, 2 updated, 1 deactivated (1 renamed), 994 unchanged\n\
             events:   4 content, 5 commercial, 6 removed\n\
             public:   41 sections and 1000 products, before 40 sections and 998 products\n\
             warning: no section\n\
             and 2 more warnings"
        );
        assert!(summary(&report, true).starts_with("dry run, nothing was written; the catalog stays at revision 7\n"));
        let unchanged = ImportReport { changed: false, ..report };
        assert!(summary(&unchanged, true).starts_with("nothing changes; the catalog stays at revision 7\n"));
    }
}
