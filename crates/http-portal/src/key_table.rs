//! The table of an account's keys: for its owner and for administrators.

use crate::catalog::links::{CatalogPage, address, without_parameters};
use crate::catalog::public_section;
use crate::portal_error::PortalError;
use catalog_app::App;
use catalog_app::accounts::AuditActor;
use catalog_domain::accounts::{ApiKey, ApiKeyId, ApiKeyRight};
use catalog_domain::values::{AccountId, SectionId};
use catalog_index::Catalog;
use http_common::request::decode_query;

/// A row. The template is `account/key_table.html`.
pub(crate) struct ShownApiKey {
    pub(crate) key: ApiKey,
    pub(crate) has_ended: bool,
    pub(crate) ends_soon: bool,
    /// What it downloads, if it is a link.
    pub(crate) list: Option<LinkedList>,
}

/// The price list behind a link.
pub(crate) struct LinkedList {
    /// The page of the list.
    pub(crate) page: String,
    /// The section, or what was searched for.
    pub(crate) of: String,
    pub(crate) format: String,
    /// By what it is narrowed, as in the address.
    pub(crate) choices: String,
}

impl LinkedList {
    /// The list at a path of the API with its query.
    fn of(target: &str, catalog: &Catalog) -> Option<Self> {
        let (path, query) = target.split_once('?').unwrap_or((target, ""));
        let (list, format) = CatalogPage::of_price_list(path)?;
        let query = without_parameters(query, &["locale", "columns"]);
        let decoded = |text: &str| decode_query(text).unwrap_or_default().into_owned();
        let choices: Vec<String> = query.split('&').filter(|pair| !pair.is_empty()).map(decoded).collect();
        let choices = choices.join(", ");
        let (of, choices) = match &list {
            CatalogPage::Section(id) => {
                let section = SectionId::parse(id).ok().and_then(|section| public_section(catalog, section));
                (section.map_or_else(|| id.clone(), |section| section.name.to_string()), choices)
            }
            _ => (choices, String::new()),
        };
        Some(Self { page: address(&list.path(), &query), of, format: format.to_uppercase(), choices })
    }
}

pub(crate) fn right_name(right: &ApiKeyRight) -> &'static str {
    match right {
        ApiKeyRight::Read => "keys-right-read",
        ApiKeyRight::Import => "keys-right-import",
        ApiKeyRight::Admin => "keys-right-admin",
        ApiKeyRight::Download => "keys-right-download",
    }
}

pub(crate) async fn keys_of(account: AccountId, app: &App) -> Result<Vec<ShownApiKey>, PortalError> {
    let (now, catalog) = (app.now(), app.catalog.current());
    let shown = |key: ApiKey| ShownApiKey {
        has_ended: key.has_ended(now),
        ends_soon: key.ends_soon(now),
        list: key.address.as_deref().and_then(|address| LinkedList::of(address, &catalog)),
        key,
    };
    let keys = app.accounts.keys_of(account).await?.unwrap_or_default();
    Ok(keys.into_iter().map(shown).collect())
}

/// Ends the key of `account` with that id, or says that there is none.
pub(crate) async fn revoke_key(by: AuditActor, account: AccountId, id: &str, app: &App) -> Result<(), PortalError> {
    let is_deleted = match ApiKeyId::parse(id) {
        Some(key) => app.accounts.delete_key(by, account, key).await?,
        None => false,
    };
    if is_deleted { Ok(()) } else { Err(PortalError::NotFound("error-key-not-found")) }
}
