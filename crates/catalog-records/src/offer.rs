//! Offers: the separate record and the part of a product's record, which differ in the identity only.
#![expect(missing_docs, reason = "the import format documents every field")]

use crate::given::Given;
use crate::kind::RecordKind;
use crate::levels::LevelsDocument;
use crate::object::objects;
use crate::values::{Readable, Values, Writable};
use serde::{Deserialize, Serialize};

/// Declares the two documents with one list of fields: serde can deny unknown fields only where all are declared
/// together.
macro_rules! offer_documents {
    ($($(#[$attribute:meta])* $field:ident: $type:ty,)*) => {
        /// The part `offer` of a product's record.
        #[derive(Serialize, Deserialize)]
        #[serde(rename_all = "camelCase", deny_unknown_fields, bound(serialize = "V: Writable", deserialize = "V: Readable<'de>"))]
        pub struct OfferDocument<V: Values> { $($(#[$attribute])* pub $field: $type,)* }

        /// The record of type `offer`.
        #[derive(Serialize, Deserialize)]
        #[serde(rename_all = "camelCase", deny_unknown_fields, bound(serialize = "V: Writable", deserialize = "V: Readable<'de>"))]
        pub struct OfferRecordDocument<V: Values> {
            #[serde(rename = "type")]
            pub kind: RecordKind,
            pub stock_number: V::StockNumber,
            $($(#[$attribute])* pub $field: $type,)*
        }

        impl<V: Values> OfferRecordDocument<V> {
            /// The record of a product's offer.
            pub fn new(stock_number: V::StockNumber, offer: OfferDocument<V>) -> Self {
                Self { kind: RecordKind::Offer, stock_number, $($field: offer.$field,)* }
            }

            /// The product and its offer.
            pub fn into_parts(self) -> (V::StockNumber, OfferDocument<V>) {
                (self.stock_number, OfferDocument { $($field: self.$field,)* })
            }
        }
    };
}

offer_documents! {
    #[serde(default, skip_serializing_if = "Given::is_omitted")]
    hide_prices: Given<bool>,
    #[serde(default, skip_serializing_if = "Given::is_omitted")]
    retail: Given<V::Price>,
    #[serde(default)]
    levels: LevelsDocument<V>,
    #[serde(default, skip_serializing_if = "Given::is_omitted")]
    sale: Given<bool>,
    #[serde(default, skip_serializing_if = "Given::is_omitted")]
    special_price: Given<V::Price>,
    #[serde(default, deserialize_with = "objects")]
    stock: Vec<StockDocument<V>>,
    #[serde(default)]
    shipping: V::Integer,
    #[serde(default, skip_serializing_if = "Given::is_omitted")]
    commercial_updated_at: Given<Option<V::Moment>>,
}

#[derive(Serialize, Deserialize)]
#[serde(
    rename_all = "camelCase",
    deny_unknown_fields,
    bound(serialize = "V: Writable", deserialize = "V: Readable<'de>")
)]
pub struct StockDocument<V: Values> {
    pub warehouse_id: V::Identifier,
    pub quantity: V::Integer,
}
