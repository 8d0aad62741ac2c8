//! The configurator of a product's record.

use super::levels::check_levels;
use crate::diagnostic::RecordDiagnostic;
use catalog_domain::products::{Configurator, ConfiguratorOption, OptionGroup};
use catalog_records::{Checked, ConfiguratorDocument, OptionDocument, OptionGroupDocument};

/// The configurator, and the raw price data that is stored beside it.
pub(super) fn check_configurator(
    document: ConfiguratorDocument<Checked>,
    diagnostics: &mut Vec<RecordDiagnostic>,
) -> (Configurator, Option<Box<str>>) {
    let groups = document.groups.into_iter().enumerate();
    let groups = groups.map(|(at, group)| check_group(group, &format!("/configurator/groups/{at}"), diagnostics));
    (Configurator { groups: groups.collect() }, document.price_data.map(|raw| raw.get().into()))
}

fn check_group(
    group: OptionGroupDocument<Checked>,
    pointer: &str,
    diagnostics: &mut Vec<RecordDiagnostic>,
) -> OptionGroup {
    let options = group.options.into_iter().enumerate();
    OptionGroup {
        uid: group.uid.0,
        name: group.name.0,
        required: group.required,
        options: options
            .map(|(at, option)| check_option(option, &format!("{pointer}/options/{at}"), diagnostics))
            .collect(),
    }
}

fn check_option(
    option: OptionDocument<Checked>,
    pointer: &str,
    diagnostics: &mut Vec<RecordDiagnostic>,
) -> ConfiguratorOption {
    ConfiguratorOption {
        uid: option.uid.0,
        name: option.name.0,
        stock_number: option.stock_number.value().map(|stock_number| stock_number.0),
        is_default: option.default.is_true(),
        retail: option.retail.0.and_then(|price| price.0),
        levels: check_levels(option.levels, &format!("{pointer}/levels"), diagnostics),
    }
}
