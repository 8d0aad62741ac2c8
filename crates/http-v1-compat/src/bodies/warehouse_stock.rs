//! The stock of a product in each warehouse.

use catalog_domain::pricing::Offer;
use catalog_index::Catalog;
use http_common::json::JsonWriter;
use serde::Serialize;
use utoipa::ToSchema;

/// The stock of one warehouse.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = WarehouseStock)]
pub(crate) struct WarehouseStockBody<'a> {
    #[schema(example = "main")]
    id: &'a str,
    #[schema(example = "Main warehouse")]
    name: &'a str,
    /// Pieces.
    #[schema(minimum = 0, example = 5)]
    quantity: i64,
}

impl WarehouseStockBody<'_> {
    pub(super) fn write(&self, json: &mut JsonWriter) {
        json.raw(r#"{"id":"#).string(self.id).raw(r#","name":"#).string(self.name);
        json.raw(r#","quantity":"#).integer(self.quantity).raw("}");
    }
}

/// Every warehouse of the offer, by id. A quantity is the source's, however many products were requested.
pub(super) fn warehouse_stocks<'a>(catalog: &'a Catalog, offer: &'a Offer) -> Vec<WarehouseStockBody<'a>> {
    let mut stocks: Vec<_> = offer
        .stock
        .iter()
        .map(|stock| WarehouseStockBody {
            id: stock.warehouse,
            name: catalog.warehouse_name(stock.warehouse),
            quantity: stock.quantity,
        })
        .collect();
    stocks.sort_unstable_by_key(|stock| stock.id);
    stocks
}
