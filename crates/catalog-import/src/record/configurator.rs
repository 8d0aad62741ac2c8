//! The configurator of a product's record.

use super::levels::LevelsDocument;
use super::object::Object;
use super::values::{Price, StockNumber, Text};
use crate::diagnostic::RecordDiagnostic;
use catalog_domain::products::{Configurator, ConfiguratorOption, OptionGroup};
use serde::Deserialize;
use serde_json::value::RawValue;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(super) struct ConfiguratorDocument {
    groups: Vec<Object<OptionGroupDocument>>,
    #[serde(default)]
    price_data: Option<Box<RawValue>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OptionGroupDocument {
    uid: Text,
    name: Text,
    #[serde(default)]
    required: bool,
    options: Vec<Object<OptionDocument>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct OptionDocument {
    uid: Text,
    name: Text,
    #[serde(default)]
    stock_number: Option<StockNumber>,
    #[serde(default)]
    default: bool,
    #[serde(default)]
    retail: Price,
    #[serde(default)]
    levels: LevelsDocument,
}

impl ConfiguratorDocument {
    /// The configurator, and the raw price data that is stored beside it.
    pub(super) fn check(self, diagnostics: &mut Vec<RecordDiagnostic>) -> (Configurator, Option<Box<str>>) {
        let groups = self.groups.into_iter().enumerate();
        let groups =
            groups.map(|(at, group)| group.0.check(&format!("/configurator/groups/{at}"), diagnostics)).collect();
        (Configurator { groups }, self.price_data.map(|raw| raw.get().into()))
    }
}

impl OptionGroupDocument {
    fn check(self, pointer: &str, diagnostics: &mut Vec<RecordDiagnostic>) -> OptionGroup {
        let options = self.options.into_iter().enumerate();
        OptionGroup {
            uid: self.uid.0,
            name: self.name.0,
            required: self.required,
            options: options
                .map(|(at, option)| option.0.check(&format!("{pointer}/options/{at}"), diagnostics))
                .collect(),
        }
    }
}

impl OptionDocument {
    fn check(self, pointer: &str, diagnostics: &mut Vec<RecordDiagnostic>) -> ConfiguratorOption {
        ConfiguratorOption {
            uid: self.uid.0,
            name: self.name.0,
            stock_number: self.stock_number.map(|stock_number| stock_number.0),
            is_default: self.default,
            retail: self.retail.0,
            levels: self.levels.check(&format!("{pointer}/levels"), diagnostics),
        }
    }
}
