//! The optional parts of sections in `include`.

use http_common::params::{ParameterReader, PartName};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SectionPart {
    Vendors,
    Children,
    Breadcrumbs,
    Filters,
}

impl SectionPart {
    pub(crate) const NAMES: [PartName<Self>; 4] = [
        (Self::Vendors, "vendors"),
        (Self::Children, "children"),
        (Self::Breadcrumbs, "breadcrumbs"),
        (Self::Filters, "filters"),
    ];
    pub(crate) const LIST_NAMES: [PartName<Self>; 1] = [Self::NAMES[0]];
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub(crate) struct SectionParts {
    pub(crate) children: bool,
    pub(crate) breadcrumbs: bool,
    pub(crate) vendors: bool,
    pub(crate) filters: bool,
}

impl SectionParts {
    pub(crate) fn of_section(reader: &mut ParameterReader<'_>) -> Self {
        Self::from(reader.includes(&SectionPart::NAMES))
    }

    pub(crate) fn of_section_list(reader: &mut ParameterReader<'_>) -> Self {
        Self::from(reader.includes(&SectionPart::LIST_NAMES))
    }
}

impl From<Vec<SectionPart>> for SectionParts {
    fn from(parts: Vec<SectionPart>) -> Self {
        let has = |part| parts.contains(&part);
        Self {
            children: has(SectionPart::Children),
            breadcrumbs: has(SectionPart::Breadcrumbs),
            vendors: has(SectionPart::Vendors),
            filters: has(SectionPart::Filters),
        }
    }
}
