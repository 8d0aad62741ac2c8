//! Brings the filter values up to date: products that stay are renumbered where they stand, only new ones are looked at.

use super::FacetIndex;
use super::dictionary::Uses;
use super::runs::{Members, Runs};
use crate::catalog::renumbering::Renumbering;
use crate::catalog::section_links::SectionLinks;
use crate::catalog::tree_change::TreeChange;
use crate::product::Product;
use crate::section_tree::{NodeIndex, SectionTree};
use std::sync::Arc;

/// A list of products before and after a change, with its links to one tree. Whatever stays by the renumbering is in the
/// same subtrees as before.
#[derive(Clone, Copy)]
pub(in crate::catalog) struct ChangedProducts<'a> {
    pub(in crate::catalog) renumbering: &'a Renumbering,
    pub(in crate::catalog) old: (&'a [Arc<Product>], &'a SectionLinks),
    pub(in crate::catalog) new: (&'a [Arc<Product>], &'a SectionLinks),
    /// The tree after the change, and how it came of the one before.
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
    pub(in crate::catalog) fn updated(&self, changed: ChangedProducts<'_>) -> Self {
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
        let mut writer = RunWriter { renumbering: changed.renumbering, runs, run: Vec::new() };
        let mut rest = added.as_slice();
        for node in changed.sections.indexes() {
            let (new, others) = rest.split_at(rest.partition_point(|membership| membership.node <= node));
            rest = others;
            let stays = |(facet, members): (u32, _)| Some((moved[facet as usize]?, members));
            let old = changed.tree_change.origin(node).into_iter().flat_map(|node| self.runs.of(node, 0..u32::MAX));
            let mut old: Vec<(u32, Members<'_>)> = old.filter_map(stays).collect();
            // In order already, unless what a value is shown as has changed.
            old.sort_by_key(|(facet, _)| *facet);
            writer.write_section(&old, new);
        }
        writer.runs.end();
        Self { dictionary, runs: writer.runs }
    }
}

impl<'a> ChangedProducts<'a> {
    /// The texts that lost and new products use.
    fn uses(self) -> impl Iterator<Item = Uses<'a>> {
        let of = |(products, links): (&'a [Arc<Product>], &'a SectionLinks), ordinals: &'a [u32], uses| {
            let linked = ordinals.iter().filter(move |ordinal| links.has_any(**ordinal));
            let values = linked.flat_map(move |ordinal| products[*ordinal as usize].filter_values.iter());
            values.map(move |value| (&**value.text, uses))
        };
        of(self.old, self.renumbering.lost(), -1).chain(of(self.new, self.renumbering.new_ordinals(), 1))
    }

    /// Shows where the new products have which value, by uid and key.
    fn each_new_membership(self, mut visit: impl FnMut(NodeIndex, (&'a str, &'a str), u32)) {
        let (products, links) = self.new;
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
    renumbering: &'a Renumbering,
    runs: Runs,
    /// The run that is being written.
    run: Vec<u32>,
}

impl RunWriter<'_> {
    /// Writes the runs of the next section: `old` ones (facet, products by old ordinal) and the memberships of `new`
    /// products, both by facet.
    fn write_section(&mut self, old: &[(u32, Members<'_>)], new: &[Membership]) {
        self.runs.next_section();
        let mut new = new.chunk_by(|a, b| a.facet == b.facet).peekable();
        for (facet, members) in old {
            while let Some(run) = new.next_if(|run| run[0].facet < *facet) {
                self.write_run(run[0].facet, Members::Few(&[]), run);
            }
            let own = new.next_if(|run| run[0].facet == *facet).unwrap_or_default();
            self.write_run(*facet, *members, own);
        }
        for run in new {
            self.write_run(run[0].facet, Members::Few(&[]), run);
        }
    }

    /// Writes one run. Renumbered ordinals still ascend, so two ascending lists are merged.
    fn write_run(&mut self, facet: u32, old: Members<'_>, new: &[Membership]) {
        self.run.clear();
        let mut new = new.iter().map(|membership| membership.ordinal).peekable();
        old.each(|ordinal| {
            let Some(kept) = self.renumbering.kept(ordinal) else { return };
            while let Some(earlier) = new.next_if(|ordinal| *ordinal < kept) {
                self.run.push(earlier);
            }
            self.run.push(kept);
        });
        self.run.extend(new);
        self.runs.push(facet, &self.run);
    }
}
