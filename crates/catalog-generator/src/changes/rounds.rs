//! Rounds of everyday changes, any number of which leave the catalog as large as it is: every changed product is made
//! from the catalog's own, never from the last round's.

use super::edit;
use crate::offers::later_offer;
use crate::plan::Plan;
use crate::products::document;
use crate::random::{Random, Scatter, Stream, mix};
use crate::records::{Product, Record};
use crate::stock_numbers::stock_number;
use crate::writer::RecordWriter;
use catalog_records::{Given, OfferRecordDocument};
use std::io;

/// One product in so many gets other content, the others get other prices and stock.
const CONTENT_EVERY: u64 = 10;
/// Of 100 products with other content: deactivated until their content changes again.
const DEACTIVATED_PERCENT: u64 = 20;

pub(crate) fn write(plan: &Plan<'_>, round: u64, count: u64, writer: &mut RecordWriter<'_>) -> io::Result<()> {
    // Rounds of different lengths change different products.
    let mut random = plan.random(Stream::Round, mix(round ^ mix(count)));
    let products = Scatter::new(plan.options.products, &mut random);
    for number in 0..count.min(plan.options.products) {
        let Some(index) = products.at(number) else { break };
        let has_other_content = number % CONTENT_EVERY == CONTENT_EVERY / 2;
        writer.write(&if has_other_content {
            Record::Product(Box::new(other_content(plan, index, &mut random)))
        } else {
            let offer = later_offer(plan, index, &mut random);
            Record::Offer(OfferRecordDocument::new(stock_number(plan, index), offer))
        })?;
    }
    Ok(())
}

/// Without an offer, so that prices and stock stay, and without times: they are those of the import.
fn other_content<'a>(plan: &'a Plan<'_>, index: u64, random: &mut Random) -> Product<'a> {
    let mut product = document(plan, index);
    edit(plan, &mut product, random);
    let is_active = !random.chance(DEACTIVATED_PERCENT);
    let (offer, omitted) = (Given(None), || Given(None));
    Product { is_active, offer, content_updated_at: omitted(), commercial_updated_at: omitted(), ..product }
}
