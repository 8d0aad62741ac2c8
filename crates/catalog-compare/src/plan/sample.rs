//! Products that are requested one by one and in batches.

use crate::journal::SampledProduct;
use crate::request::Request;
use crate::route::Route;
use catalog_client::percent_encode;
use std::collections::BTreeSet;

/// How many products a batch names. The old system multiplies quantities by that number, so it is not one.
const BATCH: usize = 20;

/// A sample that does not depend on the order in which products are found: those whose ids have the smallest hashes.
#[derive(Debug)]
pub(crate) struct Sample {
    size: usize,
    chosen: BTreeSet<(u64, SampledProduct)>,
}

impl Sample {
    /// A sample of at most `size` products.
    pub(crate) fn new(size: usize) -> Self {
        Self { size, chosen: BTreeSet::new() }
    }

    pub(crate) fn add(&mut self, product: SampledProduct) {
        let hash = mixed(product.id);
        if self.chosen.len() >= self.size && self.chosen.last().is_none_or(|(largest, _)| hash > *largest) {
            return;
        }
        self.chosen.insert((hash, product));
        if self.chosen.len() > self.size {
            self.chosen.pop_last();
        }
    }

    /// The products, by id.
    pub(crate) fn into_products(self) -> Vec<SampledProduct> {
        let products: BTreeSet<SampledProduct> = self.chosen.into_iter().map(|(_, product)| product).collect();
        products.into_iter().collect()
    }
}

/// A number that looks random, always the same for the same id (SplitMix64).
fn mixed(id: i64) -> u64 {
    let mut value = id.cast_unsigned().wrapping_add(0x9e37_79b9_7f4a_7c15);
    value = (value ^ (value >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    value = (value ^ (value >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    value ^ (value >> 31)
}

/// The requests for sampled products: in batches by id and by stock number, then one by one.
pub(crate) fn sample_requests(products: &[SampledProduct]) -> Vec<Request> {
    let mut requests = Vec::new();
    for batch in products.chunks(BATCH) {
        let mut ids: Vec<String> = batch.iter().map(|product| product.id.to_string()).collect();
        // Twice in the sample are products whose stock numbers differ.
        ids.dedup();
        let numbers = batch.iter().filter_map(|product| product.stock_number.as_deref());
        let numbers: Vec<String> = numbers.filter(|number| !number.contains(',')).map(percent_encode).collect();
        let (ids, numbers) = (format!("id_list={}", ids.join(",")), format!("stock_list={}", numbers.join(",")));
        requests.push(Request::by_query(Route::Items, &format!("{ids}&include_documentation=1")));
        requests.push(Request::by_query(Route::Documentation, &ids));
        if numbers.len() > "stock_list=".len() {
            for route in [Route::ItemsByStock, Route::DocumentationByStock, Route::AvailabilityByStock] {
                requests.push(Request::by_query(route, &numbers));
            }
        }
    }
    let mut ids: Vec<i64> = products.iter().map(|product| product.id).collect();
    ids.dedup();
    for id in ids {
        let id = id.to_string();
        for route in [Route::Item, Route::ItemAvailability, Route::ItemDocumentation, Route::Configurator] {
            requests.push(Request::by_path(route, &id));
        }
    }
    requests
}

#[cfg(test)]
mod tests {
    use super::*;

    fn product(id: i64) -> SampledProduct {
        SampledProduct { id, stock_number: Some(format!("P/{id}")) }
    }

    #[test]
    fn a_sample_does_not_depend_on_the_order_in_which_products_are_found() {
        let sample = |ids: &mut dyn Iterator<Item = i64>| {
            let mut sample = Sample::new(10);
            ids.for_each(|id| sample.add(product(id)));
            sample.into_products()
        };
        let chosen = sample(&mut (0..1_000));
        assert_eq!((chosen.len(), &chosen), (10, &sample(&mut (0..1_000).rev().chain(0..500))));
        assert!(chosen.iter().any(|product| product.id > 100), "{chosen:?}");
        assert_eq!(Sample::new(0).into_products(), []);
    }

    #[test]
    fn every_route_for_products_is_in_the_requests_of_a_sample() {
        let requests = sample_requests(&[product(1), product(2)]);
        assert!(
            requests.iter().any(|request| request.target.ends_with("availability/by-stock?stock_list=P%2F1,P%2F2"))
        );
        let routes: BTreeSet<Route> = requests.iter().map(|request| request.route).collect();
        assert_eq!(routes.len(), 9, "{routes:?}");
    }
}
