//! The digest of a section's products (`docs/contract.md#product-digest`).

use crate::schemas::{SectionIdText, StockNumberText};
use catalog_domain::products::{Product, ProductDigest};
use catalog_domain::sections::NodeIndex;
use catalog_domain::values::SectionId;
use catalog_index::Catalog;
use http_common::json::as_text;
use serde::Serialize;
use utoipa::ToSchema;

/// The digest of a section's products, or with `part` the products of one of its parts.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ProductDigest)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ProductDigestBody<'a> {
    /// The requested section.
    #[serde(serialize_with = "as_text")]
    #[schema(value_type = SectionIdText)]
    section_id: SectionId,
    /// The catalog revision.
    #[schema(example = 42)]
    revision: i64,
    /// The section's sync point at that revision.
    changes_cursor: String,
    /// Products of the section's public subtree (without `part`).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    count: Option<u64>,
    /// The sum of their numbers (without `part`).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, pattern = "^[0-9a-f]{32}$")]
    digest: Option<String>,
    /// The same for each of 256 parts (without `part`).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, min_items = 256)]
    parts: Option<Vec<DigestPartBody>>,
    /// The requested part (with `part`).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    part: Option<u8>,
    /// Its products by stock number (with `part`).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    items: Option<Vec<ProductVersionBody<'a>>>,
}

/// The digest of a part.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = DigestPart)]
pub(crate) struct DigestPartBody {
    /// Products.
    count: u64,
    /// The sum of their numbers.
    #[schema(pattern = "^[0-9a-f]{32}$")]
    digest: String,
}

/// A product and its version.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ProductVersion)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ProductVersionBody<'a> {
    #[schema(value_type = StockNumberText)]
    stock_number: &'a str,
    /// The catalog revision of its last event.
    #[schema(example = 42)]
    version: i64,
}

impl<'a> ProductDigestBody<'a> {
    pub(crate) fn of_section(catalog: &'a Catalog, index: NodeIndex, changes_cursor: String) -> Self {
        let digest = catalog.section_digest(index);
        let part = |part: &ProductDigest| DigestPartBody { count: part.count, digest: part.to_string() };
        let whole = digest.whole();
        Self {
            count: Some(whole.count),
            digest: Some(whole.to_string()),
            parts: Some(digest.parts().iter().map(part).collect()),
            ..Self::at_revision(catalog, index, changes_cursor)
        }
    }

    pub(crate) fn of_part(catalog: &'a Catalog, index: NodeIndex, part: u8, changes_cursor: String) -> Self {
        let item = |product: &'a Product| ProductVersionBody {
            stock_number: product.stock_number(),
            version: product.version.0,
        };
        Self {
            part: Some(part),
            items: Some(catalog.digest_part(index, part).map(item).collect()),
            ..Self::at_revision(catalog, index, changes_cursor)
        }
    }

    fn at_revision(catalog: &Catalog, index: NodeIndex, changes_cursor: String) -> Self {
        let (section_id, revision) = (catalog.sections().id(index), catalog.revision().0);
        Self { section_id, revision, changes_cursor, count: None, digest: None, parts: None, part: None, items: None }
    }
}
