//! The read model against naive recounts: random catalogs must give the results of plain loops for every query.

mod counters;
mod explanations;
mod facet_texts;
mod facets;
mod lists;
mod lookups;
pub(super) mod random_catalog;
mod section_changes;
mod updates;
mod v1;
