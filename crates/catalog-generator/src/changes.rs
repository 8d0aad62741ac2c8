//! A later delta of a catalog: offers, edits, removals, returns, moves, and a few sections.

pub(crate) mod rounds;
mod sections;

use crate::linking::{add_another, category, filtering_sections};
use crate::offers::changed_offer;
use crate::plan::Plan;
use crate::products::{self, INACTIVE_EVERY, INACTIVE_REMAINDER, other_vendor};
use crate::random::{Random, Scatter, Stream, mix};
use crate::records::{Offer, Product, Record};
use crate::sections::hierarchy_id;
use crate::stock_numbers::stock_number;
use crate::text::moment_of_january_2026;
use crate::writer::RecordWriter;
use catalog_records::{DeletedDocument, Given, OfferRecordDocument, PhotoDocument, RecordKind};
use std::io;

const SECTION_CHANGES_FROM: u64 = 20;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// New prices and stock.
    Offer,
    /// Other content; prices and stock stay.
    Edit,
    /// The product is removed.
    Deleted,
    /// The product moves to other sections.
    Move,
    /// A deactivated product is restored.
    Restored,
    New,
}

/// Twenty changes in a row: 60 % offers, 20 % edits, 5 % of each other kind. Short deltas have most kinds too.
const SEQUENCE: [Kind; 20] = [
    Kind::Offer,
    Kind::Edit,
    Kind::Offer,
    Kind::New,
    Kind::Offer,
    Kind::Deleted,
    Kind::Offer,
    Kind::Edit,
    Kind::Offer,
    Kind::Offer,
    Kind::Move,
    Kind::Offer,
    Kind::Edit,
    Kind::Offer,
    Kind::Offer,
    Kind::Restored,
    Kind::Offer,
    Kind::Offer,
    Kind::Edit,
    Kind::Offer,
];

/// Writes a delta with `count` changed products. Where the catalog has not enough products for it, the rest are new
/// ones.
pub(crate) fn write(plan: &Plan<'_>, count: u64, writer: &mut RecordWriter<'_>) -> io::Result<()> {
    if count >= SECTION_CHANGES_FROM {
        let mut random = plan.random(Stream::Selection, mix(count).wrapping_add(1));
        for record in sections::records(plan, &mut random) {
            writer.write(&record)?;
        }
    }
    let mut selection = Selection::new(plan, count);
    for number in 0..count {
        let mut random = plan.random(Stream::Change, mix(count).wrapping_add(number));
        let wanted = SEQUENCE[(number % SEQUENCE.len() as u64) as usize];
        let (kind, index) = selection.next(wanted, number);
        writer.write(&change(plan, kind, index, &mut random))?;
    }
    Ok(())
}

/// Iterates over the products to change, so that none is changed twice.
struct Selection {
    products: u64,
    active: Scatter,
    active_used: u64,
    inactive: Scatter,
    inactive_used: u64,
}

impl Selection {
    fn new(plan: &Plan<'_>, count: u64) -> Self {
        let products = plan.options.products;
        let inactive = inactive_among(products);
        let mut random = plan.random(Stream::Selection, mix(count));
        Self {
            products,
            active: Scatter::new(products - inactive, &mut random),
            active_used: 0,
            inactive: Scatter::new(inactive, &mut random),
            inactive_used: 0,
        }
    }

    /// The product for a change of the requested kind; a new product when all candidates are used up.
    fn next(&mut self, wanted: Kind, number: u64) -> (Kind, u64) {
        let existing = match wanted {
            Kind::New => None,
            Kind::Restored => {
                self.inactive_used += 1;
                self.inactive.at(self.inactive_used - 1).map(inactive_index)
            }
            Kind::Offer | Kind::Edit | Kind::Deleted | Kind::Move => {
                self.active_used += 1;
                self.active.at(self.active_used - 1).map(active_index)
            }
        };
        existing.map_or((Kind::New, self.products + number), |index| (wanted, index))
    }
}

/// How many of the first `products` products are deactivated.
fn inactive_among(products: u64) -> u64 {
    products / INACTIVE_EVERY + u64::from(products % INACTIVE_EVERY > INACTIVE_REMAINDER)
}

fn inactive_index(ordinal: u64) -> u64 {
    ordinal * INACTIVE_EVERY + INACTIVE_REMAINDER
}

fn active_index(ordinal: u64) -> u64 {
    let (block, within) = (ordinal / (INACTIVE_EVERY - 1), ordinal % (INACTIVE_EVERY - 1));
    block * INACTIVE_EVERY + within + u64::from(within >= INACTIVE_REMAINDER)
}

fn change<'a>(plan: &'a Plan<'_>, kind: Kind, index: u64, random: &mut Random) -> Record<'a> {
    match kind {
        Kind::Offer => {
            let commercial_updated_at = moment(random);
            let offer = Offer { commercial_updated_at, ..changed_offer(plan, index, random) };
            Record::Offer(OfferRecordDocument::new(stock_number(plan, index), offer))
        }
        Kind::Deleted => {
            let stock_number = Some(stock_number(plan, index));
            Record::Deleted(DeletedDocument { kind: RecordKind::Deleted, stock_number, hierarchy_id: None })
        }
        Kind::Edit => product(plan, index, random, |product, random| edit(plan, product, random)),
        Kind::Move => product(plan, index, random, |product, random| relocate(plan, index, product, random)),
        Kind::Restored | Kind::New => product(plan, index, random, |product, _| product.is_active = true),
    }
}

/// The catalog's product, except for `alter` and the time. A changed product keeps its offer in the store.
fn product<'a>(
    plan: &'a Plan<'_>,
    index: u64,
    random: &mut Random,
    alter: impl FnOnce(&mut Product<'a>, &mut Random),
) -> Record<'a> {
    let mut product = products::document(plan, index);
    product.content_updated_at = moment(random);
    product.commercial_updated_at = Given(None);
    if index < plan.options.products && product.is_active {
        product.offer = Given(None);
    }
    alter(&mut product, random);
    Record::Product(Box::new(product))
}

fn edit<'a>(plan: &'a Plan<'_>, product: &mut Product<'a>, random: &mut Random) {
    match random.below(4) {
        0 => product.description.to_mut().push_str("<p>Revised edition: see the new data sheet.</p>"),
        1 => {
            let url = product.photos.first().map_or_else(String::new, |photo| photo.url.replace("-1.svg", "-6.svg"));
            product.photos.insert(0, PhotoDocument { url, alt: Given::if_some(Some("new".into())) });
        }
        2 => product.vendor = other_vendor(plan, &product.vendor, random),
        _ => product.full_name.to_mut().push_str(" (2026)"),
    }
}

/// Moves the product to other sections. In a catalog without other sections it gets a new name instead.
fn relocate(plan: &Plan<'_>, index: u64, product: &mut Product<'_>, random: &mut Random) {
    let index_of = |id: &u64| (*id - hierarchy_id(0)) as usize;
    let mut sections: Vec<usize> = product.sections.iter().map(index_of).collect();
    let before = sections.len();
    add_another(plan, &mut sections, random);
    if sections.len() == before {
        product.full_name.to_mut().push_str(" (2026)");
        return;
    }
    if before > 0 {
        sections.remove(0);
    }
    let filtering = filtering_sections(plan, &sections, category(plan, index));
    product.filter_values.retain(|_| !filtering.is_empty());
    for value in &mut product.filter_values {
        value.sections.clone_from(&filtering);
    }
    product.sections = sections.into_iter().map(hierarchy_id).collect();
    product.primary_section = Given::if_some(product.sections.last().copied());
}

/// Half of the changes state their time; the others have the time of the import.
fn moment(random: &mut Random) -> Given<Option<String>> {
    Given::if_some(random.chance(50).then(|| moment_of_january_2026(random)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn active_and_inactive_ordinals_share_out_all_products() {
        for products in [0, 1, 37, 38, 50, 99, 500] {
            let inactive = inactive_among(products);
            let mut indexes: Vec<u64> = (0..inactive).map(inactive_index).collect();
            assert!(indexes.iter().all(|index| !products::is_active(*index)), "{products}");
            indexes.extend((0..products - inactive).map(active_index));
            indexes.sort_unstable();
            assert_eq!(indexes, (0..products).collect::<Vec<_>>(), "{products}");
        }
    }
}
