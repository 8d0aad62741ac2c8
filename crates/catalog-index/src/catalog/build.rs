//! Builds a [`Catalog`] from facts: visibility first, then orders and bitmaps, then counters.

use super::Catalog;
use super::amount_orders::AmountOrders;
use super::columns::ProductColumns;
use super::digest::ProductMarks;
use super::facets::{FacetIndex, LinkedProducts};
use super::layout::Layout;
use super::orders::Orders;
use super::parallelism::Parallelism;
use super::product_index::{IndexedProducts, ProductIndex, ProductIndexes};
use super::product_list::ProductList;
use super::search::SearchParts;
use super::v1::V1Catalog;
use super::vendors::VendorTable;
use catalog_domain::catalog::{CatalogFacts, LogPosition, SectionCounters, Warehouse};
use catalog_domain::pricing::PriceLevel;
use catalog_domain::products::ProductType;
use catalog_domain::sections::{NodeIndex, SectionTree, SectionTrees};
use catalog_domain::values::{CatalogRevision, StorefrontHost};
use std::borrow::Cow;
use std::sync::{Arc, OnceLock};

pub(super) struct ReferenceData {
    pub(super) revision: CatalogRevision,
    pub(super) log_position: LogPosition,
    pub(super) storefront: StorefrontHost,
    pub(super) price_levels: Vec<PriceLevel>,
    pub(super) warehouses: Vec<Warehouse>,
    pub(super) product_types: Vec<ProductType>,
}

pub(super) struct CatalogParts {
    pub(super) sections: Arc<SectionTree>,
    pub(super) list: Arc<ProductList>,
    pub(super) columns: ProductColumns,
    pub(super) vendors: Arc<VendorTable>,
    pub(super) indexes: ProductIndexes,
    pub(super) facets: Arc<FacetIndex>,
    pub(super) v1: V1Catalog,
}

impl Catalog {
    /// Builds the read model of `facts` for one storefront. Pure, and linear in the facts except for sorting. Uses two
    /// threads: a starting server has nothing else to do.
    ///
    /// ```
    /// use catalog_domain::catalog::CatalogFacts;
    /// use catalog_domain::values::SectionId;
    /// use catalog_index::Catalog;
    /// use catalog_testkit::builders::{product, section, storefront};
    ///
    /// let facts = CatalogFacts {
    ///     sections: vec![section(1).into()],
    ///     products: ["P-1", "P-2", "P-3"].map(|stock_number| product(stock_number, &[1]).into()).into(),
    ///     ..CatalogFacts::default()
    /// };
    /// let catalog = Catalog::build(facts, storefront());
    /// assert_eq!(catalog.product_count(), 3);
    /// let found = catalog.product("P-2").map(|product| product.primary_section);
    /// assert_eq!(found, Some(SectionId(1)));
    /// ```
    pub fn build(facts: CatalogFacts, storefront: StorefrontHost) -> Self {
        Self::build_in(facts, storefront, Layout::default())
    }

    /// The same in another `layout`, which the catalogs that are updated from it have, too.
    pub fn build_in(facts: CatalogFacts, storefront: StorefrontHost, layout: Layout) -> Self {
        let CatalogFacts { revision, log_position, sections, products, price_levels, warehouses, product_types } =
            facts;
        let SectionTrees { public, active } = SectionTrees::build(&sections, &storefront);
        let (list, orders) = Orders::sort(products, layout, Parallelism::Dual);
        let (list, public, active) = (Arc::new(list), Arc::new(public), Arc::new(active));
        let parts = CatalogParts::build(list, orders, public, active, Parallelism::Dual);
        let reference_data =
            ReferenceData { revision, log_position, storefront, price_levels, warehouses, product_types };
        Self::assemble(reference_data, parts)
    }

    pub(super) fn assemble(reference_data: ReferenceData, parts: CatalogParts) -> Self {
        let CatalogParts { sections, list, columns, vendors, indexes, facets, v1 } = parts;
        Self {
            revision: reference_data.revision,
            log_position: reference_data.log_position,
            storefront: reference_data.storefront,
            price_levels: reference_data.price_levels,
            warehouses: reference_data.warehouses.into_iter().map(|warehouse| (warehouse.id, warehouse.name)).collect(),
            product_types: reference_data.product_types.into_iter().map(|kind| (kind.id, kind)).collect(),
            public: columns.links.linked(),
            counters: sections.indexes().map(|index| count(&indexes, index)).collect(),
            section_vendors: OnceLock::new(),
            sections,
            list,
            columns,
            vendors,
            indexes,
            facets,
            v1,
            marks: ProductMarks::default(),
            search: SearchParts::default(),
            amount_orders: AmountOrders::default(),
            identity: OnceLock::new(),
        }
    }
}

impl CatalogParts {
    /// Reads every product of `list`. `sections` is the public tree.
    pub(super) fn build(
        list: Arc<ProductList>,
        orders: Orders,
        sections: Arc<SectionTree>,
        active: Arc<SectionTree>,
        parallelism: Parallelism,
    ) -> Self {
        let stock_order = Arc::clone(&orders.by_stock_number);
        let ((columns, vendors), v1) = parallelism.both(
            || ProductColumns::new(&list, &sections),
            || V1Catalog::build(Arc::clone(&list), stock_order, active),
        );
        let indexed =
            IndexedProducts { list: &list, columns: &columns, vendor_count: vendors.len(), sections: &sections };
        let ((by_name, facets), (by_stock_number, by_content_update)) = parallelism.both(
            || {
                let by_name = ProductIndex::build(indexed, None);
                let subtree = |section| Cow::Borrowed(by_name.subtree(section));
                let stock_ranks = &orders.by_stock_number.ranks;
                let linked = LinkedProducts { list: &list, links: &columns.links, stock_ranks };
                let facets = FacetIndex::build(linked, &sections, subtree, parallelism);
                (by_name, facets)
            },
            || {
                let by_stock_number = ProductIndex::build(indexed, Some(Arc::clone(&orders.by_stock_number)));
                (by_stock_number, ProductIndex::build(indexed, Some(Arc::clone(&orders.by_content_update))))
            },
        );
        let indexes = ProductIndexes { orders, by_name, by_stock_number, by_content_update };
        let (vendors, facets) = (Arc::new(vendors), Arc::new(facets));
        Self { sections, list, columns, vendors, indexes, facets, v1 }
    }
}

fn count(indexes: &ProductIndexes, index: NodeIndex) -> SectionCounters {
    let by_name = &indexes.by_name;
    SectionCounters {
        direct_products: by_name.direct(index).len(),
        products: by_name.subtree(index).len(),
        available_products: by_name.subtree(index).intersection_len(by_name.available()),
    }
}
