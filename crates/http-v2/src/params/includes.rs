//! The optional parts of sections in `include`.

use http_common::params::ParameterReader;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SectionPart {
    Vendors,
    Children,
    Breadcrumbs,
    Filters,
}

impl SectionPart {
    pub(crate) const ALL: [Self; 4] = [Self::Vendors, Self::Children, Self::Breadcrumbs, Self::Filters];
    pub(crate) const OF_LISTS: [Self; 1] = [Self::Vendors];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Vendors => "vendors",
            Self::Children => "children",
            Self::Breadcrumbs => "breadcrumbs",
            Self::Filters => "filters",
        }
    }
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
        Self::from(reader.includes(&SectionPart::ALL, SectionPart::name))
    }

    pub(crate) fn of_section_list(reader: &mut ParameterReader<'_>) -> Self {
        Self::from(reader.includes(&SectionPart::OF_LISTS, SectionPart::name))
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
