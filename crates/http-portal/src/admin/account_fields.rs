//! The fields of an account that administrators choose: "Price level", "Role", "Configurator access".

use super::level_examples::{LevelChoice, LevelExamples};
use crate::portal_error::PortalError;
use catalog_domain::accounts::{AccountChange, AccountProfile};
use catalog_domain::pricing::{PriceLevel, Role};
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
    pub(crate) levels: Vec<LevelChoice>,
    /// The level that is chosen; none where the choice is still to be made.
    pub(crate) level: Option<String>,
    pub(crate) roles: [Role; 2],
    pub(crate) role: Role,
    pub(crate) configurator_access: bool,
    /// Whether the form was sent without a level.
    pub(crate) lacks_level: bool,
}

impl AccountFields {
    pub(crate) fn new(profile: &AccountProfile, levels: &LevelExamples) -> Self {
        Self {
            levels: levels.with(&profile.price_level),
            level: Some(profile.price_level.name().to_owned()),
            roles: Role::ALL,
            role: profile.role,
            configurator_access: profile.configurator_access,
            lacks_level: false,
        }
    }

    /// The fields of a request: its level is chosen on purpose, since it decides what the person pays.
    pub(crate) fn of_request(profile: &AccountProfile, levels: &LevelExamples) -> Self {
        Self { level: None, ..Self::new(profile, levels) }
    }

    /// The fields of a request whose form was sent without a level: the rest as it was sent.
    pub(crate) fn without_level(sent: &AccountFieldsForm, profile: &AccountProfile, levels: &LevelExamples) -> Self {
        let fields = Self::of_request(profile, levels);
        let role = Role::from_name(&sent.role).unwrap_or(fields.role);
        Self { role, configurator_access: sent.configurator_access.is_some(), lacks_level: true, ..fields }
    }
}

/// The level that a form sends as `name`: the retail one, one that products have, or `own`, which products may have no
/// longer.
///
/// # Errors
/// [`PortalError::BadRequest`] for any other.
pub(super) fn offered_level(
    name: &str,
    own: Option<&PriceLevel>,
    catalog: &Catalog,
) -> Result<PriceLevel, PortalError> {
    let level = PriceLevel::new(name);
    let is_offered = level.is_retail() || catalog.price_levels().contains(&level) || own == Some(&level);
    if is_offered { Ok(level) } else { Err(PortalError::bad_request("error-unknown-level")) }
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
        let price_level = offered_level(&self.price_level, Some(&profile.price_level), catalog)?;
        let role = Role::from_name(&self.role);
        let role = role.ok_or_else(|| PortalError::bad_request("error-unknown-role"))?;
        Ok(AccountChange {
            price_level: Some(price_level),
            role: Some(role),
            configurator_access: Some(self.configurator_access.is_some()),
            ..AccountChange::default()
        })
    }
}
