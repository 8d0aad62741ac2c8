//! Forged tokens: a good one taken apart, changed, and reassembled.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::{Hmac, Mac};
use serde_json::Value;
use sha2::Sha256;

/// A token in its parts.
pub struct ForgedToken {
    /// Names the algorithm and the key.
    pub header: Value,
    /// Its subject and times.
    pub claims: Value,
}

impl ForgedToken {
    /// The parts of a good token.
    pub fn of(token: &str) -> Self {
        let mut parts = token.split('.').map(|part| URL_SAFE_NO_PAD.decode(part).unwrap());
        let mut json = || serde_json::from_slice(&parts.next().unwrap()).unwrap();
        Self { header: json(), claims: json() }
    }

    /// The token, signed with HMAC-SHA256 by `key`, whatever its header says.
    pub fn signed(&self, key: &[u8]) -> String {
        let message = self.message();
        let mut mac = Hmac::<Sha256>::new_from_slice(key).unwrap();
        mac.update(message.as_bytes());
        format!("{message}.{}", URL_SAFE_NO_PAD.encode(mac.finalize().into_bytes()))
    }

    /// The token without a signature.
    pub fn unsigned(&self) -> String {
        format!("{}.", self.message())
    }

    fn message(&self) -> String {
        let encode = |value: &Value| URL_SAFE_NO_PAD.encode(value.to_string());
        format!("{}.{}", encode(&self.header), encode(&self.claims))
    }
}
