//! Prices as pages write them. What is shown is decided by [`catalog_domain::pricing::Pricing`]: nothing here knows an
//! amount that the person may not see.

use catalog_domain::pricing::{Money, PriceRule, Pricing, ShownLevelPrice, ShownPrice};
use localization::Locale;

/// The most decimals of an amount that need no room of their own: a column is as wide as its longest fraction.
const USUAL_DECIMALS: usize = 2;

/// One price: an amount, "On request", or for administrators both. The currency is in the head of its column.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PriceText(pub(crate) ShownPrice);

impl PriceText {
    /// The special price. Where the product has none, the API says that it is on request; a person reads that nothing
    /// is offered.
    pub(crate) fn of_sale(pricing: &Pricing<'_>) -> Self {
        let sale = &pricing.sale;
        let has_none = !sale.active && sale.price.value.is_none();
        Self(if has_none { ShownPrice { on_request: false, ..sale.price } } else { sale.price })
    }

    /// Whether somebody could be asked for it. The API says that a missing price is on request, too.
    fn is_hidden(self) -> bool {
        matches!(self.0.rule, PriceRule::Hidden | PriceRule::HiddenFromUsers) && self.0.on_request
    }

    pub(crate) fn html(self, locale: Locale) -> String {
        let amount = self.0.value.map(|value| amount_html(value, locale));
        let on_request = || locale.html("price-on-request");
        match (amount, self.is_hidden()) {
            (Some(amount), false) => amount,
            (Some(amount), true) => format!(r#"{amount}<div class="small muted">{}</div>"#, on_request()),
            (None, true) => on_request().into_owned(),
            (None, false) => "–".to_owned(),
        }
    }
}

/// An amount whose decimals the style sheet can align: `1,999<span class="fraction">.90</span>`.
pub(crate) fn amount_html(amount: Money, locale: Locale) -> String {
    let amount = locale.amount(amount);
    let is_fine = amount.fraction.chars().count() > 1 + USUAL_DECIMALS;
    let class = if is_fine { "fraction fine" } else { "fraction" };
    format!(r#"{}<span class="{class}">{}</span>"#, amount.whole, amount.fraction)
}

impl From<&ShownPrice> for PriceText {
    fn from(price: &ShownPrice) -> Self {
        Self(*price)
    }
}

/// The price at one level, for a template.
#[derive(Debug, Clone, Copy)]
pub(crate) struct LevelText<'a> {
    pub(crate) level: &'a str,
    pub(crate) price: PriceText,
}

impl<'a> From<&ShownLevelPrice<'a>> for LevelText<'a> {
    fn from(shown: &ShownLevelPrice<'a>) -> Self {
        Self { level: shown.level, price: PriceText(shown.price) }
    }
}
