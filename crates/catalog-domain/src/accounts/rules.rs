//! What logins, passwords and the texts of an account may look like, wherever they come from
//! (`docs/contract.md#registration`).
//!
//! The rules apply to new values: an older account keeps its login and its texts, and continues to work.

use crate::values::visible_text::{is_invisible, is_look_alike};

/// The fewest bytes of a password.
pub const MINIMUM_PASSWORD_CHARACTERS: usize = 10;

/// The most bytes of a password: what bcrypt reads.
pub const MAXIMUM_PASSWORD_BYTES: usize = 72;

/// The most bytes of an e-mail address (RFC 5321).
const MAXIMUM_EMAIL_BYTES: usize = 254;

/// The most bytes of the part before the `@` (RFC 5321).
const MAXIMUM_LOCAL_PART_BYTES: usize = 64;

/// The most bytes of a label of a domain (RFC 1035).
const MAXIMUM_LABEL_BYTES: usize = 63;

/// The most characters of a name, a company and the like.
const MAXIMUM_TEXT_CHARACTERS: usize = 200;

const MAXIMUM_COMMENT_CHARACTERS: usize = 2_000;

/// Why a text cannot be used for an account. The text continues after the field's name: "the password must have ...".
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum AccountRuleError {
    /// Too short or too long.
    #[error("must have at least 10 characters, at most 72 Latin or 36 Cyrillic ones, and no NUL character")]
    Password,
    /// Not an address.
    #[error("must be an e-mail address of at most 254 ASCII characters; an international domain in its xn-- form")]
    Email,
    /// Too long, or with invisible or confusable characters.
    #[error("must have at most 200 characters, none of them a control, invisible or look-alike character")]
    Text,
    /// Blank where a value is required.
    #[error("must not be blank")]
    Blank,
    /// Too long, or with invisible characters other than those of a text with several lines.
    #[error("must have at most 2000 characters, none of them invisible other than line ends and tabs")]
    Comment,
}

/// Checks a new password.
///
/// # Errors
/// [`AccountRuleError::Password`] when it has fewer than 10 characters or more than 72 bytes, or a NUL.
pub fn check_password(password: &str) -> Result<(), AccountRuleError> {
    let is_long = password.chars().count() >= MINIMUM_PASSWORD_CHARACTERS;
    let fits = is_long && password.len() <= MAXIMUM_PASSWORD_BYTES && !password.contains('\0');
    if fits { Ok(()) } else { Err(AccountRuleError::Password) }
}

/// Checks a new login: a local part of ASCII letters, digits and signs, and a domain of ASCII labels. A login must not
/// look like another one, so nothing else is accepted, though some mail systems do. Whether mail arrives there is not
/// checked.
///
/// # Errors
/// [`AccountRuleError::Email`] when it cannot be an address.
pub fn check_email(email: &str) -> Result<(), AccountRuleError> {
    let is_address = email.split_once('@').is_some_and(|(local, domain)| is_local_part(local) && is_domain(domain));
    if is_address && email.len() <= MAXIMUM_EMAIL_BYTES { Ok(()) } else { Err(AccountRuleError::Email) }
}

/// Words of letters, digits and signs with single dots between them (RFC 5321's dot-string).
fn is_local_part(text: &str) -> bool {
    let is_atom_byte = |byte: u8| byte.is_ascii_alphanumeric() || b"!#$%&'*+-/=?^_`{|}~".contains(&byte);
    let is_atom = |atom: &str| !atom.is_empty() && atom.bytes().all(is_atom_byte);
    text.len() <= MAXIMUM_LOCAL_PART_BYTES && text.split('.').all(is_atom)
}

/// Labels of letters, digits and inner hyphens with single dots between them.
fn is_domain(text: &str) -> bool {
    let is_label_byte = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
    let is_label = |label: &str| {
        (1..=MAXIMUM_LABEL_BYTES).contains(&label.len())
            && label.bytes().all(is_label_byte)
            && !label.starts_with('-')
            && !label.ends_with('-')
    };
    text.split('.').all(is_label)
}

/// Checks a name, a company or another short text of an account; an empty one is fine.
///
/// # Errors
/// [`AccountRuleError::Text`] when it is too long, or has invisible or confusable characters.
pub fn check_text(text: &str) -> Result<(), AccountRuleError> {
    let fits = text.chars().count() <= MAXIMUM_TEXT_CHARACTERS
        && !text.chars().any(|each| is_invisible(each) || is_look_alike(each));
    if fits { Ok(()) } else { Err(AccountRuleError::Text) }
}

/// Checks a text that is required, such as the name in a request for access, or a price level.
///
/// # Errors
/// [`AccountRuleError::Blank`] when it is blank, else as [`check_text`].
pub fn check_required_text(text: &str) -> Result<(), AccountRuleError> {
    if text.trim().is_empty() { Err(AccountRuleError::Blank) } else { check_text(text) }
}

/// Checks the comment of a request for access; it may have several lines.
///
/// # Errors
/// [`AccountRuleError::Comment`] when it is too long or has other invisible characters.
pub fn check_comment(text: &str) -> Result<(), AccountRuleError> {
    let is_unwanted = |character: char| is_invisible(character) && !matches!(character, '\n' | '\r' | '\t');
    let fits = text.chars().count() <= MAXIMUM_COMMENT_CHARACTERS && !text.chars().any(is_unwanted);
    if fits { Ok(()) } else { Err(AccountRuleError::Comment) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_has_10_characters_and_at_most_72_bytes() {
        for (password, fits) in [
            ("0123456789".to_owned(), true),
            ("012345678".to_owned(), false),
            ("пароль".to_owned(), false),
            ("я".repeat(10), true),
            ("я".repeat(36), true),
            ("я".repeat(37), false),
            ("x".repeat(72), true),
            ("x".repeat(73), false),
            ("0123456789\0".to_owned(), false),
        ] {
            assert_eq!(check_password(&password).is_ok(), fits, "{password:?}");
        }
    }

    #[test]
    fn a_login_looks_like_an_address() {
        for (email, fits) in [
            ("buyer@storefront.example", true),
            ("b.u_y+er'7@a-1.storefront.example", true),
            ("buyer@xn--80aaxitdbjk.xn--p1ai", true),
            ("buyer@intranet", true),
            ("покупатель@магазин.рф", false),
            ("buyer@магазин.рф", false),
            ("b\u{200b}uyer@storefront.example", false),
            ("buyer@storefront\u{ad}.example", false),
            ("\u{202e}buyer@storefront.example", false),
            ("ｂuyer@storefront.example", false),
            ("buyer@ｓtorefront.example", false),
            ("bυyer@storefront.example", false),
            (".buyer@storefront.example", false),
            ("bu..yer@storefront.example", false),
            ("\"bu yer\"@storefront.example", false),
            ("buyer@storefront..example", false),
            ("buyer@storefront.example.", false),
            ("buyer@-storefront.example", false),
            ("buyer@[127.0.0.1]", false),
            ("buyer", false),
            ("@storefront.example", false),
            ("buyer@", false),
            ("a@b@c", false),
            ("a b@c", false),
            ("a@c\n", false),
            ("", false),
        ] {
            assert_eq!(check_email(email).is_ok(), fits, "{email:?}");
        }
        assert_eq!(check_email(&format!("{}@c.example", "a".repeat(250))), Err(AccountRuleError::Email));
        assert_eq!(check_email(&format!("{}@c.example", "a".repeat(64))), Ok(()));
        assert_eq!(check_email(&format!("{}@c.example", "a".repeat(65))), Err(AccountRuleError::Email));
        assert_eq!(check_email(&format!("a@{}.example", "c".repeat(64))), Err(AccountRuleError::Email));
    }

    #[test]
    fn a_text_is_short_and_has_no_invisible_or_confusable_characters() {
        assert_eq!(check_text(&"ж".repeat(200)), Ok(()));
        for bad in [
            "ж".repeat(201),
            "a\u{1b}[31m".into(),
            "a\nb".into(),
            "A\u{200b}nn".into(),
            "\u{202e}nnA".into(),
            "Ａnn".into(),
        ] {
            assert_eq!(check_text(&bad), Err(AccountRuleError::Text), "{bad:?}");
        }
    }

    #[test]
    fn a_required_text_has_something_in_it() {
        for (text, expected) in [
            ("x", Ok(())),
            ("", Err(AccountRuleError::Blank)),
            (" \u{a0}\t", Err(AccountRuleError::Blank)),
            ("a\tb", Err(AccountRuleError::Text)),
        ] {
            assert_eq!(check_required_text(text), expected, "{text:?}");
        }
    }

    #[test]
    fn a_comment_may_have_lines_but_no_other_control_characters() {
        assert_eq!(check_comment(&"ж\n".repeat(1_000)), Ok(()));
        assert_eq!(check_comment("a\tb\r\nc"), Ok(()));
        for bad in ["x".repeat(2_001), "a\0b".into(), "a\u{1b}b".into(), "\u{85}".into(), "\u{202e}".into()] {
            assert_eq!(check_comment(&bad), Err(AccountRuleError::Comment), "{bad:?}");
        }
    }
}
