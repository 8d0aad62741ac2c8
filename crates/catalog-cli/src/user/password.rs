//! The source of a password: standard input, or generated. Never a flag, which other users of the machine could read.

use anyhow::{Context, bail};
use catalog_domain::accounts::check_password;
use std::io::BufRead;

/// The longest line that is read from standard input, in bytes: well above the limit of passwords.
const LONGEST_LINE: u64 = 1_024;

/// Characters of a generated password: 64 of them, so that six random bits choose one. None needs quoting in a shell or
/// in JSON.
const ALPHABET: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._";

const GENERATED_LENGTH: usize = 20;

/// Reads one line and checks it.
///
/// # Errors
/// When it cannot be read, or breaks the rules for passwords.
pub(super) fn read_password(input: impl BufRead) -> anyhow::Result<String> {
    let mut line = String::new();
    let cannot_read = "--password-stdin: standard input does not hold a line of text";
    input.take(LONGEST_LINE).read_line(&mut line).context(cannot_read)?;
    let password = line.strip_suffix('\n').unwrap_or(&line);
    let password = password.strip_suffix('\r').unwrap_or(password);
    if let Err(problem) = check_password(password) {
        bail!("--password-stdin: the password {problem}");
    }
    Ok(password.to_owned())
}

/// A generated password.
///
/// # Errors
/// When the operating system has no randomness.
pub(crate) fn generate_password() -> anyhow::Result<String> {
    let mut bytes = [0; GENERATED_LENGTH];
    getrandom::fill(&mut bytes).context("cannot make a password")?;
    Ok(bytes.iter().map(|byte| char::from(ALPHABET[usize::from(byte & 63)])).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_is_one_line_without_its_end() {
        for (input, password) in [
            ("long enough\n", Some("long enough")),
            ("long enough\r\nsecond line\n", Some("long enough")),
            (" long enough ", Some(" long enough ")),
            ("too short\n", None),
            ("", None),
        ] {
            assert_eq!(read_password(input.as_bytes()).ok().as_deref(), password, "{input:?}");
        }
        let error = read_password("hunter2".as_bytes()).unwrap_err().to_string();
        assert!(!error.contains("hunter2"), "{error}");
        assert!(read_password("x".repeat(5_000).as_bytes()).is_err());
        assert!(read_password(&b"\xff\xff\xff\xff\xff\xff\xff\xff\xff\xff"[..]).is_err());
    }

    #[test]
    fn generated_passwords_follow_the_rules_and_differ() {
        let (first, second) = (generate_password().unwrap(), generate_password().unwrap());
        assert_ne!(first, second);
        assert_eq!(check_password(&first), Ok(()));
    }
}
