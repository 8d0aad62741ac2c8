//! Groups the products by section and filter value, without sorting them.
//!
//! Products share the texts and the section lists of their values, so there are far fewer of either than uses. Each is
//! looked at once; every use is then two numbers, and section by section the products are distributed to buckets by
//! value.

use super::dictionary::{Dictionary, Uses};
use super::posting_lists::{PostingLists, SectionWriter};
use super::redundant_sections::RedundantSections;
use super::{FacetIndex, LinkedProducts};
use crate::catalog::parallelism::Parallelism;
use crate::catalog::positions::{piece, position};
use crate::catalog::product_list::ProductList;
use crate::catalog::section_links::SectionLinks;
use catalog_domain::products::{FilterText, ListedFilterValue, Product};
use catalog_domain::sections::{NodeIndex, SectionTree};
use catalog_domain::values::SectionId;
use hashbrown::HashMap;
use roaring::RoaringBitmap;
use std::borrow::Cow;
use std::ops::Range;
use std::ptr;
use std::sync::Arc;

/// Which products have which value where.
pub(super) struct Grouping<'a> {
    linked: LinkedProducts<'a>,
    sections: &'a SectionTree,
    values: Values<'a>,
    dictionary: Dictionary,
    /// By position of a text: that of its facet.
    facet_of: Vec<u32>,
    lists_naming: Vec<Vec<u32>>,
    redundant_sections: RedundantSections,
}

impl<'a> Grouping<'a> {
    pub(super) fn new(linked: LinkedProducts<'a>, sections: &'a SectionTree) -> Self {
        let values = Values::of(linked.list, linked.links);
        let (dictionary, _) = Dictionary::default().updated(values.uses());
        let positions = dictionary.positions();
        // Every text that is used has become a facet.
        let facet = |text: &&FilterText| positions.get(&(&*text.uid, &*text.key)).copied().unwrap_or_default();
        let facet_of = values.texts.iter().map(facet).collect();
        drop(positions);
        let mut lists_naming = vec![Vec::new(); sections.len()];
        let mut redundant_sections = RedundantSections::of_no_lists(sections);
        for (list, ids) in (0..).zip(&values.lists) {
            for node in sections.among(ids) {
                lists_naming[node.as_usize()].push(list);
            }
            redundant_sections.add(ids, sections);
        }
        Self { linked, sections, values, dictionary, facet_of, lists_naming, redundant_sections }
    }

    /// Buckets the products of every section; `subtree` gives the ordinals of the products of a section's subtree.
    pub(super) fn into_index<'b>(
        self,
        subtree: impl Fn(NodeIndex) -> Cow<'b, RoaringBitmap> + Sync,
        parallelism: Parallelism,
    ) -> FacetIndex {
        let middle = match parallelism {
            Parallelism::Dual => self.middle(&subtree),
            Parallelism::Single => 0,
        };
        let (mut posting_lists, rest) = parallelism.both(
            || self.bucket_by_facet(0..middle, &subtree),
            || self.bucket_by_facet(middle..self.sections.len(), &subtree),
        );
        posting_lists.extend(rest);
        FacetIndex { dictionary: Arc::new(self.dictionary), posting_lists, redundant_sections: self.redundant_sections }
    }

    fn middle<'b>(&self, subtree: impl Fn(NodeIndex) -> Cow<'b, RoaringBitmap>) -> usize {
        // Only sections that a list names are work; subtrees of deep trees are expensive.
        let size = |node: NodeIndex| {
            let is_named = !self.lists_naming[node.as_usize()].is_empty();
            if is_named { subtree(node).len() } else { 0 }
        };
        let sizes: Vec<u64> = self.sections.indexes().map(size).collect();
        let half = sizes.iter().sum::<u64>() / 2;
        let done = sizes.iter().scan(0, |done, size| {
            *done += size;
            Some(*done)
        });
        done.take_while(|done| *done < half).count()
    }

    fn bucket_by_facet<'b>(
        &self,
        nodes: Range<usize>,
        subtree: impl Fn(NodeIndex) -> Cow<'b, RoaringBitmap>,
    ) -> PostingLists {
        let mut posting_lists = PostingLists::with_capacity(self.sections.len());
        let mut writer = SectionWriter::new(self.linked.list.layout);
        let mut buckets = Buckets { of_facets: vec![Vec::new(); self.dictionary.len()], used: Vec::new() };
        // By list: the last section that was found to be in it.
        let mut names = vec![None; self.values.lists.len()];
        for node in self.sections.indexes().skip(nodes.start).take(nodes.len()) {
            let lists = &self.lists_naming[node.as_usize()];
            lists.iter().for_each(|list| names[*list as usize] = Some(node));
            if !lists.is_empty() {
                for ordinal in subtree(node).iter() {
                    // The values of a product mostly have the same list.
                    for values in self.values.of_product(ordinal as usize).chunk_by(|a, b| a.list == b.list) {
                        if names[values[0].list as usize] == Some(node) {
                            values.iter().for_each(|each| buckets.push(ordinal, self.facet_of[each.text as usize]));
                        }
                    }
                }
            }
            buckets.flush(|facet, bucket| writer.push(facet, bucket, self.deciding(facet, bucket)));
            posting_lists.push(writer.end_section());
        }
        posting_lists
    }

    /// Which of the products that have a facet in a section decides on its text there, if the facet has several texts.
    fn deciding(&self, facet: u32, ordinals: &[u32]) -> Option<u32> {
        let ordinals = self.dictionary.get(facet).has_several_texts().then_some(ordinals)?;
        self.linked.first_by_stock_number(ordinals.iter().copied())
    }
}

/// The products of one section, bucketed by facet.
struct Buckets {
    of_facets: Vec<Vec<u32>>,
    used: Vec<u32>,
}

impl Buckets {
    /// Adds a product, ordinals ascending, to a facet: once, even if two of its values lead there.
    fn push(&mut self, ordinal: u32, facet: u32) {
        let bucket = &mut self.of_facets[facet as usize];
        match bucket.last() {
            Some(last) if *last == ordinal => return,
            Some(_) => {}
            None => self.used.push(facet),
        }
        bucket.push(ordinal);
    }

    /// Passes on each bucket, facet by facet, and clears it.
    fn flush(&mut self, mut write: impl FnMut(u32, &[u32])) {
        self.used.sort_unstable();
        for facet in self.used.drain(..) {
            let bucket = &mut self.of_facets[facet as usize];
            write(facet, bucket);
            bucket.clear();
        }
    }
}

/// The values of all products in the tree: the distinct parts, and which product has which.
#[derive(Default)]
struct Values<'a> {
    texts: Vec<&'a FilterText>,
    lists: Vec<&'a [SectionId]>,
    /// By ordinal: the end of the product's range in `used`.
    ends: Vec<u32>,
    used: Vec<Value>,
}

/// A value of a product: the positions of its parts.
#[derive(Clone, Copy)]
struct Value {
    text: u32,
    list: u32,
}

impl<'a> Values<'a> {
    fn of(list: &'a ProductList, links: &SectionLinks) -> Self {
        // Found by address, so that no text is hashed for each product.
        let mut known_texts: HashMap<*const FilterText, u32> = HashMap::new();
        let mut known_lists: HashMap<*const Box<[SectionId]>, u32> = HashMap::new();
        let mut values = Self { ends: Vec::with_capacity(links.len() as usize), ..Self::default() };
        let first_text = |product: &Product| product.filter_values.iter().next().map(|value| Arc::as_ptr(value.text));
        for ordinal in list.ordinals(|product| first_text(product).map_or(0, <*const FilterText>::addr)) {
            if links.has_any(ordinal) {
                let mut last = (ptr::null(), 0);
                for ListedFilterValue { text, sections } in list.get(ordinal).filter_values.iter() {
                    let text = *known_texts.entry(Arc::as_ptr(text)).or_insert_with(|| append(&mut values.texts, text));
                    if last.0 != Arc::as_ptr(sections) {
                        let list = known_lists.entry(Arc::as_ptr(sections));
                        let list = *list.or_insert_with(|| append(&mut values.lists, sections));
                        last = (Arc::as_ptr(sections), list);
                    }
                    values.used.push(Value { text, list: last.1 });
                }
            }
            values.ends.push(position(values.used.len()));
        }
        values
    }

    /// The different texts, each with the number of its uses.
    fn uses(&self) -> impl Iterator<Item = Uses<'a>> {
        let mut counts = vec![0; self.texts.len()];
        for value in &self.used {
            counts[value.text as usize] += 1;
        }
        self.texts.iter().copied().zip(counts)
    }

    fn of_product(&self, ordinal: usize) -> &[Value] {
        &self.used[piece(&self.ends, ordinal)]
    }
}

fn append<T>(list: &mut Vec<T>, item: T) -> u32 {
    list.push(item);
    position(list.len()) - 1
}
