//! Keys of accounts: `cat_<id>_<secret><checksum>`.
//!
//! The id has 60 random bits, the secret 160: too many to be guessed, so that a plain hash is enough. The checksum is
//! the CRC-32 of everything before it. It protects nothing: it shows that a text was mistyped, or found by a scanner
//! and no key at all, without asking a store.

use crate::random_tokens::hash_of;
use catalog_domain::accounts::{ApiKeyHash, ApiKeyId, ApiKeyText, KEY_ID_CHARACTERS, KEY_PREFIX};
use catalog_domain::ports::{ApiKeyTexts, CredentialsError, PresentedApiKey};

/// Each stands for five bits.
const ALPHABET: &[u8; 32] = b"abcdefghijklmnopqrstuvwxyz234567";

const SECRET_CHARACTERS: usize = 32;

const CHECKSUM_CHARACTERS: usize = 7;

const CHECKED_BYTES: usize = KEY_PREFIX.len() + KEY_ID_CHARACTERS + 1 + SECRET_CHARACTERS;

/// Makes keys from the operating system's randomness and hashes them with SHA-256.
#[derive(Debug, Clone, Copy, Default)]
pub struct RandomApiKeys;

impl ApiKeyTexts for RandomApiKeys {
    fn generate(&self) -> Result<(ApiKeyText, PresentedApiKey), CredentialsError> {
        let mut random = [0; KEY_ID_CHARACTERS + SECRET_CHARACTERS];
        getrandom::fill(&mut random).map_err(|error| CredentialsError(error.into()))?;
        let letters: String = random.iter().map(|byte| letter(u32::from(*byte))).collect();
        let (id, secret) = letters.split_at(KEY_ID_CHARACTERS);
        let checked = format!("{KEY_PREFIX}{id}_{secret}");
        let text = format!("{checked}{}", checksum(checked.as_bytes()));
        let key = self.read(&text).ok_or_else(|| CredentialsError("a key was made that is none".into()))?;
        Ok((ApiKeyText::new(text), key))
    }

    fn read(&self, text: &str) -> Option<PresentedApiKey> {
        let (checked, end) = text.split_at_checked(CHECKED_BYTES)?;
        let (id, secret) = checked.strip_prefix(KEY_PREFIX)?.split_once('_')?;
        let id = ApiKeyId::parse(id)?;
        let is_whole = secret.bytes().all(is_letter) && end == checksum(checked.as_bytes());
        is_whole.then(|| PresentedApiKey { id, hash: ApiKeyHash::new(hash_of(text)) })
    }
}

fn letter(bits: u32) -> char {
    char::from(ALPHABET[(bits & 31) as usize])
}

/// Whether it is one of [`ALPHABET`], without a search for each byte of each request's key.
fn is_letter(byte: u8) -> bool {
    matches!(byte, b'a'..=b'z' | b'2'..=b'7')
}

/// The CRC-32 (IEEE 802.3) of `bytes`, the most significant bits first.
fn checksum(bytes: &[u8]) -> String {
    let crc = crc32fast::hash(bytes);
    (0..CHECKSUM_CHARACTERS).rev().map(|at| letter(u32::try_from(u64::from(crc) >> (5 * at)).unwrap_or(0))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_differ_are_letters_and_digits_and_are_not_their_hashes() {
        let ((one, key), (other, _)) = (RandomApiKeys.generate().unwrap(), RandomApiKeys.generate().unwrap());
        assert_ne!(one, other);
        assert_eq!(one.expose().len(), 56);
        assert!(one.expose().starts_with(&format!("cat_{}_", key.id)));
        assert!(one.expose().bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_'));
        assert_eq!(RandomApiKeys.read(one.expose()), Some(key.clone()));
        assert!(!key.hash.as_str().contains(&one.expose()[17..]));
        assert!(catalog_domain::accounts::contains_key(one.expose().as_bytes()));
    }

    #[test]
    fn a_key_of_another_version_is_still_read() {
        let id = ApiKeyId::parse("abcdefgh2345").unwrap();
        let key = RandomApiKeys.read("cat_abcdefgh2345_abcdefghijklmnopqrstuvwxyz234567d6paz7s").unwrap();
        assert_eq!(
            key,
            PresentedApiKey { id, hash: ApiKeyHash::new("iEWhIDPw0LvERsKr_MAzlBqCqCtAeiSA5t1cBi59QiQ".into()) }
        );
    }

    #[test]
    fn the_letters_of_keys_are_those_of_the_alphabet() {
        assert!((0..=u8::MAX).all(|byte| is_letter(byte) == ALPHABET.contains(&byte)));
    }

    #[test]
    fn every_mistyped_character_is_noticed() {
        let text = RandomApiKeys.generate().unwrap().0;
        let text = text.expose();
        for at in 0..text.len() {
            for typed in ['a', 'b', '_', '0', 'A', ' ', 'я'] {
                let wrong = format!("{}{typed}{}", &text[..at], &text[at + 1..]);
                assert_eq!(RandomApiKeys.read(&wrong).is_some(), wrong == text, "{typed} at {at}");
            }
            assert_eq!(RandomApiKeys.read(&text[..at]), None, "cut at {at}");
        }
        assert_eq!(RandomApiKeys.read(&format!("{text}a")), None);
        assert_eq!(checksum(b"123456789"), "df7iojg", "the check value of CRC-32");
    }
}
