//! The result of a run, in numbers.

use crate::options::Origin;
use catalog_documents::ImportPreview;
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
    /// No warnings.
    pub const NONE: &Self = &Self { texts: Vec::new(), products: Vec::new(), count: 0 };

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

    /// The texts, and one for those that have none.
    pub fn lines(&self) -> Vec<String> {
        let hidden = self.count - self.texts.len() as u64;
        let more = (hidden > 0).then(|| format!("and {hidden} more"));
        self.texts.iter().cloned().chain(more).collect()
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

impl ImportReport {
    /// The run as it is recorded in the store.
    pub(crate) fn summary(&self, kind: ImportKind, origin: Origin<'_>, files: Vec<Box<str>>) -> ImportSummary {
        let &Self { sections, products, events, public_before, public_after, .. } = self;
        let Origin { by, job, name, undoes } = origin;
        let files = name.map_or(files, |name| vec![name.into()]);
        let (by, warnings, warning_texts) = (by.into(), self.warnings.count, self.warnings.recorded());
        ImportSummary {
            kind,
            by,
            job,
            undoes,
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
}
