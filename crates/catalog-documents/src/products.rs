//! Products (`docs/contract.md#product`), and lists of them.

use crate::facets::Facets;
use crate::pages::{MatchingSection, ProductBatchMeta, ProductPageMeta, SearchPageMeta};
use crate::prices::Pricing;
use crate::product_parts::{
    Configurator, FeatureGroup, FilterValue, Photo, ProductSection, ResourceLink, Seo, WarehouseStock,
};
#[cfg(feature = "schemas")]
use crate::schemas::*;
use crate::sections::UrlGroup;
use serde::{Deserialize, Deserializer, Serialize};
use std::borrow::Cow;

/// A public product. Parts that were not requested are absent.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Product<'a> {
    /// Equals `stockNumber`.
    #[cfg_attr(feature = "schemas", schema(value_type = StockNumberText))]
    pub id: String,
    /// The public identifier.
    #[cfg_attr(feature = "schemas", schema(value_type = StockNumberText))]
    pub stock_number: String,
    #[cfg_attr(feature = "schemas", schema(example = "Pump 1000"))]
    pub name: String,
    #[cfg_attr(feature = "schemas", schema(example = "Centrifugal pump 1000, cast iron"))]
    pub full_name: String,
    pub url: UrlGroup<'a>,
    pub vendor: Vendor,
    pub media: Media<'a>,
    pub pricing: Pricing,
    pub availability: Availability,
    /// The primary section of the product.
    #[cfg_attr(feature = "schemas", schema(value_type = SectionIdText))]
    pub primary_section_id: String,
    /// When the content last changed.
    #[cfg_attr(feature = "schemas", schema(format = DateTime))]
    pub content_updated_at: String,
    /// When prices or stock last changed.
    #[cfg_attr(feature = "schemas", schema(format = DateTime))]
    pub commercial_updated_at: String,
    /// Whether there is a configurator; only for an administrator or a user with configurator access.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemas", schema(nullable = false))]
    pub has_configurator: Option<bool>,
    /// The full description (`include=description`).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemas", schema(nullable = false))]
    pub description: Option<Cow<'a, str>>,
    /// The public features (`include=features`).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemas", schema(nullable = false))]
    pub features: Option<Vec<FeatureGroup<'a>>>,
    /// Search-engine texts (`include=seo`).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemas", schema(nullable = false))]
    pub seo: Option<Seo<'a>>,
    /// Values for section filters (`include=filterValues`).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemas", schema(nullable = false))]
    pub filter_values: Option<Vec<FilterValue>>,
    /// The public sections that the product is linked to (`include=sections`).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemas", schema(nullable = false))]
    pub sections: Option<Vec<ProductSection<'a>>>,
    /// Stock by warehouse (`include=warehouses`).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemas", schema(nullable = false))]
    pub warehouses: Option<Vec<WarehouseStock<'a>>>,
    /// The configurator (`include=configurator`); null when the product has none.
    #[serde(default, deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemas", schema(value_type = Option<Configurator<'a>>))]
    pub configurator: Option<Option<Configurator<'a>>>,
    /// Links to documentation (`include=documentation`), possibly none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemas", schema(nullable = false))]
    pub documentation: Option<Vec<ResourceLink<'a>>>,
    /// Links to software (`include=software`), possibly none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemas", schema(nullable = false))]
    pub software: Option<Vec<ResourceLink<'a>>>,
    /// The catalog revision of the product's last event (`include=version`).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemas", schema(value_type = Option<i64>, nullable = false, example = 42))]
    pub version: Option<u64>,
}

/// A vendor.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(ToSchema))]
pub struct Vendor {
    /// The public vendor id; `unknown` for products without a vendor.
    #[cfg_attr(feature = "schemas", schema(example = "acme"))]
    pub id: String,
    /// The vendor's name.
    #[cfg_attr(feature = "schemas", schema(example = "Acme Pumps"))]
    pub name: String,
}

/// Pictures of a product.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(ToSchema))]
pub struct Media<'a> {
    /// The URL of the preview picture; empty when there is none.
    #[cfg_attr(
        feature = "schemas",
        schema(format = "uri-reference", example = "https://storefront.example/media/pmp-1000.jpg")
    )]
    pub preview: String,
    /// All photos in source order (`include=media`).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemas", schema(nullable = false))]
    pub photos: Option<Vec<Photo<'a>>>,
}

/// Stock of a product.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Availability {
    /// Pieces over all warehouses.
    pub in_stock: i64,
    /// Pieces on their way.
    pub shipping: i64,
}

/// A page of products.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(ToSchema))]
pub struct ProductPage<'a> {
    pub items: Vec<Product<'a>>,
    pub meta: ProductPageMeta,
    /// The facets of the list (`include=facets`).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemas", schema(nullable = false))]
    pub facets: Option<Facets>,
}

/// A page of products that a text finds.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(ToSchema))]
pub struct SearchPage<'a> {
    pub items: Vec<Product<'a>>,
    pub meta: SearchPageMeta,
    /// The facets of the list (`include=facets`).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemas", schema(nullable = false))]
    pub facets: Option<Facets>,
    /// At most 10 sections whose name has all words (`include=matchingSections`); those with more products first.
    #[serde(rename = "matchingSections", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schemas", schema(rename = "matchingSections", nullable = false))]
    pub matching_sections: Option<Vec<MatchingSection<'a>>>,
}

/// A batch of products.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemas", derive(ToSchema))]
pub struct ProductBatch<'a> {
    /// The public ones among the requested products, in the requested order.
    pub items: Vec<Product<'a>>,
    pub meta: ProductBatchMeta,
}

/// Reads null as a value that is there.
fn present<'de, T: Deserialize<'de>, D: Deserializer<'de>>(deserializer: D) -> Result<Option<T>, D::Error> {
    T::deserialize(deserializer).map(Some)
}
