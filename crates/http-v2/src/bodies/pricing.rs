//! `Pricing` (`docs/contract.md#prices`). Amounts are exact decimals.

use crate::schemas::CurrencyName;
use catalog_domain::pricing::{Discount, Money, Percent, Pricing, ShownLevelPrice, ShownPrice, ShownSale, Viewer};
use http_common::json::{DecimalNumber, JsonWriter};
use serde::Serialize;
use utoipa::ToSchema;

/// The prices of a product for the caller, in USD.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Pricing)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PricingBody<'a> {
    /// Always `USD`.
    #[schema(value_type = CurrencyName, inline)]
    currency: &'static str,
    /// Whether the source hides the product's prices.
    on_request: bool,
    retail: PriceBody,
    /// The price at the caller's own level; without a value at `Розн`.
    personal: LevelPriceBody<'a>,
    sale: SaleBody,
    /// Every price level, `Розн` first; for administrators only.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    levels: Option<Vec<LevelPriceBody<'a>>>,
}

impl<'a> From<Pricing<'a>> for PricingBody<'a> {
    fn from(pricing: Pricing<'a>) -> Self {
        Self {
            currency: "USD",
            on_request: pricing.on_request,
            retail: pricing.retail.into(),
            personal: pricing.personal.into(),
            sale: pricing.sale.into(),
            levels: pricing.levels.map(|levels| levels.into_iter().map(LevelPriceBody::from).collect()),
        }
    }
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

/// One price.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Price)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PriceBody {
    /// The amount in USD; null when there is none to show.
    #[schema(required, value_type = Option<f64>, example = 1999.9)]
    value: Option<DecimalNumber<Money>>,
    /// Whether the price is on request.
    on_request: bool,
}

impl From<ShownPrice> for PriceBody {
    fn from(price: ShownPrice) -> Self {
        Self { value: price.value.map(DecimalNumber), on_request: price.on_request }
    }
}

/// The price at one level.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = LevelPrice)]
#[serde(rename_all = "camelCase")]
pub(crate) struct LevelPriceBody<'a> {
    /// The name of the price level.
    #[schema(example = "Опт")]
    level: &'a str,
    /// The amount in USD; null when there is none to show.
    #[schema(required, value_type = Option<f64>, example = 1799)]
    value: Option<DecimalNumber<Money>>,
    /// Whether the price is on request.
    on_request: bool,
}

impl<'a> From<ShownLevelPrice<'a>> for LevelPriceBody<'a> {
    fn from(shown: ShownLevelPrice<'a>) -> Self {
        Self { level: shown.level, value: shown.price.value.map(DecimalNumber), on_request: shown.price.on_request }
    }
}

/// The sale of a product. It never replaces the personal price.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Sale)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SaleBody {
    /// The source's sale flag.
    active: bool,
    /// The special price in USD, whether or not the sale is active; null when there is none to show.
    #[schema(required, value_type = Option<f64>, example = 1500)]
    value: Option<DecimalNumber<Money>>,
    /// Whether the price is on request.
    on_request: bool,
    discount_from_retail: DiscountBody,
}

impl From<ShownSale> for SaleBody {
    fn from(sale: ShownSale) -> Self {
        Self {
            active: sale.active,
            value: sale.price.value.map(DecimalNumber),
            on_request: sale.price.on_request,
            discount_from_retail: DiscountBody {
                value: DecimalNumber(sale.discount.value),
                percent: DecimalNumber(sale.discount.percent),
            },
        }
    }
}

/// The difference between retail and special price; zero unless the special price is lower.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Discount)]
pub(crate) struct DiscountBody {
    /// In USD.
    #[schema(value_type = f64, example = 499.9)]
    value: DecimalNumber<Money>,
    /// In percent of the retail price, rounded to two decimals.
    #[schema(value_type = f64, example = 25)]
    percent: DecimalNumber<Percent>,
}
