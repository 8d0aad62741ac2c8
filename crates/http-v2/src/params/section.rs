//! The parameters of the section routes.

use super::includes::SectionParts;
use catalog_domain::values::SectionId;
use catalog_index::Catalog;
use http_common::params::{LARGEST_EXACT_NUMBER, ParameterReader, Parameters};
use std::hash::Hash;

#[derive(Debug, Clone, Hash)]
pub(crate) struct GetSectionTree {
    /// How many levels; `None` for all.
    pub(crate) depth: Option<u64>,
    pub(crate) parts: SectionParts,
}

impl Parameters for GetSectionTree {
    fn read(reader: &mut ParameterReader<'_>) -> Self {
        Self { depth: reader.number("depth", 1..=LARGEST_EXACT_NUMBER), parts: SectionParts::of_section_list(reader) }
    }

    fn question<'a>(&'a self, catalog: &Catalog) -> impl Hash + 'a {
        (self.depth_in(catalog), self.parts)
    }
}

impl GetSectionTree {
    /// The depth, unless it covers the whole tree of `catalog`: every such request has the same response.
    pub(crate) fn depth_in(&self, catalog: &Catalog) -> Option<u64> {
        let sections = catalog.sections();
        let cuts = |depth: &u64| sections.indexes().any(|index| u64::from(sections.node(index).level) > *depth);
        self.depth.filter(cuts)
    }
}

#[derive(Debug, Clone, Hash)]
pub(crate) struct ListSections {
    pub(crate) parts: SectionParts,
}

impl Parameters for ListSections {
    fn read(reader: &mut ParameterReader<'_>) -> Self {
        Self { parts: SectionParts::of_section_list(reader) }
    }
}

#[derive(Debug, Clone, Hash)]
pub(crate) struct GetSection {
    /// The section; `None` for an id that no section can have.
    pub(crate) section: Option<SectionId>,
    pub(crate) parts: SectionParts,
}

impl Parameters for GetSection {
    fn read(reader: &mut ParameterReader<'_>) -> Self {
        Self { section: reader.section_id(), parts: SectionParts::of_section(reader) }
    }
}

/// A section only.
#[derive(Debug, Clone, Hash)]
pub(crate) struct SectionPath {
    /// The section; `None` for an id that no section can have.
    pub(crate) section: Option<SectionId>,
}

impl Parameters for SectionPath {
    fn read(reader: &mut ParameterReader<'_>) -> Self {
        Self { section: reader.section_id() }
    }
}
