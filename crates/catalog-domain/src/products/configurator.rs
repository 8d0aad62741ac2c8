//! The configurator of a product: groups of options with prices of their own (`docs/contract.md#configurator`).

use crate::pricing::money::Money;
use crate::pricing::offer::LevelPrices;

/// What a customer can choose. The source's raw `priceData` is deliberately no field of this type.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Configurator {
    /// Groups in source order.
    pub groups: Vec<OptionGroup>,
}

/// A group of options to choose from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OptionGroup {
    /// The group's uid.
    pub uid: Box<str>,
    /// The group's name.
    pub name: Box<str>,
    /// Whether a choice must be made.
    pub required: bool,
    /// The options in source order.
    pub options: Vec<ConfiguratorOption>,
}

/// One option.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConfiguratorOption {
    /// The option's uid.
    pub uid: Box<str>,
    /// The option's name.
    pub name: Box<str>,
    /// The product that the option represents, if any.
    pub stock_number: Option<Box<str>>,
    /// Chosen unless the customer chooses otherwise.
    pub is_default: bool,
    /// The retail price of the option.
    pub retail: Option<Money>,
    /// Prices of the option by level, in source order.
    pub levels: LevelPrices,
}
