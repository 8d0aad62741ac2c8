//! Brings the filter values up to date: products that stay are renumbered where they stand, only new ones are looked at.

use super::dictionary::{Dictionary, Uses};
use super::inheritance::Inheritance;
use super::runs::{Members, Run, Runs};
use super::{FacetIndex, LinkedProducts};
use crate::catalog::renumbering::Renumbering;
use crate::catalog::section_links::SectionLinks;
use crate::catalog::tree_change::TreeChange;
use crate::product::Product;
use crate::section_tree::{NodeIndex, SectionTree};
use hashbrown::HashSet;
use std::sync::Arc;

/// A list of products before and after a change, with its links to one tree. Whatever stays by the renumbering is in the
/// same subtrees as before.
#[derive(Clone, Copy)]
pub(in crate::catalog) struct ChangedProducts<'a> {
    pub(in crate::catalog) renumbering: &'a Renumbering,
    pub(in crate::catalog) old: (&'a [Arc<Product>], &'a SectionLinks),
    pub(in crate::catalog) new: LinkedProducts<'a>,
    /// The tree before and after the change, and how one came of the other.
    pub(in crate::catalog) old_sections: &'a SectionTree,
    pub(in crate::catalog) sections: &'a SectionTree,
    pub(in crate::catalog) tree_change: &'a TreeChange,
}

/// A new product that has a value in a section.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Membership {
    node: NodeIndex,
    facet: u32,
    ordinal: u32,
}

impl FacetIndex {
    /// The index of the changed products.
    pub(in crate::catalog) fn updated<'a>(&'a self, changed: ChangedProducts<'a>) -> Self {
        let (dictionary, moved) = self.dictionary.updated(changed.uses());
        let mut added = Vec::new();
        let positions = dictionary.positions();
        changed.each_new_membership(|node, (uid, key), ordinal| {
            added.extend(positions.get(&(uid, key)).map(|facet| Membership { node, facet: *facet, ordinal }));
        });
        drop(positions);
        added.sort_unstable();
        added.dedup();
        let runs = self.runs.with_room_for_more(changed.sections.len(), added.len());
        let mut writer = RunWriter { changed, dictionary: &dictionary, runs, run: Vec::new() };
        let mut rest = added.as_slice();
        for node in changed.sections.indexes() {
            let (new, others) = rest.split_at(rest.partition_point(|membership| membership.node <= node));
            rest = others;
            let stays = |run: Run<'a>| Some(Run { facet: moved[run.facet as usize]?, ..run });
            let old = changed.tree_change.origin(node).into_iter().flat_map(|node| self.runs.of(node, 0..u32::MAX));
            let mut old: Vec<Run<'_>> = old.filter_map(stays).collect();
            // In order already, unless what a value is shown as has changed.
            old.sort_by_key(|run| run.facet);
            writer.write_section(&old, new);
        }
        let RunWriter { mut runs, .. } = writer;
        runs.end();
        Self { dictionary, runs, inheritance: changed.inheritance(&self.inheritance) }
    }
}

impl<'a> ChangedProducts<'a> {
    /// The texts that lost and new products use.
    fn uses(self) -> impl Iterator<Item = Uses<'a>> {
        let LinkedProducts { products, links, .. } = self.new;
        let of = |(products, links): (&'a [Arc<Product>], &'a SectionLinks), ordinals: &'a [u32], uses| {
            let linked = ordinals.iter().filter(move |ordinal| links.has_any(**ordinal));
            let values = linked.flat_map(move |ordinal| products[*ordinal as usize].filter_values.iter());
            values.map(move |value| (&**value.text, uses))
        };
        of(self.old, self.renumbering.lost(), -1).chain(of((products, links), self.renumbering.new_ordinals(), 1))
    }

    /// That of the sections after the change.
    fn inheritance(self, before: &Inheritance) -> Inheritance {
        let mut inheritance = before.moved(self.old_sections, self.sections, self.tree_change);
        let mut seen = HashSet::new();
        let new = self.renumbering.new_ordinals().iter().map(|ordinal| &self.new.products[*ordinal as usize]);
        for value in new.flat_map(|product| product.filter_values.iter()) {
            // Products share their lists.
            if seen.insert(Arc::as_ptr(value.sections)) {
                inheritance.add(value.sections, self.sections);
            }
        }
        inheritance
    }

    /// Shows where the new products have which value, by uid and key.
    fn each_new_membership(self, mut visit: impl FnMut(NodeIndex, (&'a str, &'a str), u32)) {
        let LinkedProducts { products, links, .. } = self.new;
        for ordinal in self.renumbering.new_ordinals() {
            let linked = links.of(*ordinal);
            for value in products[*ordinal as usize].filter_values.iter() {
                for node in self.sections.among(value.sections) {
                    let subtree = self.sections.subtree(node);
                    if linked.iter().any(|link| subtree.contains(&link.as_usize())) {
                        visit(node, (&value.text.uid, &value.text.key), *ordinal);
                    }
                }
            }
        }
    }
}

/// Writes the runs of an index, section by section.
struct RunWriter<'a> {
    changed: ChangedProducts<'a>,
    dictionary: &'a Dictionary,
    runs: Runs,
    /// The run that is being written.
    run: Vec<u32>,
}

impl RunWriter<'_> {
    /// Writes the runs of the next section: `old` ones (facets by new position, products by old ordinal) and the memberships
    /// of `new` products, both by facet.
    fn write_section(&mut self, old: &[Run<'_>], new: &[Membership]) {
        let none = |facet| Run { facet, members: Members::Few(&[]), deciding: None };
        self.runs.next_section();
        let mut new = new.chunk_by(|a, b| a.facet == b.facet).peekable();
        for run in old {
            while let Some(added) = new.next_if(|added| added[0].facet < run.facet) {
                self.write_run(none(added[0].facet), added);
            }
            let own = new.next_if(|added| added[0].facet == run.facet).unwrap_or_default();
            self.write_run(*run, own);
        }
        for added in new {
            self.write_run(none(added[0].facet), added);
        }
    }

    /// Writes one run. Renumbered ordinals still ascend, so two ascending lists are merged.
    fn write_run(&mut self, old: Run<'_>, added: &[Membership]) {
        self.run.clear();
        let mut new = added.iter().map(|membership| membership.ordinal).peekable();
        old.members.each(|ordinal| {
            let Some(kept) = self.changed.renumbering.kept(ordinal) else { return };
            while let Some(earlier) = new.next_if(|ordinal| *ordinal < kept) {
                self.run.push(earlier);
            }
            self.run.push(kept);
        });
        self.run.extend(new);
        self.runs.push(old.facet, &self.run, self.deciding(old, added));
    }

    /// Which product decides on the text of the run that was just made, if that has to be decided. The one that did so
    /// before, and is still there, comes before all others but the `added` ones.
    fn deciding(&self, old: Run<'_>, added: &[Membership]) -> Option<u32> {
        if !self.dictionary.get(old.facet).has_several_texts() {
            return None;
        }
        let products = self.changed.new;
        match old.deciding.and_then(|ordinal| self.changed.renumbering.kept(ordinal)) {
            Some(before) => {
                let added = added.iter().map(|membership| membership.ordinal);
                products.first_by_stock_number(added.chain([before]))
            }
            None => products.first_by_stock_number(self.run.iter().copied()),
        }
    }
}
