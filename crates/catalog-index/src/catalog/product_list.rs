//! All active products, public or not: in name order, and indexed by their keys.
//!
//! Hidden products stay in the list, so that a section that becomes public needs no read of the store.

use super::column::Column;
use super::layout::Layout;
use super::product_lookup::ProductLookup;
use crate::prefetch::read_all;
use catalog_domain::pricing::Offer;
use catalog_domain::products::{FilterValueList, LinkedSections, NamedTexts, Product, ProductTexts};
use catalog_domain::values::{CatalogRevision, NameOrder, ProductTypeId, SourceId, Timestamp};
use std::ops::Range;
use std::sync::Arc;

/// The number of products of a pass over all that are prefetched at a time.
const PREFETCHED: u32 = 64;

/// The products in name order; an ordinal is a position in this list. Some positions are vacant.
#[derive(Debug)]
pub(super) struct ProductList {
    pub(super) layout: Layout,
    products: Column<Arc<Product>>,
    by_stock_number: Arc<ProductLookup<str>>,
    by_source_id: Arc<ProductLookup<SourceId>>,
}

impl ProductList {
    /// The list of `products`, which are placed at `ordinals`, in the order in which they were loaded.
    pub(super) fn new(layout: Layout, products: Column<Arc<Product>>, ordinals: &[u32]) -> Self {
        let by_stock_number = ProductLookup::<str>::new(&products, ordinals, |product| product.stock_number());
        let by_source_id = ProductLookup::new(&products, ordinals, |product| &product.source_id);
        Self { layout, by_stock_number: Arc::new(by_stock_number), by_source_id: Arc::new(by_source_id), products }
    }

    /// The list with `changed` in place of the products of the same stock numbers, or as new ones, and without those
    /// called `gone`; `None` when too many others would move.
    pub(super) fn updated(&self, changed: &[Arc<Product>], gone: &[Box<str>]) -> Option<Self> {
        let mut products = self.products.clone();
        for ordinal in gone.iter().filter_map(|stock_number| self.find_stock_number(stock_number)) {
            products.vacate(ordinal);
        }
        let mut joining: Vec<Arc<Product>> = Vec::new();
        for product in changed {
            match self.find_stock_number(product.stock_number()) {
                Some(at) if self.get(at).name() == product.name() => products.set(at, Arc::clone(product)),
                before => {
                    before.into_iter().for_each(|at| products.vacate(at));
                    joining.push(Arc::clone(product));
                }
            }
        }
        joining.sort_unstable_by(|a, b| name_key(a).cmp(&name_key(b)));
        let moved = products.insert_all(&joining, |a, b| name_key(a) < name_key(b));
        if self.is_worn_out(moved, products.len()) {
            return None;
        }
        let changed: Vec<u32> = products.differences(&self.products).collect();
        Some(Self {
            layout: self.layout,
            by_stock_number: self.by_stock_number.updated(&self.products, &products, &changed),
            by_source_id: self.by_source_id.updated(&self.products, &products, &changed),
            products,
        })
    }

    /// The ordinals at which this list differs from `before`, from which it was made.
    pub(super) fn differences<'a>(&'a self, before: &'a Self) -> impl Iterator<Item = u32> + 'a {
        self.products.differences(&before.products)
    }

    /// Whether a new list is better than another change of an order of these products, in which `moved` products move
    /// and which then has `length` positions.
    pub(super) fn is_worn_out(&self, moved: usize, length: u32) -> bool {
        let (count, length, chunk) = (self.count(), length as usize, self.layout.column.chunk());
        moved > count / 4 + chunk || length > count + count / 2 + 4 * chunk
    }

    pub(super) fn count(&self) -> usize {
        self.by_stock_number.count()
    }

    /// The number of ordinals, vacant or not.
    pub(super) fn len(&self) -> u32 {
        self.products.len()
    }

    /// All ordinals, vacant or not, ascending. The products of a large catalog are scattered over memory, so some at a
    /// time are prefetched before their ordinals are returned.
    pub(super) fn ordinals(&self, sample: impl Fn(&Product) -> usize) -> impl Iterator<Item = u32> {
        (0..self.len()).step_by(PREFETCHED as usize).flat_map(move |start| {
            let some = start..self.len().min(start + PREFETCHED);
            self.prefetch(some.clone(), &sample);
            some
        })
    }

    /// Reads `sample` of the products at some ordinals, which brings them into the processor's caches.
    pub(super) fn prefetch(&self, ordinals: Range<u32>, sample: impl Fn(&Product) -> usize) {
        read_all(ordinals.map(|ordinal| sample(self.get(ordinal))));
    }

    /// The products at all ordinals, vacant or not.
    pub(super) fn all(&self) -> &Column<Arc<Product>> {
        &self.products
    }

    pub(super) fn each(&self) -> impl Iterator<Item = (u32, &Arc<Product>)> {
        live(&self.products)
    }

    pub(super) fn is_vacant(&self, ordinal: u32) -> bool {
        self.get(ordinal).stock_number().is_empty()
    }

    pub(super) fn place(&self, ordinal: u32) -> &Arc<Product> {
        &self.products[ordinal]
    }

    /// The product at `ordinal`; a vacant one has no sections, values and offer.
    pub(super) fn get(&self, ordinal: u32) -> &Product {
        &self.products[ordinal]
    }

    /// The ordinal of the active product with exactly that stock number.
    pub(super) fn find_stock_number(&self, stock_number: &str) -> Option<u32> {
        self.by_stock_number.find(stock_number, &self.products)
    }

    /// The ordinals of the active products with exactly these stock numbers, in the same order.
    pub(super) fn find_stock_numbers(&self, stock_numbers: &[String]) -> Vec<Option<u32>> {
        self.by_stock_number.find_all(stock_numbers, &self.products)
    }

    /// The ordinals of the active products with these source ids, in the same order.
    pub(super) fn find_source_ids(&self, source_ids: &[SourceId]) -> Vec<Option<u32>> {
        self.by_source_id.find_all(source_ids, &self.products)
    }
}

pub(super) fn live(products: &Column<Arc<Product>>) -> impl Iterator<Item = (u32, &Arc<Product>)> {
    (0..).zip(products.iter()).filter(|(_, product)| !product.stock_number().is_empty())
}

/// What is at vacant ordinals: no product has an empty stock number.
pub(super) fn vacant() -> Arc<Product> {
    let texts = NamedTexts { stock_number: "", name: "", full_name: "", url: None, preview: None };
    Arc::new(Product {
        texts: ProductTexts::from(texts),
        source_id: SourceId(0),
        type_id: ProductTypeId(0),
        vendor: None,
        sections: LinkedSections::new([], None),
        offer: Offer::default(),
        filter_values: FilterValueList::default(),
        has_configurator: false,
        content_updated_at: Timestamp::from_unix_microseconds(0),
        commercial_updated_at: Timestamp::from_unix_microseconds(0),
        version: CatalogRevision::default(),
    })
}

fn name_key(product: &Product) -> NameOrder<'_, &str> {
    NameOrder::new(product.name(), product.stock_number())
}
