//! bcrypt, signed tokens, keys, the tokens of invitations and sessions, and the system clock behind the domain's ports.

mod key_texts;
mod password_hasher;
mod random_tokens;
mod rotating_keys;
mod sealed_cursors;
mod system_clock;
mod token_keys;
mod token_signer;

pub use key_texts::RandomApiKeys;
pub use password_hasher::BcryptHasher;
pub use random_tokens::{RandomInvitations, RandomJobIds, RandomSessions};
pub use rotating_keys::RotatingSigningKeys;
pub use sealed_cursors::SealedCursors;
pub use system_clock::SystemClock;
pub use token_keys::{SigningKeySet, secret_fingerprint};
pub use token_signer::JwtSigner;

use catalog_domain::ports::SigningSecret;

/// A new signing secret from the operating system's randomness.
///
/// # Errors
/// When the operating system has no randomness.
pub fn random_signing_secret() -> std::io::Result<SigningSecret> {
    let mut bytes = vec![0; 48];
    getrandom::fill(&mut bytes)?;
    SigningSecret::new(bytes).ok_or_else(|| std::io::Error::other("too few random bytes"))
}
