//! The heavy parts of a product: stored and read on demand (`docs/contract.md#product-parts`).

use crate::configurator::Configurator;
use crate::identifiers::FieldId;

/// Everything of a product record that is not held in memory.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ProductParts {
    /// The full description.
    pub description: Box<str>,
    /// The photos, in source order.
    pub photos: Box<[Photo]>,
    /// Search-engine texts.
    pub seo: Seo,
    /// Values of features, public or not, in source order.
    pub features: Box<[FeatureValue]>,
    /// The configurator.
    pub configurator: Option<Configurator>,
    /// The source's raw configurator prices as JSON text: stored, never shown.
    pub price_data: Option<Box<str>>,
}

/// A photo of a product.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Photo {
    /// Where it is.
    pub url: Box<str>,
    /// What it shows.
    pub alt: Option<Box<str>>,
}

/// Search-engine texts, independent of description and features.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Seo {
    /// The page title.
    pub title: Box<str>,
    /// A fragment of HTML.
    pub html: Box<str>,
}

/// The value of a feature field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FeatureValue {
    /// The field.
    pub field_id: FieldId,
    /// The value as shown.
    pub value: Box<str>,
}
