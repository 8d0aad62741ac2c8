//! Brings products from memory into the processor's caches.

use super::Product;
use crate::money::Money;
use crate::offer::Offer;
use std::hint::black_box;

/// Reads a little of everything that a product's base object is shown from. The products of a large catalog are anywhere in
/// memory: a processor that is asked for several at once waits for all of them together, and else for one after the other.
/// Pays for up to some hundred products that are shown right after it.
pub fn prefetch<'a>(products: impl IntoIterator<Item = &'a Product>) {
    let samples = products.into_iter().map(sample);
    black_box(samples.fold(0, |all, sample| all ^ sample));
}

/// Something that depends on every allocation of the product.
fn sample(product: &Product) -> i64 {
    let Offer { levels, stock, .. } = &product.offer;
    let price = levels.iter().next().and_then(|level| level.price).map_or(0, Money::units);
    let moments = product.content_updated_at.unix_microseconds() ^ product.commercial_updated_at.unix_microseconds();
    product.texts.sample() ^ price ^ stock.total() ^ moments
}
