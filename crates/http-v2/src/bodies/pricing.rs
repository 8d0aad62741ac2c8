//! Prices (`docs/contract.md#prices`). Amounts are exact decimals.

use catalog_documents::{Amount, LevelPrice, Price};
use catalog_domain::pricing::{Discount, Pricing, ShownLevelPrice, ShownPrice, Viewer};
use http_common::json::JsonWriter;

pub(super) fn price(price: ShownPrice) -> Price {
    Price { value: amount(price), on_request: price.on_request }
}

pub(super) fn level_price(shown: ShownLevelPrice<'_>) -> LevelPrice {
    LevelPrice { level: shown.level.to_owned(), value: amount(shown.price), on_request: shown.price.on_request }
}

fn amount(price: ShownPrice) -> Option<Amount> {
    price.value.map(|value| Amount { ten_thousandths: value.units() })
}

pub(super) struct PricingWriter {
    /// What is between the retail and the personal price: the end of the one, the level, the beginning of the other.
    level: JsonWriter,
}

impl PricingWriter {
    pub(super) fn new(viewer: &Viewer) -> Self {
        let mut level = JsonWriter::default();
        level.raw(r#"},"personal":{"level":"#).string(viewer.price_level.name()).raw(r#","value":"#);
        Self { level }
    }

    pub(super) fn write(&self, json: &mut JsonWriter, pricing: &Pricing<'_>) {
        let Pricing { on_request, retail, personal, sale, levels } = pricing;
        if *on_request {
            json.raw(r#"{"currency":"USD","onRequest":true,"retail":{"value":"#);
        } else {
            json.raw(r#"{"currency":"USD","onRequest":false,"retail":{"value":"#);
        }
        write_price(json, *retail);
        json.bytes(self.level.as_bytes());
        write_price(json, personal.price);
        if sale.active {
            json.raw(r#"},"sale":{"active":true,"value":"#);
        } else {
            json.raw(r#"},"sale":{"active":false,"value":"#);
        }
        write_price(json, sale.price);
        if sale.discount == Discount::default() {
            json.raw(r#","discountFromRetail":{"value":0,"percent":0}}"#);
        } else {
            json.raw(r#","discountFromRetail":{"value":"#).money(Some(sale.discount.value));
            json.raw(r#","percent":"#).decimal(Some(sale.discount.percent.to_decimal_text())).raw("}}");
        }
        if let Some(levels) = levels {
            json.raw(r#","levels":"#).array(levels, write_level);
        }
        json.raw("}");
    }
}

/// Appends an amount and the other field that every price has.
fn write_price(json: &mut JsonWriter, price: ShownPrice) {
    json.money(price.value);
    if price.on_request {
        json.raw(r#","onRequest":true"#);
    } else {
        json.raw(r#","onRequest":false"#);
    }
}

fn write_level(shown: &ShownLevelPrice<'_>, json: &mut JsonWriter) {
    json.raw(r#"{"level":"#).string(shown.level).raw(r#","value":"#);
    write_price(json, shown.price);
    json.raw("}");
}
