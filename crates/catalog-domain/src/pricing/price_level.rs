//! Price levels: the named price lists that users buy at.

use std::sync::Arc;

/// The level that represents the retail price. It never has a personal price of its own
/// (`docs/contract.md#prices-retail-level`).
pub const RETAIL_LEVEL: &str = "Розн";

/// The name of a price level. Cheap to clone: few levels serve a whole catalog. A box inside, because a catalog holds
/// millions of these pointers: a pointer to a text would be twice as wide.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PriceLevel(Arc<Box<str>>);

impl PriceLevel {
    /// The level of that name.
    pub fn new(name: &str) -> Self {
        Self(Arc::new(name.into()))
    }

    /// The level of a user without an assigned one.
    pub fn retail() -> Self {
        Self::new(RETAIL_LEVEL)
    }

    /// The level's name.
    pub fn name(&self) -> &str {
        &self.0
    }

    /// Whether this is the level `Розн`.
    pub fn is_retail(&self) -> bool {
        self.name() == RETAIL_LEVEL
    }
}
