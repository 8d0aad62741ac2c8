//! What a run did, in numbers.

use catalog_domain::identifiers::CatalogRevision;

/// What a run did, or would have done.
#[derive(Debug, Clone, PartialEq)]
pub struct ImportReport {
    /// The revision of the store after the run; the present one when nothing was written.
    pub revision: CatalogRevision,
    /// Whether anything changed.
    pub changed: bool,
    /// Sections.
    pub sections: SectionTally,
    /// Products.
    pub products: ProductTally,
    /// Change events.
    pub events: EventTally,
    /// How long the run took, in seconds.
    pub seconds: f64,
}

/// What happened to sections. Each counts once.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct SectionTally {
    /// New ones.
    pub created: u64,
    /// Existing ones whose row was written.
    pub updated: u64,
    /// Active ones that became inactive.
    pub deactivated: u64,
    /// Ones that the input names and that did not change.
    pub unchanged: u64,
}

/// What happened to products. Each counts once.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ProductTally {
    /// New ones.
    pub created: u64,
    /// Existing ones whose row was written.
    pub updated: u64,
    /// Active ones that became inactive.
    pub deactivated: u64,
    /// Ones that the input names and that did not change.
    pub unchanged: u64,
}

/// Change events by type. One that is both content and commercial counts in both.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct EventTally {
    /// Content changed, or new, or restored.
    pub content: u64,
    /// Commercial data changed.
    pub commercial: u64,
    /// No longer public.
    pub removed: u64,
}

impl ImportReport {
    /// The report as one line of JSON.
    #[must_use]
    pub fn to_json(&self) -> String {
        let Self { revision, changed, sections, products, events, .. } = self;
        // Milliseconds are as exact as anybody needs; whole numbers of them keep the text short.
        let seconds = (self.seconds * 1000.0).round() / 1000.0;
        format!(
            "{{\"revision\": {revision}, \"changed\": {changed}, \"sections\": {}, \"products\": {}, \
             \"events\": {{\"content\": {}, \"commercial\": {}, \"removed\": {}}}, \"seconds\": {seconds}}}",
            tally_json(sections.created, sections.updated, sections.deactivated, sections.unchanged),
            tally_json(products.created, products.updated, products.deactivated, products.unchanged),
            events.content,
            events.commercial,
            events.removed,
        )
    }
}

fn tally_json(created: u64, updated: u64, deactivated: u64, unchanged: u64) -> String {
    format!(
        "{{\"created\": {created}, \"updated\": {updated}, \"deactivated\": {deactivated}, \"unchanged\": {unchanged}}}"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_report_is_the_documented_line() {
        let report = ImportReport {
            revision: CatalogRevision(7),
            changed: true,
            sections: SectionTally { created: 1, updated: 0, deactivated: 0, unchanged: 40 },
            products: ProductTally { created: 3, updated: 2, deactivated: 1, unchanged: 994 },
            events: EventTally { content: 4, commercial: 1, removed: 1 },
            seconds: 1.900_4,
        };
        assert_eq!(
            report.to_json(),
            "{\"revision\": 7, \"changed\": true, \"sections\": {\"created\": 1, \"updated\": 0, \"deactivated\": 0, \
             \"unchanged\": 40}, \"products\": {\"created\": 3, \"updated\": 2, \"deactivated\": 1, \"unchanged\": 994}, \
             \"events\": {\"content\": 4, \"commercial\": 1, \"removed\": 1}, \"seconds\": 1.9}"
        );
    }
}
