//! The configurator of a product (`docs/contract.md#configurator`), built field by field, so that the source's raw
//! price data cannot leak.

use super::pricing::{LevelPriceBody, PriceBody};
use super::product_view::ProductView;
use crate::schemas::StockNumberText;
use catalog_domain::pricing::OptionPricing;
use catalog_domain::products::{Configurator, ConfiguratorOption, OptionGroup};
use serde::Serialize;
use utoipa::ToSchema;

/// The options of a product.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Configurator)]
pub(crate) struct ConfiguratorBody<'a> {
    /// In source order.
    groups: Vec<OptionGroupBody<'a>>,
}

/// A group of options to choose from.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = OptionGroup)]
pub(crate) struct OptionGroupBody<'a> {
    #[schema(example = "motor")]
    uid: &'a str,
    #[schema(example = "Motor")]
    name: &'a str,
    /// Whether a choice must be made.
    required: bool,
    /// In source order.
    options: Vec<OptionBody<'a>>,
}

/// An option.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ConfiguratorOption)]
#[serde(rename_all = "camelCase")]
pub(crate) struct OptionBody<'a> {
    #[schema(example = "motor-5kw")]
    uid: &'a str,
    #[schema(example = "Motor 5 kW")]
    name: &'a str,
    /// The product that the option represents.
    #[schema(required, value_type = Option<StockNumberText>)]
    stock_number: Option<&'a str>,
    /// Chosen unless the customer chooses otherwise.
    default: bool,
    pricing: OptionPricingBody<'a>,
}

/// The prices of an option for the caller, in USD.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = OptionPricing)]
pub(crate) struct OptionPricingBody<'a> {
    retail: PriceBody,
    /// The price at the caller's own level; without a value at `Розн`.
    personal: LevelPriceBody<'a>,
    /// Every price level, `Розн` first; for administrators only.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    levels: Option<Vec<LevelPriceBody<'a>>>,
}

impl<'a> ConfiguratorBody<'a> {
    /// The configurator of a product whose prices are hidden or not.
    pub(super) fn new(configurator: &'a Configurator, hide_prices: bool, view: ProductView<'a>) -> Self {
        let group = |group: &'a OptionGroup| OptionGroupBody {
            uid: &group.uid,
            name: &group.name,
            required: group.required,
            options: group.options.iter().map(|option| OptionBody::new(option, hide_prices, view)).collect(),
        };
        Self { groups: configurator.groups.iter().map(group).collect() }
    }
}

impl<'a> OptionBody<'a> {
    fn new(option: &'a ConfiguratorOption, hide_prices: bool, view: ProductView<'a>) -> Self {
        let known_levels = view.catalog.price_levels();
        let pricing = OptionPricing::for_viewer(option.retail, &option.levels, hide_prices, view.viewer, known_levels);
        Self {
            uid: &option.uid,
            name: &option.name,
            stock_number: option.stock_number.as_deref(),
            default: option.is_default,
            pricing: pricing.into(),
        }
    }
}

impl<'a> From<OptionPricing<'a>> for OptionPricingBody<'a> {
    fn from(pricing: OptionPricing<'a>) -> Self {
        Self {
            retail: pricing.retail.into(),
            personal: pricing.personal.into(),
            levels: pricing.levels.map(|levels| levels.into_iter().map(LevelPriceBody::from).collect()),
        }
    }
}
