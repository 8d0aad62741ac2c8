//! Change feed cursors sealed with HMAC-SHA256: clients can store them, not make or alter them.

use crate::{SigningKeySet, secret_fingerprint};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use catalog_domain::change::{FeedCursor, FeedPosition, LogEpoch, OpenRange};
use catalog_domain::ports::{CursorSealer, SigningSecret};
use catalog_domain::values::{EventNumber, Fingerprint, FingerprintBuilder, SectionId, Timestamp};
use hmac::digest::KeyInit;
use hmac::{Hmac, Mac};
use sha2::Sha256;

/// The layout of the sealed bytes; another one gets another number.
const VERSION: u8 = 2;

/// Bytes of the seal: half of the HMAC's, which is still far beyond guessing.
const SEAL_BYTES: usize = 16;

/// Longest accepted text; ours are about 150 characters.
const MAXIMUM_CHARACTERS: usize = 512;

/// What separates this use of the signing secret from signing tokens.
const PURPOSE: &[u8] = b"catalog change feed cursor";

/// Seals cursors with the current key and opens those of the previous one too.
pub struct SealedCursors {
    /// The current key first.
    keys: Vec<Hmac<Sha256>>,
    /// The moment from which on the current key seals, and before it the previous one.
    seals_from: Option<Timestamp>,
    key_id: Fingerprint,
}

impl SealedCursors {
    /// Derives the keys from the token secrets, so that rotating those rotates these.
    pub fn new(keys: &SigningKeySet) -> Self {
        let secrets = || std::iter::once(&keys.current).chain(&keys.previous);
        let names: Vec<String> = secrets().map(secret_fingerprint).collect();
        let mut key_id = FingerprintBuilder::new();
        key_id.text(&names.join(" "));
        let seals_from = keys.signs_from();
        Self { keys: secrets().filter_map(derive).collect(), seals_from, key_id: key_id.finish() }
    }

    fn sealing_key(&self, issued_at: Timestamp) -> Option<&Hmac<Sha256>> {
        let is_early = self.seals_from.is_some_and(|from| issued_at < from);
        self.keys.get(usize::from(is_early))
    }
}

impl CursorSealer for SealedCursors {
    fn seal(&self, cursor: &FeedCursor) -> String {
        let mut bytes = encode(cursor);
        if let Some(key) = self.sealing_key(cursor.issued_at) {
            let seal = key.clone().chain_update(&bytes).finalize().into_bytes();
            bytes.extend_from_slice(&seal[..SEAL_BYTES]);
        }
        URL_SAFE_NO_PAD.encode(bytes)
    }

    fn open(&self, text: &str) -> Option<FeedCursor> {
        if text.len() > MAXIMUM_CHARACTERS {
            return None;
        }
        let bytes = URL_SAFE_NO_PAD.decode(text).ok()?;
        let (message, seal) = bytes.split_at_checked(bytes.len().checked_sub(SEAL_BYTES)?)?;
        let is_ours = |key: &Hmac<Sha256>| key.clone().chain_update(message).verify_truncated_left(seal).is_ok();
        if self.keys.iter().any(is_ours) { decode(message) } else { None }
    }

    fn key_id(&self) -> Fingerprint {
        self.key_id
    }
}

/// The key for cursors; HMAC takes secrets of any length, so there always is one.
fn derive(secret: &SigningSecret) -> Option<Hmac<Sha256>> {
    let master = <Hmac<Sha256> as KeyInit>::new_from_slice(secret.expose()).ok()?;
    let derived = master.chain_update(PURPOSE).finalize().into_bytes();
    <Hmac<Sha256> as KeyInit>::new_from_slice(&derived).ok()
}

fn encode(cursor: &FeedCursor) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(128);
    bytes.push(VERSION);
    bytes.extend(cursor.issued_at.unix_microseconds().to_be_bytes());
    bytes.extend(cursor.section.0.to_be_bytes());
    encode_position(&mut bytes, cursor.after);
    bytes.push(u8::from(cursor.range.is_some()));
    if let Some(range) = cursor.range {
        encode_position(&mut bytes, range.start);
        encode_position(&mut bytes, range.end);
    }
    bytes.extend(cursor.epoch.0.as_bytes());
    bytes
}

fn encode_position(bytes: &mut Vec<u8>, position: FeedPosition) {
    bytes.extend(position.number.0.to_be_bytes());
    bytes.extend(position.at.map_or(i64::MIN, Timestamp::unix_microseconds).to_be_bytes());
}

/// Reads what [`encode`] wrote; `None` for a layout of another version.
fn decode(bytes: &[u8]) -> Option<FeedCursor> {
    let mut rest = Reader(bytes);
    if rest.byte()? != VERSION {
        return None;
    }
    let issued_at = Timestamp::from_unix_microseconds(rest.integer()?);
    let section = SectionId(rest.integer()?);
    let after = rest.position()?;
    let range = match rest.byte()? {
        0 => None,
        _ => Some(OpenRange { start: rest.position()?, end: rest.position()? }),
    };
    let epoch = LogEpoch(std::str::from_utf8(rest.0).ok()?.into());
    Some(FeedCursor { epoch, section, after, range, issued_at })
}

struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn byte(&mut self) -> Option<u8> {
        let (first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(*first)
    }

    fn integer(&mut self) -> Option<i64> {
        let (first, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(i64::from_be_bytes(*first))
    }

    fn position(&mut self) -> Option<FeedPosition> {
        let number = EventNumber(self.integer()?);
        let at = self.integer()?;
        Some(FeedPosition { number, at: (at != i64::MIN).then(|| Timestamp::from_unix_microseconds(at)) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys(current: u8, previous: Option<u8>) -> SigningKeySet {
        let secret = |fill| SigningSecret::new(vec![fill; 32]).unwrap();
        SigningKeySet { current: secret(current), previous: previous.map(secret), replaced_at: None }
    }

    fn position(number: i64) -> FeedPosition {
        FeedPosition { number: EventNumber(number), at: Some(Timestamp::from_unix_microseconds(number * 7)) }
    }

    fn cursor() -> FeedCursor {
        FeedCursor {
            epoch: LogEpoch("0af7651916cd43dd8448eb211c80319c".into()),
            section: SectionId(1042),
            after: position(17),
            range: Some(OpenRange { start: FeedPosition::BEGINNING, end: position(i64::MAX / 7) }),
            issued_at: Timestamp::from_unix_microseconds(1_769_853_600_123_456),
        }
    }

    #[test]
    fn a_sealed_cursor_opens_to_itself_also_after_a_rotation() {
        let sealer = SealedCursors::new(&keys(1, None));
        for cursor in [cursor(), FeedCursor { range: None, ..cursor() }] {
            let text = sealer.seal(&cursor);
            assert!(text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_'), "{text}");
            assert_eq!(sealer.open(&text), Some(cursor.clone()));
            assert_eq!(SealedCursors::new(&keys(2, Some(1))).open(&text), Some(cursor));
            assert_eq!(SealedCursors::new(&keys(2, None)).open(&text), None);
        }
    }

    #[test]
    fn every_changed_bit_and_every_cut_is_noticed() {
        let sealer = SealedCursors::new(&keys(1, None));
        let text = sealer.seal(&cursor());
        for at in 0..text.len() {
            for bit in 0..8 {
                let mut bytes = text.clone().into_bytes();
                bytes[at] ^= 1 << bit;
                let Ok(altered) = String::from_utf8(bytes) else { continue };
                assert_eq!(sealer.open(&altered), None, "bit {bit} of character {at}");
            }
            assert_eq!(sealer.open(&text[..at]), None, "cut at {at}");
            assert_eq!(sealer.open(&text[at + 1..]), None, "begun after {at}");
        }
        for garbage in ["", "=", "AAAA", &"A".repeat(600), "курсор"] {
            assert_eq!(sealer.open(garbage), None, "{garbage}");
        }
    }
}
