//! The optional parts of a product (`docs/contract.md#product-parts`).

use crate::prices::{LevelPrice, Price};
#[cfg(feature = "schemas")]
use crate::schemas::*;
use crate::sections::UrlGroup;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// A photo of a product.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(ToSchema))]
pub struct Photo<'a> {
    #[cfg_attr(
        feature = "schemas",
        schema(format = "uri", example = "https://storefront.example/media/pmp-1000-1.jpg")
    )]
    pub url: Cow<'a, str>,
    /// What it shows.
    #[cfg_attr(feature = "schemas", schema(required))]
    pub alt: Option<Cow<'a, str>>,
}

/// Search-engine texts, independent of description and features.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(ToSchema))]
pub struct Seo<'a> {
    pub title: Cow<'a, str>,
    /// A fragment of HTML.
    pub html: Cow<'a, str>,
}

/// A group of public features with at least one value.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(ToSchema))]
pub struct FeatureGroup<'a> {
    #[cfg_attr(feature = "schemas", schema(example = "hydraulics"))]
    pub uid: Cow<'a, str>,
    #[cfg_attr(feature = "schemas", schema(example = "Hydraulics"))]
    pub name: Cow<'a, str>,
    /// The values in order; several values of one field are several items.
    pub items: Vec<Feature<'a>>,
}

/// A public feature.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Feature<'a> {
    #[cfg_attr(feature = "schemas", schema(example = "flow"))]
    pub uid: Cow<'a, str>,
    #[cfg_attr(feature = "schemas", schema(example = 710))]
    pub field_id: i64,
    #[cfg_attr(feature = "schemas", schema(example = "Flow, m³/h"))]
    pub name: Cow<'a, str>,
    #[cfg_attr(feature = "schemas", schema(example = "12.5"))]
    pub value: Cow<'a, str>,
}

/// A value for a section filter.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct FilterValue {
    /// The filter's uid.
    #[cfg_attr(feature = "schemas", schema(example = "material"))]
    pub uid: String,
    #[cfg_attr(feature = "schemas", schema(example = 711))]
    pub field_id: i64,
    #[cfg_attr(feature = "schemas", schema(example = "Cast iron"))]
    pub value: String,
    /// Equals the key in the section's filter.
    #[cfg_attr(feature = "schemas", schema(example = "cast-iron"))]
    pub key: String,
    /// The public sections where the value applies.
    #[cfg_attr(feature = "schemas", schema(value_type = Vec<SectionIdText>))]
    pub section_ids: Vec<String>,
}

/// A section that a product is linked to.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct ProductSection<'a> {
    /// The public section id.
    #[cfg_attr(feature = "schemas", schema(value_type = SectionIdText))]
    pub id: String,
    #[cfg_attr(feature = "schemas", schema(example = "Pumps"))]
    pub name: String,
    pub url: UrlGroup<'a>,
    /// Whether this is the product's `primarySectionId`.
    pub is_primary: bool,
}

/// The stock of a product in one warehouse.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(ToSchema))]
pub struct WarehouseStock<'a> {
    #[cfg_attr(feature = "schemas", schema(example = "msk"))]
    pub id: Cow<'a, str>,
    #[cfg_attr(feature = "schemas", schema(example = "Moscow"))]
    pub name: Cow<'a, str>,
    /// Pieces.
    pub quantity: i64,
}

/// A link to documentation or software.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct ResourceLink<'a> {
    #[cfg_attr(feature = "schemas", schema(example = "Operating manual"))]
    pub title: Cow<'a, str>,
    /// An explanation that unambiguously belongs to the link.
    #[cfg_attr(feature = "schemas", schema(required))]
    pub description: Option<Cow<'a, str>>,
    /// A public http(s) URL.
    #[cfg_attr(feature = "schemas", schema(format = "uri", example = "https://files.example/manual.pdf"))]
    pub url: Cow<'a, str>,
    #[cfg_attr(feature = "schemas", schema(required, example = "PDF"))]
    pub file_type: Option<Cow<'a, str>>,
    #[cfg_attr(feature = "schemas", schema(required, example = 1_258_291))]
    pub size_bytes: Option<i64>,
    /// The size as the source wrote it.
    #[cfg_attr(feature = "schemas", schema(required, example = "1.2 MB"))]
    pub size: Option<Cow<'a, str>>,
}

/// The options of a product.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(ToSchema))]
pub struct Configurator<'a> {
    /// In source order.
    pub groups: Vec<OptionGroup<'a>>,
}

/// A group of options to choose from.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(ToSchema))]
pub struct OptionGroup<'a> {
    #[cfg_attr(feature = "schemas", schema(example = "motor"))]
    pub uid: Cow<'a, str>,
    #[cfg_attr(feature = "schemas", schema(example = "Motor"))]
    pub name: Cow<'a, str>,
    /// Whether a choice must be made.
    pub required: bool,
    /// In source order.
    pub options: Vec<ConfiguratorOption<'a>>,
}

/// An option.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct ConfiguratorOption<'a> {
    #[cfg_attr(feature = "schemas", schema(example = "motor-5kw"))]
    pub uid: Cow<'a, str>,
    #[cfg_attr(feature = "schemas", schema(example = "Motor 5 kW"))]
    pub name: Cow<'a, str>,
    /// The product that the option represents.
    #[cfg_attr(feature = "schemas", schema(required, value_type = Option<StockNumberText>))]
    pub stock_number: Option<Cow<'a, str>>,
    /// Chosen unless the customer chooses otherwise.
    pub default: bool,
    pub pricing: OptionPricing,
}

/// The prices of an option for the caller, in USD.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(ToSchema))]
pub struct OptionPricing {
    pub retail: Price,
    /// The price at the caller's own level; without a value at `Розн`.
    pub personal: LevelPrice,
    /// Every price level, `Розн` first; for administrators only.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemas", schema(nullable = false))]
    pub levels: Option<Vec<LevelPrice>>,
}
