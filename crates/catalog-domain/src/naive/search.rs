//! What a text finds (`docs/contract.md#search`).

use super::NaiveCatalog;
use super::lists::sort_by_name;
use crate::products::Product;
use crate::search::{SearchText, SearchedTexts};

impl<'a> NaiveCatalog<'a> {
    /// Those of `products` that `text` finds: the best first, then by name.
    pub(super) fn found(&self, mut products: Vec<&'a Product>, text: &SearchText) -> Vec<&'a Product> {
        sort_by_name(&mut products);
        let vendors = self.vendor_names();
        let relevance = |product: &Product| {
            let vendor = product.vendor.as_ref().and_then(|vendor| vendors.name_of(&vendor.id));
            let values = product.filter_values.iter();
            let public = values.filter(|value| value.sections.iter().any(|section| self.sections.has(*section)));
            let others: Vec<&str> = vendor.into_iter().chain(public.map(|value| &*value.text.value)).collect();
            let (stock_number, names) = (product.stock_number(), [product.name(), product.full_name()]);
            SearchedTexts { stock_number, names, others: &others }.relevance(text)
        };
        let found = products.into_iter().filter_map(|product| Some((relevance(product)?, product)));
        let mut found: Vec<_> = found.collect();
        // A stable sort leaves equals in name order.
        found.sort_by_key(|(relevance, _)| *relevance);
        found.into_iter().map(|(_, product)| product).collect()
    }
}
