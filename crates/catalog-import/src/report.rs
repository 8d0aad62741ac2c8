//! The result of a run, in numbers.

use crate::preview::ImportPreview;
use catalog_domain::imports::JobId;
use catalog_domain::ports::{
    EventTally, ImportKind, ImportSummary, ImportWarning, ProductTally, PublicCounts, RECORDED_WARNINGS, SectionTally,
    WARNING_CHARACTERS,
};
use catalog_domain::values::CatalogRevision;

/// The result of a run, or of a dry run.
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
    /// What was public before the run.
    pub public_before: PublicCounts,
    /// What is public after it.
    pub public_after: PublicCounts,
    /// What is probably not meant, although it is well formed.
    pub warnings: Warnings,
    /// What it would write, by examples; `None` but in a dry run.
    pub preview: Option<ImportPreview>,
    /// How long the run took, in seconds.
    pub seconds: f64,
}

/// What is probably not meant: links to products that the store does not have, prices that changed a lot and the like.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Warnings {
    /// The first hundred.
    pub texts: Vec<String>,
    /// The stock numbers that each of them is about.
    pub products: Vec<Vec<String>>,
    /// The total number.
    pub count: u64,
}

impl Warnings {
    /// Adds a warning, about the products with these stock numbers.
    pub(crate) fn add(&mut self, products: &[String], text: impl FnOnce() -> String) {
        self.count += 1;
        if self.texts.len() < RECORDED_WARNINGS {
            self.texts.push(text());
            self.products.push(products.to_vec());
        }
    }

    fn recorded(&self) -> Vec<ImportWarning> {
        let recorded = self.texts.iter().zip(&self.products).map(|(text, products)| ImportWarning {
            text: cut(text).into(),
            products: products.iter().map(|product| product.as_str().into()).collect(),
        });
        recorded.collect()
    }

    fn to_json(&self) -> String {
        let hidden = self.count - self.texts.len() as u64;
        let more = (hidden > 0).then(|| format!("and {hidden} more"));
        serde_json::Value::from_iter(self.texts.iter().cloned().chain(more)).to_string()
    }
}

/// The beginning of a text, as long as that of a recorded warning.
pub(crate) fn cut(text: &str) -> String {
    text.chars().take(WARNING_CHARACTERS).collect()
}

/// The most file names that are recorded of a run.
const MAXIMUM_FILES: usize = 20;

pub(crate) fn recorded_files<'a>(names: impl ExactSizeIterator<Item = &'a str>) -> Vec<Box<str>> {
    let hidden = names.len().saturating_sub(MAXIMUM_FILES);
    let more = (hidden > 0).then(|| format!("and {hidden} more").into());
    names.take(MAXIMUM_FILES).map(Box::from).chain(more).collect()
}

/// Where a run comes from, for the record.
#[derive(Debug, Clone, Copy, Default)]
pub struct Origin<'a> {
    /// The initiator.
    pub by: &'a str,
    /// The job that it is; a job is committed at most once.
    pub job: Option<JobId>,
}

impl ImportReport {
    /// The run as it is recorded in the store.
    pub(crate) fn summary(&self, kind: ImportKind, origin: Origin<'_>, files: Vec<Box<str>>) -> ImportSummary {
        let &Self { sections, products, events, public_before, public_after, .. } = self;
        let Origin { by, job } = origin;
        let (by, warnings, warning_texts) = (by.into(), self.warnings.count, self.warnings.recorded());
        ImportSummary {
            kind,
            by,
            job,
            files,
            sections,
            products,
            events,
            public_before,
            public_after,
            warnings,
            warning_texts,
        }
    }

    /// The report as one line of JSON.
    pub fn to_json(&self) -> String {
        let Self { revision, changed, sections, products, events, .. } = self;
        // Milliseconds are exact enough; whole numbers of them make the text short.
        let seconds = (self.seconds * 1000.0).round() / 1000.0;
        let preview = self.preview.as_ref().and_then(|preview| serde_json::to_string(preview).ok());
        let preview = preview.map_or_else(String::new, |preview| format!(", \"preview\": {preview}"));
        format!(
            "{{\"revision\": {revision}, \"changed\": {changed}, \"sections\": {}, \"products\": {}, \"events\": {}, \
             \"public\": {{\"before\": {}, \"after\": {}}}, \"warnings\": {}, \"seconds\": {seconds}{preview}}}",
            counts_json(&[
                ("created", sections.created),
                ("updated", sections.updated),
                ("deactivated", sections.deactivated),
                ("unchanged", sections.unchanged),
            ]),
            counts_json(&[
                ("created", products.created),
                ("updated", products.updated),
                ("deactivated", products.deactivated),
                ("renamed", products.renamed),
                ("unchanged", products.unchanged),
            ]),
            counts_json(
                &[("content", events.content), ("commercial", events.commercial), ("removed", events.removed),]
            ),
            public_json(self.public_before),
            public_json(self.public_after),
            self.warnings.to_json(),
        )
    }
}

fn public_json(public: PublicCounts) -> String {
    counts_json(&[("sections", public.sections), ("products", public.products)])
}

fn counts_json(counts: &[(&str, u64)]) -> String {
    let fields: Vec<String> = counts.iter().map(|(name, count)| format!("\"{name}\": {count}")).collect();
    format!("{{{}}}", fields.join(", "))
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
            products: ProductTally { created: 3, updated: 2, deactivated: 1, renamed: 1, unchanged: 994 },
            events: EventTally { content: 4, commercial: 1, removed: 1 },
            public_before: PublicCounts { sections: 40, products: 998 },
            public_after: PublicCounts { sections: 41, products: 1_000 },
            warnings: Warnings::default(),
            preview: None,
            seconds: 1.900_4,
        };
        assert_eq!(
            report.to_json(),
            "{\"revision\": 7, \"changed\": true, \"sections\": {\"created\": 1, \"updated\": 0, \"deactivated\": 0, \
             \"unchanged\": 40}, \"products\": {\"created\": 3, \"updated\": 2, \"deactivated\": 1, \"renamed\": 1, \"unchanged\": 994}, \
             \"events\": {\"content\": 4, \"commercial\": 1, \"removed\": 1}, \"public\": {\"before\": {\"sections\": 40, \"products\": 998}, \
             \"after\": {\"sections\": 41, \"products\": 1000}}, \"warnings\": [], \"seconds\": 1.9}"
        );
        let mut warnings = Warnings::default();
        (0..102).for_each(|at| warnings.add(&[], || format!("w{at}\"")));
        let json = ImportReport { warnings, ..report }.to_json();
        assert!(json.contains("1000}}, \"warnings\": [\"w0\\\"\",\"w1"), "{json}");
        assert!(json.ends_with("\"w99\\\"\",\"and 2 more\"], \"seconds\": 1.9}"), "{json}");
    }
}
