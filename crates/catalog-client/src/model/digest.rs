//! Digests of sections, with which copies are checked (`docs/contract.md#product-digest`).

use serde::{Deserialize, Serialize};

/// The digest of a section's products in 256 parts.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct SectionDigest {
    /// The revision of the catalog that it is of.
    pub revision: u64,
    /// The products of the section.
    pub count: u64,
    /// 32 hexadecimal digits.
    pub digest: String,
    /// By the first byte of the hash of a stock number.
    pub parts: Vec<DigestPart>,
}

/// A part of a digest.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct DigestPart {
    /// The products of the part.
    pub count: u64,
    /// 32 hexadecimal digits.
    pub digest: String,
}

/// The products of one part.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct DigestList {
    /// The revision of the catalog that it is of.
    pub revision: u64,
    /// Which part.
    pub part: u8,
    /// By stock number.
    pub items: Vec<ProductVersion>,
}

/// A product and the revision of its last event.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct ProductVersion {
    /// The product.
    pub stock_number: String,
    /// What `include=version` shows of it; 0 where a copy does not know it.
    pub version: u64,
}
