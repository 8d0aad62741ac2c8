//! The catalog as a reader of the contract would compute it: every question is answered from the facts by filtering,
//! sorting and counting.
//!
//! It is the specification of what serves requests, which has to give the same, faster: property tests compare the two.
//! Whoever wants to know a rule reads it here. Nothing is computed before it is asked for but the two trees of
//! sections, and every answer takes time in proportion to the whole catalog.

mod facets;
mod filters;
mod lists;
mod search;
mod sections;
#[cfg(feature = "v1")]
mod v1;
mod vendors;

pub use lists::NaivePage;
pub use sections::{NaiveSection, NaiveTree};
#[cfg(feature = "v1")]
pub use v1::NaiveV1;
pub use vendors::NaiveVendor;

use crate::catalog::{CatalogFacts, SectionCounters};
use crate::products::{Product, ProductMark, SectionDigest, UNKNOWN_VENDOR, VendorNames};
use crate::sections::Section;
use crate::values::{SectionId, StorefrontHost};

/// The catalog of some facts on one storefront.
#[derive(Debug, Clone)]
pub struct NaiveCatalog<'a> {
    facts: &'a CatalogFacts,
    sections: NaiveTree<'a>,
}

/// A public product with what the catalog derives for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NaiveProduct<'a> {
    /// The facts.
    pub product: &'a Product,
    /// The public id of its vendor, or `unknown`.
    pub vendor_id: &'a str,
    /// The name that v2 shows for this id.
    pub vendor_name: &'a str,
    /// `primarySectionId`.
    pub primary_section: SectionId,
}

impl<'a> NaiveCatalog<'a> {
    /// The catalog of `facts`. A section is public when it is active and on the storefront's host
    /// (`docs/contract.md#public-sections`).
    pub fn new(facts: &'a CatalogFacts, storefront: &StorefrontHost) -> Self {
        let is_on_storefront = |section: &Section| section.url.as_ref().is_some_and(|url| storefront.serves(url));
        Self { facts, sections: NaiveTree::new(&facts.sections, is_on_storefront) }
    }

    /// The public sections.
    pub fn sections(&self) -> &NaiveTree<'a> {
        &self.sections
    }

    /// The public products: active, and linked to at least one public section
    /// (`docs/contract.md#public-products`). In no particular order.
    pub fn products(&self) -> impl Iterator<Item = &'a Product> {
        let active = self.facts.products.iter().map(|product| &**product);
        active.filter(|product| product.sections.iter().any(|linked| self.sections.has(*linked)))
    }

    /// The public products in name order.
    pub fn products_by_name(&self) -> Vec<NaiveProduct<'a>> {
        let mut products: Vec<&Product> = self.products().collect();
        lists::sort_by_name(&mut products);
        let names = self.vendor_names();
        products.into_iter().filter_map(|product| self.shown(product, &names)).collect()
    }

    /// The public product with exactly that stock number (`docs/contract.md#stock-number`); `None` when there is none.
    pub fn product(&self, stock_number: &str) -> Option<NaiveProduct<'a>> {
        self.shown(self.products().find(|product| product.stock_number() == stock_number)?, &self.vendor_names())
    }

    /// The product with what is derived for it; `None` when it is not public.
    fn shown(&self, product: &'a Product, names: &VendorNames<'a>) -> Option<NaiveProduct<'a>> {
        let vendor_id = vendors::vendor_id(product);
        let vendor_name = names.name_of(vendor_id).unwrap_or(UNKNOWN_VENDOR);
        Some(NaiveProduct { product, vendor_id, vendor_name, primary_section: self.primary_section(product)? })
    }

    /// The source's primary section if that is public and linked, otherwise the first linked public section in source
    /// order (`docs/contract.md#primary-section`).
    fn primary_section(&self, product: &Product) -> Option<SectionId> {
        let mut public = product.sections.iter().copied().filter(|linked| self.sections.has(*linked));
        let chosen = product.sections.primary().filter(|chosen| self.sections.has(*chosen));
        chosen.or_else(|| public.next())
    }

    /// The digest of a public section: the marks of the products of its subtree (`docs/contract.md#product-digest`).
    pub fn digest(&self, section: SectionId) -> SectionDigest {
        let products = self.products().filter(|product| self.sections.subtree_has(section, product));
        let marks: Vec<_> = products.map(|product| ProductMark::of(product.stock_number(), product.version)).collect();
        SectionDigest::of(marks.iter())
    }

    /// The counters of a public section: distinct products linked to it, in its subtree, and available ones of these
    /// (`docs/contract.md#section-counters`).
    pub fn counters(&self, section: SectionId) -> SectionCounters {
        let in_subtree = || self.products().filter(|product| self.sections.subtree_has(section, product));
        SectionCounters {
            direct_products: self.products().filter(|product| product.sections.contains(&section)).count() as u64,
            products: in_subtree().count() as u64,
            available_products: in_subtree().filter(|product| product.offer.is_available()).count() as u64,
        }
    }
}
