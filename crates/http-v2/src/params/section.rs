//! The parameters of the section routes.

use super::includes::SectionParts;
use catalog_domain::values::SectionId;
use catalog_index::Catalog;
use http_common::params::{LARGEST_EXACT_NUMBER, ParameterReader, Parameters};

/// Parameters of the tree.
#[derive(Debug, Hash)]
pub(crate) struct GetSectionTree {
    /// How many levels; `None` for all.
    pub(crate) depth: Option<u64>,
    /// Parts of each section.
    pub(crate) parts: SectionParts,
}

impl Parameters for GetSectionTree {
    fn read(reader: &mut ParameterReader<'_>) -> Self {
        Self { depth: reader.number("depth", 1..=LARGEST_EXACT_NUMBER), parts: SectionParts::of_section_list(reader) }
    }
}

impl GetSectionTree {
    /// Drops a depth that covers the whole tree of `catalog`: every such request has the same response.
    pub(crate) fn cut_at_the_depth_of(&mut self, catalog: &Catalog) {
        if let Some(depth) = self.depth {
            let sections = catalog.sections();
            let is_cut = sections.indexes().any(|index| u64::from(sections.node(index).level) > depth);
            self.depth = is_cut.then_some(depth);
        }
    }
}

/// Parameters of the flat list.
#[derive(Debug, Hash)]
pub(crate) struct ListSections {
    /// Parts of each section.
    pub(crate) parts: SectionParts,
}

impl Parameters for ListSections {
    fn read(reader: &mut ParameterReader<'_>) -> Self {
        Self { parts: SectionParts::of_section_list(reader) }
    }
}

/// Parameters of a single section.
#[derive(Debug, Hash)]
pub(crate) struct GetSection {
    /// The section; `None` for an id that no section can have.
    pub(crate) section: Option<SectionId>,
    /// Its parts.
    pub(crate) parts: SectionParts,
}

impl Parameters for GetSection {
    fn read(reader: &mut ParameterReader<'_>) -> Self {
        Self { section: reader.section_id(), parts: SectionParts::of_section(reader) }
    }
}

/// A section only.
#[derive(Debug, Hash)]
pub(crate) struct SectionPath {
    /// The section; `None` for an id that no section can have.
    pub(crate) section: Option<SectionId>,
}

impl Parameters for SectionPath {
    fn read(reader: &mut ParameterReader<'_>) -> Self {
        Self { section: reader.section_id() }
    }
}
