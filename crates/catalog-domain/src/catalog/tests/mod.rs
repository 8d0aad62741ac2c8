//! The read model against naive recounts: random catalogs, asked in every way, must give what plain loops give.

mod counters;
mod facet_texts;
mod facets;
mod lists;
mod lookups;
pub(super) mod random_catalog;
mod updates;
mod v1;
