//! bcrypt, signed tokens, the tokens of invitations and sessions, and the system clock behind the domain's ports.

mod invitation_tokens;
mod password_hasher;
mod rotating_keys;
mod sealed_cursors;
mod session_tokens;
mod system_clock;
mod token_keys;
mod token_signer;

pub use invitation_tokens::RandomInvitations;
pub use password_hasher::BcryptHasher;
pub use rotating_keys::RotatingKeys;
pub use sealed_cursors::SealedCursors;
pub use session_tokens::RandomSessions;
pub use system_clock::SystemClock;
pub use token_keys::{TokenKeys, secret_fingerprint};
pub use token_signer::JwtSigner;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use catalog_domain::ports::{CredentialsError, SigningSecret};
use sha2::{Digest, Sha256};

/// The random bytes of a secret that is stored as a hash: too many to be guessed, so that a plain hash is enough.
const SECRET_BYTES: usize = 32;

/// A new signing secret from the operating system's randomness.
///
/// # Errors
/// When the operating system has no randomness.
pub fn random_signing_secret() -> std::io::Result<SigningSecret> {
    let mut bytes = vec![0; 48];
    getrandom::fill(&mut bytes)?;
    SigningSecret::new(bytes).ok_or_else(|| std::io::Error::other("too few random bytes"))
}

/// A new secret from the operating system's randomness, which needs no escaping in a URL or a cookie.
fn random_secret() -> Result<String, CredentialsError> {
    let mut bytes = [0; SECRET_BYTES];
    getrandom::fill(&mut bytes).map_err(|error| CredentialsError(error.into()))?;
    Ok(URL_SAFE_NO_PAD.encode(bytes))
}

/// The SHA-256 hash of a secret, as text.
fn hash_of(secret: &str) -> String {
    URL_SAFE_NO_PAD.encode(Sha256::digest(secret))
}
