//! Groups the products by section and filter value, without sorting them.
//!
//! Products share the texts and the section lists of their values, so there are far fewer different values than uses.
//! Each is looked at once; every use is then a number, and the numbers are counted and dealt out.

use super::FacetIndex;
use super::dictionary::{Dictionary, Uses};
use super::runs::Runs;
use crate::catalog::section_links::SectionLinks;
use crate::filter::{FilterText, SharedFilterValue};
use crate::identifiers::SectionId;
use crate::product::Product;
use crate::section_tree::{NodeIndex, SectionTree};
use hashbrown::HashMap;
use std::sync::Arc;

/// A value in a section.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Place {
    node: NodeIndex,
    facet: u32,
}

/// Who has which value where.
pub(super) struct Grouping<'a> {
    links: &'a SectionLinks,
    sections: &'a SectionTree,
    values: Values<'a>,
    dictionary: Dictionary,
    places: Places,
}

impl<'a> Grouping<'a> {
    pub(super) fn new(products: &'a [Arc<Product>], links: &'a SectionLinks, sections: &'a SectionTree) -> Self {
        let values = Values::of(products, links);
        let (dictionary, _) = Dictionary::default().updated(values.uses());
        let places = Places::new(&values.distinct, &dictionary, sections);
        Self { links, sections, values, dictionary, places }
    }

    /// Counts the members of every place, then deals them out.
    pub(super) fn into_index(self) -> FacetIndex {
        let mut counts = vec![0_u32; self.places.all.len()];
        self.each_member(|_, place| counts[place] += 1);
        // By place: where its next member goes; in the end, where its members end.
        let mut ends = Vec::with_capacity(counts.len());
        let mut total = 0;
        for count in counts {
            ends.push(total);
            total += count;
        }
        let mut members = vec![0; total as usize];
        self.each_member(|ordinal, place| {
            members[ends[place] as usize] = ordinal;
            ends[place] += 1;
        });
        let mut runs = Runs::with_capacity(self.sections.len());
        let mut places = (0..).zip(&self.places.all).peekable();
        for node in self.sections.indexes() {
            runs.next_section();
            while let Some((at, place)) = places.next_if(|(_, place)| place.node == node) {
                let start = usize::checked_sub(at, 1).map_or(0, |before| ends[before]);
                runs.push(place.facet, &members[start as usize..ends[at] as usize]);
            }
        }
        runs.next_section();
        runs.shrink_to_fit();
        FacetIndex { dictionary: self.dictionary, runs }
    }

    /// Shows every product in each of its places once, in the order of ordinals: places in whose subtree it is.
    fn each_member(&self, mut visit: impl FnMut(u32, usize)) {
        const NOBODY: u32 = u32::MAX;
        // By place: the last product that was shown there. Two values of one product may lead to one place.
        let mut last = vec![NOBODY; self.places.all.len()];
        for ordinal in 0..self.links.len() {
            let linked = self.links.of(ordinal);
            for value in self.values.of_product(ordinal as usize) {
                for place in self.places.of_value(*value) {
                    let subtree = self.sections.subtree(self.places.all[*place as usize].node);
                    let is_below = linked.iter().any(|link| subtree.contains(&link.as_usize()));
                    if is_below && std::mem::replace(&mut last[*place as usize], ordinal) != ordinal {
                        visit(ordinal, *place as usize);
                    }
                }
            }
        }
    }
}

/// The values of all products that are in the tree: the different ones, and who has which.
struct Values<'a> {
    distinct: Vec<&'a SharedFilterValue>,
    /// By ordinal: the end of the product's run in `used`.
    ends: Vec<u32>,
    /// Positions in `distinct`.
    used: Vec<u32>,
}

impl<'a> Values<'a> {
    fn of(products: &'a [Arc<Product>], links: &SectionLinks) -> Self {
        // Found by the addresses of their parts, so that no text has to be hashed for each product.
        let mut known: HashMap<(*const FilterText, *const Box<[SectionId]>), u32> = HashMap::new();
        let mut values = Self { distinct: Vec::new(), ends: Vec::with_capacity(products.len()), used: Vec::new() };
        for (ordinal, product) in (0_u32..).zip(products) {
            if links.has_any(ordinal) {
                for value in &product.filter_values {
                    let addresses = (Arc::as_ptr(&value.text), Arc::as_ptr(&value.sections));
                    let at = *known.entry(addresses).or_insert_with(|| {
                        values.distinct.push(value);
                        length(&values.distinct) - 1
                    });
                    values.used.push(at);
                }
            }
            values.ends.push(length(&values.used));
        }
        values
    }

    /// The different texts, each with the number of its uses.
    fn uses(&self) -> impl Iterator<Item = Uses<'a>> {
        let mut counts = vec![0; self.distinct.len()];
        for value in &self.used {
            counts[*value as usize] += 1;
        }
        let mut by_text: HashMap<*const FilterText, Uses<'a>> = HashMap::new();
        for (value, count) in self.distinct.iter().zip(counts) {
            by_text.entry(Arc::as_ptr(&value.text)).or_insert((&value.text, 0)).1 += count;
        }
        by_text.into_values()
    }

    /// The positions in `distinct` of the product's values.
    fn of_product(&self, ordinal: usize) -> &[u32] {
        let start = ordinal.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.used[start as usize..self.ends[ordinal] as usize]
    }
}

/// The places of all values.
struct Places {
    /// In order.
    all: Vec<Place>,
    /// By position of a value: the end of its run in `of_values`.
    ends: Vec<u32>,
    /// Positions in `all`.
    of_values: Vec<u32>,
}

impl Places {
    fn new(values: &[&SharedFilterValue], dictionary: &Dictionary, sections: &SectionTree) -> Self {
        let mut by_value: Vec<Place> = Vec::new();
        let mut ends = Vec::with_capacity(values.len());
        let positions = dictionary.positions();
        // Texts and section lists are few too, so each is looked up only once.
        let mut facet_of: HashMap<*const FilterText, Option<u32>> = HashMap::new();
        let mut nodes_of: HashMap<*const Box<[SectionId]>, Vec<NodeIndex>> = HashMap::new();
        for value in values {
            let nodes = nodes_of.entry(Arc::as_ptr(&value.sections)).or_insert_with(|| sections.among(&value.sections));
            let facet = facet_of.entry(Arc::as_ptr(&value.text));
            if let Some(facet) = *facet.or_insert_with(|| positions.get(&(&*value.uid, &*value.key)).copied()) {
                by_value.extend(nodes.iter().map(|node| Place { node: *node, facet }));
            }
            ends.push(length(&by_value));
        }
        let mut all = by_value.clone();
        all.sort_unstable();
        all.dedup();
        let position_of: HashMap<Place, u32> = all.iter().copied().zip(0..).collect();
        let of_values = by_value.iter().filter_map(|place| position_of.get(place).copied()).collect();
        Self { all, ends, of_values }
    }

    /// The positions of the places of a value.
    fn of_value(&self, value: u32) -> &[u32] {
        let start = value.checked_sub(1).map_or(0, |before| self.ends[before as usize]);
        &self.of_values[start as usize..self.ends[value as usize] as usize]
    }
}

/// Fewer than 2^32 values are used.
fn length<T>(list: &[T]) -> u32 {
    u32::try_from(list.len()).unwrap_or(u32::MAX)
}
