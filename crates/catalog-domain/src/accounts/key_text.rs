//! What a key looks like: `cat_<id>_<secret><checksum>`, in small letters and digits.

use super::secret_text::secret_text;
use std::fmt;

/// The beginning of every key, by which people and scanners recognise one. No token begins so.
pub const KEY_PREFIX: &str = "cat_";

/// The characters of the id of a key.
pub const KEY_ID_CHARACTERS: usize = 12;

/// The fewest characters of the last part by which a text is taken for a key that nobody should see, whole or not.
const RECOGNISED_CHARACTERS: usize = 16;

/// The part of a key that is no secret: unique, and random.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ApiKeyId([u8; KEY_ID_CHARACTERS]);

impl ApiKeyId {
    /// The id of that text; `None` when no key has such an id.
    pub fn parse(text: &str) -> Option<Self> {
        let bytes: [u8; KEY_ID_CHARACTERS] = text.as_bytes().try_into().ok()?;
        bytes.iter().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit()).then_some(Self(bytes))
    }

    /// Its text.
    pub fn as_str(&self) -> &str {
        // It is ASCII: see above.
        std::str::from_utf8(&self.0).unwrap_or_default()
    }
}

impl fmt::Display for ApiKeyId {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.as_str())
    }
}

impl fmt::Debug for ApiKeyId {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "KeyId({self})")
    }
}

secret_text! {
    /// A whole key, which only its owner has. Never stored, logged or printed.
    ApiKeyText,
    /// The hash of a whole key, which is all that is stored of its secret.
    ApiKeyHash
}

/// Whether a bearer's credential is meant as a key, right or wrong.
pub fn is_meant_as_key(credential: &str) -> bool {
    credential.starts_with(KEY_PREFIX)
}

/// Whether something in `text` looks like a key, or like most of one, in any case of its letters.
pub fn contains_key(text: &[u8]) -> bool {
    text.windows(KEY_PREFIX.len()).enumerate().any(|(at, start)| {
        start.eq_ignore_ascii_case(KEY_PREFIX.as_bytes()) && is_rest_of_key(&text[at + KEY_PREFIX.len()..])
    })
}

fn is_rest_of_key(text: &[u8]) -> bool {
    let Some((id, rest)) = text.split_at_checked(KEY_ID_CHARACTERS) else { return false };
    let Some((b'_', secret)) = rest.split_first() else { return false };
    id.iter().all(u8::is_ascii_alphanumeric)
        && secret.iter().take_while(|byte| byte.is_ascii_alphanumeric()).count() >= RECOGNISED_CHARACTERS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_found_wherever_it_is_and_nothing_else_is_one() {
        let (id, secret) = ("abcdefgh2345", "abcdefghijklmnopqrstuvwxyz234567abcdefg");
        for (text, expected) in [
            (format!("cat_{id}_{secret}"), true),
            (format!("/api/v2/products/cat_{id}_{secret}?x"), true),
            (format!("CAT_{}_{}", id.to_uppercase(), secret.to_uppercase()), true),
            (format!("cat_cat_{id}_{secret}"), true),
            (format!("cat_{id}_{}", &secret[..16]), true),
            (format!("cat_{id}_{}", &secret[..15]), false),
            (format!("cat_{}_{secret}", &id[..11]), false),
            (format!("cat_{id}{secret}"), false),
            (format!("cat_{id}_{}-{secret}", &secret[..8]), false),
            ("cat_".to_owned(), false),
            (format!("dog_{id}_{secret}"), false),
            (String::new(), false),
        ] {
            assert_eq!(contains_key(text.as_bytes()), expected, "{text}");
        }
    }

    #[test]
    fn an_id_is_twelve_small_letters_and_digits() {
        assert_eq!(ApiKeyId::parse("abcdefgh2345").unwrap().to_string(), "abcdefgh2345");
        for other in ["", "abcdefgh234", "abcdefgh23456", "Abcdefgh2345", "abcdefgh234_", "яяяяяя"] {
            assert_eq!(ApiKeyId::parse(other), None, "{other}");
        }
    }

    #[test]
    fn a_key_is_not_printed() {
        assert!(!format!("{:?}", ApiKeyText::new("secret".into())).contains("secret"));
    }
}
