//! Which products a filtered list has, found once for all its pages (`docs/contract.md#product-list`).

use super::Catalog;
use super::conditions::{Condition, select};
use super::layout::Layout;
use super::product_index::ProductIndex;
use catalog_domain::catalog::{FilterChoice, ProductQuery, Scope};
use catalog_domain::pricing::Viewer;
use catalog_domain::sections::NodeIndex;
use roaring::RoaringBitmap;
use std::borrow::Cow;
use std::ops::{Range, RangeInclusive};

/// The products of a whole list, whatever the page. Finding them takes longer the larger the catalog is, and clients
/// that page through a list request its next page soon.
#[derive(Debug, Clone, Default)]
pub struct ProductSelection<'a>(Matches<'a>);

/// The matches of a list: themselves, or where they are.
#[derive(Debug, Clone)]
enum Matches<'a> {
    /// Their ranks in the list's order.
    Ranks(Cow<'a, RoaringBitmap>),
    /// Cumulative counts: by block of ranks, how many are in it or in one before. A page selects from its blocks again.
    Counts(Box<[u64]>),
}

/// Overhead of each container of a bitmap: one per 65,536 products.
const CONTAINER_OVERHEAD: usize = 64;

impl Default for Matches<'_> {
    fn default() -> Self {
        Self::Counts(Box::default())
    }
}

impl ProductSelection<'_> {
    /// How many products the list has.
    #[must_use]
    pub fn total(&self) -> u64 {
        match &self.0 {
            Matches::Ranks(ranks) => ranks.len(),
            Matches::Counts(counts) => counts.last().copied().unwrap_or(0),
        }
    }

    /// The same to be cached for other pages of `query`: with little memory, unless selecting again takes long. The
    /// `layout` is that of the catalog that computed it.
    #[must_use]
    pub fn into_cacheable(self, query: &ProductQuery, layout: Layout) -> ProductSelection<'static> {
        ProductSelection(match self.0 {
            Matches::Ranks(ranks) if has_few_conditions(query, layout) && ranks.len() > layout.few_products => {
                Matches::Counts(cumulative_counts(&ranks, layout.block))
            }
            // The result may have excess capacity; a copy has none.
            Matches::Ranks(ranks) => Matches::Ranks(Cow::Owned(ranks.as_ref().clone())),
            Matches::Counts(counts) => Matches::Counts(counts),
        })
    }

    /// Approximate memory of a cached selection.
    #[must_use]
    pub fn bytes(&self) -> usize {
        match &self.0 {
            Matches::Ranks(ranks) => bytes_of(ranks),
            Matches::Counts(counts) => size_of_val(&**counts),
        }
    }
}

impl Catalog {
    /// All products that `query` asks for, as `viewer` sees it, whatever the page; `None` when the section is not
    /// public.
    #[must_use]
    pub fn select_products(&self, query: &ProductQuery, viewer: &Viewer) -> Option<ProductSelection<'_>> {
        let section = self.sections.find(query.section)?;
        Some(ProductSelection(Matches::Ranks(if query.filters.is_empty() {
            let index = self.indexes.for_sort(query.sort);
            let in_scope = Cow::Borrowed(index.in_scope(section, query.scope));
            select(in_scope, self.conditions(query, viewer, index), self.layout().few_sets)
        } else {
            self.having_filter_values(query, viewer, section)
        })))
    }

    /// Whether [`Self::select_products`] takes less time than rendering a page of `query`.
    #[must_use]
    pub fn selects_quickly(&self, query: &ProductQuery) -> bool {
        let in_scope = |section| self.indexes.for_sort(query.sort).in_scope(section, query.scope);
        let is_small = |section| in_scope(section).len() <= self.layout().few_products;
        has_few_conditions(query, self.layout()) && self.sections.find(query.section).is_none_or(is_small)
    }

    /// The ranks of the products at `positions` of `selection`, which this catalog computed for a query that differs in
    /// the page at most.
    pub(super) fn ranks_at(
        &self,
        positions: Range<u64>,
        selection: &ProductSelection<'_>,
        query: &ProductQuery,
        viewer: &Viewer,
    ) -> Vec<u32> {
        let counts = match &selection.0 {
            _ if positions.is_empty() => return Vec::new(),
            Matches::Ranks(ranks) => return members_at(ranks, positions),
            Matches::Counts(counts) => counts,
        };
        let block_of = |position: u64| counts.partition_point(|count| *count <= position);
        let (first, last) = (block_of(positions.start), block_of(positions.end - 1));
        let before = first.checked_sub(1).map_or(0, |block| counts[block]);
        let ranks = self.select_in(block_ranks(first..=last, self.layout().block), query, viewer);
        members_at(&ranks, positions.start - before..positions.end - before)
    }

    /// Those of a list without filter values that are among `ranks`.
    fn select_in(&self, ranks: RangeInclusive<u32>, query: &ProductQuery, viewer: &Viewer) -> RoaringBitmap {
        let Some(section) = self.sections.find(query.section) else { return RoaringBitmap::new() };
        let index = self.indexes.for_sort(query.sort);
        let mut in_scope = RoaringBitmap::new();
        in_scope.insert_range(ranks);
        in_scope &= index.in_scope(section, query.scope);
        select(Cow::Owned(in_scope), self.conditions(query, viewer, index), self.layout().few_sets).into_owned()
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
        let fewest = Cow::Borrowed(choices.first().unwrap_or(by_name.subtree(section)));
        let matching = select(fewest, conditions, self.layout().few_sets);
        Cow::Owned(self.indexes.for_sort(query.sort).ranks_of(&matching).unwrap_or_else(|| matching.into_owned()))
    }

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

/// Whether a list is found by few operations on bitmaps.
fn has_few_conditions(query: &ProductQuery, layout: Layout) -> bool {
    query.filters.is_empty() && query.vendors.as_ref().is_none_or(|vendors| vendors.len() <= layout.few_sets)
}

fn bytes_of(ranks: &RoaringBitmap) -> usize {
    ranks.serialized_size() + ranks.statistics().n_containers as usize * CONTAINER_OVERHEAD
}

/// The ranks of some blocks of so many ranks each.
fn block_ranks(blocks: RangeInclusive<usize>, block: u32) -> RangeInclusive<u32> {
    // Fewer than 2^32 ranks exist.
    let start = |at: usize| u32::try_from(at).unwrap_or(u32::MAX).saturating_mul(block);
    start(*blocks.start())..=start(*blocks.end()).saturating_add(block - 1)
}

/// By block of so many ranks: how many of `ranks` are in it or in one before.
fn cumulative_counts(ranks: &RoaringBitmap, block: u32) -> Box<[u64]> {
    let blocks = ranks.max().map_or(0, |last| (last / block) as usize + 1);
    let mut end = 0;
    let add = |at| {
        end += ranks.range_cardinality(block_ranks(at..=at, block));
        end
    };
    (0..blocks).map(add).collect()
}

/// The members at `positions`, of which there is at least one, found without visiting those before.
fn members_at(ranks: &RoaringBitmap, positions: Range<u64>) -> Vec<u32> {
    // Fewer than 2^32 products exist, so a position always fits.
    let first = u32::try_from(positions.start).ok().and_then(|first| ranks.select(first));
    let Some(first) = first else { return Vec::new() };
    let mut members = vec![0; usize::try_from(positions.end - positions.start).unwrap_or(0)];
    let found = ranks.range(first..).next_many(&mut members).len();
    members.truncate(found);
    members
}

#[cfg(test)]
mod tests {
    use super::*;
    use catalog_domain::values::SectionId;

    #[test]
    fn ranks_are_cached_when_they_are_few_or_take_long_to_select() {
        let all = ProductQuery::of_section(SectionId(1));
        let layout = Layout { few_products: 10, few_sets: 2, block: 5, ..Layout::default() };
        let of_vendors = |count| ProductQuery { vendors: Some(vec!["a".into(); count]), ..all.clone() };
        let choice = FilterChoice { uid: "a".into(), keys: vec!["1".into()] };
        for (query, length, has_ranks) in [
            (all.clone(), 10, true),
            (all.clone(), 1_000, false),
            (of_vendors(2), 1_000, false),
            (of_vendors(3), 1_000, true),
            (ProductQuery { filters: vec![choice], ..all }, 1_000, true),
        ] {
            let ranks: RoaringBitmap = (0..length).collect();
            let bytes = bytes_of(&ranks);
            let cached = ProductSelection(Matches::Ranks(Cow::Owned(ranks))).into_cacheable(&query, layout);
            assert_eq!(matches!(cached.0, Matches::Ranks(_)), has_ranks, "{query:?}");
            assert_eq!((cached.total(), cached.bytes() == bytes), (length.into(), has_ranks), "{query:?}");
        }
    }
}
