//! The configurator of a product (`docs/contract.md#configurator`), built field by field, so that the source's raw
//! price data cannot leak.

use super::pricing::{level_price, price};
use super::product_view::ProductView;
use catalog_documents::{Configurator, ConfiguratorOption, OptionGroup, OptionPricing};
use catalog_domain::{pricing, products};

/// The configurator of a product whose prices are hidden or not.
pub(super) fn configurator<'a>(
    configurator: &'a products::Configurator,
    hide_prices: bool,
    view: ProductView<'_>,
) -> Configurator<'a> {
    let group = |group: &'a products::OptionGroup| OptionGroup {
        uid: (&*group.uid).into(),
        name: (&*group.name).into(),
        required: group.required,
        options: group.options.iter().map(|option| choice(option, hide_prices, view)).collect(),
    };
    Configurator { groups: configurator.groups.iter().map(group).collect() }
}

fn choice<'a>(
    option: &'a products::ConfiguratorOption,
    hide_prices: bool,
    view: ProductView<'_>,
) -> ConfiguratorOption<'a> {
    let (retail, levels, known_levels) = (option.retail, &option.levels, view.catalog.price_levels());
    let shown = pricing::OptionPricing::for_viewer(retail, levels, hide_prices, view.viewer, known_levels);
    ConfiguratorOption {
        uid: (&*option.uid).into(),
        name: (&*option.name).into(),
        stock_number: option.stock_number.as_deref().map(Into::into),
        default: option.is_default,
        pricing: OptionPricing {
            retail: price(shown.retail),
            personal: level_price(shown.personal),
            levels: shown.levels.map(|levels| levels.into_iter().map(level_price).collect()),
        },
    }
}
