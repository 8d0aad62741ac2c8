//! The heavy parts of a product: stored and read on demand (`docs/contract.md#product-parts`).

use crate::products::configurator::Configurator;
use crate::values::identifiers::FieldId;

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

/// A public link.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResourceLink {
    /// The link's text.
    pub title: Box<str>,
    /// An explanation that unambiguously belongs to the link.
    pub description: Option<Box<str>>,
    /// An absolute http(s) URL.
    pub url: Box<str>,
    /// The kind of file, for example `PDF`.
    pub file_type: Option<Box<str>>,
    /// The size in bytes (1 KB = 1024 bytes, rounded half up).
    pub size_bytes: Option<i64>,
    /// The size as written.
    pub size: Option<Box<str>>,
}
