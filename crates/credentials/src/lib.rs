//! bcrypt, signed tokens, the tokens of invitations and the system clock behind the domain's ports.

mod invitation_tokens;
mod password_hasher;
mod sealed_cursors;
mod system_clock;
mod token_signer;

pub use invitation_tokens::RandomInvitations;
pub use password_hasher::BcryptHasher;
pub use sealed_cursors::SealedCursors;
pub use system_clock::SystemClock;
pub use token_signer::{JwtSigner, TokenKeys};

use catalog_domain::ports::SigningSecret;
use rand::TryRngCore;

/// A new signing secret from the operating system's randomness.
///
/// # Errors
/// When the operating system has no randomness.
pub fn random_signing_secret() -> std::io::Result<SigningSecret> {
    let mut bytes = vec![0; 48];
    rand::rngs::OsRng.try_fill_bytes(&mut bytes).map_err(std::io::Error::other)?;
    SigningSecret::new(bytes).ok_or_else(|| std::io::Error::other("too few random bytes"))
}
