//! Strict percent-decoding of paths and queries: malformed input is refused, never guessed.

use percent_encoding::percent_decode;
use std::borrow::Cow;

/// [`decode_segment`] or [`decode_query`].
pub type Decode = fn(&str) -> Result<Cow<'_, str>, &'static str>;

/// Decodes a path segment once. `+` is a plus.
///
/// # Errors
/// What is wrong with it, as text that continues after the name of a parameter.
pub fn decode_segment(text: &str) -> Result<Cow<'_, str>, &'static str> {
    if !text.contains('%') {
        return without_control_characters(text.into());
    }
    let is_escape = |at: usize| {
        let digits = text.as_bytes().get(at + 1..at + 3);
        digits.is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit))
    };
    if !text.match_indices('%').all(|(at, _)| is_escape(at)) {
        return Err("has malformed percent-encoding");
    }
    let decoded = percent_decode(text.as_bytes()).decode_utf8();
    without_control_characters(decoded.map_err(|_| "is not percent-encoded UTF-8")?)
}

/// Decodes a name or value of a query once. `+` is a space, as in every form.
///
/// # Errors
/// What is wrong with it, as text that continues after the name of a parameter.
pub fn decode_query(text: &str) -> Result<Cow<'_, str>, &'static str> {
    if text.contains('+') {
        return decode_segment(&text.replace('+', " ")).map(|text| text.into_owned().into());
    }
    decode_segment(text)
}

/// `text`, if it has no control character. ASCII, which most texts are, is checked many bytes at a time.
fn without_control_characters(text: Cow<'_, str>) -> Result<Cow<'_, str>, &'static str> {
    let has_control = if text.is_ascii() {
        text.bytes().filter(u8::is_ascii_control).count() > 0
    } else {
        text.chars().any(char::is_control)
    };
    if has_control { Err("must not contain control characters") } else { Ok(text) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escapes_are_decoded_exactly_once() {
        for (text, segment, query) in [
            ("abc", "abc", "abc"),
            ("a%2Fb", "a/b", "a/b"),
            ("a%2fb", "a/b", "a/b"),
            ("a%252Fb", "a%2Fb", "a%2Fb"),
            ("a%2Bb", "a+b", "a+b"),
            ("a+b", "a+b", "a b"),
            ("%D0%AF", "Я", "Я"),
            ("1%2c2", "1,2", "1,2"),
            ("", "", ""),
        ] {
            assert_eq!(decode_segment(text).as_deref(), Ok(segment), "{text}");
            assert_eq!(decode_query(text).as_deref(), Ok(query), "{text}");
        }
    }

    #[test]
    fn what_is_malformed_is_refused() {
        for text in ["%", "%2", "%zz", "a%2", "%%20", "%C3", "%ff", "%00", "%0A", "%7F", "%C2%85"] {
            assert!(decode_segment(text).is_err(), "{text}");
            assert!(decode_query(text).is_err(), "{text}");
        }
    }
}
