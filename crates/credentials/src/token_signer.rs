//! Access tokens: JSON Web Tokens signed with HS256 and nothing else (`docs/contract.md#tokens`; RFC 8725).

mod hs256;

use crate::token_keys::{SigningKeySet, secret_fingerprint};
use catalog_domain::accounts::ApiKeyId;
use catalog_domain::ports::{CredentialsError, IssuedToken, SigningSecret, TokenGrant, TokenSigner, VerifiedToken};
use catalog_domain::values::{AccountId, Timestamp};
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation};
use serde::{Deserialize, Serialize};

/// Issuer and audience: a token of another service signed with the same key is not accepted.
const ISSUER: &str = "catalog";
const AUDIENCE: &str = "catalog-api";

/// Longest accepted token, in bytes; ours are about 300.
const MAXIMUM_BYTES: usize = 2_048;

/// How far the issuing server's clock may be ahead of this one, in seconds: servers share their keys, not their clocks.
/// Expiry has no such leeway.
const CLOCK_LEEWAY_SECONDS: i64 = 60;

/// The claims of a token. Role, price level and flags are deliberately not among them.
#[derive(Serialize, Deserialize)]
struct Claims {
    iss: String,
    aud: String,
    sub: String,
    iat: i64,
    /// Ours have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    nbf: Option<i64>,
    exp: i64,
    jti: String,
    /// The account's token generation: a token of an earlier one is revoked.
    generation: i64,
    /// The key that the token was issued for, if any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    key: Option<String>,
}

struct SigningKey {
    id: String,
    encoding: EncodingKey,
    decoding: DecodingKey,
    accepted_until: Option<Timestamp>,
}

impl SigningKey {
    fn new(secret: &SigningSecret, accepted_until: Option<Timestamp>) -> Self {
        Self {
            id: secret_fingerprint(secret),
            encoding: EncodingKey::from_secret(secret.expose()),
            decoding: DecodingKey::from_secret(secret.expose()),
            accepted_until,
        }
    }
}

/// Issues and verifies tokens.
pub struct JwtSigner {
    lifetime_seconds: i64,
    current: SigningKey,
    previous: Option<SigningKey>,
    /// The moment from which on the current key signs, and before it the previous one.
    signs_from: Option<Timestamp>,
    validation: Validation,
}

impl JwtSigner {
    /// A signer whose tokens live for `lifetime_seconds`.
    pub fn new(keys: &SigningKeySet, lifetime_seconds: i64) -> Self {
        hs256::install();
        let mut validation = Validation::new(Algorithm::HS256);
        validation.set_issuer(&[ISSUER]);
        validation.set_audience(&[AUDIENCE]);
        validation.set_required_spec_claims(&["iss", "aud", "sub", "exp"]);
        // Expiry is checked against the clock that the caller passes in, to the second and without leeway.
        validation.validate_exp = false;
        // The last token of the previous key was issued soon after it was replaced.
        let end = |at: Timestamp| at.plus_seconds(lifetime_seconds.saturating_add(CLOCK_LEEWAY_SECONDS));
        let accepted_until = keys.replaced_at.map(end);
        Self {
            lifetime_seconds,
            current: SigningKey::new(&keys.current, None),
            previous: keys.previous.as_ref().map(|secret| SigningKey::new(secret, accepted_until)),
            signs_from: keys.signs_from(),
            validation,
        }
    }

    fn key_named(&self, id: &str) -> Option<&SigningKey> {
        std::iter::once(&self.current).chain(&self.previous).find(|key| key.id == id)
    }

    fn signing_key(&self, now: Timestamp) -> &SigningKey {
        let previous = self.previous.as_ref().filter(|_| self.signs_from.is_some_and(|from| now < from));
        previous.unwrap_or(&self.current)
    }
}

impl TokenSigner for JwtSigner {
    fn issue(
        &self,
        grant: TokenGrant,
        now: Timestamp,
        until: Option<Timestamp>,
    ) -> Result<IssuedToken, CredentialsError> {
        let issued_at = now.unix_seconds();
        let latest = until.map_or(i64::MAX, Timestamp::unix_seconds);
        let expires_at = issued_at.saturating_add(self.lifetime_seconds).min(latest);
        let claims = Claims {
            iss: ISSUER.into(),
            aud: AUDIENCE.into(),
            sub: grant.account.to_string(),
            iat: issued_at,
            nbf: None,
            exp: expires_at,
            jti: uuid::Uuid::new_v4().to_string(),
            generation: grant.generation,
            key: grant.key.map(|key| key.to_string()),
        };
        let key = self.signing_key(now);
        let header = Header { kid: Some(key.id.clone()), ..Header::new(Algorithm::HS256) };
        let text =
            jsonwebtoken::encode(&header, &claims, &key.encoding).map_err(|error| CredentialsError(Box::new(error)))?;
        let lifetime_seconds = expires_at.saturating_sub(issued_at);
        let expires_at = Timestamp::from_unix_microseconds(0).plus_seconds(expires_at);
        Ok(IssuedToken { text, expires_at, lifetime_seconds })
    }

    fn verify(&self, token: &str, now: Timestamp) -> Option<VerifiedToken> {
        if token.len() > MAXIMUM_BYTES {
            return None;
        }
        let header = jsonwebtoken::decode_header(token).ok()?;
        if header.crit.is_some() {
            // A token with unknown critical headers must be refused (RFC 7515, 4.1.11). We know none.
            return None;
        }
        let key = self.key_named(header.kid.as_deref()?)?;
        let claims = jsonwebtoken::decode::<Claims>(token, &key.decoding, &self.validation).ok()?.claims;
        let latest_start = now.unix_seconds().saturating_add(CLOCK_LEEWAY_SECONDS);
        let has_begun = claims.iat <= latest_start && claims.nbf.is_none_or(|not_before| not_before <= latest_start);
        let is_alive = claims.iat <= claims.exp && now.unix_seconds() < claims.exp;
        let is_key_alive = key.accepted_until.is_none_or(|until| now < until);
        let expires_at = Timestamp::from_unix_microseconds(0).plus_seconds(claims.exp);
        let account = AccountId::parse(&claims.sub).ok()?;
        let for_key = match &claims.key {
            Some(id) => Some(ApiKeyId::parse(id)?),
            None => None,
        };
        (has_begun && is_alive && is_key_alive).then(|| VerifiedToken {
            grant: TokenGrant { account, generation: claims.generation, key: for_key },
            expires_at: key.accepted_until.map_or(expires_at, |until| until.min(expires_at)),
        })
    }
}

#[cfg(test)]
mod tests;
