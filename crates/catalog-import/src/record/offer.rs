//! Offers: the separate record and the part of a product's record, which differ in the identity only.

use super::levels::LevelsDocument;
use super::object::Object;
use super::values::{Identifier, Integer, Moment, Price, StockNumber};
use crate::diagnostic::RecordDiagnostic;
use catalog_domain::pricing::{Offer, Stock, StockList};
use catalog_domain::values::Timestamp;
use serde::Deserialize;
use serde::de::IgnoredAny;

/// The most warehouses that one offer may name. Searching for duplicates takes quadratic time.
const MAXIMUM_STOCKS: usize = 1_000;

/// Prices and stock as given by a record.
#[derive(Debug)]
pub(crate) struct OfferInput {
    pub(crate) offer: Offer,
    /// The time that the record states, if any.
    pub(crate) commercial_updated_at: Option<Timestamp>,
}

/// A record of type `offer`.
#[derive(Debug)]
pub(crate) struct OfferRecord {
    pub(crate) stock_number: Box<str>,
    pub(crate) input: OfferInput,
}

/// Declares the two documents with one list of fields: serde can deny unknown fields only where all are declared
/// together.
macro_rules! offer_documents {
    ($($(#[$attribute:meta])* $field:ident: $type:ty,)*) => {
        /// The part `offer` of a product's record.
        #[derive(Deserialize)]
        #[serde(rename_all = "camelCase", deny_unknown_fields)]
        pub(super) struct OfferDocument { $($(#[$attribute])* $field: $type,)* }

        /// The record of type `offer`.
        #[derive(Deserialize)]
        #[serde(rename_all = "camelCase", deny_unknown_fields)]
        pub(super) struct OfferRecordDocument {
            #[serde(rename = "type")]
            _kind: IgnoredAny,
            stock_number: StockNumber,
            $($(#[$attribute])* $field: $type,)*
        }

        impl OfferRecordDocument {
            fn into_parts(self) -> (StockNumber, OfferDocument) {
                (self.stock_number, OfferDocument { $($field: self.$field,)* })
            }
        }
    };
}

offer_documents! {
    #[serde(default)]
    hide_prices: bool,
    #[serde(default)]
    retail: Price,
    #[serde(default)]
    levels: LevelsDocument,
    #[serde(default)]
    sale: bool,
    #[serde(default)]
    special_price: Price,
    #[serde(default)]
    stock: Vec<Object<StockDocument>>,
    #[serde(default)]
    shipping: Integer,
    #[serde(default)]
    commercial_updated_at: Option<Moment>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct StockDocument {
    warehouse_id: Identifier,
    quantity: Integer,
}

impl OfferRecordDocument {
    pub(super) fn check(self, diagnostics: &mut Vec<RecordDiagnostic>) -> OfferRecord {
        let (stock_number, document) = self.into_parts();
        OfferRecord { stock_number: stock_number.0, input: document.check("", diagnostics) }
    }
}

impl OfferDocument {
    /// `pointer` locates the offer in its record.
    pub(super) fn check(self, pointer: &str, diagnostics: &mut Vec<RecordDiagnostic>) -> OfferInput {
        let offer = Offer {
            hide_prices: self.hide_prices,
            retail: self.retail.0,
            levels: self.levels.check(&format!("{pointer}/levels"), diagnostics),
            sale: self.sale,
            special: self.special_price.0,
            stock: check_stock(self.stock, pointer, diagnostics),
            shipping: self.shipping.0.max(0),
        };
        OfferInput { offer, commercial_updated_at: self.commercial_updated_at.map(|moment| moment.0) }
    }
}

fn check_stock(
    documents: Vec<Object<StockDocument>>,
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
    for (at, Object(document)) in documents.into_iter().enumerate() {
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
