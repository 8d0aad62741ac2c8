//! The table of an account's keys: for its owner and for administrators.

use crate::catalog::links::{section_page, without_parameters};
use crate::portal_error::PortalError;
use catalog_app::accounts::AuditActor;
use catalog_domain::accounts::{ApiKey, ApiKeyId, ApiKeyRight};
use catalog_domain::values::{AccountId, SectionId, Timestamp};
use catalog_index::Catalog;
use http_common::HttpState;
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
    /// The list at `address`, a path of the interface.
    fn of(address: &str, catalog: &Catalog) -> Option<Self> {
        let (path, query) = address.split_once('?').unwrap_or((address, ""));
        let (list, format) = path.split_once("/price-list.")?;
        let query = without_parameters(query, &["locale", "columns"]);
        let section = list.strip_prefix("/api/v2/catalog/sections/").and_then(|id| SectionId::parse(id).ok());
        let decoded = |text: &str| decode_query(text).unwrap_or_default().into_owned();
        let choices: Vec<String> = query.split('&').filter(|pair| !pair.is_empty()).map(decoded).collect();
        let (page, of) = match section {
            Some(id) => {
                let node = catalog.sections().find(id).map(|index| catalog.sections().node(index));
                (section_page(id), node.map_or_else(|| id.to_string(), |node| node.section.name.to_string()))
            }
            None => ("/portal/search".to_owned(), choices.join(", ")),
        };
        let choices = if section.is_some() { choices.join(", ") } else { String::new() };
        let page = if query.is_empty() { page } else { format!("{page}?{query}") };
        Some(Self { page, of, format: format.to_uppercase(), choices })
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

pub(crate) fn shown_keys(keys: Vec<ApiKey>, now: Timestamp, catalog: &Catalog) -> Vec<ShownApiKey> {
    let shown = |key: ApiKey| ShownApiKey {
        has_ended: key.has_ended(now),
        ends_soon: key.ends_soon(now),
        list: key.address.as_deref().and_then(|address| LinkedList::of(address, catalog)),
        key,
    };
    keys.into_iter().map(shown).collect()
}

/// Ends the key of `account` with that id, or says that there is none.
pub(crate) async fn revoke_key(
    by: AuditActor,
    account: AccountId,
    id: &str,
    state: &HttpState,
) -> Result<(), PortalError> {
    let is_deleted = match ApiKeyId::parse(id) {
        Some(key) => state.app.accounts.delete_key(by, account, key).await?,
        None => false,
    };
    if is_deleted { Ok(()) } else { Err(PortalError::NotFound("error-key-not-found")) }
}
