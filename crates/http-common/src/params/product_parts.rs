//! The optional parts of products in `include`.

use super::parameter_reader::ParameterReader;
use crate::request_error::RequestError;
use catalog_domain::ports::PartSelection;
use catalog_domain::pricing::Viewer;

catalog_domain::named! {
    /// A part of a product (`docs/contract.md#product-parts`).
    pub enum ProductPart {
        /// The full description.
        Description = "description",
        /// All photos.
        Media = "media",
        /// The public features.
        Features = "features",
        /// Search-engine texts.
        Seo = "seo",
        /// Values for section filters.
        FilterValues = "filterValues",
        /// The public sections that the product is linked to.
        Sections = "sections",
        /// Stock by warehouse.
        Warehouses = "warehouses",
        /// Links to documentation.
        Documentation = "documentation",
        /// Links to software.
        Software = "software",
        /// The revision of the last event.
        Version = "version",
        /// The configurator.
        Configurator = "configurator",
    }
}

/// A part of a page of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PagePart {
    /// Of each product.
    OfProducts(ProductPart),
    /// The facets of the list.
    Facets,
    /// The sections whose name has what was searched for.
    MatchingSections,
}

impl ProductPart {
    /// The parts of a product in a section's list: all but the last one.
    pub const OF_LISTS: &'static [Self] = match Self::ALL.split_last() {
        Some((_, rest)) => rest,
        None => &[],
    };
}

impl PagePart {
    /// The parts of a page of what a text finds: those of its products, its facets, and sections.
    pub const OF_SEARCHES: [Self; ProductPart::ALL.len() + 1] = {
        let mut parts = [Self::MatchingSections; ProductPart::ALL.len() + 1];
        let mut at = 0;
        while at < ProductPart::OF_LISTS.len() {
            parts[at] = Self::OfProducts(ProductPart::OF_LISTS[at]);
            at += 1;
        }
        parts[at] = Self::Facets;
        parts
    };

    /// The parts of a page of any other list.
    pub const OF_LISTS: &'static [Self] = match Self::OF_SEARCHES.split_last() {
        Some((_, rest)) => rest,
        None => &[],
    };

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::OfProducts(part) => part.name(),
            Self::Facets => "facets",
            Self::MatchingSections => "matchingSections",
        }
    }
}

/// The selected parts of a product.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct ProductParts {
    /// The parts that are read from the store.
    pub stored: PartSelection,
    /// Values of section filters.
    pub filter_values: bool,
    /// The public sections.
    pub sections: bool,
    /// Stock by warehouse.
    pub warehouses: bool,
    /// The revision of the last event.
    pub version: bool,
}

impl ProductParts {
    /// Reads the parts of products requested by stock number.
    #[must_use]
    pub fn of_product(reader: &mut ParameterReader<'_>) -> Self {
        Self::from(reader.includes(&ProductPart::ALL, ProductPart::name))
    }

    /// Reads the parts of the products of a section's list.
    #[must_use]
    pub fn of_section_list(reader: &mut ParameterReader<'_>) -> Self {
        Self::from(reader.includes(ProductPart::OF_LISTS, ProductPart::name))
    }

    /// Reads the parts of a page of a list, some of which are not of its products.
    #[must_use]
    pub fn of_list_page(reader: &mut ParameterReader<'_>, known: &[PagePart]) -> (Self, Vec<PagePart>) {
        let parts = reader.includes(known, PagePart::name);
        let of_products = parts.iter().filter_map(|part| match part {
            PagePart::OfProducts(part) => Some(*part),
            PagePart::Facets | PagePart::MatchingSections => None,
        });
        (Self::from(of_products.collect::<Vec<_>>()), parts)
    }

    /// The selection as a number: different ones have different numbers.
    pub fn number(self) -> u32 {
        let Self { stored, filter_values, sections, warehouses, version } = self;
        let PartSelection { description, photos, seo, features, configurator, documentation, software } = stored;
        let stored = [description, photos, seo, features, configurator, documentation, software];
        let in_memory = [filter_values, sections, warehouses, version];
        stored.into_iter().chain(in_memory).fold(0, |number, is_wanted| number << 1 | u32::from(is_wanted))
    }

    /// Checks that the viewer may see these parts (`docs/contract.md#configurator-access`).
    ///
    /// # Errors
    /// [`RequestError::ConfiguratorAccess`].
    pub fn permit(self, viewer: &Viewer) -> Result<(), RequestError> {
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
            version: has(ProductPart::Version),
        }
    }
}
