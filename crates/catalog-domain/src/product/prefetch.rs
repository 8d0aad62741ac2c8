//! Brings products from memory into the processor's caches.

use super::Product;
use crate::money::Money;
use crate::offer::Offer;
use std::hint::black_box;

/// Reads a little of everything that a product's base object is shown from. The products of a large catalog are anywhere in
/// memory: a processor that is asked for several at once waits for all of them together, and else for one after the other. So
/// the products themselves come first, and then what they point to.
/// Pays for up to some hundred products that are shown right after it.
pub fn prefetch<'a>(products: impl Iterator<Item = &'a Product> + Clone) {
    black_box(all(products.clone().map(own)));
    black_box(all(products.map(behind)));
}

fn all(samples: impl Iterator<Item = i64>) -> i64 {
    samples.fold(0, |all, sample| all ^ sample)
}

/// Something that depends on all of the memory that the product itself takes.
fn own(product: &Product) -> i64 {
    let Offer { levels, stock, shipping, special, .. } = &product.offer;
    let moments = product.content_updated_at.unix_microseconds() ^ product.commercial_updated_at.unix_microseconds();
    let amounts = stock.total() ^ shipping ^ special.map_or(0, Money::units);
    let lengths = i64::try_from(levels.len() ^ product.texts.length()).unwrap_or(0);
    moments ^ amounts ^ lengths ^ product.source_id.0
}

/// Something that depends on every allocation that the product points to.
fn behind(product: &Product) -> i64 {
    let price = product.offer.levels.iter().next().and_then(|level| level.price).map_or(0, Money::units);
    product.texts.sample() ^ price
}
