//! Brings the filter values up to date: products that stay are renumbered where they stand, only new ones are looked at.

use super::dictionary::Uses;
use super::{FacetIndex, Run};
use crate::catalog::renumbering::Renumbering;
use crate::catalog::section_links::SectionLinks;
use crate::product::Product;
use crate::section_tree::{NodeIndex, SectionTree};
use std::sync::Arc;

/// A list of products before and after a change, with its links to one tree, whose shape is the same in both.
#[derive(Clone, Copy)]
pub(in crate::catalog) struct ChangedProducts<'a> {
    pub(in crate::catalog) renumbering: &'a Renumbering,
    pub(in crate::catalog) old: (&'a [Arc<Product>], &'a SectionLinks),
    pub(in crate::catalog) new: (&'a [Arc<Product>], &'a SectionLinks),
    pub(in crate::catalog) sections: &'a SectionTree,
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
        let mut writer = RunWriter {
            renumbering: changed.renumbering,
            starts: Vec::with_capacity(self.starts.len()),
            runs: Vec::with_capacity(self.runs.len()),
            ordinals: Vec::with_capacity(self.ordinals.len() + added.len()),
        };
        let mut rest = added.as_slice();
        for node in changed.sections.indexes() {
            let (new, others) = rest.split_at(rest.partition_point(|membership| membership.node <= node));
            rest = others;
            let stays = |(facet, ordinals): (u32, _)| Some((moved[facet as usize]?, ordinals));
            let mut old: Vec<(u32, &[u32])> = self.runs_of(node, 0..u32::MAX).filter_map(stays).collect();
            // In order already, unless what a value is shown as has changed.
            old.sort_by_key(|(facet, _)| *facet);
            writer.write_section(&old, new);
        }
        writer.starts.push(writer.run_count());
        Self { dictionary, starts: writer.starts, runs: writer.runs, ordinals: writer.ordinals }
    }
}

impl<'a> ChangedProducts<'a> {
    /// The texts that lost and new products use.
    fn uses(self) -> impl Iterator<Item = Uses<'a>> {
        let of = |(products, links): (&'a [Arc<Product>], &'a SectionLinks), ordinals: &'a [u32], uses| {
            let linked = ordinals.iter().filter(move |ordinal| links.has_any(**ordinal));
            let values = linked.flat_map(move |ordinal| &products[*ordinal as usize].filter_values);
            values.map(move |value| (&*value.text, uses))
        };
        of(self.old, self.renumbering.lost(), -1).chain(of(self.new, self.renumbering.new_ordinals(), 1))
    }

    /// Shows where the new products have which value, by uid and key.
    fn each_new_membership(self, mut visit: impl FnMut(NodeIndex, (&'a str, &'a str), u32)) {
        let (products, links) = self.new;
        for ordinal in self.renumbering.new_ordinals() {
            let linked = links.of(*ordinal);
            for value in &products[*ordinal as usize].filter_values {
                for node in self.sections.among(&value.sections) {
                    let subtree = self.sections.subtree(node);
                    if linked.iter().any(|link| subtree.contains(&link.as_usize())) {
                        visit(node, (&value.uid, &value.key), *ordinal);
                    }
                }
            }
        }
    }
}

/// Writes the columns of an index, section by section.
struct RunWriter<'a> {
    renumbering: &'a Renumbering,
    starts: Vec<u32>,
    runs: Vec<Run>,
    ordinals: Vec<u32>,
}

impl RunWriter<'_> {
    /// Writes the runs of the next section: `old` ones (facet, old ordinals) and the memberships of `new` products, both by
    /// facet.
    fn write_section(&mut self, old: &[(u32, &[u32])], new: &[Membership]) {
        self.starts.push(self.run_count());
        let mut new = new.chunk_by(|a, b| a.facet == b.facet).peekable();
        for (facet, ordinals) in old {
            while let Some(run) = new.next_if(|run| run[0].facet < *facet) {
                self.write_run(run[0].facet, &[], run);
            }
            let own = new.next_if(|run| run[0].facet == *facet).unwrap_or_default();
            self.write_run(*facet, ordinals, own);
        }
        for run in new {
            self.write_run(run[0].facet, &[], run);
        }
    }

    /// Writes one run, unless nothing is left of it. Renumbered ordinals still ascend, so two ascending lists are merged.
    fn write_run(&mut self, facet: u32, old: &[u32], new: &[Membership]) {
        let start = self.ordinals.len();
        let mut new = new.iter().map(|membership| membership.ordinal).peekable();
        for kept in old.iter().filter_map(|ordinal| self.renumbering.kept(*ordinal)) {
            while let Some(earlier) = new.next_if(|ordinal| *ordinal < kept) {
                self.ordinals.push(earlier);
            }
            self.ordinals.push(kept);
        }
        self.ordinals.extend(new);
        if self.ordinals.len() > start {
            self.runs.push(Run { facet, end: u32::try_from(self.ordinals.len()).unwrap_or(u32::MAX) });
        }
    }

    fn run_count(&self) -> u32 {
        u32::try_from(self.runs.len()).unwrap_or(u32::MAX)
    }
}
