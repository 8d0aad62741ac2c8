//! The fields of an account that administrators choose: "Price level", "Role", "Configurator access".

use crate::portal_error::PortalError;
use catalog_domain::accounts::{AccountChange, AccountProfile};
use catalog_domain::pricing::{PriceLevel, RETAIL_LEVEL, Role};
use catalog_index::Catalog;
use serde::Deserialize;

#[derive(Debug, Deserialize)]
pub(crate) struct AccountFieldsForm {
    /// Empty, or not sent at all, when none was chosen.
    #[serde(default)]
    price_level: String,
    role: String,
    /// Sent only when it is checked.
    configurator_access: Option<String>,
}

#[derive(Debug, Clone)]
pub(crate) struct AccountFields {
    /// The levels to choose from, the present one included.
    pub(crate) levels: Vec<String>,
    /// The level that is chosen; none where the choice is still to be made.
    pub(crate) level: Option<String>,
    pub(crate) roles: [Role; 2],
    pub(crate) role: Role,
    pub(crate) configurator_access: bool,
    /// Whether the form was sent without a level.
    pub(crate) lacks_level: bool,
}

impl AccountFields {
    /// The fields of `profile`, with the levels that `catalog` knows.
    pub(crate) fn new(profile: &AccountProfile, catalog: &Catalog) -> Self {
        Self {
            levels: levels(profile, catalog),
            level: Some(profile.price_level.name().to_owned()),
            roles: [Role::User, Role::Administrator],
            role: profile.role,
            configurator_access: profile.configurator_access,
            lacks_level: false,
        }
    }

    /// The fields of a request: its level is chosen on purpose, since it decides what the person pays.
    pub(crate) fn of_request(profile: &AccountProfile, catalog: &Catalog) -> Self {
        Self { level: None, ..Self::new(profile, catalog) }
    }

    /// The fields of a request whose form was sent without a level: the rest as it was sent.
    pub(crate) fn without_level(sent: &AccountFieldsForm, profile: &AccountProfile, catalog: &Catalog) -> Self {
        let fields = Self::of_request(profile, catalog);
        let role = Role::from_name(&sent.role).unwrap_or(fields.role);
        Self { role, configurator_access: sent.configurator_access.is_some(), lacks_level: true, ..fields }
    }
}

/// The retail level, the levels that products have, and that of the account, which products may have no longer.
fn levels(profile: &AccountProfile, catalog: &Catalog) -> Vec<String> {
    let mut levels = vec![RETAIL_LEVEL.to_owned()];
    for level in catalog.price_levels().iter().chain([&profile.price_level]) {
        if !levels.iter().any(|known| known == level.name()) {
            levels.push(level.name().to_owned());
        }
    }
    levels
}

impl AccountFieldsForm {
    pub(crate) fn has_level(&self) -> bool {
        !self.price_level.is_empty()
    }

    /// The change of `profile` that the form asks for.
    ///
    /// # Errors
    /// [`PortalError::BadRequest`] for a level or role that the form does not offer.
    pub(crate) fn change(&self, profile: &AccountProfile, catalog: &Catalog) -> Result<AccountChange, PortalError> {
        if !levels(profile, catalog).contains(&self.price_level) {
            return Err(PortalError::bad_request("error-unknown-level"));
        }
        let role = Role::from_name(&self.role);
        let role = role.ok_or_else(|| PortalError::bad_request("error-unknown-role"))?;
        Ok(AccountChange {
            is_active: None,
            price_level: Some(PriceLevel::new(&self.price_level)),
            role: Some(role),
            configurator_access: Some(self.configurator_access.is_some()),
        })
    }
}
