//! The keys of a running server, which a rotation replaces while requests are served.

use crate::{JwtSigner, SealedCursors, SigningKeySet};
use catalog_domain::change::FeedCursor;
use catalog_domain::ports::{CredentialsError, CursorSealer, IssuedToken, TokenGrant, TokenSigner, VerifiedToken};
use catalog_domain::values::{Fingerprint, Timestamp};
use parking_lot::RwLock;
use std::sync::Arc;

/// Signs tokens and seals cursors with the present keys.
pub struct RotatingSigningKeys {
    lifetime_seconds: i64,
    present: RwLock<Arc<Keys>>,
}

/// What is made of one set of keys.
struct Keys {
    signer: JwtSigner,
    cursors: SealedCursors,
}

impl Keys {
    fn new(keys: &SigningKeySet, lifetime_seconds: i64) -> Arc<Self> {
        Arc::new(Self { signer: JwtSigner::new(keys, lifetime_seconds), cursors: SealedCursors::new(keys) })
    }
}

impl RotatingSigningKeys {
    /// Begins with `keys`; tokens live for `lifetime_seconds`.
    pub fn new(keys: &SigningKeySet, lifetime_seconds: i64) -> Self {
        Self { lifetime_seconds, present: RwLock::new(Keys::new(keys, lifetime_seconds)) }
    }

    /// Goes on with `keys`.
    pub fn replace(&self, keys: &SigningKeySet) {
        // Keys are put in place whole.
        *self.present.write() = Keys::new(keys, self.lifetime_seconds);
    }

    fn present(&self) -> Arc<Keys> {
        Arc::clone(&self.present.read())
    }
}

impl TokenSigner for RotatingSigningKeys {
    fn issue(
        &self,
        grant: TokenGrant,
        now: Timestamp,
        until: Option<Timestamp>,
    ) -> Result<IssuedToken, CredentialsError> {
        self.present().signer.issue(grant, now, until)
    }

    fn verify(&self, token: &str, now: Timestamp) -> Option<VerifiedToken> {
        self.present().signer.verify(token, now)
    }
}

impl CursorSealer for RotatingSigningKeys {
    fn seal(&self, cursor: &FeedCursor) -> String {
        self.present().cursors.seal(cursor)
    }

    fn open(&self, text: &str) -> Option<FeedCursor> {
        self.present().cursors.open(text)
    }

    fn key_id(&self) -> Fingerprint {
        self.present().cursors.key_id()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use catalog_domain::change::{FeedPosition, LogEpoch};
    use catalog_domain::ports::{SigningSecret, SigningSecrets};
    use catalog_domain::values::{AccountId, SectionId};

    const LIFETIME: i64 = 86_400;
    const NOW: Timestamp = Timestamp::from_unix_microseconds(1_900_000_000_000_000);
    const GRANT: TokenGrant = TokenGrant { account: AccountId(42), generation: 3, key: None };

    fn keys(current: u8, previous: Option<u8>) -> SigningKeySet {
        let secret = |fill| SigningSecret::new(vec![fill; 32]).unwrap();
        let secrets = SigningSecrets { current: secret(current), since: Some(NOW), previous: previous.map(secret) };
        secrets.into()
    }

    fn cursor(issued_at: Timestamp) -> FeedCursor {
        FeedCursor {
            epoch: LogEpoch("e".into()),
            section: SectionId(1),
            after: FeedPosition::BEGINNING,
            range: None,
            issued_at,
        }
    }

    #[test]
    fn a_rotation_ends_no_token_before_its_time_and_all_of_them_then() {
        let keys_of_server = RotatingSigningKeys::new(&keys(1, None), LIFETIME);
        let token = keys_of_server.issue(GRANT, NOW, None).unwrap();
        keys_of_server.replace(&keys(2, Some(1)));
        assert!(keys_of_server.verify(&token.text, NOW.plus_seconds(LIFETIME - 1)).is_some());
        assert!(keys_of_server.verify(&token.text, NOW.plus_seconds(LIFETIME)).is_none());
        // With a leaked previous secret one can sign a token that lives longer, but it is not accepted.
        let forged = RotatingSigningKeys::new(&keys(1, None), 10 * LIFETIME).issue(GRANT, NOW, None).unwrap().text;
        let verified = keys_of_server.verify(&forged, NOW).unwrap();
        assert!(verified.expires_at <= NOW.plus_seconds(LIFETIME + 60));
        assert!(keys_of_server.verify(&forged, NOW.plus_seconds(LIFETIME + 60)).is_none());
        keys_of_server.replace(&keys(3, None));
        assert!(keys_of_server.verify(&token.text, NOW).is_none(), "revoked");
    }

    #[test]
    fn a_server_that_has_not_read_the_new_secret_yet_accepts_what_the_others_sign() {
        let (before, after) =
            (RotatingSigningKeys::new(&keys(1, None), LIFETIME), RotatingSigningKeys::new(&keys(2, Some(1)), LIFETIME));
        for (seconds, is_accepted) in [(0, true), (4, true), (5, false)] {
            let now = NOW.plus_seconds(seconds);
            let token = after.issue(GRANT, now, None).unwrap().text;
            assert_eq!(before.verify(&token, now).is_some(), is_accepted, "{seconds}");
            let sealed = after.seal(&cursor(now));
            assert_eq!(before.open(&sealed).is_some(), is_accepted, "{seconds}");
            assert!(after.verify(&token, now.plus_seconds(LIFETIME - 1)).is_some(), "{seconds}");
            assert_eq!(after.open(&sealed), Some(cursor(now)));
        }
    }

    #[test]
    fn cursors_outlive_the_tokens_of_their_secret() {
        let sealed = RotatingSigningKeys::new(&keys(1, None), LIFETIME).seal(&cursor(NOW));
        assert!(RotatingSigningKeys::new(&keys(2, Some(1)), LIFETIME).open(&sealed).is_some());
        assert!(RotatingSigningKeys::new(&keys(3, Some(2)), LIFETIME).open(&sealed).is_none());
    }
}
