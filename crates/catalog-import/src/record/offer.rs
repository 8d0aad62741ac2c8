//! Offers: the separate record and the part of a product's record, which differ in the identity only.

use super::levels::check_levels;
use crate::diagnostic::RecordDiagnostic;
use catalog_domain::pricing::{Offer, Stock, StockList};
use catalog_domain::values::Timestamp;
use catalog_records::{Checked, OfferDocument, OfferRecordDocument, StockDocument};

/// The most warehouses that one offer may name. Searching for duplicates takes quadratic time.
const MAXIMUM_STOCKS: usize = 1_000;

/// Prices and stock as given by a record.
#[derive(Debug)]
pub(crate) struct OfferInput {
    pub(crate) offer: Offer,
    /// The time that the record states, if any.
    pub(crate) commercial_updated_at: Option<Timestamp>,
}

#[derive(Debug)]
pub(crate) struct OfferRecord {
    pub(crate) stock_number: Box<str>,
    pub(crate) input: OfferInput,
}

pub(super) fn check_offer_record(
    document: OfferRecordDocument<Checked>,
    diagnostics: &mut Vec<RecordDiagnostic>,
) -> OfferRecord {
    let (stock_number, offer) = document.into_parts();
    OfferRecord { stock_number: stock_number.0, input: check_offer(offer, "", diagnostics) }
}

/// `pointer` locates the offer in its record.
pub(super) fn check_offer(
    document: OfferDocument<Checked>,
    pointer: &str,
    diagnostics: &mut Vec<RecordDiagnostic>,
) -> OfferInput {
    let offer = Offer {
        hide_prices: document.hide_prices.is_true(),
        retail: document.retail.0.and_then(|price| price.0),
        levels: check_levels(document.levels, &format!("{pointer}/levels"), diagnostics),
        sale: document.sale.is_true(),
        special: document.special_price.0.and_then(|price| price.0),
        stock: check_stock(document.stock, pointer, diagnostics),
        shipping: document.shipping.0.max(0),
    };
    OfferInput { offer, commercial_updated_at: document.commercial_updated_at.value().map(|moment| moment.0) }
}

fn check_stock(
    documents: Vec<StockDocument<Checked>>,
    pointer: &str,
    diagnostics: &mut Vec<RecordDiagnostic>,
) -> StockList {
    if documents.len() > MAXIMUM_STOCKS {
        diagnostics.push(RecordDiagnostic::new(
            format!("{pointer}/stock"),
            format!("has more than {MAXIMUM_STOCKS} warehouses"),
        ));
        return StockList::default();
    }
    let mut stock: Vec<Stock> = Vec::with_capacity(documents.len());
    for (at, document) in documents.into_iter().enumerate() {
        let warehouse = document.warehouse_id.0;
        if stock.iter().any(|known| *known.warehouse == *warehouse) {
            let message = format!("warehouse `{warehouse}` is given twice");
            diagnostics.push(RecordDiagnostic::new(format!("{pointer}/stock/{at}/warehouseId"), message));
        } else {
            stock.push(Stock { warehouse: warehouse.into(), quantity: document.quantity.0.max(0) });
        }
    }
    stock.into_iter().collect()
}
