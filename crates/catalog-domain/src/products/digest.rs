//! Digests of sets of products: what a copy and the service compare (`docs/contract.md#product-digest`).
//!
//! A digest is a sum, so that it does not depend on an order, and that a changed product costs one subtraction and one
//! addition. It finds what differs by mistake; against somebody who makes up stock numbers it is no proof.

use crate::values::identifiers::CatalogRevision;
use std::fmt;

/// The parts of a section's digest: one for each first byte of a hashed stock number.
pub const DIGEST_PARTS: usize = 256;

/// What one product adds to a digest, and to which part of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ProductMark {
    part: u8,
    /// Big-endian. As bytes it needs no alignment: a large catalog has many of these.
    number: [u8; 16],
}

impl ProductMark {
    /// The mark of a product with that stock number and version.
    ///
    /// ```
    /// use catalog_domain::products::ProductMark;
    /// use catalog_domain::values::CatalogRevision;
    ///
    /// let one = ProductMark::of("PMP-1000", CatalogRevision(1));
    /// let other = ProductMark::of("PMP-1000", CatalogRevision(2));
    /// assert_eq!(one.part(), other.part());
    /// assert_ne!(one, other);
    /// ```
    pub fn of(stock_number: &str, version: CatalogRevision) -> Self {
        let part = blake3::hash(stock_number.as_bytes()).as_bytes()[0];
        let mut hasher = blake3::Hasher::new();
        hasher.update(stock_number.as_bytes()).update(&[0]).update(version.0.to_string().as_bytes());
        let mut number = [0; 16];
        number.copy_from_slice(&hasher.finalize().as_bytes()[..16]);
        Self { part, number }
    }

    /// The part that it belongs to, whatever its version.
    pub fn part(&self) -> u8 {
        self.part
    }
}

/// The digest of some products. Its text is the sum as 32 hexadecimal digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ProductDigest {
    /// How many products there are.
    pub count: u64,
    /// The sum of their numbers, modulo 2^128.
    sum: u128,
}

impl ProductDigest {
    /// Adds a product.
    pub fn add(&mut self, mark: &ProductMark) {
        self.count += 1;
        self.sum = self.sum.wrapping_add(u128::from_be_bytes(mark.number));
    }
}

impl fmt::Display for ProductDigest {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{:032x}", self.sum)
    }
}

/// The digest of a section's products in parts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SectionDigest {
    parts: Vec<ProductDigest>,
}

impl SectionDigest {
    /// The digest of the products with these marks.
    pub fn of<'a>(marks: impl Iterator<Item = &'a ProductMark>) -> Self {
        let mut parts = vec![ProductDigest::default(); DIGEST_PARTS];
        marks.for_each(|mark| parts[usize::from(mark.part)].add(mark));
        Self { parts }
    }

    /// The parts, by their numbers.
    pub fn parts(&self) -> &[ProductDigest] {
        &self.parts
    }

    /// The digest of all of them.
    pub fn whole(&self) -> ProductDigest {
        self.parts.iter().fold(ProductDigest::default(), |all, part| ProductDigest {
            count: all.count + part.count,
            sum: all.sum.wrapping_add(part.sum),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fmt::Write;

    #[test]
    fn the_vectors_of_the_contract_are_what_is_computed() {
        let contract = include_str!("../../../../docs/contract.md");
        let products = [("PMP-1000", 1), ("PMP-1000", 42), ("Насос 25/7", 9_007_199_254_740_991)];
        let (mut digest, mut table) = (ProductDigest::default(), String::new());
        for (stock_number, version) in products {
            let mark = ProductMark::of(stock_number, CatalogRevision(version));
            let mut own = ProductDigest::default();
            own.add(&mark);
            digest.add(&mark);
            writeln!(table, "| `{stock_number}` | `{version}` | {} | `{own}` |", mark.part()).unwrap();
        }
        writeln!(table, "\nThe digest of these three is `{digest}`.").unwrap();
        assert!(contract.contains(&table), "{table}");
    }

    #[test]
    fn a_digest_is_the_sum_of_its_parts_modulo_2_to_the_128() {
        let mark = |part| ProductMark { part, number: [0xff; 16] };
        let digest = SectionDigest::of([mark(3), mark(3), mark(255)].iter());
        assert_eq!((digest.parts()[3].count, digest.parts()[255].count), (2, 1));
        assert_eq!((digest.whole().count, digest.whole().to_string()), (3, format!("{}d", "f".repeat(31))));
    }
}
