//! Price and stock of products, without anything else.

use super::{WarehouseStockBody, warehouse_stocks};
use crate::products::{ProductShape, ShownProduct};
use catalog_domain::ports::PartSelection;
use catalog_domain::pricing::effective_price;
use serde::Serialize;
use utoipa::ToSchema;

/// Price and stock of a product.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Availability)]
#[serde(rename_all = "camelCase")]
pub(crate) struct AvailabilityBody<'a> {
    /// The source object id.
    #[schema(example = 90001)]
    id: i64,
    #[schema(example = "PMP-001")]
    stock_number: &'a str,
    /// One effective price; `0` when it is hidden or missing.
    #[schema(example = "1799")]
    price: String,
    /// Always `USD`.
    #[schema(example = "USD")]
    currency: &'static str,
    /// Pieces over all warehouses.
    #[schema(minimum = 0, example = 5)]
    in_stock: i64,
    /// Pieces on their way.
    #[schema(minimum = 0, example = 3)]
    shipping: i64,
    /// Every warehouse of the product, by id.
    warehouses: Vec<WarehouseStockBody<'a>>,
}

/// The shape of a product that is only its price and stock.
#[derive(Debug, Clone, Copy)]
pub(crate) struct AvailabilityShape;

impl ProductShape for AvailabilityShape {
    type Body<'a> = AvailabilityBody<'a>;

    fn number(self) -> u32 {
        0
    }

    fn wanted(self) -> PartSelection {
        PartSelection::NONE
    }

    fn body(self, shown: ShownProduct<'_>) -> AvailabilityBody<'_> {
        let ShownProduct { catalog, product, viewer, .. } = shown;
        AvailabilityBody {
            id: product.source_id.0,
            stock_number: product.stock_number(),
            price: effective_price(&product.offer, &viewer.price_level).to_string(),
            currency: "USD",
            in_stock: product.offer.in_stock(),
            shipping: product.offer.shipping,
            warehouses: warehouse_stocks(catalog, &product.offer),
        }
    }
}
