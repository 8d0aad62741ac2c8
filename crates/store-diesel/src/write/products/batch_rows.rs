//! The rows of a batch.

use crate::rows::product_write_row::{ContentRow, OfferRow, ProductRow};
use crate::schema::ContentsRow;
use serde::Serialize;

pub(super) struct WholeProduct {
    pub(super) row: ProductRow,
    pub(super) parts: ContentsRow,
}

impl WholeProduct {
    pub(super) fn set_id(&mut self, id: i64) {
        self.row.id = id;
        self.parts.product_id = id;
    }
}

#[derive(Serialize)]
pub(super) struct NewContent {
    pub(super) stock_number: String,
    #[serde(flatten)]
    pub(super) row: ContentRow,
    /// A new time of the last commercial change, in microseconds.
    pub(super) commercial_updated_at: Option<i64>,
    #[serde(skip)]
    pub(super) parts: ContentsRow,
}

#[derive(Serialize)]
pub(super) struct NewOffer {
    pub(super) stock_number: String,
    #[serde(flatten)]
    pub(super) row: OfferRow,
}
