//! The settings in the store: the storefront and the signing secrets.

use crate::accounts::revision::grow_account_revision;
use crate::connection::StoreConnection;
use crate::failure::{inconsistent, unexpected};
use crate::prelude::*;
use crate::schema::store_state;
use crate::store::Store;
use catalog_domain::ports::{ReplacedSecret, SigningSecret, SigningSecrets, StoreError, StoreSettings};
use catalog_domain::values::{StorefrontHost, Timestamp};

// Secrets are stored with the accounts: if they are lost, the tokens that name them by number become invalid, too.
impl StoreSettings for Store {
    fn storefront(&self) -> Result<Option<StorefrontHost>, StoreError> {
        let host: Option<String> =
            self.read(|connection| store_state::table.select(store_state::storefront_host).first(connection))?;
        host.map(|host| parse_storefront(&host)).transpose()
    }

    fn signing_secret(&self, candidate: &SigningSecret, now: Timestamp) -> Result<SigningSecrets, StoreError> {
        if let Some(secrets) = self.read_accounts(secrets)? {
            return Ok(secrets);
        }
        // Of several callers at once, one finds no secret and writes; all read afterwards.
        let stored = self.change_accounts(|connection| -> Result<_, StoreError> {
            diesel::update(store_state::table.filter(store_state::signing_secret.is_null()))
                .set((
                    store_state::signing_secret.eq(candidate.expose()),
                    store_state::signing_secret_at.eq(now.unix_microseconds()),
                ))
                .execute(connection)?;
            secrets(connection)
        })?;
        stored.ok_or_else(|| unexpected("the signing secret was not stored"))
    }

    fn signing_secrets(&self) -> Result<Option<SigningSecrets>, StoreError> {
        self.read_accounts(secrets)
    }

    fn rotate_signing_secret(
        &self,
        secret: &SigningSecret,
        replaced: ReplacedSecret,
        now: Timestamp,
    ) -> Result<SigningSecrets, StoreError> {
        let rotated = self.change_accounts(|connection| -> Result<_, StoreError> {
            // The revision is taken first: it also serialises concurrent rotations.
            grow_account_revision(connection)?;
            let before = secrets(connection)?.filter(|_| replaced == ReplacedSecret::Keep);
            let previous = before.as_ref().map(|secrets| secrets.current.expose());
            diesel::update(store_state::table)
                .set((
                    store_state::signing_secret.eq(secret.expose()),
                    store_state::signing_secret_at.eq(now.unix_microseconds()),
                    store_state::previous_signing_secret.eq(previous),
                ))
                .execute(connection)?;
            secrets(connection)
        })?;
        rotated.ok_or_else(|| unexpected("the signing secret was not stored"))
    }
}

/// The stored secrets; `None` when there is no current one.
fn secrets(connection: &mut StoreConnection) -> Result<Option<SigningSecrets>, StoreError> {
    type Columns = (Option<Vec<u8>>, Option<i64>, Option<Vec<u8>>);
    let columns = (store_state::signing_secret, store_state::signing_secret_at, store_state::previous_signing_secret);
    let (current, since, previous): Columns = store_state::table.select(columns).first(connection)?;
    let secret =
        |bytes| SigningSecret::new(bytes).ok_or_else(|| inconsistent("a signing secret", "shorter than 32 bytes"));
    let Some(current) = current.map(secret).transpose()? else { return Ok(None) };
    let since = since.map(Timestamp::from_unix_microseconds);
    Ok(Some(SigningSecrets { current, since, previous: previous.map(secret).transpose()? }))
}

pub(crate) fn parse_storefront(host: &str) -> Result<StorefrontHost, StoreError> {
    StorefrontHost::parse(host).map_err(|error| inconsistent("store_state.storefront_host", error))
}
