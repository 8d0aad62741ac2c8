//! The visible names of vendors. One product determines the name for all products of its vendor, so a run that changes,
//! hides or adds that product changes the others.

use super::facts::ProductFacts;
use super::public_trees::PublicTrees;
use crate::gather::{ParsedRecord, ProductKey, ProductTable};
use crate::resolve::ProductOutcome;
use catalog_domain::products::{Vendor, VendorNames};
use catalog_domain::sections::SectionTree;
use catalog_domain::values::SectionId;
use std::collections::{HashMap, HashSet};

#[derive(Debug, Default)]
pub(super) struct VendorNameChanges<'a> {
    /// By vendor id: the name before and after.
    renamed: HashMap<&'a str, (&'a str, &'a str)>,
}

impl<'a> VendorNameChanges<'a> {
    /// Compares the names before and after. Products that the run does not touch are read only if another one could
    /// have renamed their vendor.
    pub(super) fn of(products: &'a ProductTable, outcome: &ProductOutcome, trees: &PublicTrees) -> Self {
        let sides = Sides { products, outcome, trees };
        let changes = products.keys().filter(|key| sides.can_differ(*key)).map(|key| sides.vendors(key));
        let changes = changes.filter(|(before, after)| before != after);
        let concerned: HashSet<&str> =
            changes.flat_map(|(before, after)| before.into_iter().chain(after)).map(|vendor| &*vendor.id).collect();
        if concerned.is_empty() {
            return Self::default();
        }
        let (mut names_before, mut names_after) = (VendorNames::default(), VendorNames::default());
        for key in products.keys() {
            let stock_number = products.stock_number(key);
            let (before, after) = sides.vendors(key);
            let is_affected = |vendor: &&Vendor| concerned.contains(&*vendor.id);
            before.into_iter().filter(is_affected).for_each(|vendor| names_before.add(stock_number, vendor));
            after.into_iter().filter(is_affected).for_each(|vendor| names_after.add(stock_number, vendor));
        }
        let renamed = |vendor: &'a Vendor| {
            let (before, after) = (vendor.trimmed_name(), names_after.name_of(&vendor.id)?);
            (before != after).then_some((&*vendor.id, (before, after)))
        };
        Self { renamed: names_before.vendors().filter_map(renamed).collect() }
    }

    pub(super) fn affects(&self, vendor: Option<&Vendor>) -> bool {
        !self.renamed.is_empty() && vendor.is_some_and(|vendor| self.renamed.contains_key(&*vendor.id))
    }

    /// Sets the visible name of a renamed vendor in both states of a product.
    pub(super) fn set(&self, before: Option<&mut ProductFacts<'a>>, after: &mut ProductFacts<'a>) {
        let names = |facts: &ProductFacts<'a>| self.renamed.get(&*facts.vendor?.id).copied();
        if let Some(before) = before {
            before.vendor_name = names(before).map(|names| names.0);
        }
        after.vendor_name = names(after).map(|names| names.1);
    }
}

struct Sides<'a, 'b> {
    products: &'a ProductTable,
    outcome: &'b ProductOutcome,
    trees: &'b PublicTrees,
}

impl<'a> Sides<'a, '_> {
    /// Whether the run can change which vendor the product counts for.
    fn can_differ(&self, key: ProductKey) -> bool {
        let has_record = |key| {
            let entry = self.products.entry_of(key);
            entry.is_some_and(|entry| entry.slot.is_some() && matches!(entry.parsed, ParsedRecord::Product(_)))
        };
        self.trees.differ || has_record(key) || self.outcome.deactivated.contains(&key)
    }

    /// The vendors that the product counts for before and after the run: only a public product does.
    fn vendors(&self, key: ProductKey) -> (Option<&'a Vendor>, Option<&'a Vendor>) {
        let trees = self.trees.change();
        let stored = self.products.stored(key);
        let before = stored.filter(|stored| stored.is_active && is_linked(&stored.sections, trees.before));
        let parsed = self.products.entry_of(key).map(|entry| &entry.parsed);
        let (is_active, sections, vendor) = match (parsed, stored) {
            (Some(ParsedRecord::Product(parsed)), _) => (parsed.is_active, &*parsed.sections, parsed.vendor.as_deref()),
            (_, Some(stored)) => (stored.is_active, &*stored.sections, stored.vendor.as_deref()),
            (_, None) => (false, &[][..], None),
        };
        let is_public = is_active && !self.outcome.deactivated.contains(&key) && is_linked(sections, trees.after);
        (before.and_then(|stored| stored.vendor.as_deref()), vendor.filter(|_| is_public))
    }
}

fn is_linked(sections: &[SectionId], tree: &SectionTree) -> bool {
    sections.iter().any(|section| tree.find(*section).is_some())
}
