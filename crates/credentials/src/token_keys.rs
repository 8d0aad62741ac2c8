//! The secrets that tokens and cursors are signed with, and how one follows another.

use catalog_domain::ports::{SigningSecret, SigningSecrets};
use catalog_domain::values::Timestamp;

/// How long after a rotation in the store servers go on signing with the previous secret, in seconds: by then every
/// other server has read the new one, so none refuses what another has signed.
const HANDOVER_SECONDS: i64 = 5;

/// The signing secret, and one previous secret that is still accepted until clients' tokens expire.
#[derive(Debug, Clone)]
pub struct SigningKeySet {
    /// Signs and verifies.
    pub current: SigningSecret,
    /// Only verifies, once it is replaced everywhere.
    pub previous: Option<SigningSecret>,
    /// When the previous one was replaced. `None`: it is accepted as long as it is configured, and never signs.
    pub replaced_at: Option<Timestamp>,
}

impl SigningKeySet {
    /// The moment from which on the current secret signs; `None` when it always does.
    pub(crate) fn signs_from(&self) -> Option<Timestamp> {
        self.previous.as_ref()?;
        Some(self.replaced_at?.plus_seconds(HANDOVER_SECONDS))
    }
}

impl From<SigningSecrets> for SigningKeySet {
    fn from(secrets: SigningSecrets) -> Self {
        let SigningSecrets { current, since, previous } = secrets;
        Self { current, previous, replaced_at: since }
    }
}

/// A short text that identifies a secret and does not reveal it; tokens name their key by it.
pub fn secret_fingerprint(secret: &SigningSecret) -> String {
    blake3::derive_key("catalog access token key id", secret.expose())[..6]
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect()
}
