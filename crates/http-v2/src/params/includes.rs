//! The optional parts that `include` asks for.

use super::ParameterReader;

/// Parts of a section (part 4.2).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct SectionParts {
    /// The direct children.
    pub(crate) children: bool,
    /// The path from the root.
    pub(crate) breadcrumbs: bool,
    /// The vendors of the subtree.
    pub(crate) vendors: bool,
}

impl SectionParts {
    /// The parts of a single section.
    pub(super) fn of_section(reader: &mut ParameterReader<'_>) -> Self {
        reader.includes(&["children", "breadcrumbs", "vendors"], |parts: &mut Self, item| {
            match item {
                "children" => parts.children = true,
                "breadcrumbs" => parts.breadcrumbs = true,
                "vendors" => parts.vendors = true,
                _ => return false,
            }
            true
        })
    }

    /// The parts of the sections of a list.
    pub(super) fn of_section_list(reader: &mut ParameterReader<'_>) -> Self {
        reader.includes(&["vendors"], |parts: &mut Self, item| {
            parts.vendors |= item == "vendors";
            item == "vendors"
        })
    }
}
