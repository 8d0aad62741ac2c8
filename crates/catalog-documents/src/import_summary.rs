//! The report of an import for people: what `catalog import` and `catalog-client push` print on a terminal.

use crate::{ImportReport, PublicCounts};
use std::fmt::Write;

impl ImportReport {
    /// The report in a few lines, warnings last. Texts in it are of unknown origin.
    pub fn summary(&self, is_dry_run: bool) -> String {
        let Self { sections, products, events, public, .. } = self;
        let outcome = match (self.changed, is_dry_run) {
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
            self.revision,
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
            counts(public.after),
            counts(public.before),
        );
        for warning in &self.warnings {
            // Writing to a string does not fail.
            let _ = write!(text, "\nwarning: {warning}");
        }
        text
    }
}

fn counts(public: PublicCounts) -> String {
    format!("{} sections and {} products", public.sections, public.products)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ImportedEvents, ImportedProducts, ImportedSections, PublicChange};

    #[test]
    fn the_summary_says_what_the_report_says() {
        let report = ImportReport {
            revision: 7,
            changed: true,
            sections: ImportedSections { created: 1, updated: 2, deactivated: 3, unchanged: 40 },
            products: ImportedProducts { created: 3, updated: 2, deactivated: 1, renamed: 1, unchanged: 994 },
            events: ImportedEvents { content: 4, commercial: 5, removed: 6 },
            public: PublicChange {
                before: PublicCounts { sections: 40, products: 998 },
                after: PublicCounts { sections: 41, products: 1_000 },
            },
            warnings: vec!["no section".to_owned(), "and 2 more".to_owned()],
            preview: None,
            seconds: 1.9,
        };
        assert_eq!(
            report.summary(false),
            "the catalog is now at revision 7\n\
             sections: 1 created, 2 updated, 3 deactivated, 40 unchanged\n\
             products: 3 created, 2 updated, 1 deactivated (1 renamed), 994 unchanged\n\
             events:   4 content, 5 commercial, 6 removed\n\
             public:   41 sections and 1000 products, before 40 sections and 998 products\n\
             warning: no section\n\
             warning: and 2 more"
        );
        assert!(report.summary(true).starts_with("dry run, nothing was written; the catalog stays at revision 7\n"));
        let unchanged = ImportReport { changed: false, ..report };
        assert!(unchanged.summary(true).starts_with("nothing changes; the catalog stays at revision 7\n"));
    }
}
