//! Keys and passwords of the environment.

use crate::error::ClientError;

/// What a key consists of: `cat_`, an id, `_`, a secret and a checksum (`docs/contract.md#keys`).
const ID_CHARACTERS: usize = 12;
const SECRET_CHARACTERS: usize = 32;
const CHECKSUM_CHARACTERS: usize = 7;
/// Each stands for five bits.
const ALPHABET: &[u8; 32] = b"abcdefghijklmnopqrstuvwxyz234567";

/// The key that an environment variable holds, without white space and a byte order mark around it; `None` without one.
///
/// # Errors
/// `Options`, which names the variable and never its value, when it is no key: cut off or mistyped, for instance.
pub fn key_of_environment(variable: &str) -> Result<Option<String>, ClientError> {
    let key = secret_of_environment(variable)?;
    match key.as_deref().map(check_key) {
        Some(Err(reason)) => Err(ClientError::Options(format!("{variable} holds no key: {reason}"))),
        _ => Ok(key),
    }
}

/// The password that an environment variable holds, without white space and a byte order mark around it; `None` without
/// one.
///
/// # Errors
/// `Options`, which names the variable and never its value, when it is not UTF-8.
pub fn secret_of_environment(variable: &str) -> Result<Option<String>, ClientError> {
    let Some(value) = std::env::var_os(variable) else { return Ok(None) };
    let Ok(value) = value.into_string() else {
        return Err(ClientError::Options(format!("{variable} is not UTF-8")));
    };
    let secret = trimmed(&value);
    Ok((!secret.is_empty()).then(|| secret.to_owned()))
}

fn trimmed(value: &str) -> &str {
    value.trim_matches(|character: char| character.is_whitespace() || character == '\u{feff}')
}

fn check_key(key: &str) -> Result<(), &'static str> {
    let Some(rest) = key.strip_prefix("cat_") else { return Err("a key begins with cat_") };
    let is_made_of = |text: &str, digits: &[u8]| {
        text.bytes().all(|byte| {
            byte.is_ascii_lowercase() || digits.contains(&byte) || digits.is_empty() && byte.is_ascii_digit()
        })
    };
    let parts = rest.split_once('_').filter(|(id, _)| id.len() == ID_CHARACTERS && is_made_of(id, b""));
    let end = parts.map(|(_, end)| end).filter(|end| is_made_of(end, b"234567"));
    let (Some(end), true) = (end, key.is_ascii()) else {
        return Err("it is not of the form cat_<id>_<secret> in small letters and digits");
    };
    if end.len() != SECRET_CHARACTERS + CHECKSUM_CHARACTERS {
        return Err("it is longer or shorter than a key, and may have been cut off");
    }
    let (checked, checksum) = key.split_at(key.len() - CHECKSUM_CHARACTERS);
    if checksum == checksum_of(checked) { Ok(()) } else { Err("its checksum is wrong: it was mistyped or cut off") }
}

/// The CRC-32 (IEEE 802.3) of a text, the most significant bits first.
fn checksum_of(text: &str) -> String {
    let add_bit = |crc: u32, _| if crc & 1 == 1 { (crc >> 1) ^ 0xEDB8_8320 } else { crc >> 1 };
    let crc = u64::from(!text.bytes().fold(!0, |crc, byte| (0..8).fold(crc ^ u32::from(byte), add_bit)));
    let letter = |at: usize| char::from(ALPHABET[(crc >> (5 * at) & 31) as usize]);
    (0..CHECKSUM_CHARACTERS).rev().map(letter).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_one_by_its_form_and_its_checksum_and_no_reason_shows_it() {
        let key = "cat_abcdefgh2345_abcdefghijklmnopqrstuvwxyz234567d6paz7s";
        assert_eq!(check_key(key), Ok(()));
        for (wrong, reason) in [
            (key.replace("cat_", "dog_"), "begins with cat_"),
            (key.replace("gh2345", "gi2345"), "checksum"),
            (key[..50].to_owned(), "cut off"),
            (format!("{key}a"), "longer"),
            (key.to_uppercase().replacen("CAT_", "cat_", 1), "form"),
            (key.replacen("5_abc", "5abc", 1), "form"),
            (key.replace('z', "ż"), "form"),
            (format!("{} {}", &key[..20], &key[20..]), "form"),
        ] {
            let found = check_key(&wrong).unwrap_err();
            assert!(found.contains(reason) && !found.contains("abcdef"), "{wrong}: {found}");
        }
        assert_eq!(trimmed("\u{feff} cat_x\r\n"), "cat_x");
    }
}
