//! The rows of the table: what is requested, how, and what is wanted of it.

use super::targets::TargetSet;
use serde::{Deserialize, Serialize};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Asked {
    /// As they are.
    Plain,
    /// By a client that takes compressed bodies.
    Compressed,
    /// By a client that has them already.
    Unchanged,
}

#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Wanted {
    /// What it must not be below.
    pub(crate) at_least: f64,
    pub(crate) aim: f64,
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct Row {
    pub(crate) set: TargetSet,
    pub(crate) asked: Asked,
    /// What the ratio should be; `None` for what is measured for information.
    pub(crate) wanted: Option<Wanted>,
}

const PRODUCT: Option<Wanted> = wanted(0.5, 0.8);
const PAGE: Option<Wanted> = wanted(0.3, 0.5);
const POPULAR_PAGE: Option<Wanted> = wanted(0.3, 0.7);
const STRUCTURE: Option<Wanted> = wanted(0.7, 0.95);
const FEED: Option<Wanted> = wanted(0.15, 0.5);
const UNCHANGED: Option<Wanted> = wanted(0.6, 0.9);
const FIRST_VERSION: Option<Wanted> = wanted(0.2, 0.6);
const COMPRESSED: Option<Wanted> = wanted(0.3, 0.7);

/// Every row, in the order of the table.
pub(crate) const ROWS: &[Row] = &[
    row(TargetSet::Product, Asked::Plain, PRODUCT),
    row(TargetSet::PageOf50, Asked::Plain, PAGE),
    row(TargetSet::ZipfPage, Asked::Plain, POPULAR_PAGE),
    row(TargetSet::FilteredPage, Asked::Plain, PAGE),
    row(TargetSet::PageOf200, Asked::Plain, PAGE),
    row(TargetSet::Tree, Asked::Plain, STRUCTURE),
    row(TargetSet::Sections, Asked::Plain, STRUCTURE),
    row(TargetSet::SectionWithFilters, Asked::Plain, STRUCTURE),
    row(TargetSet::FeedPage, Asked::Plain, FEED),
    row(TargetSet::FeedSummary, Asked::Plain, FEED),
    row(TargetSet::FeedPageByCursors, Asked::Plain, FEED),
    row(TargetSet::FeedSummaryByCursors, Asked::Plain, FEED),
    row(TargetSet::Product, Asked::Unchanged, UNCHANGED),
    row(TargetSet::PageOf50, Asked::Unchanged, UNCHANGED),
    row(TargetSet::Tree, Asked::Unchanged, UNCHANGED),
    row(TargetSet::Sections, Asked::Unchanged, UNCHANGED),
    row(TargetSet::SectionWithFilters, Asked::Unchanged, UNCHANGED),
    row(TargetSet::V1Availability, Asked::Plain, FIRST_VERSION),
    row(TargetSet::V1Catalog, Asked::Plain, FIRST_VERSION),
    row(TargetSet::Product, Asked::Compressed, COMPRESSED),
    row(TargetSet::PageOf50, Asked::Compressed, COMPRESSED),
    row(TargetSet::PageOf200, Asked::Compressed, COMPRESSED),
    row(TargetSet::Tree, Asked::Compressed, COMPRESSED),
    row(TargetSet::Sections, Asked::Compressed, COMPRESSED),
    row(TargetSet::SectionWithFilters, Asked::Compressed, COMPRESSED),
    row(TargetSet::FeedPage, Asked::Compressed, COMPRESSED),
    row(TargetSet::V1Availability, Asked::Compressed, COMPRESSED),
    row(TargetSet::V1Catalog, Asked::Compressed, COMPRESSED),
    row(TargetSet::ProductWithParts, Asked::Plain, None),
    row(TargetSet::PageWithParts, Asked::Plain, None),
];

/// The rows by which catalogs of different sizes are compared.
pub(crate) const FLAT_ROWS: &[Row] = &[
    row(TargetSet::Product, Asked::Plain, None),
    row(TargetSet::PageOf50, Asked::Plain, None),
    row(TargetSet::SectionWithFilters, Asked::Plain, None),
];

const fn row(set: TargetSet, asked: Asked, wanted: Option<Wanted>) -> Row {
    Row { set, asked, wanted }
}

const fn wanted(at_least: f64, aim: f64) -> Option<Wanted> {
    Some(Wanted { at_least, aim })
}

impl Row {
    /// Its name: that of the set, and how it is requested.
    pub(crate) fn name(&self) -> String {
        let set = self.set.name();
        match self.asked {
            Asked::Plain => set.to_owned(),
            Asked::Compressed => format!("{set}-compressed"),
            Asked::Unchanged => format!("{set}-304"),
        }
    }

    /// Whether its name contains one of these; without any, all rows are chosen.
    pub(crate) fn is_chosen(&self, names: &[String]) -> bool {
        names.is_empty() || names.iter().any(|name| self.name().contains(name.as_str()))
    }
}
