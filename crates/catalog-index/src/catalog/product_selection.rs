//! Which products a filtered list has, found once for all its pages (`docs/contract.md#product-list`).

use super::Catalog;
use super::conditions::{Condition, select};
use super::layout::Layout;
use super::positions::position;
use super::product_index::{ProductIndex, ends_with_the_first};
use super::product_page::{OrdinalPage, positions};
use super::search::{ByRelevance, FoundProducts};
use catalog_domain::catalog::{Facets, FilterChoice, ProductQuery, ProductSort};
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
    ByRelevance(ByRelevance),
    /// A short list by an amount: their ordinals in its order.
    ByAmount(Box<[u32]>),
}

const CONTAINER_OVERHEAD: usize = 64;

impl Default for Matches<'_> {
    fn default() -> Self {
        Self::Counts(Box::default())
    }
}

impl Matches<'_> {
    fn into_owned(self) -> Matches<'static> {
        match self {
            Matches::Ranks(ranks) => Matches::Ranks(Cow::Owned(ranks.into_owned())),
            Matches::Counts(counts) => Matches::Counts(counts),
            Matches::ByRelevance(found) => Matches::ByRelevance(found),
            Matches::ByAmount(ordinals) => Matches::ByAmount(ordinals),
        }
    }
}

impl ProductSelection<'_> {
    /// How many products the list has.
    pub fn total(&self) -> u64 {
        match &self.0 {
            Matches::Ranks(ranks) => ranks.len(),
            Matches::Counts(counts) => counts.last().copied().unwrap_or(0),
            Matches::ByRelevance(found) => found.total,
            Matches::ByAmount(ordinals) => ordinals.len() as u64,
        }
    }

    /// The same to be cached for other pages of `query`: with little memory, unless selecting again takes long. The
    /// `layout` is that of the catalog that computed it.
    pub fn into_cacheable(self, query: &ProductQuery, layout: Layout) -> ProductSelection<'static> {
        ProductSelection(match self.0 {
            Matches::Ranks(ranks) if has_few_conditions(query, layout) && ranks.len() > layout.few_products => {
                Matches::Counts(cumulative_counts(&ranks, layout.block))
            }
            // The result may have excess capacity; a copy has none.
            Matches::Ranks(ranks) => Matches::Ranks(Cow::Owned(ranks.as_ref().clone())),
            other => other.into_owned(),
        })
    }

    /// Approximate memory of a cached selection.
    pub fn bytes(&self) -> usize {
        match &self.0 {
            Matches::Ranks(ranks) => bytes_of(ranks),
            Matches::Counts(counts) => size_of_val(&**counts),
            Matches::ByRelevance(found) => found.classes.iter().map(bytes_of).sum(),
            Matches::ByAmount(ordinals) => size_of_val(&**ordinals),
        }
    }
}

impl Catalog {
    /// All products that `query` asks for, as `viewer` sees it, whatever the page; `None` when the section is not
    /// public.
    pub fn select_products(&self, query: &ProductQuery, viewer: &Viewer) -> Option<ProductSelection<'_>> {
        let section = self.requested_section(query)?;
        Some(ProductSelection(match section {
            Some(section) if query.filters.is_empty() && query.text.is_none() && !query.sort.is_by_amount() => {
                let index = self.indexes.for_sort(query.sort);
                let in_scope = Cow::Borrowed(index.in_scope(section, query.scope));
                Matches::Ranks(select(in_scope, self.conditions(query, viewer, index), self.layout().few_sets))
            }
            _ => {
                let FoundInScope { in_scope, text } = self.found_in_scope(query, section);
                self.arrange(query, viewer, text.as_ref(), self.narrow(in_scope, query, viewer, section), 0..u64::MAX)
            }
        }))
    }

    /// The page that `query` asks for, as `viewer` sees it, with the facets of its list; `None` when the section is not
    /// public. What the text finds is found once, and only what the page shows is put in order.
    pub fn page_with_facets(&self, query: &ProductQuery, viewer: &Viewer) -> Option<(OrdinalPage, Facets)> {
        let section = self.requested_section(query)?;
        let found = self.found_in_scope(query, section);
        let narrow = |query: &ProductQuery| self.narrow(Cow::Borrowed(&found.in_scope), query, viewer, section);
        let selected = narrow(query);
        let facets = self.facets_of(query, viewer, section, &selected, &narrow);
        let on_page = positions(query.page, selected.len(), ends_with_the_first(query.sort));
        let matches = self.arrange(query, viewer, found.text.as_ref(), selected, on_page);
        Some((self.page_of_selection(&ProductSelection(matches), query, viewer), facets))
    }

    /// The section that `query` names, if any; `None` when it is not public.
    fn requested_section(&self, query: &ProductQuery) -> Option<Option<NodeIndex>> {
        match query.section {
            Some(section) => self.sections.find(section).map(Some),
            None => Some(None),
        }
    }

    /// Whether [`Self::select_products`] takes less time than rendering a page of `query`.
    pub fn selects_quickly(&self, query: &ProductQuery) -> bool {
        let in_scope = |section| self.indexes.for_sort(query.sort).in_scope(section, query.scope);
        let is_small = |section| in_scope(section).len() <= self.layout().few_products;
        let section = query.section.map(|section| self.sections.find(section));
        has_few_conditions(query, self.layout()) && section.is_some_and(|section| section.is_none_or(is_small))
    }

    /// The ordinals of the products at `positions` of `selection`, which this catalog computed for a query that differs
    /// in the page at most. Lists that end with the first are counted from their ends.
    pub(super) fn ordinals_at(
        &self,
        positions: Range<u64>,
        selection: &ProductSelection<'_>,
        query: &ProductQuery,
        viewer: &Viewer,
    ) -> Vec<u32> {
        let index = self.indexes.for_sort(query.sort);
        let ranks = match &selection.0 {
            _ if positions.is_empty() => return Vec::new(),
            Matches::ByRelevance(found) => return found.ordinals_at(positions),
            Matches::ByAmount(ordinals) => return slice_at(ordinals, positions).to_vec(),
            Matches::Ranks(ranks) => members_at(ranks, positions),
            Matches::Counts(counts) => {
                let block_of = |position: u64| counts.partition_point(|count| *count <= position);
                let (first, last) = (block_of(positions.start), block_of(positions.end - 1));
                let before = first.checked_sub(1).map_or(0, |block| counts[block]);
                let ranks = self.select_in(block_ranks(first..=last, self.layout().block), query, viewer);
                members_at(&ranks, positions.start - before..positions.end - before)
            }
        };
        let ranks = ranks.into_iter();
        if query.sort.is_by_amount() {
            self.in_amount_order(query.sort, viewer, |order| ranks.map(|rank| order.ordinal(rank)).collect())
        } else {
            ranks.map(|rank| index.ordinal(rank)).collect()
        }
    }

    /// Those of a list without filter values that are among `ranks`.
    fn select_in(&self, ranks: RangeInclusive<u32>, query: &ProductQuery, viewer: &Viewer) -> RoaringBitmap {
        let section = query.section.and_then(|section| self.sections.find(section));
        let Some(section) = section else { return RoaringBitmap::new() };
        let index = self.indexes.for_sort(query.sort);
        let mut in_scope = RoaringBitmap::new();
        in_scope.insert_range(ranks);
        in_scope &= index.in_scope(section, query.scope);
        select(Cow::Owned(in_scope), self.conditions(query, viewer, index), self.layout().few_sets).into_owned()
    }

    /// The products in the scope of `query` that its text finds, by ordinal: words and values of filters are indexed in
    /// name order only.
    fn found_in_scope(&self, query: &ProductQuery, section: Option<NodeIndex>) -> FoundInScope<'_> {
        let in_scope = section.map_or(&self.public, |section| self.indexes.by_name.in_scope(section, query.scope));
        let text = query.text.as_ref().map(|text| self.find_text(text));
        let in_scope = match &text {
            Some(found) => Cow::Owned(found.all() & in_scope),
            None => Cow::Borrowed(in_scope),
        };
        FoundInScope { in_scope, text }
    }

    /// Those of `products` that satisfy every condition of `query`.
    fn narrow<'a>(
        &self,
        products: Cow<'a, RoaringBitmap>,
        query: &ProductQuery,
        viewer: &Viewer,
        section: Option<NodeIndex>,
    ) -> Cow<'a, RoaringBitmap> {
        let mut conditions = self.conditions(query, viewer, &self.indexes.by_name);
        let having = |section: NodeIndex| {
            move |choice: &FilterChoice| self.facets.having_any(section, &choice.uid, &choice.keys)
        };
        let choices: Vec<RoaringBitmap> = match section {
            Some(section) => query.filters.iter().map(having(section)).collect(),
            None => Vec::new(),
        };
        conditions.extend(choices.iter().map(Condition::In));
        let mut selected = select(products, conditions, self.layout().few_sets);
        if section.is_none() {
            for choice in &query.filters {
                selected = Cow::Owned(selected.iter().filter(|at| self.has_public_value(*at, choice)).collect());
            }
        }
        selected
    }

    /// Whether the product has one of the values in any public section.
    fn has_public_value(&self, ordinal: u32, choice: &FilterChoice) -> bool {
        self.list.get(ordinal).filter_values.iter().any(|value| {
            *value.text.uid == *choice.uid
                && choice.keys.iter().any(|key| **key == *value.text.key)
                && value.sections.iter().any(|section| self.sections.find(*section).is_some())
        })
    }

    /// `selected` products in the order of the list, for what asks for those at `wanted` positions.
    fn arrange<'a>(
        &self,
        query: &ProductQuery,
        viewer: &Viewer,
        found: Option<&FoundProducts>,
        selected: Cow<'a, RoaringBitmap>,
        wanted: Range<u64>,
    ) -> Matches<'a> {
        if query.sort.is_by_amount() {
            return if selected.len() <= self.layout().few_products {
                Matches::ByAmount(self.by_amount(&selected, query.sort, viewer))
            } else {
                let ranks = self.in_amount_order(query.sort, viewer, |order| order.ranks_of(&selected));
                Matches::Ranks(Cow::Owned(ranks))
            };
        }
        match (&query.text, found) {
            (Some(text), Some(found)) if query.sort == ProductSort::Relevance => {
                Matches::ByRelevance(self.by_relevance(text, found, &selected, wanted))
            }
            _ => Matches::Ranks(match self.indexes.for_sort(query.sort).ranks_of(&selected) {
                Some(ranks) => Cow::Owned(ranks),
                None => selected,
            }),
        }
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

/// Products of one scope, by ordinal.
struct FoundInScope<'a> {
    in_scope: Cow<'a, RoaringBitmap>,
    /// What the text finds, if there is one.
    text: Option<FoundProducts>,
}

/// Whether a list is found by few operations on bitmaps.
fn has_few_conditions(query: &ProductQuery, layout: Layout) -> bool {
    query.text.is_none()
        && query.section.is_some()
        && !query.sort.is_by_amount()
        && query.filters.is_empty()
        && query.vendors.as_ref().is_none_or(|vendors| vendors.len() <= layout.few_sets)
}

fn bytes_of(ranks: &RoaringBitmap) -> usize {
    ranks.serialized_size() + ranks.statistics().n_containers as usize * CONTAINER_OVERHEAD
}

fn block_ranks(blocks: RangeInclusive<usize>, block: u32) -> RangeInclusive<u32> {
    let start = |at: usize| position(at).saturating_mul(block);
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

fn slice_at(ordinals: &[u32], positions: Range<u64>) -> &[u32] {
    let at = |position| usize::try_from(position).unwrap_or(usize::MAX);
    ordinals.get(at(positions.start)..at(positions.end)).unwrap_or_default()
}

/// The members at `positions` of all classes one after the other.
pub(super) fn members_of_all(classes: &[RoaringBitmap], positions: Range<u64>) -> Vec<u32> {
    let (mut members, mut before) = (Vec::new(), 0);
    for class in classes {
        let inside = |position: u64| position.saturating_sub(before).min(class.len());
        let (from, to) = (inside(positions.start), inside(positions.end));
        if from < to {
            members.extend(members_at(class, from..to));
        }
        before += class.len();
    }
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
