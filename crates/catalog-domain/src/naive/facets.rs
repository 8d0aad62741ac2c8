//! The facets of a list (`docs/contract.md#facets`): each count is the total of another list.

use super::NaiveCatalog;
use crate::catalog::{Facets, FilterChoice, FlagFacet, ListedValues, ProductQuery, ValueFacet};
use crate::pricing::Viewer;

impl NaiveCatalog<'_> {
    /// The facets of the list that `query` asks for, as `viewer` sees it; `None` when the section is not public.
    pub fn facets(&self, query: &ProductQuery, viewer: &Viewer) -> Option<Facets> {
        let total = |query: ProductQuery| self.list(&query, viewer).map_or(0, |products| products.len() as u64);
        let flag = |with: fn(Option<bool>, ProductQuery) -> ProductQuery| {
            let total = |wanted| total(with(Some(wanted), query.clone()));
            FlagFacet { yes: total(true), no: total(false) }
        };
        self.list(query, viewer)?;
        let selected: Vec<&String> = query.vendors.iter().flatten().collect();
        let all = match query.section {
            Some(section) => self.section_vendors(section),
            None => self.vendors(),
        };
        // A selected vendor of other sections is known, too.
        let others = self.vendors().into_iter().filter(|vendor| {
            selected.iter().any(|id| **id == *vendor.id) && all.iter().all(|listed| listed.id != vendor.id)
        });
        let others: Vec<_> = others.collect();
        let vendors = all.iter().chain(&others).map(|vendor| ValueFacet {
            text: vendor.name.into(),
            key: vendor.id.into(),
            count: total(ProductQuery { vendors: Some(vec![vendor.id.into()]), ..query.clone() }),
            is_selected: selected.iter().any(|id| **id == *vendor.id),
        });
        Some(Facets {
            vendors: ListedValues::of_vendors(vendors.collect()),
            available: flag(|available, query| ProductQuery { available, ..query }),
            sale: flag(|sale, query| ProductQuery { sale, ..query }),
            has_price: flag(|has_price, query| ProductQuery { has_price, ..query }),
            filters: self.filter_facets(query, total),
        })
    }

    fn filter_facets(&self, query: &ProductQuery, total: impl Fn(ProductQuery) -> u64) -> Vec<ListedValues> {
        let chosen = self.requested_values(&query.filters);
        let filters = query.section.map(|section| self.section_filters(section)).unwrap_or_default();
        let listed = filters.into_iter().map(|(filter, values)| {
            let values = values.into_iter().map(|value| {
                let mut choices = chosen.clone();
                choices.insert(filter.uid.to_string(), vec![value.key.into()]);
                let filters = choices.into_iter().map(|(uid, keys)| FilterChoice { uid, keys }).collect();
                ValueFacet {
                    text: value.value.into(),
                    key: value.key.into(),
                    count: total(ProductQuery { filters, ..query.clone() }),
                    is_selected: chosen.get(&*filter.uid).is_some_and(|keys| keys.iter().any(|key| key == value.key)),
                }
            });
            ListedValues::of_filter(values.collect())
        });
        listed.collect()
    }
}
