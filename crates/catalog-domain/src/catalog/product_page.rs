//! Answers a product list request from the bitmaps of an index (part 4.4).

use super::product_index::ProductIndex;
use super::{Catalog, PublicProduct};
use crate::query::{PageRequest, ProductQuery, ProductSort};
use crate::section_tree::NodeIndex;
use crate::viewer::Viewer;
use roaring::{MultiOps, RoaringBitmap};
use std::borrow::Cow;

/// A page of a list of products.
#[derive(Debug)]
pub struct ProductPage<'a> {
    /// The products of the page, in the order asked for.
    pub products: Vec<PublicProduct<'a>>,
    /// How many products the whole list has.
    pub total: u64,
}

/// A condition on the ranks of an index.
enum Condition<'a> {
    /// In this set.
    In(&'a RoaringBitmap),
    /// Not in this set.
    NotIn(&'a RoaringBitmap),
    /// In at least one of these sets.
    InAny(Vec<&'a RoaringBitmap>),
}

impl Catalog {
    /// The page that `query` asks for, as `viewer` sees it; `None` when the section is not public.
    #[must_use]
    pub fn section_products(&self, query: &ProductQuery, viewer: &Viewer) -> Option<ProductPage<'_>> {
        let section = self.sections.find(query.section)?;
        let (ordinals, total) = if query.filters.is_empty() {
            self.unfiltered_page(query, viewer, section)
        } else {
            self.filtered_page(query, viewer, section)
        };
        Some(ProductPage {
            products: ordinals.into_iter().map(|ordinal| self.public_product(ordinal)).collect(),
            total,
        })
    }

    /// Works in the wanted order throughout: nothing is sorted.
    fn unfiltered_page(&self, query: &ProductQuery, viewer: &Viewer, section: NodeIndex) -> (Vec<u32>, u64) {
        let index = self.indexes.for_sort(query.sort);
        let matching = select(index.in_scope(section, query.scope), &self.conditions(query, viewer, index));
        let ranks = page_of(&matching, query.page, query.sort == ProductSort::NameDescending);
        (ranks.into_iter().map(|rank| index.ordinal(rank)).collect(), matching.len())
    }

    /// Values of section filters are kept in name order only. Their matches are few as a rule, so for another order it
    /// is they that are brought into it.
    fn filtered_page(&self, query: &ProductQuery, viewer: &Viewer, section: NodeIndex) -> (Vec<u32>, u64) {
        let by_name = &self.indexes.by_name;
        let choices: Vec<RoaringBitmap> =
            query.filters.iter().map(|choice| self.facets.having_any(section, &choice.uid, &choice.keys)).collect();
        let mut conditions: Vec<Condition<'_>> = choices.iter().map(Condition::In).collect();
        conditions.extend(self.conditions(query, viewer, by_name));
        let matching = select(by_name.in_scope(section, query.scope), &conditions);
        let index = self.indexes.for_sort(query.sort);
        let reordered = index.ranks_of(&matching);
        let ranks = page_of(&reordered, query.page, query.sort == ProductSort::NameDescending);
        (ranks.into_iter().map(|rank| index.ordinal(rank)).collect(), matching.len())
    }

    /// The query's filters, cheap ones first.
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
            conditions.push(Condition::InAny(known.map(|vendor| index.vendor(vendor)).collect()));
        }
        conditions
    }
}

/// The members of `in_scope` that satisfy every condition. Without conditions nothing is copied.
fn select<'a>(in_scope: &'a RoaringBitmap, conditions: &[Condition<'_>]) -> Cow<'a, RoaringBitmap> {
    let mut selected = Cow::Borrowed(in_scope);
    for condition in conditions {
        selected = Cow::Owned(match condition {
            Condition::In(set) => &*selected & *set,
            Condition::NotIn(set) => &*selected - *set,
            // Intersecting before uniting keeps the union as small as the selection.
            Condition::InAny(sets) => sets.iter().map(|set| &*selected & *set).union(),
        });
    }
    selected
}

/// The ranks of a page, found without walking over the pages before it.
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
