//! Access tokens: JSON Web Tokens signed with HS256 and nothing else (`docs/contract.md#tokens`; RFC 8725).

use catalog_domain::ports::{CredentialsError, IssuedToken, SigningSecret, TokenGrant, TokenSigner, VerifiedToken};
use catalog_domain::values::{AccountId, Timestamp};
use jsonwebtoken::{Algorithm, DecodingKey, EncodingKey, Header, Validation};
use serde::{Deserialize, Serialize};
use std::fmt;

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
}

/// The signing secret, and one previous secret that is still accepted until clients' tokens expire.
#[derive(Debug, Clone)]
pub struct TokenKeys {
    /// Signs and verifies.
    pub current: SigningSecret,
    /// Only verifies.
    pub previous: Option<SigningSecret>,
}

/// A key with the id that tokens name.
struct VerificationKey {
    id: String,
    key: DecodingKey,
}

/// Issues and verifies tokens.
pub struct JwtSigner {
    lifetime_seconds: i64,
    signing_key: EncodingKey,
    /// The current key first.
    verification_keys: Vec<VerificationKey>,
    validation: Validation,
}

impl fmt::Debug for JwtSigner {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("JwtSigner").field("lifetime_seconds", &self.lifetime_seconds).finish_non_exhaustive()
    }
}

impl JwtSigner {
    /// A signer whose tokens live for `lifetime_seconds`.
    #[must_use]
    pub fn new(keys: &TokenKeys, lifetime_seconds: i64) -> Self {
        let mut validation = Validation::new(Algorithm::HS256);
        validation.set_issuer(&[ISSUER]);
        validation.set_audience(&[AUDIENCE]);
        validation.set_required_spec_claims(&["iss", "aud", "sub", "exp"]);
        // Expiry is checked against the clock that the caller passes in, to the second and without leeway.
        validation.validate_exp = false;
        let verification_keys = std::iter::once(&keys.current)
            .chain(&keys.previous)
            .map(|secret| VerificationKey { id: key_id(secret), key: DecodingKey::from_secret(secret.expose()) })
            .collect();
        let signing_key = EncodingKey::from_secret(keys.current.expose());
        Self { lifetime_seconds, signing_key, verification_keys, validation }
    }

    fn key_named(&self, id: &str) -> Option<&VerificationKey> {
        self.verification_keys.iter().find(|key| key.id == id)
    }
}

impl TokenSigner for JwtSigner {
    fn issue(&self, grant: TokenGrant, now: Timestamp) -> Result<IssuedToken, CredentialsError> {
        let issued_at = now.unix_seconds();
        let expires_at = issued_at.saturating_add(self.lifetime_seconds);
        let claims = Claims {
            iss: ISSUER.into(),
            aud: AUDIENCE.into(),
            sub: grant.account.to_string(),
            iat: issued_at,
            nbf: None,
            exp: expires_at,
            jti: uuid::Uuid::new_v4().to_string(),
            generation: grant.generation,
        };
        let header =
            Header { kid: self.verification_keys.first().map(|key| key.id.clone()), ..Header::new(Algorithm::HS256) };
        let text = jsonwebtoken::encode(&header, &claims, &self.signing_key)
            .map_err(|error| CredentialsError(Box::new(error)))?;
        let expires_at = Timestamp::from_unix_microseconds(0).plus_seconds(expires_at);
        Ok(IssuedToken { text, expires_at, lifetime_seconds: self.lifetime_seconds })
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
        let claims = jsonwebtoken::decode::<Claims>(token, &key.key, &self.validation).ok()?.claims;
        let latest_start = now.unix_seconds().saturating_add(CLOCK_LEEWAY_SECONDS);
        let has_begun = claims.iat <= latest_start && claims.nbf.is_none_or(|not_before| not_before <= latest_start);
        let is_alive = claims.iat <= claims.exp && now.unix_seconds() < claims.exp;
        let account = AccountId::parse(&claims.sub).ok()?;
        (has_begun && is_alive).then(|| VerifiedToken {
            grant: TokenGrant { account, generation: claims.generation },
            expires_at: Timestamp::from_unix_microseconds(0).plus_seconds(claims.exp),
        })
    }
}

/// A short id of a secret that does not reveal it.
fn key_id(secret: &SigningSecret) -> String {
    blake3::derive_key("catalog access token key id", secret.expose())[..6]
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect()
}

#[cfg(test)]
mod tests;
