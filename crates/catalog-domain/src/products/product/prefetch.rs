//! Prefetches products from memory into the processor's caches.

use super::Product;
use crate::pricing::money::Money;
use crate::pricing::offer::Offer;
use std::hint::black_box;
use std::ops::BitXor;

/// Reads a little of everything that a product's base object is rendered from. The products of a large catalog are
/// scattered over memory: a processor fetches several independent addresses in parallel, and dependent ones one after
/// the other. So the products themselves come first, and then what they point to. Pays off for up to some hundred
/// products that are rendered right after it.
pub(crate) fn prefetch<'a>(products: impl Iterator<Item = &'a Product> + Clone) {
    read_all(products.clone().map(own));
    read_all(products.map(behind));
}

/// Reads values that are not used: independent reads of memory take place in parallel.
pub(crate) fn read_all<T: BitXor<Output = T> + Default>(samples: impl Iterator<Item = T>) {
    black_box(samples.fold(T::default(), |all, sample| all ^ sample));
}

/// A value that depends on every cache line of the product itself.
fn own(product: &Product) -> i64 {
    let Offer { levels, stock, shipping, special, .. } = &product.offer;
    let moments = product.content_updated_at.unix_microseconds() ^ product.commercial_updated_at.unix_microseconds();
    let amounts = stock.total() ^ shipping ^ special.map_or(0, Money::units);
    let lengths = i64::try_from(levels.len() ^ product.texts.length()).unwrap_or(0);
    moments ^ amounts ^ lengths ^ product.source_id.0
}

/// A value that depends on every allocation that the product points to.
fn behind(product: &Product) -> i64 {
    let price = product.offer.levels.iter().next().and_then(|level| level.price).map_or(0, Money::units);
    product.texts.sample() ^ price
}
