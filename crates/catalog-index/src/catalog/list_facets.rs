//! The facets of a list (`docs/contract.md#facets`): counted over the products that it would have without the choices
//! of one facet.

use super::Catalog;
use super::facets::posting_lists::Postings;
use super::ordinal_set::each;
use catalog_domain::catalog::{Facets, FlagFacet, ListedValues, ProductQuery};
use catalog_domain::pricing::Viewer;
use catalog_domain::sections::NodeIndex;
use roaring::RoaringBitmap;
use std::borrow::Cow;

/// From which part of all products on each vendor's are counted, instead of the vendor of each product.
const MANY: u64 = 3;

impl Catalog {
    /// The facets of the list that `query` asks for, which has the `selected` products. `narrow` gives those of a query
    /// that differs in its choices.
    pub(super) fn facets_of<'a>(
        &self,
        query: &ProductQuery,
        viewer: &Viewer,
        section: Option<NodeIndex>,
        selected: &RoaringBitmap,
        narrow: &impl Fn(&ProductQuery) -> Cow<'a, RoaringBitmap>,
    ) -> Facets {
        let by_name = &self.indexes.by_name;
        let flag = |has_choice: bool, without: ProductQuery, sets: &[&RoaringBitmap]| {
            let products = if has_choice { narrow(&without) } else { Cow::Borrowed(selected) };
            let yes = sets.iter().map(|set| products.intersection_len(set)).sum();
            FlagFacet { yes, no: products.len() - yes }
        };
        let priced = by_name.priced_for(&viewer.price_level);
        Facets {
            vendors: match &query.vendors {
                None => self.vendor_facet(selected, &[]),
                Some(chosen) => self.vendor_facet(&narrow(&ProductQuery { vendors: None, ..query.clone() }), chosen),
            },
            available: flag(
                query.available.is_some(),
                ProductQuery { available: None, ..query.clone() },
                &[by_name.available()],
            ),
            sale: flag(query.sale.is_some(), ProductQuery { sale: None, ..query.clone() }, &[by_name.sale()]),
            has_price: flag(query.has_price.is_some(), ProductQuery { has_price: None, ..query.clone() }, &priced),
            filters: section.map(|section| self.filter_facets(query, section, selected, narrow)).unwrap_or_default(),
        }
    }

    fn vendor_facet(&self, products: &RoaringBitmap, chosen: &[String]) -> ListedValues {
        let counts: Vec<u64> = if products.len() > self.public.len() / MANY {
            let of_vendor = |at| self.indexes.by_name.vendor(at).intersection_len(products);
            (0..).zip(self.vendors.iter()).map(|(at, _)| of_vendor(at)).collect()
        } else {
            let mut counts = vec![0; self.vendors.len()];
            each(products, |ordinal| counts[self.columns.rows[ordinal].vendor as usize] += 1);
            counts
        };
        let known = |id: &String| self.vendors.find(id).filter(|at| !self.indexes.by_name.vendor(*at).is_empty());
        let chosen: Vec<u32> = chosen.iter().filter_map(known).collect();
        // They are in name order, with `unknown` behind them.
        let vendors = (0..).zip(counts).map(|(at, count)| (at, count, chosen.contains(&at)));
        ListedValues::of_sorted(vendors, |at| {
            let vendor = self.vendors.get(at);
            (vendor.name.into(), vendor.id.into())
        })
    }

    fn filter_facets<'a>(
        &self,
        query: &ProductQuery,
        section: NodeIndex,
        selected: &RoaringBitmap,
        narrow: &impl Fn(&ProductQuery) -> Cow<'a, RoaringBitmap>,
    ) -> Vec<ListedValues> {
        let is_whole_section = selected.len() == self.indexes.by_name.subtree(section).len();
        let filters = self.sections.node(section).section.filters.iter().map(|filter| {
            let (chosen, others): (Vec<_>, Vec<_>) =
                query.filters.iter().cloned().partition(|choice| *choice.uid == *filter.uid);
            let has_choice = !chosen.is_empty();
            let products = if has_choice {
                narrow(&ProductQuery { filters: others, ..query.clone() })
            } else {
                Cow::Borrowed(selected)
            };
            let count = |postings: Postings<'_>| {
                if is_whole_section && !has_choice { postings.count() } else { postings.count_in(&products) }
            };
            let values = self.facets.values_counted(self.linked(), &self.sections, section, &filter.uid, count);
            let is_selected = |key: &str| chosen.iter().any(|choice| choice.keys.iter().any(|each| each == key));
            // They are in the order of values and keys.
            let listed = values.into_iter().map(|value| (value, value.count, is_selected(value.key)));
            ListedValues::of_sorted(listed, |value| (value.value.into(), value.key.into()))
        });
        filters.collect()
    }
}
