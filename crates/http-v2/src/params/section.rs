//! The parameters of the section routes.

use super::parameter_reader::LARGEST_EXACT_NUMBER;
use super::{ParameterReader, Parameters, SectionParts};
use catalog_domain::identifiers::SectionId;

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
    /// The section; `None` for an id that none can have.
    pub(crate) section: Option<SectionId>,
    /// Its parts.
    pub(crate) parts: SectionParts,
}

impl Parameters for GetSection {
    fn read(reader: &mut ParameterReader<'_>) -> Self {
        Self { section: reader.section_id(), parts: SectionParts::of_section(reader) }
    }
}

/// A section and nothing else.
#[derive(Debug, Hash)]
pub(crate) struct SectionPath {
    /// The section; `None` for an id that none can have.
    pub(crate) section: Option<SectionId>,
}

impl Parameters for SectionPath {
    fn read(reader: &mut ParameterReader<'_>) -> Self {
        Self { section: reader.section_id() }
    }
}
