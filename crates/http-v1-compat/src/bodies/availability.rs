//! Price and stock of products, without anything else.

use super::warehouse_stock::{WarehouseStockBody, warehouse_stocks};
use crate::products::shape::{ProductShape, ShownProduct};
use catalog_domain::ports::PartSelection;
use catalog_domain::pricing::{Money, effective_price};
use http_common::json::{JsonWriter, as_text};
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
    #[serde(serialize_with = "as_text")]
    #[schema(value_type = String, example = "1799")]
    price: Money,
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

/// The body of a product with only its price and stock.
#[derive(Debug, Clone, Copy, Hash)]
pub(crate) struct AvailabilityShape;

impl ProductShape for AvailabilityShape {
    type Body<'a> = AvailabilityBody<'a>;

    fn new(_: bool) -> Self {
        Self
    }

    fn wanted(self) -> PartSelection {
        PartSelection::NONE
    }

    fn body(self, shown: ShownProduct<'_>) -> AvailabilityBody<'_> {
        let ShownProduct { catalog, product, viewer, .. } = shown;
        AvailabilityBody {
            id: product.source_id.0,
            stock_number: product.stock_number(),
            price: effective_price(&product.offer, &viewer.price_level),
            currency: "USD",
            in_stock: product.offer.in_stock(),
            shipping: product.offer.shipping,
            warehouses: warehouse_stocks(catalog, &product.offer),
        }
    }

    fn write(self, product: ShownProduct<'_>, json: &mut JsonWriter) -> serde_json::Result<()> {
        self.body(product).write(json);
        Ok(())
    }
}

impl AvailabilityBody<'_> {
    /// Appends it to `json`, exactly as serde would, in a fraction of the time: clients that poll prices and stock
    /// request thousands of them.
    fn write(&self, json: &mut JsonWriter) {
        json.raw(r#"{"id":"#).integer(self.id).raw(r#","stockNumber":"#).string(self.stock_number);
        json.raw(r#","price":"#)
            .string(self.price.to_decimal_text().as_str())
            .raw(r#","currency":"#)
            .string(self.currency);
        json.raw(r#","inStock":"#).integer(self.in_stock).raw(r#","shipping":"#).integer(self.shipping);
        json.raw(r#","warehouses":"#).array(&self.warehouses, WarehouseStockBody::write).raw("}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use catalog_domain::catalog::{CatalogFacts, Warehouse};
    use catalog_domain::ports::ProductDetail;
    use catalog_domain::pricing::{Offer, PriceLevel, Role, Stock, Viewer};
    use catalog_domain::products::Product;
    use catalog_index::Catalog;
    use catalog_testkit::builders::{offer, product, section, storefront};
    use std::sync::Arc;

    #[test]
    fn price_and_stock_are_written_as_serde_writes_them() {
        let stock = |warehouse: &str, quantity| Stock { warehouse: warehouse.into(), quantity };
        let offers = [
            offer(),
            Offer { hide_prices: true, ..offer() },
            Offer { stock: [stock("b\"", 7), stock("a", 0)].into(), shipping: -1, ..offer() },
            Offer::default(),
        ];
        for offer in offers {
            let product = Arc::new(Product { offer, ..product("A\\1", &[1]) });
            let facts = CatalogFacts {
                sections: vec![Arc::new(section(1))],
                products: vec![Arc::clone(&product)],
                warehouses: vec![Warehouse { id: "a".into(), name: "The \"A\"".into() }],
                ..CatalogFacts::default()
            };
            let catalog = Catalog::build(facts, storefront());
            let viewer =
                Viewer { role: Role::User, price_level: PriceLevel::new("Опт"), configurator_access: false };
            let detail = ProductDetail::default();
            let shown = ShownProduct { catalog: &catalog, product: &product, detail: &detail, viewer: &viewer };
            let mut written = JsonWriter::default();
            AvailabilityShape.write(shown, &mut written).unwrap();
            let serialised = serde_json::to_string(&AvailabilityShape.body(shown)).unwrap();
            assert_eq!(String::from_utf8(written.into_bytes()).unwrap(), serialised);
        }
    }
}
