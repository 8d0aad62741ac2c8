//! The viewer of the catalog: everything about a user that affects a response.

use crate::pricing::price_level::PriceLevel;

crate::named! {
    /// What a user may do.
    pub enum Role {
        /// Reads the catalog at the user's own price level.
        User = "user",
        /// Reads everything and manages accounts.
        Administrator = "admin",
    }
}

/// A user's view: two users with equal viewers get byte-for-byte equal catalog responses.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Viewer {
    /// The role.
    pub role: Role,
    /// The level that determines `pricing.personal` (`docs/contract.md#prices-personal`).
    pub price_level: PriceLevel,
    /// Whether the account was given configurator access.
    pub configurator_access: bool,
}

impl Viewer {
    /// An ordinary user without an assigned level and further rights.
    pub fn ordinary() -> Self {
        Self { role: Role::User, price_level: PriceLevel::retail(), configurator_access: false }
    }

    /// Whether the viewer sees all levels and hidden values (`docs/contract.md#roles`).
    pub fn is_administrator(&self) -> bool {
        self.role == Role::Administrator
    }

    /// Whether `hasConfigurator` is shown and `include=configurator` allowed (`docs/contract.md#configurator-access`).
    pub fn may_see_configurator(&self) -> bool {
        self.is_administrator() || self.configurator_access
    }
}
