//! The configurator of a product: an allow-list of fields, with one effective price per option.

use crate::products::shape::ShownProduct;
use catalog_domain::pricing::{Money, effective_option_price};
use catalog_domain::products::{ConfiguratorOption, OptionGroup};
use serde::Serialize;
use utoipa::ToSchema;

/// What a customer can choose.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Configurator)]
pub(crate) struct ConfiguratorBody<'a> {
    groups: Vec<OptionGroupBody<'a>>,
}

/// A group of options.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = OptionGroup)]
struct OptionGroupBody<'a> {
    #[schema(example = "motor")]
    uid: &'a str,
    #[schema(example = "Motor")]
    name: &'a str,
    /// Whether a choice must be made.
    required: bool,
    options: Vec<OptionBody<'a>>,
}

/// One option.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ConfiguratorOption)]
#[serde(rename_all = "camelCase")]
struct OptionBody<'a> {
    #[schema(example = "m5")]
    uid: &'a str,
    #[schema(example = "5 kW")]
    name: &'a str,
    /// The product that the option represents.
    #[schema(required, example = "MTR-5")]
    stock_number: Option<&'a str>,
    /// Chosen unless the customer chooses otherwise.
    default: bool,
    /// One effective price in USD; `0` when it is hidden or missing.
    #[schema(example = "90")]
    price: String,
}

impl<'a> ConfiguratorBody<'a> {
    /// The configurator of a product as its viewer sees it; `None` when it has none.
    pub(crate) fn new(shown: ShownProduct<'a>) -> Option<Self> {
        let configurator = shown.detail.configurator.as_ref()?;
        Some(Self { groups: configurator.groups.iter().map(|group| group_body(group, shown)).collect() })
    }
}

fn group_body<'a>(group: &'a OptionGroup, shown: ShownProduct<'a>) -> OptionGroupBody<'a> {
    let options = group.options.iter().map(|option| OptionBody {
        uid: &option.uid,
        name: &option.name,
        stock_number: option.stock_number.as_deref(),
        default: option.is_default,
        price: price(option, shown).to_string(),
    });
    OptionGroupBody { uid: &group.uid, name: &group.name, required: group.required, options: options.collect() }
}

/// The price of an option; nothing when the product hides its prices.
fn price(option: &ConfiguratorOption, shown: ShownProduct<'_>) -> Money {
    let price = effective_option_price(option.retail, &option.levels, &shown.viewer.price_level);
    price.filter(|_| !shown.product.offer.hide_prices).unwrap_or(Money::ZERO)
}
