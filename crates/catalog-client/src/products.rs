//! Reads of sections, products and changes.

use crate::client::CatalogClient;
use crate::error::ClientError;
use crate::model::{ChangePage, DigestList, Product, ProductPage, SearchPage, Section, SectionDigest, SectionList};
use crate::query::{ListPart, ProductQuery, including, percent_encode};
use crate::recurrence::Recurrence;
use crate::snapshot::Snapshot;
use catalog_documents::ProductBatchMeta;
use serde::Deserialize;
use std::collections::BTreeSet;

/// Encoded characters of the stock numbers in one request: proxies commonly accept addresses of 8 KiB.
const NUMBERS_LENGTH: usize = 6_000;
/// The service's limit of stock numbers in one request.
const NUMBERS_COUNT: usize = 500;

/// Products as they are now, and the stock numbers that no public product has.
#[derive(Debug, Default)]
pub struct ProductBatch {
    /// The public products.
    pub found: Vec<Product>,
    /// The other stock numbers.
    pub missing: Vec<String>,
}

#[derive(Deserialize)]
struct BatchData {
    items: Vec<Product>,
    meta: ProductBatchMeta,
}

/// Each call fails with the errors of [`CatalogClient::get`] and [`crate::Response::data`].
impl CatalogClient {
    /// The path of [`CatalogClient::sections`], for conditional requests.
    pub const SECTIONS: &str = "/api/v2/catalog/sections";

    /// All public sections, each before its subtree.
    ///
    /// # Errors
    /// See above.
    pub fn sections(&self) -> Result<Vec<Section>, ClientError> {
        Ok(self.get(Self::SECTIONS)?.data::<SectionList>()?.items)
    }

    /// One product.
    ///
    /// # Errors
    /// A product that is not public is a [`ClientError::Refused`] named `ProductNotFoundError`.
    pub fn product(&self, stock_number: &str, include: &[ListPart]) -> Result<Product, ClientError> {
        self.get(&product_path(stock_number, include))?.data()
    }

    /// One page of a section's list.
    ///
    /// # Errors
    /// A section that is not public is a [`ClientError::Refused`] named `CatalogSectionNotFoundError`.
    pub fn page(&self, section: &str, query: &ProductQuery, page: u64) -> Result<ProductPage, ClientError> {
        let response = self.get(&query.path(section, page))?;
        let revision = response.revision().unwrap_or(0);
        Ok(ProductPage { revision, ..response.data()? })
    }

    /// The pages of a section's list, from `query.page` or the first one to the last. The iterator ends after an error.
    pub fn pages(&self, section: &str, query: &ProductQuery) -> impl Iterator<Item = Result<ProductPage, ClientError>> {
        let mut next = Some(query.page.unwrap_or(1));
        let mut pages = Recurrence::new();
        std::iter::from_fn(move || {
            let number = next.take()?;
            let page = self.page(section, query, number).and_then(|page| {
                let first = page.items.first().map(|product| product.stock_number.clone());
                let stands = (first.is_none() || pages.repeats(first)) && number < page.meta.pagination.page_count;
                if stands { Err(ClientError::no_progress(query.path(section, number))) } else { Ok(page) }
            });
            next = page.as_ref().ok().filter(|page| number < page.meta.pagination.page_count).map(|_| number + 1);
            Some(page)
        })
    }

    /// The products of a section's list. The catalog may change meanwhile: then a product can come twice or not at
    /// all. For a copy use [`CatalogClient::follow`].
    pub fn products(&self, section: &str, query: &ProductQuery) -> impl Iterator<Item = Result<Product, ClientError>> {
        self.pages(section, query).flat_map(|page| {
            let (items, error) = match page {
                Ok(page) => (page.items, None),
                Err(error) => (Vec::new(), Some(Err(error))),
            };
            items.into_iter().map(Ok).chain(error)
        })
    }

    /// One page of the products that a text finds, the best first: of the subtree of a section, or of all.
    ///
    /// # Errors
    /// A text that has no letter and no digit, or too many words, is a [`ClientError::Refused`] with status 400.
    pub fn search(
        &self,
        text: &str,
        section: Option<&str>,
        query: &ProductQuery,
        page: u64,
    ) -> Result<SearchPage, ClientError> {
        let response = self.get(&query.search_path(text, section, page))?;
        let revision = response.revision().unwrap_or(0);
        Ok(SearchPage { revision, ..response.data()? })
    }

    /// Any number of products as they are now.
    ///
    /// # Errors
    /// See above.
    pub fn products_by_number<'a>(
        &self,
        stock_numbers: impl IntoIterator<Item = &'a str>,
        include: &[ListPart],
    ) -> Result<ProductBatch, ClientError> {
        self.products_not_older(stock_numbers, include, 0)
    }

    /// The same from catalogs of `revision` or later ones, whichever servers respond: the products of events are then
    /// at least as new as the events. 0 is any revision.
    ///
    /// # Errors
    /// See above. When no server has the revision for half a minute, it is a [`ClientError::Refused`] with status 503.
    pub fn products_not_older<'a>(
        &self,
        stock_numbers: impl IntoIterator<Item = &'a str>,
        include: &[ListPart],
        revision: u64,
    ) -> Result<ProductBatch, ClientError> {
        let mut batch = ProductBatch::default();
        let (lists, single) = stock_number_lists(stock_numbers);
        for list in lists {
            let path = format!("/api/v2/products?stockNumbers={list}{}", including(include, '&'));
            let part: BatchData = self.get_not_older(&path, revision)?.data()?;
            batch.found.extend(part.items);
            batch.missing.extend(part.meta.missing);
        }
        for number in single {
            let path = product_path(number, include);
            match self.get_not_older(&path, revision).and_then(|response| response.data()) {
                Ok(product) => batch.found.push(product),
                Err(error) if error.is_named("ProductNotFoundError") => batch.missing.push(number.to_owned()),
                Err(error) => return Err(error),
            }
        }
        Ok(batch)
    }

    /// A page of the changes after a cursor, with up to `limit` events (1 to 500). The service holds the request open
    /// until there is one, for up to `wait` seconds (0 to 30). The only part of an event is its version.
    ///
    /// # Errors
    /// A cursor that is too old is a [`ClientError::Refused`] with status 410.
    pub fn changes(
        &self,
        section: &str,
        cursor: &str,
        limit: u32,
        wait: u32,
        include: &[ListPart],
    ) -> Result<ChangePage, ClientError> {
        let (cursor, include) = (percent_encode(cursor), including(include, '&'));
        let query = format!("cursor={cursor}&limit={limit}&wait={wait}{include}");
        let response = self.get(&format!("{}?{query}", section_path(section, "product-changes")))?;
        let revision = response.revision().unwrap_or(0);
        Ok(ChangePage { revision, ..response.data()? })
    }

    /// All products of a section as they come, after a stock number, or from the beginning.
    ///
    /// # Errors
    /// A section that is not public is a [`ClientError::Refused`] named `CatalogSectionNotFoundError`. Servers without
    /// snapshots refuse with `NotFoundError`.
    pub fn snapshot(&self, section: &str, include: &[ListPart], after: Option<&str>) -> Result<Snapshot, ClientError> {
        self.snapshot_not_older(section, include, after, 0)
    }

    /// What a copy of a section is compared with.
    ///
    /// # Errors
    /// Those of [`CatalogClient::snapshot`].
    pub fn digest(&self, section: &str) -> Result<SectionDigest, ClientError> {
        self.digest_not_older(section, 0)
    }

    /// The products of one part of that digest.
    ///
    /// # Errors
    /// Those of [`CatalogClient::snapshot`].
    pub fn digest_list(&self, section: &str, part: u8) -> Result<DigestList, ClientError> {
        self.digest_list_not_older(section, part, 0)
    }
}

fn product_path(stock_number: &str, include: &[ListPart]) -> String {
    format!("/api/v2/products/{}{}", percent_encode(stock_number), including(include, '?'))
}

pub(crate) fn section_path(section: &str, name: &str) -> String {
    format!("{}/{}/{name}", CatalogClient::SECTIONS, percent_encode(section))
}

/// Stock numbers as values of `stockNumbers`: percent-encoded comma-separated lists, each short enough for an address
/// and within the service's limit; then the numbers that such a list would change, for requests of their own.
pub fn stock_number_lists<'a>(stock_numbers: impl IntoIterator<Item = &'a str>) -> (Vec<String>, Vec<&'a str>) {
    let (mut lists, mut single) = (Vec::<String>::new(), Vec::new());
    let mut count = NUMBERS_COUNT;
    for number in stock_numbers.into_iter().collect::<BTreeSet<_>>() {
        if number.contains(',') || number.trim() != number || number.is_empty() {
            single.push(number);
            continue;
        }
        let encoded = percent_encode(number);
        match lists.last_mut() {
            Some(list) if count < NUMBERS_COUNT && list.len() + encoded.len() < NUMBERS_LENGTH => {
                list.push(',');
                list.push_str(&encoded);
                count += 1;
            }
            _ => {
                lists.push(encoded);
                count = 1;
            }
        }
    }
    (lists, single)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_comma_separated_list_would_change_is_read_alone() {
        let (lists, single) = stock_number_lists(["A-1/2", "Насос 5", "A,B", " A", "A ", "", "A-1/2"]);
        assert_eq!(lists, ["A-1%2F2,%D0%9D%D0%B0%D1%81%D0%BE%D1%81%205"]);
        assert_eq!(single, ["", " A", "A ", "A,B"]);
    }

    #[test]
    fn a_list_fits_into_an_address() {
        for (length, lists) in [(4, 3), (64, 14)] {
            let numbers: Vec<String> = (0..1_200).map(|number| format!("{number:0>length$}")).collect();
            let (found, _) = stock_number_lists(numbers.iter().map(String::as_str));
            let counts: Vec<usize> = found.iter().map(|list| list.split(',').count()).collect();
            assert_eq!((counts.len(), counts.iter().sum::<usize>()), (lists, 1_200), "{counts:?}");
            assert!(found.iter().all(|list| list.len() <= NUMBERS_LENGTH));
            assert!(counts.iter().all(|count| *count <= NUMBERS_COUNT), "{counts:?}");
        }
    }
}
