//! The columns of `products` that an import writes, each named once: those of a record, those of an offer, and both
//! together with the identity.

use crate::schema::products;
use catalog_domain::values::CatalogRevision;
use diesel::prelude::*;
use serde::{Serialize, Serializer};

/// Makes the rows of both sides and the whole row out of the lists of their columns.
macro_rules! product_rows {
    (
        content: { $($(#[$content_attribute:meta])* $content:ident: $content_type:ty,)* }
        offer: { $($(#[$offer_attribute:meta])* $offer:ident: $offer_type:ty,)* }
    ) => {
        #[derive(AsChangeset, Serialize)]
        #[diesel(table_name = products, treat_none_as_null = true)]
        pub(crate) struct ContentRow {
            $($(#[$content_attribute])* pub(super) $content: $content_type,)*
        }

        #[derive(AsChangeset, Serialize)]
        #[diesel(table_name = products, treat_none_as_null = true)]
        pub(crate) struct OfferRow {
            $($(#[$offer_attribute])* pub(super) $offer: $offer_type,)*
        }

        /// A whole product. As a change it does not touch the identity.
        #[derive(Insertable, AsChangeset, Serialize)]
        #[diesel(table_name = products, primary_key(id, stock_number))]
        #[diesel(treat_none_as_default_value = false, treat_none_as_null = true)]
        pub(crate) struct ProductRow {
            /// 0 until the row is written.
            pub(crate) id: i64,
            pub(crate) stock_number: String,
            $($(#[$content_attribute])* $content: $content_type,)*
            $($(#[$offer_attribute])* $offer: $offer_type,)*
            revision: i64,
        }

        impl ProductRow {
            /// Joins both sides of a product.
            pub(crate) fn new(
                stock_number: String,
                content: ContentRow,
                offer: OfferRow,
                revision: CatalogRevision,
            ) -> Self {
                Self {
                    id: 0,
                    stock_number,
                    $($content: content.$content,)*
                    $($offer: offer.$offer,)*
                    revision: revision.0,
                }
            }
        }

        impl ContentRow {
            pub(crate) const COLUMNS: &[&str] = &[$(stringify!($content)),*];
        }

        impl OfferRow {
            pub(crate) const COLUMNS: &[&str] = &[$(stringify!($offer)),*];
        }
    };
}

product_rows! {
    content: {
        source_id: i64,
        is_active: bool,
        name: String,
        full_name: String,
        url: Option<String>,
        type_id: i64,
        vendor_id: Option<String>,
        vendor_name: Option<String>,
        sections: String,
        primary_section: Option<i64>,
        preview: Option<String>,
        has_configurator: bool,
        filter_values: String,
        content_updated_at: i64,
        #[serde(serialize_with = "as_bytea")]
        record_fingerprint: [u8; 16],
        record_content_at: Option<i64>,
        other_content_at: Option<i64>,
        record_commercial_at: Option<i64>,
    }
    offer: {
        hide_prices: bool,
        retail: Option<i64>,
        levels: String,
        sale: bool,
        special: Option<i64>,
        stock: String,
        shipping: i64,
        commercial_updated_at: i64,
        #[serde(serialize_with = "as_bytea")]
        offer_fingerprint: [u8; 16],
    }
}

/// Bytes in the text form that PostgreSQL reads: `\x` and two digits each.
fn as_bytea<S: Serializer>(bytes: &[u8; 16], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&format!("\\x{:032x}", u128::from_be_bytes(*bytes)))
}
