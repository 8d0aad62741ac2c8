//! Brings products from memory into the processor's caches.

use catalog_domain::pricing::Offer;
use catalog_domain::products::Product;
use prefetch_index::prefetch_index;
use std::hint::black_box;
use std::ops::BitXor;
use std::slice::from_ref;

/// The unit in which a processor reads memory, in bytes.
const CACHE_LINE: usize = 64;

/// Begins to fetch the cache line of `value`, without waiting for it.
pub(crate) fn fetch<T>(value: &T) {
    prefetch_index(from_ref(value), 0);
}

/// Begins to fetch the part of a product itself that its base object is rendered from.
pub(crate) fn fetch_own(product: &Product) {
    let Offer { levels, stock, retail, special, shipping, .. } = &product.offer;
    fetch(&product.texts);
    fetch(levels);
    fetch(stock);
    fetch(retail);
    fetch(special);
    fetch(shipping);
    fetch(&product.content_updated_at);
    fetch(&product.commercial_updated_at);
}

/// Begins to fetch what a product points to and its base object is rendered from. Waits for the product itself.
pub(crate) fn fetch_behind(product: &Product) {
    let texts = product.texts.all();
    texts.iter().step_by(CACHE_LINE).chain(texts.last()).for_each(fetch);
    product.offer.levels.first_amount().into_iter().for_each(fetch);
}

/// Reads values that are not used: independent reads of memory take place in parallel.
pub(crate) fn read_all<T: BitXor<Output = T> + Default>(samples: impl Iterator<Item = T>) {
    black_box(samples.fold(T::default(), |all, sample| all ^ sample));
}
