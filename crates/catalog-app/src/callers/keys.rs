//! Callers with a key, or with a token that was issued for one. A right key that is in memory costs no read of the
//! store. Whatever else is presented is looked up there, once and whatever is wrong with it, and counted if it is
//! refused: so every refusal takes as long as any other, and guessing is limited as it is for passwords.

use super::{AuthError, Caller, Callers};
use crate::accounts::{audit_key_refused, audit_too_many_attempts};
use crate::runtime::try_call_store;
use catalog_domain::accounts::{
    ApiKeyId, ApiKeyRight, AttemptSource, AttemptVerdict, TokenRefusal, authorize_key, authorize_token, is_meant_as_key,
};
use catalog_domain::ports::{IssuedToken, PresentedApiKey, TokenGrant, VerifiedToken};
use catalog_domain::values::Timestamp;
use std::sync::Arc;

/// What somebody presents to be let in by a key.
enum Proof {
    Key(PresentedApiKey),
    /// A key that is part of an address.
    Link(PresentedApiKey),
    Password(PresentedApiKey, Box<str>),
    Token(VerifiedToken, ApiKeyId),
    /// A mistyped key.
    Nothing,
}

impl Proof {
    fn key(&self) -> Option<ApiKeyId> {
        match self {
            Self::Key(presented) | Self::Link(presented) | Self::Password(presented, _) => Some(presented.id),
            Self::Token(_, key) => Some(*key),
            Self::Nothing => None,
        }
    }
}

impl Callers {
    pub(super) async fn authenticate_key(&self, text: &str, source: AttemptSource) -> Result<Caller, AuthError> {
        // Nobody guesses by typing wrong.
        let presented = self.ports.key_texts.read(text).ok_or(AuthError::MistypedKey)?;
        self.authenticate_by(&Proof::Key(presented), source).await
    }

    /// Authenticates the caller by a key with the right `read` as the password of `name`: the address of its account,
    /// or the id of the key.
    ///
    /// # Errors
    /// [`AuthError`] when it is refused.
    pub async fn authenticate_password(
        &self,
        (name, text): (&str, &str),
        source: AttemptSource,
    ) -> Result<Caller, AuthError> {
        let presented = self.ports.key_texts.read(text);
        let proof = presented.map_or(Proof::Nothing, |presented| Proof::Password(presented, name.into()));
        self.authenticate_by(&proof, source).await
    }

    /// Whether `text` is a whole key, of whomever.
    pub fn is_key(&self, text: &str) -> bool {
        is_meant_as_key(text) && self.ports.key_texts.read(text).is_some()
    }

    /// Authenticates the caller by the key of a download link, which is good for nothing else.
    ///
    /// # Errors
    /// [`AuthError`] when it is refused.
    pub async fn authenticate_link(&self, text: &str, source: AttemptSource) -> Result<Caller, AuthError> {
        let proof = self.ports.key_texts.read(text).map_or(Proof::Nothing, Proof::Link);
        self.authenticate_by(&proof, source).await
    }

    pub(super) async fn authenticate_key_token(
        &self,
        token: VerifiedToken,
        key: ApiKeyId,
        source: AttemptSource,
    ) -> Result<Caller, AuthError> {
        self.authenticate_by(&Proof::Token(token, key), source).await
    }

    /// A new token for the key with that id and text, which ends with the key.
    ///
    /// # Errors
    /// [`AuthError`] when the key is refused, or the token cannot be signed.
    pub async fn issue_key_token(&self, id: &str, text: &str, source: AttemptSource) -> Result<IssuedToken, AuthError> {
        let presented = self.ports.key_texts.read(text).filter(|presented| presented.id.as_str() == id);
        let caller = self.authenticate_by(&presented.map_or(Proof::Nothing, Proof::Key), source).await?;
        let key = caller.key.map(|key| key.id);
        let grant = TokenGrant { account: caller.account.id, generation: TokenGrant::OF_A_KEY, key };
        let issued = self.ports.tokens.issue(grant, self.ports.clock.now(), caller.expires_at);
        issued.map_err(|error| AuthError::Failure(error.into()))
    }

    async fn authenticate_by(&self, proof: &Proof, source: AttemptSource) -> Result<Caller, AuthError> {
        self.ports.directory.check_fresh()?;
        let now = self.ports.clock.now();
        if let Some(decided) = self.decide(proof, now) {
            return decided;
        }
        // It is wrong, or was made on another server a moment ago: a right one is never refused for its source.
        if let Some(key) = proof.key() {
            self.ports.directory.look_up_key(key).await?;
            if let Some(decided) = self.decide(proof, now) {
                return decided;
            }
        }
        if let Some(retry_after_seconds) = self.ports.wrong_keys.known_refusal(source, now) {
            return Err(too_many(source, retry_after_seconds));
        }
        let limiter = Arc::clone(&self.ports.wrong_keys);
        match try_call_store(move || limiter.attempt(source, now)).await? {
            AttemptVerdict::Allowed => {
                audit_key_refused(source);
                Err(AuthError::NoValidToken)
            }
            AttemptVerdict::Refused { retry_after_seconds } => Err(too_many(source, retry_after_seconds)),
        }
    }

    /// The decision by what is in memory; `None` when that does not know such a key.
    fn decide(&self, proof: &Proof, now: Timestamp) -> Option<Result<Caller, AuthError>> {
        let account = self.ports.directory.find_key_owner(proof.key()?)?;
        let (key, expires_at) = match proof {
            Proof::Key(presented) | Proof::Link(presented) | Proof::Password(presented, _) => {
                let key = authorize_key(presented, Some(&account), now);
                (key.map(Some), key.ok().and_then(|key| key.expires_at))
            }
            Proof::Token(token, _) => (authorize_token(token, Some(&account)), Some(token.expires_at)),
            Proof::Nothing => return None,
        };
        match key {
            Ok(key) => {
                let key = key.cloned();
                let is_of_link = key.as_ref().is_some_and(|key| key.right == ApiKeyRight::Download);
                if is_of_link != matches!(proof, Proof::Link(_)) {
                    return None;
                }
                if let (Proof::Password(presented, name), Some(key)) = (proof, &key) {
                    let is_name = name.eq_ignore_ascii_case(&account.email) || **name == *presented.id.as_str();
                    if !is_name || key.right != ApiKeyRight::Read {
                        return None;
                    }
                }
                if let Some(key) = &key {
                    let store = Arc::clone(&self.ports.keys);
                    self.key_uses.note(key.id, now, move |keys, at| store.note_key_uses(keys, at));
                }
                Some(Ok(Caller { viewer: account.viewer(), account, key, expires_at }))
            }
            Err(TokenRefusal::AccessDisabled) => Some(Err(AuthError::AccessDisabled)),
            Err(TokenRefusal::InvalidToken) => None,
        }
    }
}

fn too_many(source: AttemptSource, retry_after_seconds: u32) -> AuthError {
    audit_too_many_attempts(source, "key");
    AuthError::TooManyAttempts { retry_after_seconds }
}

#[cfg(test)]
mod tests;
