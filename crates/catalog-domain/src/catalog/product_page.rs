//! Serves a product list from the bitmaps of an index (`docs/contract.md#product-list`).

use super::product_index::ProductIndex;
use super::{Catalog, PublicProduct};
use crate::catalog::query::{FilterChoice, PageRequest, ProductQuery, Scope};
use crate::pricing::viewer::Viewer;
use crate::sections::tree::NodeIndex;
use roaring::{MultiOps, RoaringBitmap};
use std::borrow::Cow;

/// A page of a list of products.
#[derive(Debug)]
pub struct ProductPage<'a> {
    /// The products of the page, in the requested order.
    pub products: Vec<PublicProduct<'a>>,
    /// How many products the whole list has.
    pub total: u64,
}

/// A page of a list of products by their ordinals, for [`Catalog::products_at`] of the same catalog.
#[derive(Debug)]
pub struct OrdinalPage {
    /// The ordinals of the products of the page, in the requested order.
    pub ordinals: Vec<u32>,
    /// How many products the whole list has.
    pub total: u64,
}

/// The products of a whole list, whatever the page: ranks in its order. Computing it takes longer the larger the
/// section is, and clients that page through a list request its next page soon.
#[derive(Debug, Clone, Default)]
pub struct ProductSelection<'a>(Cow<'a, RoaringBitmap>);

impl ProductSelection<'_> {
    /// The same with minimal memory, to be cached for other pages.
    #[must_use]
    pub fn into_cacheable(self) -> ProductSelection<'static> {
        // The result may have excess capacity; a copy has none.
        ProductSelection(Cow::Owned(self.0.as_ref().clone()))
    }

    /// Approximate memory of a cached selection.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.0.serialized_size() + self.0.statistics().n_containers as usize * CONTAINER_OVERHEAD
    }
}

/// Overhead of each container of a bitmap: one per 65,536 products.
const CONTAINER_OVERHEAD: usize = 64;

/// Up to so many bitmaps are united one after the other. Tests have few vendors and cover both ways.
const FEW_SETS: usize = if cfg!(test) { 1 } else { 8 };

/// A condition on the ranks of an index.
enum Condition<'a> {
    /// In this bitmap.
    In(&'a RoaringBitmap),
    /// Not in this bitmap.
    NotIn(&'a RoaringBitmap),
    /// In at least one of these bitmaps.
    InAny(Vec<&'a RoaringBitmap>),
}

impl Condition<'_> {
    /// An upper bound for the products that satisfy it.
    fn most(&self) -> u64 {
        match self {
            Self::In(set) => set.len(),
            Self::NotIn(_) => u64::MAX,
            Self::InAny(sets) => sets.iter().map(|set| set.len()).sum(),
        }
    }
}

impl Catalog {
    /// `query` without vendors that no public product has: they match nothing, so the list is the same. Lists are
    /// cached by the remaining query, so that made-up ids cannot fill a cache. In a filter's text, the uid and the key
    /// may both have colons: which colon is between them depends on the catalog's values
    /// (`docs/contract.md#filter-parameter`).
    #[must_use]
    pub fn known_query<'q>(&self, query: &'q ProductQuery) -> Cow<'q, ProductQuery> {
        let is_known = |id: &String| self.vendors.find(id).is_some();
        let has_colon = |choice: &FilterChoice| choice.keys.iter().any(|key| key.contains(':'));
        let has_colons = query.filters.iter().any(has_colon);
        if !has_colons && query.vendors.iter().flatten().all(is_known) {
            return Cow::Borrowed(query);
        }
        let mut known = query.clone();
        known.vendors.iter_mut().for_each(|ids| ids.retain(is_known));
        if has_colons {
            known.filters = self.facets.dictionary.known_choices(&query.filters);
        }
        Cow::Owned(known)
    }

    /// The page that `query` asks for, as `viewer` sees it; `None` when the section is not public.
    ///
    /// ```
    /// use catalog_domain::catalog::{Catalog, CatalogFacts, PageRequest, ProductQuery, ProductSort};
    /// use catalog_domain::pricing::{PriceLevel, Role, Viewer};
    /// use catalog_domain::values::SectionId;
    /// use catalog_testkit::builders::{product, section, storefront};
    ///
    /// let facts = CatalogFacts {
    ///     sections: vec![section(1).into()],
    ///     products: ["P-1", "P-2", "P-3"].map(|stock_number| product(stock_number, &[1]).into()).into(),
    ///     ..CatalogFacts::default()
    /// };
    /// let catalog = Catalog::build(facts, storefront());
    /// let viewer = Viewer { role: Role::User, price_level: PriceLevel::retail(), configurator_access: false };
    /// let query = ProductQuery {
    ///     sort: ProductSort::NameDescending,
    ///     page: PageRequest { page: 2, size: 2 },
    ///     ..ProductQuery::of_section(SectionId(1))
    /// };
    /// let page = catalog.section_products(&query, &viewer).unwrap();
    /// let stock_numbers: Vec<&str> = page.products.iter().map(|found| found.product.stock_number()).collect();
    /// assert_eq!((stock_numbers, page.total), (vec!["P-1"], 3));
    /// ```
    #[must_use]
    pub fn section_products(&self, query: &ProductQuery, viewer: &Viewer) -> Option<ProductPage<'_>> {
        let page = self.page_of_selection(&self.select_products(query, viewer)?, query);
        Some(ProductPage { products: self.products_at(&page.ordinals).collect(), total: page.total })
    }

    /// All products that `query` asks for, as `viewer` sees it, whatever the page; `None` when the section is not
    /// public.
    #[must_use]
    pub fn select_products(&self, query: &ProductQuery, viewer: &Viewer) -> Option<ProductSelection<'_>> {
        let section = self.sections.find(query.section)?;
        Some(ProductSelection(if query.filters.is_empty() {
            let index = self.indexes.for_sort(query.sort);
            select(index.in_scope(section, query.scope), self.conditions(query, viewer, index))
        } else {
            self.having_filter_values(query, viewer, section)
        }))
    }

    /// The page that `query` asks for of `selection`, which this catalog computed for a query that differs in the page
    /// at most.
    #[must_use]
    pub fn page_of_selection(&self, selection: &ProductSelection<'_>, query: &ProductQuery) -> OrdinalPage {
        let index = self.indexes.for_sort(query.sort);
        let ranks = page_of(&selection.0, query.page, query.sort.ends_with_the_first());
        OrdinalPage { ordinals: ranks.into_iter().map(|rank| index.ordinal(rank)).collect(), total: selection.0.len() }
    }

    /// Values of section filters are indexed in name order only. For another order, the matches are mapped to it.
    fn having_filter_values(
        &self,
        query: &ProductQuery,
        viewer: &Viewer,
        section: NodeIndex,
    ) -> Cow<'_, RoaringBitmap> {
        let by_name = &self.indexes.by_name;
        let having = |choice: &FilterChoice| self.facets.having_any(section, &choice.uid, &choice.keys);
        let mut choices: Vec<RoaringBitmap> = query.filters.iter().map(having).collect();
        choices.sort_by_key(RoaringBitmap::len);
        let mut conditions = self.conditions(query, viewer, by_name);
        conditions.extend(choices.iter().skip(1).map(Condition::In));
        if query.scope == Scope::Direct {
            conditions.push(Condition::In(by_name.direct(section)));
        }
        // Products with a value in a section are in its subtree.
        let fewest = choices.first().unwrap_or(by_name.subtree(section));
        let matching = select(fewest, conditions);
        Cow::Owned(self.indexes.for_sort(query.sort).ranks_of(&matching).unwrap_or_else(|| matching.into_owned()))
    }

    /// The query's filters.
    fn conditions<'a>(&'a self, query: &ProductQuery, viewer: &Viewer, index: &'a ProductIndex) -> Vec<Condition<'a>> {
        let mut conditions = Vec::new();
        let flags = [(query.available, index.available()), (query.sale, index.sale())];
        for (wanted, set) in flags.into_iter().filter_map(|(wanted, set)| wanted.map(|wanted| (wanted, set))) {
            conditions.push(if wanted { Condition::In(set) } else { Condition::NotIn(set) });
        }
        match query.has_price {
            Some(true) => conditions.push(Condition::InAny(index.priced_for(&viewer.price_level))),
            Some(false) => {
                conditions.extend(index.priced_for(&viewer.price_level).into_iter().map(Condition::NotIn));
            }
            None => {}
        }
        if let Some(ids) = &query.vendors {
            let known = ids.iter().filter_map(|id| self.vendors.find(id));
            let sets: Vec<&RoaringBitmap> = known.map(|vendor| index.vendor(vendor)).collect();
            conditions.push(match sets[..] {
                [set] => Condition::In(set),
                _ => Condition::InAny(sets),
            });
        }
        conditions
    }
}

/// The members of `in_scope` that satisfy every condition. Without conditions nothing is copied.
fn select<'a>(in_scope: &'a RoaringBitmap, mut conditions: Vec<Condition<'_>>) -> Cow<'a, RoaringBitmap> {
    let mut selected = Cow::Borrowed(in_scope);
    // The most selective condition comes first, so that the others have little left to check.
    conditions.sort_by_key(Condition::most);
    for condition in &conditions {
        selected = Cow::Owned(match condition {
            Condition::In(set) => &*selected & *set,
            Condition::NotIn(set) => &*selected - *set,
            // One intersection is less work than one per bitmap, but the union must not be larger than the selection.
            Condition::InAny(sets) if condition.most() < selected.len() => {
                &*selected & &unite(sets.iter().copied().cloned())
            }
            Condition::InAny(sets) => unite(sets.iter().map(|set| &*selected & *set)),
        });
    }
    selected
}

/// The union of `sets`. Uniting many at once takes an array of bits per 65,536 products, whatever their content.
fn unite(sets: impl ExactSizeIterator<Item = RoaringBitmap>) -> RoaringBitmap {
    if sets.len() > FEW_SETS { sets.union() } else { sets.reduce(|united, set| united | set).unwrap_or_default() }
}

/// The ranks of a page, found without visiting the pages before it.
fn page_of(matching: &RoaringBitmap, page: PageRequest, descending: bool) -> Vec<u32> {
    let total = matching.len();
    let offset = page.offset();
    if offset >= total {
        return Vec::new();
    }
    let length = u64::from(page.size).min(total - offset);
    let first = if descending { total - offset - length } else { offset };
    // Fewer than 2^32 products exist, so a rank always fits.
    let start = u32::try_from(first).ok().and_then(|first| matching.select(first));
    let Some(start) = start else { return Vec::new() };
    let mut members = matching.iter();
    members.advance_to(start);
    let mut ranks: Vec<u32> = members.take(usize::try_from(length).unwrap_or(usize::MAX)).collect();
    if descending {
        ranks.reverse();
    }
    ranks
}
