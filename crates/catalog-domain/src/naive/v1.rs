//! What v1 shows: active sections of every host, and active products linked to any of them (`docs/contract.md#v1`).

use super::filters::filter_values;
use super::lists::sort_by_name;
use super::{NaiveCatalog, NaiveTree};
use crate::catalog::{CatalogFacts, FilterValueCount};
use crate::products::Product;
use crate::sections::Section;
use crate::values::{ProductTypeId, SectionId, SourceId};
use std::collections::{BTreeMap, BTreeSet};

/// The catalog as v1 shows it.
#[derive(Debug, Clone)]
pub struct NaiveV1<'a> {
    facts: &'a CatalogFacts,
    sections: NaiveTree<'a>,
}

impl<'a> NaiveCatalog<'a> {
    /// The wider view of v1.
    pub fn v1(&self) -> NaiveV1<'a> {
        NaiveV1 { facts: self.facts, sections: NaiveTree::new(&self.facts.sections, |_| true) }
    }
}

impl<'a> NaiveV1<'a> {
    /// The active sections (`docs/contract.md#active-sections`).
    pub fn sections(&self) -> &NaiveTree<'a> {
        &self.sections
    }

    /// The active section with that source id (`docs/contract.md#v1-sections`); `None` when there is none.
    pub fn section(&self, source_id: SourceId) -> Option<&'a Section> {
        self.sections.each().map(|each| each.section).find(|section| section.source_id == Some(source_id))
    }

    /// The products that v1 shows (`docs/contract.md#visibility`), in no particular order.
    pub fn products(&self) -> impl Iterator<Item = &'a Product> {
        let active = self.facts.products.iter().map(|product| &**product);
        active.filter(|product| product.sections.iter().any(|linked| self.sections.has(*linked)))
    }

    /// The products in the subtrees of the sections, each once, in name order (`docs/contract.md#v1-arrays`).
    pub fn products_of(&self, sections: &[SectionId]) -> Vec<&'a Product> {
        let is_in = |product: &&Product| sections.iter().any(|section| self.sections.subtree_has(*section, product));
        let mut products: Vec<&Product> = self.products().filter(is_in).collect();
        sort_by_name(&mut products);
        products
    }

    /// The distinct names of vendors over the subtrees of the sections, byte for byte, by code points
    /// (`docs/contract.md#v1-vendors`).
    pub fn vendor_names(&self, sections: &[SectionId]) -> BTreeSet<&'a str> {
        let vendors = self.products_of(sections).into_iter().filter_map(|product| product.vendor.as_ref());
        vendors.map(|vendor| &*vendor.name).collect()
    }

    /// How many products of each type are in the subtrees of the sections (`docs/contract.md#v1-section-meta`).
    pub fn product_type_counts(&self, sections: &[SectionId]) -> BTreeMap<ProductTypeId, u64> {
        let mut counts = BTreeMap::new();
        for product in self.products_of(sections) {
            *counts.entry(product.type_id).or_default() += 1;
        }
        counts
    }

    /// The values of a filter over all the sections; a product that several of them have in common counts once
    /// (`docs/contract.md#v1-section-meta`).
    pub fn filter_values(&self, sections: &[SectionId], uid: &str) -> Vec<FilterValueCount<'a>> {
        filter_values(&self.sections, self.products(), sections, uid)
    }
}
