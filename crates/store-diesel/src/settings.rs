//! The settings in the store: the storefront and the signing secret.

use crate::failure::{inconsistent, store_error, unexpected};
use crate::schema::store_state;
use crate::store::Store;
use catalog_domain::ports::{SigningSecret, StoreError, StoreSettings};
use catalog_domain::values::StorefrontHost;
use diesel::prelude::*;

impl StoreSettings for Store {
    fn storefront(&self) -> Result<Option<StorefrontHost>, StoreError> {
        let host: Option<String> = self.read(|connection| {
            store_state::table.select(store_state::storefront_host).first(connection).map_err(store_error)
        })?;
        host.map(|host| parse_storefront(&host)).transpose()
    }

    fn signing_secret(&self, candidate: &SigningSecret) -> Result<SigningSecret, StoreError> {
        // It is stored with the accounts: if they are lost, the tokens that name them by number become invalid, too.
        let stored: Option<Vec<u8>> = self.read_accounts(|connection| {
            // Of several callers at once, one finds no secret and writes; all read afterwards.
            let without_secret = store_state::table.filter(store_state::signing_secret.is_null());
            let read = store_state::table.select(store_state::signing_secret);
            if let Some(secret) = read.first::<Option<Vec<u8>>>(connection).map_err(store_error)? {
                return Ok(Some(secret));
            }
            diesel::update(without_secret)
                .set(store_state::signing_secret.eq(candidate.expose()))
                .execute(connection)
                .map_err(store_error)?;
            read.first(connection).map_err(store_error)
        })?;
        let stored = stored.ok_or_else(|| unexpected("the signing secret was not stored"))?;
        SigningSecret::new(stored).ok_or_else(|| inconsistent("store_state.signing_secret", "shorter than 32 bytes"))
    }
}

/// A stored storefront host.
pub(crate) fn parse_storefront(host: &str) -> Result<StorefrontHost, StoreError> {
    StorefrontHost::parse(host).map_err(|error| inconsistent("store_state.storefront_host", error))
}
