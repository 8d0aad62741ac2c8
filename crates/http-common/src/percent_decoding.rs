//! Strict percent-decoding of paths and queries: what is malformed is refused, never guessed.

use percent_encoding::percent_decode;

/// Decodes a path segment once. `+` is a plus.
///
/// # Errors
/// What is wrong with it, as words that go on from the name of a parameter.
pub fn decode_segment(text: &str) -> Result<String, &'static str> {
    decode(text.as_bytes())
}

/// Decodes a name or value of a query once. `+` is a blank, as in every form.
///
/// # Errors
/// What is wrong with it, as words that go on from the name of a parameter.
pub fn decode_query(text: &str) -> Result<String, &'static str> {
    decode(text.replace('+', " ").as_bytes())
}

fn decode(bytes: &[u8]) -> Result<String, &'static str> {
    let mut rest = bytes;
    while let Some(at) = rest.iter().position(|byte| *byte == b'%') {
        let is_escape = rest.get(at + 1..at + 3).is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit));
        if !is_escape {
            return Err("has malformed percent-encoding");
        }
        rest = &rest[at + 3..];
    }
    let text = percent_decode(bytes).decode_utf8().map_err(|_| "is not percent-encoded UTF-8")?;
    if text.chars().any(char::is_control) {
        return Err("must not contain control characters");
    }
    Ok(text.into_owned())
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
