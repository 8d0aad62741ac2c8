//! Prices as pages write them. What is shown is decided by [`catalog_domain::pricing::Pricing`]: nothing here knows an
//! amount that the person may not see.

use catalog_domain::pricing::{Money, PriceRule, Pricing, ShownPrice};
use localization::Locale;

/// The most decimals of an amount that need no room of their own: a column is as wide as its longest fraction.
const USUAL_DECIMALS: usize = 2;

/// The special price. Where the product has none, the API says that it is on request; a person reads that nothing is
/// offered.
pub(super) fn sale_price(pricing: &Pricing<'_>) -> ShownPrice {
    let sale = &pricing.sale;
    let has_none = !sale.active && sale.price.value.is_none();
    if has_none { ShownPrice { on_request: false, ..sale.price } } else { sale.price }
}

/// One price: an amount, "On request", or for administrators both. The currency is in the head of its column.
pub(crate) fn price_html(price: &ShownPrice, locale: Locale) -> String {
    // Whether somebody could be asked for it. The API says that a missing price is on request, too.
    let is_hidden = matches!(price.rule, PriceRule::Hidden | PriceRule::HiddenFromUsers) && price.on_request;
    let on_request = || locale.html("price-on-request");
    match (price.value.map(|value| amount_html(value, locale)), is_hidden) {
        (Some(amount), false) => amount,
        (Some(amount), true) => format!(r#"{amount}<div class="small muted">{}</div>"#, on_request()),
        (None, true) => on_request().into_owned(),
        (None, false) => "–".to_owned(),
    }
}

/// An amount whose decimals the style sheet can align: `1,999<span class="fraction">.90</span>`.
pub(crate) fn amount_html(amount: Money, locale: Locale) -> String {
    let amount = locale.amount(amount);
    let is_fine = amount.fraction.chars().count() > 1 + USUAL_DECIMALS;
    let class = if is_fine { "fraction fine" } else { "fraction" };
    format!(r#"{}<span class="{class}">{}</span>"#, amount.whole, amount.fraction)
}
