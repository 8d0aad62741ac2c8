//! Forged tokens: a good one taken apart, changed, and reassembled.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::{Hmac, Mac};
use serde_json::{Value, json};
use sha2::Sha256;

/// A token in its parts.
pub struct ForgedToken {
    /// Names the algorithm and the key.
    pub header: Value,
    /// Its subject and times.
    pub claims: Value,
}

impl ForgedToken {
    /// What nobody may accept for `good`, which was signed with `key`: each with what it is.
    pub fn refused(good: &str, key: &[u8]) -> Vec<(&'static str, String)> {
        let forged = |change: fn(&mut Self)| {
            let mut token = Self::of(good);
            change(&mut token);
            token
        };
        let signed = |change| forged(change).signed(key);
        let without_algorithm = forged(|token| token.header["alg"] = json!("none"));
        let without_key = forged(|token| {
            token.header["alg"] = json!("none");
            token.header["kid"] = Value::Null;
        });
        vec![
            ("an empty token", String::new()),
            ("garbage", "garbage".into()),
            ("garbage in three parts", "a.b.c".into()),
            ("a wrong key", forged(|_| ()).signed(&[9; 32])),
            ("an unknown key id", signed(|token| token.header["kid"] = json!("000000000000"))),
            ("alg none", without_algorithm.unsigned()),
            ("alg none with a signature", without_algorithm.signed(key)),
            ("alg none without a key id", without_key.unsigned()),
            ("RS256 with our secret", signed(|token| token.header["alg"] = json!("RS256"))),
            ("HS512 with our secret", signed(|token| token.header["alg"] = json!("HS512"))),
            ("expired", signed(|token| token.claims["exp"] = token.claims["iat"].clone())),
            ("another audience", signed(|token| token.claims["aud"] = json!("another-service"))),
            ("another issuer", signed(|token| token.claims["iss"] = json!("another-service"))),
            ("nobody's", signed(|token| token.claims["sub"] = json!("4711"))),
            ("revoked", signed(|token| token.claims["generation"] = json!(99))),
        ]
    }

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
