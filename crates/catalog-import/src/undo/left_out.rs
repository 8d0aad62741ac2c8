//! What of an inverse is left out: what later runs have changed must stay as they left it.

use super::line::{InverseLine, ProductBefore};
use crate::report::Warnings;
use catalog_domain::ports::{ImportSnapshot, StoredProduct};
use catalog_domain::values::{CatalogRevision, SectionId};
use std::collections::{HashMap, HashSet};

/// The last run that changed a product, and the sections that it had before, where those may have changed.
type LaterProduct = (CatalogRevision, Option<Box<[SectionId]>>);

/// What the runs after the one that is undone have changed. They are added in their order, so that the first line about
/// something says how the undone run had left it.
#[derive(Debug, Default)]
pub(super) struct LaterChanges {
    definitions: HashMap<Box<str>, CatalogRevision>,
    /// With the parent that they had; `None` also of those that were made.
    sections: HashMap<SectionId, (CatalogRevision, Option<SectionId>)>,
    products: HashMap<Box<str>, LaterProduct>,
    /// The last run that changed records of sections or products, which are written in terms of types.
    records: Option<CatalogRevision>,
}

impl LaterChanges {
    pub(super) fn add(&mut self, run: CatalogRevision, line: InverseLine) {
        match line {
            InverseLine::Definition(name) => drop(self.definitions.insert(name, run)),
            InverseLine::Section { id, before } => {
                self.records = Some(run);
                let parent = before.and_then(|before| before.parent);
                self.sections.entry(id).or_insert((run, parent)).0 = run;
            }
            InverseLine::Product { stock_number, before } => {
                let sections = match before {
                    ProductBefore::Absent => Some(Box::default()),
                    ProductBefore::Record { sections, .. } => Some(sections),
                    ProductBefore::Partly => None,
                };
                if sections.is_some() {
                    self.records = Some(run);
                }
                let known = self.products.entry(stock_number).or_insert((run, None));
                known.0 = run;
                known.1 = known.1.take().or(sections);
            }
        }
    }

    /// The later run that put something into each section.
    fn fills(&self, snapshot: &ImportSnapshot) -> HashMap<SectionId, CatalogRevision> {
        let mut fills = HashMap::new();
        for product in &snapshot.products {
            if let Some((run, Some(before))) = self.products.get(&product.stock_number) {
                let new = product.sections.iter().filter(|section| !before.contains(section));
                fills.extend(new.map(|section| (*section, *run)));
            }
        }
        for section in &snapshot.sections {
            if let Some((run, before)) = self.sections.get(&section.id)
                && section.parent != *before
            {
                fills.extend(section.parent.map(|parent| (parent, *run)));
            }
        }
        fills
    }
}

/// The lines that are left out, with a warning each.
#[derive(Debug, Default)]
pub(super) struct LeftOut {
    /// By their numbers, from 0.
    pub(super) lines: HashSet<usize>,
    pub(super) warnings: Warnings,
}

impl LeftOut {
    pub(super) fn find(lines: &[InverseLine], later: &LaterChanges, snapshot: &ImportSnapshot) -> Self {
        let mut left_out = Self { lines: superfluous(lines), ..Self::default() };
        left_out.changed_later(lines, later, snapshot);
        left_out.products_whose_source_id_is_taken(lines, snapshot);
        left_out.sections_in_use(lines, snapshot);
        left_out
    }

    fn changed_later(&mut self, lines: &[InverseLine], later: &LaterChanges, snapshot: &ImportSnapshot) {
        let fills = later.fills(snapshot);
        for (number, line) in lines.iter().enumerate() {
            let (what, run) = match line {
                InverseLine::Definition(name) => {
                    // Types are not deleted by later records, but those may need the fields that this run added.
                    let of_records = later.records.filter(|_| name.starts_with("productType "));
                    ("changed it, or records that may need it", later.definitions.get(name).copied().or(of_records))
                }
                InverseLine::Section { id, .. } => match later.sections.get(id) {
                    Some((run, _)) => ("changed it", Some(*run)),
                    None => ("put something into it", fills.get(id).copied()),
                },
                InverseLine::Product { stock_number, .. } => {
                    ("changed it", later.products.get(stock_number).map(|(run, _)| *run))
                }
            };
            if let Some(run) = run {
                self.add(number, line, || format!("run {run} {what}"));
            }
        }
    }

    /// To take a source id back from a product that stays would switch that one off.
    fn products_whose_source_id_is_taken(&mut self, lines: &[InverseLine], snapshot: &ImportSnapshot) {
        let (mut undone, mut wanted) = (HashSet::new(), HashMap::new());
        for (number, line) in lines.iter().enumerate() {
            let InverseLine::Product { stock_number, before } = line else { continue };
            if let ProductBefore::Record { source_id, .. } = before {
                wanted.insert(*source_id, (number, stock_number));
            }
            if *before != ProductBefore::Partly && !self.lines.contains(&number) {
                undone.insert(stock_number);
            }
        }
        let mut staying: Vec<&StoredProduct> =
            snapshot.products.iter().filter(|product| !undone.contains(&product.stock_number)).collect();
        while let Some(holder) = staying.pop() {
            let claim = holder.source_id.and_then(|id| Some((id, *wanted.get(&id)?)));
            let Some((id, (number, stock_number))) = claim else { continue };
            if *stock_number == holder.stock_number || self.lines.contains(&number) {
                continue;
            }
            let name = &holder.stock_number;
            self.add(number, &lines[number], || format!("its source id {id} is that of product `{name}` now"));
            // It keeps its own id, which another one may want back.
            staying.extend(stored(snapshot, stock_number));
        }
    }

    /// What the run put into a section and stays must not lose it.
    fn sections_in_use(&mut self, lines: &[InverseLine], snapshot: &ImportSnapshot) {
        let mut users: HashMap<SectionId, String> = HashMap::new();
        loop {
            for number in &self.lines {
                for section in put_into(&lines[*number], snapshot) {
                    users.entry(section).or_insert_with(|| subject(&lines[*number]));
                }
            }
            let before = self.lines.len();
            for (number, line) in lines.iter().enumerate() {
                let InverseLine::Section { id, before } = line else { continue };
                let is_switched_off = !before.as_ref().is_some_and(|before| before.is_active);
                if let Some(user) = users.get(id).filter(|_| is_switched_off && !self.lines.contains(&number)) {
                    self.add(number, line, || format!("{user} stays in it"));
                }
            }
            // A section that stays is in one, too.
            if self.lines.len() == before {
                return;
            }
        }
    }

    fn add(&mut self, number: usize, line: &InverseLine, reason: impl FnOnce() -> String) {
        let products = match line {
            InverseLine::Product { stock_number, .. } => vec![stock_number.to_string()],
            _ => Vec::new(),
        };
        self.lines.insert(number);
        self.warnings.add(&products, || format!("{} is left out: {}", subject(line), reason()));
    }
}

/// A whole product brings its offer back, too. A run that gives away the source id of a product has both.
fn superfluous(lines: &[InverseLine]) -> HashSet<usize> {
    let whole = |line: &InverseLine| match line {
        InverseLine::Product { before: ProductBefore::Partly, .. } => None,
        InverseLine::Product { stock_number, .. } => Some(stock_number.clone()),
        _ => None,
    };
    let whole: HashSet<Box<str>> = lines.iter().filter_map(whole).collect();
    let is_it = |line: &InverseLine| match line {
        InverseLine::Product { stock_number, before: ProductBefore::Partly } => whole.contains(stock_number),
        _ => false,
    };
    lines.iter().enumerate().filter(|(_, line)| is_it(line)).map(|(number, _)| number).collect()
}

fn stored<'a>(snapshot: &'a ImportSnapshot, stock_number: &str) -> Option<&'a StoredProduct> {
    let found = snapshot.products.binary_search_by(|product| (*product.stock_number).cmp(stock_number));
    found.ok().map(|at| &snapshot.products[at])
}

fn subject(line: &InverseLine) -> String {
    match line {
        InverseLine::Definition(name) => name.to_string(),
        InverseLine::Section { id, .. } => format!("section {id}"),
        InverseLine::Product { stock_number, .. } => format!("product `{stock_number}`"),
    }
}

/// The sections in which something is now and was not before the run.
fn put_into(line: &InverseLine, snapshot: &ImportSnapshot) -> Vec<SectionId> {
    match line {
        InverseLine::Product {
            stock_number,
            before: before @ (ProductBefore::Absent | ProductBefore::Record { .. }),
        } => {
            let known = match before {
                ProductBefore::Record { sections, .. } => &**sections,
                _ => &[],
            };
            let present = stored(snapshot, stock_number).map_or(&[][..], |product| &product.sections);
            present.iter().filter(|section| !known.contains(section)).copied().collect()
        }
        InverseLine::Section { id, before } => {
            let parent = before.as_ref().and_then(|before| before.parent);
            let found = snapshot.sections.binary_search_by_key(id, |section| section.id).ok();
            let present = found.and_then(|at| snapshot.sections[at].parent);
            present.filter(|present| Some(*present) != parent).into_iter().collect()
        }
        _ => Vec::new(),
    }
}
