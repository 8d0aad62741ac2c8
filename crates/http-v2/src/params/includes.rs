//! The optional parts in `include`.

use super::parameter_reader::ParameterReader;
use catalog_domain::ports::PartSelection;
use catalog_domain::pricing::Viewer;
use http_common::RequestError;

/// A name allowed in `include`, with its part.
pub(crate) type PartName<P> = (P, &'static str);

/// A part of a section (`docs/contract.md#section-parts`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SectionPart {
    Vendors,
    Children,
    Breadcrumbs,
    Filters,
}

impl SectionPart {
    /// Every part of a single section.
    pub(crate) const NAMES: [PartName<Self>; 4] = [
        (Self::Vendors, "vendors"),
        (Self::Children, "children"),
        (Self::Breadcrumbs, "breadcrumbs"),
        (Self::Filters, "filters"),
    ];
    /// The parts of a section in a list or tree.
    pub(crate) const LIST_NAMES: [PartName<Self>; 1] = [Self::NAMES[0]];
}

/// The selected parts of a section.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub(crate) struct SectionParts {
    /// The direct children.
    pub(crate) children: bool,
    /// The path from the root.
    pub(crate) breadcrumbs: bool,
    /// The vendors of the subtree.
    pub(crate) vendors: bool,
    /// The filters with their values.
    pub(crate) filters: bool,
}

impl SectionParts {
    /// Reads the parts of a single section.
    pub(super) fn of_section(reader: &mut ParameterReader<'_>) -> Self {
        Self::from(reader.includes(&SectionPart::NAMES))
    }

    /// Reads the parts of the sections of a list.
    pub(super) fn of_section_list(reader: &mut ParameterReader<'_>) -> Self {
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

/// A part of a product (`docs/contract.md#product-parts`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ProductPart {
    Description,
    Media,
    Features,
    Seo,
    FilterValues,
    Sections,
    Warehouses,
    Documentation,
    Software,
    Configurator,
}

impl ProductPart {
    /// Every part of a single product; the last one is not for section lists.
    pub(crate) const NAMES: [PartName<Self>; 10] = [
        (Self::Description, "description"),
        (Self::Media, "media"),
        (Self::Features, "features"),
        (Self::Seo, "seo"),
        (Self::FilterValues, "filterValues"),
        (Self::Sections, "sections"),
        (Self::Warehouses, "warehouses"),
        (Self::Documentation, "documentation"),
        (Self::Software, "software"),
        (Self::Configurator, "configurator"),
    ];

    /// The parts of a product in a section's list.
    pub(crate) const LIST_NAMES: &'static [PartName<Self>] = match Self::NAMES.split_last() {
        Some((_, rest)) => rest,
        None => &[],
    };
}

/// The selected parts of a product.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub(crate) struct ProductParts {
    /// The parts that are read from the store.
    pub(crate) stored: PartSelection,
    /// Values of section filters.
    pub(crate) filter_values: bool,
    /// The public sections.
    pub(crate) sections: bool,
    /// Stock by warehouse.
    pub(crate) warehouses: bool,
}

impl ProductParts {
    /// Reads the parts of products requested by stock number.
    pub(super) fn of_product(reader: &mut ParameterReader<'_>) -> Self {
        Self::from(reader.includes(&ProductPart::NAMES))
    }

    /// Reads the parts of the products of a section's list.
    pub(super) fn of_section_list(reader: &mut ParameterReader<'_>) -> Self {
        Self::from(reader.includes(ProductPart::LIST_NAMES))
    }

    /// The selection as a number: different ones have different numbers.
    pub(crate) fn number(self) -> u32 {
        let Self { stored, filter_values, sections, warehouses } = self;
        let PartSelection { description, photos, seo, features, configurator, documentation, software } = stored;
        let stored = [description, photos, seo, features, configurator, documentation, software];
        let in_memory = [filter_values, sections, warehouses];
        stored.into_iter().chain(in_memory).fold(0, |number, is_wanted| number << 1 | u32::from(is_wanted))
    }

    /// Checks that the viewer may see these parts (`docs/contract.md#configurator-access`).
    ///
    /// # Errors
    /// [`RequestError::ConfiguratorAccess`].
    pub(crate) fn permit(self, viewer: &Viewer) -> Result<(), RequestError> {
        if self.stored.configurator && !viewer.may_see_configurator() {
            return Err(RequestError::ConfiguratorAccess);
        }
        Ok(())
    }
}

impl From<Vec<ProductPart>> for ProductParts {
    fn from(parts: Vec<ProductPart>) -> Self {
        let has = |part| parts.contains(&part);
        Self {
            stored: PartSelection {
                description: has(ProductPart::Description),
                photos: has(ProductPart::Media),
                seo: has(ProductPart::Seo),
                features: has(ProductPart::Features),
                configurator: has(ProductPart::Configurator),
                documentation: has(ProductPart::Documentation),
                software: has(ProductPart::Software),
            },
            filter_values: has(ProductPart::FilterValues),
            sections: has(ProductPart::Sections),
            warehouses: has(ProductPart::Warehouses),
        }
    }
}
