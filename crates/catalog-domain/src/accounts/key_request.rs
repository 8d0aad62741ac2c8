//! Making a key.

use crate::accounts::authentication::LoginError;
use crate::accounts::key::{ApiKey, ApiKeyRight};
use crate::accounts::key_text::ApiKeyText;
use crate::ports::credentials::Clock;
use crate::ports::key_store::{ApiKeyAdded, ApiKeyStore, ApiKeyTexts};
use crate::pricing::viewer::Role;
use crate::values::identifiers::AccountId;

/// A key as its owner asks for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ApiKeyRequest {
    /// Its name, which must have been checked; blanks around it are dropped.
    pub name: String,
    /// What it is to be able to do.
    pub right: ApiKeyRight,
    /// After how many days it ends; `None`: never.
    pub days: Option<u32>,
    /// For a download link: path and query of the price list, which must have been checked. Its right is that alone.
    pub address: Option<Box<str>>,
}

impl ApiKeyRequest {
    fn right(&self) -> ApiKeyRight {
        if self.address.is_some() { ApiKeyRight::Download } else { self.right }
    }
}

/// Why a key is not made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ApiKeyRefusal {
    /// The account may not have keys with this right.
    #[error("only administrators may have keys with this right")]
    Right,
    /// It has too many.
    #[error("the account has 10 keys already that have not ended")]
    TooMany,
    /// It is not active.
    #[error("the account is not active")]
    NotActive,
}

/// Makes a key for `account`, which has that role. Its text is returned this once, and stored nowhere.
///
/// # Errors
/// [`LoginError`] when the store fails or there is no randomness.
pub fn make_key(
    request: &ApiKeyRequest,
    (account, role): (AccountId, Role),
    keys: &dyn ApiKeyStore,
    texts: &dyn ApiKeyTexts,
    clock: &dyn Clock,
) -> Result<Result<(ApiKey, ApiKeyText), ApiKeyRefusal>, LoginError> {
    if !request.right().is_for(role) {
        return Ok(Err(ApiKeyRefusal::Right));
    }
    let (text, made) = texts.generate()?;
    let created_at = clock.now();
    let key = ApiKey {
        id: made.id,
        account,
        name: request.name.trim().into(),
        right: request.right(),
        hash: made.hash,
        created_at,
        expires_at: request.days.map(|days| created_at.plus_days(days)),
        last_used_at: None,
        address: request.address.clone(),
    };
    Ok(match keys.add_key(&key)? {
        ApiKeyAdded::Added => Ok((key, text)),
        ApiKeyAdded::TooMany => Err(ApiKeyRefusal::TooMany),
        ApiKeyAdded::NotActive => Err(ApiKeyRefusal::NotActive),
    })
}
