//! Digests of sections, with which copies are checked (`docs/contract.md#product-digest`).

use catalog_documents::{DigestPart, ProductVersion};
use serde::Deserialize;

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
